//! `ozutsu games --page`: a page about a game, in Markdown.

use games::rule_sentences;
use rules::{Color, Piece, PieceForm, PieceKind, Position, Rules};
use session::Language;
use session::move_notation::Notation;
use session::terminal::board_view::BoardView;
use session::terminal::piece_glyphs::Script;
use session::terminal::piece_view::{all_pieces, draw_movements, piece_notes};
use std::io::{self, Write};

/// The width of the page in columns, and the most diagrams beside each other.
const WIDTH: usize = 100;
const DIAGRAMS: usize = 4;

/// Writes a page with the start position, the rules, and how every piece moves.
pub fn write_game_page(out: &mut impl Write, rules: &'static Rules) -> io::Result<()> {
    let mut page = Vec::new();
    write_page(&mut page, rules)?;
    // The diagrams have colours for terminals.
    out.write_all(&anstream::adapter::strip_bytes(&page).into_vec())
}

fn write_page(page: &mut Vec<u8>, rules: &'static Rules) -> io::Result<()> {
    let (name, title) = (rules.name(), rules.title());
    writeln!(page, "# {title}\n")?;
    if !rules.about().is_empty() {
        writeln!(page, "{}.\n", rules.about().trim_end_matches('.'))?;
    }
    let is_built_in = games::source(name).is_some();
    let file = if is_built_in { "" } else { "--rules FILE " };
    writeln!(page, "```sh\nozutsu board {file}--variant {name}      # play it\n```\n")?;

    writeln!(page, "## Start\n\n```text")?;
    let start = Position::start(rules);
    let board = BoardView::new(&start, Script::Letters, Notation::Usi);
    write!(page, "{}", board.compact(WIDTH))?;
    writeln!(page, "```\n\n## Rules\n")?;
    for rule in rule_sentences(rules) {
        writeln!(page, "- {rule}")?;
    }

    writeln!(page, "\n## Pieces\n")?;
    if is_built_in {
        writeln!(page, "![The pieces as kanji and as symbols; below, promoted]({name}.svg)\n")?;
    }
    writeln!(page, "| Letter | Piece | Promoted | Each side | |\n|---|---|---|---:|---|")?;
    for (kind, piece) in all_pieces(rules).into_iter().zip(rules.piece_infos()) {
        let form = |form: &PieceForm| format!("{} {}", form.name, form.kanji[0]);
        let promoted = piece.promoted.as_ref().map_or_else(String::new, form);
        let (letter, count, name) = (piece.letter, piece.count / 2, form(&piece.unpromoted));
        let notes = piece_notes(rules, kind, piece, Language::English).join("; ");
        writeln!(page, "| {letter} | {name} | {promoted} | {count} | {notes} |")?;
    }
    writeln!(page, "\n## How they move\n")?;
    write_movements(page, rules)
}

/// Draws each movement once, several beside each other, and names the pieces that move in the same way.
fn write_movements(page: &mut Vec<u8>, rules: &'static Rules) -> io::Result<()> {
    let mut groups: Vec<Vec<PieceKind>> = Vec::new();
    for unpromoted in all_pieces(rules) {
        let movement = |kind| rules.piece_form(kind).map(|form| &form.movement);
        let forms = [unpromoted, unpromoted.promoted()];
        for kind in forms.into_iter().filter(|&kind| movement(kind).is_some()) {
            match groups.iter_mut().find(|group| movement(group[0]) == movement(kind)) {
                Some(group) => group.push(kind),
                None => groups.push(vec![kind]),
            }
        }
    }
    let letter = |kind| format!("`{}`", rules.piece_sfen(Piece::new(Color::Black, kind)));
    for group in groups.iter().filter(|group| group.len() > 1) {
        let others: Vec<_> = group[1..].iter().map(|&kind| letter(kind)).collect();
        let verb = if others.len() == 1 { "moves" } else { "move" };
        writeln!(page, "{} {verb} as {}.\n", others.join(", "), letter(group[0]))?;
    }
    let first: Vec<_> = groups.iter().map(|group| group[0]).collect();
    writeln!(page, "```text\n{}```", draw_movements(rules, &first, DIAGRAMS))
}
