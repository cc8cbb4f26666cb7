//! How deep searches are.

use std::fmt;
use std::ops::AddAssign;

/// Deeper searches count as this deep.
const MAX_DEPTH: usize = 31;

/// The numbers of searches by the last depth that they completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DepthCounts([u64; MAX_DEPTH + 1]);

impl DepthCounts {
    pub fn add(&mut self, depth: u32) {
        self.0[(depth as usize).min(MAX_DEPTH)] += 1;
    }

    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl AddAssign for DepthCounts {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count += other);
    }
}

/// Formats the share of each depth. Depth 0 is a search that was stopped in its first iteration.
impl fmt::Display for DepthCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total().max(1) as f64;
        let shares = self.0.iter().enumerate().filter(|(_, count)| **count > 0);
        let shares = shares.map(|(depth, &count)| {
            let deeper = if depth == MAX_DEPTH { "+" } else { "" };
            format!("{depth}{deeper} {:.1}%", 100.0 * count as f64 / total)
        });
        write!(f, "completed depths: {}", shares.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_each_depth_is_shown() {
        let mut counts = DepthCounts::default();
        assert!(counts.is_empty());
        [1, 1, 3].into_iter().for_each(|depth| counts.add(depth));
        let mut others = DepthCounts::default();
        others.add(500);
        counts += others;
        assert_eq!(counts.to_string(), "completed depths: 1 50.0%, 3 25.0%, 31+ 25.0%");
    }
}
