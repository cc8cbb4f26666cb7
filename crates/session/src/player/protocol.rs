//! The protocols USI and UCI: parsing commands, and formatting what differs between the two.

use crate::move_notation::Notation;
use rules::{Move, Position, Rules};
use search::{Score, centipawns};
use vampirc_usi::generic::{Go, GuiMessage};
use vampirc_usi::{Error, ErrorKind, Mate, Parsed, ScoreValue, parse_moves_with};

/// Protocol of a session. Commands are parsed to the same messages in both; moves, positions and
/// mate scores are formatted differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    #[default]
    Usi,
    Uci,
}

/// A command and a warning about an invalid part of it that was ignored.
pub type ParsedLine = (GuiMessage<Move>, Option<String>);

impl Protocol {
    /// Returns the notation of moves and squares.
    pub fn notation(self) -> Notation {
        match self {
            Self::Usi => Notation::Usi,
            Self::Uci => Notation::Uci,
        }
    }

    /// Formats a move.
    pub fn format_move(self, rules: &Rules, mv: Move) -> String {
        match self {
            Self::Usi => rules.usi(mv).to_string(),
            Self::Uci => rules.uci(mv).to_string(),
        }
    }

    /// Formats a position as SFEN or FEN.
    pub fn format_position(self, position: &Position) -> String {
        match self {
            Self::Usi => position.sfen().to_string(),
            Self::Uci => position.fen().to_string(),
        }
    }

    /// Returns the last line of the answer to `usi` or `uci`.
    pub fn ok_line(self) -> &'static str {
        match self {
            Self::Usi => "usiok",
            Self::Uci => "uciok",
        }
    }

    /// Converts a score. Mates, and wins and losses by repetition, are counted in plies in USI and in
    /// moves in UCI. A declaration is not a mate: it has more centipawns than any evaluation.
    pub fn score_value(self, score: Score) -> ScoreValue {
        let plies = score.decided_plies().filter(|_| score.declaration_plies().is_none());
        let Some(plies) = plies else { return ScoreValue::Cp(centipawns(score)) };
        let is_win = score.is_win();
        let plies = plies.unsigned_abs();
        let count = match self {
            Self::Usi => plies,
            Self::Uci if is_win => plies.div_ceil(2),
            Self::Uci => plies / 2,
        };
        ScoreValue::Mate(if is_win { Mate::Win(Some(count)) } else { Mate::Loss(Some(count)) })
    }

    /// Parses a command, or returns why it is refused. Moves are parsed by `rules` and may be illegal in the
    /// position.
    pub fn parse_line(self, line: &str, rules: &Rules) -> Result<ParsedLine, Error> {
        let parsed = match self {
            Self::Usi => parse_moves_with(line, |token| rules.parse_usi(token)),
            Self::Uci => parse_moves_with(line, |token| rules.parse_uci(token)),
        };
        let parsed: Parsed<GuiMessage<Move>> = match parsed {
            // Blank lines are allowed: some clients send them to check that the engine is alive.
            Err(error) if error.kind == ErrorKind::Empty => {
                return Ok((GuiMessage::Other(String::new()), None));
            }
            parsed => parsed?,
        };
        let warning = parsed.warnings.iter().find(|warning| {
            matches!(
                warning.kind,
                ErrorKind::UnknownToken(_)
                    | ErrorKind::Expected { .. }
                    | ErrorKind::ExpectedMove { .. }
            )
        });
        let warning = warning.map(ToString::to_string);
        let has_invalid_moves = parsed
            .warnings
            .iter()
            .any(|warning| matches!(warning.kind, ErrorKind::ExpectedMove { found: Some(_) }));
        // A missing move does not make a search endless, a missing number does.
        let is_missing = |warning: &Error| matches!(warning.kind, ErrorKind::Expected { .. });
        let missing_limit = parsed.warnings.into_iter().find(is_missing);
        Ok(match parsed.message {
            GuiMessage::Go(mut go) => {
                // Without its only limit the search would never end.
                if let Some(error) = missing_limit.filter(|_| is_bare(&go)) {
                    return Err(error);
                }
                go.clock = self.black_first(go.clock);
                if has_invalid_moves && go.searchmoves.is_empty() {
                    // Without any move the search would not be restricted. This one is never legal.
                    go.searchmoves.push(Move::NULL);
                }
                (GuiMessage::Go(go), warning)
            }
            GuiMessage::PonderHit(clock) => {
                (GuiMessage::PonderHit(self.black_first(clock)), warning)
            }
            // `usinewgame` and `ucinewgame` are accepted in both protocols.
            GuiMessage::Other(line) if line == "ucinewgame" => (GuiMessage::UsiNewGame, None),
            message => (message, None),
        })
    }

    /// Converts a clock so that Black is the player who moves first, who is White in UCI.
    fn black_first(self, clock: vampirc_usi::Clock) -> vampirc_usi::Clock {
        match self {
            Self::Usi => clock,
            Self::Uci => clock.swap_colors(),
        }
    }
}

/// Returns whether a `go` names nothing that ends the search or asks for an endless one.
fn is_bare(go: &Go<Move>) -> bool {
    let has_limit = go.depth.is_some()
        || go.nodes.is_some()
        || go.movetime.is_some()
        || go.mate.is_some()
        || go.perft.is_some()
        || go.clock != vampirc_usi::Clock::default();
    !has_limit && !go.infinite && !go.ponder
}

