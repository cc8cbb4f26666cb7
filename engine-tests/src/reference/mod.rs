//! A slow, independent implementation of the rules: the reference that the engine is tested against.
//!
//! It shares no code with `crates/rules` and must never import it: a mistake in shared code would
//! affect both sides of a comparison and stay hidden. For the same reason it is written from
//! the rules and the movement notation alone, and favours the obvious algorithm over the fast one: a
//! mailbox board, movements followed square by square, nothing cached or updated incrementally, a new
//! [`Position`] for every move, and legality decided by making the move.
//!
//! The six games are described a second time, as [`RuleSet`]s. Other games (random ones) are
//! converted from the engine's `GameSpec` by [`differential::reference_rules`]. Differential tests play
//! the same moves in both implementations ([`differential::LockstepGame`]) and compare moves, checks,
//! outcomes and impasse claims after each; the perft tables are counted by both as well.
//!
//! [`differential::reference_rules`]: crate::differential::reference_rules
//! [`differential::LockstepGame`]: crate::differential::LockstepGame
//!
//! ```
//! use engine_tests::reference::{GameState, RuleSet};
//!
//! let rule_set = RuleSet::by_name("cannonshogi").unwrap();
//! let mut state = GameState::start(rule_set);
//! assert_eq!(state.legal_moves().len(), 60);
//! state.play("2h1h").unwrap();
//! assert_eq!(state.outcome(), "ongoing");
//! ```

mod game_state;
mod legal_moves;
mod mailbox;
mod movement;
mod rule_sets;

pub use game_state::{Claim, GameState};
pub use legal_moves::{Move, Position};
pub use mailbox::{Board, Piece, Side, Square};
pub use movement::{Movement, squares_on_way};
pub use rule_sets::{FacingLines, ImpasseRule, PieceRules, RepetitionLoser, RuleSet};
