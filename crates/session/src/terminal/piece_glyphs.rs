//! The texts drawn for pieces on a board: letters or kanji, all of one width.

use records::{abbreviate_kanji, last_two_kanji};
use rules::{Color, Piece, Rules};
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
    /// Whether every piece has a kanji of one character. If not, a `+` follows promoted pieces.
    has_short_kanji: bool,
    /// Width of the widest glyph in columns, without the marks before and after it.
    glyph_width: usize,
}

impl PieceGlyphs {
    /// Creates the glyphs of a game's pieces.
    pub fn new(rules: &'static Rules, script: Script) -> Self {
        let pieces = || {
            let kinds = rules.piece_kinds();
            kinds.flat_map(|kind| Color::BOTH.map(|color| Piece::new(color, kind)))
        };
        let mut glyphs = Self { rules, script, has_short_kanji: true, glyph_width: 1 };
        glyphs.has_short_kanji = pieces().all(|piece| glyphs.short_kanji(piece).is_some());
        let width = |piece| glyphs.glyph(piece).width();
        glyphs.glyph_width = pieces().map(width).max().unwrap_or(1);
        glyphs
    }

    /// Returns the usual one-character abbreviation of a piece's name, if there is one.
    fn short_kanji(&self, piece: Piece) -> Option<&'static str> {
        abbreviate_kanji(self.kanji(piece)?, piece.kind().is_promoted())
    }

    fn kanji(&self, piece: Piece) -> Option<&str> {
        Some(&self.rules.piece_form(piece.kind())?.kanji[piece.color().index()])
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
        let is_marked = promoted && self.script == Script::Kanji && !self.has_short_kanji;
        let suffix = if is_marked { '+' } else { ' ' };
        let glyph = self.glyph(piece);
        let padding = self.glyph_width.saturating_sub(glyph.width());
        let (left, right) = (padding / 2, padding - padding / 2);
        format!("{prefix}{:left$}{glyph}{:right$}{suffix}", "", "")
    }

    /// Returns the glyph of a piece without marks and padding.
    pub fn glyph(&self, piece: Piece) -> String {
        match self.kanji(piece).filter(|_| self.script == Script::Kanji) {
            Some(kanji) => {
                let short = self.short_kanji(piece).filter(|_| self.has_short_kanji);
                short.unwrap_or(last_two_kanji(kanji)).into()
            }
            None => self.rules.piece_sfen(piece).to_string().trim_start_matches('+').into(),
        }
    }
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
