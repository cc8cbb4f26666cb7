//! Random openings that a shallow search finds balanced: as many as are wanted, and the same ones
//! for the same seed.
//!
//! ```
//! use openings::Openings;
//! use rules::Rules;
//!
//! let game = Rules::named("cannonshogi").ok_or("no such game")?;
//! let openings = Openings { plies: 6, nodes: 200, ..Openings::default() };
//! let position = openings.draw(game, 1);
//! assert_eq!(position.moves().len(), 6);
//! assert_eq!(position.sfen().to_string(), openings.draw(game, 1).sfen().to_string());
//! # Ok::<(), &'static str>(())
//! ```
#![deny(missing_docs, unsafe_code)]

use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use search::{Control, Engine, Limits};

/// What openings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Openings {
    /// How many random moves are made.
    pub plies: u32,
    /// The nodes of the search that judges them.
    pub nodes: u64,
    /// How far from even that search may find them, in the evaluation's units.
    pub within: i32,
}

impl Default for Openings {
    fn default() -> Self {
        Self { plies: 8, nodes: 4_000, within: 100 }
    }
}

/// After so many tries, twice as much imbalance is let pass.
const TRIES: u32 = 40;

impl Openings {
    /// The opening of a seed: a position with the moves that led to it.
    pub fn draw(&self, rules: &'static Rules, seed: u64) -> Position {
        self.draw_by(rules, seed, &mut Engine::new())
    }

    /// The same, judged by an engine at hand, which is cleared before and after.
    pub fn draw_by(&self, rules: &'static Rules, seed: u64, engine: &mut Engine) -> Position {
        engine.clear();
        let mut chance = StdRng::seed_from_u64(seed);
        let mut within = self.within.max(1);
        loop {
            for _ in 0..TRIES {
                let position = wander(rules, self.plies, &mut chance);
                if let Some(position) = position
                    && self.is_balanced(&position, within, engine)
                {
                    engine.clear();
                    return position;
                }
            }
            within = within.saturating_mul(2);
        }
    }

    fn is_balanced(&self, position: &Position, within: i32, engine: &mut Engine) -> bool {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let found = engine.search(position, &limits, &Control::default(), &mut ());
        found.score.raw().abs() <= within
    }
}

/// A position after random moves, if the game goes on in it.
fn wander(rules: &'static Rules, plies: u32, chance: &mut StdRng) -> Option<Position> {
    let mut position = Position::start(rules);
    for _ in 0..plies {
        let mv = *position.legal_moves().choose(chance)?;
        position.do_move(mv);
    }
    (position.outcome() == Outcome::Ongoing).then_some(position)
}
