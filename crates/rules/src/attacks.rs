//! Movements compiled to tables for one board: where a piece goes, what it threatens, and from
//! where it reaches a king.

use crate::bearing::Bearings;
use crate::betza::{Heading, Leap, Movement, Ray, Reach};
use crate::bitboard::Bitboard;
use crate::lines::{self, LENGTH, Line, STEPS};
use crate::piece::{Color, Kind};
use crate::rules::Alike;
use crate::square::{SQUARES, Square};
use arrayvec::ArrayVec;

/// One value for every square.
pub(crate) type PerSquare<T> = [T; SQUARES];
/// One set of squares for every kind, colour and square.
type KindTable = Box<[[PerSquare<Bitboard>; Kind::COUNT]; 2]>;

/// How a piece's targets on a line follow from the line's occupancy: an entry for every place of
/// the piece on the line and every occupancy. Twenty kilobytes, of which play touches a few.
type HopTable = [[u16; PLACE]; LENGTH];
/// The entries for one place.
const PLACE: usize = 1 << LENGTH;

/// The attack tables of a game.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The four lines through each square, and where a hop table has the square's place on each.
    lines: Box<PerSquare<[(Line, u32); 4]>>,
    /// The hop tables, one behind the other.
    hops: Vec<u16>,
    /// Where each kind leaps or steps, moving and capturing alike.
    pub leaps: KindTable,
    /// Leaps that only move and leaps that only capture; most games have none.
    modal: Option<Box<Modal>>,
    /// What each kind does along lines when it moves.
    moves: [[Sweep; Kind::COUNT]; 2],
    /// The same for what it could capture, whatever stands there.
    threats: [[Sweep; Kind::COUNT]; 2],
    /// The ways to capture along a line.
    pub aims: Vec<Aim>,
    /// Whether any piece captures beyond a screen and not without one.
    pub has_hops: bool,
    /// The aims that each kind has.
    aims_of: [ArrayVec<u8, 7>; Kind::COUNT],
    /// How every piece bears on a square.
    pub bearings: Bearings,
    /// From where a kind of a colour may threaten, along lines, some square to which a king may go.
    pub near_lines: KindTable,
    /// From where any leap of a colour may hit some square to which a king may go.
    pub near_leaps: [PerSquare<Bitboard>; 2],
    /// The squares strictly between two on a line, and none otherwise.
    between: Box<PerSquare<PerSquare<Bitboard>>>,
}

#[derive(Debug)]
struct Modal {
    quiet: KindTable,
    capture: KindTable,
}

/// Out of the way of the games that have no such leaps.
impl Modal {
    #[cold]
    fn targets(&self, color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        let quiet = self.quiet[color.index()][kind.index()][from.index()];
        quiet.without(occupied) | (self.threats(color, kind, from) & occupied)
    }

    #[cold]
    fn threats(&self, color: Color, kind: Kind, from: Square) -> Bitboard {
        self.capture[color.index()][kind.index()][from.index()]
    }
}

/// The lines along which a kind does something, each with the start of its hop table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sweep(ArrayVec<(u8, u32), 4>);

/// A way to capture along a line, shared by all kinds that have it: from which squares it reaches
/// a target, by attacking colour and target, and with how many pieces between.
#[derive(Debug)]
pub(crate) struct Aim {
    pub kinds: Alike,
    pub hits: Hits,
    pub from: Box<[PerSquare<Bitboard>; 2]>,
}

/// With how many pieces between an attacker captures: none, one, two or more, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hits(u8);

impl Hits {
    /// With any number of pieces between.
    pub(crate) const ALWAYS: Self = Self(0b111);

    /// Whether it captures with so many pieces between.
    #[inline]
    pub const fn with(self, between: u32) -> bool {
        self.0 >> (if between < 2 { between } else { 2 }) & 1 != 0
    }

    /// The three bits, the lowest for none between.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    fn at(ray: &Ray, distance: u8) -> Self {
        let way = |reach: Reach, hits: u8| if distance <= reach.capture { hits } else { 0 };
        Self(way(ray.slide, 0b001) | way(ray.hop, 0b010) | way(ray.over, 0b110))
    }
}

/// What a kind's movement is on one line: the rays up and down its index.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Along {
    up: Ray,
    down: Ray,
}

impl Along {
    const NOTHING: Ray = {
        let none = Reach { quiet: 0, capture: 0 };
        Ray { slide: none, hop: none, over: none }
    };

    fn new(movement: &Movement, color: Color, line: usize) -> Self {
        let ray = |files: i8, ranks: i8| {
            let heading = towards(color, files, ranks);
            let place = Heading::ALL.iter().position(|&known| known == heading);
            place.map_or(Self::NOTHING, |place| movement.rays[place])
        };
        let (files, ranks) = STEPS[line];
        Self { up: ray(files, ranks), down: ray(-files, -ranks) }
    }

