//! What a search finds, as lines of a protocol.

use super::dialect::Dialect;
use super::output::Output;
use rules::{Move, Position};
use search::{Bound, Reporter, SearchInfo};
use std::time::{Duration, Instant};

/// A reporter that says what it hears, best lines of a depth together and not too often.
#[derive(Debug)]
pub struct Lines<'a> {
    output: &'a Output,
    dialect: Dialect,
    position: &'a Position,
    interval: Duration,
    last: Option<Instant>,
    /// What came too soon after the last, to be said at the end.
    held: Vec<String>,
}

impl<'a> Lines<'a> {
    pub fn new(
        output: &'a Output,
        dialect: Dialect,
        position: &'a Position,
        interval: Duration,
    ) -> Self {
        Self { output, dialect, position, interval, last: None, held: Vec::new() }
    }

    /// Says what was held back.
    pub fn finish(self) {
        for line in self.held {
            self.output.say(line);
        }
    }
}

impl Reporter for Lines<'_> {
    fn info(&mut self, info: &SearchInfo) {
        if info.multipv == 1 {
            self.held.clear();
            if self.last.is_none_or(|last| last.elapsed() >= self.interval) {
                self.last = Some(Instant::now());
            } else {
                // The other lines of this depth follow the first.
                self.held.push(line(self.dialect, self.position, info));
                return;
            }
        }
        let line = line(self.dialect, self.position, info);
        if self.held.is_empty() { self.output.say(line) } else { self.held.push(line) }
    }

    fn warning(&mut self, text: &str) {
        self.output.info(text);
    }
}

/// A line of a protocol with what a search has found.
pub fn line(dialect: Dialect, position: &Position, info: &SearchInfo) -> String {
    let bound = match info.bound {
        Bound::Lower => Some(vampirc_usi::Bound::Lower),
        Bound::Upper => Some(vampirc_usi::Bound::Upper),
        Bound::None | Bound::Exact => None,
    };
    let text = vampirc_usi::Info {
        depth: Some(info.depth),
        seldepth: Some(info.seldepth),
        multipv: Some(info.multipv as u32),
        score: Some(vampirc_usi::Score { value: dialect.score(info.score), bound }),
        nodes: Some(info.nodes),
        nps: Some(speed(info.nodes, info.time)),
        hashfull: Some(info.hashfull),
        time: Some(info.time),
        ..vampirc_usi::Info::default()
    };
    let mut text = text.to_string();
    for (place, mv) in legal_part(position, &info.pv).enumerate() {
        text += if place == 0 { " pv " } else { " " };
        text += &dialect.write(position.rules(), mv);
    }
    text
}

/// The moves of a line as far as they are legal: what a search keeps for hints may not be.
pub fn legal_part(position: &Position, line: &[Move]) -> impl Iterator<Item = Move> + use<> {
    let mut after = position.clone();
    let legal = line.iter().take_while(|&&mv| after.try_move(mv).is_ok());
    legal.copied().collect::<Vec<_>>().into_iter()
}

/// The nodes in a second.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
