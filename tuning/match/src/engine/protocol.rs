//! The USI and UCI protocols: commands to an engine, and its answers.

use crate::clock::{Clock, TimeControl};
use records::Score;
use rules::{Color, Move, ParseMoveError, Position, Rules};
use std::time::Duration;
use vampirc_usi::{BestMove, EngineMessage, Go, Info, Mate, ScoreValue, parse};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface, with the extensions for chess variants.
    Uci,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub time: TimeControl,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    /// How far a move may exceed the time.
    pub margin: Duration,
    /// How long the engine may take to answer `stop` once its time is over, before it is killed. Without a
    /// clock, also the time of a search.
    pub stall_time: Option<Duration>,
    /// How long it may take to answer `usi` or `uci`.
    pub startup_time: Option<Duration>,
    /// How long it may take to answer `isready`. Each line that it prints extends this.
    pub ping_time: Option<Duration>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineAnswer {
    /// A move in the notation of the protocol.
    Move(String),
    Resign,
    /// The engine declares a win, or a draw where the rules allow that.
    DeclareWin,
    NoMove,
    /// A `bestmove` line that cannot be parsed.
    Unreadable(String),
}

/// A line that an engine prints during a search.
#[derive(Debug)]
pub enum SearchLine {
    /// Information about the best line so far.
    Info(SearchInfo),
    Answer(EngineAnswer),
    Other,
}

/// What an engine reports about a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The time, by the engine's own clock.
    pub time: Option<Duration>,
    pub score: Option<Score>,
}

/// Scores in centipawns are limited to this absolute value.
const MAX_CENTIPAWNS: i32 = 50_000;

impl SearchInfo {
    /// Overwrites values with those that a later line reports.
    pub fn update(&mut self, later: &Self) {
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        self.time = later.time.or(self.time);
        self.score = later.score.or(self.score);
    }
}

impl Protocol {
    /// Returns the protocol's value of `proto=`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    /// Returns the command that starts a session, and the last line of its answer.
    pub fn handshake(self) -> (&'static str, &'static str) {
        match self {
            Self::Usi => ("usi", "usiok"),
            Self::Uci => ("uci", "uciok"),
        }
    }

