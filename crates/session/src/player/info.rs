//! What is said about a running search.

use super::protocol::Protocol;
use rules::{Move, Position};
use search::{Bound, SearchInfo};
use std::time::Duration;
use vampirc_usi::generic::Info;

/// Formats an `info` line.
pub fn format_info(protocol: Protocol, position: &Position, info: &SearchInfo) -> String {
    let bound = match info.bound {
        Bound::Lower => Some(vampirc_usi::Bound::Lower),
        Bound::Upper => Some(vampirc_usi::Bound::Upper),
        Bound::None | Bound::Exact => None,
    };
    let format_move = |mv| protocol.format_move(position.rules(), mv);
    let info = Info {
        depth: Some(info.depth),
        seldepth: Some(info.seldepth),
        multipv: Some(info.multipv as u32),
        score: Some(vampirc_usi::Score { value: protocol.score_value(info.score), bound }),
        nodes: Some(info.nodes),
        nps: Some(nodes_per_second(info.nodes, info.time)),
        hashfull: Some(info.hashfull),
        time: Some(info.time),
        pv: legal_prefix(position, &info.pv).map(format_move).collect(),
        ..Info::default()
    };
    info.to_string()
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
