//! Which kinds the generator moves together, and how.

use super::{Rules, SpecError};
use crate::betza::{Direction, Ray};
use crate::bitboard::Bitboard;
use crate::piece::{Color, KindList, PieceKind};
use crate::square::{MAX_BOARD_SIZE, Square};
use arrayvec::ArrayVec;

/// A kind of piece that is moved all at once: by how much each of its steps changes a square's
/// index, and from which squares, for each side.
#[derive(Debug)]
pub(crate) struct ShiftGroup {
    pub kind: PieceKind,
    pub steps: [ArrayVec<(i8, Bitboard), 3>; 2],
}

/// Kinds that the generator moves together: one that promotes, or all that move alike and do not.
#[derive(Debug)]
pub(crate) struct MoveGroup {
    pub kinds: KindList,
    pub promotes: bool,
    /// Whether leaps and steps are all they do.
    pub leaps_only: bool,
}

impl Rules {
    /// Decides how the generator treats each kind.
    pub(super) fn sort_kinds(&mut self) -> Result<(), SpecError> {
        let king = &self.piece_form(self.king).ok_or(SpecError::Roles)?.movement;
        if !king.rays.iter().all(|ray| *ray == Ray::default() || ray.is_step())
            || king.leaps.iter().any(|leap| !leap.quiet || !leap.capture)
        {
            return Err(SpecError::KingMovement);
        }
        self.kinds = (0..PieceKind::COUNT)
            .map(PieceKind::from_index)
            .filter(|&kind| self.piece_form(kind).is_some())
            .collect();
        for kind in self.kinds.clone() {
            if self.tables.is_leaper(kind) {
                self.leaper_kinds |= 1 << kind.index();
            }
            if kind == self.king {
                continue;
            }
            match self.shift_group(kind) {
                Some(shift_group) if self.pieces[kind.unpromoted().index()].count > 8 => {
                    self.shift_groups.push(shift_group)
                }
                _ => self.add_mover(kind),
            }
        }
        self.single_step_pawns =
            self.shift_groups.iter().position(|shift_group| shift_group.steps[0].len() == 1);
        Ok(())
    }

    fn add_mover(&mut self, kind: PieceKind) {
        let movement = |kind| self.piece_form(kind).map(|form| &form.movement);
        let promotes = self.can_promote(kind);
        let alike = |move_group: &MoveGroup| {
            !promotes && !move_group.promotes && movement(move_group.kinds[0]) == movement(kind)
        };
        match self.move_groups.iter().position(alike) {
            Some(place) => self.move_groups[place].kinds.push(kind),
            None => self.move_groups.push(MoveGroup {
                kinds: KindList::from_iter([kind]),
                promotes,
                leaps_only: self.tables.is_leaper(kind),
            }),
        }
    }

    /// A kind as a shift_group, if it is unpromoted and its whole movement is at most three single steps
    /// none of which goes backward, so that it promotes just where it arrives in the zone.
    fn shift_group(&self, kind: PieceKind) -> Option<ShiftGroup> {
        let movement = &self.piece_form(kind)?.movement;
        let steps: Vec<Direction> = movement
            .rays
            .iter()
            .zip(Direction::ALL)
            .filter(|(ray, _)| **ray != Ray::default())
            .map(|(ray, direction)| (ray.is_step() && direction.forward >= 0).then_some(direction))
            .collect::<Option<_>>()?;
        if kind.is_promoted() || !movement.leaps.is_empty() || steps.len() > 3 {
            return None;
        }
        let board = self.board;
        let for_side = |color: Color| {
            steps.iter().map(move |direction| {
                let (files, ranks) = match color {
                    Color::Black => (-direction.right, -direction.forward),
                    Color::White => (direction.right, direction.forward),
                };
                let lands =
                    |s: &Square| s.offset(files, ranks).is_some_and(|to| board.contains(to));
                let shift = files * MAX_BOARD_SIZE as i8 + ranks;
                (shift, board.into_iter().filter(lands).collect())
            })
        };
        Some(ShiftGroup { kind, steps: Color::BOTH.map(|color| for_side(color).collect()) })
    }
}
