//! Games from a `variants.ini`: the same moves as in Fairy-Stockfish, the same games in our own
//! format, and clear errors.

use games::ParsedFile;
use proptest::prelude::*;
use rules::{Position, Rules, perft};
use std::path::{Path, PathBuf};

fn data_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/variants").join(name)
}

fn read(name: &str) -> String {
    let path = data_file(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the only game of a text without errors.
fn only_game(text: &str) -> rules::GameSpec {
    let ParsedFile { mut games, errors } = games::parse(text);
    assert_eq!(errors, [], "{text}");
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).spec
}

/// Returns the errors of a text, one a line.
fn errors(text: &str) -> Vec<String> {
    games::parse(text).errors.iter().map(ToString::to_string).collect()
}

/// The counts are by Fairy-Stockfish, without pawn drops that give mate where the game forbids them.
#[test]
fn perft_agrees_with_fairy_stockfish() {
    let file = games::parse(&read("variants.ini"));
    assert_eq!(file.errors, []);
    assert_eq!(file.games.len(), 12);
    for game in &file.games {
        let rules = Rules::build(&game.spec).unwrap();
        let table = read(&format!("{}.tsv", game.spec.name));
        assert!(table.lines().count() >= 5, "{}", game.spec.name);
        for line in table.lines() {
            let (sfen, counts) = line.split_once('\t').unwrap();
            let mut position = Position::from_sfen(rules, sfen)
                .unwrap_or_else(|error| panic!("{} {sfen}: {error}", game.spec.name));
            for (depth, expected) in (1..).zip(counts.split(' ')) {
                let found = perft(&mut position, depth);
                assert_eq!(found.to_string(), expected, "{} {sfen} {depth}", game.spec.name);
            }
        }
    }
}

#[test]
fn games_are_the_same_in_our_format() {
    for game in games::parse(&read("variants.ini")).games {
        if std::env::var_os("WRITE_TOML").is_some() {
            std::fs::write(
                data_file(&format!("{}.toml", game.spec.name)),
                games::to_toml(&game.spec),
            )
            .unwrap();
        }
        let toml = read(&format!("{}.toml", game.spec.name));
        assert_eq!(only_game(&toml), game.spec);
        assert_eq!(only_game(&games::to_toml(&game.spec)), game.spec);
    }
}

#[test]
fn our_games_for_fairy_stockfish_are_the_built_in_ones() {
    let file = games::parse(games::FAIRY_STOCKFISH_VARIANTS);
    assert_eq!(file.errors, []);
    let names: Vec<&str> = file.games.iter().map(|game| game.spec.name.as_str()).collect();
    assert_eq!(names, ["shosucourier", "cannonshosu", "cannonshogi"]);
    for game in &file.games {
        let built_in = games::by_name(&game.spec.name).unwrap();
        let rules = Rules::build(&game.spec).unwrap();
        let table = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../engine-tests/data/perft")
            .join(format!("{}.tsv", game.spec.name));
        let table = std::fs::read_to_string(table).unwrap();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let sfen = line.split('\t').next().unwrap();
            let mut ours = Position::from_sfen(built_in, sfen).unwrap();
            let mut theirs = Position::from_sfen(rules, sfen).unwrap();
            let moves = |position: &Position| {
                let rules = position.rules();
                let moves = position.legal_moves();
                let mut texts: Vec<_> = moves.iter().map(|mv| rules.usi(*mv).to_string()).collect();
                texts.sort();
                texts
            };
            assert_eq!(moves(&ours), moves(&theirs), "{sfen}");
            assert_eq!(perft(&mut ours, 2), perft(&mut theirs, 2), "{sfen}");
        }
    }
}

#[test]
fn built_in_parents_are_available() {
    let parents = ["shogi", "minishogi", "mini", "gorogoro", "judkins", "euroshogi"];
    for parent in parents.into_iter().chain(["okisakishogi", "torishogi", "yarishogi"]) {
        assert_eq!(only_game(&format!("[game:{parent}]")).name, "game");
    }
}

