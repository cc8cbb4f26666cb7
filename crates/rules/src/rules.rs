//! A game made playable: its spec, checked and compiled.

use crate::attacks::Tables;
use crate::betza::{Heading, Movement, MovementError, Ray, Reach};
use crate::bitboard::Bitboard;
use crate::movegen::MAX_MOVES;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::rulesets;
use crate::sfen::SfenError;
use crate::spec::*;
use crate::square::{LATTICE, Square};
use crate::zobrist;
use arrayvec::ArrayVec;
use std::fmt;
use std::sync::OnceLock;

/// A game's rules, compiled for play.
///
/// Built once and then shared for the life of the program: positions hold a reference.
///
/// ```
/// let rules = rules::Rules::named("cannonshogi").unwrap();
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
    king: Kind,
    pawn: Option<Kind>,
    /// The kinds that can promote, a bit each.
    promoting: u32,
    /// Each side's promotion zone.
    zone: [Bitboard; 2],
    /// By side and unpromoted kind: where it may not stand.
    dead: [[Bitboard; Kind::BASES]; 2],
    pub(crate) pawn_drop_mate: PawnDropMate,
    pub(crate) two_pawns: TwoPawns,
    pub(crate) repetition: Repetition,
    pub(crate) check_limit: CheckLimit,
    pub(crate) impasse: Impasse<'static>,
    pub(crate) tables: Tables,
    /// Every kind, unpromoted before promoted.
    kinds: Vec<Kind>,
    /// Kinds that only step forward or sideways and stand in numbers, moved all at once.
    pub(crate) swarms: Vec<Swarm>,
    /// All other kinds but the king.
    pub(crate) movers: Vec<Mover>,
    /// The kinds that capture along lines, those together that do so alike.
    pub(crate) liners: Vec<Alike>,
    /// The kinds that capture by leaps and steps.
    pub(crate) leaping: Vec<Kind>,
}

/// What is to know about a kind of piece before promotion, and its promoted form.
#[derive(Clone, Debug)]
pub struct PieceInfo {
    /// Its letter in SFEN, a capital.
    pub letter: char,
    /// What it is called in western notation.
    pub western: String,
    /// The unpromoted form.
    pub plain: Form,
    /// The promoted form, if it has one.
    pub promoted: Option<Form>,
    /// How many of it both sides have together.
    pub count: u8,
}

/// A form of a piece.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its English name.
    pub name: String,
    /// Its characters, as Black's and as White's piece.
    pub kanji: [String; 2],
    /// Its movement as the rules write it.
    pub notation: String,
    /// Its movement.
    pub movement: Movement,
}

/// A kind of piece that is moved all at once: by how much each of its steps changes a square's
/// index, and from which squares, for each side.
#[derive(Debug)]
pub(crate) struct Swarm {
    pub kind: Kind,
    pub steps: [ArrayVec<(i8, Bitboard), 3>; 2],
}

/// Kinds that are alike in some respect.
pub(crate) type Alike = ArrayVec<Kind, { Kind::COUNT }>;

/// Kinds that the generator moves together: one that promotes, or all that move alike and do not.
#[derive(Debug)]
pub(crate) struct Mover {
    pub kinds: Alike,
    pub promotes: bool,
    /// Whether leaps and steps are all they do.
    pub steps: bool,
}

/// Why a spec is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SpecError {
    /// The board is smaller than 3x3 or larger than the lattice.
    BoardSize,
    /// The promotion zone or a piece's dead ranks leave no rank of the board.
    TooManyRanks,
    /// More kinds of piece than there is room for.
    TooManyKinds,
    /// A letter that is no capital, or stands twice.
    Letter(char),
    /// There must be one kind in the role of king, and at most one in that of pawn.
    Roles,
    /// A movement that cannot be read.
    Movement {
        /// The piece's name.
        piece: String,
        /// What is wrong.
        error: MovementError,
    },
    /// The king can only step: its movement must be leaps and single steps without a mode.
    KingMovement,
    /// The start position cannot be read, or is not a legal one.
    Start(SfenError),
    /// The rules on impasse name a letter that no piece has.
    ImpasseLetter(char),
    /// More pieces of a kind than a hand can hold, or more moves than a list can.
    TooLarge,
    /// A limit of checks that is zero or larger than can be counted.
    CheckLimit,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoardSize => write!(f, "a board is 3x3 to {LATTICE}x{LATTICE}"),
            Self::TooManyRanks => f.write_str("the zone or dead ranks cover the board"),
            Self::TooManyKinds => write!(f, "more than {} kinds of piece", Kind::BASES),
            Self::Letter(c) => write!(f, "the letter '{c}' is no capital or used twice"),
            Self::Roles => f.write_str("one kind of king and at most one of pawn are needed"),
            Self::Movement { piece, error } => write!(f, "{piece}: {error}"),
            Self::KingMovement => f.write_str("a king can only leap and step, without a mode"),
            Self::Start(error) => write!(f, "start position: {error}"),
            Self::ImpasseLetter(c) => write!(f, "no piece has the letter '{c}' of the impasse"),
            Self::TooLarge => f.write_str("more pieces of a kind, or moves, than can be held"),
            Self::CheckLimit => write!(f, "a check limit is 1 to {}", zobrist::CHECKS - 1),
        }
    }
}

