//! Who counts, tells, and says when it is enough.

use crate::args::Config;
use crate::engine::Stop;
use crate::files::Files;
use crate::game::Game;
use crate::pairs::{FIRST_PLAYS, Pair, Standing};
use crate::report::{self, Progress};
use crate::runner::Event;
use crate::tournament::End;
use rules::Color;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// What a match has come to.
pub struct Counter<'a> {
    config: &'a Config,
    stop: &'a Stop,
    standing: Standing,
    progress: Progress,
    /// Games of this run that have ended.
    ended: u64,
    /// When this run began.
    since: Instant,
    is_live: bool,
    failure: Option<String>,
    is_decided: bool,
}

impl<'a> Counter<'a> {
    /// Nothing is counted yet.
    pub fn new(config: &'a Config, stop: &'a Stop) -> Self {
        Self {
            config,
            stop,
            standing: Standing::default(),
            progress: Progress::default(),
            ended: 0,
            since: Instant::now(),
            is_live: io::stderr().is_terminal(),
            failure: None,
            is_decided: false,
        }
    }

    /// Counts pairs played before.
    pub fn resume(&mut self, pairs: &[Pair]) {
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
            self.tell(&format!("game {}, {}: {what}", 2 * number + half as u64 + 1, rules.name()));
        }
        if !self.is_live && self.ended.is_multiple_of(self.config.interval) {
            let line = self.line();
            report::say(&format!("{line}\n"));
        }
    }

    /// Prints a line for good.
    fn tell(&self, line: &str) {
        if self.is_live {
            eprint!("\r\x1b[K");
        }
        report::say(&format!("{line}\n"));
    }

    fn line(&mut self) -> String {
        let elapsed = self.since.elapsed();
        self.progress.elapsed = elapsed;
        let to_come = self.progress.of.saturating_sub(self.progress.games);
        let share = (self.ended > 0).then(|| to_come as f64 / self.ended as f64);
        self.progress.left = share.map(|share| elapsed.mul_f64(share.min(1e6)));
        self.progress.line(&self.standing.total, self.config.sprt.as_ref())
    }

    /// Shows the standing on a terminal, in place of what was shown before.
    fn show(&mut self) {
        if self.is_live {
            // A line that wraps could not be replaced.
            let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |size| size.0.0);
            let line: String =
                self.line().chars().take(usize::from(width).saturating_sub(1)).collect();
            eprint!("\r\x1b[K{line}");
            let _ = io::stderr().flush();
        }
    }

    /// Prints the table.
    pub fn finish(&mut self) {
        self.tell("");
        let table = report::table(self.config.names(), &self.standing, self.config.sprt.as_ref());
        report::say(&table);
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
