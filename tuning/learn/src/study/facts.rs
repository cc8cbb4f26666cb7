//! What happened in a game.

use crate::game_files::{ScoredGame, ScoredMove, SelfPlayEnd};
use crate::train::{DECIDED_SCORE, drop_reason};
use records::{EndReason, GameEnd};
use rules::{Bitboard, Color, Move, PieceKind, Position};
use search::{Score, centipawns};

#[derive(Clone, Debug, Default)]
pub struct GameFacts {
    pub winner: Option<Color>,
    pub reason: EndReason,
    pub plies: u32,
    /// Sum and number of the legal moves that were counted.
    pub legal_moves: (u64, u32),
    pub captures: u32,
    pub drops: u32,
    pub promotions: u32,
    /// How often the side that is ahead by a pawn or more changed.
    pub lead_changes: u32,
    /// Moves after which the winner was ahead by three pawns or more until the end.
    pub decided_at: Option<u32>,
    /// A kind of piece that gives the mate.
    pub mating_kind: Option<PieceKind>,
    /// The key of the position after a few moves, or of the last one.
    pub opening_key: u64,
    /// By kind, promoted ones of their own.
    pub kinds: [KindFacts; PieceKind::COUNT],
    /// Quiet positions of the game.
    pub balances: Vec<MaterialBalance>,
}

/// What pieces of a kind did in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct KindFacts {
    /// Moves, drops not included.
    pub moves: u32,
    /// Pieces that it captured.
    pub captures: u32,
    /// Pieces of the kind that were captured.
    pub captured: u32,
    pub drops: u32,
    /// Moves that could promote, and those that did.
    pub promotion_chances: u32,
    pub promotions: u32,
    /// Pieces in the start position, and of these the ones that still stood there at the end and had never moved.
    pub at_start: u32,
    pub at_home: u32,
}

/// Where a piece is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Board(PieceKind),
    Hand(PieceKind),
}

impl Place {
    pub const COUNT: usize = PieceKind::COUNT + PieceKind::BASE_COUNT;

    /// Returns the places of all pieces, those of a game or not, in the order of their indices.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds = || (0..PieceKind::COUNT).map(PieceKind::from_index);
        kinds().map(Self::Board).chain(kinds().take(PieceKind::BASE_COUNT).map(Self::Hand))
    }

    pub fn index(self) -> usize {
        match self {
            Self::Board(kind) => kind.index(),
            Self::Hand(kind) => PieceKind::COUNT + kind.unpromoted().index(),
        }
    }
}

/// How many more pieces of each kind Black has than White.
#[derive(Clone, Copy, Debug)]
pub struct MaterialBalance {
    pub side: Color,
    /// By [`Place`].
    pub(super) pieces: [i8; Place::COUNT],
}

/// Number of moves after which openings are compared.
pub(super) const COMPARED_PLIES: usize = 6;
/// Legal moves are counted in every position of this many, an odd number, so that both sides count.
const COUNTED_INTERVAL: usize = 5;
/// The score, in centipawns, at which a side leads, and the one at which a game is decided if it lasts.
const LEAD: i32 = 100;
const DECIDED: i32 = 300;
/// The most quiet positions of a game that are kept.
const MAX_BALANCES: usize = 6;

impl GameFacts {
    pub fn new(game: &ScoredGame) -> Self {
        let mut position = Position::start(game.rules);
        let mut facts = Self {
            winner: game.winner,
            plies: (game.opening.len() + game.moves.len()) as u32,
            opening_key: position.key(),
            ..Self::default()
        };
        let start: Vec<_> = position.placed_pieces().collect();
        let mut home = position.occupied();
        for &(piece, _) in &start {
            facts.kinds[piece.kind().index()].at_start += 1;
        }
        let (mut leader, mut decided_at) = (None, Some(game.opening.len() as u32));
        let opening = game.opening.iter().map(|&mv| (mv, None));
        let moves = game.moves.iter().map(|scored| (scored.mv, Some(*scored)));
        for (ply, (mv, scored)) in opening.chain(moves).enumerate() {
            if ply % COUNTED_INTERVAL == 0 {
                facts.legal_moves.0 += position.count_legal_moves();
                facts.legal_moves.1 += 1;
            }
            facts.add_move(&position, mv);
            let touched = mv.from().into_iter().chain([mv.to()]);
            touched.for_each(|square| home = home.without(Bitboard::from_square(square)));
            if let Some(scored) = scored {
                let black_score = facts.add_score(&position, scored, &mut leader);
                let ahead = match game.winner {
                    Some(Color::Black) => black_score,
                    Some(Color::White) => -black_score,
                    None => i32::MIN,
                };
                if ahead < DECIDED {
                    decided_at = None;
                } else {
                    decided_at = decided_at.or(Some(ply as u32 + 1));
                }
            }
            position.do_move(mv);
            if ply < COMPARED_PLIES {
                facts.opening_key = position.key();
            }
        }
        facts.decided_at = decided_at.filter(|_| game.winner.is_some());
        for (piece, square) in start {
            facts.kinds[piece.kind().index()].at_home += u32::from(home.contains(square));
        }
        facts.add_end(game, &position);
        thin_out(&mut facts.balances, MAX_BALANCES);
        facts
    }

