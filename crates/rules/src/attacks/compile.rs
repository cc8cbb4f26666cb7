//! Compiles the movements of a game to [`AttackTables`].

use super::hop_tables::{LineRays, OCCUPANCIES};
use super::relations::{AttackRelations, HopClass, PerSquare};
use super::{AttackTables, KindTable, RareMoves};
use crate::betza::{Direction, Leap, LeapKind, Movement, Ray, on_board};
use crate::bitboard::Bitboard;
use crate::lines::{self, LINE_STEPS, Line, MAX_LINE_LENGTH};
use crate::piece::{Color, PieceKind};
use crate::square::{SQUARE_COUNT, Square};

impl AttackTables {
    /// Compiles the movements of all kinds, each confined to a region, for a board of this size.
    pub fn new(
        movements: &[Option<Movement>; PieceKind::COUNT],
        king: PieceKind,
        regions: &[[Bitboard; PieceKind::COUNT]; 2],
        files: u8,
        ranks: u8,
    ) -> Self {
        let board = Bitboard::rectangle(files, ranks);
        let is_confined = regions.as_flattened().iter().any(|&region| region != board);
        let mut tables = Self {
            lines: boxed_per_square(|square| {
                std::array::from_fn(|line| {
                    if !board.contains(square) {
                        return Default::default();
                    }
                    let squares = lines::squares(square, LINE_STEPS[line], board);
                    let index = squares.iter().position(|&s| s == square).expect("on its line");
                    (Line::new(&squares), (index * OCCUPANCIES) as u32)
                })
            }),
            hop_tables: Vec::new(),
            leaps: kind_table(),
            rare_moves: is_confined.then(|| Box::new(RareMoves::new())),
            regions: *regions,
            moves: Default::default(),
            attacks: Default::default(),
            line_captures: 0,
            has_cannons: false,
            relations: AttackRelations::new(),
            king_ring_lines: kind_table(),
            king_ring_leaps: [[Bitboard::EMPTY; SQUARE_COUNT]; 2],
            paths: boxed_per_square(|from| squares_between(from, board)),
        };
        let mut compiled = Vec::new();
        // By color, kind and target: the squares from which the kind might attack it along a line.
        let mut line_origins = kind_table();
        for (index, movement) in movements.iter().enumerate() {
            let Some(movement) = movement else { continue };
            let kind = PieceKind::from_index(index);
            let lines_only = without_steps(movement);
            for color in Color::BOTH {
                tables.compile_leaps(movement, color, kind, board);
                tables.compile_lines(&lines_only, color, kind, &mut compiled);
            }
            tables.compile_line_captures(&lines_only, kind, board, &mut line_origins);
            tables.compile_leap_captures(kind, board);
        }
        tables.compile_king_rings(king, board, &line_origins);
        tables
    }

    /// Adds the leaps and single steps of a kind to `leaps` and `rare_moves`, and the paths of lame leaps to `paths`.
    fn compile_leaps(
        &mut self,
        movement: &Movement,
        color: Color,
        kind: PieceKind,
        board: Bitboard,
    ) {
        for leap in all_leaps(movement) {
            let tables = if (leap.kind, leap.quiet, leap.capture) == (LeapKind::Free, true, true) {
                vec![&mut self.leaps]
            } else {
                let rare = self.rare_moves.get_or_insert_with(|| Box::new(RareMoves::new()));
                let [quiet, capture] = match leap.kind {
                    LeapKind::Free => [&mut rare.quiet, &mut rare.capture],
                    LeapKind::Lame => [&mut rare.lame_quiet, &mut rare.lame_capture],
                };
                let tables = [leap.quiet.then_some(quiet), leap.capture.then_some(capture)];
                tables.into_iter().flatten().collect()
            };
            for table in tables {
                let region = self.regions[color.index()][kind.index()];
                let squares = &mut table[color.index()][kind.index()];
                for from in board {
                    if let Some(to) = offset(from, color, (leap.forward, leap.right))
                        .filter(|&to| region.contains(to))
                    {
                        squares[from.index()] |= Bitboard::from_square(to);
                        if leap.kind == LeapKind::Lame {
                            let path = leap.path().filter_map(|step| offset(from, color, step));
                            self.paths[from.index()][to.index()] = path.collect();
                        }
                    }
                }
            }
        }
    }

    /// Adds the rays of a kind to `moves` and `attacks`. Kinds with the same rays share a hop
    /// table; `compiled` lists the rays of the existing tables.
    fn compile_lines(
        &mut self,
        movement: &Movement,
        color: Color,
        kind: PieceKind,
        compiled: &mut Vec<LineRays>,
    ) {
        let mut table_start = |rays: LineRays| {
            let existing = compiled.iter().position(|&other| other == rays);
            let index = existing.unwrap_or_else(|| {
                compiled.push(rays);
                self.hop_tables.extend(rays.table().as_flattened());
                compiled.len() - 1
            });
            (index * MAX_LINE_LENGTH * OCCUPANCIES) as u32
        };
        for line in 0..LINE_STEPS.len() {
            let rays = LineRays::new(movement, color, line);
            for (rays, by_kind) in [(rays, &mut self.moves), (rays.attacks(), &mut self.attacks)] {
                if rays != LineRays::default() {
                    let line_moves = &mut by_kind[color.index()][kind.index()];
                    line_moves.0.push((line as u8, table_start(rays)));
                }
            }
        }
    }

