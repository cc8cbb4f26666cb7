//! The review of a game, and learning from the mistakes that it finds.

use crate::command_error::CommandError;
use crate::game::Game;
use crate::job::Task;
use crate::line_view::{MAX_LINE, line_texts};
use crate::messages::{MistakeView, Notice};
use crate::notation::MoveText;
use crate::review::Review;
use crate::table::Table;
use records::NodeId;
use rules::Move;
use std::time::Duration;
use study::review::{GameReview, Mark, MoveReview, ReviewLimits};

/// Returns when to end the search of each position of a review.
pub fn review_limits(move_time: u64) -> ReviewLimits {
    ReviewLimits { time: Some(Duration::from_millis(move_time)), ..ReviewLimits::default() }
}

impl Table {
    /// Starts a review of the main line.
    pub fn start_review(&mut self, move_time: u64) -> Result<(), CommandError> {
        self.check_not_solving()?;
        self.stop_job();
        self.task = Some(Task::Review { move_time });
        Ok(())
    }

    /// Returns the review, if it is of the present main line.
    fn present_review(&self) -> Option<&Review> {
        let review = self.review.as_ref()?;
        let is_present = review.revision == self.game.revision()
            && review.nodes.last().copied().unwrap_or(NodeId::ROOT) == self.game.last();
        is_present.then_some(review)
    }

    /// Returns the number of judged moves and of all, while the review runs.
    pub fn review_progress(&self) -> Option<[usize; 2]> {
        let review = self.review.as_ref()?;
        let is_running = matches!(self.task, Some(Task::Review { .. }));
        is_running.then_some([review.count(), review.nodes.len()])
    }

    /// Returns the complete review of the present main line.
    pub fn game_review(&self) -> Option<&GameReview> {
        let review = self.present_review()?;
        review.judged.as_ref().filter(|judged| judged.moves.len() == review.nodes.len())
    }

    /// Returns the judgement of the move to a node of the main line.
    pub fn judged_move(&self, node: NodeId) -> Option<&MoveReview> {
        let index = self.present_review()?.nodes.iter().position(|&other| other == node)?;
        self.game_review()?.moves.get(index)
    }

    /// Shows the judgement of the next move of the main line.
    pub fn add_judged_move(&mut self, judged: MoveReview) {
        let Some(review) = self.review.as_mut().filter(|r| r.revision == self.game.revision())
        else {
            return;
        };
        let Some(node) = review.add(&self.game, judged.clone()) else { return };
        note_judgement(&mut self.game, node, &judged);
    }

    /// Keeps the review after a change of the record, or its undoing, that leaves the main line with the same moves.
    pub fn keep_review(&mut self) {
        let Some(review) = &mut self.review else { return };
        let Some(judged) = &review.judged else { return };
        let record = self.game.record();
        if !record.moves().eq(judged.moves.iter().map(|judged| judged.mv)) {
            return;
        }
        review.nodes = record.main_line().collect();
        review.revision = self.game.revision();
        for (&node, judged) in review.nodes.iter().zip(&judged.moves) {
            // A state from before the review lacks its judgements.
            if self.game.node(node).notes.evaluation.is_none() {
                note_judgement(&mut self.game, node, judged);
            }
        }
    }

    /// Returns the time for each position of the complete review of the present main line, and its judgements.
    pub fn saved_review(&self) -> Option<(u64, Vec<MoveReview>)> {
        let moves = self.game_review()?.moves.clone();
        Some((self.present_review()?.move_time, moves))
    }

    /// Shows the judgements of a review that was saved.
    pub fn restore_review(&mut self, (move_time, moves): (u64, Vec<MoveReview>)) {
        let mut review = Review::new(&self.game, move_time);
        for judged in moves {
            review.add(&self.game, judged);
        }
        self.review = Some(review);
    }

    /// Describes the mistakes of the present main line, if it was reviewed.
    pub fn mistakes(&self) -> Vec<MistakeView> {
        let Some(review) = self.game_review() else { return Vec::new() };
        let mut position = self.game.record().start().clone();
        let mut mistakes = Vec::new();
        for (node, judged) in self.game.record().main_line().zip(&review.moves) {
            if judged.is_mistake() && judged.before.best().is_some() {
                let line = judged.before.line.iter().take(MAX_LINE);
                let (moves, texts) = line_texts(&position, line);
                mistakes.push(MistakeView {
                    node: node.index(),
                    side: judged.mover,
                    mark: judged.mark.map_or("", Mark::symbol).into(),
                    lost: judged.lost,
                    missed_mate: judged.missed_mate,
                    moves,
                    texts,
                });
            }
            position.do_move(judged.mv);
        }
        mistakes
    }

    /// Starts to judge a move that a person tries in place of a mistake.
    pub fn try_better_move(&mut self, node: NodeId, text: &str) -> Result<(), CommandError> {
        self.check_not_solving()?;
        let parent = self.game.node(node).parent().ok_or(CommandError::NoSuchMove(0))?;
        let position = self.game.position_at(parent);
        let mv = read_move(&position, text)?;
        self.judged_move(node).ok_or(CommandError::NotReviewed)?;
        let move_time = self.review.as_ref().ok_or(CommandError::NotReviewed)?.move_time;
        self.task = Some(Task::Judge { node, mv, move_time });
        Ok(())
    }

    /// Tells the pages how good the tried move is.
    pub fn finish_judging(&mut self, node: NodeId, judged: &MoveReview) {
        self.task = None;
        let mut position = self.game.position_at(node);
        position.undo_move();
        let mv = position.rules().usi(judged.mv).to_string();
        let text = MoveText::new(&position, judged.mv);
        position.do_move(judged.mv);
        let (_, reply) = line_texts(&position, judged.after.line.iter().take(MAX_LINE));
        self.notify(Notice::Judged {
            node: node.index(),
            mv,
            text,
            is_good: !judged.is_mistake(),
            lost: judged.lost,
            reply,
        });
    }
}

/// Writes the judgement of the move to a node of the main line into the record.
fn note_judgement(game: &mut Game, node: NodeId, judged: &MoveReview) {
    if game.node(node).parent() == Some(NodeId::ROOT) {
        game.notes_mut(NodeId::ROOT).evaluation = Some(judged.before.evaluation);
    }
    let notes = game.notes_mut(node);
    notes.evaluation = Some(judged.after.evaluation);
    Mark::set(judged.mark, notes);
}

/// Reads a legal move in any notation.
pub fn read_move(position: &rules::Position, text: &str) -> Result<Move, CommandError> {
    match position.rules().parse_usi(text) {
        Ok(mv) => Ok(position.validate_move(mv).map(|()| mv)?),
        Err(_) => Ok(records::parse_move(position, text)?),
    }
}
