//! The puzzles that are part of the program, by length and difficulty.

use crate::command_error::{CommandError, Field};
use crate::messages::{Difficulty, PuzzleChoice, PuzzleCounts, PuzzleGroup};
use crate::puzzle_rating::puzzle_rating;
use crate::user_data::UserData;
use rules::Rules;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;
use study::puzzles::{Puzzle, PuzzleKind, read_puzzles};

/// The nodes from which a mate and a win are of medium difficulty, and hard. About a third of the stored puzzles is
/// hard.
const MATE_NODES: [u64; 2] = [20, 80];
const WIN_NODES: [u64; 2] = [100, 250];
/// How many of the puzzles nearest to the person's rating take turns when puzzles are skipped.
const NEAR: usize = 10;
/// The length in the attacker's moves from which all puzzles are in one group.
const LONG: usize = 4;
/// Puzzles per step of a streak, consecutive by rating; one is chosen at random.
const STREAK_STEP: usize = 4;

/// The puzzles of each game: first mates and then wins, easiest first.
static PUZZLES: LazyLock<HashMap<&'static str, Vec<Puzzle>>> = LazyLock::new(|| {
    let games = games::all().filter_map(|rules| {
        let puzzles = read_puzzles(games::puzzles(rules.name())?, rules).unwrap_or_default();
        Some((rules.name(), puzzles.into_iter().map(|(puzzle, _)| puzzle).collect()))
    });
    games.collect()
});

/// Returns the puzzles of a game: first mates and then wins, easiest first.
pub fn puzzles(rules: &Rules) -> &'static [Puzzle] {
    PUZZLES.get(rules.name()).map_or(&[], |puzzles| puzzles)
}

/// Returns the attacker's moves.
pub fn move_count(puzzle: &Puzzle) -> usize {
    puzzle.line.len().div_ceil(2)
}

/// Returns the difficulty of a puzzle, if it is rated.
pub fn difficulty(puzzle: &Puzzle) -> Option<Difficulty> {
    let [medium, hard] = match puzzle.kind {
        PuzzleKind::Mate => MATE_NODES,
        PuzzleKind::Win => WIN_NODES,
    };
    puzzle.nodes.map(|nodes| match nodes {
        _ if nodes < medium => Difficulty::Easy,
        _ if nodes < hard => Difficulty::Medium,
        _ => Difficulty::Hard,
    })
}

/// Counts the puzzles of a game by goal, length and difficulty.
pub fn groups(rules: &Rules) -> Vec<PuzzleGroup> {
    let mut counts = BTreeMap::new();
    for puzzle in puzzles(rules) {
        if let Some(difficulty) = difficulty(puzzle) {
            let length = move_count(puzzle).min(LONG);
            *counts.entry((puzzle.kind, length, difficulty)).or_default() += 1;
        }
    }
    let groups = counts.into_iter();
    let view = |((goal, moves, difficulty), count)| PuzzleGroup { goal, moves, difficulty, count };
    groups.map(view).collect()
}

/// Returns the number, from 1, of the puzzle to show. Without a number in the choice that is one that fits it
/// and that the person has not tried, as difficult as the person's rating. If all are tried, it is the next one
/// after `previous` that is not solved.
pub fn choose(
    rules: &Rules,
    choice: &PuzzleChoice,
    previous: Option<usize>,
    user_data: &UserData,
) -> Result<usize, CommandError> {
    let puzzles = puzzles(rules);
    if puzzles.is_empty() {
        return Err(CommandError::NoPuzzles(rules.name().into()));
    }
    if let Some(number) = choice.number {
        return check_number(number, puzzles.len());
    }
    let fits = |puzzle: &Puzzle| {
        choice.moves.is_none_or(|moves| move_count(puzzle).min(LONG) == moves.min(LONG))
            && choice.goal.is_none_or(|goal| puzzle.kind == goal)
            && choice.difficulty.is_none_or(|wanted| difficulty(puzzle) == Some(wanted))
    };
    let numbered = (1..).zip(puzzles);
    let fitting: Vec<usize> =
        numbered.filter(|(_, puzzle)| fits(puzzle)).map(|(number, _)| number).collect();
    let counts = user_data.puzzles.get(rules.name());
    let is_in = |set: fn(&PuzzleCounts) -> &BTreeSet<usize>, number: &usize| {
        counts.is_some_and(|counts| set(counts).contains(number))
    };
    let distance = |&number: &usize| {
        let rating = puzzle_rating(&puzzles[number - 1]).unwrap_or_default();
        (rating - user_data.puzzle_rating.rating).abs() as u32
    };
    let mut near: Vec<usize> = fitting.clone();
    near.retain(|number| !is_in(|counts| &counts.tried, number));
    near.sort_by_key(distance);
    near.truncate(NEAR);
    near.sort_unstable();
    next(&near, previous)
        .or_else(|| next_unsolved(&fitting, previous, |number| is_in(|c| &c.solved, &number)))
        .ok_or_else(|| CommandError::NoSuchPuzzle(rules.name().into()))
}

/// Returns the number of the next puzzle of a streak. Ratings rise with `solved`; one of [`STREAK_STEP`] puzzles of about
/// the same rating is chosen at random.
pub fn choose_for_streak(rules: &Rules, solved: usize) -> Result<usize, CommandError> {
    let puzzles = puzzles(rules);
    let mut numbers = Vec::from_iter(1..=puzzles.len());
    numbers.sort_by_key(|number| puzzle_rating(&puzzles[number - 1]).map(|rating| rating as u32));
    let steps = numbers.chunks(STREAK_STEP);
    let last = steps.len().checked_sub(1).ok_or(CommandError::NoPuzzles(rules.name().into()))?;
    let step = &numbers[solved.min(last) * STREAK_STEP..];
    let count = step.len().min(STREAK_STEP);
    Ok(step[platform::random_seed() as usize % count])
}

