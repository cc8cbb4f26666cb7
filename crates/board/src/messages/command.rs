//! Commands of a page.

use super::{DrawingView, GameId, Headers, Settings};
use rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use study::puzzles::PuzzleKind;
#[cfg(test)]
use ts_rs::TS;

/// A command with a name that the reply repeats and no other request of any page has.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub id: String,
    /// The game at the table for which the command is meant. It is refused if another one is there.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub game: Option<u64>,
    pub request: Command,
}

/// A command of a page.
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
        node: usize,
    },
    /// Undoes a resignation or an agreed draw; otherwise takes the last move back, against the engine
    /// until the person is to move again. Between two people on two devices, asks the other to take back the
    /// last move of this one.
    Undo,
    /// Asks the engine for a good move.
    Hint,
    /// Stops the engine's search; the engine plays the best move it has found.
    MoveNow,
    /// Resigns for the person to move, or for the only person playing.
    Resign,
    /// Claims what the impasse rule allows the side to move.
    Claim,
    /// Offers a draw to the engine or to the other player, or agrees to one if two people play at one table.
    Draw,
    /// Pauses or continues the game: the clocks and the engine.
    Pause {
        paused: bool,
    },
    /// Makes a table for two people on two devices. The page that shows the pass of the reply has a seat there.
    Invite {
        /// The side of the page that invites; a random one if absent.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        side: Option<Color>,
        game: NewGame,
    },
    /// Returns the addresses at which others can join the game between two people.
    Invitation {
        /// The address of the page as other devices see it.
        page: String,
    },
    /// Asks the other player for another game with the sides changed.
    Rematch,
    /// Claims the win, or a draw, because the other player has left.
    ClaimAbsence {
        draw: bool,
    },
    /// Names the person of this page in the record, where that person plays one side.
    Name {
        name: String,
    },
    /// Answers what the other player asks, or takes back what this one has asked.
    Answer {
        /// The question that is answered. If another one has taken its place, the answer is refused.
        question: Question,
        accept: bool,
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
        on: bool,
        /// The number of lines, 1 to 5.
        lines: usize,
    },
    /// Evaluates every position of the main line.
    Review {
        /// The time for each position.
        move_time: u64,
    },
    /// Judges a move that the person tries in place of a mistake. A `Notice::Judged` says how good it is.
    Try {
        /// The node of the mistake.
        node: usize,
        /// The move, in any notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Looks for a mate by consecutive checks in the shown position.
    Mate,
    /// Stops a hint, a mate search, a review or the judgement of a tried move.
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
    /// Writes the comment on a move, or before the first one.
    SetComment {
        node: usize,
        /// The lines; those that begin with `&` are bookmarks.
        text: String,
    },
    /// Marks a move.
    SetMark {
        node: usize,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!`, or empty for none.
        mark: String,
    },
    /// Draws a circle or an arrow on the board at a node. Takes it away if it is there, or gives it this colour.
    ToggleDrawing {
        node: usize,
        drawing: DrawingView,
    },
    /// Undoes the last change of the record, outside of games in progress.
    UndoChange,
    /// Shows a position for analysis.
    SetUp {
        /// The game.
        variant: String,
        /// The position, as SFEN or FEN.
        sfen: String,
    },
    /// Reads a position or a game in any format the program knows.
    Import {
        text: String,
        /// The game, if the text does not name it; by default the present game.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        variant: Option<String>,
        /// The side of this person in a game of links that two people send each other.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        by_link: Option<Color>,
        /// What its links name it by. The game of that name among the recent ones goes on.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        link_id: String,
    },
    /// Reads the games of a file and shows the first.
    OpenFile {
        name: String,
        /// The bytes in base64.
        content: String,
        /// The game, if the file does not name it; by default the present game.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        variant: Option<String>,
    },
    /// Shows another game of the file that was read.
    ShowFileGame {
        index: usize,
    },
    /// Returns the game as a file.
    Save {
        /// The extension of the file's name, which tells its format.
        extension: String,
        /// Whether to write all games of the file that was read.
        all: bool,
    },
    /// Changes the headers of the record.
    SetHeaders {
        headers: Headers,
    },
    /// Returns the position or the game as text.
    Export {
        format: ExportFormat,
    },
    /// Returns how the piece on a square moves in the shown position.
    Movement {
        square: String,
    },
    /// Returns the position after moves at a node, which are not played.
    Preview {
        node: usize,
        moves: Vec<String>,
    },
    /// Returns the SFEN of a position made in the editor, and what is wrong with it.
    Edit(EditedPosition),
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
    /// Shows a recent game to go on with. Its clocks wait. An unfinished game between two devices has another table: the
    /// reply has the pass that leads the page to its seat there.
    OpenGame {
        id: GameId,
    },
    /// Forgets a recent game.
    ForgetGame {
        id: GameId,
    },
    /// Loads the files of games that have changed. Their games begin anew at all tables.
    LoadRules,
    /// Returns recent games that have all words of a text in their names, their game and their date.
    FindGames {
        text: String,
        /// The number of games found that are passed over.
        from: usize,
    },
    /// Returns these games as a file.
    ExportGames {
        text: String,
    },
}

impl Command {
    /// Returns whether the command can change the record of a game.
    pub fn changes_record(&self) -> bool {
        matches!(
            self,
            Self::Play { .. }
                | Self::Undo
                | Self::Remove { .. }
                | Self::Promote { .. }
                | Self::SetHeaders { .. }
                | Self::SetComment { .. }
                | Self::SetMark { .. }
                | Self::ToggleDrawing { .. }
        )
    }

    /// Returns whether the command only asks for something, so that its answer concerns no other page.
    pub fn is_query(&self) -> bool {
        matches!(
            self,
            Self::Export { .. }
                | Self::Save { .. }
                | Self::Movement { .. }
                | Self::Preview { .. }
                | Self::Edit(_)
                | Self::FindGames { .. }
                | Self::ExportGames { .. }
                | Self::Invitation { .. }
        )
    }

    /// Returns whether the command changes no game, so that anybody at the table may give it, and again.
    pub fn is_harmless(&self) -> bool {
        self.is_query() || matches!(self, Self::GoTo { .. })
    }
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
    /// The number of the puzzle, from 1. Without it, the next exercise, or a puzzle that fits the choice and the
    /// person's rating, a new one if there is any.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub number: Option<usize>,
    /// The attacker's moves; 4 stands for 4 or more.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub moves: Option<usize>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub difficulty: Option<Difficulty>,
    #[serde(default)]
    #[cfg_attr(test, ts(type = r#""mate" | "win" | null"#))]
    pub goal: Option<PuzzleKind>,
    /// Whether to begin a streak, or to go on with the one whose puzzle on the board is solved. Its puzzles become
    /// harder, whatever else is chosen.
    #[serde(default)]
    pub streak: bool,
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
    /// The exercises of the game.
    Exercise,
}

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
    /// The side of this person in a game of links that two people send each other.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub by_link: Option<Color>,
    /// The name of this person.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub name: String,
}

/// A question of one player to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Question {
    Draw,
    TakeBack,
    /// Another game with the sides changed.
    NewGame,
}

/// Who plays a side. Kept with recent games, so fields that a newer version has added are no errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A person at the page.
    Person,
    /// The engine.
    Engine {
        /// The skill level, 0 to 20; 20 is full strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        level: Option<i64>,
        /// The Elo rating. Ignored if there is a level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        elo: Option<i64>,
        /// The time for each move, if the game has no clocks.
        move_time: u64,
    },
}

/// The clocks of a game, the same for both sides. Kept with recent games, like [`Player`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
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
    /// The game as KI2.
    Ki2,
    /// The main line as CSA, of shogi only.
    Csa,
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
    pub side: Color,
}
