//! Which kinds the generator moves together, and how.

use super::{Rules, SpecError};
use crate::betza::{Direction, Ray};
use crate::bitboard::Bitboard;
use crate::piece::{Color, PieceKind};
use crate::square::{MAX_BOARD_SIZE, Square};
use arrayvec::ArrayVec;

/// A kind of piece that is moved all at once: by how much each of its steps changes a square's
/// index, and from which squares, for each side.
#[derive(Debug)]
pub(crate) struct Swarm {
    pub kind: PieceKind,
    pub steps: [ArrayVec<(i8, Bitboard), 3>; 2],
}

/// Kinds that are alike in some respect.
pub(crate) type Alike = ArrayVec<PieceKind, { PieceKind::COUNT }>;

/// Kinds that the generator moves together: one that promotes, or all that move alike and do not.
#[derive(Debug)]
pub(crate) struct Mover {
    pub kinds: Alike,
    pub promotes: bool,
    /// Whether leaps and steps are all they do.
    pub steps: bool,
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
            if self.tables.is_stepper(kind) {
                self.steppers |= 1 << kind.index();
            }
            if kind == self.king {
                continue;
            }
            match self.swarm(kind) {
                Some(swarm) if self.pieces[kind.unpromoted().index()].count > 8 => {
                    self.swarms.push(swarm)
                }
                _ => self.add_mover(kind),
            }
        }
        self.marching = self.swarms.iter().position(|swarm| swarm.steps[0].len() == 1);
        Ok(())
    }

    fn add_mover(&mut self, kind: PieceKind) {
        let movement = |kind| self.piece_form(kind).map(|form| &form.movement);
        let promotes = self.can_promote(kind);
        let alike = |mover: &Mover| {
            !promotes && !mover.promotes && movement(mover.kinds[0]) == movement(kind)
        };
        match self.movers.iter().position(alike) {
            Some(place) => self.movers[place].kinds.push(kind),
            None => self.movers.push(Mover {
                kinds: Alike::from_iter([kind]),
                promotes,
                steps: self.tables.is_stepper(kind),
            }),
        }
    }

    /// A kind as a swarm, if it is unpromoted and its whole movement is at most three single steps
    /// none of which goes backward, so that it promotes just where it arrives in the zone.
    fn swarm(&self, kind: PieceKind) -> Option<Swarm> {
        let movement = &self.piece_form(kind)?.movement;
        let steps: Vec<Direction> = movement
            .rays
            .iter()
            .zip(Direction::ALL)
            .filter(|(ray, _)| **ray != Ray::default())
            .map(|(ray, heading)| (ray.is_step() && heading.forward >= 0).then_some(heading))
            .collect::<Option<_>>()?;
        if kind.is_promoted() || !movement.leaps.is_empty() || steps.len() > 3 {
            return None;
        }
        let board = self.board;
        let for_side = |color: Color| {
            steps.iter().map(move |heading| {
                let (files, ranks) = match color {
                    Color::Black => (-heading.right, -heading.forward),
                    Color::White => (heading.right, heading.forward),
                };
                let lands =
                    |s: &Square| s.offset(files, ranks).is_some_and(|to| board.contains(to));
                let shift = files * MAX_BOARD_SIZE as i8 + ranks;
                (shift, board.into_iter().filter(lands).collect())
            })
        };
        Some(Swarm { kind, steps: Color::BOTH.map(|color| for_side(color).collect()) })
    }
}
