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
mod cancel;
mod correction;
mod deepen;
mod engine;
mod glimpse;
mod history;
mod huge_pages;
mod limits;
mod mate;
mod node;
mod picker;
mod quiescence;
mod score;
mod see;
mod steps;
mod transposition_table;
mod tunables;
mod worker;

pub use bench::{BENCH_DEPTH, bench, bench_positions};
pub use cancel::Cancel;
pub use deepen::{Reporter, SearchInfo};
pub use engine::{DEFAULT_HASH, Engine, STACK_SIZE, SearchResult};
pub use limits::{Clock, Control, Limits, TimeOptions};
pub use mate::{MateLimits, MateResult, MateSolver};
pub use score::{MAX_PLY, Score};
pub use see::see_ge;
pub use transposition_table::{Bound, TableError};
#[cfg(feature = "tune")]
pub use tunables::{Tunable, tunables};
pub use worker::{Pv, RuleOptions};
