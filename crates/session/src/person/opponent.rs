//! The engine as a person's opponent: the sides that it plays, its level, its moves and hints.

use crate::backend::{Backend, Purpose};
use crate::language::Language;
use crate::move_notation::with_other;
use crate::person::Person;
use crate::player::{Answer, NEVER_RESIGN, Options, SearchRequest};
use crate::task::{SearchDisplay, Task};
use records::{EndReason, GameEnd, GameResult};
use rules::{Outcome, quoted};
use search::skill::{MAX_ELO, MAX_LEVEL, MIN_ELO};
use std::time::Duration;
use vampirc_usi::Go;

/// Time for a search without limits.
const THINKING_TIME: Duration = Duration::from_secs(3);

impl Person {
    /// Answers `play`: the engine plays these sides from now on.
    pub fn play_sides(&mut self, backend: &mut Backend, words: &[&str]) {
        let sides = match words {
            [] => return self.tell_sides(backend),
            [side, ..] => match side.to_lowercase().as_str() {
                "black" => [true, false],
                "white" => [false, true],
                "both" => [true; 2],
                "none" => [false; 2],
                _ => {
                    return backend.output.say(
                        "play: invalid side {0}: expected black, white, both or none",
                        &[&quoted(side)],
                    );
                }
            },
        };
        backend.finish_searches();
        self.engine_plays = sides;
        self.tell_sides(backend);
        self.answer_move(backend);
    }

    /// Says which sides the engine plays.
    pub fn tell_sides(&self, backend: &Backend) {
        let text = match self.engine_plays {
            [false, false] => "The engine plays no side; 'go' lets it play a move.",
            [true, false] => "The engine plays Black.",
            [false, true] => "The engine plays White.",
            [true, true] => "The engine plays both sides; 'stop' ends that.",
        };
        backend.output.say(text, &[]);
    }

    /// Answers `go`. A search with the limits of an analysis plays no move.
    pub fn start_search(&self, backend: &mut Backend, go: &Go) {
        if let Some(depth) = go.perft {
            return backend.perft(depth);
        }
        let (mut request, illegal_moves) = backend.request(go);
        if let Some(error) = illegal_moves {
            return backend.output.tell(format!("go: {error}; no search is started"));
        }
        let limits = &mut request.limits;
        if limits.infinite && !go.infinite {
            // A person who types `go` waits for an answer.
            limits.infinite = false;
            limits.move_time = Some(THINKING_TIME);
        }
        let is_analysis =
            go.infinite || go.ponder || request.is_mate_search || limits.clock.is_some();
        let purpose = if is_analysis { Purpose::Analysis } else { Purpose::Move };
        if purpose == Purpose::Move && self.refuse_after_end(backend) {
            return;
        }
        let display = backend.display();
        backend.start(Task::Search { request: Box::new(request), display }, purpose);
    }

    /// Answers `stop`: ends all searches. The engine then no longer plays against itself.
    pub fn stop(&mut self, backend: &Backend) {
        if backend.is_thinking() && self.engine_plays == [true; 2] {
            self.engine_plays = [false; 2];
            self.tell_sides(backend);
        }
        backend.stop_searches();
    }

    /// Answers `hint`: searches at full strength, and shows the move.
    pub fn start_hint(&self, backend: &mut Backend) {
        if backend.is_thinking() {
            return backend.output.say("hint: the engine is thinking about its move", &[]);
        }
        if self.refuse_after_end(backend) {
            return;
        }
        if backend.output.is_terminal() {
            backend.output.say("Thinking ...", &[]);
        }
        let mut request = quick_request(backend);
        let options = &mut request.options;
        (options.skill_level, options.limit_strength) = (MAX_LEVEL, false);
        options.resign_value = NEVER_RESIGN;
        backend.start(Task::Search { request, display: SearchDisplay::Nothing }, Purpose::Hint);
    }

