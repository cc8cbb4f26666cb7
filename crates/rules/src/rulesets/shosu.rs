//! Shosu Shogi by the inventor's page: the preset game with a check limit.

use super::SHOSUCOURIER;
use crate::spec::*;

/// Shosu Shogi by the inventor's page.
pub const SHOSU: GameSpec<'static> = GameSpec {
    name: "shosu",
    about: "Adam DeWitt, the inventor's page: a fourth check in a row is illegal",
    check_limit: CheckLimit::Consecutive(3),
    ..SHOSUCOURIER
};
