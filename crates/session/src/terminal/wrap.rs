//! Text wrapped for a terminal.

use std::iter;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Breaks the lines that are wider than `width` between words, and indents the parts like the line. A word that is
/// wider stays whole.
pub fn wrap(text: &str, width: usize) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| wrap_line(line, width)).collect();
    lines.join("\n")
}

fn wrap_line(line: &str, width: usize) -> String {
    if line.width() <= width {
        return line.into();
    }
    let indent = &line[..line.len() - line.trim_start().len()];
    let (mut wrapped, mut column) = (String::new(), 0);
    for word in line.split_whitespace() {
        // What stands between this part of a word and the last one.
        let mut space = " ";
        for part in parts(word) {
            let part_width = part.width();
            if column > 0 && column + space.len() + part_width <= width {
                wrapped.push_str(space);
                column += space.len();
            } else {
                if column > 0 {
                    wrapped.push('\n');
                }
                wrapped.push_str(indent);
                column = indent.width();
            }
            wrapped.push_str(part);
            column += part_width;
            space = "";
        }
    }
    wrapped
}

/// Splits a word where a line can end in Japanese and Chinese: beside each wide character, but not before a mark that
/// closes what is before it, or after one that opens.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    iter::from_fn(move || {
        let is_wide = |c: char| c.width() == Some(2);
        let can_break = |before: char, after: char| {
            (is_wide(before) || is_wide(after))
                && !"、。，．：；）」』】ー？！…".contains(after)
                && !"（「『【".contains(before)
        };
        let pairs = rest.chars().zip(rest.char_indices().skip(1));
        let mut ends = pairs.filter(|&(before, (_, after))| can_break(before, after));
        let end = ends.next().map_or(rest.len(), |(_, (at, _))| at);
        let (part, others) = rest.split_at(end);
        rest = others;
        (!part.is_empty()).then_some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("as it  is\n\nend\n", 9), "as it  is\n\nend\n");
        assert_eq!(wrap("  one two three", 9), "  one two\n  three");
        assert_eq!(wrap("unbreakable word", 5), "unbreakable\nword");
        assert_eq!(wrap("詰将棋 の 問題", 9), "詰将棋 の\n問題");
        assert_eq!(wrap("go でエンジンが（指す）。", 8), "go でエ\nンジンが\n（指\nす）。");
    }
}
