//! A game in progress: its history, SFEN, outcome, impasse claims and perft.

use super::legal_moves::{Move, Position};
use super::mailbox::{Board, Piece, Side, Square};
use super::rule_sets::{ImpasseRule, PieceRules, RepetitionLoser, RuleSet};

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct GameState {
    /// Every position of the game; the last is the current one.
    positions: Vec<Position>,
    first_move_number: u32,
}

impl GameState {
    /// Returns the start position of a game.
    pub fn start(rule_set: &'static RuleSet) -> Self {
        Self::from_sfen(rule_set, rule_set.start_sfen).expect("a rule set has a legal start")
    }

    /// Sets up a position. Returns an error if the text is invalid or the position illegal.
    pub fn from_sfen(rule_set: &'static RuleSet, sfen: &str) -> Result<Self, String> {
        let fields: Vec<&str> = sfen.split_whitespace().collect();
        let [board, side_to_move, hands, number] = fields[..] else {
            return Err(format!("SFEN has {} fields, expected 4", fields.len()));
        };
        let position = Position::new(
            rule_set,
            Board::from_sfen(rule_set.files, rule_set.ranks, board)?,
            parse_hands(hands)?,
            match side_to_move {
                "b" => Side::Black,
                "w" => Side::White,
                _ => return Err(format!("invalid side to move '{side_to_move}'")),
            },
        );
        let first_move_number =
            number.parse().map_err(|_| format!("invalid move number '{number}'"))?;
        check_legality(&position)?;
        Ok(Self { positions: vec![position], first_move_number })
    }

    /// Plays a legal move in USI text. If it is not legal, returns an error and changes nothing.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let position = self.position();
        let named = position.pseudo_legal_moves().into_iter().find(|mv| mv.to_string() == text);
        let legal = named.filter(|&mv| position.is_legal(mv));
        let mv = legal.ok_or_else(|| format!("{text} is not legal in {}", self.sfen()))?;
        self.positions.push(self.position().after(mv));
        Ok(())
    }

    pub fn sfen(&self) -> String {
        let position = self.position();
        let mut hands = String::new();
        for side in [Side::Black, Side::White] {
            for letter in self.rule_set().hand_order.chars() {
                let count = position.hand(side).iter().filter(|&&held| held == letter).count();
                if count > 1 {
                    hands += &count.to_string();
                }
                if count > 0 {
                    hands += &Piece { side, letter, promoted: false }.to_string();
                }
            }
        }
        if hands.is_empty() {
            hands += "-";
        }
        let move_number = self.first_move_number as usize + self.positions.len() - 1;
        let side_to_move = position.side_to_move().letter();
        format!("{} {side_to_move} {hands} {move_number}", position.board().sfen())
    }

    pub fn rule_set(&self) -> &'static RuleSet {
        self.position().rule_set()
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
    }

    /// Returns the legal moves in USI text, sorted. Ignores repetitions.
    pub fn legal_moves(&self) -> Vec<String> {
        sorted_usi(&self.position().legal_moves())
    }

    /// Returns the pseudo-legal moves in USI text, sorted.
    pub fn pseudo_legal_moves(&self) -> Vec<String> {
        sorted_usi(&self.position().pseudo_legal_moves())
    }

    pub fn in_check(&self) -> bool {
        self.position().in_check(self.position().side_to_move())
    }

    /// Returns the pieces that give check to the side to move, sorted.
    pub fn checkers(&self) -> Vec<Square> {
        self.position().checkers(self.position().side_to_move())
    }

    /// Returns the consecutive checks that each side has given up to now, Black's first.
    pub fn consecutive_checks(&self) -> [u32; 2] {
        [Side::Black, Side::White].map(|side| self.position().consecutive_checks(side))
    }

    /// Returns the outcome in the current position: `ongoing`, `repetition-draw`, `repetition loses b`,
    /// `perpetual-check loses b`, `stalemate`, `stalemate-draw`, `goal b` or `mate`; with `w` instead of
    /// `b` for White.
    ///
    /// Ignores that an earlier position may have ended the game.
    pub fn outcome(&self) -> &'static str {
        let current = self.position();
        match current.goal_winner() {
            Some(Side::Black) => return "goal b",
            Some(Side::White) => return "goal w",
            None => {}
        }
        let is_repetition = |&i: &usize| self.positions[i].is_repetition_of(current);
        let occurrences: Vec<usize> = (0..self.positions.len()).filter(is_repetition).collect();
        if let Some(&last) = occurrences.get(self.rule_set().repetition_count - 1) {
            let since_first = &self.positions[occurrences[0] + 1..=last];
            // The side that is not to move in a position has made the move that led to it.
            let always_gave_check = |side: Side| {
                let mut own = since_first.iter().filter(|position| position.side_to_move() != side);
                own.all(|position| position.in_check(position.side_to_move()))
            };
            let black = always_gave_check(Side::Black);
            let white = always_gave_check(Side::White);
            return match (self.rule_set().perpetual_check_loses, black, white) {
                (true, true, false) => "perpetual-check loses b",
                (true, false, true) => "perpetual-check loses w",
                (true, true, true) => "repetition-draw",
                _ => self.repetition_result(),
            };
        }
        match (current.has_legal_move(), self.in_check()) {
            (true, _) => "ongoing",
            (false, true) => "mate",
            (false, false) if self.rule_set().stalemate_draws => "stalemate-draw",
            (false, false) => "stalemate",
        }
    }

    /// Returns the outcome of a repetition without perpetual check in the current position.
    fn repetition_result(&self) -> &'static str {
        let side_to_move = self.position().side_to_move();
        let loser = match self.rule_set().repetition_loser {
            RepetitionLoser::Nobody => return "repetition-draw",
            RepetitionLoser::Black => Side::Black,
            RepetitionLoser::White => Side::White,
            RepetitionLoser::Repeater => side_to_move.opponent(),
            RepetitionLoser::Opponent => side_to_move,
        };
        if loser == Side::Black { "repetition loses b" } else { "repetition loses w" }
    }

    /// Returns the number of sequences of `depth` legal moves. Ignores repetitions.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    /// Returns what the side to move may claim by the game's impasse rule.
    pub fn impasse_claim(&self) -> Claim {
        if self.in_check() {
            return Claim::None;
        }
        let points = ImpassePoints { position: self.position() };
        let us = self.position().side_to_move();
        match self.rule_set().impasse {
            ImpasseRule::None => Claim::None,
            ImpasseRule::Points27 => points.claim_by_27_points(us),
            ImpasseRule::Points38 => points.claim_by_38_points(us),
        }
    }
}

