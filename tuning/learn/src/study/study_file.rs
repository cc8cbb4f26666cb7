//! The file in which a study keeps its games.
//!
//! The first line is a JSON object with the settings, the evaluation and the rules of the game. The games follow in the
//! order of the rounds, a line each as in the self-play files that are text ([`game_files`](crate::game_files)).

use super::games::{PlayedRound, Round, StudySettings};
use super::players_eval::PlayersEval;
use crate::game_files::{Format, GameFileError, ParseGameError, ScoredGame};
use platform::files::{AppendFile, complete_lines};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use thiserror::Error;

const FORMAT: &str = "ozutsu-study";
const VERSION: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    game: String,
    seed: u32,
    nodes: u64,
    /// The hash of the evaluation.
    eval: String,
    /// The rules file.
    rules: String,
}

/// Why the file of a study cannot be continued.
#[derive(Debug, Error)]
pub enum StudyFileError {
    #[error(transparent)]
    File(#[from] GameFileError),
    #[error("{}: not the file of a study; choose another file", path.display())]
    OtherContent { path: PathBuf },
    #[error("{}: a study of {found}, not {expected}; choose another file", path.display())]
    OtherStudy { path: PathBuf, found: String, expected: String },
    #[error("{}: made with another evaluation; study again with a new state file", path.display())]
    OtherEval { path: PathBuf },
}

/// A file to which rounds are appended.
#[derive(Debug)]
pub struct StudyFile(AppendFile);

impl StudyFile {
    /// Returns whether there is a file that has games if it is that of a study.
    pub fn has_games(path: &Path) -> bool {
        let second_line = |file: File| BufReader::new(file).split(b'\n').nth(1);
        path.is_file() && File::open(path).ok().and_then(second_line).is_some()
    }

    /// Opens or creates the file of a study. Returns the rounds in it. Removes an incomplete last one, which a killed run
    /// leaves behind. Refuses the file of other rules, settings or players.
    pub fn open(
        path: &Path,
        settings: &StudySettings,
    ) -> Result<(Self, Vec<PlayedRound>), StudyFileError> {
        let mut file = AppendFile::lock(path).map_err(GameFileError::from)?;
        let in_file = |source| GameFileError::Io { path: path.into(), source };
        let bytes = if path.exists() { fs::read(path).map_err(in_file)? } else { Vec::new() };
        let header = Header::of(settings);
        if bytes.is_empty() {
            file.begin(0).map_err(in_file)?;
            let mut study = Self(file);
            let line = serde_json::to_string(&header).map_err(|error| in_file(error.into()))?;
            study.write(format!("{line}\n").as_bytes())?;
            return Ok((study, Vec::new()));
        }
        let mut lines = complete_lines(&bytes);
        // The header is written at once, so it is only incomplete if the machine failed.
        let header_line = lines.next().unwrap_or_default();
        header.check(path, header_line)?;
        let (rounds, length) = read_rounds(path, lines)?;
        file.begin((header_line.len() + length) as u64).map_err(in_file)?;
        Ok((Self(file), rounds))
    }

    pub fn append(&mut self, round: &PlayedRound) -> Result<(), StudyFileError> {
        let mut bytes = Vec::new();
        round.games.iter().for_each(|game| game.write(Format::Text, &mut bytes));
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), StudyFileError> {
        let in_file = |source| GameFileError::Write { path: self.0.path().into(), source };
        Ok(self.0.append(bytes).map(drop).map_err(in_file)?)
    }
}

impl Header {
    fn of(settings: &StudySettings) -> Self {
        Self {
            format: FORMAT.into(),
            version: VERSION,
            game: settings.rules.name().into(),
            seed: settings.seed,
            nodes: settings.nodes,
            eval: PlayersEval::of(settings.rules).hash,
            rules: games::to_toml(settings.rules.spec()),
        }
    }

    /// Compares the first line of a file with this header.
    fn check(&self, path: &Path, line: &[u8]) -> Result<(), StudyFileError> {
        let found: Self = serde_json::from_slice(line)
            .ok()
            .filter(|found: &Self| found.format == FORMAT)
            .ok_or_else(|| StudyFileError::OtherContent { path: path.into() })?;
        let (found, expected) = match () {
            () if found.version != VERSION => {
                (format!("version {}", found.version), format!("version {VERSION}"))
            }
            () if found.game != self.game => (found.game, self.game.clone()),
            () if found.rules != self.rules => {
                (format!("other rules of {}", self.game), "these".into())
            }
            () if found.eval != self.eval => {
                return Err(StudyFileError::OtherEval { path: path.into() });
            }
            () if (found.seed, found.nodes) != (self.seed, self.nodes) => {
                let name =
                    |header: &Self| format!("seed {} and {} nodes", header.seed, header.nodes);
                (name(&found), name(self))
            }
            () => return Ok(()),
        };
        Err(StudyFileError::OtherStudy { path: path.into(), found, expected })
    }
}

/// Reads the lines of games. Returns the complete rounds and their length in bytes.
fn read_rounds<'a>(
    path: &Path,
    mut lines: impl Iterator<Item = &'a [u8]>,
) -> Result<(Vec<PlayedRound>, usize), StudyFileError> {
    let mut rounds: Vec<(Round, usize, Vec<&[u8]>)> = Vec::new();
    let mut length = 0;
    // The header is the first line.
    let mut first_line = 2;
    for number in 0.. {
        let round = Round::number(number);
        let lines: Vec<_> = lines.by_ref().take(round.games()).collect();
        if lines.len() < round.games() {
            break;
        }
        length += lines.iter().map(|line| line.len()).sum::<usize>();
        rounds.push((round, first_line, lines));
        first_line += round.games();
    }
    let read = |(round, first_line, lines): (Round, usize, Vec<&[u8]>)| {
        let parse = |(number, text): (usize, &[u8])| {
            let text = str::from_utf8(text).map_err(|_| ParseGameError::Damaged);
            let game = text.and_then(|text| ScoredGame::parse(text.trim_end_matches('\n')));
            let path = path.into();
            game.map_err(|source| GameFileError::Game { path, is_text: true, number, source })
        };
        let games: Result<Vec<_>, _> = (first_line..).zip(lines).map(parse).collect();
        games.map(|games| PlayedRound::new(round, games))
    };
    let rounds: Result<Vec<_>, _> = rounds.into_par_iter().map(read).collect();
    Ok((rounds?, length))
}
