//! Squares of boards with ten files or ranks, which Fairy-Stockfish writes in its own way in USI.

use vampirc_usi::{Move, Square};

/// A move on a board of so many ranks as Fairy-Stockfish writes it, which is all it understands: one
/// character for each file, `:` after `9`, but two digits on a tenth rank from below.
pub fn fairy(mv: Move, ranks: u8) -> String {
    let square = |square: Square| {
        let (file, rank) = (square.file(), char::from(b'a' - 1 + square.rank()));
        match square.rank() + 9 <= ranks {
            true => format!("{file:02}{rank}"),
            false => format!("{}{rank}", char::from(b'0' + file)),
        }
    };
    match mv {
        Move::Board { from, to, promote } => {
            format!("{}{}{}", square(from), square(to), if promote { "+" } else { "" })
        }
        Move::Drop { piece, to } => format!("{}*{}", piece.as_char(), square(to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tenth_file_and_the_tenth_rank() {
        for (ours, theirs) in [
            ("10h10g", ":h:g"),
            ("5a1e", "05a1e"),
            ("10b10a+", ":b10a+"),
            ("1j10a", "1j10a"),
            ("P*10e", "P*:e"),
            ("P*9a", "P*09a"),
        ] {
            let mv: Move = ours.parse().unwrap();
            assert_eq!(fairy(mv, 10), theirs);
            assert_eq!(theirs.parse(), Ok(mv));
        }
        assert_eq!(fairy("8h2b+".parse().unwrap(), 9), "8h2b+");
        assert_eq!(fairy("5a1e".parse().unwrap(), 9), "5a1e");
    }
}
