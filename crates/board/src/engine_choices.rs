//! The sizes of engines from which a person may choose.

use crate::messages::Settings;
use std::iter;

/// The number of search threads and the size of the hash table in MiB of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSize {
    pub threads: usize,
    pub hash: usize,
}

/// The sizes of engines from which a person may choose by the settings `threads` and `hash`. The first are the usual
/// ones.
#[derive(Clone, Debug)]
pub struct EngineChoices {
    pub threads: Vec<usize>,
    pub hash: Vec<usize>,
}

impl EngineChoices {
    /// Offers what a machine with these processors can do, beside the usual size.
    pub fn new(usual: EngineSize, processors: usize) -> Self {
        let others = |usual: usize, sizes: Vec<usize>| {
            [usual].into_iter().chain(sizes.into_iter().filter(|&size| size != usual)).collect()
        };
        let powers = iter::successors(Some(1), |threads| Some(2 * threads));
        let threads = powers.take_while(|&threads| threads < processors).chain([processors]);
        Self {
            threads: others(usual.threads, threads.collect()),
            hash: others(usual.hash, vec![16, 64, 256, 1024]),
        }
    }

    /// Returns the size after changes of the settings. A value that is not offered means the usual one.
    pub fn size(&self, before: EngineSize, changes: &Settings) -> EngineSize {
        let chosen = |name: &str, sizes: &[usize], before: usize| {
            let Some(value) = changes.get(name) else { return before };
            let chosen = sizes.iter().find(|&&size| value.as_u64() == Some(size as u64));
            *chosen.unwrap_or(&sizes[0])
        };
        EngineSize {
            threads: chosen("threads", &self.threads, before.threads),
            hash: chosen("hash", &self.hash, before.hash),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn only_offered_sizes_can_be_chosen() {
        let usual = EngineSize { threads: 3, hash: 64 };
        let choices = EngineChoices::new(usual, 6);
        assert_eq!(choices.threads, [3, 1, 2, 4, 6]);
        assert_eq!(choices.hash, [64, 16, 256, 1024]);
        let size = |before, changes: Value| choices.size(before, changes.as_object().unwrap());
        let chosen = EngineSize { threads: 4, hash: 256 };
        assert_eq!(size(usual, json!({ "threads": 4, "hash": 256 })), chosen);
        assert_eq!(size(chosen, json!({ "level": 7 })), chosen);
        assert_eq!(size(chosen, json!({ "hash": 16 })), EngineSize { threads: 4, hash: 16 });
        for other in [json!(7), json!("4"), json!(-1), Value::Null] {
            assert_eq!(size(chosen, json!({ "threads": other, "hash": other })), usual);
        }
        assert_eq!(EngineChoices::new(usual, 1).threads, [3, 1]);
    }
}
