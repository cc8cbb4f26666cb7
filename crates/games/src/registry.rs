//! Finds games by their names: the built-in ones, and those registered at run time.

use crate::built_in::{self, NAMES, source};
use rules::{GameSpec, Rules, quoted};
use std::path::{Path, PathBuf};
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

/// The games registered at run time, in order of registration.
static REGISTERED: RwLock<Vec<RegisteredGame>> = RwLock::new(Vec::new());

struct RegisteredGame {
    rules: &'static Rules,
    /// The file that defines the game, without symbolic links.
    path: PathBuf,
}

/// The reason why a game cannot be registered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RegisterError {
    #[error("name: '{0}' is a built-in game; choose another name")]
    BuiltInName(String),
    #[error("name: '{name}' is also defined in {}; choose another name", path.display())]
    NameInUse { name: String, path: PathBuf },
}

/// Returns the rules of the game with this name, ignoring case. A built-in game is parsed and compiled
/// when it is first used.
pub fn by_name(name: &str) -> Option<&'static Rules> {
    static GAMES: [OnceLock<&Rules>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];
    match built_in::index(name) {
        Some(index) => Some(GAMES[index].get_or_init(|| {
            let text = source(name).expect("built-in games have rules");
            let spec: GameSpec = toml::from_str(text).expect("built-in games are valid");
            Rules::build(&spec).expect("built-in games are valid")
        })),
        None => registered().iter().find(|game| game.is_named(name)).map(|game| game.rules),
    }
}

/// There is no game with this name. The message lists those that there are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown game {}, expected one of {}", quoted(.0), names().collect::<Vec<_>>().join(", "))]
pub struct UnknownGame(pub String);

/// Returns the rules of the game with this name, ignoring case, or an error for a command line.
pub fn named(name: &str) -> Result<&'static Rules, UnknownGame> {
    by_name(name).ok_or_else(|| UnknownGame(name.to_owned()))
}

/// Returns the names of all games: the built-in ones, the default game first, then the registered ones.
pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
    let registered: Vec<_> = registered().iter().map(|game| game.rules.name()).collect();
    let names: Vec<_> = NAMES.into_iter().chain(registered).collect();
    names.into_iter()
}

/// Returns the rules of all games, in the order of [`names`].
pub fn all() -> impl Iterator<Item = &'static Rules> {
    names().filter_map(by_name)
}

/// Returns the file that a registered game was loaded from.
pub fn file_path(rules: &Rules) -> Option<PathBuf> {
    registered().iter().find(|game| game.is_named(rules.name())).map(|game| game.path.clone())
}

/// Adds a game to those that [`by_name`] finds, or replaces the game with this name from the same file, given
/// without symbolic links. Positions of a replaced game stay valid.
pub fn register(rules: &'static Rules, path: &Path) -> Result<(), RegisterError> {
    let name = rules.name();
    if built_in::index(name).is_some() {
        return Err(RegisterError::BuiltInName(name.to_owned()));
    }
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let known = registered.iter_mut().find(|game| game.is_named(name));
    if let Some(known) = &known
        && known.path != path
    {
        return Err(RegisterError::NameInUse { name: name.to_owned(), path: known.path.clone() });
    }
    match known {
        Some(known) => known.rules = rules,
        None => registered.push(RegisteredGame { rules, path: path.into() }),
    }
    Ok(())
}

impl RegisteredGame {
    fn is_named(&self, name: &str) -> bool {
        self.rules.name().eq_ignore_ascii_case(name)
    }
}

fn registered() -> RwLockReadGuard<'static, Vec<RegisteredGame>> {
    REGISTERED.read().unwrap_or_else(PoisonError::into_inner)
}
