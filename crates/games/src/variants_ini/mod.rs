//! Games from files in the format of Fairy-Stockfish's `variants.ini`.
//!
//! A file has sections `[name:parent]` of keys and values. A game inherits from a shogi variant that
//! is built into Fairy-Stockfish or from an earlier game of the file. A key whose meaning our rules
//! cannot express makes its game unavailable; the other games are not affected.
//!
//! Where Fairy-Stockfish's documentation and its moves differ, the moves count: for instance, slides
//! and hops along the same lines combine (see [`movement`]). The one exception is mate by a pawn
//! drop, which Fairy-Stockfish allows as a move but scores as a loss, and misses if the dropped pawn
//! only serves as a screen. Here the move is illegal in both cases.

mod convert;
mod keys;
mod kinds;
mod movement;
mod pawn_rules;
mod pieces;
mod region;
mod sections;
mod settings;
mod start;

use crate::rules_file::{FileError, KeyLines, ParsedFile, ParsedGame};
use rules::GameSpec;
use rules::{Rules, SpecError};
use sections::Section;
use settings::Settings;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The shogi variants that are built into Fairy-Stockfish, as a `variants.ini`.
const BUILT_IN_PARENTS: &str = include_str!("../../data/fsf-parents.ini");

/// The maximum number of sections of a file.
const MAX_SECTIONS: usize = 1000;

/// The maximum number of games that are available from a file. The rules of a game stay in memory.
const MAX_GAMES: usize = 64;

/// Why a game is not available.
#[derive(Clone, PartialEq, Eq, Debug)]
struct IniError {
    game: String,
    /// The key of the line; empty if the whole line or section is meant.
    key: String,
    line: usize,
    message: String,
}

impl IniError {
    fn new(game: &str, key: &str, line: usize, message: impl Into<String>) -> Self {
        Self { game: game.into(), key: key.into(), line, message: message.into() }
    }
}

impl From<IniError> for FileError {
    fn from(IniError { game, key, line, message }: IniError) -> Self {
        let place = if key.is_empty() { game } else { format!("{game}: {key}") };
        Self { line, message: format!("{place}: {message}").replace(char::is_control, " ") }
    }
}

/// Returns whether a text looks like a `variants.ini` rather than a rules file in TOML: its first line
/// that is neither blank nor a comment is a section header, and no header has the double brackets of
/// TOML's list of pieces.
pub(crate) fn is_variants_ini(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with(['#', ';']);
    let starts_with_section =
        text.lines().find(is_content).is_some_and(|line| line.starts_with('['));
    starts_with_section && !text.lines().any(|line| line.starts_with("[["))
}

/// Reads a file and checks its games.
pub(crate) fn parse(text: &str) -> ParsedFile {
    let mut file = ParsedFile::default();
    let mut known: HashMap<&str, Settings<'_>> = HashMap::new();
    let sections = sections::split(text);
    for (index, section) in sections.iter().enumerate() {
        if index == MAX_SECTIONS || file.games.len() == MAX_GAMES {
            let message = format!(
                "this game and those after it are ignored: a file may have {MAX_SECTIONS} games, of \
                 which {MAX_GAMES} can be available"
            );
            file.errors.push(IniError::new(section.name, "", section.line, message).into());
            break;
        }
        let settings = settings_of(section, &sections[index..], &known);
        let result = settings.map_err(|error| vec![error]).and_then(|settings| {
            let game = game(section.name, &settings);
            known.insert(section.name, settings);
            game
        });
        match result {
            Ok(game) => file.games.push(game),
            Err(errors) => file.errors.extend(errors.into_iter().map(FileError::from)),
        }
    }
    file.errors.sort_by_key(|error| error.line);
    file
}

