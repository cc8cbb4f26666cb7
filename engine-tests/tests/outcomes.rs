//! How games end: mates, stalemates, repetitions and claims, against the reference.

use engine_tests::properties::outcome;
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use engine_tests::reference::{Game, Impasse, ImpasseRule, State};
use engine_tests::translate;
use engine_tests::twin::Twin;
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Color, ImpasseClaim, Outcome, Position, Rules};
use std::collections::BTreeMap;

const GAMES: u64 = if cfg!(debug_assertions) { 30 } else { 400 };

/// How often each end must have been met, for the tests to mean something.
const OFTEN: usize = if cfg!(debug_assertions) { 1 } else { 5 };

/// With few pieces and a will to go round, games end by repetition of every sort.
#[test]
fn repetitions() {
    let seeds = |rules| (0..GAMES).map(move |seed| (rules, seed));
    let games: Vec<_> = Rules::all().flat_map(seeds).collect();
    let ends = games.into_par_iter().map(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let (bias, most) =
            [(MoveBias::PERPETUAL_CHECK, 3), (MoveBias::SHUFFLE, 6)][seed as usize % 2];
        let setup = RandomSetup::with_pieces(rng.random_range(1..=most));
        let sfen = random_position(rules, setup, &mut rng).sfen().to_string();
        let perpetual = translate::game(rules.name()).perpetual_check_loses;
        (perpetual, play_out(Twin::from_sfen(rules, &sfen), bias, &mut rng))
    });
    let met = count(ends.collect());
    for end in [
        (true, "repetition-draw"),
        (false, "repetition-draw"),
        (true, "perpetual-check loses b"),
        (true, "perpetual-check loses w"),
    ] {
        assert!(met.get(&end).is_some_and(|&count| count >= OFTEN), "too few {end:?}: {met:?}");
    }
}

fn count<T: Ord>(items: Vec<T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

fn play_out(mut twin: Twin, bias: MoveBias, rng: &mut StdRng) -> &'static str {
    let mut past = vec![Seen::of(&twin.position)];
    for _ in 0..60 {
        let end = outcome(twin.position.outcome());
        assert_eq!(end, twin.state.outcome(), "{}", twin.story());
        if end != "ongoing" {
            return end;
        }
        let mv = random_move(&twin.position, bias, rng).expect("a move in a game that goes on");
        twin.play(mv);
        past.push(Seen::of(&twin.position));
        for occurrences in 2..=4 {
            let found = twin.position.repetition_outcome(occurrences);
            assert_eq!(found, repeats(&twin, &past, occurrences), "{}", twin.story());
        }
        let root = rng.random_range(0..past.len());
        let since =
            past[root..past.len() - 1].iter().any(|seen| seen.what == past[past.len() - 1].what);
        let fewest = if since { 2 } else { 4 };
        let due = (fewest..=4).rev().find_map(|number| repeats(&twin, &past, number));
        assert_eq!(twin.position.search_repetition(root), due, "{} from {root}", twin.story());
    }
    "ongoing"
}

/// A chase in the search, of a position that quiet moves before it had repeated twice.
#[test]
fn a_repetition_in_the_search_is_judged_from_the_first_occurrence() {
    let shogi = Rules::by_name("shogi").unwrap();
    let mut position = Position::from_sfen(shogi, "4k4/9/9/9/9/R8/9/9/8K b - 1").unwrap();
    let (chase, quiet) = ("9b9a 5a5b 9a9b 5b5a", "1i1h 5a4a 1h1i 4a5a");
    let moves = format!("9f9a 5a5b 9a9b 5b5a {quiet} {quiet} {chase}");
    for text in moves.split(' ') {
        position.try_move(shogi.parse_usi(text).unwrap()).unwrap();
    }
    let root = position.ply() - chase.split(' ').count();
    assert_eq!(position.outcome(), Outcome::RepetitionDraw);
    assert_eq!(position.search_repetition(root), Some(Outcome::RepetitionDraw));
}

/// Positions in which White has little but the king.
#[test]
fn mates_and_stalemates() {
    let seeds = |rules| (0..5 * GAMES).map(move |seed| (rules, seed));
    let drawn: Vec<_> = Rules::all().flat_map(seeds).collect();
    let ends = drawn.into_par_iter().map(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let pieces = rng.random_range(4..=30);
        let setup = RandomSetup { black: 0.95, in_hand: 0.0, ..RandomSetup::with_pieces(pieces) };
        let position = random_position(rules, setup, &mut rng);
        let sfen = position.sfen().to_string();
        let state = State::from_sfen(translate::game(rules.name()), &sfen);
        let end = outcome(position.outcome());
        let due = state.expect("a position that the engine took").outcome();
        assert_eq!(end, due, "{}: {sfen}", rules.name());
        end
    });
    let met = count(ends.collect());
    for end in ["mate", "stalemate"] {
        assert!(met.get(end).is_some_and(|&count| count >= OFTEN), "too few in {end}: {met:?}");
    }
}

/// What makes a position the same as another, and whether it is a check.
struct Seen {
    what: String,
    is_check: bool,
}

impl Seen {
    fn of(position: &Position) -> Self {
        let sfen = position.sfen().to_string();
        let (what, _) = sfen.rsplit_once(' ').expect("an SFEN ends in a number");
        Self { what: what.to_owned(), is_check: position.in_check() }
    }
}

