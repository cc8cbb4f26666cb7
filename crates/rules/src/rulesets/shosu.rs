//! Shosu Shogi by the inventor's page: the Game Courier rules plus a check limit.

use super::SHOSUCOURIER;
use crate::spec::*;

/// Shosu Shogi by the inventor's page.
pub const SHOSU: GameSpec<'static> = GameSpec {
    name: "shosu",
    about: "Adam DeWitt, by the inventor's page: a fourth consecutive check is illegal",
    check_limit: CheckLimit::Consecutive(3),
    ..SHOSUCOURIER
};