impl std::error::Error for SpecError {}

impl Rules {
    /// The rules of the game with this name, if it is one of ours.
    pub fn named(name: &str) -> Option<&'static Self> {
        static GAMES: [OnceLock<&Rules>; rulesets::ALL.len()] =
            [const { OnceLock::new() }; rulesets::ALL.len()];
        let place = rulesets::ALL.iter().position(|spec| spec.name == name)?;
        let build = || Self::build(&rulesets::ALL[place]).expect("our own specs are sound");
        Some(GAMES[place].get_or_init(build))
    }

    /// The names of the games, the default first.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        rulesets::ALL.iter().map(|spec| spec.name)
    }

    /// The rules of every game, the default first.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Self::names().filter_map(Self::named)
    }

    /// Compiles a spec. What is built stays for the life of the program.
    pub fn build(spec: &Spec<'_>) -> Result<&'static Self, SpecError> {
        let rules: &'static Self = Box::leak(Box::new(Self::compile(spec)?));
        Position::from_sfen(rules, &rules.start).map_err(SpecError::Start)?;
        Ok(rules)
    }

    fn compile(spec: &Spec<'_>) -> Result<Self, SpecError> {
        let Spec { files, ranks, zone, .. } = *spec;
        if !(3..=LATTICE).contains(&files) || !(3..=LATTICE).contains(&ranks) {
            return Err(SpecError::BoardSize);
        }
        if zone >= ranks || spec.pieces.iter().any(|piece| piece.dead_ranks >= ranks) {
            return Err(SpecError::TooManyRanks);
        }
        if matches!(spec.check_limit, CheckLimit::InARow(n) if n == 0 || usize::from(n) >= zobrist::CHECKS)
        {
            return Err(SpecError::CheckLimit);
        }
        let pieces = pieces(spec)?;
        let king = role(spec, Role::King)?.ok_or(SpecError::Roles)?;
        let pawn = role(spec, Role::Pawn)?;
        let movements: [Option<Movement>; Kind::COUNT] = std::array::from_fn(|index| {
            let kind = Kind::from_index(index);
            let piece = pieces.get(kind.demoted().index())?;
            let form =
                if kind.is_promoted() { piece.promoted.as_ref() } else { Some(&piece.plain) };
            form.map(|form| form.movement.clone())
        });
        let board = Bitboard::board(files, ranks);
        let mut rules = Self {
            name: spec.name.into(),
            title: spec.title.into(),
            about: spec.about.into(),
            files,
            ranks,
            start: spec.start.into(),
            board,
            king,
            pawn,
            promoting: pieces
                .iter()
                .rev()
                .fold(0, |set, p| set << 1 | u32::from(p.promoted.is_some())),
            zone: farthest(board, ranks, zone),
            dead: [[Bitboard::EMPTY; Kind::BASES]; 2],
            pawn_drop_mate: spec.pawn_drop_mate,
            two_pawns: spec.two_pawns,
            repetition: spec.repetition,
            check_limit: spec.check_limit,
            impasse: impasse(spec)?,
            tables: Tables::new(&movements, king, files, ranks),
            kinds: Vec::new(),
            swarms: Vec::new(),
            movers: Vec::new(),
            liners: Vec::new(),
            leaping: Vec::new(),
            pieces,
        };
        for (place, piece) in spec.pieces.iter().enumerate() {
            let [black, white] = farthest(board, ranks, piece.dead_ranks);
            (rules.dead[0][place], rules.dead[1][place]) = (black, white);
        }
        rules.sort_kinds()?;
        if rules.most_moves() > MAX_MOVES {
            return Err(SpecError::TooLarge);
        }
        Ok(rules)
    }

    /// Decides how the generator treats each kind.
    fn sort_kinds(&mut self) -> Result<(), SpecError> {
        let king = &self.form(self.king).ok_or(SpecError::Roles)?.movement;
        if !king.rays.iter().all(|ray| *ray == Ray::default() || is_plain_step(ray))
            || king.leaps.iter().any(|leap| !leap.quiet || !leap.capture)
        {
            return Err(SpecError::KingMovement);
        }
        self.kinds = (0..Kind::COUNT)
            .map(Kind::from_index)
            .filter(|&kind| self.form(kind).is_some())
            .collect();
        for kind in self.kinds.clone() {
            if self.tables.has_aims(kind) {
                let alike = |liner: &&mut Alike| self.tables.sweep_alike(liner[0], kind);
                match self.liners.iter_mut().find(alike) {
                    Some(liner) => liner.push(kind),
                    None => self.liners.push(Alike::from_iter([kind])),
                }
            }
            if self.board.into_iter().any(|s| self.tables.leap_threats(Color::Black, kind, s).any())
            {
                self.leaping.push(kind);
            }
            if kind == self.king {
                continue;
            }
            match self.swarm(kind) {
                Some(swarm) if self.pieces[kind.demoted().index()].count > 8 => {
                    self.swarms.push(swarm)
                }
                _ => self.add_mover(kind),
            }
        }
        Ok(())
    }

    fn add_mover(&mut self, kind: Kind) {
        let movement = |kind| self.form(kind).map(|form| &form.movement);
        let promotes = self.promotes(kind);
        let alike = |mover: &Mover| {
            !promotes && !mover.promotes && movement(mover.kinds[0]) == movement(kind)
        };
        match self.movers.iter().position(alike) {
            Some(place) => self.movers[place].kinds.push(kind),
            None => self.movers.push(Mover {
                kinds: Alike::from_iter([kind]),
                promotes,
                steps: self.tables.is_stepper(kind),
            }),
        }
    }

    /// A kind as a swarm, if it is unpromoted and its whole movement is at most three single steps
    /// none of which goes backward, so that it promotes just where it arrives in the zone.
    fn swarm(&self, kind: Kind) -> Option<Swarm> {
        let movement = &self.form(kind)?.movement;
        let steps: Vec<Heading> = movement
            .rays
            .iter()
            .zip(Heading::ALL)
            .filter(|(ray, _)| **ray != Ray::default())
            .map(|(ray, heading)| (is_plain_step(ray) && heading.forward >= 0).then_some(heading))
            .collect::<Option<_>>()?;
        if kind.is_promoted() || !movement.leaps.is_empty() || steps.len() > 3 {
            return None;
        }
        let board = self.board;
        let for_side = |color: Color| {
            steps.iter().map(move |heading| {
                let (files, ranks) = match color {
                    Color::Black => (-heading.right, -heading.forward),
                    Color::White => (heading.right, heading.forward),
                };
                let lands = |s: &Square| s.offset(files, ranks).is_some_and(|to| board.has(to));
                let shift = files * LATTICE as i8 + ranks;
                (shift, board.into_iter().filter(lands).collect())
            })
        };
        Some(Swarm { kind, steps: Color::BOTH.map(|color| for_side(color).collect()) })
    }

    /// No position of the game has more pseudo-legal moves than this.
    fn most_moves(&self) -> usize {
        let of = |kind: Kind, ways: u32| {
            let reach = self.board.into_iter().map(|from| self.tables.reach(kind, from).count());
            usize::from(self.pieces[kind.demoted().index()].count)
                * (ways * reach.max().unwrap_or(0)) as usize
        };
        let on_board = self.pieces.iter().enumerate().map(|(place, piece)| {
            let plain = of(Kind::base(place), if piece.promoted.is_some() { 2 } else { 1 });
            let promoted =
                piece.promoted.as_ref().map_or(0, |_| of(Kind::base(place).promoted(), 1));
            plain.max(promoted)
        });
        on_board.sum::<usize>() + (self.pieces.len() - 1) * self.board.count() as usize
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
    pub fn start(&self) -> &str {
        &self.start
    }

    /// A side's promotion zone.
    #[inline]
    pub fn zone(&self, color: Color) -> Bitboard {
        self.zone[color.index()]
    }

    /// Where an unpromoted kind may not stand.
    #[inline]
    pub fn dead(&self, color: Color, kind: Kind) -> Bitboard {
        self.dead[color.index()][kind.demoted().index()]
    }

    /// The pieces before promotion, in hand order; a piece's place is its kind's.
    pub fn pieces(&self) -> &[PieceInfo] {
        &self.pieces
    }

    /// What is to know about a kind, promoted or not.
    pub fn piece(&self, kind: Kind) -> Option<&PieceInfo> {
        self.pieces.get(kind.demoted().index())
    }

    /// A kind in the form it is in.
    pub fn form(&self, kind: Kind) -> Option<&Form> {
        let piece = self.piece(kind)?;
        if kind.is_promoted() { piece.promoted.as_ref() } else { Some(&piece.plain) }
    }

    /// Every kind of the game, unpromoted before promoted.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.kinds.iter().copied()
    }

    /// Whether a kind captures along lines, beyond single steps.
    pub fn is_liner(&self, kind: Kind) -> bool {
        self.tables.has_aims(kind)
    }

    /// The kind with this letter, in either case.
    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let place = self.pieces.iter().position(|p| p.letter == letter.to_ascii_uppercase())?;
        Some(Kind::base(place))
    }

    /// Whether a kind can promote.
    #[inline]
    pub fn promotes(&self, kind: Kind) -> bool {
        self.promoting >> kind.index() & 1 != 0
    }

    /// The king's kind.
    #[inline]
    pub fn king(&self) -> Kind {
        self.king
    }

    /// The kind on which the rules for pawns hold.
    #[inline]
    pub fn pawn(&self) -> Option<Kind> {
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
    pub fn targets(&self, color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        self.tables.targets(color, kind, from, occupied)
    }

    /// The squares on which a piece could capture, whatever stands there.
    #[inline]
    pub fn threats(&self, color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        self.tables.threats(color, kind, from, occupied)
    }
}

