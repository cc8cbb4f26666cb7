//! Prints the progress and the answer of a search as lines of the protocol.

use crate::output::Output;
use crate::player::{Answer, Protocol, SearchRequest, format_info, milliseconds};
use platform::Instant;
use rules::Position;
use search::{Reporter, SearchInfo};
use std::collections::BTreeMap;
use std::time::Duration;

/// Reporter that prints `info` lines, but not more often than the option `PvInterval` allows.
pub struct InfoPrinter<'a> {
    output: &'a dyn Output,
    protocol: Protocol,
    position: &'a Position,
    /// Minimum time between two groups of lines. A group has one line for each PV of MultiPV.
    interval: Duration,
    last_printed: Option<Instant>,
    /// Whether the last group came too soon after the last one that was printed.
    is_delaying: bool,
    /// The last line of each PV if it was delayed. It is printed at the end unless a later line of the PV replaces it.
    delayed: BTreeMap<usize, String>,
}

impl<'a> InfoPrinter<'a> {
    pub fn new(output: &'a dyn Output, request: &'a SearchRequest) -> Self {
        let SearchRequest { protocol, position, options, .. } = request;
        let interval = milliseconds(options.pv_interval);
        Self {
            output,
            protocol: *protocol,
            position,
            interval,
            last_printed: None,
            is_delaying: false,
            delayed: BTreeMap::new(),
        }
    }

    /// Prints the delayed lines and the answer.
    pub fn finish(self, answer: &Answer) {
        for line in self.delayed.into_values() {
            self.output.print_line(line);
        }
        self.output.print_line(answer.format(self.protocol, self.position.rules()));
    }
}

impl Reporter for InfoPrinter<'_> {
    fn info(&mut self, info: &SearchInfo) {
        let line = format_info(self.protocol, self.position, info);
        // The lines of the other PVs are printed or delayed with the first.
        if info.multipv == 1 {
            self.is_delaying = self.last_printed.is_some_and(|last| last.elapsed() < self.interval);
            if !self.is_delaying {
                self.last_printed = Some(Instant::now());
            }
        }
        if self.is_delaying {
            self.delayed.insert(info.multipv, line);
        } else {
            self.delayed.remove(&info.multipv);
            self.output.print_report(line);
        }
    }

    fn warning(&mut self, text: &str) {
        self.output.tell(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Options;
    use std::cell::RefCell;
    use vampirc_usi::Go;

    #[derive(Default)]
    struct Printed(RefCell<Vec<String>>);

    impl Output for Printed {
        fn print_line(&self, line: String) {
            self.0.borrow_mut().push(line);
        }
    }

    /// Prints reports of these PVs and an answer. Returns for each line the PV and the number of the report.
    fn print(pv_interval: i64, pvs: &[usize]) -> Vec<(usize, u64)> {
        let rules = games::by_name("shogi").unwrap();
        let options = Options { pv_interval, ..Options::new(rules) };
        let (position, best) = (Position::start(rules), rules.parse_usi("7g7f").unwrap());
        let (request, _) = SearchRequest::new(&Go::default(), position, Protocol::Usi, options);
        let printed = Printed::default();
        let mut printer = InfoPrinter::new(&printed, &request);
        for (&multipv, nodes) in pvs.iter().zip(1..) {
            let info = SearchInfo::mate(&[best], nodes, Duration::ZERO);
            printer.info(&SearchInfo { multipv, ..info });
        }
        printer.finish(&Answer::Resign);
        let mut lines = printed.0.take();
        assert_eq!(lines.pop().as_deref(), Some("bestmove resign"));
        let value = |line: &str, key: &str| {
            let value = line.split(' ').skip_while(|word| *word != key).nth(1);
            value.unwrap().parse::<u64>().unwrap()
        };
        lines.iter().map(|line| (value(line, "multipv") as usize, value(line, "nodes"))).collect()
    }

    #[test]
    fn the_last_line_of_each_pv_is_printed() {
        assert_eq!(print(0, &[1, 2, 1, 2, 1]), [(1, 1), (2, 2), (1, 3), (2, 4), (1, 5)]);
        assert_eq!(print(100_000, &[1, 2, 1, 2, 1, 2]), [(1, 1), (2, 2), (1, 5), (2, 6)]);
        // The result can differ from what the last depth reported.
        let lines = [(1, 1), (2, 2), (3, 3), (1, 7), (2, 5), (3, 6)];
        assert_eq!(print(100_000, &[1, 2, 3, 1, 2, 3, 1]), lines);
    }
}
