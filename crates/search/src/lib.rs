//! Finding the move in the games of the cannon shogi family.
//!
//! An [`Engine`] searches a position under [`Limits`] while others speak to it through a
//! [`Control`] and a [`Reporter`] hears what it finds.
//!
//! ```
//! use rules::{Position, Rules};
//! use search::{Control, Engine, Limits};
//!
//! let start = Position::start(Rules::by_name("shosu").ok_or("no such game")?);
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let found = Engine::new().search(&start, &limits, &Control::default(), &mut ());
//! assert!(start.legal_moves().contains(&found.best.ok_or("no move")?));
//! # Ok::<(), &'static str>(())
//! ```
#![deny(missing_docs, unsafe_code)]

mod bench;
mod correction;
mod deepen;
mod drift;
mod engine;
mod glimpse;
mod history;
mod limits;
mod mate;
mod node;
mod pages;
mod picker;
mod quiescence;
mod score;
mod see;
mod steps;
mod table;
mod tunables;
mod worker;

pub use bench::{BENCH_DEPTH, bench, bench_positions};
pub use deepen::{Reporter, SearchInfo};
pub use engine::{DEFAULT_HASH, Engine, STACK_SIZE, SearchResult};
pub use limits::{Clock, Control, Limits, TimeOptions};
pub use mate::{MateLimits, MateResult, MateSolver};
pub use score::{MAX_PLY, Score};
pub use see::see_ge;
pub use table::{Bound, Stopped, TableError};
#[cfg(feature = "tune")]
pub use tunables::{Tunable, tunables};
pub use worker::{Pv, RuleOptions};
