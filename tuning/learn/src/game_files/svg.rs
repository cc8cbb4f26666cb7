//! Histograms of games as SVG.

use super::game_stats::{GameStats, Histogram};
use std::fmt;

// Lengths in pixels.
const CHART_WIDTH: f64 = 420.0;
const CHART_HEIGHT: f64 = 180.0;
const MARGIN: f64 = 40.0;
const COLUMN_WIDTH: f64 = CHART_WIDTH + MARGIN;
const ROW_HEIGHT: f64 = CHART_HEIGHT + 2.0 * MARGIN;
/// Largest number of labels below the bars of a chart.
const MAX_LABELS: usize = 8;

/// Displays statistics as an SVG document: a row of three bar charts per variant (results, lengths,
/// scores).
#[derive(Debug)]
pub struct HistogramSvg<'a>(pub &'a [GameStats]);

impl fmt::Display for HistogramSvg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (3.0 * COLUMN_WIDTH + MARGIN, ROW_HEIGHT * self.0.len() as f64);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">"#
        )?;
        writeln!(f, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
        for (row, stats) in self.0.iter().enumerate() {
            let results = Histogram { min: 0, bin_width: 1, counts: stats.results.to_vec() };
            let result_label = |bar: usize| ["1-0", "0-1", "1/2"][bar].to_owned();
            let chart = BarChart::new(row, 0, format!("{}: results", stats.variant));
            chart.draw(f, &results, result_label)?;
            for (column, quantity, histogram) in
                [(1, "plies", &stats.lengths), (2, "scores", &stats.scores)]
            {
                let bin_label =
                    |bar: usize| (histogram.min + bar as i32 * histogram.bin_width).to_string();
                let chart = BarChart::new(row, column, format!("{}: {quantity}", stats.variant));
                chart.draw(f, histogram, bin_label)?;
            }
        }
        writeln!(f, "</svg>")
    }
}

/// A bar chart: its top left corner and its title.
struct BarChart {
    left: f64,
    top: f64,
    title: String,
}

impl BarChart {
    fn new(row: usize, column: usize, title: String) -> Self {
        let left = MARGIN + column as f64 * COLUMN_WIDTH;
        let top = MARGIN + row as f64 * ROW_HEIGHT;
        Self { left, top, title }
    }

    fn draw(
        &self,
        f: &mut fmt::Formatter<'_>,
        histogram: &Histogram,
        label: impl Fn(usize) -> String,
    ) -> fmt::Result {
        let &Self { left, top, ref title } = self;
        let max_count = histogram.counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        let (bars, bottom) = (histogram.counts.len().max(1), top + CHART_HEIGHT);
        let spacing = CHART_WIDTH / bars as f64;
        let bars_per_label = bars.div_ceil(MAX_LABELS);
        writeln!(f, r#"<text x="{left}" y="{}">{title}</text>"#, top - 8.0)?;
        for (bar, &count) in histogram.counts.iter().enumerate() {
            let (x, height) =
                (left + bar as f64 * spacing, CHART_HEIGHT * count as f64 / max_count);
            let (y, width) = (bottom - height, (spacing - 1.0).max(0.5));
            writeln!(
                f,
                r##"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="#3a6ea5"><title>{}: {count}</title></rect>"##,
                label(bar)
            )?;
            if bar % bars_per_label == 0 {
                writeln!(f, r#"<text x="{x:.1}" y="{}">{}</text>"#, bottom + 15.0, label(bar))?;
            }
        }
        Ok(())
    }
}
