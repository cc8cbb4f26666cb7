//! A game: two engines and a referee.

use crate::adjudicate::{Adjudicator, Conduct, Verdict};
use crate::clock::{Clock, Overrun};
use crate::engine::{Choice, Engine, EngineError, Stop, Thinking, Thought};
use rules::{Claim, Color, Move, Outcome, Position};
use std::fmt;
use std::time::Duration;

/// Where a game starts: a set-up and the moves that are made for both sides.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The set-up.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position in which the engines begin.
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|&mv| position.do_move(mv));
        position
    }
}

/// A move of an engine's.
#[derive(Clone, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// What the engine thought of it.
    pub thought: Thought,
    /// How long it took by our clock.
    pub spent: Duration,
}

/// Why a game is over. A side that fails loses, whoever stood better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By the rules.
    Rules(Outcome),
    /// By a claim that the rules allow.
    Claim(Claim),
    /// The loser gave up.
    Resigned,
    /// By adjudication.
    Verdict(Verdict),
    /// An illegal move: its text, and what is wrong with it.
    Illegal(String, String),
    /// A claim that the rules do not allow.
    FalseClaim,
    /// No move where there are some.
    NoMove,
    /// An answer that means nothing.
    Nonsense(String),
    /// The flag fell.
    Time(Overrun),
    /// No answer at all.
    Stalled,
    /// The process ended.
    Crashed(String),
    /// It was not ready to play.
    NotReady(String),
}

impl Reason {
    /// Whether an engine failed.
    pub fn is_failure(&self) -> bool {
        !matches!(self, Self::Rules(_) | Self::Claim(_) | Self::Resigned | Self::Verdict(_))
    }

    /// Whether the engine that failed has to be started again.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Stalled | Self::Crashed(_) | Self::NotReady(_))
    }

    /// The word that PGN has for it.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::Claim(_) | Self::Resigned => "normal",
            Self::Verdict(_) => "adjudication",
            Self::Time(_) => "time forfeit",
            Self::Stalled | Self::Crashed(_) | Self::NotReady(_) => "abandoned",
            Self::Illegal(..) | Self::FalseClaim | Self::NoMove | Self::Nonsense(_) => {
                "rules infraction"
            }
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner, unless it is a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    fn lost(loser: Color, reason: Reason) -> Self {
        Self { winner: Some(!loser), reason }
    }

    /// The result as PGN writes it, the first player's points first.
    pub fn result(&self) -> &'static str {
        match self.winner {
            None => "1/2-1/2",
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
        }
    }

    /// What happened, in words; the players are told by name, Black first.
    pub fn describe(&self, names: [&str; 2]) -> String {
        let of = |color: Color| names[color.index()];
        let loser = self.winner.map_or("", |winner| of(!winner));
        match &self.reason {
            Reason::Rules(Outcome::PerpetualCheck(side)) => {
                format!("{} gives perpetual check", of(*side))
            }
            Reason::Rules(Outcome::Mate) => format!("{loser} is mated"),
            Reason::Rules(Outcome::Stalemate) => format!("{loser} has no legal move"),
            Reason::Rules(outcome) => outcome.to_string(),
            Reason::Claim(Claim::Win) => format!("{loser} loses by declaration"),
            Reason::Claim(Claim::Draw) => "draw by declaration".to_owned(),
            Reason::Resigned => format!("{loser} resigns"),
            Reason::Verdict(Verdict::Lost(side)) => {
                format!("{} loses by adjudication", of(*side))
            }
            Reason::Verdict(Verdict::Drawn) => "draw by adjudication".to_owned(),
            Reason::Verdict(Verdict::TooLong) => "draw by length".to_owned(),
            Reason::Illegal(text, why) => {
                format!("{loser} makes the illegal move '{text}': {why}")
            }
            Reason::FalseClaim => format!("{loser} declares a win that it has not"),
            Reason::NoMove => format!("{loser} sees no move where there are some"),
            Reason::Nonsense(line) => format!("{loser} answers '{line}'"),
            Reason::Time(Overrun { spent, had }) => {
                let (spent, had) = (spent.as_millis(), had.as_millis());
                format!("{loser} loses on time: {spent} ms for a move, and had {had} ms")
            }
            Reason::Stalled => format!("{loser} stalls"),
            Reason::Crashed(how) => format!("{loser} crashes: {how}"),
            Reason::NotReady(why) => format!("{loser} {why}"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(["Black", "White"]))
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it started.
    pub opening: Opening,
    /// The engines' moves.
    pub played: Vec<Played>,
    /// How it ended.
    pub ending: Ending,
}

/// Plays a game between two engines, Black's first; nothing comes of one that is interrupted. If an
/// engine cannot play this game at all, its name says which.
pub fn play(
    opening: Opening,
    engines: &mut [&mut Engine; 2],
    conduct: Conduct,
    stop: &Stop,
) -> Result<Option<Game>, (String, EngineError)> {
    let mut table = Table {
        position: opening.position(),
        moves: opening.moves.clone(),
        clocks: [0, 1].map(|side| Clock::new(engines[side].limits().time)),
        adjudicator: Adjudicator::new(conduct, opening.moves.len()),
        played: Vec::new(),
        opening,
        stop,
    };
    let ending = match table.prepare(engines)? {
        Some(ending) => Some(ending),
        None => table.play(engines),
    };
    let Some(ending) = ending else { return Ok(None) };
    for side in [Color::Black, Color::White] {
        engines[side.index()].game_over(side, ending.winner);
    }
    Ok(Some(Game { opening: table.opening, played: table.played, ending }))
}

/// A game in progress.
struct Table<'a> {
    opening: Opening,
    position: Position,
    /// All moves since the set-up.
    moves: Vec<Move>,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    played: Vec<Played>,
    stop: &'a Stop,
}

