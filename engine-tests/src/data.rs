//! The tables under `data/`, read.
//!
//! A game has its perft counts in `data/perft/<game>.tsv` and may have rarer positions in
//! `data/positions/<game>.tsv`; `data/histories.tsv` has games that end by their history and
//! `data/mates.tsv` mates by checks alone; `data/tactics.tsv` has positions with one best move.

use std::fs;
use std::path::PathBuf;

/// A position and how many leaves its tree of legal moves has at depths 1, 2 and so on.
#[derive(Clone, Debug)]
pub struct PerftRow {
    pub position: String,
    pub counts: Vec<u64>,
}

/// A position reached by moves from a set-up, its counts, and what can be seen in it.
#[derive(Clone, Debug)]
pub struct PositionRow {
    pub position: String,
    /// Moves from it, separated by blanks; often none.
    pub moves: String,
    pub counts: Vec<u64>,
    /// Names from [`tags`](crate::tags).
    pub tags: Vec<String>,
}

/// A game with a history, and how it stands after its last move.
#[derive(Clone, Debug)]
pub struct HistoryRow {
    pub game: String,
    pub position: String,
    pub moves: String,
    pub outcome: String,
    pub legal: u64,
    pub note: String,
}

/// A position, and in how many plies its side to move mates by checks alone at the quickest.
#[derive(Clone, Debug)]
pub struct MateRow {
    pub game: String,
    pub position: String,
    pub plies: Option<usize>,
    pub note: String,
}

/// A position with one move that is clearly best.
#[derive(Clone, Debug)]
pub struct TacticRow {
    pub game: String,
    pub position: String,
    pub best: String,
    /// `mate in N: ...`, in plies and with checks alone, or what the move gains.
    pub about: String,
}

/// The perft rows of a game.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn perft(game: &str) -> Vec<PerftRow> {
    let file = format!("perft/{game}.tsv");
    let rows = rows::<2>(&file)
        .map(|[position, counts]| PerftRow { position, counts: numbers(&file, &counts) });
    rows.collect()
}

/// The rarer positions of a game; none if it has no file.
///
/// # Panics
/// If a line is malformed.
pub fn positions(game: &str) -> Vec<PositionRow> {
    if !games_in("positions").iter().any(|found| found == game) {
        return Vec::new();
    }
    let file = format!("positions/{game}.tsv");
    let rows = rows::<4>(&file).map(|[position, moves, counts, tags]| PositionRow {
        position,
        moves: moves_or_none(&moves),
        counts: numbers(&file, &counts),
        tags: tags.split(' ').map(str::to_owned).collect(),
    });
    rows.collect()
}

/// The games with a history.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn histories() -> Vec<HistoryRow> {
    let file = "histories.tsv";
    let rows = rows::<6>(file).map(|[game, position, moves, outcome, legal, note]| HistoryRow {
        game,
        position,
        moves: moves_or_none(&moves),
        outcome,
        legal: numbers(file, &legal)[0],
        note,
    });
    rows.collect()
}

/// The mates by checks alone, and positions without one.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn mates() -> Vec<MateRow> {
    let file = "mates.tsv";
    let plies = |text: &str| (text != "none").then(|| numbers(file, text)[0] as usize);
    let rows = rows::<4>(file).map(|[game, position, quickest, note]| MateRow {
        game,
        position,
        plies: plies(&quickest),
        note,
    });
    rows.collect()
}

/// The positions with one best move.
///
/// # Panics
/// If the file is missing or a line is malformed.
pub fn tactics() -> Vec<TacticRow> {
    let rows = rows::<4>("tactics.tsv").map(|[game, position, best, about]| TacticRow {
        game,
        position,
        best,
        about,
    });
    rows.collect()
}

/// The games for which there must be mates and positions with one best move. A new game works
/// without, and joins when it has them.
pub const FULLY_COVERED_GAMES: [&str; 6] =
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];

/// The games that have a file in a folder of `data/`, sorted.
///
/// # Panics
/// If the folder is missing or holds something else.
pub fn games_in(folder: &str) -> Vec<String> {
    let path = path(folder);
    let entries = fs::read_dir(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        name.strip_suffix(".tsv").map(str::to_owned)
    };
    let mut games: Vec<String> = entries
        .map(|entry| name(entry).unwrap_or_else(|| panic!("not only .tsv in {folder}/")))
        .collect();
    games.sort();
    games
}

/// The rows of a file, divided at tabs; lines that start with `#` say what the columns are.
fn rows<const COLUMNS: usize>(file: &str) -> impl Iterator<Item = [String; COLUMNS]> {
    let path = path(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let rows: Vec<_> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| {
            let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            let found = cells.len();
            cells.try_into().unwrap_or_else(|_| panic!("{file}:{number}: {found} columns"))
        })
        .collect();
    rows.into_iter()
}

fn path(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", file].iter().collect()
}

fn numbers(file: &str, text: &str) -> Vec<u64> {
    let number =
        |word: &str| word.parse().unwrap_or_else(|_| panic!("{file}: '{word}' is no number"));
    text.split(' ').map(number).collect()
}

fn moves_or_none(text: &str) -> String {
    if text == "-" { String::new() } else { text.to_owned() }
}
