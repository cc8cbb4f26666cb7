//! Positions and pieces as SVG images.

use crate::kanji::{abbreviate_kanji, last_two_kanji};
use rules::{Color, Piece, PieceKind, Position, Rules, Square};
use std::fmt::{self, Write};

/// The width of a square. The height is a little larger, as on real boards.
const WIDTH: u32 = 36;
const HEIGHT: u32 = 40;
/// The space above, below and beside the board, for hands and the names of squares.
const MARGIN: u32 = 28;

/// Draws the board from Black's side, with the pieces in hand of White above it and those of Black below. The
/// squares of the last move are marked.
pub fn board_svg(position: &Position) -> String {
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = write_board(&mut svg, position);
    svg
}

/// Draws a piece of Black alone.
pub fn piece_svg(rules: &Rules, kind: PieceKind) -> String {
    let (width, height) = (WIDTH, HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
        font-family=\"serif\" text-anchor=\"middle\" dominant-baseline=\"central\">\
        <path d=\"M18 1L30 6L34 39H2L6 6Z\" fill=\"#f3d9a4\" stroke=\"#4a3310\"/>"
    );
    // Writing to a string does not fail.
    let _ =
        write_piece(&mut svg, rules, Piece::new(Color::Black, kind), (WIDTH / 2, HEIGHT / 2 + 2));
    svg + "</svg>"
}

fn write_board(svg: &mut String, position: &Position) -> fmt::Result {
    let rules = position.rules();
    let (files, ranks) = (u32::from(rules.files()), u32::from(rules.ranks()));
    let (width, height) = (files * WIDTH, ranks * HEIGHT);
    let corner = |square: Square| {
        (
            MARGIN + (files - 1 - u32::from(square.file())) * WIDTH,
            MARGIN + u32::from(square.rank()) * HEIGHT,
        )
    };
    write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
        font-family=\"serif\" text-anchor=\"middle\" dominant-baseline=\"central\">\
        <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"#f3d9a4\" stroke=\"#4a3310\" \
        stroke-width=\"2\"/>",
        width + 2 * MARGIN,
        height + 2 * MARGIN,
    )?;
    if let Some(mv) = position.last_move() {
        for (x, y) in mv.from().into_iter().chain([mv.to()]).map(corner) {
            write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#e8b45a\"/>"
            )?;
        }
    }
    let lines = (1..files).map(|file| format!("M{} {MARGIN}v{height}", MARGIN + file * WIDTH));
    let lines =
        lines.chain((1..ranks).map(|rank| format!("M{MARGIN} {}h{width}", MARGIN + rank * HEIGHT)));
    write!(svg, "<path d=\"{}\" stroke=\"#4a3310\"/>", lines.collect::<String>())?;
    for square in rules.board_squares() {
        let (x, y) = corner(square);
        let text = |svg: &mut String, x: u32, y: u32, label: &str| {
            write!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"11\" fill=\"#808080\">{label}</text>"
            )
        };
        let name = square.to_string();
        let (file, rank) = name.split_at(name.len() - 1);
        if square.rank() == 0 {
            text(svg, x + WIDTH / 2, MARGIN - 6, file)?;
        }
        if square.file() == 0 {
            text(svg, MARGIN + width + 9, y + HEIGHT / 2, rank)?;
        }
        if let Some(piece) = position.piece_on(square) {
            write_piece(svg, rules, piece, (x + WIDTH / 2, y + HEIGHT / 2))?;
        }
    }
    for (color, mark, y) in [(Color::White, '☖', 11), (Color::Black, '☗', height + 2 * MARGIN - 12)]
    {
        let pieces: String = position
            .hand(color)
            .iter()
            .map(|(kind, count)| {
                let count = if count > 1 { count.to_string() } else { String::new() };
                glyph(rules, Piece::new(color, kind)).into_iter().collect::<String>() + &count
            })
            .collect();
        let weight = if color == position.side() { "bold" } else { "normal" };
        write!(
            svg,
            "<text x=\"{}\" y=\"{y}\" font-size=\"15\" font-weight=\"{weight}\" fill=\"#808080\">{mark} {}</text>",
            MARGIN + width / 2,
            escape_markup(&pieces),
        )?;
    }
    svg.write_str("</svg>")
}

/// Draws a piece with one character, or with two, one below the other.
fn write_piece(svg: &mut String, rules: &Rules, piece: Piece, (x, y): (u32, u32)) -> fmt::Result {
    let turned = if piece.color() == Color::White {
        format!(" transform=\"rotate(180 {x} {y})\"")
    } else {
        String::new()
    };
    let color = if piece.kind().is_promoted() { "#b01010" } else { "#101010" };
    let characters = glyph(rules, piece);
    let size = if characters.len() == 1 { 26 } else { 17 };
    write!(svg, "<g font-size=\"{size}\" fill=\"{color}\"{turned}>")?;
    for (index, character) in (0..).zip(&characters) {
        let offset = if characters.len() == 1 { 0 } else { index * 17 };
        let top = if characters.len() == 1 { y } else { y - 8 };
        write!(
            svg,
            "<text x=\"{x}\" y=\"{}\">{}</text>",
            top + offset,
            escape_markup(&character.to_string())
        )?;
    }
    svg.write_str("</g>")
}

/// Returns the one or two characters of a piece, or its letter if it has none.
fn glyph(rules: &Rules, piece: Piece) -> Vec<char> {
    let kind: PieceKind = piece.kind();
    let name = rules.piece_form(kind).map_or("", |form| form.kanji[piece.color().index()].as_str());
    let short = abbreviate_kanji(name, kind.is_promoted()).unwrap_or(last_two_kanji(name));
    let text = if short.is_empty() {
        rules.piece_sfen(Piece::new(Color::Black, kind)).to_string()
    } else {
        short.into()
    };
    text.chars().take(2).collect()
}

/// Escapes text for XML and HTML. XML allows no control characters.
pub fn escape_markup(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape_markup("<a & \"b\"\n\u{0}>"), "&lt;a &amp; &quot;b&quot;  &gt;");
    }

    #[test]
    fn pieces_and_boards_are_drawn() {
        let rules = games::by_name("shogi").unwrap();
        let rook = PieceKind::base(0);
        assert!(piece_svg(rules, rook).contains(">飛</text>"), "{}", piece_svg(rules, rook));
        assert!(piece_svg(rules, rook.promoted()).contains(">龍</text>"));
        let board = board_svg(&Position::start(rules));
        assert_eq!(board.matches(">歩</text>").count(), 18);
    }
}
