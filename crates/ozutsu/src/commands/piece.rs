//! `ozutsu piece`: draws how pieces move.

use crate::cli_error::CliError;
use crate::position_args::GameArgs;
use clap::Args;
use session::Language;
use session::terminal::piece_view::{all_pieces, draw_pieces, find_pieces};
use std::io::Write;

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
            Some(name) => find_pieces(rules, name).map_err(CliError::input)?,
            None => all_pieces(rules),
        };
        Ok(out.write_all(draw_pieces(rules, &kinds, Language::English).as_bytes())?)
    }
}
