//! Parsing of positions, moves and movements: no text causes a panic or an inconsistent position.

use engine_tests::data;
use engine_tests::random_play::{sample_size, seeded_rng};
use engine_tests::random_rules::random_movement;
use engine_tests::reference::{GameState, RuleSet};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rules::{Movement, Position, Rules};

/// Regular expression for texts that resemble an SFEN.
const LOOKS_LIKE_SFEN: &str = "[KPRBGSNLUAQkprbgsnluaq+/0-9]{0,40}( [bwBW]{0,2}( [-KPRBGSNLkprbgsnl0-9]{0,12}( [0-9]{0,12})?)?)?";
/// Regular expression for texts that resemble a move.
const LOOKS_LIKE_A_MOVE: &str = "[a-kKPRB0-9*@+]{0,8}";

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A random edit of a text, like a typing error.
#[derive(Clone, Debug)]
enum Edit {
    Insert(char),
    Remove,
    Replace(char),
    /// Repeats this many characters.
    Repeat(usize),
    Truncate,
}

/// Characters with a meaning in some text, and a few without.
const ALPHABET: &str = "KkPpRrBbGgSsNnLlUuAaCcIiDdQq+-/*@[]0123456789 bwfsvmchz\té🂡\u{3000}\u{301}";

/// Generates up to `max` edits, each with its offset as a fraction of the text's length.
fn edits(max: usize) -> impl Strategy<Value = Vec<(f64, Edit)>> {
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    let character =
        || prop_oneof![9 => proptest::sample::select(alphabet.clone()), 1 => any::<char>()];
    let edit = prop_oneof![
        4 => character().prop_map(Edit::Insert),
        4 => Just(Edit::Remove),
        4 => character().prop_map(Edit::Replace),
        2 => (1_usize..8).prop_map(Edit::Repeat),
        1 => Just(Edit::Truncate),
    ];
    prop::collection::vec((0.0..1.0, edit), 0..=max)
}

fn apply_edits(text: &str, edits: &[(f64, Edit)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, edit) in edits {
        let at = (place * (text.len() + 1) as f64) as usize;
        match *edit {
            Edit::Insert(c) => text.insert(at, c),
            Edit::Replace(c) if at < text.len() => text[at] = c,
            Edit::Remove if at < text.len() => drop(text.remove(at)),
            Edit::Repeat(length) => {
                let repeated = text[at..(at + length).min(text.len())].to_vec();
                text.splice(at..at, repeated);
            }
            Edit::Truncate => text.truncate(at),
            Edit::Replace(_) | Edit::Remove => {}
        }
    }
    text.into_iter().collect()
}

/// Generates the name of a game.
fn game() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(games::names().collect::<Vec<_>>())
}

/// Generates the name of a game and the SFEN of one of its positions.
fn game_and_sfen() -> impl Strategy<Value = (&'static str, String)> {
    let row = |name| data::perft(name).into_iter().map(move |row| (name, row.sfen));
    proptest::sample::select(games::names().flat_map(row).collect::<Vec<_>>())
}

fn rules(name: &str) -> &'static Rules {
    games::by_name(name).expect("a built-in game")
}

/// Asserts that an error points into its text and has a message of one line.
fn assert_good_error(text: &str, offset: usize, message: &str) {
    assert!(text.is_char_boundary(offset), "offset in {text:?}: {offset}");
    assert!(!message.is_empty() && !message.contains('\n'), "message for {text:?}: {message:?}");
}

/// Parses a text as SFEN and as FEN. Asserts that an accepted position is legal and consistent, and
/// that the reference, whose SFEN parser is stricter, accepts no more than the engine.
fn check_position_text(rules: &'static Rules, text: &str) {
    for (format, parsed) in
        [("SFEN", Position::from_sfen(rules, text)), ("FEN", Position::from_fen(rules, text))]
    {
        match parsed {
            Err(error) => assert_good_error(text, error.offset, &error.to_string()),
            Ok(position) => {
                let context = || format!("{format} {text:?}");
                assert!(position.is_consistent(), "consistent: {}", context());
                assert_eq!(position.validate(), [], "legal: {}", context());
                let sfen = position.sfen().to_string();
                let again = Position::from_sfen(rules, &sfen).expect("an SFEN of the engine");
                assert_eq!(again.sfen().to_string(), sfen, "round trip: {}", context());
                assert_eq!(again.table_key(), position.table_key(), "table key: {}", context());
                if let Some(rule_set) = RuleSet::by_name(rules.name()) {
                    let reference = GameState::from_sfen(rule_set, &sfen);
                    assert!(reference.is_ok(), "rejected by the reference: {}", context());
                }
            }
        }
    }
    let rule_set = RuleSet::by_name(rules.name());
    if let Some(state) = rule_set.and_then(|rule_set| GameState::from_sfen(rule_set, text).ok()) {
        let position = Position::from_sfen(rules, text);
        let sfen = position.map(|position| position.sfen().to_string());
        assert_eq!(sfen, Ok(state.sfen()), "accepted by the reference: {text:?}");
    }
}

