//! Checkpoints: the file from which an interrupted run continues.
//!
//! A line of JSON describes the run. Four blocks of little-endian 32-bit floats follow: the weights,
//! the optimiser's means and squares, and the best weights. A 64-bit FNV-1a hash of all that ends the
//! file.

use crate::file_io::{FNV_START, fnv1a, write_atomically};
use crate::trainer::{EpochReport, Progress};
use ozutsu_tune::Adam;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const FORMAT: &str = "ozutsu-train";
const VERSION: u32 = 1;
const CHECKSUM: usize = 8;
/// Blocks of floats after the first line.
const BLOCKS: usize = 4;

/// Everything that the result of a run depends on, by name, as text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Adds a setting.
    pub fn set(&mut self, name: &str, value: impl ToString) {
        self.0.insert(name.into(), value.to_string());
    }

    /// Returns the first setting that differs, and its values here and in `other`.
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
    /// What the run's result depends on.
    pub settings: Settings,
    /// What changes during the run.
    pub progress: Progress,
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    settings: Settings,
    reports: Vec<EpochReport>,
    /// Steps of the optimiser.
    steps: i32,
    /// Number of floats in a block.
    weights: usize,
}

impl Checkpoint {
    /// Writes the file, replacing it atomically.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let error = |error: &dyn ToString| format!("{}: {}", path.display(), error.to_string());
        let Progress { reports, weights, adam, best_weights } = &self.progress;
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
        write_atomically(path, &bytes).map_err(|fault| error(&fault))
    }

    /// Reads the file of a run with these settings and this number of weights.
    pub fn load(path: &Path, settings: &Settings, weights: usize) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let checkpoint = Self::parse(&bytes).and_then(|checkpoint| {
            if let Some([name, found, expected]) = checkpoint.settings.difference(settings) {
                return Err(format!(
                    "the checkpoint is of another run: {name} is {found}, now {expected}"
                ));
            }
            if checkpoint.progress.weights.len() != weights {
                return Err("the checkpoint is of another run: other sizes".into());
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
            .and_then(|length| length.checked_add(content + CHECKSUM))
            .ok_or("damaged checkpoint")?;
        if bytes.len() != expected {
            return Err(format!("damaged checkpoint: {} bytes, expected {expected}", bytes.len()));
        }
        let (content_bytes, checksum) = bytes.split_at(expected - CHECKSUM);
        if checksum != fnv1a(FNV_START, content_bytes).to_le_bytes() {
            return Err("damaged checkpoint: the checksum does not match".into());
        }
        let read = |number: usize| -> Vec<f32> {
            let bytes = &bytes[content + number * block..][..block];
            bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        };
        let adam = Adam { means: read(1), squares: read(2), steps: header.steps };
        let (reports, weights, best_weights) = (header.reports, read(0), read(3));
        let progress = Progress { reports, weights, adam, best_weights };
        Ok(Self { settings: header.settings, progress })
    }
}
