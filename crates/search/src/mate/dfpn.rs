//! The search: always where a mate, or its impossibility, is nearest to being proved.

use super::budget::Budget;
use super::held::Held;
use super::moves::Child;
use super::numbers::{ANYWHERE, Known, NEVER, Numbers};
use super::table::{Place, Table};
use rules::{Color, Move, Position};

/// The longest path. What would need more is not known.
const DEEPEST: usize = 1000;

/// A position on the path from the root to the present one.
pub(super) struct Step {
    pub place: Place,
    /// A hash of the path that ends here.
    pub trail: u64,
}

/// A search for mate below one position.
pub(super) struct Search<'a> {
    pub position: Position,
    pub attacker: Color,
    /// The moves to begin with; any, if none is given.
    pub first: &'a [Move],
    pub table: &'a mut Table,
    pub budget: Budget<'a>,
    /// The moves of the nodes on the path, the present node's last.
    pub children: Vec<Child>,
    pub path: Vec<Step>,
    /// The plies within which to mate, if there is a limit.
    pub horizon: Option<usize>,
    /// Whether positions of the game so far may occur for the fourth time.
    pub wears: bool,
    /// Whether what is found of a position holds on one path only.
    pub apart: bool,
    /// Whether a path was too long to be followed.
    pub cut: bool,
}

/// Stirs the bits of a number.
fn stir(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9FB2_1C65_1E98_DF25);
    number ^ number >> 29
}

impl Search<'_> {
    /// Whether the attacker is to move.
    #[inline]
    pub fn attacks(&self) -> bool {
        self.position.side() == self.attacker
    }

    /// What a side holds.
    pub fn held(&self, color: Color) -> Held {
        self.position.hand(color).into()
    }

    /// The place of the present position, at a depth.
    pub fn place(&self, depth: usize) -> Place {
        let mut key = self.position.key_without_hands();
        if let Some(left) = self.left(depth) {
            key ^= stir(left as u64 + 1);
        }
        if self.apart {
            key ^= self.trail();
        }
        Place { key, hand: self.held(self.attacker) }
    }

    /// How many plies are left at a depth, if they are limited.
    pub fn left(&self, depth: usize) -> Option<usize> {
        Some(self.horizon?.saturating_sub(depth))
    }

    /// A hash of the path.
    pub fn trail(&self) -> u64 {
        self.path.last().map_or(0, |step| step.trail)
    }

    /// The depth of a position on the path that was as good for the attacker as this one: the same
    /// one, or one with more in hand.
    pub fn repeated(&self, place: &Place) -> Option<u16> {
        let as_good = |step: &Step| {
            step.place.key == place.key
                && (step.place.hand == place.hand
                    || self.table.more_is_better && step.place.hand.covers(&place.hand))
        };
        // Where the first move is not free, the same position is worth more later.
        let root = usize::from(!self.first.is_empty());
        let depth = self.path.iter().skip(root).position(as_good)?;
        Some((root + depth) as u16)
    }

    /// Works on the present position until a limit is reached.
    pub fn search(&mut self, place: Place, limit: Numbers) -> Known {
        let depth = self.path.len();
        if depth >= DEEPEST {
            self.cut = true;
            return Known::disproven(0, place.hand);
        }
        let (start, nodes) = (self.children.len(), self.budget.nodes);
        let known = self.enter(place, limit);
        self.leave(start);
        let work = u32::try_from(self.budget.nodes - nodes).unwrap_or(u32::MAX);
        if known.numbers.is_disproven() && usize::from(known.since) < depth {
            self.table.store_loop(&place, self.trail(), &known, work);
            return known;
        }
        let known = Known { since: ANYWHERE, ..known };
        self.table.store(&place, &known, work);
        known
    }

    /// Goes on to the present position, whose moves lie on the stack afterwards, and works on it.
    pub fn enter(&mut self, place: Place, limit: Numbers) -> Known {
        let start = self.children.len();
        let trail = stir(self.trail() ^ place.key).rotate_left(17);
        self.path.push(Step { place, trail });
        if !self.budget.spend() {
            return Known::open(Numbers { proof: 1, disproof: 1 });
        }
        self.expand();
        self.work(start, limit)
    }

    /// Goes back to the position before.
    pub fn leave(&mut self, start: usize) {
        self.children.truncate(start);
        self.path.pop();
    }

    /// Works on the best move, until a limit is reached.
    fn work(&mut self, start: usize, limit: Numbers) -> Known {
        loop {
            let sum = self.sum(start);
            if sum.numbers.reaches(limit) || sum.numbers.is_settled() || self.budget.is_spent() {
                return sum;
            }
            let Some((best, limit)) = self.choose(start, limit, sum.numbers) else {
                return sum;
            };
            let Child { mv, place, .. } = self.children[best];
            self.position.do_move(mv);
            let known = self.search(place, limit);
            self.position.undo_move();
            self.children[best].known = known;
        }
    }

    /// The move to work on and the limits of that work.
    fn choose(&self, start: usize, limit: Numbers, sum: Numbers) -> Option<(usize, Numbers)> {
        let attacks = self.attacks();
        let children = &self.children[start..];
        let mine = |child: &Child| child.known.numbers.mine(attacks);
        let theirs = |child: &Child| child.known.numbers.theirs(attacks);
        let best =
            (0..children.len()).min_by_key(|&i| (mine(&children[i]), theirs(&children[i])))?;
        let others = children.iter().enumerate().filter(|&(i, _)| i != best);
        let second = others.map(|(_, child)| mine(child)).min().unwrap_or(NEVER);
        let child = &children[best];
        let alike = children.iter().filter(|other| other.group == child.group);
        let counted = alike.map(theirs).max().unwrap_or(0);
        // A little more than the second best has, lest the two be worked on in turns.
        let mine = limit.mine(attacks).min(second.saturating_add(second / 4 + 1));
        let rest = sum.theirs(attacks) - counted.min(sum.theirs(attacks));
        let theirs = limit.theirs(attacks) - rest.min(limit.theirs(attacks));
        Some((start + best, Numbers::of(attacks, mine.min(NEVER), theirs)))
    }

    /// What the moves on the stack say of the position.
    pub fn sum(&self, start: usize) -> Known {
        let attacks = self.attacks();
        let children = &self.children[start..];
        let (mut mine, mut theirs) = (NEVER, 0u32);
        for group in children.chunk_by(|a, b| a.group == b.group) {
            let mut most = 0;
            for Child { known, .. } in group {
                mine = mine.min(known.numbers.mine(attacks));
                most = most.max(known.numbers.theirs(attacks));
            }
            theirs = theirs.saturating_add(most);
        }
        match (attacks, mine == 0, theirs == 0) {
            (true, true, _) => return self.proof_by_move(children),
            (false, _, true) => return self.proof_of_replies(children),
            (false, true, _) => return self.disproof_by_reply(children),
            (true, _, true) => return self.disproof_of_moves(children),
            _ => {}
        }
        let open = |number: u32| number.min(NEVER - 1);
        Known::open(Numbers::of(attacks, open(mine), open(theirs)))
    }
}