    /// The same line as seen by one who asks what could be captured on each square.
    fn threats(self) -> Self {
        let reach = |reach: Reach| Reach { quiet: reach.capture, capture: reach.capture };
        let ray =
            |ray: Ray| Ray { slide: reach(ray.slide), hop: reach(ray.hop), over: reach(ray.over) };
        Self { up: ray(self.up), down: ray(self.down) }
    }

    fn table(self) -> HopTable {
        std::array::from_fn(|place| {
            std::array::from_fn(|occupied| {
                let mut targets = 0;
                let mut walk = |ray: Ray, squares: &mut dyn Iterator<Item = usize>| {
                    let mut between = 0;
                    for (distance, square) in (1..).zip(squares) {
                        let full = occupied >> square & 1 != 0;
                        let within = |r: Reach| distance <= if full { r.capture } else { r.quiet };
                        let hit = match between {
                            0 => within(ray.slide),
                            1 => within(ray.hop) || within(ray.over),
                            _ => within(ray.over),
                        };
                        targets |= u16::from(hit) << square;
                        between += u32::from(full);
                    }
                };
                walk(self.up, &mut (place + 1..LENGTH));
                walk(self.down, &mut (0..place).rev());
                targets
            })
        })
    }
}

/// The heading, as a colour sees it, of going by files and ranks.
const fn towards(color: Color, files: i8, ranks: i8) -> Heading {
    match color {
        Color::Black => Heading { forward: -ranks, right: -files },
        Color::White => Heading { forward: ranks, right: files },
    }
}

impl Tables {
    /// Compiles a game's movements for its board.
    pub fn new(
        movements: &[Option<Movement>; Kind::COUNT],
        king: Kind,
        files: u8,
        ranks: u8,
    ) -> Self {
        let board = Bitboard::board(files, ranks);
        let mut tables = Self {
            lines: boxed_per_square(|square| {
                std::array::from_fn(|line| {
                    if !board.has(square) {
                        return Default::default();
                    }
                    let squares = lines::squares(square, STEPS[line], files, ranks);
                    let place = squares.iter().position(|&s| s == square).unwrap_or(0);
                    (Line::new(&squares), (place * PLACE) as u32)
                })
            }),
            hops: Vec::new(),
            leaps: kind_table(),
            modal: None,
            moves: Default::default(),
            threats: Default::default(),
            aims: Vec::new(),
            has_hops: false,
            aims_of: Default::default(),
            bearings: Bearings::new(),
            near_lines: kind_table(),
            near_leaps: [[Bitboard::EMPTY; SQUARES]; 2],
            between: boxed_per_square(|from| between(from, board)),
        };
        let mut known = Vec::new();
        for (index, movement) in movements.iter().enumerate() {
            let Some(movement) = movement else { continue };
            let kind = Kind::from_index(index);
            let lines_only = beyond_steps(movement);
            for color in Color::BOTH {
                tables.compile_leaps(movement, color, kind, board);
                tables.compile_lines(&lines_only, color, kind, &mut known);
            }
            tables.compile_aims(&lines_only, kind, board);
            for (color, from) in
                Color::BOTH.into_iter().flat_map(|c| board.into_iter().map(move |from| (c, from)))
            {
                for target in tables.leap_threats(color, kind, from) {
                    tables.bearings.add_leap(color, kind, from, target);
                }
            }
        }
        tables.compile_neighbourhoods(movements, king, board);
        tables.has_hops = tables.aims.iter().any(|aim| !aim.hits.with(0) && aim.hits.with(1));
        tables
    }

    fn compile_leaps(&mut self, movement: &Movement, color: Color, kind: Kind, board: Bitboard) {
        for leap in all_leaps(movement) {
            let table = match (leap.quiet, leap.capture) {
                (true, true) => &mut self.leaps,
                (quiet, _) => {
                    let modal = self.modal.get_or_insert_with(|| {
                        Box::new(Modal { quiet: kind_table(), capture: kind_table() })
                    });
                    if quiet { &mut modal.quiet } else { &mut modal.capture }
                }
            };
            let squares = &mut table[color.index()][kind.index()];
            for from in board {
                if let Some(to) = leap_from(from, color, leap).filter(|&to| board.has(to)) {
                    squares[from.index()] |= Bitboard::of(to);
                }
            }
        }
    }

