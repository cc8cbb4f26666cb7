//! The state of a table: its move tree, the shown position, lines and reviews.

use super::{Player, PuzzleView, Question, SearchPurpose, TimeControl};
use crate::notation::MoveText;
use records::{DrawingColor, EndReason, GameEnd, GameResult};
use rules::{Color, ImpasseClaim, Outcome, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// A move of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TreeNode {
    pub node: usize,
    /// The node before it; absent for the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub parent: Option<usize>,
    /// The nodes after it, also those after the end of the game.
    pub children: Vec<usize>,
    /// The node that continues its line; absent if that ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<usize>,
    /// The number of moves from the start position.
    pub ply: usize,
    /// The number of the move as the record counts it.
    pub number: u32,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mv: Option<String>,
    /// The side that made the move.
    pub side: Color,
    /// The move as people write it.
    pub text: MoveText,
    /// The marks `!`, `?`, `!?` and the like.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub mark: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub comments: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<DrawingView>>"))]
    pub drawings: Vec<DrawingView>,
    /// The time spent on the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub elapsed: Option<u64>,
    /// The evaluation of the position after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub evaluation: Option<ScoreView>,
    /// How the game ended here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub end: Option<EndView>,
}

/// A circle on a square, or an arrow from it to another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DrawingView {
    #[cfg_attr(test, ts(type = r#""green" | "red" | "blue" | "yellow""#))]
    pub color: DrawingColor,
    pub from: String,
    /// The square to which an arrow points.
    pub to: Option<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct EndView {
    /// The winner, if there is one.
    pub winner: Option<Color>,
    pub draw: bool,
    #[serde(default)]
    pub reason: EndReason,
    /// The record's own words, where they say more than the reason does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub words: Option<String>,
}

impl From<&GameEnd> for EndView {
    fn from(end: &GameEnd) -> Self {
        Self {
            winner: end.result.winner(),
            draw: end.result == GameResult::Draw,
            reason: end.reason,
            words: end.text.clone(),
        }
    }
}

/// A score from Black's point of view.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ScoreView {
    /// Hundredths of a pawn; absent if the game is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cp: Option<i32>,
    /// The number of plies to the end if Black (positive) or White (negative) wins by force.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mate: Option<i32>,
    /// Black's chance of winning, from 0 to 1.
    pub chance: f64,
    /// Whether the true score may be better for Black or for White, if the search has found a bound only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub better_for: Option<Color>,
}

/// A line of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineView {
    /// The rank of the line, from 1.
    pub pv: usize,
    pub depth: u32,
    pub score: ScoreView,
    pub nodes: u64,
    /// The time since the search started.
    pub time: u64,
    pub moves: Vec<String>,
    /// The moves as people write them.
    pub texts: Vec<MoveText>,
}

/// A move of the opening book.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BookMoveView {
    #[serde(rename = "move")]
    pub mv: String,
    pub text: MoveText,
    /// The score of the search that the book has, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub score: Option<ScoreView>,
    /// How often the move was played in the games of the book; 0 if it was made without games.
    pub games: u32,
}

/// The shown position and the state of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TableView {
    /// The name of the game.
    pub variant: String,
    /// Identifies the game: no other one has this number, here or at another table.
    pub game: u64,
    /// Whether it is the game with which the table began.
    pub first: bool,
    /// The shown node.
    pub node: usize,
    /// The last node of the main line.
    pub last_node: usize,
    /// The pieces on the board by square.
    pub pieces: BTreeMap<String, String>,
    /// The pieces in hand: for Black and White, counts by letter.
    pub hands: [BTreeMap<String, u8>; 2],
    /// The English name of the handicap with which the game began.
    pub handicap: Option<&'static str>,
    /// The side to move.
    pub side: Color,
    /// The position as SFEN.
    pub sfen: String,
    /// The legal moves, if a person may move here.
    pub legal: Vec<String>,
    /// The squares of the last move.
    pub last_move: Vec<String>,
    /// The square of the king in check.
    pub check: Option<String>,
    /// The squares of the pieces that give check.
    pub checkers: Vec<String>,
    /// The state of the game in the words of `ozutsu show`.
    pub status: String,
    /// The state of the game for people.
    pub standing: Standing,
    /// The checks in a row by Black and White, and the limit, if the game has one.
    pub check_limit: Option<CheckLimitView>,
    /// The result that the side to move may claim by the impasse rule: `win` or `draw`.
    pub claim: Option<&'static str>,
    /// How the game ended, if it has.
    pub end: Option<EndView>,
    /// The players, Black first.
    pub players: [Player; 2],
    /// The names of the players in a game that was read.
    pub names: [Option<String>; 2],
    /// The side of the only person at this page.
    pub person: Option<Color>,
    /// The seats, if two people play on two devices. The shown node is then that of the page.
    pub seats: Option<SeatsView>,
    /// The side of this person in a game of links that two people send each other.
    pub by_link: Option<Color>,
    /// The name of that game in its links.
    pub link_id: String,
    /// Whether the last change of the move tree can be undone.
    pub undoable: bool,
    /// Whether moves were played on this board that a new game would lose.
    pub unsaved: bool,
    pub paused: bool,
    /// Whether pages may play moves at any node and change the tree: no game is in progress.
    pub free: bool,
    pub analysing: bool,
    /// The number of lines of the analysis.
    pub lines: usize,
    /// The purpose of the running search.
    pub searching: Option<SearchPurpose>,
    /// The clocks, if the game has any.
    pub clocks: Option<ClockView>,
    /// How well Black and White played, once every move of the main line is reviewed.
    pub review: Option<[SideReview; 2]>,
    /// The number of moves judged and of all, while the game is reviewed.
    pub review_progress: Option<[usize; 2]>,
    pub puzzle: Option<PuzzleView>,
    /// The puzzles that the person has read from a text.
    pub own_puzzles: Option<OwnPuzzlesView>,
    /// The moves of the opening book, the most usual first. Empty while a game is in progress.
    pub book: Vec<BookMoveView>,
}

