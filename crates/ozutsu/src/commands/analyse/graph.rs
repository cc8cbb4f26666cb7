//! Draws the winning chance over a game as SVG.

use super::game::title;
use super::report::format_score;
use crate::chart::Chart;
use records::{GameRecord, format_western};
use std::fmt::Write;
use study::review::{GameReview, Mark, MoveReview, black_chance, percent};

/// The most labels of move numbers.
const MAX_LABELS: usize = 16;

const STYLE: &str = "\
.inaccuracy{fill:#e5a50a}.mistake{fill:#e66100}.blunder{fill:#c01c28}\
.missed{fill:none;stroke:#813d9c;stroke-width:2}";

/// Draws Black's winning chance after each move, with a circle at each marked move and a ring at each
/// missed mate.
pub fn draw(game: &GameRecord, review: &GameReview) -> String {
    let count = review.moves.len();
    let after = |judged: &MoveReview| black_chance(judged.after.evaluation);
    let mut chart = Chart::new(&title(game), STYLE, count.max(1) as f64, (0.0, 1.0));
    for (chance, label) in
        [(1.0, "Black"), (0.75, "75%"), (0.5, "50%"), (0.25, "25%"), (0.0, "White")]
    {
        chart.label_left(chance, label, chance == 0.5);
    }
    let first = game.start().move_number() as usize;
    let step = count.div_ceil(MAX_LABELS).max(1);
    for ply in (0..count).step_by(step) {
        chart.label_below((ply + 1) as f64, &(first + ply).to_string());
    }
    let chances = [black_chance(review.start.evaluation)].into_iter();
    let chances = chances.chain(review.moves.iter().map(after));
    chart.line(chances.enumerate().map(|(ply, chance)| (ply as f64, chance)));
    let mut moves = review.moves.iter().zip(1..);
    game.replay(|position, _, mv| {
        let Some((judged, ply)) = moves.next() else { return };
        let text = describe(judged, first + ply - 1, &format_western(position, mv));
        let circles = [(judged.mark.map(Mark::name), 4), (judged.missed_mate.map(|_| "missed"), 7)];
        for (class, radius) in circles {
            let Some(class) = class else { continue };
            chart.circle(class, (ply as f64, after(judged)), radius, &text);
        }
    });
    chart.finish()
}

/// Describes a move for the tooltip of its circle.
fn describe(judged: &MoveReview, number: usize, mv: &str) -> String {
    let mark = judged.mark.map_or("", Mark::symbol);
    let score = format_score(judged.after.evaluation);
    let mut text = format!("{number}. {mv}{mark} {score}, lost {}%", percent(judged.lost));
    if let Some(plies) = judged.missed_mate {
        let _ = write!(text, ", missed mate in {}", plies.div_ceil(2));
    }
    text
}
