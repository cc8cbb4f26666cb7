//! How games end: mates, stalemates, repetitions, perpetual checks and impasse claims.

use engine_tests::data;
use engine_tests::differential::{
    LockstepGame, assert_agreement, outcome_name, reference_claim, reference_rules,
};
use engine_tests::random_play::{
    MoveBias, RandomSetup, random_move, random_position, sample_size, seeded_rng,
};
use engine_tests::reference::{GameState, ImpasseRule, RuleSet};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Color, ImpasseClaim, Outcome, Position, RootHistory, Rules};
use std::collections::BTreeMap;

/// Random games of a test, of every game.
const GAMES: u64 = 100;

/// How often each outcome must occur in a test.
const MIN_OCCURRENCES: usize = 3;

/// Every game of `data/histories.tsv` has the outcome and the number of legal moves given there.
#[test]
fn histories_end_as_in_the_table() {
    let rows = data::histories();
    assert!(!rows.is_empty());
    for row in rows {
        let rules =
            games::by_name(&row.game).unwrap_or_else(|| panic!("unknown game {}", row.game));
        let mut game = LockstepGame::from_sfen(rules, &row.sfen);
        game.play_all(&row.moves);
        let transcript = game.transcript();
        let outcome = outcome_name(game.position.outcome());
        assert_eq!(outcome, row.outcome, "outcome: {transcript}");
        assert_eq!(game.position.count_legal_moves(), row.legal_moves, "legal moves: {transcript}");
        assert_agreement(&game);

        // Without the history, no checks count towards the limit and it forbids nothing.
        if let Some(limit) = row.description.strip_prefix("the check limit forbids ") {
            let sfen = game.position.sfen().to_string();
            let unlimited = Position::from_sfen(rules, &sfen).expect("a position of a game");
            let unlimited = unlimited.count_legal_moves();
            let found = format!("{} of {unlimited} moves", unlimited - row.legal_moves);
            assert_eq!(limit, found, "moves over the check limit: {transcript}");
        }
    }
}

/// Random games with few pieces, in which positions often repeat, end like the reference's, and
/// `repetition_outcome` and `search_repetition` agree with a scan of the whole game.
#[test]
fn repetitions_and_perpetual_checks_match_the_reference() {
    let seeds = |rules| (0..sample_size(4 * GAMES)).map(move |seed| (rules, seed));
    let games: Vec<_> = games::all().flat_map(seeds).collect();
    let outcomes = games.into_par_iter().map(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let (bias, max_pieces) =
            [(MoveBias::PERPETUAL_CHECK, 3), (MoveBias::SHUFFLE, 6)][seed as usize % 2];
        let setup = RandomSetup::with_pieces(rng.random_range(1..=max_pieces));
        let sfen = random_position(rules, setup, &mut rng).sfen().to_string();
        let perpetual_check_loses = reference_rules(rules.name()).perpetual_check_loses;
        let game = LockstepGame::from_sfen(rules, &sfen);
        (perpetual_check_loses, play_and_compare(game, bias, &mut rng))
    });
    let counts = count(outcomes.collect());
    for outcome in [
        (true, "repetition-draw"),
        (false, "repetition-draw"),
        (true, "perpetual-check loses b"),
        (true, "perpetual-check loses w"),
    ] {
        let found = counts.get(&outcome).copied().unwrap_or(0);
        assert!(found >= MIN_OCCURRENCES, "too few games with {outcome:?}: {counts:?}");
    }
}

fn count<T: Ord>(items: Vec<T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// Plays up to 60 random moves, comparing outcome and repetitions after each. Returns the outcome.
fn play_and_compare(mut game: LockstepGame, bias: MoveBias, rng: &mut StdRng) -> &'static str {
    let mut past = vec![PastPosition::of(&game.position)];
    for _ in 0..60 {
        let outcome = outcome_name(game.position.outcome());
        assert_eq!(outcome, game.reference.outcome(), "{}", game.transcript());
        if outcome != "ongoing" {
            return outcome;
        }
        let mv = random_move(&game.position, bias, rng).expect("an ongoing game has a move");
        game.play(mv);
        past.push(PastPosition::of(&game.position));
        for occurrences in 2..=4 {
            let found = game.position.repetition_outcome(occurrences);
            let expected = outcome_of_occurrences(&game, &past, occurrences);
            assert_eq!(found, expected, "{occurrences} occurrences: {}", game.transcript());
        }
        // After the root, chosen at random, a search scores the second occurrence with the same counts
        // of checks as a repetition.
        let root = rng.random_range(0..past.len());
        let current = &past[past.len() - 1];
        let is_current =
            |past: &PastPosition| past.sfen == current.sfen && past.checks == current.checks;
        let repeats_since_root = past[root..past.len() - 1].iter().any(is_current);
        let min_occurrences = if repeats_since_root { 2 } else { 4 };
        let expected = (min_occurrences..=4)
            .rev()
            .find_map(|count| outcome_of_occurrences(&game, &past, count));
        let found = game.position.search_repetition(&RootHistory::new(&game.position, root));
        assert_eq!(found, expected, "search from ply {root}: {}", game.transcript());
    }
    "ongoing"
}

