//! `info`: search information, including the score.

use std::fmt;
use std::time::Duration;

use crate::free_text::{FreeText, TrailingText};
use crate::move_tokens::{MoveList, MoveParser};
use crate::token_value::{TokenValue, keywords, write_parameter};
use crate::tokens::{Token, Tokens};

/// Search information. Every part is optional.
///
/// Parameters are parsed in any order and printed in the order that strict parsers require:
/// `seldepth` right after `depth`, the bound right after the score, `pv` or `string` last.
///
/// ```
/// use vampirc_usi::{EngineMessage, Info, Score, parse};
///
/// let message = parse("info time 203 score cp 34 depth 9 seldepth 14 pv 7g7f 3c3d")?;
/// let EngineMessage::Info(info) = message else { panic!() };
/// assert_eq!(info.score, Some(Score::cp(34)));
/// assert_eq!(info.to_string(), "info depth 9 seldepth 14 score cp 34 time 203 pv 7g7f 3c3d");
///
/// assert_eq!(Info::string("no book found").to_string(), "info string no book found");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Info<M> {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies: length of the longest line searched.
    pub seldepth: Option<u32>,
    /// Rank of this line in a MultiPV search, starting at 1.
    pub multipv: Option<u32>,
    /// Score of the line.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in permille.
    pub hashfull: Option<u32>,
    /// CPU usage in permille.
    pub cpuload: Option<u32>,
    /// Time since the start of the search.
    pub time: Option<Duration>,
    /// Root move being searched.
    pub currmove: Option<M>,
    /// Number of the root move being searched, starting at 1.
    pub currmovenumber: Option<u32>,
    /// Unknown tokens in order, such as extensions, `refutation` and `currline`.
    pub other: Vec<String>,
    /// Principal variation: the best line found.
    pub pv: Vec<M>,
    /// Text to show to the user.
    pub string: Option<String>,
}

impl<M> Info<M> {
    /// Returns an `info string`.
    pub fn string(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>, moves: &mut MoveParser<'_, M>) -> Self {
        let mut info = Self::default();
        while let Some(key) = tokens.next() {
            match key.text {
                "depth" => tokens.parse_parameter(&mut info.depth, key),
                "seldepth" => tokens.parse_parameter(&mut info.seldepth, key),
                "multipv" => tokens.parse_parameter(&mut info.multipv, key),
                "score" => Score::parse_parameter(tokens, &mut info.score, key),
                "lowerbound" | "upperbound" => {
                    Score::parse_separate_bound(tokens, &mut info.score, key);
                }
                "nodes" => tokens.parse_parameter(&mut info.nodes, key),
                "nps" => tokens.parse_parameter(&mut info.nps, key),
                "hashfull" => tokens.parse_parameter(&mut info.hashfull, key),
                "cpuload" => tokens.parse_parameter(&mut info.cpuload, key),
                "time" => tokens.parse_parameter(&mut info.time, key),
                "currmove" => moves.parse_parameter(tokens, &mut info.currmove, key),
                "currmovenumber" => tokens.parse_parameter(&mut info.currmovenumber, key),
                "pv" => moves.parse_list(tokens, &mut info.pv, key),
                "string" => info.string = Some(tokens.take_trailing_text()),
                _ => {
                    tokens.warn_unknown(key);
                    info.other.push(key.text.to_owned());
                }
            }
        }
        info
    }
}

impl<M> Default for Info<M> {
    fn default() -> Self {
        Self {
            depth: None,
            seldepth: None,
            multipv: None,
            score: None,
            nodes: None,
            nps: None,
            hashfull: None,
            cpuload: None,
            time: None,
            currmove: None,
            currmovenumber: None,
            other: Vec::new(),
            pv: Vec::new(),
            string: None,
        }
    }
}

impl<M: fmt::Display> fmt::Display for Info<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_parameter(f, "depth", self.depth.as_ref())?;
        write_parameter(f, "seldepth", self.seldepth.as_ref())?;
        write_parameter(f, "multipv", self.multipv.as_ref())?;
        self.score.map_or(Ok(()), |score| write!(f, " {score}"))?;
        write_parameter(f, "nodes", self.nodes.as_ref())?;
        write_parameter(f, "nps", self.nps.as_ref())?;
        write_parameter(f, "hashfull", self.hashfull.as_ref())?;
        write_parameter(f, "cpuload", self.cpuload.as_ref())?;
        write_parameter(f, "time", self.time.as_ref())?;
        self.currmove.as_ref().map_or(Ok(()), |mv| write!(f, " currmove {mv}"))?;
        write_parameter(f, "currmovenumber", self.currmovenumber.as_ref())?;
        self.other.iter().try_for_each(|token| write!(f, " {}", FreeText(token)))?;
        if !self.pv.is_empty() {
            write!(f, " pv{}", MoveList(&self.pv))?;
        }
        self.string.as_deref().map_or(Ok(()), |text| write!(f, " string{}", TrailingText(text)))
    }
}

