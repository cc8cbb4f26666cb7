//! Positions set up from SFEN, unless the rules refuse them, and written as SFEN.

use super::board::{Board, Colour, Piece, Square};
use super::games::Game;
use super::history::State;
use super::legality::{Position, movements};
use std::sync::Arc;

impl State {
    /// Sets up a position, refusing what the rules refuse.
    pub fn from_sfen(game: &'static Game, sfen: &str) -> Result<Self, String> {
        let fields: Vec<&str> = sfen.split_whitespace().collect();
        let [rows, turn, hands, number] = fields[..] else {
            return Err(format!("{} fields in an SFEN instead of 4", fields.len()));
        };
        let position = Position {
            game,
            movements: Arc::new(movements(game)),
            board: Board::from_rows(game.files, game.ranks, rows)?,
            hands: read_hands(hands)?,
            turn: match turn {
                "b" => Colour::Black,
                "w" => Colour::White,
                _ => return Err(format!("the side to move is '{turn}' instead of b or w")),
            },
            checks: [0, 0],
        };
        let number = number.parse().map_err(|_| format!("'{number}' is no move number"))?;
        refuse(&position)?;
        Ok(Self { positions: vec![position], number })
    }

    pub fn sfen(&self) -> String {
        let position = self.position();
        let mut hands = String::new();
        for colour in [Colour::Black, Colour::White] {
            for letter in self.game().hand_order.chars() {
                let count = position.hand(colour).iter().filter(|&&held| held == letter).count();
                if count > 1 {
                    hands += &count.to_string();
                }
                if count > 0 {
                    hands += &Piece { colour, letter, promoted: false }.to_string();
                }
            }
        }
        if hands.is_empty() {
            hands += "-";
        }
        let number = self.number as usize + self.positions.len() - 1;
        format!("{} {} {hands} {number}", position.board.rows(), position.turn.letter())
    }
}

/// Reads the hands field of an SFEN.
fn read_hands(text: &str) -> Result<[Vec<char>; 2], String> {
    let mut hands = [Vec::new(), Vec::new()];
    if text == "-" {
        return Ok(hands);
    }
    let mut count = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            count.push(c);
        } else if c.is_ascii_alphabetic() {
            let number = if count.is_empty() { "1" } else { &count };
            let number = number.parse::<u16>().ok().filter(|&number| number > 0);
            let number = number.ok_or_else(|| format!("{count} pieces in hand"))?;
            let colour = if c.is_ascii_uppercase() { Colour::Black } else { Colour::White };
            let letters = std::iter::repeat_n(c.to_ascii_uppercase(), number.into());
            hands[colour as usize].extend(letters);
            count.clear();
        } else {
            return Err(format!("'{c}' in the hands"));
        }
    }
    if !count.is_empty() {
        return Err(format!("no piece after the count {count} in the hands"));
    }
    hands.iter_mut().for_each(|hand| hand.sort_unstable());
    Ok(hands)
}

/// Refuses what may not be set up.
fn refuse(position: &Position) -> Result<(), String> {
    let game = position.game;
    let board = &position.board;
    let name = |colour| if colour == Colour::Black { "Black" } else { "White" };

    for (square, piece) in board.pieces() {
        let kind = game.kind(piece.letter);
        let kind = kind.ok_or_else(|| format!("{} has no piece {piece}", game.name))?;
        if piece.promoted && kind.promoted.is_none() {
            return Err(format!("{piece} on {square}: {} does not promote", piece.letter));
        }
        if !piece.promoted && board.depth(piece.colour, square) <= kind.dead_ranks {
            return Err(format!("{piece} on {square} could never move"));
        }
        let is_twin = |&(other, same): &(Square, Piece)| other != square && same == piece;
        let twins: Vec<Square> = board.pieces().filter(is_twin).map(|(square, _)| square).collect();
        if piece.letter == 'K' && !twins.is_empty() {
            return Err(format!("{} has two kings", name(piece.colour)));
        }
        let pawn = piece.letter == 'P' && !piece.promoted;
        if pawn && !game.two_pawns_stand && twins.iter().any(|twin| twin.file == square.file) {
            return Err(format!("{} has two pawns on file {}", name(piece.colour), square.file));
        }
    }
    for &letter in position.hands.iter().flatten() {
        if !game.hand_order.contains(letter) {
            return Err(format!("{} has no {letter} in hand", game.name));
        }
    }
    for kind in game.kinds {
        let on_board = board.pieces().filter(|(_, piece)| piece.letter == kind.letter).count();
        let in_hand = position.hands.iter().flatten().filter(|&&l| l == kind.letter).count();
        if on_board + in_hand > kind.count {
            let total = on_board + in_hand;
            return Err(format!("{total} {} instead of at most {}", kind.letter, kind.count));
        }
    }
    let waiting = position.turn.other();
    if position.king(waiting).is_none() {
        return Err(format!("{} is not to move and has no king", name(waiting)));
    }
    if position.in_check(waiting) {
        return Err(format!("{} is not to move and in check", name(waiting)));
    }
    Ok(())
}
