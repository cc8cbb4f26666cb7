//! Search requests and their answers.

use super::options::Options;
use mate::MateResult;
use platform::Instant;
use rules::{Color, Move, Position, Rules};
use search::{Clock, Control, Limits};
use std::time::Duration;
use vampirc_usi::{Go, MateLimit, Protocol};

/// A search to run.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    pub position: Position,
    pub limits: Limits,
    /// Stops the search and receives `ponderhit`.
    pub control: Control,
    pub protocol: Protocol,
    pub options: Options,
    /// Whether to search for a mate by checks alone instead of a move (USI's `go mate`).
    pub is_mate_search: bool,
}

impl SearchRequest {
    /// Creates the request for which a `go` stands. Illegal moves among its `searchmoves` are left out, and an error
    /// names them.
    pub fn new(
        go: &Go,
        position: Position,
        protocol: Protocol,
        options: Options,
    ) -> (Self, Option<String>) {
        let (limits, error) = search_limits(go, protocol, &position);
        let control = Control::new(go.ponder);
        let is_mate_search = go.mate.is_some() && protocol == Protocol::Usi;
        (Self { position, limits, control, protocol, options, is_mate_search }, error)
    }
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The move to play, and the expected reply.
    Move { best: Move, ponder: Option<Move> },
    /// The engine resigns, or has no legal move.
    Resign,
    /// The engine declares a win.
    Win,
    /// The result of a mate search.
    Mate(MateResult),
}

impl Answer {
    /// Formats the answer as `bestmove` or `checkmate`.
    pub fn format(&self, protocol: Protocol, rules: &Rules) -> String {
        let format_move = |mv: &Move| protocol.format_move(rules, *mv);
        match (self, protocol) {
            (Self::Mate(MateResult::Mate(moves)), _) => moves
                .iter()
                .fold("checkmate".into(), |line, mv| format!("{line} {}", format_move(mv))),
            (Self::Mate(MateResult::NoMate), _) => "checkmate nomate".into(),
            (Self::Mate(MateResult::Unknown), _) => "checkmate timeout".into(),
            (Self::Move { best, ponder: None }, _) => format!("bestmove {}", format_move(best)),
            (Self::Move { best, ponder: Some(ponder) }, _) => {
                format!("bestmove {} ponder {}", format_move(best), format_move(ponder))
            }
            (Self::Resign, Protocol::Usi) => "bestmove resign".into(),
            (Self::Win, Protocol::Usi) => "bestmove win".into(),
            (Self::Resign | Self::Win, Protocol::Uci) => "bestmove (none)".into(),
        }
    }
}

/// Converts the parameters of `go` to limits. Illegal moves among `searchmoves` are left out, and an error
/// names them.
fn search_limits(go: &Go, protocol: Protocol, position: &Position) -> (Limits, Option<String>) {
    let (mut search_moves, mut illegal) = (Vec::new(), Vec::new());
    for &mv in &go.searchmoves {
        match position.validate_move(mv) {
            Ok(()) => search_moves.push(mv),
            Err(_) if mv == Move::NULL => illegal.push("expected a move".to_owned()),
            Err(reason) => {
                let text = protocol.format_move(position.rules(), mv);
                illegal.push(format!("'{text}' is not a legal move: {reason}"));
            }
        }
    }
    let error = (!illegal.is_empty()).then(|| format!("searchmoves: {}", illegal.join("; ")));
    let mut limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: go.movetime,
        clock: clock_of(&go.clock, position.side()),
        clock_start: Some(Instant::now()),
        infinite: go.infinite,
        search_moves,
        multi_pv: 1,
        ..Limits::default()
    };
    match (protocol, go.mate) {
        (Protocol::Uci, Some(MateLimit::Within(moves))) => {
            let moves = u32::try_from(moves).unwrap_or(u32::MAX);
            let plies = moves.saturating_mul(2).saturating_sub(1);
            limits.mate = Some(plies);
            // Without a mate, the search would never end. At this depth it hardly overlooks one.
            let depth = plies.saturating_mul(2).saturating_add(2);
            limits.depth = Some(limits.depth.map_or(depth, |other| other.min(depth)));
        }
        (Protocol::Usi, Some(MateLimit::Within(time))) => {
            let time = Duration::from_millis(time);
            limits.move_time = Some(limits.move_time.map_or(time, |other| other.min(time)));
        }
        // Not infinite: the search ends when it finds a mate.
        (Protocol::Usi, Some(MateLimit::Infinite)) => return (limits, error),
        (Protocol::Uci, Some(MateLimit::Infinite)) | (_, None) => {}
    }
    limits.infinite |= !limits.has_limit() && !go.ponder;
    (limits, error)
}

