//! Descriptions of the games and their pieces for the page.

use crate::annotate::{MAX_COMMENT, MAX_HEADER};
use crate::between_people;
use crate::command_error::{LINE_COUNTS, MAX_CLOCK, MOVE_TIMES};
use crate::messages::{
    GameInfo, HandicapView, LeapView, LevelName, Limits, MAX_REQUEST, PieceView, RayView,
    RepetitionResult, RuleNote, StepView, Strength, Translations,
};
use crate::puzzle_list;
use records::{HandicapStart, abbreviate_kanji, last_two_kanji};
use rules::betza::{Direction, Leap, LeapKind, Movement};
use rules::spec::{
    CheckLimit, FacingKings, Impasse, MandatoryPromotion, PawnDropMate, PerpetualCheck, Repetition,
    SideRanks, SideSquares, Stalemate, TwoPawns,
};
use rules::{Color, Piece, PieceKind, Rules};
use search::skill::{ELO_PER_LEVEL, MAX_ELO, MAX_LEVEL, MIN_ELO};

/// The names of the engine's levels: the first level of each.
const LEVEL_NAMES: [(i64, Strength); 8] = [
    (0, Strength::Beginner),
    (3, Strength::Novice),
    (6, Strength::Casual),
    (9, Strength::Club),
    (12, Strength::Strong),
    (15, Strength::Expert),
    (18, Strength::Master),
    (20, Strength::Full),
];

/// Returns the names of the engine's levels.
pub fn level_names() -> Vec<LevelName> {
    let names = LEVEL_NAMES.into_iter();
    names.map(|(from, name)| LevelName { from, name }).collect()
}

/// Returns the limits of what a page may send.
pub fn limits() -> Limits {
    Limits {
        request: MAX_REQUEST,
        header: MAX_HEADER,
        comment: MAX_COMMENT,
        name: between_people::MAX_NAME,
        level: MAX_LEVEL,
        elo: (MIN_ELO, MAX_ELO),
        lines: *LINE_COUNTS.end(),
        move_time: (*MOVE_TIMES.start(), *MOVE_TIMES.end()),
        clock: MAX_CLOCK,
    }
}

/// Describes a game.
pub fn game_info(rules: &'static Rules) -> GameInfo {
    let spec = rules.spec();
    let zone = rules.promotion_zone(Color::Black).count() / u32::from(rules.files());
    GameInfo {
        name: rules.name().into(),
        title: translations([
            ("en", rules.title()),
            ("ja", &spec.title_ja),
            ("zh-Hans", &spec.title_zh_hans),
            ("zh-Hant", &spec.title_zh_hant),
        ]),
        about: translations([
            ("en", rules.about()),
            ("ja", &spec.about_ja),
            ("zh-Hans", &spec.about_zh_hans),
            ("zh-Hant", &spec.about_zh_hant),
        ]),
        rules: rule_notes(rules),
        files: rules.files(),
        ranks: rules.ranks(),
        promotion_ranks: zone as u8,
        king: piece_id(rules, rules.king_kind()),
        pieces: rules.piece_kinds().map(|kind| piece_view(rules, kind)).collect(),
        handicaps: records::handicaps(rules).map(handicap_view).collect(),
        puzzles: puzzle_list::groups(rules),
    }
}

/// Gathers the texts that are there, of which English is one, by the codes of their languages.
fn translations(texts: [(&'static str, &'static str); 4]) -> Translations {
    texts.into_iter().filter(|&(code, text)| code == "en" || !text.is_empty()).collect()
}

