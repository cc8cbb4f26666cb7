//! The opening book of a session: reads the file of `BookFile` or the built-in book, and answers with moves
//! from it.

use super::options::Options;
use super::request::{Answer, SearchRequest};
use platform::Instant;
use platform::files::open_regular;
use records::book::{Book, BookMove};
use rules::{Rules, SplitMix64, quoted_path};
use search::{Bound, Reporter, Score, SearchInfo, from_centipawns};
use std::error::Error;
use std::io::BufReader;
use std::ptr;
use std::time::Duration;

/// The file name that stands for no book in YaneuraOu.
const NO_BOOK: &str = "no_book";

/// The book of a session. It is read when the engine is set up and `USI_OwnBook` is on.
#[derive(Debug)]
pub struct OpeningBook {
    book: Book,
    /// The source of `book`. None if no book was read.
    source: Option<Source>,
    /// The source that was tried last, even if it could not be read.
    last_tried: Option<Source>,
    random: SplitMix64,
}

/// A book, and the game for which it was read.
#[derive(Clone, Debug)]
struct Source {
    /// The name of the file. Empty for the built-in book.
    file: String,
    rules: &'static Rules,
    /// [`Options::book_settings`] at that time: a file that is named again may have changed.
    settings: u64,
}

impl Source {
    /// Returns whether there may be a book: not for `no_book`, nor for a game without a built-in one.
    fn may_have_book(&self) -> bool {
        match &*self.file {
            "" => games::book(self.rules.name()).is_some(),
            file => file != NO_BOOK,
        }
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
            && ptr::eq(self.rules, other.rules)
            && self.settings == other.settings
    }
}

impl Default for OpeningBook {
    fn default() -> Self {
        let random = SplitMix64::new(platform::random_seed());
        Self { book: Book::default(), source: None, last_tried: None, random }
    }
}

impl OpeningBook {
    /// Reads the book that the options name, if it is another than before or was named again. If the file
    /// cannot be read, the last book stays. Lines that were skipped are an error, too, but the book is used.
    pub fn set_up(&mut self, options: &Options) -> Result<(), String> {
        let wanted = Source {
            file: options.book_file.clone(),
            rules: options.variant,
            settings: options.book_settings,
        };
        if !options.own_book || self.last_tried.as_ref() == Some(&wanted) {
            return Ok(());
        }
        self.last_tried = Some(wanted.clone());
        if !wanted.may_have_book() {
            (self.book, self.source) = (Book::default(), None);
            return Ok(());
        }
        self.book = read_book(&wanted).map_err(|reason| {
            let last = self.source.as_ref().filter(|last| ptr::eq(last.rules, wanted.rules));
            let stays = match last.map(|last| &*last.file) {
                Some("") => "; the built-in book stays".into(),
                Some(file) => format!("; the book {} stays", quoted_path(file)),
                None => String::new(),
            };
            format!("cannot load BookFile {}: {reason}{stays}", quoted_path(&wanted.file))
        })?;
        let file = quoted_path(&wanted.file).to_string();
        self.source = Some(wanted);
        match self.book.skipped_lines() {
            None => Ok(()),
            Some(skipped) => Err(format!("BookFile {file}: {skipped}")),
        }
    }

    /// Answers a search request with a move of the book, or returns `None` if the search must answer.
    pub fn answer(
        &mut self,
        request: &SearchRequest,
        reporter: &mut dyn Reporter,
    ) -> Option<Answer> {
        let start = Instant::now();
        let SearchRequest { position, limits, options, .. } = request;
        let source = self.source.as_ref()?;
        let is_analysis = limits.infinite || limits.mate.is_some();
        if !options.own_book || is_analysis || !ptr::eq(source.rules, position.rules()) {
            return None;
        }
        let is_allowed = |mv| limits.search_moves.is_empty() || limits.search_moves.contains(&mv);
        let choice = options.book_choice();
        let chosen = self.book.choose(position, choice, &is_allowed, &mut self.random)?;
        let mut after = position.clone();
        after.do_move(chosen.mv);
        let reply = chosen.reply.filter(|&reply| after.validate_move(reply).is_ok());
        let chosen = BookMove { reply, ..chosen };
        reporter.info(&search_info(&chosen, start.elapsed()));
        // While the client lets the engine ponder, it must not answer.
        request.control.wait_while(|| request.control.is_pondering());
        Some(Answer::Move { best: chosen.mv, ponder: chosen.reply })
    }
}

fn read_book(source: &Source) -> Result<Book, Box<dyn Error>> {
    Ok(if source.file.is_empty() {
        let text = games::book(source.rules.name()).unwrap_or_default();
        Book::read(text.as_bytes(), source.rules)?
    } else {
        Book::read(BufReader::new(open_regular(&source.file)?), source.rules)?
    })
}

/// Returns a report that shows a book move as if it were searched.
fn search_info(book_move: &BookMove, time: Duration) -> SearchInfo {
    let depth = book_move.depth.max(1);
    SearchInfo {
        depth,
        seldepth: depth,
        multipv: 1,
        score: Score::from_eval(from_centipawns(book_move.score)),
        bound: Bound::Exact,
        nodes: 0,
        time,
        hashfull: 0,
        pv: [Some(book_move.mv), book_move.reply].into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_book_of_the_game_stays() {
        let with_file = |game: &str, file: &str| {
            let options = Options::new(games::by_name(game).unwrap());
            Options { own_book: true, book_file: file.into(), ..options }
        };
        let mut book = OpeningBook::default();
        book.set_up(&with_file("cannonshogi", "")).unwrap();
        let error = book.set_up(&with_file("cannonshogi", "/none.db")).unwrap_err();
        assert!(error.ends_with("; the built-in book stays"), "{error}");
        let error = book.set_up(&with_file("shogi", "/none.db")).unwrap_err();
        assert!(!error.contains("stays"), "{error}");
    }
}
