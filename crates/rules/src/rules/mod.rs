//! A game made playable.

mod compile;
mod error;
mod move_groups;

pub use error::SpecError;
pub(crate) use move_groups::{MoveGroup, ShiftGroup};

use crate::attacks::AttackTables;
use crate::betza::Movement;
use crate::bitboard::Bitboard;
use crate::piece::{Color, PieceKind};
use crate::rulesets;
use crate::spec::*;
use crate::square::Square;
use std::sync::OnceLock;

/// A game's rules, compiled for play.
///
/// Built once and then shared for the life of the program: positions hold a reference.
///
/// ```
/// let rules = rules::Rules::by_name("cannonshogi").unwrap();
/// assert_eq!((rules.files(), rules.ranks()), (9, 9));
/// ```
#[derive(Debug)]
pub struct Rules {
    name: String,
    title: String,
    about: String,
    files: u8,
    ranks: u8,
    start: String,
    pieces: Vec<PieceInfo>,
    pub(crate) board: Bitboard,
    king: PieceKind,
    pawn: Option<PieceKind>,
    /// The kinds that can promote, a bit each.
    promoting: u32,
    /// Each side's promotion zone.
    zone: [Bitboard; 2],
    /// By side and unpromoted kind: where it may not stand.
    dead: [[Bitboard; PieceKind::BASE_COUNT]; 2],
    pub(crate) pawn_drop_mate: PawnDropMate,
    pub(crate) two_pawns: TwoPawns,
    pub(crate) repetition: Repetition,
    pub(crate) check_limit: CheckLimit,
    pub(crate) impasse: Impasse<'static>,
    pub(crate) tables: AttackTables,
    /// Every kind, unpromoted before promoted.
    kinds: Vec<PieceKind>,
    /// Kinds that only step forward or sideways and stand in numbers, moved all at once.
    pub(crate) shift_groups: Vec<ShiftGroup>,
    /// The one of them, if there is one, that does no more than a single step.
    pub(crate) single_step_pawns: Option<usize>,
    /// All other kinds but the king.
    pub(crate) move_groups: Vec<MoveGroup>,
    /// The kinds that do no more than leap and step, a bit each.
    leaper_kinds: u32,
}

/// What is to know about a kind of piece before promotion, and its promoted form.
#[derive(Clone, Debug)]
pub struct PieceInfo {
    /// Its letter in SFEN, a capital.
    pub letter: char,
    /// What it is called in western notation.
    pub western_letters: String,
    /// The unpromoted form.
    pub unpromoted: PieceForm,
    /// The promoted form, if it has one.
    pub promoted: Option<PieceForm>,
    /// How many of it both sides have together.
    pub count: u8,
}

/// A form of a piece.
#[derive(Clone, Debug)]
pub struct PieceForm {
    /// Its English name.
    pub name: String,
    /// Its characters, as Black's and as White's piece.
    pub kanji: [String; 2],
    /// Its movement as the rules write it.
    pub notation: String,
    /// Its movement.
    pub movement: Movement,
}

impl Rules {
    /// The rules of the game with this name, in capitals or small letters, if it is one of ours.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        static GAMES: [OnceLock<&Rules>; rulesets::ALL.len()] =
            [const { OnceLock::new() }; rulesets::ALL.len()];
        let place = rulesets::ALL.iter().position(|spec| spec.name.eq_ignore_ascii_case(name))?;
        let build = || Self::build(&rulesets::ALL[place]).expect("our own specs are sound");
        Some(GAMES[place].get_or_init(build))
    }

    /// The names of the games, the default first.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        rulesets::ALL.iter().map(|spec| spec.name)
    }

    /// The rules of every game, the default first.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Self::names().filter_map(Self::by_name)
    }

    /// The name by which programs ask for the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name people know it by.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What it is and whose rules these are, in a line.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// How many files the board has.
    pub fn files(&self) -> u8 {
        self.files
    }

    /// How many ranks the board has.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The squares of the board.
    pub fn board(&self) -> Bitboard {
        self.board
    }

    /// The start position as SFEN.
    pub fn start_sfen(&self) -> &str {
        &self.start
    }

    /// A side's promotion zone.
    #[inline]
    pub fn promotion_zone(&self, color: Color) -> Bitboard {
        self.zone[color.index()]
    }

    /// Where an unpromoted kind may not stand.
    #[inline]
    pub fn dead_squares(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.dead[color.index()][kind.unpromoted().index()]
    }

    /// The pieces before promotion, in hand order; a piece's place is its kind's.
    pub fn piece_infos(&self) -> &[PieceInfo] {
        &self.pieces
    }

    /// What is to know about a kind, promoted or not.
    pub fn piece_info(&self, kind: PieceKind) -> Option<&PieceInfo> {
        self.pieces.get(kind.unpromoted().index())
    }

    /// A kind in the form it is in.
    pub fn piece_form(&self, kind: PieceKind) -> Option<&PieceForm> {
        let piece = self.piece_info(kind)?;
        if kind.is_promoted() { piece.promoted.as_ref() } else { Some(&piece.unpromoted) }
    }

    /// Every kind of the game, unpromoted before promoted.
    #[inline]
    pub fn piece_kinds(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.kinds.iter().copied()
    }

    /// Whether a kind captures along lines, beyond single steps.
    pub fn is_line_piece(&self, kind: PieceKind) -> bool {
        self.tables.has_line_captures(kind)
    }

    /// Whether a kind does no more than leap and step, capturing as it moves.
    #[inline]
    pub(crate) fn is_leaper(&self, kind: PieceKind) -> bool {
        self.leaper_kinds >> kind.index() & 1 != 0
    }

    /// The kind with this letter, in either case.
    pub fn kind_from_letter(&self, letter: char) -> Option<PieceKind> {
        let place = self.pieces.iter().position(|p| p.letter == letter.to_ascii_uppercase())?;
        Some(PieceKind::base(place))
    }

    /// Whether a kind can promote.
    #[inline]
    pub fn can_promote(&self, kind: PieceKind) -> bool {
        self.promoting >> kind.index() & 1 != 0
    }

    /// The king's kind.
    #[inline]
    pub fn king_kind(&self) -> PieceKind {
        self.king
    }

    /// The kind on which the rules for pawns hold.
    #[inline]
    pub fn pawn_kind(&self) -> Option<PieceKind> {
        self.pawn
    }

    /// Whether a pawn drop may mate.
    pub fn pawn_drop_mate(&self) -> PawnDropMate {
        self.pawn_drop_mate
    }

    /// Whether a side may have two unpromoted pawns on a file.
    pub fn two_pawns(&self) -> TwoPawns {
        self.two_pawns
    }

    /// What the fourth occurrence of a position means.
    pub fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// How many checks in a row a side may give.
    pub fn check_limit(&self) -> CheckLimit {
        self.check_limit
    }

    /// What a side may declare once the kings have got away.
    pub fn impasse(&self) -> Impasse<'static> {
        self.impasse
    }

    /// The squares to which a piece may move, those of its own side's pieces among them.
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

    /// The squares on which a piece could capture, whatever stands there.
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

    /// By kind, the squares from which a piece of a colour might threaten another, were it there.
    #[inline]
    pub fn attack_origins(&self, color: Color, target: Square) -> &[Bitboard; PieceKind::COUNT] {
        self.tables.relations.origins_by_kind(color, target)
    }
}
