//! Where games start: at the start position, after random moves, or at a book's positions.

use crate::game::Opening;
use ozutsu_openings::{OpeningGenerator, parse_game, stored_set};
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

pub use ozutsu_openings::{OpeningScorer, mix_seed};

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Every game begins at the start position.
    Start,
    /// Random moves.
    Random(OpeningGenerator),
    /// The lines of a book.
    Lines {
        /// Which.
        from: Lines,
        /// Whether they are taken in random order.
        is_shuffled: bool,
        /// How many moves of a line are made at most.
        plies: Option<usize>,
        /// How many lines are left out at the beginning.
        skip: usize,
    },
}

impl Source {
    /// Returns the values of `-openings` that name this source. The start position has none.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Start => None,
            Self::Random(OpeningGenerator { plies, max_score, .. }) => {
                Some(format!("random plies={plies} balance={max_score}"))
            }
            Self::Lines { from, is_shuffled, plies, skip } => {
                let from = match from {
                    Lines::Stored => "set".to_owned(),
                    Lines::File(path) => format!("file={}", path.display()),
                };
                let order = if *is_shuffled { "random" } else { "sequential" };
                let plies = plies.map_or(String::new(), |plies| format!(" plies={plies}"));
                Some(format!("{from} order={order}{plies} start={}", skip + 1))
            }
        }
    }
}

/// A book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lines {
    /// The sets that are kept for each game.
    Stored,
    /// A file.
    File(PathBuf),
}

/// The openings of a match. The same number and seed give the same opening, whoever asks and when.
#[derive(Debug)]
pub struct Book {
    source: Source,
    seed: u64,
    /// The lines of a book, by game.
    lines: ByGame,
}