    /// Counts a move.
    fn add_move(&mut self, position: &Position, mv: Move) {
        let Some(piece) = position.moved_piece(mv) else { return };
        let kind = piece.kind();
        if let Some(captured) = position.piece_on(mv.to()) {
            self.captures += 1;
            self.kinds[kind.index()].captures += 1;
            self.kinds[captured.kind().index()].captured += 1;
        }
        let facts = &mut self.kinds[kind.index()];
        let Some(from) = mv.from() else {
            self.drops += 1;
            facts.drops += 1;
            return;
        };
        facts.moves += 1;
        if mv.is_promotion() {
            self.promotions += 1;
            facts.promotions += 1;
            facts.promotion_chances += 1;
        } else if position.validate_move(Move::promotion(from, mv.to())).is_ok() {
            facts.promotion_chances += 1;
        }
    }

    /// Takes account of a score, which it returns from Black's point of view in centipawns. Keeps the position if it is
    /// quiet.
    fn add_score(
        &mut self,
        position: &Position,
        scored: ScoredMove,
        leader: &mut Option<Color>,
    ) -> i32 {
        if drop_reason(position, scored, DECIDED_SCORE).is_none() {
            self.balances.push(MaterialBalance::of(position));
        }
        let score = centipawns(Score::from_raw(scored.score.into()));
        let black_score = if position.side() == Color::Black { score } else { -score };
        if black_score.abs() >= LEAD {
            let ahead = if black_score > 0 { Color::Black } else { Color::White };
            self.lead_changes += u32::from(leader.is_some_and(|leader| leader != ahead));
            *leader = Some(ahead);
        }
        black_score
    }

    fn add_end(&mut self, game: &ScoredGame, last: &Position) {
        self.reason = match (game.end, GameEnd::by_rule(last)) {
            (_, Some(end)) => end.reason,
            (SelfPlayEnd::Declaration, None) => EndReason::Declaration,
            (SelfPlayEnd::MaxPlies, None) => EndReason::MoveLimit,
            _ => EndReason::Unknown,
        };
        if self.reason == EndReason::Mate {
            let checkers = last.checkers();
            let moved = last.last_move().map(Move::to).filter(|&to| checkers.contains(to));
            let square = moved.or_else(|| checkers.into_iter().next());
            self.mating_kind =
                square.and_then(|square| last.piece_on(square)).map(|piece| piece.kind());
        }
    }
}

impl MaterialBalance {
    fn of(position: &Position) -> Self {
        let mut balance = Self { side: position.side(), pieces: [0; Place::COUNT] };
        let mut add = |place: Place, color, count: i8| {
            balance.pieces[place.index()] += if color == Color::Black { count } else { -count };
        };
        for (piece, _) in position.placed_pieces() {
            add(Place::Board(piece.kind()), piece.color(), 1);
        }
        for color in Color::BOTH {
            for (kind, count) in position.hand(color).iter() {
                add(Place::Hand(kind), color, count as i8);
            }
        }
        balance
    }
}

/// Keeps at most `most` items, as far from each other as possible.
fn thin_out<T: Copy>(items: &mut Vec<T>, most: usize) {
    let count = items.len();
    if count > most {
        for index in 0..most {
            items[index] = items[(2 * index + 1) * count / (2 * most)];
        }
        items.truncate(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_move_that_could_promote_is_a_chance() {
        for (last_move, promotions) in [("8h2b", 0), ("8h2b+", 1)] {
            let line = format!("shogi\t1-0\trules\t\t7g7f:0 3c3d:0 {last_move}:0");
            let game = ScoredGame::parse(&line).unwrap();
            let facts = GameFacts::new(&game);
            let counts = |letter| {
                let kind = game.rules.kind_from_letter(letter).unwrap();
                let facts = facts.kinds[kind.index()];
                (facts.promotion_chances, facts.promotions)
            };
            assert_eq!(counts('P'), (0, 0));
            assert_eq!(counts('B'), (1, promotions));
        }
    }
}
