//! A table: a game in progress or an analysis, with the pages that show it.

use crate::Options;
use crate::clock::GameClock;
use crate::engine_jobs::{RunningJob, Task};
use crate::engine_thread::Job;
use crate::event_stream::{EventSender, EventStream};
use crate::messages::{Command, LineView, Message, Player, Reply, SearchPurpose};
use crate::view;
use crossbeam_channel::Sender;
use records::{EndReason, GameEnd, GameRecord, GameResult, NodeId};
use rules::{Color, Move, Outcome, Position, Rules, format_western};
use search::skill::SkillNoise;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The interval of pings that show whether a page is still there.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// The opponent in the game that a new page shows.
const FIRST_OPPONENT: Player = Player::Engine { level: Some(5), elo: None, move_time: 1_000 };

/// A table. Commands, the engine thread and the clock take turns at its state.
#[derive(Debug)]
pub struct Table {
    name: String,
    state: Mutex<TableState>,
}

/// The state of a table.
#[derive(Debug)]
pub struct TableState {
    /// The table itself, for the engine thread.
    pub table: Weak<Table>,
    pub options: Options,
    pub record: GameRecord,
    /// The moves of the record in western notation, by index of the node.
    pub move_texts: Vec<String>,
    /// The shown node.
    pub current: NodeId,
    pub players: [Player; 2],
    pub clock: Option<GameClock>,
    pub paused: bool,
    pub analysing: bool,
    /// The number of lines to analyse.
    pub line_count: usize,
    /// What a person has asked the engine to do besides analysis and play.
    pub task: Option<Task>,
    /// The search that runs.
    pub job: Option<RunningJob>,
    /// The engine thread, once there has been a search.
    pub engine: Option<Sender<Job>>,
    pub next_job_id: u64,
    /// Counts the changes after which a node has another number or meaning.
    pub revision: u64,
    /// Counts the descriptions sent to the pages.
    pub update_count: u64,
    pub skill_noise: SkillNoise,
    /// The lines of the last search.
    pub lines: Vec<LineView>,
    pub lines_node: NodeId,
    pub lines_purpose: SearchPurpose,
    /// Whether the pages have not seen the lines yet.
    pub are_lines_new: bool,
    is_tree_new: bool,
    pages: Vec<(u64, EventSender)>,
    next_page_id: u64,
    left_since: Instant,
    last_ping: Instant,
}

