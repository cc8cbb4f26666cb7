//! `ozutsu moves`: prints the legal moves of a position.

use crate::cli_error::CliError;
use crate::json::{self, JsonArgs, Object};
use crate::notation_args::NotationArgs;
use crate::position_args::PositionArgs;
use crate::terminal::terminal_size;
use clap::Args;
use session::terminal::wrap::wrap;
use std::io::{self, IsTerminal, Write};

/// Print the legal moves of a position, sorted, on one line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu moves --variant shogi --moves '7g7f 3c3d'
  ozutsu moves --variant shogi --notation western
  ozutsu moves --sfen '4k4/9/9/9/4U4/9/9/9/3K5 b P 1'
  ozutsu moves --json | jq -r .western
")]
pub struct Moves {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    notation: NotationArgs,

    #[command(flatten)]
    output: JsonArgs,
}

impl Moves {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let position = self.position.position()?;
        if self.output.json {
            let moves = json::legal_moves(&position).into_iter();
            return Ok(moves.map(Object::Move).try_for_each(|mv| json::write_line(out, &mv))?);
        }
        let mut moves = self.notation.notation.format_legal_moves(&position).join(" ");
        if io::stdout().is_terminal() {
            moves = wrap(&moves, terminal_size().0);
        }
        Ok(writeln!(out, "{moves}")?)
    }
}
