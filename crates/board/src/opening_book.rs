//! The opening books from which the board shows moves: the built-in one of each game, or one of the user's in its place.

use crate::line_view::score_view;
use crate::messages::BookMoveView;
use crate::notation::MoveText;
use platform::lock;
use records::book::{Book, BookMove};
use rules::{Position, Rules};
use search::{Bound, Score, from_centipawns};
use std::cmp::Reverse;
use std::ptr;
use std::sync::{Arc, Mutex};

/// The books that were used, by game.
static BOOKS: Mutex<Vec<(&'static Rules, Arc<Book>)>> = Mutex::new(Vec::new());

/// Uses a book in place of the built-in one of its game.
pub fn use_book(rules: &'static Rules, book: Book) {
    lock(&BOOKS).insert(0, (rules, Arc::new(book)));
}

/// Returns the book of a game, which is empty if it has none.
fn book_of(rules: &'static Rules) -> Arc<Book> {
    let mut books = lock(&BOOKS);
    if let Some((_, book)) = books.iter().find(|(known, _)| ptr::eq(*known, rules)) {
        return Arc::clone(book);
    }
    let read = |text: &str| Book::read(text.as_bytes(), rules).expect("built-in books are valid");
    let book = Arc::new(games::book(rules.name()).map_or_else(Book::default, read));
    books.push((rules, Arc::clone(&book)));
    book
}

/// Describes the moves that the book has for a position: those played most often first, then those with the best
/// scores.
pub(crate) fn book_moves(position: &Position) -> Vec<BookMoveView> {
    let mut moves = book_of(position.rules()).moves(position);
    moves.sort_by_key(|book_move| (Reverse(book_move.count), Reverse(book_move.score)));
    let view = |BookMove { mv, score, depth, count, .. }: BookMove| BookMoveView {
        mv: position.rules().usi(mv).to_string(),
        text: MoveText::new(position, mv),
        score: (depth > 0).then(|| {
            score_view(Score::from_eval(from_centipawns(score)), Bound::Exact, position.side())
        }),
        games: count,
    };
    moves.into_iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_of_a_book_are_sorted_and_scored_for_black() {
        // No other test plays this game: its book is changed for all of them.
        let source = include_str!("../../rules/examples/minicannon.toml");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), source.replace("\"minicannon\"", "\"booked\"")).unwrap();
        let rules = games::load(file.path()).games[0];
        let mut position = Position::start(rules);
        assert_eq!(book_moves(&position), []);
        // White's scores are negative for Black.
        position.do_move(position.legal_moves()[0]);
        let replies: Vec<_> =
            position.legal_moves().iter().map(|&mv| rules.usi(mv).to_string()).collect();
        let text = format!(
            "sfen {}\n{} none 40 9 3\n{} none 10 0 5\n{} none 50 9 3\n",
            position.sfen(),
            replies[0],
            replies[1],
            replies[2]
        );
        use_book(rules, Book::read(text.as_bytes(), rules).unwrap());
        let found: Vec<_> = book_moves(&position)
            .into_iter()
            .map(|found| (found.mv, found.games, found.score.and_then(|score| score.cp)))
            .collect();
        let [first, second, third] = [1, 2, 0].map(|index: usize| replies[index].clone());
        assert_eq!(found, [(first, 5, None), (second, 3, Some(-50)), (third, 3, Some(-40))]);
    }

    #[test]
    fn every_built_in_book_has_moves_for_the_start() {
        for name in ["shogi", "cannonshogi", "shosu", "shosucourier", "cannonshosu", "taihoshogi"] {
            let moves = book_moves(&Position::start(games::by_name(name).unwrap()));
            assert!(
                !moves.is_empty() && moves.iter().all(|book_move| book_move.score.is_some()),
                "{name}"
            );
        }
    }
}
