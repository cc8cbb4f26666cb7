//! Files with games: those that were read, and those that are saved.

use crate::command_error::CommandError;
use crate::messages::{FileView, GameId, GameSummary, Headers, Reply, SaveWarning};
use data_encoding::BASE64;
use records::{Format, GameRecord, Hints, Omission, tags, without_gz};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// The most games of a file.
pub const MAX_GAMES: usize = 2_000;
/// The longest name of a file without its extension, in characters.
const MAX_NAME: usize = 100;

/// A file that was read, of which one game is on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameFile {
    /// The name, empty for a text that was pasted.
    name: String,
    games: Vec<FileGame>,
    /// The index of the game on the board. Its text lacks the latest changes.
    shown: usize,
}

/// A game of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct FileGame {
    summary: GameSummary,
    pgn: String,
    /// Identifies the game in the list of recent games, once it is there.
    #[serde(default)]
    id: Option<GameId>,
}

impl FileGame {
    fn new(record: &GameRecord) -> Self {
        let summary = GameSummary {
            variant: record.rules().name().into(),
            headers: Headers::from(&record.tags),
            moves: record.moves().count(),
            end: record.end().map(Into::into),
        };
        let pgn = records::write(record, Format::Pgn).expect("PGN represents every game");
        Self { summary, pgn, id: None }
    }
}

impl GameFile {
    /// Creates a file whose first game is on the board.
    pub fn new(name: String, games: &[GameRecord]) -> Result<Self, CommandError> {
        if games.len() > MAX_GAMES {
            return Err(CommandError::TooManyGames { found: games.len(), max: MAX_GAMES });
        }
        Ok(Self { name, games: games.iter().map(FileGame::new).collect(), shown: 0 })
    }

    /// Returns the number of bytes of the games.
    pub fn size(&self) -> usize {
        self.games.iter().map(|game| game.pgn.len()).sum()
    }

    pub fn has_several_games(&self) -> bool {
        self.games.len() > 1
    }

    /// Returns the name of the game and the text of a game.
    pub fn game(&self, index: usize) -> Result<(&str, &str), CommandError> {
        let game = self.games.get(index).ok_or(CommandError::NoSuchGame(index))?;
        Ok((&game.summary.variant, &game.pgn))
    }

    /// Returns whether a game is the one on the board.
    pub fn is_shown(&self, index: usize) -> bool {
        self.shown == index
    }

    /// Returns whether a game is among the recent games, where it may have got more moves than a text may have.
    pub fn is_kept(&self, index: usize) -> bool {
        self.games.get(index).is_some_and(|game| game.id.is_some())
    }

    /// Stores the game on the board, with its number among the recent games, and takes another one in its place.
    /// Returns the index of the one that was on the board.
    pub fn replace_shown(
        &mut self,
        record: &GameRecord,
        id: Option<GameId>,
        index: usize,
    ) -> usize {
        if let Some(game) = self.games.get_mut(self.shown) {
            *game = FileGame { id, ..FileGame::new(record) };
        }
        std::mem::replace(&mut self.shown, index)
    }

    /// Returns the number of the game on the board among the recent games, if it was among them when it was last on
    /// the board.
    pub fn shown_id(&self) -> Option<GameId> {
        self.games.get(self.shown)?.id
    }

    /// Keeps the number of a game among the recent games.
    pub fn set_id(&mut self, index: usize, id: GameId) {
        if let Some(game) = self.games.get_mut(index) {
            game.id = Some(id);
        }
    }

    pub fn view(&self) -> FileView {
        let games = self.games.iter().map(|game| game.summary.clone()).collect();
        FileView { name: self.name.clone(), shown: self.shown, games }
    }

    /// Returns all games, with `record` as the one on the board.
    fn records(&self, record: GameRecord) -> Result<Vec<GameRecord>, CommandError> {
        let mut records = Vec::with_capacity(self.games.len());
        for game in &self.games {
            let hints = Hints { format: Some(Format::Pgn), ..Hints::default() };
            records.append(&mut records::read_text(&game.pgn, &hints)?);
        }
        if let Some(shown) = records.get_mut(self.shown) {
            *shown = record;
        }
        Ok(records)
    }
}

/// Returns the format of a file by the extension of its name.
pub fn format_of(extension: &str) -> Result<Format, CommandError> {
    let error = || CommandError::Invalid(format!("unknown extension '{extension}'"));
    Format::of_path(Path::new(&format!("game.{extension}"))).ok_or_else(error)
}

/// Writes the game on the board, or all games of its file, to a file with an extension.
pub fn save(
    record: GameRecord,
    file: Option<&GameFile>,
    all: bool,
    extension: &str,
) -> Result<Reply, CommandError> {
    let format = format_of(extension)?;
    let file = file.filter(|file| all || !file.has_several_games());
    let path = file.map(|file| without_gz(Path::new(&file.name)));
    let stem = path.as_ref().and_then(|path| path.file_stem()?.to_str());
    let name = file_name(stem, &record);
    let records = match file {
        Some(file) => file.records(record)?,
        None => vec![record],
    };
    let text = records::write_all(&records, format)?;
    let (bytes, error) = format.encode(text, Path::new(&format!("game.{extension}")));
    // By this extension other programs know that the file is in UTF-8.
    let utf8 = if error.is_some() { "u" } else { "" };
    let warning = error.map(SaveWarning::Characters);
    Ok(Reply::File {
        name: format!("{name}.{extension}{utf8}"),
        content: BASE64.encode(&bytes),
        warning: warning.or_else(|| {
            let lost = records.iter().flat_map(|record| format.omissions(record));
            let lost = BTreeSet::<Omission>::from_iter(lost);
            (!lost.is_empty()).then_some(SaveWarning::Omitted(lost))
        }),
    })
}

/// Returns the name of a file without its extension: that of the file that was read, or one that says which game it is.
fn file_name(stem: Option<&str>, record: &GameRecord) -> String {
    let name = stem.filter(|stem| !stem.is_empty()).map_or_else(|| describe(record), str::to_owned);
    let is_reserved = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let name: String = name.replace(is_reserved, "-").chars().take(MAX_NAME).collect();
    match name.trim_matches([' ', '.']) {
        "" => record.rules().name().into(),
        name => name.to_owned(),
    }
}

/// Describes a game in one line: `2026-01-02 Alice - Bob`.
fn describe(record: &GameRecord) -> String {
    let known = |key| record.tags.get(key).filter(|value| !value.is_empty());
    let names: Vec<&str> = [tags::BLACK, tags::WHITE].into_iter().filter_map(known).collect();
    let players = if names.is_empty() { record.rules().name().into() } else { names.join(" - ") };
    match known(tags::DATE).and_then(|date| date.split_whitespace().next()) {
        Some(day) => format!("{} {players}", day.replace(['/', '.'], "-")),
        None => players,
    }
}

/// Decodes the content of a file that a page has sent.
pub fn decode(content: &str) -> Result<String, CommandError> {
    let bytes = BASE64.decode(content.as_bytes());
    let bytes = bytes.map_err(|error| CommandError::Invalid(error.to_string()))?;
    Ok(records::decode(&bytes)?)
}
