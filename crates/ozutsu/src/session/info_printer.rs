//! Prints the progress of a search as `info` lines.

use super::output::Output;
use super::protocol::Protocol;
use rules::{Move, Position};
use search::{Bound, Reporter, SearchInfo};
use std::time::{Duration, Instant};
use vampirc_usi::generic::Info;

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

/// Formats an `info` line.
pub fn format_info(protocol: Protocol, position: &Position, info: &SearchInfo) -> String {
    let bound = match info.bound {
        Bound::Lower => Some(vampirc_usi::Bound::Lower),
        Bound::Upper => Some(vampirc_usi::Bound::Upper),
        Bound::None | Bound::Exact => None,
    };
    let format_move = |mv| protocol.format_move(position.rules(), mv);
    let info = Info {
        depth: Some(info.depth),
        seldepth: Some(info.seldepth),
        multipv: Some(info.multipv as u32),
        score: Some(vampirc_usi::Score { value: protocol.score_value(info.score), bound }),
        nodes: Some(info.nodes),
        nps: Some(nodes_per_second(info.nodes, info.time)),
        hashfull: Some(info.hashfull),
        time: Some(info.time),
        pv: legal_prefix(position, &info.pv).map(format_move).collect(),
        ..Info::default()
    };
    info.to_string()
}

/// Returns the moves of a PV up to the first illegal one. The search does not check the end of a PV,
/// which may come from the hash table.
pub fn legal_prefix(position: &Position, pv: &[Move]) -> impl Iterator<Item = Move> + use<> {
    let mut after = position.clone();
    let legal = pv.iter().take_while(|&&mv| after.try_move(mv).is_ok());
    legal.copied().collect::<Vec<_>>().into_iter()
}

/// Returns the nodes per second.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
