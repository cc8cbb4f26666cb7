//! Futile interpositions, which do not lengthen a mate if the solver is asked to ignore them
//! (無駄合い, *mudaai*).
//!
//! In tsume-shogi, a drop between a checking line piece and the king is futile if the piece simply
//! captures it and the mate goes on as before. Neither move counts. This is the definition, for all
//! games:
//!
//! - An *interposition* is a drop in reply to a check, on a square that a checking piece attacks.
//! - A *free capture* is a legal capture of the dropped piece by that checking piece which gives check.
//!   Afterwards the defender has the captured piece in hand again.
//! - Interposition and free capture together take no plies. Hence the drop does not lengthen a mate if
//!   the attacker also mates as soon with the checking piece on the square of the drop and without the
//!   captured piece. Otherwise it is a reply like any other.
//!
//! With no other replies left, the position counts as mate. Whether a capture is possible and gives
//! check is decided by the rules of the game. A cannon that checks over a screen rarely has a free
//! capture: it cannot capture a piece in front of the screen, and behind the screen it no longer gives
//! check. A dropped piece that opens a line for another cannon, or that checks the attacker's king, is
//! futile only if the capture also answers that.
//!
//! In the search, an interposition leads to an *interposition node*, which has a separate key. It
//! stores all plies one higher than other OR nodes, so that the move to it and a free capture each cost
//! no plies, and other moves from it cost two.

use crate::child::Child;
use crate::dfpn::DfpnSearch;
use crate::path::mix;
use crate::proof_hand::HandCounts;
use crate::proof_number::Plies;
use crate::proof_table::NodeKey;
use rules::{Move, MoveList};

/// Subtracted from the order of free captures, so that they are searched first.
const FREE_CAPTURE_BONUS: i32 = 10_000;

impl DfpnSearch<'_> {
    /// Sets whether futile interpositions are ignored, and clears the tables, whose results depend on it.
    pub(crate) fn set_ignore_futile_interpositions(&mut self, ignore: bool) {
        self.ignore_futile_interpositions = ignore;
        self.table.clear();
        self.path_disproofs.clear();
    }

    /// Returns whether a reply to a check is an interposition.
    pub(crate) fn is_interposition(&self, reply: Move) -> bool {
        self.ignore_futile_interpositions
            && reply.is_drop()
            && self.position.checkers().into_iter().any(|checker| {
                let kind = self.position.kind_on(checker);
                let occupied = self.position.occupied();
                let rules = self.position.rules();
                rules.attacks(self.attacker, kind, checker, occupied).contains(reply.to())
            })
    }

    /// Returns the move to a child of the current node if the child is an interposition node.
    pub(crate) fn interposition_of(&self, child: &Child) -> Option<Move> {
        (child.plies == 0 && !self.is_or_node()).then_some(child.mv)
    }

    /// Returns the key of the interposition node with this position.
    pub(crate) fn interposition_key(key: NodeKey, reply: Move) -> NodeKey {
        let board_key = key.board_key ^ mix(reply.to().index() as u64 + 1);
        NodeKey { board_key, ..key }
    }

    /// Returns the plies that a move from the current node takes.
    pub(crate) fn plies_of_move(&self, mv: Move) -> Plies {
        match self.path.current().interposition {
            Some(_) => 2,
            None => Plies::from(self.is_or_node() || !self.is_interposition(mv)),
        }
    }

    /// Pushes the free captures among the checks of an interposition node.
    pub(crate) fn push_free_captures(&mut self, checks: &MoveList) {
        let Some(drop) = self.path.current().interposition else { return };
        self.position.undo_move();
        let checkers = self.position.checkers();
        self.position.do_move(drop);
        let is_free = |mv: &&Move| {
            mv.to() == drop.to() && mv.from().is_some_and(|from| checkers.contains(from))
        };
        let king = self.position.king(!self.attacker).expect("it was in check");
        for &mv in checks.iter().filter(is_free) {
            let order = self.estimator.order(&self.position, mv, true, king) - FREE_CAPTURE_BONUS;
            let mut child = Child::new(mv, self.path.current().key, order);
            child.plies = 0;
            self.make_child_move(&child);
            child.key = self.node_key();
            self.undo_child_move(&child);
            self.children.push(child);
        }
    }

    /// Returns whether the current node is an interposition node at which other moves than free captures
    /// take too long to be searched.
    pub(crate) fn has_only_free_captures(&self) -> bool {
        let node = self.path.current();
        node.interposition.is_some() && node.plies < 2
    }

    fn is_free_capture(&self, child: &Child) -> bool {
        child.plies == 0 && self.is_or_node()
    }

    /// Makes the move to a child of the current node.
    pub(crate) fn make_child_move(&mut self, child: &Child) {
        if self.is_free_capture(child) {
            // The checking piece moves to the square of the drop, which is taken back.
            self.position.undo_move();
            self.position.do_null_move();
        }
        self.position.do_move(child.mv);
    }

    /// Undoes the move to a child of the current node.
    pub(crate) fn undo_child_move(&mut self, child: &Child) {
        self.position.undo_move();
        if child.plies == 0
            && let Some(drop) = self.path.current().interposition
        {
            self.position.undo_move();
            self.position.do_move(drop);
        }
    }

    /// Converts the hand of a child's result to one of the current node.
    pub(crate) fn hand_before_child(&self, child: &Child) -> HandCounts {
        if self.is_free_capture(child) {
            child.result.hand
        } else {
            self.hand_before(child.mv, child.result.hand)
        }
    }

    /// Returns whether futile interpositions are ignored and all legal replies are interpositions.
    pub(crate) fn may_be_futile(&self) -> bool {
        self.ignore_futile_interpositions
            && self.position.legal_moves().into_iter().all(|reply| self.is_interposition(reply))
    }
}

