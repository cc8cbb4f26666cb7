//! What can be seen in a position, by name: the tags of the rows in `data/positions/`.
//!
//! Each tag is a claim that the reference can check.

mod scene;

pub use scene::{Scene, lies_between};

use crate::reference::{Move, Position};
use scene::{between, is_inside};

/// A tag, what it claims, and the check of the claim.
type Tag = (&'static str, &'static str, fn(&Scene) -> bool);

/// Every tag there is.
pub const TAGS: &[Tag] = &[
    ("double-check", "in check by two pieces or more", |s| s.checkers.len() > 1),
    ("screen-check", "in check through a screen", |s| s.screened().count() > 0),
    ("two-screen-checks", "in check by two pieces through screens", |s| s.screened().count() > 1),
    ("check-through-two", "in check through two pieces or more", |s| {
        s.screened().any(|attacker| between(s.position, s.us, attacker).len() > 1)
    }),
    ("screen-added", "a check is parried by a second screen", |s| {
        s.replies().any(|play| s.screened().any(|attacker| s.comes_between(play, s.us, attacker)))
    }),
    ("screen-removed", "a check is parried by taking the screen away", |s| {
        s.replies().any(|play| {
            let leaves = |attacker| s.leaves_between(play, s.us, attacker) && play.to() != attacker;
            s.screened().any(leaves)
        })
    }),
    ("double-check-parried", "a double check is parried without a king's move", |s| {
        s.checkers.len() > 1 && s.replies().count() > 0
    }),
    ("cross-check", "a check is answered by a check", |s| {
        !s.checkers.is_empty() && s.legal().any(|play| !play.gives.is_empty())
    }),
    ("pinned", "a piece may not leave a line with nothing else on it", |s| {
        s.exposing().any(|(play, attacker)| {
            s.leaves_between(play, s.us, attacker) && !play.screens(s.us, attacker)
        })
    }),
    ("screen-pinned", "one of two pieces on a line may not leave it", |s| {
        s.exposing().any(|(play, attacker)| {
            s.leaves_between(play, s.us, attacker) && play.screens(s.us, attacker)
        })
    }),
    ("may-not-enter", "a piece may not become the screen of an attack on its king", |s| {
        s.exposing().any(|(play, attacker)| s.comes_between(play, s.us, attacker))
    }),
    ("king-is-no-shield", "the king may not step back along the line of an attacker", |s| {
        s.king_exposing().any(|(play, attacker)| {
            s.king().is_some_and(|king| lies_between(king, play.to(), attacker))
        })
    }),
    ("crowded-lines", "three enemies or more aim at the king along lines", |s| {
        s.aiming().len() > 2
    }),
    ("one-line-two-aims", "two enemies aim at the king along the same line", |s| {
        let aiming = s.aiming();
        let line = |&far| aiming.iter().any(|&near| is_inside(s.position, s.us, far, near));
        aiming.iter().any(line)
    }),
    ("discovered-check", "a piece can leave a line and so give check", |s| {
        s.giving().any(|(play, attacker)| {
            s.leaves_between(play, s.them(), attacker) && !play.screens(s.them(), attacker)
        })
    }),
    ("screen-leaves-to-check", "one of two screens can leave and so give check", |s| {
        s.giving().any(|(play, attacker)| {
            s.leaves_between(play, s.them(), attacker) && play.screens(s.them(), attacker)
        })
    }),
    ("screen-comes-to-check", "a piece can give check as the screen of another", |s| {
        s.giving().any(|(play, attacker)| s.comes_between(play, s.them(), attacker))
    }),
    ("screen-dropped-to-check", "a drop can give check as the screen of another", |s| {
        s.giving().any(|(play, attacker)| {
            play.from().is_none() && s.comes_between(play, s.them(), attacker)
        })
    }),
    ("double-check-given", "one move can give check with two pieces", |s| {
        s.legal().any(|play| play.gives.len() > 1)
    }),
    ("pawn-drop-mates", "a pawn drop would mate", |s| s.pawn_mates().count() > 0),
    ("pawn-drop-mates-as-screen", "a pawn drop would mate as the screen of another", |s| {
        s.pawn_mates().any(|play| !play.gives.contains(&play.to()))
    }),
    ("pawn-drop-one-reply", "a pawn drop gives check, and there is one reply", |s| {
        let mut drops = s.legal().filter(|play| play.is_pawn_drop() && !play.gives.is_empty());
        drops.any(|play| play.next.legal().len() == 1)
    }),
    ("pawn-drop-stalemates", "a pawn drop leaves no move but gives no check", |s| {
        let mut drops = s.legal().filter(|play| play.is_pawn_drop() && play.gives.is_empty());
        drops.any(|play| play.next.legal().is_empty())
    }),
    ("full-hand", "every kind is in hand", |s| {
        let order = s.position.game().hand_order;
        order.chars().all(|letter| s.position.hand(s.us).contains(&letter))
    }),
    ("must-promote", "a move may not be made without promotion", |s| {
        s.plays.iter().any(|play| match play.mv {
            Move::Board { from, to, promote: true } => {
                let plain = Move::Board { from, to, promote: false };
                s.plays.iter().all(|other| other.mv != plain)
            }
            _ => false,
        })
    }),
    ("promotes-on-leaving", "a piece can leave the zone and promote", |s| {
        let zone = s.position.game().zone;
        let depth = |square| s.position.board().depth(s.us, square);
        s.legal().any(|play| match play.mv {
            Move::Board { from, to, promote } => promote && depth(from) <= zone && depth(to) > zone,
            Move::Drop { .. } => false,
        })
    }),
    ("two-pawns", "a side has two pawns on a file", |s| {
        let pawns = || s.position.board().pieces().filter(|(_, p)| p.letter == 'P' && !p.promoted);
        pawns().any(|(one, a)| {
            pawns().any(|(two, b)| one.rank < two.rank && one.file == two.file && a == b)
        })
    }),
    ("mate", "no legal move, in check", |s| s.legal().count() == 0 && !s.checkers.is_empty()),
    ("stalemate", "no legal move, not in check", |s| {
        s.legal().count() == 0 && s.checkers.is_empty()
    }),
    ("no-own-king", "the side to move has no king", |s| s.king().is_none()),
    ("limit-reached", "a move is illegal as one check in a row too many", |s| {
        s.over_limit().count() > 0
    }),
    ("limit-forbids-mate", "a check too many would mate", |s| {
        s.over_limit().any(|play| play.next.legal().is_empty())
    }),
    ("limit-forbids-discovery", "a check too many would come from a piece that stays", |s| {
        s.over_limit().any(|play| !play.gives.contains(&play.to()))
    }),
    ("limit-forbids-double-check", "a check too many would be double", |s| {
        s.over_limit().any(|play| play.gives.len() > 1)
    }),
    ("limit-forbids-drop", "a check too many would be a drop", |s| {
        s.over_limit().any(|play| play.from().is_none())
    }),
    ("limit-forbids-evasion", "a move out of check is illegal as it gives check", |s| {
        !s.checkers.is_empty() && s.over_limit().count() > 0
    }),
    ("limit-leaves-none", "only the limit of checks leaves no legal move", |s| {
        s.legal().count() == 0 && s.over_limit().count() > 0
    }),
    ("limit-makes-mate", "a pawn drop would mate, as every reply is a check too many", |s| {
        s.pawn_mates().any(|play| Scene::of(&play.next).over_limit().count() > 0)
    }),
];

/// Whether a position bears a tag out.
///
/// # Panics
/// If there is no such tag.
pub fn holds(tag: &str, position: &Position) -> bool {
    let found = TAGS.iter().find(|(name, ..)| *name == tag);
    let (.., check) = found.unwrap_or_else(|| panic!("no tag '{tag}'"));
    check(&Scene::of(position))
}

/// All tags that a position bears out.
pub fn all(position: &Position) -> Vec<&'static str> {
    let scene = Scene::of(position);
    TAGS.iter().filter(|(.., check)| check(&scene)).map(|(name, ..)| *name).collect()
}
