//! The threats of a position: their score in the linear evaluation, and the lists that the network reads.

use crate::features::{FeatureVisitor, visit_threats};
use crate::layout::{THREAT_TABLE_SIZE, THREATS};
use crate::network::ThreatList;
use crate::parameters::Parameters;
use rules::{Board, Color};

/// Collects the threats of positions.
#[derive(Clone, Debug)]
pub(crate) struct Threats {
    /// The parameters of [`THREATS`].
    values: Box<[i16; THREAT_TABLE_SIZE]>,
    /// Each side's sum of parameters.
    totals: [i32; 2],
    lists: [ThreatList; 2],
}

impl Threats {
    pub fn new(parameters: &Parameters) -> Self {
        let mut values = Box::new([0; THREAT_TABLE_SIZE]);
        values[..THREATS.len()].copy_from_slice(&parameters.values()[THREATS]);
        Self { values, totals: [0; 2], lists: [ThreatList::new(), ThreatList::new()] }
    }

    /// Finds the threats of a position. Returns their score from Black's point of view.
    #[inline]
    pub fn update(&mut self, board: &Board) -> i32 {
        self.totals = [0; 2];
        self.lists.iter_mut().for_each(ThreatList::clear);
        visit_threats(board, self);
        self.lists.iter_mut().for_each(ThreatList::fill_up);
        self.totals[Color::Black.index()] - self.totals[Color::White.index()]
    }

    /// Returns both sides' threats, Black's first.
    #[inline]
    pub fn lists(&self) -> [&ThreatList; 2] {
        self.lists.each_ref()
    }
}

impl FeatureVisitor for Threats {
    #[inline]
    fn visit(&mut self, side: Color, parameter: usize, count: i32) {
        debug_assert!(THREATS.contains(&parameter));
        // The remainder saves a bounds check.
        let threat = (parameter - THREATS.start) % THREAT_TABLE_SIZE;
        self.totals[side.index()] += i32::from(self.values[threat]) * count;
        self.lists[side.index()].push(threat as u16, count);
    }
}