#[cfg(test)]
mod tests {
    use crate::{MateLength, MateLimits, MateResult, MateSolver};
    use rules::{Position, Rules};

    /// Returns the number of plies of the shortest mate, with and without futile interpositions.
    fn plies(game: &str, sfen: &str) -> [Option<usize>; 2] {
        plies_by(games::by_name(game).unwrap(), sfen)
    }

    fn plies_by(rules: &'static Rules, sfen: &str) -> [Option<usize>; 2] {
        let position = Position::from_sfen(rules, sfen).unwrap();
        let mut solver = MateSolver::new(1).unwrap();
        [false, true].map(|ignore_futile_interpositions| {
            let nodes = Some(100_000);
            let length = MateLength::Shortest;
            let limits =
                MateLimits { nodes, length, ignore_futile_interpositions, ..MateLimits::default() };
            match solver.solve(&position, &limits) {
                MateResult::Mate(line) => Some(line.len()),
                MateResult::NoMate => None,
                MateResult::Unknown => panic!("{sfen}: unsolved"),
            }
        })
    }

    #[test]
    fn only_interpositions_that_are_simply_captured_are_futile() {
        for (sfen, expected) in [
            // After the rook's check on the file, drops on seven squares lead to the same mate.
            ("k8/2G6/9/1N7/9/9/9/9/8R b 2b3g4s3n4l18p 1", [Some(15), Some(1)]),
            // A rook protects the interposition.
            ("k8/2G6/9/1N7/9/9/9/8r/8R b 2b3g4s3n4l18p 1", [None, None]),
            // On the square next to the king, the checking rook is not protected.
            ("k8/2G6/9/9/9/9/9/9/8R b 2b3g4s4n4l18p 1", [None, None]),
        ] {
            assert_eq!(plies("shogi", sfen), expected, "{sfen}");
        }
    }

    #[test]
    fn interposition_that_becomes_a_screen_counts() {
        // The rook mates on file 5, except for drops on it. On 5e, a dropped piece and the rook after
        // capturing it are screens of the cannon on 1e, which attacks the king on 9e.
        let with_king =
            |rank: &str, other: &str| format!("4k4/2G3G2/9/5N3/{rank}/9/9/{other}/8R b nlp 1");
        let plies = |sfen: String| plies("cannonshogi", &sfen);
        assert_eq!(plies(with_king("K7a", "9")), [None, None]);
        let [all_replies, without_futile] = plies(with_king("8a", "K8"));
        assert!(all_replies > Some(1) && without_futile == Some(1), "{all_replies:?}");
    }

    /// A lame leaper does not capture on the square on which a piece blocks it.
    #[test]
    fn interposition_against_a_lame_leaper_counts() {
        let shogi = games::source("shogi").unwrap().replace("\"ffN\"", "\"ffnN\"");
        let rules =
            games::parse(&shogi.replace("name = \"shogi\"", "name = \"horses\"")).games[0].rules;
        let plies = |hands| plies_by(rules, &format!("k8/2G6/P8/9/2N6/9/9/9/K8 b {hands} 1"));
        assert_eq!(plies("-"), [Some(1), Some(1)]);
        // The gold takes a pawn on 8b, but then the king takes the gold.
        assert_eq!(plies("p"), [None, None]);
    }

    #[test]
    fn interposition_against_a_cannon_counts() {
        // The silver cannon mates over the pawn on 5f. It captures pieces dropped between the pawn and the
        // king, but gives no check from there.
        let plies =
            |hands| plies("cannonshogi", &format!("4k4/2G3G2/9/9/9/4P4/9/9/K8 b {hands} 1"));
        assert_eq!(plies("A"), [Some(1), Some(1)]);
        assert_eq!(plies("Anlp"), [None, None]);
    }
}