/// A child that replaces a key that our rules cannot express is available.
#[test]
fn children_of_unavailable_games_may_be_available() {
    let text = "[a:shogi]\ncheckCounting = true\n[b:a]\ncheckCounting = false\n[c:a]\n";
    let file = games::parse(text);
    assert_eq!(file.games.len(), 1);
    assert_eq!(file.games[0].spec.name, "b");
    let expected = "'true' is not supported, only 'false'";
    assert_eq!(
        errors(text),
        [
            format!("line 2: a: checkCounting: {expected}"),
            format!("line 2: c: checkCounting: {expected}"),
        ]
    );
}

/// Each message names the game, the key and the line, and tells what to change.
#[test]
fn errors_name_game_key_and_line() {
    let cases = [
        (
            "[a:chess]",
            "line 1: a: unknown parent 'chess', expected a game defined above or one of \
            minishogi, mini, gorogoro, judkins, euroshogi, shogi, checkshogi, okisakishogi, \
            kyotoshogi, micro, torishogi, yarishogi",
        ),
        (
            "\n[a:b]\n\n[b:shogi]",
            "line 2: a: the parent 'b' is defined later, on line 4; move it \
            before this game",
        ),
        ("[a:a]", "line 1: a: a game cannot be its own parent"),
        ("[b:shogi]\n[b:shogi]", "line 2: b: another game of this file has the same name"),
        ("[a:shogi\n", "line 1: a: expected ']' at the end of the game's name"),
        (
            "[:shogi]",
            "line 1: : invalid name '', expected 1 to 40 letters, digits, '-' and '_', \
            starting with a letter or digit",
        ),
        ("[a:shogi]\nmaxrank = 9", "line 2: a: maxrank: unknown key (did you mean 'maxRank'?)"),
        ("[a:shogi]\ncolour = red", "line 2: a: colour: unknown key"),
        (
            "[a:shogi]\nmaxRank = 11",
            "line 2: a: maxRank: expected a number from 3 to 10, found '11'",
        ),
        ("[a:shogi]\nmaxFile = z", "line 2: a: maxFile: expected a number from 3 to 10, found 'z'"),
        (
            "[a:shogi]\nmaxFile = 8",
            "line 1: a: startFen: rank a has 9 squares instead of 8 at \
            character 1 of the position",
        ),
        (
            "[a:shogi]\nflyingGeneral = true",
            "line 2: a: flyingGeneral: 'true' is not supported, \
            only 'false'",
        ),
        (
            "[a:shogi]\nimmobilityIllegal = yes",
            "line 2: a: immobilityIllegal: expected true or \
            false, found 'yes'",
        ),
        (
            "[a:shogi]\nimmobilityIllegal = true ",
            "line 2: a: immobilityIllegal: expected true or \
            false, found 'true ', with spaces at the end that Fairy-Stockfish does not ignore",
        ),
        (
            "[a:shogi]\npieceDrops = false",
            "line 2: a: pieceDrops: games without drops of captured \
            pieces are not supported; set it to true",
        ),
        (
            "[a]",
            "line 1: a: pieceDrops: games without drops of captured pieces are not supported; \
            set it to true",
        ),
        (
            "[a:shogi]\nnMoveRule = 50",
            "line 2: a: nMoveRule: draws after a number of moves are not \
            supported; set it to 0",
        ),
        (
            "[a:shogi]\npawn = p",
            "line 2: a: pawn: the pawn of chess is not supported; define the \
            piece as a customPiece or shogiPawn",
        ),
        (
            "[a:shogi]\nhorse = n",
            "line 2: a: horse: a piece whose leaps can be blocked is not \
            supported",
        ),
        (
            "[a:shogi]\nrook = r:R",
            "line 2: a: rook: only customPiece1 to customPiece25 and king may \
            have a movement",
        ),
        ("[a:shogi]\nrook = rr", "line 2: a: rook: expected one letter or '-', found 'rr'"),
        ("[a:shogi]\nrook = 5", "line 2: a: rook: expected a letter from a to z, found '5'"),
        (
            "[a:shogi]\ncustomPiece1 = p",
            "line 2: a: customPiece1: expected a movement after the \
            letter, as in 'p:WfF'",
        ),
        ("[a:shogi]\ncustomPiece1 = p:", "line 2: a: customPiece1: the movement is empty"),
        ("[a:shogi]\ncustomPiece1 = p:fYW", "line 2: a: customPiece1: unknown letter 'Y' in 'fYW'"),
        ("[a:shogi]\ncustomPiece26 = p:W", "line 2: a: customPiece26: unknown key"),
        (
            "[a:shogi]\ncustomPiece1 = p:flN",
            "line 2: a: customPiece1: no notation of ours selects \
            the same leaps as 'flN'",
        ),
        ("[a:shogi]\ncustomPiece1 = l:fsN", ""),
        (
            "[a:shogi]\ncustomPiece1 = l:cR",
            "line 2: a: customPiece1: where this piece could never \
            move, immobilityIllegal forbids more than unpromoted pieces on the last ranks, which \
            is not supported",
        ),
        (
            "[a:shogi]\nking = k:R",
            "line 2: a: king: 'R' is not a king's movement, which consists of leaps and single steps that \
            both move and capture",
        ),
        ("[a:shogi]\nking = -", "line 1: a: startFen: no piece has the letter 'k' (inherited)"),
        (
            "[a:shogi]\nking = -\ncommoner = k",
            "line 1: a: king: a game without a king is not supported",
        ),
        (
            "[a:shogi]\nstartFen = 9",
            "line 2: a: startFen: expected the side to move, w or b, after \
            the board",
        ),
        (
            "[a:shogi]\nstartFen = 4k4/9/9/9/9/9/9/9/4K4 w KQ - 0 1",
            "line 2: a: startFen: castling \
            rights ('KQ') are not supported; write '-'",
        ),
        (
            "[a:shogi]\nstartFen = 4*4/9/9/9/9/9/9/9/4K4 w",
            "line 2: a: startFen: walls ('*') are not \
            supported",
        ),
        (
            "[a:shogi]\nstartFen = 4k4/9/9/9/9/9/9/9/4K4[P w",
            "line 2: a: startFen: expected ']' after \
            the hands",
        ),
        (
            "[a:shogi]\npromotedPieceType = p:g g:s",
            "line 2: a: promotedPieceType: 'l' promotes to \
            'g', which promotes again; use another piece with the same movement, or 'g:-'",
        ),
        (
            "[a:shogi]\npromotedPieceType = pg",
            "line 2: a: promotedPieceType: expected pairs of \
            letters, as in 'p:g r:d', or 'p:-' for none",
        ),
        (
            "[a:shogi]\npromotedPieceType = p:x",
            "line 2: a: promotedPieceType: no piece has the \
            letter 'x'",
        ),
        (
            "[a:shogi]\npromotedPieceType = p:k",
            "line 2: a: promotedPieceType: 'p' cannot promote to \
            the king",
        ),
        (
            "[a:shogi]\npromotedPieceType = k:g",
            "line 2: a: promotedPieceType: a king that promotes \
            is not supported",
        ),
        (
            "[a:shogi]\ngold = -\nstartFen = 4k4/9/9/9/9/9/9/9/4KP3 w",
            "line 1: a: promotedPieceType: \
            'p' promotes to gold, which has no letter (inherited)",
        ),
        (
            "[a:shogi]\npromotionRegionWhite = e5",
            "line 2: a: promotionRegionWhite: regions other \
            than whole ranks are not supported",
        ),
        (
            "[a:shogi]\npromotionRegionWhite = 5",
            "line 2: a: promotionRegionWhite: expected squares \
            like d4, ranks like *8 or files like d*, found '5'",
        ),
        (
            "[a:shogi]\npromotionRank = 7",
            "line 2: a: promotionRank: this deprecated key is not \
            supported; use promotionRegionWhite",
        ),
        (
            "[a:shogi]\ndropRegionWhite = *1 *2",
            "line 2: a: dropRegionWhite: drops on a part of the \
            board are not supported",
        ),
        (
            "[a:shogi]\nmobilityRegionWhiteKing = *1",
            "line 2: a: mobilityRegionWhiteKing: regions to \
            which a piece is confined are not supported",
        ),
        ("[a:shogi]\ndropNoDoubled = x", "line 2: a: dropNoDoubled: no piece has the letter 'x'"),
        (
            "[a:shogi]\ndropNoDoubled = pl",
            "line 2: a: dropNoDoubled: expected the letter of a piece, \
            found 'pl'",
        ),
        (
            "[a:shogi]\ndropNoDoubled = l",
            "line 2: a: dropNoDoubled: a limit per file for a piece \
            other than shogiPawn is not supported together with shogiPawnDropMateIllegal",
        ),
        (
            "[a:shogi]\ndropNoDoubled = g",
            "line 2: a: dropNoDoubled: promoted pieces of this type \
            would count for the limit per file, which is not supported",
        ),
        (
            "[a:shogi]\nnFoldRule = 0",
            "line 2: a: nFoldRule: expected a number from 2 to 10, found '0'",
        ),
        (
            "[a:shogi]\nnFoldValue = lose",
            "line 2: a: nFoldValue: expected win or loss or draw, found \
            'lose'",
        ),
        (
            "[a:shogi]\nstalemateValue = win",
            "line 2: a: stalemateValue: expected loss or draw, found \
            'win'",
        ),
        (
            "[a:shogi]\nflagRegion = *5",
            "line 2: a: flagRegion: only the king may win by reaching a \
            region; set flagPiece to the king's letter",
        ),
        (
            "[a:shogi]\nflagRegion = *1\nflagPiece = k",
            "line 1: a: startFen: a king is on its goal \
            ranks already",
        ),
        (
            "[a:kyotoshogi]",
            "line 1: a: dropPromoted: 'true' is not supported, only 'false' (inherited)",
        ),
        ("[a:shogi]\n= 5", "line 2: a: expected a key before '='"),
    ];
    let mut failures = String::new();
    for (text, expected) in cases {
        let found = errors(text).join("\n");
        if found != expected {
            failures += &format!("{text}\nfound:    {found}\nexpected: {expected}\n\n");
        }
    }
    assert_eq!(failures, "");
}

