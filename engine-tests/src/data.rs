//! Reads the tables in `data/`.
//!
//! - `perft/<game>.tsv`: perft counts, for every game
//! - `positions/<game>.tsv`: rare positions with perft counts and [themes](crate::themes)
//! - `histories.tsv`: games whose outcome or legal moves depend on their history
//! - `mates.tsv`: the lengths of mates by consecutive checks
//! - `game_mates.tsv`: positions from games, with long mates by consecutive checks
//! - `tactics.tsv`: positions with one best move
//!
//! Columns are separated by tabs. Lines that start with `#` are comments.

use std::fs;
use std::path::PathBuf;

/// The games that must have rows in `mates.tsv` and `tactics.tsv`. Other games may have some.
pub const FULLY_COVERED_GAMES: [&str; 6] =
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];

/// A position and its perft counts.
#[derive(Clone, Debug)]
pub struct PerftRow {
    /// SFEN.
    pub position: String,
    /// Leaves at depths 1, 2 and so on.
    pub counts: Vec<u64>,
}

/// A position reached by moves, with its perft counts and themes.
#[derive(Clone, Debug)]
pub struct PositionRow {
    /// SFEN before the moves.
    pub position: String,
    /// Moves in USI text, separated by spaces; often none.
    pub moves: String,
    /// Leaves at depths 1, 2 and so on after the moves.
    pub counts: Vec<u64>,
    /// Names of [themes](crate::themes).
    pub themes: Vec<String>,
}

/// A game whose outcome or legal moves depend on its history.
#[derive(Clone, Debug)]
pub struct HistoryRow {
    pub game: String,
    /// SFEN before the moves.
    pub position: String,
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
    /// SFEN.
    pub position: String,
    /// Plies to mate; `None` if there is no mate.
    pub plies: Option<usize>,
    pub description: String,
}

/// A position from a game in which the side to move has a long mate by consecutive checks.
#[derive(Clone, Debug)]
pub struct GameMateRow {
    pub game: String,
    /// SFEN.
    pub position: String,
}

/// A position with one best move.
#[derive(Clone, Debug)]
pub struct TacticRow {
    pub game: String,
    /// SFEN.
    pub position: String,
    /// In USI text.
    pub best_move: String,
    /// `mate in N: ...` if the move starts a mate by consecutive checks in N plies, else the scores of
    /// the best and the second-best move.
    pub description: String,
}

/// Returns the perft rows of a game.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn perft(game: &str) -> Vec<PerftRow> {
    let file = format!("perft/{game}.tsv");
    let rows = read_rows::<2>(&file)
        .map(|[position, counts]| PerftRow { position, counts: parse_numbers(&file, &counts) });
    rows.collect()
}

/// Returns the rare positions of a game; none if it has no file.
///
/// # Panics
/// If a line is malformed.
pub fn positions(game: &str) -> Vec<PositionRow> {
    if !games_in("positions").iter().any(|found| found == game) {
        return Vec::new();
    }
    let file = format!("positions/{game}.tsv");
    let rows = read_rows::<4>(&file).map(|[position, moves, counts, themes]| PositionRow {
        position,
        moves: dash_as_empty(&moves),
        counts: parse_numbers(&file, &counts),
        themes: themes.split(' ').map(str::to_owned).collect(),
    });
    rows.collect()
}

/// Returns the rows of `histories.tsv`.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn histories() -> Vec<HistoryRow> {
    let file = "histories.tsv";
    let rows =
        read_rows::<6>(file).map(|[game, position, moves, outcome, legal_moves, description]| {
            HistoryRow {
                game,
                position,
                moves: dash_as_empty(&moves),
                outcome,
                legal_moves: parse_numbers(file, &legal_moves)[0],
                description,
            }
        });
    rows.collect()
}

/// Returns the rows of `mates.tsv`.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn mates() -> Vec<MateRow> {
    let file = "mates.tsv";
    let plies = |text: &str| (text != "none").then(|| parse_numbers(file, text)[0] as usize);
    let rows = read_rows::<4>(file).map(|[game, position, shortest, description]| MateRow {
        game,
        position,
        plies: plies(&shortest),
        description,
    });
    rows.collect()
}

/// Returns the rows of `game_mates.tsv`.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn game_mates() -> Vec<GameMateRow> {
    let rows = read_rows::<2>("game_mates.tsv");
    rows.map(|[game, position]| GameMateRow { game, position }).collect()
}

/// Returns the rows of `tactics.tsv`.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn tactics() -> Vec<TacticRow> {
    let rows = read_rows::<4>("tactics.tsv").map(|[game, position, best_move, description]| {
        TacticRow { game, position, best_move, description }
    });
    rows.collect()
}

/// Returns the games that have a file in a folder of `data/`, sorted.
///
/// # Panics
/// If the folder is missing or contains anything but `.tsv` files.
pub fn games_in(folder: &str) -> Vec<String> {
    let path = path(folder);
    let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let game = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        name.strip_suffix(".tsv").map(str::to_owned)
    };
    let mut games: Vec<String> = entries
        .map(|entry| game(entry).unwrap_or_else(|| panic!("{folder}/ must hold only .tsv files")))
        .collect();
    games.sort();
    games
}

fn read_rows<const COLUMNS: usize>(file: &str) -> impl Iterator<Item = [String; COLUMNS]> {
    let path = path(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<_> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| {
            let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            let found = cells.len();
            cells
                .try_into()
                .unwrap_or_else(|_| panic!("{file}:{number}: {found} columns, expected {COLUMNS}"))
        })
        .collect();
    rows.into_iter()
}

fn path(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", file].iter().collect()
}

fn parse_numbers(file: &str, text: &str) -> Vec<u64> {
    let parse =
        |token: &str| token.parse().unwrap_or_else(|_| panic!("{file}: not a number: '{token}'"));
    text.split(' ').map(parse).collect()
}

fn dash_as_empty(text: &str) -> String {
    if text == "-" { String::new() } else { text.to_owned() }
}
