use crate::board_view::BoardView;
use crate::faces::Script;
use crate::failure::Failure;
use crate::notation::{Notation, NotationArgs, western};
use crate::setup::PositionArgs;
use crate::state;
use crate::style::{self, paint};
use clap::Args;
use rules::spec::CheckLimit;
use rules::{Color, Position};
use std::fmt::Display;
use std::io::{self, Write};

/// Draw a position and tell the state of its game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu show --kanji
  ozutsu show --variant shogi --handicap 'rook and bishop'
  ozutsu show --variant shogi --moves '7g7f 3c3d 8h2b+'
  ozutsu show --sfen '4k4/4p4/9/9/4U4/9/9/9/3K5 w - 1'

The line that begins with 'State:' is one of: ongoing; check; mate; stalemate; repetition draw; \
perpetual check, black loses (or white); impasse, and what may be claimed.
")]
pub struct Show {
    #[command(flatten)]
    position: PositionArgs,

    /// Kanji on the pieces, White's with a v before them, instead of letters
    #[arg(long)]
    kanji: bool,

    #[command(flatten)]
    style: NotationArgs,
}

impl Show {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        let script = if self.kanji { Script::Kanji } else { Script::Letters };
        report(out, &position, script, self.style.notation)?;
        Ok(())
    }
}

/// Writes the board, and below it what cannot be seen there.
pub fn report(
    out: &mut impl Write,
    position: &Position,
    script: Script,
    notation: Notation,
) -> io::Result<()> {
    let rules = position.rules();
    writeln!(out, "{} ({})", paint(style::STRONG, rules.title()), rules.name())?;
    writeln!(out)?;
    writeln!(out, "{}", BoardView::new(position, script, notation))?;

    let mut fact = |label: &str, text: &dyn Display| {
        writeln!(out, "{} {text}", paint(style::FAINT, format!("{label}:")))
    };
    fact("State", &state::words(position))?;
    if let Some(last) = last_move(position, notation) {
        fact("Last move", &last)?;
    }
    fact("Checkers", &checkers(position, notation))?;
    if let CheckLimit::Consecutive(limit) = rules.check_limit() {
        let [black, white] = Color::BOTH.map(|color| position.consecutive_checks(color));
        fact("Checks in a row", &format!("black {black}, white {white}, at most {limit}"))?;
    }
    fact("Legal moves", &position.count_legal_moves())?;
    match notation {
        Notation::Uci => fact("FEN", &position.fen())?,
        Notation::Usi | Notation::Western => fact("SFEN", &position.sfen())?,
    }
    fact("Key", &format!("{:016x}", position.key()))
}

/// The last move as a person and as a program writes it.
fn last_move(position: &Position, notation: Notation) -> Option<String> {
    let mv = position.last_move()?;
    let mut before = position.clone();
    before.undo_move();
    let readable = western(&before, mv);
    Some(match notation {
        Notation::Western => readable,
        Notation::Usi | Notation::Uci => format!("{} ({readable})", notation.write(&before, mv)),
    })
}

/// Where the pieces stand that give check.
fn checkers(position: &Position, notation: Notation) -> String {
    let rules = position.rules();
    let squares: Vec<_> = position
        .checkers()
        .into_iter()
        .map(|square| notation.square(square, rules.files(), rules.ranks()))
        .collect();
    if squares.is_empty() { "none".into() } else { squares.join(" ") }
}