/// What the side to move may claim at an impasse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    None,
    Draw,
    Win,
}

/// Counts the points that decide an impasse.
struct ImpassePoints<'a> {
    position: &'a Position,
}

impl ImpassePoints<'_> {
    /// Returns a win if `us` has the king and 10 other pieces in the promotion zone, and 28 points as
    /// Black or 27 as White, counting pieces in the zone and in hand.
    fn claim_by_27_points(&self, us: Side) -> Claim {
        let board = self.position.board();
        let counts = |&(square, piece): &(Square, Piece)| {
            piece.side == us && piece.letter != 'K' && self.in_zone(us, square)
        };
        let needed = if us == Side::Black { 28 } else { 27 };
        let has_points = self.points_on_board(us, true) + self.points_in_hand(us) >= needed;
        if self.king_in_zone(us) && board.pieces().filter(counts).count() >= 10 && has_points {
            Claim::Win
        } else {
            Claim::None
        }
    }

    /// Returns a win or draw if both kings are in their promotion zones and `us` has 38 points, counting
    /// pieces anywhere on the board and in hand: a draw if the opponent has 38 too.
    fn claim_by_38_points(&self, us: Side) -> Claim {
        if !self.king_in_zone(Side::Black) || !self.king_in_zone(Side::White) {
            return Claim::None;
        }
        let has_points = |side| self.points_on_board(side, false) + self.points_in_hand(side) >= 38;
        match (has_points(us), has_points(us.opponent())) {
            (true, false) => Claim::Win,
            (true, true) => Claim::Draw,
            (false, _) => Claim::None,
        }
    }

    fn in_zone(&self, side: Side, square: Square) -> bool {
        self.position.in_zone(side, square)
    }

    fn king_in_zone(&self, side: Side) -> bool {
        self.position.king(side).is_some_and(|king| self.in_zone(side, king))
    }

    fn points_in_hand(&self, side: Side) -> u32 {
        self.position.hand(side).iter().map(|&letter| impasse_points(letter)).sum()
    }

    fn points_on_board(&self, side: Side, zone_only: bool) -> u32 {
        let own = self.position.board().pieces().filter(|(_, piece)| piece.side == side);
        own.filter(|&(square, _)| !zone_only || self.in_zone(side, square))
            .map(|(_, piece)| impasse_points(piece.letter))
            .sum()
    }
}

