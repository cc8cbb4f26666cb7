//! The inputs of a game's networks: the rows of first-layer weights that a position activates.
//!
//! Each side has its own view of the board: rotated for White, and with files mirrored if needed so
//! that the side's king is on the half with the lower file numbers. The inputs of a side are
//!
//! - every piece, by owner (own or opponent's), kind and square,
//! - every piece in hand, by owner and kind: one input each for "holds at least 1", "at least 2", ...,
//! - the threat features of the linear evaluation's [`layout`], by owner, multiplied by their counts.
//!
//! A move changes few of the first two, whose rows (*piece rows*) are summed incrementally. Threats are
//! counted afresh in every position. Kinds, squares and hand counts that a game does not have get no
//! row.

use crate::layout::{self, BLOCKS, THREATS};
use rules::{Board, Color, Hand, Piece, PieceKind, Rules, SQUARE_COUNT, Square};

/// Must change when the numbering of rows changes, so that older network files are refused.
const NUMBERING_VERSION: &str = "inputs 1";

/// Stands for the row of a kind, square or threat that the game does not have.
const NONE: u16 = u16::MAX;

/// One side's view of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    pub color: Color,
    /// Whether files are mirrored, because the king is on the other half.
    pub mirrored: bool,
}

/// Numbers the inputs of a game: maps each to a row of the first layer.
#[derive(Clone, Debug)]
pub struct InputMap {
    /// The first row of each kind, by owner.
    kinds: [[u16; PieceKind::COUNT]; 2],
    kind_count: usize,
    /// The number of each square in a view, by color and mirroring.
    squares: [[[u16; SQUARE_COUNT]; 2]; 2],
    square_count: usize,
    /// The first row of each kind in the own hand, relative to the first hand row.
    hands: [u16; PieceKind::BASE_COUNT],
    hand_rows: usize,
    /// The own threat row of each parameter of [`THREATS`].
    threats: Vec<u16>,
    threat_rows: usize,
    files: u8,
    piece_count: usize,
    hash: u64,
}

impl InputMap {
    /// Numbers the inputs of a game.
    pub fn new(rules: &Rules) -> Self {
        let kind_count = rules.piece_kinds().count();
        let square_count = rules.board_squares().count() as usize;
        let mut kinds = [[NONE; PieceKind::COUNT]; 2];
        for (owner, kinds) in kinds.iter_mut().enumerate() {
            for (number, kind) in rules.piece_kinds().enumerate() {
                kinds[kind.index()] = ((owner * kind_count + number) * square_count) as u16;
            }
        }
        let mut hands = [NONE; PieceKind::BASE_COUNT];
        let mut hand_rows = 0;
        for (index, piece) in rules.piece_infos().iter().enumerate() {
            if PieceKind::base(index) != rules.king_kind() {
                hands[index] = hand_rows;
                hand_rows += u16::from(piece.count);
            }
        }
        let (threats, threat_rows) = number_threats(rules);
        Self {
            kinds,
            kind_count,
            squares: number_squares(rules),
            square_count,
            hands,
            hand_rows: hand_rows.into(),
            threats,
            threat_rows,
            files: rules.files(),
            piece_count: rules.piece_infos().iter().map(|piece| usize::from(piece.count)).sum(),
            hash: Self::hash_of(rules),
        }
    }

    /// Returns the number of piece rows, on the board and in hand, of both owners.
    pub fn row_count(&self) -> usize {
        2 * (self.kind_count * self.square_count + self.hand_rows)
    }

    /// Returns the number of threat rows of both owners.
    pub fn threat_row_count(&self) -> usize {
        2 * self.threat_rows
    }

    /// Returns the number of pieces in the game, of both sides together.
    pub fn piece_count(&self) -> usize {
        self.piece_count
    }

    /// Returns a hash of the board's size and the pieces, on which the numbering depends. Games that
    /// differ only in other rules have the same hash.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the hash of a game's inputs.
    pub fn hash_of(rules: &Rules) -> u64 {
        let text = format!("{NUMBERING_VERSION} {}", layout::board_and_pieces(rules));
        platform::fnv1a(platform::FNV_START, text.as_bytes())
    }

    /// Returns a side's view of the board, given where its king is now.
    #[inline]
    pub fn view(&self, board: &Board, color: Color) -> View {
        let view = board.king(color).map(|king| self.king_view(color, king));
        view.unwrap_or(View { color, mirrored: false })
    }

    /// Returns a side's view if its king is on the square.
    #[inline]
    pub(super) fn king_view(&self, color: Color, king: Square) -> View {
        let file = match color {
            Color::Black => king.file(),
            Color::White => self.files - 1 - king.file(),
        };
        View { color, mirrored: file > (self.files - 1) / 2 }
    }

    #[inline]
    pub fn piece_row(&self, view: View, piece: Piece, square: Square) -> usize {
        let owner = usize::from(piece.color() != view.color);
        let start = usize::from(self.kinds[owner][piece.kind().index()]);
        let squares = &self.squares[view.color.index()][usize::from(view.mirrored)];
        start + usize::from(squares[square.index()])
    }

