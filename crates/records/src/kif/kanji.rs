//! Names of pieces and squares in kanji, as moves and diagrams of KIF and KI2 write them.

use crate::abbreviate_kanji;
use rules::{Color, Piece, PieceKind, Rules, Square};

/// Kanji of the numbers up to ten.
const NUMERALS: [char; 11] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/// Names that are read besides those that are written: the unpromoted letter, whether promoted,
/// and the name.
const SYNONYMS: &[(char, bool, &str)] = &[
    ('K', false, "王"),
    ('K', false, "王将"),
    ('R', true, "竜"),
    ('R', true, "竜王"),
    ('B', true, "竜馬"),
    ('S', true, "全"),
    ('S', true, "成銀"),
    ('N', true, "圭"),
    ('N', true, "成桂"),
    ('L', true, "杏"),
    ('L', true, "仝"),
    ('L', true, "成香"),
    ('P', true, "と金"),
    ('P', true, "成歩"),
];

/// The kanji of a game's pieces.
#[derive(Clone, Debug)]
pub(super) struct PieceNames {
    /// Names that are read, with their kinds. Longer names come first.
    read: Vec<(String, PieceKind)>,
    /// The name written in moves and hands, by kind.
    written: Vec<String>,
    /// The name written in diagrams, by kind.
    drawn: Vec<String>,
}

impl PieceNames {
    /// Returns the names of a game's pieces.
    pub fn new(rules: &Rules) -> Self {
        let mut names = Self {
            read: Vec::new(),
            written: vec![String::new(); PieceKind::COUNT],
            drawn: vec![String::new(); PieceKind::COUNT],
        };
        for kind in rules.piece_kinds() {
            let Some(form) = rules.piece_form(kind) else { continue };
            let full = form.kanji[0].as_str();
            let short = abbreviate_kanji(full, kind.is_promoted()).unwrap_or(full);
            // Moves write 成銀, diagrams 全.
            let in_moves = if full.starts_with('成') { full } else { short };
            let (mut in_moves, mut drawn) = (in_moves.to_owned(), short.to_owned());
            // The later of two pieces with the same kanji has its letter.
            if names.is_name(&in_moves) || names.is_name(&drawn) {
                let mut letters = rules.piece_sfen(Piece::new(Color::Black, kind)).to_string();
                while names.is_name(&letters) {
                    letters.push('_');
                }
                (in_moves, drawn) = (letters.clone(), letters);
            }
            names.add(&drawn, kind);
            names.add(&in_moves, kind);
            names.written[kind.index()] = in_moves;
            names.drawn[kind.index()] = drawn;
        }
        // A full name or a synonym is read only where it is not the name of another piece.
        for kind in rules.piece_kinds() {
            if let Some(form) = rules.piece_form(kind) {
                names.add(&form.kanji[0], kind);
            }
        }
        for &(letter, is_promoted, name) in SYNONYMS {
            let Some(base) = rules.kind_from_letter(letter) else { continue };
            let kind = if is_promoted { base.promoted() } else { base };
            if rules.piece_form(kind).is_some() {
                names.add(name, kind);
            }
        }
        names.read.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        names
    }

    fn add(&mut self, name: &str, kind: PieceKind) {
        if !name.is_empty() && !self.is_name(name) {
            self.read.push((name.to_owned(), kind));
        }
    }

    fn is_name(&self, name: &str) -> bool {
        self.read.iter().any(|(known, _)| known == name)
    }

    /// Reads the longest name at the start of a text; returns its kind and the rest.
    pub fn read<'a>(&self, text: &'a str) -> Option<(PieceKind, &'a str)> {
        self.read.iter().find_map(|(name, kind)| Some((*kind, text.strip_prefix(name.as_str())?)))
    }

    /// Returns the name in moves and hands.
    pub fn written(&self, kind: PieceKind) -> &str {
        &self.written[kind.index()]
    }

    /// Returns the name in diagrams, which is the same for both sides.
    pub fn drawn(&self, kind: PieceKind) -> &str {
        &self.drawn[kind.index()]
    }

    /// Returns the number of characters of the longest name in diagrams.
    pub fn drawn_width(&self) -> usize {
        self.drawn.iter().map(|name| name.chars().count()).max().unwrap_or(1)
    }
}

/// Formats a square of a move: `７六`, `１０十`.
pub(super) fn format_square(square: Square) -> String {
    let file: String = (square.file() + 1).to_string().chars().map(full_width).collect();
    format!("{file}{}", NUMERALS[usize::from(square.rank()) + 1])
}

