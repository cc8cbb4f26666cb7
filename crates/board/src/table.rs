//! A table: its game, the players, and what the engine is to do.
//!
//! It knows neither the pages nor the engine's thread. [`crate::board`] gives it commands, reports of jobs
//! and the time, and sends what it has to say to its pages.

use crate::clock::GameClock;
use crate::command_error::CommandError;
use crate::game::Game;
use crate::game_file::GameFile;
use crate::job::{RunningJob, Task};
use crate::messages::{
    GameId, LineView, Notice, Player, RecentInfo, RecentMode, SearchPurpose, TimeControl,
};
use crate::mode::Mode;
use crate::own_puzzles::OwnPuzzles;
use crate::review::Review;
use crate::seats::Seats;
use crate::user_data::Change;
use crate::work::ReadGame;
use platform::Instant;
use records::{EndReason, GameRecord, GameResult, NodeId};
use rules::{Color, Move, Position, Rules};
use search::skill::SkillNoise;
use std::collections::VecDeque;
use std::time::Duration;

/// The opponent in the game that a new page shows.
const FIRST_OPPONENT: Player = Player::Engine { level: Some(5), elo: None, move_time: 1_000 };

/// Returns a random number that JavaScript can represent.
fn new_game_number() -> u64 {
    platform::random_seed() % (1 << 53)
}

/// A game that is to be kept in the list of recent games.
#[derive(Debug)]
pub struct KeptGame {
    pub record: GameRecord,
    pub info: RecentInfo,
    pub seats: Option<Seats>,
    /// Its index in the file that has it.
    pub file_index: Option<usize>,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    pub game: Game,
    /// Identifies the game. No other one has the same number, at this table or another.
    pub game_number: u64,
    /// Whether it is the game with which the table began.
    pub is_first_game: bool,
    /// Identifies the game in the list of recent games, once it is there.
    pub game_id: Option<GameId>,
    pub players: [Player; 2],
    pub mode: Mode,
    pub clock: Option<GameClock>,
    /// How long a message to the page of a person and its answer are under way, by colour.
    pub lags: [Duration; 2],
    /// The version of the game that the list of recent games has, or that has nothing to be kept.
    pub kept_version: Option<u64>,
    /// A game that was replaced before it was kept.
    pub replaced: Option<KeptGame>,
    /// The file that has the game.
    pub file: Option<GameFile>,
    /// The game before its last changes, the latest last.
    pub earlier_games: VecDeque<Game>,
    /// The puzzles that the person has read from a text.
    pub own_puzzles: OwnPuzzles,
    pub paused: bool,
    pub analysing: bool,
    /// The number of lines to analyse.
    pub line_count: usize,
    /// The hint, mate search, review or judgement of a tried move that is running or comes next.
    pub task: Option<Task>,
    /// The last review, complete or not.
    pub review: Option<Review>,
    /// The search that runs.
    pub job: Option<RunningJob>,
    pub next_job_id: u64,
    pub skill_noise: SkillNoise,
    /// The lines of the last search.
    pub lines: Vec<LineView>,
    pub lines_node: NodeId,
    /// The revision of the game in which they belong to that node.
    pub lines_revision: u64,
    pub lines_purpose: SearchPurpose,
    /// Whether a page shows the table. Without one, clocks and searches stop.
    pub is_watched: bool,
    /// Notices that have not been sent to the pages yet.
    pub notices: Vec<Notice>,
    /// Changes of the user's data that are not stored yet.
    pub data_changes: Vec<Change>,
}

impl Drop for Table {
    fn drop(&mut self) {
        self.stop_job();
    }
}

impl Table {
    /// Creates a game between a person and the engine at the start position.
    pub fn new(rules: &'static Rules) -> Self {
        Self {
            game: Game::from_position(&Position::start(rules)),
            game_number: new_game_number(),
            is_first_game: true,
            game_id: None,
            players: [Player::Person, FIRST_OPPONENT],
            mode: Mode::Board,
            clock: None,
            lags: [Duration::ZERO; 2],
            kept_version: None,
            replaced: None,
            file: None,
            earlier_games: VecDeque::new(),
            own_puzzles: OwnPuzzles::default(),
            paused: false,
            analysing: false,
            line_count: 3,
            task: None,
            review: None,
            job: None,
            next_job_id: 0,
            skill_noise: SkillNoise::random(),
            lines: Vec::new(),
            lines_node: NodeId::ROOT,
            lines_revision: 0,
            lines_purpose: SearchPurpose::Analyse,
            is_watched: false,
            notices: Vec::new(),
            data_changes: Vec::new(),
        }
    }

    /// Returns the player to move at the end of the main line.
    pub fn side_to_move(&self) -> Color {
        self.game.last_position().side()
    }

