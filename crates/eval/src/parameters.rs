//! The parameters of a game, and the tables made of them.

use crate::derive;
use crate::features::{fold, relative_rank};
use crate::layout::{self, PARAMETERS};
use crate::text::{self, TextError};
use crate::tuned;
use rules::{Color, Kind, Rules, SQUARES, Square};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The parameters of one game's evaluation, in the order of [`layout`].
#[derive(Clone, Debug)]
pub struct Parameters {
    values: Box<[i16]>,
    /// What a kind is worth on a square to Black, kings' distances apart.
    standing: Box<[[i16; SQUARES]; Kind::COUNT]>,
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
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, TextError> {
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
    pub fn new(rules: &Rules, values: Box<[i16; PARAMETERS]>) -> Self {
        let mut standing = Box::new([[0; SQUARES]; Kind::COUNT]);
        for kind in rules.kinds() {
            for square in rules.board() {
                let rank = relative_rank(rules, Color::Black, square);
                let place = values[layout::on_square(kind, rank, fold(rules, square))];
                standing[kind.index()][square.index()] =
                    place + values[layout::PIECE.at(kind.index(), 0)];
            }
        }
        Self { values, standing }
    }

    /// One parameter.
    #[inline]
    pub fn get(&self, index: usize) -> i32 {
        self.values[index].into()
    }

    /// All of them.
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// What a kind is worth on the board, wherever it stands.
    #[inline]
    pub fn piece(&self, kind: Kind) -> i32 {
        self.get(layout::PIECE.at(kind.index(), 0))
    }

    /// What one more of a kind is worth in hand.
    #[inline]
    pub fn in_hand(&self, kind: Kind) -> i32 {
        self.get(layout::HAND.at(kind.demoted().index(), 1))
    }

    /// What so many of a kind in hand are worth.
    #[inline]
    pub(crate) fn hand(&self, kind: Kind, count: u8) -> i32 {
        let at = |number| self.get(layout::HAND.at(kind.demoted().index(), number));
        (0..usize::from(count)).map(at).sum()
    }

    /// What a kind is worth on a square, counted as Black sees it.
    #[inline]
    pub(crate) fn standing(&self, kind: Kind, square: Square) -> i32 {
        self.standing[kind.index()][square.index()].into()
    }

    /// What the right to move is worth.
    #[inline]
    pub fn tempo(&self) -> i32 {
        self.get(layout::TEMPO.at(0, 0))
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(&self.values, f)
    }
}