/// What the last so many occurrences of the present position mean, found from the whole game.
fn repeats(twin: &Twin, past: &[Seen], occurrences: usize) -> Option<Outcome> {
    let present = past.last()?;
    let same = (0..past.len()).rev().filter(|&height| past[height].what == present.what);
    let first = same.clone().nth(occurrences - 1)?;
    let us = twin.position.side();
    // Every other position was reached by a move of the side that has just moved.
    let checked = |ply: usize| {
        (first + 1..past.len()).rev().skip(ply).step_by(2).all(|height| past[height].is_check)
    };
    let perpetual = translate::game(twin.rules().name()).perpetual_check_loses;
    Some(match (checked(0), checked(1)) {
        (true, false) if perpetual => Outcome::PerpetualCheck(!us),
        (false, true) if perpetual => Outcome::PerpetualCheck(us),
        _ => Outcome::RepetitionDraw,
    })
}

/// Random positions with kings and company in the promotion zones.
#[test]
fn claims_are_those_of_the_reference() {
    const DRAWN: u64 = if cfg!(debug_assertions) { 200 } else { 3_000 };
    let games: Vec<_> =
        Game::all().iter().filter(|game| game.impasse != ImpasseRule::None).collect();
    for game in games {
        let rules = Rules::by_name(game.name).expect("a game of ours");
        let claims: Vec<(Color, Option<ImpasseClaim>)> = (0..DRAWN)
            .into_par_iter()
            .map(|seed| {
                let mut rng = seeded_rng(seed);
                let pieces = rng.random_range(20..=45);
                let in_zone = rng.random_range(0.5..1.0);
                let setup =
                    RandomSetup { in_hand: 0.5, in_zone, ..RandomSetup::with_pieces(pieces) };
                let position = random_position(rules, setup, &mut rng);
                let sfen = position.sfen().to_string();
                let state = State::from_sfen(game, &sfen).expect("a position that the engine took");
                assert_eq!(
                    claim(position.impasse_claim()),
                    state.impasse(),
                    "{}: {sfen}",
                    game.name
                );
                (position.side(), position.impasse_claim())
            })
            .collect();
        let count = |what| claims.iter().filter(|&&claim| claim == what).count() as u64;
        for color in Color::BOTH {
            assert!(
                count((color, Some(ImpasseClaim::Win))) > DRAWN / 100,
                "{}: {color} wins",
                game.name
            );
            assert!(count((color, None)) > DRAWN / 100, "{}: {color} may not claim", game.name);
            let draws = count((color, Some(ImpasseClaim::Draw)));
            assert_eq!(draws > 0, game.impasse == ImpasseRule::Points38, "{}: draws", game.name);
        }
    }
}

fn claim(claim: Option<ImpasseClaim>) -> Impasse {
    match claim {
        None => Impasse::None,
        Some(ImpasseClaim::Draw) => Impasse::Draw,
        Some(ImpasseClaim::Win) => Impasse::Win,
    }
}

/// The points at which a claim begins, one by one, and each condition broken alone.
#[test]
fn claims_begin_where_the_rules_say() {
    let claimed = |game: &str, sfen: &str| {
        let rules = Rules::by_name(game).expect("a game of ours");
        let position =
            Position::from_sfen(rules, sfen).unwrap_or_else(|why| panic!("{sfen}: {why}"));
        position.impasse_claim()
    };
    // In the zone ten pieces worth 18 points; the rest in hand.
    let black = "K+R+BGGGGSS/+P+P7/9/9/9/9/9/9/4k4 b";
    let white = "4K4/9/9/9/9/9/9/7+p+p/k+r+bggggss w";
    let win = Some(ImpasseClaim::Win);
    for (sfen, due) in [
        (format!("{black} RB 1"), win),
        (format!("{black} R5P 1"), win),
        (format!("{black} R4P 1"), None),
        (format!("{white} r4p 1"), win),
        (format!("{white} r3p 1"), None),
        // Nine pieces in the zone; the king outside; in check; not to move.
        ("K+R+BGGGGSS/+P8/9/+P8/9/9/9/9/4k4 b RB4P 1".to_owned(), None),
        ("1+R+BGGGGSS/+P+P7/9/K8/9/9/9/9/4k4 b RB 1".to_owned(), None),
        ("K+R+BGGGGSS/1+P+P6/9/r8/9/9/9/9/4k4 b B6P 1".to_owned(), None),
        ("K+R+BGGGGSS/+P+P7/9/9/9/9/9/9/4k4 w RB 1".to_owned(), None),
    ] {
        assert_eq!(claimed("shogi", &sfen), due, "{sfen}");
    }

    let kings = "4K4/9/9/9/9/9/9/9/4k4";
    for (sfen, due) in [
        (format!("{kings} b 2R2B2U8P 1"), win),
        (format!("{kings} b 2R2B2U7P 1"), None),
        (format!("{kings} w 2r2b2u8p 1"), win),
        (format!("{kings} b RBUACI8Prbuaci4g4s 1"), Some(ImpasseClaim::Draw)),
        (format!("{kings} b RBUACI8Prbuaci4g3s 1"), win),
        (format!("{kings} w RBUACI8Prbuaci4g3s 1"), None),
        // On the board, promoted or not, wherever they stand.
        ("4K4/9/9/9/+U+UR+R5/9/B+B7/9/4k4 b 8P 1".to_owned(), win),
        // A king outside; in check.
        ("9/9/9/4K4/9/9/9/9/4k4 b 2R2B2U8P 1".to_owned(), None),
        ("4K4/9/9/9/9/4k4/9/9/9 b 2R2B2U8P 1".to_owned(), None),
        ("4K4/9/9/4r4/9/9/9/9/4k4 b R2B2U2A8P 1".to_owned(), None),
    ] {
        assert_eq!(claimed("taihoshogi", &sfen), due, "{sfen}");
    }
}
