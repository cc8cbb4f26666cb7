//! Messages from the GUI to the engine.

use crate::error::{Error, ErrorKind};
use crate::go::{Clock, Go};
use crate::option::SetOption;
use crate::protocol::Protocol;
use crate::tokens::Tokens;
use rules::{Move, Rules};

/// A message from the GUI to the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuiMessage {
    /// `usi` or `uci`: asks for the engine's name and options.
    Identify(Protocol),
    /// `isready`: asks for `readyok`.
    IsReady,
    /// `setoption`: sets an option.
    SetOption(SetOption),
    /// `usinewgame` or `ucinewgame`, in both protocols.
    NewGame,
    /// `position`: sets up a position.
    Position(Position),
    /// `go`: starts a search.
    Go(Go),
    /// `stop`: ends the search.
    Stop,
    /// `ponderhit`: the opponent has played the expected move.
    PonderHit(Clock),
    /// `gameover`: the game has ended.
    GameOver,
    /// `quit`: ends the program.
    Quit,
    /// What needs no answer: a blank line, which some GUIs send to see that the engine is alive, `debug`, `register`.
    Ignored,
    /// The whole line of any other command.
    Other(String),
}

/// A position: that in which the game began, and the moves played since.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Position {
    /// Start position of the game.
    pub start: Start,
    /// Moves played since. They may be illegal.
    pub moves: Vec<Move>,
}

/// Start position of a game. SFEN and FEN are kept as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Start {
    /// `startpos`: the start position of the rules.
    #[default]
    Startpos,
    /// `sfen`: board, side to move, hands and, optionally, move number.
    Sfen(String),
    /// `fen`: a position in FEN, which is used with UCI.
    Fen(String),
}

/// A message and what is wrong with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The message.
    pub message: GuiMessage,
    /// The first part of a `go` or `ponderhit` that has no use: an unknown token or an invalid value.
    pub warning: Option<Error>,
}

impl GuiMessage {
    /// Parses a line leniently. Tokens without a meaning are ignored.
    ///
    /// # Errors
    ///
    /// Fails only if the message is useless without its invalid part: an invalid move in `position` would lead to
    /// another position, and a `go` that lacks its only limit would never end.
    pub fn parse(line: &str, protocol: Protocol, rules: &Rules) -> Result<Parsed, Error> {
        let mut tokens = Tokens::new(line);
        let Some(command) = tokens.next() else {
            return Ok(Parsed { message: Self::Ignored, warning: None });
        };
        let message = match command.text {
            "usi" => Self::Identify(Protocol::Usi),
            "uci" => Self::Identify(Protocol::Uci),
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption(SetOption::from_tokens(&mut tokens)?),
            "usinewgame" | "ucinewgame" => Self::NewGame,
            "position" => Self::Position(Position::from_tokens(&mut tokens, protocol, rules)?),
            "go" => Self::Go(Go::from_tokens(&mut tokens, protocol, rules)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(Clock::from_tokens(&mut tokens, protocol)),
            "gameover" => Self::GameOver,
            "quit" => Self::Quit,
            "debug" | "register" => Self::Ignored,
            _ => Self::Other(tokens.whole_line()),
        };
        // A missing move does not make a search endless, a missing number does.
        let is_missing = |warning: &&Error| {
            matches!(warning.kind, ErrorKind::Expected { .. }) && !warning.kind.is_about_moves()
        };
        if let Self::Go(go) = &message
            && go.is_bare()
            && let Some(error) = tokens.warnings.iter().find(is_missing)
        {
            return Err(error.clone());
        }
        let is_duplicate = |warning: &Error| matches!(warning.kind, ErrorKind::Duplicate(_));
        let warning = tokens.warnings.into_iter().find(|warning| !is_duplicate(warning));
        Ok(Parsed { message, warning })
    }
}

impl Position {
    fn from_tokens(
        tokens: &mut Tokens<'_>,
        protocol: Protocol,
        rules: &Rules,
    ) -> Result<Self, Error> {
        let start = Start::from_tokens(tokens)?;
        let mut moves = Vec::new();
        if tokens.peek().is_some_and(|key| key.text != "moves") {
            return Err(tokens.expected("`moves`"));
        }
        tokens.next();
        while let Some(token) = tokens.next() {
            let mv = protocol.parse_move(rules, token.text).map_err(|reason| {
                let (number, reason) = (moves.len() + 1, reason.to_string());
                let kind = ErrorKind::InvalidMove { number, token: token.text.to_owned(), reason };
                Error { offset: token.offset, kind }
            })?;
            moves.push(mv);
        }
        Ok(Self { start, moves })
    }
}

impl Start {
    fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        let error = tokens.expected("`startpos`, `sfen` or `fen`");
        let parse: fn(String) -> Self = match tokens.next().map(|key| key.text) {
            Some("startpos") => return Ok(Self::Startpos),
            Some("sfen") => Self::Sfen,
            Some("fen") => Self::Fen,
            _ => return Err(error),
        };
        let error = tokens.expected("a position");
        match tokens.join_until(&["moves"]).as_str() {
            "" => Err(error),
            "startpos" => Ok(Self::Startpos),
            text => Ok(parse(text.to_owned())),
        }
    }
}
