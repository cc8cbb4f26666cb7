//! Counts of the few features of a position among all features.

/// Counts by index, all 0 between positions.
#[derive(Debug)]
pub(crate) struct SparseCounts {
    counts: Vec<i32>,
    /// The indices that were added to, with repetitions.
    touched: Vec<u16>,
}

impl SparseCounts {
    pub fn new(indices: usize) -> Self {
        Self { counts: vec![0; indices], touched: Vec::new() }
    }

    pub fn add(&mut self, index: usize, count: i32) {
        self.touched.push(index as u16);
        self.counts[index] += count;
    }

    /// Removes the counts. Returns those other than 0 with their indices, in the order in which the indices
    /// were first added to.
    pub fn drain(&mut self) -> impl Iterator<Item = (u16, i8)> + '_ {
        let Self { counts, touched } = self;
        touched.drain(..).filter_map(|index| {
            // The first occurrence of an index takes the whole count; repeated ones find 0.
            let count = std::mem::take(&mut counts[usize::from(index)]);
            (count != 0).then_some((index, count as i8))
        })
    }
}
