//! `ozutsu show`: draws a position and describes it.

use crate::cli_error::CliError;
use crate::json::{self, JsonArgs, Object};
use crate::notation_args::NotationArgs;
use crate::position_args::PositionArgs;
use crate::terminal::terminal_size;
use clap::Args;
use session::Language;
use session::terminal::piece_glyphs::Script;
use session::terminal::position_view::describe_position;
use std::io::{self, IsTerminal, Write};

/// Show a position and the state of the game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu show --kanji
  ozutsu show --variant shogi --handicap 'rook and bishop'
  ozutsu show --variant shogi --moves '7g7f 3c3d 8h2b+'
  ozutsu show --sfen '4k4/4p4/9/9/4U4/9/9/9/3K5 w - 1'

The line 'State:' shows one of: ongoing; check; mate; stalemate; stalemate draw; repetition draw; repetition, black \
loses; perpetual check, black loses; king at its goal, black wins; impasse, followed by the possible claim. What \
black loses or wins, white may, too.
")]
pub struct Show {
    #[command(flatten)]
    position: PositionArgs,

    /// Draw pieces as kanji instead of letters; White's are prefixed with v
    #[arg(long, conflicts_with = "json")]
    kanji: bool,

    #[command(flatten)]
    notation: NotationArgs,

    #[command(flatten)]
    output: JsonArgs,
}

impl Show {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let position = self.position.position()?;
        if self.output.json {
            let state = Box::new((&position).into());
            return Ok(json::write_line(out, &Object::Position(state))?);
        }
        let script = if self.kanji { Script::Kanji } else { Script::Letters };
        let terminal = io::stdout().is_terminal().then(terminal_size);
        let text = describe_position(
            &position,
            script,
            self.notation.notation,
            terminal,
            Language::English,
        );
        Ok(out.write_all(text.as_bytes())?)
    }
}
