//! Moves in the order in which they are most likely to cut off, made only as they are needed.

use crate::history::{History, arrival};
use crate::see::see_ge;
use crate::tunables::{check_loss, check_order};
use eval::PieceValues;
use rules::{Bitboard, CheckInfo, GenKind, Move, MoveList, MoveSink, PieceKind, Position, Square};

/// The moves of all nodes of a thread, each node's behind its parent's: an order and a move in a
/// number, so that the best is just the largest.
pub(crate) type Arena = Vec<i64>;

fn packed(order: i32, mv: Move) -> i64 {
    i64::from(order) << 16 | i64::from(mv.bits())
}

fn unpacked(number: i64) -> Move {
    Move::from_bits(number as u16)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Table,
    MakeCaptures,
    GoodCaptures,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Every legal move.
    All,
    /// Captures that do not lose material.
    GoodCaptures,
    /// Those, and other moves that give check and lose nothing.
    GoodCapturesAndChecks,
}

/// Gives a node's legal moves one by one.
pub(crate) struct Picker {
    step: Step,
    wanted: Wanted,
    table: Move,
    earlier: [usize; 3],
    /// Where this node's moves begin in the arena: losing captures gather here.
    base: usize,
    bad_end: usize,
    next: usize,
    skip_quiets: bool,
}

/// What a picker looks at but does not change.
pub(crate) struct Sight<'a> {
    pub position: &'a Position,
    pub history: &'a History,
    pub piece_values: &'a PieceValues,
    /// How the position's moves give check, if that is known already.
    pub checks: Option<&'a CheckInfo>,
}

impl Picker {
    /// A picker that begins with a table's move, which must be legal or none.
    pub fn new(wanted: Wanted, table: Move, earlier: [usize; 3], arena: &Arena) -> Self {
        let step = if table.is_some() { Step::Table } else { Step::MakeCaptures };
        let base = arena.len();
        Self { step, wanted, table, earlier, base, bad_end: base, next: base, skip_quiets: false }
    }

    /// From now on gives no more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Whether the moves given now are captures that lose material.
    pub fn gives_bad_captures(&self) -> bool {
        self.step == Step::BadCaptures
    }

    /// Takes this node's moves out of the arena.
    pub fn close(self, arena: &mut Arena) {
        arena.truncate(self.base);
    }

    /// The next move.
    pub fn next(&mut self, sight: &Sight<'_>, arena: &mut Arena) -> Option<Move> {
        loop {
            match self.step {
                Step::Table => {
                    self.step = Step::MakeCaptures;
                    return Some(self.table);
                }
                Step::MakeCaptures => {
                    self.make_captures(sight, arena);
                    self.step = Step::GoodCaptures;
                }
                Step::GoodCaptures => match self.best(arena) {
                    Some(mv) if self.is_good(mv, sight) => return Some(mv),
                    Some(mv) => self.put_off(mv, arena),
                    None if self.wanted == Wanted::GoodCaptures => self.step = Step::Done,
                    None => self.step = Step::MakeQuiets,
                },
                Step::MakeQuiets => {
                    self.next = arena.len();
                    if !self.skip_quiets {
                        self.make_quiets(sight, arena);
                    }
                    self.step = Step::Quiets;
                }
                Step::Quiets => match self.best(arena) {
                    Some(mv) if !self.skip_quiets => return Some(mv),
                    _ if self.wanted == Wanted::GoodCapturesAndChecks => self.step = Step::Done,
                    _ => {
                        self.step = Step::BadCaptures;
                        self.next = self.base;
                    }
                },
                Step::BadCaptures => {
                    if self.next == self.bad_end {
                        self.step = Step::Done;
                    } else {
                        self.next += 1;
                        return Some(unpacked(arena[self.next - 1]));
                    }
                }
                Step::Done => return None,
            }
        }
    }

    fn make_captures(&self, sight: &Sight<'_>, arena: &mut Arena) {
        let mut list = MoveList::new();
        sight.position.generate(GenKind::Captures, &mut list);
        let others = list.iter().copied().filter(|&mv| mv != self.table);
        arena.extend(others.map(|mv| packed(capture_order(mv, sight), mv)));
    }

    fn make_quiets(&self, sight: &Sight<'_>, arena: &mut Arena) {
        let unknown;
        let checks = match sight.checks {
            Some(checks) => checks,
            None => {
                unknown = sight.position.check_info();
                &unknown
            }
        };
        let mut ordering = Ordering { picker: self, sight, checks, arena };
        sight.position.generate_into(GenKind::Quiets, &mut ordering);
        sight.position.generate_into(GenKind::Drops, &mut ordering);
    }

