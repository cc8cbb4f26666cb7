//! The evaluation of the players of a study.

use eval::{EvalSource, Parameters, eval_path};
use platform::{FNV_START, fnv1a};
use rules::Rules;
use serde::Serialize;

/// The evaluation with which both players play. Games of different ones must not be added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayersEval {
    pub origin: EvalOrigin,
    /// A hash of its content.
    pub hash: String,
}

/// Where an evaluation comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EvalOrigin {
    /// It follows from the movements of the pieces.
    Movements,
    BuiltIn,
    /// The file beside the rules file.
    File,
}

impl PlayersEval {
    /// Returns the present evaluation of a game.
    pub fn of(rules: &'static Rules) -> Self {
        let source = EvalSource::OfGame;
        let (parameters, network) = source.resolve(rules);
        let is_derived =
            network.is_none() && parameters.values() == Parameters::derived(rules).values();
        let origin = if is_derived {
            EvalOrigin::Movements
        } else if games::file_path(rules).is_some() && eval_path(rules).is_file() {
            EvalOrigin::File
        } else {
            EvalOrigin::BuiltIn
        };
        let hash = fnv1a(FNV_START, &source.to_file(rules).to_bytes());
        Self { origin, hash: format!("{hash:016x}") }
    }
}
