//! How pieces move, for people: diagrams with what they do not show.

use crate::language::Language;
use crate::terminal::movement_view::{Mark, MovementView};
use rules::spec::SideSquares;
use rules::{Color, PieceForm, PieceInfo, PieceKind, Rules, quoted};
use unicode_width::UnicodeWidthStr;

/// Draws pieces, named by their unpromoted kinds, and the legend of the marks used.
pub fn draw_pieces(rules: &Rules, kinds: &[PieceKind], language: Language) -> String {
    let (mut text, mut marks) = (String::new(), Vec::new());
    for &kind in kinds {
        if let Some(info) = rules.piece_info(kind) {
            marks.extend(draw_piece(&mut text, rules, kind, info, language));
            text.push('\n');
        }
    }
    text + &legend(&marks, language)
}

/// Draws how kinds of pieces move, up to `columns` of them beside each other, and the legend of the marks used.
pub fn draw_movements(rules: &Rules, kinds: &[PieceKind], columns: usize) -> String {
    let views: Vec<_> = kinds.iter().map(|&kind| MovementView::new(rules, kind)).collect();
    let rows: String = views.chunks(columns).map(|views| beside(views) + "\n").collect();
    let marks: Vec<_> = views.iter().flat_map(MovementView::marks).copied().collect();
    rows + &legend(&marks, Language::English)
}

/// Draws diagrams beside each other.
fn beside(views: &[MovementView]) -> String {
    let mut text = String::new();
    for row in 0..views.iter().map(MovementView::height).max().unwrap_or(0) {
        let columns: Vec<_> = views.iter().map(|view| view.row(row)).collect();
        text += columns.join("    ").trim_end();
        text.push('\n');
    }
    text
}

/// Explains the marks of diagrams, a line each.
fn legend(marks: &[Mark], language: Language) -> String {
    let used = Mark::ALL.into_iter().filter(|mark| marks.contains(mark));
    used.map(|mark| format!("  {} {}\n", mark.painted(), language.text(mark.description())))
        .collect()
}

/// Returns the unpromoted kinds of a game, in the order of its pieces. [`draw_pieces`] draws all pieces by them.
pub fn all_pieces(rules: &Rules) -> Vec<PieceKind> {
    rules.piece_kinds().filter(|kind| !kind.is_promoted()).collect()
}

