//! The inputs of a game's networks: which rows of the first layer a position activates.
//!
//! Each side sees the position from its own end of the board, mirrored so that its king stands on the
//! right half (the lower file numbers) as it counts them. A side's inputs are
//!
//! - every piece, by owner (own or opponent's), kind and square,
//! - every piece in hand, by owner and kind, as "holds at least n",
//! - the threats of the linear evaluation's [`layout`](crate::layout), by owner, with their counts.
//!
//! The first two change little from move to move and are accumulated. Threats are counted in every
//! position. Rows are numbered densely: kinds, squares and hand counts that a game does not have take
//! no room.

use crate::layout::{self, Block};
use rules::{Board, Color, Piece, PieceKind, Rules, SQUARE_COUNT, Square};

/// Changes when the numbering of rows changes, so that older network files are refused.
const NUMBERING: &str = "inputs 1";

/// Marks a kind, square or threat that the game does not have.
const NONE: u16 = u16::MAX;

/// The blocks of the linear evaluation that count threats.
const THREATS: [Block; 11] = [
    layout::MOBILITY,
    layout::HANGING,
    layout::ATTACK_LOOSE,
    layout::ATTACK_BOUND,
    layout::RING_HITS,
    layout::RING_ATTACKERS,
    layout::RING_WEAK,
    layout::ESCAPES,
    layout::AIM,
    layout::DROP_CHECK,
    layout::MOVE_CHECK,
];

/// How one side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The side.
    pub color: Color,
    /// Whether files are mirrored.
    pub mirrored: bool,
}

/// The numbering of a game's inputs.
#[derive(Clone, Debug)]
pub struct InputMap {
    /// A dense number for each kind of the game.
    kinds: [u16; PieceKind::COUNT],
    kind_count: usize,
    /// A dense number for each square as a view sees it, by colour and mirroring.
    squares: [[[u16; SQUARE_COUNT]; 2]; 2],
    square_count: usize,
    /// The row of the first piece of each kind in the own hand.
    hands: [u16; PieceKind::BASE_COUNT],
    hand_rows: usize,
    /// The row of each threat parameter, from the first of [`THREATS`].
    threats: Box<[u16]>,
    threat_rows: usize,
    files: u8,
    piece_count: usize,
    hash: u64,
}

impl InputMap {
    /// Numbers the inputs of a game.
    pub fn new(rules: &Rules) -> Self {
        let mut kinds = [NONE; PieceKind::COUNT];
        for (number, kind) in (0..).zip(rules.piece_kinds()) {
            kinds[kind.index()] = number;
        }
        let kind_count = rules.piece_kinds().count();
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
            square_count: rules.board().count() as usize,
            hands,
            hand_rows: hand_rows.into(),
            threats,
            threat_rows,
            files: rules.files(),
            piece_count: rules.piece_infos().iter().map(|piece| usize::from(piece.count)).sum(),
            hash: Self::hash_of(rules),
        }
    }

    /// Returns the number of accumulated rows: pieces and hands of both owners.
    pub fn rows(&self) -> usize {
        2 * (self.kind_count * self.square_count + self.hand_rows)
    }

    /// Returns the number of threat rows of both owners.
    pub fn threat_rows(&self) -> usize {
        2 * self.threat_rows
    }

    /// Returns the number of pieces of both sides together.
    pub fn piece_count(&self) -> usize {
        self.piece_count
    }

    /// Returns a hash of everything that the numbering depends on. Games with the same board and
    /// pieces have the same hash, whatever their other rules are.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the hash of a game's inputs.
    pub fn hash_of(rules: &Rules) -> u64 {
        let mut text = format!("{NUMBERING} {}x{}", rules.files(), rules.ranks());
        for (index, piece) in rules.piece_infos().iter().enumerate() {
            let promoted = piece.promoted.as_ref().map_or("", |form| &form.notation);
            let royal = if PieceKind::base(index) == rules.king_kind() { "king" } else { "" };
            let (letter, count, plain) = (piece.letter, piece.count, &piece.unpromoted.notation);
            text += &format!(" {letter}{royal}:{count}:{plain}:{promoted}");
        }
        super::file::fnv(text.as_bytes())
    }

    /// Returns how a side sees the board now.
    #[inline]
    pub fn view(&self, board: &Board, color: Color) -> View {
        let mirrored = board.king(color).is_some_and(|king| {
            let file = match color {
                Color::Black => king.file(),
                Color::White => self.files - 1 - king.file(),
            };
            file > (self.files - 1) / 2
        });
        View { color, mirrored }
    }

    /// Returns the row of a piece on a square.
    #[inline]
    pub fn piece(&self, view: View, piece: Piece, square: Square) -> usize {
        let owner = usize::from(piece.color() != view.color);
        let kind = usize::from(self.kinds[piece.kind().index()]);
        let squares = &self.squares[view.color.index()][usize::from(view.mirrored)];
        let square = usize::from(squares[square.index()]);
        (owner * self.kind_count + kind) * self.square_count + square
    }

    /// Returns the row of "this side holds at least `count` of this kind", `count` being at least 1;
    /// nothing if the game has fewer.
    #[inline]
    pub fn hand(&self, view: View, color: Color, kind: PieceKind, count: u8) -> Option<usize> {
        let start = self.hands[kind.index()];
        let row = usize::from(start) + usize::from(count) - 1;
        let owner = usize::from(color != view.color);
        (start != NONE && row < self.hand_rows)
            .then(|| 2 * self.kind_count * self.square_count + owner * self.hand_rows + row)
    }

    /// Returns the row of a threat of the linear evaluation that a side has.
    #[inline]
    pub fn threat(&self, perspective: Color, color: Color, parameter: usize) -> Option<usize> {
        let row = *self.threats.get(parameter.wrapping_sub(THREATS[0].range().start))?;
        let owner = usize::from(color != perspective);
        (row != NONE).then(|| owner * self.threat_rows + usize::from(row))
    }

    /// Returns the same threat row as the other side counts it: with owners swapped.
    #[inline]
    pub fn opponent_threat(&self, row: usize) -> usize {
        if row < self.threat_rows { row + self.threat_rows } else { row - self.threat_rows }
    }

    /// Returns the output bucket of a position among `buckets`: more pieces in hand, higher buckets.
    #[inline]
    pub fn bucket(&self, board: &Board, buckets: usize) -> usize {
        if buckets == 1 {
            return 0;
        }
        let held =
            |color| board.hand(color).iter().map(|(_, count)| usize::from(count)).sum::<usize>();
        let held = held(Color::Black) + held(Color::White);
        (2 * held * buckets / self.piece_count.max(1)).min(buckets - 1)
    }

    /// Calls back with the row of every piece on the board and in hand.
    pub fn for_each_row(&self, board: &Board, view: View, mut call: impl FnMut(usize)) {
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                call(self.piece(view, piece, square));
            }
        }
        for color in Color::BOTH {
            for (kind, held) in board.hand(color).iter() {
                (1..=held)
                    .filter_map(|count| self.hand(view, color, kind, count))
                    .for_each(&mut call);
            }
        }
    }
}

