//! Any text at all: positions, moves and movements are read or refused, and nothing panics.

use engine_tests::reference::{Game, State};
use engine_tests::{data, invent, random_play};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rules::{Movement, Position, Rules};

const LOOKS_LIKE_SFEN: &str = "[KPRBGSNLUAQkprbgsnluaq+/0-9]{0,40}( [bwBW]{0,2}( [-KPRBGSNLkprbgsnl0-9]{0,12}( [0-9]{0,12})?)?)?";
const LOOKS_LIKE_A_MOVE: &str = "[a-kKPRB0-9*@+]{0,8}";

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases: if cfg!(debug_assertions) { cases / 20 } else { cases },
        rng_seed: RngSeed::Fixed(0),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A slip of the pen: a character put in, left out or written for another; a piece said twice.
#[derive(Clone, Debug)]
enum Slip {
    Insert(char),
    Remove,
    Replace(char),
    Repeat(usize),
    Cut,
}

/// Characters that mean something somewhere, and a few that never do.
const ALPHABET: &str = "KkPpRrBbGgSsNnLlUuAaCcIiDdQq+-/*@[]0123456789 bwfsvmchz\té🂡\u{3000}\u{301}";

fn slips(most: usize) -> impl Strategy<Value = Vec<(f64, Slip)>> {
    let letters: Vec<char> = ALPHABET.chars().collect();
    let letter = || prop_oneof![9 => proptest::sample::select(letters.clone()), 1 => any::<char>()];
    let slip = prop_oneof![
        4 => letter().prop_map(Slip::Insert),
        4 => Just(Slip::Remove),
        4 => letter().prop_map(Slip::Replace),
        2 => (1_usize..8).prop_map(Slip::Repeat),
        1 => Just(Slip::Cut),
    ];
    prop::collection::vec((0.0..1.0, slip), 0..=most)
}

fn spoil(text: &str, slips: &[(f64, Slip)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, slip) in slips {
        let at = (place * (text.len() + 1) as f64) as usize;
        match *slip {
            Slip::Insert(c) => text.insert(at, c),
            Slip::Replace(c) if at < text.len() => text[at] = c,
            Slip::Remove if at < text.len() => drop(text.remove(at)),
            Slip::Repeat(length) => {
                let again = text[at..(at + length).min(text.len())].to_vec();
                text.splice(at..at, again);
            }
            Slip::Cut => text.truncate(at),
            Slip::Replace(_) | Slip::Remove => {}
        }
    }
    text.into_iter().collect()
}

/// The name of a game.
fn game() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(Rules::names().collect::<Vec<_>>())
}

/// A game's name and one of its positions.
fn game_and_sfen() -> impl Strategy<Value = (&'static str, String)> {
    let row = |name| data::perft(name).into_iter().map(move |row| (name, row.position));
    proptest::sample::select(Rules::names().flat_map(row).collect::<Vec<_>>())
}

fn rules(name: &str) -> &'static Rules {
    Rules::by_name(name).expect("a game of ours")
}

/// An error's place is one in its text, and it says something in one line.
fn points_inside(text: &str, at: usize, said: &str) {
    assert!(text.is_char_boundary(at), "{text:?}: {at}");
    assert!(!said.is_empty() && !said.contains('\n'), "{text:?}: {said:?}");
}

/// Reads a text as a position both ways it may be meant.
fn read_position(rules: &'static Rules, text: &str) {
    for (name, read) in
        [("SFEN", Position::from_sfen(rules, text)), ("FEN", Position::from_fen(rules, text))]
    {
        match read {
            Err(error) => points_inside(text, error.offset, &error.to_string()),
            Ok(position) => {
                assert!(position.is_consistent(), "{name} {text:?}");
                assert_eq!(position.validate(), [], "{name} {text:?}");
                let written = position.sfen().to_string();
                let again = Position::from_sfen(rules, &written).expect("what was written");
                assert_eq!(again.sfen().to_string(), written, "{name} {text:?}");
                assert_eq!(again.table_key(), position.table_key(), "{name} {text:?}");
                let theirs = Game::named(rules.name()).map(|game| State::from_sfen(game, &written));
                assert!(theirs.is_none_or(|theirs| theirs.is_ok()), "{name} {text:?}");
            }
        }
    }
    // The reference reads SFEN only as it should be written.
    if let Some(state) =
        Game::named(rules.name()).and_then(|game| State::from_sfen(game, text).ok())
    {
        let position = Position::from_sfen(rules, text);
        let sfen = position.map(|position| position.sfen().to_string());
        assert_eq!(sfen, Ok(state.sfen()), "{text:?}");
    }
}

/// Reads a text as a move in both notations, and tries what comes of it.
fn read_move(position: &Position, text: &str) {
    let rules = position.rules();
    let readings = [
        (rules.parse_usi(text), rules.parse_usi(text).map(|mv| rules.usi(mv).to_string())),
        (rules.parse_uci(text), rules.parse_uci(text).map(|mv| rules.uci(mv).to_string())),
    ];
    for (read, written) in readings {
        match read {
            Err(error) => points_inside(text, error.offset, &error.to_string()),
            Ok(mv) => {
                assert_eq!(written.as_deref(), Ok(text), "there is one way to write a move");
                let mut after = position.clone();
                match after.try_move(mv) {
                    Ok(()) => after.undo_move(),
                    Err(refusal) => points_inside("", 0, &refusal.to_string()),
                }
                assert!(after.is_consistent(), "{text} in {}", position.sfen());
                assert_eq!(after.sfen().to_string(), position.sfen().to_string());
                assert_eq!(after.keys(), position.keys());
                assert_eq!(after.table_key(), position.table_key());
            }
        }
    }
}

fn read_movement(text: &str) {
    if let Err(error) = text.parse::<Movement>() {
        points_inside(text, error.offset, &error.to_string());
    }
}

proptest! {
    #![proptest_config(config(30_000))]

    #[test]
    fn spoilt_positions((name, sfen) in game_and_sfen(), slips in slips(3)) {
        let position = Position::from_sfen(rules(name), &sfen).expect("a row");
        read_position(rules(name), &spoil(&sfen, &slips));
        read_position(rules(name), &spoil(&position.fen().to_string(), &slips));
    }

    #[test]
    fn spoilt_moves(
        (name, sfen) in game_and_sfen(),
        place in any::<prop::sample::Index>(),
        slips in slips(2),
    ) {
        let position = Position::from_sfen(rules(name), &sfen).expect("a row");
        let moves = position.legal_moves();
        if !moves.is_empty() {
            let mv = *place.get(&moves);
            read_move(&position, &spoil(&rules(name).usi(mv).to_string(), &slips));
            read_move(&position, &spoil(&rules(name).uci(mv).to_string(), &slips));
        }
    }

    #[test]
    fn spoilt_movements(seed in any::<u64>(), slips in slips(3)) {
        read_movement(&spoil(&invent::movement(&mut random_play::seeded_rng(seed)), &slips));
    }

    #[test]
    fn any_text(name in game(), text in any::<String>()) {
        read_position(rules(name), &text);
        read_move(&Position::start(rules(name)), &text);
        read_movement(&text);
    }

    #[test]
    fn words_and_numbers(name in game(), text in LOOKS_LIKE_SFEN, short in LOOKS_LIKE_A_MOVE) {
        read_position(rules(name), &text);
        read_move(&Position::start(rules(name)), &short);
        read_movement(&short);
    }
}
