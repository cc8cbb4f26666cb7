//! Describes the state of a table to its pages.

use crate::game_info::piece_id;
use crate::line_view::evaluation_view;
use crate::messages::{CheckLimitView, EndView, Message, SideReview, TableView, TreeNode};
use crate::state::TableState;
use games::describe_state;
use records::{GameEnd, GameResult, NodeId, glyph_mark};
use rules::spec::CheckLimit;
use rules::{Color, ImpasseClaim, Position};
use std::collections::BTreeMap;
use study::review::{Mark, SideSummary};

/// Describes the moves of the game.
pub fn tree(state: &TableState) -> Message {
    let record = &state.record;
    let first_number = record.start().move_number();
    let nodes = state.move_texts.iter().enumerate().map_while(|(index, text)| {
        let node = record.node(record.node_id(index)?);
        Some(TreeNode {
            parent: node.parent().map(NodeId::index),
            children: node.children().iter().map(|child| child.index()).collect(),
            ply: node.ply(),
            number: first_number.saturating_add(node.ply() as u32).saturating_sub(1),
            mv: node.mv().map(|mv| record.rules().usi(mv).to_string()),
            text: text.clone(),
            mark: node.notes.glyphs.iter().filter_map(|&glyph| glyph_mark(glyph)).collect(),
            comments: node.notes.comments.clone(),
            evaluation: node.notes.evaluation.map(evaluation_view),
            end: node.notes.end.as_ref().map(end_view),
        })
    });
    Message::Tree { nodes: nodes.collect() }
}

/// Describes the lines of the last search.
pub fn analysis(state: &TableState) -> Message {
    Message::Analysis {
        node: state.lines_node.index(),
        purpose: state.lines_purpose,
        lines: state.lines.clone(),
    }
}

/// Describes the shown position and the state of the game.
pub fn state(state: &TableState) -> Message {
    let (record, position) = (&state.record, state.position());
    let rules = position.rules();
    let square_names = |squares: rules::Bitboard| {
        squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>()
    };
    let pieces = position.occupied().into_iter().filter_map(|square| {
        let piece = position.piece_on(square)?;
        Some((square.to_string(), rules.piece_sfen(piece).to_string()))
    });
    let mut legal: Vec<_> = match state.may_person_move() {
        true => position.legal_moves().iter().map(|&mv| rules.usi(mv).to_string()).collect(),
        false => Vec::new(),
    };
    legal.sort_unstable();
    let last_move = position.last_move().map_or_else(Vec::new, |mv| {
        mv.from().into_iter().chain([mv.to()]).map(|square| square.to_string()).collect()
    });
    let check_limit = match rules.check_limit() {
        CheckLimit::None => None,
        CheckLimit::Consecutive(limit) => {
            let checks = Color::BOTH.map(|color| position.consecutive_checks(color));
            Some(CheckLimitView { checks, limit })
        }
    };
    let is_last = state.current == record.last_node();
    let may_claim = is_last
        && record.end().is_none()
        && state.may_person_move()
        && state.puzzle_solver().is_none();
    let is_unsaved = state.has_new_moves
        && record.move_count() > 0
        && record.end().is_none()
        && state.puzzle.is_none();
    let claim = position.impasse_claim().filter(|_| may_claim).map(|claim| match claim {
        ImpasseClaim::Win => "win",
        ImpasseClaim::Draw => "draw",
    });
    let king = position.king(position.side()).filter(|_| position.in_check());
    Message::State(Box::new(TableView {
        update: state.update_count,
        variant: rules.name().into(),
        node: state.current.index(),
        last_node: record.last_node().index(),
        pieces: pieces.collect(),
        hands: Color::BOTH.map(|color| hand(&position, color)),
        side: position.side().into(),
        sfen: position.sfen().to_string(),
        legal,
        last_move,
        check: king.map(|king| king.to_string()),
        checkers: square_names(position.checkers()),
        status: describe_state(&position),
        check_limit,
        claim,
        end: record.end().map(end_view),
        players: state.players,
        names: Color::BOTH.map(|color| record.tags.player(color).map(ToOwned::to_owned)),
        unsaved: is_unsaved,
        paused: state.paused,
        analysing: state.analysing,
        lines: state.line_count,
        searching: state.job.as_ref().map(|job| job.key.purpose),
        clocks: state.clock.as_ref().map(|clock| clock.view()),
        puzzle: state.puzzle_view(),
        own_puzzles: state.own_puzzles.view(),
        review: state.current_review().map(|sides| sides.each_ref().map(side_review)),
    }))
}

fn hand(position: &Position, color: Color) -> BTreeMap<String, u8> {
    let rules = position.rules();
    position.hand(color).iter().map(|(kind, count)| (piece_id(rules, kind), count)).collect()
}

fn side_review(side: &SideSummary) -> SideReview {
    let [inaccuracies, mistakes, blunders] = Mark::ALL.map(|mark| side.count(mark));
    SideReview { accuracy: side.accuracy(), inaccuracies, mistakes, blunders }
}

/// Describes how a game ended.
pub fn end_view(end: &GameEnd) -> EndView {
    let text = end.text.clone().unwrap_or_else(|| end.describe(["Black", "White"]));
    EndView {
        winner: end.result.winner().map(Into::into),
        draw: end.result == GameResult::Draw,
        text,
    }
}
