//! A chart of the losses of a run, as SVG.

use super::trainer::EpochReport;
use std::fmt;

// Lengths in pixels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 40.0;
/// Number of labels on the loss axis.
const LOSS_LABELS: usize = 5;
/// Largest number of labels on the epoch axis.
const MAX_EPOCH_LABELS: usize = 10;

/// A chart of the training loss, the held-out loss and the held-out loss of the linear evaluation by
/// epoch. Its [`Display`](fmt::Display) is an SVG document.
#[derive(Debug)]
pub struct LossCurve<'a>(pub &'a [EpochReport]);

struct Curve {
    name: &'static str,
    color: &'static str,
    losses: Vec<f64>,
}

impl fmt::Display for LossCurve<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let curve = |name, color, loss: fn(&EpochReport) -> f64| Curve {
            name,
            color,
            losses: self.0.iter().map(loss).collect(),
        };
        let curves = [
            curve("training", "#999999", |report| report.training),
            curve("held out", "#3a6ea5", |report| report.held_out.network),
            curve("held out, linear evaluation", "#c05a3a", |report| report.held_out.linear),
        ];
        let losses = || curves.iter().flat_map(|curve| &curve.losses).copied();
        let (low, high) =
            (losses().fold(f64::INFINITY, f64::min), losses().fold(f64::NEG_INFINITY, f64::max));
        // Avoids a division by 0 if all losses are equal.
        let range = (high - low).max(1e-6);
        let epochs = self.0.len();
        let x = |index: usize| {
            let share = (index as f64 + 0.5) / epochs.max(1) as f64;
            LEFT + share * (WIDTH - LEFT - RIGHT)
        };
        let y = |loss: f64| HEIGHT - BOTTOM - (loss - low) / range * (HEIGHT - TOP - BOTTOM);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">"#
        )?;
        writeln!(f, r#"<rect width="100%" height="100%" fill="white"/>"#)?;
        if epochs > 0 {
            for label in 0..LOSS_LABELS {
                let loss = low + range * label as f64 / (LOSS_LABELS - 1) as f64;
                let (y, end) = (y(loss), WIDTH - RIGHT);
                writeln!(f, r##"<path d="M{LEFT} {y:.1}H{end}" stroke="#dddddd"/>"##)?;
                let (x, y) = (LEFT - 6.0, y + 4.0);
                writeln!(f, r#"<text x="{x}" y="{y:.1}" text-anchor="end">{loss:.5}</text>"#)?;
            }
        }
        let bottom = HEIGHT - BOTTOM + 18.0;
        for index in (0..epochs).step_by(epochs.div_ceil(MAX_EPOCH_LABELS).max(1)) {
            let (x, epoch) = (x(index), self.0[index].epoch);
            writeln!(f, r#"<text x="{x:.1}" y="{bottom}" text-anchor="middle">{epoch}</text>"#)?;
        }
        for (number, Curve { name, color, losses }) in curves.iter().enumerate() {
            let points = || (0..).zip(losses).map(|(index, &loss)| (x(index), y(loss)));
            let line: Vec<_> = points().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let line = line.join(" ");
            writeln!(
                f,
                r#"<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>"#
            )?;
            for (x, y) in points() {
                writeln!(f, r#"<circle cx="{x:.1}" cy="{y:.1}" r="2.5" fill="{color}"/>"#)?;
            }
            let x = LEFT + 110.0 * number as f64;
            writeln!(f, r#"<text x="{x}" y="20" fill="{color}">{name}</text>"#)?;
        }
        writeln!(f, "</svg>")
    }
}
