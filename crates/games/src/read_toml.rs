//! Reads the TOML format of rules files.

use crate::rules_file::{Draft, KeyLines, LineError, ParsedFile, piece_title};
use crate::similar::suggestion;
use rules::spec::{BOARD_SIZES, CHECK_LIMITS, PieceSpec, REPETITION_COUNTS};
use rules::{GameSpec, PieceKind, SpecError, ascii_of_full_width};
use serde::Deserialize;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Error, ValueDeserializer};

/// Values for keys that a game must have, to look for further errors if they are missing or wrong.
const REQUIRED_GAME_KEYS: &str =
    "name = 'name'\nfiles = 9\nranks = 9\npromotion-ranks = 3\nstart = ''\npiece = []";

/// Values for keys that a piece must have.
const REQUIRED_PIECE_KEYS: &str = "letter = 'X'\nname = 'name'\nmovement = 'K'";

/// The number of errors after which reading stops.
const MAX_ERRORS: usize = 20;
/// The number of pieces after which reading stops: one more than a game may have.
const MAX_PIECES: usize = PieceKind::BASE_COUNT + 1;

/// Keys with the other keys that their errors depend on.
const DEPENDENCIES: [(&str, &[&str]); 12] = [
    ("start", &["files", "ranks", "letter", "promotes-to"]),
    ("promotion-ranks", &["ranks"]),
    ("goal-ranks", &["ranks"]),
    ("dead-ranks", &["ranks"]),
    ("confined-to", &["files", "ranks"]),
    ("promotes-to", &["files", "ranks"]),
    ("two-pawns", &["movement", "role"]),
    ("impasse", &["letter"]),
    ("piece", &["role"]),
    ("letter", &["letter"]),
    ("western-letters", &["letter", "western-letters"]),
    ("role", &["role"]),
];

/// Keys of numbers with their ranges.
const RANGES: [(&str, RangeInclusive<u8>); 4] = [
    ("files", BOARD_SIZES),
    ("ranks", BOARD_SIZES),
    ("repetition-count", REPETITION_COUNTS),
    ("check-limit", CHECK_LIMITS),
];

/// Reads a rules file and checks the game.
pub(crate) fn read(text: &str) -> ParsedFile {
    if let Some(index) = text.lines().position(|line| line.trim() == "[piece]") {
        let message = "found [piece], expected [[piece]]".into();
        return ParsedFile { games: vec![], errors: vec![LineError { line: index + 1, message }] };
    }
    let (table, syntax_errors) = DeTable::parse_recoverable(text);
    let line_starts = text.split_inclusive('\n').scan(0, |start, line| {
        let this = *start;
        *start += line.len();
        Some(this)
    });
    let line_starts = line_starts.collect();
    let mut reader = Reader { text, line_starts, errors: Vec::new(), faulty_keys: Vec::new() };
    for error in syntax_errors.iter().take(MAX_ERRORS) {
        let position = error.span().unwrap_or_default().start;
        let line = reader.line(position);
        // Further errors on a line are mostly consequences of its first.
        if reader.errors.iter().all(|earlier| earlier.line != line) {
            let content = text.lines().nth(line - 1).unwrap_or_default();
            reader.push_error(position, "", &syntax_message(error, content));
        }
    }
    let game = if reader.errors.is_empty() { reader.game(table) } else { None };
    let mut file = ParsedFile::default();
    match game {
        Some(game) if reader.errors.is_empty() => match game.check(Draft::line_error) {
            Ok(game) => file.games.push(game),
            Err(errors) => file.errors = errors,
        },
        Some(game) => {
            let is_certain = |error: &&SpecError| !reader.may_be_consequence(error);
            let spec_errors = game.spec.errors();
            let spec_errors = spec_errors.iter().filter(is_certain);
            file.errors.extend(spec_errors.map(|error| game.line_error(error)));
        }
        None => {}
    }
    file.errors.extend(reader.errors);
    file.errors.sort_by_key(|error| error.line);
    file
}

struct Reader<'a> {
    text: &'a str,
    /// The byte offset of the start of each line.
    line_starts: Vec<usize>,
    errors: Vec<LineError>,
    /// The keys of the game or of pieces whose values could not be read.
    faulty_keys: Vec<(Option<usize>, String)>,
}

