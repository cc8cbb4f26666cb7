//! Skill levels: playing below full strength.
//!
//! A weakened player overlooks moves at random and searches less. Neither depends on the score of a
//! move, so a level is about equally strong in every game and with any evaluation. Time and nodes are
//! reduced by a factor, so that a level is weaker at every time control. A node limit keeps low levels
//! weak even with much time.

use crate::limits::Limits;
use rules::{Move, Position, SplitMix64};

pub const MAX_LEVEL: i64 = 20;
pub const MIN_ELO: i64 = 600;
pub const MAX_ELO: i64 = 3_000;
pub const ELO_PER_LEVEL: i64 = (MAX_ELO - MIN_ELO) / MAX_LEVEL;

/// Node limit of level 0.
const BASE_NODES: f64 = 1_000.0;
/// Growth of the node limit per level.
const NODES_GROWTH: f64 = 1.5;
/// Exponent of the weakness: steps at low levels are smaller, because little strength is left there.
const WEAKNESS_EXPONENT: f64 = 0.8;
/// Logarithm of the fraction of time and nodes used, per unit of weakness.
const LOG_EFFORT: f64 = -0.5;
/// Log odds of overlooking a move: constant, and per unit of weakness.
const OVERLOOK_LOG_ODDS: f64 = -2.45;
const OVERLOOK_LOG_ODDS_SLOPE: f64 = 0.46;

/// A strength below full strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Number of levels below full strength; greater than 0.
    levels_below: f64,
}

impl Skill {
    /// Returns the skill of a level, or `None` for full strength.
    pub fn from_level(level: i64) -> Option<Self> {
        Self::from_levels_below((MAX_LEVEL - level) as f64)
    }

    /// Returns the skill of an Elo rating, or `None` for full strength.
    pub fn from_elo(elo: i64) -> Option<Self> {
        Self::from_levels_below((MAX_ELO - elo) as f64 / ELO_PER_LEVEL as f64)
    }

    fn from_levels_below(levels_below: f64) -> Option<Self> {
        (levels_below > 0.0).then_some(Self { levels_below })
    }

    fn weakness(self) -> f64 {
        self.levels_below.powf(WEAKNESS_EXPONENT)
    }

    /// Returns the fraction of the available time and nodes to use.
    pub fn effort(self) -> f64 {
        (LOG_EFFORT * self.weakness()).exp()
    }

    /// Reduces the nodes and the fixed time of a search, and removes the overlooked moves. The time on a clock is
    /// reduced by the caller: the factor of its time options is multiplied by [`effort`](Self::effort).
    pub fn restrict(self, limits: &mut Limits, position: &Position, noise: SkillNoise) {
        let reduced = limits.nodes.map_or(u64::MAX, |nodes| (nodes as f64 * self.effort()) as u64);
        limits.nodes = Some(reduced.min(self.max_nodes()).max(1));
        limits.move_time = limits.move_time.map(|time| time.mul_f64(self.effort()));
        if limits.search_moves.is_empty() {
            limits.search_moves = position.legal_moves().to_vec();
        }
        self.remove_overlooked(&mut limits.search_moves, noise.in_position(position.key()));
    }

    fn max_nodes(self) -> u64 {
        (BASE_NODES * NODES_GROWTH.powf(MAX_LEVEL as f64 - self.levels_below)) as u64
    }

    fn overlook_probability(self) -> f64 {
        let log_odds = OVERLOOK_LOG_ODDS + OVERLOOK_LOG_ODDS_SLOPE * self.weakness();
        // Less than one level below full strength, the probability goes to zero.
        self.levels_below.min(1.0) / (1.0 + (-log_odds).exp())
    }