/// Reads a square at the start of a move; returns it and the rest. Files may be full-width or ASCII
/// digits or kanji, ranks also digits.
pub(super) fn read_square<'a>(rules: &Rules, text: &'a str) -> Option<(Square, &'a str)> {
    let (file, rest) = read_coordinate(text, rules.files())?;
    let (rank, rest) = read_coordinate(rest, rules.ranks())?;
    Some((Square::new(file, rank), rest))
}

/// Reads a number up to a limit and returns it counted from 0. A board with ten files has the
/// number 10, which is read before the 1.
fn read_coordinate(text: &str, limit: u8) -> Option<(u8, &str)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    let after_first = characters.as_str();
    let digit = digit_value(first).or_else(|| numeral_value(first))?;
    let second = characters.next().and_then(digit_value);
    let (number, rest) = match (digit, second) {
        (1, Some(0)) if digit_value(first).is_some() => (10, characters.as_str()),
        _ => (digit, after_first),
    };
    (1..=u32::from(limit)).contains(&number).then(|| (number as u8 - 1, rest))
}

/// Returns the value of an ASCII or full-width digit.
pub(super) fn digit_value(c: char) -> Option<u32> {
    match c {
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => c.to_digit(10),
    }
}

fn numeral_value(c: char) -> Option<u32> {
    NUMERALS.iter().position(|&numeral| numeral == c).map(|value| value as u32)
}

/// Returns the kanji of a rank, counted from 0.
pub(super) fn rank_numeral(rank: u8) -> char {
    NUMERALS[usize::from(rank) + 1]
}

/// Returns a digit as a full-width character.
pub(super) fn full_width(digit: char) -> char {
    let value = digit.to_digit(10).unwrap_or(0);
    char::from_u32('０' as u32 + value).unwrap_or(digit)
}

/// Formats a number below a hundred in kanji: `十八`.
pub(super) fn format_number(number: u32) -> String {
    let mut text = String::new();
    match number / 10 {
        0 => {}
        1 => text.push('十'),
        tens => text.extend([NUMERALS[tens.min(9) as usize], '十']),
    }
    if !number.is_multiple_of(10) || number == 0 {
        text.push(NUMERALS[(number % 10) as usize]);
    }
    text
}

/// Reads a number in kanji (`十八`, `一八`) or digits at the start of a text; returns it and the rest.
pub(super) fn read_number(text: &str) -> Option<(u32, &str)> {
    let mut rest = text;
    let mut total: u32 = 0;
    let mut last = None;
    while let Some(c) = rest.chars().next() {
        let Some(value) = digit_value(c).or_else(|| numeral_value(c)) else { break };
        total = match (value, last) {
            (10, _) => total.max(1).saturating_mul(10),
            (_, Some(10)) => total.saturating_add(value),
            _ => total.saturating_mul(10).saturating_add(value),
        };
        last = Some(value);
        rest = &rest[c.len_utf8()..];
    }
    last.map(|_| (total, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_names_are_unique_and_read_back() {
        for rules in games::all() {
            let names = PieceNames::new(rules);
            for kind in rules.piece_kinds() {
                let expected = Some((kind, "成(77)"));
                for name in [names.written(kind), names.drawn(kind)] {
                    assert!(!name.is_empty());
                    let text = format!("{name}成(77)");
                    let found = names.read(&text);
                    assert_eq!(found, expected, "{name} in {}", rules.name());
                }
            }
        }
    }

    #[test]
    fn squares_are_read_in_all_digits() {
        let shogi = games::by_name("shogi").unwrap();
        for text in ["７六歩", "7六歩", "76歩", "七六歩", "７６歩"] {
            assert_eq!(read_square(shogi, text), Some((Square::new(6, 5), "歩")), "{text}");
        }
        assert_eq!(read_square(shogi, "１０歩"), None);
        let shosu = games::by_name("shosu").unwrap();
        for square in Square::all() {
            let text = format!("{}歩", format_square(square));
            assert_eq!(read_square(shosu, &text), Some((square, "歩")), "{text}");
        }
    }

    #[test]
    fn numbers_are_written_and_read_in_kanji() {
        for (number, text) in [(2, "二"), (10, "十"), (11, "十一"), (18, "十八"), (20, "二十")]
        {
            assert_eq!(format_number(number), text);
            assert_eq!(read_number(text), Some((number, "")));
        }
        assert_eq!(read_number("12　角"), Some((12, "　角")));
        assert_eq!(read_number("一〇八手"), Some((108, "手")));
        assert_eq!(read_number("角"), None);
    }
}
