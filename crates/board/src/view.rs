//! Describes the state of a table to its pages.

use crate::exercise::{self, Exercise};
use crate::game::{Game, TreeChanges};
use crate::game_file::GameFile;
use crate::game_info::piece_id;
use crate::line_view::evaluation_view;
use crate::messages::{
    CheckLimitView, DrawingView, EndView, Message, Reply, SideReview, TableView, TreeNode,
};
use crate::opening_book::book_moves;
use crate::seats::Role;
use crate::table::Table;
use games::describe_state;
use platform::Instant;
use records::{Drawing, NodeId, glyph_mark};
use rules::spec::CheckLimit;
use rules::{Color, ImpasseClaim, Position, Square};
use std::borrow::Cow;
use std::collections::BTreeMap;
use study::review::{Mark, SideSummary};

/// Describes the changes of the move tree.
pub fn tree(game: &Game, changes: &TreeChanges) -> Message {
    let count = game.texts().len();
    let nodes = match changes {
        TreeChanges::All => (0..count).map(|index| tree_node(game, index)).collect(),
        TreeChanges::Some(changed) => {
            changed.range(..count).map(|&index| tree_node(game, index)).collect()
        }
    };
    Message::Tree { count, nodes }
}

fn tree_node(game: &Game, index: usize) -> TreeNode {
    let id = game.record().node_id(index).expect("every text has its node");
    let node = game.node(id);
    let first_number = game.record().start().move_number();
    TreeNode {
        node: index,
        parent: node.parent().map(NodeId::index),
        children: node.children().iter().map(|child| child.index()).collect(),
        next: game.record().continuation(id).map(NodeId::index),
        ply: node.ply(),
        number: first_number.saturating_add(node.ply() as u32).saturating_sub(1),
        mv: node.mv().map(|mv| game.rules().usi(mv).to_string()),
        side: game.record().mover(id),
        text: game.texts()[index].clone(),
        mark: node.notes.glyphs.iter().filter_map(|&glyph| glyph_mark(glyph)).collect(),
        comments: node.notes.comments_and_bookmarks().map(Cow::into_owned).collect(),
        elapsed: game.record().time_spent(id).map(|time| time.as_millis() as u64),
        drawings: node.notes.drawings.iter().map(drawing_view).collect(),
        evaluation: node.notes.evaluation.map(evaluation_view),
        end: node.notes.end.as_ref().map(EndView::from),
    }
}

fn drawing_view(drawing: &Drawing) -> DrawingView {
    let &Drawing { color, from, to } = drawing;
    DrawingView { color, from: from.to_string(), to: to.map(|to| to.to_string()) }
}

/// Describes the exercises of the game.
pub fn exercises(table: &Table) -> Message {
    let exercises = exercise::exercises(table.game.rules());
    Message::Exercises { exercises: exercises.iter().map(Exercise::view).collect() }
}

/// Describes the file that has the game.
pub fn file(table: &Table) -> Message {
    Message::File { file: table.file.as_ref().map(GameFile::view) }
}

/// Describes the lines of the last search.
pub fn analysis(table: &Table) -> Message {
    Message::Analysis {
        node: table.lines_node.index(),
        purpose: table.lines_purpose,
        lines: table.lines.clone(),
    }
}

/// Describes the shown position and the state of the game.
pub fn state(table: &Table, now: Instant) -> Message {
    state_for(table, None, now)
}

