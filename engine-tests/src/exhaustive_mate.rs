//! Finds mates by consecutive checks by exhaustive search, to verify the mate solver.

use rules::spec::CheckLimit;
use rules::{Color, Move, Outcome, PieceInfo, PieceKind, Position};
use std::collections::HashMap;

/// The ply at which [`has_mate`] gives up, to bound its recursion.
const MAX_PLY: usize = 400;

/// Returns the attacker's checks or the defender's moves.
///
/// Not inlined, to keep move lists out of the stack frames of the recursion.
#[inline(never)]
fn moves(position: &Position, is_attacker: bool) -> Vec<Move> {
    if is_attacker { checks(position) } else { position.legal_moves().to_vec() }
}

/// Returns the legal moves that give check.
fn checks(position: &Position) -> Vec<Move> {
    let info = position.check_info();
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|&mv| position.gives_check(mv, &info));
    moves
}

/// Returns whether the side to move mates by consecutive checks within `plies`.
pub fn has_mate_within(position: &mut Position, plies: usize) -> bool {
    plies > 0
        && checks(position).into_iter().any(|check| check_mates_within(position, check, plies))
}

/// Returns the moves with which the side to move mates by consecutive checks within `plies`.
pub fn mating_moves_within(position: &mut Position, plies: usize) -> Vec<Move> {
    checks(position)
        .into_iter()
        .filter(|&check| check_mates_within(position, check, plies))
        .collect()
}

/// Returns whether a check mates at once, or forces mate by consecutive checks within `plies`, itself
/// included.
fn check_mates_within(position: &mut Position, check: Move, plies: usize) -> bool {
    position.do_move(check);
    let mates = match position.outcome() {
        Outcome::Mate => true,
        Outcome::Ongoing => plies > 2 && is_mated_within(position, plies - 1),
        _ => false,
    };
    position.undo_move();
    mates
}

fn mates_in_one(position: &mut Position, mv: Move) -> bool {
    position.do_move(mv);
    let mates = position.outcome() == Outcome::Mate;
    position.undo_move();
    mates
}

/// Returns whether the side to move, which is in check, is mated within `plies` after every reply.
fn is_mated_within(position: &mut Position, plies: usize) -> bool {
    let loses = |position: &mut Position, reply| {
        position.do_move(reply);
        let loses = position.outcome() == Outcome::Ongoing && has_mate_within(position, plies - 1);
        position.undo_move();
        loses
    };
    position.legal_moves().into_iter().all(|reply| loses(position, reply))
}

/// Returns whether the side to move mates by consecutive checks within `plies` if futile interpositions
/// do not count.
pub fn has_mate_ignoring_futile(position: &Position, plies: usize) -> bool {
    plies > 0
        && checks(position).into_iter().any(|check| {
            let mut after = position.clone();
            after.do_move(check);
            is_mated_ignoring_futile(&after, plies - 1)
        })
}

/// Returns whether every reply loses within `plies`, or is an interposition that a checking piece
/// captures so that the defender, with the piece in hand again, is still mated within `plies`.
fn is_mated_ignoring_futile(position: &Position, plies: usize) -> bool {
    let is_futile = |reply: Move| {
        let mut after = position.clone();
        after.do_move(reply);
        reply.is_drop()
            && checks(&after).into_iter().any(|capture| {
                let is_by_checker =
                    capture.from().is_some_and(|from| position.checkers().contains(from));
                is_by_checker
                    && capture.to() == reply.to()
                    && is_mated_ignoring_futile(
                        &without_interposition(position, reply, capture),
                        plies,
                    )
            })
    };
    let loses = |reply: Move| {
        let mut after = position.clone();
        after.do_move(reply);
        plies > 1 && has_mate_ignoring_futile(&after, plies - 1)
    };
    position.legal_moves().into_iter().all(|reply| loses(reply) || is_futile(reply))
}

