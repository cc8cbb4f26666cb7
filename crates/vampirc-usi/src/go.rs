//! `go`.

use std::fmt;
use std::time::Duration;

use crate::clock::Clock;
use crate::error::{Error, ErrorKind};
use crate::moves::{Line, Move};
use crate::tokens::{Token, Words};
use crate::word::{Word, write_flag, write_pair};

/// What to search for and how long: any mix of limits, the first one reached ending the search.
///
/// With none at all, [`Go::default`], the command is a bare `go`.
///
/// ```
/// use std::time::Duration;
/// use vampirc_usi::{Go, GuiMessage, parse};
///
/// let message = parse("go btime 60000.0 wtime -35 byoyomi 1000")?;
/// let GuiMessage::Go(go) = message else { panic!() };
/// assert_eq!(go.clock.btime, Some(Duration::from_secs(60)));
/// assert_eq!(go.clock.wtime, Some(Duration::ZERO));
///
/// let go = Go { depth: Some(12), searchmoves: vec!["7g7f".parse()?], ..Go::default() };
/// assert_eq!(go.to_string(), "go depth 12 searchmoves 7g7f");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Go {
    /// Search while it is the opponent's turn; no `bestmove` before `stop` or `ponderhit`.
    pub ponder: bool,
    /// The clocks.
    pub clock: Clock,
    /// Search for this time exactly.
    pub movetime: Option<Duration>,
    /// Search to this depth.
    pub depth: Option<u32>,
    /// Search this many nodes.
    pub nodes: Option<u64>,
    /// Solve a mate problem instead; the answer is `checkmate`, not `bestmove`.
    pub mate: Option<MateLimit>,
    /// Count the lines of this length instead. Not in the USI drafts, but engines' habit.
    pub perft: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search only these moves; all of them if empty.
    pub searchmoves: Vec<Move>,
}

/// How long to look for a mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MateLimit {
    /// Until it is found, refuted, or `stop` comes.
    Infinite,
    /// For this time at most.
    Within(Duration),
}

impl Word for MateLimit {
    const WHAT: &'static str = "a time in milliseconds or `infinite`";

    fn read(word: &str) -> Option<Self> {
        if word == "infinite" {
            Some(Self::Infinite)
        } else {
            Duration::read(word).map(Self::Within)
        }
    }

    fn spell(&self) -> String {
        match self {
            Self::Infinite => "infinite".to_owned(),
            Self::Within(time) => time.spell(),
        }
    }
}

impl Go {
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let (mut go, mut is_restricted) = (Self::default(), false);
        while let Some(key) = words.next()? {
            match key.text {
                "ponder" => words.repeated(key, std::mem::replace(&mut go.ponder, true))?,
                "infinite" => words.repeated(key, std::mem::replace(&mut go.infinite, true))?,
                "movetime" => words.attribute(&mut go.movetime, key)?,
                "depth" => words.attribute(&mut go.depth, key)?,
                "nodes" => words.attribute(&mut go.nodes, key)?,
                "perft" => words.attribute(&mut go.perft, key)?,
                "mate" => go.read_mate(words, key)?,
                "searchmoves" => {
                    is_restricted = true;
                    words.list(&mut go.searchmoves, key)?;
                }
                _ if go.clock.read(words, key)? => {}
                _ => {
                    words.unknown(key)?;
                    // Among moves a word that is none must not set the others free.
                    while is_restricted && let Some(mv) = words.optional()? {
                        go.searchmoves.push(mv);
                    }
                }
            }
        }
        Ok(go)
    }

    /// A bare `go mate` asks for a mate all the same: it is a short way to write `infinite`.
    fn read_mate(&mut self, words: &mut Words<'_>, key: Token<'_>) -> Result<(), Error> {
        if let Some(limit) = words.optional()? {
            return words.repeated(key, self.mate.replace(limit).is_some());
        }
        self.mate.get_or_insert(MateLimit::Infinite);
        let (found, write) = (key.text.to_owned(), format!("{} infinite", key.text));
        words.fault(key.offset, ErrorKind::Spelling { found, write })
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        write_flag(f, "ponder", self.ponder)?;
        self.clock.write(f)?;
        write_pair(f, "movetime", self.movetime.as_ref())?;
        write_pair(f, "depth", self.depth.as_ref())?;
        write_pair(f, "nodes", self.nodes.as_ref())?;
        write_pair(f, "mate", self.mate.as_ref())?;
        write_pair(f, "perft", self.perft.as_ref())?;
        write_flag(f, "infinite", self.infinite)?;
        if self.searchmoves.is_empty() {
            return Ok(());
        }
        write!(f, " searchmoves{}", Line(&self.searchmoves))
    }
}

/// The clocks after `ponderhit`: not in the USI drafts, but some GUIs send them.
pub(crate) fn read_ponderhit(words: &mut Words<'_>) -> Result<Clock, Error> {
    let mut clock = Clock::default();
    while let Some(key) = words.next()? {
        if !clock.read(words, key)? {
            words.unknown(key)?;
        }
    }
    Ok(clock)
}
