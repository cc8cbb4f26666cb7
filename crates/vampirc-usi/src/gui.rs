//! What a GUI says.

use std::fmt;

use crate::clock::Clock;
use crate::error::{Error, ErrorKind};
use crate::go::{self, Go};
use crate::parse::Read;
use crate::position::Position;
use crate::register::Register;
use crate::setoption::SetOption;
use crate::text::Text;
use crate::tokens::Words;
use crate::word::{Word, keywords};

/// A message from the GUI to the engine.
///
/// ```
/// use vampirc_usi::{GameResult, GuiMessage, parse, parse_strict};
///
/// assert_eq!(parse("  isready\t\r\n"), Ok(GuiMessage::IsReady));
/// assert_eq!(parse("gameover"), Ok(GuiMessage::GameOver(None)));
/// assert_eq!(GuiMessage::GameOver(Some(GameResult::Win)).to_string(), "gameover win");
/// // What is not USI is passed on, or refused when strict.
/// assert_eq!(parse("bench 16 1"), Ok(GuiMessage::Other("bench 16 1".to_owned())));
/// assert!(parse_strict::<GuiMessage>("bench 16 1").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GuiMessage {
    /// `usi`: speak USI and say who you are.
    Usi,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer `readyok` when ready.
    IsReady,
    /// `setoption`.
    SetOption(SetOption),
    /// `register`.
    Register(Register),
    /// `usinewgame`: the next position is from another game.
    UsiNewGame,
    /// `position`.
    Position(Position),
    /// `go`.
    Go(Go),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the move pondered on was played. Some GUIs say here what the clocks show.
    PonderHit(Clock),
    /// `gameover`: how the game ended for the engine. Some GUIs do not say.
    GameOver(Option<GameResult>),
    /// `quit`.
    Quit,
    /// A command that is not USI: the whole line, for the engine that knows it.
    Other(String),
}

/// How a game ended for the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// It won.
    Win,
    /// It lost.
    Lose,
    /// Nobody won.
    Draw,
}

keywords!(GameResult, "`win`, `lose` or `draw`",
    GameResult::Win => "win", GameResult::Lose => "lose", GameResult::Draw => "draw");

/// The argument of `debug`.
struct Switch(bool);

impl Word for Switch {
    const WHAT: &'static str = "`on` or `off`";

    fn read(word: &str) -> Option<Self> {
        bool::read(word).map(Self)
    }

    fn spell(&self) -> String {
        if self.0 { "on" } else { "off" }.to_owned()
    }
}

impl Read for GuiMessage {
    fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let Some(command) = words.next()? else {
            return Err(Error::new(0, ErrorKind::Empty));
        };
        let message = match command.text {
            "usi" => Self::Usi,
            "debug" => Self::Debug(words.required::<Switch>()?.0),
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption(SetOption::read(words)?),
            "register" => Self::Register(Register::read(words)?),
            "usinewgame" => Self::UsiNewGame,
            "position" => Self::Position(Position::read(words)?),
            "go" => Self::Go(Go::read(words)?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(go::read_ponderhit(words)?),
            "gameover" => Self::GameOver(words.optional()?),
            "quit" => Self::Quit,
            _ => {
                let kind = ErrorKind::UnknownCommand(command.text.to_owned());
                words.fault(command.offset, kind)?;
                Self::Other(words.whole())
            }
        };
        words.end()?;
        Ok(message)
    }
}

impl fmt::Display for GuiMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usi => f.write_str("usi"),
            Self::Debug(on) => write!(f, "debug {}", Switch(*on).spell()),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(option) => option.fmt(f),
            Self::Register(register) => register.fmt(f),
            Self::UsiNewGame => f.write_str("usinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit(clock) => {
                f.write_str("ponderhit")?;
                clock.write(f)
            }
            Self::GameOver(None) => f.write_str("gameover"),
            Self::GameOver(Some(result)) => write!(f, "gameover {}", result.spell()),
            Self::Quit => f.write_str("quit"),
            Self::Other(line) => Text(line).fmt(f),
        }
    }
}
