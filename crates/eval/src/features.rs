//! Which features a position has. Play sums their parameters; a tuner counts them.

use crate::layout::*;
use crate::parameters::Parameters;
use arrayvec::ArrayVec;
use rules::{Bitboard, Board, Color, Kind, Marchers, Piece, Rules, SQUARES, Square};

/// One who is told of features, as indices of parameters with how often they occur.
pub trait Tally {
    /// A feature occurs so many times, for one side or, if negative, for the other.
    fn add(&mut self, parameter: usize, times: i32);
}

/// The sum of a position's parameters.
pub(crate) struct Sum<'a> {
    pub parameters: &'a Parameters,
    pub total: i32,
}

impl Tally for Sum<'_> {
    #[inline]
    fn add(&mut self, parameter: usize, times: i32) {
        self.total += self.parameters.get(parameter) * times;
    }
}

/// Tells every feature of a position: Black's as positive, White's as negative, and the right to
/// move for the side that has it.
pub fn count_features(board: &Board, tally: &mut impl Tally) {
    for color in Color::BOTH {
        for (kind, count) in board.hand(color).iter() {
            for number in 0..usize::from(count) {
                tally.add(HAND.at(kind.index(), number), sign(color));
            }
        }
        for square in board.pieces(color) {
            if let Some(piece) = board.piece_on(square) {
                count_piece(board, piece, square, tally);
            }
        }
    }
    count_threats(board, tally);
    tally.add(TEMPO.at(0, 0), sign(board.side()));
}

/// What a piece counts by standing where it does.
fn count_piece(board: &Board, piece: Piece, square: Square, tally: &mut impl Tally) {
    let (rules, color, kind) = (board.rules(), piece.color(), piece.kind());
    let (rank, file) = (relative_rank(rules, color, square), fold(rules, square));
    tally.add(PIECE.at(kind.index(), 0), sign(color));
    tally.add(on_square(kind, rank, file), sign(color));
    if kind == rules.king() {
        return;
    }
    for (block, king) in [(OWN_KING, board.king(color)), (OTHER_KING, board.king(!color))] {
        if let Some(king) = king {
            tally.add(seen_from(block, king, piece, square), sign(color));
        }
    }
}

/// The place of a piece as a king sees it.
#[inline]
pub(crate) fn seen_from(block: Block, king: Square, piece: Piece, square: Square) -> usize {
    let down = i32::from(king.rank()) - i32::from(square.rank());
    let aside = king.file().abs_diff(square.file());
    near_king(block, piece.kind(), sign(piece.color()) * down, aside)
}

/// What the pieces threaten: all that is not kept up move by move.
#[inline]
pub(crate) fn count_threats(board: &Board, tally: &mut impl Tally) {
    // Filled where they stand, for they are large.
    let mut maps = [Threats::none(), Threats::none()];
    for color in Color::BOTH {
        maps[color.index()].count(board, color, tally);
    }
    for color in Color::BOTH {
        let (mine, theirs) = (&maps[color.index()], &maps[1 - color.index()]);
        count_attacks(board, color, mine, theirs, tally);
        count_king_danger(board, color, mine, theirs, tally);
    }
}

/// What a side's pieces threaten.
struct Threats {
    each: ArrayVec<(Kind, Bitboard), SQUARES>,
    /// Pieces that are counted together, and are not in `each`.
    marchers: Option<Marchers>,
    all: Bitboard,
    twice: Bitboard,
}

impl Threats {
    const fn none() -> Self {
        Self {
            each: ArrayVec::new_const(),
            marchers: None,
            all: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
        }
    }

    #[inline]
    fn count(&mut self, board: &Board, color: Color, tally: &mut impl Tally) {
        let own = board.pieces(color);
        self.marchers = board.marchers(color);
        if let Some(Marchers { kind, pieces, threats }) = self.marchers {
            self.all = threats;
            let free = threats.without(own).count() as i32;
            tally.add(MOBILITY.at(kind.index(), 1), sign(color) * free);
            let blocked = pieces.count() as i32 - free;
            tally.add(MOBILITY.at(kind.index(), 0), sign(color) * blocked);
        }
        board.each_threats(color, |kind, hits| {
            self.twice |= self.all & hits;
            self.all |= hits;
            self.each.push((kind, hits));
            let reached = hits.without(own).count() as usize;
            tally.add(MOBILITY.at(kind.index(), reached), sign(color));
        });
    }
}

