//! [`Rules`]: a game's rules compiled to tables.

mod build;
mod check;
mod spec_error;
mod squares;

pub use spec_error::{SpecError, SpecErrorKind};

use crate::attacks::AttackTables;
use crate::betza::Movement;
use crate::bitboard::Bitboard;
use crate::piece::{Color, PieceKind};
use crate::spec::*;
use crate::square::Square;

/// A game's rules, compiled to tables.
///
/// Built once and shared for the life of the program; positions hold a reference.
///
/// ```
/// # let minicannon = toml::from_str(include_str!("../../examples/minicannon.toml"))?;
/// let rules = rules::Rules::build(&minicannon)?;
/// assert_eq!((rules.files(), rules.ranks()), (5, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rules {
    spec: GameSpec,
    pieces: Vec<PieceInfo>,
    pub(crate) board_squares: Bitboard,
    king: PieceKind,
    /// One bit per kind with the role of the pawn.
    pawns: u32,
    /// One bit per kind that can promote.
    promotable_kinds: u32,
    /// The squares on which a king wins when it arrives, by color.
    pub(crate) goal_squares: [Bitboard; 2],
    /// Whether there are any goal squares.
    pub(crate) has_goal: bool,
    /// One bit per kind for which [`is_restricted`](Self::is_restricted) returns true.
    restricted_kinds: u32,
    promotion_zones: [Bitboard; 2],
    /// By color and kind: where the kind promotes.
    promotion_squares: [[PromotionSquares; PieceKind::COUNT]; 2],
    /// By color and kind: the squares on which the unpromoted piece may be dropped if they are empty.
    drop_squares: [[Bitboard; PieceKind::BASE_COUNT]; 2],
    /// Whether the squares around a king are tested one by one, because of rules that most games lack.
    pub(crate) tests_king_steps: bool,
    /// By color and kind: the squares on which the unpromoted piece may not stand.
    dead_squares: [[Bitboard; PieceKind::BASE_COUNT]; 2],
    pub(crate) tables: AttackTables,
    /// All kinds of the game, unpromoted before promoted.
    kinds: Vec<PieceKind>,
    /// The first kind of pawns that all step in one direction, if there is one.
    pub(crate) step_pawns: Option<StepPawns>,
    /// One bit per kind for which [`is_leaper`](Self::is_leaper) returns true.
    leaper_kinds: u32,
}

/// A kind whose pieces move by one step in one direction, like the pawns of shogi. A shift of their
/// bitboard gives all their attacks.
#[derive(Debug)]
pub(crate) struct StepPawns {
    pub kind: PieceKind,
    /// By color: the change of the square index, and the squares from which the step stays on the board.
    pub steps: [(i8, Bitboard); 2],
}

impl StepPawns {
    /// Returns the squares that pawns of a side attack.
    #[inline]
    pub fn attacks(&self, color: Color, pawns: Bitboard) -> Bitboard {
        let (shift, from) = self.steps[color.index()];
        (pawns & from).shift(shift)
    }
}

/// Where the pieces of a kind and color may promote, and where they must.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PromotionSquares {
    /// The promotion zone; empty if the kind cannot promote.
    pub zone: Bitboard,
    /// The squares to which a piece from outside the zone may not move without promotion.
    pub forced: Bitboard,
    /// The squares to which a piece from inside the zone may not move without promotion.
    pub forced_from_zone: Bitboard,
}

/// An unpromoted kind of piece and its promoted form.
#[derive(Clone, Debug)]
pub struct PieceInfo {
    /// The capital letter in SFEN.
    pub letter: char,
    /// The abbreviation in western notation, usually the letter.
    pub western_letters: String,
    /// The unpromoted form.
    pub unpromoted: PieceForm,
    /// The promoted form, if any.
    pub promoted: Option<PieceForm>,
    /// The number of pieces of this kind in the game, both sides together.
    pub count: u8,
}

/// The name, characters and movement of a kind of piece.
#[derive(Clone, Debug)]
pub struct PieceForm {
    /// The English name.
    pub name: String,
    /// The characters on the board, for Black and for White.
    pub kanji: [String; 2],
    /// The movement in [Betza notation](crate::betza).
    pub betza: String,
    /// The movement.
    pub movement: Movement,
}

impl PieceInfo {
    fn form(&self, kind: PieceKind) -> Option<&PieceForm> {
        if kind.is_promoted() { self.promoted.as_ref() } else { Some(&self.unpromoted) }
    }
}

impl Rules {
    /// Returns the description from which the rules were built.
    #[inline]
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Returns the name that programs use.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Returns the name for people.
    pub fn title(&self) -> &str {
        if self.spec.title.is_empty() { &self.spec.name } else { &self.spec.title }
    }

    /// Returns one line on the origin of the game and of these rules.
    pub fn about(&self) -> &str {
        &self.spec.about
    }

    /// Returns the number of files of the board.
    #[inline]
    pub fn files(&self) -> u8 {
        self.spec.files
    }

    /// Returns the number of ranks of the board.
    #[inline]
    pub fn ranks(&self) -> u8 {
        self.spec.ranks
    }

    /// Returns the squares of the board.
    pub fn board_squares(&self) -> Bitboard {
        self.board_squares
    }

    /// Returns a square of the board turned by 180 degrees, which White sees as Black sees the square.
    pub fn turned(&self, square: Square) -> Square {
        Square::new(self.files() - 1 - square.file(), self.ranks() - 1 - square.rank())
    }

