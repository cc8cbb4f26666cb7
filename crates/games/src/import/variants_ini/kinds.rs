//! The pieces of a game: the types that it uses, with their promoted forms.

use super::movement;
use super::pieces::{BUILT_IN_TYPES, PieceType};
use super::settings::Settings;
use super::start::Start;
use crate::rules_file::LineError;
use rules::betza::{Direction, Movement, Reach};
use rules::spec::*;
use std::cmp::Reverse;

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
    confined_to: Option<SideSquares>,
}

/// Returns the kinds of a game, strong pieces first, the king last.
pub(super) fn kinds(
    settings: &Settings<'_>,
    start: &Start,
    size: [u8; 2],
) -> Result<Vec<Kind>, LineError> {
    if !start.types.contains(&PieceType::King) {
        let message = match settings.piece_type(PieceType::King) {
            Some(_) => "the start position has no king",
            None => "a game without a king is not supported",
        };
        return Err(settings.error_in_header("king", message));
    }
    let kinds = start.types.iter().map(|&piece_type| kind(settings, piece_type, size));
    let mut kinds = kinds.collect::<Result<Vec<_>, _>>()?;
    let strength = |form: &Form| {
        let reach = |reach: Reach| u32::from(reach.quiet) + u32::from(reach.capture);
        let rays = form.movement.rays.iter().map(|ray| reach(ray.slide) + reach(ray.hop_one));
        rays.sum::<u32>() + 2 * form.movement.leaps.len() as u32
    };
    kinds.sort_by_key(|kind| {
        let is_king = kind.piece_type == PieceType::King;
        (is_king, Reverse(strength(&kind.form)), kind.letter)
    });
    Ok(kinds)
}

fn kind(settings: &Settings<'_>, piece_type: PieceType, size: [u8; 2]) -> Result<Kind, LineError> {
    let setting = settings.piece_type(piece_type).expect("the start position has its letter");
    let form = form(settings, piece_type, size)?;
    let promoted_type = promoted_type(settings, piece_type, setting.letter)
        .map_err(|message| settings.error("promotedPieceType", &message))?;
    let promoted =
        promoted_type.map(|promoted| self::form(settings, promoted, size)).transpose()?;
    let mut dead_ranks = 0;
    if settings.is_true("immobilityIllegal")? {
        for form in [Some(&form), promoted.as_ref()].into_iter().flatten() {
            let may_be_stuck = form.piece_type == piece_type && piece_type != PieceType::King;
            match immobile_ranks(&form.movement, size) {
                Some(0) => {}
                Some(found) if may_be_stuck && found < size[1] => dead_ranks = found,
                _ => {
                    let message = "where this piece could never move, immobilityIllegal forbids more \
                                   than unpromoted pieces on the last ranks, which is not supported";
                    return Err(type_error(settings, form.piece_type, message));
                }
            }
        }
    }
    Ok(Kind { piece_type, letter: setting.letter, form, promoted, dead_ranks })
}

/// Returns the type to which a type with this letter promotes, or why that is not supported.
fn promoted_type(
    settings: &Settings<'_>,
    piece_type: PieceType,
    letter: char,
) -> Result<Option<PieceType>, String> {
    let letter = letter.to_ascii_lowercase();
    let Some(promoted) = settings.promotion(piece_type) else { return Ok(None) };
    if promoted == PieceType::King {
        return Err(format!("'{letter}' cannot promote to the king"));
    }
    if piece_type == PieceType::King {
        return Err("a king that promotes is not supported".into());
    }
    let setting = settings
        .piece_type(promoted)
        .ok_or_else(|| format!("'{letter}' promotes to {}, which has no letter", promoted.key()))?;
    if settings.promotion(promoted).is_some() {
        let promoted = setting.letter.to_ascii_lowercase();
        return Err(format!(
            "'{letter}' promotes to '{promoted}', which promotes again; use another piece with the same \
             movement, or '{promoted}:-'"
        ));
    }
    Ok(Some(promoted))
}

/// Returns the error for the line that defines a type.
fn type_error(settings: &Settings<'_>, piece_type: PieceType, message: &str) -> LineError {
    let line = settings.piece_type(piece_type).map_or(0, |setting| setting.line);
    settings.error_at(&piece_type.key(), line, message)
}

fn form(settings: &Settings<'_>, piece_type: PieceType, size: [u8; 2]) -> Result<Form, LineError> {
    let error = |message: &str| type_error(settings, piece_type, message);
    let custom = settings.piece_type(piece_type).and_then(|setting| setting.movement);
    let text = match (custom, piece_type.built_in()) {
        (Some(movement), _) => movement,
        // Of the other types only the king may lack a movement.
        (None, None) => "K",
        (None, Some(built_in)) => built_in.movement.map_err(error)?,
    };
    let (movement, betza) = movement::translate(text).map_err(|message| error(&message))?;
    let confined_to = settings.confined_to(piece_type, size)?;
    Ok(Form { piece_type, movement, betza, confined_to })
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
    pub fn spec(&self, pawn: Option<PieceType>) -> PieceSpec {
        let (name, kanji) = self.form.name_and_kanji();
        let role = match self.piece_type {
            PieceType::King => Role::King,
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
            confined_to: self.form.confined_to.clone(),
            role,
        }
    }

    pub fn promoted_type(&self) -> Option<PieceType> {
        self.promoted.as_ref().map(|promoted| promoted.piece_type)
    }
}

impl Form {
    /// Returns the English name and the characters; empty if the piece has none.
    fn name_and_kanji(&self) -> (&'static str, &'static str) {
        if self.piece_type == PieceType::King {
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
        PromotionSpec {
            name,
            kanji: kanji.into(),
            movement: self.betza.clone(),
            confined_to: self.confined_to.clone(),
        }
    }
}
