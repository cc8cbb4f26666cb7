use super::SHOSUCOURIER;
use crate::spec::*;

/// Shosu Shogi by its inventor's page.
pub const SHOSU: Spec<'static> = Spec {
    name: "shosu",
    about: "Adam DeWitt, the inventor's page: a fourth check in a row is illegal",
    check_limit: CheckLimit::InARow(3),
    ..SHOSUCOURIER
};