    /// Returns the start position as SFEN.
    pub fn start_sfen(&self) -> &str {
        &self.spec.start_sfen
    }

    /// Returns a side's promotion zone.
    #[inline]
    pub fn promotion_zone(&self, color: Color) -> Bitboard {
        self.promotion_zones[color.index()]
    }

    /// Returns the squares on which a kind may not stand unpromoted.
    #[inline]
    pub fn dead_squares(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.dead_squares[color.index()][kind.unpromoted().index()]
    }

    /// Returns the squares on which a kind may be dropped if they are empty, apart from rules on pawns.
    #[inline]
    pub(crate) fn drop_squares(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.drop_squares[color.index()][kind.unpromoted().index()]
    }

    /// Returns the squares to which a kind may move: the whole board unless it is confined to a part.
    #[inline]
    pub fn region(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.tables.region(color, kind)
    }

    /// Returns the descriptions of the unpromoted kinds, indexed by [`PieceKind::index`].
    pub fn piece_infos(&self) -> &[PieceInfo] {
        &self.pieces
    }

    /// Returns the description of a kind, promoted or not.
    pub fn piece_info(&self, kind: PieceKind) -> Option<&PieceInfo> {
        self.pieces.get(kind.unpromoted().index())
    }

    /// Returns the name, characters and movement of a kind: the promoted form of a promoted kind,
    /// the unpromoted form otherwise.
    pub fn piece_form(&self, kind: PieceKind) -> Option<&PieceForm> {
        self.piece_info(kind)?.form(kind)
    }

    /// Returns all kinds of the game, unpromoted before promoted.
    #[inline]
    pub fn piece_kinds(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.kinds.iter().copied()
    }

    /// Returns whether a kind only leaps and steps. False for all kinds of a game with
    /// [rare moves](AttackTables::has_rare_moves).
    #[inline]
    pub(crate) fn is_leaper(&self, kind: PieceKind) -> bool {
        self.leaper_kinds >> kind.index() & 1 != 0
    }

    /// Returns the unpromoted kind with this letter, in either case.
    pub fn kind_from_letter(&self, letter: char) -> Option<PieceKind> {
        let index = self.pieces.iter().position(|p| p.letter == letter.to_ascii_uppercase())?;
        Some(PieceKind::base(index))
    }

    /// Returns whether a kind can promote.
    #[inline]
    pub fn can_promote(&self, kind: PieceKind) -> bool {
        self.promotable_kinds >> kind.index() & 1 != 0
    }

    /// Returns whether moves of a kind may or must promote, or may not end on some squares.
    #[inline]
    pub(crate) fn is_restricted(&self, kind: PieceKind) -> bool {
        self.restricted_kinds >> kind.index() & 1 != 0
    }

    /// Returns where the pieces of a kind and color may promote.
    #[inline]
    pub(crate) fn promotion_squares(&self, color: Color, kind: PieceKind) -> &PromotionSquares {
        &self.promotion_squares[color.index()][kind.index()]
    }

    /// Returns the kind of the king.
    #[inline]
    pub fn king_kind(&self) -> PieceKind {
        self.king
    }

    /// Returns whether a kind has the role of the pawn.
    #[inline]
    pub fn is_pawn(&self, kind: PieceKind) -> bool {
        self.pawns >> kind.index() & 1 != 0
    }

    /// Returns the first kind with the role of the pawn, if any.
    #[inline]
    pub fn pawn_kind(&self) -> Option<PieceKind> {
        (self.pawns != 0).then(|| PieceKind::from_index(self.pawns.trailing_zeros() as usize))
    }

    /// Returns the kinds with the role of the pawn.
    pub fn pawn_kinds(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.piece_kinds().filter(|&kind| self.is_pawn(kind))
    }

    /// Returns the number of occurrences of a position that ends the game.
    #[inline]
    pub fn repetition_count(&self) -> usize {
        self.spec.repetition_count.into()
    }

    /// Returns the squares on which a side's king wins when it arrives.
    pub fn goal_squares(&self, color: Color) -> Bitboard {
        self.goal_squares[color.index()]
    }

    /// Returns the targets of a piece's moves, as if all other pieces were the opponent's.
    #[inline]
    pub fn targets(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.tables.targets(color, kind, from, occupied)
    }

    /// Returns the squares a piece attacks, whether they are empty or have a piece of either side.
    #[inline]
    pub fn attacks(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.tables.attacks(color, kind, from, occupied)
    }

    /// Returns whether a piece on a square attacks the target.
    #[inline]
    pub fn attacks_square(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
        occupied: Bitboard,
    ) -> bool {
        let tables = &self.tables;
        let relation = tables.relations.get(color, kind, from, target);
        let between = || (tables.path(from, target) & occupied).count();
        let reaches = relation.leaps()
            || relation.hop_class().is_some_and(|hop_class| hop_class.allows(between()));
        reaches && (!tables.has_rare_moves() || tables.region(color, kind).contains(target))
    }

    /// Returns, by kind, the squares from which a piece of this color attacks the target with at
    /// least one occupancy of the squares in between.
    #[inline]
    pub fn attack_origins(&self, color: Color, target: Square) -> &[Bitboard; PieceKind::COUNT] {
        self.tables.relations.origins_by_kind(color, target)
    }

    /// Returns whether a kind captures along lines, beyond single steps.
    pub fn has_line_captures(&self, kind: PieceKind) -> bool {
        self.tables.line_captures >> kind.index() & 1 != 0
    }
}
