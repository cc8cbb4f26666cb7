//! Time given by clocks, options and pondering.

use super::*;

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

#[test]
fn no_clock_is_overspent() {
    let pace = TimeOptions::default();
    for left in [0, 1, 10, 35, 100, 1_000, 60_000, 3_600_000] {
        for (increment, byoyomi) in [(0, 0), (10, 0), (0, 100), (1_000, 0), (0, 10_000), (5, 50)] {
            for moves in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                let (increment, byoyomi) = (ms(increment), ms(byoyomi));
                let clock = Clock { remaining: ms(left), increment, byoyomi, moves_to_go: moves };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let deadlines = Deadlines::new(&limits, &pace).unwrap();
                let most = (ms(left) + byoyomi).saturating_sub(pace.move_overhead).max(SHORTEST);
                assert!(deadlines.hard <= most, "{clock:?} {deadlines:?}");
                assert!(deadlines.soft <= deadlines.hard, "{clock:?} {deadlines:?}");
            }
        }
    }
}

#[test]
fn the_fewer_moves_time_must_last_the_more_each_has() {
    let soft = |moves| {
        let clock = Clock { remaining: ms(60_000), moves_to_go: moves, ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Deadlines::new(&limits, &TimeOptions::default()).unwrap().soft
    };
    let few = [1, 2, 5, 10, 20].map(|moves| soft(Some(moves)));
    assert!(few.is_sorted_by(|a, b| a > b), "{few:?}");
    assert!(few[0] > ms(50_000) && few[1] * 2 < ms(60_000), "{few:?}");
    // A control that is far away says nothing.
    assert_eq!(soft(Some(40)), soft(None));
}

#[test]
fn an_increment_larger_than_the_clock_is_not_spent_before_it_comes() {
    let hard = |left, increment| {
        let clock = Clock { remaining: ms(left), increment: ms(increment), ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Deadlines::new(&limits, &TimeOptions::default()).unwrap().hard
    };
    for left in [500, 2_000, 8_000] {
        assert!(hard(left, 10_000) <= ms(left) * 4 / 5, "{left}");
    }
    assert_eq!(hard(2_000, 10_000), hard(2_000, 20_000));
    assert!(hard(2_000, 1_000) < hard(2_000, 10_000));
}

#[test]
fn pondering_stops_no_clock_and_a_hit_starts_it() {
    let clock = Clock { remaining: ms(60_000), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let timing = Timing::new(&limits, &TimeOptions::default());
    let planned = timing.deadlines(&Control::default()).unwrap();
    let control = Control::new(true);
    assert_eq!(timing.deadlines(&control), None);
    control.ponder_hit(None);
    let hit = timing.deadlines(&control).unwrap();
    assert!(hit.soft == planned.soft && hit.hard >= planned.hard, "{hit:?}");
    // A clock that is told with the hit counts, and a second hit does not.
    let control = Control::new(true);
    control.ponder_hit(Some(Clock { remaining: ms(600), ..Clock::default() }));
    control.ponder_hit(None);
    let told = timing.deadlines(&control).unwrap();
    assert!(told.soft < planned.soft, "{told:?}");
    assert!(planned.after(ms(10_000)).hard <= ms(10_000) + planned.soft);
}

#[test]
fn a_search_that_does_not_ponder_hears_no_hit() {
    let control = Control::new(false);
    control.ponder_hit(Some(Clock::default()));
    assert!(control.hit.get().is_none());
}

#[test]
fn overhead_and_least_time_are_kept() {
    let pace = TimeOptions { move_overhead: ms(400), minimum_time: ms(250), percent: 100 };
    let fixed = Limits { move_time: Some(ms(1_000)), ..Limits::default() };
    let fixed = Deadlines::new(&fixed, &pace).unwrap();
    assert_eq!((fixed.hard, fixed.fixed), (ms(600), true));
    let clock = Clock { remaining: ms(2_000), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let planned = Deadlines::new(&limits, &pace).unwrap();
    assert_eq!((planned.least, planned.fixed), (ms(250), false));
}

#[test]
fn a_slow_mover_thinks_longer_and_a_fast_one_less() {
    let percents = [10, 50, 100, 150, 300, 1_000];
    let deadlines = |limits: &Limits| {
        percents.map(|percent| {
            Deadlines::new(limits, &TimeOptions { percent, ..TimeOptions::default() }).unwrap()
        })
    };
    let by_clock = |clock| deadlines(&Limits { clock: Some(clock), ..Limits::default() });
    let (left, increment, byoyomi) = (ms(300_000), ms(3_000), ms(10_000));
    for clock in [
        Clock { remaining: left, ..Clock::default() },
        Clock { remaining: left, increment, ..Clock::default() },
        Clock { remaining: left, byoyomi, ..Clock::default() },
    ] {
        let all = by_clock(clock);
        // In proportion, as long as there is enough, and never beyond what is safe.
        let usual = all[2].soft;
        let due = [usual / 10, usual / 2, usual, usual * 3 / 2].map(|time| time.as_millis());
        assert_eq!([0, 1, 2, 3].map(|place| all[place].soft.as_millis()), due);
        assert!(all.is_sorted_by(|a, b| a.soft <= b.soft && a.hard <= b.hard), "{all:?}");
        assert!(all[5].soft > usual && all[5].hard < left, "{all:?}");
    }
    // A time that is told is that time.
    let fixed = deadlines(&Limits { move_time: Some(ms(1_000)), ..Limits::default() });
    assert!(fixed.iter().all(|deadlines| *deadlines == fixed[2]), "{fixed:?}");
}

#[test]
fn no_limit_of_time_means_no_deadline() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    assert_eq!(Deadlines::new(&limits, &TimeOptions::default()), None);
}

#[test]
fn set_up_may_take_a_quarter_of_the_move_time() {
    let clock = |remaining, increment, byoyomi| Clock {
        remaining: ms(remaining),
        increment: ms(increment),
        byoyomi: ms(byoyomi),
        moves_to_go: None,
    };
    for (move_time, clock, budget) in [
        (Some(400), None, Some(100)),
        (None, Some(clock(2_800, 0, 0)), Some(25)),
        (None, Some(clock(2_800, 100, 200)), Some(100)),
        (None, Some(clock(400, 100_000, 0)), Some(100)),
        (Some(40), Some(clock(0, 0, 1_000)), Some(10)),
        (None, None, None),
    ] {
        let limits = Limits { move_time: move_time.map(ms), clock, ..Limits::default() };
        assert_eq!(setup_budget(&limits), budget.map(ms), "{limits:?}");
        assert_eq!(limits.is_timed(), budget.is_some(), "{limits:?}");
        assert_eq!(setup_budget(&Limits { infinite: true, ..limits }), None);
    }
}
