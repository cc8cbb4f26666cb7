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
        let known = self.enter(place, Numbers::UNLIMITED, true);
        self.leave(start);
        known
    }

    /// The moves of a mate that was found: the quickest known for the attacker, the longest for the
    /// defender, each of whose moves is proven to lose. What the table has lost is proved again.
    pub fn line(&mut self) -> Option<Vec<Move>> {
        let root = self.position.height();
        let mut line = Vec::new();
        let mut attacks = true;
        let is_mate = loop {
            let start = self.children.len();
            let place = self.place(self.path.len());
            let known = self.enter(place, Numbers::UNLIMITED, attacks);
            let children = &self.children[start..];
            let plies = |child: &&Child| child.known.plies;
            let proven = children.iter().filter(|child| child.known.numbers.is_proven());
            let next = match attacks {
                _ if !known.numbers.is_proven() => break false,
                true => proven.min_by_key(plies),
                false => proven.max_by_key(plies),
            };
            let Some(next) = next else {
                break !attacks && self.position.outcome() == Outcome::Mate;
            };
            line.push(next.mv);
            self.position.do_move(next.mv);
            attacks = !attacks;
        };
        while self.position.height() > root {
            self.position.undo_move();
        }
        self.children.clear();
        self.path.clear();
        is_mate.then_some(line)
    }
}
