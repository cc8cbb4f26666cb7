//! The state of a table: the record of its game, the players, and what the engine is to do.
//!
//! It knows neither the pages nor the engine's thread. Messages for the pages wait in the outbox, and
//! flags say what else the pages have not seen; [`crate::table`] sends it.

use crate::clock::GameClock;
use crate::job::{RunningJob, Task};
use crate::messages::{LineView, Message, Notice, Player, SearchPurpose};
use crate::own_puzzles::OwnPuzzles;
use crate::puzzle_attempt::PuzzleAttempt;
use records::format_western;
use records::{EndReason, GameEnd, GameRecord, GameResult, NodeId};
use rules::{Color, Move, Outcome, Position, Rules};
use search::skill::SkillNoise;
use study::review::SideSummary;

/// The opponent in the game that a new page shows.
const FIRST_OPPONENT: Player = Player::Engine { level: Some(5), elo: None, move_time: 1_000 };

/// A complete review of a main line.
#[derive(Debug)]
pub struct Review {
    /// The revision of the record and the last node of its main line, which identify the line.
    pub revision: u64,
    pub last_node: NodeId,
    /// How well Black and White played.
    pub sides: [SideSummary; 2],
}

/// The state of a table.
#[derive(Debug)]
pub struct TableState {
    pub record: GameRecord,
    /// The moves of the record in western notation, by index of the node.
    pub move_texts: Vec<String>,
    /// The shown node.
    pub current: NodeId,
    pub players: [Player; 2],
    pub clock: Option<GameClock>,
    /// Whether moves were played since the record was created or read.
    pub has_new_moves: bool,
    /// The puzzle on the board.
    pub puzzle: Option<PuzzleAttempt>,
    /// The puzzles that the person has read from a text.
    pub own_puzzles: OwnPuzzles,
    pub paused: bool,
    pub analysing: bool,
    /// The number of lines to analyse.
    pub line_count: usize,
    /// The hint, mate search or review that is running or comes next.
    pub task: Option<Task>,
    /// The result of the last complete review.
    pub review: Option<Review>,
    /// The search that runs.
    pub job: Option<RunningJob>,
    pub next_job_id: u64,
    /// Counts the changes after which a node has another number or meaning.
    pub revision: u64,
    pub skill_noise: SkillNoise,
    /// The lines of the last search.
    pub lines: Vec<LineView>,
    pub lines_node: NodeId,
    pub lines_purpose: SearchPurpose,
    /// Whether a page shows the table. Without one, clocks and searches stop.
    pub is_watched: bool,
    /// Counts the descriptions sent to the pages.
    pub update_count: u64,
    /// Whether the pages have not seen the lines yet.
    pub are_lines_new: bool,
    /// Whether the pages have not seen the moves yet.
    pub is_tree_new: bool,
    /// Messages that the pages have not got yet.
    pub outbox: Vec<Message>,
}

impl Drop for TableState {
    fn drop(&mut self) {
        // The engine thread ends when its search is stopped and the sender of its jobs is gone.
        self.stop_job();
    }
}

impl TableState {
    /// Creates a game between a person and the engine at the start position.
    pub fn new(rules: &'static Rules) -> Self {
        Self {
            record: GameRecord::new(&Position::start(rules)),
            move_texts: vec![String::new()],
            current: NodeId::ROOT,
            players: [Player::Person, FIRST_OPPONENT],
            clock: None,
            has_new_moves: false,
            puzzle: None,
            own_puzzles: OwnPuzzles::default(),
            paused: false,
            analysing: false,
            line_count: 3,
            task: None,
            review: None,
            job: None,
            next_job_id: 0,
            revision: 0,
            skill_noise: SkillNoise::random(),
            lines: Vec::new(),
            lines_node: NodeId::ROOT,
            lines_purpose: SearchPurpose::Analyse,
            is_watched: false,
            update_count: 0,
            are_lines_new: false,
            is_tree_new: false,
            outbox: Vec::new(),
        }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.record.rules()
    }

    /// Returns the shown position.
    pub fn position(&self) -> Position {
        self.record.position(self.current)
    }

    /// Returns the player to move at the end of the main line.
    pub fn side_to_move(&self) -> Color {
        self.record.position(self.record.last_node()).side()
    }

    /// Returns whether the engine plays a side.
    pub fn is_engine(&self, color: Color) -> bool {
        matches!(self.players[color.index()], Player::Engine { .. })
    }

    /// Returns whether moves may be played anywhere: in analysis, after the game, and between two
    /// people without clocks.
    pub fn is_free(&self) -> bool {
        if self.puzzle_solver().is_some() {
            return false;
        }
        let is_engine_playing = Color::BOTH.into_iter().any(|color| self.is_engine(color));
        let is_contest = is_engine_playing || self.clock.is_some();
        self.analysing || self.record.end().is_some() || !is_contest
    }

