//! How a recorded game ended.

use rules::{Color, Outcome, Position};
use std::time::Duration;

/// How a recorded game ended: the result, the reason and what the record says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    pub result: GameResult,
    pub reason: EndReason,
    /// The record's own words, where they say more than the reason does.
    pub text: Option<String>,
    /// The time spent before the end, for instance on the decision to resign.
    pub elapsed: Option<Duration>,
}

/// The result of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    Win(Color),
    Draw,
    /// The game was not finished, or the record does not say who won.
    Unknown,
}

impl GameResult {
    /// Returns the result as PGN writes it, with Black's points first because Black moves first.
    pub fn pgn(self) -> &'static str {
        match self {
            Self::Win(Color::Black) => "1-0",
            Self::Win(Color::White) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Parses a result as PGN writes it.
    pub fn from_pgn(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::Win(Color::Black)),
            "0-1" => Some(Self::Win(Color::White)),
            "1/2-1/2" | "1/2" | "½-½" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            _ => None,
        }
    }
}

/// Why a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// The record does not say.
    Unknown,
    Resignation,
    Mate,
    /// The loser, or in a draw the side to move, had no legal move and was not in check.
    NoLegalMove,
    /// The loser's time ran out.
    TimeForfeit,
    /// The loser made an illegal move.
    IllegalMove,
    /// A position was repeated: a draw, or a loss where the rules say so.
    Repetition,
    /// The loser gave perpetual check.
    PerpetualCheck,
    /// A draw because both kings had entered the enemy camp (持将棋).
    Impasse,
    /// The winner declared the win with an entered king (入玉宣言).
    Declaration,
    /// The winner's king reached its goal (トライ).
    GoalReached,
    /// The maximum number of moves was reached.
    MoveLimit,
    Agreement,
    /// The game was interrupted or adjourned.
    Interruption,
    /// A person or program adjudicated the game.
    Adjudication,
    /// The loser left or crashed.
    Abandonment,
    /// The game was not played because the loser did not appear.
    NoShow,
    /// A mate problem was found to have no mate.
    NoMate,
}

impl EndReason {
    /// Returns the result that the reason implies when `side` is to move, as far as it implies one.
    pub(crate) fn result(self, side: Color) -> GameResult {
        match self {
            Self::Resignation
            | Self::Mate
            | Self::NoLegalMove
            | Self::TimeForfeit
            | Self::IllegalMove
            | Self::GoalReached
            | Self::Abandonment => GameResult::Win(!side),
            Self::Declaration => GameResult::Win(side),
            Self::Repetition | Self::Impasse | Self::Agreement | Self::MoveLimit => {
                GameResult::Draw
            }
            Self::Unknown
            | Self::PerpetualCheck
            | Self::Interruption
            | Self::Adjudication
            | Self::NoShow
            | Self::NoMate => GameResult::Unknown,
        }
    }
}

impl GameEnd {
    /// Returns the end of a game for a reason.
    pub fn new(result: GameResult, reason: EndReason) -> Self {
        Self { result, reason, text: None, elapsed: None }
    }

    /// Returns the end that a reason implies when `side` is to move.
    pub(crate) fn implied(reason: EndReason, side: Color) -> Self {
        Self::new(reason.result(side), reason)
    }

    /// Returns how the rules have ended the game in a position, if they have.
    pub fn by_rule(position: &Position) -> Option<Self> {
        let outcome = position.outcome();
        let reason = match outcome {
            Outcome::Ongoing => return None,
            Outcome::Mate => EndReason::Mate,
            Outcome::Stalemate | Outcome::StalemateDraw => EndReason::NoLegalMove,
            Outcome::RepetitionDraw | Outcome::RepetitionLoss(_) => EndReason::Repetition,
            Outcome::PerpetualCheck(_) => EndReason::PerpetualCheck,
            Outcome::GoalReached(_) => EndReason::GoalReached,
        };
        let winner = outcome.winner(position.side());
        Some(Self::new(winner.map_or(GameResult::Draw, GameResult::Win), reason))
    }

    /// Returns the end of a game that a side lost by an illegal move, which a record cannot hold, given
    /// its text.
    pub(crate) fn by_illegal_move(loser: Color, text: String) -> Self {
        let end = Self::new(GameResult::Win(!loser), EndReason::IllegalMove);
        Self { text: Some(text), ..end }
    }

    /// Adds a line to the record's own words.
    pub(crate) fn add_text(&mut self, line: &str) {
        match &mut self.text {
            Some(text) => {
                text.push('\n');
                text.push_str(line);
            }
            None => self.text = Some(line.to_owned()),
        }
    }