impl Table<'_> {
    /// Makes both engines ready; one that is not loses.
    fn prepare(
        &self,
        engines: &mut [&mut Engine; 2],
    ) -> Result<Option<Ending>, (String, EngineError)> {
        for side in [Color::Black, Color::White] {
            let engine = &mut engines[side.index()];
            match engine.new_game(self.position.rules(), self.stop) {
                Ok(()) => {}
                Err(error @ (EngineError::Ended(_) | EngineError::Silent(_))) => {
                    return Ok(Some(Ending::lost(side, Reason::NotReady(error.to_string()))));
                }
                Err(error) => return Err((engine.name().to_owned(), error)),
            }
        }
        Ok(None)
    }

    /// Plays to the end, if it comes to that.
    fn play(&mut self, engines: &mut [&mut Engine; 2]) -> Option<Ending> {
        loop {
            let outcome = self.position.outcome();
            let side = self.position.side();
            if outcome != Outcome::Ongoing {
                let (winner, reason) = (outcome.winner(side), Reason::Rules(outcome));
                return Some(Ending { winner, reason });
            }
            if let Err(ending) = self.turn(side, engines[side.index()])? {
                return Some(ending);
            }
        }
    }

    /// One move of a side. Nothing if the game is interrupted.
    fn turn(&mut self, side: Color, engine: &mut Engine) -> Option<Result<(), Ending>> {
        let mut thought = Thought::default();
        let lost = |reason| Some(Err(Ending::lost(side, reason)));
        let thinking =
            engine.think(&self.opening.start, &self.moves, &self.clocks, self.stop, &mut thought);
        let (choice, spent) = match thinking {
            Thinking::Chose(choice, spent) => (choice, spent),
            Thinking::Crashed(_) if self.stop.is_requested() => return None,
            Thinking::Crashed(how) => return lost(Reason::Crashed(how)),
            Thinking::Stalled => return lost(Reason::Stalled),
            Thinking::Interrupted => return None,
        };
        let margin = engine.limits().margin;
        if let Err(overrun) = self.clocks[side.index()].spend(spent, margin) {
            return lost(Reason::Time(overrun));
        }
        let text = match choice {
            Choice::Move(text) => text,
            Choice::Resign => return lost(Reason::Resigned),
            Choice::Declare => return Some(Err(self.declared(side))),
            Choice::Nothing => return lost(Reason::NoMove),
            Choice::Nonsense(line) => return lost(Reason::Nonsense(line)),
        };
        let mv = match engine.read(self.position.rules(), &text) {
            Ok(mv) => mv,
            Err(error) => return lost(Reason::Illegal(text, error.to_string())),
        };
        if let Err(refusal) = self.position.try_move(mv) {
            let sfen = self.position.sfen();
            return lost(Reason::Illegal(text, format!("{refusal}, in {sfen}")));
        }
        self.moves.push(mv);
        self.played.push(Played { mv, thought, spent });
        Some(self.judge(side, thought))
    }

    /// Whether the game goes on after a move.
    fn judge(&mut self, side: Color, thought: Thought) -> Result<(), Ending> {
        let verdict = self.adjudicator.note(side, thought.score);
        match verdict {
            // Who has just mated, or lost by repetition, is not judged by its score.
            Some(_) if self.position.outcome() != Outcome::Ongoing => Ok(()),
            Some(verdict) => {
                let winner = match verdict {
                    Verdict::Lost(loser) => Some(!loser),
                    Verdict::Drawn | Verdict::TooLong => None,
                };
                Err(Ending { winner, reason: Reason::Verdict(verdict) })
            }
            None => Ok(()),
        }
    }

    /// How a game ends in which a side claims to have won.
    fn declared(&self, side: Color) -> Ending {
        match self.position.claim() {
            Some(Claim::Win) => Ending { winner: Some(side), reason: Reason::Claim(Claim::Win) },
            Some(Claim::Draw) => Ending { winner: None, reason: Reason::Claim(Claim::Draw) },
            None => Ending::lost(side, Reason::FalseClaim),
        }
    }
}
