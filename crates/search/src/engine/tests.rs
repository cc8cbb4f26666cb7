//! What an engine keeps and forgets.

use super::*;
use rules::Rules;

#[test]
fn what_the_rules_decide_is_not_kept() {
    let shogi = Rules::by_name("shogi").unwrap();
    let mut position = Position::from_sfen(shogi, "4k4/9/9/9/9/R8/9/9/8K b - 1").unwrap();
    let chase = "9f9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a";
    for text in chase.split(' ') {
        position.try_move(shogi.parse_usi(text).unwrap()).unwrap();
    }
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let mut engine = Engine::new();
    let found = engine.search(&position, &limits, &Control::default(), &mut ());
    assert_eq!((found.score.decided_plies(), found.score.mate_plies()), (Some(1), None));
    // Without its past the position is another matter.
    let kept = engine.table.probe(position.table_key());
    assert!(kept.is_none_or(|entry| !entry.score.is_decided()), "{kept:?}");
}

#[test]
fn draws_are_not_worth_what_they_are_to_the_other_side() {
    let start = Position::start(Rules::by_name("shogi").unwrap());
    let (black, white) = (start.side(), !start.side());
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut engine = Engine::new();
    let salts = [0, 100, -100].map(|draw| {
        engine.rule_options.draw_score = draw;
        (engine.rule_options.salt(black), engine.rule_options.salt(white))
    });
    let [(none, same), (plus, minus), reversed] = salts;
    assert!((none, same) == (0, 0) && plus != minus && reversed == (minus, plus));
    engine.rule_options.draw_score = 100;
    engine.search(&start, &limits, &Control::default(), &mut ());
    let knows = |salt: u64| engine.table.probe(start.table_key() ^ salt).is_some();
    assert!(knows(plus) && !knows(minus) && !knows(none));
}

#[test]
fn a_size_refused_keeps_the_old_table() {
    let mut engine = Engine::new();
    engine.resize_hash(1, &Cancel::never()).unwrap();
    let start = Position::start(Rules::by_name("shogi").unwrap());
    let limits = Limits { depth: Some(3), ..Limits::default() };
    engine.search(&start, &limits, &Control::default(), &mut ());
    let known = engine.table.probe(start.table_key());
    assert!(known.is_some());
    let refused = engine.resize_hash(usize::MAX, &Cancel::never()).unwrap_err();
    assert_eq!(refused, TableError { mebibytes: usize::MAX });
    assert_eq!(engine.table.probe(start.table_key()), known);
    engine.resize_hash(2, &Cancel::never()).unwrap();
    assert_eq!(engine.table.probe(start.table_key()), None);
}

#[test]
fn cancelled_set_up_is_finished_by_the_next_call() {
    let stopped = Control::default();
    stopped.stop();
    let cancelled = Cancel::on_stop(&stopped);
    let mut engine = Engine::new();
    assert!(!engine.set_threads(3, &cancelled));
    assert_eq!(engine.threads(), 1);
    let checks_left = std::sync::atomic::AtomicUsize::new(1);
    assert!(!engine.set_threads(3, &Cancel::after_checks(&checks_left)));
    assert_eq!(engine.threads(), 2);
    assert!(engine.set_threads(3, &Cancel::never()) && engine.set_threads(1, &cancelled));
    // Nothing was learnt.
    assert!(engine.clear(&cancelled));
    let start = Position::start(Rules::by_name("shogi").unwrap());
    let limits = Limits { depth: Some(3), ..Limits::default() };
    engine.search(&start, &limits, &Control::default(), &mut ());
    assert!(!engine.clear(&cancelled));
    assert!(engine.clear(&Cancel::never()) && engine.clear(&cancelled));
    assert_eq!(engine.table.probe(start.table_key()), None);
}