    /// Returns whether the engine plays a side.
    pub fn is_engine(&self, color: Color) -> bool {
        matches!(self.players[color.index()], Player::Engine { .. })
    }

    /// Returns whether moves may be played anywhere: in analysis, after the game, and between two
    /// people at one table without clocks.
    pub fn is_free(&self) -> bool {
        if self.puzzle_solver().is_some() || self.mode.seats().is_some() {
            return false;
        }
        self.analysing || self.game.end().is_some() || !self.is_contest()
    }

    /// Returns whether the game is one against the engine, by the clock, by links or between seats, in which moves are not
    /// changed at will.
    fn is_contest(&self) -> bool {
        let is_engine_playing = Color::BOTH.into_iter().any(|color| self.is_engine(color));
        let is_remote = self.mode.by_link().is_some() || self.mode.seats().is_some();
        is_engine_playing || is_remote || self.clock.is_some()
    }

    /// Returns whether a game is being played: clocks run and the engine moves.
    pub fn is_in_progress(&self) -> bool {
        !self.paused && !self.analysing && self.game.end().is_none()
    }

    /// Returns whether a person may move in the shown position.
    pub fn may_person_move(&self) -> bool {
        self.is_free() || self.check_may_move().is_ok()
    }

    /// Says why no person may move in the shown position, if moves may be played at the end of the game only.
    pub fn check_may_move(&self) -> Result<(), CommandError> {
        let side = self.side_to_move();
        if self.paused {
            Err(CommandError::Paused)
        } else if !self.game.is_last_shown() {
            Err(CommandError::NotAtEnd)
        } else if self.is_engine(side) {
            Err(CommandError::EngineToMove)
        } else if self.mode.by_link().is_some_and(|own| own != side) {
            Err(CommandError::OthersTurn)
        } else if self.mode.seats().is_some() && self.game.end().is_some() {
            Err(CommandError::GameOver)
        } else {
            Ok(())
        }
    }

    /// Plays a move in the shown position at a time, and shows the position after it.
    pub fn play(&mut self, mv: Move, now: Instant) -> Result<(), CommandError> {
        let color = self.game.position().side();
        let was_last = self.game.is_last_shown() && self.game.end().is_none();
        self.game.play(mv)?;
        if !self.is_free() {
            // An earlier state of the tree lacks this move.
            self.earlier_games.clear();
        }
        if was_last {
            self.record_time(color, now);
            self.game.end_by_rule();
            self.update_clock(now);
        }
        Ok(())
    }

    /// Returns when a player sent what arrives at a time.
    fn sent(&self, color: Color, now: Instant) -> Instant {
        let lag = if self.is_engine(color) { Duration::ZERO } else { self.lags[color.index()] };
        now.checked_sub(lag).unwrap_or(now)
    }

    /// Records the time spent on the last move.
    fn record_time(&mut self, color: Color, now: Instant) {
        let sent = self.sent(color, now);
        let Some(clock) = &mut self.clock else { return };
        let elapsed = clock.end_move(color, sent);
        let remaining = clock.remaining(color, now);
        let notes = self.game.notes_mut(self.game.shown());
        notes.elapsed = elapsed;
        notes.clock = Some(remaining);
    }

    /// Ends the game if the side to move has not moved in time, as far as that is known at a time. Returns whether it
    /// has not.
    pub fn check_time_up(&mut self, now: Instant) -> bool {
        let sent = self.sent(self.side_to_move(), now);
        let Some(loser) = self.clock.as_ref().and_then(|clock| clock.expired(sent)) else {
            return false;
        };
        self.set_end(GameResult::Win(!loser), EndReason::TimeForfeit);
        self.update_clock(now);
        true
    }

    /// Shows another game. Between people, an analysis goes on.
    pub fn replace_game(
        &mut self,
        mut game: Game,
        players: [Player; 2],
        time: Option<TimeControl>,
    ) {
        self.replaced = self.take_unkept();
        game.follow(&self.game);
        game.end_by_rule();
        self.game = game;
        self.game_number = new_game_number();
        self.is_first_game = false;
        self.earlier_games.clear();
        self.file = None;
        self.game_id = None;
        self.kept_version = None;
        self.players = players;
        self.mode.end();
        self.clock = time.map(GameClock::new);
        self.analysing &= time.is_none() && players == [Player::Person; 2];
        self.task = None;
        self.paused = false;
        self.lines.clear();
        self.skill_noise = SkillNoise::random();
    }