/// Lists the pieces of a game, a line each: letters and names, unpromoted and promoted.
pub(crate) fn list_pieces(rules: &Rules) -> String {
    let name = |form: &PieceForm| format!("{} {}", form.name, form.kanji[0]);
    let names: Vec<_> = rules.piece_infos().iter().map(|piece| name(&piece.unpromoted)).collect();
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (piece, unpromoted) in rules.piece_infos().iter().zip(names) {
        let padding = width - unpromoted.width();
        let promoted =
            piece.promoted.as_ref().map(|form| format!("+{} {}", piece.letter, name(form)));
        let line = format!(
            "  {} {unpromoted}{:padding$}  {}",
            piece.letter,
            "",
            promoted.unwrap_or_default()
        );
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// Finds pieces, unpromoted or promoted: the one with a letter, a Western abbreviation, a name or a kanji,
/// or all that have a word in their names.
pub fn find_pieces(rules: &Rules, name: &str) -> Result<Vec<PieceKind>, String> {
    let is_named = |form: &PieceForm| {
        form.name.eq_ignore_ascii_case(name) || form.kanji.iter().any(|kanji| kanji == name)
    };
    let has_word =
        |form: &PieceForm| form.name.split(' ').any(|word| word.eq_ignore_ascii_case(name));
    let any_form = |piece: &PieceInfo, holds: &dyn Fn(&PieceForm) -> bool| {
        holds(&piece.unpromoted) || piece.promoted.as_ref().is_some_and(holds)
    };
    let letters = name.strip_prefix('+').unwrap_or(name);
    let is_piece = |piece: &PieceInfo| {
        piece.letter.to_string().eq_ignore_ascii_case(letters)
            || piece.western_letters.eq_ignore_ascii_case(letters)
            || any_form(piece, &is_named)
    };
    let pieces = rules.piece_infos();
    if let Some(index) = pieces.iter().position(is_piece) {
        return Ok(vec![PieceKind::base(index)]);
    }
    let found: Vec<_> = (0..pieces.len())
        .filter(|&index| any_form(&pieces[index], &has_word))
        .map(PieceKind::base)
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let known: Vec<_> =
        pieces.iter().map(|piece| format!("{} {}", piece.letter, piece.unpromoted.name)).collect();
    let (game, known) = (rules.name(), known.join(", "));
    Err(format!("unknown piece {}; {game} has {known}", quoted(name)))
}

/// Draws the unpromoted and the promoted form of a piece side by side, with a description below.
/// Returns the marks used.
fn draw_piece(
    text: &mut String,
    rules: &Rules,
    kind: PieceKind,
    info: &PieceInfo,
    language: Language,
) -> Vec<Mark> {
    let kinds =
        [kind, kind.promoted()].into_iter().filter(|&kind| rules.piece_form(kind).is_some());
    let views: Vec<_> = kinds.map(|kind| MovementView::new(rules, kind)).collect();
    *text += &beside(&views);
    *text += &format!("  {}\n", describe_piece(rules, kind, info, language));
    views.iter().flat_map(|view| view.marks()).copied().collect()
}

/// Describes on one line what the diagram does not show.
fn describe_piece(rules: &Rules, kind: PieceKind, info: &PieceInfo, language: Language) -> String {
    let count = language.fill("{0} in the game, both sides together", &[&info.count]);
    let notes = piece_notes(rules, kind, info, language);
    [vec![count], notes].concat().join(&language.text("; "))
}

/// Returns what is special about a piece beside its movement.
pub fn piece_notes(
    rules: &Rules,
    kind: PieceKind,
    info: &PieceInfo,
    language: Language,
) -> Vec<String> {
    let mut parts = Vec::new();
    if info.western_letters != info.letter.to_string() {
        parts.push(language.fill("{0} in Western notation", &[&info.western_letters]));
    }
    if info.promoted.is_none() {
        parts.push(language.text("does not promote"));
    }
    let dead_ranks = rules.dead_squares(Color::Black, kind).count() / u32::from(rules.files());
    let (one, several) = match info.promoted {
        Some(_) => ("must promote on the last rank", "must promote on the last {0} ranks"),
        None => ("may not enter the last rank", "may not enter the last {0} ranks"),
    };
    match dead_ranks {
        0 => {}
        1 => parts.push(language.text(one)),
        _ => parts.push(language.fill(several, &[&dead_ranks])),
    }
    let area = |squares: &SideSquares| match squares.texts(rules) {
        [black, white] if black == white => language.fill("stays on {0}", &[&black]),
        [black, white] => language.fill("stays on {0}, White's on {1}", &[&black, &white]),
    };
    if let Some(piece) = rules.spec().pieces.get(kind.index()) {
        let promoted = piece.promotion.as_ref().and_then(|form| form.confined_to.as_ref());
        parts.extend(piece.confined_to.as_ref().map(area));
        parts.extend(promoted.map(|squares| language.fill("promoted: {0}", &[&area(squares)])));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pieces_with_a_promoted_form_must_promote() {
        let file = include_str!("../../../rules/examples/minicannon.toml");
        let file = file.replace("name = \"Gold\"", "name = \"Gold\"\ndead-ranks = 2");
        let rules = games::parse(&file).games[0].rules;
        let notes = |letter| {
            let kind = rules.kind_from_letter(letter).unwrap();
            piece_notes(rules, kind, rules.piece_info(kind).unwrap(), Language::English)
        };
        assert_eq!(notes('R'), [""; 0]);
        assert_eq!(notes('P'), ["must promote on the last rank"]);
        assert_eq!(notes('G'), ["does not promote", "may not enter the last 2 ranks"]);
    }

    #[test]
    fn pieces_that_are_confined_have_their_area() {
        let file = include_str!("../../../rules/examples/minicannon.toml");
        let file =
            file.replace("name = \"Gold\"", "name = \"Gold\"\nconfined-to = '4d-5e'").replace(
                "movement = \"mRcpRF\"",
                "movement = \"mRcpRF\", confined-to = { black = '1a', white = '1a' }",
            );
        let rules = games::parse(&file).games[0].rules;
        let notes = |letter, language| {
            let kind = rules.kind_from_letter(letter).unwrap();
            piece_notes(rules, kind, rules.piece_info(kind).unwrap(), language)
        };
        let gold = ["does not promote", "stays on 4d-5e, White's on 1a-2b"];
        assert_eq!(notes('G', Language::English), gold);
        assert_eq!(notes('C', Language::English), ["promoted: stays on 1a"]);
        assert_eq!(notes('C', Language::Japanese), ["成ると1aから出られない"]);
    }
}
