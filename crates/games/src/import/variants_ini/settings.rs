//! The settings of a game: what its section and those of its parents say.

use super::keys::{self, KeyUse};
use super::pieces::PieceType;
use super::region::Region;
use super::sections::{Entry, Section};
use crate::rules_file::LineError;
use rules::quoted;
use rules::spec::SideSquares;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The letter of a piece type, and its movement if the file gives one.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeSetting<'a> {
    pub letter: char,
    /// The movement in Fairy-Stockfish's notation; `None` for the movement of the built-in type.
    pub movement: Option<&'a str>,
    /// The line in the file; 0 if it is in the definition of a built-in parent.
    pub line: usize,
}

/// The settings of a game, its parents' included. Those of built-in parents have line 0.
///
/// Sections are applied one after the other as Fairy-Stockfish does, because the order matters: a
/// letter means the type that has it when the section is read, also if a child gives the letter to
/// another type.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings<'a> {
    pub name: &'a str,
    /// The line of the section's header.
    pub header_line: usize,
    types: BTreeMap<PieceType, TypeSetting<'a>>,
    /// The types to which types promote.
    promotions: BTreeMap<PieceType, PieceType>,
    /// The settings of the other keys. A key that sets the values for both sides is stored under
    /// the keys of both sides.
    values: BTreeMap<&'static str, Entry<'a>>,
    /// The squares to which types are confined, by `White` or `Black`.
    regions: BTreeMap<(&'static str, PieceType), Entry<'a>>,
    /// The types that letters mean in `values`.
    named_types: BTreeMap<&'static str, PieceType>,
    /// The first line that cannot be read.
    pub error: Option<LineError>,
}

/// Keys for both sides, with the keys for White and Black.
const KEYS_OF_BOTH_SIDES: [(&str, [&str; 2]); 2] = [
    ("flagPiece", ["flagPieceWhite", "flagPieceBlack"]),
    ("flagRegion", ["flagRegionWhite", "flagRegionBlack"]),
];

/// Keys whose value is the letter of a piece type.
const TYPE_KEYS: [&str; 3] = ["dropNoDoubled", "flagPieceWhite", "flagPieceBlack"];

/// Returns an error in a game. Without a key, it is in the whole line or section.
pub(super) fn error(game: &str, key: &str, line: usize, message: &str) -> LineError {
    let place = if key.is_empty() { game.into() } else { format!("{game}: {key}") };
    LineError { line, message: format!("{place}: {message}").replace(char::is_control, " ") }
}

/// Reads sections.
impl<'a> Settings<'a> {
    /// Applies a section. Lines of built-in definitions count as line 0.
    pub fn apply(&mut self, section: &Section<'a>, is_built_in: bool) {
        let line_of = |line| if is_built_in { 0 } else { line };
        (self.name, self.header_line) = (section.name, line_of(section.line));
        if let Some(LineError { line, message }) = &section.error {
            self.fail(error(section.name, "", *line, message));
        }
        // The last of several entries with the same key counts.
        let entries = section.entries.iter().map(|entry| (entry.key, entry));
        let entries: BTreeMap<&str, &Entry<'a>> = entries.collect();
        let mut entries: Vec<(Option<PieceType>, Entry<'a>)> = entries
            .into_values()
            .map(|entry| Entry { line: line_of(entry.line), ..*entry })
            .map(|entry| (PieceType::from_key(entry.key), entry))
            .collect();
        // Piece types come first, and keys for both sides before those for one, which count more.
        entries.sort_by_key(|(piece_type, entry)| {
            let is_for_one_side = KEYS_OF_BOTH_SIDES.iter().all(|key| key.0 != entry.key);
            (piece_type.is_none(), *piece_type, is_for_one_side)
        });
        for (piece_type, entry) in &entries {
            let result = match piece_type {
                Some(piece_type) => self.set_type(*piece_type, entry),
                None => self.set_value(entry),
            };
            if let Err(message) = result {
                self.fail(error(section.name, entry.key, entry.line, &message));
            }
        }
    }

    /// Keeps the error in the earliest line.
    fn fail(&mut self, error: LineError) {
        if self.error.as_ref().is_none_or(|first| error.line < first.line) {
            self.error = Some(error);
        }
    }

    fn set_type(&mut self, piece_type: PieceType, entry: &Entry<'a>) -> Result<(), String> {
        let value = entry.value.trim_end();
        if value == "-" {
            self.types.remove(&piece_type);
            return Ok(());
        }
        let (letter, movement) = match value.split_once(':') {
            Some((letter, movement)) => (letter, Some(movement)),
            None => (value, None),
        };
        let letter = match only_char(letter) {
            Some(letter) if letter.is_ascii_alphabetic() => letter,
            Some(other) => {
                let other = other.escape_debug();
                return Err(format!("expected a letter from a to z, found '{other}'"));
            }
            None => return Err(format!("expected one letter or '-', found {}", quoted(value))),
        };
        match (piece_type, movement) {
            (PieceType::BuiltIn(_), Some(_)) => {
                let message = "only customPiece1 to customPiece25 and king may have a movement";
                return Err(message.into());
            }
            (PieceType::Custom(_), None) => {
                return Err(format!("expected a movement after the letter, as in '{letter}:WfF'"));
            }
            _ => {}
        }
        let letter = letter.to_ascii_uppercase();
        // A letter belongs to one type at a time.
        self.types.retain(|_, setting| setting.letter != letter);
        self.types.insert(piece_type, TypeSetting { letter, movement, line: entry.line });
        Ok(())
    }

    fn set_value(&mut self, entry: &Entry<'a>) -> Result<(), String> {
        let (key, key_use) = match keys::find(entry.key) {
            Ok(known) => known,
            Err(_) if entry.key.starts_with("mobilityRegion") => return self.set_region(entry),
            Err(hint) => return Err(format!("unknown key{hint}")),
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
                match entry.value.trim_end() {
                    "-" | "*" => self.named_types.remove(stored_key),
                    value => {
                        let found = only_char(value);
                        let letter = found.ok_or_else(|| {
                            format!("expected the letter of a piece, found {}", quoted(value))
                        })?;
                        self.named_types.insert(stored_key, self.type_of(letter)?)
                    }
                };
            }
            self.values.insert(stored_key, *entry);
        }
        Ok(())
    }

