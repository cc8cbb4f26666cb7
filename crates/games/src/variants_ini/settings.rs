//! The settings of a game: what its section and those of its parents say.

use super::IniError;
use super::keys::{self, KeyUse};
use super::pieces::PieceType;
use super::sections::{Entry, Section};
use std::collections::BTreeMap;

/// The value of a key, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    /// The key as written. It differs from the key under which the setting is stored if it sets
    /// several keys at once.
    pub key: &'static str,
    pub value: &'a str,
    /// The line in the file; 0 if it is in the definition of a built-in parent.
    pub line: usize,
}

/// The letter of a piece type, and its movement if the file gives one.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeSetting<'a> {
    /// The capital letter.
    pub letter: char,
    /// The movement in Fairy-Stockfish's notation; `None` for the movement of the built-in type.
    pub movement: Option<&'a str>,
    /// The line in the file; 0 if it is in the definition of a built-in parent.
    pub line: usize,
}

/// The settings of a game, its parents' included.
///
/// Sections are applied one after the other as Fairy-Stockfish does, because the order matters: a
/// letter means the type that has it when the section is read, also if a child gives the letter to
/// another type.
#[derive(Clone, Debug)]
pub(super) struct Settings<'a> {
    /// The line of the section's header.
    pub header_line: usize,
    types: [Option<TypeSetting<'a>>; PieceType::COUNT],
    promotions: [Option<PieceType>; PieceType::COUNT],
    /// The settings of the other keys. A key that sets the values for both sides is stored under
    /// the keys of both sides.
    values: BTreeMap<&'static str, Setting<'a>>,
    /// The types that letters mean in `values`.
    named_types: BTreeMap<&'static str, Option<PieceType>>,
    /// The first line that cannot be read.
    pub error: Option<IniError>,
}

/// Keys for both sides, with the keys for White and Black.
const KEYS_OF_BOTH_SIDES: [(&str, [&str; 2]); 2] = [
    ("flagPiece", ["flagPieceWhite", "flagPieceBlack"]),
    ("flagRegion", ["flagRegionWhite", "flagRegionBlack"]),
];

/// Keys whose value is the letter of a piece type.
const TYPE_KEYS: [&str; 3] = ["dropNoDoubled", "flagPieceWhite", "flagPieceBlack"];

impl<'a> Settings<'a> {
    /// Creates the settings of a game without parent.
    pub fn new() -> Self {
        Self {
            header_line: 0,
            types: [None; PieceType::COUNT],
            promotions: [None; PieceType::COUNT],
            values: BTreeMap::new(),
            named_types: BTreeMap::new(),
            error: None,
        }
    }

