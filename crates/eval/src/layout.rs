//! The index of every evaluation parameter, shared by the evaluation and the tuner.
//!
//! The evaluation is linear: the sum of all parameters, each multiplied by the count of its feature
//! for the side to move minus the count for the opponent. Parameters form [`BLOCKS`], tables with rows
//! and columns.

use rules::{Color, MAX_BOARD_SIZE, Piece, PieceKind, Rules, Square};
use std::ops::Range;

/// A table of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The name in parameter files.
    pub name: &'static str,
    start: usize,
    rows: usize,
    columns: usize,
}

impl Block {
    const fn first(name: &'static str, rows: usize, columns: usize) -> Self {
        Self { name, start: 0, rows, columns }
    }

    /// Creates the block that follows this one.
    const fn then(self, name: &'static str, rows: usize, columns: usize) -> Self {
        Self { name, start: self.end(), rows, columns }
    }

    const fn end(self) -> usize {
        self.start + self.rows * self.columns
    }

    /// Returns the index of a parameter. A column beyond the last counts as the last.
    #[inline]
    pub const fn at(self, row: usize, column: usize) -> usize {
        let column = if column < self.columns { column } else { self.columns - 1 };
        self.start + row * self.columns + column
    }

    /// Returns the index of a parameter of one of the [`BLOCKS_BY_TURN`], for a feature of the side to
    /// move or of the opponent.
    #[inline]
    pub const fn at_turn(self, is_to_move: bool, row: usize, column: usize) -> usize {
        let rows_per_turn = self.rows / TURNS;
        self.at(if is_to_move { rows_per_turn + row } else { row }, column)
    }

    pub const fn shape(self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Returns the indices of all parameters of the block.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end()
    }
}

/// The number of distances from the nearer edge file. Mirrored squares share parameters.
pub const FILES_FROM_EDGE: usize = MAX_BOARD_SIZE as usize / 2;
const RANKS: usize = MAX_BOARD_SIZE as usize;
/// The number of signed differences between two ranks.
const RANK_DIFFERENCES: usize = 2 * RANKS - 1;

/// The number of row groups in [`BLOCKS_BY_TURN`].
const TURNS: usize = 2;
/// The number of hand sizes with parameters. Larger hands count as the largest.
pub const HAND_SIZES: usize = 8;

/// A piece on the board. Rows: kind.
pub const PIECE: Block = Block::first("piece", PieceKind::COUNT, 1);
/// A piece in hand. Rows: kind. Columns: the first of its kind, the second, ...
pub const HAND: Block = PIECE.then("hand", PieceKind::BASE_COUNT, 4);
/// A piece on a square. Rows: kind and rank. Columns: distance from the nearer edge file.
pub const SQUARE: Block = HAND.then("square", PieceKind::COUNT * RANKS, FILES_FROM_EDGE);
/// The distance of a piece from its own king. Rows: kind and ranks ahead. Columns: files beside.
pub const OWN_KING: Block = SQUARE.then("own-king", PieceKind::COUNT * RANK_DIFFERENCES, RANKS);
/// The distance of a piece from the opponent's king. Rows and columns as in [`OWN_KING`].
pub const OTHER_KING: Block =
    OWN_KING.then("other-king", PieceKind::COUNT * RANK_DIFFERENCES, RANKS);
/// The mobility of a piece. Rows: kind. Columns: attacked squares without a piece of its side.
pub const MOBILITY: Block = OTHER_KING.then("mobility", PieceKind::COUNT, 16);
/// An attacked and undefended piece. Rows: whether the attacker is to move, and kind.
pub const HANGING: Block = MOBILITY.then("hanging", TURNS * PieceKind::COUNT, 1);
/// An attack on an undefended piece. Rows: turn and attacker. Columns: victim.
pub const ATTACK_LOOSE: Block =
    HANGING.then("attack-loose", TURNS * PieceKind::COUNT, PieceKind::COUNT);
/// An attack on a defended piece. Rows: turn and attacker. Columns: victim.
pub const ATTACK_BOUND: Block =
    ATTACK_LOOSE.then("attack-bound", TURNS * PieceKind::COUNT, PieceKind::COUNT);