/// Texts that a reader must survive. It may make games of them.
#[test]
fn any_text_is_read() {
    let huge_value = format!("[a:shogi]\nstartFen = {}", "9/".repeat(100_000));
    let huge_movement = format!("[a:shogi]\ncustomPiece1 = p:{}", "fR".repeat(100_000));
    let deep: String =
        (1..3000).map(|i| format!("[g{i}:g{}]\ncheckCounting = true\n", i - 1)).collect();
    let same_header = "[a:b]\n".repeat(20_000);
    let headers = "[\n".repeat(20_000);
    let unknown: String = (0..20_000).map(|i| format!("key{i} = 1\n")).collect();
    let cases = [
        huge_value,
        huge_movement,
        format!("[g0:shogi]\n{deep}"),
        same_header,
        headers,
        format!("[a:shogi]\n{unknown}"),
        "[".into(),
        "[]".into(),
        "[:]".into(),
        "[a:shogi]\nstartFen = [".into(),
        "[a:shogi]\nstartFen = +++ w".into(),
        "[a:shogi]\ncustomPiece1 = \u{1f600}:W".into(),
        "[\u{0}:shogi]\nrook = r".into(),
    ];
    for text in cases {
        let file = games::parse(&text);
        assert!(!file.errors.is_empty() || !file.games.is_empty(), "{text}");
        assert!(file.errors.len() <= 1001);
    }
}

