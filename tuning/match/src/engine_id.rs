//! Which programs play a run. A state file stores them, so that a resumed run can tell when they have changed.

use crate::engine::{Engine, EngineSpec};
use crate::error::Error;
use crate::stop_flag::StopFlag;
use platform::{FNV_START, fnv1a};
use rules::quoted;
use serde::{Deserialize, Serialize};
use std::fs;

/// What tells one build of an engine from another. Scripts and networks that it reads are not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineId {
    /// Its `id name`.
    name: Option<String>,
    /// The hash of its file in hexadecimal digits.
    hash: Option<String>,
}

impl EngineId {
    /// Starts an engine and asks it for its name.
    pub fn of(spec: &EngineSpec, stop: &StopFlag) -> Result<Self, Error> {
        let engine = Engine::start(spec, stop).map_err(Error::of_engine(&spec.name))?;
        let file = spec.command_line.file().and_then(|path| fs::read(path).ok());
        let hash = file.map(|bytes| format!("{:016x}", fnv1a(FNV_START, &bytes)));
        Ok(Self { name: engine.id().map(str::to_owned), hash })
    }

    /// Returns how a program differs from this one, as the end of a sentence.
    pub fn difference(&self, now: &Self) -> Option<String> {
        let name = |id: &Self| quoted(id.name.as_deref().unwrap_or_default()).to_string();
        if self.name != now.name {
            return Some(format!("its id name was {}, is now {}", name(self), name(now)));
        }
        (self.hash != now.hash).then(|| "its file has changed".to_owned())
    }
}
