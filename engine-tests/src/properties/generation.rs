//! The ways to ask for moves against each other.

use rules::{GenKind, Move, MoveList, Position};
use std::collections::HashSet;

const STAGES: [GenKind; 3] = [GenKind::Captures, GenKind::Quiets, GenKind::Drops];

/// However one asks, the moves are the same: by stages, by legality of single moves, by number,
/// and among all 65536 bit patterns.
pub fn generates_one_set(position: &Position, story: &dyn Fn() -> String) {
    let legal = position.legal_moves();
    let mut pseudo = MoveList::new();
    position.generate_pseudo_legal(GenKind::All, &mut pseudo);

    assert_eq!(position.count_legal_moves(), legal.len() as u64, "{}", story());
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{}", story());
    staged(position, &legal, Position::generate, story);
    staged(position, &pseudo, Position::generate_pseudo_legal, story);

    let kept: Vec<Move> = pseudo.iter().copied().filter(|&mv| position.is_legal(mv)).collect();
    assert_eq!(set(&kept, story), set(&legal, story), "pseudo-legal and is_legal: {}", story());

    let members = set(&pseudo, story);
    let legal = set(&legal, story);
    for mv in (0..=u16::MAX).map(Move::from_bits) {
        let bits = mv.bits();
        assert_eq!(position.is_pseudo_legal(mv), members.contains(&mv), "{bits:#x} {}", story());
        assert_eq!(
            position.validate_move(mv).is_ok(),
            legal.contains(&mv),
            "{bits:#x} {}",
            story()
        );
    }
}

/// The stages divide the whole, and append to what a list holds.
fn staged(
    position: &Position,
    whole: &[Move],
    generate: fn(&Position, GenKind, &mut MoveList),
    story: &dyn Fn() -> String,
) {
    let mut parts = MoveList::new();
    for stage in STAGES {
        let before = parts.len();
        generate(position, stage, &mut parts);
        let belongs = |mv: &&Move| match stage {
            GenKind::Drops => mv.is_drop(),
            _ => !mv.is_drop() && position.is_capture(**mv) == (stage == GenKind::Captures),
        };
        let strangers: Vec<_> = parts[before..].iter().filter(|mv| !belongs(mv)).collect();
        assert!(strangers.is_empty(), "{strangers:?} in {stage:?}: {}", story());
    }
    assert_eq!(set(&parts, story), set(whole, story), "stages: {}", story());
}

/// The moves as a set, each of which must come once.
fn set(moves: &[Move], story: &dyn Fn() -> String) -> HashSet<Move> {
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move twice: {}", story());
    set
}
