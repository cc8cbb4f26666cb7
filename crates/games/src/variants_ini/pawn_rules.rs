//! The rules on pawns: the limit per file and mate by a pawn drop.

use super::IniError;
use super::convert::Converter;
use super::kinds::Kind;
use super::pieces::PieceType;
use rules::MAX_BOARD_SIZE;
use rules::spec::*;

/// The rules on pawns of a game.
pub(super) struct PawnRules {
    /// The type with the role of the pawn.
    pub pawn: Option<PieceType>,
    pub drop_mate: PawnDropMate,
    pub two_pawns: TwoPawns,
}

impl Converter<'_> {
    /// Returns the rules on pawns. In Fairy-Stockfish the limit per file applies to the piece of
    /// `dropNoDoubled`, and the rule on mate by a drop to `shogiPawn`.
    pub fn pawn_rules(&self, kinds: &[Kind]) -> Result<PawnRules, IniError> {
        let in_game = |piece_type: &PieceType| kinds.iter().any(|k| k.piece_type == *piece_type);
        let limited = self.settings.type_named_by("dropNoDoubled").filter(in_game);
        let limit = self.number("dropNoDoubledCount", 1, 0..=u32::from(MAX_BOARD_SIZE))?;
        let shogi_pawn = Some(PieceType::shogi_pawn()).filter(in_game);
        let forbids_mate = self.is_true("shogiPawnDropMateIllegal")? && shogi_pawn.is_some();
        if let (Some(limited), Some(setting)) = (limited, self.settings.get("dropNoDoubled")) {
            if kinds.iter().any(|kind| kind.promoted_type() == Some(limited)) {
                let message = "promoted pieces of this type would count for the limit per file, \
                               which is not supported";
                return Err(self.error(setting, message));
            }
            if forbids_mate && shogi_pawn != Some(limited) {
                let message = "a limit per file for a piece other than shogiPawn is not supported \
                               together with shogiPawnDropMateIllegal";
                return Err(self.error(setting, message));
            }
        }
        let with_letter_p = || kinds.iter().find(|kind| kind.letter == 'P').map(|k| k.piece_type);
        Ok(PawnRules {
            pawn: limited.or(shogi_pawn).or_else(with_letter_p),
            drop_mate: if forbids_mate { PawnDropMate::Forbidden } else { PawnDropMate::Allowed },
            two_pawns: match (limited, limit) {
                (None, _) => TwoPawns::Allowed,
                (Some(_), 1) => TwoPawns::DropForbidden,
                (Some(_), limit) => TwoPawns::DropLimit(limit as u8),
            },
        })
    }
}
