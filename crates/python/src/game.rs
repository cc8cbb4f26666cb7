//! `Game`: the rules of a game.

use crate::arguments::{GameArgument, file_error};
use crate::error;
use crate::position::Position;
use eval::load_evals;
use eval::network::InputMap;
use games::RegisterError;
use platform::files::open_regular;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rules::{Color, Piece, Rules, quoted};
use std::ffi::CString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The place of games that were read from a text.
const TEXT: &str = "<text>";

/// A game: its rules, board and pieces.
#[pyclass(frozen, module = "ozutsu")]
#[derive(Debug)]
pub struct Game {
    pub rules: &'static Rules,
}

impl GameArgument<'_> {
    pub fn rules(&self) -> PyResult<&'static Rules> {
        match self {
            Self::Object(game) => Ok(game.get().rules),
            Self::Text(name) => games::named(name).map_err(error),
        }
    }
}

/// Returns the first game.
pub fn default_game() -> PyResult<&'static Rules> {
    games::all().next().ok_or_else(|| error("there are no games"))
}

/// Returns the names of all games: the built-in ones, then those from files.
#[pyfunction(name = "games")]
pub fn game_names() -> Vec<&'static str> {
    games::names().collect()
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name = None))]
    fn new(name: Option<&str>) -> PyResult<Self> {
        let rules = match name {
            Some(name) => games::named(name).map_err(error)?,
            None => default_game()?,
        };
        Ok(Self { rules })
    }

    /// Reads the games of a file, TOML or a variants.ini of Fairy-Stockfish, and adds them to games().
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Self>> {
        let loaded = py.detach(|| open_regular(&path).map(|_| games::load(&path)));
        let loaded = loaded.map_err(|error| file_error(&path, error))?;
        let errors = loaded.errors.iter().map(ToString::to_string).collect();
        let warnings = load_evals(loaded.games.iter().copied());
        warn_all(py, &warnings)?;
        loaded_games(py, loaded.games, errors)
    }

    /// Reads the games of a text in the format of a file, and adds them to games().
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Vec<Self>> {
        let (found, errors) = register_text(text, BuiltInNames::Refused);
        loaded_games(py, found, errors)
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.rules.name()
    }

    #[getter]
    fn title(&self) -> &'static str {
        self.rules.title()
    }

    /// One line on the origin of the game and of these rules.
    #[getter]
    fn about(&self) -> &'static str {
        self.rules.about()
    }

    #[getter]
    fn files(&self) -> u8 {
        self.rules.files()
    }

    #[getter]
    fn ranks(&self) -> u8 {
        self.rules.ranks()
    }

    /// The number of inputs of a network for the game that say which pieces are where.
    #[getter]
    fn input_count(&self) -> usize {
        InputMap::new(self.rules).row_count()
    }

    /// The number of inputs of a network for the game that count threats.
    #[getter]
    fn threat_count(&self) -> usize {
        InputMap::new(self.rules).threat_row_count()
    }

    #[getter]
    fn start_sfen(&self) -> &'static str {
        self.rules.start_sfen()
    }

    /// The rules that differ between games, one line each.
    #[getter]
    fn rules(&self) -> Vec<String> {
        games::describe_rules(self.rules)
    }

    /// The names of the pieces by their letters, those of promoted pieces after a plus.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for kind in self.rules.piece_kinds() {
            let letters = self.rules.piece_sfen(Piece::new(Color::Black, kind)).to_string();
            pieces.set_item(letters, self.rules.piece_form(kind).map_or("", |form| &form.name))?;
        }
        Ok(pieces)
    }

    /// The names of the handicaps.
    #[getter]
    fn handicaps(&self) -> Vec<String> {
        records::handicaps(self.rules).map(|start| start.english.into()).collect()
    }

    /// Returns the start position of a handicap.
    fn handicap(&self, name: &str) -> PyResult<Position> {
        let position = records::handicap_position(self.rules, name);
        let position = position.ok_or_else(|| {
            let known = match self.handicaps().join(", ") {
                names if names.is_empty() => format!("{} has none", self.rules.name()),
                names => format!("expected one of {names}"),
            };
            error(format!("unknown handicap {}, {known}", quoted(name)))
        })?;
        Ok(position.into())
    }

    /// Returns the rules as TOML, which Game.load and Game.parse read.
    fn to_toml(&self) -> String {
        games::rules_text(self.rules).into_owned()
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.rules.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.rules.spec() == other.get().rules.spec())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.name().hash(&mut hasher);
        hasher.finish()
    }

    /// A built-in game is pickled as its name, another with its rules.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        if games::source(self.rules.name()).is_some() {
            return Ok((class.into_any(), PyTuple::new(py, [self.rules.name()])?));
        }
        Ok((class.getattr("_unpickle")?, PyTuple::new(py, [games::to_toml(self.rules.spec())])?))
    }

    #[staticmethod]
    fn _unpickle(text: &str) -> PyResult<Self> {
        // Rules are never freed and may have an evaluation from a file: those of a known game are used again.
        let is_own = |name: &&str| games::source(name).is_none();
        let mut known = games::names().filter(is_own).filter_map(games::by_name);
        if let Some(rules) = known.find(|rules| games::to_toml(rules.spec()) == text) {
            return Ok(Self { rules });
        }
        let parsed = games::parse(text);
        let Some(game) = parsed.games.first() else {
            return Err(error(joined(parsed.errors.iter().map(ToString::to_string))));
        };
        let rules = game.rules;
        // Another game may have the name by now.
        if games::by_name(rules.name()).is_none() {
            games::register(rules, Path::new(TEXT)).map_err(error)?;
        }
        Ok(Self { rules })
    }
}

