//! Judges the moves of a game.

use super::position_review::{PositionReview, Reviewer};
use super::report::Report;
use crate::cli_error::CliError;
use records::{GameRecord, NodeId};
use review::{Mark, SideSummary, lost_chance};
use rules::{Color, Move, Position};
use std::io::Write;

/// The judged moves of a game.
#[derive(Debug)]
pub struct GameReview {
    /// The start position.
    pub start: PositionReview,
    /// The moves of the main line.
    pub moves: Vec<MoveReview>,
    /// What each side did, Black first.
    pub sides: [SideSummary; 2],
}

/// A move of a game.
#[derive(Debug)]
pub struct MoveReview {
    pub node: NodeId,
    pub mv: Move,
    pub mover: Color,
    /// The position before the move.
    pub before: PositionReview,
    /// The position after the move.
    pub after: PositionReview,
    /// The winning chance that the move lost.
    pub lost: f64,
    pub mark: Option<Mark>,
    /// The plies to a mate that the mover had and lost by this move.
    pub missed_mate: Option<u32>,
}

/// Evaluates every position of the main line and judges its moves. Stops after the last judged move
/// when the analysis is interrupted.
pub fn review_game<W: Write>(
    game: &GameRecord,
    reviewer: &mut Reviewer,
    report: &mut Report<'_, W>,
) -> Result<GameReview, CliError> {
    reviewer.new_game();
    let mut position = game.start().clone();
    let start = reviewer.review(&position)?;
    let mut review =
        GameReview { start: start.clone(), moves: Vec::new(), sides: Default::default() };
    let mut before = start;
    for (node, mv) in game.main_line().zip(game.moves()) {
        let mover = position.side();
        let parent = position.clone();
        position.do_move(mv);
        report.show_progress(position.ply());
        let after = reviewer.review(&position)?;
        let missed_mate = missed_mate(reviewer, &parent, mv, &before, &after)?;
        if reviewer.is_stopped() {
            break;
        }
        // The search of the next position may disagree with the one that preferred the move.
        let lost = match before.best() {
            Some(best) if best == mv => 0.0,
            _ => lost_chance(before.evaluation, after.evaluation, mover),
        };
        let mark = Mark::of_loss(lost);
        let side = &mut review.sides[mover.index()];
        side.add(lost);
        side.missed_mates += usize::from(missed_mate.is_some());
        let judged =
            MoveReview { node, mv, mover, before, after: after.clone(), lost, mark, missed_mate };
        report.write_move(game, &parent, &judged)?;
        review.moves.push(judged);
        before = after;
    }
    Ok(review)
}

/// Returns the plies to the mate that the mover had before a move and has no longer after it.
fn missed_mate(
    reviewer: &mut Reviewer,
    parent: &Position,
    mv: Move,
    before: &PositionReview,
    after: &PositionReview,
) -> Result<Option<u32>, CliError> {
    let Some(plies) = before.mate_plies else { return Ok(None) };
    let wins = matches!(
        after.evaluation.score,
        records::Score::Mate { winner, .. } if winner == parent.side()
    );
    // Another move can mate as well, and too late for the search of the next position to see it.
    let still_mates = wins || before.best() == Some(mv) || reviewer.mates_by(parent, mv)?;
    Ok((!still_mates).then_some(plies))
}
