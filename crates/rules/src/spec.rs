//! The description of a game as plain data.
//!
//! The known games are constants in [`rulesets`](crate::rulesets). A [`GameSpec`] can also borrow
//! from text read at run time. [`Rules::build`](crate::Rules::build) makes either playable.

/// A game: its board, pieces and rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSpec<'a> {
    /// The name that programs use, as in the option `UCI_Variant`.
    pub name: &'a str,
    /// The name for people.
    pub title: &'a str,
    /// One line on the origin of the game and of these rules.
    pub about: &'a str,
    /// The number of files of the board.
    pub files: u8,
    /// The number of ranks of the board.
    pub ranks: u8,
    /// The number of farthest ranks that form the promotion zone.
    pub promotion_ranks: u8,
    /// The start position as SFEN. It also defines the piece set: no position may have more pieces
    /// of a kind.
    pub start_sfen: &'a str,
    /// The pieces, in the order in which a hand is written.
    pub pieces: &'a [PieceSpec<'a>],
    /// Whether a pawn drop may give mate (uchifuzume).
    pub pawn_drop_mate: PawnDropMate,
    /// Whether a side may have two unpromoted pawns on a file (nifu).
    pub two_pawns: TwoPawns,
    /// The result of the fourth occurrence of a position (sennichite).
    pub repetition: Repetition,
    /// The limit on consecutive checks by one side.
    pub check_limit: CheckLimit,
    /// What a player may claim when kings have entered their promotion zones (jishogi).
    pub impasse: Impasse<'a>,
}

/// A piece of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSpec<'a> {
    /// The capital letter in SFEN.
    pub letter: char,
    /// The English name.
    pub name: &'a str,
    /// The characters on the board. If White's differ, they follow after a space.
    pub kanji: &'a str,
    /// The abbreviation in western notation; empty if it is `letter`.
    pub western_letters: &'a str,
    /// The movement in [Betza notation](crate::betza).
    pub movement: &'a str,
    /// The number of farthest ranks on which the unpromoted piece may not stand. Zero if it cannot
    /// promote.
    pub dead_ranks: u8,
    /// Whether special rules apply to the piece.
    pub role: Role,
    /// The promoted form. A king has none.
    pub promotion: Option<PromotionSpec<'a>>,
}

/// The promoted form of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionSpec<'a> {
    /// The English name.
    pub name: &'a str,
    /// The characters on the board.
    pub kanji: &'a str,
    /// The movement in [Betza notation](crate::betza).
    pub movement: &'a str,
}

/// Whether special rules apply to a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Its capture decides the game. A game has exactly one such kind, and each side at most one
    /// such piece.
    King,
    /// The rules on pawns apply to it. A game has at most one such kind.
    Pawn,
    /// No special rules apply.
    Ordinary,
}

/// Whether a pawn drop may give mate (uchifuzume).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnDropMate {
    /// A pawn drop may give mate.
    Allowed,
    /// A pawn drop may not give mate, whether by the pawn itself or by another piece.
    Forbidden,
}

/// Whether a side may have two unpromoted pawns on a file (nifu).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TwoPawns {
    /// Any number of pawns may stand on a file.
    Allowed,
    /// A pawn may not be dropped on a file that has one, but may move there.
    DropForbidden,
    /// Two pawns may never stand on a file. Valid only where pawns cannot change files.
    Forbidden,
}

/// The result of the fourth occurrence of a position (sennichite).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// A draw.
    Draw,
    /// A loss for the side that gave check with every move since the first occurrence; a draw if
    /// neither or both did.
    PerpetualCheckLoses,
}

/// The limit on consecutive checks by one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckLimit {
    /// No limit.
    None,
    /// At most this many. A further check is illegal, even if it is mate.
    Consecutive(u8),
}

/// What a player may claim when kings have entered their promotion zones (jishogi).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impasse<'a> {
    /// Nothing.
    None,
    /// If both kings are in their promotion zones, the side to move, unless in check, may claim a
    /// win if only it has `min_points` points, and a draw if both sides have them. Counted are all
    /// pieces on the board and in hand, promoted or not: 5 points for majors, 0 for kings, 1 for
    /// others.
    BothKingsEntered {
        /// The letters of the kinds that count 5 points.
        majors: &'a str,
        /// The number of points needed.
        min_points: u32,
    },
    /// A side to move that is not in check, with its king and at least ten other pieces in its
    /// promotion zone, may claim a win if its pieces there and in hand, counted in the same way,
    /// make `min_points` points.
    EnteringKing {
        /// The letters of the kinds that count 5 points.
        majors: &'a str,
        /// The number of points needed, for Black and for White.
        min_points: [u32; 2],
    },
}

impl<'a> PieceSpec<'a> {
    /// Creates a piece without promotion, dead ranks or a role.
    pub const fn new(letter: char, name: &'a str, kanji: &'a str, movement: &'a str) -> Self {
        let (dead_ranks, role, promotion) = (0, Role::Ordinary, None);
        Self { letter, name, kanji, western_letters: "", movement, dead_ranks, role, promotion }
    }

    /// Sets the promoted form.
    pub const fn promotes_to(self, name: &'a str, kanji: &'a str, movement: &'a str) -> Self {
        Self { promotion: Some(PromotionSpec { name, kanji, movement }), ..self }
    }

    /// Sets the number of farthest ranks on which the unpromoted piece may not stand.
    pub const fn dead_ranks(self, dead_ranks: u8) -> Self {
        Self { dead_ranks, ..self }
    }

    /// Sets the abbreviation in western notation.
    pub const fn western_letters(self, western_letters: &'a str) -> Self {
        Self { western_letters, ..self }
    }

    /// Sets the role.
    pub const fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }
}