    /// Applies a section. Lines of built-in definitions count as line 0.
    pub fn apply(&mut self, section: &Section<'a>, is_built_in: bool) {
        let line_of = |line| if is_built_in { 0 } else { line };
        self.header_line = line_of(section.line);
        if let Some(error) = &section.error {
            self.fail(IniError::new(section.name, "", error.line, error.message.clone()));
        }
        // The last of several entries with the same key counts.
        let mut entries: BTreeMap<&str, Entry<'a>> = BTreeMap::new();
        for entry in &section.entries {
            entries.insert(entry.key, Entry { line: line_of(entry.line), ..*entry });
        }
        let error = |entry: &Entry<'_>, message: String| {
            IniError::new(section.name, entry.key, entry.line, message)
        };
        for piece_type in PieceType::all() {
            if let Some(entry) = entries.get(&*piece_type.key())
                && let Err(message) = self.set_type(piece_type, entry)
            {
                self.fail(error(entry, message));
            }
        }
        let mut keys_in_order: Vec<&Entry<'a>> = entries.values().collect();
        // A key for one side counts more than a key for both.
        keys_in_order.sort_by_key(|entry| KEYS_OF_BOTH_SIDES.iter().all(|key| key.0 != entry.key));
        for entry in keys_in_order {
            if PieceType::from_key(entry.key).is_none()
                && let Err(message) = self.set_value(entry)
            {
                self.fail(error(entry, message));
            }
        }
    }

    /// Keeps the error in the earliest line.
    fn fail(&mut self, error: IniError) {
        if self.error.as_ref().is_none_or(|first| error.line < first.line) {
            self.error = Some(error);
        }
    }

    fn set_type(&mut self, piece_type: PieceType, entry: &Entry<'a>) -> Result<(), String> {
        let value = entry.value.trim_end();
        let (letter, movement) = match value.split_once(':') {
            Some((letter, movement)) => (letter, Some(movement)),
            None => (value, None),
        };
        if value == "-" {
            self.types[piece_type.index()] = None;
            return Ok(());
        }
        let Ok([letter]) = <[char; 1]>::try_from(letter.chars().collect::<Vec<_>>()) else {
            return Err(format!("expected one letter or '-', found '{value}'"));
        };
        if !letter.is_ascii_alphabetic() {
            return Err(format!(
                "expected a letter from a to z, found '{}'",
                letter.escape_debug()
            ));
        }
        let is_king = piece_type == PieceType::KING;
        match (piece_type.built_in(), movement) {
            (Some(_), Some(_)) => {
                return Err(
                    "only customPiece1 to customPiece25 and king may have a movement".into()
                );
            }
            (None, None) if !is_king => {
                return Err(format!("expected a movement after the letter, as in '{letter}:WfF'"));
            }
            _ => {}
        }
        let letter = letter.to_ascii_uppercase();
        // A letter belongs to one type at a time.
        if let Some(old) = self.type_with_letter(letter) {
            self.types[old.index()] = None;
        }
        self.types[piece_type.index()] = Some(TypeSetting { letter, movement, line: entry.line });
        Ok(())
    }

    fn set_value(&mut self, entry: &Entry<'a>) -> Result<(), String> {
        let (key, key_use) = match keys::find(entry.key) {
            Ok(known) => known,
            Err(_) if entry.key.starts_with("mobilityRegion") => {
                return match entry.value.trim_end() {
                    "-" => Ok(()),
                    _ => Err("regions to which a piece is confined are not supported".into()),
                };
            }
            Err(similar) => {
                let hint = similar.map(|key| format!(" (did you mean '{key}'?)"));
                return Err(format!("unknown key{}", hint.unwrap_or_default()));
            }
        };
        if let KeyUse::ReplacedBy(other) = key_use {
            return Err(format!("this deprecated key is not supported; use {other}"));
        }
        if key == "promotedPieceType" {
            self.set_promotions(entry.value)?;
        }
        let both = KEYS_OF_BOTH_SIDES.iter().find(|both| both.0 == key).map(|both| both.1);
        for &stored_key in both.as_ref().map_or(&[key][..], |sides| sides) {
            if TYPE_KEYS.contains(&stored_key) {
                let piece_type = self.named_type(entry.value)?;
                self.named_types.insert(stored_key, piece_type);
            }
            let setting = Setting { key, value: entry.value, line: entry.line };
            self.values.insert(stored_key, setting);
        }
        Ok(())
    }

    /// Returns the type whose letter a value is; `None` for `-` and `*`.
    fn named_type(&self, value: &str) -> Result<Option<PieceType>, String> {
        let value = value.trim_end();
        if matches!(value, "-" | "*") {
            return Ok(None);
        }
        let mut letters = value.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => self
                .type_with_letter(letter.to_ascii_uppercase())
                .map(Some)
                .ok_or_else(|| format!("no piece has the letter '{}'", letter.escape_debug())),
            _ => Err(format!("expected the letter of a piece, found '{value}'")),
        }
    }

    fn set_promotions(&mut self, value: &str) -> Result<(), String> {
        let letters: Vec<char> = value.chars().filter(|c| !c.is_whitespace()).collect();
        let type_of = |letter: char| {
            self.type_with_letter(letter.to_ascii_uppercase())
                .ok_or_else(|| format!("no piece has the letter '{}'", letter.escape_debug()))
        };
        let mut promotions = self.promotions;
        for pair in letters.chunks(3) {
            let [from, ':', to] = *pair else {
                return Err("expected pairs of letters, as in 'p:g r:d', or 'p:-' for none".into());
            };
            promotions[type_of(from)?.index()] = if to == '-' { None } else { Some(type_of(to)?) };
        }
        self.promotions = promotions;
        Ok(())
    }

    /// Returns the type that has this capital letter.
    pub fn type_with_letter(&self, letter: char) -> Option<PieceType> {
        PieceType::all().find(|t| self.piece_type(*t).is_some_and(|set| set.letter == letter))
    }

    /// Returns the setting of a piece type, if the game has it.
    pub fn piece_type(&self, piece_type: PieceType) -> Option<TypeSetting<'a>> {
        self.types[piece_type.index()]
    }

    /// Returns the type to which a type promotes.
    pub fn promotion(&self, piece_type: PieceType) -> Option<PieceType> {
        self.promotions[piece_type.index()]
    }

    /// Returns the setting of a key, if there is one.
    pub fn get(&self, key: &str) -> Option<Setting<'a>> {
        self.values.get(key).copied()
    }

    /// Returns the type that the letter in the value of a key means.
    pub fn type_named_by(&self, key: &str) -> Option<PieceType> {
        self.named_types.get(key).copied().flatten()
    }

    /// Returns all settings except those of piece types and promotions.
    pub fn settings(&self) -> impl Iterator<Item = Setting<'a>> + '_ {
        self.values.values().copied()
    }
}
