//! The messages between a page and the program.
//!
//! A page sends a [`Request`] for each command and gets [`Message`]s, all in JSON: over a WebSocket from the
//! server (`GET /socket?table=NAME`), by `postMessage` where the program runs in the page. What a command
//! changes reaches every page at the table before the reply to the page that sent it.
//!
//! Moves are USI (`7g7f`, `8h2b+`, `P*5e`), squares as in USI (`7g`), pieces SFEN letters (`P`, `+P`,
//! lower case for White). Scores and chances are from Black's point of view, times in milliseconds.
//! Nodes of the move tree are numbers; 0 is the start position. A [`Text`] for people has one field for
//! each language of the page.

use crate::game::MoveText;
use crate::puzzle_rating::PuzzleRating;
use crate::text::Text;
use crate::user_data::{GameId, PuzzleCounts, RecentInfo, Settings};
use rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// A command with a number that the reply repeats.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The number.
    pub id: u64,
    /// The command.
    pub request: Command,
}

/// What the page asks for.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Starts a game.
    NewGame(NewGame),
    /// Plays a move from a node. Refused if the pages at the table have moved on from that node.
    Play {
        /// The node at which the move is played.
        node: usize,
        /// The move, in USI or as people type it in any notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Shows another node.
    GoTo {
        /// The node to show.
        node: usize,
    },
    /// Undoes a resignation or an agreed draw; otherwise takes the last move back, against the engine
    /// until the person is to move again.
    Undo,
    /// Asks the engine for a good move.
    Hint,
    /// Resigns for the person to move, or for the only person playing.
    Resign,
    /// Claims what the impasse rule allows the side to move.
    Claim,
    /// Offers a draw to the engine, or agrees to one if two people play.
    Draw,
    /// Pauses or continues the game: the clocks and the engine.
    Pause {
        /// Whether to pause.
        paused: bool,
    },
    /// Changes who plays, in mid-game.
    Players {
        /// The players, Black first.
        players: [Player; 2],
    },
    /// Starts a game from the shown position. The moves up to there stay.
    PlayFromHere {
        /// The players, Black first.
        players: [Player; 2],
        /// The clocks; none if absent.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        time: Option<TimeControl>,
    },
    /// Switches the analysis of the shown position on or off.
    Analyse {
        /// Whether to analyse.
        on: bool,
        /// The number of lines, 1 to 5.
        lines: usize,
    },
    /// Evaluates every position of the main line.
    Review {
        /// The time for each position.
        move_time: u64,
    },
    /// Judges a move that the person tries in place of a mistake. A [`Notice::Judged`] says how good it is.
    Try {
        /// The node of the mistake.
        node: usize,
        /// The move, in any notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Looks for a mate by consecutive checks in the shown position.
    Mate,
    /// Stops a review, a mate search or a hint.
    Stop,
    /// Removes a move and all moves after it.
    Remove {
        /// The node of the move.
        node: usize,
    },
    /// Makes a variation the main line.
    Promote {
        /// A node of the variation.
        node: usize,
    },
    /// Shows a position for analysis.
    SetUp {
        /// The game.
        variant: String,
        /// The position, as SFEN or FEN.
        sfen: String,
    },
    /// Reads a position or a game in any format the program knows.
    Import {
        /// The text.
        text: String,
        /// The game, if the text does not name it; by default the present game.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        variant: Option<String>,
    },
    /// Returns the position or the game as text.
    Export {
        /// The format.
        format: ExportFormat,
    },
    /// Returns how the piece on a square moves in the shown position.
    Movement {
        /// The square.
        square: String,
    },
    /// Returns the SFEN of a position made in the editor, and what is wrong with it.
    Edit(EditedPosition),
    /// Shows a puzzle.
    Puzzle(PuzzleChoice),
    /// Reads the person's own puzzles from a text, in place of those read before, and shows the first.
    ReadPuzzles {
        /// Lines of EPD with solutions.
        text: String,
        /// The game of lines that do not name theirs.
        variant: String,
    },
    /// Gives a puzzle up and shows its solution.
    ShowSolution,
    /// Analyses the shown position of a puzzle, which is given up if it is not solved.
    AnalysePuzzle,
    /// Changes settings, at all pages.
    Settings {
        /// The changed settings by name; `null` removes one.
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        changes: Settings,
    },
    /// Forgets which stored puzzles of a game were tried and solved.
    ForgetPuzzles {
        /// The game.
        variant: String,
    },
    /// Shows a recent game to go on with. Its clocks wait.
    OpenGame {
        /// The number of the game.
        id: GameId,
    },
    /// Forgets a recent game.
    ForgetGame {
        /// The number of the game.
        id: GameId,
    },
}

/// Which puzzle to show.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleChoice {
    /// The game. The person's own puzzles may be of other games.
    pub variant: String,
    /// The puzzles from which to choose.
    #[serde(default)]
    pub source: PuzzleSource,
    /// The number of the puzzle, from 1. Without it, one that fits the choice and the person's rating is
    /// shown, a new one if there is any.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub number: Option<usize>,
    /// The attacker's moves to mate; 4 stands for 4 or more.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub moves: Option<usize>,
    /// The difficulty.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub difficulty: Option<Difficulty>,
}

