//! A game: two engines and a referee.

use crate::adjudication::{AdjudicationRules, Adjudicator, Verdict};
use crate::clock::Clock;
use crate::engine::{Choice, Engine, EngineError, Thinking, Thought};
use crate::game_result::{GameResult, Reason};
use crate::interrupt::StopFlag;
use rules::{Color, ImpasseClaim, Move, Outcome, Position};
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

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it started.
    pub opening: Opening,
    /// The engines' moves.
    pub played: Vec<Played>,
    /// How it ended.
    pub ending: GameResult,
}

/// Plays a game between two engines, Black's first; nothing comes of one that is interrupted. If an
/// engine cannot play this game at all, its name says which.
pub fn play(
    opening: Opening,
    engines: &mut [&mut Engine; 2],
    conduct: AdjudicationRules,
    stop: &StopFlag,
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
    stop: &'a StopFlag,
}

impl Table<'_> {
    /// Makes both engines ready; one that is not loses.
    fn prepare(
        &self,
        engines: &mut [&mut Engine; 2],
    ) -> Result<Option<GameResult>, (String, EngineError)> {
        for side in [Color::Black, Color::White] {
            let engine = &mut engines[side.index()];
            match engine.new_game(self.position.rules(), self.stop) {
                Ok(()) => {}
                Err(error @ (EngineError::Ended(_) | EngineError::Silent(_))) => {
                    return Ok(Some(GameResult::lost(side, Reason::NotReady(error.to_string()))));
                }
                Err(error) => return Err((engine.name().to_owned(), error)),
            }
        }
        Ok(None)
    }

    /// Plays to the end, if it comes to that.
    fn play(&mut self, engines: &mut [&mut Engine; 2]) -> Option<GameResult> {
        loop {
            let outcome = self.position.outcome();
            let side = self.position.side();
            if outcome != Outcome::Ongoing {
                let (winner, reason) = (outcome.winner(side), Reason::Rules(outcome));
                return Some(GameResult { winner, reason });
            }
            if let Err(ending) = self.turn(side, engines[side.index()])? {
                return Some(ending);
            }
        }
    }

    /// One move of a side. Nothing if the game is interrupted.
    fn turn(&mut self, side: Color, engine: &mut Engine) -> Option<Result<(), GameResult>> {
        let mut thought = Thought::default();
        let lost = |reason| Some(Err(GameResult::lost(side, reason)));
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
    fn judge(&mut self, side: Color, thought: Thought) -> Result<(), GameResult> {
        let verdict = self.adjudicator.note(side, thought.score);
        match verdict {
            // Who has just mated, or lost by repetition, is not judged by its score.
            Some(_) if self.position.outcome() != Outcome::Ongoing => Ok(()),
            Some(verdict) => {
                let winner = match verdict {
                    Verdict::Lost(loser) => Some(!loser),
                    Verdict::Drawn | Verdict::TooLong => None,
                };
                Err(GameResult { winner, reason: Reason::Verdict(verdict) })
            }
            None => Ok(()),
        }
    }

    /// How a game ends in which a side claims to have won.
    fn declared(&self, side: Color) -> GameResult {
        match self.position.impasse_claim() {
            Some(ImpasseClaim::Win) => {
                GameResult { winner: Some(side), reason: Reason::ImpasseClaim(ImpasseClaim::Win) }
            }
            Some(ImpasseClaim::Draw) => {
                GameResult { winner: None, reason: Reason::ImpasseClaim(ImpasseClaim::Draw) }
            }
            None => GameResult::lost(side, Reason::FalseClaim),
        }
    }
}
