//! Which features a position has. Play sums their parameters; a tuner counts them.

use crate::layout::*;
use crate::parameters::Parameters;
use arrayvec::ArrayVec;
use rules::{Bitboard, Board, Color, PawnAttacks, Piece, PieceKind, Rules, SQUARE_COUNT, Square};

/// One who is told of features, as indices of parameters.
pub trait FeatureVisitor {
    /// A feature occurs so many times for a side.
    fn visit(&mut self, side: Color, parameter: usize, times: i32);
}

/// The sums of a position's parameters, each side's apart.
pub(crate) struct Sum<'a> {
    parameters: &'a Parameters,
    totals: [i32; 2],
}

impl<'a> Sum<'a> {
    pub fn new(parameters: &'a Parameters) -> Self {
        Self { parameters, totals: [0; 2] }
    }

    /// Black's sum less White's.
    pub fn difference(&self) -> i32 {
        self.totals[Color::Black.index()] - self.totals[Color::White.index()]
    }
}

impl FeatureVisitor for Sum<'_> {
    #[inline]
    fn visit(&mut self, side: Color, parameter: usize, times: i32) {
        self.totals[side.index()] += self.parameters.get(parameter) * times;
    }
}

/// Tells every feature of a position.
pub fn visit_features(board: &Board, visitor: &mut impl FeatureVisitor) {
    for color in Color::BOTH {
        for (kind, count) in board.hand(color).iter() {
            for number in 0..usize::from(count) {
                visitor.visit(color, HAND.at(kind.index(), number), 1);
            }
        }
        for square in board.pieces(color) {
            if let Some(piece) = board.piece_on(square) {
                count_piece(board, piece, square, visitor);
            }
        }
    }
    count_threats(board, visitor);
    visitor.visit(board.side(), TEMPO.at(0, 0), 1);
}

