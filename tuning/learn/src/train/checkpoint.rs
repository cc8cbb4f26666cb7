//! Checkpoint files, from which an interrupted run continues.
//!
//! The first line is a JSON header. Four blocks of little-endian 32-bit floats follow: the weights, the
//! optimiser's means and squares, and the best weights. The file ends with a 64-bit FNV-1a hash of
//! everything before.

use super::trainer::{EpochReport, TrainerState};
use crate::adam::Adam;
use platform::files::write_whole;
use platform::{FNV_START, fnv1a};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

const FORMAT: &str = "ozutsu-learn train";
const VERSION: u32 = 1;
const CHECKSUM_SIZE: usize = 8;
/// Number of blocks of floats after the header.
const BLOCKS: usize = 4;

/// The options and data that determine the result of a run, as text by name.
pub type Settings = BTreeMap<String, String>;

/// Why a checkpoint cannot be written, or continued from.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct CheckpointError {
    path: PathBuf,
    #[source]
    fault: Fault,
}

#[derive(Debug, Error)]
enum Fault {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("not a checkpoint of {FORMAT}, version {VERSION}")]
    Format,
    #[error("damaged checkpoint: {found} bytes, expected {expected}")]
    Length { found: usize, expected: usize },
    #[error("damaged checkpoint: the checksum does not match")]
    Checksum,
    #[error("the checkpoint is of another run: {name} was {found}, is now {expected}")]
    OtherSetting { name: String, found: String, expected: String },
    #[error("the checkpoint is of another run: it has {found} weights, expected {expected}")]
    OtherWeights { found: usize, expected: usize },
}

impl Fault {
    fn in_file(self, path: &Path) -> CheckpointError {
        CheckpointError { path: path.to_owned(), fault: self }
    }
}

/// A run after some of its epochs.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The options and data of the run.
    pub settings: Settings,
    pub state: TrainerState,
    /// The hashes of the networks that the run may have written when it was interrupted.
    pub networks: Vec<u64>,
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    settings: Settings,
    reports: Vec<EpochReport>,
    /// Number of steps the optimiser has taken.
    steps: i32,
    /// Number of floats in a block.
    weights: usize,
    #[serde(default)]
    networks: Vec<u64>,
}

impl Checkpoint {
    /// Writes the file, replacing it atomically.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let TrainerState { reports, weights, adam, best_weights } = &self.state;
        let header = Header {
            format: FORMAT.into(),
            version: VERSION,
            settings: self.settings.clone(),
            reports: reports.clone(),
            steps: adam.steps,
            weights: weights.len(),
            networks: self.networks.clone(),
        };
        let mut bytes = serde_json::to_vec(&header).expect("names and numbers");
        bytes.push(b'\n');
        for block in [weights, &adam.means, &adam.squares, best_weights] {
            bytes.extend(block.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(fnv1a(FNV_START, &bytes).to_le_bytes());
        write_whole(path, &bytes).map_err(|error| Fault::from(error).in_file(path))
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is of a run with other settings or another number of
    /// weights.
    pub fn load(path: &Path, settings: &Settings, weights: usize) -> Result<Self, CheckpointError> {
        let read = fs::read(path).map_err(Fault::from).and_then(|bytes| Self::parse(&bytes));
        let checkpoint = read.map_err(|fault| fault.in_file(path))?;
        match checkpoint.difference(settings, weights) {
            Some(fault) => Err(fault.in_file(path)),
            None => Ok(checkpoint),
        }
    }

    /// Returns how a run with these settings differs, if it does.
    fn difference(&self, settings: &Settings, weights: usize) -> Option<Fault> {
        let mut names = self.settings.keys().chain(settings.keys());
        if let Some(name) = names.find(|name| self.settings.get(*name) != settings.get(*name)) {
            let value = |settings: &Settings| settings.get(name).cloned();
            let [found, expected] = [&self.settings, settings]
                .map(|settings| value(settings).unwrap_or("not set".to_owned()));
            return Some(Fault::OtherSetting { name: name.clone(), found, expected });
        }
        let found = self.state.weights.len();
        (found != weights).then_some(Fault::OtherWeights { found, expected: weights })
    }

    fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        let line_end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let header: Header = serde_json::from_slice(&bytes[..line_end])
            .ok()
            .filter(|header: &Header| header.format == FORMAT && header.version == VERSION)
            .ok_or(Fault::Format)?;
        let content = line_end + 1;
        let block = header.weights.saturating_mul(4);
        let expected = block.saturating_mul(BLOCKS).saturating_add(content + CHECKSUM_SIZE);
        if bytes.len() != expected {
            return Err(Fault::Length { found: bytes.len(), expected });
        }
        let (content_bytes, checksum) = bytes.split_at(expected - CHECKSUM_SIZE);
        if checksum != fnv1a(FNV_START, content_bytes).to_le_bytes() {
            return Err(Fault::Checksum);
        }
        let read = |number: usize| -> Vec<f32> {
            let bytes = &bytes[content + number * block..][..block];
            bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        };
        let adam = Adam { means: read(1), squares: read(2), steps: header.steps };
        let (reports, weights, best_weights) = (header.reports, read(0), read(3));
        let state = TrainerState { reports, weights, adam, best_weights };
        Ok(Self { settings: header.settings, state, networks: header.networks })
    }
}
