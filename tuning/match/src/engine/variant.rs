//! Selecting the game that an engine plays.

use super::{Engine, EngineError};
use crate::variants_file;
use rules::Rules;
use vampirc_usi::OptionKind;

/// The options that select the game, the most common first.
const VARIANT_OPTIONS: [&str; 2] = ["UCI_Variant", "USI_Variant"];

/// Fairy-Stockfish's option for a file that defines further games.
const VARIANT_PATH: &str = "VariantPath";

impl Engine {
    /// Returns whether the engine is Fairy-Stockfish, whatever its name.
    pub(super) fn is_fairy_stockfish(&self) -> bool {
        self.option(VARIANT_PATH).is_some()
    }

    /// Selects the game. Fairy-Stockfish is first given the definition of a game that it does not
    /// list, unless the user has set `VariantPath`.
    pub(super) fn select_variant(&mut self, rules: &'static Rules) -> Result<(), EngineError> {
        let Some(option) = VARIANT_OPTIONS.into_iter().find_map(|name| self.option(name)) else {
            // The engine plays only shogi, or has the option without listing it.
            if rules.name() != "shogi" {
                self.send_variant(VARIANT_OPTIONS[1], rules);
            }
            return Ok(());
        };
        let name = option.name.clone();
        let is_listed = match &option.kind {
            OptionKind::Combo { vars, .. } => vars.iter().any(|var| var == rules.name()),
            _ => true,
        };
        let has_own_file =
            self.spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT_PATH));
        if !is_listed && !has_own_file {
            if !self.is_fairy_stockfish() || !variants_file::defines(rules.name()) {
                return Err(EngineError::UnknownGame(rules.name()));
            }
            let path = variants_file::path().map_err(EngineError::VariantsFile)?;
            self.set(VARIANT_PATH, &path.to_string_lossy())?;
        }
        // Sent without a check: a game from the file is not among the values that the engine listed.
        self.send_variant(&name, rules);
        Ok(())
    }

    fn send_variant(&mut self, option: &str, rules: &Rules) {
        self.process.send(&format!("setoption name {option} value {}", rules.name()));
    }
}