    fn compile_lines(
        &mut self,
        movement: &Movement,
        color: Color,
        kind: Kind,
        known: &mut Vec<Along>,
    ) {
        let mut table_of = |along: Along| {
            let found = known.iter().position(|&other| other == along);
            let place = found.unwrap_or_else(|| {
                known.push(along);
                self.hops.extend(along.table().as_flattened());
                known.len() - 1
            });
            (place * LENGTH * PLACE) as u32
        };
        for line in 0..STEPS.len() {
            let along = Along::new(movement, color, line);
            for (along, sweeps) in [(along, &mut self.moves), (along.threats(), &mut self.threats)]
            {
                if (along.up, along.down) != (Along::NOTHING, Along::NOTHING) {
                    let sweep = &mut sweeps[color.index()][kind.index()];
                    sweep.0.push((line as u8, table_of(along)));
                }
            }
        }
    }

    fn compile_aims(&mut self, movement: &Movement, kind: Kind, board: Bitboard) {
        let mut by_hits: [_; 8] = std::array::from_fn(|_| boxed_colors());
        for (color, (line, &(files, ranks))) in
            Color::BOTH.into_iter().flat_map(|c| STEPS.iter().enumerate().map(move |l| (c, l)))
        {
            let along = Along::new(movement, color, line);
            // An attacker down the line from its target looks up it.
            for (ray, files, ranks) in [(along.up, -files, -ranks), (along.down, files, ranks)] {
                for target in board {
                    let walk = walk(target, files, ranks).take_while(|&s| board.has(s));
                    for (distance, from) in (1..).zip(walk) {
                        let hits = Hits::at(&ray, distance);
                        self.bearings.add_hits(color, kind, from, target, hits);
                        by_hits[usize::from(hits.bits())][color.index()][target.index()] |=
                            Bitboard::of(from);
                    }
                }
            }
        }
        for (hits, from) in (0..).map(Hits).zip(by_hits).skip(1) {
            if from.iter().flatten().all(|set| set.is_empty()) {
                continue;
            }
            let same = |aim: &Aim| aim.hits == hits && aim.from == from;
            let place = self.aims.iter().position(same).unwrap_or_else(|| {
                self.aims.push(Aim { kinds: Alike::new(), hits, from });
                self.aims.len() - 1
            });
            self.aims[place].kinds.push(kind);
            self.aims_of[kind.index()].push(place as u8);
        }
    }

    fn compile_neighbourhoods(
        &mut self,
        movements: &[Option<Movement>; Kind::COUNT],
        king: Kind,
        board: Bitboard,
    ) {
        for (color, from) in
            Color::BOTH.iter().flat_map(|&c| board.into_iter().map(move |from| (c, from)))
        {
            let (side, at) = (color.index(), from.index());
            for target in self.leaps[(!color).index()][king.index()][at] {
                for aim in &self.aims {
                    for kind in &aim.kinds {
                        self.near_lines[side][kind.index()][at] |= aim.from[side][target.index()];
                    }
                }
                for kind in
                    (0..Kind::COUNT).filter(|&k| movements[k].is_some()).map(Kind::from_index)
                {
                    self.near_leaps[side][at] |= self.leapers(color, kind, target);
                }
            }
        }
    }

    /// The squares to which a piece may move, its own side's pieces not yet taken out.
    #[inline]
    pub fn targets(&self, color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        let mut targets = self.leaps[color.index()][kind.index()][from.index()];
        if let Some(modal) = &self.modal {
            targets |= modal.targets(color, kind, from, occupied);
        }
        targets | self.sweep(&self.moves[color.index()][kind.index()], from, occupied)
    }

    /// The squares on which a piece could capture, whatever stands there.
    #[inline]
    pub fn threats(&self, color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        self.leap_threats(color, kind, from) | self.line_threats(color, kind, from, occupied)
    }

    /// What a piece threatens by leaps and steps.
    #[inline]
    pub fn leap_threats(&self, color: Color, kind: Kind, from: Square) -> Bitboard {
        let threats = self.leaps[color.index()][kind.index()][from.index()];
        match &self.modal {
            None => threats,
            Some(modal) => threats | modal.threats(color, kind, from),
        }
    }

    /// What a piece threatens along lines.
    #[inline]
    pub fn line_threats(
        &self,
        color: Color,
        kind: Kind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.sweep(&self.threats[color.index()][kind.index()], from, occupied)
    }

    /// From where pieces of a kind threaten a square by leaps and steps.
    #[inline]
    pub fn leapers(&self, color: Color, kind: Kind, target: Square) -> Bitboard {
        // White moves as Black turned round, so the way back is the other colour's way there.
        self.leap_threats(!color, kind, target)
    }

    /// From where pieces of a kind may threaten a square along lines, whatever stands between.
    #[inline]
    pub fn aimers(&self, color: Color, kind: Kind, target: Square) -> Bitboard {
        self.aims_of[kind.index()].iter().fold(Bitboard::EMPTY, |aimers, &aim| {
            aimers | self.aims[usize::from(aim)].from[color.index()][target.index()]
        })
    }

