//! The command `go` and the clocks that it shares with `ponderhit`.

use crate::error::{Error, ErrorKind, MOVE};
use crate::protocol::Protocol;
use crate::tokens::{Token, TokenValue, Tokens, format_number, format_parameters, format_time};
use rules::{Move, Rules};
use std::mem;
use std::time::Duration;

/// Parameters of a search. Limits can be combined; the first one reached ends the search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
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
    /// Search for a mate.
    pub mate: Option<MateLimit>,
    /// Run perft to this depth.
    pub perft: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search only these root moves, or all if empty. They may be illegal. [`Move::NULL`] stands for tokens that are no
    /// moves, if there are no others.
    pub searchmoves: Vec<Move>,
}

/// Limit of a mate search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MateLimit {
    /// No limit: search until the mate is found or disproved, or until `stop`.
    Infinite,
    /// At most this number: milliseconds in USI, moves in UCI.
    Within(u64),
}

impl TokenValue for MateLimit {
    const EXPECTED: &'static str = "a time in milliseconds or `infinite`";

    fn from_token(token: &str) -> Option<Self> {
        match token {
            "infinite" => Some(Self::Infinite),
            _ => u64::from_token(token).map(Self::Within),
        }
    }
}

impl Go {
    /// The words with which parameters begin.
    pub const KEYS: [&str; 14] = [
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

    /// Parses the parameters of USI's `go` that a person has written. Any invalid part is an error, and so is a number
    /// that [`GuiMessage::parse`](crate::GuiMessage::parse) would round.
    pub fn parse_strictly(parameters: &str, rules: &Rules) -> Result<Self, ErrorKind> {
        let is_rounded =
            |token: &&str| token.parse::<f64>().is_ok_and(|n| n < 0.0 || n.fract() != 0.0);
        if let Some(found) = parameters.split_whitespace().find(is_rounded) {
            let found = Some(found.to_owned());
            return Err(ErrorKind::Expected { expected: u32::EXPECTED, found });
        }
        // Line breaks separate parameters, too.
        let line = parameters.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut tokens = Tokens::new(&line);
        let go = Self::from_tokens(&mut tokens, Protocol::Usi, rules);
        tokens.warnings.into_iter().next().map_or(Ok(go), |warning| Err(warning.kind))
    }

    /// Parses the parameters of `go`, and ignores invalid parts. The caller adds a limit if none is left.
    pub fn parse_leniently(parameters: &str, protocol: Protocol, rules: &Rules) -> Self {
        Self::from_tokens(&mut Tokens::new(parameters), protocol, rules)
    }

    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>, protocol: Protocol, rules: &Rules) -> Self {
        let parse_move = |token: &str| protocol.parse_move(rules, token).ok();
        let (mut go, mut has_searchmoves) = (Self::default(), false);
        while let Some(key) = tokens.next() {
            match key.text {
                "ponder" => tokens.warn_duplicate(key, mem::replace(&mut go.ponder, true)),
                "infinite" => tokens.warn_duplicate(key, mem::replace(&mut go.infinite, true)),
                "movetime" => tokens.parse_parameter(&mut go.movetime, key),
                "depth" => tokens.parse_parameter(&mut go.depth, key),
                "nodes" => tokens.parse_parameter(&mut go.nodes, key),
                "perft" => tokens.parse_parameter(&mut go.perft, key),
                "mate" => go.mate_from_tokens(tokens, key),
                "searchmoves" => {
                    has_searchmoves = true;
                    tokens.warn_duplicate(key, !go.searchmoves.is_empty());
                    go.searchmoves.clear();
                    while let Some(mv) = tokens.parse_with(parse_move) {
                        go.searchmoves.push(mv);
                    }
                    if go.searchmoves.is_empty() {
                        tokens.warn_expected(MOVE);
                    }
                }
                _ if go.clock.parse_parameter(tokens, key) => {}
                _ => {
                    tokens.warn_unknown(key);
                    // Skip an invalid move among the `searchmoves` and continue their list.
                    while has_searchmoves && let Some(mv) = tokens.parse_with(parse_move) {
                        go.searchmoves.push(mv);
                    }
                }
            }
        }
        go.clock = go.clock.black_first(protocol);
        let is_invalid_move = |warning: &Error| {
            let is_missing = matches!(warning.kind, ErrorKind::Expected { found: None, .. });
            warning.kind.is_about_moves() && !is_missing
        };
        if go.searchmoves.is_empty() && tokens.warnings.iter().any(is_invalid_move) {
            // Without any move the search would not be restricted. This one is never legal.
            go.searchmoves.push(Move::NULL);
        }
        go
    }

    /// Parses the value of `mate`: `infinite` if it is missing.
    fn mate_from_tokens(&mut self, tokens: &mut Tokens<'_>, key: Token<'_>) {
        if let Some(limit) = tokens.parse() {
            tokens.warn_duplicate(key, self.mate.replace(limit).is_some());
        } else if tokens.peek().is_some_and(|next| !Self::KEYS.contains(&next.text)) {
            tokens.warn_expected(MateLimit::EXPECTED);
        } else {
            self.mate.get_or_insert(MateLimit::Infinite);
        }
    }

    /// Returns whether nothing ends the search or asks for an endless one.
    pub(crate) fn is_bare(&self) -> bool {
        *self == Self { searchmoves: self.searchmoves.clone(), ..Self::default() }
    }

    /// Formats the command.
    pub fn format(&self, protocol: Protocol, rules: &Rules) -> String {
        let mate = self.mate.map(|limit| match limit {
            MateLimit::Infinite => "infinite".to_owned(),
            MateLimit::Within(limit) => limit.to_string(),
        });
        let moves = self.searchmoves.iter().map(|&mv| protocol.format_move(rules, mv));
        let moves = moves.collect::<Vec<_>>().join(" ");
        let clock = self.clock.black_first(protocol);
        let parameters = [
            ("ponder", self.ponder.then(String::new)),
            ("btime", format_time(clock.btime)),
            ("wtime", format_time(clock.wtime)),
            ("byoyomi", format_time(clock.byoyomi)),
            ("binc", format_time(clock.binc)),
            ("winc", format_time(clock.winc)),
            ("movestogo", format_number(clock.movestogo)),
            ("movetime", format_time(self.movetime)),
            ("depth", format_number(self.depth)),
            ("nodes", format_number(self.nodes)),
            ("mate", mate),
            ("perft", format_number(self.perft)),
            ("infinite", self.infinite.then(String::new)),
            ("searchmoves", Some(moves).filter(|moves| !moves.is_empty())),
        ];
        format_parameters("go", parameters)
    }
}

/// Clocks of both players. A value is `None` if the GUI does not send it.
///
/// Black moves first, as in USI; UCI calls that player White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
    /// Converts between the colors of a protocol and those of this type.
    fn black_first(self, protocol: Protocol) -> Self {
        let Self { btime, wtime, binc, winc, .. } = self;
        match protocol {
            Protocol::Usi => self,
            Protocol::Uci => Self { btime: wtime, wtime: btime, binc: winc, winc: binc, ..self },
        }
    }

    /// Parses the parameters of `ponderhit`, which some GUIs send.
    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>, protocol: Protocol) -> Self {
        let mut clock = Self::default();
        while let Some(key) = tokens.next() {
            if !clock.parse_parameter(tokens, key) {
                tokens.warn_unknown(key);
            }
        }
        clock.black_first(protocol)
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
}
