//! A test engine that fails as its option `Fault` specifies. With the argument `fairy` it uses and
//! accepts only Fairy-Stockfish's notation of USI moves. With the argument `files` it poses as Ozutsu,
//! lists its games and loads others from rules files. With `mute` it does not even answer `usi`, with `stubborn` it
//! refuses every game, and with `crashonce FILE` it crashes in its first search unless FILE exists, and creates it.
#![deny(unsafe_code)]

use rules::{Move, Position, Rules};
use std::io::{self, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// The values of the option `Fault`.
const FAULTS: &str = "none var illegal var hang var late var crash var nonsense var flood var nomove \
    var declare var resign var deaf var alive var busy var complain";

struct FaultyEngine {
    is_uci: bool,
    is_fairy_stockfish: bool,
    loads_files: bool,
    fault: String,
    rules: &'static Rules,
    position: Position,
}

fn main() {
    let Some(rules) = games::by_name("shogi") else { exit(1) };
    let mut engine = FaultyEngine {
        is_uci: false,
        is_fairy_stockfish: has_argument("fairy"),
        loads_files: has_argument("files"),
        fault: "none".into(),
        rules,
        position: Position::start(rules),
    };
    for line in io::stdin().lines().map_while(Result::ok) {
        engine.handle_line(&line);
    }
}

fn has_argument(name: &str) -> bool {
    std::env::args().any(|arg| arg == name)
}

fn print_line(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

/// Prints lines as fast as possible, until the output is closed.
fn flood() {
    let line = format!("info depth 1 score cp 1 pv{}\n", " 7g7f 3c3d".repeat(40));
    let lines = format!("info string hello\u{1}\u{2}, \u{1f4a3}\n{}", line.repeat(100));
    while io::stdout().write_all(lines.as_bytes()).is_ok() {}
}

impl FaultyEngine {
    fn handle_line(&mut self, line: &str) {
        let tokens: Vec<_> = line.split_whitespace().collect();
        match tokens.as_slice() {
            ["usi"] if has_argument("mute") => {}
            [protocol @ ("usi" | "uci")] => {
                self.is_uci = *protocol == "uci";
                print_line(if self.loads_files { "id name Ozutsu" } else { "id name Faulty" });
                print_line(&format!("option name Fault type combo default none var {FAULTS}"));
                print_line("option name Calm type check default true");
                if self.loads_files {
                    let games: Vec<_> = games::names().collect();
                    let vars = games.join(" var ");
                    print_line(&format!(
                        "option name UCI_Variant type combo default shogi var {vars}"
                    ));
                } else {
                    print_line("option name UCI_Variant type string default shogi");
                }
                if self.is_fairy_stockfish || self.loads_files {
                    print_line("option name VariantPath type string default <empty>");
                }
                print_line(&format!("{protocol}ok"));
            }
            ["setoption", "name", "Fault", "value", fault] => self.fault = (*fault).to_owned(),
            ["setoption", "name", "UCI_Variant", "value", name] => self.select_game(name),
            ["setoption", "name", "VariantPath", "value", path] if self.loads_files => {
                games::load(path.as_ref());
            }
            ["isready"] if self.fault == "deaf" => exit(0),
            ["isready"] if self.fault == "alive" => {
                while writeln!(io::stdout()).and_then(|()| io::stdout().flush()).is_ok() {
                    sleep(Duration::from_millis(5));
                }
            }
            ["isready"] => {
                for _ in 0..if self.fault == "busy" { 14 } else { 0 } {
                    sleep(Duration::from_millis(100));
                    print_line("");
                }
                if self.fault == "complain" {
                    print_line("info string 3 cores");
                    print_line("info string Error: cannot load 'no-such-file'");
                }
                print_line("readyok");
            }
            ["position", "startpos", rest @ ..] => {
                self.position = Position::start(self.rules);
                for text in rest.iter().skip(1) {
                    let mut moves = self.position.legal_moves().into_iter();
                    // The exit code lets tests notice an illegal move.
                    match moves.find(|&mv| self.format_move(mv) == *text) {
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

    /// Selects a game. With `files`, prints a description as Ozutsu does, but none of an unknown game.
    fn select_game(&mut self, name: &str) {
        if has_argument("stubborn") {
            print_line(&format!("info string unknown variant {name}"));
        } else if let Some(rules) = games::by_name(name) {
            self.rules = rules;
            if self.loads_files {
                print_line(&format!("info string variant {name}"));
            }
        }
    }

    fn go(&self) {
        let crash = std::env::args().skip_while(|arg| arg != "crashonce").nth(1);
        if crash.is_some_and(|file| std::fs::File::create_new(file).is_ok()) {
            exit(3);
        }
        match self.fault.as_str() {
            "illegal" => print_line("bestmove 5e5d"),
            "hang" => sleep(Duration::from_secs(3600)),
            "late" => {
                sleep(Duration::from_millis(300));
                self.print_legal_move();
            }
            "crash" => {
                eprintln!("simulated crash");
                exit(3);
            }
            "nonsense" => print_line("bestmove"),
            "flood" => flood(),
            "nomove" => print_line("bestmove (none)"),
            "declare" => print_line("bestmove win"),
            "resign" => print_line("bestmove resign"),
            _ => self.print_legal_move(),
        }
    }

    /// Answers with a legal move that depends only on the position.
    fn print_legal_move(&self) {
        let moves = self.position.legal_moves();
        let hash = self.position.key() ^ self.position.ply() as u64;
        let index = (hash % moves.len().max(1) as u64) as usize;
        let Some(&mv) = moves.get(index) else { return print_line("bestmove (none)") };
        print_line("info depth 1 score cp 7 nodes 30 nps 1000");
        print_line(&format!("bestmove {}", self.format_move(mv)));
    }

    fn format_move(&self, mv: Move) -> String {
        if self.is_uci {
            self.rules.uci(mv).to_string()
        } else if self.is_fairy_stockfish {
            to_fairy_stockfish(&self.rules.usi(mv).to_string())
        } else {
            self.rules.usi(mv).to_string()
        }
    }
}

/// Converts a USI move on a board with ten ranks to Fairy-Stockfish's notation.
fn to_fairy_stockfish(text: &str) -> String {
    let tenth_rank_squares = ["1a", "2a", "3a", "4a", "5a", "6a", "7a", "8a", "9a"];
    let text = text.replace("10", ":").replace(":a", "10a");
    tenth_rank_squares
        .iter()
        .fold(text, |text, &square| text.replace(square, &format!("0{square}")))
}
