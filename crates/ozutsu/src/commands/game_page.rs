//! `ozutsu games --page`: a page about a game, in Markdown.

use games::rule_sentences;
use rules::{PieceForm, Position, Rules};
use session::Language;
use session::move_notation::Notation;
use session::terminal::board_view::BoardView;
use session::terminal::piece_glyphs::Script;
use session::terminal::piece_view::{all_pieces, draw_pieces};
use std::io::{self, Write};

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
    write!(page, "{}", BoardView::new(&Position::start(rules), Script::Letters, Notation::Usi))?;
    writeln!(page, "```\n\n## Rules\n")?;
    for rule in rule_sentences(rules) {
        writeln!(page, "- {rule}")?;
    }

    writeln!(page, "\n## Pieces\n")?;
    if is_built_in {
        writeln!(page, "![The pieces as kanji and as symbols; below, promoted]({name}.svg)\n")?;
    }
    writeln!(page, "| Letter | Piece | Promoted | Number of each side |\n|---|---|---|---:|")?;
    for piece in rules.piece_infos() {
        let form = |form: &PieceForm| format!("{} {}", form.name, form.kanji[0]);
        let promoted = piece.promoted.as_ref().map_or_else(String::new, form);
        let (letter, count) = (piece.letter, piece.count / 2);
        writeln!(page, "| {letter} | {} | {promoted} | {count} |", form(&piece.unpromoted))?;
    }
    writeln!(page, "\n## How they move\n\n```text")?;
    writeln!(page, "{}```", draw_pieces(rules, &all_pieces(rules), Language::English))
}
