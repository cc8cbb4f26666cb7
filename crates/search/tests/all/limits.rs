//! Search limits: depth, nodes, soft nodes, search moves and MultiPV.

use crate::common::{self, ReportLog, depth, fresh_search, games, nodes, position, search};
use rules::{Move, Position};
use search::{Bound, Control, Engine, Limits, SearchInfo, SearchResult, bench_positions};
use std::collections::HashSet;

/// Returns a middlegame position of every game.
fn middlegames() -> impl Iterator<Item = Position> {
    games().map(|rules| bench_positions(rules).swap_remove(1))
}

/// Runs a search and records what it reports.
fn search_with_infos(root: &Position, limits: &Limits) -> (SearchResult, Vec<SearchInfo>) {
    let mut log = ReportLog::default();
    let result = Engine::new().search(root, limits, &Control::default(), &mut log);
    assert!(log.warnings.is_empty(), "{:?}", log.warnings);
    (result, log.infos)
}

#[test]
fn depth_limit_is_reached_and_not_exceeded() {
    for root in middlegames() {
        for max_depth in 1..=6 {
            let (result, infos) = search_with_infos(&root, &depth(max_depth));
            assert_eq!(result.depth, max_depth, "{}", root.sfen());
            let depths: Vec<u32> = infos.iter().map(|info| info.depth).collect();
            assert!(depths.is_sorted(), "{depths:?}");
            assert_eq!((depths.first(), depths.last()), (Some(&1), Some(&max_depth)));
        }
    }
}

#[test]
fn node_limit_is_exact() {
    for root in middlegames() {
        for max_nodes in [1, 2, 3, 17, 500, 512, 513, 4_000] {
            let result = fresh_search(&root, &nodes(max_nodes));
            assert_eq!(result.nodes, max_nodes, "{}", root.sfen());
            assert!(root.legal_moves().contains(&result.pv[0]), "{}", root.sfen());
        }
    }
}

/// The last report of a search stopped anywhere is its result. Its score is exact, that of a completed
/// iteration or a new one, or a lower bound of a move that has just become the best.
#[test]
fn last_report_of_a_stopped_search_is_its_result() {
    let (mut exact, mut new, mut bounds) = (0, 0, 0);
    for root in games().flat_map(bench_positions) {
        for max_nodes in (100..6_000).step_by(397) {
            let (result, infos) = search_with_infos(&root, &nodes(max_nodes));
            if result.score.is_win() {
                // A win ends the search before the limit.
                continue;
            }
            let (last, before) = infos.split_last().unwrap();
            let context = format!("{} {max_nodes}: {last:?} {result:?}", root.sfen());
            assert_eq!((last.score, last.bound), (result.score, result.bound), "{context}");
            assert_eq!((last.nodes, &last.pv), (max_nodes, &result.pv), "{context}");
            let completed = before.iter().rfind(|info| info.depth == result.depth);
            match (last.bound, completed) {
                (Bound::Exact, Some(completed)) if last.depth == result.depth => {
                    assert_eq!(
                        (last.score, &last.pv),
                        (completed.score, &completed.pv),
                        "{context}"
                    );
                    exact += 1;
                }
                (Bound::Exact, _) => new += 1,
                (bound, Some(completed)) => {
                    assert_eq!(bound, Bound::Lower, "{context}");
                    assert_ne!(last.pv[0], completed.pv[0], "{context}");
                    bounds += 1;
                }
                (bound, None) => panic!("{bound:?}: {context}"),
            }
        }
    }
    assert!(exact > 0 && new > 0 && bounds > 0, "{exact} {new} {bounds}");
}

#[test]
fn search_with_one_node_or_none_has_no_decided_score() {
    for root in middlegames() {
        for limits in [nodes(0), nodes(1), Limits { multi_pv: 3, ..nodes(1) }] {
            let result = fresh_search(&root, &limits);
            assert!(!result.score.is_decided() && result.depth == 0, "{}: {result:?}", root.sfen());
        }
    }
}

#[test]
fn no_depth_starts_after_the_soft_node_limit() {
    const SOFT_NODES: u64 = 3_000;
    for root in middlegames() {
        let (result, infos) =
            search_with_infos(&root, &Limits { soft_nodes: Some(SOFT_NODES), ..Limits::default() });
        let last = infos.iter().rev().find(|info| info.depth < result.depth).unwrap();
        assert!(last.nodes < SOFT_NODES, "{}: {last:?}", root.sfen());
        assert!(result.nodes >= SOFT_NODES, "{}: {result:?}", root.sfen());
    }
}

#[test]
fn only_search_moves_are_played() {
    for root in middlegames() {
        let best = fresh_search(&root, &depth(4)).pv[0];
        let others: Vec<Move> = root.legal_moves().into_iter().filter(|&mv| mv != best).collect();
        for moves in [others[..3].to_vec(), others[2..3].to_vec(), others] {
            let limits = Limits { search_moves: moves.clone(), multi_pv: 4, ..depth(4) };
            let (result, infos) = search_with_infos(&root, &limits);
            assert!(moves.contains(&result.pv[0]), "{}", root.sfen());
            assert!(infos.iter().all(|info| moves.contains(&info.pv[0])), "{}", root.sfen());
        }
    }
}

