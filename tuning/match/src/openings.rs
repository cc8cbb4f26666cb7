//! Where games start: at the start position, after random moves, or at a book's positions.

use crate::game::Opening;
use openings::Openings;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use search::Engine;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Every game begins at the start position.
    Start,
    /// So many random moves, after which neither side is better than this by our own search.
    Random {
        /// How many.
        plies: u32,
        /// In the evaluation's units.
        balance: i32,
    },
    /// The lines of a file.
    File {
        /// Where it is.
        path: PathBuf,
        /// Whether they are taken in random order.
        is_shuffled: bool,
        /// How many moves of a line are made at most.
        plies: Option<usize>,
        /// How many lines are left out at the beginning.
        skip: usize,
    },
}

/// The openings of a match. The same number and seed give the same opening, whoever asks and when.
#[derive(Debug)]
pub struct Book {
    source: Source,
    seed: u64,
    /// The lines of a file, by game.
    lines: BTreeMap<&'static str, Vec<Opening>>,
}

/// The nodes of the search that finds openings balanced.
const NODES: u64 = 5_000;

/// Finds out how even a position is. Runs on a stack as large as a search needs.
#[derive(Debug)]
pub struct Judge(Engine);

impl Default for Judge {
    fn default() -> Self {
        let mut engine = Engine::new();
        // So few nodes need little, which is soon cleared; what it has will do, too.
        let _ = engine.set_table(1);
        Self(engine)
    }
}

impl Book {
    /// Reads what is to be read. The openings of a file are for these games.
    pub fn open(source: Source, games: &[&'static Rules], seed: u64) -> Result<Self, String> {
        let mut lines: BTreeMap<&'static str, Vec<Opening>> = BTreeMap::new();
        if let Source::File { path, is_shuffled, plies, skip } = &source {
            let text = fs::read_to_string(path).map_err(|error| {
                format!("the openings cannot be read: {error}: {}", path.display())
            })?;
            read(&text, path, games, plies.unwrap_or(usize::MAX), &mut lines)?;
            for rules in games {
                let openings = lines.entry(rules.name()).or_default();
                openings.drain(..(*skip).min(openings.len()));
                if *is_shuffled {
                    openings.shuffle(&mut StdRng::seed_from_u64(seed));
                }
                if openings.is_empty() {
                    return Err(format!("no openings for {} in {}", rules.name(), path.display()));
                }
            }
        }
        Ok(Self { source, seed, lines })
    }

    /// The opening with a number.
    pub fn opening(&self, rules: &'static Rules, number: u64, judge: &mut Judge) -> Opening {
        let start = Position::start(rules);
        match &self.source {
            Source::Start => Opening { start, moves: Vec::new() },
            Source::Random { plies, balance } => {
                let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
                let wanted = Openings { plies: *plies, nodes: NODES, within: *balance };
                let position = wanted.draw_by(rules, seed, &mut judge.0);
                Opening { start, moves: position.moves().collect() }
            }
            Source::File { .. } => {
                let lines = self.lines.get(rules.name()).map_or(&[][..], Vec::as_slice);
                let place = number.checked_rem(lines.len() as u64).unwrap_or(0);
                let line = usize::try_from(place).ok().and_then(|place| lines.get(place));
                line.cloned().unwrap_or(Opening { start, moves: Vec::new() })
            }
        }
    }
}

/// Reads the lines of a file.
fn read(
    text: &str,
    path: &Path,
    games: &[&'static Rules],
    plies: usize,
    lines: &mut BTreeMap<&'static str, Vec<Opening>>,
) -> Result<(), String> {
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |fault: String| format!("{}, line {number}: {fault}", path.display());
        let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let (rules, rest) = match (Rules::named(first), games) {
            (Some(rules), _) => (rules, rest),
            (None, [rules]) => (*rules, line),
            (None, _) => return Err(fault("a game's name expected first".into())),
        };
        let opening = opening(rules, rest.trim(), plies).map_err(fault)?;
        lines.entry(rules.name()).or_default().push(opening);
    }
    Ok(())
}

/// Reads an opening: `startpos`, a position as SFEN or FEN, and moves after `moves`.
fn opening(rules: &'static Rules, text: &str, plies: usize) -> Result<Opening, String> {
    let text = text.strip_prefix("position ").unwrap_or(text).trim();
    let (place, moves) = match text.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text, ""),
    };
    let bare = ["sfen ", "fen "].iter().find_map(|word| place.strip_prefix(word)).unwrap_or(place);
    let start = match bare {
        "startpos" | "" => Position::start(rules),
        _ if bare.contains('[') => Position::from_fen(rules, bare).map_err(|e| e.to_string())?,
        _ => Position::from_sfen(rules, bare).map_err(|e| e.to_string())?,
    };
    let mut position = start.clone();
    for word in moves.split_whitespace().take(plies) {
        let mv = rules.parse_usi(word).or_else(|error| rules.parse_uci(word).map_err(|_| error));
        let mv = mv.map_err(|error| format!("'{word}': {error}"))?;
        position.try_move(mv).map_err(|refusal| format!("'{word}': {refusal}"))?;
    }
    match position.outcome() {
        Outcome::Ongoing => Ok(Opening { start, moves: position.moves().collect() }),
        outcome => Err(format!("the game is over there: {outcome}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> &'static Rules {
        Rules::named(name).unwrap()
    }

    /// Searches need a large stack.
    fn on_a_large_stack(test: impl FnOnce() + Send) {
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(search::STACK);
            builder.spawn_scoped(scope, test).unwrap().join().unwrap();
        });
    }

    #[test]
    fn random_openings_are_the_same_again() {
        on_a_large_stack(|| {
            let mut judge = Judge::default();
            for rules in Rules::all() {
                let source = Source::Random { plies: 6, balance: 150 };
                let book = Book::open(source, &[rules], 7).unwrap();
                let first = book.opening(rules, 0, &mut judge);
                assert_eq!(first.moves.len(), 6);
                assert_eq!(book.opening(rules, 0, &mut judge).moves, first.moves);
                assert_ne!(book.opening(rules, 1, &mut judge).moves, first.moves);
            }
        });
    }

    #[test]
    fn lines_of_a_book() {
        let shogi = game("shogi");
        let read = |text: &str| opening(shogi, text, 2);
        let lengths = |text: &str| read(text).unwrap().moves.len();
        assert_eq!(lengths("startpos"), 0);
        assert_eq!(lengths("startpos moves 7g7f 3c3d 2g2f"), 2);
        assert_eq!(lengths("position startpos moves c3c4"), 1);
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        assert_eq!(lengths(&format!("sfen {sfen} moves 3c3d")), 1);
        assert_eq!(lengths(sfen), 0);
        let fen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1";
        assert_eq!(read(fen).unwrap().start.sfen().to_string(), shogi.start());
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!(fault("startpos moves 7g7e"), "'7g7e': the piece does not move there");
        assert!(fault("startpos moves hello").starts_with("'hello': a square"));
        assert!(fault("9/9 b - 1").contains("of the position"));
    }

    #[test]
    fn a_line_of_several_games_says_which() {
        let games = [game("shogi"), game("shosu")];
        let mut lines = BTreeMap::new();
        let path = Path::new("book");
        let text = "# a book\nshogi\tstartpos moves 7g7f\n\nshosu startpos\n";
        read(text, path, &games, 9, &mut lines).unwrap();
        assert_eq!((lines["shogi"].len(), lines["shosu"].len()), (1, 1));
        let error = read("startpos", path, &games, 9, &mut lines).unwrap_err();
        assert_eq!(error, "book, line 1: a game's name expected first");
    }
}
