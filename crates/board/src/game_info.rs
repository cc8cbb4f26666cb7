//! Descriptions of the games and their pieces for the page.

use crate::command_error::CommandError;
use crate::messages::{GameInfo, HandicapView, LeapView, LevelName, PieceView, RayView};
use crate::puzzle_list;
use crate::text::{Text, game_title, rule_texts};
use records::{HandicapStart, abbreviate_kanji, last_two_kanji};
use rules::betza::{Direction, Leap, Movement};
use rules::{Color, Piece, PieceKind, Rules, Square};

/// Returns the game with a name.
pub fn find_rules(name: &str) -> Result<&'static Rules, CommandError> {
    games::by_name(name).ok_or_else(|| CommandError::UnknownGame(name.into()))
}

/// Returns the square with a name on the board of a game.
pub fn find_square(rules: &Rules, name: &str) -> Result<Square, CommandError> {
    let mut squares = rules.board_squares().into_iter();
    let found = squares.find(|square| square.to_string() == name);
    found.ok_or_else(|| CommandError::Square(name.into()))
}

/// The names of the engine's levels: the first level of each.
const LEVEL_NAMES: [(i64, &str, &str); 8] = [
    (0, "Beginner", "入門"),
    (3, "Novice", "初級"),
    (6, "Casual", "中級"),
    (9, "Club player", "上級"),
    (12, "Strong", "有段"),
    (15, "Expert", "高段"),
    (18, "Master", "師範"),
    (20, "Full strength", "全力"),
];

/// Returns the names of the engine's levels.
pub fn level_names() -> Vec<LevelName> {
    let names = LEVEL_NAMES.into_iter();
    names.map(|(from, en, ja)| LevelName { from, name: Text::new(en, ja) }).collect()
}

/// Describes a game.
pub fn game_info(rules: &'static Rules) -> GameInfo {
    let zone = rules.promotion_zone(Color::Black).count() / u32::from(rules.files());
    GameInfo {
        name: rules.name().into(),
        title: game_title(rules),
        about: Text::with_japanese(rules.about(), &rules.spec().about_ja),
        rules: rule_texts(rules),
        files: rules.files(),
        ranks: rules.ranks(),
        promotion_ranks: zone as u8,
        king: piece_id(rules, rules.king_kind()),
        pieces: rules.piece_kinds().map(|kind| piece_view(rules, kind)).collect(),
        handicaps: records::handicaps(rules).map(handicap_view).collect(),
        puzzles: puzzle_list::groups(rules),
    }
}

fn handicap_view(start: HandicapStart) -> HandicapView {
    HandicapView { name: start.english, title: Text::new(start.english, start.japanese) }
}

/// Returns the letter of a kind, after a `+` if it is promoted.
pub fn piece_id(rules: &Rules, kind: PieceKind) -> String {
    rules.piece_sfen(Piece::new(Color::Black, kind)).to_string()
}

fn piece_view(rules: &Rules, kind: PieceKind) -> PieceView {
    let (form, info) = (rules.piece_form(kind), rules.piece_info(kind));
    let mut kanji = form.map(|form| form.kanji.clone()).unwrap_or_default();
    // Cannons have two characters: the first would be that of a general.
    let shorten = |name: &String| {
        abbreviate_kanji(name, kind.is_promoted()).unwrap_or(last_two_kanji(name)).into()
    };
    let short_kanji = kanji.each_ref().map(shorten);
    // A promoted piece with the name of another one is called after what it was.
    let is_name_of_another =
        |name: &String| rules.piece_infos().iter().any(|info| info.unpromoted.kanji.contains(name));
    if let Some(info) = info.filter(|_| kind.is_promoted() && kanji.iter().any(is_name_of_another))
    {
        kanji =
            info.unpromoted.kanji.each_ref().map(|base| base.chars().take(1).collect::<String>());
        kanji.iter_mut().for_each(|name| name.insert(0, '成'));
    }
    let western = info.map_or("", |info| &info.western_letters);
    let movement = form.map(|form| form.movement.clone()).unwrap_or_default();
    PieceView {
        id: piece_id(rules, kind),
        name: form.map(|form| form.name.clone()).unwrap_or_default(),
        western: if kind.is_promoted() { format!("+{western}") } else { western.into() },
        kanji,
        short_kanji,
        count: if kind.is_promoted() { 0 } else { info.map_or(0, |info| info.count) },
        leaps: leap_views(&movement),
        rays: ray_views(&movement),
    }
}

fn leap_views(movement: &Movement) -> Vec<LeapView> {
    let view =
        |&Leap { forward, right, quiet, capture }: &_| LeapView { forward, right, quiet, capture };
    movement.leaps.iter().map(view).collect()
}

/// Returns the lines along which the piece moves.
fn ray_views(movement: &Movement) -> Vec<RayView> {
    let rays =
        movement.rays.iter().zip(Direction::ALL).filter(|(ray, _)| **ray != Default::default());
    rays.map(|(ray, direction)| RayView {
        forward: direction.forward,
        right: direction.right,
        slide_quiet: ray.slide.quiet,
        slide_capture: ray.slide.capture,
        hop_quiet: ray.hop_one.quiet,
        hop_capture: ray.hop_one.capture,
        jump_quiet: ray.hop_any.quiet,
        jump_capture: ray.hop_any.capture,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn pieces_look_different_in_every_game() {
        for rules in games::all() {
            let info = game_info(rules);
            let mut seen = HashSet::new();
            for piece in &info.pieces {
                let is_promoted = piece.id.starts_with('+');
                for kanji in piece.short_kanji.iter().collect::<HashSet<_>>() {
                    assert!((1..=2).contains(&kanji.chars().count()), "{kanji}");
                    assert!(seen.insert((kanji.clone(), is_promoted)), "{} {kanji}", info.name);
                }
                assert!(!piece.leaps.is_empty() || !piece.rays.is_empty(), "{}", piece.name);
            }
        }
    }

    #[test]
    fn a_promoted_piece_has_a_name_of_its_own() {
        let info = game_info(games::by_name("shosu").unwrap());
        let kanji =
            |id: &str| info.pieces.iter().find(|piece| piece.id == id).unwrap().kanji[0].clone();
        assert_eq!([kanji("G"), kanji("S"), kanji("+S")], ["金将", "銀将", "成銀"]);
    }

    #[test]
    fn movements_are_described() {
        let info = game_info(games::by_name("cannonshogi").unwrap());
        let cannon = info.pieces.iter().find(|piece| piece.id == "U").unwrap();
        assert_eq!((cannon.western.as_str(), cannon.short_kanji[0].as_str()), ("GC", "金砲"));
        assert_eq!((cannon.rays.len(), cannon.leaps.len(), info.promotion_ranks), (4, 0, 3));
        let ray = cannon.rays[0];
        assert!(ray.slide_quiet > 0 && ray.slide_capture == 0 && ray.hop_capture > 0);
    }
}
