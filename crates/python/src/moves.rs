//! `Move`, and the moves that functions accept.

use crate::arguments::{GameArgument, MoveArgument};
use crate::error;
use crate::game::Game;
use crate::position::Position;
use pyo3::prelude::*;
use records::{format_western, japanese_line, parse_move};
use rules::{Rules, quoted};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A move of a game. It may be illegal in a position.
#[pyclass(frozen, module = "ozutsu")]
#[derive(Clone, Debug)]
pub struct Move {
    pub rules: &'static Rules,
    pub mv: rules::Move,
}

impl MoveArgument<'_> {
    /// Returns the move, which is legal in the position.
    pub fn legal_in(&self, position: &rules::Position) -> PyResult<rules::Move> {
        match self {
            Self::Object(mv) => mv.get().legal_in(position),
            Self::Text(text) => parse_move(position, text)
                .map_err(|reason| error(format!("{}: {reason}", quoted(text)))),
        }
    }
}

impl Move {
    pub fn all(rules: &'static Rules, moves: impl IntoIterator<Item = rules::Move>) -> Vec<Self> {
        moves.into_iter().map(|mv| Self { rules, mv }).collect()
    }

    fn legal_in(&self, position: &rules::Position) -> PyResult<rules::Move> {
        if self.rules.spec() != position.rules().spec() {
            let [game, other] = [position.rules(), self.rules].map(Rules::name);
            return Err(error(format!("'{}' is a move of {other}, not of {game}", self.usi())));
        }
        let refused = |reason| error(format!("'{}': {reason}", self.usi()));
        position.validate_move(self.mv).map_err(refused)?;
        Ok(self.mv)
    }
}

#[pymethods]
impl Move {
    /// Reads a move in USI or UCI notation, which need not be legal.
    #[new]
    fn new(game: GameArgument<'_>, text: &str) -> PyResult<Self> {
        let rules = game.rules()?;
        let mv = rules
            .parse_move(text)
            .map_err(|reason| error(format!("{}: {reason}", quoted(text))))?;
        Ok(Self { rules, mv })
    }

    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules }
    }

    #[getter]
    fn usi(&self) -> String {
        self.rules.usi(self.mv).to_string()
    }

    #[getter]
    fn uci(&self) -> String {
        self.rules.uci(self.mv).to_string()
    }

    /// Returns the move in Western notation. It must be legal in the position.
    fn western(&self, position: &Position) -> PyResult<String> {
        let position = position.lock();
        Ok(format_western(&position, self.legal_in(&position)?))
    }

    /// Returns the move in Japanese notation. It must be legal in the position.
    fn kanji(&self, position: &Position) -> PyResult<String> {
        let position = position.lock();
        Ok(japanese_line(&position, &[self.legal_in(&position)?]))
    }

    /// The start square in USI notation, or None for a drop.
    #[getter(from_square)]
    fn origin_square(&self) -> Option<String> {
        self.mv.from().map(|square| square.to_string())
    }

    /// The target square in USI notation.
    #[getter]
    fn to_square(&self) -> String {
        self.mv.to().to_string()
    }

    #[getter]
    fn is_drop(&self) -> bool {
        self.mv.is_drop()
    }

    #[getter]
    fn is_promotion(&self) -> bool {
        self.mv.is_promotion()
    }

    fn __str__(&self) -> String {
        self.usi()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?}, {:?})", self.rules.name(), self.usi())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.mv == other.mv && self.rules.spec() == other.rules.spec()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.mv.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Game, String)) {
        (py.get_type::<Self>().into_any(), (self.game(), self.usi()))
    }
}