/// What a side's pieces attack.
#[inline]
fn count_attacks(
    board: &Board,
    color: Color,
    mine: &Threats,
    theirs: &Threats,
    tally: &mut impl Tally,
) {
    let moves = board.side() == color;
    let attacked = board.pieces(!color) & mine.all;
    let kind_on = |square| board.piece_on(square).map_or(0, |piece| piece.kind().index());
    attacked.without(theirs.all).each(|square| {
        tally.add(HANGING.at_turn(moves, kind_on(square), 0), -sign(color));
    });
    let mut count = |kind: Kind, hits: Bitboard| {
        (hits & attacked).each(|square| {
            let loose = !theirs.all.has(square);
            let block = if loose { ATTACK_LOOSE } else { ATTACK_BOUND };
            tally.add(block.at_turn(moves, kind.index(), kind_on(square)), sign(color));
        });
    };
    if let Some(marchers) = mine.marchers {
        count(marchers.kind, marchers.threats);
    }
    mine.each.iter().for_each(|&(kind, hits)| count(kind, hits));
}

/// How a side's pieces bear on the other king.
#[inline]
fn count_king_danger(
    board: &Board,
    color: Color,
    mine: &Threats,
    theirs: &Threats,
    tally: &mut impl Tally,
) {
    let Some(king) = board.king(!color) else { return };
    let moves = board.side() == color;
    let (sign, rules, occupied) = (sign(color), board.rules(), board.occupied());
    let steps = rules.threats(!color, rules.king(), king, occupied);
    let ring = steps | Bitboard::of(king);
    // Safe squares from which some piece could give check; which do from which is asked of few.
    let open = rules.bearing_squares(color, king).without(theirs.all | board.pieces(color));
    let checks = |kind: Kind, from| board.would_hit(color, kind, from, king);
    let (mut ring_hits, mut attackers) = (0, 0);
    if let Some(Marchers { kind, threats, .. }) = mine.marchers {
        ring_hits = (threats & ring).count() as usize;
        attackers = ring_hits;
        let checking = (threats & open).into_iter().filter(|&from| checks(kind, from)).count();
        tally.add(MOVE_CHECK.at_turn(moves, kind.index(), 0), sign * checking as i32);
    }
    for &(kind, hits) in &mine.each {
        let hits_on_ring = (hits & ring).count() as usize;
        ring_hits += hits_on_ring;
        attackers += usize::from(hits_on_ring > 0);
        if (hits & open).into_iter().any(|from| checks(kind, from)) {
            tally.add(MOVE_CHECK.at_turn(moves, kind.index(), 0), sign);
        }
    }
    // A square that only the king defends is weak; those it defends with another are not.
    let weak = (steps & mine.all).without(theirs.twice).count() as usize;
    let escapes = steps.without(board.pieces(!color)).without(mine.all).count() as usize;
    let held =
        board.hand(color).iter().map(|(_, count)| usize::from(count)).sum::<usize>().min(HELD - 1);
    tally.add(RING_HITS.at(0, ring_hits), sign);
    tally.add(RING_ATTACKERS.at(0, attackers), sign);
    tally.add(RING_WEAK.at_turn(moves, held, weak), sign);
    tally.add(ESCAPES.at_turn(moves, held, escapes), sign);
    board.each_aim(color, king, |_, hits, between| {
        let count = (between & occupied).count() as usize;
        tally.add(AIM.at(hits.bits().into(), count), sign);
    });
    // Near enough for cannons: their screens are the same from both ends of a line.
    let vacant = board.vacant().without(theirs.all);
    for (kind, _) in board.hand(color).iter() {
        let checks = rules.threats(!color, kind, king, occupied) & vacant;
        if checks.any() {
            tally.add(DROP_CHECK.at_turn(moves, kind.index(), usize::from(checks.many())), sign);
        }
    }
}

#[inline]
pub(crate) const fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// The rank as a side sees it, the farthest being zero.
#[inline]
pub(crate) fn relative_rank(rules: &Rules, color: Color, square: Square) -> u8 {
    match color {
        Color::Black => square.rank(),
        Color::White => rules.ranks() - 1 - square.rank(),
    }
}

/// The file from the nearer edge.
#[inline]
pub(crate) fn fold(rules: &Rules, square: Square) -> u8 {
    square.file().min(rules.files() - 1 - square.file())
}