/// Checks that repeat a position in the search are no perpetual check if quiet moves repeated it before
/// the root: all moves since its first occurrence count.
#[test]
fn search_repetition_considers_moves_before_the_root() {
    let shogi = games::by_name("shogi").unwrap();
    let mut position = Position::from_sfen(shogi, "4k4/9/9/9/9/R8/9/9/8K b - 1").unwrap();
    let (checks, quiet) = ("9b9a 5a5b 9a9b 5b5a", "1i1h 5a4a 1h1i 4a5a");
    let moves = format!("9f9a 5a5b 9a9b 5b5a {quiet} {quiet} {checks}");
    for text in moves.split(' ') {
        position.try_move(shogi.parse_usi(text).unwrap()).unwrap();
    }
    let root = position.ply() - checks.split(' ').count();
    assert_eq!(position.outcome(), Outcome::RepetitionDraw);
    let before_root = RootHistory::new(&position, root);
    assert_eq!(position.search_repetition(&before_root), Some(Outcome::RepetitionDraw));
}

/// A small game with a check limit, in which all lines of a few moves can be played out. Its kings have so
/// few moves that checks often repeat and mates are near.
const ROOKS_WITH_CHECK_LIMIT: &str = r#"
    name = "rooks-with-check-limit"
    files = 4
    ranks = 4
    promotion-ranks = 0
    start = "krr1/4/4/1RRK"
    perpetual-check = "allowed"
    check-limit = 3
    piece = [
        { letter = "R", name = "Rook", movement = "R" },
        { letter = "K", name = "King", movement = "vW", role = "king" },
    ]
"#;

/// What a side can force within some plies does not change if the search's repetitions end the game: the
/// repetition that it scores as a draw could be repeated until it is one. In a game with a check limit,
/// a position that has occurred with other counts of checks is none.
#[test]
fn repetitions_in_the_search_change_no_forced_result() {
    const PLIES: usize = 8;
    let spec = games::parse(ROOKS_WITH_CHECK_LIMIT).games[0].rules.spec();
    let rules = Rules::build(spec).expect("a valid game");
    let results = (0..sample_size(5 * GAMES)).into_par_iter().map(|seed| {
        let mut rng = seeded_rng(seed);
        let setup = RandomSetup { in_hand: 0.0, in_zone: 0.0, ..RandomSetup::with_pieces(3) };
        let mut root = random_position(rules, setup, &mut rng);
        for _ in 0..rng.random_range(0..12) {
            let Some(mv) = random_move(&root, MoveBias::PERPETUAL_CHECK, &mut rng) else { break };
            root.do_move(mv);
        }
        if root.outcome() != Outcome::Ongoing {
            return None;
        }
        let (root_ply, before_root) = (root.ply(), RootHistory::new(&root, root.ply()));
        let by_rules = |position: &Position| position.repetition_outcome(4);
        let by_search = |position: &Position| position.search_repetition(&before_root);
        let by_board_alone = |position: &Position| {
            let recurs =
                position.keys().skip(root_ply).filter(|&key| key == position.key()).count() > 1;
            recurs.then_some(Outcome::RepetitionDraw).or_else(|| by_rules(position))
        };
        let sfen = root.sfen().to_string();
        let mut forced = |ends: Ending<'_>| forced_result(&mut root, ends, PLIES, -1, 1);
        let (expected, found) = (forced(&by_rules), forced(&by_search));
        assert_eq!(found, expected, "{sfen}, seed {seed}");
        Some((expected, forced(&by_board_alone) == expected))
    });
    let counts = count(results.flatten().collect());
    for wanted in [(1, true), (-1, true), (-1, false)] {
        let found = counts.get(&wanted).copied().unwrap_or(0);
        assert!(found >= MIN_OCCURRENCES, "too few positions with {wanted:?}: {counts:?}");
    }
}

/// Returns the outcome of a game that ends by repetition.
type Ending<'a> = &'a dyn Fn(&Position) -> Option<Outcome>;

/// Returns 1 if the side to move can force a win within `plies`, -1 if the opponent can, else 0.
fn forced_result(
    position: &mut Position,
    repetition: Ending<'_>,
    plies: usize,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -1;
    }
    let mut best = -1;
    for mv in moves.into_iter().take_while(|_| plies > 0) {
        position.do_move(mv);
        let result = match repetition(position) {
            Some(_) => 0,
            None => -forced_result(position, repetition, plies - 1, -beta, -alpha),
        };
        position.undo_move();
        best = best.max(result);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    if plies == 0 { 0 } else { best }
}

/// The parts of a past position that the repetition rules use.
struct PastPosition {
    /// Without the move number.
    sfen: String,
    in_check: bool,
    /// Both sides' counts of consecutive checks.
    checks: [u8; 2],
}

