//! Playing below one's strength.

use super::options::FULL_SKILL;
use search::{Info, Limits};
use std::hash::{BuildHasher, RandomState};

/// How many moves a weak player considers good.
const LINES: usize = 6;

/// A level below full strength: few nodes, and a choice by taste among the moves that look good.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// How many levels are missing to full strength.
    missing: i64,
}

impl Skill {
    /// The handicap of a level; none at the highest.
    pub fn of(level: i64) -> Option<Self> {
        let missing = FULL_SKILL - level;
        (missing > 0).then_some(Self { missing })
    }

    /// Limits a search as the level does.
    pub fn limit(self, limits: &mut Limits) {
        let most = limits.nodes.unwrap_or(u64::MAX);
        limits.nodes = Some(most.min(self.nodes()));
        limits.lines = limits.lines.max(LINES);
    }

    /// From a thousand nodes, half as many again each level.
    fn nodes(self) -> u64 {
        let level = (FULL_SKILL - self.missing).max(0);
        (1_000.0 * 1.5_f64.powi(level as i32)) as u64
    }

    /// How much worse a move may look and still be played, in hundredths of a pawn.
    fn tolerance(self) -> f64 {
        20.0 * self.missing as f64
    }

    /// Chooses among lines, the best first. The taste of a game decides what is liked.
    pub fn choose(self, lines: &[Info], taste: Taste) -> Option<&Info> {
        let mut chance = taste.0;
        let liking = |info: &Info| {
            let fancy = random(&mut chance) * self.tolerance();
            f64::from(info.score.raw()) + fancy
        };
        let likings: Vec<f64> = lines.iter().map(liking).collect();
        let (_, best) = lines.iter().zip(likings).map(|(info, liking)| (liking, info)).fold(
            (f64::NEG_INFINITY, None),
            |(most, best), (liking, info)| {
                if liking > most { (liking, Some(info)) } else { (most, best) }
            },
        );
        best
    }
}

/// What a weak player likes in a position.
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
    use search::{Bound, Line, Score};
    use std::time::Duration;

    fn line(multipv: usize, score: i32) -> Info {
        let (depth, seldepth, nodes, hashfull) = (1, 1, 1, 0);
        let (score, bound, time) = (Score::value(score), Bound::Exact, Duration::ZERO);
        Info { depth, seldepth, multipv, score, bound, nodes, time, hashfull, line: Line::new() }
    }

    /// How often each of three lines is chosen.
    fn choices(level: i64) -> [u32; 3] {
        let lines = [line(1, 100), line(2, 40), line(3, -900)];
        let mut counts = [0; 3];
        for seed in 0..1_000 {
            let skill = Skill::of(level).unwrap();
            counts[skill.choose(&lines, Taste(seed)).unwrap().multipv - 1] += 1;
        }
        counts
    }

    #[test]
    fn the_lower_the_level_the_more_is_tolerated() {
        let [weak, fair, strong] = [0, 10, 18].map(choices);
        assert!(weak[0] > weak[1] && weak[1] > fair[1] && fair[1] > strong[1], "{weak:?} {fair:?}");
        assert_eq!((weak[2], strong[1]), (0, 0), "nobody gives away a rook for nothing");
        assert!(Skill::of(20).is_none());
    }

    #[test]
    fn the_lower_the_level_the_fewer_nodes() {
        let nodes = |level| {
            let mut limits = Limits::default();
            Skill::of(level).unwrap().limit(&mut limits);
            limits.nodes.unwrap()
        };
        assert!((0..20).map(nodes).is_sorted_by(|a, b| a < b));
        let mut limits = Limits { nodes: Some(10), ..Limits::default() };
        Skill::of(19).unwrap().limit(&mut limits);
        assert_eq!(limits.nodes, Some(10));
    }
}
