//! The features of a position. The evaluation sums their parameters; the tuner counts them.

use crate::layout::*;
use arrayvec::ArrayVec;
use rules::{Bitboard, Board, Color, PawnAttacks, Piece, PieceKind, SQUARE_COUNT, Square};

/// Receives the features of a position.
pub trait FeatureVisitor {
    /// Counts a feature `count` times for a side. `parameter` is its index in
    /// [`layout`](crate::layout).
    fn visit(&mut self, side: Color, parameter: usize, count: i32);
}

/// Visits every feature of a position.
pub fn visit_features(board: &Board, visitor: &mut impl FeatureVisitor) {
    for color in Color::BOTH {
        for (kind, count) in board.hand(color).iter() {
            for number in 0..usize::from(count) {
                visitor.visit(color, HAND.at(kind.index(), number), 1);
            }
        }
    }
    for (piece, square) in board.placed_pieces() {
        visit_piece(board, piece, square, visitor);
    }
    visit_threats(board, visitor);
    visitor.visit(board.side(), TEMPO.at(0, 0), 1);
}

/// Visits the features of a piece that depend only on its square and the squares of the kings.
fn visit_piece(board: &Board, piece: Piece, square: Square, visitor: &mut impl FeatureVisitor) {
    let (rules, color, kind) = (board.rules(), piece.color(), piece.kind());
    let (rank, file) = (relative_rank(rules, color, square), file_from_edge(rules, square));
    visitor.visit(color, PIECE.at(kind.index(), 0), 1);
    visitor.visit(color, square_index(kind, rank, file), 1);
    if kind == rules.king_kind() {
        return;
    }
    for (block, king) in [(OWN_KING, board.king(color)), (OTHER_KING, board.king(!color))] {
        if let Some(king) = king {
            visitor.visit(color, king_distance_index_of(block, king, piece, square), 1);
        }
    }
}

/// Visits the features of the threat score: those that depend on attacks.
#[inline]
pub(crate) fn visit_threats(board: &Board, visitor: &mut impl FeatureVisitor) {
    // Filled in place because they are large.
    let (mut black, mut white) = (SideAttacks::none(), SideAttacks::none());
    black.fill(board, Color::Black, visitor);
    white.fill(board, Color::White, visitor);
    visit_attacks(board, Color::Black, &black, &white, visitor);
    visit_attacks(board, Color::White, &white, &black, visitor);
}

/// The attacks of one side's pieces.
struct SideAttacks {
    /// Those of each piece that attacks something of interest: a piece of the opponent, the king ring, or a square
    /// from which it might give check. In games whose pawns attack a single square each, the first entry has those of
    /// all pawns as one set.
    of_interest: ArrayVec<(PieceKind, Bitboard), SQUARE_COUNT>,
    has_pawn_set: bool,
    /// The squares to which the opponent's king can step if they are not attacked.
    king_steps: Bitboard,
    /// All attacked squares.
    all: Bitboard,
    /// Squares attacked at least twice.
    double: Bitboard,
}

impl SideAttacks {
    const fn none() -> Self {
        Self {
            of_interest: ArrayVec::new_const(),
            has_pawn_set: false,
            king_steps: Bitboard::EMPTY,
            all: Bitboard::EMPTY,
            double: Bitboard::EMPTY,
        }
    }

    /// Returns the king ring: the squares of and around the opponent's king.
    #[inline]
    fn king_ring(&self, king: Option<Square>) -> Bitboard {
        self.king_steps | king.map_or(Bitboard::EMPTY, Bitboard::from_square)
    }

    /// Computes a side's attacks and visits its mobility features.
    #[inline(never)]
    fn fill(&mut self, board: &Board, color: Color, visitor: &mut impl FeatureVisitor) {
        let (rules, own, king) = (board.rules(), board.pieces(color), board.king(!color));
        if let Some(king) = king {
            self.king_steps = rules.attacks(!color, rules.king_kind(), king, board.occupied());
        }
        let targets = board.pieces(!color) | self.king_ring(king);
        let check_origins = check_origins(board, color);
        let (mut all, mut double) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if let Some(PawnAttacks { kind, pieces, attacks }) = board.pawn_attacks(color) {
            self.of_interest.push((kind, attacks));
            self.has_pawn_set = true;
            all = attacks;
            let mobile = attacks.without(own).count() as i32;
            visitor.visit(color, MOBILITY.at(kind.index(), 1), mobile);
            let blocked = pieces.count() as i32 - mobile;
            visitor.visit(color, MOBILITY.at(kind.index(), 0), blocked);
        }
        board.for_each_attack_set(color, |kind, attacks| {
            double |= all & attacks;
            all |= attacks;
            let mobility = attacks.without(own).count() as usize;
            visitor.visit(color, MOBILITY.at(kind.index(), mobility), 1);
            if (attacks & (targets | check_origins[kind.index()])).any() {
                self.of_interest.push((kind, attacks));
            }
        });
        (self.all, self.double) = (all, double);
    }
}