impl Table {
    /// Creates a table with a game between a person and the engine at the start position.
    pub fn new(name: String, options: Options) -> Arc<Self> {
        Arc::new_cyclic(|table| {
            let record = GameRecord::new(&Position::start(options.rules));
            let now = Instant::now();
            let state = TableState {
                table: Weak::clone(table),
                options,
                record,
                move_texts: vec![String::new()],
                current: NodeId::ROOT,
                players: [Player::Person, FIRST_OPPONENT],
                clock: None,
                paused: false,
                analysing: false,
                line_count: 3,
                task: None,
                job: None,
                engine: None,
                next_job_id: 0,
                revision: 0,
                update_count: 0,
                skill_noise: SkillNoise::random(),
                lines: Vec::new(),
                lines_node: NodeId::ROOT,
                lines_purpose: SearchPurpose::Analyse,
                are_lines_new: false,
                is_tree_new: false,
                pages: Vec::new(),
                next_page_id: 0,
                left_since: now,
                last_ping: now,
            };
            Self { name, state: Mutex::new(state) }
        })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns when the last page left, or `None` if a page is there.
    pub fn left_since(&self) -> Option<Instant> {
        let state = self.lock();
        state.pages.is_empty().then_some(state.left_since)
    }

    /// Adds a page and sends it everything.
    pub fn connect(self: &Arc<Self>) -> EventStream {
        let mut state = self.lock();
        let id = state.next_page_id;
        state.next_page_id += 1;
        let table = Arc::downgrade(self);
        let on_close = move || {
            if let Some(table) = table.upgrade() {
                table.disconnect(id);
            }
        };
        let (sender, stream) = EventStream::new(on_close);
        let hello = Message::Hello {
            table: self.name.clone(),
            program: state.options.program,
            games: Rules::all().map(crate::game_info::game_info).collect(),
        };
        state.pages.push((id, sender.clone()));
        state.after_change();
        let messages = [hello, view::tree(&state), view::state(&state), view::analysis(&state)];
        for message in messages {
            sender.send(&to_json(&message));
        }
        stream
    }

    fn disconnect(&self, page: u64) {
        let mut state = self.lock();
        state.pages.retain(|(id, _)| *id != page);
        state.left_since = Instant::now();
        state.after_change();
    }

    /// Runs a page's command and tells the pages what has changed.
    pub fn run(&self, command: Command) -> Reply {
        let mut state = self.lock();
        let mut reply = state.run(command).unwrap_or_else(|error| Reply::Error { error });
        if matches!(reply, Reply::Done { .. } | Reply::Error { .. }) {
            state.publish();
        }
        if let Reply::Done { update } = &mut reply {
            *update = state.update_count;
        }
        reply
    }

    /// Lets the engine thread change the state, and tells the pages.
    pub fn update(&self, change: impl FnOnce(&mut TableState)) {
        let mut state = self.lock();
        change(&mut state);
        state.publish();
    }

    /// Changes the state without telling the pages.
    pub fn update_quietly(&self, change: impl FnOnce(&mut TableState)) {
        change(&mut self.lock());
    }

    /// Sends new lines, ends the game of a side whose time has run out, and pings the pages.
    pub fn tick(&self) {
        let mut state = self.lock();
        if state.are_lines_new {
            state.are_lines_new = false;
            let message = view::analysis(&state);
            state.send(&message);
        }
        if let Some(loser) = state.clock.as_ref().and_then(GameClock::expired) {
            state.end_game(GameResult::Win(!loser), EndReason::TimeForfeit);
            state.publish();
        }
        if state.last_ping.elapsed() >= PING_INTERVAL {
            state.last_ping = Instant::now();
            state.pages.retain(|(_, page)| page.ping());
        }
    }

    fn lock(&self) -> MutexGuard<'_, TableState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TableState {
    fn drop(&mut self) {
        // The engine thread ends when its search is stopped and the sender of its jobs is gone.
        self.stop_job();
    }
}

impl TableState {
    /// Returns the rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.record.rules()
    }

    /// Returns the shown position.
    pub fn position(&self) -> Position {
        self.record.position(self.current)
    }

    /// Returns whether a page shows the table.
    pub fn has_pages(&self) -> bool {
        !self.pages.is_empty()
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
        let elapsed = clock.end_move();
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

    /// Says that the pages must get the whole tree.
    pub fn tree_changed(&mut self) {
        self.is_tree_new = true;
    }

    /// Starts and stops clocks and searches as the state demands.
    fn after_change(&mut self) {
        self.update_clock();
        self.update_job();
    }

    fn update_clock(&mut self) {
        let runs = self.is_in_progress() && self.has_pages();
        let side = self.side_to_move();
        match &mut self.clock {
            Some(clock) if runs => clock.start(side),
            Some(clock) => clock.stop(),
            None => {}
        }
    }

    /// Tells the pages what has changed.
    pub fn publish(&mut self) {
        self.after_change();
        if std::mem::take(&mut self.is_tree_new) {
            let tree = view::tree(self);
            self.send(&tree);
        }
        self.update_count += 1;
        let state = view::state(self);
        self.send(&state);
        if std::mem::take(&mut self.are_lines_new) {
            let analysis = view::analysis(self);
            self.send(&analysis);
        }
    }

    /// Sends a message to all pages. A page that does not read is cut off.
    pub fn send(&mut self, message: &Message) {
        let json = to_json(message);
        self.pages.retain(|(_, page)| page.send(&json));
    }
}

/// Formats a message. Messages have no content that JSON cannot represent.
fn to_json(message: &Message) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