    /// Returns the row for a side that holds at least `count` pieces of a kind. `count` is at least 1
    /// and at most the number of these pieces in the game. Returns `None` for the king.
    #[inline]
    pub fn hand_row(&self, view: View, color: Color, kind: PieceKind, count: u8) -> Option<usize> {
        let start = self.hands[kind.index()];
        let row = usize::from(start) + usize::from(count) - 1;
        let owner = usize::from(color != view.color);
        (start != NONE && row < self.hand_rows)
            .then(|| 2 * self.kind_count * self.square_count + owner * self.hand_rows + row)
    }

    /// Returns the row of a threat feature of side `color`, from the point of view of
    /// `perspective`. Returns `None` for other parameters of the linear evaluation.
    #[inline]
    pub fn threat_row(&self, perspective: Color, color: Color, parameter: usize) -> Option<usize> {
        let row = self.threats.get(parameter.wrapping_sub(THREATS.start));
        let owner = usize::from(color != perspective);
        row.filter(|&&row| row != NONE).map(|&row| owner * self.threat_rows + usize::from(row))
    }

    /// Returns the threats that the game has, in order of their rows: numbers of parameters from the first of
    /// [`THREATS`].
    pub(super) fn threats(&self) -> impl Iterator<Item = usize> {
        self.threats.iter().enumerate().filter(|(_, row)| **row != NONE).map(|(threat, _)| threat)
    }

    /// Returns the number of threat rows of each owner.
    pub(super) fn own_threat_row_count(&self) -> usize {
        self.threat_rows
    }

    /// Converts a threat row to the other side's perspective, by swapping the owners.
    #[inline]
    pub fn opponent_threat_row(&self, row: usize) -> usize {
        if row < self.threat_rows { row + self.threat_rows } else { row - self.threat_rows }
    }

    /// Calls a function with the row of every piece on the board and in hand.
    pub fn for_each_row(&self, board: &Board, view: View, mut on_row: impl FnMut(usize)) {
        self.for_each_changed_row(None, board, view, |row, _| on_row(row));
    }

    /// Calls a function with every row that one board has and the other has not, and whether it is the
    /// second. `before` may be `None` for an empty board.
    pub(super) fn for_each_changed_row(
        &self,
        before: Option<&Board>,
        after: &Board,
        view: View,
        mut on_row: impl FnMut(usize, bool),
    ) {
        let changed = match before {
            None => after.occupied(),
            Some(before) => after.differing_squares(before),
        };
        for square in changed {
            let was = before.and_then(|board| board.piece_on(square));
            let is = after.piece_on(square);
            was.iter().for_each(|&piece| on_row(self.piece_row(view, piece, square), false));
            is.iter().for_each(|&piece| on_row(self.piece_row(view, piece, square), true));
        }
        for color in Color::BOTH {
            let hand_before = before.map_or(Hand::default(), |board| *board.hand(color));
            let hand_after = after.hand(color);
            if hand_before.bits() == hand_after.bits() {
                continue;
            }
            for kind in (0..PieceKind::BASE_COUNT).map(PieceKind::base) {
                let (was, is) = (hand_before.count(kind), hand_after.count(kind));
                for count in was.min(is) + 1..=was.max(is) {
                    if let Some(row) = self.hand_row(view, color, kind, count) {
                        on_row(row, is > was);
                    }
                }
            }
        }
    }
}

/// Numbers the squares of the board in each side's view, with and without mirroring.
fn number_squares(rules: &Rules) -> [[[u16; SQUARE_COUNT]; 2]; 2] {
    let (files, ranks) = (rules.files(), rules.ranks());
    let number = |color: Color, mirrored: bool, square: Square| {
        let square = if color == Color::Black { square } else { rules.turned(square) };
        let file = if mirrored { files - 1 - square.file() } else { square.file() };
        u16::from(file) * u16::from(ranks) + u16::from(square.rank())
    };
    let mut numbers = [[[NONE; SQUARE_COUNT]; 2]; 2];
    for color in Color::BOTH {
        for mirrored in [false, true] {
            for square in rules.board_squares() {
                numbers[color.index()][usize::from(mirrored)][square.index()] =
                    number(color, mirrored, square);
            }
        }
    }
    numbers
}

/// Numbers the threat parameters of kinds that the game has. Returns their number, too.
fn number_threats(rules: &Rules) -> (Vec<u16>, usize) {
    let mut numbers = vec![NONE; THREATS.len()];
    let has_kind = |index: usize| rules.piece_kinds().any(|kind| kind.index() == index);
    let mut next = 0;
    for block in BLOCKS.into_iter().filter(|block| THREATS.contains(&block.range().start)) {
        let (rows, columns) = block.shape();
        // The rows of these blocks are kinds, in some of them repeated for the side to move.
        let row_kinds = match block {
            layout::DROP_CHECK => Some(PieceKind::BASE_COUNT),
            layout::MOBILITY
            | layout::HANGING
            | layout::ATTACK_LOOSE
            | layout::ATTACK_BOUND
            | layout::MOVE_CHECK => Some(PieceKind::COUNT),
            _ => None,
        };
        let columns_are_kinds = columns == PieceKind::COUNT;
        for row in 0..rows {
            if row_kinds.is_some_and(|kinds| !has_kind(row % kinds)) {
                continue;
            }
            for column in 0..columns {
                if !columns_are_kinds || has_kind(column) {
                    numbers[block.at(row, column) - THREATS.start] = next;
                    next += 1;
                }
            }
        }
    }
    (numbers, next.into())
}