/// Returns, by kind, the squares from which a side's pieces can attack the opponent's king on some board.
#[inline]
fn check_origins(board: &Board, color: Color) -> &'static [Bitboard; PieceKind::COUNT] {
    let king = board.king(!color);
    king.map_or(&[Bitboard::EMPTY; _], |king| board.rules().attack_origins(color, king))
}

/// Visits the features of a side's attacks on the opponent's pieces and king.
#[inline(never)]
fn visit_attacks(
    board: &Board,
    color: Color,
    own: &SideAttacks,
    other: &SideAttacks,
    visitor: &mut impl FeatureVisitor,
) {
    let (rules, occupied, is_to_move) = (board.rules(), board.occupied(), board.side() == color);
    let victims = board.pieces(!color);
    (victims & own.all).without(other.all).for_each(|square| {
        visitor.visit(!color, HANGING.at_turn(is_to_move, board.kind_on(square).index(), 0), 1);
    });
    let king = board.king(!color);
    let (steps, ring) = (own.king_steps, own.king_ring(king));
    let safe = !(other.all | board.pieces(color));
    let check_origins = check_origins(board, color);
    let (mut ring_attacks, mut attackers) = (0, 0);
    for (number, &(kind, attacks)) in own.of_interest.iter().enumerate() {
        let is_pawn_set = number == 0 && own.has_pawn_set;
        (attacks & victims).for_each(|square| {
            let is_defended = other.all.contains(square);
            let block = if is_defended { ATTACK_BOUND } else { ATTACK_LOOSE };
            let victim = board.kind_on(square).index();
            visitor.visit(color, block.at_turn(is_to_move, kind.index(), victim), 1);
        });
        let count = (attacks & ring).count() as usize;
        ring_attacks += count;
        attackers += if is_pawn_set { count } else { usize::from(count > 0) };
        let checks = attacks & safe & check_origins[kind.index()];
        if checks.any()
            && let Some(king) = king
        {
            let gives_check =
                |&from: &Square| rules.attacks_square(color, kind, from, king, occupied);
            let mut checks = checks.into_iter().filter(gives_check);
            let count =
                if is_pawn_set { checks.count() } else { usize::from(checks.next().is_some()) };
            visitor.visit(color, MOVE_CHECK.at_turn(is_to_move, kind.index(), 0), count as i32);
        }
    }
    let Some(king) = king else { return };
    // Attacked squares around the king that only the king defends.
    let weak = (steps & own.all).without(other.double).count() as usize;
    let escapes = steps.without(board.pieces(!color)).without(own.all).count() as usize;
    let hand_size = board.hand(color).size().min(HAND_SIZES - 1);
    visitor.visit(color, RING_HITS.at(0, ring_attacks), 1);
    visitor.visit(color, RING_ATTACKERS.at(0, attackers), 1);
    visitor.visit(color, RING_WEAK.at_turn(is_to_move, hand_size, weak), 1);
    visitor.visit(color, ESCAPES.at_turn(is_to_move, hand_size, escapes), 1);
    board.for_each_line_attacker(color, king, |_, hop_class, between| {
        let screens = (between & occupied).count() as usize;
        visitor.visit(color, AIM.at(hop_class.coarse_bits().into(), screens), 1);
    });
    // A drop gives check on the squares that an enemy piece of the same kind attacks from the king's
    // square. This is close enough for cannons too: a line has the same screens from both ends.
    let safe_empty = board.empty_squares().without(other.all);
    for (kind, _) in board.hand(color).iter() {
        let drops = rules.attacks(!color, kind, king, occupied) & safe_empty;
        if drops.any() {
            let several = usize::from(drops.more_than_one());
            visitor.visit(color, DROP_CHECK.at_turn(is_to_move, kind.index(), several), 1);
        }
    }
}
