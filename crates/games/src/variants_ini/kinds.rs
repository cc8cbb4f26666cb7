//! The pieces of a game: the types that it uses, with their promoted forms.

use super::IniError;
use super::convert::Converter;
use super::movement;
use super::pieces::{BUILT_IN_TYPES, PieceType};
use super::start::Start;
use rules::betza::{Direction, Movement};
use rules::spec::*;

/// A kind of piece of a game.
pub(super) struct Kind {
    pub piece_type: PieceType,
    pub letter: char,
    form: Form,
    promoted: Option<Form>,
    dead_ranks: u8,
}

/// The unpromoted or promoted form of a kind.
struct Form {
    piece_type: PieceType,
    movement: Movement,
    /// The movement in our notation.
    betza: String,
}

/// Returns the kinds of a game, strong pieces first, the king last.
pub(super) fn kinds(
    game: &Converter<'_>,
    start: &Start,
    size: [u8; 2],
) -> Result<Vec<Kind>, IniError> {
    if !start.types.contains(&PieceType::KING) {
        let message = match game.settings.piece_type(PieceType::KING) {
            Some(_) => "the start position has no king",
            None => "a game without a king is not supported",
        };
        return Err(game.error_in_header("king", message));
    }
    let mut kinds = Vec::new();
    for &piece_type in &start.types {
        kinds.push(kind(game, piece_type, size)?);
    }
    let strength = |form: &Form| {
        let rays: u32 = form
            .movement
            .rays
            .iter()
            .map(|ray| {
                let reach = |quiet: u8, capture: u8| u32::from(quiet) + u32::from(capture);
                reach(ray.slide.quiet, ray.slide.capture)
                    + reach(ray.hop_one.quiet, ray.hop_one.capture)
            })
            .sum();
        rays + 2 * form.movement.leaps.len() as u32
    };
    kinds.sort_by_key(|kind| {
        let is_king = kind.piece_type == PieceType::KING;
        (is_king, std::cmp::Reverse(strength(&kind.form)), kind.letter)
    });
    Ok(kinds)
}

fn kind(game: &Converter<'_>, piece_type: PieceType, size: [u8; 2]) -> Result<Kind, IniError> {
    let settings = game.settings;
    let letter = settings.piece_type(piece_type).map_or('?', |setting| setting.letter);
    let letter_in_file = letter.to_ascii_lowercase();
    let form = form(game, piece_type)?;
    let promoted_type = settings.promotion(piece_type);
    let promotion_error = |message: String| match settings.get("promotedPieceType") {
        Some(setting) => game.error(setting, message),
        None => game.error_in_header("promotedPieceType", message),
    };
    let promoted = match promoted_type {
        None => None,
        Some(PieceType::KING) => {
            return Err(promotion_error(format!("'{letter_in_file}' cannot promote to the king")));
        }
        Some(_) if piece_type == PieceType::KING => {
            return Err(promotion_error("a king that promotes is not supported".into()));
        }
        Some(promoted) => {
            let Some(setting) = settings.piece_type(promoted) else {
                let message = format!(
                    "'{letter_in_file}' promotes to {}, which has no letter",
                    promoted.key()
                );
                return Err(promotion_error(message));
            };
            if settings.promotion(promoted).is_some() {
                let promoted = setting.letter.to_ascii_lowercase();
                return Err(promotion_error(format!(
                    "'{letter_in_file}' promotes to '{promoted}', which promotes again; \
                     use another piece with the same movement, or '{promoted}:-'"
                )));
            }
            Some(self::form(game, promoted)?)
        }
    };
    let mut dead_ranks = 0;
    if game.is_true("immobilityIllegal")? {
        for form in [Some(&form), promoted.as_ref()].into_iter().flatten() {
            let found = immobile_ranks(&form.movement, size);
            let may_be_stuck = form.piece_type == piece_type && piece_type != PieceType::KING;
            match found {
                Some(0) => {}
                Some(found) if may_be_stuck && found < size[1] => dead_ranks = found,
                _ => {
                    let message = "where this piece could never move, immobilityIllegal forbids more \
                                   than unpromoted pieces on the last ranks, which is not supported";
                    return Err(type_error(game, form.piece_type, message.into()));
                }
            }
        }
    }
    Ok(Kind { piece_type, letter, form, promoted, dead_ranks })
}

/// Returns the error for the line that defines a type.
fn type_error(game: &Converter<'_>, piece_type: PieceType, message: String) -> IniError {
    let line = game.settings.piece_type(piece_type).map_or(0, |setting| setting.line);
    let key = piece_type.key();
    if line == 0 {
        return game.error_in_header(&key, message + " (inherited)");
    }
    IniError::new(game.name, &key, line, message)
}

