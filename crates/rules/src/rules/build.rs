//! Compiles a [`GameSpec`] to [`Rules`].

use super::{PieceForm, PieceInfo, PromotionSquares, Rules, SpecError, SpecErrorKind, StepPawns};
use crate::attacks::AttackTables;
use crate::betza::{Direction, Movement, Ray, on_board};
use crate::bitboard::Bitboard;
use crate::movegen::MAX_MOVES;
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::sfen::Setup;
use crate::spec::*;
use crate::square::{MAX_BOARD_SIZE, Square};
use std::sync::{Mutex, PoisonError};

/// With fewer pawns of a kind, handling them one by one is faster.
const MIN_STEP_PAWNS: u8 = 9;

impl Rules {
    /// Checks a spec and compiles it. The rules stay in memory, so that positions can hold a `'static`
    /// reference; the same spec returns the same rules.
    pub fn build(spec: &GameSpec) -> Result<&'static Self, SpecError> {
        Self::build_or_errors(spec).map_err(|mut errors| errors.swap_remove(0))
    }

    /// Like [`build`](Self::build), but returns all errors that can be found at once; the list is
    /// never empty.
    pub fn build_or_errors(spec: &GameSpec) -> Result<&'static Self, Vec<SpecError>> {
        let errors = spec.errors();
        if !errors.is_empty() {
            return Err(errors);
        }
        let start_error = |kind| vec![SpecError { piece: None, key: "start", kind }];
        let spec = GameSpec { start_sfen: spec.complete_start_sfen(), ..spec.clone() };
        let rules = Self::compile_once(spec).map_err(start_error)?;
        match Position::from_sfen(rules, rules.start_sfen()) {
            Ok(start) if start.goal_winner().is_some() => {
                Err(start_error(SpecErrorKind::StartAtGoal))
            }
            Ok(_) => Ok(rules),
            Err(error) => Err(start_error(SpecErrorKind::Start(error))),
        }
    }

    /// Returns the compiled rules of a spec without [errors](GameSpec::errors), which are compiled at
    /// the first call.
    fn compile_once(spec: GameSpec) -> Result<&'static Self, SpecErrorKind> {
        static COMPILED: Mutex<Vec<&Rules>> = Mutex::new(Vec::new());
        let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = compiled.iter().find(|rules| rules.spec == spec) {
            return Ok(rules);
        }
        let rules: &'static Self = Box::leak(Box::new(Self::compile(spec)?));
        compiled.push(rules);
        Ok(rules)
    }

    fn compile(spec: GameSpec) -> Result<Self, SpecErrorKind> {
        let GameSpec { files, ranks, .. } = spec;
        let pieces = piece_infos(&spec);
        let king = spec.pieces.iter().position(|piece| piece.role == Role::King);
        let king = PieceKind::base(king.expect("checked"));
        let movements: [Option<Movement>; PieceKind::COUNT] = std::array::from_fn(|index| {
            let kind = PieceKind::from_index(index);
            Some(pieces.get(kind.unpromoted().index())?.form(kind)?.movement.clone())
        });
        let board = Bitboard::rectangle(files, ranks);
        let mut regions = [[board; PieceKind::COUNT]; 2];
        for (index, piece) in spec.pieces.iter().enumerate() {
            let kind = PieceKind::base(index);
            let promoted = piece.promotion.as_ref().and_then(|form| form.confined_to.as_ref());
            for (kind, squares) in [(kind, piece.confined_to.as_ref()), (kind.promoted(), promoted)]
            {
                let Some(squares) = squares else { continue };
                let of_sides = squares.of_board(files, ranks);
                Color::BOTH
                    .iter()
                    .for_each(|c| regions[c.index()][kind.index()] = of_sides[c.index()]);
            }
        }
        // One bit per kind.
        let set_of = |contains: &dyn Fn(usize) -> bool| {
            (0..pieces.len())
                .filter(|&index| contains(index))
                .fold(0, |set, index| set | 1 << index)
        };
        let mut rules = Self {
            board_squares: board,
            king,
            pawns: set_of(&|index| spec.pieces[index].role == Role::Pawn),
            promotable_kinds: set_of(&|index| pieces[index].promoted.is_some()),
            restricted_kinds: 0,
            promotion_zones: squares_of_ranks(board, ranks, &spec.promotion_ranks),
            goal_squares: squares_of_ranks(board, ranks, &spec.goal_ranks),
            has_goal: spec.goal_ranks != SideRanks::default(),
            promotion_squares: Default::default(),
            dead_squares: [[Bitboard::EMPTY; PieceKind::BASE_COUNT]; 2],
            drop_squares: [[Bitboard::EMPTY; PieceKind::BASE_COUNT]; 2],
            tests_king_steps: false,
            tables: AttackTables::new(&movements, king, &regions, files, ranks),
            kinds: Vec::new(),
            step_pawns: None,
            leaper_kinds: 0,
            pieces,
            spec,
        };
        for (index, piece) in rules.spec.pieces.iter().enumerate() {
            let dead_ranks = farthest_ranks(board, ranks, piece.dead_ranks);
            for (color, dead) in Color::BOTH.into_iter().zip(dead_ranks) {
                let region = rules.tables.region(color, PieceKind::base(index));
                rules.dead_squares[color.index()][index] = dead;
                rules.drop_squares[color.index()][index] = region.without(dead);
            }
        }
        rules.tests_king_steps =
            rules.tables.has_rare_moves() || rules.spec.facing_kings != FacingKings::Allowed;
        rules.fill_promotion_squares();
        rules.kinds = (0..PieceKind::COUNT)
            .map(PieceKind::from_index)
            .filter(|&kind| rules.piece_form(kind).is_some())
            .collect();
        let leapers = rules.kinds.iter().filter(|&&kind| rules.tables.is_leaper(kind));
        rules.leaper_kinds = leapers.fold(0, |set, kind| set | 1 << kind.index());
        rules.step_pawns =
            (0..rules.pieces.len()).find_map(|index| rules.step_pawns_of(PieceKind::base(index)));
        match rules.max_moves() {
            found if found > MAX_MOVES => {
                Err(SpecErrorKind::TooManyMoves { found, limit: MAX_MOVES })
            }
            _ => Ok(rules),
        }
    }

    /// Fills `promotion_squares` and `restricted_kinds` for the unpromoted kinds.
    fn fill_promotion_squares(&mut self) {
        for index in 0..self.pieces.len() {
            let can_promote = self.can_promote(PieceKind::base(index));
            let must_promote = self.spec.mandatory_promotion == MandatoryPromotion::Always;
            for color in [0, 1] {
                let dead = self.dead_squares[color][index];
                let zone = self.promotion_zones[color];
                self.promotion_squares[color][index] = match (can_promote, must_promote) {
                    (false, _) => PromotionSquares { forced: dead, ..PromotionSquares::default() },
                    (true, false) => {
                        PromotionSquares { zone, forced: dead, forced_from_zone: dead }
                    }
                    (true, true) => PromotionSquares {
                        zone,
                        forced: dead | zone,
                        forced_from_zone: self.board_squares,
                    },
                };
            }
            if can_promote || self.dead_squares[0][index].any() {
                self.restricted_kinds |= 1 << index;
            }
        }
    }

    /// Returns the description of a kind that moves by one step in one direction, if it has enough pieces
    /// to be worth a shift.
    fn step_pawns_of(&self, kind: PieceKind) -> Option<StepPawns> {
        let PieceInfo { unpromoted: PieceForm { movement, .. }, count, .. } =
            &self.pieces[kind.index()];
        let rays = movement.rays.iter().zip(Direction::ALL);
        let mut rays = rays.filter(|(ray, _)| **ray != Ray::default());
        let (Some((ray, step)), None) = (rays.next(), rays.next()) else { return None };
        let board = self.board_squares;
        let is_confined = Color::BOTH.iter().any(|&color| self.region(color, kind) != board);
        let has_other_moves = !ray.is_step() || !movement.leaps.is_empty();
        if has_other_moves || is_confined || *count < MIN_STEP_PAWNS {
            return None;
        }
        let of_color = Color::BOTH.map(|color| {
            let (files, ranks) = on_board(color, step.forward, step.right);
            let stays_on_board =
                |s: &Square| s.offset(files, ranks).is_some_and(|to| board.contains(to));
            let shift = files * MAX_BOARD_SIZE as i8 + ranks;
            (shift, board.into_iter().filter(stays_on_board).collect())
        });
        Some(StepPawns { kind, steps: of_color })
    }

    /// Returns an upper bound on the number of pseudo-legal moves in any position of the game.
    fn max_moves(&self) -> usize {
        let moves_of = |kind: PieceKind, moves_per_target: u32| {
            let target_counts = Color::BOTH.iter().flat_map(|&color| {
                let targets = move |from| self.tables.max_targets(color, kind, from).count();
                self.board_squares.into_iter().map(targets)
            });
            usize::from(self.pieces[kind.unpromoted().index()].count)
                * (moves_per_target * target_counts.max().unwrap_or(0)) as usize
        };
        let on_board = self.pieces.iter().enumerate().map(|(index, piece)| {
            let unpromoted =
                moves_of(PieceKind::base(index), if piece.promoted.is_some() { 2 } else { 1 });
            let promoted = piece
                .promoted
                .as_ref()
                .map_or(0, |_| moves_of(PieceKind::base(index).promoted(), 1));
            unpromoted.max(promoted)
        });
        on_board.sum::<usize>() + (self.pieces.len() - 1) * self.board_squares.count() as usize
    }
}