fn pieces(spec: &Spec<'_>) -> Result<Vec<PieceInfo>, SpecError> {
    if spec.pieces.len() > Kind::BASES {
        return Err(SpecError::TooManyKinds);
    }
    let form = |name: &str, kanji: &str, notation: &str| {
        let movement = notation.parse();
        let movement =
            movement.map_err(|error| SpecError::Movement { piece: name.into(), error })?;
        let (black, white) = kanji.split_once(' ').unwrap_or((kanji, kanji));
        Ok(Form {
            name: name.into(),
            kanji: [black.into(), white.into()],
            notation: notation.into(),
            movement,
        })
    };
    let placement = spec.start.split(' ').next().unwrap_or_default();
    let mut letters = Vec::new();
    let mut pieces = Vec::new();
    for piece in spec.pieces {
        if !piece.letter.is_ascii_uppercase() || letters.contains(&piece.letter) {
            return Err(SpecError::Letter(piece.letter));
        }
        letters.push(piece.letter);
        let promoted = piece.promotion.map(|p| form(p.name, p.kanji, p.movement)).transpose()?;
        let count = placement.chars().filter(|c| c.to_ascii_uppercase() == piece.letter).count();
        if count > zobrist::HAND_MAX {
            return Err(SpecError::TooLarge);
        }
        pieces.push(PieceInfo {
            letter: piece.letter,
            western: match piece.western {
                "" => piece.letter.into(),
                western => western.into(),
            },
            plain: form(piece.name, piece.kanji, piece.movement)?,
            promoted,
            count: count as u8,
        });
    }
    Ok(pieces)
}