impl<'a> Reader<'a> {
    /// Returns the game. Keys that could not be read have placeholders.
    fn game(&mut self, table: Spanned<DeTable<'a>>) -> Option<Draft> {
        let mut lines = KeyLines::default();
        self.insert_lines(&mut lines, None, "", table.get_ref());
        let mut table = table.into_inner();
        let mut pieces = Vec::new();
        if let Some((key, value)) = table.remove_entry("piece") {
            // The pieces are read one by one, to find the errors of each.
            let span = value.span();
            let rest = match value.into_inner() {
                DeValue::Array(array) => {
                    for (index, piece) in array.into_iter().take(MAX_PIECES).enumerate() {
                        if self.errors.len() >= MAX_ERRORS {
                            break;
                        }
                        pieces.push(self.piece(index, piece, &mut lines));
                    }
                    DeValue::Array(DeArray::new())
                }
                other => other,
            };
            table.insert(key, Spanned::new(span, rest));
        }
        let start = self.text.len() - self.text.trim_start().len();
        let game: Option<GameSpec> = self.deserialize(start, None, "", table, REQUIRED_GAME_KEYS);
        let pieces = pieces.into_iter().collect::<Option<_>>()?;
        Some(Draft { spec: GameSpec { pieces, ..game? }, lines })
    }

    /// Returns whether an error in the spec may only be there because another key could not be read.
    fn may_be_consequence(&self, error: &SpecError) -> bool {
        let key = error.key.split('.').next().unwrap_or_default();
        let depends_on =
            |faulty: &str| DEPENDENCIES.iter().any(|(k, on)| *k == key && on.contains(&faulty));
        let is_cause = |(piece, faulty): &(Option<usize>, String)| {
            (*piece, faulty.as_str()) == (error.piece, key) || depends_on(faulty)
        };
        self.faulty_keys.iter().any(is_cause)
    }

    fn piece(
        &mut self,
        index: usize,
        value: Spanned<DeValue<'a>>,
        lines: &mut KeyLines,
    ) -> Option<PieceSpec> {
        let start = value.span().start;
        lines.insert(Some(index), "", self.line(start));
        match value.into_inner() {
            DeValue::Table(table) => {
                self.insert_lines(lines, Some(index), "", &table);
                let letter = table.get("letter").and_then(|letter| letter.get_ref().as_str());
                let title = piece_title(index, letter.and_then(|letter| letter.chars().next()));
                let title = format!("{title}: ");
                self.deserialize(start, Some(index), &title, table, REQUIRED_PIECE_KEYS)
            }
            other => {
                let found = other.type_str();
                self.push_error(start, "piece: ", &format!("found {found}, expected [[piece]]"));
                None
            }
        }
    }

