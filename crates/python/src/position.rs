//! `Position` and `Outcome`.

use crate::arguments::{GameArgument, MoveArgument, MoveArguments, Number};
use crate::error;
use crate::game::{Game, default_game};
use crate::moves::Move;
use anstream::adapter::strip_str;
use platform::lock;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use records::{EndReason, GameEnd, GameResult, board_diagram, board_svg, read_position};
use rules::{Color, ImpasseClaim, Piece, Rules, checked_perft, quoted};
use session::MAX_PERFT_DEPTH;
use session::move_notation::Notation;
use session::terminal::board_view::BoardView;
use session::terminal::piece_glyphs::Script;
use std::sync::{Mutex, MutexGuard};

/// A position with the moves that led to it.
#[pyclass(frozen, module = "ozutsu")]
#[derive(Debug)]
pub struct Position {
    rules: &'static Rules,
    /// Locked for no call into Python, where another thread may wait for it.
    position: Mutex<rules::Position>,
}

impl From<rules::Position> for Position {
    fn from(position: rules::Position) -> Self {
        Self { rules: position.rules(), position: Mutex::new(position) }
    }
}

impl Position {
    pub fn lock(&self) -> MutexGuard<'_, rules::Position> {
        lock(&self.position)
    }

    /// Returns the position of this moment. Other threads may change it.
    pub fn snapshot(&self) -> rules::Position {
        self.lock().clone()
    }

    fn wrap(&self, mv: rules::Move) -> Move {
        Move { rules: self.rules, mv }
    }

    fn piece_text(&self, piece: Piece) -> String {
        self.rules.piece_sfen(piece).to_string()
    }
}

/// How a game has ended.
#[pyclass(frozen, get_all, eq, module = "ozutsu")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// "black", "white", or None for a draw.
    winner: Option<&'static str>,
    /// "mate", "stalemate", "repetition", "perpetual_check", "impasse" or "goal_reached".
    reason: String,
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> String {
        match self.winner {
            Some(winner) => format!("{}, {winner} wins", self.reason),
            None => format!("{}, draw", self.reason),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.__str__())
    }
}

/// Returns the name of a side.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

