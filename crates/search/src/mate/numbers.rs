//! How far a position is from being settled.

use super::held::Held;

/// How many leaves must at least be settled to prove that the attacker mates, and to prove that he
/// does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// What cannot be reached. All that is not settled counts less.
pub(super) const NEVER: u32 = 1 << 30;

impl Numbers {
    pub const PROVEN: Self = Self { proof: 0, disproof: NEVER };
    pub const DISPROVEN: Self = Self { proof: NEVER, disproof: 0 };
    /// As limits: until it is settled.
    pub const UNLIMITED: Self = Self { proof: NEVER, disproof: NEVER };

    /// The numbers as the side to move has them: how far it is from its aim, and how far the other
    /// side from its own.
    pub fn of(attacks: bool, mine: u32, theirs: u32) -> Self {
        match attacks {
            true => Self { proof: mine, disproof: theirs },
            false => Self { proof: theirs, disproof: mine },
        }
    }

    /// How far this side is from its aim.
    #[inline]
    pub fn mine(self, attacks: bool) -> u32 {
        if attacks { self.proof } else { self.disproof }
    }

    /// How far the other side is from its aim.
    #[inline]
    pub fn theirs(self, attacks: bool) -> u32 {
        self.mine(!attacks)
    }

    #[inline]
    pub fn is_proven(self) -> bool {
        self.proof == 0
    }

    #[inline]
    pub fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    #[inline]
    pub fn is_settled(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Whether either number has reached its limit.
    #[inline]
    pub fn reaches(self, limit: Self) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub numbers: Numbers,
    /// If proven, the plies in which it mates at the latest.
    pub plies: u16,
    /// If disproven, the depth of the earliest position on the path of which a repetition was
    /// counted against the attacker: on another path it may be different. [`ANYWHERE`] if there
    /// was none.
    pub since: u16,
    /// If settled, a hand of the attacker's for which it holds as well: to mate no more is needed,
    /// or not even this much is enough.
    pub hand: Held,
}

/// A disproof holds on any path.
pub(super) const ANYWHERE: u16 = u16::MAX;

impl Known {
    pub fn open(numbers: Numbers) -> Self {
        Self { numbers, plies: 0, since: ANYWHERE, hand: Held::NONE }
    }

    pub fn mate(plies: u16, hand: Held) -> Self {
        Self { numbers: Numbers::PROVEN, plies, since: ANYWHERE, hand }
    }

    pub fn disproven(since: u16, hand: Held) -> Self {
        Self { numbers: Numbers::DISPROVEN, plies: 0, since, hand }
    }
}
