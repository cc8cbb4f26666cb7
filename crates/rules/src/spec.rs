//! The vocabulary in which a game is written down.
//!
//! A [`GameSpec`] is plain data. The games we know are constants in [`rulesets`](crate::rulesets); a
//! spec may as well borrow from a text read at run time. [`Rules::build`](crate::Rules::build)
//! makes either playable.

/// A game: its board, pieces and rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSpec<'a> {
    /// The name by which programs ask for it.
    pub name: &'a str,
    /// The name people know it by.
    pub title: &'a str,
    /// What it is and whose rules these are, in a line.
    pub about: &'a str,
    /// How many files the board has.
    pub files: u8,
    /// How many ranks the board has.
    pub ranks: u8,
    /// How many of the farthest ranks are the promotion zone.
    pub promotion_ranks: u8,
    /// The start position as SFEN. The pieces in it are the set: no position holds more of a kind.
    pub start_sfen: &'a str,
    /// The pieces, in the order in which a hand is written.
    pub pieces: &'a [PieceSpec<'a>],
    /// Whether a pawn drop may mate.
    pub pawn_drop_mate: PawnDropMate,
    /// Whether a side may have two unpromoted pawns on a file.
    pub two_pawns: TwoPawns,
    /// What the fourth occurrence of a position means.
    pub repetition: Repetition,
    /// How many checks in a row a side may give.
    pub check_limit: CheckLimit,
    /// What a side may declare once the kings have got away.
    pub impasse: Impasse<'a>,
}

/// A piece of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSpec<'a> {
    /// Its letter in SFEN, a capital.
    pub letter: char,
    /// Its English name.
    pub name: &'a str,
    /// Its characters on the board; White's, if they differ, after a blank.
    pub kanji: &'a str,
    /// What it is called in western notation, usually its letter.
    pub western_letters: &'a str,
    /// How it moves, in the notation of [`betza`](crate::betza).
    pub movement: &'a str,
    /// On how many of the farthest ranks it may not stand unpromoted: none, if it cannot promote.
    pub dead_ranks: u8,
    /// What the rules ask of it.
    pub role: Role,
    /// What it promotes to. A king does not.
    pub promotion: Option<PromotionSpec<'a>>,
}

/// The promoted form of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionSpec<'a> {
    /// Its English name.
    pub name: &'a str,
    /// Its characters on the board.
    pub kanji: &'a str,
    /// How it moves.
    pub movement: &'a str,
}

/// What the rules ask of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Its capture decides the game. A game has one such kind, and a side one such piece.
    King,
    /// The rules on pawns hold for it. A game has one such kind.
    Pawn,
    /// Nothing more than its movement.
    Ordinary,
}

/// Whether a pawn drop may mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnDropMate {
    /// It may.
    Allowed,
    /// It may not, however the check arises.
    Forbidden,
}

/// Whether a side may have two unpromoted pawns on a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TwoPawns {
    /// It may.
    Allowed,
    /// No pawn may be dropped to a file that has one, but they may come to stand there.
    DropForbidden,
    /// Never: no drop, and no way to come there.
    Forbidden,
}

/// What the fourth occurrence of a position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// A draw.
    Draw,
    /// A loss for the side all of whose moves since the first occurrence gave check; a draw if no
    /// side or both did so.
    PerpetualCheckLoses,
}

/// How many checks in a row a side may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckLimit {
    /// AnyMove number.
    None,
    /// This many; the next would be illegal, even as mate.
    Consecutive(u8),
}

/// What a side may declare once the kings have got away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impasse<'a> {
    /// Nothing.
    None,
    /// With both kings in their promotion zones, a side to move that is not in check may claim a
    /// win if it alone has min_points points, and a draw if both have. Kings count nothing, the kinds
    /// named count 5 and all others 1, on the board, promoted or not, and in hand.
    BothKingsEntered {
        /// The letters of the kinds that count 5.
        majors: &'a str,
        /// The points that are enough.
        min_points: u32,
    },
    /// A side to move that is not in check, with its king and ten more of its pieces in the zone,
    /// may claim a win if its pieces there and in hand, counted likewise, make min_points points.
    EnteringKing {
        /// The letters of the kinds that count 5.
        majors: &'a str,
        /// The points that are min_points, for Black and for White.
        min_points: [u32; 2],
    },
}

impl<'a> PieceSpec<'a> {
    /// A piece that neither promotes nor has a dead square.
    pub const fn new(letter: char, name: &'a str, kanji: &'a str, movement: &'a str) -> Self {
        let (dead_ranks, role, promotion) = (0, Role::Ordinary, None);
        Self { letter, name, kanji, western_letters: "", movement, dead_ranks, role, promotion }
    }

    /// The same piece with a promoted form.
    pub const fn promotes_to(self, name: &'a str, kanji: &'a str, movement: &'a str) -> Self {
        Self { promotion: Some(PromotionSpec { name, kanji, movement }), ..self }
    }

    /// The same piece, with the farthest ranks dead for it.
    pub const fn dead_ranks(self, dead_ranks: u8) -> Self {
        Self { dead_ranks, ..self }
    }

    /// The same piece, called otherwise in western notation.
    pub const fn western_letters(self, western_letters: &'a str) -> Self {
        Self { western_letters, ..self }
    }

    /// The same piece in a role.
    pub const fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }
}
