//! `ozutsu games`: describes the games.

use crate::cli_error::CliError;
use crate::position_args::default_game_name;
use crate::terminal_style::{self as style, paint};
use clap::Args;
use rules::Rules;
use rules::spec::{CheckLimit, Impasse, PawnDropMate, Repetition, TwoPawns};
use std::io::{self, Write};

/// List the games: names, boards, rules, pieces and handicaps
#[derive(Args, Debug)]
pub struct Games {}

impl Games {
    /// Writes a paragraph for each game.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        for (index, rules) in Rules::all().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write_game(out, rules, rules.name() == default_game_name())?;
        }
        Ok(())
    }
}

fn write_game(out: &mut impl Write, rules: &'static Rules, is_default: bool) -> io::Result<()> {
    let (name, size) = (rules.name(), format!("{}x{}", rules.files(), rules.ranks()));
    let default = if is_default { ", the default" } else { "" };
    writeln!(out, "{}  {}, {size}{default}", paint(style::STRONG, name), rules.title())?;
    writeln!(out, "  {}", rules.about())?;
    let pieces = rules.piece_infos().iter().map(|piece| piece.letter.into()).collect();
    let handicaps = rules.handicaps().map(|(name, _)| name.into()).collect();
    write_list(out, "Rules:", "; ", special_rules(rules))?;
    write_list(out, "Pieces:", " ", pieces)?;
    write_list(out, "Handicaps:", "; ", handicaps)
}

/// Writes a labeled list, wrapped and indented after its label.
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

/// Describes the rules that differ between games.
fn special_rules(rules: &Rules) -> Vec<String> {
    let mut texts = vec![
        match rules.two_pawns() {
            TwoPawns::Allowed => "two pawns allowed on a file".into(),
            TwoPawns::DropForbidden => "no drop of a second pawn on a file".into(),
            TwoPawns::Forbidden => "no two pawns on a file".into(),
        },
        match rules.pawn_drop_mate() {
            PawnDropMate::Allowed => "mate by a pawn drop allowed".into(),
            PawnDropMate::Forbidden => "no mate by a pawn drop".into(),
        },
        match rules.repetition() {
            Repetition::Draw => "repetition is a draw".into(),
            Repetition::PerpetualCheckLoses => "repetition is a draw, perpetual check loses".into(),
        },
    ];
    if let CheckLimit::Consecutive(limit) = rules.check_limit() {
        texts.push(format!("at most {limit} checks in a row"));
    }
    match rules.impasse() {
        Impasse::None => {}
        Impasse::BothKingsEntered { min_points, .. } => {
            texts.push(format!("impasse at {min_points} points"))
        }
        Impasse::EnteringKing { min_points: [black, white], .. } => {
            texts.push(format!("declaration at {black} points, {white} for White"));
        }
    }
    texts
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
