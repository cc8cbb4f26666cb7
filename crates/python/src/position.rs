//! `Position` and `Outcome`.

use crate::error;
use crate::game::{Game, GameArgument, default_game};
use crate::moves::{Move, MoveArgument};
use crate::svg::board_svg;
use anstream::adapter::strip_str;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use records::{EndReason, GameEnd, GameResult, read_position};
use rules::{Color, ImpasseClaim, Piece, quoted};
use session::move_notation::Notation;
use session::terminal::board_view::BoardView;
use session::terminal::piece_glyphs::Script;

/// The largest depth of a perft, as of the program. No count that deep ever ends.
const MAX_PERFT_DEPTH: u32 = 100;

/// A position with the moves that led to it.
#[pyclass(module = "ozutsu")]
#[derive(Clone, Debug)]
pub struct Position {
    pub position: rules::Position,
}

impl From<rules::Position> for Position {
    fn from(position: rules::Position) -> Self {
        Self { position }
    }
}

impl Position {
    fn wrap(&self, mv: rules::Move) -> Move {
        Move { rules: self.position.rules(), mv }
    }

    fn piece_text(&self, piece: Piece) -> String {
        self.position.rules().piece_sfen(piece).to_string()
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
    #[pyo3(signature = (game = None, sfen = None, moves = vec![]))]
    fn new(
        game: Option<GameArgument<'_>>,
        sfen: Option<&str>,
        moves: Vec<MoveArgument<'_>>,
    ) -> PyResult<Self> {
        let rules = game.map_or_else(default_game, |game| game.rules())?;
        let mut position = match sfen {
            Some(text) => read_position(rules, text).map_err(error)?,
            None => rules::Position::start(rules),
        };
        for mv in moves {
            let mv = mv.legal_in(&position)?;
            position.do_move(mv);
        }
        Ok(position.into())
    }

    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.position.rules() }
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.position.side())
    }

    /// The number of moves made since the position was set up.
    #[getter]
    fn ply(&self) -> usize {
        self.position.ply()
    }

    /// The number of the next move.
    #[getter]
    fn move_number(&self) -> u32 {
        self.position.move_number()
    }

    /// The moves made since the position was set up.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.position.moves().map(|mv| self.wrap(mv)).collect()
    }

    fn sfen(&self) -> String {
        self.position.sfen().to_string()
    }

    /// Returns the position in FEN, as UCI programs such as Fairy-Stockfish write it.
    fn fen(&self) -> String {
        self.position.fen().to_string()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position.legal_moves().into_iter().map(|mv| self.wrap(mv)).collect()
    }

    /// Reads a legal move in any notation: USI, UCI, Western, algebraic or Japanese.
    fn parse_move(&self, text: String) -> PyResult<Move> {
        Ok(self.wrap(MoveArgument::Text(text).legal_in(&self.position)?))
    }

    /// Plays a legal move, given as Move or in any notation, and returns it.
    fn push(&mut self, r#move: MoveArgument<'_>) -> PyResult<Move> {
        let mv = r#move.legal_in(&self.position)?;
        self.position.do_move(mv);
        Ok(self.wrap(mv))
    }

    /// Takes the last move back, and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.position.last_move();
        let mv = last.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        self.position.undo_move();
        Ok(self.wrap(mv))
    }

    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    fn is_legal(&self, r#move: MoveArgument<'_>) -> bool {
        r#move.legal_in(&self.position).is_ok()
    }

    fn gives_check(&self, r#move: MoveArgument<'_>) -> PyResult<bool> {
        let mut after = self.position.clone();
        after.do_move(r#move.legal_in(&self.position)?);
        Ok(after.in_check())
    }

    fn is_capture(&self, r#move: MoveArgument<'_>) -> PyResult<bool> {
        Ok(self.position.is_capture(r#move.legal_in(&self.position)?))
    }

    /// Returns how the game has ended, or None. With claim_impasse, a claim that the side to move can make by the
    /// impasse rule ends it too.
    #[pyo3(signature = (*, claim_impasse = false))]
    fn outcome(&self, claim_impasse: bool) -> Option<Outcome> {
        let position = &self.position;
        let claimed = || {
            let claim = position.impasse_claim().filter(|_| claim_impasse)?;
            let result = match claim {
                ImpasseClaim::Win => GameResult::Win(position.side()),
                ImpasseClaim::Draw => GameResult::Draw,
            };
            Some(GameEnd::new(result, EndReason::Impasse))
        };
        let end = GameEnd::by_rule(position).or_else(claimed)?;
        Some(Outcome {
            winner: end.result.winner().map(color_name),
            reason: end.reason.to_string(),
        })
    }

    /// Returns what the side to move may claim by the impasse rule: "win", "draw" or None.
    fn impasse_claim(&self) -> Option<&'static str> {
        self.position.impasse_claim().map(|claim| match claim {
            ImpasseClaim::Win => "win",
            ImpasseClaim::Draw => "draw",
        })
    }

    /// Counts the sequences of legal moves of this length.
    fn perft(this: &Bound<'_, Self>, depth: u32) -> PyResult<u64> {
        if depth > MAX_PERFT_DEPTH {
            return Err(error(format!("depth {depth}: expected 0 to {MAX_PERFT_DEPTH}")));
        }
        // Not borrowed during the count, so that other threads can use the position.
        let mut position = this.borrow().position.clone();
        perft(this.py(), &mut position, depth)
    }

    /// Returns the piece on a square, such as "5e", as SFEN writes it, or None.
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        let mut squares = self.position.rules().board_squares().into_iter();
        let found = squares.find(|known| known.to_string() == square);
        let found = found
            .ok_or_else(|| error(format!("{}: expected a square of the board", quoted(square))))?;
        Ok(self.position.piece_on(found).map(|piece| self.piece_text(piece)))
    }

    /// The pieces on the board by their squares.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let board = PyDict::new(py);
        for (piece, square) in self.position.placed_pieces() {
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
        for (kind, count) in self.position.hand(color).iter() {
            hand.set_item(self.piece_text(Piece::new(Color::Black, kind)), count)?;
        }
        Ok(hand)
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __str__(&self) -> String {
        let view = BoardView::new(&self.position, Script::Letters, Notation::Usi).to_string();
        strip_str(&view).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, {:?})", self.position.rules().name(), self.sfen())
    }

    fn _repr_svg_(&self) -> String {
        board_svg(&self.position)
    }

    /// Two positions are equal if they have the same game, pieces, hands and side to move, and where checks are
    /// limited the same checks in a row, whatever their moves and move numbers are.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = &other.try_borrow()?.position;
        let placement = |position: &rules::Position| position.sfen_without_number().to_string();
        let checks = |position: &rules::Position| {
            Color::BOTH.map(|color| position.consecutive_checks(color))
        };
        Ok(self.position.rules().spec() == other.rules().spec()
            && self.position.table_key() == other.table_key()
            && checks(&self.position) == checks(other)
            && placement(&self.position) == placement(other))
    }

    fn __hash__(&self) -> u64 {
        self.position.table_key()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Game, String, Vec<Move>)) {
        let mut start = self.position.clone();
        self.position.moves().for_each(|_| start.undo_move());
        (py.get_type::<Self>().into_any(), (self.game(), start.sfen().to_string(), self.moves()))
    }
}

/// Counts leaves, and looks for Ctrl-C after each subtree of a few hundred thousand moves.
fn perft(py: Python<'_>, position: &mut rules::Position, depth: u32) -> PyResult<u64> {
    const DETACHED_DEPTH: u32 = 3;
    if depth <= DETACHED_DEPTH {
        let leaves = py.detach(|| rules::perft(position, depth));
        py.check_signals()?;
        return Ok(leaves);
    }
    let mut leaves = 0_u64;
    for mv in position.legal_moves() {
        position.do_move(mv);
        leaves = leaves.saturating_add(perft(py, position, depth - 1)?);
        position.undo_move();
    }
    Ok(leaves)
}
