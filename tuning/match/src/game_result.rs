//! The result of a game: the winner, the reason, and their descriptions.

use crate::adjudication::Adjudication;
use crate::clock::TimeForfeit;
use rules::{Color, ImpasseClaim, Outcome};
use std::fmt;

/// Why a game ended. An engine that fails loses, whatever the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    /// The rules of the game ended it.
    Rules(Outcome),
    /// A player made a claim that the rules allow.
    ImpasseClaim(ImpasseClaim),
    /// The loser resigned.
    Resigned,
    /// The game was adjudicated.
    Adjudication(Adjudication),
    /// The loser made an illegal move.
    IllegalMove {
        /// The move as the engine wrote it.
        text: String,
        /// Why it is illegal.
        reason: String,
    },
    /// The loser made a claim that the rules do not allow.
    FalseClaim,
    /// The loser reported no move although it had legal ones.
    NoMove,
    /// The loser's answer could not be parsed.
    UnreadableAnswer(String),
    /// The loser exceeded its time.
    TimeForfeit(TimeForfeit),
    /// The loser did not answer and was killed.
    Stalled,
    /// The loser's process ended during the game. The text is its exit status.
    Crashed(String),
    /// The loser was not ready when the game began.
    NotReady(String),
}

impl Termination {
    /// Returns whether an engine failed.
    pub fn is_failure(&self) -> bool {
        !matches!(
            self,
            Self::Rules(_) | Self::ImpasseClaim(_) | Self::Resigned | Self::Adjudication(_)
        )
    }

    /// Returns whether the loser's process is gone or must be replaced.
    pub fn needs_restart(&self) -> bool {
        matches!(self, Self::Stalled | Self::Crashed(_) | Self::NotReady(_))
    }

    /// Returns the value of PGN's `Termination` tag.
    pub fn pgn_tag(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::ImpasseClaim(_) | Self::Resigned => "normal",
            Self::Adjudication(_) => "adjudication",
            Self::TimeForfeit(_) => "time forfeit",
            Self::Stalled | Self::Crashed(_) | Self::NotReady(_) => "abandoned",
            Self::IllegalMove { .. }
            | Self::FalseClaim
            | Self::NoMove
            | Self::UnreadableAnswer(_) => "rules infraction",
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game ended.
    pub termination: Termination,
}

impl GameResult {
    /// Returns a loss.
    pub fn loss(loser: Color, termination: Termination) -> Self {
        Self { winner: Some(!loser), termination }
    }

    /// Returns the result as PGN writes it, with Black's points first.
    pub fn pgn_result(&self) -> &'static str {
        match self.winner {
            None => "1/2-1/2",
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
        }
    }

    /// Describes what happened. `names` are the players, Black first.
    pub fn describe(&self, names: [&str; 2]) -> String {
        let name = |color: Color| names[color.index()];
        let loser = self.winner.map_or("", |winner| name(!winner));
        match &self.termination {
            Termination::Rules(Outcome::PerpetualCheck(side)) => {
                format!("{} gives perpetual check", name(*side))
            }
            Termination::Rules(Outcome::Mate) => format!("{loser} is mated"),
            Termination::Rules(Outcome::Stalemate) => format!("{loser} has no legal move"),
            Termination::Rules(outcome) => outcome.to_string(),
            Termination::ImpasseClaim(ImpasseClaim::Win) => {
                format!("{loser} loses by declaration")
            }
            Termination::ImpasseClaim(ImpasseClaim::Draw) => "draw by declaration".to_owned(),
            Termination::Resigned => format!("{loser} resigns"),
            Termination::Adjudication(Adjudication::Loss(side)) => {
                format!("{} loses by adjudication", name(*side))
            }
            Termination::Adjudication(Adjudication::Draw) => "draw by adjudication".to_owned(),
            Termination::Adjudication(Adjudication::MoveLimit) => "draw by length".to_owned(),
            Termination::IllegalMove { text, reason } => {
                format!("{loser} makes an illegal move: '{text}': {reason}")
            }
            Termination::FalseClaim => {
                format!("{loser} declares a win that the rules do not allow")
            }
            Termination::NoMove => format!("{loser} reports no move but has legal moves"),
            Termination::UnreadableAnswer(line) => {
                format!("{loser} sends an unreadable answer: '{line}'")
            }
            Termination::TimeForfeit(TimeForfeit { spent, available }) => {
                let (spent, available) = (spent.as_millis(), available.as_millis());
                format!("{loser} loses on time: {spent} ms for a move with {available} ms left")
            }
            Termination::Stalled => format!("{loser} stalls"),
            Termination::Crashed(status) => format!("{loser} crashes: {status}"),
            Termination::NotReady(reason) => format!("{loser} {reason}"),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(["Black", "White"]))
    }
}