fn form(game: &Converter<'_>, piece_type: PieceType) -> Result<Form, IniError> {
    let custom = game.settings.piece_type(piece_type).and_then(|setting| setting.movement);
    let text = match (custom, piece_type.built_in()) {
        (Some(movement), _) => movement,
        (None, None) => "K",
        (None, Some(built_in)) => {
            built_in.movement.map_err(|reason| type_error(game, piece_type, reason.into()))?
        }
    };
    let movement =
        movement::parse(text).map_err(|message| type_error(game, piece_type, message))?;
    let betza = movement::to_our_notation(&movement, text).ok_or_else(|| {
        let message = format!("no notation of ours selects the same leaps as '{text}'");
        type_error(game, piece_type, message)
    })?;
    Ok(Form { piece_type, movement, betza })
}

/// Returns the number of farthest ranks on which a piece could never move again, as
/// Fairy-Stockfish sees it: moves to empty squares count, hops also if there is no square between.
/// Returns `None` if there are such squares elsewhere.
fn immobile_ranks(movement: &Movement, [files, ranks]: [u8; 2]) -> Option<u8> {
    let (files, ranks) = (files as i8, ranks as i8);
    let steps: Vec<(i8, i8)> = movement
        .rays
        .iter()
        .zip(Direction::ALL)
        .filter(|(ray, _)| ray.slide.quiet > 0 || ray.hop_one.quiet > 0)
        .map(|(_, direction)| (direction.forward, direction.right))
        .chain(movement.leaps.iter().filter(|leap| leap.quiet).map(|l| (l.forward, l.right)))
        .collect();
    let is_mobile = |rank: i8, file: i8| {
        steps.iter().any(|(forward, right)| {
            (0..ranks).contains(&(rank + forward)) && (0..files).contains(&(file + right))
        })
    };
    let mobile_files = |rank: i8| (0..files).filter(|&file| is_mobile(rank, file)).count();
    let immobile = (0..ranks).rev().take_while(|&rank| mobile_files(rank) == 0).count();
    let others = 0..ranks - immobile as i8;
    others.clone().all(|rank| mobile_files(rank) == files as usize).then_some(immobile as u8)
}

impl Kind {
    /// Returns the description of the piece.
    pub fn spec(&self, pawn: Option<PieceType>) -> PieceSpec {
        let (name, kanji) = self.form.name_and_kanji();
        let role = match self.piece_type {
            PieceType::KING => Role::King,
            piece_type if Some(piece_type) == pawn => Role::Pawn,
            _ => Role::Ordinary,
        };
        let name = if name.is_empty() { format!("Piece {}", self.letter) } else { name.into() };
        let promoted = |promoted: &Form| promoted.promotion(&name, &self.form);
        PieceSpec {
            letter: self.letter,
            promotion: self.promoted.as_ref().map(promoted),
            name,
            kanji: kanji.into(),
            western_letters: String::new(),
            movement: self.form.betza.clone(),
            dead_ranks: self.dead_ranks,
            role,
        }
    }

    /// Returns the type of the promoted form.
    pub fn promoted_type(&self) -> Option<PieceType> {
        self.promoted.as_ref().map(|promoted| promoted.piece_type)
    }
}

impl Form {
    /// Returns the English name and the characters; empty if the piece has none.
    fn name_and_kanji(&self) -> (&'static str, &'static str) {
        if self.piece_type == PieceType::KING {
            return ("King", "玉将 王将");
        }
        let same_movement =
            || BUILT_IN_TYPES.iter().find(|built_in| built_in.movement == Ok(&self.betza));
        let built_in = self.piece_type.built_in().or_else(same_movement);
        built_in.map_or(("", ""), |built_in| (built_in.name, built_in.kanji))
    }

    /// Returns the description of this promoted form of a piece with this name and unpromoted form.
    fn promotion(&self, piece: &str, unpromoted: &Self) -> PromotionSpec {
        let (name, kanji) = match (unpromoted.name_and_kanji().1, self.name_and_kanji()) {
            ("歩兵", (_, "金将")) => ("Tokin", "と金"),
            ("銀将", (_, "金将")) => ("", "成銀"),
            ("桂馬", (_, "金将")) => ("", "成桂"),
            ("香車", (_, "金将")) => ("", "成香"),
            (_, (name, kanji @ ("龍王" | "龍馬"))) => (name, kanji),
            _ => ("", ""),
        };
        let name = if name.is_empty() { format!("Promoted {piece}") } else { name.into() };
        PromotionSpec { name, kanji: kanji.into(), movement: self.betza.clone() }
    }
}
