//! The command line: its arguments, help texts and version.

use crate::cli_error::CliError;
#[cfg(feature = "board")]
use crate::commands::Board;
use crate::commands::{
    Analyse, Bench, Completions, Convert, Games, Go, Grow, Man, Moves, Perft, Piece, Puzzles, Show,
    Study,
};
use crate::position_args::GameArgs;
use crate::stdio;
use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use session::VERSION;
use std::env;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ozutsu                               Play in the terminal, or speak USI/UCI
  ozutsu shogi                         The same with another game
  ozutsu board                         Play on a board in the browser
  ozutsu games                         List the games and their rules
  ozutsu show --variant shosu --kanji  Show the start position of a game
  ozutsu show --moves '2h1h 8b9b'      Show the position after two moves
  ozutsu piece U                       Show how the gold cannon moves
  ozutsu go --variant shogi depth 14   Search for the best move
  ozutsu analyse game.kif              Find the mistakes in a game
  ozutsu convert game.kif game.pgn     Convert a game record
  ozutsu puzzles games.pgn             Find puzzles in games
  ozutsu study mygame.toml             Say whether a game is balanced
  ozutsu grow mygame.toml              Become a strong player of a game
  ozutsu perft --variant shogi 4       Count the leaf nodes of the move tree
  ozutsu moves --sfen '4k4/9/9/9/4U4/9/9/9/3K5 b P 1'

A position or a list of moves is one argument, so quote it. A copy of the program or a link to it whose name ends in \
a game's name, as in ozutsu-shogi, plays that game by default. Run 'ozutsu COMMAND --help' for details.
";

/// The last line of every help text.
const EXIT_STATUS: &str = "\
Exit status: 0 done, 1 failed at work, 2 bad input or usage, 130 interrupted by Ctrl-C
";
/// The same of a session and the board, which a person leaves by Ctrl-C.
const EXIT_STATUS_AFTER_LEAVING: &str = "\
Exit status: 0 done, also by Ctrl-C, 1 failed at work, 2 bad input or usage. Other commands: 130 interrupted by \
Ctrl-C
";

// One paragraph only: with a second one, `-h` and `--help` would differ.
/// Ozutsu (大筒), an engine for cannon shogi and related games
#[derive(Parser, Debug)]
#[command(name = "ozutsu", version = VERSION.as_str(), after_help = EXAMPLES)]
pub struct Cli {
    // Applied by `choose_colors`, before the command line is parsed.
    /// When to use colors; auto uses them on a terminal unless NO_COLOR is set
    #[arg(long, global = true, display_order = 100, value_name = "WHEN", default_value = "auto")]
    _color: ColorChoice,

    // Read by `load_rules_files`, before the command line is parsed.
    /// Add the games of a rules file; may be repeated (see 'ozutsu games --help')
    #[arg(long = "rules", global = true, display_order = 99, value_name = "FILE")]
    _rule_files: Vec<PathBuf>,

    #[command(flatten)]
    game: GameArgs,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Go(Go),
    #[command(visible_alias = "analyze")]
    Analyse(Analyse),
    #[cfg(feature = "board")]
    Board(Board),
    Perft(Perft),
    Moves(Moves),
    Bench(Bench),
    Convert(Convert),
    Show(Show),
    Games(Games),
    Piece(Piece),
    Puzzles(Puzzles),
    Study(Study),
    Grow(Grow),
    Completions(Completions),
    Man(Man),
}

/// Applies `--color` to everything that is printed from now on: errors come before the command line is parsed.
pub fn choose_colors() -> ColorChoice {
    let mut args = env::args_os().skip(1).take_while(|arg| arg != "--");
    let mut chosen = ColorChoice::Auto;
    while let Some(arg) = args.next() {
        let value = match arg.to_str() {
            Some("--color") => args.next(),
            Some(arg) => arg.strip_prefix("--color=").map(Into::into),
            None => None,
        };
        let value = value.as_ref().and_then(|value| value.to_str());
        // Anything else is refused when the command line is parsed.
        chosen = value.and_then(|text| ColorChoice::from_str(text, false).ok()).unwrap_or(chosen);
    }
    match chosen {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    chosen
}

/// The command line with all of its help texts.
pub fn command() -> clap::Command {
    let add_status = |command: clap::Command| {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let is_left_by_ctrl_c = matches!(command.get_name(), "ozutsu" | "board");
        let status = if is_left_by_ctrl_c { EXIT_STATUS_AFTER_LEAVING } else { EXIT_STATUS };
        command.after_help(format!("{help}\n{status}"))
    };
    add_status(Cli::command()).mut_subcommands(add_status)
}

/// Parses the command line. The name of a game alone starts a session of that game. Prints what is wrong with it, or help, and exits.
pub fn parse(colors: ColorChoice) -> Cli {
    let is_game = |name: &&str| !Command::has_subcommand(name);
    let games = games::names().filter(is_game).map(|name| clap::Command::new(name).hide(true));
    let mut command = command().color(colors).subcommands(games);
    let matches = command.get_matches_mut();
    let Some(game) = matches.subcommand_name().filter(is_game).and_then(games::by_name) else {
        return Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    };
    if matches.contains_id("variant") {
        let message = format!("'--variant' cannot be used with the game '{}'", game.name());
        command.error(ErrorKind::ArgumentConflict, message).exit();
    }
    let game = GameArgs::selecting(game);
    Cli { _color: colors, _rule_files: Vec::new(), game, command: None }
}

impl Cli {
    /// Runs the command, or a session if there is none.
    pub fn run(self) -> Result<(), CliError> {
        let Some(command) = self.command else { return stdio::run(self.game.rules()?) };
        if self.game.is_selected() {
            return Err(CliError::input(
                "'--variant' must follow the command, as in 'ozutsu show --variant shogi'",
            ));
        }
        let mut out = BufWriter::new(anstream::stdout());
        match command {
            Command::Go(go) => go.run(&mut out),
            Command::Analyse(analyse) => analyse.run(&mut out),
            #[cfg(feature = "board")]
            Command::Board(board) => board.run(&mut out),
            Command::Bench(bench) => bench.run(&mut out),
            Command::Convert(convert) => convert.run(&mut out),
            Command::Perft(perft) => perft.run(&mut out),
            Command::Moves(moves) => moves.run(&mut out),
            Command::Show(show) => show.run(&mut out),
            Command::Games(games) => games.run(&mut out),
            Command::Piece(piece) => piece.run(&mut out),
            Command::Puzzles(puzzles) => puzzles.run(&mut out),
            Command::Study(study) => study.run(&mut out),
            Command::Grow(grow) => grow.run(&mut out),
            Command::Completions(completions) => completions.run(self::command(), &mut out),
            Command::Man(man) => man.run(self::command()),
        }?;
        Ok(out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_accepts_the_declared_arguments() {
        Cli::command().debug_assert();
    }
}
