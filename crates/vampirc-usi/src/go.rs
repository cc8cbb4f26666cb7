//! The command `go` and the clocks that it shares with `ponderhit`.

use std::fmt;
use std::time::Duration;

use crate::move_tokens::{MoveList, MoveParser};
use crate::token_value::{TokenValue, write_flag, write_parameter};
use crate::tokens::{Token, Tokens};

/// Parameters of a search. Limits can be combined; the first one reached ends the search.
///
/// [`Go::default`](Default::default) is a bare `go`.
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Go<M> {
    /// Search in the opponent's time. The engine sends no `bestmove` before `stop` or `ponderhit`.
    pub ponder: bool,
    /// Clocks of both players.
    pub clock: Clock,
    /// Search for exactly this time.
    pub movetime: Option<Duration>,
    /// Search to this depth in plies.
    pub depth: Option<u32>,
    /// Search this number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate. The answer is `checkmate` instead of `bestmove`.
    pub mate: Option<MateLimit>,
    /// Run perft to this depth. Not in the USI drafts, but common in engines.
    pub perft: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search only these root moves, or all if empty.
    pub searchmoves: Vec<M>,
}

/// Keywords of the parameters.
const KEYS: &[&str] = &[
    "ponder",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "winc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "perft",
    "infinite",
    "searchmoves",
];

/// Time limit of a mate search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MateLimit {
    /// No limit: search until the mate is found or disproved, or until `stop`.
    Infinite,
    /// At most this time.
    Within(Duration),
}

impl TokenValue for MateLimit {
    const EXPECTED: &'static str = "a time in milliseconds or `infinite`";

    fn from_token(token: &str) -> Option<Self> {
        if token == "infinite" {
            Some(Self::Infinite)
        } else {
            Duration::from_token(token).map(Self::Within)
        }
    }

    fn to_token(&self) -> String {
        match self {
            Self::Infinite => "infinite".to_owned(),
            Self::Within(time) => time.to_token(),
        }
    }
}

impl<M> Go<M> {
    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>, moves: &mut MoveParser<'_, M>) -> Self {
        let (mut go, mut has_searchmoves) = (Self::default(), false);
        while let Some(key) = tokens.next() {
            match key.text {
                "ponder" => {
                    tokens.warn_duplicate(key, std::mem::replace(&mut go.ponder, true));
                }
                "infinite" => {
                    tokens.warn_duplicate(key, std::mem::replace(&mut go.infinite, true));
                }
                "movetime" => tokens.parse_parameter(&mut go.movetime, key),
                "depth" => tokens.parse_parameter(&mut go.depth, key),
                "nodes" => tokens.parse_parameter(&mut go.nodes, key),
                "perft" => tokens.parse_parameter(&mut go.perft, key),
                "mate" => go.mate_from_tokens(tokens, key),
                "searchmoves" => {
                    has_searchmoves = true;
                    moves.parse_list(tokens, &mut go.searchmoves, key);
                }
                _ if go.clock.parse_parameter(tokens, key) => {}
                _ => {
                    tokens.warn_unknown(key);
                    // Skip an invalid move among the `searchmoves` and continue their list.
                    while has_searchmoves && let Some(mv) = moves.parse_optional(tokens) {
                        go.searchmoves.push(mv);
                    }
                }
            }
        }
        go
    }

    /// Parses the value of `mate`: `infinite` if it is missing.
    fn mate_from_tokens(&mut self, tokens: &mut Tokens<'_>, key: Token<'_>) {
        if let Some(limit) = tokens.parse_optional() {
            tokens.warn_duplicate(key, self.mate.replace(limit).is_some());
        } else if tokens.peek().is_some_and(|next| !KEYS.contains(&next.text)) {
            tokens.warn_expected(MateLimit::EXPECTED);
        } else {
            self.mate.get_or_insert(MateLimit::Infinite);
        }
    }
}

impl<M> Default for Go<M> {
    fn default() -> Self {
        Self {
            ponder: false,
            clock: Clock::default(),
            movetime: None,
            depth: None,
            nodes: None,
            mate: None,
            perft: None,
            infinite: false,
            searchmoves: Vec::new(),
        }
    }
}

impl<M: fmt::Display> fmt::Display for Go<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        write_flag(f, "ponder", self.ponder)?;
        self.clock.write_parameters(f)?;
        write_parameter(f, "movetime", self.movetime.as_ref())?;
        write_parameter(f, "depth", self.depth.as_ref())?;
        write_parameter(f, "nodes", self.nodes.as_ref())?;
        write_parameter(f, "mate", self.mate.as_ref())?;
        write_parameter(f, "perft", self.perft.as_ref())?;
        write_flag(f, "infinite", self.infinite)?;
        if self.searchmoves.is_empty() {
            return Ok(());
        }
        write!(f, " searchmoves{}", MoveList(&self.searchmoves))
    }
}

/// Clocks of both players. A value is `None` if the GUI does not send it.
///
/// Times are whole milliseconds on the line. A negative time parses as zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clock {
    /// Time left for Black.
    pub btime: Option<Duration>,
    /// Time left for White.
    pub wtime: Option<Duration>,
    /// Time per move once a player's main time has run out.
    pub byoyomi: Option<Duration>,
    /// Increment per move for Black.
    pub binc: Option<Duration>,
    /// Increment per move for White.
    pub winc: Option<Duration>,
    /// Number of moves until the next time control.
    pub movestogo: Option<u32>,
}

impl Clock {
    /// Returns the clock with Black's and White's values exchanged.
    ///
    /// In USI the first player is Black, in UCI White. This converts a clock from one protocol to
    /// the other.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vampirc_usi::Clock;
    ///
    /// let second = Some(Duration::from_secs(1));
    /// let uci = Clock { wtime: second, winc: second, ..Clock::default() };
    /// let usi = Clock { btime: second, binc: second, ..Clock::default() };
    /// assert_eq!(uci.swap_colors(), usi);
    /// ```
    #[must_use]
    pub fn swap_colors(self) -> Self {
        Self { btime: self.wtime, wtime: self.btime, binc: self.winc, winc: self.binc, ..self }
    }

    /// Parses the parameters of `ponderhit`: not in the USI drafts, but some GUIs send clocks.
    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>) -> Self {
        let mut clock = Self::default();
        while let Some(key) = tokens.next() {
            if !clock.parse_parameter(tokens, key) {
                tokens.warn_unknown(key);
            }
        }
        clock
    }

    /// Parses the value of `key` if `key` is a clock parameter. Returns whether it is.
    fn parse_parameter(&mut self, tokens: &mut Tokens<'_>, key: Token<'_>) -> bool {
        let time = match key.text {
            "btime" => &mut self.btime,
            "wtime" => &mut self.wtime,
            "byoyomi" => &mut self.byoyomi,
            "binc" => &mut self.binc,
            "winc" => &mut self.winc,
            "movestogo" => {
                tokens.parse_parameter(&mut self.movestogo, key);
                return true;
            }
            _ => return false,
        };
        tokens.parse_parameter(time, key);
        true
    }

    /// Writes each parameter preceded by a space.
    pub(crate) fn write_parameters(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_parameter(f, "btime", self.btime.as_ref())?;
        write_parameter(f, "wtime", self.wtime.as_ref())?;
        write_parameter(f, "byoyomi", self.byoyomi.as_ref())?;
        write_parameter(f, "binc", self.binc.as_ref())?;
        write_parameter(f, "winc", self.winc.as_ref())?;
        write_parameter(f, "movestogo", self.movestogo.as_ref())
    }
}
