//! Histograms as a picture.

use crate::stats::{Histogram, Stats};
use std::fmt;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 180.0;
const MARGIN: f64 = 40.0;
const ROW: f64 = HEIGHT + 2.0 * MARGIN;

/// A picture of some variants' games: a row each, of results, lengths and scores.
#[derive(Debug)]
pub struct Picture<'a>(pub &'a [Stats]);

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (3.0 * (WIDTH + MARGIN) + MARGIN, ROW * self.0.len() as f64);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">"#
        )?;
        writeln!(f, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
        for (row, stats) in self.0.iter().enumerate() {
            let top = MARGIN + row as f64 * ROW;
            let left = |column: usize| MARGIN + column as f64 * (WIDTH + MARGIN);
            let verdicts = Histogram { first: 0, width: 1, counts: stats.verdicts.to_vec() };
            let title = |what| format!("{}: {what}", stats.game);
            let names = ["1-0", "0-1", "1/2"];
            let named = |bar: usize| names[bar].to_owned();
            bars(f, left(0), top, &title("results"), &verdicts, named)?;
            for (column, what, histogram) in
                [(1, "plies", &stats.lengths), (2, "scores", &stats.scores)]
            {
                let start =
                    |bar: usize| (histogram.first + bar as i32 * histogram.width).to_string();
                bars(f, left(column), top, &title(what), histogram, start)?;
            }
        }
        writeln!(f, "</svg>")
    }
}

fn bars(
    f: &mut fmt::Formatter<'_>,
    left: f64,
    top: f64,
    title: &str,
    histogram: &Histogram,
    name: impl Fn(usize) -> String,
) -> fmt::Result {
    let most = histogram.counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let (count, bottom) = (histogram.counts.len().max(1), top + HEIGHT);
    let width = WIDTH / count as f64;
    // As many names as there is room for.
    let step = count.div_ceil(8);
    writeln!(f, r#"<text x="{left}" y="{}">{title}</text>"#, top - 8.0)?;
    for (bar, &times) in histogram.counts.iter().enumerate() {
        let (x, height) = (left + bar as f64 * width, HEIGHT * times as f64 / most);
        let (y, wide) = (bottom - height, (width - 1.0).max(0.5));
        writeln!(
            f,
            r##"<rect x="{x:.1}" y="{y:.1}" width="{wide:.1}" height="{height:.1}" fill="#3a6ea5"><title>{}: {times}</title></rect>"##,
            name(bar)
        )?;
        if bar % step == 0 {
            writeln!(f, r#"<text x="{x:.1}" y="{}">{}</text>"#, bottom + 15.0, name(bar))?;
        }
    }
    Ok(())
}