/// Where puzzles are from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleSource {
    /// Part of the program.
    #[default]
    Stored,
    /// Read from a text.
    Own,
}

/// The difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// A mate solver finds the solution at once.
    Easy,
    /// In between.
    Medium,
    /// A mate solver has to search.
    Hard,
}

/// The setup of a new game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The name of the game.
    pub variant: String,
    /// The name of a handicap.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub handicap: Option<String>,
    /// The start position, if not the game's own.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub sfen: Option<String>,
    /// The players, Black first.
    pub players: [Player; 2],
    /// The clocks; none if absent.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub time: Option<TimeControl>,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Player {
    /// A person at the page.
    Person,
    /// The engine.
    Engine {
        /// The skill level, 0 to 20; 20 is full strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        level: Option<i64>,
        /// The Elo rating, used if there is no level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        elo: Option<i64>,
        /// The time for each move, if the game has no clocks.
        move_time: u64,
    },
}

/// The clocks of a game, the same for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// The time at the start.
    pub main: u64,
    /// The time added after each move.
    #[serde(default)]
    pub increment: u64,
    /// The time for each move once the main time is used up.
    #[serde(default)]
    pub byoyomi: u64,
}

/// A format to copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// The shown position as SFEN.
    Sfen,
    /// The main line as a USI position line.
    Usi,
    /// The game as PGN.
    Pgn,
    /// The game as KIF.
    Kif,
}

/// A position made in the editor.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct EditedPosition {
    /// The game.
    pub variant: String,
    /// The pieces on the board by square.
    pub pieces: BTreeMap<String, String>,
    /// The pieces in hand: for Black and White, counts by letter.
    pub hands: [BTreeMap<String, u8>; 2],
    /// The side to move.
    pub side: Side,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl From<MoveText> for Text {
    fn from(text: MoveText) -> Self {
        Self::new(text.western, text.kanji)
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// An input field of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// A typed move.
    Move,
    /// The position as SFEN.
    Sfen,
    /// A pasted position or game.
    Text,
    /// Pasted puzzles.
    Puzzles,
    /// The number of a puzzle.
    Puzzle,
    /// The skill level.
    Level,
    /// The Elo rating.
    Rating,
    /// The time for each move.
    MoveTime,
    /// The times of the clocks.
    Time,
    /// The handicap.
    Handicap,
    /// The number of lines.
    Lines,
}

impl Field {
    /// Returns the English name.
    pub fn english(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Sfen => "position",
            Self::Text => "text",
            Self::Puzzles => "puzzles",
            Self::Puzzle => "puzzle",
            Self::Level => "level",
            Self::Rating => "rating",
            Self::MoveTime | Self::Time => "time",
            Self::Handicap => "handicap",
            Self::Lines => "number of lines",
        }
    }

    /// Returns the Japanese name.
    pub fn japanese(self) -> &'static str {
        match self {
            Self::Move => "指し手",
            Self::Sfen => "局面",
            Self::Text => "棋譜",
            Self::Puzzles => "問題",
            Self::Puzzle => "問題の番号",
            Self::Level => "レベル",
            Self::Rating => "レーティング",
            Self::MoveTime | Self::Time => "時間",
            Self::Handicap => "手合割",
            Self::Lines => "候補手の数",
        }
    }
}

