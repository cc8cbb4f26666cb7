//! Messages from the GUI to the engine.

use std::fmt;

use crate::error::Error;
use crate::free_text::FreeText;
use crate::go::{Clock, Go};
use crate::message::Message;
use crate::move_tokens::MoveParser;
use crate::option::SetOption;
use crate::position::Position;
use crate::token_value::{TokenValue, keywords};
use crate::tokens::Tokens;

/// A message from the GUI to the engine.
///
/// ```
/// use vampirc_usi::{GameResult, GuiMessage, parse};
///
/// assert_eq!(parse("  isready\t\r\n"), Ok(GuiMessage::IsReady));
/// assert_eq!(parse("gameover"), Ok(GuiMessage::GameOver(None)));
/// assert_eq!(GuiMessage::GameOver(Some(GameResult::Win)).to_string(), "gameover win");
/// // Unknown commands become `Other`.
/// assert_eq!(parse("bench 16 1"), Ok(GuiMessage::Other("bench 16 1".to_owned())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GuiMessage<M> {
    /// `usi`: start of the session; the engine answers with `id`, its options and `usiok`.
    Usi,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer `readyok` when ready.
    IsReady,
    /// `setoption`: set an option.
    SetOption(SetOption),
    /// `usinewgame`: the next position is from another game.
    UsiNewGame,
    /// `position`: set up a position.
    Position(Position<M>),
    /// `go`: start a search.
    Go(Go<M>),
    /// `stop`: end the search and send its result.
    Stop,
    /// `ponderhit`: the expected move was played. Some GUIs append the clocks.
    PonderHit(Clock),
    /// `gameover`: the game has ended with this result. Some GUIs omit the result.
    GameOver(Option<GameResult>),
    /// `quit`: exit.
    Quit,
    /// The whole line of a command that is not part of USI.
    Other(String),
}

/// Result of a game from the engine's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The engine won.
    Win,
    /// The engine lost.
    Lose,
    /// The game was drawn.
    Draw,
}

keywords!(GameResult, "`win`, `lose` or `draw`",
    GameResult::Win => "win", GameResult::Lose => "lose", GameResult::Draw => "draw");

/// The argument of `debug`.
struct OnOff(bool);

impl TokenValue for OnOff {
    const EXPECTED: &'static str = "`on` or `off`";

    fn from_token(token: &str) -> Option<Self> {
        bool::from_token(token).map(Self)
    }

    fn to_token(&self) -> String {
        if self.0 { "on" } else { "off" }.to_owned()
    }
}

impl<M> Message for GuiMessage<M> {
    type Move = M;

    fn from_tokens(
        command: &str,
        tokens: &mut Tokens<'_>,
        moves: &mut MoveParser<'_, M>,
    ) -> Result<Option<Self>, Error> {
        Ok(Some(match command {
            "usi" => Self::Usi,
            "debug" => Self::Debug(tokens.parse_required::<OnOff>()?.0),
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption(SetOption::from_tokens(tokens)?),
            "usinewgame" => Self::UsiNewGame,
            "position" => Self::Position(Position::from_tokens(tokens, moves)?),
            "go" => Self::Go(Go::from_tokens(tokens, moves)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(Clock::from_tokens(tokens)),
            "gameover" => Self::GameOver(tokens.parse_optional()),
            "quit" => Self::Quit,
            _ => return Ok(None),
        }))
    }

    fn other(line: String) -> Self {
        Self::Other(line)
    }
}

impl<M: fmt::Display> fmt::Display for GuiMessage<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usi => f.write_str("usi"),
            Self::Debug(on) => write!(f, "debug {}", OnOff(*on).to_token()),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(option) => option.fmt(f),
            Self::UsiNewGame => f.write_str("usinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit(clock) => {
                f.write_str("ponderhit")?;
                clock.write_parameters(f)
            }
            Self::GameOver(None) => f.write_str("gameover"),
            Self::GameOver(Some(result)) => write!(f, "gameover {}", result.to_token()),
            Self::Quit => f.write_str("quit"),
            Self::Other(line) => FreeText(line).fmt(f),
        }
    }
}
