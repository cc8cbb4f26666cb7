//! The rules of the six games once more, slowly: an oracle for the fast crate.
//!
//! Written from the rules text and the movement notation alone, it shares no code and no idea
//! with the engine. A mailbox board, movements read from their notation and walked square by
//! square, every question answered from scratch.
//!
//! ```
//! use engine_tests::reference::{Game, State};
//!
//! let game = Game::named("cannonshogi").unwrap();
//! let mut state = State::start(game);
//! assert_eq!(state.legal_moves().len(), 60);
//! state.play("2h1h").unwrap();
//! assert_eq!(state.outcome(), "ongoing");
//! ```

mod board;
mod games;
mod history;
mod impasse;
mod legality;
pub mod movement;
mod sfen;

pub use board::{Board, Colour, Piece, Square};
pub use games::{Game, ImpasseRule, PieceKind};
pub use history::State;
pub use impasse::Impasse;
pub use legality::{Move, Position};
