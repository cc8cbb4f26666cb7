//! Random play from a seed: moves, games and positions to set up.

use crate::reference::{Board, Colour, Piece, Square};
use rand::prelude::*;
use rules::{Move, Position, Rules};

/// A source of chance that is the same for the same seed.
pub fn chance(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// What random play leans to: how often it takes such a move when there is one.
#[derive(Clone, Copy, Debug)]
pub struct Leaning {
    pub checks: f64,
    pub captures: f64,
    /// Moves on the board, where drops would outnumber them.
    pub board: f64,
    /// The way back of the side's last move.
    pub back: f64,
}

impl Leaning {
    /// Every move as likely as any other.
    pub const NONE: Self = Self { checks: 0.0, captures: 0.0, board: 0.0, back: 0.0 };
    /// Pieces come off the board, and kings into danger.
    pub const FIGHT: Self = Self { checks: 0.2, captures: 0.3, board: 0.5, back: 0.0 };
    /// Positions recur, often with check.
    pub const CIRCLE: Self = Self { checks: 0.45, captures: 0.0, board: 0.8, back: 0.75 };
    /// Check follows check.
    pub const CHASE: Self = Self { checks: 0.85, captures: 0.2, board: 0.3, back: 0.0 };

    /// The same checks again and again.
    pub const HARRY: Self = Self { checks: 0.95, captures: 0.0, board: 1.0, back: 0.9 };

    pub const ALL: [Self; 5] = [Self::NONE, Self::FIGHT, Self::CIRCLE, Self::CHASE, Self::HARRY];
}

/// A random legal move, if there is one.
pub fn choose(position: &Position, leaning: Leaning, chance: &mut impl Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    if chance.random_bool(leaning.back)
        && let Some(back) = way_back(position).filter(|back| moves.contains(back))
    {
        return Some(back);
    }
    let info = position.check_info();
    let mut lean = |likely: f64, kept: &dyn Fn(Move) -> bool| {
        if chance.random_bool(likely) && moves.iter().any(|&mv| kept(mv)) {
            moves.retain(|mv| kept(*mv));
        }
    };
    lean(leaning.checks, &|mv| position.gives_check(mv, &info));
    lean(leaning.captures, &|mv| position.is_capture(mv));
    lean(leaning.board, &|mv| !mv.is_drop());
    moves.choose(chance).copied()
}

/// The move that takes the side's last move back, if there was one on the board.
fn way_back(position: &Position) -> Option<Move> {
    let last = position.moves().nth_back(1)?;
    Some(Move::board(last.to(), last.from()?))
}

/// How a position to set up is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// How many pieces beside the kings.
    pub pieces: usize,
    /// How likely a piece is in hand.
    pub in_hand: f64,
    /// How likely a piece, or king, is put into its side's promotion zone on purpose.
    pub entered: f64,
    /// How likely a piece is Black's.
    pub black: f64,
}

impl Draw {
    /// So many pieces, both sides' and mostly on the board.
    pub const fn of(pieces: usize) -> Self {
        Self { pieces, in_hand: 0.15, entered: 0.1, black: 0.5 }
    }
}

/// A random position with some of a game's pieces, both kings among them.
pub fn set_up(rules: &'static Rules, draw: Draw, chance: &mut impl Rng) -> Position {
    loop {
        let sfen = random_sfen(rules, draw, chance);
        if let Ok(position) = Position::from_sfen(rules, &sfen) {
            return position;
        }
    }
}

/// The SFEN of a random position, which may break the rules on positions to set up.
pub fn random_sfen(rules: &Rules, draw: Draw, chance: &mut impl Rng) -> String {
    let king = rules.piece(rules.king()).expect("a game has a king").letter;
    let others = rules.pieces().iter().filter(|piece| piece.letter != king);
    let mut set: Vec<_> = others.flat_map(|p| std::iter::repeat_n(p, p.count.into())).collect();
    set.shuffle(chance);
    set.truncate(draw.pieces);
    let mut board = Board::empty(rules.files().into(), rules.ranks().into());
    let mut hands = String::new();
    for colour in [Colour::Black, Colour::White] {
        let piece = Piece { colour, letter: king, promoted: false };
        let square = vacant(&board, rules, draw, colour, chance);
        board.put(square.expect("an empty board"), Some(piece));
    }
    for kind in set {
        let colour = if chance.random_bool(draw.black) { Colour::Black } else { Colour::White };
        let piece = Piece { colour, letter: kind.letter, promoted: false };
        match vacant(&board, rules, draw, colour, chance) {
            Some(square) if !chance.random_bool(draw.in_hand) => {
                let promoted = kind.promoted.is_some() && chance.random_bool(0.4);
                board.put(square, Some(Piece { promoted, ..piece }));
            }
            _ => hands += &piece.to_string(),
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let turn = if chance.random() { 'b' } else { 'w' };
    format!("{} {turn} {hands} 1", board.rows())
}

fn vacant(
    board: &Board,
    rules: &Rules,
    draw: Draw,
    colour: Colour,
    chance: &mut impl Rng,
) -> Option<Square> {
    let zone = rules.zone(rules::Color::Black).count() / u32::from(rules.files());
    let entered = chance.random_bool(draw.entered);
    let fits = |&square: &Square| {
        board.at(square).is_none() && (!entered || board.depth(colour, square) <= zone as i32)
    };
    board.squares().filter(fits).choose(chance)
}
