//! `info`: what an engine reports of a search.

use crate::protocol::Protocol;
use crate::tokens::{
    TokenValue, Tokens, format_number, format_parameters, format_time, single_line,
};
use std::time::Duration;

/// What an engine reports of a search. Every part is optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Length in plies of the longest line searched.
    pub seldepth: Option<u32>,
    /// Rank of this line in a MultiPV search, starting at 1.
    pub multipv: Option<u32>,
    /// Score of the line.
    pub score: Option<Score>,
    /// Kind of bound if the score is not exact.
    pub bound: Option<Bound>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in permille.
    pub hashfull: Option<u32>,
    /// Time since the start of the search.
    pub time: Option<Duration>,
    /// Principal variation: the best line found, as the engine writes moves.
    pub pv: Vec<String>,
}

/// Score from the engine's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// A forced mate by the engine, after this number of plies if that is known.
    Mate(Option<u32>),
    /// A forced mate of the engine, after this number of plies if that is known.
    Mated(Option<u32>),
}

/// Kind of bound of an inexact score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// `lowerbound`: the true score is the value or higher.
    Lower,
    /// `upperbound`: the true score is the value or lower.
    Upper,
}

/// Formats an `info string` line, which shows a text to the user.
pub fn info_string(text: &str) -> String {
    format!("info string {}", single_line(text)).trim_end().to_owned()
}

impl Info {
    /// Parses the parameters, in any order. Unknown ones are left out.
    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>, protocol: Protocol) -> Self {
        const KEYS: [&str; 10] = [
            "depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv",
            "string",
        ];
        let mut info = Self::default();
        while let Some(key) = tokens.next() {
            match key.text {
                "depth" => tokens.parse_parameter(&mut info.depth, key),
                "seldepth" => tokens.parse_parameter(&mut info.seldepth, key),
                "multipv" => tokens.parse_parameter(&mut info.multipv, key),
                "score" => {
                    (info.score, info.bound) =
                        (Score::from_tokens(tokens, protocol).or(info.score), None);
                }
                // Some engines separate the bound from its score.
                "lowerbound" if info.score.is_some() => info.bound = Some(Bound::Lower),
                "upperbound" if info.score.is_some() => info.bound = Some(Bound::Upper),
                "nodes" => tokens.parse_parameter(&mut info.nodes, key),
                "nps" => tokens.parse_parameter(&mut info.nps, key),
                "hashfull" => tokens.parse_parameter(&mut info.hashfull, key),
                "time" => tokens.parse_parameter(&mut info.time, key),
                "pv" => {
                    info.pv = tokens.join_until(&KEYS).split_whitespace().map(Into::into).collect();
                }
                "string" => {
                    tokens.take_rest();
                }
                _ => {}
            }
        }
        info
    }

    /// Formats the line, in the order that strict parsers require: `seldepth` right after `depth`, the bound right
    /// after the score, `pv` last.
    pub fn format(&self, protocol: Protocol) -> String {
        let score = self.score.map(|score| {
            let bound = match self.bound {
                None => "",
                Some(Bound::Lower) => " lowerbound",
                Some(Bound::Upper) => " upperbound",
            };
            score.format(protocol) + bound
        });
        let parameters = [
            ("depth", format_number(self.depth)),
            ("seldepth", format_number(self.seldepth)),
            ("multipv", format_number(self.multipv)),
            ("score", score),
            ("nodes", format_number(self.nodes)),
            ("nps", format_number(self.nps)),
            ("hashfull", format_number(self.hashfull)),
            ("time", format_time(self.time)),
            ("pv", Some(self.pv.join(" ")).filter(|pv| !pv.is_empty())),
        ];
        format_parameters("info", parameters)
    }
}

impl Score {
    fn from_tokens(tokens: &mut Tokens<'_>, protocol: Protocol) -> Option<Self> {
        match tokens.parse_with(|token| ["cp", "mate"].into_iter().find(|&key| key == token))? {
            "cp" => tokens.parse().map(Self::Cp),
            _ => tokens.parse_with(|token| Self::mate_from_token(token, protocol)),
        }
    }

    /// Parses the count of a mate: plies in USI, moves of the winner or the loser in UCI, where the winner's last move
    /// has no answer. `-0` means that the engine is already mated.
    fn mate_from_token(token: &str, protocol: Protocol) -> Option<Self> {
        let (is_loss, count) = match token.strip_prefix('-') {
            Some(count) => (true, count),
            None => (false, token.strip_prefix('+').unwrap_or(token)),
        };
        let count: Option<u32> = match count {
            "" if token.is_empty() => return None,
            "" => None,
            count if count.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(TokenValue::from_token(count)?)
            }
            _ => return None,
        };
        let plies = count.map(|count| match protocol {
            Protocol::Usi => count,
            Protocol::Uci => (2 * count.min(u32::MAX / 2)).saturating_sub(u32::from(!is_loss)),
        });
        Some(if is_loss { Self::Mated(plies) } else { Self::Mate(plies) })
    }

    fn format(self, protocol: Protocol) -> String {
        let count = |plies: Option<u32>| match protocol {
            Protocol::Usi => plies,
            // The winner's last move counts, too.
            Protocol::Uci if matches!(self, Self::Mate(_)) => plies.map(|plies| plies.div_ceil(2)),
            Protocol::Uci => plies.map(|plies| plies / 2),
        };
        match self {
            Self::Cp(score) => format!("cp {score}"),
            Self::Mate(plies) => {
                format!("mate {}", format_number(count(plies)).unwrap_or_else(|| "+".to_owned()))
            }
            Self::Mated(plies) => {
                format!("mate -{}", format_number(count(plies)).unwrap_or_default())
            }
        }
    }
}
