//! A position for people: the board and the state of the game.

use crate::language::Language;
use crate::move_notation::Notation;
use crate::terminal::board_view::BoardView;
use crate::terminal::piece_glyphs::Script;
use crate::terminal::style::{self, paint};
use games::describe_state;
use records::GameEnd;
use rules::spec::CheckLimit;
use rules::{Color, Position};
use std::fmt::Display;

/// Draws the board, and below it the state of the game, checks, SFEN and key. `terminal` is the width and height of the
/// terminal, if the text is for one.
pub fn describe_position(
    position: &Position,
    script: Script,
    notation: Notation,
    terminal: Option<(usize, usize)>,
    language: Language,
) -> String {
    let rules = position.rules();
    let mut fields = String::new();
    let mut add_field = |label: &str, value: &dyn Display| {
        let label = format!("{}:", language.text(label));
        fields += &format!("{} {value}\n", paint(style::FAINT, label));
    };
    let text = |english: &str| language.text(english);
    add_field("State", &text(&describe_state(position)));
    if let Some(end) = GameEnd::by_rule(position) {
        add_field("Result", &language.describe_result(end.result));
    }
    if let Some(last_move) = format_last_move(position, notation) {
        add_field("Last move", &last_move);
    }
    let checkers = format_checkers(position, notation);
    add_field("Checkers", &checkers.unwrap_or_else(|| text("none")));
    if let CheckLimit::Consecutive(limit) = rules.spec().check_limit {
        let [black, white] = Color::BOTH.map(|color| position.consecutive_checks(color));
        let counts = language.fill("black {0}, white {1}, at most {2}", &[&black, &white, &limit]);
        add_field("Checks in a row", &counts);
    }
    add_field("Legal moves", &position.count_legal_moves());
    match notation {
        Notation::Uci => add_field("FEN", &position.fen()),
        Notation::Usi | Notation::Western => add_field("SFEN", &position.sfen()),
    }
    add_field("Key", &format!("{:016x}", position.key()));
    let title = paint(style::STRONG, language.title(rules));
    let view = BoardView::new(position, script, notation).in_language(language);
    let board = match terminal {
        Some((width, height)) => {
            // With the title, two empty lines, and a prompt.
            let other_lines = fields.lines().count() + 4;
            view.fitting(width, height.saturating_sub(other_lines))
        }
        None => view.to_string(),
    };
    format!("{title} ({})\n\n{board}\n{fields}", rules.name())
}

/// Formats the last move in the notation and, where that is different, in Western notation.
fn format_last_move(position: &Position, notation: Notation) -> Option<String> {
    let mv = position.last_move()?;
    let mut before = position.clone();
    before.undo_move();
    Some(notation.format_with_western(&before, mv))
}

/// Formats the squares of the checking pieces, if there are any.
fn format_checkers(position: &Position, notation: Notation) -> Option<String> {
    let rules = position.rules();
    let squares: Vec<_> = position
        .checkers()
        .into_iter()
        .map(|square| notation.square(square, rules.files(), rules.ranks()))
        .collect();
    (!squares.is_empty()).then(|| squares.join(" "))
}
