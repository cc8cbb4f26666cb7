//! Perft, bench and the static evaluation, for developers and tests.

use crate::output::Output;
use crate::player::{Protocol, nodes_per_second};
use eval::{EvalSource, Evaluator};
use games::side_name;
use platform::Instant;
use rules::{Move, Position, Rules, checked_perft};
use search::{Control, Score, bench_positions, centipawns};

/// Largest depth of a perft. No count that deep ever ends, but the bound limits the stack.
pub const MAX_PERFT_DEPTH: u32 = 100;

/// Runs perft. Prints the count of each move and the total.
pub fn perft(
    position: &Position,
    depth: u32,
    protocol: Protocol,
    control: &Control,
    output: &dyn Output,
) {
    let mut total = 1;
    if depth > 0 {
        total = 0;
        let rules = position.rules();
        let with_text = |&mv: &Move| (protocol.format_move(rules, mv), mv);
        let mut moves: Vec<_> = position.legal_moves().iter().map(with_text).collect();
        moves.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut after = position.clone();
        let mut check = || {
            platform::poll();
            if control.is_stopped() { Err(()) } else { Ok(()) }
        };
        for (text, mv) in moves {
            after.do_move(mv);
            let count = checked_perft(&mut after, depth.min(MAX_PERFT_DEPTH) - 1, &mut check);
            after.undo_move();
            let Ok(count) = count else {
                output.tell("perft stopped");
                return;
            };
            output.print_line(format!("{text}: {count}"));
            total += count;
        }
        output.print_line(String::new());
    }
    output.print_line(format!("Nodes searched: {total}"));
}

/// Searches the bench positions of a game, or of all built-in games. Prints the nodes of each position,
/// then the total and the speed.
pub fn bench(game: Option<&'static Rules>, depth: u32, control: &Control, output: &dyn Output) {
    let start = Instant::now();
    let mut total = 0;
    let has_list = |rules: &&Rules| games::source(rules.name()).is_some();
    let games: Vec<_> =
        game.map_or_else(|| games::all().filter(has_list).collect(), |game| vec![game]);
    for position in games.into_iter().flat_map(bench_positions) {
        let nodes = search::bench(&position, depth, control);
        if control.is_stopped() {
            return output.tell("bench stopped");
        }
        total += nodes;
        output.print_line(format!("{nodes:>10}  {}  {}", position.rules().name(), position.sfen()));
    }
    output.print_line(format!("{total} nodes {} nps", nodes_per_second(total, start.elapsed())));
}

/// Formats the static evaluation of a position.
pub fn format_evaluation(position: &Position, source: &EvalSource) -> String {
    let (rules, board) = (position.rules(), position.board());
    let (parameters, network) = source.resolve(rules);
    let evaluation = Evaluator::new(parameters, network, board).evaluate(board);
    let score = Score::from_eval(evaluation);
    let pawns = f64::from(centipawns(score)) / 100.0;
    format!("Evaluation: {pawns:+.2} for {}, the side to move", side_name(position.side()))
}