/// Returns the settings of a section with those of its parents.
fn settings_of<'a>(
    section: &Section<'a>,
    from_here: &[Section<'a>],
    known: &HashMap<&str, Settings<'a>>,
) -> Result<Settings<'a>, IniError> {
    let error = |message: String| Err(IniError::new(section.name, "", section.line, message));
    if known.contains_key(section.name) {
        return error("another game of this file has the same name".into());
    }
    let mut settings = match section.parent {
        None => Settings::new(),
        Some(parent) => match (known.get(parent), built_in_parent(parent)) {
            (Some(settings), _) => settings.clone(),
            (None, Some(settings)) => settings.clone(),
            (None, None) => {
                let later = from_here.iter().find(|other| other.name == parent);
                let parent = parent.escape_debug();
                return error(match later {
                    Some(later) if later.line > section.line => format!(
                        "the parent '{parent}' is defined later, on line {}; move it before this game",
                        later.line
                    ),
                    Some(_) => "a game cannot be its own parent".into(),
                    None => format!(
                        "unknown parent '{parent}', expected a game defined above or one of {}",
                        parent_names()
                    ),
                });
            }
        },
    };
    settings.apply(section, false);
    Ok(settings)
}

/// Translates and checks a game.
fn game(name: &str, settings: &Settings<'_>) -> Result<ParsedGame, Vec<IniError>> {
    let spec = convert::convert(name, settings).map_err(|error| vec![error])?;
    let lines = key_lines(&spec, settings);
    match Rules::build_or_errors(&spec) {
        Ok(_) => Ok(ParsedGame { spec, lines }),
        Err(errors) => {
            Err(errors.iter().map(|error| spec_error(name, &spec, settings, error)).collect())
        }
    }
}

/// Our keys with the keys of `variants.ini` from which they are translated.
const KEYS_OF_OUR_KEYS: [(&str, &str); 5] = [
    ("start", "startFen"),
    ("files", "maxFile"),
    ("ranks", "maxRank"),
    ("promotion-ranks", "promotionRegionWhite"),
    ("goal-ranks", "flagRegionWhite"),
];

/// Returns the lines in which the file defines the keys of a spec.
fn key_lines(spec: &GameSpec, settings: &Settings<'_>) -> KeyLines {
    let mut lines = KeyLines::default();
    let line_or_header = |line: usize| if line == 0 { settings.header_line } else { line };
    lines.insert(None, "", settings.header_line);
    for (our_key, key) in KEYS_OF_OUR_KEYS {
        if let Some(setting) = settings.get(key) {
            lines.insert(None, our_key, line_or_header(setting.line));
        }
    }
    for (index, piece) in spec.pieces.iter().enumerate() {
        let piece_type = settings.type_with_letter(piece.letter);
        let setting = piece_type.and_then(|piece_type| settings.piece_type(piece_type));
        let line = setting.map_or(0, |setting| setting.line);
        lines.insert(Some(index), "", line_or_header(line));
    }
    lines
}

/// Translates an error in a spec to one in the file.
fn spec_error(name: &str, spec: &GameSpec, settings: &Settings<'_>, error: &SpecError) -> IniError {
    let line = key_lines(spec, settings).line_of(error.piece, error.key);
    let piece_type = error
        .piece
        .and_then(|index| settings.type_with_letter(spec.pieces[index].letter))
        .map(|piece_type| piece_type.key());
    let same_key = KEYS_OF_OUR_KEYS.iter().find(|keys| keys.0 == error.key).map(|keys| keys.1);
    let key = match (&piece_type, same_key, error.key) {
        (Some(key), ..) => key,
        (None, Some(key), _) => key,
        // The name and the list of pieces belong to the section as a whole.
        _ => "",
    };
    IniError::new(name, key, line, error.kind.to_string())
}

/// Returns the settings of a variant that is built into Fairy-Stockfish, if it is one of shogi.
fn built_in_parent(name: &str) -> Option<&'static Settings<'static>> {
    built_in_parents().iter().find(|parent| parent.0 == name).map(|parent| &parent.1)
}

/// Returns the names of the built-in parents, separated by commas.
fn parent_names() -> String {
    let names: Vec<&str> = built_in_parents().iter().map(|parent| parent.0).collect();
    names.join(", ")
}

fn built_in_parents() -> &'static [(&'static str, Settings<'static>)] {
    static PARENTS: OnceLock<Vec<(&str, Settings<'static>)>> = OnceLock::new();
    PARENTS.get_or_init(|| {
        let mut parents: Vec<(&'static str, Settings<'static>)> = Vec::new();
        for section in sections::split(BUILT_IN_PARENTS) {
            let parent = parents.iter().find(|parent| Some(parent.0) == section.parent);
            let mut settings = parent.map_or_else(Settings::new, |parent| parent.1.clone());
            settings.apply(&section, true);
            parents.push((section.name, settings));
        }
        parents
    })
}