/// The answer to a command.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    /// The command was carried out.
    Done,
    /// The command was refused.
    Error {
        /// Why, for the person at the page.
        error: Text,
        /// The input field to which the error belongs, if it is about one.
        field: Option<Field>,
    },
    /// The text of an export.
    Text {
        /// The text.
        text: String,
    },
    /// How a piece moves.
    Movement(PieceMovement),
    /// A text of puzzles has invalid lines, and none of it was read.
    InvalidPuzzles {
        /// An error for each invalid line, with its number.
        errors: Vec<Text>,
    },
    /// A position made in the editor.
    Edited {
        /// The position as SFEN.
        sfen: String,
        /// What is wrong with it, if anything.
        error: Option<Text>,
    },
}

/// How a piece moves in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PieceMovement {
    /// The square of the piece.
    pub square: String,
    /// The piece.
    pub piece: String,
    /// The empty squares to which it moves.
    pub moves: Vec<String>,
    /// The squares on which it captures an enemy.
    pub captures: Vec<String>,
    /// The empty squares that it attacks without being able to move there.
    pub threats: Vec<String>,
    /// The squares of the pieces over which it jumps.
    pub screens: Vec<String>,
}

/// What the program tells a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "message", rename_all = "snake_case")]
pub enum Message {
    /// The first message: what the program offers.
    Hello {
        /// The table at which the page sits.
        table: String,
        /// The program's name and version.
        program: &'static str,
        /// All games.
        games: Vec<GameInfo>,
        /// The names of the engine's levels.
        levels: Vec<LevelName>,
        /// The address for other devices, if the program serves any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        share: Option<ShareView>,
    },
    /// The changes of the move tree. The state that goes with them follows.
    Tree {
        /// The number of nodes in the tree. Nodes from this number on are gone.
        count: usize,
        /// The nodes that are new or have changed, in order of their numbers.
        nodes: Vec<TreeNode>,
    },
    /// The shown position and the state of the game.
    State(Box<TableView>),
    /// The lines of a running or finished search.
    Analysis {
        /// The node that is searched.
        node: usize,
        /// The purpose of the search.
        purpose: SearchPurpose,
        /// The lines found so far, the best first.
        lines: Vec<LineView>,
    },
    /// The mistakes of the game, after a review; none while the main line is not reviewed.
    Mistakes {
        /// The mistakes in the order of the game.
        mistakes: Vec<MistakeView>,
    },
    /// Something that the user should know has happened.
    Notice {
        /// The event.
        notice: Notice,
    },
    /// The settings, at first and when a page has changed them.
    Settings {
        /// The settings by name.
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        settings: Settings,
    },
    /// The progress in the stored puzzles, at first and when it changes.
    Puzzles {
        /// The progress by game.
        puzzles: BTreeMap<String, PuzzleCounts>,
        /// The person's rating in them.
        rating: PuzzleRating,
    },
    /// The recent games, at first and when they change.
    Games {
        /// The games, the newest first.
        games: Vec<RecentInfo>,
    },
    /// The answer to a request.
    Reply {
        /// The number of the request.
        id: u64,
        /// The answer.
        reply: Reply,
    },
    /// The page cannot be served, for instance because too many are open.
    Refused {
        /// Why.
        error: Text,
    },
}