    /// Removes the overlooked moves. At least one move stays.
    fn remove_overlooked(self, moves: &mut Vec<Move>, noise: SkillNoise) {
        let mut random = SplitMix64::new(noise.0);
        let draws: Vec<f64> = moves.iter().map(|_| unit_interval(random.next_u64())).collect();
        let highest = draws.iter().copied().fold(0.0, f64::max);
        let threshold = self.overlook_probability().min(highest);
        let mut draws = draws.into_iter();
        moves.retain(|_| draws.next().is_none_or(|draw| draw >= threshold));
    }
}

/// Random seed that decides which moves are overlooked. It stays the same during a game, so that the
/// same moves are overlooked when a position is searched again.
#[derive(Clone, Copy, Debug)]
pub struct SkillNoise(u64);

impl SkillNoise {
    pub fn random() -> Self {
        Self(platform::random_seed())
    }

    /// Returns the seed for the position with this key.
    fn in_position(self, key: u64) -> Self {
        Self(self.0 ^ key)
    }
}

/// Maps random bits to a number from 0 to 1.
fn unit_interval(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::time::Duration;

    /// Returns the limits that a skill has in the start position.
    fn restricted(skill: Skill, limits: &Limits, seed: u64) -> Limits {
        let position = Position::start(games::by_name("shogi").unwrap());
        let mut limits = limits.clone();
        skill.restrict(&mut limits, &position, SkillNoise(seed));
        limits
    }

    /// Returns how many of the 30 legal moves a level does not overlook, summed over 100 games.
    fn seen(level: i64) -> usize {
        let skill = Skill::from_level(level).unwrap();
        let no_limits = Limits::default();
        let counts = (0..100).map(|seed| restricted(skill, &no_limits, seed).search_moves.len());
        counts.inspect(|&count| assert!((1..=30).contains(&count))).sum()
    }

    #[test]
    fn lower_levels_overlook_more() {
        let seen: Vec<_> = (0..MAX_LEVEL).step_by(3).map(seen).collect();
        assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
        assert!(seen[0] < 500 && seen[6] > 2_000, "{seen:?}");
        assert!(Skill::from_level(MAX_LEVEL).is_none());
    }

    #[test]
    fn overlooked_moves_depend_on_the_game_and_searchmoves_are_kept() {
        let skill = Skill::from_level(5).unwrap();
        let moves = |seed| restricted(skill, &Limits::default(), seed).search_moves;
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
        let one = Limits { search_moves: moves(1)[..1].to_vec(), ..Limits::default() };
        assert_eq!(restricted(skill, &one, 3).search_moves, one.search_moves);
    }

    #[test]
    fn lower_levels_search_less() {
        let limits = Limits {
            nodes: Some(100_000),
            move_time: Some(Duration::from_secs(10)),
            ..Limits::default()
        };
        let restricted_limits = |level| {
            let limits = restricted(Skill::from_level(level).unwrap(), &limits, 0);
            (limits.nodes.unwrap(), limits.move_time.unwrap())
        };
        assert!((0..MAX_LEVEL).map(restricted_limits).is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
        // Without limits the node limit of the level holds. The minimum is one node.
        let nodes = |level, limits| {
            restricted(Skill::from_level(level).unwrap(), &limits, 0).nodes.unwrap()
        };
        assert_eq!(nodes(0, Limits::default()), 1_000);
        assert_eq!(nodes(0, Limits { nodes: Some(1), ..Limits::default() }), 1);
    }

    #[test]
    fn ratings_are_a_linear_scale_of_levels() {
        assert_eq!(Skill::from_elo(MIN_ELO), Skill::from_level(0));
        assert_eq!(Skill::from_elo(MAX_ELO), None);
        assert_eq!(Skill::from_elo(MAX_ELO - 3 * ELO_PER_LEVEL), Skill::from_level(MAX_LEVEL - 3));
        let between = Skill::from_elo(MAX_ELO - ELO_PER_LEVEL / 2).unwrap();
        assert!(between.effort() > Skill::from_level(MAX_LEVEL - 1).unwrap().effort());
    }
}
