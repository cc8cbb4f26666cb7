//! `info`.

use std::fmt;
use std::time::Duration;

use crate::error::Error;
use crate::moves::{Line, Move};
use crate::score::Score;
use crate::text::{Tail, Text};
use crate::tokens::{Token, Words};
use crate::word::write_pair;

/// What the engine says of its search: any of it.
///
/// Attributes are read in any order and printed in the one that strict readers want: `seldepth`
/// right after `depth`, the bound right after the score, `pv` or `string` last.
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The depth of the longest line in plies.
    pub seldepth: Option<u32>,
    /// Which of several lines this is, the best being 1.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<Score>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The nodes searched in a second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// How busy the processor is, in thousandths.
    pub cpuload: Option<u32>,
    /// The time searched.
    pub time: Option<Duration>,
    /// The move being searched.
    pub currmove: Option<Move>,
    /// Its number, the first being 1.
    pub currmovenumber: Option<u32>,
    /// Words that USI does not know, in order: the additions of one engine or another.
    pub other: Vec<String>,
    /// A move and the line that refutes it.
    pub refutation: Vec<Move>,
    /// The line being searched.
    pub currline: Option<CurrLine>,
    /// The best line found.
    pub pv: Vec<Move>,
    /// A text for the user.
    pub string: Option<String>,
}

/// The line being searched.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct CurrLine {
    /// The number of the processor, the first being 1.
    pub cpu: Option<u32>,
    /// The line.
    pub moves: Vec<Move>,
}

impl Info {
    /// A text for the user.
    pub fn string(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// The word after `name` among the words that USI does not know.
    ///
    /// ```
    /// use vampirc_usi::{EngineMessage, parse};
    ///
    /// let message = parse("info depth 9 tbhits 17 score cp 34")?;
    /// let EngineMessage::Info(info) = message else { panic!() };
    /// assert_eq!(info.other_value("tbhits"), Some("17"));
    /// # Ok::<(), vampirc_usi::Error>(())
    /// ```
    pub fn other_value(&self, name: &str) -> Option<&str> {
        self.other.iter().skip_while(|word| *word != name).nth(1).map(String::as_str)
    }

    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let mut info = Self::default();
        while let Some(key) = words.next()? {
            match key.text {
                "depth" => words.attribute(&mut info.depth, key)?,
                "seldepth" => words.attribute(&mut info.seldepth, key)?,
                "multipv" => words.attribute(&mut info.multipv, key)?,
                "score" => Score::read(words, &mut info.score, key)?,
                "lowerbound" | "upperbound" => {
                    Score::read_stray_bound(words, &mut info.score, key)?
                }
                "nodes" => words.attribute(&mut info.nodes, key)?,
                "nps" => words.attribute(&mut info.nps, key)?,
                "hashfull" => words.attribute(&mut info.hashfull, key)?,
                "cpuload" => words.attribute(&mut info.cpuload, key)?,
                "time" => words.attribute(&mut info.time, key)?,
                "currmove" => words.attribute(&mut info.currmove, key)?,
                "currmovenumber" => words.attribute(&mut info.currmovenumber, key)?,
                "refutation" => words.list(&mut info.refutation, key)?,
                "currline" => CurrLine::read(words, &mut info.currline, key)?,
                "pv" => words.list(&mut info.pv, key)?,
                "string" => info.string = Some(words.text()?),
                _ => {
                    words.unknown(key)?;
                    info.other.push(key.text.to_owned());
                }
            }
        }
        Ok(info)
    }
}

impl CurrLine {
    fn read(words: &mut Words<'_>, slot: &mut Option<Self>, key: Token<'_>) -> Result<(), Error> {
        words.repeated(key, slot.is_some())?;
        let mut line = Self { cpu: words.optional()?, moves: Vec::new() };
        words.list(&mut line.moves, key)?;
        *slot = Some(line).filter(|line| !line.moves.is_empty());
        Ok(())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" currline")?;
        self.cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
        write!(f, "{}", Line(&self.moves))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_pair(f, "depth", self.depth.as_ref())?;
        write_pair(f, "seldepth", self.seldepth.as_ref())?;
        write_pair(f, "multipv", self.multipv.as_ref())?;
        self.score.map_or(Ok(()), |score| write!(f, " {score}"))?;
        write_pair(f, "nodes", self.nodes.as_ref())?;
        write_pair(f, "nps", self.nps.as_ref())?;
        write_pair(f, "hashfull", self.hashfull.as_ref())?;
        write_pair(f, "cpuload", self.cpuload.as_ref())?;
        write_pair(f, "time", self.time.as_ref())?;
        write_pair(f, "currmove", self.currmove.as_ref())?;
        write_pair(f, "currmovenumber", self.currmovenumber.as_ref())?;
        self.other.iter().try_for_each(|word| write!(f, " {}", Text(word)))?;
        if !self.refutation.is_empty() {
            write!(f, " refutation{}", Line(&self.refutation))?;
        }
        if let Some(line) = &self.currline {
            line.write(f)?;
        }
        if !self.pv.is_empty() {
            write!(f, " pv{}", Line(&self.pv))?;
        }
        self.string.as_deref().map_or(Ok(()), |text| write!(f, " string{}", Tail(text)))
    }
}
