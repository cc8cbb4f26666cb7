//! The map of features: which parameter stands where.
//!
//! The evaluation is linear: a sum of parameters, each times how often its feature occurs for the
//! side to move less how often for the other. A tuner reads the same map.

use rules::{MAX_BOARD_SIZE, PieceKind};

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

    /// The index of one parameter of a block by turn: for the side to move, or for the other.
    #[inline]
    pub const fn at_turn(self, moves: bool, row: usize, column: usize) -> usize {
        let waiting = self.rows / TURNS;
        self.at(if moves { waiting + row } else { row }, column)
    }

    /// How many rows and columns there are.
    pub const fn shape(self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The indices of all its parameters.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start..self.end()
    }
}

/// How many files there are when a board is folded in the middle.
pub const FOLDED: usize = MAX_BOARD_SIZE as usize / 2;
const RANKS: usize = MAX_BOARD_SIZE as usize;
/// How many ranks ahead or behind a piece may be of another.
const AHEAD: usize = 2 * RANKS - 1;

/// Threats count otherwise for the side that waits, whose rows come first, and the side to move.
const TURNS: usize = 2;
/// How many numbers of pieces in hand are told apart.
pub const HELD: usize = 8;

/// A piece on the board, by kind.
pub const PIECE: Block = Block::first("piece", PieceKind::COUNT, 1);
/// A piece in hand: the first of a kind, the second, and each further one.
pub const HAND: Block = PIECE.then("hand", PieceKind::BASE_COUNT, 4);
/// A piece on a square: by kind and by rank from the far side, then by file from the edge.
pub const SQUARE: Block = HAND.then("square", PieceKind::COUNT * RANKS, FOLDED);
/// A piece by its place as its own king sees it: by kind and by ranks, then by files aside.
pub const OWN_KING: Block = SQUARE.then("own-king", PieceKind::COUNT * AHEAD, RANKS);
/// A piece by its place as the opponent's king sees it.
pub const OTHER_KING: Block = OWN_KING.then("other-king", PieceKind::COUNT * AHEAD, RANKS);
/// How many squares a piece threatens that its own side does not hold, by kind.
pub const MOBILITY: Block = OTHER_KING.then("mobility", PieceKind::COUNT, 16);
/// A piece that is attacked and not defended, by kind and whether the attacker is to move.
pub const HANGING: Block = MOBILITY.then("hanging", TURNS * PieceKind::COUNT, 1);
/// A piece that attacks another that is not defended, by their kinds.
pub const ATTACK_LOOSE: Block =
    HANGING.then("attack-loose", TURNS * PieceKind::COUNT, PieceKind::COUNT);
/// A piece that attacks another that is defended, by their kinds.
pub const ATTACK_BOUND: Block =
    ATTACK_LOOSE.then("attack-bound", TURNS * PieceKind::COUNT, PieceKind::COUNT);
/// How often the squares around the opponent's king are threatened.
pub const RING_HITS: Block = ATTACK_BOUND.then("ring-hits", 1, 24);
/// How many pieces threaten squares around the opponent's king.
pub const RING_ATTACKERS: Block = RING_HITS.then("ring-attackers", 1, 9);
/// How many squares around the opponent's king are threatened and defended by the king alone, by
/// how many pieces are in hand to follow.
pub const RING_WEAK: Block = RING_ATTACKERS.then("ring-weak", TURNS * HELD, 9);
/// How many steps the opponent's king has to squares that are not threatened, likewise.
pub const ESCAPES: Block = RING_WEAK.then("escapes", TURNS * HELD, 9);
/// A line on which a piece captures with none, one, or more pieces between, aimed at the
/// opponent's king: by that way, and by how many stand between now.
pub const AIM: Block = ESCAPES.then("aim", 8, 4);
/// A safe square from which a piece in hand would give check, by kind: one, or more.
pub const DROP_CHECK: Block = AIM.then("drop-check", TURNS * PieceKind::BASE_COUNT, 2);
/// A safe square to which a piece could go to give check, by kind.
pub const MOVE_CHECK: Block = DROP_CHECK.then("move-check", TURNS * PieceKind::COUNT, 1);
/// The right to move.
pub const TEMPO: Block = MOVE_CHECK.then("tempo", 1, 1);

/// The blocks with rows for the side that waits and as many for the side to move.
pub const BY_TURN: [Block; 7] =
    [HANGING, ATTACK_LOOSE, ATTACK_BOUND, RING_WEAK, ESCAPES, DROP_CHECK, MOVE_CHECK];

/// Every block in order.
pub const BLOCKS: [Block; 17] = [
    PIECE,
    HAND,
    SQUARE,
    OWN_KING,
    OTHER_KING,
    MOBILITY,
    HANGING,
    ATTACK_LOOSE,
    ATTACK_BOUND,
    RING_HITS,
    RING_ATTACKERS,
    RING_WEAK,
    ESCAPES,
    AIM,
    DROP_CHECK,
    MOVE_CHECK,
    TEMPO,
];

/// Where [`SQUARE`] keeps a kind on a rank from the far side and a file from the edge.
#[inline]
pub const fn on_square(kind: PieceKind, rank: u8, file: u8) -> usize {
    SQUARE.at(kind.index() * RANKS + rank as usize, file as usize)
}

/// Where [`OWN_KING`] or [`OTHER_KING`] keeps a kind that stands so many ranks ahead of the king,
/// as the piece's side sees it, and so many files aside.
#[inline]
pub const fn near_king(block: Block, kind: PieceKind, ahead: i32, aside: u8) -> usize {
    let row = kind.index() * AHEAD + (ahead + RANKS as i32 - 1) as usize;
    block.at(row, aside as usize)
}

/// How many parameters there are.
pub const PARAMETER_COUNT: usize = TEMPO.end();
