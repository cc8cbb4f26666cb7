//! The parameters of a game, and the tables made of them.

use crate::derive;
use crate::features::{fold, relative_rank, seen_from, sign};
use crate::layout::{self, PARAMETER_COUNT};
use crate::text::{self, ParametersError};
use crate::tuned;
use rules::{Color, MAX_BOARD_SIZE, OFFSET_COUNT, Piece, PieceKind, Rules, SQUARE_COUNT, Square};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The parameters of one game's evaluation, in the order of [`layout`].
#[derive(Clone, Debug)]
pub struct Parameters {
    values: Box<[i16; PARAMETER_COUNT]>,
    /// What a piece is worth to Black on a square, kings' distances apart: by colour and kind.
    standing: Box<[[[i16; SQUARE_COUNT]; PieceKind::COUNT]; 2]>,
    /// What a piece is worth to Black by the way from a king to it: by the king's colour and the
    /// piece's, and by kind.
    near: Box<Near>,
}

impl Parameters {
    /// A game's parameters: those it was tuned to or, if it was not, derived ones.
    pub fn of(rules: &Rules) -> Self {
        tuned::text(rules.name()).map_or_else(
            || Self::derived(rules),
            |text| Self::parse(rules, text).expect("a test has read every such text"),
        )
    }

    /// A game's parameters, derived from its movements.
    pub fn derived(rules: &Rules) -> Self {
        Self::new(rules, derive::values(rules))
    }

    /// Reads a game's parameters as they are displayed: a line a row, `block row values`.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, ParametersError> {
        text::read(text).map(|values| Self::new(rules, values))
    }

    /// The parameters by which a game is played, made once.
    pub fn shared(rules: &'static Rules) -> &'static Self {
        static MADE: Mutex<Vec<(&Rules, &Parameters)>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = made.iter().find(|(game, _)| std::ptr::eq(*game, rules)) {
            return known;
        }
        let new = Box::leak(Box::new(Self::of(rules)));
        made.push((rules, new));
        new
    }

    /// A game with these parameters.
    pub fn new(rules: &Rules, values: Box<[i16; PARAMETER_COUNT]>) -> Self {
        let mut standing = Box::new([[[0; SQUARE_COUNT]; PieceKind::COUNT]; 2]);
        for (color, kind) in
            Color::BOTH.into_iter().flat_map(|c| rules.piece_kinds().map(move |k| (c, k)))
        {
            for square in rules.board() {
                let rank = relative_rank(rules, color, square);
                let place = values[layout::on_square(kind, rank, fold(rules, square))];
                let worth = place + values[layout::PIECE.at(kind.index(), 0)];
                standing[color.index()][kind.index()][square.index()] = worth * sign(color) as i16;
            }
        }
        let near = near_tables(rules, &values);
        Self { values, standing, near }
    }

    /// One parameter.
    #[inline]
    pub fn get(&self, index: usize) -> i32 {
        self.values[index].into()
    }

    /// All of them.
    pub fn values(&self) -> &[i16] {
        &self.values[..]
    }

    /// What a kind is worth on the board, wherever it stands.
    #[inline]
    pub fn piece(&self, kind: PieceKind) -> i32 {
        self.get(layout::PIECE.at(kind.index(), 0))
    }

    /// What one more of a kind is worth in hand.
    #[inline]
    pub fn in_hand(&self, kind: PieceKind) -> i32 {
        self.get(layout::HAND.at(kind.unpromoted().index(), 1))
    }

    /// What so many of a kind in hand are worth.
    #[inline]
    pub(crate) fn hand(&self, kind: PieceKind, count: u8) -> i32 {
        let at = |number| self.get(layout::HAND.at(kind.unpromoted().index(), number));
        (0..usize::from(count)).map(at).sum()
    }

    /// What a piece is worth to Black on a square.
    #[inline]
    pub(crate) fn standing(&self, piece: Piece, square: Square) -> i32 {
        let (color, kind) = (piece.color().index(), piece.kind().index());
        self.standing[color][kind][square.index()].into()
    }

    /// What a piece is worth to Black by where a king of this colour sees it.
    #[inline]
    pub(crate) fn near(&self, color: Color, king: Square, piece: Piece, square: Square) -> i32 {
        let tables = &self.near[color.index()][piece.color().index()];
        tables[piece.kind().index()][king.offset_to(square)].into()
    }

    /// What the right to move is worth.
    #[inline]
    pub fn tempo(&self) -> i32 {
        self.get(layout::TEMPO.at(0, 0))
    }
}

type Near = [[[[i16; OFFSET_COUNT]; PieceKind::COUNT]; 2]; 2];

/// What kings see, by ways: looking a way up is quicker than counting files and ranks. Kings
/// themselves are not seen.
fn near_tables(rules: &Rules, values: &[i16; PARAMETER_COUNT]) -> Box<Near> {
    let mut near: Box<Near> = Box::new([[[[0; OFFSET_COUNT]; PieceKind::COUNT]; 2]; 2]);
    let seen = |color: Color| Color::BOTH.map(|other| (color, other));
    for (color, other) in Color::BOTH.into_iter().flat_map(seen) {
        let block = if color == other { layout::OWN_KING } else { layout::OTHER_KING };
        for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
            let piece = Piece::new(other, kind);
            // A king in one corner or another sees every way.
            let far = MAX_BOARD_SIZE - 1;
            let corners = [(0, 0), (0, far), (far, 0), (far, far)].map(|(f, r)| Square::new(f, r));
            for (king, square) in corners.iter().flat_map(|&k| Square::all().map(move |s| (k, s))) {
                let value = values[seen_from(block, king, piece, square)] * sign(other) as i16;
                near[color.index()][other.index()][kind.index()][king.offset_to(square)] = value;
            }
        }
    }
    near
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self.values(), f)
    }
}
