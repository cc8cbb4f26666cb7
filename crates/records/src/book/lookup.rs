//! A book in memory: lookup by position, and the choice of a move.

use super::BookMove;
use super::read::{BookEntries, BookError};
use super::turn::{turned, turned_move};
use rules::{Move, Outcome, Position, Rules, SplitMix64};
use std::fmt;
use std::io::BufRead;

/// A book in memory. A position and a move take 16 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// The positions, sorted by key.
    positions: Vec<BookPosition>,
    moves: Vec<BookMove>,
    skipped: Option<SkippedLines>,
}

/// The invalid lines of a book, which were left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedLines {
    /// The number of lines, without the moves of invalid positions.
    pub count: usize,
    pub first: BookError,
}

impl fmt::Display for SkippedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "skipped an invalid line: {}", self.first),
            count => write!(f, "skipped {count} invalid lines, first {}", self.first),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct BookPosition {
    /// The hash key of the board, the hands and the side to move.
    key: u64,
    /// The index of the first move.
    first: u32,
    /// The number of moves.
    count: u32,
}

/// Which moves of a book are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceOptions {
    /// How many centipawns a move's score may be below the best.
    pub max_score_loss: i32,
    /// The last move of the game that may come from the book, counting both sides.
    pub max_move_number: u32,
}

impl Default for ChoiceOptions {
    fn default() -> Self {
        Self { max_score_loss: 30, max_move_number: u32::MAX }
    }
}

impl Book {
    /// Reads a book for a game without its invalid lines. A book that has
    /// invalid lines and no valid position is an error.
    pub fn read(input: impl BufRead, rules: &'static Rules) -> Result<Self, BookError> {
        let mut book = Self::default();
        let mut entries = BookEntries::new(input, rules);
        while let Some(entry) = entries.next() {
            match entry {
                Ok(entry) => {
                    book.positions.push(BookPosition {
                        key: entry.position.key(),
                        first: book.moves.len() as u32,
                        count: entry.moves.len() as u32,
                    });
                    book.moves.extend(entry.moves);
                }
                Err(error) if entries.has_failed() => return Err(error),
                Err(first) => {
                    book.skipped.get_or_insert(SkippedLines { count: 0, first }).count += 1;
                }
            }
        }
        if let Some(skipped) = book.skipped.take_if(|_| book.positions.is_empty()) {
            return Err(skipped.first);
        }
        book.positions.shrink_to_fit();
        book.moves.shrink_to_fit();
        // Stable: of several entries for a position, the first in the file comes first.
        book.positions.sort_by_key(|position| position.key);
        Ok(book)
    }

    /// Returns the number of positions in the book.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the invalid lines of the file, if it has any.
    pub fn skipped_lines(&self) -> Option<&SkippedLines> {
        self.skipped.as_ref()
    }

    /// Returns the moves of a position. If the book does not have it, they are those of the turned
    /// position, turned back.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let moves = self.moves_as_written(position);
        if !moves.is_empty() {
            return moves;
        }
        let Some(turned) = turned(position) else { return moves };
        let turn = |mv| turned_move(position.rules(), mv);
        let turn_back = |found: BookMove| BookMove {
            mv: turn(found.mv),
            reply: found.reply.map(turn),
            ..found
        };
        let found = self.moves_as_written(&turned).into_iter().map(turn_back);
        // The check limit may forbid a move here.
        found.filter(|found| position.validate_move(found.mv).is_ok()).collect()
    }

    /// Returns the moves that the file has for a position. If it has several entries for it, their moves
    /// are joined, and of a move that is in several of them the first counts.
    fn moves_as_written(&self, position: &Position) -> Vec<BookMove> {
        let key = position.key();
        let first = self.positions.partition_point(|entry| entry.key < key);
        let entries = self.positions[first..].iter().take_while(|entry| entry.key == key);
        let mut moves: Vec<BookMove> = Vec::new();
        for &BookPosition { first, count, .. } in entries {
            for book_move in &self.moves[first as usize..][..count as usize] {
                // A collision of hash keys could yield moves of another position.
                let is_legal = position.validate_move(book_move.mv).is_ok();
                if is_legal && moves.iter().all(|known| known.mv != book_move.mv) {
                    moves.push(*book_move);
                }
            }
        }
        moves
    }

    /// Chooses one of the good moves of a position at random. Each is equally likely: counts may be those of weak
    /// players. Only if all moves of the position have the same score, as in a book without scores, is the choice in
    /// proportion to the counts.
    ///
    /// `is_allowed` restricts the choice. A move that repeats a position of the game, or after which the
    /// opponent can win at once, is not chosen: then the search must decide.
    pub fn choose(
        &self,
        position: &Position,
        options: ChoiceOptions,
        is_allowed: &dyn Fn(Move) -> bool,
        random: &mut SplitMix64,
    ) -> Option<BookMove> {
        if position.move_number() > options.max_move_number {
            return None;
        }
        let mut moves = self.moves(position);
        let has_scores = moves.iter().any(|book_move| book_move.score != moves[0].score);
        moves.retain(|book_move| is_allowed(book_move.mv) && is_safe(position, book_move.mv));
        let best = moves.iter().map(|book_move| book_move.score).max()?;
        let least = best.saturating_sub(options.max_score_loss);
        moves.retain(|book_move| book_move.score >= least);
        let weight = |book_move: &BookMove| match has_scores {
            true => 1,
            false => u64::from(book_move.count.max(1)),
        };
        let total: u64 = moves.iter().map(weight).sum();
        let mut number = random.next_u64() % total;
        moves.into_iter().find(|book_move| {
            let is_chosen = number < weight(book_move);
            number = number.saturating_sub(weight(book_move));
            is_chosen
        })
    }
}

/// Returns whether a legal move neither repeats a position of the game nor lets the opponent win at once,
/// by the rules on repetition or otherwise.
fn is_safe(position: &Position, mv: Move) -> bool {
    let us = position.side();
    let mut after = position.clone();
    after.do_move(mv);
    if after.keys().filter(|&key| key == after.key()).count() > 1 {
        return false;
    }
    let is_lost = |position: &Position| position.outcome().winner(position.side()) == Some(!us);
    if after.outcome() != Outcome::Ongoing {
        return !is_lost(&after);
    }
    after.legal_moves().into_iter().all(|reply| {
        after.do_move(reply);
        let is_lost = is_lost(&after);
        after.undo_move();
        !is_lost
    })
}
