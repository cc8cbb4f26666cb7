//! The moves of a game after its opening, until the rules or the adjudication end it.

use crate::game_files::{ScoredGame, ScoredMove, SelfPlayEnd};
use rules::{Color, ImpasseClaim, Move, Outcome, Position};
use search::Score;

/// When games end that the rules have not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Score, in the evaluation's units, that adjudicates a game as won when both sides agree on
    /// the winner for six plies in a row.
    pub win_score: i32,
    /// Ply at which a game is adjudicated as drawn.
    pub max_plies: usize,
    /// Whether a forced win that a search finds ends the game. Otherwise it goes on to the mate.
    pub forced_wins: bool,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { win_score: 4_000, max_plies: 400, forced_wins: true }
    }
}

/// Consecutive plies for which the scores of both sides must agree on the winner.
const WIN_ADJUDICATION_PLIES: u32 = 6;

/// Plays a game to its end. `search` returns the move and the score of the side to move.
pub(crate) fn play_to_end(
    mut position: Position,
    adjudication: Adjudication,
    mut search: impl FnMut(&Position) -> (Option<Move>, Score),
) -> ScoredGame {
    let rules = position.rules();
    let opening: Vec<_> = position.moves().collect();
    let mut moves = Vec::new();
    let mut adjudicator = Adjudicator::new(adjudication);
    let (end, winner) = loop {
        if let Some(end) = adjudicator.end_before_move(&position) {
            break end;
        }
        let (best_move, score) = search(&position);
        let side = position.side();
        let Some(mv) = best_move else { break (SelfPlayEnd::Rules, Some(!side)) };
        moves.push(ScoredMove { mv, score: score.raw() as i16 });
        position.do_move(mv);
        if adjudication.forced_wins && score.is_decided() {
            let winner = if score.is_win() { side } else { !side };
            break (SelfPlayEnd::ForcedWin, Some(winner));
        }
        if let Some(winner) = adjudicator.adjudicated_winner(score.raw(), side) {
            break (SelfPlayEnd::WinAdjudication, Some(winner));
        }
    };
    ScoredGame { rules, winner, end, opening, moves }
}

/// Decides when a game is over and who won it.
struct Adjudicator {
    adjudication: Adjudication,
    /// Side that the latest scores show as winning.
    leader: Option<Color>,
    /// Consecutive plies whose scores agree on `leader`.
    agreed_plies: u32,
}

impl Adjudicator {
    fn new(adjudication: Adjudication) -> Self {
        Self { adjudication, leader: None, agreed_plies: 0 }
    }

    /// Returns the end reason and the winner, if the game is over by the rules, by declaration or
    /// by its number of plies.
    fn end_before_move(&self, position: &Position) -> Option<(SelfPlayEnd, Option<Color>)> {
        let side = position.side();
        match (position.outcome(), position.impasse_claim()) {
            (Outcome::Ongoing, Some(ImpasseClaim::Win)) => {
                Some((SelfPlayEnd::Declaration, Some(side)))
            }
            (Outcome::Ongoing, _) if position.moves().len() >= self.adjudication.max_plies => {
                Some((SelfPlayEnd::MaxPlies, None))
            }
            (Outcome::Ongoing, _) => None,
            (outcome, _) => Some((SelfPlayEnd::Rules, outcome.winner(side))),
        }
    }

    /// Adds the score of a move by `side`. Returns the winner once the scores have agreed on it for
    /// [`WIN_ADJUDICATION_PLIES`].
    fn adjudicated_winner(&mut self, score: i32, side: Color) -> Option<Color> {
        let win_score = self.adjudication.win_score;
        let leader = match score {
            _ if score >= win_score => Some(side),
            _ if score <= -win_score => Some(!side),
            _ => None,
        };
        self.agreed_plies = if leader == self.leader { self.agreed_plies + 1 } else { 1 };
        self.leader = leader;
        leader.filter(|_| self.agreed_plies >= WIN_ADJUDICATION_PLIES)
    }
}
