//! The report of a study as text in 80 columns.

use super::words::{
    compensation, course_rows, end_name, list, players, reason_words, shares_of_use, whole,
    with_error,
};
use crate::progress::counted;
use ozutsu_learn::study::{
    Balance, Course, HandicapReport, PieceReport, PointsShare, StudyReport, ValueEstimates,
};
use session::terminal::style::{self, paint};
use session::terminal::wrap::wrap;
use std::io::{self, Write};

const WIDTH: usize = 80;

pub fn write(out: &mut impl Write, report: &StudyReport) -> io::Result<()> {
    let StudyReport { variant, title, games, nodes, evaluation, .. } = report;
    writeln!(out, "{}: {title}", paint(style::STRONG, variant))?;
    let nodes: Vec<_> = nodes.iter().map(ToString::to_string).collect();
    let nodes = list(&nodes);
    let games = counted(*games, "game");
    let played = format!("{games} of the engine against itself, with {nodes} nodes a move");
    writeln!(out, "{}", wrap(&played, WIDTH))?;
    writeln!(out, "players: {}", players(evaluation, variant))?;
    write_balance(out, &report.balance, &report.pieces)?;
    write_course(out, &report.course)?;
    write_values(out, &report.pieces)?;
    write_use(out, &report.pieces)?;
    writeln!(out, "\n{}", paint(style::STRONG, "Notes"))?;
    if report.notes.is_empty() {
        writeln!(out, "  none: nothing that these games prove is out of the ordinary")?;
    }
    for note in &report.notes {
        writeln!(out, "{}", wrap(&format!("- {}", note.text), WIDTH))?;
    }
    Ok(())
}

/// Writes a row for each handicap.
pub fn write_handicaps(out: &mut impl Write, report: &HandicapReport) -> io::Result<()> {
    let HandicapReport { variant, title, games, nodes, handicaps, evaluation, .. } = report;
    let games = counted(*games, "game");
    writeln!(out, "{}: {title}, {games}", paint(style::STRONG, variant))?;
    writeln!(out, "players: {}", players(evaluation, variant))?;
    for (level, nodes) in nodes.iter().enumerate() {
        let heading = format!("Players with {nodes} nodes a move");
        writeln!(out, "\n{}", paint(style::STRONG, heading))?;
        writeln!(out, "  {:<44} {:>12} {:>17}", "handicap", "worth in Elo", "doublings")?;
        for handicap in handicaps {
            let found = &handicap.levels[level];
            let elo = found.elo.map(|elo| format!("{:.0} ±{:.0}", elo.value, elo.error()));
            let elo = elo.unwrap_or_else(|| "-".into());
            let doublings = found.doublings.map_or_else(|| "-".into(), with_error);
            writeln!(out, "  {:<44} {elo:>12} {doublings:>17}", handicap.name)?;
        }
    }
    let key = "doublings: how often the nodes of the one who gives the handicap must be doubled for even games";
    writeln!(out, "\n{}", wrap(&format!("  {key}"), WIDTH))
}

fn write_balance(
    out: &mut impl Write,
    balance: &Balance,
    pieces: &[PieceReport],
) -> io::Result<()> {
    writeln!(out, "\n{}", paint(style::STRONG, "Balance: the first player's share of the points"))?;
    let row = |out: &mut dyn Write, label: &str, start, openings| {
        let cell = |share: Option<PointsShare>| match share {
            Some(PointsShare { share, .. }) => format!("{share} of {}", share.games),
            None => "no games".into(),
        };
        writeln!(out, "  {label:<16} {:<26} {}", cell(start), cell(openings))
    };
    writeln!(out, "  {:<16} {:<26} after chosen openings", "", "from the start")?;
    row(out, "all games", balance.first, balance.openings)?;
    for level in &balance.levels {
        row(out, &format!("{} nodes", level.nodes), level.first, level.openings)?;
    }
    if let Some(first) = balance.first {
        let needed = counted(first.games_needed, "game");
        writeln!(out, "  ±2% needs {needed} from the start")?;
    }
    if let Some(draws) = balance.draws {
        writeln!(out, "  draws: {draws}")?;
    }
    if let Some(ahead) = balance.advantage {
        let text = format!("  compensation: {}", compensation(ahead, pieces));
        writeln!(out, "{}", wrap(&text, WIDTH))?;
    }
    if let (Some(second), Some(first)) = (balance.draws_to_second, balance.draws_to_first) {
        writeln!(out, "  if draws were lost by the first player {second}, by the second {first}")?;
    }
    Ok(())
}

fn write_course(out: &mut impl Write, course: &Course) -> io::Result<()> {
    writeln!(out, "\n{}", paint(style::STRONG, "Course of a game"))?;
    for (label, value) in course_rows(course) {
        writeln!(out, "  {label:<30} {value}")?;
    }
    let ends = course.ends.iter().map(|end| format!("{} {}", end_name(end), end.share));
    write_list(out, "ends:", ends)?;
    let unused = course.unused_ends.iter().map(|&reason| reason_words(reason));
    write_list(out, "ends that no game had:", unused)?;
    let mates = course.mates.iter().take(6);
    let mates = mates.map(|mate| format!("{} {}", mate.name, mate.share));
    write_list(out, "mates by:", mates)?;
    let skill = course.skill.iter().map(|skill| match skill.elo {
        Some(elo) => {
            let (value, error) = (elo.value, elo.error());
            format!("{value:+.0} ±{error:.0} Elo at {} nodes", skill.nodes)
        }
        None => format!("{:.0}% of the points at {} nodes", 100.0 * skill.score, skill.nodes),
    });
    write_list(out, "twice the search:", skill)?;
    if let Some(most_common) = course.variety.most_common {
        let (positions, plies) = (course.variety.positions, course.variety.plies);
        let games = most_common.games;
        let text = format!(
            "{} of {games} after {plies} moves, the commonest {most_common}",
            counted(positions as u64, "different position")
        );
        write_list(out, "openings:", [text].into_iter())?;
    }
    Ok(())
}

