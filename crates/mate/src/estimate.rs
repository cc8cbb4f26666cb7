//! Estimates for nodes that have never been searched: initial proof and disproof numbers, as in df-pn+
//! (Nagai and Imai, 2002), and the order of moves.
//!
//! The rules are like those of GPS Shogi: a check is promising if more pieces support it than defend
//! against it, a defence if it captures or is supported.

use crate::proof_number::{ProofNumbers, UNIT};
use rules::betza::{Leap, LeapKind, Ray};
use rules::{Board, Color, Move, Movement, Origin, PieceKind, Rules, Square};

/// Properties of a kind of piece that the estimates use.
#[derive(Clone, Copy, Default, Debug)]
struct KindTraits {
    /// Its strength near a king.
    value: i32,
    /// Whether it steps in most directions, as golds and silvers do. Such pieces mate best.
    is_close_fighter: bool,
    /// Whether the promoted form can do all that the unpromoted one can.
    should_promote: bool,
}

/// The traits of all kinds of a game.
#[derive(Debug)]
pub(crate) struct Estimator {
    traits: [KindTraits; PieceKind::COUNT],
}

/// Added to the order of a move that forgoes a promotion without a loss.
const NO_PROMOTION_PENALTY: i32 = 1000;

impl KindTraits {
    fn new(movement: &Movement) -> Self {
        let directions = movement.rays.iter().map(|ray| {
            let reach = [ray.slide, ray.hop_one, ray.hop_two, ray.hop_any];
            let reach = reach.iter().map(|reach| reach.capture).max().unwrap_or(0);
            match (ray.slide.capture, reach) {
                (_, 0) => 0,
                (1, 1) => 10,
                // A long line is worth half a step more; a line over screens does not attack neighbours.
                (0, _) => 5,
                _ => 15,
            }
        });
        let steps = movement.rays.iter().filter(|ray| ray.slide.capture == 1).count();
        let slides = movement.rays.iter().any(|ray| ray.slide.capture > 1);
        let leaps = movement.leaps.iter().filter(|leap| leap.capture).count();
        Self {
            value: directions.sum::<i32>() + 10 * leaps as i32,
            is_close_fighter: steps >= 5 && !slides,
            should_promote: false,
        }
    }
}

/// Returns whether every move of one movement is also one of another.
fn includes(wider: &Movement, narrower: &Movement) -> bool {
    let ray_is_included = |index: usize| {
        let (wide, narrow) = (&wider.rays[index], &narrower.rays[index]);
        let reaches = |ray: &Ray| [ray.slide, ray.hop_one, ray.hop_two, ray.hop_any];
        reaches(wide)
            .iter()
            .zip(reaches(narrow))
            .all(|(wide, narrow)| wide.quiet >= narrow.quiet && wide.capture >= narrow.capture)
    };
    let leap_is_included = |wide: &Leap, narrow: &Leap| {
        (wide.forward, wide.right) == (narrow.forward, narrow.right)
            && wide.quiet >= narrow.quiet
            && wide.capture >= narrow.capture
            && (wide.kind == LeapKind::Free || narrow.kind == LeapKind::Lame)
    };
    (0..narrower.rays.len()).all(ray_is_included)
        && narrower
            .leaps
            .iter()
            .all(|narrow| wider.leaps.iter().any(|wide| leap_is_included(wide, narrow)))
}

impl Estimator {
    pub fn new(rules: &Rules) -> Self {
        let mut traits = [KindTraits::default(); PieceKind::COUNT];
        for kind in rules.piece_kinds() {
            let form = rules.piece_form(kind).expect("a kind of the game");
            traits[kind.index()] = KindTraits::new(&form.movement);
            if rules.can_promote(kind) {
                let promoted = rules.piece_form(kind.promoted());
                let loses_squares = Color::BOTH.into_iter().any(|color| {
                    let region = |kind| rules.region(color, kind);
                    region(kind).without(region(kind.promoted())).any()
                });
                traits[kind.index()].should_promote = !loses_squares
                    && promoted
                        .is_some_and(|promoted| includes(&promoted.movement, &form.movement));
            }
        }
        Self { traits }
    }

    /// Returns whether a board move forgoes a promotion that it could make without a loss.
    pub fn forgoes_promotion(&self, board: &Board, mv: Move) -> bool {
        let Some(from) = mv.from().filter(|_| !mv.is_promotion()) else { return false };
        let kind = board.kind_on(from);
        let zone = board.rules().promotion_zone(board.side());
        self.traits[kind.index()].should_promote && (zone.contains(from) || zone.contains(mv.to()))
    }

    /// Returns the order of a move among those with equal numbers; lower is better. `king` is the
    /// defender's.
    pub fn order(&self, board: &Board, mv: Move, is_or_node: bool, king: Square) -> i32 {
        let distance = 10 * i32::from(king.distance(mv.to()));
        match mv.origin() {
            // The defender gives away as little as possible.
            Origin::Hand(kind) if !is_or_node => distance + self.traits[kind.index()].value,
            Origin::Hand(kind) => distance - self.traits[kind.index()].value,
            Origin::Board(from) => {
                let kind = board.kind_on(from);
                let kind = mv.kind_after(kind);
                let forgoes = self.forgoes_promotion(board, mv);
                distance - self.traits[kind.index()].value
                    + if forgoes { NO_PROMOTION_PENALTY } else { 0 }
            }
        }
    }

    /// Returns the initial numbers of the node after a check.
    pub fn after_check(&self, board: &Board, mv: Move, attacker: Color) -> ProofNumbers {
        let (attackers, defenders) = supporters(board, mv.to(), attacker);
        let mut numbers = ProofNumbers::UNKNOWN;
        if defenders >= 2 {
            numbers.proof += UNIT;
        }
        if attackers + u32::from(mv.is_drop()) > defenders {
            numbers.disproof += UNIT;
            return numbers;
        }
        match board.piece_on(mv.to()) {
            Some(captured) if self.is_close_fighter(captured.kind()) => numbers.disproof += UNIT,
            _ => numbers.proof += UNIT,
        }
        numbers
    }

    fn is_close_fighter(&self, kind: PieceKind) -> bool {
        self.traits[kind.unpromoted().index()].is_close_fighter
    }

    /// Returns the initial numbers of the node after a defence.
    pub fn after_defence(&self, board: &Board, mv: Move, attacker: Color) -> ProofNumbers {
        let strong = ProofNumbers { proof: 2 * UNIT, disproof: UNIT };
        let weak = ProofNumbers { proof: UNIT, disproof: 2 * UNIT };
        if board.piece_on(mv.to()).is_some() {
            return strong;
        }
        if mv.from().is_some() && mv.from() == board.king(!attacker) {
            return ProofNumbers::UNKNOWN;
        }
        let (attackers, defenders) = supporters(board, mv.to(), attacker);
        if attackers < defenders + u32::from(mv.is_drop()) { strong } else { weak }
    }
}

/// Returns how many pieces of the attacker and of the defender attack a square.
fn supporters(board: &Board, square: Square, attacker: Color) -> (u32, u32) {
    let occupied = board.occupied();
    let count = |color| board.attackers(color, square, occupied).count();
    (count(attacker), count(!attacker))
}