    /// Returns the command that announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Self::Usi => "usinewgame",
            Self::Uci => "ucinewgame",
        }
    }

    pub fn format_move(self, rules: &Rules, mv: Move) -> String {
        match self {
            Self::Usi => rules.usi(mv).to_string(),
            Self::Uci => rules.uci(mv).to_string(),
        }
    }

    pub fn parse_move(self, rules: &Rules, text: &str) -> Result<Move, ParseMoveError> {
        match self {
            Self::Usi => rules.parse_usi(text),
            Self::Uci => rules.parse_uci(text),
        }
    }

    /// Formats a start position for the `position` command.
    pub fn format_position(self, start: &Position) -> String {
        let sfen = start.sfen().to_string();
        match self {
            _ if sfen == start.rules().start_sfen() => "startpos".to_owned(),
            Self::Usi => format!("sfen {sfen}"),
            Self::Uci => format!("fen {}", start.fen()),
        }
    }

    /// Formats the `go` command. The clocks are Black's and White's.
    ///
    /// The player who moves first is Black in USI, but White in UCI.
    pub fn format_go(self, limits: &Limits, side: Color, clocks: &[Clock; 2]) -> String {
        let mut go = Go { nodes: limits.nodes, depth: limits.depth, ..Go::default() };
        let own = &clocks[side.index()];
        match own.control() {
            TimeControl::Infinite => go.infinite = limits.nodes.is_none() && limits.depth.is_none(),
            TimeControl::PerMove(time) => go.movetime = Some(time),
            TimeControl::Clock { byoyomi, .. } => {
                let time_and_increment = |color: Color| match clocks[color.index()].control() {
                    TimeControl::Clock { increment, .. } => {
                        (clocks[color.index()].remaining(), increment)
                    }
                    // The opponent has no clock. Send the engine's own time instead.
                    _ => (own.remaining(), Duration::ZERO),
                };
                let (black, white) = match self {
                    Self::Usi => {
                        (time_and_increment(Color::Black), time_and_increment(Color::White))
                    }
                    Self::Uci => {
                        (time_and_increment(Color::White), time_and_increment(Color::Black))
                    }
                };
                let clock = &mut go.clock;
                (clock.btime, clock.wtime) = (Some(black.0), Some(white.0));
                clock.movestogo = own.moves_to_go();
                if !byoyomi.is_zero() {
                    clock.byoyomi = Some(byoyomi);
                }
                if byoyomi.is_zero() || !(black.1 + white.1).is_zero() {
                    (clock.binc, clock.winc) = (Some(black.1), Some(white.1));
                }
            }
        }
        go.to_string()
    }

    /// Parses a line that the engine of the side to move prints during a search.
    pub fn parse_search_line(self, line: &str, side: Color) -> SearchLine {
        let mut tokens = line.split_ascii_whitespace();
        match tokens.next() {
            Some("bestmove") => SearchLine::Answer(Self::parse_answer(line, tokens.next())),
            Some("info") => match parse::<EngineMessage>(line) {
                Ok(EngineMessage::Info(info)) => {
                    self.search_info(&info, side).map_or(SearchLine::Other, SearchLine::Info)
                }
                _ => SearchLine::Other,
            },
            _ => SearchLine::Other,
        }
    }

    /// Parses a `bestmove` line. `mv` is the token after `bestmove`.
    fn parse_answer(line: &str, mv: Option<&str>) -> EngineAnswer {
        match (parse::<EngineMessage>(line), mv) {
            (Ok(EngineMessage::BestMove(BestMove::Resign)), _) => EngineAnswer::Resign,
            (Ok(EngineMessage::BestMove(BestMove::Win)), _) => EngineAnswer::DeclareWin,
            (Ok(EngineMessage::BestMove(BestMove::NoMove)), _) => EngineAnswer::NoMove,
            // The parser knows only USI moves, but this may be a UCI move.
            (_, Some(mv)) => EngineAnswer::Move(mv.to_owned()),
            (_, None) => EngineAnswer::Unreadable(line.to_owned()),
        }
    }

    /// Converts an `info` message. Returns `None` for MultiPV lines other than the first.
    fn search_info(self, info: &Info, side: Color) -> Option<SearchInfo> {
        if info.multipv.is_some_and(|index| index > 1) {
            return None;
        }
        // USI counts the plies to a mate, UCI the moves of the side to move, of which the last one of the winner has no
        // answer.
        let mate = |winner, count: Option<u32>| {
            let count = count.unwrap_or(1).min(10_000);
            let plies = match self {
                Self::Usi => count,
                Self::Uci => (2 * count).saturating_sub(u32::from(winner == side)),
            };
            Score::Mate { winner, plies }
        };
        let exact = info.score.filter(|score| score.bound.is_none());
        let score = exact.map(|score| match score.value {
            ScoreValue::Cp(value) => {
                let value = value.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
                Score::Centipawns(if side == Color::Black { value } else { -value })
            }
            ScoreValue::Mate(Mate::Win(count)) => mate(side, count),
            ScoreValue::Mate(Mate::Loss(count)) => mate(!side, count),
        });
        Some(SearchInfo { depth: info.depth, nodes: info.nodes, time: info.time, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clocks(controls: [TimeControl; 2]) -> [Clock; 2] {
        controls.map(Clock::new)
    }

    fn clock(base: u64, increment: u64, byoyomi: u64) -> TimeControl {
        let (base, increment, byoyomi) = (ms(base), ms(increment), ms(byoyomi));
        TimeControl::Clock { base, increment, byoyomi, moves: None }
    }

    #[test]
    fn the_first_player_is_black_in_usi_and_white_in_uci() {
        let clocks = clocks([clock(1000, 10, 0), clock(2000, 20, 0)]);
        let go = |protocol: Protocol| protocol.format_go(&Limits::default(), Color::Black, &clocks);
        assert_eq!(go(Protocol::Usi), "go btime 1000 wtime 2000 binc 10 winc 20");
        assert_eq!(go(Protocol::Uci), "go btime 2000 wtime 1000 binc 20 winc 10");
    }

    #[test]
    fn go_command_has_each_limit() {
        let go = |limits: Limits, control| {
            Protocol::Usi.format_go(&limits, Color::White, &clocks([control, control]))
        };
        let none = Limits::default();
        assert_eq!(go(none, TimeControl::PerMove(ms(100))), "go movetime 100");
        assert_eq!(go(none, clock(0, 0, 100)), "go btime 0 wtime 0 byoyomi 100");
        assert_eq!(go(none, TimeControl::Infinite), "go infinite");
        let limits = Limits { nodes: Some(5000), depth: Some(9), ..none };
        assert_eq!(go(limits, TimeControl::Infinite), "go depth 9 nodes 5000");
    }

    #[test]
    fn answers_are_parsed() {
        let answer = |protocol: Protocol, line| match protocol.parse_search_line(line, Color::Black)
        {
            SearchLine::Answer(answer) => answer,
            line => panic!("{line:?}"),
        };
        let mv = |text: &str| EngineAnswer::Move(text.to_owned());
        assert_eq!(answer(Protocol::Usi, "bestmove 7g7f ponder 3c3d"), mv("7g7f"));
        assert_eq!(answer(Protocol::Uci, "bestmove P@e5 ponder a10a9"), mv("P@e5"));
        assert_eq!(answer(Protocol::Uci, "bestmove (none)"), EngineAnswer::NoMove);
        assert_eq!(answer(Protocol::Usi, "bestmove resign"), EngineAnswer::Resign);
        assert_eq!(answer(Protocol::Usi, "bestmove win"), EngineAnswer::DeclareWin);
        assert_eq!(
            answer(Protocol::Usi, "bestmove"),
            EngineAnswer::Unreadable("bestmove".to_owned())
        );
    }

    #[test]
    fn search_info_is_parsed() {
        let info = |protocol: Protocol, line| match protocol.parse_search_line(line, Color::White) {
            SearchLine::Info(info) => info,
            line => panic!("{line:?}"),
        };
        let line = "info depth 7 seldepth 9 score cp -31 nodes 900 nps 90 time 10 pv a3a4 P@a10";
        let found = info(Protocol::Uci, line);
        let time = Some(ms(10));
        let score = Some(Score::Centipawns(31));
        assert_eq!(found, SearchInfo { depth: Some(7), nodes: Some(900), time, score });
        let mate = |winner, plies| Some(Score::Mate { winner, plies });
        assert_eq!(info(Protocol::Uci, "info score mate 1").score, mate(Color::White, 1));
        assert_eq!(info(Protocol::Uci, "info score mate 3").score, mate(Color::White, 5));
        assert_eq!(info(Protocol::Uci, "info score mate -3").score, mate(Color::Black, 6));
        assert_eq!(info(Protocol::Usi, "info score mate 3").score, mate(Color::White, 3));
        assert_eq!(info(Protocol::Usi, "info score mate -4").score, mate(Color::Black, 4));
        assert_eq!(info(Protocol::Usi, "info score cp 9 lowerbound").score, None);
        assert!(matches!(
            Protocol::Usi.parse_search_line("info multipv 2 score cp 3", Color::Black),
            SearchLine::Other
        ));
    }
}
