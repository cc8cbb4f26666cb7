//! The engine as a person's opponent: the sides that it plays, its level, its moves and hints.

use crate::handle_line::THINKING_TIME_FOR_PEOPLE;
use crate::job::{Job, SearchDisplay};
use crate::language::Language;
use crate::move_notation::with_other;
use crate::player::{Answer, NEVER_RESIGN, Options, SearchRequest};
use crate::session::{SearchKind, SearchPurpose, Session};
use platform::Instant;
use records::{EndReason, GameEnd, GameResult};
use rules::{Outcome, quoted};
use search::skill::{MAX_ELO, MAX_LEVEL, MIN_ELO};
use search::{Control, Limits};

impl Session {
    /// Answers `play`: the engine plays these sides from now on.
    pub(crate) fn play_sides(&mut self, words: &[&str]) {
        let sides = match words {
            [] => return self.tell_sides(),
            [side, ..] => match side.to_lowercase().as_str() {
                "black" => [true, false],
                "white" => [false, true],
                "both" => [true; 2],
                "none" => [false; 2],
                _ => {
                    return self.output.say(
                        "play: invalid side {0}: expected black, white, both or none",
                        &[&quoted(side)],
                    );
                }
            },
        };
        self.finish_searches();
        self.engine_plays = sides;
        self.tell_sides();
        self.answer_move();
    }

    /// Says which sides the engine plays.
    pub(crate) fn tell_sides(&self) {
        let text = match self.engine_plays {
            [false, false] => "The engine plays no side; 'go' lets it play a move.",
            [true, false] => "The engine plays Black.",
            [false, true] => "The engine plays White.",
            [true, true] => "The engine plays both sides; 'stop' ends that.",
        };
        self.output.say(text, &[]);
    }

    /// Answers `level`.
    pub(crate) fn set_level(&mut self, words: &[&str]) {
        let language = self.output.language();
        let number = |word: &str, min, max| match word.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => {
                let error = "level: invalid number {0}: expected {1} to {2}";
                Err(language.fill(error, &[&quoted(word), &min, &max]))
            }
        };
        let options = &mut self.options;
        let result = match *words {
            [] => Ok(()),
            ["elo", elo, ..] => number(elo, MIN_ELO, MAX_ELO)
                .map(|elo| (options.limit_strength, options.elo) = (true, elo)),
            ["elo"] => {
                Err(format!("level: expected a number from {MIN_ELO} to {MAX_ELO} after elo"))
            }
            [level, ..] => number(level, 0, MAX_LEVEL)
                .map(|level| (options.limit_strength, options.skill_level) = (false, level)),
        };
        match result {
            Ok(()) => self.output.tell(describe_level(&self.options, language)),
            Err(error) => self.output.tell(error),
        }
    }

    /// Answers `hint`: searches at full strength, and shows the move.
    pub(crate) fn start_hint(&mut self) {
        if self.is_engine_thinking() {
            return self.output.say("hint: the engine is thinking about its move", &[]);
        }
        if self.refuse_after_end() {
            return;
        }
        if self.output.terminal_width().is_some() {
            self.output.say("Thinking ...", &[]);
        }
        let full_strength = Options {
            skill_level: MAX_LEVEL,
            limit_strength: false,
            resign_value: NEVER_RESIGN,
            ..self.options.clone()
        };
        self.think(full_strength, SearchPurpose::Hint, SearchDisplay::Nothing);
    }

    /// Shows the move of a search for a hint.
    pub(crate) fn show_hint(&self, answer: &Answer) {
        match answer {
            Answer::Move { best, ponder } => {
                let language = self.output.language();
                let usi = self.position.rules().usi(*best);
                let mut text = with_other(language.move_text(&self.position, *best), usi);
                let mut after = self.position.clone();
                if let Some(reply) = ponder
                    && after.try_move(*best).is_ok()
                {
                    text +=
                        &language.fill(", expecting {0}", &[&language.move_text(&after, *reply)]);
                }
                self.output.say("Hint: {0}", &[&text]);
            }
            Answer::Win => self.output.say("Hint: a win can be declared", &[]),
            Answer::Resign | Answer::Mate(_) => self.output.say("Hint: there is no move", &[]),
        }
    }

    /// Returns whether the engine plays the side to move.
    pub(crate) fn will_answer(&self) -> bool {
        self.engine_plays[self.position.side().index()]
            && self.end.is_none()
            && self.position.outcome() == Outcome::Ongoing
            && !self.has_input_ended()
    }

    /// Lets the engine think about its move if it plays the side to move.
    pub(crate) fn answer_move(&mut self) {
        if self.is_client || !self.will_answer() {
            return;
        }
        let display = if self.output.terminal_width().is_some() {
            let side = self.output.language().side(self.position.side());
            self.output.say("{0} is thinking ...", &[&side]);
            SearchDisplay::Nothing
        } else {
            SearchDisplay::Lines
        };
        self.think(self.options.clone(), SearchPurpose::Move, display);
    }

    /// Searches the position for the time that people wait for an answer.
    fn think(&mut self, options: Options, purpose: SearchPurpose, display: SearchDisplay) {
        let control = Control::default();
        let limits = Limits {
            move_time: Some(THINKING_TIME_FOR_PEOPLE),
            clock_start: Some(Instant::now()),
            multi_pv: 1,
            ..Limits::default()
        };
        let request = SearchRequest {
            position: self.position.clone(),
            limits,
            control: control.clone(),
            protocol: self.protocol,
            options,
            is_mate_search: false,
        };
        let job = Job::Search { request: Box::new(request), display };
        self.start_search(control, job, SearchKind::Limited, purpose);
    }

    /// Plays the answer of a search that a person asked for, and shows the board.
    pub(crate) fn play_answer(&mut self, answer: &Answer) {
        let side = self.position.side();
        match answer {
            Answer::Move { best, .. } => {
                if self.position.try_move(*best).is_ok() {
                    self.tell_last_move();
                    self.show_position();
                    self.answer_move();
                }
            }
            // Otherwise the engine has only given its opinion.
            _ if !self.engine_plays[side.index()] => {}
            Answer::Resign => {
                self.end_game(GameEnd::new(GameResult::Win(!side), EndReason::Resignation));
            }
            Answer::Win => {
                self.end_game(GameEnd::new(GameResult::Win(side), EndReason::Declaration))
            }
            Answer::Mate(_) => {}
        }
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
