//! Answers for people and for tests: counts, benches, values.

use super::centipawns::centipawns;
use super::dialect::Dialect;
use super::report::speed;
use eval::{Evaluator, Parameters};
use rules::{Color, Position};
use search::{Control, Score, bench_positions};
use std::io;
use std::time::Instant;

/// What there is to say, for who asks.
pub const HELP: &str = "\
usi, uci                     speak this protocol
setoption name N value V     set an option; usi and uci list them
position startpos            set up the start, or: position sfen S, position fen S
position ... moves M M       and play moves from there
go depth 20                  search, or: nodes N, movetime MS, infinite, mate, perft N
stop                         end the search with its answer
usinewgame                   forget what was learnt
d                            draw the board and tell the state of the game
moves                        list the legal moves
eval                         value the position without a search
bench [DEPTH]                search fixed positions
quit                         leave";

/// The deepest count: farther than anyone can wait.
const DEEPEST: u32 = 100;
/// The depth that is counted between two looks at who may want to stop it.
const STRIDE: u32 = 2;

/// Tells for each move how many lines of a length begin with it, and then how many there are.
pub fn divide(
    position: &Position,
    depth: u32,
    dialect: Dialect,
    control: &Control,
    tell: &mut dyn FnMut(String),
) {
    let mut total = 1;
    if depth > 0 {
        total = 0;
        let mut after = position.clone();
        for text in dialect.notation().format_legal_moves(position) {
            let mv = match dialect {
                Dialect::Usi => position.rules().parse_usi(&text),
                Dialect::Uci => position.rules().parse_uci(&text),
            };
            if mv.is_ok_and(|mv| after.try_move(mv).is_ok()) {
                let Some(count) = count(&mut after, depth.min(DEEPEST) - 1, control) else {
                    tell("info string stopped before the count was done".into());
                    return;
                };
                after.undo_move();
                tell(format!("{text}: {count}"));
                total += count;
            }
        }
        tell(String::new());
    }
    tell(format!("Nodes searched: {total}"));
}

/// Counts lines; nothing if it was stopped.
fn count(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= STRIDE {
        return Some(rules::perft(position, depth));
    }
    let mut total = 0;
    for mv in position.legal_moves() {
        position.do_move(mv);
        let counted = count(position, depth - 1, control);
        position.undo_move();
        total += counted?;
    }
    Some(total)
}

/// Searches the bench's positions and tells the nodes of each, and of all with the speed.
pub fn bench(
    game: Option<&str>,
    depth: u32,
    control: &Control,
    tell: &mut dyn FnMut(String),
) -> io::Result<()> {
    let start = Instant::now();
    let mut total = 0;
    for position in bench_positions(game).flatten() {
        let nodes = search::bench(&position, depth, control)?;
        if control.is_stopped() {
            tell("info string stopped before the bench was done".into());
            return Ok(());
        }
        total += nodes;
        tell(format!("{nodes:>10}  {}  {}", position.rules().name(), position.sfen()));
    }
    tell(format!("{total} nodes {} nps", speed(total, start.elapsed())));
    Ok(())
}

/// What a position is worth without a search.
pub fn value(position: &Position) -> String {
    let parameters = Parameters::shared(position.rules());
    let worth = Evaluator::new(parameters, position.board()).evaluate(position.board());
    let worth = f64::from(centipawns(Score::from_eval(worth))) / 100.0;
    let black = if position.side() == Color::Black { worth } else { -worth };
    format!("Evaluation: {worth:+.2} for the side to move, {black:+.2} for black")
}
