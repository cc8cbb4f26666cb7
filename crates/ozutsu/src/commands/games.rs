use crate::failure::Failure;
use crate::style::{self, paint};
use clap::Args;
use rules::Rules;
use rules::spec::{CheckLimit, Impasse, PawnDropMate, Repetition, TwoPawns};
use std::io::{self, Write};

/// Tell about the games: names, boards, rules, pieces and handicaps
#[derive(Args, Debug)]
pub struct Games {}

impl Games {
    /// Writes a paragraph for each game.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        for (place, rules) in Rules::all().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            tell(out, rules, place == 0)?;
        }
        Ok(())
    }
}

fn tell(out: &mut impl Write, rules: &'static Rules, is_default: bool) -> io::Result<()> {
    let (name, size) = (rules.name(), format!("{}x{}", rules.files(), rules.ranks()));
    let default = if is_default { ", the default" } else { "" };
    writeln!(out, "{}  {}, {size}{default}", paint(style::STRONG, name), rules.title())?;
    writeln!(out, "  {}", rules.about())?;
    list(out, "Rules:", "; ", in_a_line(rules))?;
    list(
        out,
        "Pieces:",
        " ",
        rules.piece_infos().iter().map(|piece| piece.letter.into()).collect(),
    )?;
    list(out, "Handicaps:", "; ", rules.handicaps().map(|(name, _)| name.into()).collect())
}

/// Writes what belongs under a label, continued below itself before a line gets too long.
fn list(out: &mut impl Write, label: &str, comma: &str, items: Vec<String>) -> io::Result<()> {
    const WIDTH: usize = 65;
    let mut lines = vec![String::new()];
    for (place, item) in items.iter().enumerate() {
        let comma = if place + 1 < items.len() { comma } else { "" };
        match lines.last_mut() {
            Some(line) if (line.len() + item.len() + comma.len()) <= WIDTH || line.is_empty() => {
                *line += &format!("{item}{comma}");
            }
            _ => lines.push(format!("{item}{comma}")),
        }
    }
    for (place, line) in lines.iter().enumerate() {
        let label = if place == 0 { label } else { "" };
        writeln!(out, "  {} {}", paint(style::FAINT, format!("{label:<10}")), line.trim_end())?;
    }
    Ok(())
}

/// The rules that differ from game to game.
fn in_a_line(rules: &Rules) -> Vec<String> {
    let mut rule = vec![
        match rules.two_pawns() {
            TwoPawns::Allowed => "two pawns may stand on a file".into(),
            TwoPawns::DropForbidden => "no second pawn is dropped on a file".into(),
            TwoPawns::Forbidden => "no two pawns on a file".into(),
        },
        match rules.pawn_drop_mate() {
            PawnDropMate::Allowed => "a pawn drop may mate".into(),
            PawnDropMate::Forbidden => "no mate by a pawn drop".into(),
        },
        match rules.repetition() {
            Repetition::Draw => "repetition draws".into(),
            Repetition::PerpetualCheckLoses => "repetition draws, perpetual check loses".into(),
        },
    ];
    if let CheckLimit::Consecutive(limit) = rules.check_limit() {
        rule.push(format!("at most {limit} checks in a row"));
    }
    match rules.impasse() {
        Impasse::None => {}
        Impasse::BothKingsEntered { min_points, .. } => {
            rule.push(format!("impasse at {min_points} points"))
        }
        Impasse::EnteringKing { min_points: [black, white], .. } => {
            rule.push(format!("declaration at {black} points, or {white} for White"));
        }
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_go_on_below_themselves() {
        let mut out = Vec::new();
        let items = vec!["a".repeat(40), "b".repeat(30), "c".into()];
        list(&mut out, "Label:", "; ", items).unwrap();
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        let (a, b) = ("a".repeat(40), "b".repeat(30));
        let indent = " ".repeat(13);
        assert_eq!(
            String::from_utf8(text).unwrap(),
            format!("  Label:     {a};\n{indent}{b}; c\n")
        );
    }
}