/// Returns the rules that differ between games: those that `describe_rules` describes, in the same order.
fn rule_notes(rules: &Rules) -> Vec<RuleNote> {
    let spec = rules.spec();
    let mut notes = Vec::new();
    if rules.pawn_kind().is_some() {
        notes.push(match spec.two_pawns {
            TwoPawns::Allowed => RuleNote::TwoPawnsAllowed,
            TwoPawns::DropForbidden => RuleNote::PawnDropLimit(1),
            TwoPawns::DropLimit(limit) => RuleNote::PawnDropLimit(limit),
            TwoPawns::Forbidden => RuleNote::TwoPawnsForbidden,
        });
        notes.push(match spec.pawn_drop_mate {
            PawnDropMate::Allowed => RuleNote::PawnDropMateAllowed,
            PawnDropMate::Forbidden => RuleNote::PawnDropMateForbidden,
        });
    }
    notes.push(RuleNote::Repetition {
        result: match spec.repetition {
            Repetition::Draw => RepetitionResult::Draw,
            Repetition::BlackLoses => RepetitionResult::BlackLoses,
            Repetition::WhiteLoses => RepetitionResult::WhiteLoses,
            Repetition::RepeaterLoses => RepetitionResult::RepeaterLoses,
            Repetition::RepeaterWins => RepetitionResult::RepeaterWins,
        },
        count: rules.repetition_count(),
        perpetual_check_loses: spec.perpetual_check == PerpetualCheck::Loses,
    });
    if spec.stalemate == Stalemate::Draw {
        notes.push(RuleNote::StalemateIsDraw);
    }
    match &spec.goal_ranks {
        SideRanks::Farthest(0) => {}
        SideRanks::Farthest(count) => notes.push(RuleNote::GoalOnLastRanks(*count)),
        SideRanks::Named { black, white } => {
            notes.push(RuleNote::GoalRanks { black: black.clone(), white: white.clone() });
        }
    }
    if spec.mandatory_promotion == MandatoryPromotion::Always {
        notes.push(RuleNote::MandatoryPromotion);
    }
    if let CheckLimit::Consecutive(limit) = spec.check_limit {
        notes.push(RuleNote::CheckLimit(limit));
    }
    match spec.facing_kings {
        FacingKings::Allowed => {}
        FacingKings::ForbiddenOnFiles => notes.push(RuleNote::FacingKingsOnFiles),
        FacingKings::ForbiddenOnFilesAndRanks => notes.push(RuleNote::FacingKingsOnFilesAndRanks),
    }
    notes.extend(games::confined_pieces(rules).map(|(piece, squares)| {
        let (SideSquares::Turned(squares) | SideSquares::Named { black: squares, .. }) = squares;
        RuleNote::Confined { piece: piece.into(), squares: squares.clone() }
    }));
    match spec.impasse {
        Impasse::None => {}
        Impasse::BothKingsEntered { min_points, .. } => {
            notes.push(RuleNote::ImpassePoints(min_points));
        }
        Impasse::EnteringKing { min_points, .. } => {
            notes.push(RuleNote::DeclarationPoints(min_points));
        }
    }
    notes
}

fn handicap_view(start: HandicapStart) -> HandicapView {
    let HandicapStart { english, japanese, elo, .. } = start;
    HandicapView { name: english, japanese, levels: elo.map(levels_of_elo) }
}

/// Returns a difference in Elo as a number of the engine's levels, rounded.
fn levels_of_elo(elo: i32) -> u32 {
    let levels = (i64::from(elo) + ELO_PER_LEVEL / 2) / ELO_PER_LEVEL;
    u32::try_from(levels).unwrap_or_default()
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
    let view = |leap: &Leap| {
        let &Leap { forward, right, quiet, capture, kind } = leap;
        let path = match kind {
            LeapKind::Free => Vec::new(),
            LeapKind::Lame => {
                leap.path().map(|(forward, right)| StepView { forward, right }).collect()
            }
        };
        LeapView { forward, right, quiet, capture, path }
    };
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
        hop_two_quiet: ray.hop_two.quiet,
        hop_two_capture: ray.hop_two.capture,
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
    fn titles_and_rules_are_there_in_every_game() {
        let mut titles = HashSet::new();
        for rules in games::all() {
            let info = game_info(rules);
            assert_eq!(info.rules.len(), games::describe_rules(rules).len(), "{}", info.name);
            for texts in [&info.title, &info.about] {
                assert!(!texts["en"].is_empty());
                for code in ["ja", "zh-Hans", "zh-Hant"] {
                    assert!(!texts[code].is_ascii(), "{texts:?}");
                }
            }
            // A title may be the same in two languages, but not in two games.
            let own = HashSet::<_>::from_iter(info.title.values().copied());
            assert!(own.into_iter().all(|title| titles.insert(title)), "{:?}", info.title);
        }
    }

    #[test]
    fn a_game_from_a_file_has_the_languages_of_the_file() {
        let file = include_str!("../../rules/examples/minicannon.toml");
        for (line, japanese) in
            [("", None), ("title-ja = \"ミニ大砲将棋\"\n", Some("ミニ大砲将棋"))]
        {
            let game = &games::parse(&format!("{line}{file}")).games[0];
            let title = game_info(game.rules).title;
            assert_eq!((title["en"], title.get("ja").copied()), ("Mini Cannon Shogi", japanese));
        }
    }

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
    fn the_worth_of_a_handicap_is_rounded_to_levels() {
        let half = ELO_PER_LEVEL as i32 / 2;
        let worths = [0, half - 1, half, 3 * half - 1, 3 * half];
        assert_eq!(worths.map(levels_of_elo), [0, 0, 1, 1, 2]);
        let example = include_str!("../../rules/examples/minicannon.toml");
        let handicaps = game_info(games::parse(example).games[0].rules).handicaps;
        assert_eq!(handicaps, [HandicapView { name: "rook", japanese: "飛車落ち", levels: None }]);
    }

    #[test]
    fn a_game_without_a_pawn_has_no_rules_for_it() {
        let example = include_str!("../../rules/examples/minicannon.toml");
        let game = &games::parse(&example.replace("role = \"pawn\"", "")).games[0];
        let notes = rule_notes(game.rules);
        assert!(matches!(notes[..], [RuleNote::Repetition { .. }]), "{notes:?}");
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