/// The name of the engine's levels up to the next name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LevelName {
    /// The first level with this name.
    pub from: i64,
    /// The name.
    pub name: Text,
}

/// An address at which other devices can open the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ShareView {
    /// The address, with the key.
    pub address: String,
    /// The rows of its QR code, `1` for dark and `0` for light.
    pub qr: Vec<String>,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SearchPurpose {
    /// To play a move.
    Play,
    /// To analyse the shown position.
    Analyse,
    /// To suggest a move.
    Hint,
    /// To judge the moves of the game.
    Review,
    /// To judge a move that the person tries.
    Judge,
    /// To find a mate.
    Mate,
    /// To prove the solution of a puzzle.
    Prove,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// The engine suggests a move.
    Hint {
        /// The node at which it is a move.
        node: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it.
        text: Text,
    },
    /// A mate search found a mate.
    MateFound {
        /// The number of moves to mate, in plies.
        plies: usize,
    },
    /// A mate search proved that there is no mate by consecutive checks.
    NoMate,
    /// A mate search was stopped before it knew.
    MateUnknown,
    /// A move that the person tried in place of a mistake was judged.
    Judged {
        /// The node of the mistake.
        node: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it.
        text: Text,
        /// Whether the move is good enough not to count as a mistake.
        is_good: bool,
        /// The winning chance that it loses, from 0 to 1.
        lost: f64,
        /// The evaluation after it.
        evaluation: ScoreView,
        /// The best reply and the line after it.
        reply: Vec<Text>,
    },
    /// The engine does not accept a draw.
    DrawDeclined,
    /// A text was read, and what is shown may be unexpected.
    Imported {
        /// The title of the game, if it is another than the one expected.
        title: Option<Text>,
        /// The number of games in the text, of which the first is shown.
        count: usize,
    },
    /// The search failed.
    EngineFailed,
}

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameInfo {
    /// The name.
    pub name: String,
    /// The name for people.
    pub title: Text,
    /// The origin of the game in one line.
    pub about: Text,
    /// The rules that differ between games, in a few words each.
    pub rules: Vec<Text>,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The depth of the promotion zone in ranks.
    pub promotion_ranks: u8,
    /// The letter of the king.
    pub king: String,
    /// The pieces, promoted ones included, in the order in which hands are written.
    pub pieces: Vec<PieceView>,
    /// The handicaps.
    pub handicaps: Vec<HandicapView>,
    /// The puzzles; empty if there are none.
    pub puzzles: Vec<PuzzleGroup>,
}

/// A handicap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HandicapView {
    /// The name by which a new game is given it.
    pub name: &'static str,
    /// The name for people.
    pub title: Text,
}

/// The puzzles of a game that have the same length and difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleGroup {
    /// The attacker's moves to mate; 4 stands for 4 or more.
    pub moves: usize,
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The number of puzzles.
    pub count: usize,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PieceView {
    /// The letter, after a `+` if the kind is promoted.
    pub id: String,
    /// The English name.
    pub name: String,
    /// The letters of western notation, with a `+` if promoted.
    pub western: String,
    /// The full name in kanji, for Black and White.
    pub kanji: [String; 2],
    /// The one or two characters on the board, for Black and White.
    pub short_kanji: [String; 2],
    /// The number of pieces in the set; 0 for promoted kinds.
    pub count: u8,
    /// The jumps.
    pub leaps: Vec<LeapView>,
    /// The moves along lines.
    pub rays: Vec<RayView>,
}

/// A jump by a fixed vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LeapView {
    /// Ranks toward the opponent.
    pub forward: i8,
    /// Files to the right.
    pub right: i8,
    /// Whether it may move to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub capture: bool,
}

