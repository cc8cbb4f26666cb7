//! Games in the reference's terms: its own accounts of the six, and any other spec translated.

use crate::reference::{Game, ImpasseRule, PieceKind};
use rules::rulesets;
use rules::spec::{CheckLimit, GameSpec, PawnDropMate, PieceSpec, Repetition, Role, TwoPawns};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The reference's account of a game. A game it does not know yet is translated from its spec.
///
/// # Panics
/// If there is no such game, or it cannot be translated.
pub fn game(name: &str) -> &'static Game {
    static TRANSLATED: Mutex<BTreeMap<String, &'static Game>> = Mutex::new(BTreeMap::new());
    if let Some(game) = Game::named(name) {
        return game;
    }
    let mut translated = TRANSLATED.lock().expect("no translation failed");
    translated.entry(name.to_owned()).or_insert_with(|| {
        let spec = rulesets::ALL.iter().find(|spec| spec.name == name);
        translate(spec.expect("the name of a game"))
    })
}

/// A spec in the reference's terms, but for impasse. It stays for the life of the program.
///
/// # Panics
/// If kings are not called `K` or pawns not `P`, as the reference does.
pub fn translate(spec: &GameSpec<'_>) -> &'static Game {
    let (placement, _) = spec.start_sfen.split_once(' ').expect("a start position");
    let kind = |piece: &PieceSpec<'_>| {
        assert_eq!(piece.role == Role::King, piece.letter == 'K', "{}", spec.name);
        assert_eq!(piece.role == Role::Pawn, piece.letter == 'P', "{}", spec.name);
        PieceKind {
            letter: piece.letter,
            movement: keep(piece.movement),
            promoted: piece.promotion.map(|promotion| keep(promotion.movement)),
            count: placement.matches(|c: char| c.eq_ignore_ascii_case(&piece.letter)).count(),
            dead_ranks: piece.dead_ranks.into(),
        }
    };
    let letters = spec.pieces.iter().map(|piece| piece.letter);
    let game = Game {
        name: keep(spec.name),
        files: spec.files.into(),
        ranks: spec.ranks.into(),
        zone: spec.promotion_ranks.into(),
        start: keep(spec.start_sfen),
        hand_order: keep(&letters.filter(|&letter| letter != 'K').collect::<String>()),
        kinds: Vec::leak(spec.pieces.iter().map(kind).collect()),
        pawn_drop_mate: spec.pawn_drop_mate == PawnDropMate::Allowed,
        two_pawn_drop: spec.two_pawns == TwoPawns::Allowed,
        two_pawns_stand: spec.two_pawns != TwoPawns::Forbidden,
        perpetual_check_loses: spec.repetition == Repetition::PerpetualCheckLoses,
        check_limit: match spec.check_limit {
            CheckLimit::None => None,
            CheckLimit::Consecutive(limit) => Some(limit.into()),
        },
        impasse: ImpasseRule::None,
    };
    Box::leak(Box::new(game))
}

fn keep(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