/// The one kind in a role, if any.
fn role(spec: &Spec<'_>, role: Role) -> Result<Option<Kind>, SpecError> {
    let mut found = spec.pieces.iter().enumerate().filter(|(_, piece)| piece.role == role);
    match (found.next(), found.next()) {
        (first, None) => Ok(first.map(|(place, _)| Kind::base(place))),
        _ => Err(SpecError::Roles),
    }
}

fn impasse(spec: &Spec<'_>) -> Result<Impasse<'static>, SpecError> {
    let keep = |majors: &str| {
        let known = |letter: &char| spec.pieces.iter().any(|piece| piece.letter == *letter);
        match majors.chars().find(|letter| !known(letter)) {
            Some(letter) => Err(SpecError::ImpasseLetter(letter)),
            None => Ok(&*String::leak(majors.into())),
        }
    };
    Ok(match spec.impasse {
        Impasse::None => Impasse::None,
        Impasse::BothKings { majors, enough } => {
            Impasse::BothKings { majors: keep(majors)?, enough }
        }
        Impasse::Entering { majors, enough } => Impasse::Entering { majors: keep(majors)?, enough },
    })
}

fn is_plain_step(ray: &Ray) -> bool {
    *ray == Ray { slide: Reach { quiet: 1, capture: 1 }, ..Ray::default() }
}

/// The farthest ranks of the board, for Black and for White.
fn farthest(board: Bitboard, ranks: u8, count: u8) -> [Bitboard; 2] {
    let keep = |kept: &dyn Fn(u8) -> bool| board.into_iter().filter(|s| kept(s.rank())).collect();
    [keep(&|rank| rank < count), keep(&|rank| rank + count >= ranks)]
}
