//! The openings of a match: the start position, random moves, or the lines of a book.

use crate::game::Opening;
use ozutsu_learn::openings::{OpeningGenerator, parse_game, stored_set};
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

pub use ozutsu_learn::openings::{OpeningScorer, mix_seed};

/// Where the openings of a match come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// Every game begins with the start position.
    StartPosition,
    /// Random moves.
    Random(OpeningGenerator),
    /// The lines of a book.
    Book {
        /// The book.
        book: BookSource,
        /// Whether the lines are taken in random order.
        is_shuffled: bool,
        /// The maximum number of moves that are taken from a line.
        plies: Option<usize>,
        /// The number of lines that are skipped at the beginning.
        skip: usize,
    },
}

/// The source of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookSource {
    /// The stored sets, one for each game.
    StoredSets,
    /// A file.
    File(PathBuf),
}

impl OpeningSource {
    /// Returns the source as the values of `-openings`, or `None` for the start position.
    pub fn values(&self) -> Option<String> {
        match self {
            Self::StartPosition => None,
            Self::Random(OpeningGenerator { plies, max_score, .. }) => {
                Some(format!("random plies={plies} balance={max_score}"))
            }
            Self::Book { book, is_shuffled, plies, skip } => {
                let book = match book {
                    BookSource::StoredSets => "set".to_owned(),
                    BookSource::File(path) => format!("file={}", path.display()),
                };
                let order = if *is_shuffled { "random" } else { "sequential" };
                let plies = plies.map_or(String::new(), |plies| format!(" plies={plies}"));
                Some(format!("{book} order={order}{plies} start={}", skip + 1))
            }
        }
    }
}

/// The openings of a match. An opening depends only on its number and the seed.
#[derive(Debug)]
pub struct Openings {
    source: OpeningSource,
    seed: u64,
    book: Book,
}

/// The lines of a book, by the name of the game.
type Book = BTreeMap<&'static str, Vec<Opening>>;

