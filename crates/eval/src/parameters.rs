//! The parameters of a game, and the tables made of them.

use crate::derive;
use crate::features::{fold, relative_rank};
use crate::layout::{self, PARAMETERS};
use rules::{Color, Kind, Rules, SQUARES, Square};
use std::sync::{Mutex, PoisonError};

/// The parameters of one game's evaluation, in the order of [`layout`].
#[derive(Clone, Debug)]
pub struct Parameters {
    values: Box<[i16]>,
    /// What a kind is worth on a square to Black, kings' distances apart.
    standing: Box<[[i16; SQUARES]; Kind::COUNT]>,
}

impl Parameters {
    /// A game's parameters, derived from its movements.
    pub fn of(rules: &Rules) -> Self {
        Self::new(rules, derive::values(rules))
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
                let rank = usize::from(relative_rank(rules, Color::Black, square));
                let row = kind.index() * usize::from(rules::LATTICE) + rank;
                let place = values[layout::SQUARE.at(row, usize::from(fold(rules, square)))];
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
        let at = |column| self.get(layout::HAND.at(kind.demoted().index(), column));
        match count {
            0 => 0,
            count => at(0) + i32::from(count - 1) * at(1),
        }
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