impl Book {
    /// Reads what is to be read. The openings of a book are for these games.
    pub fn open(source: Source, games: &[&'static Rules], seed: u64) -> Result<Self, String> {
        let mut lines = ByGame::new();
        if let Source::Lines { from, is_shuffled, plies, skip } = &source {
            lines = from.read(games, plies.unwrap_or(usize::MAX))?;
            for rules in games {
                let openings = lines.entry(rules.name()).or_default();
                openings.drain(..(*skip).min(openings.len()));
                if *is_shuffled {
                    openings.shuffle(&mut StdRng::seed_from_u64(seed));
                }
                if openings.is_empty() {
                    return Err(format!("no openings for {} in {}", rules.name(), from.name()));
                }
            }
        }
        Ok(Self { source, seed, lines })
    }

    /// The opening with a number.
    pub fn opening(
        &self,
        rules: &'static Rules,
        number: u64,
        scorer: &mut OpeningScorer,
    ) -> Opening {
        let start = Position::start(rules);
        match &self.source {
            Source::Start => Opening { start, moves: Vec::new() },
            Source::Random(wanted) => {
                let position = wanted.generate(rules, mix_seed(self.seed, number), scorer);
                Opening { start, moves: position.moves().collect() }
            }
            Source::Lines { .. } => {
                let lines = self.lines.get(rules.name()).map_or(&[][..], Vec::as_slice);
                let place = number.checked_rem(lines.len() as u64).unwrap_or(0);
                let line = usize::try_from(place).ok().and_then(|place| lines.get(place));
                line.cloned().unwrap_or(Opening { start, moves: Vec::new() })
            }
        }
    }
}

/// The openings of a book, by game.
type ByGame = BTreeMap<&'static str, Vec<Opening>>;

impl Lines {
    fn name(&self) -> String {
        match self {
            Self::Stored => "the stored sets".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    fn read(&self, games: &[&'static Rules], plies: usize) -> Result<ByGame, String> {
        let text = match self {
            Self::Stored => games.iter().filter_map(|rules| stored_set(rules)).collect(),
            Self::File(path) => fs::read_to_string(path).map_err(|error| {
                format!("the openings cannot be read: {error}: {}", path.display())
            })?,
        };
        read(&text, games, plies).map_err(|fault| format!("{}, {fault}", self.name()))
    }
}

/// Reads the lines of a book.
fn read(text: &str, games: &[&'static Rules], plies: usize) -> Result<ByGame, String> {
    let mut lines = ByGame::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |fault: String| format!("line {number}: {fault}");
        let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let (rules, rest) = match (parse_game(first), games) {
            (Ok(rules), _) => (rules, rest),
            (Err(_), [rules]) => (*rules, line),
            (Err(_), _) => return Err(fault("a game's name expected first".into())),
        };
        let opening = opening(rules, rest.trim(), plies).map_err(fault)?;
        lines.entry(rules.name()).or_default().push(opening);
    }
    Ok(lines)
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
        _ => Position::from_sfen_or_fen(rules, bare).map_err(|error| error.to_string())?,
    };
    let mut position = start.clone();
    for word in moves.split_whitespace().take(plies) {
        let mv = rules.parse_move(word).map_err(|error| format!("'{word}': {error}"))?;
        position.try_move(mv).map_err(|refusal| format!("'{word}': {refusal}"))?;
    }
    if position.outcome() != Outcome::Ongoing {
        // A whole game is an opening up to where it is decided.
        position.undo_move();
    }
    match position.outcome() {
        Outcome::Ongoing => Ok(Opening { start, moves: position.moves().collect() }),
        outcome => Err(format!("the game is over there: {outcome}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches need a large stack.
    fn on_a_large_stack(test: impl FnOnce() + Send) {
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(search::STACK_SIZE);
            builder.spawn_scoped(scope, test).unwrap().join().unwrap();
        });
    }

    #[test]
    fn random_openings_are_the_same_again() {
        on_a_large_stack(|| {
            let mut scorer = OpeningScorer::default();
            for rules in Rules::all() {
                let source =
                    Source::Random(OpeningGenerator { plies: 6, ..OpeningGenerator::default() });
                let book = Book::open(source, &[rules], 7).unwrap();
                let first = book.opening(rules, 0, &mut scorer);
                assert_eq!(first.moves.len(), 6);
                assert_eq!(book.opening(rules, 0, &mut scorer).moves, first.moves);
                assert_ne!(book.opening(rules, 1, &mut scorer).moves, first.moves);
            }
        });
    }

    #[test]
    fn stored_openings_are_read() {
        // A new game has none at first.
        let games: Vec<_> = Rules::all().filter(|rules| stored_set(rules).is_some()).collect();
        assert!(games.len() >= 6);
        let (from, is_shuffled) = (Lines::Stored, false);
        let source = Source::Lines { from, is_shuffled, plies: Some(4), skip: 1 };
        let book = Book::open(source, &games, 1).unwrap();
        let mut scorer = OpeningScorer::default();
        for rules in games {
            let mut opening = |number| book.opening(rules, number, &mut scorer).moves;
            assert_eq!((opening(0).len(), opening(0) == opening(1)), (4, false));
            assert_eq!(opening(0), opening(299), "one of 300 is left out");
        }
    }

    #[test]
    fn lines_of_a_book() {
        let shogi = parse_game("shogi").unwrap();
        let read = |text: &str| opening(shogi, text, 2);
        let lengths = |text: &str| read(text).unwrap().moves.len();
        assert_eq!(lengths("startpos"), 0);
        assert_eq!(lengths("startpos moves 7g7f 3c3d 2g2f"), 2);
        assert_eq!(lengths("position startpos moves c3c4"), 1);
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        assert_eq!(lengths(&format!("sfen {sfen} moves 3c3d")), 1);
        assert_eq!(lengths(sfen), 0);
        let fen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1";
        assert_eq!(read(fen).unwrap().start.sfen().to_string(), shogi.start_sfen());
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!(fault("startpos moves 7g7e"), "'7g7e': the piece does not move there");
        assert!(fault("startpos moves hello").starts_with("'hello': a square"));
        assert!(fault("9/9 b - 1").contains("of the position"));
    }

    /// As `-log` writes them.
    #[test]
    fn a_whole_game_stops_before_its_end() {
        let shogi = parse_game("shogi").unwrap();
        let there_and_back = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
        let repetition = format!("startpos moves {there_and_back}");
        assert_eq!(opening(shogi, &repetition, usize::MAX).unwrap().moves.len(), 11);
        let head = "sfen 8k/9/8P/9/9/9/9/9/K8 b G 1";
        let mate = opening(shogi, &format!("{head} moves G*1b"), usize::MAX).unwrap();
        assert_eq!(mate.moves.len(), 0);
        let over = opening(shogi, "sfen 8k/8G/8P/9/9/9/9/9/K8 w - 2", usize::MAX);
        assert_eq!(over.unwrap_err(), "the game is over there: mate");
    }

    #[test]
    fn a_line_of_several_games_says_which() {
        let games = ["shogi", "shosu"].map(|name| parse_game(name).unwrap());
        let text = "# a book\nshogi\tstartpos moves 7g7f\n\nShosu startpos\n";
        let lines = read(text, &games, 9).unwrap();
        assert_eq!((lines["shogi"].len(), lines["shosu"].len()), (1, 1));
        let error = read("startpos", &games, 9).unwrap_err();
        assert_eq!(error, "line 1: a game's name expected first");
    }
}
