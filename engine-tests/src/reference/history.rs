//! A game in progress: moves played, how it stands.

use super::board::{Colour, Square};
use super::games::Game;
use super::legality::{Move, Position};

/// A position with all that led to it.
#[derive(Clone, Debug)]
pub struct State {
    /// Every position so far; the last is the present one.
    pub(super) positions: Vec<Position>,
    /// The move number of the first.
    pub(super) number: u32,
}

impl State {
    /// The game's own start position.
    pub fn start(game: &'static Game) -> Self {
        Self::from_sfen(game, game.start).expect("the games' start positions can be set up")
    }

    /// Sets up a position and plays moves from it, separated by spaces.
    pub fn from_moves(game: &'static Game, sfen: &str, moves: &str) -> Result<Self, String> {
        let mut state = Self::from_sfen(game, sfen)?;
        for mv in moves.split_whitespace() {
            state.play(mv)?;
        }
        Ok(state)
    }

    /// Plays a legal move; what is not one is refused and changes nothing.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let legal = self.position().legal().into_iter().find(|mv| mv.to_string() == text);
        let mv = legal.ok_or_else(|| format!("{text} is not legal in {}", self.sfen()))?;
        self.positions.push(self.position().after(mv));
        Ok(())
    }

    pub fn game(&self) -> &'static Game {
        self.position().game
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
    }

    /// Legal moves, whatever the history says of the outcome.
    pub fn legal_moves(&self) -> Vec<String> {
        sorted(&self.position().legal())
    }

    /// Moves that obey movement, promotion, drop squares and the two-pawn rule, and nothing else.
    pub fn pseudo_legal_moves(&self) -> Vec<String> {
        sorted(&self.position().pseudo_legal())
    }

    /// Whether a pseudo-legal move gives check.
    pub fn gives_check(&self, text: &str) -> Result<bool, String> {
        let moves = self.position().pseudo_legal();
        let mv = moves.into_iter().find(|mv| mv.to_string() == text);
        let mv = mv.ok_or_else(|| format!("{text} cannot be played in {}", self.sfen()))?;
        let next = self.position().after(mv);
        Ok(next.in_check(next.turn))
    }

    pub fn in_check(&self) -> bool {
        self.position().in_check(self.position().turn)
    }

    /// The pieces that give check to the side to move, sorted.
    pub fn checkers(&self) -> Vec<Square> {
        self.position().checkers(self.position().turn)
    }

    /// How many checks in a row Black and White have given with their latest moves.
    pub fn check_counts(&self) -> [u32; 2] {
        self.position().checks
    }

    /// How the game stands: `ongoing`, `repetition-draw`, `perpetual-check loses b` or `w`,
    /// `stalemate` or `mate`.
    ///
    /// Judges the present position alone: that an earlier one ended the game is forgotten.
    pub fn outcome(&self) -> String {
        let now = self.position();
        let occurs = |&i: &usize| self.positions[i].same(now);
        let occurrences: Vec<usize> = (0..self.positions.len()).filter(occurs).collect();
        if let [first, _, _, fourth, ..] = occurrences[..] {
            let since = &self.positions[first + 1..=fourth];
            // Each of these was reached by a move of the side that is not to move in it.
            let checked_throughout = |loser: Colour| {
                let mut own = since.iter().filter(|position| position.turn != loser);
                own.all(|position| position.in_check(position.turn))
            };
            let black = checked_throughout(Colour::Black);
            let white = checked_throughout(Colour::White);
            return match (self.game().perpetual_check_loses, black, white) {
                (true, true, false) => "perpetual-check loses b",
                (true, false, true) => "perpetual-check loses w",
                _ => "repetition-draw",
            }
            .to_owned();
        }
        match (now.legal().is_empty(), self.in_check()) {
            (true, true) => "mate",
            (true, false) => "stalemate",
            (false, _) => "ongoing",
        }
        .to_owned()
    }

    /// The number of ways to play so many legal moves from here, not ending at repetitions.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }
}

fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal().len() as u64,
        _ => position.legal().iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}
