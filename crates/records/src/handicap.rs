//! Handicaps: White plays without some pieces and moves first.

use crate::game_name::shogi;
use crate::record::same_start;
use games::letters_and_digits;
use rules::{Color, Position, Rules, Setup, Square};
use serde::Serialize;
use std::ptr;

/// A handicap.
struct Handicap {
    japanese: &'static str,
    /// The name in JKF.
    jkf: &'static str,
    /// The names of the removed pieces, for the handicaps that [`handicaps`] lists.
    english: Option<&'static str>,
    /// The letters of the pieces that White gives away. Rook, bishop and pawns are all pieces of the
    /// kind; of the others a capital is White's right piece, a small letter the left one.
    letters: &'static str,
}

const fn handicap(japanese: &'static str, jkf: &'static str, letters: &'static str) -> Handicap {
    Handicap { japanese, jkf, english: None, letters }
}

const fn named(
    english: &'static str,
    japanese: &'static str,
    jkf: &'static str,
    letters: &'static str,
) -> Handicap {
    Handicap { japanese, jkf, english: Some(english), letters }
}

/// The last words of the names of the pieces that handicaps call by name.
const PIECE_NAMES: [&str; 4] = ["Rook", "Bishop", "Lance", "Knight"];

const HANDICAPS: [Handicap; 16] = [
    handicap(NONE, "HIRATE", ""),
    named("left lance", "香落ち", "KY", "l"),
    handicap("右香落ち", "KY_R", "L"),
    named("bishop", "角落ち", "KA", "B"),
    named("rook", "飛車落ち", "HI", "R"),
    named("rook and left lance", "飛香落ち", "HIKY", "Rl"),
    named("rook and bishop", "二枚落ち", "2", "RB"),
    handicap("三枚落ち", "3", "RBl"),
    named("rook, bishop and both lances", "四枚落ち", "4", "RBlL"),
    handicap("五枚落ち", "5", "RBlLN"),
    handicap("左五枚落ち", "5_L", "RBlLn"),
    named("rook, bishop, both lances and both knights", "六枚落ち", "6", "RBlLnN"),
    handicap("左七枚落ち", "7_L", "RBlLnNs"),
    handicap("右七枚落ち", "7_R", "RBlLnNS"),
    handicap("八枚落ち", "8", "RBlLnNsS"),
    handicap("十枚落ち", "10", "RBlLnNsSgG"),
];

/// Handicaps that are read, but written as a diagram: some programs do not know them.
const RARE_HANDICAPS: [Handicap; 5] = [
    handicap("七枚落ち", "", "RBlLnNS"),
    handicap("九枚落ち", "", "RBlLnNsSG"),
    handicap("トンボ", "", "lLnNsSgG"),
    handicap("裸玉", "", "RBlLnNsSgGP"),
    handicap(THREE_PAWNS, "", "RBlLnNsSgGP"),
];

/// The handicap in which White has three pawns in hand beside the king.
const THREE_PAWNS: &str = "歩三兵";

/// The start position of a handicap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HandicapStart {
    /// The names of the removed pieces.
    #[serde(rename = "name")]
    pub english: &'static str,
    /// The usual Japanese name.
    pub japanese: &'static str,
    pub sfen: String,
    /// The measured worth in Elo to the player who gets it. Only handicaps of built-in games have one.
    pub elo: Option<i32>,
}

/// Returns the handicaps of a game. Skips those with a piece that the game does not have.
///
/// ```
/// let rules = games::by_name("shosu").unwrap();
/// let bishop = records::handicaps(rules).nth(1).unwrap();
/// assert_eq!((bishop.english, bishop.japanese), ("bishop", "角落ち"));
/// assert!(bishop.sfen.starts_with("lnsgkqgsnl/1r8/") && bishop.sfen.ends_with(" w - 1"));
/// ```
pub fn handicaps(rules: &'static Rules) -> impl Iterator<Item = HandicapStart> {
    let worths = measured_worths(rules);
    HANDICAPS.iter().filter_map(move |handicap| {
        let english = handicap.english?;
        let sfen = handicap.position(rules)?.sfen().to_string();
        let elo = find_worth(worths, english);
        Some(HandicapStart { english, japanese: handicap.japanese, sfen, elo })
    })
}

/// Returns what the handicaps of a built-in game are worth: lines of an English name, a tab, and Elo.
fn measured_worths(rules: &Rules) -> &'static str {
    // A caller may have built other rules of that name.
    let is_built_in = games::by_name(rules.name()).is_some_and(|known| ptr::eq(known, rules));
    games::handicaps(rules.name()).filter(|_| is_built_in).unwrap_or_default()
}

fn find_worth(worths: &str, english: &str) -> Option<i32> {
    let mut lines = worths.lines().filter_map(|line| line.split_once('\t'));
    lines.find(|&(name, _)| name == english)?.1.parse().ok()
}

/// Returns the start position of the handicap with this English name, whatever its case and punctuation.
pub fn handicap_position(rules: &'static Rules, english: &str) -> Option<Position> {
    let wanted = Some(letters_and_digits(english));
    let is_wanted = |handicap: &&Handicap| handicap.english.map(letters_and_digits) == wanted;
    HANDICAPS.iter().find(is_wanted)?.position(rules)
}

