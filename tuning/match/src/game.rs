//! Plays one game between two engines and enforces the rules.

use crate::adjudication::{Adjudication, AdjudicationRules, Adjudicator};
use crate::clock::Clock;
use crate::engine::{BestMove, Engine, SearchEnd, SearchInfo};
use crate::error::{EngineError, Error};
use crate::search_totals::SearchTotals;
use crate::stop_flag::StopFlag;
use records::{EndReason, Evaluation, GameEnd, GameRecord, GameResult, NodeId};
use rules::{Color, ImpasseClaim, Move, Outcome, Position, quoted};
use std::time::Duration;

/// How the loser failed. An engine that fails loses, whatever the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It answered something invalid, or too late.
    Answer,
    /// Its process is gone, or was killed because it did not answer.
    Process,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The moves, with the score, depth and time of each, and the end.
    pub record: GameRecord,
    pub end: GameEnd,
    /// The player who lost by failing, and how.
    pub failure: Option<(Color, Failure)>,
    /// Black's and White's.
    pub searches: [SearchTotals; 2],
}

/// Plays a game between two engines, Black first, after the moves of an opening. Fails if it was interrupted, or if an
/// engine cannot play this game at all.
pub fn play(
    opening: Position,
    engines: &mut [&mut Engine; 2],
    rules: AdjudicationRules,
    stop: &StopFlag,
) -> Result<Game, Error> {
    let mut record = GameRecord::from_history(&opening);
    let book: Vec<_> = record.main_line().collect();
    book.iter().for_each(|&id| record.notes_mut(id).comments.push("book".to_owned()));
    let mut game = GameInProgress {
        node: record.last_node(),
        record,
        clocks: [0, 1].map(|side| Clock::new(engines[side].limits().time)),
        adjudicator: Adjudicator::new(rules, book.len()),
        searches: Default::default(),
        position: opening,
        stop,
    };
    let (end, failure) = match game.play(engines) {
        TurnEnd::GameOver(end, failure) => (end, failure),
        TurnEnd::Error(error) => return Err(error),
    };
    for side in Color::BOTH {
        engines[side.index()].game_over(side, end.result.winner());
    }
    let GameInProgress { mut record, node, searches, .. } = game;
    record.notes_mut(node).end = Some(end.clone());
    Ok(Game { record, end, failure, searches })
}

/// Why a turn did not end with a move.
enum TurnEnd {
    GameOver(GameEnd, Option<(Color, Failure)>),
    Error(Error),
}

/// Returns the end of a game that an engine lost by failing.
fn failure(loser: Color, failure: Failure, reason: EndReason, text: String) -> TurnEnd {
    let end = GameEnd { text: Some(text), ..GameEnd::new(GameResult::Win(!loser), reason) };
    TurnEnd::GameOver(end, Some((loser, failure)))
}

fn game_over(winner: Option<Color>, reason: EndReason) -> TurnEnd {
    let result = winner.map_or(GameResult::Draw, GameResult::Win);
    TurnEnd::GameOver(GameEnd::new(result, reason), None)
}

struct GameInProgress<'a> {
    record: GameRecord,
    /// The last move.
    node: NodeId,
    position: Position,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    searches: [SearchTotals; 2],
    stop: &'a StopFlag,
}

