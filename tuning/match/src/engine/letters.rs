//! Letters of pieces that another engine gives otherwise than we do.

use rules::Rules;

/// Our capital letters and the engine's, where they differ. Fairy-Stockfish calls a dog `O` if it is
/// taught by a file that leaves `D` to its dragon, as ours does not; it shows that in the start
/// position it tells when a game is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letters(Vec<(char, char)>);

impl Letters {
    /// The letters in a line that tells the game, as an engine may answer when one is chosen.
    pub fn told(rules: &Rules, line: &str) -> Option<Self> {
        let rest = line.strip_prefix("info string variant ")?;
        let (_, start) = rest.split_once(" startpos ")?;
        Some(Self::between(rules.start_sfen(), start).unwrap_or_default())
    }

    /// The differences between two texts of one placement; nothing if it is not one.
    fn between(ours: &str, theirs: &str) -> Option<Self> {
        let placement = |text: &str| -> Vec<char> {
            text.chars().take_while(|c| !matches!(c, ' ' | '[')).collect()
        };
        let (ours, theirs) = (placement(ours), placement(theirs));
        let mut pairs = Vec::new();
        for (&our, &their) in ours.iter().zip(&theirs) {
            if our.is_ascii_alphabetic() != their.is_ascii_alphabetic() {
                return None;
            }
            let pair = (our.to_ascii_uppercase(), their.to_ascii_uppercase());
            if our != their && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        (ours.len() == theirs.len()).then_some(Self(pairs))
    }

    fn theirs_of(&self, letter: char) -> char {
        let pair = self.0.iter().find(|pair| pair.0 == letter.to_ascii_uppercase());
        match pair {
            Some(&(_, theirs)) if letter.is_ascii_lowercase() => theirs.to_ascii_lowercase(),
            Some(&(_, theirs)) => theirs,
            None => letter,
        }
    }

    /// A start position, `startpos`, in FEN or in SFEN, in the engine's letters.
    pub fn start(&self, start: &str) -> String {
        let words = start.split(' ').enumerate().map(|(place, word)| match place {
            // The placement, and in SFEN the hands.
            1 | 3 => word.chars().map(|c| self.theirs_of(c)).collect(),
            _ => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// A move in the engine's letters: only drops name a piece.
    pub fn mv(&self, text: &str) -> String {
        replace_first(text, |letter| self.theirs_of(letter))
    }

    /// A move of the engine's in our letters.
    pub fn ours(&self, text: &str) -> String {
        let ours = |letter| {
            let pair = self.0.iter().find(|pair| pair.1 == letter);
            pair.map_or(letter, |pair| pair.0)
        };
        replace_first(text, ours)
    }
}

/// A drop with another letter.
fn replace_first(text: &str, letter: impl Fn(char) -> char) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.as_str().chars().next()) {
        (Some(first), Some('@' | '*')) => format!("{}{}", letter(first), chars.as_str()),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "info string variant cannonshosu files 10 ranks 10 pocket 11 template shogi \
        startpos lnsgkqgsnl/1rc1ii1cb1/pppppppppp/2o4o2/10/10/2O4O2/PPPPPPPPPP/1BC1II1CR1/\
        LNSGQKGSNL[-] w 0 1";

    #[test]
    fn a_dog_may_be_an_o_to_fairy_stockfish() {
        let rules = Rules::by_name("cannonshosu").unwrap();
        let letters = Letters::told(rules, LINE).unwrap();
        assert_eq!(letters, Letters(vec![('D', 'O')]));
        assert_eq!(letters.mv("D@e5"), "O@e5");
        assert_eq!(letters.mv("d4d5"), "d4d5");
        assert_eq!(letters.ours("O@e5"), "D@e5");
        assert_eq!(letters.start("fen 2d7/2D7[Dd] w - - 0 1"), "fen 2o7/2O7[Oo] w - - 0 1");
        assert_eq!(letters.start("sfen 2d7/2D7 b 2Dd 1"), "sfen 2o7/2O7 b 2Oo 1");
        assert_eq!(letters.start("startpos"), "startpos");
    }

    #[test]
    fn who_says_nothing_of_letters_has_ours() {
        let rules = Rules::by_name("shogi").unwrap();
        assert_eq!(Letters::told(rules, "info string hello"), None);
        let other = "info string variant shogi startpos 8/8 w 0 1";
        assert_eq!(Letters::told(rules, other), Some(Letters::default()));
    }
}
