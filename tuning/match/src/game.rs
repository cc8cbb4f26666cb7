//! Plays one game between two engines and enforces the rules.

use crate::adjudication::{Adjudication, AdjudicationRules, Adjudicator};
use crate::clock::{Clock, TimeForfeit};
use crate::engine::{Engine, EngineAnswer, SearchEnd};
use crate::error::{EngineError, Error};
use crate::search_totals::SearchTotals;
use crate::stop_flag::StopFlag;
use records::{EndReason, Evaluation, GameEnd, GameRecord, GameResult, NodeId};
use rules::{Color, ImpasseClaim, Outcome, Position, quoted};

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
    pub failure: Option<Failure>,
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
    /// The end of the game, and how the loser failed.
    GameOver(GameEnd, Option<Failure>),
    Error(Error),
}

/// Returns the end of a game that an engine lost by failing.
fn failure(loser: Color, failure: Failure, reason: EndReason, text: String) -> TurnEnd {
    let end = GameEnd { text: Some(text), ..GameEnd::new(GameResult::Win(!loser), reason) };
    TurnEnd::GameOver(end, Some(failure))
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
        let (name, sfen) = (engine.name().to_owned(), self.position.sfen().to_string());
        let interrupted = || TurnEnd::Error(Error::of_engine(&name)(EngineError::Interrupted));
        let fail = |kind, reason, text| failure(side, kind, reason, format!("{text}, in {sfen}"));
        let abandonment =
            |text| fail(Failure::Process, EndReason::Abandonment, format!("{name} {text}"));
        let illegal = |text| fail(Failure::Answer, EndReason::IllegalMove, text);
        let (answer, info, spent) =
            match engine.search(self.record.start(), &self.position, &self.clocks, self.stop) {
                SearchEnd::Answered { answer, info, spent } => (answer, info, spent),
                SearchEnd::Interrupted => return Err(interrupted()),
                SearchEnd::Crashed(_) if self.stop.is_requested() => {
                    return Err(interrupted());
                }
                SearchEnd::Crashed(status) => {
                    return Err(abandonment(format!("crashes: {status}")));
                }
                SearchEnd::Stalled => return Err(abandonment("stalls".to_owned())),
            };
        let margin = engine.limits().margin;
        if let Err(TimeForfeit { spent, available }) =
            self.clocks[side.index()].make_move(spent, margin)
        {
            let (spent, available) = (spent.as_millis(), available.as_millis());
            let text = format!("{spent} ms for a move with {available} ms left");
            return Err(fail(Failure::Answer, EndReason::TimeForfeit, text));
        }
        let text = match answer {
            EngineAnswer::Move(text) => text,
            EngineAnswer::Resign => return Err(game_over(Some(!side), EndReason::Resignation)),
            EngineAnswer::DeclareWin => {
                return Err(match self.position.impasse_claim() {
                    Some(ImpasseClaim::Win) => game_over(Some(side), EndReason::Declaration),
                    Some(ImpasseClaim::Draw) => game_over(None, EndReason::Impasse),
                    None => illegal(format!("{name} declares a win that the rules do not allow")),
                });
            }
            EngineAnswer::NoMove => {
                return Err(illegal("it reports none, but has legal moves".to_owned()));
            }
            EngineAnswer::Unreadable(line) => {
                // These words keep it from being called an illegal move.
                let error = "breaks the protocol (rules infraction)";
                return Err(illegal(format!(
                    "{name} {error}: unreadable answer {}",
                    quoted(&line)
                )));
            }
        };
        let mv = engine
            .parse_move(self.position.rules(), &text)
            .map_err(|error| illegal(format!("{}: {error}", quoted(&text))))?;
        if let Err(error) = self.position.try_move(mv) {
            return Err(illegal(format!("{}: {error}", quoted(&text))));
        }
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
}