impl GameInProgress<'_> {
    /// Plays the game to its end.
    fn play(&mut self, engines: &mut [&mut Engine; 2]) -> TurnEnd {
        for side in Color::BOTH {
            if let Err(end) = self.prepare(side, engines[side.index()]) {
                return end;
            }
        }
        loop {
            let side = self.position.side();
            if let Err(end) = self.play_turn(side, engines[side.index()]) {
                return end;
            }
        }
    }

    /// Prepares an engine for a new game, which it loses if it does not answer.
    fn prepare(&self, side: Color, engine: &mut Engine) -> Result<(), TurnEnd> {
        engine.new_game(self.position.rules(), self.stop).map_err(|error| {
            let name = engine.name();
            match error {
                EngineError::Exited(_) | EngineError::NoAnswer(_) => {
                    let text = format!("{name} {error}");
                    failure(side, Failure::Process, EndReason::Abandonment, text)
                }
                error => TurnEnd::Error(Error::of_engine(name)(error)),
            }
        })
    }

    /// Asks the engine of the side to move for a move and makes it.
    fn play_turn(&mut self, side: Color, engine: &mut Engine) -> Result<(), TurnEnd> {
        if let Some(end) = GameEnd::by_rule(&self.position) {
            return Err(TurnEnd::GameOver(end, None));
        }
        let (answer, info, spent) = self.search(side, engine)?;
        let mv = self.make_answer(side, engine, answer)?;
        self.searches[side.index()].add_search(&info, spent);
        self.node = self.record.add_move(self.node, mv);
        let notes = self.record.notes_mut(self.node);
        notes.elapsed = Some(spent);
        notes.evaluation = info.score.map(|score| Evaluation { score, depth: info.depth });
        // An end by the rules takes precedence over adjudication.
        match self.adjudicator.add_move(side, info.score) {
            Some(adjudication) if self.position.outcome() == Outcome::Ongoing => {
                Err(match adjudication {
                    Adjudication::Loss(loser) => game_over(Some(!loser), EndReason::Adjudication),
                    Adjudication::Draw => game_over(None, EndReason::Adjudication),
                    Adjudication::MoveLimit => game_over(None, EndReason::MoveLimit),
                })
            }
            _ => Ok(()),
        }
    }

    /// Returns the answer of an engine in time, what it reports, and the time that it took.
    fn search(
        &mut self,
        side: Color,
        engine: &mut Engine,
    ) -> Result<(BestMove, SearchInfo, Duration), TurnEnd> {
        let search = engine.search(self.record.start(), &self.position, &self.clocks, self.stop);
        let (name, margin) = (engine.name(), engine.limits().margin);
        let abandonment = |text: &str| {
            let text = format!("{name} {text}");
            Err(self.failure_here(side, Failure::Process, EndReason::Abandonment, &text))
        };
        match search {
            SearchEnd::Crashed(status) if !self.stop.is_requested() => {
                abandonment(&format!("crashes: {status}"))
            }
            SearchEnd::Stalled => abandonment("stalls"),
            SearchEnd::Interrupted | SearchEnd::Crashed(_) => {
                Err(TurnEnd::Error(Error::of_engine(name)(EngineError::Interrupted)))
            }
            SearchEnd::Answered { answer, info, spent } => {
                match self.clocks[side.index()].make_move(spent, margin) {
                    Ok(()) => Ok((answer, info, spent)),
                    Err(available) => {
                        let (spent, available) = (spent.as_millis(), available.as_millis());
                        let text = format!("{spent} ms for a move with {available} ms left");
                        Err(self.failure_here(side, Failure::Answer, EndReason::TimeForfeit, &text))
                    }
                }
            }
        }
    }

    /// Makes the move that an engine answers, and returns it.
    fn make_answer(
        &mut self,
        side: Color,
        engine: &Engine,
        answer: BestMove,
    ) -> Result<Move, TurnEnd> {
        let (name, rules) = (engine.name(), self.position.rules());
        let text = match answer {
            BestMove::Resign => return Err(game_over(Some(!side), EndReason::Resignation)),
            BestMove::Win => match self.position.impasse_claim() {
                Some(ImpasseClaim::Win) => {
                    return Err(game_over(Some(side), EndReason::Declaration));
                }
                Some(ImpasseClaim::Draw) => return Err(game_over(None, EndReason::Impasse)),
                None => format!("{name} declares a win that the rules do not allow"),
            },
            BestMove::NoMove => "it reports none, but has legal moves".to_owned(),
            // These words keep it from being called an illegal move.
            BestMove::Missing => {
                format!(
                    "{name} breaks the protocol (rules infraction): unreadable answer 'bestmove'"
                )
            }
            BestMove::Move(text) => match engine.parse_move(rules, &text) {
                Ok(mv) => match self.position.try_move(mv) {
                    Ok(()) => return Ok(mv),
                    Err(error) => format!("{}: {error}", quoted(&text)),
                },
                Err(error) => format!("{}: {error}", quoted(&text)),
            },
        };
        Err(self.failure_here(side, Failure::Answer, EndReason::IllegalMove, &text))
    }

    /// Returns the end of a game that an engine loses by failing in this position.
    fn failure_here(&self, loser: Color, kind: Failure, reason: EndReason, text: &str) -> TurnEnd {
        failure(loser, kind, reason, format!("{text}, in {}", self.position.sfen()))
    }
}