    /// Deserializes a table at byte `start`. All its errors go to the list: after each, the key is
    /// removed or, if it is required, replaced by the value in `required`.
    fn deserialize<T: Deserialize<'a>>(
        &mut self,
        start: usize,
        piece: Option<usize>,
        title: &str,
        mut table: DeTable<'a>,
        required: &'static str,
    ) -> Option<T> {
        let required = DeTable::parse(required).expect("a constant").into_inner();
        for (key, value) in &required {
            if !table.contains_key(&**key.get_ref()) {
                self.push_error(start, title, &format!("missing key '{}'", key.get_ref()));
                self.faulty_keys.push((piece, key.get_ref().to_string()));
                table.insert(key.clone(), value.clone());
            }
        }
        while self.errors.len() < MAX_ERRORS {
            let value = Spanned::new(start..start, DeValue::Table(table.clone()));
            let error = match T::deserialize(ValueDeserializer::from(value)) {
                Ok(value) => return Some(value),
                Err(error) => error,
            };
            let position = error.span().map_or(start, |span| span.start);
            let holds_error = |key: &Spanned<_>, value: &Spanned<DeValue<'_>>| {
                key.span().contains(&position) || value.span().contains(&position)
            };
            let entry = table.iter().find(|(key, value)| holds_error(key, value));
            let Some((key, span)) = entry.map(|(key, value)| (key.clone(), value.span())) else {
                self.push_error(position, title, &reworded(&error));
                return None;
            };
            if error.message().starts_with("wanted string or table") {
                // The error in a text lists the values that are expected.
                let text = DeValue::String(self.text[span.clone()].into());
                table.insert(key, Spanned::new(span, text));
                continue;
            }
            let is_unknown =
                error.message().starts_with("unknown field") && key.span().contains(&position);
            let place = if is_unknown { "" } else { &format!("{}: ", key.get_ref()) };
            let mut message = reworded(&error);
            if let Some((_, range)) = RANGES.iter().find(|(name, _)| name == key.get_ref()) {
                let range = format!("{} to {}", range.start(), range.end());
                message = message.replace("0 to 255", &range);
            }
            if is_unknown && let Some((_, meant)) = meant_by(error.message()) {
                // That it is missing is the same error.
                let message = format!("{title}missing key '{meant}'");
                let missing = LineError { line: self.line(start), message };
                self.errors.retain(|error| *error != missing);
                self.faulty_keys.push((piece, meant.to_owned()));
            }
            self.push_error(position, &format!("{title}{place}"), &message);
            self.faulty_keys.push((piece, key.get_ref().to_string()));
            table.remove(&**key.get_ref());
            if let Some(value) = required.get(&**key.get_ref()) {
                table.insert(key, value.clone());
            }
        }
        None
    }

    /// Records the lines of the keys of a table.
    fn insert_lines(
        &self,
        lines: &mut KeyLines,
        piece: Option<usize>,
        prefix: &str,
        table: &DeTable<'_>,
    ) {
        for (key, value) in table {
            let path = format!("{prefix}{}", key.get_ref());
            lines.insert(piece, &path, self.line(key.span().start));
            if let DeValue::Table(inner) = value.get_ref() {
                self.insert_lines(lines, piece, &format!("{path}."), inner);
            }
        }
    }

    fn push_error(&mut self, position: usize, place: &str, message: &str) {
        let line = self.line(position);
        let message = format!("{place}{message}").replace(char::is_control, " ");
        let message = match message.char_indices().nth(MAX_MESSAGE_LENGTH) {
            Some((end, _)) => format!("{}...", &message[..end]),
            None => message,
        };
        self.errors.push(LineError { line, message });
    }

    /// Returns the number of the line with the byte at `position`.
    fn line(&self, position: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= position).max(1)
    }
}

/// The maximum number of characters of an error message, which may quote a long value.
const MAX_MESSAGE_LENGTH: usize = 500;

/// Returns the unknown key or value of a message, and which of the expected ones was probably meant.
fn meant_by(message: &str) -> Option<(&str, &str)> {
    let mut words = message.strip_prefix("unknown ")?.split('`').skip(1).step_by(2);
    let word = words.next()?;
    Some((word, suggestion(word, words)?))
}

/// Says in a message about an unknown key or value which one was probably meant instead of all that are expected.
fn with_hint(message: &str) -> String {
    match (message.split(' ').nth(1), meant_by(message)) {
        (Some(what), Some((word, meant))) => {
            format!("unknown {what} `{word}`: did you mean `{meant}`?")
        }
        _ => message.to_owned(),
    }
}

/// Returns the message of a syntax error on a line: a full-width character, a missing quote, or what the parser says.
fn syntax_message(error: &Error, line: &str) -> String {
    let message = reworded(error);
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match quote {
            Some('"') if c == '\\' => {
                chars.next();
            }
            Some(open) if open == c => quote = None,
            Some(_) => {}
            None if c == '#' => break,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None => {
                if let Some(ascii) = ascii_of_full_width(c) {
                    return format!("found the full-width '{c}', expected '{ascii}'");
                }
            }
        }
    }
    match quote {
        Some(quote) if !message.contains("quote") => {
            format!("the closing {quote} of a text is missing")
        }
        _ => message,
    }
}

/// Returns the message of an error in the words of a game's author rather than of Rust.
fn reworded(error: &Error) -> String {
    const QUOTES: &str = "a text needs \"straight quotes\"";
    const REPLACEMENTS: [(&str, &str); 15] = [
        ("unknown field", "unknown key"),
        ("unknown variant", "unknown value"),
        ("missing field", "missing key"),
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u32", "expected a whole number"),
        ("expected a sequence", "expected [[piece]] tables"),
        ("expected a character", "expected a single letter"),
        ("expected struct PromotionSpec", "expected { name = \"...\", movement = \"...\" }"),
        ("expected internally tagged enum Impasse", "expected { rule = \"...\", ... }"),
        ("invalid boolean, expected `true`", QUOTES),
        ("invalid boolean, expected `false`", QUOTES),
        ("string values must be quoted, expected literal string", QUOTES),
        ("`", "'"),
    ];
    REPLACEMENTS.iter().fold(with_hint(error.message()), |text, (from, to)| text.replace(from, to))
}