/// Score from the engine's point of view.
///
/// ```
/// use vampirc_usi::{Bound, Mate, Score};
///
/// assert_eq!(Score::cp(-30).to_string(), "score cp -30");
/// assert_eq!(Score::mate(Mate::Loss(Some(8))).to_string(), "score mate -8");
/// let score = Score { bound: Some(Bound::Lower), ..Score::cp(120) };
/// assert_eq!(score.to_string(), "score cp 120 lowerbound");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    /// Value of the score.
    pub value: ScoreValue,
    /// Kind of bound, or `None` if the score is exact.
    pub bound: Option<Bound>,
}

/// Value of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScoreValue {
    /// Centipawns.
    Cp(i32),
    /// A forced mate.
    Mate(Mate),
}

/// A forced mate, with its distance in plies.
///
/// `mate -0` means that the engine is already mated. GUIs read `mate 0` as a win, so the sign
/// matters even at zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mate {
    /// The engine mates in this number of plies; `None`, written `+`, if the distance is unknown.
    Win(Option<u32>),
    /// The engine is mated in this number of plies; `None`, written `-`, if the distance is
    /// unknown.
    Loss(Option<u32>),
}

/// Kind of bound of an inexact score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// `lowerbound`: the true score is the value or higher.
    Lower,
    /// `upperbound`: the true score is the value or lower.
    Upper,
}

keywords!(Bound, "`lowerbound` or `upperbound`",
    Bound::Lower => "lowerbound", Bound::Upper => "upperbound");

impl TokenValue for Mate {
    const EXPECTED: &'static str = "a number of plies, `+` or `-`";

    fn from_token(token: &str) -> Option<Self> {
        let (mate, plies): (fn(_) -> _, _) = match token.strip_prefix('-') {
            Some(plies) => (Self::Loss, plies),
            None => (Self::Win, token.strip_prefix('+').unwrap_or(token)),
        };
        if plies.is_empty() {
            return (!token.is_empty()).then_some(mate(None));
        }
        // Reject a second sign.
        let is_unsigned = plies.starts_with(|c: char| c.is_ascii_digit());
        is_unsigned.then_some(mate(Some(u32::from_token(plies)?)))
    }

    fn to_token(&self) -> String {
        match self {
            Self::Win(Some(plies)) => format!("{plies}"),
            Self::Win(None) => "+".to_owned(),
            Self::Loss(Some(plies)) => format!("-{plies}"),
            Self::Loss(None) => "-".to_owned(),
        }
    }
}

impl Score {
    /// Returns an exact score in centipawns.
    pub const fn cp(value: i32) -> Self {
        Self { value: ScoreValue::Cp(value), bound: None }
    }

    /// Returns an exact mate score.
    pub const fn mate(mate: Mate) -> Self {
        Self { value: ScoreValue::Mate(mate), bound: None }
    }

    /// Parses the value of the key `score`.
    fn parse_parameter(tokens: &mut Tokens<'_>, slot: &mut Option<Self>, key: Token<'_>) {
        let value = match tokens.peek().map(|token| token.text) {
            Some("cp") => {
                tokens.next();
                tokens.parse_optional().map(ScoreValue::Cp).ok_or(i32::EXPECTED)
            }
            Some("mate") => {
                tokens.next();
                tokens.parse_optional().map(ScoreValue::Mate).ok_or(Mate::EXPECTED)
            }
            _ => Err("`cp` or `mate`"),
        };
        match value {
            Ok(value) => {
                let bound = tokens.parse_optional();
                tokens.warn_duplicate(key, slot.replace(Self { value, bound }).is_some());
            }
            Err(expected) => tokens.warn_expected(expected),
        }
    }

    /// Applies a bound that is separated from its score, as some engines print it.
    fn parse_separate_bound(tokens: &mut Tokens<'_>, slot: &mut Option<Self>, bound: Token<'_>) {
        tokens.warn_unknown(bound);
        if let Some(score) = slot {
            score.bound = Bound::from_token(bound.text);
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Cp(cp) => write!(f, "score cp {cp}")?,
            ScoreValue::Mate(mate) => write!(f, "score mate {}", mate.to_token())?,
        }
        self.bound.map_or(Ok(()), |bound| write!(f, " {}", bound.to_token()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_tokens() {
        for (token, mate, canonical) in [
            ("5", Mate::Win(Some(5)), "5"),
            ("+5", Mate::Win(Some(5)), "5"),
            ("0", Mate::Win(Some(0)), "0"),
            ("-0", Mate::Loss(Some(0)), "-0"),
            ("-12", Mate::Loss(Some(12)), "-12"),
            ("+", Mate::Win(None), "+"),
            ("-", Mate::Loss(None), "-"),
        ] {
            assert_eq!(Mate::from_token(token), Some(mate));
            assert_eq!(mate.to_token(), canonical);
        }
        for token in ["", "--5", "+-5", "-+", "x", "-x", "inf"] {
            assert_eq!(Mate::from_token(token), None, "{token}");
        }
    }
}
