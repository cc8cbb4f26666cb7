//! The two protocols, and how they write moves and positions.

use rules::{Move, ParseMoveError, Position, Rules};

/// A protocol. Its messages are the same types in both; moves, positions, clocks and mate scores are written
/// differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface, with the extensions for chess variants.
    Uci,
}

impl Protocol {
    /// Returns the name of the protocol, which is also the command that starts it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    /// Returns the last line of the answer to that command.
    pub fn ok_line(self) -> &'static str {
        match self {
            Self::Usi => "usiok",
            Self::Uci => "uciok",
        }
    }

    /// Returns the command that announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Self::Usi => "usinewgame",
            Self::Uci => "ucinewgame",
        }
    }

    /// Formats a move.
    pub fn format_move(self, rules: &Rules, mv: Move) -> String {
        match self {
            Self::Usi => rules.usi(mv).to_string(),
            Self::Uci => rules.uci(mv).to_string(),
        }
    }

    /// Parses a move, which may be illegal in the position.
    pub fn parse_move(self, rules: &Rules, text: &str) -> Result<Move, ParseMoveError> {
        match self {
            Self::Usi => rules.parse_usi(text),
            Self::Uci => rules.parse_uci(text),
        }
    }

    /// Formats a position as SFEN or FEN.
    pub fn format_position(self, position: &Position) -> String {
        match self {
            Self::Usi => position.sfen().to_string(),
            Self::Uci => position.fen().to_string(),
        }
    }

    /// Formats the position in which a game began, for the command `position`.
    pub fn format_start(self, start: &Position) -> String {
        let key = match self {
            _ if start.sfen().to_string() == start.rules().start_sfen() => {
                return "startpos".to_owned();
            }
            Self::Usi => "sfen",
            Self::Uci => "fen",
        };
        format!("{key} {}", self.format_position(start))
    }
}