    /// Describes the end in English. `names` are the players, Black first.
    pub fn describe(&self, names: [&str; 2]) -> String {
        let name = |color: Option<Color>| color.map_or("one side", |color| names[color.index()]);
        let winner = self.result.winner();
        let words = match (self.reason, self.result) {
            (EndReason::Unknown, GameResult::Win(_)) => "{winner} wins",
            (EndReason::Unknown, GameResult::Draw) => "draw",
            (EndReason::Unknown, GameResult::Unknown) => "unfinished",
            (EndReason::NoLegalMove, GameResult::Draw) => "draw by stalemate",
            (EndReason::Adjudication, GameResult::Draw) => "draw by adjudication",
            (EndReason::Repetition, GameResult::Draw | GameResult::Unknown) => "repetition draw",
            (reason, _) => {
                let words = ENGLISH.iter().find(|(known, ..)| *known == reason);
                words.expect("every reason but Unknown has words").1
            }
        };
        if let Some(rest) = words.strip_prefix("{winner}") {
            name(winner).to_owned() + rest
        } else if let Some(rest) = words.strip_prefix("{loser}") {
            name(winner.map(|color| !color)).to_owned() + rest
        } else {
            words.to_owned()
        }
    }

    /// Describes the end in English, with the record's own words where they do not tell the reason.
    pub fn full_description(&self, names: [&str; 2]) -> String {
        match &self.text {
            None => self.describe(names),
            Some(text) if reason_in(text) == self.reason => text.clone(),
            Some(text) => format!("{}: {text}", self.describe(names)),
        }
    }

    /// Creates the end that a description gives, with the result that goes with it. Words that
    /// say more than the reason are kept.
    pub(crate) fn from_description(text: &str, result: GameResult, names: [&str; 2]) -> Self {
        let mut end = Self::new(result, reason_in(text));
        let described = [end.describe(names), end.describe(["Black", "White"])];
        let rest = described.iter().find_map(|description| text.strip_prefix(description.as_str()));
        end.text = match rest {
            Some("") => None,
            Some(rest) if rest.starts_with(": ") => Some(rest[2..].to_owned()),
            _ => (!text.is_empty()).then(|| text.to_owned()),
        };
        end
    }
}

/// The reasons with their English words, and with the phrases by which they are found in the words of this
/// crate, our match runner, cutechess and lichess. Of several phrases in a text, the first one here counts.
const ENGLISH: &[(EndReason, &str, &[&str])] = &[
    (EndReason::Resignation, "{loser} resigns", &["resign"]),
    (EndReason::PerpetualCheck, "{loser} gives perpetual check", &["perpetual check"]),
    (EndReason::TimeForfeit, "{loser} loses on time", &["on time", "time forfeit"]),
    (
        EndReason::IllegalMove,
        "{loser} makes an illegal move",
        &["illegal move", "rules infraction", "declares a win"],
    ),
    (EndReason::NoLegalMove, "{loser} has no legal move", &["no legal move", "stalemate"]),
    (EndReason::Adjudication, "{loser} loses by adjudication", &["adjudicat"]),
    (EndReason::NoMate, "no mate", &["no mate"]),
    (EndReason::Mate, "{loser} is mated", &["is mated", "checkmate", " mates"]),
    (EndReason::Repetition, "{loser} loses by repetition", &["repetition"]),
    (EndReason::Declaration, "{loser} loses by declaration", &["by declaration"]),
    (EndReason::GoalReached, "{winner}'s king reaches its goal", &["reaches its goal"]),
    (EndReason::Impasse, "draw by impasse", &["impasse"]),
    (EndReason::MoveLimit, "draw by length", &["draw by length", "maximum number of moves"]),
    (EndReason::Agreement, "draw by agreement", &["agree"]),
    (EndReason::Interruption, "interrupted", &["interrupt", "unterminated"]),
    (
        EndReason::Abandonment,
        "{loser} abandons the game",
        &["abandon", "disconnect", "stalls", "crashes"],
    ),
    (EndReason::NoShow, "{loser} does not appear", &["does not appear"]),
];

/// Finds the reason in an English description.
pub(crate) fn reason_in(text: &str) -> EndReason {
    let text = text.to_ascii_lowercase();
    let is_in_text = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let found = ENGLISH.iter().find(|(.., phrases)| is_in_text(phrases));
    found.map_or(EndReason::Unknown, |&(reason, ..)| reason)
}
