//! What was found of positions, in memory of a fixed size.

use super::held::Held;
use super::numbers::{ANYWHERE, Known, Numbers};
use crate::table::TableError;
use zerocopy::FromZeros;

/// A position, apart from what the defender holds: that is what is left of the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The hash of all but the hands.
    pub key: u64,
    /// What the attacker holds.
    pub hand: Held,
}

/// What is known of one place.
#[derive(Clone, Copy, FromZeros)]
struct Slot {
    key: u64,
    hand: Held,
    proof: u32,
    disproof: u32,
    /// How many nodes it took to find that out: what took least is given up first.
    work: u32,
    plies: u16,
    /// Written for this question; all others are empty.
    era: u8,
    /// Whether it was disproven by repetition on some path.
    loops: bool,
}

const _: () = assert!(size_of::<Slot>() == 40);

/// Places that share their board share a cluster, so that hands can be compared.
const SLOTS: usize = 8;
type Cluster = [Slot; SLOTS];

/// The table.
pub(super) struct Table {
    clusters: Vec<Cluster>,
    era: u8,
    /// Whether more in hand is never worse for the attacker.
    pub more_is_better: bool,
}

/// Empty clusters, of which each costs memory and time only when it is first used. Most questions
/// need few.
fn zeroed(count: usize) -> Option<Vec<Cluster>> {
    Cluster::new_vec_zeroed(count).ok()
}

impl Table {
    /// A table of so many mebibytes.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = (mebibytes.saturating_mul(1 << 20) / size_of::<Cluster>()).max(1);
        let clusters = zeroed(count).ok_or(TableError { mebibytes })?;
        Ok(Self { clusters, era: 0, more_is_better: false })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            match zeroed(self.clusters.len()) {
                Some(clusters) => self.clusters = clusters,
                None => self.clusters.zero(),
            }
            self.era = 1;
        }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    /// What is known of a place, and whether it was disproven by repetition on some path.
    pub fn probe(&self, place: &Place) -> Option<(Known, bool)> {
        let mut same = None;
        for slot in &self.clusters[self.index(place.key)] {
            if slot.key != place.key || slot.era != self.era {
                continue;
            }
            if slot.hand == place.hand {
                same = Some((slot.known(), slot.loops));
                if slot.numbers().is_settled() {
                    return same;
                }
            } else if self.more_is_better && slot.settles(&place.hand) {
                return Some((slot.known(), false));
            }
        }
        same
    }

    /// Keeps what is known of a place, which took so many nodes.
    pub fn store(&mut self, place: &Place, known: &Known, work: u32) {
        let era = self.era;
        let widened = self.more_is_better && known.numbers.is_settled();
        let place = &Place { hand: if widened { known.hand } else { place.hand }, ..*place };
        let slot = self.slot_for(place, known.numbers);
        let is_same = slot.is(place, era);
        let Numbers { proof, disproof } = known.numbers;
        *slot = Slot {
            key: place.key,
            hand: place.hand,
            proof,
            disproof,
            work: if is_same { slot.work.saturating_add(work) } else { work },
            plies: known.plies,
            era,
            loops: is_same && slot.loops,
        };
    }

    /// Keeps that repetition on the present path disproves a place, and on no other that is known.
    pub fn store_loop(&mut self, place: &Place, trail: u64, known: &Known, work: u32) {
        let era = self.era;
        let slot = self.slot_for(place, Numbers { proof: 1, disproof: 1 });
        if slot.is(place, era) {
            slot.work = slot.work.saturating_add(work);
            slot.loops = true;
        } else {
            let (key, hand) = (place.key, place.hand);
            let open = Slot { key, hand, proof: 1, disproof: 1, work, plies: 0, era, loops: true };
            *slot = open;
        }
        let there = Place { key: place.key ^ trail, ..*place };
        let here = Known { plies: known.since, hand: place.hand, ..*known };
        self.store(&there, &here, work);
    }

    /// The depth from which repetition disproves a place on the present path, if it does.
    pub fn probe_loop(&self, place: &Place, trail: u64) -> Option<Known> {
        let there = Place { key: place.key ^ trail, ..*place };
        let cluster = &self.clusters[self.index(there.key)];
        let slot = cluster.iter().find(|slot| slot.is(&there, self.era))?;
        Some(Known::disproven(slot.plies, slot.hand))
    }

    /// Where to keep what is known of a place: where it is kept already, or instead of what these
    /// numbers imply, or of what took least.
    fn slot_for(&mut self, place: &Place, numbers: Numbers) -> &mut Slot {
        let (era, implies) = (self.era, self.more_is_better);
        let index = self.index(place.key);
        let worth = |slot: &Slot| {
            if slot.is(place, era) {
                return 0;
            }
            let implied = slot.key == place.key
                && (numbers.is_proven() && slot.hand.covers(&place.hand)
                    || numbers.is_disproven() && place.hand.covers(&slot.hand));
            match slot.era == era {
                true if implied && implies => 1,
                true => slot.work.saturating_add(3),
                false => 2,
            }
        };
        let cluster = &mut self.clusters[index];
        let least = (0..SLOTS).min_by_key(|&slot| worth(&cluster[slot])).unwrap_or(0);
        &mut cluster[least]
    }
}

