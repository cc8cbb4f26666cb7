//! The engine against the reference.

use crate::reference::Impasse;
use crate::twin::Twin;
use rules::{Color, GenKind, ImpasseClaim, Outcome};
use std::collections::BTreeMap;

/// Moves, checks, outcome and claims are those of the reference.
pub fn agrees(twin: &Twin) {
    let Twin { position, state, .. } = twin;
    let rules = twin.rules();
    let story = || twin.story();
    assert_eq!(position.sfen().to_string(), state.sfen(), "{}", story());

    let texts = |moves: &[rules::Move]| {
        let mut texts: Vec<_> = moves.iter().map(|&mv| rules.usi(mv).to_string()).collect();
        texts.sort();
        texts
    };
    let mut pseudo = rules::MoveList::new();
    position.generate_pseudo_legal(GenKind::All, &mut pseudo);
    assert_eq!(texts(&pseudo), state.pseudo_legal_moves(), "pseudo-legal: {}", story());
    assert_eq!(texts(&position.legal_moves()), state.legal_moves(), "legal: {}", story());

    assert_eq!(position.in_check(), state.in_check(), "{}", story());
    let mut checkers: Vec<_> = position.checkers().into_iter().map(|s| s.to_string()).collect();
    let mut theirs: Vec<_> = state.checkers().iter().map(ToString::to_string).collect();
    checkers.sort();
    theirs.sort();
    assert_eq!(checkers, theirs, "checkers: {}", story());

    // The engine counts checks only where they are limited.
    let counts = Color::BOTH.map(|color| u32::from(position.consecutive_checks(color)));
    let due = if state.game().check_limit.is_some() { state.check_counts() } else { [0; 2] };
    assert_eq!(counts, due, "checks in a row: {}", story());

    let known = state.position();
    let gives: BTreeMap<String, bool> = known
        .pseudo_legal()
        .into_iter()
        .map(|mv| (mv.to_string(), known.after(mv).in_check(known.turn().other())))
        .collect();
    let info = position.check_info();
    for &mv in &pseudo {
        let text = rules.usi(mv).to_string();
        assert_eq!(position.gives_check(mv, &info), gives[&text], "{text} checks: {}", story());
    }

    assert_eq!(outcome(position.outcome()), state.outcome(), "{}", story());
    let claim = match position.impasse_claim() {
        None => Impasse::None,
        Some(ImpasseClaim::Draw) => Impasse::Draw,
        Some(ImpasseClaim::Win) => Impasse::Win,
    };
    assert_eq!(claim, state.impasse(), "{}", story());
}

/// An outcome in the words of `histories.tsv` and of the reference.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ongoing => "ongoing",
        Outcome::Mate => "mate",
        Outcome::Stalemate => "stalemate",
        Outcome::RepetitionDraw => "repetition-draw",
        Outcome::PerpetualCheck(Color::Black) => "perpetual-check loses b",
        Outcome::PerpetualCheck(Color::White) => "perpetual-check loses w",
    }
}
