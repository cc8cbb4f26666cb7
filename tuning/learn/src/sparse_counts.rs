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

    /// Removes the counts. Returns those other than 0, limited to the range of a byte, with their indices, in the
    /// order in which the indices were first added to.
    pub fn drain(&mut self) -> impl Iterator<Item = (u16, i8)> + '_ {
        let Self { counts, touched } = self;
        touched.drain(..).filter_map(|index| {
            // The first occurrence of an index takes the whole count; repeated ones find 0.
            let count = std::mem::take(&mut counts[usize::from(index)]);
            (count != 0).then_some((index, count.clamp(i8::MIN.into(), i8::MAX.into()) as i8))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_beyond_a_byte_are_limited() {
        let mut counts = SparseCounts::new(3);
        for (index, count) in [(2, 200), (0, -200), (2, 100), (1, 1), (1, -1)] {
            counts.add(index, count);
        }
        assert_eq!(counts.drain().collect::<Vec<_>>(), [(2, 127), (0, -128)]);
        assert_eq!(counts.drain().next(), None);
    }
}