/// Describes the shown position and the state of the game to the page of a role, at a table with seats.
pub fn state_for(table: &Table, role: Option<Role>, now: Instant) -> Message {
    let game = &table.game;
    let (record, position) = (game.record(), game.position());
    let rules = position.rules();
    let square_names = |squares: rules::Bitboard| {
        squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>()
    };
    let may_move = role.map_or_else(|| table.may_person_move(), |role| table.may_move(role));
    let mut legal: Vec<String> = Vec::new();
    if may_move {
        legal.extend(position.legal_moves().iter().map(|&mv| rules.usi(mv).to_string()));
    }
    legal.sort_unstable();
    let check_limit = match rules.spec().check_limit {
        CheckLimit::None => None,
        CheckLimit::Consecutive(limit) => {
            let checks = Color::BOTH.map(|color| position.consecutive_checks(color));
            Some(CheckLimitView { checks, limit })
        }
    };
    let is_last = game.is_last_shown();
    let may_claim = is_last && game.end().is_none() && may_move && table.puzzle_solver().is_none();
    let is_unsaved = game.has_new_moves()
        && record.move_count() > 0
        && game.end().is_none()
        && table.mode.puzzle().is_none()
        && table.mode.seats().is_none();
    let claim = position.impasse_claim().filter(|_| may_claim).map(|claim| match claim {
        ImpasseClaim::Win => "win",
        ImpasseClaim::Draw => "draw",
    });
    let king = position.king(position.side()).filter(|_| position.in_check());
    let seats = role.and_then(|role| table.seats_view(role, now));
    Message::State(Box::new(TableView {
        variant: rules.name().into(),
        game: table.game_number,
        first: table.is_first_game,
        node: game.shown().index(),
        last_node: game.last().index(),
        pieces: pieces(position),
        hands: Color::BOTH.map(|color| hand(position, color)),
        handicap: game.handicap(),
        side: position.side(),
        sfen: position.sfen().to_string(),
        legal,
        last_move: last_move(position),
        check: king.map(|king| king.to_string()),
        checkers: square_names(position.checkers()),
        status: describe_state(position),
        standing: position.into(),
        check_limit,
        claim,
        end: game.end().map(EndView::from),
        players: table.players,
        names: table.names(),
        person: seats.as_ref().map_or_else(|| table.own_side(), |seats| seats.own),
        seats,
        by_link: table.mode.by_link(),
        link_id: table.mode.link_id().unwrap_or_default().to_owned(),
        undoable: table.is_free() && !table.earlier_games.is_empty(),
        unsaved: is_unsaved,
        paused: table.paused,
        free: table.is_free(),
        analysing: table.analysing,
        lines: table.line_count,
        searching: table.job.as_ref().map(|job| job.key.purpose),
        clocks: table.clock.as_ref().map(|clock| clock.view(now)),
        puzzle: table.puzzle_view(),
        own_puzzles: table.own_puzzles.view(),
        review: table.game_review().map(|review| review.sides.each_ref().map(side_review)),
        review_progress: table.review_progress(),
        book: if table.is_free() { book_moves(position) } else { Vec::new() },
    }))
}

/// Describes a position that is not shown.
pub fn preview(position: &Position) -> Reply {
    Reply::Preview {
        pieces: pieces(position),
        hands: Color::BOTH.map(|color| hand(position, color)),
        last_move: last_move(position),
    }
}

fn pieces(position: &Position) -> BTreeMap<String, String> {
    let piece = |square: Square| {
        let piece = position.rules().piece_sfen(position.piece_on(square)?);
        Some((square.to_string(), piece.to_string()))
    };
    position.occupied().into_iter().filter_map(piece).collect()
}

fn last_move(position: &Position) -> Vec<String> {
    let squares =
        position.last_move().into_iter().flat_map(|mv| mv.from().into_iter().chain([mv.to()]));
    squares.map(|square| square.to_string()).collect()
}

fn hand(position: &Position, color: Color) -> BTreeMap<String, u8> {
    let rules = position.rules();
    position.hand(color).iter().map(|(kind, count)| (piece_id(rules, kind), count)).collect()
}

fn side_review(side: &SideSummary) -> SideReview {
    let [inaccuracies, mistakes, blunders] = Mark::ALL.map(|mark| side.count(mark));
    SideReview { accuracy: side.accuracy(), inaccuracies, mistakes, blunders }
}
