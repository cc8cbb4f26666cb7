//! An engine for tests, which fails as its option `Fault` says.
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
    fault: String,
    rules: &'static Rules,
    position: Position,
}

fn main() {
    let Some(rules) = Rules::named("shogi") else { exit(1) };
    let position = Position::start(rules);
    let mut engine = Engine { is_uci: false, fault: "none".into(), rules, position };
    for line in io::stdin().lines().map_while(Result::ok) {
        engine.hear(&line);
    }
}

/// Says a line.
fn say(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

impl Engine {
    fn hear(&mut self, line: &str) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            [protocol @ ("usi" | "uci")] => {
                self.is_uci = *protocol == "uci";
                say("id name Rigged");
                say(&format!("option name Fault type combo default none var {FAULTS}"));
                say("option name UCI_Variant type string default shogi");
                say(&format!("{protocol}ok"));
            }
            ["setoption", "name", "Fault", "value", fault] => self.fault = (*fault).to_owned(),
            ["setoption", "name", "UCI_Variant", "value", name] => {
                self.rules = Rules::named(name).unwrap_or(self.rules);
            }
            ["isready"] if self.fault == "deaf" => exit(0),
            ["isready"] => say("readyok"),
            ["position", "startpos", rest @ ..] => {
                self.position = Position::start(self.rules);
                for word in rest.iter().skip(1) {
                    let mv = match self.is_uci {
                        true => self.rules.parse_uci(word),
                        false => self.rules.parse_usi(word),
                    };
                    // A runner that sends an illegal move finds this engine dead.
                    match mv.map(|mv| self.position.try_move(mv)) {
                        Ok(Ok(())) => {}
                        _ => exit(9),
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
            "flood" => loop {
                say("info string hello\u{1}\u{2}, \u{1f4a3}");
            },
            "nomove" => say("bestmove (none)"),
            "declare" => say("bestmove win"),
            "resign" => say("bestmove resign"),
            _ => self.play(),
        }
    }

    /// Any legal move, the same in the same position.
    fn play(&self) {
        let moves = self.position.legal_moves();
        let chance = self.position.key() ^ self.position.height() as u64;
        let place = (chance % moves.len().max(1) as u64) as usize;
        let Some(&mv) = moves.get(place) else { return say("bestmove (none)") };
        say("info depth 1 score cp 7 nodes 30 nps 1000");
        say(&format!("bestmove {}", self.write(mv)));
    }

    fn write(&self, mv: Move) -> String {
        match self.is_uci {
            true => self.rules.uci(mv).to_string(),
            false => self.rules.usi(mv).to_string(),
        }
    }
}
