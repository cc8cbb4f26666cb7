//! What can be seen in a position, by name: the tags of the rows in `data/positions/`.
//!
//! Each tag is a claim that the reference can check.

use crate::reference::{Board, Colour, Move, Piece, Position, Square};

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

/// A position with what each pseudo-legal move leads to.
#[derive(Debug)]
pub struct Scene<'a> {
    position: &'a Position,
    us: Colour,
    checkers: Vec<Square>,
    plays: Vec<Play>,
}

#[derive(Debug)]
struct Play {
    mv: Move,
    next: Position,
    /// Whether the own king is out of check afterwards.
    safe: bool,
    legal: bool,
    /// The pieces with which it gives check.
    gives: Vec<Square>,
}

impl Play {
    fn from(&self) -> Option<Square> {
        match self.mv {
            Move::Board { from, .. } => Some(from),
            Move::Drop { .. } => None,
        }
    }

    fn to(&self) -> Square {
        match self.mv {
            Move::Board { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    fn is_pawn_drop(&self) -> bool {
        matches!(self.mv, Move::Drop { letter: 'P', .. })
    }

    /// Whether afterwards a piece stands between a side's king and an attacker.
    fn screens(&self, side: Colour, attacker: Square) -> bool {
        !between(&self.next, side, attacker).is_empty()
    }
}

impl<'a> Scene<'a> {
    fn of(position: &'a Position) -> Self {
        let us = position.turn();
        let play = |mv| {
            let next = position.after(mv);
            let gives = next.checkers(us.other());
            Play { mv, safe: !next.in_check(us), legal: position.is_legal(mv), gives, next }
        };
        let plays = position.pseudo_legal().into_iter().map(play).collect();
        Self { position, us, checkers: position.checkers(us), plays }
    }

    fn them(&self) -> Colour {
        self.us.other()
    }

    fn king(&self) -> Option<Square> {
        self.position.king(self.us)
    }

    fn legal(&self) -> impl Iterator<Item = &Play> {
        self.plays.iter().filter(|play| play.legal)
    }

    /// Legal moves out of check by other pieces than the king.
    fn replies(&self) -> impl Iterator<Item = &Play> {
        self.legal().filter(|play| !self.checkers.is_empty() && play.from() != self.king())
    }

    /// The king's moves, each with an attacker it meets.
    fn king_exposing(&self) -> impl Iterator<Item = (&Play, Square)> {
        let plays = self.plays.iter().filter(|play| play.from() == self.king());
        plays.flat_map(|play| play.next.checkers(self.us).into_iter().map(move |by| (play, by)))
    }

    /// Moves of other pieces than the king, out of no check, each with an attacker it exposes to.
    fn exposing(&self) -> impl Iterator<Item = (&Play, Square)> {
        let plays = self.plays.iter().filter(|play| play.from() != self.king());
        let plays = plays.filter(|_| self.checkers.is_empty());
        plays.flat_map(|play| play.next.checkers(self.us).into_iter().map(move |by| (play, by)))
    }

    /// Legal moves that give check with another piece than the one moved, and that piece.
    fn giving(&self) -> impl Iterator<Item = (&Play, Square)> {
        self.legal().flat_map(|play| {
            play.gives.iter().filter(|&&by| by != play.to()).map(move |&by| (play, by))
        })
    }

    /// Moves that would be legal but for the limit of checks.
    fn over_limit(&self) -> impl Iterator<Item = &Play> {
        let game = self.position.game();
        self.plays.iter().filter(|play| {
            let count = play.next.checks(self.us);
            let over = game.check_limit.is_some_and(|limit| count > limit);
            let drop_mates = !game.pawn_drop_mate && play.is_pawn_drop() && play.next.is_mate();
            play.safe && over && !drop_mates
        })
    }

    /// Pawn drops that would mate.
    fn pawn_mates(&self) -> impl Iterator<Item = &Play> {
        self.plays.iter().filter(|play| play.safe && play.is_pawn_drop() && play.next.is_mate())
    }

    /// The checkers that could not capture the king with nothing between.
    fn screened(&self) -> impl Iterator<Item = Square> {
        let through = |&attacker: &Square| {
            let mut open = self.position.board().clone();
            let screens = between(self.position, self.us, attacker);
            for &square in &screens {
                open.put(square, None);
            }
            !screens.is_empty() && !self.reaches_king(&open, attacker)
        };
        self.checkers.iter().copied().filter(through)
    }

    /// The enemies that would capture the king along a line, were it less or more crowded.
    fn aiming(&self) -> Vec<Square> {
        let enemies = self.position.board().pieces().filter(|(_, piece)| piece.colour != self.us);
        enemies.map(|(square, _)| square).filter(|&square| self.aims(square)).collect()
    }

    fn aims(&self, attacker: Square) -> bool {
        let board = self.position.board();
        let Some(king) = self.king() else { return false };
        let way: Vec<Square> =
            board.squares().filter(|&square| lies_between(square, king, attacker)).collect();
        let screen = Piece { colour: self.us, letter: 'P', promoted: false };
        !way.is_empty()
            && (0..=way.len().min(2)).any(|screens| {
                let mut changed = board.clone();
                for (place, &square) in way.iter().enumerate() {
                    changed.put(square, (place < screens).then_some(screen));
                }
                self.reaches_king(&changed, attacker)
            })
    }

    fn reaches_king(&self, board: &Board, attacker: Square) -> bool {
        let (Some(king), Some(piece)) = (self.king(), board.at(attacker)) else { return false };
        self.position.movement(piece).reaches(board, attacker, piece.colour, king)
    }

    /// Whether a move brings one more piece between a side's king and an attacker.
    fn comes_between(&self, play: &Play, side: Colour, attacker: Square) -> bool {
        let inside = |square| is_inside(&play.next, side, attacker, square);
        let vacant = self.position.board().at(play.to()).is_none();
        vacant && inside(play.to()) && !play.from().is_some_and(inside)
    }

    /// Whether a move takes a piece away from between a side's king and an attacker.
    fn leaves_between(&self, play: &Play, side: Colour, attacker: Square) -> bool {
        let inside = |square| is_inside(&play.next, side, attacker, square);
        play.from().is_some_and(inside) && !inside(play.to())
    }
}

fn is_inside(position: &Position, side: Colour, attacker: Square, square: Square) -> bool {
    position.king(side).is_some_and(|king| lies_between(square, king, attacker))
}

/// The squares with a piece between a side's king and an attacker.
fn between(position: &Position, side: Colour, attacker: Square) -> Vec<Square> {
    let squares = position.board().pieces().map(|(square, _)| square);
    squares.filter(|&square| is_inside(position, side, attacker, square)).collect()
}

/// Whether a square lies strictly between two others on a line.
pub fn lies_between(square: Square, a: Square, b: Square) -> bool {
    let (files, ranks) = (b.file - a.file, b.rank - a.rank);
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    let mut way = (1..length)
        .map(|n| Square { file: a.file + files.signum() * n, rank: a.rank + ranks.signum() * n });
    aligned && way.any(|passed| passed == square)
}
