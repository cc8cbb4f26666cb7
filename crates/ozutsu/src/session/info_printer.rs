//! Prints the progress of a search as `info` lines.

use super::output::Output;
use crate::player::{Protocol, format_info};
use rules::Position;
use search::{Reporter, SearchInfo};
use std::time::{Duration, Instant};

/// Reporter that prints `info` lines, but not more often than the option `PvInterval` allows.
#[derive(Debug)]
pub struct InfoPrinter<'a> {
    output: &'a Output,
    protocol: Protocol,
    position: &'a Position,
    /// Minimum time between two groups of lines. A group has one line for each PV of MultiPV.
    interval: Duration,
    last_printed: Option<Instant>,
    /// The last group, if it came too soon after the one before. It is printed at the end unless a
    /// later group replaces it.
    delayed: Vec<String>,
}

impl<'a> InfoPrinter<'a> {
    pub fn new(
        output: &'a Output,
        protocol: Protocol,
        position: &'a Position,
        interval: Duration,
    ) -> Self {
        Self { output, protocol, position, interval, last_printed: None, delayed: Vec::new() }
    }

    /// Prints the delayed lines.
    pub fn finish(self) {
        for line in self.delayed {
            self.output.print(line);
        }
    }
}

impl Reporter for InfoPrinter<'_> {
    fn info(&mut self, info: &SearchInfo) {
        let line = format_info(self.protocol, self.position, info);
        if info.multipv == 1 {
            self.delayed.clear();
            if self.last_printed.is_some_and(|last| last.elapsed() < self.interval) {
                self.delayed.push(line);
                return;
            }
            self.last_printed = Some(Instant::now());
        }
        // The lines of the other PVs are printed or delayed with the first.
        if self.delayed.is_empty() { self.output.print(line) } else { self.delayed.push(line) }
    }

    fn warning(&mut self, text: &str) {
        self.output.print_info_string(text);
    }
}
