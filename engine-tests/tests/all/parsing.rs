//! Parsing: no text causes a panic, and what is accepted is sound.

use engine_tests::data;
use engine_tests::random_play::{sample_size, seeded_rng};
use engine_tests::random_rules::random_movement;
use engine_tests::untrusted::{
    check_book, check_evaluation, check_move, check_movement, check_moves, check_position,
    check_positions, check_protocol, check_puzzles, check_records, check_rules_file,
    check_self_play, network_of,
};
use eval::EvalFile;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rules::{Position, Rules};
use std::fs;

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

/// A check of an input, whose first byte selects a game.
type Check = fn(&[u8]);

/// A network with small weights, as [`check_evaluation`] reads it.
const NETWORK: &str = "OZNN\u{1}\0\u{9}\0\u{2}\0";

/// Returns inputs that are sound, each with its check: the files of the games, and records of other programs.
fn sound_inputs() -> Vec<(Check, String)> {
    let first_lines = |text: Option<&str>| {
        text.unwrap_or_default().split_inclusive('\n').take(40).collect::<String>()
    };
    let mut inputs: Vec<(Check, String)> = Vec::new();
    for (index, rules) in (0_u8..).zip(games::all()) {
        let name = rules.name();
        let opening = games::openings(name).and_then(|text| text.lines().last());
        let position = opening.and_then(|line| line.split_once(' ')).expect("an opening").1;
        let moves = position.trim_start_matches("startpos moves ");
        let protocol = format!(
            "position {position}\ngo btime 1000 wtime 900 byoyomi 10 searchmoves {moves}\n\
             info depth 3 score mate -4 nodes 900 pv {moves}\nsetoption name USI_Hash value 16"
        );
        let of_game: [(Check, String); 7] = [
            (check_book, first_lines(games::book(name))),
            (check_evaluation, games::parameters(name).unwrap_or_default().to_owned()),
            (check_evaluation, NETWORK.to_owned()),
            (check_moves, moves.to_owned()),
            (check_positions, position.to_owned()),
            (check_protocol, protocol),
            (check_puzzles, first_lines(games::puzzles(name))),
        ];
        let with_game = |(check, text)| (check, format!("{}{text}", char::from(index)));
        inputs.extend(of_game.map(with_game));
        let self_play = format!("{name}\t1-0\trules\t{moves}\t");
        let texts: [(Check, String); 2] = [
            (|data| check_self_play(text(data)), self_play),
            (|data| check_rules_file(text(data)), games::source(name).expect("rules").to_owned()),
        ];
        inputs.extend(texts);
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/records/tests/programs");
    for entry in fs::read_dir(folder).expect("a folder") {
        // Some are in other encodings.
        if let Ok(record) = fs::read_to_string(entry.expect("an entry").path()) {
            inputs.push((check_records, record));
        }
    }
    inputs
}

fn text(data: &[u8]) -> &str {
    str::from_utf8(data).expect("an edited text")
}

/// Inputs for `check_evaluation` are networks with a right checksum, whose weights are accepted if they are small.
#[test]
fn networks_with_small_weights_are_accepted() {
    for rules in games::all() {
        let accepted = |text: &str| {
            let weights = text.strip_prefix("OZNN").expect("a network");
            network_of(rules, weights.as_bytes()).is_ok_and(|network| {
                EvalFile::parse(rules, &network.to_bytes()).is_ok_and(|file| file.network.is_some())
            })
        };
        assert!(accepted(NETWORK), "{}", rules.name());
        assert!(!accepted("OZNN12"), "{}", rules.name());
    }
}

proptest! {
    #![proptest_config(config(sample_size(6_000) as u32))]

    #[test]
    fn edited_positions_are_rejected_or_consistent((name, sfen) in game_and_sfen(), edits in edits(3)) {
        let position = Position::from_sfen(rules(name), &sfen).expect("a row has a legal position");
        check_position(rules(name), &apply_edits(&sfen, &edits));
        check_position(rules(name), &apply_edits(&position.fen().to_string(), &edits));
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
            check_move(&position, &apply_edits(&rules(name).usi(mv).to_string(), &edits));
            check_move(&position, &apply_edits(&rules(name).uci(mv).to_string(), &edits));
        }
    }

    #[test]
    fn edited_movements_are_rejected_or_valid(seed in any::<u64>(), edits in edits(3)) {
        check_movement(&apply_edits(&random_movement(&mut seeded_rng(seed)), &edits));
    }

    #[test]
    fn any_text_is_rejected_or_consistent(name in game(), text in any::<String>()) {
        check_position(rules(name), &text);
        check_move(&Position::start(rules(name)), &text);
        check_movement(&text);
    }

    #[test]
    fn plausible_texts_are_rejected_or_consistent(
        name in game(),
        position in LOOKS_LIKE_SFEN,
        mv in LOOKS_LIKE_A_MOVE,
    ) {
        check_position(rules(name), &position);
        check_move(&Position::start(rules(name)), &mv);
        check_movement(&mv);
    }
}

proptest! {
    #![proptest_config(config(sample_size(600) as u32))]

    #[test]
    fn edited_files_and_lines_are_rejected_or_sound(
        (check, text) in proptest::sample::select(sound_inputs()),
        edits in edits(3),
    ) {
        check(apply_edits(&text, &edits).as_bytes());
    }
}
