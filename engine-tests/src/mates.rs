//! Mates by checks alone, found the slow way: by trying everything.

use rules::{Move, Outcome, Position};
use std::collections::HashMap;

/// The moves of the attacker, who gives check, or of the defender. Kept out of line for the sake of
/// those that recur.
#[inline(never)]
fn moves(position: &mut Position, attacks: bool) -> Vec<Move> {
    if attacks { checks(position) } else { position.legal_moves().to_vec() }
}

/// The legal moves that give check.
fn checks(position: &mut Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|&mv| {
        position.do_move(mv);
        let checks = position.in_check();
        position.undo_move();
        checks
    });
    moves
}

/// Whether the side to move mates by checks alone within so many plies.
pub fn mates_within(position: &mut Position, plies: usize) -> bool {
    plies > 0 && checks(position).into_iter().any(|mv| mates_by(position, mv, plies))
}

/// The moves by which the side to move mates by checks alone within so many plies.
pub fn mating_moves(position: &mut Position, plies: usize) -> Vec<Move> {
    checks(position).into_iter().filter(|&mv| mates_by(position, mv, plies)).collect()
}

fn mates_by(position: &mut Position, check: Move, plies: usize) -> bool {
    position.do_move(check);
    let mates = match position.outcome() {
        Outcome::Mate => true,
        Outcome::Ongoing => plies > 2 && is_mated_within(position, plies - 1),
        _ => false,
    };
    position.undo_move();
    mates
}

fn mates_at_once(position: &mut Position, mv: Move) -> bool {
    position.do_move(mv);
    let mates = position.outcome() == Outcome::Mate;
    position.undo_move();
    mates
}

/// Whether the side to move, in check, is mated within so many plies whatever it does.
fn is_mated_within(position: &mut Position, plies: usize) -> bool {
    let loses = |position: &mut Position, mv| {
        position.do_move(mv);
        let loses = position.outcome() == Outcome::Ongoing && mates_within(position, plies - 1);
        position.undo_move();
        loses
    };
    position.legal_moves().into_iter().all(|mv| loses(position, mv))
}

/// Whether the side to move mates by checks alone, however long it takes; nothing if more than so
/// many positions would have to be looked at. Of a position's history only the counts of checks are
/// heeded.
pub fn mates(position: &Position, most: usize) -> Option<bool> {
    let mut graph = Graph::default();
    let root = graph.place(position);
    let mut position = position.clone();
    graph.explore(&mut position, root, true, most).then(|| graph.is_won(root))
}

/// The positions that can arise from one by checks and replies.
#[derive(Default)]
struct Graph {
    places: HashMap<u64, usize>,
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    attacks: bool,
    after: Vec<usize>,
}

impl Graph {
    fn place(&mut self, position: &Position) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(position.table_key()).or_insert(next);
        if place == next {
            self.nodes.push(Node::default());
        }
        place
    }

    /// Adds all that comes after a position, unless it is too much.
    fn explore(
        &mut self,
        position: &mut Position,
        here: usize,
        attacks: bool,
        most: usize,
    ) -> bool {
        if self.nodes.len() > most || position.ply() > 400 {
            return false;
        }
        self.nodes[here].attacks = attacks;
        let mut moves = moves(position, attacks);
        if let Some(mate) = moves.iter().position(|&mv| attacks && mates_at_once(position, mv)) {
            moves = vec![moves[mate]];
        }
        moves.into_iter().all(|mv| {
            position.do_move(mv);
            let known = self.nodes.len();
            let there = self.place(position);
            self.nodes[here].after.push(there);
            let done = there < known || self.explore(position, there, !attacks, most);
            position.undo_move();
            done
        })
    }

    /// Whether the attacker reaches a mate: the least set of positions that are mates or lead there.
    fn is_won(&self, root: usize) -> bool {
        let mut won = vec![false; self.nodes.len()];
        loop {
            let lost = (0..self.nodes.len()).filter(|&place| !won[place]);
            let leads = |node: &Node| match node.attacks {
                true => node.after.iter().any(|&next| won[next]),
                false => node.after.iter().all(|&next| won[next]),
            };
            let more: Vec<usize> = lost.filter(|&place| leads(&self.nodes[place])).collect();
            if more.is_empty() {
                return won[root];
            }
            more.into_iter().for_each(|place| won[place] = true);
        }
    }
}
