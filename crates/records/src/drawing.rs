//! Circles and arrows on the board, as PGN has them in comments: `[%csl Ge4,Rd5]` and `[%cal Gc3c4]`.

use rules::{Rules, Square};
use serde::{Deserialize, Serialize};

/// A circle on a square, or an arrow from it to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drawing {
    pub color: DrawingColor,
    pub from: Square,
    /// The square to which an arrow points.
    pub to: Option<Square>,
}

/// The color of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawingColor {
    Green,
    Red,
    Blue,
    Yellow,
}

impl DrawingColor {
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Blue, Self::Yellow];

    fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Yellow => 'Y',
        }
    }
}

/// Parses the value of a command: circles such as `Ge4,Rd5`, or arrows such as `Gc3c4`.
pub(crate) fn parse_drawings(rules: &Rules, value: &str, are_arrows: bool) -> Option<Vec<Drawing>> {
    let parse = |text: &str| {
        let letter = text.chars().next()?;
        let color = DrawingColor::ALL.into_iter().find(|color| color.letter() == letter)?;
        let (from, rest) = rules.parse_uci_square(&text[1..])?;
        let (to, rest) = match are_arrows {
            true => rules.parse_uci_square(rest).map(|(to, rest)| (Some(to), rest))?,
            false => (None, rest),
        };
        rest.is_empty().then_some(Drawing { color, from, to })
    };
    value.split(',').map(|text| parse(text.trim())).collect()
}

/// Formats drawings as the commands of a comment.
pub(crate) fn format_drawings(rules: &Rules, drawings: &[Drawing]) -> Vec<String> {
    let format = |drawing: &Drawing| {
        let square = |square| rules.uci_square(square).to_string();
        let to = drawing.to.map(square).unwrap_or_default();
        format!("{}{}{to}", drawing.color.letter(), square(drawing.from))
    };
    let (arrows, circles): (Vec<_>, Vec<_>) = drawings.iter().partition(|d| d.to.is_some());
    [("csl", circles), ("cal", arrows)]
        .into_iter()
        .filter(|(_, drawings)| !drawings.is_empty())
        .map(|(name, drawings)| {
            format!("[%{name} {}]", drawings.into_iter().map(format).collect::<Vec<_>>().join(","))
        })
        .collect()
}
