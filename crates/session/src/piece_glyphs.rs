//! The texts drawn for pieces on a board: letters or kanji, all of one width.

use records::{abbreviate_kanji, last_two_kanji};
use rules::{Color, Piece, PieceKind, Rules};
use unicode_width::UnicodeWidthStr;

/// Script of the piece glyphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// SFEN letters, lower case for White.
    Letters,
    /// Kanji, prefixed with `v` for White. One character per piece, as in shogi diagrams, or two in
    /// games where one is not unique because cannons share characters with generals.
    Kanji,
}

/// Glyphs of a game's pieces, padded to a common width.
#[derive(Debug)]
pub struct PieceGlyphs {
    rules: &'static Rules,
    script: Script,
    /// Kanji by piece kind and color; empty for letters.
    kanji: Vec<[String; 2]>,
    /// Width of the widest glyph in columns, without the marks before and after it.
    glyph_width: usize,
    /// Whether a `+` follows promoted pieces.
    marks_promotion: bool,
}

impl PieceGlyphs {
    /// Creates the glyphs of a game's pieces.
    pub fn new(rules: &'static Rules, script: Script) -> Self {
        let (kanji, marks_promotion) = match script {
            Script::Letters => (Vec::new(), false),
            Script::Kanji => match kanji_by_kind(rules, |name, promoted| {
                abbreviate_kanji(name, promoted)
            }) {
                Some(kanji) => (kanji, false),
                None => (
                    kanji_by_kind(rules, |name, _| Some(last_two_kanji(name))).unwrap_or_default(),
                    true,
                ),
            },
        };
        let glyph_width = kanji.iter().flatten().map(|glyph| glyph.width()).max().unwrap_or(1);
        Self { rules, script, kanji, glyph_width, marks_promotion }
    }

    /// Returns the width of [`padded_glyph`](Self::padded_glyph) in columns.
    pub fn width(&self) -> usize {
        self.glyph_width + 2
    }

    /// Returns a piece as drawn on the board: a column for a mark, the glyph, a column for a mark.
    pub fn padded_glyph(&self, piece: Piece) -> String {
        let promoted = piece.kind().is_promoted();
        let prefix = match self.script {
            Script::Letters if promoted => '+',
            Script::Kanji if piece.color() == Color::White => 'v',
            _ => ' ',
        };
        let suffix = if promoted && self.marks_promotion { '+' } else { ' ' };
        let glyph = self.glyph(piece);
        let padding = self.glyph_width.saturating_sub(glyph.width());
        let (left, right) = (padding / 2, padding - padding / 2);
        format!("{prefix}{:left$}{glyph}{:right$}{suffix}", "", "")
    }

    /// Returns the glyph of a piece without marks and padding.
    pub fn glyph(&self, piece: Piece) -> String {
        let by_color = self.kanji.get(piece.kind().index());
        match by_color
            .map(|glyphs| &glyphs[piece.color().index()])
            .filter(|kanji| !kanji.is_empty())
        {
            Some(kanji) => kanji.clone(),
            None => {
                let letter = self.rules.piece_sfen(piece).to_string();
                letter.trim_start_matches('+').into()
            }
        }
    }
}

/// Shortens the kanji names of all piece kinds. `shorten` receives a name and whether the kind is
/// promoted. Returns `None` if `shorten` returns `None` for any name.
fn kanji_by_kind(
    rules: &Rules,
    shorten: fn(&str, bool) -> Option<&str>,
) -> Option<Vec<[String; 2]>> {
    let mut kanji = vec![[String::new(), String::new()]; PieceKind::COUNT];
    for kind in rules.piece_kinds() {
        let [black, white] = &rules.piece_form(kind)?.kanji;
        let promoted = kind.is_promoted();
        kanji[kind.index()] = [shorten(black, promoted)?.into(), shorten(white, promoted)?.into()];
    }
    Some(kanji)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn glyphs_are_unique_and_of_one_width_in_every_game() {
        for rules in games::all() {
            for script in [Script::Letters, Script::Kanji] {
                let glyphs = PieceGlyphs::new(rules, script);
                let mut seen = HashSet::new();
                for kind in rules.piece_kinds() {
                    for color in Color::BOTH {
                        let text = glyphs.padded_glyph(Piece::new(color, kind));
                        assert_eq!(text.width(), glyphs.width(), "{text:?}");
                        assert!(seen.insert(text.clone()), "{} has {text:?} twice", rules.name());
                    }
                }
            }
        }
    }

    #[test]
    fn kanji_are_abbreviated_to_one_character_where_unique() {
        let glyph = |game: &str, letter: char, promoted: bool| {
            let rules = games::by_name(game).unwrap();
            let kind = rules.kind_from_letter(letter).unwrap();
            let kind = if promoted { kind.promoted() } else { kind };
            PieceGlyphs::new(rules, Script::Kanji).padded_glyph(Piece::new(Color::White, kind))
        };
        assert_eq!(glyph("shogi", 'R', false), "v飛 ");
        assert_eq!(glyph("shogi", 'K', false), "v王 ");
        assert_eq!(glyph("shosu", 'S', true), "v全 ");
        assert_eq!(glyph("cannonshogi", 'R', false), "v飛車 ");
        assert_eq!(glyph("cannonshogi", 'U', true), "v金砲+");
        assert_eq!(glyph("cannonshosu", 'D', false), "v 犬  ");
    }
}
