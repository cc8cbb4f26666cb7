//! Translates the settings of a game to a [`GameSpec`].

use super::keys::{self, KeyUse};
use super::kinds::{self, Kind};
use super::pieces::PieceType;
use super::settings::Settings;
use super::start;
use crate::rules_file::LineError;
use rules::spec::*;
use rules::{MAX_BOARD_SIZE, quoted};

/// Translates the settings of a game, or returns the first that our rules cannot express.
pub(super) fn convert(settings: &Settings<'_>) -> Result<GameSpec, LineError> {
    if let Some(error) = &settings.error {
        return Err(error.clone());
    }
    check_fixed_values(settings)?;
    let size @ [files, ranks] =
        [board_size(settings, "maxFile")?, board_size(settings, "maxRank")?];
    check_drop_regions(settings, size)?;
    let Some(fen) = settings.get("startFen") else {
        return Err(settings.error("startFen", "the start position is missing"));
    };
    let start = start::parse(fen.value, settings)
        .map_err(|message| settings.error("startFen", &message))?;
    let kinds = kinds::kinds(settings, &start, size)?;
    let pawn_rules = pawn_rules(settings, &kinds)?;
    let (repetition, repetition_count) = repetition(settings)?;
    let promotion_keys = ["promotionRegionWhite", "promotionRegionBlack"];
    Ok(GameSpec {
        about: "From a file in the format of Fairy-Stockfish".into(),
        promotion_ranks: ranks_of_sides(settings, promotion_keys, ["*8", "*1"], size)?,
        mandatory_promotion: if settings.is_true("mandatoryPiecePromotion")? {
            MandatoryPromotion::Always
        } else {
            MandatoryPromotion::OnDeadRanks
        },
        start_sfen: start.sfen,
        pieces: kinds.iter().map(|kind| kind.spec(pawn_rules.pawn)).collect(),
        pawn_drop_mate: pawn_rules.drop_mate,
        two_pawns: pawn_rules.two_pawns,
        repetition,
        repetition_count,
        perpetual_check: if settings.is_true("perpetualCheckIllegal")? {
            PerpetualCheck::Loses
        } else {
            PerpetualCheck::Allowed
        },
        stalemate: match settings.word("stalemateValue", "draw", &["loss", "draw"])? {
            "loss" => Stalemate::Loses,
            _ => Stalemate::Draw,
        },
        goal_ranks: goal_ranks(settings, size)?,
        facing_kings: if settings.is_true("flyingGeneral")? {
            FacingKings::ForbiddenOnFilesAndRanks
        } else {
            FacingKings::Allowed
        },
        ..GameSpec::new(settings.name, files, ranks)
    })
}

/// Checks the keys that must have their default value.
fn check_fixed_values(settings: &Settings<'_>) -> Result<(), LineError> {
    for entry in settings.entries() {
        let value = entry.value.trim_end();
        if let Ok((_, KeyUse::OnlyDefault(default))) = keys::find(entry.key)
            && value != default
        {
            let message = format!("{} is not supported, only '{default}'", quoted(value));
            return Err(settings.error_at(entry.key, entry.line, &message));
        }
    }
    for key in ["pieceDrops", "capturesToHand"] {
        if !settings.is_true(key)? {
            let message =
                "games without drops of captured pieces are not supported; set it to true";
            return Err(settings.error(key, message));
        }
    }
    settings.is_true("castling")?;
    Ok(())
}

/// Returns what our rules lack without effect on the moves.
pub(super) fn notes(settings: &Settings<'_>) -> Result<Vec<LineError>, LineError> {
    let moves = settings.number("nMoveRule", 50, 0..=u32::MAX)?;
    let message = format!("the draw after {moves} moves without a capture is left out");
    Ok((moves != 0).then(|| settings.error("nMoveRule", &message)).into_iter().collect())
}

/// Checks that pieces may be dropped on the whole board.
fn check_drop_regions(settings: &Settings<'_>, [files, ranks]: [u8; 2]) -> Result<(), LineError> {
    for key in ["dropRegionWhite", "dropRegionBlack"] {
        let whole_ranks = settings.region(key, "-")?.whole_ranks(files, ranks);
        if settings.get(key).is_some() && whole_ranks.is_none_or(|ranks| ranks.contains(&false)) {
            return Err(settings.error(key, "drops on a part of the board are not supported"));
        }
    }
    Ok(())
}

/// Returns the number of files or ranks. Fairy-Stockfish also takes a letter for a file.
fn board_size(settings: &Settings<'_>, key: &str) -> Result<u8, LineError> {
    if let Some(entry) = settings.get(key)
        && key == "maxFile"
        && let [letter @ b'c'..=b'j'] = entry.value.trim_end().as_bytes()
    {
        return Ok(letter - b'a' + 1);
    }
    settings.number(key, 8, BOARD_SIZES)
}