/// Writes a labelled list, wrapped.
fn write_list(
    out: &mut impl Write,
    label: &str,
    items: impl Iterator<Item = String>,
) -> io::Result<()> {
    let items: Vec<_> = items.collect();
    let text = if items.is_empty() { "none".into() } else { items.join(", ") };
    writeln!(out, "{}", wrap(&format!("  {label} {text}"), WIDTH))
}

fn write_values(out: &mut impl Write, pieces: &[PieceReport]) -> io::Result<()> {
    let heading = "Values in centipawns: by movement, by a fit, by results";
    writeln!(out, "\n{}", paint(style::STRONG, heading))?;
    writeln!(out, "  {:<20} {:<27}  in hand", "", "on the board")?;
    for piece in pieces {
        let name = piece_name(piece, 20);
        let hand = piece.in_hand.map_or_else(String::new, |values| three_values(&values));
        let line = format!("  {name:<20} {:<27}  {hand}", three_values(&piece.on_board));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn three_values(values: &ValueEstimates) -> String {
    let [fit, results] = [values.fit, values.results].map(|value| whole(value, "-"));
    format!("{:>5.0} {fit:>10} {results:>10}", values.movement)
}

fn write_use(out: &mut impl Write, pieces: &[PieceReport]) -> io::Result<()> {
    writeln!(out, "\n{}", paint(style::STRONG, "Use of the pieces, a game"))?;
    writeln!(
        out,
        "  {:<20} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7} {:>7}",
        "", "moves", "takes", "lost", "drops", "promotes", "at home", "idle"
    )?;
    for piece in pieces {
        let name = piece_name(piece, 20);
        let PieceReport { moves, captures, captured, drops, .. } = piece;
        let [taken, at_home, idle] = shares_of_use(piece, "-");
        writeln!(
            out,
            "  {name:<20} {moves:>6.1} {captures:>6.1} {captured:>6.1} {drops:>6.1} {taken:>8} {at_home:>7} {idle:>7}"
        )?;
    }
    let key = "promotes: of the moves that could; at home: pieces that never moved; idle: games in which none of \
               them moved";
    writeln!(out, "{}", wrap(&format!("  {key}"), WIDTH))
}

/// Returns the letter and name of a piece, cut to a width.
fn piece_name(piece: &PieceReport, width: usize) -> String {
    format!("{:<2} {}", piece.piece, piece.name).chars().take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ozutsu_learn::study::{EvalOrigin, PlayersEval};
    use trials::Estimate;

    #[test]
    fn a_long_name_does_not_make_a_line_too_wide() {
        let values = ValueEstimates { movement: 400.0, fit: None, results: None };
        let piece = PieceReport {
            piece: "C".into(),
            name: "Flying Silver Cannon".into(),
            promoted: false,
            on_board: values,
            in_hand: Some(values),
            moves: 0.0,
            captures: 0.0,
            captured: 0.0,
            drops: 0.0,
            promotions: 0.0,
            promotion_taken: None,
            promotion_reached: None,
            at_home: None,
            idle: None,
        };
        let balance = Balance {
            first: None,
            openings: None,
            levels: Vec::new(),
            draws: None,
            advantage: Some(Estimate::new(402.0, 94.0)),
            draws_to_second: None,
            draws_to_first: None,
        };
        let mut text = Vec::new();
        write_balance(&mut text, &balance, &[piece]).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("the second player should get 402 ±94 centipawns"), "{text}");
        assert!(text.contains("Cannon in hand"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }

    #[test]
    fn an_advantage_that_may_be_none_names_no_piece() {
        assert_eq!(
            compensation(Estimate::new(-73.0, 77.0), &[]),
            "the first player should get 73 ±77 centipawns, or nothing: the games do not say who is ahead"
        );
    }

    #[test]
    fn the_players_are_named_and_one_game_is_no_games() {
        let player = |origin| {
            let hash = String::new();
            let evaluation = PlayersEval { origin, hash };
            let report = HandicapReport {
                variant: "mygame",
                title: "My Game",
                seed: 1,
                evaluation,
                nodes: Vec::new(),
                games: 1,
                handicaps: Vec::new(),
            };
            let mut text = Vec::new();
            write_handicaps(&mut text, &report).unwrap();
            let text = String::from_utf8(text).unwrap();
            let text = anstream::adapter::strip_str(&text).to_string();
            let (first, rest) = text.split_once('\n').unwrap();
            assert_eq!(first, "mygame: My Game, 1 game");
            rest.lines().next().unwrap().to_owned()
        };
        assert_eq!(player(EvalOrigin::File), "players: the evaluation of mygame.eval");
        assert_eq!(player(EvalOrigin::BuiltIn), "players: the built-in evaluation");
        assert_eq!(
            player(EvalOrigin::Movements),
            "players: the evaluation that follows from the movements"
        );
    }
}