    /// Reads a key such as `mobilityRegionWhiteKing`.
    fn set_region(&mut self, entry: &Entry<'a>) -> Result<(), String> {
        let sides = ["White", "Black"].into_iter();
        let rest = entry.key.strip_prefix("mobilityRegion").unwrap_or_default();
        let mut found = sides.filter_map(|side| {
            let mut name = rest.strip_prefix(side)?.chars();
            let first = name.next()?.to_ascii_lowercase();
            let piece_type = PieceType::from_key(&format!("{first}{}", name.as_str()))?;
            Some((side, piece_type))
        });
        let Some(key) = found.next() else { return Err("unknown key".into()) };
        if entry.value.trim_end() == "-" {
            self.regions.remove(&key);
        } else {
            self.regions.insert(key, *entry);
        }
        Ok(())
    }

    fn set_promotions(&mut self, value: &str) -> Result<(), String> {
        let letters: Vec<char> = value.chars().filter(|c| !c.is_whitespace()).collect();
        let mut promotions = self.promotions.clone();
        for pair in letters.chunks(3) {
            match *pair {
                [from, ':', '-'] => promotions.remove(&self.type_of(from)?),
                [from, ':', to] => promotions.insert(self.type_of(from)?, self.type_of(to)?),
                _ => {
                    let message = "expected pairs of letters, as in 'p:g r:d', or 'p:-' for none";
                    return Err(message.into());
                }
            };
        }
        self.promotions = promotions;
        Ok(())
    }
}

/// Returns the character of a text that has only one.
fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// What the sections say.
impl<'a> Settings<'a> {
    /// Returns the type that has this letter, in either case.
    pub fn type_of(&self, letter: char) -> Result<PieceType, String> {
        let capital = letter.to_ascii_uppercase();
        let found = self.types.iter().find(|(_, setting)| setting.letter == capital);
        found
            .map(|(piece_type, _)| *piece_type)
            .ok_or_else(|| format!("no piece has the letter '{}'", letter.escape_debug()))
    }