    /// Returns whether a game is being played: clocks run and the engine moves.
    pub fn is_in_progress(&self) -> bool {
        !self.paused && !self.analysing && self.record.end().is_none()
    }

    /// Returns whether a person may move in the shown position.
    pub fn may_person_move(&self) -> bool {
        let is_turn = || {
            self.current == self.record.last_node()
                && !self.paused
                && !self.is_engine(self.side_to_move())
        };
        self.is_free() || is_turn()
    }

    /// Returns how well Black and White played, if the present main line was reviewed.
    pub fn current_review(&self) -> Option<&[SideSummary; 2]> {
        let review = self.review.as_ref()?;
        let is_current =
            (review.revision, review.last_node) == (self.revision, self.record.last_node());
        is_current.then_some(&review.sides)
    }

    /// Plays a move in the shown position and shows the position after it.
    pub fn play(&mut self, mv: Move) -> Result<(), rules::IllegalMove> {
        let position = self.position();
        position.validate_move(mv)?;
        let text = format_western(&position, mv);
        let was_last = self.current == self.record.last_node() && self.record.end().is_none();
        let mut cursor = self.record.cursor();
        cursor.go_to(self.current);
        let node = cursor.play(mv)?;
        if node.index() == self.move_texts.len() {
            self.move_texts.push(text);
            self.is_tree_new = true;
            self.has_new_moves = true;
        }
        self.current = node;
        if was_last {
            self.record_time(position.side());
            self.end_by_rule();
        }
        Ok(())
    }

    /// Records the time spent on the last move.
    fn record_time(&mut self, color: Color) {
        let Some(clock) = &mut self.clock else { return };
        let elapsed = clock.end_move(color);
        let remaining = clock.remaining(color);
        let notes = self.record.notes_mut(self.current);
        notes.elapsed = elapsed;
        notes.clock = Some(remaining);
    }

    /// Ends the game if the rules say that it is over.
    pub fn end_by_rule(&mut self) {
        let position = self.record.position(self.record.last_node());
        let outcome = position.outcome();
        let reason = match outcome {
            Outcome::Ongoing => return,
            Outcome::Mate => EndReason::Mate,
            Outcome::Stalemate | Outcome::StalemateDraw => EndReason::NoLegalMove,
            Outcome::RepetitionDraw | Outcome::RepetitionLoss(_) => EndReason::Repetition,
            Outcome::PerpetualCheck(_) => EndReason::PerpetualCheck,
            Outcome::GoalReached(_) => EndReason::GoalReached,
        };
        let winner = outcome.winner(position.side());
        self.end_game(winner.map_or(GameResult::Draw, GameResult::Win), reason);
    }

    /// Ends the game and shows its last position.
    pub fn end_game(&mut self, result: GameResult, reason: EndReason) {
        self.record.set_end(GameEnd::new(result, reason));
        self.current = self.record.last_node();
        self.is_tree_new = true;
    }

    /// Shows another record.
    pub fn replace_record(&mut self, record: GameRecord) {
        self.record = record;
        self.current = NodeId::ROOT;
        self.task = None;
        self.has_new_moves = false;
        self.puzzle = None;
        self.paused = false;
        self.lines.clear();
        self.are_lines_new = true;
        self.skill_noise = SkillNoise::random();
        self.rebuild_move_texts();
    }

    /// Computes the texts of all moves after nodes were renumbered.
    pub fn rebuild_move_texts(&mut self) {
        self.revision += 1;
        self.is_tree_new = true;
        self.move_texts = vec![String::new()];
        let mut cursor = self.record.cursor();
        for index in 1.. {
            let Some(id) = cursor.record().node_id(index) else { break };
            let node = cursor.record().node(id);
            let (parent, mv) = (node.parent().unwrap_or(NodeId::ROOT), node.mv());
            cursor.go_to(parent);
            let text = mv.map_or_else(String::new, |mv| format_western(cursor.position(), mv));
            self.move_texts.push(text);
        }
    }

    /// Stops the running search. Its result is ignored.
    pub fn stop_job(&mut self) {
        if let Some(job) = self.job.take() {
            job.control.stop();
        }
    }

    /// Tells the pages that something happened.
    pub fn notify(&mut self, notice: Notice) {
        self.outbox.push(Message::Notice { notice });
    }

    /// Says that the pages must get the whole tree.
    pub fn tree_changed(&mut self) {
        self.is_tree_new = true;
    }

    /// Starts and stops the clocks as the state demands.
    pub fn update_clock(&mut self) {
        let runs = self.is_in_progress() && self.is_watched;
        let side = self.side_to_move();
        match &mut self.clock {
            Some(clock) if runs => clock.start(side),
            Some(clock) => clock.stop(),
            None => {}
        }
    }
}