/// What becomes of games of a text that have the name of a built-in game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BuiltInNames {
    Refused,
    Skipped,
}

/// Adds the games of a text to the known ones. Returns them and the errors in others.
fn register_text(text: &str, built_in_names: BuiltInNames) -> (Vec<&'static Rules>, Vec<String>) {
    let parsed = games::parse(text);
    let mut errors: Vec<_> = parsed.errors.iter().map(ToString::to_string).collect();
    let mut found = Vec::new();
    for game in parsed.games {
        match games::register(game.rules, Path::new(TEXT)) {
            Ok(()) => found.push(game.rules),
            Err(RegisterError::BuiltInName(_)) if built_in_names == BuiltInNames::Skipped => {}
            Err(error) => {
                errors.push(format!("line {}: {error}", game.lines.line_of(None, "name")));
            }
        }
    }
    (found, errors)
}

/// Returns the games of a file. What is wrong with others is a warning, and an error if there are no games.
fn loaded_games(
    py: Python<'_>,
    found: Vec<&'static Rules>,
    errors: Vec<String>,
) -> PyResult<Vec<Game>> {
    if found.is_empty() {
        let errors =
            if errors.is_empty() { vec!["there is no game in the text".into()] } else { errors };
        return Err(error(joined(errors.into_iter())));
    }
    warn_all(py, &errors)?;
    Ok(found.into_iter().map(|rules| Game { rules }).collect())
}

fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

/// Issues Python warnings.
pub fn warn_all(py: Python<'_>, texts: &[String]) -> PyResult<()> {
    let category = py.get_type::<PyUserWarning>();
    for text in texts {
        let text = CString::new(text.replace('\0', "\\0"))?;
        PyErr::warn(py, &category, &text, 1)?;
    }
    Ok(())
}

/// Adds the games of a variants.ini to the known ones, for pyffish's users, whose file may define games that are
/// built in. Those stay as they are.
pub fn load_variants(py: Python<'_>, text: &str) -> PyResult<()> {
    let (_, errors) = register_text(text, BuiltInNames::Skipped);
    warn_all(py, &errors)
}
