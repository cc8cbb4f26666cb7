//! Rules files: what their errors say, that they are written as they are read, and that no text makes
//! the reader panic.

use crate::{cases, errors, mutate, only_game};
use games::{ImportOptions, MAX_FILE_SIZE, import_diagram};
use rules::spec::{PieceSpec, Role};
use rules::{GameSpec, Movement, Position, Rules, SplitMix64, perft};
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::{NamedTempFile, TempPath};

const EXAMPLE: &str = include_str!("../../../rules/examples/minicannon.toml");

/// Returns the built-in games. Tests register others.
fn built_in() -> Vec<&'static str> {
    games::names().filter(|name| games::source(name).is_some()).collect()
}

fn spec_of(name: &str) -> GameSpec {
    games::by_name(name).unwrap().spec().clone()
}

/// Creates a temporary file.
fn write_file(bytes: &[u8]) -> TempPath {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file.into_temp_path()
}

/// Returns the game of the example under another name.
fn example_named(name: &str) -> String {
    EXAMPLE.replacen("name = \"minicannon\"", &format!("name = \"{name}\""), 1)
}

#[test]
fn the_example_is_a_playable_game() {
    let rules = Rules::build(&only_game(EXAMPLE)).unwrap();
    assert_eq!(perft(&mut Position::start(rules), 3), 2305);
}