/// Checks the number of a puzzle.
pub fn check_number(number: usize, count: usize) -> Result<usize, CommandError> {
    if (1..=count).contains(&number) {
        return Ok(number);
    }
    let [value, max] = [number, count].map(|number| number.to_string());
    Err(CommandError::OutOfRange { field: Field::Puzzle, value, min: "1".into(), max })
}

/// Returns the first unsolved number after `previous`, or else the first unsolved one. If all are solved,
/// returns the number after `previous`, or else the first.
pub fn next_unsolved(
    numbers: &[usize],
    previous: Option<usize>,
    is_solved: impl Fn(usize) -> bool,
) -> Option<usize> {
    let unsolved: Vec<usize> =
        numbers.iter().copied().filter(|&number| !is_solved(number)).collect();
    next(&unsolved, previous).or_else(|| next(numbers, previous))
}

/// Returns the first number after `previous`, or else the first one.
fn next(numbers: &[usize], previous: Option<usize>) -> Option<usize> {
    let after = numbers.iter().find(|&&number| number > previous.unwrap_or(0));
    after.or(numbers.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::PuzzleSource;
    use crate::user_data::Change;

    fn choice(moves: Option<usize>, difficulty: Option<Difficulty>) -> PuzzleChoice {
        let variant = "shosu".into();
        let source = PuzzleSource::Stored;
        let (number, goal, streak) = (None, None, false);
        PuzzleChoice { variant, source, number, moves, difficulty, goal, streak }
    }

    #[test]
    fn every_stored_puzzle_is_in_a_group() {
        for rules in games::all() {
            let counted: usize = groups(rules).iter().map(|group| group.count).sum();
            assert_eq!(counted, puzzles(rules).len(), "{}", rules.name());
        }
    }

    /// Marks a puzzle as tried, and as solved.
    fn count(user_data: &mut UserData, number: usize, is_solved: bool) {
        let rating = puzzle_rating(&puzzles(games::by_name("shosu").unwrap())[number - 1]).unwrap();
        user_data.apply(&Change::Puzzle { variant: "shosu".into(), number, rating, is_solved });
    }

    #[test]
    fn puzzles_are_as_difficult_as_the_person_is_good() {
        let rules = games::by_name("shosu").unwrap();
        let mut user_data = UserData::default();
        let any = choice(None, None);
        let rating_of = |number: usize| puzzle_rating(&puzzles(rules)[number - 1]).unwrap();
        let mut previous = None;
        for _ in 0..30 {
            let number = choose(rules, &any, previous, &user_data).unwrap();
            assert!((rating_of(number) - user_data.puzzle_rating.rating).abs() < 150.0);
            assert_ne!(previous.replace(number), Some(number));
            // This person solves those up to 1,300.
            count(&mut user_data, number, rating_of(number) < 1_300.0);
        }
        let rating = user_data.puzzle_rating.rating;
        assert!((1_150.0..1_450.0).contains(&rating), "{rating}");
        // Puzzles that are passed over are followed by others like them.
        let mut passed = BTreeSet::new();
        for _ in 0..NEAR {
            let number = choose(rules, &any, previous, &user_data).unwrap();
            assert!(passed.insert(number));
            previous = Some(number);
        }
    }

    #[test]
    fn once_all_are_tried_those_that_are_not_solved_come_in_order() {
        let rules = games::by_name("shosu").unwrap();
        let three = choice(Some(3), Some(Difficulty::Hard));
        let three = PuzzleChoice { goal: Some(PuzzleKind::Mate), ..three };
        let mut user_data = UserData::default();
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        loop {
            let number = choose(rules, &three, None, &user_data).unwrap();
            if !seen.insert(number) {
                break;
            }
            let puzzle = &puzzles(rules)[number - 1];
            assert_eq!(
                (puzzle.kind, move_count(puzzle), difficulty(puzzle)),
                (PuzzleKind::Mate, 3, Some(Difficulty::Hard))
            );
            count(&mut user_data, number, true);
        }
        let group = groups(rules).into_iter().find(|group| {
            (group.goal, group.moves, group.difficulty) == (PuzzleKind::Mate, 3, Difficulty::Hard)
        });
        assert_eq!(Some(seen.len()), group.map(|group| group.count));
        let seen = Vec::from_iter(seen);
        let next =
            |user_data: &UserData, previous| choose(rules, &three, Some(previous), user_data);
        assert_eq!(next(&user_data, seen[0]), Ok(seen[1]));
        user_data.puzzles.get_mut("shosu").unwrap().solved.remove(&seen[1]);
        assert_eq!(next(&user_data, seen[3]), Ok(seen[1]));
    }

    #[test]
    fn choices_without_a_puzzle_are_refused() {
        let rules = games::by_name("shosu").unwrap();
        let first =
            |rules, choice: &PuzzleChoice| choose(rules, choice, None, &UserData::default());
        let mate_in_one = PuzzleChoice { goal: Some(PuzzleKind::Mate), ..choice(Some(1), None) };
        let error = first(rules, &mate_in_one).unwrap_err();
        assert_eq!(error, CommandError::NoSuchPuzzle("shosu".into()));
        let numbered = |number| PuzzleChoice { number: Some(number), ..choice(None, None) };
        let count = puzzles(rules).len();
        assert_eq!(first(rules, &numbered(count)), Ok(count));
        for number in [0, count + 1, usize::MAX] {
            let error = first(rules, &numbered(number)).unwrap_err();
            let is_out_of_range = matches!(&error, CommandError::OutOfRange { field: Field::Puzzle, value, .. } if *value == number.to_string());
            assert!(is_out_of_range, "{error:?}");
        }
    }
}