/// Numbers the squares of the board as each side sees them, files mirrored or not.
fn number_squares(rules: &Rules) -> [[[u16; SQUARE_COUNT]; 2]; 2] {
    let (files, ranks) = (rules.files(), rules.ranks());
    let number = |color: Color, mirrored: bool, square: Square| {
        let (file, rank) = match color {
            Color::Black => (square.file(), square.rank()),
            Color::White => (files - 1 - square.file(), ranks - 1 - square.rank()),
        };
        let file = if mirrored { files - 1 - file } else { file };
        u16::from(file) * u16::from(ranks) + u16::from(rank)
    };
    let mut numbers = [[[NONE; SQUARE_COUNT]; 2]; 2];
    for color in Color::BOTH {
        for mirrored in [false, true] {
            for square in rules.board() {
                numbers[color.index()][usize::from(mirrored)][square.index()] =
                    number(color, mirrored, square);
            }
        }
    }
    numbers
}

/// Numbers the threat parameters whose kinds of piece the game has.
fn number_threats(rules: &Rules) -> (Box<[u16]>, usize) {
    let start = THREATS[0].range().start;
    let end = THREATS[THREATS.len() - 1].range().end;
    let mut numbers = vec![NONE; end - start].into_boxed_slice();
    let has_kind = |index: usize| rules.piece_kinds().any(|kind| kind.index() == index);
    let mut next = 0;
    for block in THREATS {
        let (rows, columns) = block.shape();
        let kinds = match block.name {
            name if name == layout::DROP_CHECK.name => PieceKind::BASE_COUNT,
            name if [layout::MOBILITY, layout::HANGING, layout::ATTACK_LOOSE]
                .iter()
                .chain(&[layout::ATTACK_BOUND, layout::MOVE_CHECK])
                .any(|block| block.name == name) =>
            {
                PieceKind::COUNT
            }
            // Rows that are not kinds all count.
            _ => 0,
        };
        let columns_are_kinds = columns == PieceKind::COUNT;
        for row in 0..rows {
            if kinds > 0 && !has_kind(row % kinds) {
                continue;
            }
            for column in 0..columns {
                if !columns_are_kinds || has_kind(column) {
                    numbers[block.at(row, column) - start] = next;
                    next += 1;
                }
            }
        }
    }
    (numbers, next.into())
}