#[test]
fn the_examples_of_movements_are_a_game() {
    assert_eq!(errors(include_str!("../../../../docs/movements/examples.toml")), [""; 0]);
    let page = include_str!("../../../../docs/games-from-files.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(errors(example.unwrap()), [""; 0]);
}

/// The page for people and the reference of the parser, whose atoms stand in one code span after another.
#[test]
fn every_atom_of_a_movement_is_documented() {
    let page = include_str!("../../../../docs/movements.md");
    let reference = include_str!("../../../rules/src/betza/mod.rs");
    let spans: Vec<&str> = reference.lines().filter(|line| line.starts_with("//! | ")).collect();
    for letter in 'A'..='Z' {
        let is_atom = letter.to_string().parse::<Movement>().is_ok();
        assert_eq!(page.contains(&format!("| `{letter}` |")), is_atom, "{letter} in the page");
        let mut words = spans.iter().flat_map(|row| row.split([' ', '`']));
        assert_eq!(words.any(|word| word == letter.to_string()), is_atom, "{letter}");
    }
}

#[test]
fn every_error_names_the_line_and_what_to_change() {
    // A change to the example, and the expected error on its line.
    for [old, new, error] in cases(include_str!("../errors/rules_files.toml")) {
        assert!(EXAMPLE.contains(&old), "the example has no {old}");
        let found = games::parse(&EXAMPLE.replacen(&old, &new, 1)).errors;
        let Some(found) = found.iter().find(|found| found.message == error) else {
            panic!("{new}\nexpected: {error}\nfound: {found:#?}")
        };
        // The error is on the changed line, unless something is missing or two keys disagree.
        let first = EXAMPLE[..EXAMPLE.find(&old).unwrap()].lines().count();
        let last = first + new.lines().count() + 1;
        let elsewhere = [
            "missing key",
            "no piece has the role",
            "already has",
            "two-pawns: two",
            "start: a king",
        ];
        let is_elsewhere = elsewhere.iter().any(|start| error.contains(start));
        assert!(is_elsewhere || (first..=last).contains(&found.line), "{new}: {found}");
    }
}

#[test]
fn all_errors_of_a_file_are_listed() {
    let text = EXAMPLE
        .replace("ranks = 5", "rank = 5")
        .replace("letter = \"C\"", "letter = 5")
        .replace("movement = \"FfW\"", "moves = \"FfW\"");
    let lines: Vec<_> = games::parse(&text).errors.iter().map(|error| error.line).collect();
    // A key that is not like any other is both missing in the piece and unknown.
    let line_of = |start: &str| text.lines().position(|line| line.starts_with(start)).unwrap() + 1;
    let silver = line_of("letter = \"S\"") - 1;
    assert_eq!(lines, [line_of("rank ="), line_of("letter = 5"), silver, line_of("moves")]);
}

#[test]
fn one_mistake_is_one_error() {
    for (old, new, expected) in [
        ("ranks = 5", "rangs = 5", "unknown key 'rangs': did you mean 'ranks'?"),
        (
            "role = \"king\"",
            "roles = \"king\"",
            "piece 'K': unknown key 'roles': did you mean 'role'?",
        ),
        ("letter = \"C\"", "lettr = \"C\"", "piece 2: unknown key 'lettr': did you mean 'letter'?"),
        ("name = \"Tokin\"", "name = \"Tokin", "the closing \" of a text is missing"),
        ("ranks = 5", "ranks = ５", "found the full-width '５', expected '5'"),
        (
            "role = \"king\"",
            "",
            "piece: no piece has the role of the king; write role = \"king\" in its [[piece]]",
        ),
        ("rcsgk/4p", "rcsg1/4p", "start: white has no king, expected one of each side"),
    ] {
        let found = games::parse(&EXAMPLE.replacen(old, new, 1)).errors;
        let messages: Vec<_> = found.iter().map(|error| &error.message).collect();
        assert_eq!(messages, [expected], "{new}");
    }
}

#[test]
fn errors_of_every_kind_are_listed_at_once() {
    let text = EXAMPLE
        .replace("title = \"Mini Cannon Shogi\"", "title = 5")
        .replace("kanji = \"砲\"", "dead-ranks = 9")
        .replace("movement = \"FfW\"", "movement = \"FfX\"")
        .replace("rcsgk/4p/", "rcsgk/3p/")
        .replace("name = \"Tokin\"", "name = \"\"");
    assert_eq!(
        errors(&text),
        [
            "line 8: title: found integer '5', expected a string",
            "line 18: start: rank b has 4 squares instead of 5 at character 7 of the position",
            "line 36: piece 'C': dead-ranks: 9 ranks cover the whole board, which has 5; \
             expected 0 to 4",
            "line 50: piece 'S': movement: unknown letter 'X' at character 3 of the movement 'FfX'",
            "line 61: piece 'P': promotes-to.name: invalid text '', expected printable characters on \
             one line",
        ]
    );
    // A key that cannot be read causes no errors in others.
    let text =
        EXAMPLE.replace("files = 5", "files = 'five'").replace("letter = \"C\"", "letter = 2");
    assert_eq!(errors(&text).len(), 2, "{:?}", errors(&text));
}

#[test]
fn a_file_without_a_game_is_an_error() {
    assert_eq!(
        errors(""),
        ["name", "files", "ranks", "promotion-ranks", "start", "piece"]
            .map(|key| format!("line 1: missing key '{key}'"))
    );
}

#[test]
fn files_may_begin_with_a_byte_order_mark_and_have_any_line_ends() {
    for text in [EXAMPLE, "[game:shogi]\n"] {
        only_game(&format!("\u{feff}{}", text.replace('\n', "\r\n")));
    }
    let diagram = "\u{feff}files=5\r\nranks=5\r\nKing:K:K::a1,,e5";
    assert_eq!(import(diagram, None).unwrap().start_sfen, "4k/5/5/5/K4 b - 1");
}

#[test]
fn what_a_file_leaves_out_is_as_in_shogi() {
    let text = "name = 'small'\nfiles = 3\nranks = 4\npromotion-ranks = 1\nstart = '1k1/3/3/1KG'\n\
                [[piece]]\nletter = 'K'\nname = 'King'\nmovement = 'K'\nrole = 'king'\n\
                [[piece]]\nletter = 'G'\nname = 'Gold'\nkanji = ' 金  銀 '\nmovement = 'WfF'\n\
                promotes-to = { name = 'King', movement = 'K' }";
    let rules = Rules::build(&only_game(text)).unwrap();
    let shogi = spec_of("shogi");
    assert_eq!(rules.title(), "small");
    assert_eq!(rules.start_sfen(), "1k1/3/3/1KG b - 1");
    assert_eq!(rules.spec().pawn_drop_mate, shogi.pawn_drop_mate);
    assert_eq!(rules.spec().two_pawns, shogi.two_pawns);
    assert_eq!(rules.spec().repetition, shogi.repetition);
    assert_eq!(rules.spec().perpetual_check, shogi.perpetual_check);
    assert_eq!(rules.repetition_count(), usize::from(shogi.repetition_count));
    assert_eq!(rules.spec().stalemate, shogi.stalemate);
    assert_eq!(rules.piece_infos()[0].unpromoted.kanji, ["K", "K"]);
    let promoted = rules.piece_infos()[1].promoted.as_ref().unwrap();
    assert_eq!(promoted.kanji, ["成金", "成銀"]);
}

#[test]
fn games_are_written_as_they_are_read() {
    for name in built_in() {
        let spec = spec_of(name);
        assert_eq!(only_game(&games::to_toml(&spec)), spec);
    }
}

#[test]
fn names_are_unique() {
    let one = write_file(example_named("unique-name").as_bytes());
    let loaded = games::load(&one);
    let [rules] = loaded.games[..] else { panic!("{:?}", loaded.errors) };
    assert!(std::ptr::eq(rules, games::by_name("Unique-Name").unwrap()));
    assert!(
        games::source("unique-name").is_none() && games::names().any(|name| name == "unique-name")
    );

    // Loading a file again keeps the rules if nothing has changed.
    assert!(std::ptr::eq(games::load(&one).games[0], rules));
    let changed =
        example_named("unique-name").replace("promotion-ranks = 1", "promotion-ranks = 2");
    fs::write(&one, changed).unwrap();
    let reloaded = games::load(&one).games[0];
    assert_eq!(reloaded.spec().promotion_ranks, 2.into());
    assert!(std::ptr::eq(reloaded, games::by_name("unique-name").unwrap()));

    let other = write_file(example_named("UNIQUE-name").as_bytes());
    let [error] = &games::load(&other).errors[..] else { panic!("one error") };
    assert_eq!(
        error.to_string(),
        format!(
            "{}:7: name: 'UNIQUE-name' is also defined in {}; choose another name",
            other.display(),
            one.canonicalize().unwrap().display()
        )
    );
    fs::write(&other, example_named("Shogi")).unwrap();
    let [error] = &games::load(&other).errors[..] else { panic!("one error") };
    assert_eq!(error.message, "name: 'Shogi' is a built-in game; choose another name");
    assert_eq!(error.line, Some(7));
}

#[test]
fn unreadable_files_are_refused() {
    let message = |path: &Path| {
        let [error] = &games::load(path).errors[..] else { panic!("one error") };
        (error.line, error.message.clone())
    };
    let binary = write_file(b"name = 'x'\nabout = '\xff'\n");
    assert_eq!(message(&binary), (Some(2), "not UTF-8 text".into()));
    let large = write_file(&vec![b' '; MAX_FILE_SIZE as usize + 1]);
    assert_eq!(message(&large), (None, "larger than 1 MiB, the largest that is read".into()));
    let folder = std::env::temp_dir();
    assert_eq!(message(&folder), (None, "not a regular file".into()));
    let missing = folder.join("no-such-game.toml");
    assert_eq!(message(&missing).0, None);
}

#[test]
fn mutated_files_never_panic() {
    let mut random = SplitMix64::new(7);
    let built_in = built_in();
    let mut valid = 0;
    for round in 0..2_000 {
        let source = games::source(built_in[round % built_in.len()]).unwrap();
        let text = mutate(source, &mut random);
        let file = games::parse(&text);
        let lines = text.lines().count().max(1);
        for error in &file.errors {
            assert!((1..=lines + 1).contains(&error.line), "{error}\n{text}");
            assert!(!error.message.contains(char::is_control), "{error}");
        }
        assert_ne!(file.games.is_empty(), file.errors.is_empty(), "{text}");
        for game in file.games {
            valid += 1;
            assert_eq!(only_game(&games::to_toml(game.rules.spec())), *game.rules.spec());
        }
    }
    assert!(valid > 50, "only {valid} mutated files were valid");
}

#[test]
fn large_and_deep_files_are_refused_quickly() {
    let size = MAX_FILE_SIZE as usize;
    let unknown_keys =
        |count: usize| -> String { (0..count).map(|n| format!("k{n}=1\n")).collect() };
    for text in [
        "[".repeat(size),
        "a = ".to_owned() + &"[".repeat(size / 2),
        "a = ".to_owned() + &"{a=".repeat(size / 4),
        "a.".repeat(size / 2) + "a = 1",
        "[[piece]]\n".repeat(size / 10),
        unknown_keys(size / 10),
        unknown_keys(1_000) + EXAMPLE,
        EXAMPLE.to_owned() + &"[[piece]]\nletter='X'\nname='x'\nmovement='K'\n".repeat(size / 50),
        EXAMPLE.replace("mRcpR", &"mRcpR".repeat(size / 10)),
        EXAMPLE.replace("mRcpR", &"f".repeat(size / 2)),
        EXAMPLE.replace("rcsgk/", &"rcsgk/".repeat(size / 7)),
        EXAMPLE.replace("rcsgk/", &"9".repeat(size / 2)),
        EXAMPLE.replace("飛車", &"飛".repeat(size / 4)),
        "\"".repeat(size),
        "\0".repeat(size),
    ] {
        let file = games::parse(&text);
        assert!(!file.errors.is_empty(), "{}", &text[..100]);
        assert!(file.errors.len() <= 40, "{} errors", file.errors.len());
        assert!(file.errors.iter().all(|error| error.message.len() < 4_000));
    }
}

/// The largest game that a file can describe is accepted, and one more piece is not.
#[test]
fn a_game_may_have_sixteen_kinds_of_piece() {
    let mut spec: GameSpec = spec_of("shogi");
    let template = spec.pieces[2].clone();
    for letter in ['A', 'C', 'D', 'E', 'F', 'H', 'I', 'J'] {
        spec.pieces.push(PieceSpec { letter, ..template.clone() });
    }
    assert_eq!(errors(&games::to_toml(&spec)), [""; 0]);
    spec.pieces.push(PieceSpec { letter: 'M', ..template });
    let found = errors(&games::to_toml(&spec));
    assert!(found[0].ends_with(": piece: more than 16 pieces"), "{found:?}");
}

/// Shogi as an Interactive Diagram, with promoted forms after the pieces.
const SHOGI_DIAGRAM: &str = "\
<div class=\"idiagram\">
files=9 ranks=9
promoZone=3
maxPromote=6
promoOffset=8
symmetry=rotate
royal=K
Pawn:P:fW:pawn:a3-i3
Lance:L:fR:lance:a1,i1
Knight:N:fN:knight:b1,h1
silver general:S:FfW:silver:c1,g1
Bishop:B:B:bishop:b2
Rook:R:R:rook:h2
Gold:G:WfF:gold:d1,f1
King:K:K:king:e1
Tokin::WfF:tokin:
Promoted Lance::WfF::
Promoted Knight::WfF::
Promoted Silver::WfF::
Horse:DH:BW::
Dragon:DK:RF::
</div>
";

fn import(text: &str, pawn: Option<char>) -> Result<GameSpec, String> {
    let options = ImportOptions { name: "imported".into(), pawn, ..ImportOptions::default() };
    let rules = import_diagram(text, &options).map_err(|errors| errors[0].to_string())?;
    Ok(rules.spec().clone())
}

#[test]
fn an_interactive_diagram_of_shogi_is_imported_as_shogi() {
    let imported = import(SHOGI_DIAGRAM, Some('P')).unwrap();
    let shogi = spec_of("shogi");
    assert_eq!(imported.start_sfen, shogi.start_sfen);
    assert_eq!(imported.promotion_ranks, 3.into());
    for piece in &imported.pieces {
        let expected = shogi.pieces.iter().find(|other| other.letter == piece.letter).unwrap();
        let movement = |piece: &PieceSpec| {
            let promoted = piece.promotion.as_ref().map(|promotion| promotion.movement.clone());
            (piece.movement.clone(), promoted, piece.dead_ranks, piece.role)
        };
        assert_eq!(movement(piece), movement(expected), "{}", piece.name);
    }
    assert_eq!(imported.pieces[3].name, "Silver General");
    assert_eq!(errors(&games::to_toml(&imported)), [""; 0]);
}

#[test]
fn promoted_forms_may_be_named_by_their_ids_and_sides_may_differ() {
    let text = "files=5\nranks=5\npromoZone=1\nPawn:P:fW::a2,,e4\n+Pawn:+P:WfF::\nKing:K:K::a1,,e5";
    let imported = import(text, Some('-')).unwrap();
    assert_eq!(imported.start_sfen, "4k/4p/5/P4/K4 b - 1");
    assert_eq!(imported.pieces[0].promotion.as_ref().unwrap().movement, "WfF");
    assert_eq!(imported.pieces[0].role, Role::Ordinary);
    let spaced = text.replacen("files=5", "files = 5 ", 1).replacen("ranks=5", "ranks =5", 1);
    assert_eq!(import(&spaced, Some('-')).unwrap().start_sfen, imported.start_sfen);
}

#[test]
fn errors_in_a_diagram_say_what_to_give() {
    assert_eq!(
        import(&SHOGI_DIAGRAM.replace("Offset=8", "Offset=9"), Some('P')).unwrap_err(),
        "line 5: promoOffset: Rook would promote to piece 15, but there are 14"
    );
    assert_eq!(
        import(SHOGI_DIAGRAM, None).unwrap_err(),
        "line 8: a diagram does not say whether the rules for pawns apply to piece 'P'; give --pawn P, \
         or --pawn none"
    );
    for [old, new, error] in cases(include_str!("../errors/diagrams.toml")) {
        assert!(SHOGI_DIAGRAM.contains(&old), "{old}");
        let found = import(&SHOGI_DIAGRAM.replacen(&old, &new, 1), Some('P')).unwrap_err();
        assert_eq!(found, error, "{new}");
    }
    assert_eq!(
        import(SHOGI_DIAGRAM, Some('X')).unwrap_err(),
        "line 8: --pawn: no piece has the ID 'X'"
    );
    assert_eq!(
        import("", None).unwrap_err(),
        "line 1: no pieces, expected lines of name:ID:move:image:squares"
    );
}

#[test]
fn mutated_diagrams_never_panic() {
    let mut random = SplitMix64::new(11);
    for _ in 0..2_000 {
        let text = mutate(SHOGI_DIAGRAM, &mut random);
        if let Ok(spec) = import(&text, Some('P')) {
            assert_eq!(errors(&games::to_toml(&spec)), [""; 0]);
        }
    }
}

#[test]
fn a_rule_table_before_the_pieces_does_not_make_the_file_an_ini_file() {
    let file =
        games::parse("[impasse]\nrule = \"both-kings-entered\"\n\n[[piece]]\nletter = \"K\"\n");
    let messages: Vec<_> = file.errors.iter().map(ToString::to_string).collect();
    let expected = "line 1: impasse: missing key 'majors'";
    assert!(messages.iter().any(|message| message == expected), "{messages:#?}");
}