/// Returns the ranks that a key for White and one for Black give to each side.
fn ranks_of_sides(
    settings: &Settings<'_>,
    keys: [&str; 2],
    defaults: [&str; 2],
    [files, ranks]: [u8; 2],
) -> Result<SideRanks, LineError> {
    let mut sides = [Vec::new(), Vec::new()];
    for ((key, default), side) in keys.into_iter().zip(defaults).zip(&mut sides) {
        let whole_ranks = settings.region(key, default)?.whole_ranks(files, ranks);
        *side = whole_ranks.ok_or_else(|| {
            settings.error(key, "regions other than whole ranks are not supported")
        })?;
    }
    // Our ranks are counted from the side of the player who moves second.
    let [first, second] = sides.map(|side| side.into_iter().rev().collect::<Vec<bool>>());
    let depth = first.iter().take_while(|&&in_region| in_region).count();
    let is_farthest = (0..first.len()).all(|rank| {
        first[rank] == (rank < depth) && second[first.len() - 1 - rank] == (rank < depth)
    });
    if is_farthest && depth < first.len() {
        return Ok(SideRanks::Farthest(depth as u8));
    }
    let letters = |side: &[bool]| {
        ('a'..).zip(side).filter(|(_, in_region)| **in_region).map(|(c, _)| c).collect()
    };
    Ok(SideRanks::Named { black: letters(&first), white: letters(&second) })
}

fn goal_ranks(settings: &Settings<'_>, size: [u8; 2]) -> Result<SideRanks, LineError> {
    let keys = ["flagRegionWhite", "flagRegionBlack"];
    let goal = ranks_of_sides(settings, keys, ["-", "-"], size)?;
    if goal == SideRanks::Farthest(0) {
        return Ok(goal);
    }
    for (key, piece_key) in keys.into_iter().zip(["flagPieceWhite", "flagPieceBlack"]) {
        if settings.get(key).is_some() && settings.type_named_by(piece_key) != Some(PieceType::King)
        {
            let wrong_key = if settings.get(piece_key).is_some() { piece_key } else { key };
            let message = "only the king may win by reaching a region; \
                           set flagPiece to the king's letter";
            return Err(settings.error(wrong_key, message));
        }
    }
    Ok(goal)
}

fn repetition(settings: &Settings<'_>) -> Result<(Repetition, u8), LineError> {
    let occurrences = settings.number("nFoldRule", 3, REPETITION_COUNTS)?;
    let is_absolute = settings.is_true("nFoldValueAbsolute")?;
    let value = settings.word("nFoldValue", "draw", &["win", "loss", "draw"])?;
    let repetition = match (value, is_absolute) {
        ("loss", true) => Repetition::BlackLoses,
        ("win", true) => Repetition::WhiteLoses,
        // The value is that of the side to move; the other side has repeated the position.
        ("loss", false) => Repetition::RepeaterWins,
        ("win", false) => Repetition::RepeaterLoses,
        _ => Repetition::Draw,
    };
    Ok((repetition, occurrences))
}

struct PawnRules {
    /// The type with the role of the pawn.
    pawn: Option<PieceType>,
    drop_mate: PawnDropMate,
    two_pawns: TwoPawns,
}

/// Returns the rules on pawns. In Fairy-Stockfish the limit per file applies to the piece of
/// `dropNoDoubled`, and the rule on mate by a drop to `shogiPawn`.
fn pawn_rules(settings: &Settings<'_>, kinds: &[Kind]) -> Result<PawnRules, LineError> {
    let in_game = |piece_type: &PieceType| kinds.iter().any(|k| k.piece_type == *piece_type);
    let limited = settings.type_named_by("dropNoDoubled").filter(in_game);
    let limit = settings.number("dropNoDoubledCount", 1, 1..=MAX_BOARD_SIZE)?;
    let shogi_pawn = Some(PieceType::shogi_pawn()).filter(in_game);
    let forbids_mate = settings.is_true("shogiPawnDropMateIllegal")? && shogi_pawn.is_some();
    if limited.is_some() && kinds.iter().any(|kind| kind.promoted_type() == limited) {
        let message = "promoted pieces of this type would count for the limit per file, which is not \
                       supported";
        return Err(settings.error("dropNoDoubled", message));
    }
    if limited.is_some() && forbids_mate && shogi_pawn != limited {
        let message = "a limit per file for a piece other than shogiPawn is not supported together \
                       with shogiPawnDropMateIllegal";
        return Err(settings.error("dropNoDoubled", message));
    }
    let with_letter_p = || kinds.iter().find(|kind| kind.letter == 'P').map(|k| k.piece_type);
    Ok(PawnRules {
        pawn: limited.or(shogi_pawn).or_else(with_letter_p),
        drop_mate: if forbids_mate { PawnDropMate::Forbidden } else { PawnDropMate::Allowed },
        two_pawns: match (limited, limit) {
            (None, _) => TwoPawns::Allowed,
            (Some(_), 1) => TwoPawns::DropForbidden,
            (Some(_), limit) => TwoPawns::DropLimit(limit),
        },
    })
}
