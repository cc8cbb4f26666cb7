//! Making and taking back.

use super::Mirror;
use rules::{Bitboard, Color, Move, MoveList, Position};

/// All that can be seen of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    sfen: String,
    keys: Vec<u64>,
    table_key: u64,
    ply: usize,
    checkers: Bitboard,
    checks: [u8; 2],
    kings: [Option<rules::Square>; 2],
    last: (Option<Move>, Option<rules::Piece>),
    legal: MoveList,
}

impl Seen {
    fn of(position: &Position) -> Self {
        Self {
            sfen: position.sfen().to_string(),
            keys: position.keys().to_vec(),
            table_key: position.table_key(),
            ply: position.ply(),
            checkers: position.checkers(),
            checks: Color::BOTH.map(|color| position.consecutive_checks(color)),
            kings: Color::BOTH.map(|color| position.king(color)),
            last: (position.last_move(), position.last_capture()),
            legal: position.legal_moves(),
        }
    }
}

/// Every legal move can be made and taken back without a trace, tells observers what it does, and
/// gives check if and only if that was foreseen.
pub fn restores(position: &mut Position, story: &dyn Fn() -> String) {
    let before = Seen::of(position);
    let mut mirror = Mirror::of(position);
    let info = position.check_info();
    for &mv in &before.legal {
        let foreseen = position.gives_check(mv, &info);
        let (moved, captured) = (position.moved_piece(mv), position.piece_on(mv.to()));
        let checks = position.consecutive_checks(position.side());
        let key_after = position.table_key_after(mv);
        position.do_move_observed(mv, &mut mirror);
        let text = || format!("{}: {}", position.rules().usi(mv), story());
        assert!(position.is_consistent(), "{}", text());
        assert!(mirror.matches(position), "{}", text());
        assert_eq!(position.in_check(), foreseen, "{}", text());
        assert!(foreseen || position.table_key() == key_after, "{}", text());
        assert_eq!((position.last_move(), position.last_capture()), (Some(mv), captured));
        assert_eq!(position.ply(), before.ply + 1);
        let arrived = position.piece_on(mv.to()).map(|piece| piece.kind().unpromoted());
        assert_eq!(arrived, moved.map(|piece| piece.kind().unpromoted()), "{}", text());
        let count = position.consecutive_checks(!position.side());
        assert!(count == 0 || foreseen && count == checks + 1, "{}", text());
        position.undo_move_observed(&mut mirror);
        assert!(mirror.matches(position), "{} taken back", story());
    }
    assert!(position.is_consistent(), "{}", story());
    assert_eq!(Seen::of(position), before, "{}", story());
}

/// A null move passes the turn, clears the passer's checks alone, and is taken back without a
/// trace. What can be played after it is what could be played in the same position set up.
pub fn restores_null(position: &mut Position, story: &dyn Fn() -> String) {
    if position.in_check() {
        return;
    }
    let before = Seen::of(position);
    let passer = position.side();
    let mut mirror = Mirror::of(position);
    position.do_null_move_observed(&mut mirror);
    assert_eq!(mirror.depth(), 1, "the null move is reported");
    assert!(position.is_consistent(), "{}", story());
    assert_eq!(position.side(), !passer, "{}", story());
    assert_eq!(position.last_move(), Some(Move::NULL), "{}", story());
    assert_eq!(position.consecutive_checks(passer), 0, "{}", story());
    let theirs = before.checks[(!passer).index()];
    assert_eq!(position.consecutive_checks(!passer), theirs, "{}", story());
    assert!(!position.in_check(), "{}", story());
    if theirs == 0 {
        let sfen = position.sfen().to_string();
        // A side without a king may not be the one that is not to move.
        if let Ok(same) = Position::from_sfen(position.rules(), &sfen) {
            assert_eq!(same.key(), position.key(), "{}", story());
            assert_eq!(same.table_key(), position.table_key(), "{}", story());
            assert_eq!(same.legal_moves(), position.legal_moves(), "{}", story());
        }
    }
    position.undo_move_observed(&mut mirror);
    assert_eq!(mirror.depth(), 0, "the undo is reported");
    assert!(position.is_consistent(), "{}", story());
    assert_eq!(Seen::of(position), before, "{}", story());
}
