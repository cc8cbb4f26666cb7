//! Self-play files, as text or packed.

use super::packed::{self, MAGIC};
use super::{ParseGameError, ScoredGame};
use platform::files::{AppendFile, LockError};
use rules::Rules;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The format of a self-play file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One game per line.
    Text,
    /// Four bytes per move.
    Packed,
}

impl Format {
    /// Returns the format for a new file: text if its name ends with `.txt`.
    pub fn for_name(path: &Path) -> Self {
        if path.extension().is_some_and(|ending| ending == "txt") {
            Self::Text
        } else {
            Self::Packed
        }
    }
}

impl ScoredGame {
    /// Appends the game in a format to `bytes`.
    pub fn write(&self, format: Format, bytes: &mut Vec<u8>) {
        match format {
            Format::Text => bytes.extend(format!("{self}\n").into_bytes()),
            Format::Packed => self.pack(bytes),
        }
    }
}

/// Why a self-play file cannot be read or continued.
#[derive(Debug, Error)]
pub enum GameFileError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    /// Text files number lines, packed files games.
    #[error("{}, {} {number}: {source}", path.display(), if *is_text { "line" } else { "game" })]
    Game { path: PathBuf, is_text: bool, number: usize, source: ParseGameError },
    #[error("{}: not a self-play file of {game}; choose another file", path.display())]
    OtherContent { path: PathBuf, game: &'static str },
    #[error(transparent)]
    Locked(#[from] LockError),
    /// A thread cannot be started, or has no memory.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// A game as it is stored in a file.
#[derive(Clone, Debug)]
pub struct RawGame<'a> {
    pub path: &'a Path,
    /// Number of its line in a text file, or of the game in a packed file, counted from 1.
    number: usize,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Line(String),
    Packed(&'static Rules, Vec<u8>),
}

impl RawGame<'_> {
    /// Parses the game and checks that its moves are legal.
    pub fn parse(&self) -> Result<ScoredGame, GameFileError> {
        self.parse_with(ScoredGame::parse)
    }

    /// As [`parse`](Self::parse), but also reads a line of the log of a match, which has no scores.
    pub fn parse_unscored(&self) -> Result<ScoredGame, GameFileError> {
        self.parse_with(|line| match line.split('\t').count() {
            6 => ScoredGame::parse_match(line),
            _ => ScoredGame::parse(line),
        })
    }

    fn parse_with(
        &self,
        parse_line: impl Fn(&str) -> Result<ScoredGame, ParseGameError>,
    ) -> Result<ScoredGame, GameFileError> {
        let game = match &self.content {
            Content::Line(line) => parse_line(line),
            Content::Packed(rules, bytes) => ScoredGame::unpack(rules, bytes),
        };
        game.map_err(|source| self.error(source))
    }

    /// Returns an error that names the place of the game.
    pub fn error(&self, source: ParseGameError) -> GameFileError {
        let (path, number) = (self.path.into(), self.number);
        let is_text = matches!(self.content, Content::Line(_));
        GameFileError::Game { path, is_text, number, source }
    }
}

/// Reads the games of files in order, without parsing them.
pub fn raw_games(paths: &[PathBuf]) -> impl Iterator<Item = Result<RawGame<'_>, GameFileError>> {
    paths.iter().flat_map(|path| {
        let (readers, error) = match SelfPlayReader::open(path) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        readers.into_iter().flatten().chain(error)
    })
}

/// Reads the games of a file in order. Ignores an incomplete last game, which a killed run leaves behind.
#[derive(Debug)]
pub struct SelfPlayReader<'a> {
    path: &'a Path,
    file: BufReader<File>,
    /// The game of a packed file.
    packed: Option<&'static Rules>,
    /// Games read.
    games: usize,
    /// Bytes of the header and the games read.
    length: u64,
}

impl<'a> SelfPlayReader<'a> {
    pub fn open(path: &'a Path) -> Result<Self, GameFileError> {
        let file = File::open(path).map_err(|source| io_error(path, source))?;
        let file = BufReader::with_capacity(1 << 16, file);
        let mut reader = Self { path, file, packed: None, games: 0, length: 0 };
        let start = reader.file.fill_buf().map_err(|source| io_error(path, source))?;
        if start.starts_with(MAGIC.as_bytes()) {
            let line = reader.read_line()?;
            let rules = line.as_deref().map_or(Err(ParseGameError::Header), packed::parse_header);
            reader.packed = Some(rules.map_err(|source| reader.error(source))?);
        }
        Ok(reader)
    }

    /// Reads a line. Returns `None` if there is no complete one.
    fn read_line(&mut self) -> Result<Option<String>, GameFileError> {
        let mut line = Vec::new();
        let read = self.file.read_until(b'\n', &mut line);
        self.length += read.map_err(|source| io_error(self.path, source))? as u64;
        if line.pop() != Some(b'\n') {
            return Ok(None);
        }
        let line = String::from_utf8(line).map_err(|_| self.error(ParseGameError::Damaged))?;
        Ok(Some(line))
    }