    /// Shows the move of a search for a hint.
    pub fn show_hint(&self, backend: &Backend, answer: &Answer) {
        match answer {
            Answer::Move { best, ponder } => {
                let language = backend.output.language();
                let usi = backend.position.rules().usi(*best);
                let mut text = with_other(language.move_text(&backend.position, *best), usi);
                let mut after = backend.position.clone();
                if let Some(reply) = ponder
                    && after.try_move(*best).is_ok()
                {
                    text +=
                        &language.fill(", expecting {0}", &[&language.move_text(&after, *reply)]);
                }
                backend.output.say("Hint: {0}", &[&text]);
            }
            Answer::Win => backend.output.say("Hint: a win can be declared", &[]),
            Answer::Resign | Answer::Mate(_) => backend.output.say("Hint: there is no move", &[]),
        }
    }

    /// Returns whether the engine plays the side to move.
    pub fn will_answer(&self, backend: &Backend) -> bool {
        self.engine_plays[backend.position.side().index()]
            && self.end.is_none()
            && backend.position.outcome() == Outcome::Ongoing
    }

    /// Lets the engine think about its move if it plays the side to move.
    pub fn answer_move(&mut self, backend: &mut Backend) {
        if !self.will_answer(backend) {
            return;
        }
        let display = if backend.output.is_terminal() {
            let side = backend.output.language().side(backend.position.side());
            backend.output.say("{0} is thinking ...", &[&side]);
            SearchDisplay::Nothing
        } else {
            SearchDisplay::Lines
        };
        backend.start(Task::Search { request: quick_request(backend), display }, Purpose::Move);
    }

    /// Does with the answer of the newest search what it is for.
    pub fn take_answer(&mut self, backend: &mut Backend, purpose: Purpose, answer: &Answer) {
        match purpose {
            Purpose::Analysis => {}
            Purpose::Move => self.play_answer(backend, answer),
            Purpose::Hint => self.show_hint(backend, answer),
        }
        self.keep_game(backend);
    }

    /// Plays the answer of a search that a person asked for, and shows the board.
    pub fn play_answer(&mut self, backend: &mut Backend, answer: &Answer) {
        let side = backend.position.side();
        match answer {
            Answer::Move { best, .. } => {
                if backend.position.try_move(*best).is_ok() {
                    self.tell_last_move(backend);
                    self.show_position(backend);
                    self.answer_move(backend);
                }
            }
            // Otherwise the engine has only given its opinion.
            _ if !self.engine_plays[side.index()] => {}
            Answer::Resign => {
                self.end_game(
                    backend,
                    GameEnd::new(GameResult::Win(!side), EndReason::Resignation),
                );
            }
            Answer::Win => {
                self.end_game(backend, GameEnd::new(GameResult::Win(side), EndReason::Declaration))
            }
            Answer::Mate(_) => {}
        }
    }
}

/// Returns the request to search the position for the time that people wait for an answer.
fn quick_request(backend: &Backend) -> Box<SearchRequest> {
    let go = Go { movetime: Some(THINKING_TIME), ..Go::default() };
    Box::new(backend.request(&go).0)
}

/// Answers `level`.
pub fn set_level(backend: &mut Backend, words: &[&str]) {
    let language = backend.output.language();
    let number = |word: &str, min, max| match word.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => {
            let error = "level: invalid number {0}: expected {1} to {2}";
            Err(language.fill(error, &[&quoted(word), &min, &max]))
        }
    };
    let options = &mut backend.options;
    let result = match *words {
        [] => Ok(()),
        ["elo", elo, ..] => number(elo, MIN_ELO, MAX_ELO)
            .map(|elo| (options.limit_strength, options.elo) = (true, elo)),
        ["elo"] => Err(format!("level: expected a number from {MIN_ELO} to {MAX_ELO} after elo")),
        [level, ..] => number(level, 0, MAX_LEVEL)
            .map(|level| (options.limit_strength, options.skill_level) = (false, level)),
    };
    match result {
        Ok(()) => backend.output.tell(describe_level(&backend.options, language)),
        Err(error) => backend.output.tell(error),
    }
}

/// Describes how strong the engine plays.
fn describe_level(options: &Options, language: Language) -> String {
    match (options.limit_strength, options.skill_level) {
        (true, _) => language.fill("The engine plays with a rating of {0}.", &[&options.elo]),
        (false, MAX_LEVEL) => {
            language.fill("The engine plays at full strength, level {0}.", &[&MAX_LEVEL])
        }
        (false, level) => {
            language.fill("The engine plays at level {0} of {1}.", &[&level, &MAX_LEVEL])
        }
    }
}
