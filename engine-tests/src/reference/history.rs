//! A game in progress: positions set up, moves played, how it stands.

use super::board::{Board, Colour, Piece, Square};
use super::games::{Game, ImpasseRule};
use super::legality::{Move, Position, movements};
use std::sync::Arc;

/// What the side to move may claim by the game's own entering-king rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impasse {
    None,
    Draw,
    Win,
}

/// A position with all that led to it.
#[derive(Clone, Debug)]
pub struct State {
    /// Every position so far; the last is the present one.
    positions: Vec<Position>,
    /// The move number of the first.
    number: u32,
}

impl State {
    /// The game's own start position.
    pub fn start(game: &'static Game) -> Self {
        Self::from_sfen(game, game.start).expect("the games' start positions can be set up")
    }

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

    /// Sets up a position and plays moves from it, separated by spaces.
    pub fn from_moves(game: &'static Game, sfen: &str, moves: &str) -> Result<Self, String> {
        let mut state = Self::from_sfen(game, sfen)?;
        for mv in moves.split_whitespace() {
            state.play(mv)?;
        }
        Ok(state)
    }

    /// Plays a legal move; what is not one is refused and changes nothing.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let legal = self.position().legal().into_iter().find(|mv| mv.to_string() == text);
        let mv = legal.ok_or_else(|| format!("{text} is not legal in {}", self.sfen()))?;
        self.positions.push(self.position().after(mv));
        Ok(())
    }

    pub fn game(&self) -> &'static Game {
        self.position().game
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
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

    /// Legal moves, whatever the history says of the outcome.
    pub fn legal_moves(&self) -> Vec<String> {
        sorted(&self.position().legal())
    }

    /// Moves that obey movement, promotion, drop squares and the two-pawn rule, and nothing else.
    pub fn pseudo_legal_moves(&self) -> Vec<String> {
        sorted(&self.position().pseudo_legal())
    }

    /// Whether a pseudo-legal move gives check.
    pub fn gives_check(&self, text: &str) -> Result<bool, String> {
        let moves = self.position().pseudo_legal();
        let mv = moves.into_iter().find(|mv| mv.to_string() == text);
        let mv = mv.ok_or_else(|| format!("{text} cannot be played in {}", self.sfen()))?;
        let next = self.position().after(mv);
        Ok(next.in_check(next.turn))
    }

    pub fn is_check(&self) -> bool {
        self.position().in_check(self.position().turn)
    }

    /// The pieces that give check to the side to move, sorted.
    pub fn checkers(&self) -> Vec<Square> {
        self.position().checkers(self.position().turn)
    }

    /// How many checks in a row Black and White have given with their latest moves.
    pub fn check_counts(&self) -> [u32; 2] {
        self.position().checks
    }

    /// How the game stands: `ongoing`, `repetition-draw`, `perpetual-check loses b` or `w`,
    /// `stalemate` or `mate`.
    ///
    /// Judges the present position alone: that an earlier one ended the game is forgotten.
    pub fn outcome(&self) -> String {
        let now = self.position();
        let occurs = |&i: &usize| self.positions[i].same(now);
        let occurrences: Vec<usize> = (0..self.positions.len()).filter(occurs).collect();
        if let [first, _, _, fourth, ..] = occurrences[..] {
            let since = &self.positions[first + 1..=fourth];
            // Each of these was reached by a move of the side that is not to move in it.
            let checked_throughout = |loser: Colour| {
                let mut own = since.iter().filter(|position| position.turn != loser);
                own.all(|position| position.in_check(position.turn))
            };
            let black = checked_throughout(Colour::Black);
            let white = checked_throughout(Colour::White);
            return match (self.game().perpetual_check_loses, black, white) {
                (true, true, false) => "perpetual-check loses b",
                (true, false, true) => "perpetual-check loses w",
                _ => "repetition-draw",
            }
            .to_owned();
        }
        match (now.legal().is_empty(), self.is_check()) {
            (true, true) => "mate",
            (true, false) => "stalemate",
            (false, _) => "ongoing",
        }
        .to_owned()
    }

    /// The number of ways to play so many legal moves from here, not ending at repetitions.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    /// Perft by first move: each legal move, sorted, with the number of ways to go on after it.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let position = self.position();
        let count = |&mv: &Move| (mv.to_string(), perft(&position.after(mv), depth - 1));
        let mut rows: Vec<_> = position.legal().iter().map(count).collect();
        rows.sort();
        rows
    }

    /// What the side to move may claim.
    pub fn impasse(&self) -> Impasse {
        let position = self.position();
        let board = &position.board;
        let side = position.turn;
        let in_zone = |colour, square| board.depth(colour, square) <= self.game().zone;
        let king_in_zone = |colour| position.king(colour).is_some_and(|king| in_zone(colour, king));
        let value = |letter| match letter {
            'K' => 0,
            'R' | 'B' | 'U' | 'A' | 'C' | 'I' => 5,
            _ => 1,
        };
        let hand_points =
            |colour| position.hand(colour).iter().map(|&letter| value(letter)).sum::<u32>();
        let board_points = |colour, zone_only: bool| {
            let own = board.pieces().filter(|(_, piece)| piece.colour == colour);
            own.filter(|&(square, _)| !zone_only || in_zone(colour, square))
                .map(|(_, piece)| value(piece.letter))
                .sum::<u32>()
        };

        if self.is_check() {
            return Impasse::None;
        }
        match self.game().impasse {
            ImpasseRule::None => Impasse::None,
            ImpasseRule::Points27 => {
                let own = |&(square, piece): &(Square, Piece)| {
                    piece.colour == side && piece.letter != 'K' && in_zone(side, square)
                };
                let needed = if side == Colour::Black { 28 } else { 27 };
                let enough = board_points(side, true) + hand_points(side) >= needed;
                if king_in_zone(side) && board.pieces().filter(own).count() >= 10 && enough {
                    Impasse::Win
                } else {
                    Impasse::None
                }
            }
            ImpasseRule::Points38 => {
                let enough = |colour| board_points(colour, false) + hand_points(colour) >= 38;
                if !king_in_zone(Colour::Black) || !king_in_zone(Colour::White) {
                    return Impasse::None;
                }
                match (enough(side), enough(side.other())) {
                    (true, false) => Impasse::Win,
                    (true, true) => Impasse::Draw,
                    (false, _) => Impasse::None,
                }
            }
        }
    }
}

fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal().len() as u64,
        _ => position.legal().iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
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