/// The moves along a line in one direction. The numbers are maximum distances; 0 means none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RayView {
    /// Ranks toward the opponent per step.
    pub forward: i8,
    /// Files to the right per step.
    pub right: i8,
    /// To empty squares, with no piece in between.
    pub slide_quiet: u8,
    /// Captures with no piece in between.
    pub slide_capture: u8,
    /// To empty squares beyond exactly one piece.
    pub hop_quiet: u8,
    /// Captures beyond exactly one piece.
    pub hop_capture: u8,
    /// To empty squares beyond one piece or more.
    pub jump_quiet: u8,
    /// Captures beyond one piece or more.
    pub jump_capture: u8,
}

/// A move of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TreeNode {
    /// The number of the node.
    pub node: usize,
    /// The node before it; absent for the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub parent: Option<usize>,
    /// The nodes after it, the main continuation first.
    pub children: Vec<usize>,
    /// The number of moves from the start position.
    pub ply: usize,
    /// The number of the move as the record counts it.
    pub number: u32,
    /// The move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mv: Option<String>,
    /// The side that made the move.
    pub side: Side,
    /// The move as people write it.
    pub text: Text,
    /// The marks `!`, `?`, `!?` and the like.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub mark: String,
    /// The comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub comments: Vec<String>,
    /// The evaluation of the position after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub evaluation: Option<ScoreView>,
    /// How the game ended here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub end: Option<EndView>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct EndView {
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// Whether the game is drawn.
    pub draw: bool,
    /// The reason.
    pub text: Text,
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
}

/// A line of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineView {
    /// The rank of the line, from 1.
    pub pv: usize,
    /// The depth.
    pub depth: u32,
    /// The score.
    pub score: ScoreView,
    /// The nodes searched.
    pub nodes: u64,
    /// The time since the search started.
    pub time: u64,
    /// The moves.
    pub moves: Vec<String>,
    /// The moves as people write them.
    pub texts: Vec<Text>,
}

/// The shown position and the state of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TableView {
    /// The name of the game.
    pub variant: String,
    /// The shown node.
    pub node: usize,
    /// The last node of the main line.
    pub last_node: usize,
    /// The pieces on the board by square.
    pub pieces: BTreeMap<String, String>,
    /// The pieces in hand: for Black and White, counts by letter.
    pub hands: [BTreeMap<String, u8>; 2],
    /// The side to move.
    pub side: Side,
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
    pub status_text: Text,
    /// The checks in a row by Black and White, and the limit, if the game has one.
    pub check_limit: Option<CheckLimitView>,
    /// What the side to move may claim: `win` or `draw`.
    pub claim: Option<&'static str>,
    /// How the game ended, if it has.
    pub end: Option<EndView>,
    /// The players, Black first.
    pub players: [Player; 2],
    /// The names of the players in a game that was read.
    pub names: [Option<String>; 2],
    /// Whether moves were played on this board that a new game would lose.
    pub unsaved: bool,
    /// Whether the game is paused.
    pub paused: bool,
    /// Whether no game is being played, so that moves may be tried at any node and the tree changed.
    pub free: bool,
    /// Whether the shown position is analysed.
    pub analysing: bool,
    /// The number of lines of the analysis.
    pub lines: usize,
    /// What the engine does now.
    pub searching: Option<SearchPurpose>,
    /// The clocks, if the game has any.
    pub clocks: Option<ClockView>,
    /// How well Black and White played, once every move of the main line is reviewed.
    pub review: Option<[SideReview; 2]>,
    /// The number of moves judged and of all, while the game is reviewed.
    pub review_progress: Option<[usize; 2]>,
    /// The puzzle on the board.
    pub puzzle: Option<PuzzleView>,
    /// The puzzles that the person has read from a text.
    pub own_puzzles: Option<OwnPuzzlesView>,
}

/// The puzzles that the person has read from a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnPuzzlesView {
    /// The number of puzzles.
    pub count: usize,
    /// The number of those tried.
    pub tried: usize,
    /// The number of those solved.
    pub solved: usize,
}

