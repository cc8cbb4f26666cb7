//! Random openings. The same seed and the same search give the same opening.
//!
//! A change to the search changes which positions it scores as balanced. Openings that must not change are therefore
//! stored with the games.

use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use search::{Control, Engine, Limits};
use std::io;

/// Generates openings: random moves from the start position, kept if their score is close to even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningGenerator {
    /// Number of random plies.
    pub plies: u32,
    /// Nodes of the search that scores a candidate.
    pub nodes: u64,
    /// Largest accepted absolute score, in the evaluation's units.
    pub max_score: i32,
}

impl Default for OpeningGenerator {
    fn default() -> Self {
        Self { plies: 8, nodes: 5_000, max_score: 250 }
    }
}

/// Number of rejected candidates after which the accepted score is doubled.
const CANDIDATES_PER_LIMIT: u32 = 40;

/// The first, quick search of a candidate visits `nodes / QUICK_SEARCH_DIVISOR` nodes.
const QUICK_SEARCH_DIVISOR: u64 = 10;

impl OpeningGenerator {
    /// Largest allowed `plies`. With more random moves nearly every game would end within the opening.
    pub const MAX_PLIES: u32 = 40;

    /// Returns the opening of a seed: a position with the moves that lead to it.
    ///
    /// Doubles the accepted score each time too many candidates are unbalanced.
    pub fn generate(
        &self,
        rules: &'static Rules,
        seed: u64,
        scorer: &mut OpeningScorer,
    ) -> Position {
        scorer.0.clear();
        let mut candidates = RandomPositions::new(rules, self.plies, seed);
        let mut max_score = self.max_score.max(1);
        loop {
            for _ in 0..CANDIDATES_PER_LIMIT {
                let position = candidates.next_position();
                let mut is_balanced = |limit, nodes| scorer.score(&position, nodes).abs() <= limit;
                // Most candidates lose material, which the quick search already sees.
                if is_balanced(max_score.saturating_mul(2), self.nodes / QUICK_SEARCH_DIVISOR)
                    && is_balanced(max_score, self.nodes)
                {
                    return position;
                }
            }
            max_score = max_score.saturating_mul(2);
        }
    }
}

/// Games in a row that may end within the random moves. After them, openings have one move less.
const MAX_FINISHED: u32 = 1_000;

/// The search that scores candidates for an opening.
#[derive(Debug)]
pub struct OpeningScorer(Engine);

impl OpeningScorer {
    /// Creates a scorer. Fails if there is not enough memory.
    pub fn new() -> io::Result<Self> {
        // A small table is enough for a short search and quick to clear.
        Ok(Self(Engine::on_calling_thread()?.with_hash(1)))
    }

    /// Returns the score from the side to move's point of view, in the evaluation's units.
    fn score(&mut self, position: &Position, nodes: u64) -> i32 {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.0.search(position, &limits, &Control::default(), &mut ()).score.raw()
    }
}

/// An endless sequence of positions after random moves. The seed determines the sequence.
struct RandomPositions {
    rules: &'static Rules,
    plies: u32,
    rng: StdRng,
}

impl RandomPositions {
    /// Creates the sequence of a seed. Each position is at most `plies` random moves from the
    /// start position.
    fn new(rules: &'static Rules, plies: u32, seed: u64) -> Self {
        Self { rules, plies, rng: StdRng::seed_from_u64(seed) }
    }

    /// Returns the next position in which the game is not over. Where every game ends within the moves, there are fewer.
    fn next_position(&mut self) -> Position {
        loop {
            if let Some(position) = (0..MAX_FINISHED).find_map(|_| self.try_next()) {
                return position;
            }
            self.plies = self.plies.saturating_sub(1);
        }
    }

    /// Plays random moves from the start position. Returns `None` if the game ends, unless it is over before them.
    fn try_next(&mut self) -> Option<Position> {
        let mut position = Position::start(self.rules);
        for _ in 0..self.plies {
            let mut moves = position.legal_moves();
            // Sorted to make the choice independent of the order of move generation.
            moves.sort_unstable_by_key(|mv| mv.bits());
            position.do_move(*moves.choose(&mut self.rng)?);
        }
        (position.outcome() == Outcome::Ongoing || self.plies == 0).then_some(position)
    }
}

/// Derives the seed of item `index` from the seed of a run. Runs with consecutive seeds have
/// different item seeds.
pub const fn mix_seed(seed: u64, index: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Returns the value of an option in the command that is the header of a set.
    fn option(text: &str, name: &str) -> u64 {
        let header = text.lines().find(|line| line.starts_with("# ozutsu-learn openings "));
        let words = header.unwrap().split(' ');
        words.skip_while(|word| *word != name).nth(1).unwrap().parse().unwrap()
    }

    /// Returns the position of every opening in a set.
    fn positions(rules: &'static Rules, text: &str) -> Vec<Position> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let prefix = format!("{} startpos moves ", rules.name());
        let replay = |line: &str| {
            let mut position = Position::start(rules);
            for token in line.strip_prefix(&prefix).expect(line).split(' ') {
                let mv = rules.parse_usi(token).expect(line);
                position.try_move(mv).unwrap_or_else(|error| panic!("{line}: {token}: {error}"));
            }
            position
        };
        lines.map(replay).collect()
    }

    #[test]
    fn a_game_that_is_over_within_the_opening_has_shorter_ones() {
        // Stalemate after two moves.
        let text = "name = 'two'\nfiles = 3\nranks = 5\npromotion-ranks = 1\nstart = '1k1/3/3/3/1K1'\n\
                    [[piece]]\nletter = 'K'\nname = 'King'\nmovement = 'fW'\nrole = 'king'\n";
        let rules = games::parse(text).games[0].rules;
        let generator = OpeningGenerator { plies: 6, ..OpeningGenerator::default() };
        let position = generator.generate(rules, 1, &mut OpeningScorer::new().unwrap());
        assert_eq!((position.moves().len(), position.outcome()), (1, Outcome::Ongoing));
    }

    /// Every stored opening is one of the candidates of its seed. A change to the search may accept other candidates, but
    /// must not change the candidates.
    #[test]
    fn stored_openings_differ_and_come_from_their_seed() {
        for rules in games::all() {
            let name = rules.name();
            let Some(text) = games::openings(name) else { continue };
            let positions = positions(rules, text);
            assert_eq!((positions.len() as u64, option(text, "--count")), (300, 300), "{name}");
            let (seed, plies) = (option(text, "--seed"), option(text, "--plies") as u32);
            let mut known = HashSet::new();
            for (index, opening) in (0..).zip(positions) {
                assert_eq!(opening.outcome(), Outcome::Ongoing, "{}", opening.sfen());
                let is_new = known.insert(opening.sfen().to_string());
                assert!(is_new, "{} is there twice", opening.sfen());
                let mut candidates = RandomPositions::new(rules, plies, mix_seed(seed, index));
                let is_found =
                    (0..1_000).any(|_| candidates.next_position().moves().eq(opening.moves()));
                assert!(is_found, "{name}, opening {index}");
            }
        }
    }
}