impl Openings {
    /// Prepares openings for these games. Reads and shuffles a book.
    pub fn new(source: OpeningSource, games: &[&'static Rules], seed: u64) -> Result<Self, String> {
        let mut lines = Book::new();
        if let OpeningSource::Book { book, is_shuffled, plies, skip } = &source {
            lines = book.read(games, plies.unwrap_or(usize::MAX))?;
            for rules in games {
                let openings = lines.entry(rules.name()).or_default();
                openings.drain(..(*skip).min(openings.len()));
                if *is_shuffled {
                    openings.shuffle(&mut StdRng::seed_from_u64(seed));
                }
                if openings.is_empty() {
                    return Err(format!("no openings for {} in {}", rules.name(), book.name()));
                }
            }
        }
        Ok(Self { source, seed, book: lines })
    }

    /// Returns the opening with this number. A book starts over after its last line.
    pub fn opening(
        &self,
        rules: &'static Rules,
        number: u64,
        scorer: &mut OpeningScorer,
    ) -> Opening {
        let start = Position::start(rules);
        match &self.source {
            OpeningSource::StartPosition => Opening { start, moves: Vec::new() },
            OpeningSource::Random(generator) => {
                let position = generator.generate(rules, mix_seed(self.seed, number), scorer);
                Opening { start, moves: position.moves().collect() }
            }
            OpeningSource::Book { .. } => {
                let lines = self.book.get(rules.name()).map_or(&[][..], Vec::as_slice);
                let index = number.checked_rem(lines.len() as u64).unwrap_or(0);
                let line = usize::try_from(index).ok().and_then(|index| lines.get(index));
                line.cloned().unwrap_or(Opening { start, moves: Vec::new() })
            }
        }
    }
}

impl BookSource {
    fn name(&self) -> String {
        match self {
            Self::StoredSets => "the stored sets".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    fn read(&self, games: &[&'static Rules], plies: usize) -> Result<Book, String> {
        let text = match self {
            Self::StoredSets => games.iter().filter_map(|rules| stored_set(rules)).collect(),
            Self::File(path) => fs::read_to_string(path).map_err(|error| {
                format!("cannot read openings from {}: {error}", path.display())
            })?,
        };
        parse_book(&text, games, plies).map_err(|error| format!("{}, {error}", self.name()))
    }
}

/// Parses a book. Each line starts with the name of a game, which is optional if only one is played.
fn parse_book(text: &str, games: &[&'static Rules], plies: usize) -> Result<Book, String> {
    let mut book = Book::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at_line = |error: String| format!("line {number}: {error}");
        let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let (rules, rest) = match (parse_game(first), games) {
            (Ok(rules), _) => (rules, rest),
            (Err(_), [rules]) => (*rules, line),
            (Err(_), _) => return Err(at_line("expected the name of a game first".into())),
        };
        let opening = parse_opening(rules, rest.trim(), plies).map_err(at_line)?;
        book.entry(rules.name()).or_default().push(opening);
    }
    Ok(book)
}

/// Parses an opening: `startpos`, SFEN or FEN, and optionally `moves` with moves.
fn parse_opening(rules: &'static Rules, text: &str, plies: usize) -> Result<Opening, String> {
    let text = text.strip_prefix("position ").unwrap_or(text).trim();
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (text, ""),
    };
    let sfen =
        ["sfen ", "fen "].iter().find_map(|prefix| start.strip_prefix(prefix)).unwrap_or(start);
    let start = match sfen {
        "startpos" | "" => Position::start(rules),
        _ => Position::from_sfen_or_fen(rules, sfen).map_err(|error| error.to_string())?,
    };
    let mut position = start.clone();
    for text in moves.split_whitespace().take(plies) {
        let mv = rules.parse_move(text).map_err(|error| format!("'{text}': {error}"))?;
        position.try_move(mv).map_err(|error| format!("'{text}': {error}"))?;
    }
    if position.outcome() != Outcome::Ongoing {
        // A complete game: leave the last move to the engines.
        position.undo_move();
    }
    match position.outcome() {
        Outcome::Ongoing => Ok(Opening { start, moves: position.moves().collect() }),
        outcome => Err(format!("the game is already over: {outcome}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a test on a thread with the stack that a search needs.
    fn with_search_stack(test: impl FnOnce() + Send) {
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(search::STACK_SIZE);
            builder.spawn_scoped(scope, test).unwrap().join().unwrap();
        });
    }

    #[test]
    fn random_openings_depend_only_on_number_and_seed() {
        with_search_stack(|| {
            let mut scorer = OpeningScorer::default();
            for rules in games::all() {
                let generator = OpeningGenerator { plies: 6, ..OpeningGenerator::default() };
                let source = OpeningSource::Random(generator);
                let openings = Openings::new(source, &[rules], 7).unwrap();
                let first = openings.opening(rules, 0, &mut scorer);
                assert_eq!(first.moves.len(), 6);
                assert_eq!(openings.opening(rules, 0, &mut scorer).moves, first.moves);
                assert_ne!(openings.opening(rules, 1, &mut scorer).moves, first.moves);
            }
        });
    }

    #[test]
    fn stored_sets_are_read() {
        // A new game may have no set yet.
        let games: Vec<_> = games::all().filter(|rules| stored_set(rules).is_some()).collect();
        assert!(games.len() >= 6);
        let (book, is_shuffled) = (BookSource::StoredSets, false);
        let source = OpeningSource::Book { book, is_shuffled, plies: Some(4), skip: 1 };
        let openings = Openings::new(source, &games, 1).unwrap();
        let mut scorer = OpeningScorer::default();
        for rules in games {
            let mut opening = |number| openings.opening(rules, number, &mut scorer).moves;
            assert_eq!((opening(0).len(), opening(0) == opening(1)), (4, false));
            assert_eq!(opening(0), opening(299), "the first of 300 is skipped");
        }
    }

    #[test]
    fn lines_of_a_book_are_parsed() {
        let shogi = parse_game("shogi").unwrap();
        let parse = |text: &str| parse_opening(shogi, text, 2);
        let length = |text: &str| parse(text).unwrap().moves.len();
        assert_eq!(length("startpos"), 0);
        assert_eq!(length("startpos moves 7g7f 3c3d 2g2f"), 2);
        assert_eq!(length("position startpos moves c3c4"), 1);
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        assert_eq!(length(&format!("sfen {sfen} moves 3c3d")), 1);
        assert_eq!(length(sfen), 0);
        let fen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1";
        assert_eq!(parse(fen).unwrap().start.sfen().to_string(), shogi.start_sfen());
        let error = |text: &str| parse(text).unwrap_err();
        assert_eq!(error("startpos moves 7g7e"), "'7g7e': the piece cannot move there");
        assert!(error("startpos moves hello").starts_with("'hello': expected a square"));
        assert!(error("9/9 b - 1").contains("of the position"));
    }

    /// The lines of `-log` are complete games.
    #[test]
    fn a_complete_game_stops_before_its_last_move() {
        let shogi = parse_game("shogi").unwrap();
        let cycle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
        let repetition = format!("startpos moves {cycle}");
        assert_eq!(parse_opening(shogi, &repetition, usize::MAX).unwrap().moves.len(), 11);
        let start = "sfen 8k/9/8P/9/9/9/9/9/K8 b G 1";
        let mate = parse_opening(shogi, &format!("{start} moves G*1b"), usize::MAX).unwrap();
        assert_eq!(mate.moves.len(), 0);
        let over = parse_opening(shogi, "sfen 8k/8G/8P/9/9/9/9/9/K8 w - 2", usize::MAX);
        assert_eq!(over.unwrap_err(), "the game is already over: mate");
    }

    #[test]
    fn lines_start_with_the_game_if_several_are_played() {
        let games = ["shogi", "shosu"].map(|name| parse_game(name).unwrap());
        let text = "# a book\nshogi\tstartpos moves 7g7f\n\nShosu startpos\n";
        let book = parse_book(text, &games, 9).unwrap();
        assert_eq!((book["shogi"].len(), book["shosu"].len()), (1, 1));
        let error = parse_book("startpos", &games, 9).unwrap_err();
        assert_eq!(error, "line 1: expected the name of a game first");
    }
}
