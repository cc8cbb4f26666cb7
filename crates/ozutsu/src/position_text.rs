//! Positions and moves as people, clients and logs write them.

use records::parse_western;
use rules::quoted;
use rules::{Move, Position, Rules};

/// Parses a position: `startpos`, SFEN, FEN with hands in brackets, or a `position` command, each
/// optionally followed by `moves` and moves in any notation. An SFEN may lack its last fields: Black
/// then moves, hands are empty, and the move number is 1.
pub fn parse_position(rules: &'static Rules, text: &str) -> Result<Position, String> {
    let mut words = text.split_whitespace().peekable();
    let _ = words.next_if_eq(&"position");
    let is_fen = words.peek() == Some(&"fen");
    let _ = words.next_if(|word| matches!(*word, "sfen" | "fen"));
    let mut start = Vec::new();
    while let Some(word) = words.next_if(|word| *word != "moves") {
        start.push(word);
    }
    let mut position = match start[..] {
        ["startpos"] => Position::start(rules),
        ["startpos", word, ..] => return Err(format!("{}: expected 'moves'", quoted(word))),
        _ => {
            let start = start.join(" ");
            let parsed = match is_fen && start.contains(' ') {
                true => Position::from_fen(rules, &start),
                false => Position::from_sfen_or_fen(rules, &start),
            };
            parsed.map_err(|error| error.to_string())?
        }
    };
    play_moves(&mut position, words.skip(1))?;
    Ok(position)
}

/// Plays moves. The error names the first move that cannot be played.
pub fn play_moves<'a>(
    position: &mut Position,
    moves: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    for (number, text) in (1..).zip(moves) {
        let mv = parse_legal_move(position, text)
            .map_err(|reason| format!("move {number}, {}: {reason}", quoted(text)))?;
        position.do_move(mv);
    }
    Ok(())
}

/// Parses a legal move in USI, UCI or Western notation. The error is the reason without the move.
pub fn parse_legal_move(position: &Position, text: &str) -> Result<Move, String> {
    let mv = match position.rules().parse_move(text) {
        Ok(mv) => mv,
        Err(error) => {
            let is_western = text.starts_with(|first: char| first == '+' || first.is_uppercase())
                && !text.contains(['*', '@']);
            let error = match is_western {
                true => "not a legal move".into(),
                false => error.to_string(),
            };
            return parse_western(position, text).ok_or(error);
        }
    };
    match position.validate_move(mv) {
        Ok(()) => Ok(mv),
        Err(illegal) => Err(illegal.to_string()),
    }
}

/// Returns the other games for which `is_valid` holds, for instance because a position that is
/// refused in one game is valid in them.
pub fn other_games(
    rules: &Rules,
    is_valid: impl Fn(&'static Rules) -> bool,
) -> Vec<&'static Rules> {
    let others = games::all().filter(|other| other.name() != rules.name());
    others.filter(|other| is_valid(other)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

    fn shogi() -> &'static Rules {
        games::by_name("shogi").unwrap()
    }

    #[test]
    fn every_way_to_write_a_position_is_accepted() {
        for start in [
            "startpos".into(),
            "position startpos".into(),
            "sfen startpos".into(),
            format!("{START} b - 1"),
            format!("{START} b -"),
            format!("{START} b"),
            START.into(),
            format!("  position\tsfen {START} b - 1 "),
            format!("position fen {START}[] w - - 0 1"),
            format!("fen {START} w"),
            format!("fen {START}"),
            format!("{START}[]"),
        ] {
            let position = parse_position(shogi(), &start).unwrap();
            assert_eq!(position.sfen().to_string(), shogi().start_sfen(), "{start}");
            for moves in ["7g7f 3c3d", "c3c4 g7g6", "P-7f P-3d"] {
                let position = parse_position(shogi(), &format!("{start} moves {moves}")).unwrap();
                assert_eq!(position.last_move(), shogi().parse_usi("3c3d").ok(), "{start}");
            }
            assert!(parse_position(shogi(), &format!("{start} moves")).is_ok(), "{start}");
        }
    }

    #[test]
    fn errors_name_the_part_that_is_wrong() {
        for (text, message) in [
            ("", "missing board at character 1"),
            ("position", "missing board at character 1"),
            ("startpos 7g7f", "'7g7f': expected 'moves'"),
            ("startpos moves 7g7f 7g7f", "move 2, '7g7f': no piece on the origin square"),
            ("position startpos moves 7g", "move 1, '7g': expected a square of the board"),
            ("startpos moves P-7e", "move 1, 'P-7e': not a legal move"),
            ("9/9", "2 ranks instead of 9"),
            ("9/9/9/9/9/9/9/9/9 x", "invalid side to move (expected 'b' or 'w')"),
        ] {
            let error = parse_position(shogi(), text).unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    #[test]
    fn games_that_accept_a_position_are_found() {
        let cannonshogi = games::by_name("cannonshogi").unwrap();
        let found = |text: &str| -> Vec<_> {
            let others =
                other_games(cannonshogi, |other| parse_position(other, text).is_ok()).into_iter();
            others.map(Rules::name).collect()
        };
        assert_eq!(found(START), ["shogi"]);
        assert!(found("9/9").is_empty());
        assert!(found("startpos").len() > 1 && !found("startpos").contains(&"cannonshogi"));
    }
}
