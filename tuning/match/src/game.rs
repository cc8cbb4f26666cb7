//! Plays one game between two engines and enforces the rules.

use crate::adjudication::{Adjudication, AdjudicationRules, Adjudicator};
use crate::clock::Clock;
use crate::engine::{Engine, EngineAnswer, EngineError, SearchEnd, SearchInfo};
use crate::game_result::{GameResult, Termination};
use crate::program::StopFlag;
use rules::{Color, ImpasseClaim, Move, Outcome, Position};
use std::time::Duration;

/// The opening of a game: a position and moves that are made for both players.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position.
    pub start: Position,
    /// The moves made from it.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Returns the position after the moves, from which the engines play.
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|&mv| position.do_move(mv));
        position
    }
}

/// A move that an engine made.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What the engine reported about its search.
    pub info: SearchInfo,
    /// The time the move took by our clock.
    pub spent: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it started.
    pub opening: Opening,
    /// The engines' moves.
    pub played: Vec<PlayedMove>,
    /// How it ended.
    pub result: GameResult,
}

/// Plays a game between two engines, Black first. Returns `None` if it was interrupted.
///
/// Returns an error, with the name of the engine, if one cannot play this game at all.
pub fn play(
    opening: Opening,
    engines: &mut [&mut Engine; 2],
    rules: AdjudicationRules,
    stop: &StopFlag,
) -> Result<Option<Game>, (String, EngineError)> {
    let mut game = GameInProgress {
        position: opening.position(),
        moves: opening.moves.clone(),
        clocks: [0, 1].map(|side| Clock::new(engines[side].limits().time)),
        adjudicator: Adjudicator::new(rules, opening.moves.len()),
        played: Vec::new(),
        opening,
        stop,
    };
    let result = match game.prepare(engines)? {
        Some(result) => Some(result),
        None => game.play(engines),
    };
    let Some(result) = result else { return Ok(None) };
    for side in [Color::Black, Color::White] {
        engines[side.index()].game_over(side, result.winner);
    }
    Ok(Some(Game { opening: game.opening, played: game.played, result }))
}

struct GameInProgress<'a> {
    opening: Opening,
    position: Position,
    /// All moves since the opening's start position.
    moves: Vec<Move>,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    played: Vec<PlayedMove>,
    stop: &'a StopFlag,
}

/// The result of a player's turn.
enum TurnResult {
    Continue,
    GameOver(GameResult),
    Interrupted,
}

impl GameInProgress<'_> {
    /// Prepares both engines for a new game. Returns the game's result if one of them does not answer.
    fn prepare(
        &self,
        engines: &mut [&mut Engine; 2],
    ) -> Result<Option<GameResult>, (String, EngineError)> {
        for side in [Color::Black, Color::White] {
            let engine = &mut engines[side.index()];
            match engine.new_game(self.position.rules(), self.stop) {
                Ok(()) => {}
                Err(error @ (EngineError::Exited(_) | EngineError::NoAnswer(_))) => {
                    let termination = Termination::NotReady(error.to_string());
                    return Ok(Some(GameResult::loss(side, termination)));
                }
                Err(error) => return Err((engine.name().to_owned(), error)),
            }
        }
        Ok(None)
    }

    /// Plays the game to its end. Returns `None` if it was interrupted.
    fn play(&mut self, engines: &mut [&mut Engine; 2]) -> Option<GameResult> {
        loop {
            let outcome = self.position.outcome();
            let side = self.position.side();
            if outcome != Outcome::Ongoing {
                let termination = Termination::Rules(outcome);
                return Some(GameResult { winner: outcome.winner(side), termination });
            }
            match self.play_turn(side, engines[side.index()]) {
                TurnResult::Continue => {}
                TurnResult::GameOver(result) => return Some(result),
                TurnResult::Interrupted => return None,
            }
        }
    }

    /// Asks the engine of the side to move for a move and makes it.
    fn play_turn(&mut self, side: Color, engine: &mut Engine) -> TurnResult {
        let loss = |termination| TurnResult::GameOver(GameResult::loss(side, termination));
        let (answer, info, spent) =
            match engine.search(&self.opening.start, &self.moves, &self.clocks, self.stop) {
                SearchEnd::Answered { answer, info, spent } => (answer, info, spent),
                SearchEnd::Crashed(_) if self.stop.is_requested() => {
                    return TurnResult::Interrupted;
                }
                SearchEnd::Crashed(status) => return loss(Termination::Crashed(status)),
                SearchEnd::Stalled => return loss(Termination::Stalled),
                SearchEnd::Interrupted => return TurnResult::Interrupted,
            };
        let margin = engine.limits().margin;
        if let Err(forfeit) = self.clocks[side.index()].make_move(spent, margin) {
            return loss(Termination::TimeForfeit(forfeit));
        }
        let text = match answer {
            EngineAnswer::Move(text) => text,
            EngineAnswer::Resign => return loss(Termination::Resigned),
            EngineAnswer::DeclareWin => return TurnResult::GameOver(self.declaration_result(side)),
            EngineAnswer::NoMove => return loss(Termination::NoMove),
            EngineAnswer::Unreadable(line) => return loss(Termination::UnreadableAnswer(line)),
        };
        let mv = match engine.parse_move(self.position.rules(), &text) {
            Ok(mv) => mv,
            Err(error) => {
                return loss(Termination::IllegalMove { text, reason: error.to_string() });
            }
        };
        if let Err(illegal) = self.position.try_move(mv) {
            let reason = format!("{illegal}, in {}", self.position.sfen());
            return loss(Termination::IllegalMove { text, reason });
        }
        self.moves.push(mv);
        self.played.push(PlayedMove { mv, info, spent });
        self.adjudicate(side, info.score)
    }

    /// Adjudicates the game after a move by `side`. An outcome by the rules takes precedence.
    fn adjudicate(&mut self, side: Color, score: Option<i32>) -> TurnResult {
        let adjudication = self.adjudicator.add_move(side, score);
        match adjudication {
            Some(adjudication) if self.position.outcome() == Outcome::Ongoing => {
                let winner = match adjudication {
                    Adjudication::Loss(loser) => Some(!loser),
                    Adjudication::Draw | Adjudication::MoveLimit => None,
                };
                let termination = Termination::Adjudication(adjudication);
                TurnResult::GameOver(GameResult { winner, termination })
            }
            _ => TurnResult::Continue,
        }
    }

    /// Returns the result of the game after `side` declares a win.
    fn declaration_result(&self, side: Color) -> GameResult {
        match self.position.impasse_claim() {
            Some(claim) => {
                let winner = match claim {
                    ImpasseClaim::Win => Some(side),
                    ImpasseClaim::Draw => None,
                };
                GameResult { winner, termination: Termination::ImpasseClaim(claim) }
            }
            None => GameResult::loss(side, Termination::FalseClaim),
        }
    }
}
