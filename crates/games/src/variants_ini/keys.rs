//! The keys of `variants.ini`, and what becomes of each.

/// What becomes of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyUse {
    /// It is translated to a rule of ours.
    Translated,
    /// It is ignored: it describes the display or the evaluation, or a rule that the translated games
    /// cannot have because another key would be refused.
    Ignored,
    /// Our rules can express only this value, which is the default.
    OnlyDefault(&'static str),
    /// It is deprecated and replaced by this key.
    ReplacedBy(&'static str),
}

use KeyUse::{Ignored, OnlyDefault, ReplacedBy, Translated};

const FALSE: KeyUse = OnlyDefault("false");
const TRUE: KeyUse = OnlyDefault("true");
const NONE: KeyUse = OnlyDefault("none");
const EMPTY: KeyUse = OnlyDefault("-");
const ZERO: KeyUse = OnlyDefault("0");

/// All keys except those of the piece types and `mobilityRegion...`.
const KEYS: [(&str, KeyUse); 155] = [
    // The board and the start position.
    ("maxRank", Translated),
    ("maxFile", Translated),
    ("startFen", Translated),
    ("chess960", FALSE),
    ("twoBoards", FALSE),
    // Display and evaluation.
    ("variantTemplate", Ignored),
    ("pieceToCharTable", Ignored),
    ("pocketSize", Ignored),
    ("pieceValueMg", Ignored),
    ("pieceValueEg", Ignored),
    // Promotion.
    ("promotionRegionWhite", Translated),
    ("promotionRegionBlack", Translated),
    ("promotionRank", ReplacedBy("promotionRegionWhite")),
    ("promotedPieceType", Translated),
    ("mandatoryPiecePromotion", Translated),
    ("promotionLimit", EMPTY),
    ("piecePromotionOnCapture", FALSE),
    ("pieceDemotion", FALSE),
    ("sittuyinPromotion", FALSE),
    // Promotion to a choice of pieces, which only these types have.
    ("pawnTypes", EMPTY),
    ("promotionPawnTypes", EMPTY),
    ("promotionPawnTypesWhite", EMPTY),
    ("promotionPawnTypesBlack", EMPTY),
    ("promotionPieceTypes", Ignored),
    ("promotionPieceTypesWhite", Ignored),
    ("promotionPieceTypesBlack", Ignored),
    ("mandatoryPawnPromotion", Ignored),
    // The pawn of chess, which is refused.
    ("doubleStep", Ignored),
    ("doubleStepRank", Ignored),
    ("doubleStepRankMin", Ignored),
    ("doubleStepRegionWhite", Ignored),
    ("doubleStepRegionBlack", Ignored),
    ("tripleStepRegionWhite", Ignored),
    ("tripleStepRegionBlack", Ignored),
    ("enPassantRegion", Ignored),
    ("enPassantRegionWhite", Ignored),
    ("enPassantRegionBlack", Ignored),
    ("enPassantTypes", Ignored),
    ("enPassantTypesWhite", Ignored),
    ("enPassantTypesBlack", Ignored),
    ("firstRankPawnDrops", Ignored),
    ("promotionZonePawnDrops", Ignored),
    // Castling. Castling rights in the start position are refused.
    ("castling", Translated),
    ("castlingDroppedPiece", FALSE),
    ("castlingKingsideFile", Ignored),
    ("castlingQueensideFile", Ignored),
    ("castlingRank", Ignored),
    ("castlingKingFile", Ignored),
    ("castlingKingPiece", Ignored),
    ("castlingKingPieceWhite", Ignored),
    ("castlingKingPieceBlack", Ignored),
    ("castlingRookKingsideFile", Ignored),
    ("castlingRookQueensideFile", Ignored),
    ("castlingRookPiece", Ignored),
    ("castlingRookPieces", Ignored),
    ("castlingRookPiecesWhite", Ignored),
    ("castlingRookPiecesBlack", Ignored),
    ("oppositeCastling", Ignored),
    ("castlingWins", EMPTY),
    // Moves and captures.
    ("checking", TRUE),
    ("dropChecks", TRUE),
    ("mustCapture", FALSE),
    ("mustDrop", FALSE),
    ("mustDropType", Ignored),
    ("immobilityIllegal", Translated),
    ("pass", FALSE),
    ("passWhite", FALSE),
    ("passBlack", FALSE),
    ("passOnStalemate", FALSE),
    ("passOnStalemateWhite", FALSE),
    ("passOnStalemateBlack", FALSE),
    ("makpongRule", FALSE),
    ("flyingGeneral", FALSE),
    ("diagonalLines", EMPTY),
    ("soldierPromotionRank", OnlyDefault("1")),
    ("cambodianMoves", FALSE),
    ("gating", FALSE),
    ("seirawanGating", FALSE),
    ("blastOnCapture", FALSE),
    ("blastImmuneTypes", EMPTY),
    ("mutuallyImmuneTypes", EMPTY),
    ("petrifyOnCaptureTypes", EMPTY),
    ("petrifyBlastPieces", FALSE),
    ("flipEnclosedPieces", NONE),
    ("wallingRule", NONE),
    ("wallingRegion", Ignored),
    ("wallingRegionWhite", Ignored),
    ("wallingRegionBlack", Ignored),
    ("wallOrMove", FALSE),
    // Drops.
    ("pieceDrops", Translated),
    ("capturesToHand", Translated),
    ("dropNoDoubled", Translated),
    ("dropNoDoubledCount", Translated),
    ("dropRegionWhite", Translated),
    ("dropRegionBlack", Translated),
    ("whiteDropRegion", ReplacedBy("dropRegionWhite")),
    ("blackDropRegion", ReplacedBy("dropRegionBlack")),
    ("dropLoop", FALSE),
    ("dropPromoted", FALSE),
    ("dropOnTop", FALSE),
    ("dropOppositeColoredBishop", FALSE),
    ("sittuyinRookDrop", FALSE),
    ("enclosingDrop", NONE),
    ("enclosingDropStart", Ignored),
    // The end of the game.
    ("nFoldRule", Translated),
    ("nFoldValue", Translated),
    ("nFoldValueAbsolute", Translated),
    ("perpetualCheckIllegal", Translated),
    ("moveRepetitionIllegal", FALSE),
    ("chasingRule", NONE),
    ("nMoveRule", Translated),
    ("nMoveRuleTypes", Ignored),
    ("nMoveRuleTypesWhite", Ignored),
    ("nMoveRuleTypesBlack", Ignored),
    ("stalemateValue", Translated),
    ("stalematePieceCount", FALSE),
    ("checkmateValue", OnlyDefault("loss")),
    ("shogiPawnDropMateIllegal", Translated),
    ("shatarMateRule", FALSE),
    ("bikjangRule", FALSE),
    ("extinctionValue", NONE),
    ("extinctionClaim", FALSE),
    ("extinctionPseudoRoyal", FALSE),
    ("extinctionPieceTypes", Ignored),
    ("extinctionPieceCount", Ignored),
    ("extinctionOpponentPieceCount", Ignored),
    ("dupleCheck", FALSE),
    ("flagPiece", Translated),
    ("flagPieceWhite", Translated),
    ("flagPieceBlack", Translated),
    ("flagRegion", Translated),
    ("flagRegionWhite", Translated),
    ("flagRegionBlack", Translated),
    ("whiteFlag", ReplacedBy("flagRegionWhite")),
    ("blackFlag", ReplacedBy("flagRegionBlack")),
    ("flagPieceCount", OnlyDefault("1")),
    ("flagPieceBlockedWin", FALSE),
    ("flagMove", FALSE),
    // The king reaches the flag only by a legal move, which leaves it safe.
    ("flagPieceSafe", Ignored),
    ("checkCounting", FALSE),
    ("connectN", ZERO),
    ("connectNxN", ZERO),
    ("collinearN", ZERO),
    ("connectRegion1White", EMPTY),
    ("connectRegion2White", EMPTY),
    ("connectRegion1Black", EMPTY),
    ("connectRegion2Black", EMPTY),
    ("connectPieceTypes", Ignored),
    ("connectHorizontal", Ignored),
    ("connectVertical", Ignored),
    ("connectDiagonal", Ignored),
    ("connectValue", Ignored),
    ("materialCounting", NONE),
    ("adjudicateFullBoard", FALSE),
    ("countingRule", NONE),
];

/// Returns a key with its use, or a known key that differs only in case.
pub(super) fn find(key: &str) -> Result<(&'static str, KeyUse), Option<&'static str>> {
    if let Some(known) = KEYS.iter().find(|known| known.0 == key) {
        return Ok(*known);
    }
    Err(KEYS.iter().map(|known| known.0).find(|known| known.eq_ignore_ascii_case(key)))
}
