//! From the words of a `go` to the limits of a search.

use super::dialect::Dialect;
use rules::{Color, Move, Position};
use search::{Clock, Limits};
use std::time::Instant;
use vampirc_usi::{Go, MateLimit};

/// The limits that a `go` sets in a position. Moves to choose among that are not legal are left
/// out and handed back with the reason.
pub fn limits(go: &Go, dialect: Dialect, position: &Position) -> (Limits, Vec<String>) {
    let mut refused = Vec::new();
    let mut moves = Vec::new();
    for wanted in &go.searchmoves {
        match legal(wanted, position) {
            Ok(mv) => moves.push(mv),
            Err(why) => {
                let text = as_told(wanted, dialect, position);
                refused.push(format!("searchmoves: '{text}' is not a legal move: {why}"));
            }
        }
    }
    let mut limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: go.movetime,
        clock: clock(&go.clock, position.side()),
        clock_start: Some(Instant::now()),
        infinite: go.infinite,
        search_moves: moves,
        multi_pv: 1,
        ..Limits::default()
    };
    match (dialect, go.mate) {
        (Dialect::Uci, Some(MateLimit::Within(moves))) => {
            // A mate in so many moves of one's own; the number was read as a time.
            let moves = u32::try_from(moves.as_millis()).unwrap_or(u32::MAX);
            limits.mate = Some(moves.saturating_mul(2).saturating_sub(1));
        }
        (Dialect::Usi, Some(MateLimit::Within(time))) => {
            limits.move_time = Some(limits.move_time.map_or(time, |other| other.min(time)));
        }
        // A mate found ends the search for it.
        (Dialect::Usi, Some(MateLimit::Infinite)) => return (limits, refused),
        (Dialect::Uci, Some(MateLimit::Infinite)) | (_, None) => {}
    }
    let is_limited = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some()
        || limits.mate.is_some();
    limits.infinite |= !is_limited && !go.ponder;
    (limits, refused)
}

/// A move as the client writes it.
fn as_told(mv: &vampirc_usi::Move, dialect: Dialect, position: &Position) -> String {
    let text = mv.to_string();
    let rules = position.rules();
    rules.parse_usi(&text).map_or(text, |mv| dialect.write(rules, mv))
}

/// A move of the protocol, or why it is not legal.
fn legal(mv: &vampirc_usi::Move, position: &Position) -> Result<Move, String> {
    let mv = position.rules().parse_usi(&mv.to_string()).map_err(|error| error.to_string())?;
    position.validate_move(mv).map_err(|why| why.to_string())?;
    Ok(mv)
}

/// The clock of a side, if any clock is told. Where only the opponent's is, both are taken to be
/// the same.
pub fn clock(told: &vampirc_usi::Clock, side: Color) -> Option<Clock> {
    let (left, increment) = match side {
        Color::Black => (told.btime.or(told.wtime), told.binc.or(told.winc)),
        Color::White => (told.wtime.or(told.btime), told.winc.or(told.binc)),
    };
    if left.is_none() && increment.is_none() && told.byoyomi.is_none() {
        return None;
    }
    Some(Clock {
        remaining: left.unwrap_or_default(),
        increment: increment.unwrap_or_default(),
        byoyomi: told.byoyomi.unwrap_or_default(),
        moves_to_go: told.movestogo,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Rules;
    use std::time::Duration;
    use vampirc_usi::GuiMessage;

    fn read(dialect: Dialect, line: &str) -> (Limits, Vec<String>) {
        let position = Position::start(Rules::by_name("shogi").unwrap());
        let (message, _) = dialect.read(line, position.rules()).unwrap();
        let GuiMessage::Go(go) = message else { panic!("{line}") };
        limits(&go, dialect, &position)
    }

    #[test]
    fn what_limits_nothing_is_infinite() {
        for line in ["go", "go infinite", "go searchmoves 7g7f", "go depth 5 infinite"] {
            assert!(read(Dialect::Usi, line).0.infinite, "{line}");
        }
        for line in ["go depth 5", "go byoyomi 0", "go btime 0", "go ponder", "go nodes 1"] {
            assert!(!read(Dialect::Usi, line).0.infinite, "{line}");
        }
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let clock = |dialect, line| read(dialect, line).0.clock.unwrap();
        let ms = Duration::from_millis;
        let both = clock(Dialect::Usi, "go btime 1000 wtime 2000 binc 30 winc 40");
        assert_eq!((both.remaining, both.increment), (ms(1000), ms(30)));
        let uci = clock(Dialect::Uci, "go wtime 1000 btime 2000 winc 30 binc 40");
        assert_eq!(uci, both);
        assert_eq!(clock(Dialect::Usi, "go wtime 2000").remaining, ms(2000));
        assert_eq!(clock(Dialect::Usi, "go byoyomi 500").byoyomi, ms(500));
        assert_eq!(clock(Dialect::Uci, "go wtime 900 movestogo 7").moves_to_go, Some(7));
        assert_eq!(both.moves_to_go, None);
    }

    #[test]
    fn a_mate_in_moves_and_moves_that_are_none() {
        assert_eq!(read(Dialect::Uci, "go mate 3").0.mate, Some(5));
        let (limits, refused) = read(Dialect::Usi, "go searchmoves 7g7f 7g7e depth 3");
        let due = "searchmoves: '7g7e' is not a legal move: the piece does not move there";
        assert_eq!((limits.search_moves.len(), refused), (1, vec![due.to_owned()]));
    }
}
