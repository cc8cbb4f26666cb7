//! The games that the program knows: the built-in ones, and those registered at run time.

use super::{Rules, SpecError};
use crate::rulesets::BUILT_IN;
use crate::spec::GameSpec;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{OnceLock, RwLock, RwLockReadGuard};

/// The games registered at run time, in order of registration.
static REGISTERED: RwLock<Vec<RegisteredGame>> = RwLock::new(Vec::new());

struct RegisteredGame {
    rules: &'static Rules,
    /// The file that defines the game.
    path: PathBuf,
}

/// The reason why a game cannot be registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegisterError {
    /// The name is that of a built-in game.
    BuiltInName(String),
    /// Another file has registered a game with this name.
    NameInUse {
        /// The name.
        name: String,
        /// The other file.
        path: PathBuf,
    },
    /// The spec is invalid.
    Spec(SpecError),
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltInName(name) => {
                write!(f, "name: '{name}' is a built-in game; choose another name")
            }
            Self::NameInUse { name, path } => {
                let path = path.display();
                write!(f, "name: '{name}' is also defined in {path}; choose another name")
            }
            Self::Spec(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RegisterError {}

impl Rules {
    /// Returns the rules of the game with this name, ignoring case. A built-in game is parsed and
    /// compiled when it is first used.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        static GAMES: [OnceLock<&Rules>; BUILT_IN.len()] =
            [const { OnceLock::new() }; BUILT_IN.len()];
        match BUILT_IN.iter().position(|game| game.name.eq_ignore_ascii_case(name)) {
            Some(index) => {
                let build = || Self::build(&BUILT_IN[index].spec());
                Some(GAMES[index].get_or_init(|| build().expect("built-in games are valid")))
            }
            None => registered().iter().find(|game| game.is_named(name)).map(|game| game.rules),
        }
    }

    /// Returns the names of all games: the built-in ones, the default game first, then the
    /// registered ones.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        let registered: Vec<_> = registered().iter().map(|game| game.rules.name()).collect();
        let names: Vec<_> = BUILT_IN.iter().map(|game| game.name).chain(registered).collect();
        names.into_iter()
    }

    /// Returns the rules of all games, in the order of [`names`](Self::names).
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Self::names().filter_map(Self::by_name)
    }

    /// Returns whether the game is a built-in one.
    pub fn is_built_in(&self) -> bool {
        BUILT_IN.iter().any(|game| game.name == self.name())
    }

    /// Returns the file that a registered game was loaded from.
    pub fn file_path(&self) -> Option<PathBuf> {
        registered().iter().find(|game| game.is_named(self.name())).map(|game| game.path.clone())
    }

    /// Adds a game to those that [`by_name`](Self::by_name) finds, or replaces the game with this
    /// name from the same file. An unchanged game keeps its rules. Positions of a replaced game stay
    /// valid.
    pub fn register(spec: &GameSpec, path: &Path) -> Result<&'static Self, RegisterError> {
        let name = &spec.name;
        if BUILT_IN.iter().any(|game| game.name.eq_ignore_ascii_case(name)) {
            return Err(RegisterError::BuiltInName(name.clone()));
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.into());
        let mut registered = REGISTERED.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = registered.iter_mut().find(|game| game.is_named(name));
        match known {
            Some(known) if known.path != path => {
                let path = known.path.clone();
                return Err(RegisterError::NameInUse { name: name.clone(), path });
            }
            Some(known) if known.rules.spec() == spec => return Ok(known.rules),
            _ => {}
        }
        let rules = Self::build(spec).map_err(RegisterError::Spec)?;
        match known {
            Some(known) => known.rules = rules,
            None => registered.push(RegisteredGame { rules, path }),
        }
        Ok(rules)
    }
}

impl RegisteredGame {
    fn is_named(&self, name: &str) -> bool {
        self.rules.name().eq_ignore_ascii_case(name)
    }
}

fn registered() -> RwLockReadGuard<'static, Vec<RegisteredGame>> {
    REGISTERED.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}
