//! The two ways to say the same: USI and UCI.

use super::centipawns::centipawns;
use crate::move_notation::Notation;
use rules::{Move, Position, Rules};
use search::Score;
use vampirc_usi::{ErrorKind, GuiMessage, Mate, ScoreValue, parse_with_warnings};

/// A protocol. What is heard becomes the same message in either; what is said is one text with
/// other squares, names and counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    #[default]
    Usi,
    Uci,
}

impl Dialect {
    /// How moves and squares are written.
    pub fn notation(self) -> Notation {
        match self {
            Self::Usi => Notation::Usi,
            Self::Uci => Notation::Uci,
        }
    }

    /// A move.
    pub fn write(self, rules: &Rules, mv: Move) -> String {
        match self {
            Self::Usi => rules.usi(mv).to_string(),
            Self::Uci => rules.uci(mv).to_string(),
        }
    }

    /// A position.
    pub fn position(self, position: &Position) -> String {
        match self {
            Self::Usi => position.sfen().to_string(),
            Self::Uci => position.fen().to_string(),
        }
    }

    /// What closes the answer to `usi` or `uci`.
    pub fn ok(self) -> &'static str {
        match self {
            Self::Usi => "usiok",
            Self::Uci => "uciok",
        }
    }

    /// A score: what decides the game, mate or rule, is counted in plies by the one and in moves by
    /// the other.
    pub fn score(self, score: Score) -> ScoreValue {
        let Some(plies) = score.decided_plies() else { return ScoreValue::Cp(centipawns(score)) };
        let win = score.is_win();
        let plies = plies.unsigned_abs();
        let count = match self {
            Self::Usi => plies,
            Self::Uci if win => plies.div_ceil(2),
            Self::Uci => plies / 2,
        };
        ScoreValue::Mate(if win { Mate::Win(Some(count)) } else { Mate::Loss(Some(count)) })
    }

    /// Reads a line of a game. With the message comes what of a `go` made no sense.
    pub fn read(self, line: &str, rules: &Rules) -> Result<(GuiMessage, Option<String>), String> {
        let translated = match self {
            Self::Usi => None,
            Self::Uci => translate(line, rules)?,
        };
        let line = translated.as_deref().unwrap_or(line);
        let parsed = match parse_with_warnings(line) {
            // A client shows that it is alive.
            Err(error) if error.kind == ErrorKind::Empty => {
                return Ok((GuiMessage::Other(String::new()), None));
            }
            parsed => parsed.map_err(|error| error.to_string())?,
        };
        match parsed.message {
            // Either is sent in either protocol.
            GuiMessage::Other(line) if line == "ucinewgame" => Ok((GuiMessage::UsiNewGame, None)),
            message @ (GuiMessage::Go(_) | GuiMessage::PonderHit(_)) => {
                let senseless = |kind: &ErrorKind| {
                    matches!(kind, ErrorKind::UnknownToken(_) | ErrorKind::Expected { .. })
                };
                let fault = parsed.warnings.iter().find(|fault| senseless(&fault.kind));
                Ok((message, fault.map(ToString::to_string)))
            }
            message => Ok((message, None)),
        }
    }
}

/// A UCI line in USI's words, where it differs: moves, and White, who moves first in UCI.
fn translate(line: &str, rules: &Rules) -> Result<Option<String>, String> {
    let mut words = line.split_whitespace();
    let Some(command @ ("position" | "go" | "ponderhit")) = words.next() else { return Ok(None) };
    let mut written = vec![command.to_owned()];
    let mut moves = None;
    for word in words {
        let name = match word {
            "wtime" => "btime",
            "btime" => "wtime",
            "winc" => "binc",
            "binc" => "winc",
            word => word,
        };
        match (&mut moves, rules.parse_uci(word)) {
            (Some(number), Ok(mv)) => {
                *number += 1;
                written.push(rules.usi(mv).to_string());
            }
            // A list of moves to play is never cut short.
            (Some(number), Err(error)) if command == "position" => {
                return Err(format!("move {}, '{word}': {error}", *number + 1));
            }
            _ => {
                // Among moves a word that is none must not set the others free.
                if matches!(word, "moves" | "searchmoves") {
                    moves = Some(0);
                }
                written.push(name.to_owned());
            }
        }
    }
    Ok(Some(written.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_dialects_read_the_same_messages() {
        let rules = Rules::by_name("shosu").unwrap();
        let read = |dialect: Dialect, line| dialect.read(line, rules).map(|(message, _)| message);
        for (usi, uci) in [
            ("position startpos moves 10h10g 10c10d", "position startpos moves a3a4 a8a7"),
            ("position startpos moves P*10e 9h1a+", "position startpos moves P@a6 b3j10+"),
            ("go btime 1 wtime 2 binc 3 winc 4", "go wtime 1 btime 2 winc 3 binc 4"),
            ("go searchmoves 10h10g depth 3", "go searchmoves a3a4 depth 3"),
            ("go searchmoves xx 10h10g", "go searchmoves xx a3a4"),
            ("ponderhit btime 5", "ponderhit wtime 5"),
            ("usinewgame", "ucinewgame"),
            ("ucinewgame", "usinewgame"),
        ] {
            assert_eq!(read(Dialect::Usi, usi), read(Dialect::Uci, uci), "{uci}");
            assert!(read(Dialect::Uci, uci).is_ok(), "{uci}");
        }
        let error = read(Dialect::Uci, "position startpos moves a3a4 a8a77").unwrap_err();
        assert_eq!(
            error,
            "move 2, 'a8a77': a square of the board expected at character 3 of the move"
        );
    }

    #[test]
    fn what_makes_no_sense_in_a_go_is_told() {
        let rules = Rules::by_name("shogi").unwrap();
        let fault = |line| Dialect::Usi.read(line, rules).unwrap().1;
        assert_eq!(fault("go btime 60000.0  wtime -1 byoyomi 0"), None);
        // The time of a problem need not be told.
        assert_eq!(fault("go mate"), None);
        assert_eq!(fault("go mate searchmoves 7g7f depth 3"), None);
        assert_eq!(fault("go mate soon").unwrap(), "byte 8: unknown token \"soon\"");
        assert!(fault("go depth x").unwrap().contains("a whole number"));
        assert!(fault("go quickly").unwrap().contains("quickly"));
    }

    #[test]
    fn mates_in_plies_and_in_moves() {
        let mate = |dialect: Dialect, score| match dialect.score(score) {
            ScoreValue::Mate(mate) => mate,
            ScoreValue::Cp(_) => panic!("a mate"),
        };
        for (score, usi, uci) in [
            (Score::mate_in(1), Mate::Win(Some(1)), Mate::Win(Some(1))),
            (Score::mate_in(5), Mate::Win(Some(5)), Mate::Win(Some(3))),
            (Score::mated_in(4), Mate::Loss(Some(4)), Mate::Loss(Some(2))),
            (Score::mated_in(0), Mate::Loss(Some(0)), Mate::Loss(Some(0))),
            // Perpetual check and declarations end a game as well as mate does.
            (Score::rule_win_in(5), Mate::Win(Some(5)), Mate::Win(Some(3))),
            (Score::rule_loss_in(4), Mate::Loss(Some(4)), Mate::Loss(Some(2))),
        ] {
            assert_eq!((mate(Dialect::Usi, score), mate(Dialect::Uci, score)), (usi, uci));
        }
    }
}