    /// Changes the moves of a game at will. If that changes the moves or the end of a contest that is over, what results is
    /// an analysis: the contest is kept apart from it, and does not go on.
    pub fn change_moves(&mut self, change: impl FnOnce(&mut Game)) {
        let mut game = self.game.clone();
        change(&mut game);
        let is_same =
            game.end() == self.game.end() && game.record().moves().eq(self.game.record().moves());
        if is_same || !self.is_contest() || self.game.end().is_none() {
            self.game = game;
            return;
        }
        let is_reviewed =
            self.review.as_ref().is_some_and(|review| review.revision == game.revision());
        self.analyse_game(game);
        if is_reviewed && let Some(review) = &mut self.review {
            review.revision = self.game.revision();
        }
    }

    /// Takes back how the game ended after a node of the main line, or its move after it. Moves that were explored from
    /// there on are no part of a contest: the game with them is kept apart.
    pub fn go_on_after(&mut self, node: NodeId) {
        let is_contest = self.is_contest();
        if is_contest {
            self.earlier_games.clear();
            if self.game.has_lines_after(node) {
                self.replaced = self.take_unkept();
                self.game_id = None;
            }
        }
        self.game.go_on_after(node, is_contest);
    }

    /// Ends the game.
    pub fn set_end(&mut self, result: GameResult, reason: EndReason) {
        if self.is_contest() {
            // An earlier state of the tree lacks the end.
            self.earlier_games.clear();
        }
        self.game.set_end(result, reason);
    }

    /// Makes the game one of links, in which this person has a side and which all links name by an id.
    pub fn set_by_link(&mut self, side: Color, id: String) {
        self.mode = Mode::ByLink { side, id };
        self.analysing = false;
    }

    /// Shows a game for analysis by people.
    pub fn analyse_game(&mut self, game: Game) {
        self.replace_game(game, [Player::Person; 2], None);
    }

    /// Returns the game if it has moves and the list of recent games lacks its last changes, and counts it as
    /// kept.
    pub fn take_unkept(&mut self) -> Option<KeptGame> {
        let version = Some(self.game.version());
        let is_kept = std::mem::replace(&mut self.kept_version, version) == version;
        if is_kept || self.mode.puzzle().is_some() || self.game.record().move_count() == 0 {
            return None;
        }
        let (record, info) = (self.game.record().clone(), self.recent_info());
        let seats = self.mode.seats().cloned();
        Some(KeptGame { record, info, seats, file_index: None })
    }

    /// Describes the game for the list of recent games.
    pub fn recent_info(&self) -> RecentInfo {
        RecentInfo {
            id: self.game_id.unwrap_or_default(),
            variant: self.game.rules().name().into(),
            players: self.players,
            names: Some(self.names()).filter(|names| names.iter().any(Option::is_some)),
            mode: self.mode.recent(),
            time: self.clock.as_ref().map(GameClock::control),
            moves: self.game.node(self.game.last()).ply(),
            end: self.game.end().map(Into::into),
            saved: 0,
        }
    }

    /// Returns the names of the players in the record, as far as they are known.
    pub fn names(&self) -> [Option<String>; 2] {
        Color::BOTH.map(|color| self.game.record().tags.player(color).map(ToOwned::to_owned))
    }

    /// Shows a game that was read. One of the recent games goes on after a pause.
    pub fn show_read_game(&mut self, read: ReadGame, now: Instant) {
        let ReadGame { game, is_another, file, recent } = read;
        let (players, time) = match &recent {
            Some(recent) => (recent.players, recent.time),
            None => ([Player::Person; 2], None),
        };
        self.replace_game(game, players, time);
        self.game.show(self.game.last());
        if is_another {
            let variant = self.game.rules().name().into();
            self.notify(Notice::Imported { variant });
        }
        if file.is_some() {
            // A look at a file leaves the list of recent games as it is.
            self.kept_version = Some(self.game.version());
        }
        self.game_id = file.as_ref().and_then(GameFile::shown_id);
        self.file = file;
        if let Some(recent) = recent {
            self.game_id = Some(recent.id);
            self.kept_version = Some(self.game.version());
            if let RecentMode::ByLink { side, id } = recent.mode {
                self.set_by_link(side, id);
            }
            // The person looks first and then goes on. Nobody waits for a move in a game by links.
            let is_by_link = self.mode.by_link().is_some();
            self.paused = self.game.end().is_none() && !self.is_free() && !is_by_link;
            self.restore_clocks(now);
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
        self.notices.push(notice);
    }

    /// Starts and stops the clocks as the state demands. That of the engine runs while it thinks, not
    /// while its memory is set up or while it waits so that people can follow.
    pub fn update_clock(&mut self, now: Instant) {
        let runs = self.is_in_progress() && self.is_watched && !self.is_waiting();
        let side = self.side_to_move();
        let since = if self.is_engine(side) { self.thinking_since() } else { Some(now) };
        let Some(clock) = &mut self.clock else { return };
        match since.filter(|_| runs) {
            Some(since) => clock.start(side, since),
            None => clock.stop(now),
        }
    }
}
