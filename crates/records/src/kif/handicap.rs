//! Handicaps by their Japanese names (`手合割`).

use crate::position_builder::PositionBuilder;
use rules::{Color, Position, Rules, Square};

/// The names and the pieces that White gives away. Rook, bishop and golds are all pieces of the
/// kind; of the others a capital is White's right piece, a small letter the left one.
const HANDICAPS: [(&str, &str); 16] = [
    ("平手", ""),
    ("香落ち", "l"),
    ("右香落ち", "L"),
    ("角落ち", "B"),
    ("飛車落ち", "R"),
    ("飛香落ち", "Rl"),
    ("二枚落ち", "RB"),
    ("三枚落ち", "RBl"),
    ("四枚落ち", "RBlL"),
    ("五枚落ち", "RBlLN"),
    ("左五枚落ち", "RBlLn"),
    ("六枚落ち", "RBlLnN"),
    ("左七枚落ち", "RBlLnNs"),
    ("右七枚落ち", "RBlLnNS"),
    ("八枚落ち", "RBlLnNsS"),
    ("十枚落ち", "RBlLnNsSG"),
];

/// The name of the start position without a handicap.
pub(super) const NONE: &str = "平手";
/// The name where a diagram shows the start position.
pub(super) const OTHER: &str = "その他";

/// Returns the start position of a handicap; `None` for an unknown name or one that the game does
/// not have.
pub(super) fn position(rules: &'static Rules, name: &str) -> Option<Position> {
    let (_, letters) = HANDICAPS.iter().find(|(known, _)| *known == name.trim())?;
    let mut builder = PositionBuilder::standard(rules);
    for letter in letters.chars() {
        let kind = rules.kind_from_letter(letter)?;
        let is_whites = |square: &Square| {
            builder.piece_on(*square).is_some_and(|p| p.color() == Color::White && p.kind() == kind)
        };
        // Squares are in the order of files from White's left.
        let pieces: Vec<Square> = Square::all().filter(is_whites).collect();
        let given = match letter {
            'R' | 'B' | 'G' => pieces.as_slice(),
            _ if letter.is_ascii_lowercase() => pieces.get(..1)?,
            _ => pieces.get(pieces.len().checked_sub(1)?..)?,
        };
        given.iter().for_each(|&square| builder.put(square, None));
    }
    if !letters.is_empty() {
        builder.side = Color::White;
    }
    builder.position().ok()
}

/// Returns the name of the handicap with this start position.
pub(super) fn name(start: &Position) -> Option<&'static str> {
    let sfen = start.sfen().to_string();
    if sfen == Position::start(start.rules()).sfen().to_string() {
        return Some(NONE);
    }
    // Most positions need not be compared with every handicap.
    if start.side() == Color::Black {
        return None;
    }
    let is_same = |name| {
        position(start.rules(), name).is_some_and(|position| position.sfen().to_string() == sfen)
    };
    HANDICAPS.iter().map(|(name, _)| *name).find(|name| is_same(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_agree_with_those_of_the_rules() {
        let pairs = [
            ("left lance", "香落ち"),
            ("bishop", "角落ち"),
            ("rook", "飛車落ち"),
            ("rook and left lance", "飛香落ち"),
            ("rook and bishop", "二枚落ち"),
            ("rook, bishop and both lances", "四枚落ち"),
            ("rook, bishop, both lances and both knights", "六枚落ち"),
        ];
        for rules in Rules::all() {
            for (english, sfen) in rules.handicaps() {
                let (_, japanese) = pairs.iter().find(|(name, _)| *name == english).unwrap();
                let start = position(rules, japanese).unwrap();
                assert_eq!(start.sfen().to_string(), sfen, "{}", rules.name());
                assert_eq!(name(&start), Some(*japanese));
            }
        }
    }

    #[test]
    fn every_name_is_found_again_in_shogi() {
        let shogi = Rules::by_name("shogi").unwrap();
        for (japanese, _) in HANDICAPS {
            assert_eq!(name(&position(shogi, japanese).unwrap()), Some(japanese));
        }
        let board = position(shogi, "左五枚落ち").unwrap().sfen().to_string();
        assert!(board.starts_with("1nsgkgs2/9/ppppppppp/"), "{board}");
        assert!(position(shogi, "百枚落ち").is_none());
    }
}
