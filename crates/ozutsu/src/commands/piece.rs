//! `ozutsu piece`: draws how pieces move.

use crate::cli_error::CliError;
use crate::movement_view::{Mark, MovementView};
use crate::position_args::GameArgs;
use clap::Args;
use rules::quoted;
use rules::{Color, PieceForm, PieceInfo, PieceKind, Rules};
use std::io::{self, Write};

/// Show how a piece moves, unpromoted and promoted
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu piece U                        The gold cannon of cannonshogi
  ozutsu piece 'gold cannon'            The same piece by its name
  ozutsu piece cannon                   Every cannon
  ozutsu piece --variant cannonshosu    Every piece of a game
")]
pub struct Piece {
    #[command(flatten)]
    game: GameArgs,

    /// Letter or name of the piece, or a word of several names [default: every piece]
    piece: Option<String>,
}

impl Piece {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.game.rules()?;
        let kinds = match &self.piece {
            Some(name) => find_pieces(rules, name)?,
            None => rules.piece_kinds().filter(|kind| !kind.is_promoted()).collect(),
        };
        Ok(write_pieces(out, rules, kinds)?)
    }
}

/// Draws pieces, named by their unpromoted kinds, and the legend of the marks used.
pub(super) fn write_pieces(
    out: &mut impl Write,
    rules: &Rules,
    kinds: Vec<PieceKind>,
) -> io::Result<()> {
    let mut marks = Vec::new();
    for kind in kinds {
        if let Some(info) = rules.piece_info(kind) {
            marks.extend(draw_piece(out, rules, kind, info)?);
            writeln!(out)?;
        }
    }
    for mark in Mark::ALL.into_iter().filter(|mark| marks.contains(mark)) {
        writeln!(out, "  {} {}", mark.painted(), mark.description())?;
    }
    Ok(())
}

/// Finds pieces, unpromoted or promoted: the one with a letter, a Western abbreviation, a name or a kanji,
/// or all that have a word in their names.
fn find_pieces(rules: &Rules, name: &str) -> Result<Vec<PieceKind>, CliError> {
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
    Err(CliError::input(format!("unknown piece {}; {game} has {known}", quoted(name))))
}

/// Draws the unpromoted and the promoted form of a piece side by side, with a description below.
/// Returns the marks used.
fn draw_piece(
    out: &mut impl Write,
    rules: &Rules,
    kind: PieceKind,
    info: &PieceInfo,
) -> io::Result<Vec<Mark>> {
    let kinds =
        [kind, kind.promoted()].into_iter().filter(|&kind| rules.piece_form(kind).is_some());
    let views: Vec<_> = kinds.map(|kind| MovementView::new(rules, kind)).collect();
    for row in 0..views.iter().map(MovementView::height).max().unwrap_or(0) {
        let columns: Vec<_> = views.iter().map(|view| view.row(row)).collect();
        writeln!(out, "{}", columns.join("    ").trim_end())?;
    }
    writeln!(out, "  {}", describe_piece(rules, kind, info))?;
    Ok(views.iter().flat_map(|view| view.marks()).copied().collect())
}

/// Describes on one line what the diagram does not show.
fn describe_piece(rules: &Rules, kind: PieceKind, info: &PieceInfo) -> String {
    let mut parts = vec![format!("{} in the game, both sides together", info.count)];
    if info.western_letters != info.letter.to_string() {
        parts.push(format!("{} in Western notation", info.western_letters));
    }
    if info.promoted.is_none() {
        parts.push("does not promote".into());
    }
    let dead_ranks = rules.dead_squares(Color::Black, kind).count() / u32::from(rules.files());
    match dead_ranks {
        0 => {}
        1 => parts.push("must promote on the last rank".into()),
        _ => parts.push(format!("must promote on the last {dead_ranks} ranks")),
    }
    parts.join("; ")
}