/// The name of the start position without a handicap.
pub(crate) const NONE: &str = "平手";
/// The name where a diagram shows the start position.
pub(crate) const OTHER: &str = "その他";

/// Returns the start position of the handicap with this Japanese name; `None` for an unknown name or a
/// handicap that the game does not have.
pub(crate) fn position(rules: &'static Rules, name: &str) -> Option<Position> {
    // 落ち is also written 落.
    let stem = |name: &str| name.trim().trim_end_matches('ち').to_owned();
    let mut all = HANDICAPS.iter().chain(&RARE_HANDICAPS);
    all.find(|handicap| stem(handicap.japanese) == stem(name))?.position(rules)
}

impl Handicap {
    fn position(&self, rules: &'static Rules) -> Option<Position> {
        let mut setup = Setup::from(&Position::start(rules));
        for letter in self.letters.chars() {
            let kind = rules.kind_from_letter(letter)?;
            let name = &rules.piece_info(kind)?.unpromoted.name;
            let word =
                PIECE_NAMES.iter().find(|word| word.starts_with(letter.to_ascii_uppercase()));
            if word.is_some_and(|word| name.split(' ').next_back() != Some(word)) {
                return None;
            }
            let is_whites = |square: &Square| {
                let piece = setup.piece_on(*square);
                piece.is_some_and(|p| p.color() == Color::White && p.kind() == kind)
            };
            // Squares are in the order of files from White's left.
            let pieces: Vec<Square> = Square::all().filter(is_whites).collect();
            let (first, last) = (pieces.first()?, pieces.last()?);
            let given = match letter {
                'R' | 'B' | 'P' => &*pieces,
                _ if letter.is_ascii_lowercase() => std::slice::from_ref(first),
                _ => std::slice::from_ref(last),
            };
            given.iter().for_each(|&square| setup.put(square, None));
        }
        if !self.letters.is_empty() {
            setup.side = Color::White;
        }
        if self.japanese == THREE_PAWNS {
            setup.add_to_hand(Color::White, rules.kind_from_letter('P')?, 3);
        }
        setup.build(rules).ok()
    }
}

/// Returns the start position of shogi with this name in JKF.
pub(crate) fn jkf_position(name: &str) -> Option<Position> {
    HANDICAPS.iter().find(|handicap| handicap.jkf == name)?.position(shogi())
}

/// Returns the Japanese name of the handicap with this start position.
pub(crate) fn name(start: &Position) -> Option<&'static str> {
    find(start).map(|handicap| handicap.japanese)
}

/// Returns the name in JKF of the handicap with this start position.
pub(crate) fn jkf_name(start: &Position) -> Option<&'static str> {
    find(start).map(|handicap| handicap.jkf)
}

fn find(start: &Position) -> Option<&'static Handicap> {
    // Most positions need not be compared with every handicap.
    let count = if start.side() == Color::Black { 1 } else { HANDICAPS.len() };
    HANDICAPS[..count].iter().find(|handicap| {
        handicap.position(start.rules()).is_some_and(|position| same_start(&position, start))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_again_in_shogi() {
        let shogi = games::by_name("shogi").unwrap();
        for Handicap { japanese, .. } in HANDICAPS {
            assert_eq!(name(&position(shogi, japanese).unwrap()), Some(japanese));
        }
        let board = position(shogi, "左五枚落ち").unwrap().sfen().to_string();
        assert!(board.starts_with("1nsgkgs2/9/ppppppppp/"), "{board}");
        assert!(position(shogi, "百枚落ち").is_none());
        for (name, board) in [
            ("七枚落ち", "3gkgs2/9/ppppppppp/"),
            ("九枚落", "4kg3/9/ppppppppp/"),
            ("トンボ", "4k4/1r5b1/ppppppppp/"),
            ("裸玉", "4k4/9/9/"),
            ("歩三兵", "4k4/9/9/"),
        ] {
            let start = position(shogi, name).unwrap().sfen().to_string();
            let hand = if name == "歩三兵" { "3p" } else { "-" };
            let rest = format!("9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hand} 1");
            assert_eq!(start, format!("{board}{rest}"));
        }
    }

    #[test]
    fn worths_of_handicaps_are_read() {
        let worths = "rook and bishop\t900\nrook\t410\nbishop\tx\n";
        let found = ["rook", "rook and bishop", "bishop", "left lance"];
        let found = found.map(|english| find_worth(worths, english));
        assert_eq!(found, [Some(410), Some(900), None, None]);
        for rules in games::all() {
            let starts: Vec<_> = handicaps(rules).collect();
            for line in games::handicaps(rules.name()).unwrap_or_default().lines() {
                let (name, elo) = line.split_once('\t').expect(line);
                let start = starts.iter().find(|start| start.english == name).expect(line);
                // Some are worth less than the first move, and so below zero.
                let is_read = |read: i32| read.to_string() == elo;
                assert!(start.elo.is_some_and(is_read), "{}: {line}", rules.name());
            }
        }
    }

    #[test]
    fn pieces_in_hand_at_the_start_are_kept() {
        let ini = "[a:gorogoro]\nstartFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[Pp] w 0 1\n";
        let rules = games::parse(ini).games[0].rules;
        assert!(same_start(&position(rules, NONE).unwrap(), &Position::start(rules)));
    }
}
