//! Playing below one's strength.
//!
//! A weak player does not see every move, and looks at little. Neither needs a measure of how bad a
//! move is, so a level means much the same in every game and with any evaluation. Both are shares of
//! what is there, so that they tell at any time control; a limit of nodes besides keeps low levels
//! low however long they think.

use rules::{Move, Position};
use search::Limits;
use std::hash::{BuildHasher, RandomState};

/// The level of unhampered play.
pub const FULL: i64 = 20;
/// The ratings of the lowest level and of unhampered play.
pub const WEAKEST: i64 = 600;
pub const STRONGEST: i64 = 3_000;

/// The nodes of the lowest level at most, and how many times as many each has as the one below.
const NODES: f64 = 1_000.0;
const MORE_NODES: f64 = 1.5;
/// How the steps from level to level grow smaller: little is left of a low level to take away.
const FALL_OFF: f64 = 0.8;
/// The logarithm of the share of time and nodes used, over the distance from full strength.
const IDLENESS: f64 = -0.5;
/// The logarithm of the odds that a move is not seen: where it begins, and what distance adds.
const BLINDNESS: f64 = -2.45;
const MORE_BLINDNESS: f64 = 0.46;

/// A strength below the full one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// How many levels are missing to full strength.
    missing: f64,
}

impl Skill {
    /// The handicap of a level; none at the highest.
    pub fn of(level: i64) -> Option<Self> {
        Self::missing((FULL - level) as f64)
    }

    /// The handicap of a rating; none at the highest.
    pub fn rated(elo: i64) -> Option<Self> {
        let step = (STRONGEST - WEAKEST) as f64 / FULL as f64;
        Self::missing((STRONGEST - elo) as f64 / step)
    }

    fn missing(missing: f64) -> Option<Self> {
        (missing > 0.0).then_some(Self { missing })
    }

    /// How far it is from full strength.
    fn distance(self) -> f64 {
        self.missing.powf(FALL_OFF)
    }

    /// The share of the time and nodes given that is used.
    pub fn effort(self) -> f64 {
        (IDLENESS * self.distance()).exp()
    }

    /// Limits a search as the level does.
    pub fn limit(self, limits: &mut Limits, position: &Position, taste: Taste) {
        let share = limits.nodes.map_or(u64::MAX, |nodes| (nodes as f64 * self.effort()) as u64);
        limits.nodes = Some(share.min(self.nodes()).max(1));
        limits.move_time = limits.move_time.map(|time| time.mul_f64(self.effort()));
        if limits.search_moves.is_empty() {
            limits.search_moves = position.legal_moves().to_vec();
        }
        self.overlook(&mut limits.search_moves, taste.at(position.key()));
    }

    fn nodes(self) -> u64 {
        (NODES * MORE_NODES.powf(FULL as f64 - self.missing)) as u64
    }

    /// The chance that a move is not seen.
    fn blindness(self) -> f64 {
        let odds = BLINDNESS + MORE_BLINDNESS * self.distance();
        // Who is almost at full strength sees almost all.
        self.missing.min(1.0) / (1.0 + (-odds).exp())
    }

    /// Leaves out the moves that are not seen; one always is.
    fn overlook(self, moves: &mut Vec<Move>, taste: Taste) {
        let mut chance = taste.0;
        let fates: Vec<f64> = moves.iter().map(|_| random(&mut chance)).collect();
        let luckiest = fates.iter().copied().fold(0.0, f64::max);
        let fate = self.blindness().min(luckiest);
        let mut fates = fates.into_iter();
        moves.retain(|_| fates.next().is_none_or(|lot| lot >= fate));
    }
}

/// What a weak player sees in a position: the same as long as a game lasts.
#[derive(Clone, Copy, Debug)]
pub struct Taste(u64);

impl Taste {
    /// Another taste at every call.
    pub fn fresh() -> Self {
        Self(RandomState::new().hash_one(0))
    }

    /// The taste for one position.
    pub fn at(self, key: u64) -> Self {
        Self(self.0 ^ key)
    }
}

/// A number from zero to one (SplitMix64).
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Rules;
    use std::time::Duration;

    fn limited(skill: Skill, limits: &Limits, seed: u64) -> Limits {
        let position = Position::start(Rules::by_name("shogi").unwrap());
        let mut limits = limits.clone();
        skill.limit(&mut limits, &position, Taste(seed));
        limits
    }

    /// How many of the thirty moves of the start a level sees in a hundred games.
    fn seen(level: i64) -> usize {
        let skill = Skill::of(level).unwrap();
        let all = Limits::default();
        let counts = (0..100).map(|seed| limited(skill, &all, seed).search_moves.len());
        counts.inspect(|&count| assert!((1..=30).contains(&count))).sum()
    }

    #[test]
    fn the_lower_the_level_the_less_is_seen() {
        let seen: Vec<_> = (0..FULL).step_by(3).map(seen).collect();
        assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
        assert!(seen[0] < 500 && seen[6] > 2_000, "{seen:?}");
        assert!(Skill::of(FULL).is_none());
    }

    #[test]
    fn a_game_has_its_taste_and_moves_to_choose_among_stay_few() {
        let skill = Skill::of(5).unwrap();
        let moves = |seed| limited(skill, &Limits::default(), seed).search_moves;
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
        let one = Limits { search_moves: moves(1)[..1].to_vec(), ..Limits::default() };
        assert_eq!(limited(skill, &one, 3).search_moves, one.search_moves);
    }

    #[test]
    fn the_lower_the_level_the_less_is_looked_at() {
        let given = Limits {
            nodes: Some(100_000),
            move_time: Some(Duration::from_secs(10)),
            ..Limits::default()
        };
        let work = |level| {
            let limits = limited(Skill::of(level).unwrap(), &given, 0);
            (limits.nodes.unwrap(), limits.move_time.unwrap())
        };
        assert!((0..FULL).map(work).is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
        // Those who may think long do not, and the least is one node.
        let nodes = |level, limits| limited(Skill::of(level).unwrap(), &limits, 0).nodes.unwrap();
        assert_eq!(nodes(0, Limits::default()), 1_000);
        assert_eq!(nodes(0, Limits { nodes: Some(1), ..Limits::default() }), 1);
    }

    #[test]
    fn ratings_lie_between_levels() {
        assert_eq!(Skill::rated(WEAKEST), Skill::of(0));
        assert_eq!(Skill::rated(STRONGEST), None);
        let step = (STRONGEST - WEAKEST) / FULL;
        assert_eq!(Skill::rated(STRONGEST - 3 * step), Skill::of(FULL - 3));
        let between = Skill::rated(STRONGEST - step / 2).unwrap();
        assert!(between.effort() > Skill::of(FULL - 1).unwrap().effort());
    }
}
