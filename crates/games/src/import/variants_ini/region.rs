//! Regions of the board, as lists of squares: `d4 e4 *8 a*`.

use rules::quoted;

/// The largest board of Fairy-Stockfish.
const MAX_FILES: usize = 12;
const MAX_RANKS: usize = 10;

/// A set of squares: for each rank, from White's side, a bit for each file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Region([u16; MAX_RANKS]);

impl Region {
    /// Reads a list of squares, files (`a*`) and ranks (`*8`). A `-` ends the list.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut region = Self::default();
        for token in text.split_whitespace().take_while(|&token| token != "-") {
            let error = || {
                let token = quoted(token);
                format!("expected squares like d4, ranks like *8 or files like d*, found {token}")
            };
            let file_bits = |text: &str| match text.as_bytes() {
                [b'*'] => Some(u16::MAX),
                [letter] if letter.is_ascii_alphabetic() => {
                    let file = usize::from(letter.to_ascii_lowercase() - b'a');
                    (file < MAX_FILES).then(|| 1 << file)
                }
                _ => None,
            };
            let mut letters = token.chars();
            letters.next();
            let (file, rank) = token.split_at(token.len() - letters.as_str().len());
            let files = file_bits(file).ok_or_else(error)?;
            if rank == "*" && file != "*" {
                region.0.iter_mut().for_each(|squares| *squares |= files);
            } else {
                let rank: usize = rank.parse().map_err(|_| error())?;
                *rank.checked_sub(1).and_then(|r| region.0.get_mut(r)).ok_or_else(error)? |= files;
            }
        }
        Ok(region)
    }

    /// Returns all squares.
    pub fn whole() -> Self {
        Self([u16::MAX; MAX_RANKS])
    }

    /// Returns the squares of a board in it as files and ranks, counted from one in our notation: from the right and from
    /// the top as White sees them.
    pub fn squares(&self, files: u8, ranks: u8) -> Vec<(u8, u8)> {
        let in_region =
            |&(file, rank): &(u8, u8)| self.0[usize::from(ranks - rank)] >> (files - file) & 1 != 0;
        let squares = (1..=ranks).flat_map(|rank| (1..=files).map(move |file| (file, rank)));
        squares.filter(in_region).collect()
    }

    /// Returns for each rank of a board, from White's side, whether the region contains it; `None` if
    /// the region contains a part of a rank.
    pub fn whole_ranks(&self, files: u8, ranks: u8) -> Option<Vec<bool>> {
        let whole = (1 << files) - 1;
        let in_region = |squares: &u16| match squares & whole {
            0 => Some(false),
            squares => (squares == whole).then_some(true),
        };
        self.0[..usize::from(ranks)].iter().map(in_region).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_as_here() {
        let squares = |text| Region::parse(text).unwrap().squares(4, 3);
        assert_eq!(squares("a1 d1 b3"), [(3, 1), (1, 3), (4, 3)]);
        assert_eq!(squares("e1 a4"), []);
    }

    #[test]
    fn regions_are_unions_of_squares_ranks_and_files() {
        let whole_ranks = |text| Region::parse(text).unwrap().whole_ranks(3, 3);
        assert_eq!(whole_ranks("*3 *1"), Some(vec![true, false, true]));
        assert_eq!(whole_ranks("a2 B2 c2 l2 *9"), Some(vec![false, true, false]));
        assert_eq!(whole_ranks("a* b* c*"), Some(vec![true; 3]));
        assert_eq!(whole_ranks("-"), Some(vec![false; 3]));
        assert_eq!(whole_ranks("a1"), None);
        assert_eq!(whole_ranks("a*"), None);
        for text in ["*", "a", "*0", "*11", "m1", "a1b", "1a", "**", "é1", "*é", "a-1"] {
            let message = Region::parse(text).unwrap_err();
            assert!(message.ends_with(&format!("found '{text}'")), "{message}");
        }
    }
}