/// Returns the descriptions of the pieces of a spec without errors.
fn piece_infos(spec: &GameSpec) -> Vec<PieceInfo> {
    let start = Setup::from_sfen(spec, &spec.start_sfen).expect("checked");
    let piece_info = |(index, piece): (usize, &PieceSpec)| PieceInfo {
        letter: piece.letter,
        western_letters: piece.western(),
        unpromoted: piece_form(&piece.name, &kanji(piece), &piece.movement),
        promoted: piece.promotion.as_ref().map(|promoted| {
            piece_form(&promoted.name, &promoted_kanji(piece, promoted), &promoted.movement)
        }),
        count: start.count(PieceKind::base(index)) as u8,
    };
    spec.pieces.iter().enumerate().map(piece_info).collect()
}

fn piece_form(name: &str, kanji: &str, betza: &str) -> PieceForm {
    let mut of_sides = kanji_of_sides(kanji);
    let black = of_sides.next().unwrap_or_default();
    PieceForm {
        name: name.into(),
        kanji: [black.into(), of_sides.next().unwrap_or(black).into()],
        betza: betza.into(),
        movement: betza.parse().expect("checked"),
    }
}

fn kanji(piece: &PieceSpec) -> String {
    if piece.kanji.is_empty() { piece.letter.into() } else { piece.kanji.clone() }
}