    fn next_game(&mut self) -> Result<Option<RawGame<'a>>, GameFileError> {
        let before = self.length;
        let content = match self.packed {
            None => self.read_line()?.map(Content::Line),
            Some(rules) => self.read_packed()?.map(|bytes| Content::Packed(rules, bytes)),
        };
        match &content {
            Some(_) => self.games += 1,
            None => self.length = before,
        }
        Ok(content.map(|content| RawGame { path: self.path, number: self.games, content }))
    }

    fn read_packed(&mut self) -> Result<Option<Vec<u8>>, GameFileError> {
        let mut bytes = Vec::new();
        self.read_up_to(4, &mut bytes)?;
        let Some(length) = packed::game_length(&bytes) else { return Ok(None) };
        let length = length.map_err(|source| self.error(source))?;
        self.read_up_to(length, &mut bytes)?;
        self.length += bytes.len() as u64;
        if bytes.len() < length {
            return Ok(None);
        }
        if packed::is_intact(&bytes) {
            Ok(Some(bytes))
        } else {
            Err(self.error(ParseGameError::Damaged))
        }
    }

    /// Extends `bytes` to this length, or by the rest of the file.
    fn read_up_to(&mut self, length: usize, bytes: &mut Vec<u8>) -> Result<(), GameFileError> {
        let missing = (length - bytes.len()) as u64;
        let read = self.file.by_ref().take(missing).read_to_end(bytes);
        read.map(|_| ()).map_err(|source| io_error(self.path, source))
    }

    /// Returns an error in the game after the last one read.
    fn error(&self, source: ParseGameError) -> GameFileError {
        let (path, is_text) = (self.path.into(), self.packed.is_none());
        GameFileError::Game { path, is_text, number: self.games + 1, source }
    }
}

impl<'a> Iterator for SelfPlayReader<'a> {
    type Item = Result<RawGame<'a>, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

/// A self-play file to which games are appended.
#[derive(Debug)]
pub struct SelfPlayWriter {
    file: AppendFile,
    format: Format,
    /// Games in the file.
    games: u64,
}

impl SelfPlayWriter {
    /// Opens or creates the file of a game. Removes an incomplete last game. Refuses a file that does not
    /// begin with a game of the same variant.
    pub fn open(path: &Path, rules: &'static Rules) -> Result<Self, GameFileError> {
        let mut file = AppendFile::lock(path)?;
        let in_file = |source| io_error(path, source);
        let (header, first_field) = (packed::packed_header(rules), format!("{}\t", rules.name()));
        let mut start = Vec::new();
        if path.exists() {
            let file = File::open(path).map_err(in_file)?;
            file.take(header.len() as u64).read_to_end(&mut start).map_err(in_file)?;
        }
        // A killed run may have left an incomplete header or first game.
        let is_start = |expected: &str| {
            let length = start.len().min(expected.len());
            start[..length] == expected.as_bytes()[..length]
        };
        let format = match () {
            () if start.is_empty() => Format::for_name(path),
            () if is_start(&first_field) => Format::Text,
            () if is_start(&header) => Format::Packed,
            () => {
                return Err(GameFileError::OtherContent { path: path.into(), game: rules.name() });
            }
        };
        let (mut games, mut length) = (0, 0);
        if format == Format::Text && path.exists() || start == header.as_bytes() {
            let mut reader = SelfPlayReader::open(path)?;
            while reader.next_game()?.is_some() {
                games += 1;
            }
            length = reader.length;
        }
        file.begin(length).map_err(in_file)?;
        if format == Format::Packed && length == 0 {
            file.append(header.as_bytes()).map_err(in_file)?;
        }
        Ok(Self { file, format, games })
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn append(&mut self, game: &ScoredGame) -> Result<(), GameFileError> {
        let mut bytes = Vec::new();
        game.write(self.format, &mut bytes);
        let in_file = |source| GameFileError::Write { path: self.file.path().into(), source };
        self.file.append(&bytes).map_err(in_file)?;
        self.games += 1;
        Ok(())
    }

    /// Waits until the games are on the disk.
    pub fn sync(&self) -> Result<(), GameFileError> {
        let synced = self.file.append(&[]).and_then(|file| file.sync_data());
        let path = self.file.path();
        synced.map_err(|source| GameFileError::Write { path: path.into(), source })
    }
}

fn io_error(path: &Path, source: io::Error) -> GameFileError {
    GameFileError::Io { path: path.into(), source }
}

/// Reads the games of a file.
pub fn read_games(path: &Path) -> Result<Vec<ScoredGame>, GameFileError> {
    SelfPlayReader::open(path)?.map(|game| game?.parse()).collect()
}
