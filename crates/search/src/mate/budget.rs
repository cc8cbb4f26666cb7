//! How much work is left.

use super::MateLimits;
use crate::limits::Control;
use std::time::Instant;

/// Counts nodes and sees when to stop.
pub(super) struct Budget<'a> {
    control: &'a Control,
    deadline: Option<Instant>,
    pub nodes: u64,
    pub most: u64,
    spent: bool,
}

/// The clock is read every so many nodes.
const INTERVAL: u64 = 32;

impl<'a> Budget<'a> {
    pub fn new(limits: &MateLimits, control: &'a Control) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let most = limits.nodes.unwrap_or(u64::MAX);
        Self { control, deadline, nodes: 0, most, spent: false }
    }

    /// Counts a node, unless there is no more to spend.
    pub fn spend(&mut self) -> bool {
        if self.nodes.is_multiple_of(INTERVAL) {
            let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.spent |= late || self.control.is_stopped();
        }
        self.spent |= self.nodes >= self.most;
        self.nodes += u64::from(!self.spent);
        !self.spent
    }

    /// Whether there is no more to spend.
    pub fn is_spent(&self) -> bool {
        self.spent
    }
}
