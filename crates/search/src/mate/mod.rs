//! Mates by checks alone: proof-number search, depth first (df-pn).
//!
//! The attacker gives check with every move and the defender has every reply. The search goes
//! where the numbers say that a mate, or its impossibility, is nearest to being proved. Repetition
//! serves only the defender, so a proof holds on every path; what repetition disproves is kept for
//! the path on which it does. Where more in hand is never worse, what is known of one hand is known
//! of greater or smaller ones.

mod budget;
mod dfpn;
mod held;
mod line;
mod moves;
mod numbers;
mod settled;
mod table;

use crate::limits::Control;
use crate::table::TableError;
use budget::Budget;
use dfpn::Search;
use numbers::Known;
use rules::spec::{CheckLimit, PawnDropMate};
use rules::{Move, Outcome, PieceForm, Position, Rules};
use std::fmt;
use std::time::Duration;
use table::Table;

/// How long to look for a mate. Several limits may be set; the first reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MateLimits {
    /// The time to spend.
    pub time: Option<Duration>,
    /// The nodes to visit.
    pub nodes: Option<u64>,
    /// The most plies that the mate may take, the attacker's last move included.
    pub plies: Option<u32>,
    /// The moves to begin with; any, if none is given.
    pub moves: Vec<Move>,
}

/// What is known of a mate by checks alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateResult {
    /// It is forced, and this is how.
    Mate(Vec<Move>),
    /// There is none, or none within the plies asked for.
    NoMate,
    /// It is not known.
    Unknown,
}

/// Finds mates by checks alone.
///
/// ```
/// use rules::{Position, Rules};
/// use search::{Control, MateLimits, MateResult, MateSolver};
///
/// let shogi = Rules::by_name("shogi").ok_or("no such game")?;
/// let problem = Position::from_sfen(shogi, "8k/9/8P/9/9/9/9/9/K8 b G 1")?;
/// let found = MateSolver::new(1)?.solve(&problem, &MateLimits::default(), &Control::default());
/// assert_eq!(found, MateResult::Mate(vec![shogi.parse_usi("G*1b")?]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MateSolver {
    table: Table,
    nodes: u64,
}

impl fmt::Debug for MateSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MateSolver").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// The nodes that may be spent on a shorter mate, beside what it took to find one.
const POLISH: u64 = 10_000;

impl MateSolver {
    /// A solver that remembers so many mebibytes.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        Ok(Self { table: Table::new(mebibytes)?, nodes: 0 })
    }

    /// The nodes that the last question took.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move mates by checks alone.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &MateLimits,
        control: &Control,
    ) -> MateResult {
        self.table.clear();
        let (wears, apart) = wear(position);
        self.table.more_is_better = !wears && more_is_better(position.rules());
        let mut search = Search {
            position: position.clone(),
            attacker: position.side(),
            first: &limits.moves,
            table: &mut self.table,
            budget: Budget::new(limits, control),
            children: Vec::new(),
            path: Vec::new(),
            // The last move is the attacker's.
            horizon: limits.plies.map(|plies| plies.saturating_sub(1) as usize | 1),
            wears,
            apart,
            cut: false,
        };
        let result = match limits.plies {
            Some(0) => MateResult::NoMate,
            _ => answer(&mut search, position),
        };
        self.nodes = search.budget.nodes;
        result
    }
}

fn answer(search: &mut Search<'_>, position: &Position) -> MateResult {
    if search.position.repetition_outcome(4).is_some() {
        return MateResult::NoMate;
    }
    let Known { numbers, plies, .. } = search.settle();
    if numbers.is_disproven() {
        return if search.cut { MateResult::Unknown } else { MateResult::NoMate };
    }
    if !numbers.is_proven() {
        return MateResult::Unknown;
    }
    let line = search.line().or_else(|| {
        // Proofs that the table lost and found again may lean on each other in a circle. With so
        // many plies there is a proof, and none can.
        search.horizon = Some(plies.into());
        search.settle();
        search.line()
    });
    match line.map(|line| refine(search, line, plies.into())).filter(|line| is_mate(position, line))
    {
        Some(line) => MateResult::Mate(line),
        None => MateResult::Unknown,
    }
}

