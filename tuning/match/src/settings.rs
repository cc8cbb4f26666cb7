//! The settings of a run, which a state file stores: a run is only continued with the same ones.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The settings of a run by name. Names and values are written as on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    pub fn set(&mut self, name: impl Into<String>, value: impl ToString) {
        self.0.insert(name.into(), value.to_string());
    }

    pub fn set_some(&mut self, name: impl Into<String>, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the first setting that differs and is not ignored: its name, its value in `self` and
    /// its value in `other`.
    pub fn difference<'a>(&'a self, other: &'a Self, ignored: &[&str]) -> Option<[&'a str; 3]> {
        let names: BTreeSet<_> = self.0.keys().chain(other.0.keys()).collect();
        let name = names.into_iter().find(|name| {
            !ignored.contains(&name.as_str()) && self.0.get(*name) != other.0.get(*name)
        })?;
        let value = |settings: &'a Self| settings.get(name).unwrap_or("not set");
        Some([name, value(self), value(other)])
    }
}