fn impasse_points(letter: char) -> u32 {
    match letter {
        'K' => 0,
        'R' | 'B' | 'U' | 'A' | 'C' | 'I' => 5,
        _ => 1,
    }
}

fn sorted_usi(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position.legal_moves().iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// Parses the hands field of an SFEN into sorted letters, Black's first.
fn parse_hands(text: &str) -> Result<[Vec<char>; 2], String> {
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
            let number = number.ok_or_else(|| format!("invalid count '{count}' in hand"))?;
            let side = if c.is_ascii_uppercase() { Side::Black } else { Side::White };
            let letters = std::iter::repeat_n(c.to_ascii_uppercase(), number.into());
            hands[side as usize].extend(letters);
            count.clear();
        } else {
            return Err(format!("invalid character '{c}' in hand"));
        }
    }
    if !count.is_empty() {
        return Err(format!("missing piece after count '{count}' in hand"));
    }
    hands.iter_mut().for_each(|hand| hand.sort_unstable());
    Ok(hands)
}

/// Returns an error if a position is illegal, with the reason.
fn check_legality(position: &Position) -> Result<(), String> {
    let board = position.board();
    for (square, piece) in board.pieces() {
        check_piece(position, square, piece)?;
    }
    check_counts(position)?;
    let opponent = position.side_to_move().opponent();
    if position.king(opponent).is_none() {
        return Err(format!("the side not to move ({opponent:?}) has no king"));
    }
    if position.kings_face() {
        return Err("the kings face each other".into());
    }
    if position.in_check(opponent) {
        return Err(format!("the side not to move ({opponent:?}) is in check"));
    }
    Ok(())
}

fn check_piece(position: &Position, square: Square, piece: Piece) -> Result<(), String> {
    let (rule_set, board, side) = (position.rule_set(), position.board(), piece.side);
    let rules = rule_set.piece(piece.letter);
    let rules = rules.ok_or_else(|| format!("{} has no piece {piece}", rule_set.name))?;
    if piece.promoted && rules.promoted.is_none() {
        return Err(format!("{piece} on {square}: {} does not promote", piece.letter));
    }
    if !piece.promoted && board.rank_from_far_edge(side, square) <= rules.dead_ranks {
        return Err(format!("{piece} on {square} could never move"));
    }
    let is_other_equal = |&(other, equal): &(Square, Piece)| other != square && equal == piece;
    let equal: Vec<Square> =
        board.pieces().filter(is_other_equal).map(|(square, _)| square).collect();
    if piece.letter == 'K' && !equal.is_empty() {
        return Err(format!("{side:?} has two kings"));
    }
    let is_pawn = rule_set.pawns.contains(piece.letter) && !piece.promoted;
    if is_pawn && !rule_set.two_pawns_allowed && equal.iter().any(|at| at.file == square.file) {
        return Err(format!("{side:?} has two pawns on file {}", square.file));
    }
    Ok(())
}

fn check_counts(position: &Position) -> Result<(), String> {
    let rule_set = position.rule_set();
    let in_hands = || [Side::Black, Side::White].into_iter().flat_map(|side| position.hand(side));
    for &letter in in_hands() {
        if !rule_set.hand_order.contains(letter) {
            return Err(format!("{} has no {letter} that can be in hand", rule_set.name));
        }
    }
    for PieceRules { letter, count: limit, .. } in rule_set.pieces {
        let on_board = position.board().pieces().filter(|(_, piece)| piece.letter == *letter);
        let total = on_board.count() + in_hands().filter(|held| *held == letter).count();
        if total > *limit {
            return Err(format!(
                "{total} {letter} on the board and in hand, expected at most {limit}"
            ));
        }
    }
    Ok(())
}