/// Looks for the quickest mate, as long as that costs little, knowing a line and the plies that are
/// enough against every defence.
fn refine(search: &mut Search<'_>, mut line: Vec<Move>, mut most: usize) -> Vec<Move> {
    let spent = search.budget.nodes;
    let allowance = spent.saturating_mul(2).saturating_add(POLISH);
    search.budget.most = search.budget.most.min(allowance);
    // A line may be too short: the defender's best is known for sure only by trying fewer plies.
    let (mut least, mut plies) = (1, line.len());
    while least < most {
        search.horizon = Some(plies);
        let numbers = search.settle().numbers;
        if numbers.is_proven() {
            most = plies;
            plies -= 2;
        } else if numbers.is_disproven() {
            least = plies + 2;
            plies += 2;
        } else {
            return line;
        }
    }
    search.horizon = Some(most);
    if let Some(quickest) = search.line() {
        line = quickest;
    }
    line
}

/// Whether a line gives check with every other move and ends in mate.
fn is_mate(position: &Position, line: &[Move]) -> bool {
    let mut after = position.clone();
    let checks = line.iter().zip(0..).all(|(&mv, ply)| {
        let goes_on = after.outcome() == Outcome::Ongoing;
        goes_on && after.try_move(mv).is_ok() && (ply % 2 == 1 || after.in_check())
    });
    checks && line.len() % 2 == 1 && after.outcome() == Outcome::Mate
}

/// Whether positions may occur for the fourth time in a search, and whether that may depend on the
/// path. Paths matter only where checks are limited: a position may come back there with other
/// counts.
fn wear(position: &Position) -> (bool, bool) {
    let mut keys = position.keys().to_vec();
    keys.sort_unstable();
    let most = keys.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(1);
    match position.rules().check_limit() {
        CheckLimit::None => (most >= 3, false),
        // So many checks bring a position up once for every second of them.
        CheckLimit::Consecutive(limit) => {
            let wears = most + usize::from(limit).div_ceil(2) >= 4;
            (wears, wears)
        }
    }
}

/// Whether the attacker is never worse off with more in hand. Pawn-drop mate can make it so, if
/// what the defender could have dropped decides whether the pawn mates.
fn more_is_better(rules: &Rules) -> bool {
    let form = |kind| rules.piece_form(kind);
    let hops = |form: &PieceForm| {
        let mut rays = form.movement.rays.iter();
        rays.any(|ray| ray.hop_one.capture > 0 || ray.hop_any.capture > 0)
    };
    let checks_from_afar =
        |form: &PieceForm| form.movement.rays.iter().any(|ray| ray.slide.capture > 1);
    rules.pawn_drop_mate() == PawnDropMate::Allowed
        || !rules.piece_kinds().filter_map(form).any(hops)
            && !rules.pawn_kind().and_then(form).is_some_and(checks_from_afar)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(position: &Position) -> MateResult {
        let limits = MateLimits { nodes: Some(100_000), ..MateLimits::default() };
        MateSolver::new(1).unwrap().solve(position, &limits, &Control::default())
    }

    #[test]
    fn hands_compare_where_no_pawn_drop_depends_on_them() {
        for (game, compares) in [
            ("cannonshogi", true),
            ("taihoshogi", false),
            ("shosu", true),
            ("shosucourier", true),
            ("cannonshosu", false),
            ("shogi", true),
        ] {
            assert_eq!(more_is_better(Rules::by_name(game).unwrap()), compares, "{game}");
        }
    }

    #[test]
    fn a_check_that_ends_the_game_by_repetition_does_not_mate() {
        let shogi = Rules::by_name("shogi").unwrap();
        let start = "k8/9/2GS5/9/9/9/4P4/4K4/8R b - 1";
        let mut position = Position::from_sfen(shogi, start).unwrap();
        let mut play = |moves: &str| {
            for text in moves.split(' ') {
                position.try_move(shogi.parse_usi(text).unwrap()).unwrap();
            }
            position.clone()
        };
        play("1i9i 9a8a 9i5i 8a9a");
        let twice = play("5i9i 9a8a 9i5i 8a9a");
        // The check comes up for the third time, then for the fourth.
        let MateResult::Mate(line) = solve(&twice) else { panic!("a mate") };
        let line: Vec<String> = line.iter().map(|&mv| shogi.usi(mv).to_string()).collect();
        assert_eq!(line, ["5i9i", "9a8a", "7c7b"]);
        let thrice = play("5i9i 9a8a 9i5i 8a9a");
        assert_eq!(solve(&thrice), MateResult::NoMate);
    }
}
