//! The languages in which people play at a terminal, with what is said in them.

mod texts;

use records::{GameEnd, GameResult, MoveTextError, format_western, japanese_line};
use rules::{Color, Move, Position, Rules};
use std::fmt::Display;
use texts::{ERRORS, TEXTS, TRADITIONAL, TRADITIONAL_WORDS};

/// A language of the texts of play. What programs read is always English.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Language {
    #[default]
    English,
    Japanese,
    /// Chinese in simplified characters.
    Simplified,
    /// Chinese in traditional characters.
    Traditional,
}

impl Language {
    /// Returns the language of a locale such as `ja_JP.UTF-8`: English if there are no texts in it.
    pub fn of_locale(locale: &str) -> Self {
        let locale = locale.to_ascii_lowercase().replace('-', "_");
        let (language, country) = locale.split_once(['_', '.', '@']).unwrap_or((&locale, ""));
        let is_traditional =
            ["tw", "hk", "mo", "hant"].iter().any(|name| country.starts_with(name));
        match language {
            "ja" => Self::Japanese,
            "zh" if is_traditional => Self::Traditional,
            "zh" => Self::Simplified,
            _ => Self::English,
        }
    }

    /// Returns whether pieces are written in kanji.
    pub fn has_kanji(self) -> bool {
        self != Self::English
    }

    /// Chooses among the texts in English, Japanese, and Chinese in simplified characters.
    pub fn choose(self, [english, japanese, chinese]: [&str; 3]) -> String {
        match self {
            Self::English => english.into(),
            Self::Japanese => japanese.into(),
            Self::Simplified => chinese.into(),
            Self::Traditional => {
                let words = TRADITIONAL_WORDS.iter();
                let text =
                    words.fold(chinese.to_owned(), |text, (from, to)| text.replace(from, to));
                text.chars().map(|c| replaced(c, TRADITIONAL, 0, 1)).collect()
            }
        }
    }

    /// Translates an English text. What is not known stays as it is.
    pub fn text(self, english: &str) -> String {
        let row = TEXTS.iter().chain(ERRORS).find(|(known, ..)| *known == english);
        row.map_or_else(|| english.into(), |&(english, ja, zh)| self.choose([english, ja, zh]))
    }

    /// Translates an error, in which values have their places, and what is in the values. What is not known stays as it
    /// is.
    pub fn error(self, english: &str) -> String {
        let translated = || {
            ERRORS.iter().find_map(|(pattern, ..)| {
                let values = values_in(english, pattern)?;
                let values: Vec<_> = values.into_iter().map(|value| self.error(value)).collect();
                let values: Vec<_> = values.iter().map(|value| value as &dyn Display).collect();
                Some(self.fill(pattern, &values))
            })
        };
        let is_english = self == Self::English;
        (!is_english).then(translated).flatten().unwrap_or_else(|| self.text(english))
    }

