//! How much threats change from a position to the next, for evaluations to be foreseen.

/// What moves changed of what the threats are worth to the side to move: how much on average, and
/// how far off that, in 256ths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    mean: i32,
    spread: i32,
}

/// Over how many changes the averages go.
const MEMORY: i32 = 128;

impl Drift {
    /// Much may change as long as nothing is known.
    pub const fn unknown() -> Self {
        Self { mean: 0, spread: 1_000 << 8 }
    }

    /// Learns of a change.
    #[inline]
    pub fn learn(&mut self, change: i32) {
        let off = (change << 8) - self.mean;
        self.mean += off / MEMORY;
        self.spread += (off.abs() - self.spread) / MEMORY;
    }

    /// A change that most exceed: by so many per cent of how far they are off it below the average.
    #[inline]
    pub fn least(self, percent: i32) -> i32 {
        (self.mean - self.spread / 100 * percent) >> 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_learnt() {
        let mut drift = Drift::unknown();
        assert!(drift.least(100) <= -1_000, "nothing is trusted at first");
        for change in [80, 120].repeat(1_000) {
            drift.learn(change);
        }
        // A hundred on average, and twenty off.
        assert!((95..=105).contains(&drift.least(0)), "{drift:?}");
        assert!((55..=65).contains(&drift.least(200)), "{drift:?}");
    }
}