/// What a piece counts by standing where it does.
fn count_piece(board: &Board, piece: Piece, square: Square, visitor: &mut impl FeatureVisitor) {
    let (rules, color, kind) = (board.rules(), piece.color(), piece.kind());
    let (rank, file) = (relative_rank(rules, color, square), fold(rules, square));
    visitor.visit(color, PIECE.at(kind.index(), 0), 1);
    visitor.visit(color, on_square(kind, rank, file), 1);
    if kind == rules.king_kind() {
        return;
    }
    for (block, king) in [(OWN_KING, board.king(color)), (OTHER_KING, board.king(!color))] {
        if let Some(king) = king {
            visitor.visit(color, seen_from(block, king, piece, square), 1);
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
pub(crate) fn count_threats(board: &Board, visitor: &mut impl FeatureVisitor) {
    // Filled where they stand, for they are large; and what follows is compiled for each side apart.
    let (mut black, mut white) = (Threats::none(), Threats::none());
    black.count(board, Color::Black, visitor);
    white.count(board, Color::White, visitor);
    count_attacks(board, Color::Black, &black, &white, visitor);
    count_attacks(board, Color::White, &white, &black, visitor);
    count_king_danger(board, Color::Black, &black, &white, visitor);
    count_king_danger(board, Color::White, &white, &black, visitor);
}

/// What a side's pieces threaten.
struct Threats {
    each: ArrayVec<(PieceKind, Bitboard), SQUARE_COUNT>,
    /// Pieces that are counted together, and are not in `each`.
    pawn_attacks: Option<PawnAttacks>,
    all: Bitboard,
    twice: Bitboard,
}

impl Threats {
    const fn none() -> Self {
        Self {
            each: ArrayVec::new_const(),
            pawn_attacks: None,
            all: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn count(&mut self, board: &Board, color: Color, visitor: &mut impl FeatureVisitor) {
        let own = board.pieces(color);
        let (mut all, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        self.pawn_attacks = board.pawn_attacks(color);
        if let Some(PawnAttacks { kind, pieces, attacks }) = self.pawn_attacks {
            all = attacks;
            let free = attacks.without(own).count() as i32;
            visitor.visit(color, MOBILITY.at(kind.index(), 1), free);
            let blocked = pieces.count() as i32 - free;
            visitor.visit(color, MOBILITY.at(kind.index(), 0), blocked);
        }
        board.for_each_attack_set(color, |kind, hits| self.each.push((kind, hits)));
        for &(kind, hits) in &self.each {
            twice |= all & hits;
            all |= hits;
            let reached = hits.without(own).count() as usize;
            visitor.visit(color, MOBILITY.at(kind.index(), reached), 1);
        }
        (self.all, self.twice) = (all, twice);
    }
}

/// What a side's pieces attack.
#[inline(always)]
fn count_attacks(
    board: &Board,
    color: Color,
    mine: &Threats,
    theirs: &Threats,
    visitor: &mut impl FeatureVisitor,
) {
    let moves = board.side() == color;
    let attacked = board.pieces(!color) & mine.all;
    attacked.without(theirs.all).for_each(|square| {
        visitor.visit(!color, HANGING.at_turn(moves, board.kind_on(square).index(), 0), 1);
    });
    let mut count = |kind: PieceKind, hits: Bitboard| {
        (hits & attacked).for_each(|square| {
            let loose = !theirs.all.contains(square);
            let block = if loose { ATTACK_LOOSE } else { ATTACK_BOUND };
            let victim = board.kind_on(square).index();
            visitor.visit(color, block.at_turn(moves, kind.index(), victim), 1);
        });
    };
    if let Some(pawn_attacks) = mine.pawn_attacks {
        count(pawn_attacks.kind, pawn_attacks.attacks);
    }
    for &(kind, hits) in &mine.each {
        count(kind, hits);
    }
}

/// How a side's pieces bear on the other king.
#[inline(always)]
fn count_king_danger(
    board: &Board,
    color: Color,
    mine: &Threats,
    theirs: &Threats,
    visitor: &mut impl FeatureVisitor,
) {
    let Some(king) = board.king(!color) else { return };
    let moves = board.side() == color;
    let (rules, occupied) = (board.rules(), board.occupied());
    let steps = rules.attacks(!color, rules.king_kind(), king, occupied);
    let ring = steps | Bitboard::from_square(king);
    // Safe squares from which a piece could give check; whether it does from one is asked of few.
    let safe = !(theirs.all | board.pieces(color));
    let bearing = rules.attack_origins(color, king);
    let near = |kind: PieceKind, hits: Bitboard| hits & safe & bearing[kind.index()];
    let checks = |kind: PieceKind, from| board.would_attack(color, kind, from, king);
    let (mut ring_hits, mut attackers) = (0, 0);
    if let Some(PawnAttacks { kind, attacks, .. }) = mine.pawn_attacks {
        ring_hits = (attacks & ring).count() as usize;
        attackers = ring_hits;
        let count = near(kind, attacks).into_iter().filter(|&from| checks(kind, from)).count();
        visitor.visit(color, MOVE_CHECK.at_turn(moves, kind.index(), 0), count as i32);
    }
    for &(kind, hits) in &mine.each {
        let hits_on_ring = (hits & ring).count() as usize;
        ring_hits += hits_on_ring;
        attackers += usize::from(hits_on_ring > 0);
        let near = near(kind, hits);
        // Mostly there is none.
        if near.any() && near.into_iter().any(|from| checks(kind, from)) {
            visitor.visit(color, MOVE_CHECK.at_turn(moves, kind.index(), 0), 1);
        }
    }
    // A square that only the king defends is weak; those it defends with another are not.
    let weak = (steps & mine.all).without(theirs.twice).count() as usize;
    let escapes = steps.without(board.pieces(!color)).without(mine.all).count() as usize;
    let held =
        board.hand(color).iter().map(|(_, count)| usize::from(count)).sum::<usize>().min(HELD - 1);
    visitor.visit(color, RING_HITS.at(0, ring_hits), 1);
    visitor.visit(color, RING_ATTACKERS.at(0, attackers), 1);
    visitor.visit(color, RING_WEAK.at_turn(moves, held, weak), 1);
    visitor.visit(color, ESCAPES.at_turn(moves, held, escapes), 1);
    board.for_each_line_attacker(color, king, |_, hits, between| {
        let count = (between & occupied).count() as usize;
        visitor.visit(color, AIM.at(hits.bits().into(), count), 1);
    });
    // Near enough for cannons: their screens are the same from both ends of a line.
    let vacant = board.empty_squares().without(theirs.all);
    for (kind, _) in board.hand(color).iter() {
        let checks = rules.attacks(!color, kind, king, occupied) & vacant;
        if checks.any() {
            let row = kind.index();
            visitor.visit(
                color,
                DROP_CHECK.at_turn(moves, row, usize::from(checks.more_than_one())),
                1,
            );
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
