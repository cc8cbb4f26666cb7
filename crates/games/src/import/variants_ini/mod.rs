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
pub(crate) mod movement;
mod pieces;
mod region;
mod sections;
mod settings;
mod start;

use crate::rules_file::{Draft, KeyLines, LineError, ParsedFile, ParsedGame};
use pieces::PieceType;
use rules::spec::PieceSpec;
use rules::{GameSpec, SpecError};
use sections::Section;
use settings::Settings;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The settings of the shogi variants that are built into Fairy-Stockfish.
static BUILT_IN_PARENTS: LazyLock<Vec<Settings<'static>>> = LazyLock::new(|| {
    let mut parents: Vec<Settings<'static>> = Vec::new();
    for section in sections::split(include_str!("../../../data/fsf-parents.ini")) {
        let parent = parents.iter().find(|parent| Some(parent.name) == section.parent);
        let mut settings = parent.cloned().unwrap_or_default();
        settings.apply(&section, true);
        parents.push(settings);
    }
    parents
});

/// The maximum number of sections of a file.
const MAX_SECTIONS: usize = 1000;

/// The maximum number of games that are available from a file. The rules of a game stay in memory.
const MAX_GAMES: usize = 64;

/// Returns whether a text looks like a `variants.ini` rather than a rules file in TOML: its first line
/// that is neither blank nor a comment is a section header, and no header has the double brackets of
/// TOML's list of pieces.
pub(crate) fn is_variants_ini(text: &str) -> bool {
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
            file.errors.push(settings::error(section.name, "", section.line, &message));
            break;
        }
        let settings = settings_of(section, &sections[index..], &known);
        let result = settings.map_err(|error| vec![error]).and_then(|settings| {
            let game = game(&settings);
            known.insert(section.name, settings);
            game
        });
        match result {
            Ok(game) => file.games.push(game),
            Err(errors) => file.errors.extend(errors),
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
) -> Result<Settings<'a>, LineError> {
    let error = |message: &str| settings::error(section.name, "", section.line, message);
    if known.contains_key(section.name) {
        return Err(error("another game of this file has the same name"));
    }
    let mut settings = match section.parent {
        None => Settings::default(),
        Some(parent) => {
            let built_in = || BUILT_IN_PARENTS.iter().find(|settings| settings.name == parent);
            let settings = known.get(parent).or_else(built_in).cloned();
            settings.ok_or_else(|| error(&unknown_parent_message(parent, section, from_here)))?
        }
    };
    settings.apply(section, false);
    Ok(settings)
}

/// Returns why a section has no known parent, given the sections from it on.
fn unknown_parent_message(
    parent: &str,
    section: &Section<'_>,
    from_here: &[Section<'_>],
) -> String {
    let later = from_here.iter().find(|other| other.name == parent);
    let parent = parent.escape_debug();
    match later {
        Some(later) if later.line > section.line => {
            let line = later.line;
            format!(
                "the parent '{parent}' is defined later, on line {line}; move it before this game"
            )
        }
        Some(_) => "a game cannot be its own parent".into(),
        None => {
            let available =
                BUILT_IN_PARENTS.iter().filter(|settings| convert::convert(settings).is_ok());
            let names: Vec<&str> = available.map(|settings| settings.name).collect();
            let names = names.join(", ");
            format!("unknown parent '{parent}', expected a game defined above or one of {names}")
        }
    }
}

/// Translates and checks a game.
fn game(settings: &Settings<'_>) -> Result<ParsedGame, Vec<LineError>> {
    let spec = convert::convert(settings).map_err(|error| vec![error])?;
    let notes = convert::notes(settings).map_err(|error| vec![error])?;
    let lines = key_lines(&spec, settings);
    let game = Draft { spec, lines }.check(|draft, error| {
        let line = draft.lines.line_of(error.piece, error.key);
        let key = key_of(error, &draft.spec, settings);
        settings::error(settings.name, &key, line, &error.kind.to_string())
    })?;
    Ok(ParsedGame { notes, ..game })
}

/// Our keys with the keys of `variants.ini` from which they are translated.
const INI_KEYS: [(&str, &str); 5] = [
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
    for (our_key, key) in INI_KEYS {
        if let Some(setting) = settings.get(key) {
            lines.insert(None, our_key, line_or_header(setting.line));
        }
    }
    for (index, piece) in spec.pieces.iter().enumerate() {
        let setting = settings.piece_type(type_of(piece, settings));
        lines.insert(Some(index), "", line_or_header(setting.map_or(0, |setting| setting.line)));
    }
    lines
}

fn type_of(piece: &PieceSpec, settings: &Settings<'_>) -> PieceType {
    settings.type_of(piece.letter).expect("the piece was made from a type")
}

/// Returns the key of the file to which an error in a spec belongs; empty for the section as a whole.
fn key_of(error: &SpecError, spec: &GameSpec, settings: &Settings<'_>) -> String {
    if let Some(index) = error.piece {
        return type_of(&spec.pieces[index], settings).key();
    }
    let same_key = INI_KEYS.iter().find(|keys| keys.0 == error.key);
    same_key.map_or(String::new(), |keys| keys.1.into())
}
