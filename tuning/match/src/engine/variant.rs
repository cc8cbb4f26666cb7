//! Telling an engine which game is played.

use super::{Engine, EngineError};
use rules::Rules;
use rules::rulesets::FAIRY_STOCKFISH_VARIANTS;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use vampirc_usi::OptionKind;

/// The options by which engines are told the game, the more usual first.
const NAMES: [&str; 2] = ["UCI_Variant", "USI_Variant"];
/// The option by which Fairy-Stockfish learns games that it does not know.
const PATH: &str = "VariantPath";

impl Engine {
    /// Whether this is Fairy-Stockfish under whatever name.
    pub(super) fn is_fairy(&self) -> bool {
        self.option(PATH).is_some()
    }

    /// Tells the engine the game, and first teaches it the game if it can be taught.
    pub(super) fn choose(&mut self, rules: &'static Rules) -> Result<(), EngineError> {
        let Some(option) = NAMES.into_iter().find_map(|name| self.option(name)) else {
            // An engine for shogi alone, or one that keeps the option to itself.
            if rules.name() != "shogi" {
                self.tell(NAMES[1], rules);
            }
            return Ok(());
        };
        let told = option.name.clone();
        let is_listed = match &option.kind {
            OptionKind::Combo { vars, .. } => vars.iter().any(|var| var == rules.name()),
            _ => true,
        };
        let is_taught = self.spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(PATH));
        if !is_listed && !is_taught {
            let is_teachable = FAIRY_STOCKFISH_VARIANTS.contains(&format!("[{}:", rules.name()));
            if !self.is_fairy() || !is_teachable {
                return Err(EngineError::NoGame(rules.name()));
            }
            let path = file().map_err(EngineError::File)?;
            self.set(PATH, &path.to_string_lossy())?;
        }
        // What it was taught is not among the values that it listed.
        self.tell(&told, rules);
        Ok(())
    }

    fn tell(&mut self, name: &str, rules: &Rules) {
        self.process.say(&format!("setoption name {name} value {}", rules.name()));
    }
}

/// The file with our games, once it is written for the first engine that needs it.
static FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

fn file() -> std::io::Result<PathBuf> {
    let mut file = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = &*file {
        return Ok(path.clone());
    }
    let path = std::env::temp_dir().join(format!("ozutsu-match-{}.ini", std::process::id()));
    std::fs::write(&path, FAIRY_STOCKFISH_VARIANTS)?;
    Ok(file.insert(path).clone())
}

/// Removes what was written for engines, none of which needs it any more.
pub fn tidy() {
    let mut file = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = file.take() {
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs that leave the rules to Fairy-Stockfish, as boards in a browser do, hand its
    /// positions and drops to us as they are.
    #[test]
    fn pieces_have_our_letters() {
        let mut games = 0;
        for section in FAIRY_STOCKFISH_VARIANTS.split("\n[").skip(1) {
            let name = section.split_once(':').unwrap().0;
            let line = section.lines().find_map(|line| line.strip_prefix("startFen = ")).unwrap();
            let theirs = line.split_once('[').unwrap().0;
            let ours = Rules::by_name(name).unwrap().start().split(' ').next().unwrap();
            assert_eq!(theirs, ours, "{name}");
            games += 1;
        }
        assert_eq!(games, 3);
    }
}
