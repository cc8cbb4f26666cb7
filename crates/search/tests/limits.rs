//! Limits are kept to the node, and only the moves asked for are played.

mod common;

use common::{Log, depth, find, games, nodes, position, search, with_stack};
use rules::{Move, Position, Rules};
use search::{Bound, Cancel, Control, Engine, Limits, SearchInfo, SearchResult, bench_positions};

/// A position of every game from the midst of a game.
fn middles() -> impl Iterator<Item = Position> {
    games().map(|rules| {
        let position = bench_positions(Some(rules.name())).nth(1).unwrap();
        position.unwrap_or_else(|why| panic!("{}: {why}", rules.name()))
    })
}

/// A search, and what it told.
fn told(root: &Position, limits: &Limits) -> (SearchResult, Vec<SearchInfo>) {
    let mut log = Log::default();
    let found = with_stack(|| Engine::new().search(root, limits, &Control::default(), &mut log));
    assert!(log.troubles.is_empty(), "{:?}", log.troubles);
    (found, log.infos)
}

#[test]
fn the_depth_is_completed_and_not_passed() {
    for root in middles() {
        for limit in 1..=6 {
            let (found, infos) = told(&root, &depth(limit));
            assert_eq!(found.depth, limit, "{}", root.sfen());
            let depths: Vec<u32> = infos.iter().map(|info| info.depth).collect();
            assert!(depths.is_sorted(), "{depths:?}");
            assert_eq!((depths.first(), depths.last()), (Some(&1), Some(&limit)));
        }
    }
}

#[test]
fn nodes_are_counted_to_the_last() {
    for root in middles() {
        for limit in [1, 2, 3, 17, 500, 512, 513, 4_000] {
            let found = find(&root, &nodes(limit));
            assert_eq!(found.nodes, limit, "{}", root.sfen());
            assert!(root.legal_moves().contains(&found.best_move.unwrap()), "{}", root.sfen());
        }
    }
}

#[test]
fn a_search_that_saw_nothing_claims_nothing() {
    for root in middles() {
        for limits in [nodes(0), nodes(1), Limits { multi_pv: 3, ..nodes(1) }] {
            let found = find(&root, &limits);
            assert!(!found.score.is_decided() && found.depth == 0, "{}: {found:?}", root.sfen());
        }
    }
}

#[test]
fn soft_nodes_begin_no_new_depth() {
    const MOST: u64 = 3_000;
    for root in middles() {
        let (found, infos) = told(&root, &Limits { soft_nodes: Some(MOST), ..Limits::default() });
        let last = infos.iter().rev().find(|info| info.depth < found.depth).unwrap();
        assert!(last.nodes < MOST && found.nodes >= MOST, "{}: {found:?}", root.sfen());
    }
}

#[test]
fn only_moves_asked_for_are_played() {
    for root in middles() {
        let best = find(&root, &depth(4)).best_move.unwrap();
        let others: Vec<Move> = root.legal_moves().into_iter().filter(|&mv| mv != best).collect();
        for moves in [others[..3].to_vec(), others[2..3].to_vec(), others] {
            let limits = Limits { search_moves: moves.clone(), multi_pv: 4, ..depth(4) };
            let (found, infos) = told(&root, &limits);
            assert!(moves.contains(&found.best_move.unwrap()), "{}", root.sfen());
            assert!(infos.iter().all(|info| moves.contains(&info.pv[0])), "{}", root.sfen());
        }
    }
}

#[test]
fn moves_that_are_not_legal_leave_none() {
    let root = position("shogi", Rules::by_name("shogi").unwrap().start_sfen(), "");
    let moves = vec![common::usi(&root, "5e5d")];
    let found = find(&root, &Limits { search_moves: moves, ..depth(3) });
    assert_eq!((found.best_move, found.score.is_loss()), (None, false));
}

#[test]
fn lines_are_distinct_and_in_order() {
    for root in middles() {
        let all = root.legal_moves().len();
        for lines in [2, 5, all, all + 7] {
            let limit = if lines < 10 { 5 } else { 2 };
            let (found, infos) = told(&root, &Limits { multi_pv: lines, ..depth(limit) });
            let told_at = |depth| infos.iter().filter(move |info| info.depth == depth);
            for depth in 1..=limit {
                let exact: Vec<&SearchInfo> =
                    told_at(depth).filter(|info| info.bound == Bound::Exact).collect();
                let places: Vec<usize> = exact.iter().map(|info| info.multipv).collect();
                assert_eq!(places, (1..=lines.min(all)).collect::<Vec<_>>(), "{}", root.sfen());
                assert!(exact.is_sorted_by(|a, b| a.score >= b.score), "{}", root.sfen());
                let mut firsts: Vec<Move> = exact.iter().map(|info| info.pv[0]).collect();
                firsts.sort_by_key(|mv| mv.bits());
                firsts.dedup();
                assert_eq!(firsts.len(), exact.len(), "{}", root.sfen());
            }
            let best = told_at(limit).find(|info| info.multipv == 1).unwrap();
            assert_eq!((Some(best.pv[0]), best.score), (found.best_move, found.score));
        }
    }
}

#[test]
fn lines_can_be_played() {
    for root in middles() {
        let (_, infos) = told(&root, &Limits { multi_pv: 3, ..depth(6) });
        for info in infos {
            let mut after = root.clone();
            for mv in info.pv {
                after.try_move(mv).unwrap_or_else(|why| panic!("{}: {why}", root.sfen()));
            }
        }
    }
}

#[test]
fn the_same_search_again_is_the_same() {
    for root in middles() {
        let mut engine = Engine::new();
        let outline = |found: SearchResult| (found.nodes, found.best_move, found.score, found.pv);
        let first = outline(search(&mut engine, &root, &depth(6)));
        let warm = outline(search(&mut engine, &root, &depth(6)));
        assert_ne!(first.0, warm.0, "what was learnt made no difference: {}", root.sfen());
        engine.clear(&Cancel::never());
        assert_eq!(outline(search(&mut engine, &root, &depth(6))), first, "{}", root.sfen());
        assert_eq!(outline(find(&root, &depth(6))), first, "{}", root.sfen());
    }
}

/// White's captures give check one after the other, and Black has a hand full of pieces to drop
/// between: taken in every order these would be more than any search has time for.
#[test]
fn a_hand_full_of_pieces_to_drop_between_does_not_hold_up_a_depth() {
    let sfen = "5+RSnl/2c1+U4/p2pp3p/3ac1pk1/3s4I/1pp3g2/PK6P/9/LN+bg2S+lL b RBUAI2GS2NP 139";
    let limits = Limits { nodes: Some(200_000), ..depth(9) };
    let found = find(&position("cannonshogi", sfen, ""), &limits);
    assert_eq!(found.depth, 9, "{found:?}");
}
