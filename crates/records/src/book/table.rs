//! A book that grows, to be written.

use super::BookMove;
use super::read::{BookEntries, BookError, HEADER, VARIANT};
use rules::{Position, Rules};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// A book that grows. It is written in the order of its positions as text, in which other programs search
/// large books.
#[derive(Clone, Debug)]
pub struct BookTable {
    rules: &'static Rules,
    /// The positions by SFEN without move number.
    positions: BTreeMap<String, TableEntry>,
}

#[derive(Clone, Debug)]
struct TableEntry {
    /// The lowest move number with which the position was added.
    move_number: u32,
    moves: Vec<BookMove>,
}

impl BookTable {
    /// Creates an empty book.
    pub fn new(rules: &'static Rules) -> Self {
        Self { rules, positions: BTreeMap::new() }
    }

    /// Adds all positions of a book, up to the first invalid line.
    pub fn read(&mut self, input: impl BufRead) -> Result<(), BookError> {
        for entry in BookEntries::new(input, self.rules) {
            let entry = entry?;
            self.add(&entry.position, &entry.moves);
        }
        Ok(())
    }

    /// Adds moves to a position. Where a move is known, the counts are added, and the reply and score of
    /// the deeper search remain.
    pub fn add(&mut self, position: &Position, moves: &[BookMove]) {
        let move_number = position.move_number();
        let entry = self.positions.entry(position.sfen_without_number().to_string());
        let entry = entry.or_insert(TableEntry { move_number, moves: Vec::new() });
        entry.move_number = entry.move_number.min(move_number);
        for &new in moves {
            match entry.moves.iter_mut().find(|known| known.mv == new.mv) {
                None => entry.moves.push(new),
                Some(known) => {
                    let count = known.count.saturating_add(new.count);
                    let deeper = if new.depth > known.depth { new } else { *known };
                    *known = BookMove { count, ..deeper };
                }
            }
        }
    }

    /// Returns the moves of a position.
    pub fn moves(&self, position: &Position) -> Option<&[BookMove]> {
        let entry = self.positions.get(&position.sfen_without_number().to_string());
        entry.map(|entry| &entry.moves[..])
    }

    /// Returns the positions as SFEN, with their moves.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (String, &[BookMove])> {
        let sfen = |(text, entry): (&String, &TableEntry)| format!("{text} {}", entry.move_number);
        self.positions.iter().map(move |position| (sfen(position), &position.1.moves[..]))
    }

    /// Writes the book. The moves of a position are sorted by count and score; positions without moves are
    /// left out.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let rules = self.rules;
        writeln!(out, "{HEADER}\n{VARIANT}{}", rules.name())?;
        for (sfen, moves) in self.iter().filter(|(_, moves)| !moves.is_empty()) {
            writeln!(out, "sfen {sfen}")?;
            let mut moves = moves.to_vec();
            moves.sort_by_key(|book_move| (Reverse(book_move.count), Reverse(book_move.score)));
            for BookMove { mv, reply, score, depth, count } in moves {
                write!(out, "{} ", rules.usi(mv))?;
                match reply {
                    Some(reply) => write!(out, "{}", rules.usi(reply))?,
                    None => out.write_all(b"none")?,
                }
                writeln!(out, " {score} {depth} {count}")?;
            }
        }
        Ok(())
    }
}
