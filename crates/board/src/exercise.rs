//! Exercises that show how the pieces of a game move, jump and capture, and that they promote and are
//! dropped. They are made from the rules, so every game has them.

use crate::messages::{ExerciseTask, ExerciseView};
use crate::movement::line;
use platform::lock;
use rules::betza::{Direction, Movement, Reach};
use rules::{Color, Move, Outcome, Piece, PieceKind, Position, Rules, Setup, Square};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use study::puzzles::{Puzzle, PuzzleKind};

/// The distances of a screen at which a jump is tried.
const SCREEN_DISTANCES: [usize; 2] = [2, 1];

/// An exercise.
#[derive(Debug)]
pub struct Exercise {
    /// The kind of piece to move.
    kind: PieceKind,
    task: ExerciseTask,
    /// The square to which the piece is to go, if that is given.
    target: Option<Square>,
    /// The moves that do what is asked for.
    pub solutions: Vec<Move>,
    /// The position, with the first of the moves as its solution.
    pub puzzle: Arc<Puzzle>,
}

/// The exercises of each game, by the address of its rules, which may be loaded again.
static EXERCISES: LazyLock<Mutex<HashMap<usize, &'static [Exercise]>>> =
    LazyLock::new(Mutex::default);

/// Returns the exercises of a game in their order, which are made when they are first asked for.
pub fn exercises(rules: &'static Rules) -> &'static [Exercise] {
    let mut all = lock(&EXERCISES);
    all.entry(std::ptr::from_ref(rules) as usize)
        .or_insert_with(|| Vec::leak(make_exercises(rules)))
}

impl Exercise {
    /// Creates an exercise of which some moves are the solutions. Returns `None` without any.
    fn new(
        kind: PieceKind,
        task: ExerciseTask,
        target: Option<Square>,
        position: Position,
        is_solution: impl Fn(Move) -> bool,
    ) -> Option<Self> {
        let mut solutions = Vec::from_iter(position.legal_moves());
        solutions.retain(|&mv| target.is_none_or(|target| mv.to() == target) && is_solution(mv));
        let line = vec![*solutions.first()?];
        let puzzle = Arc::new(Puzzle { position, kind: PuzzleKind::Win, line, nodes: None });
        Some(Self { kind, task, target, solutions, puzzle })
    }

    /// Describes the exercise to the page.
    pub fn view(&self) -> ExerciseView {
        let piece = Piece::new(Color::Black, self.kind);
        ExerciseView {
            piece: self.puzzle.position.rules().piece_sfen(piece).to_string(),
            task: self.task,
            target: self.target.map(|square| square.to_string()),
        }
    }
}

/// Makes the exercises of a game: how its pieces move, then promotion and drops, then how promoted pieces move that
/// move as no other piece does.
fn make_exercises(rules: &'static Rules) -> Vec<Exercise> {
    let mut taught: Vec<&Movement> = Vec::new();
    let mut movements = |is_promoted| {
        let mut exercises = Vec::new();
        for kind in rules.piece_kinds().filter(|kind| kind.is_promoted() == is_promoted) {
            let Some(form) = rules.piece_form(kind) else { continue };
            if !taught.contains(&&form.movement) {
                taught.push(&form.movement);
                exercises.extend(movement_exercises(rules, kind, &form.movement));
            }
        }
        exercises
    };
    let (mut exercises, promoted) = (movements(false), movements(true));
    exercises.extend(promotion_exercise(rules));
    exercises.extend(drop_exercise(rules));
    exercises.extend(promoted);
    exercises
}

/// Makes an exercise of how a piece moves and, if that differs, one of how it captures.
fn movement_exercises(
    rules: &'static Rules,
    kind: PieceKind,
    movement: &Movement,
) -> impl Iterator<Item = Exercise> {
    let jumps = |reach: fn(&Reach) -> u8| {
        let lines = movement.rays.iter().zip(Direction::ALL);
        let jumps = lines.filter(|(ray, _)| reach(&ray.hop_one).max(reach(&ray.hop_any)) > 0);
        let mut directions = Vec::from_iter(jumps.map(|(_, direction)| direction));
        // Not straight ahead, where the promotion zone is.
        if directions.len() > 1 {
            directions.swap(0, 1);
        }
        directions
    };
    let (quiet, capturing) = (jumps(|reach| reach.quiet), jumps(|reach| reach.capture));
    let captures_otherwise = movement.leaps.iter().any(|leap| leap.quiet != leap.capture)
        || movement.rays.iter().any(|ray| ray.slide.quiet != ray.slide.capture);
    let move_exercise = jump_exercise(rules, kind, &quiet).or_else(|| walk_exercise(rules, kind));
    let capture_exercise = jump_capture_exercise(rules, kind, &capturing)
        .or_else(|| captures_otherwise.then(|| capture_exercise(rules, kind)).flatten());
    move_exercise.into_iter().chain(capture_exercise)
}

/// To move to a given square. For a promoted piece it is one that the unpromoted piece cannot reach.
fn walk_exercise(rules: &'static Rules, kind: PieceKind) -> Option<Exercise> {
    let from = centre(rules);
    let alone = |kind| set_up(rules, &[(Piece::new(Color::Black, kind), from)], None);
    let targets = |position: &Position| {
        let moves = position.legal_moves().into_iter();
        Vec::from_iter(moves.filter(|mv| mv.from() == Some(from)).map(Move::to))
    };
    let position = alone(kind)?;
    let known = if kind.is_promoted() { alone(kind.unpromoted()) } else { None };
    let known = known.map_or_else(Vec::new, |position| targets(&position));
    let new = targets(&position).into_iter().filter(|target| !known.contains(target));
    // Whether to promote is another exercise.
    let zone = rules.promotion_zone(Color::Black);
    let target = new.max_by_key(|&target| (!zone.contains(target), from.distance(target)));
    Exercise::new(kind, ExerciseTask::Move, Some(target?), position, |mv| mv.from() == Some(from))
}

/// To jump over a piece to a given square.
fn jump_exercise(
    rules: &'static Rules,
    kind: PieceKind,
    directions: &[Direction],
) -> Option<Exercise> {
    let from = centre(rules);
    let (piece, screen) = (Piece::new(Color::Black, kind), Piece::new(Color::Black, walker(rules)));
    SCREEN_DISTANCES.into_iter().find_map(|screen_distance| {
        directions.iter().find_map(|&direction| {
            let squares = Vec::from_iter(line(rules, Color::Black, from, direction));
            let (&screen_square, beyond) = squares.get(screen_distance - 1..)?.split_first()?;
            let position = set_up(rules, &[(piece, from), (screen, screen_square)], None)?;
            let jumps = position.legal_moves().into_iter();
            let jumps = jumps.filter(|mv| mv.from() == Some(from) && beyond.contains(&mv.to()));
            let target = jumps.map(Move::to).max_by_key(|&target| from.distance(target));
            let is_jump = |mv: Move| mv.from() == Some(from);
            Exercise::new(kind, ExerciseTask::Jump, Some(target?), position, is_jump)
        })
    })
}

/// To capture a piece by a jump. Where there is room, other pieces stand where they cannot be captured: with no
/// screen in between, and with two.
fn jump_capture_exercise(
    rules: &'static Rules,
    kind: PieceKind,
    directions: &[Direction],
) -> Option<Exercise> {
    let from = centre(rules);
    let (&first, &last) = (directions.first()?, directions.last()?);
    let (second, counts) = match directions {
        [_, second, _, ..] => (*second, [6, 3, 2].as_slice()),
        _ => (first, [2].as_slice()),
    };
    let piece = Piece::new(Color::Black, kind);
    let screen = Piece::new(Color::Black, walker(rules));
    let enemy = Piece::new(Color::White, rules.pawn_kind().unwrap_or(walker(rules)));
    SCREEN_DISTANCES.into_iter().find_map(|screen_distance| {
        let placed = [
            (screen, first, screen_distance),
            (enemy, first, screen_distance + 1),
            (enemy, second, 2),
            (screen, last, 1),
            (screen, last, 2),
            (enemy, last, 3),
        ];
        counts.iter().find_map(|&count| {
            let mut pieces = vec![(piece, from)];
            for &(piece, direction, distance) in &placed[..count] {
                let square = line(rules, Color::Black, from, direction).nth(distance - 1)?;
                pieces.push((piece, square));
            }
            let position = set_up(rules, &pieces, None)?;
            let board = position.clone();
            let is_capture = |mv: Move| mv.from() == Some(from) && board.is_capture(mv);
            Exercise::new(kind, ExerciseTask::Capture, None, position, is_capture)
        })
    })
}

/// To capture a piece where this one captures but does not move.
fn capture_exercise(rules: &'static Rules, kind: PieceKind) -> Option<Exercise> {
    let from = centre(rules);
    let piece = Piece::new(Color::Black, kind);
    let enemy = Piece::new(Color::White, walker(rules));
    let alone = set_up(rules, &[(piece, from)], None)?;
    let is_free =
        |&square: &Square| square != from && !alone.is_pseudo_legal(Move::normal(from, square));
    rules.board_squares().into_iter().filter(is_free).find_map(|square| {
        let position = set_up(rules, &[(piece, from), (enemy, square)], None)?;
        let is_capture = |mv: Move| mv.from() == Some(from);
        Exercise::new(kind, ExerciseTask::Capture, Some(square), position, is_capture)
    })
}

/// To promote a piece, a pawn if there is one, that stands before the promotion zone.
fn promotion_exercise(rules: &'static Rules) -> Option<Exercise> {
    let kinds = rules.pawn_kinds().chain(rules.piece_kinds());
    kinds.filter(|&kind| rules.can_promote(kind)).find_map(|kind| {
        let zone = rules.promotion_zone(Color::Black);
        let file = centre(rules).file();
        let squares = (0..rules.ranks()).map(|rank| Square::new(file, rank));
        squares.filter(|&square| !zone.contains(square)).find_map(|from| {
            let position = set_up(rules, &[(Piece::new(Color::Black, kind), from)], None)?;
            Exercise::new(kind, ExerciseTask::Promote, None, position, Move::is_promotion)
        })
    })
}

/// To drop a piece, a pawn if there is one, on a given square.
fn drop_exercise(rules: &'static Rules) -> Option<Exercise> {
    let target = centre(rules);
    rules.pawn_kinds().chain(rules.piece_kinds()).find_map(|kind| {
        let position = set_up(rules, &[], Some(kind))?;
        Exercise::new(kind, ExerciseTask::Drop, Some(target), position, Move::is_drop)
    })
}

/// Returns the first legal position with these pieces and the kings on the last ranks, with Black to move. Black can
/// have a piece in hand.
fn set_up(
    rules: &'static Rules,
    pieces: &[(Piece, Square)],
    in_hand: Option<PieceKind>,
) -> Option<Position> {
    let king = |color| Piece::new(color, rules.king_kind());
    let mut setup = Setup::new(Color::Black);
    pieces.iter().for_each(|&(piece, square)| setup.put(square, Some(piece)));
    if let Some(kind) = in_hand.filter(|&kind| kind != rules.king_kind() && !kind.is_promoted()) {
        setup.add_to_hand(Color::Black, kind, 1);
    }
    let has_king = pieces.iter().any(|&(piece, _)| piece == king(Color::Black));
    let free = |rank| {
        let squares = (0..rules.files()).map(move |file| Square::new(file, rank));
        squares.filter(|&square| pieces.iter().all(|&(_, occupied)| occupied != square))
    };
    free(0).find_map(|white| {
        free(rules.ranks() - 1).rev().find_map(|black| {
            let mut setup = setup.clone();
            setup.put(white, Some(king(Color::White)));
            if !has_king {
                setup.put(black, Some(king(Color::Black)));
            }
            let position = setup.build(rules).ok()?;
            (!position.in_check() && position.outcome() == Outcome::Ongoing).then_some(position)
        })
    })
}

/// Returns a kind that moves neither along lines nor far, to stand in the way of others; if there is none, any kind.
fn walker(rules: &Rules) -> PieceKind {
    let kinds = || rules.piece_kinds().filter(|&kind| kind != rules.king_kind());
    let walks = |kind: &PieceKind| {
        let is_pawn = rules.is_pawn(*kind);
        rules.piece_form(*kind).is_some_and(|form| {
            let rays = &form.movement.rays;
            !is_pawn && rays.iter().all(|ray| ray.is_step() || *ray == Default::default())
        })
    };
    kinds().find(walks).or_else(|| kinds().next()).unwrap_or(rules.king_kind())
}

/// Returns the square in the middle of the board.
fn centre(rules: &Rules) -> Square {
    Square::new(rules.files() / 2, rules.ranks() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_teaches_its_pieces_promotion_and_drops() {
        for rules in games::all() {
            let exercises = exercises(rules);
            let count = |task| exercises.iter().filter(|exercise| exercise.task == task).count();
            assert_eq!((count(ExerciseTask::Promote), count(ExerciseTask::Drop)), (1, 1));
            assert!((8..=30).contains(&exercises.len()), "{} {}", rules.name(), exercises.len());
            let is_taught = |kind| exercises.iter().any(|exercise| exercise.kind == kind);
            for kind in rules.piece_kinds().filter(|kind| !kind.is_promoted()) {
                assert!(is_taught(kind), "{} {:?}", rules.name(), rules.piece_form(kind));
            }
        }
    }

    #[test]
    fn cannons_capture_over_one_piece() {
        let rules = games::by_name("cannonshogi").unwrap();
        let exercise = |piece: &str, task| {
            let mut found = exercises(rules).iter().filter(|exercise| exercise.task == task);
            found.find(|exercise| exercise.view().piece == piece).unwrap()
        };
        let text = |exercise: &Exercise| exercise.puzzle.position.sfen_without_number().to_string();
        let gold_cannon = exercise("U", ExerciseTask::Capture);
        let solutions = gold_cannon.solutions.iter().map(|&mv| rules.usi(mv).to_string());
        assert_eq!(
            (text(gold_cannon), Vec::from_iter(solutions)),
            ("8k/9/4p4/9/1pGGU1Gp1/9/9/9/K8 b -".into(), vec!["5e2e".into()])
        );
        assert_eq!(exercise("U", ExerciseTask::Move).target.unwrap().to_string(), "9e");
        assert_eq!(exercise("A", ExerciseTask::Jump).target.unwrap().to_string(), "1e");
    }
}
