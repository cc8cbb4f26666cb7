//! USI and UCI: the same talk with other words.

use crate::clock::{Clock, TimeControl};
use rules::{Color, Move, ParseMoveError, Position, Rules};
use std::time::Duration;
use vampirc_usi::{BestMove, EngineMessage, Go, Info, Mate, ScoreValue, parse};

/// A protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface, as programs for variants speak it.
    Uci,
}

/// What an engine is asked to think by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Its time.
    pub time: TimeControl,
    /// The nodes to visit for each move.
    pub nodes: Option<u64>,
    /// The depth to complete for each move.
    pub depth: Option<u32>,
    /// By how much a move may be late.
    pub margin: Duration,
    /// How long after its flag fell and it was told to stop it may take to answer.
    pub grace: Duration,
}

/// What an engine chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A move, as text of the protocol.
    Move(String),
    /// It gives the game up.
    Resign,
    /// It claims a win, or a draw where the rules allow that.
    Declare,
    /// It sees no move.
    Nothing,
    /// What it said means nothing.
    Nonsense(String),
}

/// What an engine said that matters in a game.
#[derive(Debug)]
pub enum Told {
    /// What it thinks so far.
    Info(Thought),
    /// Its choice.
    Choice(Choice),
    /// Anything else.
    Other,
}

/// What an engine tells of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The depth.
    pub depth: Option<u32>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// The time it says it took.
    pub time: Option<Duration>,
    /// The score from its side, mates near [`MATE`].
    pub score: Option<i32>,
}

/// The score of a mate; each ply to it is one less.
pub const MATE: i32 = 100_000;

impl Thought {
    /// Takes over what later words say.
    pub fn update(&mut self, later: &Self) {
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        self.time = later.time.or(self.time);
        self.score = later.score.or(self.score);
    }
}

impl Protocol {
    /// Returns its name, as `proto=` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    /// The word that opens the talk, and the one that ends its answer.
    pub fn greeting(self) -> (&'static str, &'static str) {
        match self {
            Self::Usi => ("usi", "usiok"),
            Self::Uci => ("uci", "uciok"),
        }
    }

