//! Prints the progress and the answer of a search as lines of the protocol.

use crate::output::Output;
use crate::player::{Answer, Protocol, SearchRequest, format_info, milliseconds};
use platform::Instant;
use rules::Position;
use search::{Reporter, SearchInfo};
use std::time::Duration;

/// Reporter that prints `info` lines, but not more often than the option `PvInterval` allows.
pub struct InfoPrinter<'a> {
    output: &'a dyn Output,
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
    pub fn new(output: &'a dyn Output, request: &'a SearchRequest) -> Self {
        let SearchRequest { protocol, position, options, .. } = request;
        let interval = milliseconds(options.pv_interval);
        let (last_printed, delayed) = (None, Vec::new());
        Self { output, protocol: *protocol, position, interval, last_printed, delayed }
    }

    /// Prints the delayed lines and the answer.
    pub fn finish(self, answer: &Answer) {
        for line in self.delayed {
            self.output.print_line(line);
        }
        self.output.print_line(answer.format(self.protocol, self.position.rules()));
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
        if self.delayed.is_empty() {
            self.output.print_report(line);
        } else {
            self.delayed.push(line);
        }
    }

    fn warning(&mut self, text: &str) {
        self.output.tell(text);
    }
}
