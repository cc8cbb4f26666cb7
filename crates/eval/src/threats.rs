//! The threats of a position: their score in the linear evaluation and their rows in the network.

use crate::features::{FeatureVisitor, visit_threats};
use crate::layout::THREATS;
use crate::network::{Network, ThreatList};
use crate::parameters::Parameters;
use rules::{Board, Color};

/// The size of a table with an entry for each parameter of [`THREATS`].
const TABLE_SIZE: usize = (THREATS.end - THREATS.start).next_power_of_two();

/// Collects the threats of positions.
#[derive(Clone, Debug)]
pub(crate) struct Threats {
    /// By parameter of [`THREATS`].
    features: Box<[ThreatFeature; TABLE_SIZE]>,
    /// The network's row of zeros.
    zero_row: u16,
    /// Each side's sum of parameters.
    totals: [i32; 2],
    /// Each side's rows.
    lists: [ThreatList; 2],
}

/// What a feature counts for. Both numbers are in one place because every threat needs them.
#[derive(Clone, Copy, Debug, Default)]
struct ThreatFeature {
    value: i16,
    /// The network's row of weights, from the point of view of the side that has the threat.
    row: u16,
}

impl Threats {
    pub fn new(parameters: &Parameters, network: Option<&Network>) -> Self {
        let mut features = Box::new([ThreatFeature::default(); TABLE_SIZE]);
        for (parameter, feature) in THREATS.zip(features.iter_mut()) {
            let row = network.map_or(0, |network| network.inputs().own_threat_row(parameter));
            *feature = ThreatFeature { value: parameters.values()[parameter], row };
        }
        Self {
            features,
            zero_row: network.map_or(0, Network::zero_threat_row),
            totals: [0; 2],
            lists: [ThreatList::new(), ThreatList::new()],
        }
    }

    /// Finds the threats of a position. Returns their score from Black's point of view.
    #[inline]
    pub fn update(&mut self, board: &Board) -> i32 {
        self.totals = [0; 2];
        self.lists.iter_mut().for_each(ThreatList::clear);
        visit_threats(board, self);
        self.lists.iter_mut().for_each(|list| list.fill_up(self.zero_row));
        self.totals[Color::Black.index()] - self.totals[Color::White.index()]
    }

    /// Returns the rows of both sides' threats, Black's first.
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
        let ThreatFeature { value, row } = self.features[(parameter - THREATS.start) % TABLE_SIZE];
        self.totals[side.index()] += i32::from(value) * count;
        self.lists[side.index()].push(row, count);
    }
}