    /// What announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Self::Usi => "usinewgame",
            Self::Uci => "ucinewgame",
        }
    }

    /// A move as text.
    pub fn write(self, rules: &Rules, mv: Move) -> String {
        match self {
            Self::Usi => rules.usi(mv).to_string(),
            Self::Uci => rules.uci(mv).to_string(),
        }
    }

    /// A text as a move. In USI engines have their own ways to write one, which are as good.
    pub fn read(self, rules: &Rules, text: &str) -> Result<Move, ParseMoveError> {
        match self {
            Self::Usi => match text.parse::<vampirc_usi::Move>() {
                Ok(mv) => rules.parse_usi(&mv.to_string()),
                Err(_) => rules.parse_usi(text),
            },
            Self::Uci => rules.parse_uci(text),
        }
    }

    /// A start position in the words of `position`.
    pub fn start(self, start: &Position) -> String {
        let sfen = start.sfen().to_string();
        match self {
            _ if sfen == start.rules().start_sfen() => "startpos".to_owned(),
            Self::Usi => format!("sfen {sfen}"),
            Self::Uci => format!("fen {}", start.fen()),
        }
    }

    /// The command that starts a search for the side to move. In UCI the first player is White.
    pub fn go(self, limits: &Limits, side: Color, clocks: &[Clock; 2]) -> String {
        let mut go = Go { nodes: limits.nodes, depth: limits.depth, ..Go::default() };
        let own = &clocks[side.index()];
        match own.control() {
            TimeControl::Infinite => go.infinite = go.nodes.is_none() && go.depth.is_none(),
            TimeControl::PerMove(time) => go.movetime = Some(time),
            TimeControl::Clock { byoyomi, .. } => {
                let left = |color: Color| match clocks[color.index()].control() {
                    TimeControl::Clock { increment, .. } => {
                        (clocks[color.index()].left(), increment)
                    }
                    // The opponent plays without a clock: what one has oneself is as good a guess.
                    _ => (own.left(), Duration::ZERO),
                };
                let (black, white) = match self {
                    Self::Usi => (left(Color::Black), left(Color::White)),
                    Self::Uci => (left(Color::White), left(Color::Black)),
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

    /// What a line means in a game.
    pub fn told(self, line: &str) -> Told {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("bestmove") => Told::Choice(self.choice(line, words.next())),
            Some("info") => match parse::<EngineMessage>(line) {
                Ok(EngineMessage::Info(info)) => {
                    self.thought(&info).map_or(Told::Other, Told::Info)
                }
                _ => Told::Other,
            },
            _ => Told::Other,
        }
    }

    fn choice(self, line: &str, word: Option<&str>) -> Choice {
        // What is no USI move may yet be one in UCI.
        match (parse::<EngineMessage>(line), word) {
            (Ok(EngineMessage::BestMove(BestMove::Resign)), _) => Choice::Resign,
            (Ok(EngineMessage::BestMove(BestMove::Win)), _) => Choice::Declare,
            (Ok(EngineMessage::BestMove(BestMove::NoMove)), _) => Choice::Nothing,
            (_, Some(word)) => Choice::Move(word.to_owned()),
            (_, None) => Choice::Nonsense(line.to_owned()),
        }
    }

    /// What an `info` says; nothing if it is not about the best line.
    fn thought(self, info: &Info) -> Option<Thought> {
        if info.multipv.is_some_and(|line| line > 1) {
            return None;
        }
        // A mate is counted in plies by the one and in moves by the other.
        let plies = |count: Option<u32>| {
            let count = count.unwrap_or(1).min(10_000) as i32;
            if self == Self::Uci { 2 * count } else { count }
        };
        let exact = info.score.filter(|score| score.bound.is_none());
        let score = exact.map(|score| match score.value {
            ScoreValue::Cp(value) => value.clamp(-MATE / 2, MATE / 2),
            ScoreValue::Mate(Mate::Win(count)) => MATE - plies(count),
            ScoreValue::Mate(Mate::Loss(count)) => plies(count) - MATE,
        });
        Some(Thought { depth: info.depth, nodes: info.nodes, time: info.time, score })
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
        let go = |protocol: Protocol| protocol.go(&Limits::default(), Color::Black, &clocks);
        assert_eq!(go(Protocol::Usi), "go btime 1000 wtime 2000 binc 10 winc 20");
        assert_eq!(go(Protocol::Uci), "go btime 2000 wtime 1000 binc 20 winc 10");
    }

    #[test]
    fn other_limits() {
        let go = |limits: Limits, control| {
            Protocol::Usi.go(&limits, Color::White, &clocks([control, control]))
        };
        let none = Limits::default();
        assert_eq!(go(none, TimeControl::PerMove(ms(100))), "go movetime 100");
        assert_eq!(go(none, clock(0, 0, 100)), "go btime 0 wtime 0 byoyomi 100");
        assert_eq!(go(none, TimeControl::Infinite), "go infinite");
        let limits = Limits { nodes: Some(5000), depth: Some(9), ..none };
        assert_eq!(go(limits, TimeControl::Infinite), "go depth 9 nodes 5000");
    }

    #[test]
    fn choices() {
        let choice = |protocol: Protocol, line| match protocol.told(line) {
            Told::Choice(choice) => choice,
            told => panic!("{told:?}"),
        };
        let mv = |text: &str| Choice::Move(text.to_owned());
        assert_eq!(choice(Protocol::Usi, "bestmove 7g7f ponder 3c3d"), mv("7g7f"));
        assert_eq!(choice(Protocol::Uci, "bestmove P@e5 ponder a10a9"), mv("P@e5"));
        assert_eq!(choice(Protocol::Uci, "bestmove (none)"), Choice::Nothing);
        assert_eq!(choice(Protocol::Usi, "bestmove resign"), Choice::Resign);
        assert_eq!(choice(Protocol::Usi, "bestmove win"), Choice::Declare);
        assert_eq!(choice(Protocol::Usi, "bestmove"), Choice::Nonsense("bestmove".to_owned()));
    }

    #[test]
    fn moves_are_read_as_engines_write_them() {
        let shosu = Rules::by_name("shosu").unwrap();
        let read = |text| Protocol::Usi.read(shosu, text);
        let plain = read("10h10g").unwrap();
        for text in [":h:g", "010h010g", "10h10g=", "10H10G"] {
            assert_eq!(read(text), Ok(plain), "{text}");
        }
        assert_eq!(read("05a1e"), read("5a1e"));
        for text in ["", "11h11g", "10h", "10h10g!", "a3a4"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn thoughts() {
        let thought = |protocol: Protocol, line| match protocol.told(line) {
            Told::Info(thought) => thought,
            told => panic!("{told:?}"),
        };
        let line = "info depth 7 seldepth 9 score cp -31 nodes 900 nps 90 time 10 pv a3a4 P@a10";
        let told = thought(Protocol::Uci, line);
        let time = Some(ms(10));
        assert_eq!(told, Thought { depth: Some(7), nodes: Some(900), time, score: Some(-31) });
        assert_eq!(thought(Protocol::Uci, "info score mate 3").score, Some(MATE - 6));
        assert_eq!(thought(Protocol::Usi, "info score mate -4").score, Some(4 - MATE));
        assert_eq!(thought(Protocol::Usi, "info score cp 9 lowerbound").score, None);
        assert!(matches!(Protocol::Usi.told("info multipv 2 score cp 3"), Told::Other));
    }
}