impl Slot {
    fn is(&self, place: &Place, era: u8) -> bool {
        self.key == place.key && self.era == era && self.hand == place.hand
    }

    fn numbers(&self) -> Numbers {
        Numbers { proof: self.proof, disproof: self.disproof }
    }

    fn known(&self) -> Known {
        Known { numbers: self.numbers(), plies: self.plies, since: ANYWHERE, hand: self.hand }
    }

    /// Whether this settles the same board with another hand, more being better.
    fn settles(&self, hand: &Held) -> bool {
        self.numbers().is_proven() && hand.covers(&self.hand)
            || self.numbers().is_disproven() && self.hand.covers(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::PieceKind;

    fn place(key: u64, count: usize) -> Place {
        let hand = (0..count).fold(Held::NONE, |hand, _| hand.and_one(PieceKind::base(0)));
        Place { key, hand }
    }

    fn mate(place: &Place) -> Known {
        Known::mate(3, place.hand)
    }

    fn no_mate(place: &Place) -> Known {
        Known::disproven(ANYWHERE, place.hand)
    }

    #[test]
    fn what_is_kept_is_found_until_it_is_forgotten() {
        let mut table = Table::new(0).unwrap();
        let open = Known::open(Numbers { proof: 3, disproof: 5 });
        for _ in 0..600 {
            table.clear();
            assert_eq!(table.probe(&place(7, 1)), None);
            table.store(&place(7, 1), &open, 9);
            let (known, loops) = table.probe(&place(7, 1)).unwrap();
            assert_eq!((known.numbers, loops), (open.numbers, false));
            assert_eq!(table.probe(&place(7, 2)), None);
        }
    }

    #[test]
    fn hands_are_compared_where_more_is_better() {
        for more_is_better in [false, true] {
            let mut table = Table::new(0).unwrap();
            table.clear();
            table.more_is_better = more_is_better;
            let verdict = |table: &Table, key, count| {
                let known = table.probe(&place(key, count))?.0;
                known.numbers.is_settled().then(|| known.numbers.is_proven())
            };
            table.store(&place(1, 2), &mate(&place(1, 2)), 1);
            table.store(&place(2, 2), &no_mate(&place(2, 2)), 1);
            let others = more_is_better.then_some(true);
            assert_eq!([1, 2, 3].map(|n| verdict(&table, 1, n)), [None, Some(true), others]);
            let others = more_is_better.then_some(false);
            assert_eq!([1, 2, 3].map(|n| verdict(&table, 2, n)), [others, Some(false), None]);
        }
    }

    #[test]
    fn a_repetition_counts_on_its_path_only() {
        let mut table = Table::new(1).unwrap();
        table.clear();
        let here = place(5, 1);
        table.store_loop(&here, 0xABCD, &Known::disproven(4, here.hand), 1);
        let (known, loops) = table.probe(&here).unwrap();
        assert!(loops && !known.numbers.is_settled());
        assert_eq!(table.probe_loop(&here, 0xABCD), Some(Known::disproven(4, here.hand)));
        assert_eq!(table.probe_loop(&here, 0xABCE), None);
        // A proof holds on every path.
        table.store(&here, &mate(&here), 1);
        assert!(table.probe(&here).unwrap().0.numbers.is_proven());
    }

    #[test]
    fn what_took_least_is_given_up_first() {
        let mut table = Table::new(0).unwrap();
        table.clear();
        let open = Known::open(Numbers { proof: 1, disproof: 1 });
        for key in 0..=SLOTS as u64 {
            table.store(&place(key, 0), &open, 100 - key as u32);
        }
        let lost: Vec<u64> =
            (0..=SLOTS as u64).filter(|&key| table.probe(&place(key, 0)).is_none()).collect();
        assert_eq!(lost, [SLOTS as u64 - 1]);
    }
}
