//! Entries as bits, their replacement, and the table's size.

use super::many::PART;
use super::*;
use crate::limits::Control;
use rules::Square;
use std::thread;

#[test]
fn entries_come_back_whole() {
    let table = Table::new(1).unwrap();
    let mv = Move::promotion(Square::new(8, 9), Square::new(9, 0));
    for score in [Score::ZERO, Score::mated_in(3), Score::mate_in(200), Score::from_eval(-31_000)] {
        for depth in [DEPTH_FLOOR, 0, 1, 99, 240] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for (eval, pv) in [(NO_EVAL, true), (-1, false), (29_999, true)] {
                    let entry = Entry { mv, score, eval, depth, bound, pv };
                    assert_eq!(unpack(pack(&entry, 31)), entry);
                    assert_eq!(generation_of(pack(&entry, 31)), 31);
                }
            }
        }
    }
    let entry =
        Entry { mv, score: Score::from_eval(5), eval: 7, depth: 9, bound: Bound::Exact, pv: true };
    table.store(0xABCD_EF01_2345_6789, entry);
    assert_eq!(table.probe(0xABCD_EF01_2345_6789), Some(entry));
    assert_eq!(table.probe(0xABCD_EF01_2345_6788), None);
}

/// An entry of some depth. Keys this small all belong to the first cluster.
fn entry(depth: i32) -> Entry {
    let mv = Move::normal(Square::new(1, 2), Square::new(3, 4));
    Entry { mv, score: Score::ZERO, eval: 0, depth, bound: Bound::Upper, pv: false }
}

/// What is kept under keys.
fn depths(table: &Table, keys: impl Iterator<Item = u64>) -> Vec<Option<i32>> {
    keys.map(|key| table.probe(key).map(|entry| entry.depth)).collect()
}

#[test]
fn a_full_cluster_gives_up_what_is_worth_least() {
    let table = Table::new(1).unwrap();
    for (key, depth) in (1..).zip([9, 2, 6]) {
        table.store(key, entry(depth));
    }
    table.store(4, entry(1));
    assert_eq!(depths(&table, 1..=4), [Some(9), None, Some(6), Some(1)]);
    // Two searches later even what was deep is worth less than what is new.
    table.store(2, entry(7));
    table.age();
    table.age();
    table.store(5, entry(0));
    assert_eq!(depths(&table, 1..=5), [Some(9), Some(7), None, None, Some(0)]);
    table.store(6, entry(5));
    assert_eq!(depths(&table, 1..=6), [Some(9), None, None, None, Some(0), Some(5)]);
}

#[test]
fn a_deep_entry_outlasts_a_shallow_one_of_its_position() {
    let table = Table::new(1).unwrap();
    let depth = || table.probe(7).unwrap().depth;
    table.store(7, entry(10));
    table.store(7, entry(6));
    assert_eq!(depth(), 10);
    table.store(7, entry(7));
    assert_eq!(depth(), 7);
    table.store(7, entry(12));
    table.store(7, Entry { bound: Bound::Exact, ..entry(1) });
    assert_eq!(depth(), 1, "exact scores are always kept");
    table.store(7, entry(12));
    table.age();
    table.store(7, entry(1));
    assert_eq!(depth(), 1, "and so is what a new search finds");
}

#[test]
fn a_best_move_is_not_forgotten_for_none() {
    let table = Table::new(1).unwrap();
    table.store(7, entry(3));
    table.store(7, Entry { mv: Move::NONE, ..entry(8) });
    let kept = table.probe(7).unwrap();
    assert_eq!((kept.mv, kept.depth), (entry(3).mv, 8));
}

#[test]
fn an_entry_torn_between_two_writers_is_none() {
    let table = Table::new(1).unwrap();
    table.store(1, entry(3));
    let cluster = table.cluster(1);
    let others = pack(&Entry { eval: 1, ..entry(3) }, 0);
    cluster.data[0].store(others, Ordering::Relaxed);
    assert_eq!(table.probe(1), None);
}

#[test]
fn a_table_fills_the_size_asked_for() {
    for mebibytes in [1, 3, 16] {
        let table = Table::new(mebibytes).unwrap();
        assert_eq!(table.clusters.len() * size_of::<Cluster>(), mebibytes << 20);
        // The first and the last key have a place.
        for key in [0, u64::MAX] {
            table.store(key, entry(4));
            assert_eq!(table.probe(key), Some(entry(4)));
        }
    }
}

#[test]
fn clearing_empties_every_cluster() {
    let mut table = Table::new(2).unwrap();
    table.age();
    for cluster in &table.clusters {
        for slot in 0..SLOTS {
            cluster.data[slot].store(u64::MAX, Ordering::Relaxed);
            cluster.checks[slot].store(u16::MAX, Ordering::Relaxed);
        }
    }
    assert!(table.clear_unless(&|| false));
    let is_empty = |cluster: &Cluster| {
        (0..SLOTS).all(|slot| {
            cluster.data[slot].load(Ordering::Relaxed) == 0
                && cluster.checks[slot].load(Ordering::Relaxed) == 0
        })
    };
    assert!(table.clusters.iter().all(is_empty));
    assert_eq!((table.permille(), table.generation.load(Ordering::Relaxed)), (0, 0));
}

#[test]
fn what_no_search_has_used_is_not_cleared() {
    let mut table = Table::new(1).unwrap();
    // Nothing but a mark of ours, to be found as it was.
    table.store(7, entry(3));
    assert!(table.clear_unless(&|| false));
    assert_eq!(table.probe(7), Some(entry(3)));
    table.age();
    for _ in 0..2 {
        assert!(table.clear_unless(&|| false));
        assert_eq!(table.probe(7), None);
    }
    // What is left when clearing is stopped is cleared the next time.
    table.store(7, entry(3));
    table.age();
    assert!(!table.clear_unless(&|| true));
    assert!(table.clear_unless(&|| false) && table.clear_unless(&|| true));
    assert_eq!(table.probe(7), None);
}

#[test]
fn fullness_is_of_the_present_search() {
    let table = Table::new(1).unwrap();
    let last = table.clusters.len() as u64 - 1;
    let step = u64::MAX / last;
    for place in 0..500 {
        // The middle of a cluster's range of keys.
        table.store(place * step + step / 2, entry(4));
    }
    assert_eq!(table.permille(), 500 / SLOTS as u32);
    table.age();
    assert_eq!(table.permille(), 0);
}

#[test]
fn a_table_beyond_memory_is_refused() {
    for mebibytes in [usize::MAX, usize::MAX >> 20] {
        assert_eq!(Table::new(mebibytes).unwrap_err(), TableError { mebibytes });
    }
}

#[test]
fn each_of_many_is_acted_on_once() {
    for length in [0, 1, PART, PART + 1, 3 * PART - 1] {
        let mut many = vec![0_u8; length];
        assert!(by_many(&mut many, |one| *one += 1, &|| false));
        assert!(many.iter().all(|&one| one == 1), "{length}");
    }
}

#[test]
fn what_is_stopped_is_left_and_makes_no_table() {
    let control = Control::default();
    let threads: usize = thread::available_parallelism().map_or(1, Into::into);
    let mut many = vec![0_u8; (threads + 1) * PART];
    // Each thread ends the part that it has begun, and begins no other.
    let act = |one: &mut u8| {
        control.stop();
        *one += 1;
    };
    let stopped: Stopped<'_> = &|| control.is_stopped();
    assert!(!by_many(&mut many, act, stopped));
    assert!(many.iter().all(|&one| one <= 1) && many[0] == 1);
    assert!(Table::unless(1, stopped).unwrap().is_none());
}