    /// Takes the best of the moves not yet given.
    fn best(&mut self, arena: &mut Arena) -> Option<Move> {
        let left = &mut arena[self.next..];
        if left.is_empty() {
            return None;
        }
        // Two passes that compile to vector instructions: neither has a way out, and every number is
        // there once.
        let best = left.iter().fold(i64::MIN, |best, &number| best.max(number));
        let places =
            left.iter().enumerate().map(|(at, &number)| if number == best { at } else { 0 });
        let place = places.sum();
        left.swap(0, place);
        self.next += 1;
        Some(unpacked(best))
    }

    fn is_good(&self, mv: Move, sight: &Sight<'_>) -> bool {
        see_ge(sight.piece_values, sight.position.board(), mv, 0)
    }

    /// Keeps a losing capture for the end: it was at `next - 1`, past the others like it.
    fn put_off(&mut self, mv: Move, arena: &mut Arena) {
        let place = self.next - 1;
        arena.swap(self.bad_end, place);
        debug_assert_eq!(unpacked(arena[self.bad_end]), mv);
        self.bad_end += 1;
    }
}

/// Takes a node's quiet moves and puts them in the arena with their orders.
struct Ordering<'a> {
    picker: &'a Picker,
    sight: &'a Sight<'a>,
    checks: &'a CheckInfo,
    arena: &'a mut Arena,
}

impl Ordering<'_> {
    /// Takes moves of a piece that comes from a square or the hand to be of a kind.
    #[inline]
    fn take(
        &mut self,
        from: Option<Square>,
        kind: PieceKind,
        to: Bitboard,
        bonus: i32,
        mv: impl Fn(Square) -> Move,
    ) {
        let Sight { position, history, .. } = *self.sight;
        let &Picker { table, wanted, .. } = self.picker;
        let all = wanted == Wanted::All;
        let possible = position.possible_check_squares(from, kind, self.checks);
        if !all && (to & possible).is_empty() {
            return;
        }
        let order = history.quiets_of(position.side(), from, kind, &self.picker.earlier);
        if all {
            to.without(possible).for_each(|to| {
                let mv = mv(to);
                if mv != table {
                    self.arena.push(packed(order(to) + bonus, mv));
                }
            });
        }
        let least = if all { check_loss() } else { 0 };
        (to & possible).for_each(|to| {
            let mv = mv(to);
            let good = position.gives_check(mv, self.checks)
                && see_ge(self.sight.piece_values, position.board(), mv, least);
            if mv != table && (good || all) {
                let bonus = bonus + if good { check_order() } else { 0 };
                self.arena.push(packed(order(to) + bonus, mv));
            }
        });
    }
}

impl MoveSink for Ordering<'_> {
    #[inline]
    fn push_moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        let Some(piece) = self.sight.position.piece_on(from) else { return };
        let kind = piece.kind();
        if plain.any() {
            self.take(Some(from), kind, plain, 0, |to| Move::normal(from, to));
        }
        if promoting.any() {
            let promoted = kind.promoted();
            let gain = 8 * self.sight.piece_values.promotion_gain(kind);
            self.take(Some(from), promoted, promoting, gain, |to| Move::promotion(from, to));
        }
    }

    #[inline]
    fn push_shifted(&mut self, shift: i8, plain: Bitboard, promoting: Bitboard) {
        plain.for_each(|to| {
            self.push_moves(to.shift(-shift), Bitboard::from_square(to), Bitboard::EMPTY)
        });
        promoting.for_each(|to| {
            self.push_moves(to.shift(-shift), Bitboard::EMPTY, Bitboard::from_square(to))
        });
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.take(None, kind, to, 0, |to| Move::drop(kind, to));
    }
}

/// Captures of much come first, those that did well before among equals.
fn capture_order(mv: Move, sight: &Sight<'_>) -> i32 {
    let position = sight.position;
    let (Some(piece), Some(taken)) = (position.moved_piece(mv), position.piece_on(mv.to())) else {
        return 0;
    };
    let mut gain = sight.piece_values.capture_value(taken.kind());
    if mv.is_promotion() {
        gain += sight.piece_values.promotion_gain(piece.kind());
    }
    16 * gain - sight.piece_values.on_board(piece.kind()) / 4
        + sight.history.capture(arrival(piece, mv), taken.kind())
}
