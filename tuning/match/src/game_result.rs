//! How games end, and how that is told.

use crate::adjudication::Verdict;
use crate::clock::Overrun;
use rules::{Color, ImpasseClaim, Outcome};
use std::fmt;

/// Why a game is over. A side that fails loses, whoever stood better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By the rules.
    Rules(Outcome),
    /// By a claim that the rules allow.
    ImpasseClaim(ImpasseClaim),
    /// The loser gave up.
    Resigned,
    /// By adjudication.
    Verdict(Verdict),
    /// An illegal move: its text, and what is wrong with it.
    Illegal(String, String),
    /// A claim that the rules do not allow.
    FalseClaim,
    /// No move where there are some.
    NoMove,
    /// An answer that means nothing.
    Nonsense(String),
    /// The flag fell.
    Time(Overrun),
    /// No answer at all.
    Stalled,
    /// The process ended.
    Crashed(String),
    /// It was not ready to play.
    NotReady(String),
}

impl Reason {
    /// Whether an engine failed.
    pub fn is_failure(&self) -> bool {
        !matches!(self, Self::Rules(_) | Self::ImpasseClaim(_) | Self::Resigned | Self::Verdict(_))
    }

    /// Whether the engine that failed has to be started again.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Stalled | Self::Crashed(_) | Self::NotReady(_))
    }

    /// The word that PGN has for it.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::ImpasseClaim(_) | Self::Resigned => "normal",
            Self::Verdict(_) => "adjudication",
            Self::Time(_) => "time forfeit",
            Self::Stalled | Self::Crashed(_) | Self::NotReady(_) => "abandoned",
            Self::Illegal(..) | Self::FalseClaim | Self::NoMove | Self::Nonsense(_) => {
                "rules infraction"
            }
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The winner, unless it is a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl GameResult {
    /// A side has lost.
    pub fn lost(loser: Color, reason: Reason) -> Self {
        Self { winner: Some(!loser), reason }
    }

    /// The result as PGN writes it, the first player's points first.
    pub fn result(&self) -> &'static str {
        match self.winner {
            None => "1/2-1/2",
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
        }
    }

    /// What happened, in words; the players are told by name, Black first.
    pub fn describe(&self, names: [&str; 2]) -> String {
        let of = |color: Color| names[color.index()];
        let loser = self.winner.map_or("", |winner| of(!winner));
        match &self.reason {
            Reason::Rules(Outcome::PerpetualCheck(side)) => {
                format!("{} gives perpetual check", of(*side))
            }
            Reason::Rules(Outcome::Mate) => format!("{loser} is mated"),
            Reason::Rules(Outcome::Stalemate) => format!("{loser} has no legal move"),
            Reason::Rules(outcome) => outcome.to_string(),
            Reason::ImpasseClaim(ImpasseClaim::Win) => format!("{loser} loses by declaration"),
            Reason::ImpasseClaim(ImpasseClaim::Draw) => "draw by declaration".to_owned(),
            Reason::Resigned => format!("{loser} resigns"),
            Reason::Verdict(Verdict::Lost(side)) => {
                format!("{} loses by adjudication", of(*side))
            }
            Reason::Verdict(Verdict::Drawn) => "draw by adjudication".to_owned(),
            Reason::Verdict(Verdict::TooLong) => "draw by length".to_owned(),
            Reason::Illegal(text, why) => {
                format!("{loser} makes the illegal move '{text}': {why}")
            }
            Reason::FalseClaim => format!("{loser} declares a win that it has not"),
            Reason::NoMove => format!("{loser} sees no move where there are some"),
            Reason::Nonsense(line) => format!("{loser} answers '{line}'"),
            Reason::Time(Overrun { spent, had }) => {
                let (spent, had) = (spent.as_millis(), had.as_millis());
                format!("{loser} loses on time: {spent} ms for a move, and had {had} ms")
            }
            Reason::Stalled => format!("{loser} stalls"),
            Reason::Crashed(how) => format!("{loser} crashes: {how}"),
            Reason::NotReady(why) => format!("{loser} {why}"),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(["Black", "White"]))
    }
}
