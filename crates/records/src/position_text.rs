//! Positions and moves as people, clients and files write them.

use crate::error::PositionTextError;
use crate::kif::parse_move;
use rules::{Position, Rules};

/// Reads a position: `startpos`, SFEN, FEN with hands in brackets, or a `position` command, each
/// optionally followed by `moves` and moves in any notation. An SFEN may lack its last fields: Black
/// then moves, hands are empty, and the move number is 1.
///
/// ```
/// use records::{other_games, read_position};
///
/// let shogi = games::by_name("shogi").unwrap();
/// let position = read_position(shogi, "position startpos moves 7g7f P-3d")?;
/// assert_eq!(position.ply(), 2);
/// let fits = |game| read_position(game, "position startpos moves 2g2f").is_ok();
/// assert_eq!(other_games(games::by_name("shosu").unwrap(), fits)[0].name(), "shogi");
/// # Ok::<(), records::PositionTextError>(())
/// ```
pub fn read_position(rules: &'static Rules, text: &str) -> Result<Position, PositionTextError> {
    let parts = PositionText::new(text);
    let mut position = parts.start(rules)?;
    play_moves(&mut position, parts.moves.iter().copied())?;
    Ok(position)
}

/// Plays moves in any notation. The error is that of the first move that cannot be played.
pub fn play_moves<'a>(
    position: &mut Position,
    moves: impl Iterator<Item = &'a str>,
) -> Result<(), PositionTextError> {
    for (number, text) in (1..).zip(moves) {
        let mv = parse_move(position, text).map_err(|reason| PositionTextError::Move {
            number,
            text: text.to_owned(),
            reason,
        })?;
        position.do_move(mv);
    }
    Ok(())
}

/// Returns the other games that a text fits, which is refused in the game `rules`.
pub fn other_games(rules: &Rules, fits: impl Fn(&'static Rules) -> bool) -> Vec<&'static Rules> {
    games::all().filter(|other| other.name() != rules.name() && fits(other)).collect()
}

/// The words of a position.
pub(crate) struct PositionText<'a> {
    is_fen: bool,
    start: Vec<&'a str>,
    pub moves: Vec<&'a str>,
}

impl<'a> PositionText<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut words = text.split_whitespace().peekable();
        words.next_if_eq(&"position");
        let keyword = words.next_if(|word| matches!(*word, "sfen" | "fen"));
        let mut start = Vec::new();
        while let Some(word) = words.next_if(|word| *word != "moves") {
            start.push(word);
        }
        // Moves alone are played from the start position.
        if start.is_empty() && keyword.is_none() && words.peek().is_some() {
            start.push("startpos");
        }
        Self { is_fen: keyword == Some("fen"), start, moves: words.skip(1).collect() }
    }

    /// Returns the board with the fields after it.
    pub fn board(&self) -> String {
        self.start.join(" ")
    }

    /// Returns the position before the moves.
    pub fn start(&self, rules: &'static Rules) -> Result<Position, PositionTextError> {
        match self.start[..] {
            ["startpos"] => return Ok(Position::start(rules)),
            ["startpos", word, ..] => return Err(PositionTextError::AfterStart(word.into())),
            [word, ..] if !word.contains('/') => {
                return Err(PositionTextError::NoBoard(self.board()));
            }
            _ => {}
        }
        let start = self.board();
        Ok(if self.is_fen && start.contains(' ') {
            Position::from_fen(rules, &start)
        } else {
            Position::from_sfen_or_fen(rules, &start)
        }?)
    }
}
