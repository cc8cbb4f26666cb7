//! The map of features: which parameter stands where.
//!
//! The evaluation is linear: a sum of parameters, each times how often its feature occurs for the
//! side to move less how often for the other. A tuner reads the same map.

use rules::{Kind, LATTICE};

/// A stretch of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// What its parameters are for.
    pub name: &'static str,
    start: usize,
    rows: usize,
    columns: usize,
}

impl Block {
    const fn first(name: &'static str, rows: usize, columns: usize) -> Self {
        Self { name, start: 0, rows, columns }
    }

    const fn then(self, name: &'static str, rows: usize, columns: usize) -> Self {
        Self { name, start: self.end(), rows, columns }
    }

    const fn end(self) -> usize {
        self.start + self.rows * self.columns
    }

    /// The index of one parameter; a column beyond the last counts as the last.
    #[inline]
    pub const fn at(self, row: usize, column: usize) -> usize {
        let column = if column < self.columns { column } else { self.columns - 1 };
        self.start + row * self.columns + column
    }

    /// The indices of all its parameters.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start..self.end()
    }
}

/// How many files there are when a board is folded in the middle.
pub const FOLDED: usize = LATTICE as usize / 2;
const DISTANCES: usize = LATTICE as usize;

/// A piece on the board, by kind.
pub const PIECE: Block = Block::first("piece", Kind::COUNT, 1);
/// A piece in hand: the first of a kind, and each further one.
pub const HAND: Block = PIECE.then("hand", Kind::BASES, 2);
/// A piece on a square: by kind and by rank from the far side, then by file from the edge.
pub const SQUARE: Block = HAND.then("square", Kind::COUNT * LATTICE as usize, FOLDED);
/// A piece by its distance from its own king.
pub const OWN_KING: Block = SQUARE.then("own king", Kind::COUNT, DISTANCES);
/// A piece by its distance from the opponent's king.
pub const OTHER_KING: Block = OWN_KING.then("other king", Kind::COUNT, DISTANCES);
/// A square that a piece threatens, by kind.
pub const MOBILITY: Block = OTHER_KING.then("mobility", Kind::COUNT, 1);
/// A piece that is attacked and not defended, by kind.
pub const HANGING: Block = MOBILITY.then("hanging", Kind::COUNT, 1);
/// A piece that is attacked by a pawn, by kind.
pub const PAWN_ATTACK: Block = HANGING.then("pawn attack", Kind::COUNT, 1);
/// How often the squares around the opponent's king are threatened.
pub const RING_HITS: Block = PAWN_ATTACK.then("ring hits", 1, 24);
/// How many pieces threaten squares around the opponent's king.
pub const RING_ATTACKERS: Block = RING_HITS.then("ring attackers", 1, 9);
/// How many squares around the opponent's king are threatened and defended by the king alone.
pub const RING_WEAK: Block = RING_ATTACKERS.then("ring weak", 1, 9);
/// A line on which a piece captures with none, one, or more pieces between, aimed at the
/// opponent's king: by that way, and by how many stand between now.
pub const AIM: Block = RING_WEAK.then("aim", 8, 4);
/// A safe square from which a piece in hand would give check, by kind: one, or more.
pub const DROP_CHECK: Block = AIM.then("drop check", Kind::BASES, 2);
/// The right to move.
pub const TEMPO: Block = DROP_CHECK.then("tempo", 1, 1);

/// Every block in order.
pub const BLOCKS: [Block; 14] = [
    PIECE,
    HAND,
    SQUARE,
    OWN_KING,
    OTHER_KING,
    MOBILITY,
    HANGING,
    PAWN_ATTACK,
    RING_HITS,
    RING_ATTACKERS,
    RING_WEAK,
    AIM,
    DROP_CHECK,
    TEMPO,
];

/// How many parameters there are.
pub const PARAMETERS: usize = TEMPO.end();
