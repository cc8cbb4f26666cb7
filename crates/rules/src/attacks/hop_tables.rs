//! Hop tables: the squares a piece on a line can reach, for every occupancy of the line.

use crate::betza::{Direction, Movement, Ray, Reach, on_board};
use crate::lines::{LINE_STEPS, MAX_LINE_LENGTH};
use crate::piece::Color;

/// The target squares on a line as bits, by the piece's index on the line and the line's occupancy.
/// Takes 20 KiB; play touches only a small part.
type HopTable = [[u16; OCCUPANCIES]; MAX_LINE_LENGTH];
/// The number of occupancies of a line, and so of entries per index.
pub(super) const OCCUPANCIES: usize = 1 << MAX_LINE_LENGTH;

/// A kind's movement along one line: its rays towards higher (`up`) and lower (`down`) square
/// indices.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LineRays {
    pub up: Ray,
    pub down: Ray,
}

impl LineRays {
    /// Returns a side's movement along the line with this index in [`LINE_STEPS`].
    pub fn new(movement: &Movement, color: Color, line: usize) -> Self {
        let ray = |files: i8, ranks: i8| {
            let is_direction =
                |to: &Direction| on_board(color, to.forward, to.right) == (files, ranks);
            let index = Direction::ALL.iter().position(is_direction);
            movement.rays[index.expect("one of eight directions")]
        };
        let (files, ranks) = LINE_STEPS[line];
        Self { up: ray(files, ranks), down: ray(-files, -ranks) }
    }

    /// Returns the rays for computing attacked squares: the capture distances apply to empty
    /// squares too.
    pub fn attacks(self) -> Self {
        let reach = |reach: Reach| Reach { quiet: reach.capture, capture: reach.capture };
        let ray = |ray: Ray| Ray {
            slide: reach(ray.slide),
            hop_one: reach(ray.hop_one),
            hop_two: reach(ray.hop_two),
            hop_any: reach(ray.hop_any),
        };
        Self { up: ray(self.up), down: ray(self.down) }
    }

    /// Computes the hop table of these rays.
    pub fn table(self) -> HopTable {
        std::array::from_fn(|index| {
            std::array::from_fn(|occupancy: usize| {
                let mut targets = 0;
                let mut walk = |ray: Ray, squares: &mut dyn Iterator<Item = usize>| {
                    let mut screens = 0;
                    for (distance, square) in (1..).zip(squares) {
                        let is_occupied = occupancy >> square & 1 != 0;
                        let within =
                            |r: Reach| distance <= if is_occupied { r.capture } else { r.quiet };
                        let reached = match screens {
                            0 => within(ray.slide),
                            1 => within(ray.hop_one) || within(ray.hop_any),
                            2 => within(ray.hop_two) || within(ray.hop_any),
                            _ => within(ray.hop_any),
                        };
                        targets |= u16::from(reached) << square;
                        screens += u32::from(is_occupied);
                    }
                };
                walk(self.up, &mut (index + 1..MAX_LINE_LENGTH));
                walk(self.down, &mut (0..index).rev());
                targets
            })
        })
    }
}
