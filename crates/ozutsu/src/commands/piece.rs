use crate::failure::Failure;
use crate::movement_view::{Mark, MovementView};
use crate::setup::GameArgs;
use clap::Args;
use rules::{Color, PieceForm, PieceInfo, PieceKind, Rules};
use std::io::{self, Write};

/// Draw how a piece moves, unpromoted and promoted
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu piece U                        the gold cannon of cannonshogi
  ozutsu piece 'gold cannon'            the same by its name
  ozutsu piece --variant cannonshosu    every piece of a game
")]
pub struct Piece {
    #[command(flatten)]
    game: GameArgs,

    /// The piece, by its letter or name; every piece if left out
    piece: Option<String>,
}

impl Piece {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = self.game.variant;
        let kinds = match &self.piece {
            Some(name) => vec![find(rules, name)?],
            None => rules.piece_kinds().filter(|kind| !kind.is_promoted()).collect(),
        };
        let mut marks = Vec::new();
        for kind in kinds {
            if let Some(info) = rules.piece_info(kind) {
                marks.extend(draw(out, rules, kind, info)?);
                writeln!(out)?;
            }
        }
        for mark in Mark::ALL.into_iter().filter(|mark| marks.contains(mark)) {
            writeln!(out, "  {} {}", mark.painted(), mark.meaning())?;
        }
        Ok(())
    }
}

/// The piece that is called so: by its letter, its letters in western notation, its name or its
/// kanji, promoted or not.
fn find(rules: &Rules, name: &str) -> Result<PieceKind, Failure> {
    let called = |form: &PieceForm| {
        form.name.eq_ignore_ascii_case(name) || form.kanji.iter().any(|kanji| kanji == name)
    };
    let bare = name.strip_prefix('+').unwrap_or(name);
    let found = rules.piece_infos().iter().position(|piece| {
        piece.letter.to_string().eq_ignore_ascii_case(bare)
            || piece.western_letters.eq_ignore_ascii_case(bare)
            || called(&piece.unpromoted)
            || piece.promoted.as_ref().is_some_and(called)
    });
    found.map(PieceKind::base).ok_or_else(|| {
        let letters: Vec<_> =
            rules.piece_infos().iter().map(|piece| piece.letter.to_string()).collect();
        let (game, letters) = (rules.name(), letters.join(" "));
        Failure::input(format!("no piece of {game} is called '{name}'; it has {letters}"))
    })
}

/// Draws a piece's movements side by side, and says what else is to know. Gives the marks used.
fn draw(
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
    writeln!(out, "  {}", facts(rules, kind, info))?;
    Ok(views.iter().flat_map(|view| view.marks()).copied().collect())
}

/// What a drawing does not show, in a line.
fn facts(rules: &Rules, kind: PieceKind, info: &PieceInfo) -> String {
    let mut facts = vec![format!("{} in the set", info.count)];
    if info.western_letters != info.letter.to_string() {
        facts.push(format!("{} in western notation", info.western_letters));
    }
    if info.promoted.is_none() {
        facts.push("does not promote".into());
    }
    let dead = rules.dead_squares(Color::Black, kind).count() / u32::from(rules.files());
    match dead {
        0 => {}
        1 => facts.push("must promote on the last rank".into()),
        ranks => facts.push(format!("must promote on the last {ranks} ranks")),
    }
    facts.join("; ")
}
