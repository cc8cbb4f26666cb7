//! Themes of positions (pins, double checks, screens): the labels of the rows in `data/positions/`.
//!
//! Each theme is a predicate over a reference position, so a test can verify the labels.

use crate::move_analysis::{AnalysedPosition, is_between_king_and, lies_between, pieces_between};
use crate::reference::{Move, Position};

/// A theme: its name in the tables, its meaning, and the predicate.
type Theme = (&'static str, &'static str, fn(&AnalysedPosition) -> bool);

const THEMES: &[Theme] = &[
    ("double-check", "in check by two or more pieces", |p| p.checkers.len() > 1),
    ("screen-check", "in check over a screen", |p| p.checkers_over_screens().count() > 0),
    ("two-screen-checks", "in check over screens by two pieces", |p| {
        p.checkers_over_screens().count() > 1
    }),
    ("check-over-two-screens", "in check over two or more screens", |p| {
        p.checkers_over_screens()
            .any(|attacker| pieces_between(p.position, p.us, attacker).len() > 1)
    }),
    ("screen-added", "a move parries a check by adding a second screen", |p| {
        p.evasions_without_king()
            .any(|mv| p.checkers_over_screens().any(|by| p.adds_screen(mv, p.us, by)))
    }),
    ("screen-removed", "a move parries a check by removing the screen", |p| {
        p.evasions_without_king().any(|mv| {
            let removes = |by| p.removes_screen(mv, p.us, by) && mv.to() != by;
            p.checkers_over_screens().any(removes)
        })
    }),
    ("double-check-parried", "a move other than the king's parries a double check", |p| {
        p.checkers.len() > 1 && p.evasions_without_king().count() > 0
    }),
    ("cross-check", "an evasion gives check", |p| {
        p.in_check() && p.legal_moves().any(|mv| mv.gives_check())
    }),
    ("pinned", "a piece alone between its king and a line attacker must not leave the line", |p| {
        p.moves_exposing_king()
            .any(|(mv, by)| p.removes_screen(mv, p.us, by) && !mv.has_screen_after(p.us, by))
    }),
    (
        "screen-pinned",
        "one of several pieces between their king and a line attacker must not leave the line",
        |p| {
            p.moves_exposing_king()
                .any(|(mv, by)| p.removes_screen(mv, p.us, by) && mv.has_screen_after(p.us, by))
        },
    ),
    ("would-become-screen", "a piece must not become the screen for an attack on its king", |p| {
        p.moves_exposing_king().any(|(mv, by)| p.adds_screen(mv, p.us, by))
    }),
    ("no-retreat-on-line", "the king must not step back on the line of an attacker", |p| {
        p.king_moves_into_check()
            .any(|(mv, by)| p.king().is_some_and(|king| lies_between(king, mv.to(), by)))
    }),
    ("three-line-attackers", "three or more line attackers aim at the king", |p| {
        p.line_attackers().len() > 2
    }),
    ("two-attackers-on-one-line", "two line attackers aim at the king on the same line", |p| {
        let attackers = p.line_attackers();
        let is_behind = |&far: &_| {
            attackers.iter().any(|&near| is_between_king_and(p.position, p.us, far, near))
        };
        attackers.iter().any(is_behind)
    }),
    ("discovered-check", "a piece alone on a line can give check by leaving it", |p| {
        p.indirect_checks().any(|(mv, by)| {
            p.removes_screen(mv, p.them(), by) && !mv.has_screen_after(p.them(), by)
        })
    }),
    (
        "check-by-removing-screen",
        "one of several pieces on a line can give check by leaving it",
        |p| {
            p.indirect_checks().any(|(mv, by)| {
                p.removes_screen(mv, p.them(), by) && mv.has_screen_after(p.them(), by)
            })
        },
    ),
    ("check-by-adding-screen", "a piece can give check by becoming a screen", |p| {
        p.indirect_checks().any(|(mv, by)| p.adds_screen(mv, p.them(), by))
    }),
    ("check-by-dropping-screen", "a drop can give check by becoming a screen", |p| {
        p.indirect_checks().any(|(mv, by)| mv.from().is_none() && p.adds_screen(mv, p.them(), by))
    }),
    ("double-check-given", "a move can give check with two pieces", |p| {
        p.legal_moves().any(|mv| mv.checkers_after.len() > 1)
    }),
    ("pawn-drop-mates", "a pawn drop would mate", |p| p.pawn_drop_mates().count() > 0),
    ("pawn-drop-mates-as-screen", "a pawn drop would mate by becoming a screen", |p| {
        p.pawn_drop_mates().any(|mv| !mv.checkers_after.contains(&mv.to()))
    }),
    ("pawn-drop-one-reply", "a pawn drop gives check, with one legal reply", |p| {
        let mut drops = p.legal_moves().filter(|mv| mv.is_pawn_drop() && mv.gives_check());
        drops.any(|mv| mv.next.legal_moves().len() == 1)
    }),
    ("pawn-drop-stalemates", "a pawn drop stalemates", |p| {
        let mut drops = p.legal_moves().filter(|mv| mv.is_pawn_drop() && !mv.gives_check());
        drops.any(|mv| mv.next.legal_moves().is_empty())
    }),
    ("full-hand", "every kind of piece is in hand", |p| {
        let letters = p.position.rule_set().hand_order;
        letters.chars().all(|letter| p.position.hand(p.us).contains(&letter))
    }),
    ("must-promote", "a move is only legal with promotion", |p| {
        p.moves.iter().any(|mv| match mv.mv {
            Move::Board { from, to, promote: true } => {
                let plain = Move::Board { from, to, promote: false };
                p.moves.iter().all(|other| other.mv != plain)
            }
            _ => false,
        })
    }),
    ("promotes-leaving-zone", "a piece can promote by leaving the promotion zone", |p| {
        let in_zone = |square| p.position.in_zone(p.us, square);
        p.legal_moves().any(|mv| match mv.mv {
            Move::Board { from, to, promote } => promote && in_zone(from) && !in_zone(to),
            Move::Drop { .. } => false,
        })
    }),
    ("two-pawns", "a side has two pawns on a file", |p| {
        let pawns = || p.position.board().pieces().filter(|(_, p)| p.letter == 'P' && !p.promoted);
        pawns().any(|(one, a)| {
            pawns().any(|(two, b)| one.rank < two.rank && one.file == two.file && a == b)
        })
    }),
    ("mate", "no legal move, in check", |p| p.legal_moves().count() == 0 && p.in_check()),
    ("stalemate", "no legal move, not in check", |p| p.legal_moves().count() == 0 && !p.in_check()),
    ("no-own-king", "the side to move has no king", |p| p.king().is_none()),
    ("limit-reached", "the check limit makes a move illegal", |p| p.over_check_limit().count() > 0),
    ("limit-forbids-mate", "the check limit makes a mating move illegal", |p| {
        p.over_check_limit().any(|mv| mv.next.legal_moves().is_empty())
    }),
    (
        "limit-forbids-discovery",
        "the check limit forbids a check by a piece that does not move",
        |p| p.over_check_limit().any(|mv| !mv.checkers_after.contains(&mv.to())),
    ),
    ("limit-forbids-double-check", "the check limit makes a double check illegal", |p| {
        p.over_check_limit().any(|mv| mv.checkers_after.len() > 1)
    }),
    ("limit-forbids-drop", "the check limit makes a drop illegal", |p| {
        p.over_check_limit().any(|mv| mv.from().is_none())
    }),
    ("limit-forbids-evasion", "the check limit makes an evasion illegal", |p| {
        p.in_check() && p.over_check_limit().count() > 0
    }),
    ("limit-leaves-no-move", "no legal move, only because of the check limit", |p| {
        p.legal_moves().count() == 0 && p.over_check_limit().count() > 0
    }),
    (
        "limit-makes-mate",
        "a pawn drop would mate only because the check limit forbids replies",
        |p| {
            p.pawn_drop_mates()
                .any(|mv| AnalysedPosition::new(&mv.next).over_check_limit().count() > 0)
        },
    ),
];

/// Returns whether a position has a theme.
///
/// # Panics
/// If there is no such theme.
pub fn has_theme(position: &Position, theme: &str) -> bool {
    let found = THEMES.iter().find(|(name, ..)| *name == theme);
    let (.., predicate) = found.unwrap_or_else(|| panic!("unknown theme '{theme}'"));
    predicate(&AnalysedPosition::new(position))
}

/// Returns the names of all themes of a position.
pub fn all_themes(position: &Position) -> Vec<&'static str> {
    let position = AnalysedPosition::new(position);
    THEMES.iter().filter(|(.., has)| has(&position)).map(|(name, ..)| *name).collect()
}
