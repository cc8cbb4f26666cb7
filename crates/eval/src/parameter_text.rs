//! The text format of parameters: a line `game NAME`, which may be missing, a line `pieces` with the
//! board's size and the pieces that the parameters are for, and one line per row of a block,
//! `block row values`. Rows of zeros are omitted. Empty lines and lines that start with `#` are ignored.

use crate::layout::{BLOCKS, Block, MAX_PARAMETER, PARAMETER_COUNT, board_and_pieces};
use rules::Rules;
use std::fmt;

/// Why a parameter text is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}")]
pub struct ParametersError {
    /// The line number, from 1.
    pub line: usize,
    /// The expected content of the line.
    pub expected: String,
}

/// The start of the line that names the game.
const GAME: &str = "game ";
/// The start of the line that names the board and the pieces.
const PIECES: &str = "pieces ";

/// Returns the name of the game that the parameters are for, if the text has it.
pub(crate) fn game_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix(GAME)).map(str::trim)
}

/// Returns the line that names the board and the pieces of a game.
pub(crate) fn pieces_line(rules: &Rules) -> String {
    format!("{PIECES}{}", board_and_pieces(rules))
}

/// Returns whether the parameters are for the board and the pieces of the game, if the text says so.
pub(crate) fn has_pieces_of(text: &str, rules: &Rules) -> Option<bool> {
    let line = text.lines().find(|line| line.starts_with(PIECES))?;
    Some(line.trim_end() == pieces_line(rules))
}

/// Parses parameters, of any game. Rows that the text does not contain are zero.
pub(crate) fn parse(text: &str) -> Result<Box<[i16; PARAMETER_COUNT]>, ParametersError> {
    let mut values = Box::new([0; PARAMETER_COUNT]);
    let is_row = |line: &str| {
        !line.trim().is_empty() && !["#", GAME, PIECES].iter().any(|start| line.starts_with(start))
    };
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| is_row(line)) {
        let (start, row) =
            parse_row(line).map_err(|expected| ParametersError { line: number, expected })?;
        values[start..start + row.len()].copy_from_slice(&row);
    }
    Ok(values)
}

/// Parses a row. Returns the index of its first parameter and the values, or what was expected.
fn parse_row(line: &str) -> Result<(usize, Vec<i16>), String> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    let block = BLOCKS.iter().find(|block| block.name == name);
    let block = block.ok_or_else(|| "a block name".to_owned())?;
    let (rows, columns) = block.shape();
    let row = words.next().and_then(|word| word.parse().ok()).filter(|&row: &usize| row < rows);
    let row = row.ok_or_else(|| format!("a row number below {rows}"))?;
    let in_range = |value: &i16| (-MAX_PARAMETER..=MAX_PARAMETER).contains(value);
    let values: Option<Vec<i16>> = words.map(|word| word.parse().ok().filter(in_range)).collect();
    let values = values.filter(|values| values.len() == columns).ok_or_else(|| {
        let numbers = if columns == 1 { "number" } else { "numbers" };
        format!("{columns} {numbers} from -{0} to {0}", MAX_PARAMETER)
    })?;
    Ok((block.at(row, 0), values))
}

/// Writes parameters in the format that [`parse`] reads.
pub(crate) fn write(rules: &Rules, values: &[i16], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{GAME}{}\n{}", rules.name(), pieces_line(rules))?;
    BLOCKS.iter().try_for_each(|block| write_block(block, values, f))
}

fn write_block(block: &Block, values: &[i16], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (rows, columns) = block.shape();
    for row in 0..rows {
        let start = block.at(row, 0);
        let values = &values[start..start + columns];
        if values.iter().any(|&value| value != 0) {
            write!(f, "{} {row}", block.name)?;
            values.iter().try_for_each(|value| write!(f, " {value}"))?;
            writeln!(f)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;
    use rules::{Color, Piece};

    #[test]
    fn written_parameters_parse_to_the_same_values() {
        for rules in games::all() {
            let parameters = Parameters::derived(rules);
            let text = parameters.to_string();
            assert_eq!(parse(&text).unwrap()[..], *parameters.values(), "{}", rules.name());
            assert_eq!(game_of(&text), Some(rules.name()));
            assert_eq!(has_pieces_of(&text, rules), Some(true));
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error("# comment\n\npawns 0 1"), "line 3: expected a block name");
        assert_eq!(error("tempo 1 5"), "line 1: expected a row number below 1");
        assert_eq!(error("tempo 0 5 6"), "line 1: expected 1 number from -16000 to 16000");
        assert_eq!(error("tempo 0 x"), "line 1: expected 1 number from -16000 to 16000");
    }

    #[test]
    fn the_largest_parameters_do_not_overflow() {
        let text_of_all = |value: i64| {
            let row = |block: &Block, row| {
                let values = format!(" {value}").repeat(block.shape().1);
                format!("{} {row}{values}\n", block.name)
            };
            let rows =
                |block: &Block| (0..block.shape().0).map(|n| row(block, n)).collect::<String>();
            BLOCKS.iter().map(rows).collect::<String>()
        };
        for rules in games::all() {
            for value in [-16_000, 16_000] {
                let parameters = Parameters::parse(rules, &text_of_all(value)).unwrap();
                assert!(parameters.values().iter().all(|&v| i64::from(v) == value));
                let square = rules.board_squares().into_iter().next().unwrap();
                let white_king = Piece::new(Color::White, rules.king_kind());
                assert_eq!(i64::from(parameters.piece_square(white_king, square)), -2 * value);
            }
            for value in [-32_768, -16_001, 16_001, 32_768, 1 << 40] {
                let error = Parameters::parse(rules, &text_of_all(value)).unwrap_err().to_string();
                assert_eq!(error, "line 1: expected 1 number from -16000 to 16000");
            }
        }
    }
}
