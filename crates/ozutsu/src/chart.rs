//! Charts as SVG: a frame with a title and labels, a line, and points.

use records::escape_markup;
use std::fmt::Write;

/// The size of the picture and the place of the chart in it.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 32.0;

const STYLE: &str = "\
text{font:12px sans-serif;fill:#333}.title{font-size:15px}.grid{stroke:#ccc;fill:none}\
.middle{stroke:#888;fill:none}.line{stroke:#1a5fb4;stroke-width:2;fill:none}";

/// A chart that is being drawn.
#[derive(Debug)]
pub struct Chart {
    svg: String,
    /// The values at the right edge, and at the bottom and the top. At the left edge it is 0.
    right: f64,
    bottom: f64,
    top: f64,
}

impl Chart {
    /// Begins a chart. `style` is that of the classes of its points.
    pub fn new(title: &str, style: &str, right: f64, (bottom, top): (f64, f64)) -> Self {
        let title = escape_markup(title);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}{style}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n"
        );
        Self { svg, right, bottom, top }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * value / self.right
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value - self.bottom) / (self.top - self.bottom);
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share)
    }

    /// Draws a horizontal line with a label at its left, a stronger one if it is the middle.
    pub fn label_left(&mut self, value: f64, label: &str, is_middle: bool) {
        let class = if is_middle { "middle" } else { "grid" };
        let (line, text) = (self.y(value), self.y(value) + 4.0);
        let (right, edge, label) = (WIDTH - RIGHT, LEFT - 8.0, escape_markup(label));
        let _ = writeln!(
            self.svg,
            "<path class=\"{class}\" d=\"M{LEFT} {line:.1}H{right}\"/>\
             <text x=\"{edge}\" y=\"{text:.1}\" text-anchor=\"end\">{label}</text>"
        );
    }

    pub fn label_below(&mut self, value: f64, label: &str) {
        let (left, bottom, label) = (self.x(value), HEIGHT - 10.0, escape_markup(label));
        let _ = writeln!(
            self.svg,
            "<text x=\"{left:.1}\" y=\"{bottom}\" text-anchor=\"middle\">{label}</text>"
        );
    }

    pub fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>) {
        let points = points.into_iter();
        let points: Vec<_> =
            points.map(|(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y))).collect();
        let _ = writeln!(self.svg, "<polyline class=\"line\" points=\"{}\"/>", points.join(" "));
    }

    /// Draws a circle of a class with a tooltip.
    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: u32, tooltip: &str) {
        let (left, top, tooltip) = (self.x(x), self.y(y), escape_markup(tooltip));
        let _ = writeln!(
            self.svg,
            "<circle class=\"{class}\" cx=\"{left:.1}\" cy=\"{top:.1}\" r=\"{radius}\">\
             <title>{tooltip}</title></circle>"
        );
    }

    /// Returns the complete SVG file.
    pub fn finish(self) -> String {
        self.svg + "</svg>\n"
    }
}