    /// Translates an English text, and puts values in the places of `{0}`, `{1}` and so on.
    pub fn fill(self, english: &str, values: &[&dyn Display]) -> String {
        let text = self.text(english);
        let mut parts = text.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let value = part.split_once('}').and_then(|(number, rest)| {
                let number: usize = number.parse().ok()?;
                Some(format!("{}{rest}", values.get(number)?))
            });
            filled += &value.unwrap_or_else(|| format!("{{{part}"));
        }
        filled
    }

    /// Returns the name of a side in a sentence.
    pub fn side(self, side: Color) -> String {
        self.text(games::side_name(side))
    }

    /// Returns the title of a game.
    pub fn title(self, rules: &'static Rules) -> &'static str {
        let spec = rules.spec();
        self.first_of([&spec.title_ja, &spec.title_zh_hans, &spec.title_zh_hant], rules.title())
    }

    /// Returns what is said about a game.
    pub fn about(self, rules: &'static Rules) -> &'static str {
        let spec = rules.spec();
        self.first_of([&spec.about_ja, &spec.about_zh_hans, &spec.about_zh_hant], rules.about())
    }

    /// Returns the text in this language, of one in each but English, or the English one if there is none.
    fn first_of(self, texts: [&'static String; 3], english: &'static str) -> &'static str {
        let text = match self {
            Self::English => "",
            Self::Japanese => texts[0],
            Self::Simplified => texts[1],
            Self::Traditional => texts[2],
        };
        if text.is_empty() { english } else { text }
    }

    /// Writes a legal move as people do.
    pub fn move_text(self, position: &Position, mv: Move) -> String {
        match self {
            Self::English => format_western(position, mv),
            Self::Japanese => japanese_line(position, &[mv]),
            Self::Simplified => in_chinese(&japanese_line(position, &[mv]), 1),
            Self::Traditional => in_chinese(&japanese_line(position, &[mv]), 2),
        }
    }

    /// Describes the end of a game in a sentence.
    pub fn describe_end(self, end: &GameEnd) -> String {
        // The reason may be a word of a file.
        let reason = end.describe(["{0}", "{1}"]).replace(char::is_control, " ");
        let side = if reason.contains("{1}") { Color::White } else { Color::Black };
        let reason = self.fill(&reason.replace("{1}", "{0}"), &[&self.side(side)]);
        match end.result.winner() {
            Some(winner) => self.fill("{0} wins: {1}.", &[&self.side(winner), &reason]),
            None => self.fill("{0}.", &[&games::capitalize(&reason)]),
        }
    }

    /// Says who has won a game: `Black wins`, `draw` or `unfinished`.
    pub fn describe_result(self, result: GameResult) -> String {
        match result {
            GameResult::Win(winner) => self.fill("{0} wins", &[&self.side(winner)]),
            GameResult::Draw => self.text("draw"),
            GameResult::Unknown => self.text("unfinished"),
        }
    }

    /// Says why a move cannot be played.
    pub fn refusal(self, reason: &MoveTextError) -> String {
        match reason {
            MoveTextError::Rules(reason) => self.text(&reason.to_string()),
            MoveTextError::Pieces(reasons) => {
                let text = |(from, reason): &(_, rules::IllegalMove)| {
                    self.fill("from {0}: {1}", &[from, &self.text(&reason.to_string())])
                };
                reasons.iter().map(text).collect::<Vec<_>>().join("; ")
            }
            MoveTextError::Ambiguous(moves) => {
                let or = self.text(" or ");
                self.fill("ambiguous: it can be {0}", &[&moves.join(&or)])
            }
            MoveTextError::Text(text) => self.text(text),
        }
    }
}

/// Returns the values in a text that are at the places `{0}`, `{1}` and so on of a pattern, if the text has its form.
fn values_in<'a>(text: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let mut literals =
        pattern.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text));
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut literals = literals.peekable();
    let mut values = Vec::new();
    while let Some(literal) = literals.next() {
        let (value, after) = match literals.peek() {
            Some(_) => rest.split_once(literal)?,
            None => (rest.strip_suffix(literal)?, ""),
        };
        values.push(value);
        rest = after;
    }
    rest.is_empty().then_some(values)
}

/// Returns the character at one place of a group in which it is at another place.
fn replaced(c: char, groups: &str, from: usize, to: usize) -> char {
    if c.is_ascii() {
        return c;
    }
    let has = |group: &&str| group.chars().nth(from) == Some(c);
    groups.split(' ').find(has).and_then(|group| group.chars().nth(to)).unwrap_or(c)
}

/// Writes a Japanese move with the characters of Chinese: those at a place of [`PIECES`].
fn in_chinese(text: &str, place: usize) -> String {
    text.chars().map(|c| replaced(c, PIECES, 0, place)).collect()
}

/// Writes a move in Chinese characters with those of Japanese. Others stay as they are.
pub(crate) fn from_chinese(text: &str) -> String {
    text.chars().map(|c| replaced(replaced(c, PIECES, 1, 0), PIECES, 2, 0)).collect()
}