/// Returns the clock of a side, or `None` if the client sent no clock. If it sent only the
/// opponent's, that one is used.
pub fn clock_of(clock: &vampirc_usi::Clock, side: Color) -> Option<Clock> {
    let (remaining, increment) = match side {
        Color::Black => (clock.btime.or(clock.wtime), clock.binc.or(clock.winc)),
        Color::White => (clock.wtime.or(clock.btime), clock.winc.or(clock.binc)),
    };
    if remaining.is_none() && increment.is_none() && clock.byoyomi.is_none() {
        return None;
    }
    Some(Clock {
        remaining: remaining.unwrap_or_default(),
        increment: increment.unwrap_or_default(),
        byoyomi: clock.byoyomi.unwrap_or_default(),
        moves_to_go: clock.movestogo,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vampirc_usi::GuiMessage;

    fn parse_go(protocol: Protocol, line: &str) -> (Limits, Option<String>) {
        let position = Position::start(games::by_name("shogi").unwrap());
        let message = GuiMessage::parse(line, protocol, position.rules()).unwrap().message;
        let GuiMessage::Go(go) = message else { panic!("{line}") };
        search_limits(&go, protocol, &position)
    }

    #[test]
    fn a_search_without_limits_is_infinite() {
        for line in ["go", "go infinite", "go searchmoves 7g7f", "go depth 5 infinite"] {
            assert!(parse_go(Protocol::Usi, line).0.infinite, "{line}");
        }
        for line in ["go depth 5", "go byoyomi 0", "go btime 0", "go ponder", "go nodes 1"] {
            assert!(!parse_go(Protocol::Usi, line).0.infinite, "{line}");
        }
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let clock = |protocol, line| parse_go(protocol, line).0.clock.unwrap();
        let ms = Duration::from_millis;
        let usi = clock(Protocol::Usi, "go btime 1000 wtime 2000 binc 30 winc 40");
        assert_eq!((usi.remaining, usi.increment), (ms(1000), ms(30)));
        let uci = clock(Protocol::Uci, "go wtime 1000 btime 2000 winc 30 binc 40");
        assert_eq!(uci, usi);
        assert_eq!(clock(Protocol::Usi, "go wtime 2000").remaining, ms(2000));
        assert_eq!(clock(Protocol::Usi, "go byoyomi 500").byoyomi, ms(500));
        assert_eq!(clock(Protocol::Uci, "go wtime 900 movestogo 7").moves_to_go, Some(7));
        assert_eq!(usi.moves_to_go, None);
    }

    #[test]
    fn uci_mates_are_counted_in_moves_and_illegal_searchmoves_are_reported() {
        let limits = parse_go(Protocol::Uci, "go mate 3").0;
        assert_eq!((limits.mate, limits.depth), (Some(5), Some(12)));
        assert_eq!(parse_go(Protocol::Uci, "go mate 3 depth 7").0.depth, Some(7));
        let (limits, error) = parse_go(Protocol::Usi, "go searchmoves 7g7f 7g7e 8h1a depth 3");
        assert_eq!(limits.search_moves.len(), 1);
        let expected = "searchmoves: '7g7e' is not a legal move: the piece cannot move there; '8h1a' is \
                        not a legal move: another piece is in the way";
        assert_eq!(error.unwrap(), expected);
    }
}
