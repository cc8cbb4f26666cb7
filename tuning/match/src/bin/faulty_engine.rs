//! An engine for tests, which fails as its option `Fault` says. Started with `fairy` it writes moves
//! as Fairy-Stockfish does in USI, and understands no others.
#![deny(unsafe_code)]

use rules::{Move, Position, Rules};
use std::io::{self, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// What it can do wrong, `none` being nothing.
const FAULTS: &str = "none var illegal var hang var late var crash var nonsense var flood var nomove \
    var declare var resign var deaf";

/// Its state between lines.
struct Engine {
    is_uci: bool,
    is_fairy: bool,
    fault: String,
    rules: &'static Rules,
    position: Position,
}

fn main() {
    let Some(rules) = Rules::by_name("shogi") else { exit(1) };
    let position = Position::start(rules);
    let is_fairy = std::env::args().any(|arg| arg == "fairy");
    let mut engine = Engine { is_uci: false, is_fairy, fault: "none".into(), rules, position };
    for line in io::stdin().lines().map_while(Result::ok) {
        engine.hear(&line);
    }
}

/// Says a line.
fn say(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

/// Says more than anyone can read, for ever.
fn flood() {
    let line = format!("info depth 1 score cp 1 pv{}\n", " 7g7f 3c3d".repeat(40));
    let lines = format!("info string hello\u{1}\u{2}, \u{1f4a3}\n{}", line.repeat(100));
    while io::stdout().write_all(lines.as_bytes()).is_ok() {}
}

impl Engine {
    fn hear(&mut self, line: &str) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            [protocol @ ("usi" | "uci")] => {
                self.is_uci = *protocol == "uci";
                say("id name Rigged");
                say(&format!("option name Fault type combo default none var {FAULTS}"));
                say("option name Calm type check default true");
                say("option name UCI_Variant type string default shogi");
                if self.is_fairy {
                    say("option name VariantPath type string default <empty>");
                }
                say(&format!("{protocol}ok"));
            }
            ["setoption", "name", "Fault", "value", fault] => self.fault = (*fault).to_owned(),
            ["setoption", "name", "UCI_Variant", "value", name] => {
                self.rules = Rules::by_name(name).unwrap_or(self.rules);
            }
            ["isready"] if self.fault == "deaf" => exit(0),
            ["isready"] => say("readyok"),
            ["position", "startpos", rest @ ..] => {
                self.position = Position::start(self.rules);
                for word in rest.iter().skip(1) {
                    let mut moves = self.position.legal_moves().into_iter();
                    // A runner that sends an illegal move finds this engine dead.
                    match moves.find(|&mv| self.write(mv) == *word) {
                        Some(mv) => self.position.do_move(mv),
                        None => exit(9),
                    }
                }
            }
            ["go", ..] => self.go(),
            ["quit"] => exit(0),
            _ => {}
        }
    }

    fn go(&self) {
        match self.fault.as_str() {
            "illegal" => say("bestmove 5e5d"),
            "hang" => sleep(Duration::from_secs(3600)),
            "late" => {
                sleep(Duration::from_millis(300));
                self.play();
            }
            "crash" => {
                eprintln!("out of ideas");
                exit(3);
            }
            "nonsense" => say("bestmove"),
            "flood" => flood(),
            "nomove" => say("bestmove (none)"),
            "declare" => say("bestmove win"),
            "resign" => say("bestmove resign"),
            _ => self.play(),
        }
    }

    /// Any legal move, the same in the same position.
    fn play(&self) {
        let moves = self.position.legal_moves();
        let chance = self.position.key() ^ self.position.ply() as u64;
        let place = (chance % moves.len().max(1) as u64) as usize;
        let Some(&mv) = moves.get(place) else { return say("bestmove (none)") };
        say("info depth 1 score cp 7 nodes 30 nps 1000");
        say(&format!("bestmove {}", self.write(mv)));
    }

    fn write(&self, mv: Move) -> String {
        match self.is_uci {
            true => self.rules.uci(mv).to_string(),
            false if self.is_fairy => fairy(&self.rules.usi(mv).to_string()),
            false => self.rules.usi(mv).to_string(),
        }
    }
}

/// A move of a board with ten ranks in Fairy-Stockfish's writing.
fn fairy(text: &str) -> String {
    let top = ["1a", "2a", "3a", "4a", "5a", "6a", "7a", "8a", "9a"];
    let text = text.replace("10", ":").replace(":a", "10a");
    top.iter().fold(text, |text, &square| text.replace(square, &format!("0{square}")))
}
