//! Who counts, tells, and says when it is enough.

use crate::args::Config;
use crate::game::Game;
use crate::game_pair::{FIRST_PLAYS, PairResult, Standing};
use crate::interrupt::StopFlag;
use crate::output_files::Files;
use crate::progress::ProgressLine;
use crate::report::{self, Progress};
use crate::runner::Event;
use crate::tournament::End;
use rules::Color;
use std::time::Instant;

/// What a match has come to.
pub struct Counter<'a> {
    config: &'a Config,
    stop: &'a StopFlag,
    standing: Standing,
    progress: Progress,
    /// Games of this run that have ended.
    ended: u64,
    /// When this run began.
    since: Instant,
    live: ProgressLine,
    failure: Option<String>,
    is_decided: bool,
}

impl<'a> Counter<'a> {
    /// Nothing is counted yet.
    pub fn new(config: &'a Config, stop: &'a StopFlag) -> Self {
        Self {
            config,
            stop,
            standing: Standing::default(),
            progress: Progress::default(),
            ended: 0,
            since: Instant::now(),
            live: ProgressLine::new(),
            failure: None,
            is_decided: false,
        }
    }

    /// Counts pairs played before.
    pub fn resume(&mut self, pairs: &[PairResult]) {
        pairs.iter().for_each(|pair| self.standing.add(pair));
        self.progress.games = 2 * pairs.len() as u64;
        self.decide();
    }

    /// Notes how many pairs are still to be played.
    pub fn expect(&mut self, pairs: u64) {
        self.progress.of = self.progress.games + 2 * pairs;
    }

    /// Whether the test has decided.
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    fn decide(&mut self) {
        let sprt = self.config.sprt.as_ref();
        self.is_decided |= sprt.is_some_and(|sprt| sprt.verdict(&self.standing.total).is_some());
    }

    /// Counts and tells what happens.
    pub fn hear(&mut self, event: Event, files: &mut Files) {
        match event {
            Event::Started => self.progress.running += 1,
            Event::Ended(number, half, game) => self.ended(number, half, &game),
            Event::Paired(pair, games) => {
                self.standing.add(&pair);
                if let Err(error) = files.add(self.config, &pair, &games) {
                    self.fail(format!("results cannot be written: {error}"));
                }
                self.decide();
                if self.is_decided {
                    self.stop.request();
                }
            }
            Event::Broken(name) => {
                self.fail(format!("{name} broke down, which ends the match; -recover goes on"));
            }
            Event::Failed(fault) => self.fail(fault),
        }
        self.show();
    }

    fn fail(&mut self, fault: String) {
        self.failure.get_or_insert(fault);
        self.stop.request();
    }

    fn ended(&mut self, number: u64, half: usize, game: &Game) {
        self.ended += 1;
        self.progress.games += 1;
        self.progress.running = self.progress.running.saturating_sub(1);
        if game.ending.reason.is_failure() {
            let mut names = self.config.names();
            if FIRST_PLAYS[half] == Color::White {
                names.swap(0, 1);
            }
            let rules = game.opening.start.rules();
            let what = game.ending.describe(names);
            self.live.println(&format!(
                "game {}, {}: {what}",
                2 * number + half as u64 + 1,
                rules.name()
            ));
        }
        if !self.live.is_visible() && self.ended.is_multiple_of(self.config.interval) {
            let line = self.line();
            report::print(&format!("{line}\n"));
        }
    }

    fn line(&mut self) -> String {
        let elapsed = self.since.elapsed();
        let to_come = self.progress.of.saturating_sub(self.progress.games);
        self.progress.elapsed = elapsed;
        self.progress.left = report::time_left(elapsed, self.ended, to_come);
        self.progress.line(&self.standing.total, self.config.sprt.as_ref())
    }

    /// Shows the standing on a terminal.
    fn show(&mut self) {
        if self.live.is_visible() {
            let line = self.line();
            self.live.update(&line);
        }
    }

    /// Prints the table.
    pub fn finish(&mut self) {
        self.live.println("");
        let table = report::table(self.config.names(), &self.standing, self.config.sprt.as_ref());
        report::print(&table);
    }

    /// How the match ended.
    pub fn end(self) -> End {
        match self.failure {
            Some(fault) => End::Failed(fault),
            None if self.is_decided || !self.stop.is_requested() => End::Complete,
            None => End::Interrupted,
        }
    }
}
