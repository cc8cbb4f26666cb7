//! Games from a `variants.ini`: the same moves as in Fairy-Stockfish, the same games in our own
//! format, and clear errors.

use crate::{cases, errors, mutate, only_game};
use games::ParsedGame;
use rules::{GameSpec, Position, SplitMix64, perft};
use std::path::{Path, PathBuf};

fn data_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/variants").join(name)
}

fn read(name: &str) -> String {
    let path = data_file(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The counts are by Fairy-Stockfish, without pawn drops that give mate where the game forbids them.
#[test]
fn perft_agrees_with_fairy_stockfish() {
    let file = games::parse(&read("variants.ini"));
    assert_eq!(file.errors, []);
    assert_eq!(file.games.len(), 16);
    for game in &file.games {
        let rules = game.rules;
        let table = read(&format!("{}.tsv", game.rules.name()));
        assert!(table.lines().count() >= 5, "{}", game.rules.name());
        for line in table.lines() {
            let (sfen, counts) = line.split_once('\t').unwrap();
            let mut position = Position::from_sfen(rules, sfen)
                .unwrap_or_else(|error| panic!("{} {sfen}: {error}", game.rules.name()));
            for (depth, expected) in (1..).zip(counts.split(' ')) {
                let found = perft(&mut position, depth);
                assert_eq!(found.to_string(), expected, "{} {sfen} {depth}", game.rules.name());
            }
        }
    }
}

/// What perft does not show: the rules on repetition, perpetual check and stalemate, and the characters on
/// the pieces.
const OTHER_RULES: [&str; 16] = [
    "minicannon BlackLoses 4 Loses Loses 飛車金将銀将歩兵玉将 王将",
    "tryshogi BlackLoses 4 Loses Loses 角行飛車金将銀将歩兵玉将 王将",
    "handgoro Draw 4 Loses Draw 香車金将銀将桂馬歩兵玉将 王将",
    "lopsided Draw 4 Loses Loses 角行飛車金将銀将桂馬歩兵玉将 王将",
    "toricannon RepeaterLoses 4 Loses Loses 歩兵玉将 王将",
    "hoppers RepeaterWins 3 Allowed Loses 玉将 王将",
    "eurocannon Draw 4 Loses Loses 角行飛車金将歩兵玉将 王将",
    "yarilances WhiteLoses 4 Loses Loses 角行飛車金将銀将桂馬歩兵玉将 王将",
    "tenfiles WhiteLoses 4 Loses Loses 角行飛車金将銀将桂馬玉将 王将",
    "tencannons WhiteLoses 4 Loses Loses 角行飛車金将銀将桂馬玉将 王将",
    "yarileaps Draw 3 Loses Loses 歩兵玉将 王将",
    "divergent Draw 4 Loses Loses 飛車金将銀将歩兵玉将 王将",
    "lamehorses Draw 4 Loses Loses 角行飛車金将銀将歩兵玉将 王将",
    "lameleaps Draw 4 Loses Loses 飛車金将歩兵玉将 王将",
    "palace Draw 3 Allowed Loses 飛車玉将 王将",
    "facing BlackLoses 4 Loses Loses 角行飛車金将銀将歩兵玉将 王将",
];

#[test]
fn games_are_the_same_in_our_format() {
    let mut other_rules = Vec::new();
    for ParsedGame { rules, .. } in games::parse(&read("variants.ini")).games {
        let spec = rules.spec();
        assert_eq!(only_game(&games::to_toml(spec)), *spec);
        let GameSpec { name, repetition, repetition_count, perpetual_check, stalemate, .. } = spec;
        let kanji: String = spec.pieces.iter().map(|piece| piece.kanji.as_str()).collect();
        other_rules.push(format!(
            "{name} {repetition:?} {repetition_count} {perpetual_check:?} {stalemate:?} {kanji}"
        ));
    }
    assert_eq!(other_rules, OTHER_RULES);
}

#[test]
fn our_games_for_fairy_stockfish_are_the_built_in_ones() {
    let file = games::parse(games::FAIRY_STOCKFISH_VARIANTS);
    assert_eq!(file.errors, []);
    let names: Vec<&str> = file.games.iter().map(|game| game.rules.name()).collect();
    assert_eq!(names, ["shosucourier", "cannonshosu", "cannonshogi"]);
    for game in &file.games {
        let built_in = games::by_name(game.rules.name()).unwrap();
        let rules = game.rules;
        let table = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../engine-tests/data/perft")
            .join(format!("{}.tsv", game.rules.name()));
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
    assert_eq!(file.games[0].rules.name(), "b");
    let expected = "'true' is not supported, only 'false'";
    assert_eq!(
        errors(text),
        [
            format!("line 2: a: checkCounting: {expected}"),
            format!("line 2: c: checkCounting: {expected}"),
        ]
    );
}

/// The draw by a number of moves does not change which moves are legal.
#[test]
fn the_rule_on_a_number_of_moves_is_left_out_with_a_note() {
    let notes = |text: &str| {
        let games = games::parse(text).games;
        games[0].notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let note = "a: nMoveRule: the draw after 40 moves without a capture is left out";
    assert_eq!(notes("[a:shogi]\nnMoveRule = 40"), [format!("line 2: {note}")]);
    assert_eq!(notes("[a:shogi]"), [""; 0]);
}

/// Each message names the game, the key and the line, and tells what to change.
#[test]
fn errors_name_game_key_and_line() {
    for [text, expected] in cases(include_str!("../errors/variants_ini.toml")) {
        assert_eq!(errors(&text).join("\n"), expected, "{text}");
    }
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
    let unknown: String = (0..2_000).map(|i| format!("key{i} = 1\n")).collect();
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

/// The games that are still valid can be played.
#[test]
fn mutated_files_are_read() {
    let mut random = SplitMix64::new(3);
    let text = read("variants.ini");
    let sections: Vec<&str> = text.split("\n\n").filter(|part| part.contains('[')).collect();
    for round in 0..400 {
        let text = mutate(sections[round % sections.len()], &mut random);
        for game in games::parse(&text).games {
            perft(&mut Position::start(game.rules), 2);
        }
    }
}
