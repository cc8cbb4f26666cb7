//! Lists of squares in a [`GameSpec`](crate::GameSpec).

use super::Rules;
use crate::bitboard::Bitboard;
use crate::spec::SideSquares;
use crate::square::Square;

/// Returns the squares that a text lists, such as `5e 4g-6i`, or `None` if it lists none of this board, or anything else.
pub(super) fn squares_of(text: &str, files: u8, ranks: u8) -> Option<Bitboard> {
    let square = |text: &str| match Square::parse_prefix(text)? {
        (square, "") => (square.file() < files && square.rank() < ranks).then_some(square),
        _ => None,
    };
    let mut squares = Bitboard::EMPTY;
    for item in text.split_whitespace() {
        let (one, other) = item.split_once('-').unwrap_or((item, item));
        let (one, other) = (square(one)?, square(other)?);
        let range = |a: u8, b: u8| a.min(b)..=a.max(b);
        for file in range(one.file(), other.file()) {
            squares |=
                range(one.rank(), other.rank()).map(|rank| Square::new(file, rank)).collect();
        }
    }
    squares.any().then_some(squares)
}

impl SideSquares {
    /// Returns the squares of each side, which were [checked](crate::GameSpec::errors).
    pub(super) fn of_board(&self, files: u8, ranks: u8) -> [Bitboard; 2] {
        let squares = |text| squares_of(text, files, ranks).expect("checked");
        match self {
            Self::Turned(text) => {
                let turned = |square: Square| {
                    Square::new(files - 1 - square.file(), ranks - 1 - square.rank())
                };
                let black = squares(text);
                [black, black.into_iter().map(turned).collect()]
            }
            Self::Named { black, white } => [squares(black), squares(white)],
        }
    }

    /// Returns the squares of Black and of White as text, in the rules that have them.
    pub fn texts(&self, rules: &Rules) -> [String; 2] {
        match self {
            Self::Turned(black) => {
                let turned = |corner: &str| {
                    let (square, _) = Square::parse_prefix(corner).expect("checked");
                    rules.turned(square).to_string()
                };
                // The corners change places.
                let item = |item: &str| item.rsplit('-').map(turned).collect::<Vec<_>>().join("-");
                let white: Vec<_> = black.split_whitespace().map(item).collect();
                [black.clone(), white.join(" ")]
            }
            Self::Named { black, white } => [black.clone(), white.clone()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::rules;

    #[test]
    fn lists_have_squares_and_rectangles() {
        let names = |text: &str| {
            let squares = squares_of(text, 5, 5)?;
            Some(squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names("2d-1e 3a").as_deref(), Some("1d 1e 2d 2e 3a"));
        for text in ["", " ", "6a", "1f", "1a-", "1a-2b-3c", "1a,2b", "a1", "1a-9i"] {
            assert_eq!(names(text), None, "{text}");
        }
        let [black, white] = SideSquares::Turned("1a-2b".into()).of_board(5, 4);
        assert_eq!(
            (black, white),
            (squares_of("1a-2b", 5, 4).unwrap(), squares_of("4c-5d", 5, 4).unwrap())
        );
    }

    #[test]
    fn squares_of_white_are_those_of_black_turned() {
        let texts = |squares: SideSquares| squares.texts(rules("shogi"));
        let turned = |text: &str| SideSquares::Turned(text.into());
        assert_eq!(texts(turned("4g-6i 5e 9f")), ["4g-6i 5e 9f", "4a-6c 5e 1d"]);
        assert_eq!(texts(turned("1a-9i")), ["1a-9i"; 2]);
        let named = SideSquares::Named { black: "1a".into(), white: "2b".into() };
        assert_eq!(texts(named), ["1a", "2b"]);
    }
}