/// Splits the characters of a piece into those of Black and of White, if White's differ.
fn kanji_of_sides(kanji: &str) -> impl Iterator<Item = &str> {
    kanji.split(' ').filter(|kanji| !kanji.is_empty())
}

/// Returns the characters of a promoted form: by default those of the piece after 成.
fn promoted_kanji(piece: &PieceSpec, promoted: &PromotionSpec) -> String {
    if promoted.kanji.is_empty() {
        let promoted = |kanji: &str| format!("成{kanji}");
        kanji_of_sides(&kanji(piece)).map(promoted).collect::<Vec<_>>().join(" ")
    } else {
        promoted.kanji.clone()
    }
}

fn squares_of_ranks(board: Bitboard, ranks: u8, side_ranks: &SideRanks) -> [Bitboard; 2] {
    match side_ranks {
        &SideRanks::Farthest(count) => farthest_ranks(board, ranks, count),
        SideRanks::Named { black, white } => [black, white].map(|letters| {
            let has_letter = |rank: u8| letters.contains(char::from(b'a' + rank));
            board.into_iter().filter(|square| has_letter(square.rank())).collect()
        }),
    }
}

/// Returns the `count` ranks farthest from each side.
fn farthest_ranks(board: Bitboard, ranks: u8, count: u8) -> [Bitboard; 2] {
    let ranks_where =
        |keep: &dyn Fn(u8) -> bool| board.into_iter().filter(|s| keep(s.rank())).collect();
    [ranks_where(&|rank| rank < count), ranks_where(&|rank| rank + count >= ranks)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::spec;

    /// Returns the errors in standard shogi with one piece changed.
    fn errors_with(changed: PieceSpec) -> Vec<SpecErrorKind> {
        let mut spec = spec("shogi");
        let piece = spec.pieces.iter_mut().find(|piece| piece.letter == changed.letter);
        *piece.unwrap() = changed;
        let errors = Rules::build_or_errors(&spec).err().unwrap_or_default();
        errors.into_iter().map(|error| error.kind).collect()
    }

    fn shogi_piece(letter: char) -> PieceSpec {
        let pieces = spec("shogi").pieces;
        pieces.into_iter().find(|piece| piece.letter == letter).unwrap()
    }

    #[test]
    fn only_the_king_cannot_have_dead_ranks() {
        for letter in ['S', 'G'] {
            assert_eq!(errors_with(shogi_piece(letter).dead_ranks(1)), []);
        }
        assert_eq!(errors_with(shogi_piece('K').dead_ranks(1)), [SpecErrorKind::KingDeadRanks]);
    }

    #[test]
    fn king_promotion_is_rejected() {
        let king = shogi_piece('K').promotes_to("Emperor", "帝", "K");
        assert_eq!(errors_with(king), [SpecErrorKind::KingPromotion]);
    }

    #[test]
    fn the_limit_of_moves_holds_for_both_sides() {
        // Only one side's pieces may go anywhere.
        for white in [false, true] {
            let squares = |all: bool| if all { "1a-9i" } else { "5e" }.to_owned();
            let confined_to = SideSquares::Named { black: squares(!white), white: squares(white) };
            let mut spec = GameSpec { two_pawns: TwoPawns::Allowed, ..spec("shogi") };
            for piece in spec.pieces.iter_mut().filter(|piece| piece.role != Role::King) {
                piece.movement = "QppQDNAHCZG".into();
                piece.confined_to = Some(confined_to.clone());
            }
            let errors = Rules::build_or_errors(&spec).err().unwrap_or_default();
            let is_limit =
                |error: &SpecError| matches!(error.kind, SpecErrorKind::TooManyMoves { .. });
            assert!(errors.iter().any(is_limit), "{errors:?}");
        }
    }

    #[test]
    fn a_spec_is_compiled_once() {
        let mut spec = GameSpec { name: "once".into(), ..spec("shogi") };
        let rules = Rules::build(&spec).unwrap();
        assert!(std::ptr::eq(Rules::build(&spec.clone()).unwrap(), rules));
        spec.repetition_count = 3;
        let changed = Rules::build(&spec).unwrap();
        assert!(!std::ptr::eq(changed, rules));
        assert_eq!([rules, changed].map(Rules::repetition_count), [4, 3]);
    }

    #[test]
    fn all_errors_are_found_at_once() {
        let mut silver = shogi_piece('S').promotes_to("Gold", "金", "WfX").dead_ranks(9);
        silver.movement = "ffB".into();
        silver.western_letters = "s".into();
        assert_eq!(errors_with(silver).len(), 4);
    }
}