/// Returns a USI move without what other programs write differently.
fn usual_usi(text: &str) -> String {
    let text = text.strip_suffix('=').unwrap_or(text).replace(':', "10").to_lowercase();
    let mut usual = String::new();
    for character in text.chars() {
        if character != '0' || usual.ends_with(|last: char| last.is_ascii_digit()) {
            usual.push(character);
        }
    }
    usual
}

/// Parses a text as a USI move and as a UCI move. Asserts that an accepted move is written the same
/// way again, but for capital and small letters, and tries it in the position.
fn check_move_text(position: &Position, text: &str) {
    let rules = position.rules();
    let usi = rules.parse_usi(text);
    let uci = rules.parse_uci(text);
    let written_usi = usi.map(|mv| usual_usi(&rules.usi(mv).to_string()));
    let written_uci = uci.map(|mv| rules.uci(mv).to_string().to_lowercase());
    let results = [(usi, written_usi, usual_usi(text)), (uci, written_uci, text.to_lowercase())];
    for (parsed, written, expected) in results {
        match parsed {
            Err(error) => assert_good_error(text, error.offset, &error.to_string()),
            Ok(mv) => {
                assert_eq!(written, Ok(expected), "written as parsed: {text}");
                let mut after = position.clone();
                match after.try_move(mv) {
                    Ok(()) => after.undo_move(),
                    Err(reason) => assert_good_error("", 0, &reason.to_string()),
                }
                let context = || format!("{text} in {}", position.sfen());
                assert!(after.is_consistent(), "consistent: {}", context());
                assert_eq!(after.sfen().to_string(), position.sfen().to_string(), "{}", context());
                assert!(after.keys().eq(position.keys()), "keys: {}", context());
                assert_eq!(after.table_key(), position.table_key(), "table key: {}", context());
            }
        }
    }
}

fn check_movement_text(text: &str) {
    if let Err(error) = text.parse::<Movement>() {
        assert_good_error(text, error.offset, &error.to_string());
    }
}

proptest! {
    #![proptest_config(config(sample_size(6_000) as u32))]

    #[test]
    fn edited_positions_are_rejected_or_consistent((name, sfen) in game_and_sfen(), edits in edits(3)) {
        let position = Position::from_sfen(rules(name), &sfen).expect("a row has a legal position");
        check_position_text(rules(name), &apply_edits(&sfen, &edits));
        check_position_text(rules(name), &apply_edits(&position.fen().to_string(), &edits));
    }

    #[test]
    fn edited_moves_are_rejected_or_consistent(
        (name, sfen) in game_and_sfen(),
        index in any::<prop::sample::Index>(),
        edits in edits(2),
    ) {
        let position = Position::from_sfen(rules(name), &sfen).expect("a row has a legal position");
        let moves = position.legal_moves();
        if !moves.is_empty() {
            let mv = *index.get(&moves);
            check_move_text(&position, &apply_edits(&rules(name).usi(mv).to_string(), &edits));
            check_move_text(&position, &apply_edits(&rules(name).uci(mv).to_string(), &edits));
        }
    }

    #[test]
    fn edited_movements_are_rejected_or_valid(seed in any::<u64>(), edits in edits(3)) {
        check_movement_text(&apply_edits(&random_movement(&mut seeded_rng(seed)), &edits));
    }

    #[test]
    fn any_text_is_rejected_or_consistent(name in game(), text in any::<String>()) {
        check_position_text(rules(name), &text);
        check_move_text(&Position::start(rules(name)), &text);
        check_movement_text(&text);
    }

    #[test]
    fn plausible_texts_are_rejected_or_consistent(
        name in game(),
        position in LOOKS_LIKE_SFEN,
        mv in LOOKS_LIKE_A_MOVE,
    ) {
        check_position_text(rules(name), &position);
        check_move_text(&Position::start(rules(name)), &mv);
        check_movement_text(&mv);
    }
}
