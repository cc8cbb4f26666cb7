//! What a match asks of an engine, and what it takes from the engine's answers.

use crate::clock::{Clock, TimeControl};
use records::Score;
use rules::Color;
use std::time::Duration;
use vampirc_usi::Go;

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
pub const MAX_CENTIPAWNS: i32 = 50_000;
/// Mates are at most this far away.
const MAX_MATE_PLIES: u32 = 20_000;

impl Limits {
    /// Returns the `go` of a side with these limits. The clocks are Black's and White's.
    pub fn go(&self, side: Color, clocks: &[Clock; 2]) -> Go {
        let mut go = Go { nodes: self.nodes, depth: self.depth, ..Go::default() };
        let own = &clocks[side.index()];
        match own.control() {
            TimeControl::Infinite => go.infinite = self.nodes.is_none() && self.depth.is_none(),
            TimeControl::PerMove(time) => go.movetime = Some(time),
            TimeControl::Clock { byoyomi, .. } => {
                let [black, white] = clocks.each_ref().map(|clock| match clock.control() {
                    TimeControl::Clock { increment, .. } => (clock.remaining(), increment),
                    // The opponent has no clock. Send the engine's own time instead.
                    _ => (own.remaining(), Duration::ZERO),
                });
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
        go
    }
}

impl SearchInfo {
    /// Overwrites values with those of a later `info` line of the side to move. Of MultiPV, only the first line counts.
    pub fn update(&mut self, info: &vampirc_usi::Info, side: Color) {
        if info.multipv.is_some_and(|index| index > 1) {
            return;
        }
        let mate = |winner, plies: Option<u32>| Score::Mate {
            winner,
            plies: plies.unwrap_or(1).min(MAX_MATE_PLIES),
        };
        let exact = info.score.filter(|_| info.bound.is_none());
        let score = exact.map(|score| match score {
            vampirc_usi::Score::Cp(value) => {
                let value = value.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
                Score::Centipawns(if side == Color::Black { value } else { -value })
            }
            vampirc_usi::Score::Mate(plies) => mate(side, plies),
            vampirc_usi::Score::Mated(plies) => mate(!side, plies),
        });
        self.depth = info.depth.or(self.depth);
        self.nodes = info.nodes.or(self.nodes);
        self.time = info.time.or(self.time);
        self.score = score.or(self.score);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vampirc_usi::{EngineMessage, Protocol};

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
    fn go_has_each_limit() {
        let go = |limits: Limits, controls| {
            let rules = games::by_name("shogi").unwrap();
            limits.go(Color::White, &clocks(controls)).format(Protocol::Usi, rules)
        };
        let none = Limits::default();
        assert_eq!(go(none, [TimeControl::PerMove(ms(100)); 2]), "go movetime 100");
        assert_eq!(go(none, [clock(0, 0, 100); 2]), "go btime 0 wtime 0 byoyomi 100");
        assert_eq!(go(none, [TimeControl::Infinite; 2]), "go infinite");
        let limits = Limits { nodes: Some(5000), depth: Some(9), ..none };
        assert_eq!(go(limits, [TimeControl::Infinite; 2]), "go depth 9 nodes 5000");
        let controls = [clock(1000, 10, 0), clock(2000, 20, 0)];
        assert_eq!(go(none, controls), "go btime 1000 wtime 2000 binc 10 winc 20");
        let controls = [TimeControl::Infinite, clock(2000, 20, 0)];
        assert_eq!(go(none, controls), "go btime 2000 wtime 2000 binc 0 winc 20");
    }

    #[test]
    fn scores_are_those_of_the_first_line_from_blacks_view() {
        let info = |protocol, line| {
            let mut info = SearchInfo::default();
            let EngineMessage::Info(message) = EngineMessage::parse(line, protocol) else {
                panic!("{line}");
            };
            info.update(&message, Color::White);
            info
        };
        let line = "info depth 7 seldepth 9 score cp -31 nodes 900 nps 90 time 10 pv a3a4 P@a10";
        let (time, score) = (Some(ms(10)), Some(Score::Centipawns(31)));
        let expected = SearchInfo { depth: Some(7), nodes: Some(900), time, score };
        assert_eq!(info(Protocol::Uci, line), expected);
        let mate = |winner, plies| Some(Score::Mate { winner, plies });
        assert_eq!(info(Protocol::Uci, "info score mate 3").score, mate(Color::White, 5));
        assert_eq!(info(Protocol::Uci, "info score mate -3").score, mate(Color::Black, 6));
        assert_eq!(info(Protocol::Usi, "info score mate +").score, mate(Color::White, 1));
        assert_eq!(info(Protocol::Usi, "info score mate -4").score, mate(Color::Black, 4));
        for line in ["info score cp 9 lowerbound", "info multipv 2 score cp 3"] {
            assert_eq!(info(Protocol::Usi, line), SearchInfo::default(), "{line}");
        }
    }
}
