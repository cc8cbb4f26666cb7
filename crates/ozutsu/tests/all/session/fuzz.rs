//! Fuzz tests: after any input, the program still answers `isready`. `OZUTSU_STRESS=N` sends N times
//! as many lines.

use crate::client::Client;
use crate::stress::repetitions;
use rand::prelude::*;
use rand::rngs::StdRng;

/// Valid lines from which random input is made.
const LINES: &str = include_str!("../../corpus/lines.txt");

/// Sessions of real clients, with blank lines between them: a game with clocks and pondering, analysis of two positions
/// on a 10x10 board, two of UCI, and mate problems. Random sequences of their parts reach states that single lines do
/// not.
const SESSIONS: &str = include_str!("../../corpus/sessions.txt");

/// Source of random lines.
struct LineGenerator {
    random: StdRng,
    lines: Vec<&'static str>,
}

impl LineGenerator {
    /// Returns a number less than `count`.
    fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    fn line(&mut self) -> &'static str {
        let index = self.below(self.lines.len());
        self.lines[index]
    }

    /// Returns a line, changed at random with probability 1/3.
    fn mutate(&mut self, line: &str) -> Vec<u8> {
        let mut bytes = line.as_bytes().to_vec();
        match self.below(12) {
            0..8 => {}
            8 => {
                // Continue with the end of another line.
                let other = self.line().as_bytes();
                bytes.truncate(self.below(bytes.len() + 1));
                bytes.extend(&other[self.below(other.len() + 1)..]);
            }
            9 => {
                // Insert the last word of another line.
                let word = self.line().split(' ').next_back().unwrap_or_default().as_bytes();
                let at = self.below(bytes.len() + 1);
                bytes.splice(at..at, [b" ", word, b" "].concat());
            }
            10 => {
                for _ in 0..=self.below(3) {
                    let byte = self.below(256) as u8;
                    let at = self.below(bytes.len() + 1);
                    bytes.splice(at..(at + self.below(2)).min(bytes.len()), [byte]);
                }
            }
            _ => bytes = bytes.repeat(1 + self.below(40)),
        }
        // The input must not end the session or write files.
        let text = String::from_utf8_lossy(&bytes);
        if text.contains("quit") || text.to_lowercase().contains("log") {
            Vec::new()
        } else {
            bytes
        }
    }
}

/// Generator of lines from the sessions, with random jumps within and between them.
struct SessionSplicer {
    session: Vec<&'static str>,
    next: usize,
}

impl SessionSplicer {
    fn next_line(&mut self, generator: &mut LineGenerator) -> &'static str {
        if self.next >= self.session.len() || generator.below(6) == 0 {
            let sessions: Vec<_> = SESSIONS.split("\n\n").collect();
            self.session = sessions[generator.below(sessions.len())].lines().collect();
            self.next = generator.below(self.session.len());
        }
        self.next += 1;
        self.session[self.next - 1]
    }
}

fn send_random_lines(seed: u64, count: usize) {
    let lines = LINES.lines().chain([""]).collect();
    let mut generator = LineGenerator { random: StdRng::seed_from_u64(seed), lines };
    let mut splicer = SessionSplicer { session: Vec::new(), next: 0 };
    let mut client = Client::new();
    for number in 0..count {
        let line = if generator.below(2) == 0 {
            splicer.next_line(&mut generator)
        } else {
            generator.line()
        };
        let bytes = generator.mutate(line);
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        client.received = vec![format!("seed {seed}, line {number}: {shown}")];
        client.send_bytes(&bytes);
        client.send_bytes(if generator.below(4) == 0 { b"\r\n" } else { b"\n" });
        client.sync();
        for line in &client.received[1..] {
            assert!(!line.contains("internal error"), "{:?}", client.received);
        }
    }
    // The program still works.
    client.send("stop\nusi\nsetoption name UCI_Variant value shogi\nposition startpos");
    client.send("setoption name SkillLevel value 20\nsetoption name USI_LimitStrength value false");
    client.send("setoption name ResignValue value 99999\ngo depth 1 searchmoves 7g7f");
    client.wait_for_line("bestmove 7g7f");
    client.quit();
}

#[test]
fn the_session_survives_random_input() {
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || send_random_lines(seed, repetitions(6_000)));
        }
    });
}
