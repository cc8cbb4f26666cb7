//! Which features a position has. Play sums their parameters; a tuner counts them.

use crate::layout::*;
use crate::parameters::Parameters;
use rules::{Bitboard, Board, Color, Kind, Rules, Square};

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
        let sign = sign(color);
        for (kind, count) in board.hand(color).iter() {
            tally.add(HAND.at(kind.index(), 0), sign);
            tally.add(HAND.at(kind.index(), 1), sign * (i32::from(count) - 1));
        }
        for square in board.pieces(color) {
            if let Some(piece) = board.piece_on(square) {
                count_piece(board, color, piece.kind(), square, tally);
            }
        }
    }
    count_threats(board, tally);
    tally.add(TEMPO.at(0, 0), sign(board.side()));
}

/// What a piece counts by standing where it does.
fn count_piece(board: &Board, color: Color, kind: Kind, square: Square, tally: &mut impl Tally) {
    let (rules, sign) = (board.rules(), sign(color));
    let rank = usize::from(relative_rank(rules, color, square));
    tally.add(PIECE.at(kind.index(), 0), sign);
    let row = kind.index() * usize::from(rules::LATTICE) + rank;
    tally.add(SQUARE.at(row, usize::from(fold(rules, square))), sign);
    if kind == rules.king() {
        return;
    }
    for (block, king) in [(OWN_KING, board.king(color)), (OTHER_KING, board.king(!color))] {
        if let Some(king) = king {
            tally.add(block.at(kind.index(), distance(king, square)), sign);
        }
    }
}

/// What the pieces threaten: all that is not kept up move by move.
pub(crate) fn count_threats(board: &Board, tally: &mut impl Tally) {
    let maps = Color::BOTH.map(|color| Threats::of(board, color, tally));
    for color in Color::BOTH {
        let (mine, theirs) = (&maps[color.index()], &maps[1 - color.index()]);
        count_attacks(board, color, mine, theirs, tally);
        count_king_danger(board, color, mine, theirs, tally);
    }
}

/// What a side's pieces threaten together.
struct Threats {
    all: Bitboard,
    twice: Bitboard,
    by_pawns: Bitboard,
    /// How often squares around the other king are threatened, and by how many pieces.
    ring_hits: u32,
    ring_attackers: u32,
    /// The other king's own steps.
    ring: Bitboard,
}

impl Threats {
    #[inline]
    fn of(board: &Board, color: Color, tally: &mut impl Tally) -> Self {
        let (rules, occupied, own) = (board.rules(), board.occupied(), board.pieces(color));
        let ring = board.king(!color).map_or(Bitboard::EMPTY, |king| {
            rules.threats(!color, rules.king(), king, occupied) | Bitboard::of(king)
        });
        let mut threats = Self {
            all: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            by_pawns: Bitboard::EMPTY,
            ring_hits: 0,
            ring_attackers: 0,
            ring,
        };
        for kind in rules.kinds() {
            let pieces = board.kind(kind) & own;
            let mut reached = 0;
            for square in pieces {
                let hits = rules.threats(color, kind, square, occupied);
                threats.twice |= threats.all & hits;
                threats.all |= hits;
                reached += hits.without(own).count();
                let ring_hits = (hits & ring).count();
                threats.ring_hits += ring_hits;
                threats.ring_attackers += u32::from(ring_hits > 0);
                if rules.pawn() == Some(kind) {
                    threats.by_pawns |= hits;
                }
            }
            if reached > 0 {
                tally.add(MOBILITY.at(kind.index(), 0), sign(color) * reached as i32);
            }
        }
        threats
    }
}

/// A side's pieces that the other attacks.
#[inline]
fn count_attacks(
    board: &Board,
    color: Color,
    mine: &Threats,
    theirs: &Threats,
    tally: &mut impl Tally,
) {
    let attacked = board.pieces(color) & theirs.all;
    let block = |square: Square, block: Block, tally: &mut dyn FnMut(usize)| {
        if let Some(piece) = board.piece_on(square) {
            tally(block.at(piece.kind().index(), 0));
        }
    };
    let mut add = |parameter| tally.add(parameter, sign(color));
    for square in attacked.without(mine.all) {
        block(square, HANGING, &mut add);
    }
    for square in attacked & theirs.by_pawns {
        block(square, PAWN_ATTACK, &mut add);
    }
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
    let (sign, rules, occupied) = (sign(color), board.rules(), board.occupied());
    // A square that only the king defends is weak; those it defends with another are not.
    let weak = (mine.ring & mine.all).without(theirs.twice).without(Bitboard::of(king));
    tally.add(RING_HITS.at(0, mine.ring_hits as usize), sign);
    tally.add(RING_ATTACKERS.at(0, mine.ring_attackers as usize), sign);
    tally.add(RING_WEAK.at(0, weak.count() as usize), sign);
    board.each_aim(color, king, |_, hits, between| {
        let count = (between & occupied).count() as usize;
        tally.add(AIM.at(hits.bits().into(), count), sign);
    });
    let safe = board.vacant().without(theirs.all);
    for (kind, _) in board.hand(color).iter() {
        // Near enough for cannons: their screens are the same from both ends of a line.
        let checks = rules.threats(!color, kind, king, occupied) & safe;
        if checks.any() {
            tally.add(DROP_CHECK.at(kind.index(), usize::from(checks.many())), sign);
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

/// How many king's steps apart two squares are.
#[inline]
pub(crate) fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())).into()
}
