//! The puzzles that are part of the program, by length and difficulty.

use crate::command_error::CommandError;
use crate::messages::{Difficulty, Field, PuzzleChoice, PuzzleGroup};
use crate::text::game_title;
use rules::Rules;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use study::puzzles::{Puzzle, read_puzzles, stored_puzzles};

/// The rating in nodes from which a puzzle is of medium difficulty.
const MEDIUM_NODES: u64 = 20;
/// The rating in nodes from which a puzzle is hard. About a third of the stored puzzles is.
const HARD_NODES: u64 = 80;
/// The length in the attacker's moves from which all puzzles are in one group.
const LONG: usize = 4;

/// The puzzles of each game, easiest first.
static PUZZLES: LazyLock<HashMap<&'static str, Vec<Puzzle>>> = LazyLock::new(|| {
    let games = games::all().filter_map(|rules| {
        let puzzles = read_puzzles(stored_puzzles(rules.name())?, rules).unwrap_or_default();
        Some((rules.name(), puzzles.into_iter().map(|(puzzle, _)| puzzle).collect()))
    });
    games.collect()
});

/// Returns the puzzles of a game, easiest first.
pub fn puzzles(rules: &Rules) -> &'static [Puzzle] {
    PUZZLES.get(rules.name()).map_or(&[], |puzzles| puzzles)
}

/// Returns the attacker's moves to mate.
pub fn move_count(puzzle: &Puzzle) -> usize {
    puzzle.line.len().div_ceil(2)
}

/// Returns the difficulty of a puzzle, if it is rated.
pub fn difficulty(puzzle: &Puzzle) -> Option<Difficulty> {
    puzzle.nodes.map(|nodes| match nodes {
        ..MEDIUM_NODES => Difficulty::Easy,
        MEDIUM_NODES..HARD_NODES => Difficulty::Medium,
        _ => Difficulty::Hard,
    })
}

/// Counts the puzzles of a game by length and difficulty.
pub fn groups(rules: &Rules) -> Vec<PuzzleGroup> {
    let mut counts = BTreeMap::new();
    for puzzle in puzzles(rules) {
        if let Some(difficulty) = difficulty(puzzle) {
            *counts.entry((move_count(puzzle).min(LONG), difficulty)).or_default() += 1;
        }
    }
    let groups = counts.into_iter();
    groups.map(|((moves, difficulty), count)| PuzzleGroup { moves, difficulty, count }).collect()
}

/// Returns the number, from 1, of the puzzle to show. Without a number in the choice that is the next
/// fitting one after `previous`, an unsolved one if there is any; after the last one, the first.
pub fn choose(
    rules: &Rules,
    choice: &PuzzleChoice,
    previous: Option<usize>,
    is_solved: impl Fn(usize) -> bool,
) -> Result<usize, CommandError> {
    let puzzles = puzzles(rules);
    if puzzles.is_empty() {
        return Err(CommandError::NoPuzzles(game_title(rules)));
    }
    if let Some(number) = choice.number {
        return check_number(number, puzzles.len());
    }
    let fits = |puzzle: &Puzzle| {
        choice.moves.is_none_or(|moves| move_count(puzzle).min(LONG) == moves.min(LONG))
            && choice.difficulty.is_none_or(|wanted| difficulty(puzzle) == Some(wanted))
    };
    let numbered = (1..).zip(puzzles);
    let fitting: Vec<usize> =
        numbered.filter(|(_, puzzle)| fits(puzzle)).map(|(number, _)| number).collect();
    next_unsolved(&fitting, previous, is_solved)
        .ok_or_else(|| CommandError::NoSuchPuzzle(game_title(rules)))
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
    let next = |numbers: &[usize]| {
        let after = numbers.iter().find(|&&number| number > previous.unwrap_or(0));
        after.or(numbers.first()).copied()
    };
    let unsolved: Vec<usize> =
        numbers.iter().copied().filter(|&number| !is_solved(number)).collect();
    next(&unsolved).or_else(|| next(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::PuzzleSource;

    fn choice(moves: Option<usize>, difficulty: Option<Difficulty>) -> PuzzleChoice {
        let variant = "shosu".into();
        let source = PuzzleSource::Stored;
        PuzzleChoice { variant, source, number: None, moves, difficulty }
    }

    #[test]
    fn every_stored_puzzle_is_in_a_group() {
        for rules in games::all() {
            let lines = stored_puzzles(rules.name()).map_or(0, |lines| lines.lines().count());
            assert_eq!(puzzles(rules).len(), lines, "{}", rules.name());
            let counted: usize = groups(rules).iter().map(|group| group.count).sum();
            assert_eq!(counted, lines, "{}", rules.name());
        }
    }

    #[test]
    fn unsolved_puzzles_that_fit_come_in_order() {
        let rules = games::by_name("shosu").unwrap();
        let three = choice(Some(3), Some(Difficulty::Hard));
        let mut solved: Vec<usize> = Vec::new();
        let mut seen: Vec<usize> = Vec::new();
        let next = |solved: &[usize], previous: Option<&usize>| {
            choose(rules, &three, previous.copied(), |number| solved.contains(&number))
        };
        while let Ok(number) = next(&solved, seen.last()) {
            let puzzle = &puzzles(rules)[number - 1];
            assert_eq!((move_count(puzzle), difficulty(puzzle)), (3, Some(Difficulty::Hard)));
            if seen.contains(&number) {
                break;
            }
            seen.push(number);
            solved.push(number);
        }
        let group = groups(rules)
            .into_iter()
            .find(|group| (group.moves, group.difficulty) == (3, Difficulty::Hard));
        assert_eq!(Some(seen.len()), group.map(|group| group.count));
        assert!(seen.is_sorted());
        // After the last one comes the first unsolved one, and once all are solved, the first.
        solved.retain(|&number| number != seen[1]);
        assert_eq!(next(&solved, seen.last()), Ok(seen[1]));
        solved.push(seen[1]);
        assert_eq!(next(&solved, seen.last()), Ok(seen[0]));
    }

    #[test]
    fn choices_without_a_puzzle_are_refused() {
        let rules = games::by_name("shosu").unwrap();
        let first = |rules, choice: &PuzzleChoice| choose(rules, choice, None, |_| false);
        let error = first(rules, &choice(Some(1), None)).unwrap_err().to_string();
        assert_eq!(error, "no puzzle for Shosu Shogi has this length and difficulty");
        let numbered = |number| PuzzleChoice { number: Some(number), ..choice(None, None) };
        assert_eq!(first(rules, &numbered(200)), Ok(200));
        for number in [0, 201, usize::MAX] {
            let error = first(rules, &numbered(number)).unwrap_err().to_string();
            assert_eq!(error, format!("invalid puzzle {number}: expected 1 to 200"));
        }
        let shogi = games::by_name("shogi").unwrap();
        let error = first(shogi, &choice(None, None)).unwrap_err().to_string();
        assert_eq!(error, "there are no puzzles for Shogi");
    }
}