    /// Returns the setting of a piece type, if the game has it.
    pub fn piece_type(&self, piece_type: PieceType) -> Option<TypeSetting<'a>> {
        self.types.get(&piece_type).copied()
    }

    /// Returns the type to which a type promotes.
    pub fn promotion(&self, piece_type: PieceType) -> Option<PieceType> {
        self.promotions.get(&piece_type).copied()
    }

    /// Returns the entry of a key, if there is one.
    pub fn get(&self, key: &str) -> Option<Entry<'a>> {
        self.values.get(key).copied()
    }

    /// Returns the type that the letter in the value of a key means.
    pub fn type_named_by(&self, key: &str) -> Option<PieceType> {
        self.named_types.get(key).copied()
    }

    /// Returns all entries except those of piece types.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<'a>> {
        self.values.values()
    }

    /// Returns the error for a key and its line. A line of a built-in parent is not in the file; its error
    /// points to the header.
    pub fn error_at(&self, key: &str, line: usize, message: &str) -> LineError {
        match line {
            0 => self.error_in_header(key, &format!("{message} (inherited)")),
            line => error(self.name, key, line, message),
        }
    }

    /// Returns an error that points to the header.
    pub fn error_in_header(&self, key: &str, message: &str) -> LineError {
        error(self.name, key, self.header_line, message)
    }

    /// Returns the error for a key, which points to the header if there is no such setting.
    pub fn error(&self, key: &str, message: &str) -> LineError {
        match self.get(key) {
            Some(entry) => self.error_at(entry.key, entry.line, message),
            None => self.error_in_header(key, message),
        }
    }

    /// Returns the value of a key that is true or false; false if there is none.
    pub fn is_true(&self, key: &str) -> Result<bool, LineError> {
        Ok(self.word(key, "false", &["true", "false"])? == "true")
    }

    /// Returns the value of a key, which must be one of `words`.
    pub fn word<'w>(
        &self,
        key: &str,
        default: &'w str,
        words: &[&'w str],
    ) -> Result<&'w str, LineError> {
        let Some(entry) = self.get(key) else { return Ok(default) };
        words.iter().find(|&&word| word == entry.value).copied().ok_or_else(|| {
            let found = quoted(entry.value);
            let note = if words.contains(&entry.value.trim_end()) {
                ", with spaces at the end that Fairy-Stockfish does not ignore"
            } else {
                ""
            };
            let expected = words.join(" or ");
            self.error(key, &format!("expected {expected}, found {found}{note}"))
        })
    }

    /// Returns the value of a key that is a number.
    pub fn number<T: Copy + Into<u32> + FromStr + PartialOrd>(
        &self,
        key: &str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, LineError> {
        let Some(entry) = self.get(key) else { return Ok(default) };
        let number = entry.value.trim_end().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (value, min, max) = (quoted(entry.value), *range.start(), *range.end());
            let (min, max): (u32, u32) = (min.into(), max.into());
            let expected = match max {
                u32::MAX => "a number".into(),
                _ => format!("a number from {min} to {max}"),
            };
            self.error(key, &format!("expected {expected}, found {value}"))
        })
    }

    /// Returns the squares to which a type is confined, in our notation.
    pub fn confined_to(
        &self,
        piece_type: PieceType,
        [files, ranks]: [u8; 2],
    ) -> Result<Option<SideSquares>, LineError> {
        let mut sides = [None, None];
        for (side, name) in sides.iter_mut().zip(["White", "Black"]) {
            let Some(entry) = self.regions.get(&(name, piece_type)) else { continue };
            let region = Region::parse(entry.value)
                .map_err(|message| self.error_at(entry.key, entry.line, &message))?;
            let squares = region.squares(files, ranks);
            if squares.is_empty() {
                let message = "the region has no square of the board";
                return Err(self.error_at(entry.key, entry.line, message));
            }
            *side = Some(squares);
        }
        if sides == [None, None] {
            return Ok(None);
        }
        let whole = Region::whole().squares(files, ranks);
        let [white, black] = sides.map(|squares| squares.unwrap_or_else(|| whole.clone()));
        let turned: Vec<_> =
            white.iter().map(|&(file, rank)| (files + 1 - file, ranks + 1 - rank)).collect();
        let text = |squares: &[(u8, u8)]| {
            let name = |&(file, rank): &(u8, u8)| format!("{file}{}", char::from(b'`' + rank));
            squares.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        let is_turned = turned.len() == black.len() && turned.iter().all(|s| black.contains(s));
        Ok(match is_turned {
            _ if white == whole && black == whole => None,
            true => Some(SideSquares::Turned(text(&white))),
            // White moves first in Fairy-Stockfish, and is our Black.
            false => Some(SideSquares::Named { black: text(&white), white: text(&black) }),
        })
    }

    /// Returns the region of a key, or the default if there is none.
    pub fn region(&self, key: &str, default: &str) -> Result<Region, LineError> {
        let text = self.get(key).map_or(default, |entry| entry.value);
        Region::parse(text).map_err(|message| self.error(key, &message))
    }
}