    #[inline]
    fn sweep(&self, sweep: &Sweep, from: Square, occupied: Bitboard) -> Bitboard {
        let lines = &self.lines[from.index()];
        let mut targets = Bitboard::EMPTY;
        for &(line, table) in &sweep.0 {
            let (line, place) = &lines[usize::from(line % 4)];
            let bits = self.hops[(table + place) as usize + line.gather(occupied)];
            targets |= line.scatter(bits);
        }
        targets
    }

    /// Every square to which Black's piece might ever move, whatever stands where.
    pub fn reach(&self, kind: Kind, from: Square) -> Bitboard {
        let leaps = self.leaps[0][kind.index()][from.index()];
        let modal = self.modal.as_ref().map_or(Bitboard::EMPTY, |modal| {
            modal.quiet[0][kind.index()][from.index()]
                | modal.capture[0][kind.index()][from.index()]
        });
        let lines = self.moves[0][kind.index()]
            .0
            .iter()
            .map(|&(line, _)| self.lines[from.index()][usize::from(line)].0.scatter(u16::MAX));
        lines.fold(leaps | modal, |all, line| all | line)
    }

    /// Whether a kind does nothing along lines, beyond single steps, nor moves otherwise than it
    /// captures.
    pub fn is_stepper(&self, kind: Kind) -> bool {
        self.modal.is_none() && self.moves[0][kind.index()].0.is_empty()
    }

    /// The squares strictly between two on a line, and none otherwise.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        self.between[a.index()][b.index()]
    }

    /// Whether a piece on a square threatens another square.
    #[inline]
    pub fn hits(
        &self,
        color: Color,
        kind: Kind,
        from: Square,
        target: Square,
        occupied: Bitboard,
    ) -> bool {
        let bearing = self.bearings.of(color, kind, from, target);
        let between = || (self.between(target, from) & occupied).count();
        bearing.leaps() || bearing.hits().is_some_and(|hits| hits.with(between()))
    }

    /// Whether a kind captures along lines at all.
    pub fn has_aims(&self, kind: Kind) -> bool {
        !self.aims_of[kind.index()].is_empty()
    }
}

/// The leaps of a movement, and with them the single steps that its rays do and no more.
fn all_leaps(movement: &Movement) -> impl Iterator<Item = Leap> + '_ {
    let steps = movement.rays.iter().zip(Heading::ALL).filter(|(ray, _)| is_step(ray));
    let steps = steps.map(|(_, Heading { forward, right })| Leap {
        forward,
        right,
        quiet: true,
        capture: true,
    });
    movement.leaps.iter().copied().chain(steps)
}

/// A movement without the steps that [`all_leaps`] has.
fn beyond_steps(movement: &Movement) -> Movement {
    let keep = |ray: &Ray| if is_step(ray) { Ray::default() } else { *ray };
    Movement { leaps: Vec::new(), rays: movement.rays.each_ref().map(keep) }
}

fn is_step(ray: &Ray) -> bool {
    *ray == Ray { slide: Reach { quiet: 1, capture: 1 }, ..Ray::default() }
}

fn leap_from(from: Square, color: Color, leap: Leap) -> Option<Square> {
    match color {
        Color::Black => from.offset(-leap.right, -leap.forward),
        Color::White => from.offset(leap.right, leap.forward),
    }
}

/// The squares beyond one, step by step to the lattice's edge.
fn walk(from: Square, files: i8, ranks: i8) -> impl Iterator<Item = Square> {
    std::iter::successors(from.offset(files, ranks), move |s| s.offset(files, ranks))
}

fn between(from: Square, board: Bitboard) -> PerSquare<Bitboard> {
    let mut sets = [Bitboard::EMPTY; SQUARES];
    for (files, ranks) in STEPS.into_iter().flat_map(|(f, r)| [(f, r), (-f, -r)]) {
        let mut passed = Bitboard::EMPTY;
        for square in walk(from, files, ranks).take_while(|&square| board.has(square)) {
            sets[square.index()] = passed;
            passed |= Bitboard::of(square);
        }
    }
    sets
}

fn kind_table() -> KindTable {
    boxed(|_| [[Bitboard::EMPTY; SQUARES]; Kind::COUNT])
}

fn boxed_colors() -> Box<[PerSquare<Bitboard>; 2]> {
    Box::new([[Bitboard::EMPTY; SQUARES]; 2])
}

fn boxed_per_square<T: std::fmt::Debug>(make: impl Fn(Square) -> T) -> Box<PerSquare<T>> {
    boxed(|index| make(Square::from_index(index)))
}

/// An array made on the heap, for those too large for a stack.
fn boxed<T: std::fmt::Debug, const N: usize>(make: impl Fn(usize) -> T) -> Box<[T; N]> {
    let made: Vec<T> = (0..N).map(make).collect();
    made.into_boxed_slice().try_into().expect("made of the right length")
}