/// A puzzle on the board, and the progress in solving it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleView {
    /// Where the puzzle is from.
    pub source: PuzzleSource,
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The number of puzzles of the game or the text.
    pub count: usize,
    /// The name in the text; empty for stored puzzles.
    pub name: String,
    /// The goal of the attacker.
    pub goal: PuzzleGoal,
    /// Whether the solution is proven.
    pub proof: ProofView,
    /// The side that mates or wins.
    pub attacker: Side,
    /// The attacker's moves in the solution.
    pub moves: usize,
    /// The difficulty, if the nodes are known.
    pub difficulty: Option<Difficulty>,
    /// The nodes that the mate solver needs, if they are known.
    pub nodes: Option<u64>,
    /// The rating, if the nodes are known.
    pub rating: Option<f64>,
    /// Whether the puzzle is being solved.
    pub progress: PuzzleProgress,
    /// The number of wrong moves tried.
    pub wrong_moves: usize,
    /// Whether a hint was given.
    pub has_used_hint: bool,
    /// The verdict on the last move tried.
    pub verdict: Option<Verdict>,
    /// The hint for the next move, if the person asked for one.
    pub hint: Option<PuzzleHint>,
    /// The solution, once the puzzle is over.
    pub solution: Option<Vec<Text>>,
}

/// What the attacker of a puzzle is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleGoal {
    /// A mate by consecutive checks.
    Mate,
    /// A winning advantage.
    Win,
}

/// Whether the solution of a puzzle is proven to be the only shortest mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ProofView {
    /// The mate solver is about to prove it.
    Pending,
    /// It is proven.
    Proven,
    /// A move of the solution gives no check, or a defence resists for longer.
    NoMate,
    /// There is a shorter mate.
    Shorter,
    /// Another move mates as soon.
    SecondSolution,
    /// The proof was given up.
    Unknown,
    /// Only mates can be proven; this puzzle is a win.
    NotApplicable,
}

/// How far a puzzle is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleProgress {
    /// It is being solved.
    Solving,
    /// It was solved.
    Solved,
    /// It was given up: the solution was shown or the position analysed.
    GivenUp,
}

/// The verdict on a move in a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// The move is part of the solution.
    Right {
        /// The move as people write it.
        text: Text,
    },
    /// The move is not part of the solution. It was not played.
    Wrong {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it.
        text: Text,
        /// Why it is wrong; absent while the mate solver looks for a reply.
        refutation: Option<Refutation>,
    },
}

/// Why a move in a puzzle is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Refutation {
    /// It does not give check.
    NoCheck,
    /// The defender has a reply.
    Reply {
        /// The reply as people write it.
        text: Text,
    },
    /// No reply was found in a short time.
    Unknown,
    /// It is not known whether it fails, but it is not the move of the solution.
    NotTheSolution,
}

/// A hint for the next move of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleHint {
    /// The square of the piece to move, or the letter of the piece to drop with a `*`.
    pub origin: String,
    /// The move, once the person has asked again.
    #[serde(rename = "move")]
    pub mv: Option<String>,
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
    pub side: Side,
    /// The mark `?!`, `?` or `??`; empty if only a mate was missed.
    pub mark: String,
    /// The winning chance that it lost, from 0 to 1.
    pub lost: f64,
    /// The plies to the mate that it missed, if it did.
    pub missed_mate: Option<u32>,
    /// The evaluation before it.
    pub evaluation: ScoreView,
    /// The better line.
    pub moves: Vec<String>,
    /// The better line as people write it.
    pub texts: Vec<Text>,
}

/// The state of the check limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CheckLimitView {
    /// The checks in a row by Black and White.
    pub checks: [u8; 2],
    /// The most that are allowed.
    pub limit: u8,
}

/// The clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClockView {
    /// The main time left, for Black and White.
    pub remaining: [u64; 2],
    /// What is left of the byoyomi of the move, for Black and White.
    pub byoyomi: [u64; 2],
    /// The side whose clock runs.
    pub running: Option<Side>,
}
