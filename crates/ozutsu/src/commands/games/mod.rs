//! `ozutsu games`: describes the games, and helps to write rules files.

mod game_page;

use crate::cli_error::{CliError, print_note, print_warning};
use crate::json::{self, Game, JsonArgs, Object};
use crate::position_args::{default_game_name, game_parser};
use clap::Args;
use game_page::write_game_page;
use games::{ImportOptions, LineError, describe_rules};
use records::HandicapStart;
use rules::spec::{PawnDropMate, PerpetualCheck, TwoPawns};
use rules::{Position, Rules};
use session::move_notation::Notation;
use session::terminal::board_view::BoardView;
use session::terminal::piece_glyphs::Script;
use session::terminal::style::{self, paint};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// List the games: names, boards, rules, pieces and handicaps
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu games --source shogi > mygame.toml   Begin with a copy of another game
  ozutsu games --check mygame.toml            List errors, or describe it
  ozutsu games --import diagram.txt --pawn P --promotion-ranks 3 > mygame.toml
  ozutsu show --rules mygame.toml --variant mygame
  ozutsu games --rules mygame.toml --page mygame > mygame.md
")]
pub struct Games {
    /// Print the rules file of a game
    #[arg(
        long,
        value_name = "GAME",
        value_parser = game_parser(),
        ignore_case = true,
        conflicts_with_all = ["check", "json"]
    )]
    source: Option<&'static Rules>,

    /// Print a page about a game in Markdown: start position, rules, and how every piece moves
    #[arg(
        long,
        value_name = "GAME",
        value_parser = game_parser(),
        ignore_case = true,
        conflicts_with_all = ["source", "check", "import", "json"]
    )]
    page: Option<&'static Rules>,

    /// Check a rules file: list all errors, or describe its games and show their start positions. Notes on what is
    /// probably meant otherwise do not make it invalid
    #[arg(long, value_name = "FILE", conflicts_with = "import")]
    check: Option<PathBuf>,

    /// Print the game of an Interactive Diagram (chessvariants.com) as a rules file; FILE has its
    /// settings and its lines of name:ID:move:image:squares
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "json"])]
    import: Option<PathBuf>,

    #[command(flatten)]
    output: JsonArgs,

    // The last, because its heading holds for all options after it.
    #[command(flatten)]
    import_options: ImportArgs,
}

/// Settings that a diagram lacks, and values that replace its own.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options for --import")]
struct ImportArgs {
    /// Name of the game [default: that of the file]
    #[arg(long, requires = "import")]
    name: Option<String>,

    /// Depth of the promotion zone [default: the diagram's promoZone]
    #[arg(long, value_name = "N", requires = "import")]
    promotion_ranks: Option<u8>,

    /// Letter of the piece that the pawn rules apply to, or none
    #[arg(long, value_name = "LETTER", value_parser = parse_pawn, requires = "import")]
    pawn: Option<char>,

    /// Allow mate by a pawn drop
    #[arg(long, requires = "import")]
    pawn_drop_mate: bool,

    /// Allow two pawns of a side on a file
    #[arg(long, requires = "import")]
    two_pawns: bool,

    /// Count perpetual check as a draw
    #[arg(long, requires = "import")]
    repetition_draw: bool,
}

fn parse_pawn(text: &str) -> Result<char, String> {
    match text.to_uppercase().chars().collect::<Vec<_>>()[..] {
        [letter] => Ok(letter),
        _ if text == "none" => Ok('-'),
        _ => Err("expected a letter, or none".into()),
    }
}

impl Games {
    /// Writes what the arguments ask for: a paragraph for each game if there are none.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        match (self.source, self.page, &self.check, &self.import) {
            (Some(rules), ..) => Ok(out.write_all(games::rules_text(rules).as_bytes())?),
            (_, Some(rules), ..) => Ok(write_game_page(out, rules)?),
            (_, _, Some(path), _) => check_file(out, path, self.output.json),
            (.., Some(path)) => self.import_options.write_import(out, path),
            (None, None, None, None) if self.output.json => {
                Ok(games::all().try_for_each(|rules| write_object(out, rules))?)
            }
            (None, None, None, None) => list_games(out),
        }
    }
}

