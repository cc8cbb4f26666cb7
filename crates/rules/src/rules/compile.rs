//! How a spec is checked and compiled.

use super::{Alike, Form, Mover, PieceInfo, Rules, Swarm};
use crate::attacks::Tables;
use crate::betza::{Heading, Movement, MovementError, Ray, Reach};
use crate::bitboard::Bitboard;
use crate::movegen::MAX_MOVES;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::sfen::SfenError;
use crate::spec::*;
use crate::square::{LATTICE, Square};
use crate::zobrist;
use std::fmt;

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
            marching: None,
            movers: Vec::new(),
            steppers: 0,
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
            if self.tables.is_stepper(kind) {
                self.steppers |= 1 << kind.index();
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
        self.marching = self.swarms.iter().position(|swarm| swarm.steps[0].len() == 1);
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
