//! The built-in games, one file each.
//!
//! To add a game, write a file and add it to [`ALL`]. CONTRIBUTING.md has a complete example.

mod cannonshogi;
mod cannonshosu;
mod shogi;
mod shosu;
mod shosucourier;
mod taihoshogi;

pub mod common;

use crate::spec::GameSpec;

pub use cannonshogi::CANNONSHOGI;
pub use cannonshosu::CANNONSHOSU;
pub use shogi::SHOGI;
pub use shosu::SHOSU;
pub use shosucourier::SHOSUCOURIER;
pub use taihoshogi::TAIHOSHOGI;

/// All games, the default game first.
pub const ALL: &[GameSpec<'static>] =
    &[CANNONSHOGI, TAIHOSHOGI, SHOSU, SHOSUCOURIER, CANNONSHOSU, SHOGI];

/// Definitions of our games that Fairy-Stockfish needs, in the format of its `variants.ini`.
///
/// Covers `shosucourier`, `cannonshosu` and `cannonshogi`. `shogi` is built into Fairy-Stockfish;
/// the rules of `taihoshogi` and `shosu` cannot be expressed in its format.
pub const FAIRY_STOCKFISH_VARIANTS: &str = include_str!("../../data/fsf-variants.ini");