impl ImportArgs {
    /// Writes the game of a diagram as a rules file.
    fn write_import(&self, out: &mut impl Write, path: &Path) -> Result<(), CliError> {
        let text = games::read_text(path).map_err(CliError::input)?;
        let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let options = ImportOptions {
            name: self.name.clone().unwrap_or_else(stem),
            promotion_ranks: self.promotion_ranks,
            pawn: self.pawn,
            pawn_drop_mate: if self.pawn_drop_mate {
                PawnDropMate::Allowed
            } else {
                PawnDropMate::Forbidden
            },
            two_pawns: if self.two_pawns { TwoPawns::Allowed } else { TwoPawns::Forbidden },
            perpetual_check: if self.repetition_draw {
                PerpetualCheck::Allowed
            } else {
                PerpetualCheck::Loses
            },
        };
        let located =
            |error: LineError| format!("{}:{}: {}", path.display(), error.line, error.message);
        let rules = games::import_diagram(&text, &options)
            .map_err(|errors| CliError::Input(errors.into_iter().map(located).collect()))?;
        for warning in games::diagram_warnings(&text) {
            print_warning(&located(warning));
        }
        writeln!(out, "# Imported from an Interactive Diagram.\n")?;
        Ok(out.write_all(games::to_toml(rules.spec()).as_bytes())?)
    }
}

/// Writes a paragraph for each game.
fn list_games(out: &mut impl Write) -> Result<(), CliError> {
    for (index, rules) in games::all().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        write_game(out, rules, rules.name() == default_game_name())?;
    }
    Ok(())
}

/// Describes the valid games of a file, with notes on what is probably meant otherwise. Fails with the errors in the
/// others.
fn check_file(out: &mut impl Write, path: &Path, is_json: bool) -> Result<(), CliError> {
    let loaded = games::load(path);
    for &rules in &loaded.games {
        if is_json {
            write_object(out, rules)?;
            continue;
        }
        write_game(out, rules, false)?;
        let start = Position::start(rules);
        writeln!(out, "\n{}", BoardView::new(&start, Script::Letters, Notation::Usi))?;
        writeln!(out, "  {} legal moves in the start position", start.count_legal_moves())?;
    }
    out.flush()?;
    loaded.notes.iter().for_each(print_note);
    let mut errors: Vec<_> = loaded.errors.iter().map(ToString::to_string).collect();
    if errors.len() > 1 && !loaded.games.is_empty() {
        let (path, count, games) = (path.display(), errors.len(), loaded.games.len());
        let games = if games == 1 { "1 game".into() } else { format!("{games} games") };
        errors.push(format!("{path}: {count} errors, {games} can be played"));
    }
    if errors.is_empty() { Ok(()) } else { Err(CliError::Input(errors)) }
}

fn write_object(out: &mut impl Write, rules: &'static Rules) -> io::Result<()> {
    let is_default = rules.name() == default_game_name();
    let game = Game::new(rules, describe_rules(rules), is_default);
    json::write_line(out, &Object::Game(Box::new(game)))
}

fn write_game(out: &mut impl Write, rules: &'static Rules, is_default: bool) -> io::Result<()> {
    let (name, size) = (rules.name(), format!("{}x{}", rules.files(), rules.ranks()));
    let default = if is_default { ", the default" } else { "" };
    writeln!(out, "{}  {}, {size}{default}", paint(style::STRONG, name), rules.title())?;
    if !rules.about().is_empty() {
        writeln!(out, "  {}", rules.about())?;
    }
    let pieces = rules.piece_infos().iter().map(|piece| piece.letter.into()).collect();
    let with_worth = |HandicapStart { english, elo, .. }| match elo {
        Some(elo) => format!("{english} ({elo} Elo)"),
        None => english.to_owned(),
    };
    let mut handicaps: Vec<String> = records::handicaps(rules).map(with_worth).collect();
    if handicaps.is_empty() {
        handicaps.push("none".into());
    }
    write_list(out, "Rules:", "; ", describe_rules(rules))?;
    write_list(out, "Pieces:", " ", pieces)?;
    write_list(out, "Handicaps:", "; ", handicaps)
}

/// Writes a labelled list, wrapped and indented after its label.
fn write_list(
    out: &mut impl Write,
    label: &str,
    separator: &str,
    items: Vec<String>,
) -> io::Result<()> {
    const WIDTH: usize = 65;
    let mut lines = vec![String::new()];
    for (index, item) in items.iter().enumerate() {
        let separator = if index + 1 < items.len() { separator } else { "" };
        match lines.last_mut() {
            Some(line)
                if (line.len() + item.len() + separator.len()) <= WIDTH || line.is_empty() =>
            {
                *line += &format!("{item}{separator}");
            }
            _ => lines.push(format!("{item}{separator}")),
        }
    }
    for (index, line) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        writeln!(out, "  {} {}", paint(style::FAINT, format!("{label:<10}")), line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        let mut out = Vec::new();
        let items = vec!["a".repeat(40), "b".repeat(30), "c".into()];
        write_list(&mut out, "Label:", "; ", items).unwrap();
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        let (a, b) = ("a".repeat(40), "b".repeat(30));
        let indent = " ".repeat(13);
        assert_eq!(
            String::from_utf8(text).unwrap(),
            format!("  Label:     {a};\n{indent}{b}; c\n")
        );
    }
}
