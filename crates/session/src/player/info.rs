//! What is said about a running search.

use rules::{Move, Position};
use search::{SearchInfo, centipawns};
use std::time::Duration;
use vampirc_usi::{Bound, Info, Protocol, Score};

/// Formats an `info` line.
pub fn format_info(protocol: Protocol, position: &Position, info: &SearchInfo) -> String {
    let bound = match info.bound {
        search::Bound::Lower => Some(Bound::Lower),
        search::Bound::Upper => Some(Bound::Upper),
        search::Bound::None | search::Bound::Exact => None,
    };
    let format_move = |mv| protocol.format_move(position.rules(), mv);
    let info = Info {
        depth: Some(info.depth),
        seldepth: Some(info.seldepth),
        multipv: Some(info.multipv as u32),
        score: Some(protocol_score(info.score)),
        bound,
        nodes: Some(info.nodes),
        nps: Some(nodes_per_second(info.nodes, info.time)),
        hashfull: Some(info.hashfull),
        time: Some(info.time),
        pv: legal_prefix(position, &info.pv).map(format_move).collect(),
    };
    info.format(protocol)
}

/// Converts a score. Wins and losses by repetition are shown like mates. A declaration is not a mate: it has more
/// centipawns than any evaluation.
pub fn protocol_score(score: search::Score) -> Score {
    let plies = score.decided_plies().filter(|_| score.declaration_plies().is_none());
    match plies.map(i32::unsigned_abs) {
        None => Score::Cp(centipawns(score)),
        Some(plies) if score.is_win() => Score::Mate(Some(plies)),
        Some(plies) => Score::Mated(Some(plies)),
    }
}

/// Returns the moves of a PV up to the first illegal one. The search does not check the end of a PV,
/// which may come from the hash table.
pub fn legal_prefix(position: &Position, pv: &[Move]) -> impl Iterator<Item = Move> + use<> {
    let mut after = position.clone();
    let legal = pv.iter().take_while(|&&mv| after.try_move(mv).is_ok());
    legal.copied().collect::<Vec<_>>().into_iter()
}

/// Returns the nodes per second.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_not_mates_but_repetitions_are() {
        let best_evaluation = centipawns(search::Score::from_eval(i32::MAX));
        for score in [search::Score::declared_win_in(0), search::Score::declared_win_in(9)] {
            assert!(matches!(protocol_score(score), Score::Cp(c) if c > best_evaluation));
            assert!(matches!(protocol_score(-score), Score::Cp(c) if c < -best_evaluation));
        }
        for (score, expected) in [
            (search::Score::mate_in(5), Score::Mate(Some(5))),
            (search::Score::mated_in(0), Score::Mated(Some(0))),
            (search::Score::rule_win_in(5), Score::Mate(Some(5))),
            (search::Score::rule_loss_in(4), Score::Mated(Some(4))),
        ] {
            assert_eq!(protocol_score(score), expected);
        }
    }
}
