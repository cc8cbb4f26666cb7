//! What is written on a piece, in letters or in kanji.

use rules::{Color, Piece, PieceKind, Rules};
use unicode_width::UnicodeWidthStr;

/// The writing on the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// SFEN's letters, White's small.
    Letters,
    /// Kanji, White's with a `v` before them. As shogi diagrams do, one character a piece where
    /// each has its own; two where cannons share those of generals.
    Kanji,
}

/// How the pieces of a game are drawn: all to the same width.
#[derive(Debug)]
pub struct Faces {
    rules: &'static Rules,
    script: Script,
    /// The kanji of each kind, for each side; none with letters.
    kanji: Vec<[String; 2]>,
    /// The width of what is written on a piece, without the column of marks before and behind.
    width: usize,
    /// Whether a promoted piece has a `+` behind.
    marks_promotion: bool,
}

/// The usual single characters for names of two.
const SINGLES: &[(&str, &str)] = &[
    ("玉将", "玉"),
    ("王将", "王"),
    ("飛車", "飛"),
    ("角行", "角"),
    ("金将", "金"),
    ("銀将", "銀"),
    ("桂馬", "桂"),
    ("香車", "香"),
    ("歩兵", "歩"),
    ("妃将", "妃"),
];

/// The same for promoted pieces. What a silver becomes is 全 also where it is called a gold.
const PROMOTED_SINGLES: &[(&str, &str)] = &[
    ("龍王", "龍"),
    ("龍馬", "馬"),
    ("酔象", "象"),
    ("成銀", "全"),
    ("金将", "全"),
    ("成桂", "圭"),
    ("跳馬", "跳"),
    ("成香", "杏"),
    ("竪行", "竪"),
    ("と金", "と"),
];

impl Faces {
    /// The faces of a game's pieces.
    pub fn new(rules: &'static Rules, script: Script) -> Self {
        let (kanji, marks_promotion) = match script {
            Script::Letters => (Vec::new(), false),
            Script::Kanji => match by_kind(rules, single) {
                Some(singles) => (singles, false),
                None => (by_kind(rules, double).unwrap_or_default(), true),
            },
        };
        let width = kanji.iter().flatten().map(|face| face.width()).max().unwrap_or(1);
        Self { rules, script, kanji, width, marks_promotion }
    }

    /// How many columns [`padded`](Self::padded) takes.
    pub fn width(&self) -> usize {
        self.width + 2
    }

    /// A piece as it stands on the board: a mark before, the face, and room for a mark behind.
    pub fn padded(&self, piece: Piece) -> String {
        let promoted = piece.kind().is_promoted();
        let before = match self.script {
            Script::Letters if promoted => '+',
            Script::Kanji if piece.color() == Color::White => 'v',
            _ => ' ',
        };
        let behind = if promoted && self.marks_promotion { '+' } else { ' ' };
        let face = self.face(piece);
        let gap = self.width.saturating_sub(face.width());
        let (left, right) = (gap / 2, gap - gap / 2);
        format!("{before}{:left$}{face}{:right$}{behind}", "", "")
    }

    /// What is written on a piece, its side apart.
    pub fn face(&self, piece: Piece) -> String {
        let sides = self.kanji.get(piece.kind().index());
        match sides.map(|sides| &sides[piece.color().index()]).filter(|face| !face.is_empty()) {
            Some(face) => face.clone(),
            None => {
                let letter = self.rules.piece_sfen(piece).to_string();
                letter.trim_start_matches('+').into()
            }
        }
    }
}

/// The faces that a function gives for the names of every kind, unless one has none.
fn by_kind(rules: &Rules, face: fn(&str, bool) -> Option<String>) -> Option<Vec<[String; 2]>> {
    let mut faces = vec![[String::new(), String::new()]; PieceKind::COUNT];
    for kind in rules.piece_kinds() {
        let [black, white] = &rules.piece_form(kind)?.kanji;
        let promoted = kind.is_promoted();
        faces[kind.index()] = [face(black, promoted)?, face(white, promoted)?];
    }
    Some(faces)
}

fn single(name: &str, promoted: bool) -> Option<String> {
    let singles = if promoted { PROMOTED_SINGLES } else { SINGLES };
    let (_, single) = singles.iter().find(|(long, _)| *long == name)?;
    Some((*single).into())
}

/// The last two characters, which are all but a 成 that the mark of promotion says as well.
fn double(name: &str, _: bool) -> Option<String> {
    let surplus = name.chars().count().saturating_sub(2);
    Some(name.chars().skip(surplus).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_piece_of_every_game_is_told_from_the_others() {
        for rules in Rules::all() {
            for script in [Script::Letters, Script::Kanji] {
                let faces = Faces::new(rules, script);
                let mut seen = HashSet::new();
                for kind in rules.piece_kinds() {
                    for color in Color::BOTH {
                        let text = faces.padded(Piece::new(color, kind));
                        assert_eq!(text.width(), faces.width(), "{text:?}");
                        assert!(seen.insert(text.clone()), "{} has {text:?} twice", rules.name());
                    }
                }
            }
        }
    }

    #[test]
    fn kanji_are_single_where_they_can_be() {
        let face = |game: &str, letter: char, promoted: bool| {
            let rules = Rules::by_name(game).unwrap();
            let kind = rules.kind_from_letter(letter).unwrap();
            let kind = if promoted { kind.promoted() } else { kind };
            Faces::new(rules, Script::Kanji).padded(Piece::new(Color::White, kind))
        };
        assert_eq!(face("shogi", 'R', false), "v飛 ");
        assert_eq!(face("shogi", 'K', false), "v王 ");
        assert_eq!(face("shosu", 'S', true), "v全 ");
        assert_eq!(face("cannonshogi", 'R', false), "v飛車 ");
        assert_eq!(face("cannonshogi", 'U', true), "v金砲+");
        assert_eq!(face("cannonshosu", 'D', false), "v 犬  ");
    }
}
