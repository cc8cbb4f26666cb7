//! How a recorded game ended.

use rules::Color;
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

    /// Describes the end in English. `names` are the players, Black first.
    pub fn describe(&self, names: [&str; 2]) -> String {
        let name = |color: Option<Color>| color.map_or("one side", |color| names[color.index()]);
        let winner = name(self.result.winner());
        let loser = name(self.result.winner().map(|color| !color));
        match self.reason {
            EndReason::Unknown => match self.result {
                GameResult::Win(_) => format!("{winner} wins"),
                GameResult::Draw => "draw".into(),
                GameResult::Unknown => "unfinished".into(),
            },
            EndReason::Resignation => format!("{loser} resigns"),
            EndReason::Mate => format!("{loser} is mated"),
            EndReason::NoLegalMove if self.result == GameResult::Draw => "draw by stalemate".into(),
            EndReason::NoLegalMove => format!("{loser} has no legal move"),
            EndReason::TimeForfeit => format!("{loser} loses on time"),
            EndReason::IllegalMove => format!("{loser} makes an illegal move"),
            EndReason::Repetition if self.result.winner().is_some() => {
                format!("{loser} loses by repetition")
            }
            EndReason::Repetition => "repetition draw".into(),
            EndReason::PerpetualCheck => format!("{loser} gives perpetual check"),
            EndReason::Impasse => "draw by impasse".into(),
            EndReason::Declaration => format!("{loser} loses by declaration"),
            EndReason::GoalReached => format!("{winner}'s king reaches its goal"),
            EndReason::MoveLimit => "draw by length".into(),
            EndReason::Agreement => "draw by agreement".into(),
            EndReason::Interruption => "interrupted".into(),
            EndReason::Adjudication if self.result == GameResult::Draw => {
                "draw by adjudication".into()
            }
            EndReason::Adjudication => format!("{loser} loses by adjudication"),
            EndReason::Abandonment => format!("{loser} abandons the game"),
            EndReason::NoShow => format!("{loser} does not appear"),
            EndReason::NoMate => "no mate".into(),
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

/// Finds the reason in an English description as this crate, our match runner, cutechess and
/// lichess write them.
pub(crate) fn reason_in(text: &str) -> EndReason {
    const PHRASES: &[(&str, EndReason)] = &[
        ("resign", EndReason::Resignation),
        ("perpetual check", EndReason::PerpetualCheck),
        ("on time", EndReason::TimeForfeit),
        ("time forfeit", EndReason::TimeForfeit),
        ("illegal move", EndReason::IllegalMove),
        ("rules infraction", EndReason::IllegalMove),
        ("declares a win", EndReason::IllegalMove),
        ("no legal move", EndReason::NoLegalMove),
        ("stalemate", EndReason::NoLegalMove),
        ("adjudicat", EndReason::Adjudication),
        ("no mate", EndReason::NoMate),
        ("is mated", EndReason::Mate),
        ("checkmate", EndReason::Mate),
        (" mates", EndReason::Mate),
        ("repetition", EndReason::Repetition),
        ("by declaration", EndReason::Declaration),
        ("reaches its goal", EndReason::GoalReached),
        ("impasse", EndReason::Impasse),
        ("draw by length", EndReason::MoveLimit),
        ("maximum number of moves", EndReason::MoveLimit),
        ("agree", EndReason::Agreement),
        ("interrupt", EndReason::Interruption),
        ("unterminated", EndReason::Interruption),
        ("abandon", EndReason::Abandonment),
        ("disconnect", EndReason::Abandonment),
        ("stalls", EndReason::Abandonment),
        ("crashes", EndReason::Abandonment),
        ("does not appear", EndReason::NoShow),
    ];
    let text = text.to_ascii_lowercase();
    let found = PHRASES.iter().find(|(phrase, _)| text.contains(phrase));
    found.map_or(EndReason::Unknown, |&(_, reason)| reason)
}