#[pymethods]
impl Position {
    /// Sets up a position and plays moves. Without a position, that is the start position of the game, and without a
    /// game, that of the first one.
    #[new]
    #[pyo3(signature = (game = None, sfen = None, moves = MoveArguments::default()), text_signature = "(game=None, sfen=None, moves=[])")]
    fn new(
        game: Option<GameArgument<'_>>,
        sfen: Option<&str>,
        moves: MoveArguments<'_>,
    ) -> PyResult<Self> {
        let rules = game.map_or_else(default_game, |game| game.rules())?;
        let mut position = match sfen {
            Some(text) => read_position(rules, text).map_err(error)?,
            None => rules::Position::start(rules),
        };
        for mv in moves.0 {
            let mv = mv.legal_in(&position)?;
            position.do_move(mv);
        }
        Ok(position.into())
    }

    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules }
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.lock().side())
    }

    /// The number of moves made since the position was set up.
    #[getter]
    fn ply(&self) -> usize {
        self.lock().ply()
    }

    /// The number of the next move.
    #[getter]
    fn move_number(&self) -> u32 {
        self.lock().move_number()
    }

    /// The moves made since the position was set up.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        Move::all(self.rules, self.lock().moves())
    }

    fn sfen(&self) -> String {
        self.lock().sfen().to_string()
    }

    /// Returns the position in FEN, as UCI programs such as Fairy-Stockfish write it.
    fn fen(&self) -> String {
        self.lock().fen().to_string()
    }

    fn legal_moves(&self) -> Vec<Move> {
        Move::all(self.rules, self.lock().legal_moves())
    }

    /// Reads a legal move in any notation: USI, UCI, Western, algebraic or Japanese.
    fn parse_move(&self, text: String) -> PyResult<Move> {
        Ok(self.wrap(MoveArgument::Text(text).legal_in(&self.lock())?))
    }

    /// Plays a legal move, given as Move or in any notation, and returns it.
    fn push(&self, r#move: MoveArgument<'_>) -> PyResult<Move> {
        let mut position = self.lock();
        let mv = r#move.legal_in(&position)?;
        position.do_move(mv);
        Ok(self.wrap(mv))
    }

    /// Takes the last move back, and returns it.
    fn pop(&self) -> PyResult<Move> {
        let mut position = self.lock();
        let last = position.last_move();
        let mv = last.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        position.undo_move();
        Ok(self.wrap(mv))
    }

    fn is_check(&self) -> bool {
        self.lock().in_check()
    }

    fn is_legal(&self, r#move: MoveArgument<'_>) -> bool {
        r#move.legal_in(&self.lock()).is_ok()
    }

    fn gives_check(&self, r#move: MoveArgument<'_>) -> PyResult<bool> {
        let mut after = self.snapshot();
        after.do_move(r#move.legal_in(&after)?);
        Ok(after.in_check())
    }

    fn is_capture(&self, r#move: MoveArgument<'_>) -> PyResult<bool> {
        let position = self.lock();
        Ok(position.is_capture(r#move.legal_in(&position)?))
    }

    /// Returns how the game has ended, or None. With claim_impasse, a claim that the side to move can make by the
    /// impasse rule ends it too.
    #[pyo3(signature = (*, claim_impasse = false))]
    fn outcome(&self, claim_impasse: bool) -> Option<Outcome> {
        let position = self.lock();
        let claimed = || {
            let claim = position.impasse_claim().filter(|_| claim_impasse)?;
            let result = match claim {
                ImpasseClaim::Win => GameResult::Win(position.side()),
                ImpasseClaim::Draw => GameResult::Draw,
            };
            Some(GameEnd::new(result, EndReason::Impasse))
        };
        let end = GameEnd::by_rule(&position).or_else(claimed)?;
        Some(Outcome {
            winner: end.result.winner().map(color_name),
            reason: end.reason.to_string(),
        })
    }

    /// Returns what the side to move may claim by the impasse rule: "win", "draw" or None.
    fn impasse_claim(&self) -> Option<&'static str> {
        self.lock().impasse_claim().map(|claim| match claim {
            ImpasseClaim::Win => "win",
            ImpasseClaim::Draw => "draw",
        })
    }

    /// Counts the sequences of legal moves of this length.
    fn perft(&self, py: Python<'_>, depth: Number) -> PyResult<u64> {
        let depth = depth.in_range("depth", 0..=MAX_PERFT_DEPTH.into())?;
        let mut position = self.snapshot();
        // Seldom: other threads may hold the interpreter for milliseconds.
        let mut calls = 0_u32;
        let mut check = || {
            calls = calls.wrapping_add(1);
            if calls.is_multiple_of(256) { Python::attach(|py| py.check_signals()) } else { Ok(()) }
        };
        py.detach(|| checked_perft(&mut position, depth as u32, &mut check))
    }

    /// Returns the piece on a square, such as "5e", as SFEN writes it, or None.
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        let mut squares = self.rules.board_squares().into_iter();
        let found = squares.find(|known| known.to_string() == square);
        let found = found
            .ok_or_else(|| error(format!("{}: expected a square of the board", quoted(square))))?;
        Ok(self.lock().piece_on(found).map(|piece| self.piece_text(piece)))
    }

    /// The pieces on the board by their squares.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let board = PyDict::new(py);
        let pieces: Vec<_> = self.lock().placed_pieces().collect();
        for (piece, square) in pieces {
            board.set_item(square.to_string(), self.piece_text(piece))?;
        }
        Ok(board)
    }

    /// Returns the pieces in hand of "black" or "white": capital letters with their numbers.
    fn hand<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyDict>> {
        let color = Color::BOTH.into_iter().find(|&color| color_name(color) == side);
        let color =
            color.ok_or_else(|| error(format!("{}: expected 'black' or 'white'", quoted(side))))?;
        let hand = PyDict::new(py);
        let pieces: Vec<_> = self.lock().hand(color).iter().collect();
        for (kind, count) in pieces {
            hand.set_item(self.piece_text(Piece::new(Color::Black, kind)), count)?;
        }
        Ok(hand)
    }

    fn copy(&self) -> Self {
        self.snapshot().into()
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Returns the board as a diagram of KIF (BOD), with the pieces in kanji.
    fn kanji(&self) -> String {
        board_diagram(&self.lock())
    }

    /// Returns the board as an SVG image.
    fn svg(&self) -> String {
        board_svg(&self.snapshot())
    }

    fn __str__(&self) -> String {
        let view = BoardView::new(&self.lock(), Script::Letters, Notation::Usi).to_string();
        strip_str(&view).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, {:?})", self.rules.name(), self.sfen())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// Two positions are equal if they have the same game, pieces, hands and side to move, and where checks are
    /// limited the same checks in a row, whatever their moves and move numbers are.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        // Locked one after the other: another thread may compare them the other way round.
        let state = |position: &Self| {
            let position = position.lock();
            let checks = Color::BOTH.map(|color| position.consecutive_checks(color));
            (position.table_key(), checks, position.sfen_without_number().to_string())
        };
        let other = other.get();
        self.rules.spec() == other.rules.spec() && state(self) == state(other)
    }

    fn __hash__(&self) -> u64 {
        self.lock().table_key()
    }

    /// The moves are pickled as texts: each `Move` would have the rules of a game from a file.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Game, String, Vec<String>)) {
        let mut start = self.snapshot();
        let moves: Vec<_> = start.moves().map(|mv| self.rules.usi(mv).to_string()).collect();
        moves.iter().for_each(|_| start.undo_move());
        (py.get_type::<Self>().into_any(), (self.game(), start.sfen().to_string(), moves))
    }
}
