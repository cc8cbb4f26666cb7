//! Random openings that a shallow search finds balanced: as many as are wanted, and the same ones
//! for the same seed and the same search.
//!
//! ```
//! use ozutsu_openings::{Judge, Openings};
//! use rules::Rules;
//!
//! let game = Rules::named("cannonshogi").ok_or("no such game")?;
//! let openings = Openings { plies: 6, nodes: 200, ..Openings::default() };
//! let mut judge = Judge::default();
//! let position = openings.draw(game, 1, &mut judge);
//! assert_eq!(position.moves().len(), 6);
//! assert_eq!(position.sfen().to_string(), openings.draw(game, 1, &mut judge).sfen().to_string());
//! # Ok::<(), &'static str>(())
//! ```
//!
//! A search that changes finds other positions balanced, so sets to be kept are kept as text:
//! [`stored`] has one for each game.
#![deny(missing_docs, unsafe_code)]

mod sets;

pub use sets::{set, stored};

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
        Self { plies: 8, nodes: 5_000, within: 250 }
    }
}

/// The game with a name, in any case, as a command line says it.
///
/// ```
/// assert_eq!(ozutsu_openings::game("Shosu").map(|game| game.name()), Ok("shosu"));
/// assert!(ozutsu_openings::game("chess").is_err());
/// ```
pub fn game(name: &str) -> Result<&'static Rules, String> {
    Rules::named(name).ok_or_else(|| {
        let known = Rules::names().collect::<Vec<_>>().join(", ");
        format!("there is no game '{name}'; there are {known}")
    })
}

/// After so many tries, twice as much imbalance is let pass.
const TRIES: u32 = 40;

/// A glance takes this part of the nodes.
const GLANCE: u64 = 10;

/// The seed of what has a number in a series, so that neighbouring series share none.
pub const fn numbered(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

impl Openings {
    /// How many random moves there may be, lest the game be over before.
    pub const MOST_PLIES: u32 = 40;

    /// The opening of a seed: a position with the moves that led to it.
    pub fn draw(&self, rules: &'static Rules, seed: u64, judge: &mut Judge) -> Position {
        judge.0.clear();
        let mut walker = Walker::new(rules, self.plies, seed);
        let mut within = self.within.max(1);
        loop {
            for _ in 0..TRIES {
                let position = walker.walk();
                let mut far = |nodes| judge.score(&position, nodes).abs();
                // Most random moves lose something, as a glance sees already.
                if far(self.nodes / GLANCE) <= within.saturating_mul(2) && far(self.nodes) <= within
                {
                    return position;
                }
            }
            within = within.saturating_mul(2);
        }
    }
}

/// Finds out how even a position is. Runs on a stack as large as a search needs.
#[derive(Debug)]
pub struct Judge(Engine);

impl Default for Judge {
    fn default() -> Self {
        let mut engine = Engine::new();
        // So few nodes need little, which is soon cleared; what it has will do, too.
        let _ = engine.set_table(1);
        Self(engine)
    }
}

impl Judge {
    fn score(&mut self, position: &Position, nodes: u64) -> i32 {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.0.search(position, &limits, &Control::default(), &mut ()).score.raw()
    }
}

/// Makes random moves from the start position, the same ones for the same seed.
#[derive(Debug)]
pub struct Walker {
    rules: &'static Rules,
    plies: u32,
    chance: StdRng,
}

impl Walker {
    /// One who makes so many moves.
    pub fn new(rules: &'static Rules, plies: u32, seed: u64) -> Self {
        Self { rules, plies, chance: StdRng::seed_from_u64(seed) }
    }

    /// Another position in which the game goes on.
    pub fn walk(&mut self) -> Position {
        loop {
            if let Some(position) = self.try_walk() {
                return position;
            }
        }
    }

    fn try_walk(&mut self) -> Option<Position> {
        let mut position = Position::start(self.rules);
        for _ in 0..self.plies {
            let mut moves = position.legal_moves();
            // Chance must not depend on the order in which moves are generated.
            moves.sort_unstable_by_key(|mv| mv.bits());
            position.do_move(*moves.choose(&mut self.chance)?);
        }
        (position.outcome() == Outcome::Ongoing).then_some(position)
    }
}