/// Attacks on the king ring, the squares of and around the opponent's king. Columns: their number,
/// where a square counts once for each attacker.
pub const RING_HITS: Block = ATTACK_BOUND.then("ring-hits", 1, 24);
/// Pieces that attack the king ring. Columns: their number.
pub const RING_ATTACKERS: Block = RING_HITS.then("ring-attackers", 1, 9);
/// Attacked squares around the opponent's king that only the king defends. Rows: turn and the
/// attacker's hand size. Columns: their number.
pub const RING_WEAK: Block = RING_ATTACKERS.then("ring-weak", TURNS * HAND_SIZES, 9);
/// Safe squares the opponent's king can step to. Rows: turn and the attacker's hand size. Columns:
/// their number.
pub const ESCAPES: Block = RING_WEAK.then("escapes", TURNS * HAND_SIZES, 9);
/// A line piece on a line with the opponent's king. Rows: hop class, the set of screen counts (0, 1,
/// 2+) at which it attacks, if it does at one of those numbers. Columns: the number of pieces between the two.
pub const AIM: Block = ESCAPES.then("aim", 8, 4);
/// A kind in hand that can be dropped with check on a safe square. Rows: turn and kind. Columns: one
/// such square, several.
pub const DROP_CHECK: Block = AIM.then("drop-check", TURNS * PieceKind::BASE_COUNT, 2);
/// A piece that can move to a safe square from which it gives check. Rows: turn and kind.
pub const MOVE_CHECK: Block = DROP_CHECK.then("move-check", TURNS * PieceKind::COUNT, 1);
/// The bonus for the right to move.
pub const TEMPO: Block = MOVE_CHECK.then("tempo", 1, 1);

/// The blocks whose rows come twice, as these features count differently for the side to move: first
/// for features of the opponent, then for those of the side to move.
pub const BLOCKS_BY_TURN: [Block; 7] =
    [HANGING, ATTACK_LOOSE, ATTACK_BOUND, RING_WEAK, ESCAPES, DROP_CHECK, MOVE_CHECK];

/// The parameters of the features that depend on attacks, whose blocks are adjacent.
pub(crate) const THREATS: Range<usize> = MOBILITY.range().start..MOVE_CHECK.range().end;

/// The size of tables with an entry for each parameter of [`THREATS`], and at least one more.
pub(crate) const THREAT_TABLE_SIZE: usize = (THREATS.end - THREATS.start + 1).next_power_of_two();

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

/// Returns the index in [`SQUARE`] of a kind on a square: its rank from the owner's point of view, 0
/// being the one farthest ahead, and the distance from the nearer edge file.
#[inline]
pub const fn square_index(kind: PieceKind, rank: u8, file: u8) -> usize {
    SQUARE.at(kind.index() * RANKS + rank as usize, file as usize)
}

/// Returns the index in [`OWN_KING`] or [`OTHER_KING`] of a kind that stands this many ranks ahead of
/// the king, from its owner's point of view, and this many files beside it.
#[inline]
pub const fn king_distance_index(
    block: Block,
    kind: PieceKind,
    ranks_ahead: i32,
    files_beside: u8,
) -> usize {
    let row = kind.index() * RANK_DIFFERENCES + (ranks_ahead + RANKS as i32 - 1) as usize;
    block.at(row, files_beside as usize)
}

/// Returns the index in [`OWN_KING`] or [`OTHER_KING`] of a piece, given the king's and its square.
#[inline]
pub(crate) fn king_distance_index_of(
    block: Block,
    king: Square,
    piece: Piece,
    square: Square,
) -> usize {
    let ranks_up = i32::from(king.rank()) - i32::from(square.rank());
    let files_beside = king.file().abs_diff(square.file());
    king_distance_index(block, piece.kind(), sign(piece.color()) * ranks_up, files_beside)
}

pub const PARAMETER_COUNT: usize = TEMPO.end();

/// The largest absolute value of a parameter. The sum of two must fit an `i16`.
pub const MAX_PARAMETER: i16 = 16_000;

/// Returns a text that names what the numbering of kinds and squares depends on: the board's size and
/// the pieces. Games that differ only in other rules have the same text.
pub(crate) fn board_and_pieces(rules: &Rules) -> String {
    let mut text = format!("{}x{}", rules.files(), rules.ranks());
    for (index, piece) in rules.piece_infos().iter().enumerate() {
        let promoted = piece.promoted.as_ref().map_or("", |form| &form.betza);
        let royal = if PieceKind::base(index) == rules.king_kind() { "king" } else { "" };
        let (letter, count, plain) = (piece.letter, piece.count, &piece.unpromoted.betza);
        text += &format!(" {letter}{royal}:{count}:{plain}:{promoted}");
    }
    text
}

/// Returns 1 for Black and -1 for White.
#[inline]
pub(crate) const fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// Returns the rank from a color's point of view, 0 being the one farthest ahead.
#[inline]
pub(crate) fn relative_rank(rules: &Rules, color: Color, square: Square) -> u8 {
    match color {
        Color::Black => square.rank(),
        Color::White => rules.ranks() - 1 - square.rank(),
    }
}

/// Returns the distance of the file from the nearer edge.
#[inline]
pub(crate) fn file_from_edge(rules: &Rules, square: Square) -> u8 {
    square.file().min(rules.files() - 1 - square.file())
}
