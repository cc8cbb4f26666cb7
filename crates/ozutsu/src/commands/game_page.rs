//! `ozutsu games --page`: a page about a game, in Markdown.

use super::piece::write_pieces;
use games::{capitalize, describe_rules};
use rules::spec::SideRanks;
use rules::{PieceForm, Position, Rules};
use session::move_notation::Notation;
use session::terminal::board_view::BoardView;
use session::terminal::piece_glyphs::Script;
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
    let kinds = rules.piece_kinds().filter(|kind| !kind.is_promoted()).collect();
    write_pieces(page, rules, kinds)?;
    writeln!(page, "```")
}

/// Returns what the rules say, as sentences.
fn rule_sentences(rules: &Rules) -> Vec<String> {
    let zone = match &rules.spec().promotion_ranks {
        SideRanks::Farthest(0) => "There is no promotion zone.".into(),
        SideRanks::Farthest(1) => "Pieces can promote on the last rank.".into(),
        SideRanks::Farthest(count) => format!("Pieces can promote on the last {count} ranks."),
        SideRanks::Named { black, white } => {
            format!("Black's pieces can promote on the ranks {black}, White's on {white}.")
        }
    };
    let captured = "A captured piece joins the other side, and can be dropped instead of a move.";
    let sentence = |text: String| capitalize(&text) + ".";
    let others = describe_rules(rules).into_iter().map(sentence);
    [zone, captured.into()].into_iter().chain(others).collect()
}