/// Parses the parameters of USI's `go`. Unlike in a session, any invalid part is an error, and so is a
/// number that a session rounds.
pub fn parse_go(parameters: &str, rules: &Rules) -> Result<Go<Move>, ErrorKind> {
    let tokens: Vec<&str> = parameters.split_whitespace().collect();
    let is_rounded =
        |token: &&&str| token.parse::<f64>().is_ok_and(|n| n < 0.0 || n.fract() != 0.0);
    if let Some(found) = tokens.iter().find(is_rounded) {
        let found = Some(String::from(*found));
        return Err(ErrorKind::Expected { expected: "a whole number", found });
    }
    let line = format!("go {}", tokens.join(" "));
    let Parsed { message, warnings } =
        parse_moves_with(&line, |token| rules.parse_usi(token)).map_err(|error| error.kind)?;
    match (message, warnings.into_iter().next()) {
        (GuiMessage::Go(go), None) => Ok(go),
        (_, warning) => Err(warning.map_or(ErrorKind::Empty, |warning| warning.kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_protocols_are_parsed_to_the_same_messages() {
        let rules = games::by_name("shosu").unwrap();
        let parse =
            |protocol: Protocol, line| protocol.parse_line(line, rules).map(|(message, _)| message);
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
            assert_eq!(parse(Protocol::Usi, usi), parse(Protocol::Uci, uci), "{uci}");
            assert!(parse(Protocol::Uci, uci).is_ok(), "{uci}");
        }
        let error = parse(Protocol::Uci, "position startpos moves a3a4 a8a77").unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("byte 29: invalid move 2 \"a8a77\": "), "{error}");
    }

    #[test]
    fn invalid_parameters_of_go_cause_a_warning() {
        let rules = games::by_name("shogi").unwrap();
        let warning = |line| Protocol::Usi.parse_line(line, rules).unwrap().1;
        assert_eq!(warning("go btime 60000.0  wtime -1 byoyomi 0"), None);
        // The time of a mate search can be omitted.
        assert_eq!(warning("go mate"), None);
        assert_eq!(warning("go mate searchmoves 7g7f depth 3"), None);
        assert!(warning("go quickly").unwrap().contains("quickly"));
        assert!(warning("go depth x nodes 5").unwrap().contains("a whole number"));
        assert!(warning("go infinite depth").unwrap().contains("a whole number"));
        assert!(warning("go btime wtime 50").unwrap().contains("a time in milliseconds"));
    }

    #[test]
    fn searchmoves_without_a_move_are_not_all_moves() {
        let rules = games::by_name("shogi").unwrap();
        for (line, count) in [
            ("go searchmoves xx depth 3", 1),
            ("go mate searchmoves xx yy", 1),
            ("go searchmoves xx 7g7f", 1),
            ("go searchmoves depth 3", 1),
            ("go infinite searchmoves", 0),
            ("go depth 3 xx", 0),
        ] {
            let (message, _) = Protocol::Usi.parse_line(line, rules).unwrap();
            let GuiMessage::Go(go) = message else { panic!("{line}") };
            assert_eq!(go.searchmoves.len(), count, "{line}");
            assert_eq!(go.searchmoves.contains(&Move::NULL), !line.contains("7g7f") && count > 0);
        }
    }

    #[test]
    fn a_search_that_lacks_its_only_limit_is_refused() {
        let rules = games::by_name("shogi").unwrap();
        for (line, expected) in [
            ("go depth", "byte 8: expected a whole number, found the end of the line"),
            ("go nodes ", "expected a whole number, found the end of the line"),
            ("go perft", "expected a whole number, found the end of the line"),
            ("go depth x", "byte 9: expected a whole number, found \"x\""),
            ("go searchmoves 7g7f depth", "expected a whole number"),
            ("go movetime", "expected a time in milliseconds"),
            ("go btime", "expected a time in milliseconds"),
            ("go mate soon", "expected a time in milliseconds or `infinite`, found \"soon\""),
        ] {
            let error = Protocol::Usi.parse_line(line, rules).unwrap_err().to_string();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn mates_are_counted_in_plies_or_in_moves() {
        let mate = |protocol: Protocol, score| match protocol.score_value(score) {
            ScoreValue::Mate(mate) => mate,
            ScoreValue::Cp(_) => panic!("a mate"),
        };
        for (score, usi, uci) in [
            (Score::mate_in(1), Mate::Win(Some(1)), Mate::Win(Some(1))),
            (Score::mate_in(5), Mate::Win(Some(5)), Mate::Win(Some(3))),
            (Score::mated_in(4), Mate::Loss(Some(4)), Mate::Loss(Some(2))),
            (Score::mated_in(0), Mate::Loss(Some(0)), Mate::Loss(Some(0))),
            // Perpetual check is shown like a mate.
            (Score::rule_win_in(5), Mate::Win(Some(5)), Mate::Win(Some(3))),
            (Score::rule_loss_in(4), Mate::Loss(Some(4)), Mate::Loss(Some(2))),
        ] {
            assert_eq!((mate(Protocol::Usi, score), mate(Protocol::Uci, score)), (usi, uci));
        }
    }

    #[test]
    fn declarations_are_not_mates() {
        for score in [Score::declared_win_in(0), Score::declared_win_in(9)] {
            let best_evaluation = centipawns(Score::from_eval(i32::MAX));
            assert!(
                matches!(Protocol::Usi.score_value(score), ScoreValue::Cp(c) if c > best_evaluation)
            );
            assert!(
                matches!(Protocol::Usi.score_value(-score), ScoreValue::Cp(c) if c < -best_evaluation)
            );
        }
    }
}