impl PastPosition {
    fn of(position: &Position) -> Self {
        Self {
            sfen: position.sfen_without_number().to_string(),
            in_check: position.in_check(),
            checks: Color::BOTH.map(|color| position.consecutive_checks(color)),
        }
    }
}

/// Returns the repetition outcome over the last `occurrences` occurrences of the current position, by
/// scanning the whole game; `None` if there are fewer.
fn outcome_of_occurrences(
    game: &LockstepGame,
    past: &[PastPosition],
    occurrences: usize,
) -> Option<Outcome> {
    let current = past.last()?;
    let same = (0..past.len()).rev().filter(|&ply| past[ply].sfen == current.sfen);
    let first = same.clone().nth(occurrences - 1)?;
    let us = game.position.side();
    // The opponent's move led to the current position, our move to the one before, and so on.
    let always_check = |skipped: usize| {
        (first + 1..past.len()).rev().skip(skipped).step_by(2).all(|ply| past[ply].in_check)
    };
    let perpetual_check_loses = reference_rules(game.rules().name()).perpetual_check_loses;
    Some(match (always_check(0), always_check(1)) {
        (true, false) if perpetual_check_loses => Outcome::PerpetualCheck(!us),
        (false, true) if perpetual_check_loses => Outcome::PerpetualCheck(us),
        _ => Outcome::RepetitionDraw,
    })
}

/// Uses random positions in which White has little more than the king.
#[test]
fn mates_and_stalemates_match_the_reference() {
    let seeds = |rules| (0..sample_size(5 * GAMES)).map(move |seed| (rules, seed));
    let positions: Vec<_> = games::all().flat_map(seeds).collect();
    let outcomes = positions.into_par_iter().map(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let pieces = rng.random_range(4..=30);
        let setup = RandomSetup { black: 0.95, in_hand: 0.0, ..RandomSetup::with_pieces(pieces) };
        let position = random_position(rules, setup, &mut rng);
        let sfen = position.sfen().to_string();
        let state = GameState::from_sfen(reference_rules(rules.name()), &sfen);
        let outcome = outcome_name(position.outcome());
        let expected = state.expect("a position that the engine accepts").outcome();
        assert_eq!(outcome, expected, "{}: {sfen}", rules.name());
        outcome
    });
    let counts = count(outcomes.collect());
    for outcome in ["mate", "stalemate"] {
        let found = counts.get(outcome).copied().unwrap_or(0);
        assert!(found >= MIN_OCCURRENCES, "too few positions with {outcome}: {counts:?}");
    }
}

/// Uses random positions, many of them with both kings and other pieces in the promotion zones.
#[test]
fn impasse_claims_match_the_reference() {
    let positions = sample_size(1_000);
    let rule_sets: Vec<_> =
        RuleSet::all().iter().filter(|game| game.impasse != ImpasseRule::None).collect();
    for rule_set in rule_sets {
        let name = rule_set.name;
        let rules = games::by_name(name).expect("a built-in game");
        let claims: Vec<(Color, Option<ImpasseClaim>)> = (0..positions)
            .into_par_iter()
            .map(|seed| {
                let mut rng = seeded_rng(seed);
                let pieces = rng.random_range(20..=45);
                let in_zone = rng.random_range(0.5..1.0);
                let setup =
                    RandomSetup { in_hand: 0.5, in_zone, ..RandomSetup::with_pieces(pieces) };
                let position = random_position(rules, setup, &mut rng);
                let sfen = position.sfen().to_string();
                let state = GameState::from_sfen(rule_set, &sfen);
                let expected = state.expect("a position that the engine accepts").impasse_claim();
                assert_eq!(reference_claim(position.impasse_claim()), expected, "{name}: {sfen}");
                (position.side(), position.impasse_claim())
            })
            .collect();
        let count = |wanted| claims.iter().filter(|&&claim| claim == wanted).count() as u64;
        for color in Color::BOTH {
            let wins = count((color, Some(ImpasseClaim::Win)));
            assert!(wins > positions / 100, "{name}: too few wins for {color}");
            let none = count((color, None));
            assert!(none > positions / 100, "{name}: too few positions without claims for {color}");
            let draws = count((color, Some(ImpasseClaim::Draw)));
            let has_draws = rule_set.impasse == ImpasseRule::Points38;
            assert_eq!(draws > 0, has_draws, "{name}: claims of a draw");
        }
    }
}

/// Positions at the point thresholds, and positions that violate one condition each.
#[test]
fn impasse_claims_need_every_condition() {
    for [game, sfen, claim, description] in data::rows("impasse_claims.tsv") {
        let rules = games::by_name(&game).expect("a built-in game");
        let game = LockstepGame::from_sfen(rules, &sfen);
        let claims =
            [reference_claim(game.position.impasse_claim()), game.reference.impasse_claim()];
        let found = claims.map(|claim| format!("{claim:?}").to_lowercase());
        assert_eq!(found, [&*claim; 2], "{sfen}: {description}");
    }
}
