//! Reads the tables in `data/`. All functions panic if a file is missing or a line is malformed.
//!
//! - `perft/<game>.tsv`: perft counts, for every game
//! - `positions/<game>.tsv`: rare positions with perft counts
//! - `histories.tsv`: games whose outcome or legal moves depend on their history
//! - `movements.tsv`: diagrams of movements
//! - `illegal_moves.tsv`: illegal moves and why they are
//! - `impasse_claims.tsv`: what the side to move may claim at an impasse
//! - `position_errors.tsv`: the messages about wrong and illegal positions
//! - `mates.tsv`: the lengths of mates by consecutive checks
//! - `game_mates.tsv`: positions from games, with long mates by consecutive checks
//! - `tactics.tsv`: positions with one best move
//!
//! Columns are separated by tabs, and described in each file's first line. Lines that start with `#` are
//! comments.

use rules::{Position, Rules};
use std::fs;
use std::path::PathBuf;

/// The games that must have rows in `mates.tsv` and `tactics.tsv`. Other games may have some.
pub const FULLY_COVERED_GAMES: &[&str] =
    &["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];

/// A position reached by moves, with its perft counts.
#[derive(Clone, Debug)]
pub struct PerftRow {
    /// SFEN before the moves.
    pub sfen: String,
    /// Moves in USI text, separated by spaces; often none.
    pub moves: String,
    /// Leaves at depths 1, 2 and so on after the moves.
    pub counts: Vec<u64>,
}

/// A game whose outcome or legal moves depend on its history.
#[derive(Clone, Debug)]
pub struct HistoryRow {
    pub game: String,
    /// SFEN before the moves.
    pub sfen: String,
    /// Moves in USI text, separated by spaces.
    pub moves: String,
    /// Outcome after the moves, as [`outcome_name`](crate::differential::outcome_name) writes it.
    pub outcome: String,
    /// Number of legal moves after the moves.
    pub legal_moves: u64,
    pub description: String,
}

/// A position and the length of its shortest mate by consecutive checks.
#[derive(Clone, Debug)]
pub struct MateRow {
    pub game: String,
    pub position: Position,
    /// Plies to mate; `None` if there is no mate.
    pub plies: Option<usize>,
}

/// A position with one best move.
#[derive(Clone, Debug)]
pub struct TacticRow {
    pub game: String,
    pub position: Position,
    /// In USI text.
    pub best_move: String,
    /// `mate in N: ...` if the move starts a mate by consecutive checks in N plies, else the scores of
    /// the best and the second-best move.
    pub description: String,
}

/// Returns the perft rows of a game. They have no moves.
pub fn perft(game: &str) -> Vec<PerftRow> {
    let row = |[sfen, counts]: [String; 2]| PerftRow {
        sfen,
        moves: String::new(),
        counts: numbers(&counts),
    };
    rows(&format!("perft/{game}.tsv")).map(row).collect()
}

/// Returns the positions of a game's perft rows.
pub fn perft_positions(rules: &'static Rules) -> Vec<Position> {
    perft(rules.name()).iter().map(|row| position(rules.name(), &row.sfen)).collect()
}

/// Returns the rare positions of a game; none if it has no file.
pub fn positions(game: &str) -> Vec<PerftRow> {
    if !games_in("positions").iter().any(|found| found == game) {
        return Vec::new();
    }
    let row = |[sfen, moves, counts, _themes]: [String; 4]| PerftRow {
        sfen,
        moves: dash_as_empty(moves),
        counts: numbers(&counts),
    };
    rows(&format!("positions/{game}.tsv")).map(row).collect()
}

pub fn histories() -> Vec<HistoryRow> {
    let row = |[game, sfen, moves, outcome, legal_moves, description]: [String; 6]| HistoryRow {
        game,
        sfen,
        moves: dash_as_empty(moves),
        outcome,
        legal_moves: numbers(&legal_moves)[0],
        description,
    };
    rows("histories.tsv").map(row).collect()
}

pub fn mates() -> Vec<MateRow> {
    let plies = |text: &str| (text != "none").then(|| numbers(text)[0] as usize);
    let row = |[game, sfen, shortest, _description]: [String; 4]| MateRow {
        position: position(&game, &sfen),
        game,
        plies: plies(&shortest),
    };
    rows("mates.tsv").map(row).collect()
}

/// Returns the positions of `game_mates.tsv`, in which the side to move has a long mate.
pub fn game_mates() -> Vec<Position> {
    rows("game_mates.tsv").map(|[game, sfen]| position(&game, &sfen)).collect()
}

pub fn tactics() -> Vec<TacticRow> {
    let row = |[game, sfen, best_move, description]: [String; 4]| TacticRow {
        position: position(&game, &sfen),
        game,
        best_move,
        description,
    };
    rows("tactics.tsv").map(row).collect()
}

/// Returns the games that have a file in a folder of `data/`, sorted.
pub fn games_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(path(folder)).expect("a folder of data/");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("a readable folder").file_name().into_string();
        let name = name.expect("a UTF-8 name");
        name.strip_suffix(".tsv").expect("only .tsv files").to_owned()
    };
    let mut games: Vec<String> = entries.map(name).collect();
    games.sort();
    games
}

/// Returns the rows of a table as text.
pub fn rows<const COLUMNS: usize>(file: &str) -> impl Iterator<Item = [String; COLUMNS]> {
    let text = fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let row = |(number, line): (usize, &str)| -> [String; COLUMNS] {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("{file}:{number}: {cells:?}"))
    };
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    lines.map(row).collect::<Vec<_>>().into_iter()
}

fn path(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", file].iter().collect()
}

fn position(game: &str, sfen: &str) -> Position {
    let rules = games::by_name(game).unwrap_or_else(|| panic!("unknown game {game}"));
    Position::from_sfen(rules, sfen).unwrap_or_else(|error| panic!("{game}: {sfen}: {error}"))
}

fn numbers(text: &str) -> Vec<u64> {
    let parse = |token: &str| token.parse().unwrap_or_else(|_| panic!("not a number: '{token}'"));
    text.split(' ').map(parse).collect()
}

fn dash_as_empty(text: String) -> String {
    if text == "-" { String::new() } else { text }
}
