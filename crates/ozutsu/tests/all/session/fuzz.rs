//! Fuzz tests: after any input, the program still answers `isready`. `OZUTSU_STRESS=N` sends N times
//! as many lines.

use crate::client::Client;
use rand::prelude::*;
use rand::rngs::StdRng;

/// Valid lines from which random input is made.
const LINES: &[&str] = &[
    "usi",
    "uci",
    "isready",
    "usinewgame",
    "ucinewgame",
    "stop",
    "ponderhit",
    "ponderhit btime 10 wtime 10",
    "gameover",
    "gameover win",
    "d",
    "eval",
    "moves",
    "help",
    "debug on",
    "register later",
    "position startpos",
    "position startpos moves",
    "position startpos moves 7g7f 3c3d 8h2b+",
    "position startpos moves 10h10g 10c10d",
    "position startpos moves :h:g 05c05d",
    "position startpos moves a3a4 a8a7 P@e5",
    "position sfen startpos",
    "position sfen 4k4/9/9/9/4U4/9/9/9/3K5 b P 1 moves P*5f",
    "position sfen 4k5/10/10/10/10/R9/10/10/10/9K b P2r3 1",
    "position sfen k8/1G7/K8/9/9/9/9/9/9 w - 1",
    "position fen 4k4/9/9/9/9/9/9/9/3K5[Pp] w - - 0 1",
    "go",
    "go infinite",
    "go ponder",
    "go ponder btime 1000 wtime 1000 byoyomi 10",
    "go btime 20 wtime 20 binc 1 winc 1",
    "go byoyomi 5",
    "go movetime 5.5",
    "go movetime -1",
    "go depth 2",
    "go nodes 100 searchmoves 7g7f a3a4 10h10g",
    "go mate 5",
    "go mate infinite",
    "go perft 1",
    "go perft 99",
    "go depth 99999999999999999999 btime 1e30",
    "bench 1",
    "setoption name USI_Hash value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name MultiPV value 4",
    "setoption name Skill Level value 3",
    "setoption name UCI_Variant value shosu",
    "setoption name USI_Variant value shogi",
    "setoption name UCI_Variant value cannonshogi",
    "setoption name Clear Hash",
    "setoption name MaxMovesToDraw value 1",
    "setoption name DrawValue value -30000",
    "setoption name ResignValue value 0",
    "setoption name EnteringKingRule value Off",
    "setoption name NetworkDelay value 0",
    "setoption name PvInterval value 1000",
    "setoption name USI_Ponder value true",
    "setoption name USI_LimitStrength value true",
    "setoption name USI_Elo value 1000",
    "",
];

/// Sessions of real clients. Random sequences of their parts reach states that single lines do not.
const SESSIONS: &[&str] = &[
    // A game with clocks and pondering.
    "usi
setoption name USI_Ponder value true
setoption name USI_Hash value 4
setoption name UCI_Variant value shogi
isready
usinewgame
position startpos
go btime 1000 wtime 1000 byoyomi 10
position startpos moves 7g7f 3c3d
go ponder btime 900 wtime 1000 byoyomi 10
ponderhit
position startpos moves 7g7f 3c3d 2g2f 8c8d
go ponder btime 900 wtime 900 byoyomi 10
stop
position startpos moves 7g7f 3c3d 2g2f 4c4d
go btime 20 wtime 20 binc 5 winc 5
gameover win",
    // Analysis of two positions on a 10x10 board.
    "usi
setoption name UCI_Variant value shosu
setoption name MultiPV value 3
isready
position sfen lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1
go infinite
isready
stop
position startpos moves 10h10g 10c10d
go infinite
setoption name MultiPV value 1
stop
gameover
gameover lose",
    // UCI GUIs.
    "uci
setoption name UCI_Variant value cannonshogi
setoption name Hash value 4
setoption name Threads value 2
ucinewgame
isready
position startpos moves a3a4
go wtime 100 btime 100 winc 1 binc 1 movestogo 3
position startpos moves a3a4 a7a6 b1b2
go movetime 5
d
go perft 2
stop
isready",
    "uci
setoption name USI_Variant value cannonshosu
setoption name Skill Level value 2
position fen lnsgkqgsnl/1rc1ii1cb1/pppppppppp/2d4d2/10/10/2D4D2/PPPPPPPPPP/1BC1II1CR1/LNSGQKGSNL[-] w 0 1
go nodes 200
stop
gameover draw
ucinewgame
position startpos
go depth 3
ponderhit",
    // Mate problems.
    "usi
setoption name UCI_Variant value shogi
position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1
go mate 10
position sfen 4k4/9/9/9/9/9/9/9/4K4 b R2r 1
go mate infinite
stop
go mate",
];

/// Source of random lines.
struct LineGenerator(StdRng);

impl LineGenerator {
    /// Returns a number less than `count`.
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }

    fn line(&mut self) -> &'static str {
        LINES[self.below(LINES.len())]
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
            self.session = SESSIONS[generator.below(SESSIONS.len())].lines().collect();
            self.next = generator.below(self.session.len());
        }
        self.next += 1;
        self.session[self.next - 1]
    }
}

fn send_random_lines(seed: u64, lines: usize) {
    let mut generator = LineGenerator(StdRng::seed_from_u64(seed));
    let mut splicer = SessionSplicer { session: Vec::new(), next: 0 };
    let mut client = Client::new();
    for number in 0..lines {
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
            assert!(
                !line.contains("internal error") && !line.contains("thread failed"),
                "{:?}",
                client.received
            );
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
    let factor =
        std::env::var("OZUTSU_STRESS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || send_random_lines(seed, 6_000 * factor));
        }
    });
}
