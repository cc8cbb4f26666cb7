//! Puzzles as PyChess imports them.

use super::puzzle::{Puzzle, PuzzleKind};
use platform::{FNV_START, fnv1a};
use rules::Rules;
use serde::Serialize;
use std::collections::HashSet;

/// The games of PyChess among the built-in ones.
const GAMES: [&str; 2] = ["cannonshogi", "shogi"];

/// A puzzle as a document of PyChess's database, with the names of its fields there. `import_puzzles.py` of the site
/// reads a document per line.
#[derive(Serialize, Debug)]
pub struct PychessPuzzle {
    /// Five letters, digits or underscores.
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "v")]
    variant: &'static str,
    #[serde(rename = "f")]
    fen: String,
    /// The moves in UCI, from the first of the side to solve the puzzle to its last.
    #[serde(rename = "m")]
    moves: String,
    #[serde(rename = "t")]
    kind: PuzzleKind,
    /// `#2` for a mate in two moves, from which the site takes the first rating; empty if it is unknown.
    #[serde(rename = "e")]
    evaluation: String,
    /// The address of the source.
    #[serde(rename = "s")]
    site: &'static str,
    /// Without it, the site skips the puzzle.
    uploaded_by: &'static str,
}

/// Makes puzzles for PyChess, of which no two have the same id.
#[derive(Debug)]
pub struct PychessPuzzles {
    site: &'static str,
    ids: HashSet<String>,
}

impl PychessPuzzles {
    /// Starts a set of puzzles, given the address of their source.
    pub fn new(site: &'static str) -> Self {
        Self { site, ids: HashSet::new() }
    }

    /// Returns an error if PyChess does not have a game.
    pub fn check(rules: &Rules) -> Result<(), String> {
        let name = rules.name();
        // A game from a file may be one of PyChess's.
        let is_known = games::source(name).is_none() || GAMES.contains(&name);
        if is_known { Ok(()) } else { Err(format!("PyChess does not have the game {name}")) }
    }

    /// Returns the document of a puzzle, or an error if PyChess does not have the game.
    pub fn document(&mut self, puzzle: &Puzzle) -> Result<PychessPuzzle, String> {
        let rules = puzzle.position.rules();
        Self::check(rules)?;
        let variant = rules.name();
        let fen = puzzle.position.fen().to_string();
        let moves: Vec<_> = puzzle.line.iter().map(|&mv| rules.uci(mv).to_string()).collect();
        let moves = moves.join(",");
        let evaluation = match puzzle.kind {
            PuzzleKind::Mate => format!("#{}", puzzle.line.len().div_ceil(2)),
            PuzzleKind::Win => String::new(),
        };
        Ok(PychessPuzzle {
            id: self.unused_id(&format!("{variant} {fen} {moves}")),
            variant,
            fen,
            moves,
            kind: puzzle.kind,
            evaluation,
            site: self.site,
            uploaded_by: "Ozutsu",
        })
    }

    /// Returns an id that depends on a text. It begins with an underscore, which the site's own ids never have, because
    /// an import replaces the puzzle with the same id.
    fn unused_id(&mut self, text: &str) -> String {
        const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let mut hash = fnv1a(FNV_START, text.as_bytes());
        loop {
            let digit = |place: u32| {
                let index = hash / (DIGITS.len() as u64).pow(place) % DIGITS.len() as u64;
                char::from(DIGITS[index as usize])
            };
            let id: String = std::iter::once('_').chain((0..4).map(digit)).collect();
            if self.ids.insert(id.clone()) {
                return id;
            }
            hash = hash.wrapping_add(1);
        }
    }
}