    /// Adds the line captures of a kind to `relations` and `origins`.
    fn compile_line_captures(
        &mut self,
        movement: &Movement,
        kind: PieceKind,
        board: Bitboard,
        origins: &mut KindTable,
    ) {
        for (color, (line, &(files, ranks))) in
            Color::BOTH.into_iter().flat_map(|c| LINE_STEPS.iter().enumerate().map(move |l| (c, l)))
        {
            let rays = LineRays::new(movement, color, line);
            // From the target, the attacker is in the direction opposite to its ray.
            for (ray, files, ranks) in [(rays.up, -files, -ranks), (rays.down, files, ranks)] {
                for target in self.region(color, kind) {
                    let walk = walk(target, files, ranks).take_while(|&s| board.contains(s));
                    for (distance, from) in (1..).zip(walk) {
                        let hop_class = HopClass::of_ray(&ray, distance);
                        if hop_class.bits() == 0 {
                            continue;
                        }
                        self.relations.add_line(color, kind, from, target, hop_class);
                        origins[color.index()][kind.index()][target.index()] |=
                            Bitboard::from_square(from);
                        self.line_captures |= 1 << kind.index();
                        self.has_cannons |= hop_class.may_need_screen();
                    }
                }
            }
        }
    }

    /// Adds the captures of a kind by leaps and steps to `relations`. Those by lame leaps are like slides: they need a
    /// path without a piece.
    fn compile_leap_captures(&mut self, kind: PieceKind, board: Bitboard) {
        for (color, from) in
            Color::BOTH.into_iter().flat_map(|c| board.into_iter().map(move |from| (c, from)))
        {
            for target in self.leap_attacks(color, kind, from) {
                self.relations.add_leap(color, kind, from, target);
            }
            let Some(rare) = &self.rare_moves else { continue };
            for target in rare.lame_capture[color.index()][kind.index()][from.index()] {
                self.relations.add_line(color, kind, from, target, HopClass::NO_SCREEN);
            }
        }
    }

    /// Fills `king_ring_lines` and `king_ring_leaps`.
    fn compile_king_rings(&mut self, king: PieceKind, board: Bitboard, line_origins: &KindTable) {
        for (color, king_square) in
            Color::BOTH.iter().flat_map(|&c| board.into_iter().map(move |square| (c, square)))
        {
            let (color_index, king_index) = (color.index(), king_square.index());
            for target in self.leaps[(!color).index()][king.index()][king_index] {
                for (lines, origins) in
                    self.king_ring_lines[color_index].iter_mut().zip(&line_origins[color_index])
                {
                    lines[king_index] |= origins[target.index()];
                }
                self.king_ring_leaps[color_index][king_index] |=
                    self.relations.leap_origins(color, target);
            }
        }
    }
}

/// Returns the leaps of a movement, including its rays that are single steps.
fn all_leaps(movement: &Movement) -> impl Iterator<Item = Leap> + '_ {
    let steps = movement.rays.iter().zip(Direction::ALL).filter(|(ray, _)| ray.is_step());
    let steps = steps.map(|(_, Direction { forward, right })| Leap {
        forward,
        right,
        quiet: true,
        capture: true,
        kind: LeapKind::Free,
    });
    movement.leaps.iter().copied().chain(steps)
}

/// Returns the rays of a movement that are not single steps, which [`all_leaps`] includes.
fn without_steps(movement: &Movement) -> Movement {
    let keep = |ray: &Ray| if ray.is_step() { Ray::default() } else { *ray };
    Movement { leaps: Vec::new(), rays: movement.rays.each_ref().map(keep) }
}

/// Returns the square this far forward and to the right of another, as a side sees the board.
fn offset(from: Square, color: Color, (forward, right): (i8, i8)) -> Option<Square> {
    let (files, ranks) = on_board(color, forward, right);
    from.offset(files, ranks)
}

/// Returns the squares in a direction, up to the edge of the grid.
fn walk(from: Square, files: i8, ranks: i8) -> impl Iterator<Item = Square> {
    std::iter::successors(from.offset(files, ranks), move |s| s.offset(files, ranks))
}

/// Returns, for each square of a line through `from`, the squares strictly between.
fn squares_between(from: Square, board: Bitboard) -> PerSquare<Bitboard> {
    let mut sets = [Bitboard::EMPTY; SQUARE_COUNT];
    for (files, ranks) in LINE_STEPS.into_iter().flat_map(|(f, r)| [(f, r), (-f, -r)]) {
        let mut passed = Bitboard::EMPTY;
        for square in walk(from, files, ranks).take_while(|&square| board.contains(square)) {
            sets[square.index()] = passed;
            passed |= Bitboard::from_square(square);
        }
    }
    sets
}

pub(super) fn kind_table() -> KindTable {
    boxed(|_| [[Bitboard::EMPTY; SQUARE_COUNT]; PieceKind::COUNT])
}

fn boxed_per_square<T: std::fmt::Debug>(value: impl Fn(Square) -> T) -> Box<PerSquare<T>> {
    boxed(|index| value(Square::from_index(index)))
}

/// Builds an array on the heap, because it may be too large for the stack.
fn boxed<T: std::fmt::Debug, const N: usize>(value: impl Fn(usize) -> T) -> Box<[T; N]> {
    let values: Vec<T> = (0..N).map(value).collect();
    values.into_boxed_slice().try_into().expect("the vector has N elements")
}
