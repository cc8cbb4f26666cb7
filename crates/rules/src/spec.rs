//! The description of a game as plain data.
//!
//! The built-in games are constants in [`rulesets`](crate::rulesets). A [`GameSpec`] can also
//! borrow text read at run time. [`Rules::build`](crate::Rules::build) compiles it to playable
//! rules.

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
    /// The depth of the promotion zone, in ranks from the far edge of the board.
    pub promotion_ranks: u8,
    /// The start position as SFEN. It also defines the piece set: no position may have more pieces
    /// of a kind.
    pub start_sfen: &'a str,
    /// The pieces, in the order in which SFEN lists a hand.
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
    /// The royal piece, which must not be left in check. A game has exactly one such kind, and each
    /// side at most one such piece.
    King,
    /// The two-pawn and pawn-drop-mate rules apply to it. A game has at most one such kind.
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
    /// Two pawns may never stand on a file. Only for games whose pawns cannot change files.
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
    /// At most this many. One more check is illegal, even if it is mate.
    Consecutive(u8),
}

/// What a player may claim when kings have entered their promotion zones (jishogi).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impasse<'a> {
    /// There are no impasse claims.
    None,
    /// If both kings are in their promotion zones, the side to move may claim a win if only it has
    /// at least `min_points` points, and a draw if both sides have. It must not be in check. All of
    /// a side's pieces on the board and in hand count, promoted or not: 5 points for a major, 0 for
    /// the king, 1 for any other.
    BothKingsEntered {
        /// The letters of the kinds that count 5 points.
        majors: &'a str,
        /// The minimum number of points.
        min_points: u32,
    },
    /// The side to move may claim a win if its king and at least ten other pieces are in its
    /// promotion zone and its pieces there and in hand have at least `min_points` points, with the
    /// same piece values. It must not be in check.
    EnteringKing {
        /// The letters of the kinds that count 5 points.
        majors: &'a str,
        /// The minimum number of points, for Black and for White.
        min_points: [u32; 2],
    },
}

impl<'a> PieceSpec<'a> {
    /// Creates an ordinary piece without promotion or dead ranks.
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
