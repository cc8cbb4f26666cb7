//! Draws the winning chance over a game as SVG.

use super::report::{format_score, title};

use records::{GameRecord, escape_markup, format_western};
use std::fmt::Write;
use study::review::{GameReview, Mark, MoveReview, black_chance, percent};

/// The size of the picture and the place of the graph in it.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 32.0;

/// The most labels of move numbers.
const MAX_LABELS: usize = 16;

const STYLE: &str = "\
text{font:12px sans-serif;fill:#333}.title{font-size:15px}.grid{stroke:#ccc;fill:none}\
.middle{stroke:#888;fill:none}.chance{stroke:#1a5fb4;stroke-width:2;fill:none}\
.inaccuracy{fill:#e5a50a}.mistake{fill:#e66100}.blunder{fill:#c01c28}\
.missed{fill:none;stroke:#813d9c;stroke-width:2}";

/// Draws Black's winning chance after each move, with a circle at each marked move and a ring at each
/// missed mate.
pub fn draw(game: &GameRecord, review: &GameReview) -> String {
    let count = review.moves.len();
    let x = |ply: usize| LEFT + (WIDTH - LEFT - RIGHT) * ply as f64 / count.max(1) as f64;
    let y = |chance: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance);
    let after = |judged: &MoveReview| black_chance(judged.after.evaluation);
    let title = escape_markup(&title(game));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n"
    );
    for (chance, label) in
        [(1.0, "Black"), (0.75, "75%"), (0.5, "50%"), (0.25, "25%"), (0.0, "White")]
    {
        let class = if chance == 0.5 { "middle" } else { "grid" };
        let (line, text) = (y(chance), y(chance) + 4.0);
        let (right, edge) = (WIDTH - RIGHT, LEFT - 8.0);
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{LEFT} {line:.1}H{right}\"/>\
             <text x=\"{edge}\" y=\"{text:.1}\" text-anchor=\"end\">{label}</text>"
        );
    }
    let first = game.start().move_number() as usize;
    let step = count.div_ceil(MAX_LABELS).max(1);
    for ply in (0..count).step_by(step) {
        let (left, bottom) = (x(ply + 1), HEIGHT - 10.0);
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{bottom}\" text-anchor=\"middle\">{}</text>",
            first + ply
        );
    }
    let chances = [black_chance(review.start.evaluation)].into_iter();
    let chances = chances.chain(review.moves.iter().map(after));
    let points: Vec<_> = chances
        .enumerate()
        .map(|(ply, chance)| format!("{:.1},{:.1}", x(ply), y(chance)))
        .collect();
    let _ = writeln!(svg, "<polyline class=\"chance\" points=\"{}\"/>", points.join(" "));
    let mut moves = review.moves.iter().zip(1..);
    game.replay(|position, _, mv| {
        let Some((judged, ply)) = moves.next() else { return };
        let text = escape_markup(&describe(judged, first + ply - 1, &format_western(position, mv)));
        let (left, top) = (x(ply), y(after(judged)));
        let circles = [(judged.mark.map(Mark::name), 4), (judged.missed_mate.map(|_| "missed"), 7)];
        for (class, radius) in circles {
            let Some(class) = class else { continue };
            let _ = writeln!(
                svg,
                "<circle class=\"{class}\" cx=\"{left:.1}\" cy=\"{top:.1}\" r=\"{radius}\">\
                 <title>{text}</title></circle>"
            );
        }
    });
    svg + "</svg>\n"
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
