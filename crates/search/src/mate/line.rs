//! From the proof of a mate to the moves that show it.

use super::dfpn::Search;
use super::moves::Child;
use super::numbers::{Known, Numbers};
use rules::{Move, Outcome};

impl Search<'_> {
    /// Settles whether the position is a mate.
    pub fn settle(&mut self) -> Known {
        let start = self.children.len();
        let place = self.place(self.path.len());
        let known = self.enter(place, Numbers::UNLIMITED);
        self.leave(start);
        known
    }

    /// The moves of a mate that was found: the quickest known for the attacker, the longest for the
    /// defender, each of whose moves is proven to lose. What the table has lost is proved again.
    pub fn line(&mut self) -> Option<Vec<Move>> {
        let root = self.position.ply();
        let mut line = Vec::new();
        let is_mate = loop {
            let place = self.place(self.path.len());
            let start = self.children.len();
            if !self.enter(place, Numbers::UNLIMITED).numbers.is_proven() {
                break false;
            }
            let Some(next) = self.next(start) else {
                break !self.attacks() && self.position.outcome() == Outcome::Mate;
            };
            line.push(next);
            self.position.do_move(next);
        };
        while self.position.ply() > root {
            self.position.undo_move();
        }
        self.children.clear();
        self.path.clear();
        is_mate.then_some(line)
    }

    /// The move of a proof to go on with.
    fn next(&mut self, start: usize) -> Option<Move> {
        let plies = |child: &&Child| child.known.plies;
        let children = &self.children[start..];
        let mut proven: Vec<_> =
            children.iter().filter(|child| child.known.numbers.is_proven()).collect();
        proven.sort_by_key(plies);
        if self.attacks() {
            return proven.first().map(|child| child.mv);
        }
        let replies: Vec<Move> = proven.iter().rev().map(|child| child.mv).collect();
        let longest = replies.iter().find(|&&reply| self.outlasts(reply));
        longest.or(replies.first()).copied()
    }

    /// Whether after this reply all the plies that are left are needed.
    fn outlasts(&mut self, reply: Move) -> bool {
        let (depth, whole) = (self.path.len(), self.horizon);
        let Some(sooner) = whole.filter(|&plies| plies > depth + 1) else { return true };
        self.horizon = Some(sooner - 2);
        self.position.do_move(reply);
        let known = self.search(self.place(depth), Numbers::UNLIMITED);
        self.position.undo_move();
        self.horizon = whole;
        known.numbers.is_disproven()
    }
}
