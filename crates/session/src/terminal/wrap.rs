//! Text wrapped for a terminal.

use unicode_width::UnicodeWidthStr;

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
        let word_width = word.width();
        if column > 0 && column + 1 + word_width <= width {
            wrapped.push(' ');
            column += 1;
        } else {
            if column > 0 {
                wrapped.push('\n');
            }
            wrapped.push_str(indent);
            column = indent.width();
        }
        wrapped.push_str(word);
        column += word_width;
    }
    wrapped
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
    }
}