/// Returns the position after an interposition and its capture, with the captured piece in the hand of
/// its former owner.
fn without_interposition(position: &Position, interposition: Move, capture: Move) -> Position {
    let mut after = position.clone();
    if position.rules().spec().check_limit != CheckLimit::None {
        // A position made from its SFEN has no history of checks, which the limit needs.
        after.do_null_move();
        after.do_move(capture);
        return after;
    }
    after.do_move(interposition);
    let captured = after.kind_on(interposition.to());
    after.do_move(capture);
    let sfen = after.sfen_without_number().to_string();
    let [placement, side, _] = sfen.split(' ').collect::<Vec<_>>()[..] else {
        panic!("'{sfen}' has no hands")
    };
    let defender = position.side();
    let hand = |color: Color| -> String {
        let count = |kind| match (kind == captured, color == defender) {
            (false, _) => after.hand(color).count(kind),
            (true, true) => after.hand(color).count(kind) + 1,
            (true, false) => after.hand(color).count(kind) - 1,
        };
        let letters = |(index, info): (usize, &PieceInfo)| {
            info.letter.to_string().repeat(count(PieceKind::base(index)).into())
        };
        position.rules().piece_infos().iter().enumerate().map(letters).collect()
    };
    let hands = hand(Color::Black) + &hand(Color::White).to_lowercase();
    Position::from_sfen(position.rules(), &format!("{placement} {side} {hands}"))
        .unwrap_or_else(|error| panic!("{placement} {side} {hands}: {error}"))
}

/// Returns whether the side to move mates by consecutive checks, or `None` if that takes more than
/// `max_positions` to decide. Ignores the history of the position, except the consecutive checks.
pub fn has_mate(position: &Position, max_positions: usize) -> Option<bool> {
    let mut graph = CheckGraph::default();
    let root = graph.node_index(position);
    let mut position = position.clone();
    graph.explore(&mut position, root, true, max_positions).then(|| graph.is_won(root))
}

/// The positions reachable by checks and replies to them.
#[derive(Default)]
struct CheckGraph {
    /// Index into `nodes` by position key.
    indices: HashMap<u64, usize>,
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    is_attacker: bool,
    successors: Vec<usize>,
}

impl CheckGraph {
    /// Returns the index of a position's node, after adding it if it is new.
    fn node_index(&mut self, position: &Position) -> usize {
        let next = self.nodes.len();
        let index = *self.indices.entry(position.table_key()).or_insert(next);
        if index == next {
            self.nodes.push(Node::default());
        }
        index
    }

    /// Adds all positions reachable from this one. Returns false if there are too many.
    fn explore(
        &mut self,
        position: &mut Position,
        index: usize,
        is_attacker: bool,
        max_positions: usize,
    ) -> bool {
        if self.nodes.len() > max_positions || position.ply() > MAX_PLY {
            return false;
        }
        self.nodes[index].is_attacker = is_attacker;
        let mut moves = moves(position, is_attacker);
        if let Some(mate) = moves.iter().position(|&mv| is_attacker && mates_in_one(position, mv)) {
            moves = vec![moves[mate]];
        }
        moves.into_iter().all(|mv| {
            position.do_move(mv);
            let node_count = self.nodes.len();
            let next = self.node_index(position);
            self.nodes[index].successors.push(next);
            let is_known = next < node_count;
            let is_complete = is_known || self.explore(position, next, !is_attacker, max_positions);
            position.undo_move();
            is_complete
        })
    }

    /// Returns whether the attacker can force mate: whether `root` is in the smallest set that contains
    /// all mates, all attacker nodes with a successor in the set, and all defender nodes whose
    /// successors are all in it.
    fn is_won(&self, root: usize) -> bool {
        let mut won = vec![false; self.nodes.len()];
        loop {
            let mut is_stable = true;
            // Most successors come after their node, and are known when it is looked at.
            for (index, node) in self.nodes.iter().enumerate().rev() {
                let mut successors = node.successors.iter().map(|&next| won[next]);
                let is_won = if node.is_attacker {
                    successors.any(|is_won| is_won)
                } else {
                    successors.all(|is_won| is_won)
                };
                is_stable &= is_won == won[index];
                won[index] = is_won;
            }
            if is_stable {
                return won[root];
            }
        }
    }
}