/// The characters of moves that differ: Japanese, simplified, traditional.
const PIECES: &str =
    "歩步步 飛飞飛 車车車 龍龙龍 馬马馬 銀银銀 将将將 砲炮砲 銅铜銅 鉄铁鐵 酔醉醉 竪竖豎 横横橫";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_choose_the_language() {
        for (locale, expected) in [
            ("ja_JP.UTF-8", Language::Japanese),
            ("ja", Language::Japanese),
            ("zh_CN.UTF-8", Language::Simplified),
            ("zh_TW", Language::Traditional),
            ("zh-Hant-HK", Language::Traditional),
            ("C.UTF-8", Language::English),
            ("jam_JM", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), expected, "{locale}");
        }
    }

    #[test]
    fn every_text_has_the_same_values_in_all_languages() {
        let places = |text: &str| {
            let found = (0..4).filter(|number| text.contains(&format!("{{{number}}}")));
            found.collect::<Vec<_>>()
        };
        let rows: Vec<_> = TEXTS.iter().chain(ERRORS).collect();
        for (index, &(english, japanese, chinese)) in rows.iter().enumerate() {
            // The number of the system's error is left out.
            let expected = if english.contains("(os error") { Vec::new() } else { places(english) };
            assert_eq!(expected, places(japanese), "{english}");
            assert_eq!(expected, places(chinese), "{english}");
            assert!(rows[..index].iter().all(|(other, ..)| other != english), "{english}");
        }
        assert_eq!(Language::Japanese.fill("{0} moves", &[&3]), "3手");
        assert_eq!(Language::Traditional.text("{0} is mated"), "{0}被詰死");
        assert_eq!(Language::English.fill("{0} {x} {9}", &[&1]), "1 {x} {9}");
    }

    #[test]
    fn errors_are_translated_with_what_is_in_them() {
        for (english, expected) in [
            ("unknown option 'Thread'", "'Thread'という設定はありません"),
            (
                "load: 'a.kif': line 3: '7g7e' is not a legal move here: the piece cannot move there",
                "load：'a.kif'：3行目：'7g7e'は指せません：その駒はそこへ動けません",
            ),
            (
                "invalid value 'x' for Threads: expected a number from 1 to 512",
                "Threads に'x'は使えません。1から512までの数です",
            ),
            ("no such text", "no such text"),
            ("", ""),
        ] {
            assert_eq!(Language::Japanese.error(english), expected);
            assert_eq!(Language::English.error(english), english);
        }
        assert_eq!(
            Language::Traditional.error("save: '/x': Permission denied (os error 13)"),
            "save：'/x'：沒有權限"
        );
    }

    #[test]
    fn moves_are_written_and_read_in_chinese() {
        let start = Position::start(games::by_name("shogi").unwrap());
        let mv = records::parse_move(&start, &from_chinese("７六步")).unwrap();
        assert_eq!(Language::Simplified.move_text(&start, mv), "▲７六步");
        assert_eq!(Language::Japanese.move_text(&start, mv), "▲７六歩");
        assert_eq!(Language::English.move_text(&start, mv), "P-7f");
    }

    #[test]
    fn the_rules_of_all_games_are_translated() {
        for rules in games::all().filter(|rules| games::source(rules.name()).is_some()) {
            for rule in games::rule_sentences(rules) {
                assert_ne!(Language::Japanese.text(&rule), rule, "{}", rules.name());
            }
        }
    }

    #[test]
    fn the_reasons_of_illegal_moves_are_those_of_the_board() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../board/page/core/japanese.js");
        let board = std::fs::read_to_string(page).unwrap();
        let reasons = TEXTS.iter().filter(|(english, ..)| english.starts_with("the piece "));
        for (_, japanese, _) in reasons {
            assert!(board.contains(&format!("\"{japanese}\"")), "{japanese}");
        }
    }
}
