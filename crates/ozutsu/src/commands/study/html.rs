//! The report of a study as one HTML page without scripts.

use super::words::{
    compensation, course_rows, end_name, list, players, reason_words, shares_of_use, whole,
};
use crate::progress::counted;
use ozutsu_learn::study::{Balance, Course, PieceReport, SampleGame, StudyReport, ValueEstimates};
use records::{board_svg, escape_markup, piece_svg, play_moves};
use rules::{PieceKind, Position, Rules};
use std::fmt::Write;
use trials::{Estimate, Share};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.15rem .7rem;text-align:right}\
th{font-weight:600;border-bottom:1px solid #bbb}td:first-child,th:first-child{text-align:left}\
td svg{vertical-align:middle}.wide{overflow-x:auto}.note{color:#555;font-size:.9rem}\
.games{display:flex;flex-wrap:wrap;gap:2rem}figure{margin:0;max-width:20rem}figure svg{max-width:100%;height:auto}\
.moves{font-size:.85rem;overflow-wrap:anywhere}.chart text{font:13px system-ui,sans-serif;fill:#222}\
.grid{stroke:#ddd}.middle{stroke:#888}.bar{stroke:#1a5fb4;stroke-width:2}.dot{fill:#1a5fb4}\
.bar.second{stroke:#c64600}.dot.second{fill:#c64600}.movement{fill:#888}";

/// Returns the page. `board` is the command that opens the board with the game.
pub fn page(rules: &'static Rules, report: &StudyReport, board: &str) -> String {
    let mut html = String::new();
    // Writing to a string does not fail.
    let _ = write_page(&mut html, rules, report, board);
    html
}

fn write_page(
    html: &mut String,
    rules: &'static Rules,
    report: &StudyReport,
    board: &str,
) -> std::fmt::Result {
    let title = escape_markup(report.title);
    let nodes: Vec<_> = report.nodes.iter().map(ToString::to_string).collect();
    write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Study of {title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>{} of the engine against itself, with {} nodes a move. Players: {}. Whiskers and ± are 95% \
         intervals.</p>\n",
        counted(report.games, "game"),
        list(&nodes),
        players(&report.evaluation, report.variant)
    )?;
    html.push_str("<h2>Notes</h2>\n");
    if report.notes.is_empty() {
        html.push_str("<p>None: nothing that these games prove is out of the ordinary.</p>\n");
    } else {
        html.push_str("<ul>\n");
        for note in &report.notes {
            writeln!(html, "<li>{}</li>", escape_markup(&note.text))?;
        }
        html.push_str("</ul>\n");
    }
    write_balance(html, &report.balance, &report.pieces)?;
    write_course(html, &report.course)?;
    write_values(html, rules, &report.pieces)?;
    write_use(html, rules, &report.pieces)?;
    write_samples(html, rules, &report.samples, board)?;
    html.push_str("</body>\n</html>\n");
    Ok(())
}

fn write_balance(html: &mut String, balance: &Balance, pieces: &[PieceReport]) -> std::fmt::Result {
    html.push_str("<h2>Balance</h2>\n<p>The first player’s share of the points.</p>\n");
    let mut rows = Vec::new();
    let mut add = |label: String, share: Option<Share>| {
        let Some(share) = share else { return };
        let text = format!("{share} of {}", share.games);
        let value = share.estimate().times(100.0);
        rows.push(Row { label, text, bars: vec![("", value)], mark: None });
    };
    add("from the start".into(), balance.first.map(|share| share.share));
    add("after chosen openings".into(), balance.openings.map(|share| share.share));
    for level in &balance.levels {
        let nodes = level.nodes;
        add(format!("from the start, {nodes} nodes"), level.first.map(|share| share.share));
        let openings = level.openings.map(|share| share.share);
        add(format!("after openings, {nodes} nodes"), openings);
    }
    html.push_str(&chart(&rows, (0.0, 100.0), Some(50.0)));
    html.push_str("<ul>\n");
    if let Some(first) = balance.first {
        let needed = counted(first.games_needed, "game");
        writeln!(html, "<li>An interval of ±2% needs {needed} from the start.</li>")?;
    }
    if let Some(draws) = balance.draws {
        writeln!(html, "<li>Draws: {draws}.</li>")?;
    }
    if let Some(ahead) = balance.advantage {
        let text = compensation(ahead, pieces);
        writeln!(html, "<li>Compensation: {}.</li>", escape_markup(&text))?;
    }
    if let (Some(second), Some(first)) = (balance.draws_to_second, balance.draws_to_first) {
        writeln!(
            html,
            "<li>If draws were lost by the first player: {second}; by the second: {first}.</li>"
        )?;
    }
    html.push_str("</ul>\n");
    Ok(())
}

fn write_course(html: &mut String, course: &Course) -> std::fmt::Result {
    html.push_str("<h2>Course of a game</h2>\n<table>\n");
    for (label, value) in course_rows(course) {
        writeln!(html, "<tr><td>{label}</td><td>{value}</td></tr>")?;
    }
    html.push_str("</table>\n<h3>Ends</h3>\n");
    let ends = course.ends.iter().map(|end| (end_name(end), end.share));
    html.push_str(&share_chart(ends));
    if !course.unused_ends.is_empty() {
        let unused = course.unused_ends.iter().map(|&reason| reason_words(reason));
        writeln!(html, "<p>No game ended by {}.</p>", unused.collect::<Vec<_>>().join(", "))?;
    }
    if !course.mates.is_empty() {
        html.push_str("<h3>Mates by</h3>\n");
        let mates = course.mates.iter();
        html.push_str(&share_chart(mates.map(|mate| (escape_markup(&mate.name), mate.share))));
    }
    html.push_str("<h3>What twice the search wins</h3>\n<ul>\n");
    for skill in &course.skill {
        let (score, nodes, games) = (100.0 * skill.score, skill.nodes, skill.games);
        let elo = skill
            .elo
            .map_or_else(String::new, |elo| format!(", {:+.0} ±{:.0} Elo", elo.value, elo.error()));
        writeln!(
            html,
            "<li>{score:.0}% of the points against {nodes} nodes{elo}, {games} games</li>"
        )?;
    }
    html.push_str("</ul>\n");
    if let Some(most_common) = course.variety.most_common {
        let (positions, plies) = (course.variety.positions, course.variety.plies);
        let openings = counted(most_common.games, "chosen opening");
        let positions = counted(positions as u64, "different position");
        writeln!(
            html,
            "<p>After {plies} moves, {openings} have reached {positions}, the commonest in {most_common}.</p>"
        )?;
    }
    Ok(())
}

fn write_values(
    html: &mut String,
    rules: &'static Rules,
    pieces: &[PieceReport],
) -> std::fmt::Result {
    html.push_str(
        "<h2>Values of the pieces</h2>\n<p>In centipawns: grey by movement, blue by a fit, orange by results.</p>\n",
    );
    let row = |label: String, values: &ValueEstimates| {
        let bars = [("", values.fit), (" second", values.results)];
        let bars: Vec<_> =
            bars.into_iter().filter_map(|(class, value)| Some((class, value?))).collect();
        Row { label, text: String::new(), bars, mark: Some(values.movement) }
    };
    let board = pieces.iter().map(|piece| row(escape_markup(&piece.name), &piece.on_board));
    let hand = pieces.iter().filter_map(|piece| {
        Some(row(format!("{} in hand", escape_markup(&piece.name)), piece.in_hand.as_ref()?))
    });
    let rows: Vec<_> = board.chain(hand).collect();
    let marks = rows.iter().filter_map(|row| row.mark);
    let ends = rows.iter().flat_map(|row| row.bars.iter().map(|(_, value)| value.value));
    let largest = marks.chain(ends).fold(100.0, f64::max) * 1.3;
    html.push_str(&chart(&rows, (-largest / 6.0, largest), Some(0.0)));
    html.push_str(
        "<div class=\"wide\">\n<table>\n<tr><th></th><th>movement</th><th>fit</th><th>results</th>\
                   <th>in hand: movement</th><th>fit</th><th>results</th></tr>\n",
    );
    for piece in pieces {
        let name = picture_and_name(rules, piece);
        let board = value_cells(&piece.on_board);
        let hand = piece.in_hand.as_ref().map_or_else(|| "<td></td>".repeat(3), value_cells);
        writeln!(html, "<tr><td>{name}</td>{board}{hand}</tr>")?;
    }
    html.push_str("</table>\n</div>\n");
    Ok(())
}

fn value_cells(values: &ValueEstimates) -> String {
    let [fit, results] = [values.fit, values.results].map(|value| whole(value, "–"));
    format!("<td>{:.0}</td><td>{fit}</td><td>{results}</td>", values.movement)
}

fn write_use(html: &mut String, rules: &'static Rules, pieces: &[PieceReport]) -> std::fmt::Result {
    html.push_str(
        "<h2>Use of the pieces</h2>\n<div class=\"wide\">\n<table>\n<tr><th></th><th>moves</th><th>takes</th>\
         <th>lost</th><th>drops</th><th>promotes</th><th>at home</th><th>idle</th></tr>\n",
    );
    for piece in pieces {
        let name = picture_and_name(rules, piece);
        let PieceReport { moves, captures, captured, drops, .. } = piece;
        let [taken, at_home, idle] = shares_of_use(piece, "–");
        writeln!(
            html,
            "<tr><td>{name}</td><td>{moves:.1}</td><td>{captures:.1}</td><td>{captured:.1}</td><td>{drops:.1}</td>\
             <td>{taken}</td><td>{at_home}</td><td>{idle}</td></tr>"
        )?;
    }
    html.push_str(
        "</table>\n</div>\n<p class=\"note\">A game. Promotes: of the moves that could. At home: pieces that never \
         moved. Idle: games in which none of them moved.</p>\n",
    );
    Ok(())
}

/// Returns the picture of a piece, and its name.
fn picture_and_name(rules: &'static Rules, piece: &PieceReport) -> String {
    let kind = piece.piece.chars().last().and_then(|letter| rules.kind_from_letter(letter));
    let kind = kind.map(|kind: PieceKind| if piece.promoted { kind.promoted() } else { kind });
    let picture = kind.map_or_else(String::new, |kind| piece_svg(rules, kind));
    format!("{picture} {}", escape_markup(&piece.name))
}

fn write_samples(
    html: &mut String,
    rules: &'static Rules,
    samples: &[SampleGame],
    board: &str,
) -> std::fmt::Result {
    if samples.is_empty() {
        return Ok(());
    }
    writeln!(
        html,
        "<h2>Sample games</h2>\n<p>Of the strongest players. Start <code>{}</code>, and the links open the games \
         there.</p>\n<div class=\"games\">",
        escape_markup(board)
    )?;
    for (number, game) in (1..).zip(samples) {
        let mut position = Position::start(rules);
        let first = position.side();
        // They are moves of games that were played.
        let _ = play_moves(&mut position, game.moves.iter().map(String::as_str));
        let result = match game.winner {
            Some(winner) if winner == first => "the first player wins by ",
            Some(_) => "the second player wins by ",
            None => "draw by ",
        };
        let link = format!(
            "http://127.0.0.1:{}/#variant={}&moves={}",
            platform::BOARD_PORT,
            rules.name(),
            game.moves.join(",")
        );
        writeln!(
            html,
            "<figure>{}<figcaption><a href=\"{}\">Game {number}</a>: {}, {result}{}\
             <details><summary>Moves</summary><p class=\"moves\">{}</p></details></figcaption></figure>",
            board_svg(&position),
            escape_markup(&link),
            counted(game.moves.len() as u64, "move"),
            reason_words(game.reason),
            game.moves.join(" "),
        )?;
    }
    html.push_str("</div>\n");
    Ok(())
}

/// A row of a chart: values with intervals.
struct Row {
    /// As markup.
    label: String,
    text: String,
    /// The class of each value, and the value.
    bars: Vec<(&'static str, Estimate)>,
    /// A value without an interval.
    mark: Option<f64>,
}

/// Draws shares.
fn share_chart(shares: impl Iterator<Item = (String, Share)>) -> String {
    let rows: Vec<_> = shares
        .map(|(label, share)| {
            let bars = vec![("", share.estimate().times(100.0))];
            Row { label, text: share.to_string(), bars, mark: None }
        })
        .collect();
    chart(&rows, (0.0, 100.0), None)
}

/// Draws values with their intervals between two numbers, and a line at another one.
fn chart(rows: &[Row], (least, most): (f64, f64), middle: Option<f64>) -> String {
    const LEFT: f64 = 230.0;
    const WIDTH: f64 = 400.0;
    const STEP: usize = 22;
    let x = |value: f64| LEFT + WIDTH * ((value - least) / (most - least)).clamp(0.0, 1.0);
    let height = rows.len() * STEP + 4;
    let mut svg = format!(
        "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" width=\"780\" height=\"{height}\" \
         viewBox=\"0 0 780 {height}\" role=\"img\">\n"
    );
    let lines = [Some((least, "grid")), Some((most, "grid")), middle.map(|at| (at, "middle"))];
    for (value, class) in lines.into_iter().flatten() {
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"M{:.1} 0V{height}\"/>", x(value));
    }
    for (number, row) in rows.iter().enumerate() {
        let y = (number * STEP + STEP / 2 + 2) as f64;
        let base = y + 4.0;
        let _ = write!(svg, "<text x=\"0\" y=\"{base}\">{}</text>", row.label);
        let _ = write!(svg, "<text x=\"{}\" y=\"{base}\">{}</text>", LEFT + WIDTH + 12.0, row.text);
        if let Some(value) = row.mark {
            let _ = write!(
                svg,
                "<rect class=\"movement\" x=\"{:.1}\" y=\"{}\" width=\"3\" height=\"14\"/>",
                x(value) - 1.5,
                y - 7.0
            );
        }
        for (index, (class, value)) in row.bars.iter().enumerate() {
            // Two values of a row lie below each other.
            let y = if row.bars.len() < 2 { y } else { y - 4.0 + 8.0 * index as f64 };
            let _ = write!(
                svg,
                "<path class=\"bar{class}\" d=\"M{:.1} {y}H{:.1}\"/>\
                 <circle class=\"dot{class}\" cx=\"{:.1}\" cy=\"{y}\" r=\"4\"/>",
                x(value.low),
                x(value.high),
                x(value.value)
            );
        }
        svg.push('\n');
    }
    svg + "</svg>\n"
}
