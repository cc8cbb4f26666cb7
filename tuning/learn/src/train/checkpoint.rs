//! Checkpoint files, from which an interrupted run continues.
//!
//! The first line is a JSON header. Four blocks of little-endian 32-bit floats follow: the weights, the
//! optimiser's means and squares, and the best weights. The file ends with a 64-bit FNV-1a hash of
//! everything before.

use super::trainer::{EpochReport, TrainerState};
use crate::adam::Adam;
use records::files::write_whole;
use rules::{FNV_START, fnv1a};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const FORMAT: &str = "ozutsu-learn train";
const VERSION: u32 = 1;
const CHECKSUM_SIZE: usize = 8;
/// Number of blocks of floats after the header.
const BLOCKS: usize = 4;

/// The options and data that determine the result of a run, as text by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    pub fn set(&mut self, name: &str, value: impl ToString) {
        self.0.insert(name.into(), value.to_string());
    }

    /// Returns the name of the first setting that differs, its value here and its value in `other`.
    fn difference<'a>(&'a self, other: &'a Self) -> Option<[&'a str; 3]> {
        let names: BTreeSet<_> = self.0.keys().chain(other.0.keys()).collect();
        let name = names.into_iter().find(|name| self.0.get(*name) != other.0.get(*name))?;
        let value = |settings: &'a Self| settings.0.get(name).map_or("not set", String::as_str);
        Some([name, value(self), value(other)])
    }
}

/// A run after some of its epochs.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The options and data of the run.
    pub settings: Settings,
    pub state: TrainerState,
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
}

impl Checkpoint {
    /// Writes the file, replacing it atomically.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let error = |error: &dyn ToString| format!("{}: {}", path.display(), error.to_string());
        let TrainerState { reports, weights, adam, best_weights } = &self.state;
        let header = Header {
            format: FORMAT.into(),
            version: VERSION,
            settings: self.settings.clone(),
            reports: reports.clone(),
            steps: adam.steps,
            weights: weights.len(),
        };
        let mut bytes = serde_json::to_vec(&header).map_err(|fault| error(&fault))?;
        bytes.push(b'\n');
        for block in [weights, &adam.means, &adam.squares, best_weights] {
            bytes.extend(block.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(fnv1a(FNV_START, &bytes).to_le_bytes());
        write_whole(path, &bytes).map_err(|fault| error(&fault))
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is of a run with other settings or another number of
    /// weights.
    pub fn load(path: &Path, settings: &Settings, weights: usize) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let checkpoint = Self::parse(&bytes).and_then(|checkpoint| {
            if let Some([name, found, expected]) = checkpoint.settings.difference(settings) {
                return Err(format!(
                    "the checkpoint is of another run: {name} was {found}, is now {expected}"
                ));
            }
            let found = checkpoint.state.weights.len();
            if found != weights {
                return Err(format!(
                    "the checkpoint is of another run: it has {found} weights, expected {weights}"
                ));
            }
            Ok(checkpoint)
        });
        checkpoint.map_err(|fault| format!("{}: {fault}", path.display()))
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let line_end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let header: Header = serde_json::from_slice(&bytes[..line_end])
            .ok()
            .filter(|header: &Header| header.format == FORMAT && header.version == VERSION)
            .ok_or_else(|| format!("not a checkpoint of {FORMAT}, version {VERSION}"))?;
        let content = line_end + 1;
        let block = header.weights.checked_mul(4).ok_or("damaged checkpoint")?;
        let expected = block
            .checked_mul(BLOCKS)
            .and_then(|length| length.checked_add(content + CHECKSUM_SIZE))
            .ok_or("damaged checkpoint")?;
        if bytes.len() != expected {
            return Err(format!("damaged checkpoint: {} bytes, expected {expected}", bytes.len()));
        }
        let (content_bytes, checksum) = bytes.split_at(expected - CHECKSUM_SIZE);
        if checksum != fnv1a(FNV_START, content_bytes).to_le_bytes() {
            return Err("damaged checkpoint: the checksum does not match".into());
        }
        let read = |number: usize| -> Vec<f32> {
            let bytes = &bytes[content + number * block..][..block];
            bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        };
        let adam = Adam { means: read(1), squares: read(2), steps: header.steps };
        let (reports, weights, best_weights) = (header.reports, read(0), read(3));
        let state = TrainerState { reports, weights, adam, best_weights };
        Ok(Self { settings: header.settings, state })
    }
}
