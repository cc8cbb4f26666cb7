//! The table of steps, and what was gained over time.

use crate::chart::Chart;
use crate::progress::counted;
use indicatif::ProgressBar;
use ozutsu_learn::grow::log::{History, Step};
use ozutsu_learn::grow::{Activity, Observer, Progress};
use rules::Rules;
use std::io::{self, Write};
use trials::{GameCounts, Tally, elo};

/// Prints the steps as they are done, and what is being done now.
pub struct Report<'a, W> {
    out: &'a mut W,
    bar: ProgressBar,
    /// Whether the head of the table is printed.
    has_head: bool,
    /// Whether all was printed.
    printed: io::Result<()>,
}

impl<'a, W: Write> Report<'a, W> {
    pub fn new(out: &'a mut W, bar: ProgressBar) -> Self {
        Self { out, bar, has_head: false, printed: Ok(()) }
    }

    /// Removes the progress bar. Returns whether all was printed.
    pub fn finish(self) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.printed
    }

    fn print(&mut self, step: &Step) -> io::Result<()> {
        let Self { out, bar, has_head, .. } = self;
        bar.suspend(|| {
            if !*has_head {
                writeln!(out, "{HEAD}")?;
                *has_head = true;
            }
            writeln!(out, "{}", row(step))?;
            out.flush()
        })
    }
}

const HEAD: &str = " time  learnt               games  Elo        as Black      as White";

/// Formats a step in 79 columns.
fn row(step: &Step) -> String {
    let kept = if step.kept { "  kept" } else { "" };
    let (time, games) = (format_time(step.seconds), step.results.game_count());
    let (generation, learnt) = (step.generation, step.learnt.description());
    let results = format_results(&step.results);
    let row = format!("{time:>5}  {generation:>2} {learnt:<16}  {games:>5}  {results}{kept}");
    row.trim_end().into()
}

impl<W: Write + Send> Observer for Report<'_, W> {
    fn progress(&mut self, progress: &Progress) {
        let Progress { generation, share, activity } = progress;
        let activity = match activity {
            Activity::Playing { games, per_second } => {
                format!("{}, {per_second:.1}/s", counted(*games, "game"))
            }
            Activity::Learning { epoch, epochs } => format!("learning, {epoch}/{epochs}"),
            Activity::Judging { results, is_last } => {
                let [lost, drawn, won] = results.games().0;
                let last = if *is_last { "last " } else { "" };
                format!("{last}match: +{won} ={drawn} -{lost}")
            }
            Activity::Waiting => "waiting for the first shard".into(),
        };
        let len = self.bar.length().unwrap_or_default() as f64;
        self.bar.set_position((share * len) as u64);
        self.bar.set_message(match generation {
            0 => activity,
            _ => format!("generation {generation}: {activity}"),
        });
    }

    fn step(&mut self, step: &Step) {
        if self.printed.is_ok() {
            self.printed = self.print(step);
        }
    }
}

/// Writes the Elo difference, and the games won, drawn and lost by color.
fn format_results(results: &Tally) -> String {
    let elo = results.elo();
    let elo = elo.map_or("-".into(), |elo| format!("{:+.0} ±{:.0}", elo.value, elo.error()));
    let side = |GameCounts([lost, drawn, won])| format!("+{won} ={drawn} -{lost}");
    format!("{elo:<9}  {:<13} {:<13}", side(results.black), side(results.white))
}

fn format_time(seconds: f64) -> String {
    let minutes = (seconds / 60.0) as u64;
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

/// The Elo that the kept steps have gained up to a time in hours.
fn growth(history: &History) -> Vec<(f64, f64)> {
    let mut total = 0.0;
    let mut points = vec![(0.0, total)];
    for step in history.kept() {
        // Half a game less than all points, if there are all: their Elo has no bound.
        let games = step.results.game_count() as f64;
        total += elo((step.results.score() * games + 0.25) / (games + 0.5));
        points.push((step.seconds / 3_600.0, total));
    }
    points.push((history.seconds / 3_600.0, total));
    points
}

/// The size of the chart in the terminal.
const COLUMNS: usize = 64;
const ROWS: usize = 8;

/// Writes what was gained over time as a chart of text, and the last match.
pub fn write_end(out: &mut impl Write, history: &History) -> io::Result<()> {
    let points = growth(history);
    let (hours, largest) = bounds(&points);
    let at = |column: usize| {
        let time = hours * (column as f64 + 0.5) / COLUMNS as f64;
        points.iter().rev().find(|(hour, _)| *hour <= time).map_or(0.0, |point| point.1)
    };
    if largest > 0.0 {
        writeln!(out, "\nElo gained by all steps, over {}", format_time(history.seconds))?;
        for row in (0..ROWS).rev() {
            let least = largest * (row as f64 + 0.5) / ROWS as f64;
            let bars: String =
                (0..COLUMNS).map(|column| if at(column) >= least { '█' } else { ' ' }).collect();
            let label = largest * (row + 1) as f64 / ROWS as f64;
            writeln!(out, "{label:>+6.0} │{}", bars.trim_end())?;
        }
    }
    match &history.end {
        Some(results) if results.game_count() > 0 => {
            writeln!(out, "\nThe best against the start: {}", format_results(results).trim_end())
        }
        _ => Ok(()),
    }
}

/// Returns the last time and the largest gain.
fn bounds(points: &[(f64, f64)]) -> (f64, f64) {
    let largest = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(0.0, f64::max);
    (largest(|point| point.0), largest(|point| point.1))
}

/// Draws what was gained over time.
pub fn chart(rules: &Rules, history: &History) -> String {
    let points = growth(history);
    let (hours, largest) = bounds(&points);
    let (hours, top) = (hours.max(1e-3), largest.max(50.0));
    let title = format!("{}: Elo by hours", rules.title());
    let mut chart = Chart::new(&title, ".kept{fill:#1a5fb4}", hours, (0.0, top));
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        chart.label_left(top * share, &format!("{:+.0}", top * share), quarter == 0);
        chart.label_below(hours * share, &format!("{:.2}", hours * share));
    }
    // Steps: each gain is there when its match has ended.
    let steps = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
    chart.line(steps.chain(points.last().copied()));
    for (step, &point) in history.kept().zip(&points[1..]) {
        let results = format_results(&step.results);
        let text = format!("{} {}: {results}", step.generation, step.learnt.description());
        chart.circle("kept", point, 4, text.trim_end());
    }
    chart.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ozutsu_learn::grow::log::Learnt;

    #[test]
    fn rows_fit_into_79_columns_below_the_head() {
        let side = GameCounts([320, 40, 640]);
        let results = Tally { pairs: [100, 100, 300, 100, 500], black: side, white: side };
        let step = |generation, learnt| {
            let (kept, seconds) = (true, 40_000.0);
            row(&Step { generation, learnt, results, kept, seconds })
        };
        for (generation, learnt) in [(1, Learnt::LinearScores), (12, Learnt::NetworkResults)] {
            let row = step(generation, learnt);
            assert!(row.chars().count() <= 79 && row.ends_with("  kept"), "{row}");
            for (heading, text) in [("Elo", " +"), ("as Black", " +6"), ("as White", " +6")] {
                let column = HEAD.find(heading).unwrap() - 1;
                let cell: String = row.chars().skip(column).collect();
                assert!(cell.starts_with(text), "{heading}: {row}");
            }
        }
    }
}
