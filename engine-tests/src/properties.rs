//! Properties of every position that can be checked without the reference: move generation, undoing
//! moves, observers, null moves, and parsing.
//!
//! Each function panics if its property does not hold. `context` returns how to reach the position, for
//! the panic message.

use crate::observed_board::ObservedBoard;
use rules::{Bitboard, Color, GenKind, Move, MoveList, Position};
use std::collections::HashSet;

/// Asserts that all ways to generate, count and test moves agree, including `is_pseudo_legal` and
/// `validate_move` on all moves that can be encoded.
pub fn assert_consistent_generation(position: &Position, context: &dyn Fn() -> String) {
    let legal = position.legal_moves();

    assert_eq!(
        position.count_legal_moves(),
        legal.len() as u64,
        "count_legal_moves: {}",
        context()
    );
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "has_legal_move: {}", context());
    assert_kinds_partition(position, &legal, context);
    let legal = unique(&legal, context);
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        let (bits, expected) = (mv.bits(), legal.contains(&mv));
        let is_legal = position.is_pseudo_legal(mv) && position.is_legal(mv);
        assert_eq!(is_legal, expected, "{bits:#x}: {}", context());
        assert_eq!(position.validate_move(mv).is_ok(), expected, "{bits:#x}: {}", context());
    }
}

/// Asserts that captures, quiet moves and drops are generated separately, are appended to the list,
/// and together are all `moves`.
fn assert_kinds_partition(position: &Position, moves: &[Move], context: &dyn Fn() -> String) {
    let mut list = MoveList::new();
    for kind in [GenKind::Captures, GenKind::Quiets, GenKind::Drops] {
        let start = list.len();
        position.generate(kind, &mut list);
        let is_of_kind = |mv: &&Move| match kind {
            GenKind::Drops => mv.is_drop(),
            _ => !mv.is_drop() && position.is_capture(**mv) == (kind == GenKind::Captures),
        };
        let wrong: Vec<_> = list[start..].iter().filter(|mv| !is_of_kind(mv)).collect();
        assert!(wrong.is_empty(), "{wrong:?} generated as {kind:?}: {}", context());
    }
    assert_eq!(unique(&list, context), unique(moves, context), "moves by kind: {}", context());
}

/// Returns the moves as a set. Panics if one occurs twice.
fn unique(moves: &[Move], context: &dyn Fn() -> String) -> HashSet<Move> {
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move is generated twice: {}", context());
    set
}

/// Everything observable about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Snapshot {
    sfen: String,
    keys: Vec<u64>,
    table_key: u64,
    ply: usize,
    checkers: Bitboard,
    consecutive_checks: [u8; 2],
    kings: [Option<rules::Square>; 2],
    last_move: Option<Move>,
    last_capture: Option<rules::Piece>,
    legal_moves: MoveList,
}

impl Snapshot {
    fn of(position: &Position) -> Self {
        Self {
            sfen: position.sfen().to_string(),
            keys: position.keys().collect(),
            table_key: position.table_key(),
            ply: position.ply(),
            checkers: position.checkers(),
            consecutive_checks: Color::BOTH.map(|color| position.consecutive_checks(color)),
            kings: Color::BOTH.map(|color| position.king(color)),
            last_move: position.last_move(),
            last_capture: position.last_capture(),
            legal_moves: position.legal_moves(),
        }
    }
}

/// Asserts that making and undoing each legal move restores the position and reports all changes to
/// observers, and that `gives_check` and `next_table_key` predict its effects.
pub fn assert_moves_undo(position: &mut Position, context: &dyn Fn() -> String) {
    let before = Snapshot::of(position);
    let mut observed = ObservedBoard::of(position);
    let info = position.check_info();
    for &mv in &before.legal_moves {
        let gives_check = position.gives_check(mv, &info);
        let (moved, captured) = (position.moved_piece(mv), position.piece_on(mv.to()));
        let checks = position.consecutive_checks(position.side());
        let key_after = position.next_table_key(position.key_after(mv));
        position.do_move_observed(mv, &mut observed);
        let context = || format!("{}: {}", position.rules().usi(mv), context());
        assert!(position.is_consistent(), "consistent after {}", context());
        assert!(observed.matches(position), "observed board after {}", context());
        assert_eq!(position.in_check(), gives_check, "gives_check of {}", context());
        // The predicted key does not count the check that the move may give.
        let is_predicted = position.table_key() == key_after;
        assert!(gives_check || is_predicted, "next_table_key of {}", context());
        let last = (position.last_move(), position.last_capture());
        assert_eq!(last, (Some(mv), captured), "last move and capture after {}", context());
        assert_eq!(position.ply(), before.ply + 1, "ply after {}", context());
        let moved_after = position.piece_on(mv.to()).map(|piece| piece.kind().unpromoted());
        let moved = moved.map(|piece| piece.kind().unpromoted());
        assert_eq!(moved_after, moved, "moved_piece of {}", context());
        let count = position.consecutive_checks(!position.side());
        let is_counted = count == 0 || gives_check && count == checks + 1;
        assert!(is_counted, "consecutive checks after {}", context());
        position.undo_move_observed(&mut observed);
    }
    assert!(observed.matches(position), "observed board after undoing: {}", context());
    assert!(position.is_consistent(), "consistent after undoing: {}", context());
    assert_eq!(Snapshot::of(position), before, "position after undoing: {}", context());
}

