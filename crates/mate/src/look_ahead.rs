//! The look-ahead at an OR node before it is searched: no checks, or mate in one.

use rules::{Bitboard, Move, MoveList, Position};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LookAhead {
    NoCheck,
    Mate(Move),
    Unknown,
}

/// Looks for a mate in one by the side to move. Unless `is_exact`, it may overlook some that uncover or
/// block a line to a square next to the king.
///
/// Not inlined, to keep the move list out of the stack frames of the search.
#[inline(never)]
pub(crate) fn look_ahead(position: &mut Position, is_exact: bool) -> LookAhead {
    let mut checks = MoveList::new();
    let info = position.check_info();
    position.generate_checks(&info, &mut checks);
    if checks.is_empty() {
        return LookAhead::NoCheck;
    }
    let attacker = position.side();
    let escapes = position.safe_king_steps(!attacker);
    let king = position.king(!attacker).expect("it can be checked");
    let occupied = position.occupied().without(Bitboard::from_square(king));
    for &mv in &checks {
        // Most checks leave the king a safe square that the checking piece does not attack.
        if (is_exact
            || info.discovers_check(mv.from(), mv.to())
            || escapes.without(attacks_after(position, mv, occupied)).is_empty())
            && mates(position, mv)
        {
            return LookAhead::Mate(mv);
        }
    }
    LookAhead::Unknown
}

/// Returns the squares that the moved piece attacks after a move.
fn attacks_after(position: &Position, mv: Move, occupied: Bitboard) -> Bitboard {
    let moved = position.moved_piece(mv).expect("a legal move moves a piece");
    let kind = mv.kind_after(moved.kind());
    position.rules().attacks(position.side(), kind, mv.to(), occupied)
}

fn mates(position: &mut Position, check: Move) -> bool {
    position.do_move(check);
    let mates = !position.has_legal_move() && position.goal_winner().is_none();
    position.undo_move();
    mates
}