#[test]
fn illegal_search_moves_return_no_move() {
    let root = position("shogi", games::by_name("shogi").unwrap().start_sfen(), "");
    let moves = vec![common::parse_move(&root, "5e5d")];
    let result = fresh_search(&root, &Limits { search_moves: moves, ..depth(3) });
    assert_eq!((result.best_move(), result.score.is_loss()), (None, false));
}

/// Checks that the variations start with different moves and are sorted by their scores.
#[track_caller]
fn assert_distinct_and_sorted(infos: &[&SearchInfo]) {
    assert!(infos.is_sorted_by(|a, b| a.score >= b.score), "{infos:?}");
    let first_moves: HashSet<Move> = infos.iter().map(|info| info.pv[0]).collect();
    assert_eq!(first_moves.len(), infos.len(), "{infos:?}");
}

#[test]
fn multi_pv_lines_are_distinct_and_sorted() {
    for root in middlegames() {
        let move_count = root.legal_moves().len();
        for lines in [2, 5, move_count, move_count + 7] {
            let max_depth = if lines < 10 { 5 } else { 2 };
            let (result, infos) =
                search_with_infos(&root, &Limits { multi_pv: lines, ..depth(max_depth) });
            let infos_at = |depth| infos.iter().filter(move |info| info.depth == depth);
            for depth in 1..=max_depth {
                let exact: Vec<&SearchInfo> =
                    infos_at(depth).filter(|info| info.bound == Bound::Exact).collect();
                let indices: Vec<usize> = exact.iter().map(|info| info.multipv).collect();
                let expected: Vec<usize> = (1..=lines.min(move_count)).collect();
                assert_eq!(indices, expected, "{}", root.sfen());
                assert_distinct_and_sorted(&exact);
            }
            let best = infos_at(max_depth).find(|info| info.multipv == 1).unwrap();
            assert_eq!((Some(best.pv[0]), best.score), (result.best_move(), result.score));
        }
    }
}

#[test]
fn last_multi_pv_lines_of_a_stopped_search_are_distinct_and_sorted() {
    let shosu = position("shosu", "10/9L/10/6P3/6L3/10/5s4/2k7/1P2K5/10 w QPr 1", "");
    let roots: Vec<Position> = middlegames().chain([shosu]).collect();
    for root in roots {
        let lines = root.legal_moves().len().min(12);
        for max_nodes in [5_000, 10_000, 17_000, 30_000] {
            let limits = Limits { multi_pv: lines, ..nodes(max_nodes) };
            let (result, infos) = search_with_infos(&root, &limits);
            let last = |pv_index| infos.iter().rev().find(|info| info.multipv == pv_index);
            let last: Vec<&SearchInfo> = (1..=lines).filter_map(last).collect();
            assert_eq!(last.len(), lines);
            let context = format!("{} {max_nodes}: {last:?}", root.sfen());
            assert_eq!(result.best_move(), Some(last[0].pv[0]), "{context}");
            assert_distinct_and_sorted(&last);
        }
    }
}

/// Lines that were not searched before a search was stopped are not reported.
#[test]
fn lines_of_a_search_stopped_within_depth_1_have_scores() {
    for root in middlegames() {
        for lines in [2, 40] {
            for max_nodes in (1..150).step_by(12) {
                let limits = Limits { multi_pv: lines, ..nodes(max_nodes) };
                let (_, infos) = search_with_infos(&root, &limits);
                let is_real = |info: &SearchInfo| {
                    info.depth > 0
                        && info.score.decided_plies().is_none_or(|plies| plies.abs() < 100)
                };
                assert!(infos.iter().all(is_real), "{} {max_nodes}: {infos:?}", root.sfen());
            }
        }
    }
}

#[test]
fn pvs_are_legal() {
    for root in middlegames() {
        let (_, infos) = search_with_infos(&root, &Limits { multi_pv: 3, ..depth(6) });
        for info in infos {
            let mut after = root.clone();
            for mv in info.pv {
                after.try_move(mv).unwrap_or_else(|error| panic!("{}: {error}", root.sfen()));
            }
        }
    }
}

#[test]
fn search_is_deterministic_after_clear() {
    for root in middlegames() {
        let mut engine = Engine::new();
        let summary = |result: SearchResult| (result.nodes, result.score, result.pv);
        let first = summary(search(&mut engine, &root, &depth(6)));
        let warm = summary(search(&mut engine, &root, &depth(6)));
        assert_ne!(first.0, warm.0, "the second search did not use the table: {}", root.sfen());
        engine.clear();
        assert_eq!(summary(search(&mut engine, &root, &depth(6))), first, "{}", root.sfen());
        assert_eq!(summary(fresh_search(&root, &depth(6))), first, "{}", root.sfen());
    }
}

/// White has a series of capturing checks, and Black can block each with many drops: quiescence
/// must not search all combinations.
#[test]
fn quiescence_does_not_explode_on_blocking_drops() {
    let sfen = "5+RSnl/2c1+U4/p2pp3p/3ac1pk1/3s4I/1pp3g2/PK6P/9/LN+bg2S+lL b RBUAI2GS2NP 139";
    let limits = Limits { nodes: Some(200_000), ..depth(9) };
    let result = fresh_search(&position("cannonshogi", sfen, ""), &limits);
    assert_eq!(result.depth, 9, "{result:?}");
}
