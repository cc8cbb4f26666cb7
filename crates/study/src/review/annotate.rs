//! Writes an analysis into the record: evaluations, marks, comments and better moves as variations.

use super::chance::percent;
use super::mark::Mark;
use super::reviewer::{GameReview, MoveReview, PositionReview};
use records::{Format, GameRecord, NodeId, format_western, japanese_line};
use rules::Position;

/// The start of the comments of an analysis, by which a later one replaces them.
const COMMENT_PREFIX: &str = "Ozutsu: ";
/// The start of a comment with a line of moves, as ShogiHome writes and shows it.
const LINE_PREFIX: &str = "#読み筋=";
/// The most moves of a line, unless it mates.
const MAX_LINE: usize = 10;

/// Annotates the main line of a game for a format, in Japanese where the format is. What an earlier analysis wrote is
/// replaced; comments of people and all variations stay, and their marks where the analysis has none.
pub fn annotate(game: &mut GameRecord, review: &GameReview, format: Format) {
    let is_japanese = matches!(format, Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf);
    let mut position = game.start().clone();
    set_evaluation(game, NodeId::ROOT, &position, &review.start, is_japanese);
    let nodes: Vec<NodeId> = game.main_line().collect();
    for (judged, node) in review.moves.iter().zip(nodes) {
        let comment = describe(&position, judged, is_japanese);
        position.do_move(judged.mv);
        // An analysis explains each of its marks; a mark without such a comment is a person's.
        let has_old_mark = game.notes_mut(node).comments.iter().any(|text| explains_mark(text));
        set_evaluation(game, node, &position, &judged.after, is_japanese);
        let notes = game.notes_mut(node);
        if judged.mark.is_some() || has_old_mark {
            Mark::set(judged.mark, notes);
        }
        if let Some(comment) = comment {
            notes.comments.push(comment);
            add_variation(game, node, &judged.before);
        }
    }
}

/// Sets the evaluation of a position and, with `has_line`, the best line as its first comment: formats with such lines
/// write the evaluation before all comments.
fn set_evaluation(
    game: &mut GameRecord,
    node: NodeId,
    position: &Position,
    review: &PositionReview,
    has_line: bool,
) {
    let is_old =
        |comment: &String| comment.starts_with(COMMENT_PREFIX) || comment.starts_with(LINE_PREFIX);
    let notes = game.notes_mut(node);
    notes.evaluation = Some(review.evaluation);
    notes.comments.retain(|comment| !is_old(comment));
    if has_line && !review.line.is_empty() {
        let line = &review.line[..line_length(review)];
        notes.comments.insert(0, format!("{LINE_PREFIX}{}", japanese_line(position, line)));
    }
}

/// Returns how many moves of the best line are written.
fn line_length(review: &PositionReview) -> usize {
    match review.mate_plies {
        Some(_) => review.line.len(),
        None => review.line.len().min(MAX_LINE),
    }
}

fn japanese_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "疑問手",
        Mark::Mistake => "悪手",
        Mark::Blunder => "大悪手",
    }
}

/// Returns whether a comment of an analysis names a mark. One about a missed mate may name none.
fn explains_mark(comment: &str) -> bool {
    let begins_with_mark = |text: &str| {
        let names = |mark: Mark| [mark.name(), japanese_name(mark)];
        Mark::ALL.into_iter().flat_map(names).any(|name| text.starts_with(name))
    };
    comment.strip_prefix(COMMENT_PREFIX).is_some_and(begins_with_mark)
}

/// Describes a bad move played in `position`; none for others.
fn describe(position: &Position, judged: &MoveReview, is_japanese: bool) -> Option<String> {
    let best = judged.before.best()?;
    let percent = percent(judged.lost);
    let mark = judged.mark.map(|mark| {
        if is_japanese {
            format!("{}、勝率を{percent}%下げました", japanese_name(mark))
        } else {
            format!("{}, {percent}% lost", mark.name())
        }
    });
    let missed = judged.missed_mate.map(|plies| {
        if is_japanese {
            format!("{plies}手詰を逃しました")
        } else {
            format!("missed mate in {}", plies.div_ceil(2))
        }
    });
    let parts: Vec<_> = mark.into_iter().chain(missed).collect();
    if parts.is_empty() {
        return None;
    }
    Some(if is_japanese {
        let best = japanese_line(position, &[best]);
        format!("{COMMENT_PREFIX}{}。最善手は{best}", parts.join("。"))
    } else {
        let best = format_western(position, best);
        format!("{COMMENT_PREFIX}{}; best was {best}", parts.join("; "))
    })
}

/// Adds the best line in place of the move of a node as a variation.
fn add_variation(game: &mut GameRecord, node: NodeId, before: &PositionReview) {
    let Some(parent) = game.node(node).parent() else { return };
    let mut cursor = game.cursor();
    cursor.go_to(parent);
    for (index, &mv) in before.line[..line_length(before)].iter().enumerate() {
        if cursor.play(mv).is_err() {
            return;
        }
        if index == 0 {
            cursor.notes_mut().evaluation = Some(before.evaluation);
        }
    }
}