/// Asserts that a null move passes the turn, resets only the passing side's consecutive checks, is
/// reported to observers and can be undone, and that the position after it equals the one parsed from
/// its SFEN. Does nothing in check.
pub fn assert_null_move_undoes(position: &mut Position, context: &dyn Fn() -> String) {
    if position.in_check() {
        return;
    }
    let before = Snapshot::of(position);
    let us = position.side();
    let mut observed = ObservedBoard::of(position);
    position.do_null_move_observed(&mut observed);
    assert_eq!(observed.depth(), 1, "null move reported: {}", context());
    assert!(position.is_consistent(), "consistent after a null move: {}", context());
    assert_eq!(position.side(), !us, "side to move after a null move: {}", context());
    assert_eq!(position.last_move(), Some(Move::NULL), "last move: {}", context());
    assert_eq!(position.consecutive_checks(us), 0, "our consecutive checks: {}", context());
    let their_checks = before.consecutive_checks[(!us).index()];
    assert_eq!(position.consecutive_checks(!us), their_checks, "their checks: {}", context());
    assert!(!position.in_check(), "in check after a null move: {}", context());
    if their_checks == 0 {
        let sfen = position.sfen().to_string();
        // Parsing fails if the side that passed has no king.
        if let Ok(same) = Position::from_sfen(position.rules(), &sfen) {
            assert_eq!(same.key(), position.key(), "key after a null move: {}", context());
            assert_eq!(same.table_key(), position.table_key(), "table key: {}", context());
            assert_eq!(same.legal_moves(), position.legal_moves(), "moves: {}", context());
        }
    }
    position.undo_move_observed(&mut observed);
    assert_eq!(observed.depth(), 0, "undoing reported: {}", context());
    assert!(position.is_consistent(), "consistent after undoing: {}", context());
    assert_eq!(Snapshot::of(position), before, "position after undoing: {}", context());
}

/// Asserts that the position, as SFEN and FEN, and its legal moves, in USI and UCI text, are
/// unchanged by writing and parsing them.
pub fn assert_texts_round_trip(position: &Position, context: &dyn Fn() -> String) {
    let rules = position.rules();
    let sfen = position.sfen().to_string();
    let parsed =
        Position::from_sfen(rules, &sfen).unwrap_or_else(|error| panic!("{error}: {}", context()));
    assert_eq!(parsed.sfen().to_string(), sfen, "SFEN: {}", context());
    assert_eq!(parsed.key(), position.key(), "key from SFEN: {}", context());

    // An SFEN does not contain the consecutive checks, which the table key and legality depend on.
    let has_checks = Color::BOTH.iter().any(|&color| position.consecutive_checks(color) > 0);
    let differs = parsed.table_key() != position.table_key();
    assert_eq!(differs, has_checks, "table key from SFEN: {}", context());
    if !has_checks {
        assert_eq!(parsed.legal_moves(), position.legal_moves(), "moves: {}", context());
    }

    let fen = position.fen().to_string();
    let parsed =
        Position::from_fen(rules, &fen).unwrap_or_else(|error| panic!("{error}: {}", context()));
    assert_eq!(parsed.fen().to_string(), fen, "FEN: {}", context());
    assert_eq!(parsed.key(), position.key(), "key from {fen}: {}", context());

    for mv in position.legal_moves() {
        let (usi, uci) = (rules.usi(mv).to_string(), rules.uci(mv).to_string());
        assert_eq!(rules.parse_usi(&usi), Ok(mv), "USI move {usi}: {}", context());
        assert_eq!(rules.parse_uci(&uci), Ok(mv), "UCI move {uci}: {}", context());
    }
}
