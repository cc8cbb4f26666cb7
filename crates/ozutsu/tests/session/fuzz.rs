//! Whatever is said to the program, it answers the next `isready`.

use crate::client::Client;

/// Real lines, whole and in pieces, are what noise is made of.
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
    "setoption name EnteringKingRule value NoEnteringKing",
    "setoption name NetworkDelay value 0",
    "setoption name PvInterval value 1000",
    "setoption name USI_Ponder value true",
    "",
];

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as usize % count
    }

    fn line(&mut self) -> &'static str {
        LINES[self.below(LINES.len())]
    }

    /// A line as it is, or worse.
    fn noise(&mut self) -> Vec<u8> {
        let mut bytes = self.line().as_bytes().to_vec();
        match self.below(8) {
            0..4 => {}
            4 => {
                // The end of another.
                let other = self.line().as_bytes();
                bytes.truncate(self.below(bytes.len() + 1));
                bytes.extend(&other[self.below(other.len() + 1)..]);
            }
            5 => {
                // A word out of place.
                let word = self.line().split(' ').next_back().unwrap_or_default().as_bytes();
                let at = self.below(bytes.len() + 1);
                bytes.splice(at..at, [b" ", word, b" "].concat());
            }
            6 => {
                for _ in 0..=self.below(3) {
                    let byte = self.below(256) as u8;
                    let at = self.below(bytes.len() + 1);
                    bytes.splice(at..(at + self.below(2)).min(bytes.len()), [byte]);
                }
            }
            _ => bytes = bytes.repeat(1 + self.below(40)),
        }
        // The noise must not end the session, and must not write files.
        let text = String::from_utf8_lossy(&bytes);
        if text.contains("quit") || text.to_lowercase().contains("log") {
            Vec::new()
        } else {
            bytes
        }
    }
}

fn talk_nonsense(seed: u64, lines: usize) {
    let mut chance = Chance(seed);
    let mut client = Client::new();
    for number in 0..lines {
        let noise = chance.noise();
        let shown = String::from_utf8_lossy(&noise).into_owned();
        client.heard = vec![format!("seed {seed}, line {number}: {shown}")];
        client.send(&noise);
        client.send(if chance.below(4) == 0 { b"\r\n" } else { b"\n" });
        if number % 4 == 0 {
            client.sync();
        }
        for line in &client.heard {
            assert!(!line.contains("fault in the engine") && !line.contains("failed"), "{line}");
        }
    }
    // It is still of use.
    client.say("stop\nusi\nsetoption name UCI_Variant value shogi\nposition startpos");
    client.say("setoption name SkillLevel value 20\nsetoption name ResignValue value 99999");
    client.say("go depth 1 searchmoves 7g7f");
    client.line("bestmove 7g7f");
    client.quit();
}

#[test]
fn nonsense_is_survived() {
    for seed in 0..4 {
        talk_nonsense(seed, 700);
    }
}
