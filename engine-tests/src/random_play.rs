//! Seeded random moves and random positions for the tests.
//!
//! The same seed always gives the same moves and positions, so a failure can be repeated.

use crate::reference::{Board, Piece, Side, Square};
use rand::prelude::*;
use rules::{Move, Position, Rules};
use std::env;

/// Returns how many random positions or games a test uses: `count`, times `OZUTSU_STRESS` if that is set.
pub fn sample_size(count: u64) -> u64 {
    let factor = env::var("OZUTSU_STRESS").ok().and_then(|factor| factor.parse().ok());
    count * factor.unwrap_or(1)
}

/// Returns the random number generator for a seed.
pub fn seeded_rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The probabilities with which [`random_move`] chooses only among one class of moves, if it has any.
#[derive(Clone, Copy, Debug)]
pub struct MoveBias {
    pub checks: f64,
    pub captures: f64,
    /// Moves of pieces on the board. With full hands, drops outnumber them.
    pub board_moves: f64,
    /// The move that undoes the side's previous move.
    pub undo_previous: f64,
}

impl MoveBias {
    /// Every legal move is equally likely.
    pub const UNIFORM: Self =
        Self { checks: 0.0, captures: 0.0, board_moves: 0.0, undo_previous: 0.0 };
    /// Many captures and some checks: pieces come off the board and kings are exposed.
    pub const TACTICAL: Self =
        Self { checks: 0.2, captures: 0.3, board_moves: 0.5, undo_previous: 0.0 };
    /// Pieces move back and forth: positions repeat, often with checks.
    pub const SHUFFLE: Self =
        Self { checks: 0.45, captures: 0.0, board_moves: 0.8, undo_previous: 0.75 };
    /// Many checks in a row.
    pub const CHECKS: Self =
        Self { checks: 0.85, captures: 0.2, board_moves: 0.3, undo_previous: 0.0 };
    /// Repeated checks.
    pub const PERPETUAL_CHECK: Self =
        Self { checks: 0.95, captures: 0.0, board_moves: 1.0, undo_previous: 0.9 };

    pub const ALL: [Self; 5] =
        [Self::UNIFORM, Self::TACTICAL, Self::SHUFFLE, Self::CHECKS, Self::PERPETUAL_CHECK];
}

/// Returns a random legal move, or `None` if there is no legal move.
pub fn random_move(position: &Position, bias: MoveBias, rng: &mut impl Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    if rng.random_bool(bias.undo_previous)
        && let Some(undo) = undoing_move(position).filter(|undo| moves.contains(undo))
    {
        return Some(undo);
    }
    let info = position.check_info();
    let mut restrict = |probability: f64, in_class: &dyn Fn(Move) -> bool| {
        if rng.random_bool(probability) && moves.iter().any(|&mv| in_class(mv)) {
            moves.retain(|mv| in_class(*mv));
        }
    };
    restrict(bias.checks, &|mv| position.gives_check(mv, &info));
    restrict(bias.captures, &|mv| position.is_capture(mv));
    restrict(bias.board_moves, &|mv| !mv.is_drop());
    moves.choose(rng).copied()
}

/// Returns the move that undoes the side's previous move, unless that was a drop.
fn undoing_move(position: &Position) -> Option<Move> {
    let previous = position.moves().nth_back(1)?;
    Some(Move::normal(previous.to(), previous.from()?))
}

/// Parameters of a random position.
#[derive(Clone, Copy, Debug)]
pub struct RandomSetup {
    /// Number of pieces besides the kings, both sides together.
    pub pieces: usize,
    /// Probability that a piece is in hand.
    pub in_hand: f64,
    /// Probability that a piece or king is placed in its side's promotion zone; otherwise it is placed
    /// on any square.
    pub in_zone: f64,
    /// Probability that a piece is Black's.
    pub black: f64,
}

impl RandomSetup {
    /// Returns a setup with this many pieces, evenly distributed between the sides and mostly on the
    /// board.
    pub const fn with_pieces(pieces: usize) -> Self {
        Self { pieces, in_hand: 0.15, in_zone: 0.1, black: 0.5 }
    }
}

/// Returns a random legal position with both kings and some of the game's other pieces.
pub fn random_position(rules: &'static Rules, setup: RandomSetup, rng: &mut impl Rng) -> Position {
    loop {
        let sfen = random_sfen(rules, setup, rng);
        if let Ok(position) = Position::from_sfen(rules, &sfen) {
            return position;
        }
    }
}

/// Returns the SFEN of a random position, which may be illegal.
pub fn random_sfen(rules: &Rules, setup: RandomSetup, rng: &mut impl Rng) -> String {
    let king = rules.piece_info(rules.king_kind()).expect("a game has a king").letter;
    let others = rules.piece_infos().iter().filter(|piece| piece.letter != king);
    let mut set: Vec<_> = others.flat_map(|p| std::iter::repeat_n(p, p.count.into())).collect();
    set.shuffle(rng);
    set.truncate(setup.pieces);
    let mut board = Board::empty(rules.files().into(), rules.ranks().into());
    let mut hands = String::new();
    for side in [Side::Black, Side::White] {
        let piece = Piece { side, letter: king, promoted: false };
        let square = random_empty_square(&board, rules, setup, side, rng);
        board.set(square.expect("an empty board"), Some(piece));
    }
    for info in set {
        let side = if rng.random_bool(setup.black) { Side::Black } else { Side::White };
        let piece = Piece { side, letter: info.letter, promoted: false };
        match random_empty_square(&board, rules, setup, side, rng) {
            Some(square) if !rng.random_bool(setup.in_hand) => {
                let promoted = info.promoted.is_some() && rng.random_bool(0.4);
                board.set(square, Some(Piece { promoted, ..piece }));
            }
            _ => hands += &piece.to_string(),
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let side_to_move = if rng.random() { 'b' } else { 'w' };
    format!("{} {side_to_move} {hands} 1", board.sfen())
}

fn random_empty_square(
    board: &Board,
    rules: &Rules,
    setup: RandomSetup,
    side: Side,
    rng: &mut impl Rng,
) -> Option<Square> {
    let zone_ranks = rules.promotion_zone(rules::Color::Black).count() / u32::from(rules.files());
    let in_zone = rng.random_bool(setup.in_zone);
    let fits = |&square: &Square| {
        board.piece_on(square).is_none()
            && (!in_zone || board.rank_from_far_edge(side, square) <= zone_ranks as i32)
    };
    board.squares().filter(fits).choose(rng)
}