/// The state of the game in a position. The values are sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
pub enum Standing {
    ToMove(Color),
    /// The side to move is in check.
    InCheck(Color),
    /// The side to move may claim a win by the impasse rule.
    WinByImpasse(Color),
    /// Either side may claim a draw by the impasse rule.
    DrawByImpasse,
    Mate,
    Stalemate,
    StalemateDraw,
    RepetitionDraw,
    /// A side loses because a position was repeated.
    RepetitionLoss(Color),
    /// A side loses because it gives perpetual check.
    PerpetualCheck(Color),
    /// The king of a side has reached its goal.
    GoalReached(Color),
}

impl From<&Position> for Standing {
    fn from(position: &Position) -> Self {
        let side = position.side();
        match (position.outcome(), position.impasse_claim()) {
            (Outcome::Ongoing, Some(ImpasseClaim::Win)) => Self::WinByImpasse(side),
            (Outcome::Ongoing, Some(ImpasseClaim::Draw)) => Self::DrawByImpasse,
            (Outcome::Ongoing, None) if position.in_check() => Self::InCheck(side),
            (Outcome::Ongoing, None) => Self::ToMove(side),
            (Outcome::Mate, _) => Self::Mate,
            (Outcome::Stalemate, _) => Self::Stalemate,
            (Outcome::StalemateDraw, _) => Self::StalemateDraw,
            (Outcome::RepetitionDraw, _) => Self::RepetitionDraw,
            (Outcome::RepetitionLoss(loser), _) => Self::RepetitionLoss(loser),
            (Outcome::PerpetualCheck(loser), _) => Self::PerpetualCheck(loser),
            (Outcome::GoalReached(winner), _) => Self::GoalReached(winner),
        }
    }
}

/// The seats of a game between two people on two devices, as one page sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeatsView {
    /// The side that the page plays; absent if it watches.
    pub own: Option<Color>,
    /// The pass of a page that plays.
    pub pass: Option<String>,
    /// Whether a page of Black and of White is connected.
    pub connected: [bool; 2],
    /// Whether the clocks wait until both are.
    pub is_waiting: bool,
    /// How long the other player must stay away until this one may claim the win or a draw; absent if that is not so.
    pub absence: Option<u64>,
    /// The open question between the players. Only they get it.
    pub question: Option<QuestionView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuestionView {
    /// The side that asks.
    pub side: Color,
    pub question: Question,
}

/// The puzzles that the person has read from a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnPuzzlesView {
    pub count: usize,
    /// The number of those tried.
    pub tried: usize,
    /// The number of those solved.
    pub solved: usize,
}

/// How well a side played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SideReview {
    /// The accuracy in per cent; absent without moves.
    pub accuracy: Option<f64>,
    /// The number of moves with the mark `?!`.
    pub inaccuracies: usize,
    /// The number of moves with the mark `?`.
    pub mistakes: usize,
    /// The number of moves with the mark `??`.
    pub blunders: usize,
}

/// A move that was a mistake, and what would have been better.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MistakeView {
    /// The node of the move.
    pub node: usize,
    /// The side that made it.
    pub side: Color,
    /// The mark `?!`, `?` or `??`; empty if only a mate was missed.
    pub mark: String,
    /// The winning chance that it lost, from 0 to 1.
    pub lost: f64,
    /// The plies to the mate that it missed, if it did.
    pub missed_mate: Option<u32>,
    /// The better line.
    pub moves: Vec<String>,
    /// The better line as people write it.
    pub texts: Vec<MoveText>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CheckLimitView {
    /// The checks in a row by Black and White.
    pub checks: [u8; 2],
    /// The most that are allowed.
    pub limit: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClockView {
    pub control: TimeControl,
    /// The main time left, for Black and White.
    pub remaining: [u64; 2],
    /// What is left of the byoyomi of the move, for Black and White.
    pub byoyomi: [u64; 2],
    /// The side whose clock runs.
    pub running: Option<Color>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standing_is_that_of_the_position() {
        let rules = games::by_name("shogi").unwrap();
        for (sfen, standing) in [
            (rules.start_sfen(), Standing::ToMove(Color::Black)),
            ("4k4/9/9/9/9/9/9/9/4R3K w - 1", Standing::InCheck(Color::White)),
            ("k8/1G7/K8/9/9/9/9/9/9 w - 1", Standing::Mate),
            ("K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1", Standing::WinByImpasse(Color::Black)),
        ] {
            let position = Position::from_sfen(rules, sfen).unwrap();
            assert_eq!(Standing::from(&position), standing, "{sfen}");
        }
    }
}