/// A limit on the number of games bounds the memory and time that a file takes.
#[test]
fn a_file_has_a_limited_number_of_games() {
    let text: String = (0..70).map(|i| format!("[g{i}:minishogi]\n")).collect();
    let file = games::parse(&text);
    assert_eq!(file.games.len(), 64);
    assert_eq!(
        errors(&text),
        ["line 65: g64: this game and those after it are ignored: a file may have 1000 games, of \
          which 64 can be available"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    /// Files with random edits are read, and the games that are still valid can be played.
    #[test]
    fn edited_files_are_read(
        game in 0..12_usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..5, "[a-zA-Z0-9:/=*+\\[\\] -]"), 1..4),
    ) {
        let text = read("variants.ini");
        let sections: Vec<&str> = text.split("\n\n").filter(|part| part.contains('[')).collect();
        let mut text = sections[game].to_owned();
        for (index, kind, symbol) in edits {
            let at = index.index(text.len());
            match kind {
                0 => text.truncate(at),
                1 => text.insert_str(at, &symbol),
                2 => { text.remove(at); }
                3 => { text.replace_range(at..at + 1, &symbol); }
                _ => text.extend_from_within(at..),
            }
            if text.is_empty() {
                break;
            }
        }
        for game in games::parse(&text).games {
            let rules = Rules::build(&game.spec).unwrap();
            perft(&mut Position::start(rules), 2);
        }
    }
}
