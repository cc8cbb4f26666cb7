//! Carries out the commands of the pages.

use crate::clock::GameClock;
use crate::game::{Game, MAX_MOVES};
use crate::game_info::find_rules;
use crate::job::Task;
use crate::learn::read_move;
use crate::messages::{
    Command, EditedPosition, ExportFormat, Field, NewGame, Notice, Player, Reply, Side, TimeControl,
};
use crate::movement::piece_movement;
use crate::table::Table;
use crate::text::{Text, japanese_reason};
use crate::user_data::UserData;
use crate::work::{Work, Written};
use platform::Instant;
use records::{EndReason, Format, GameRecord, GameResult, NodeId, tags};
use rules::{Color, IllegalMove, ImpasseClaim, Outcome, Position, Rules, Square};
use search::skill::{MAX_ELO, MAX_LEVEL, MIN_ELO};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;
use thiserror::Error;
use time::OffsetDateTime;

/// The ply before which the engine declines every draw.
const MIN_DRAW_PLY: usize = 40;
/// The times of a move that a person may choose, in milliseconds.
const MOVE_TIMES: RangeInclusive<u64> = 10..=3_600_000;
/// The longest time on a clock in milliseconds.
const MAX_CLOCK: u64 = 24 * 3_600_000;
/// The numbers of lines that a person may choose.
const LINE_COUNTS: RangeInclusive<usize> = 1..=5;

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The pages at the table have moved on.
    #[error("the board has changed meanwhile")]
    Changed,
    /// Moves cannot be played while the game is paused.
    #[error("the game is paused")]
    Paused,
    /// An earlier position is shown.
    #[error("go to the last move to play on")]
    NotAtEnd,
    /// The engine is to move.
    #[error("it is the engine's turn")]
    EngineToMove,
    /// The side to move has lost on time.
    #[error("the time is up")]
    TimeUp,
    /// The rules do not allow the move.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// No claim is allowed.
    #[error("the impasse rule allows no claim here")]
    NoClaim,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Only allowed where moves may be played anywhere.
    #[error("not during a game")]
    DuringGame,
    /// The root of the tree has no move.
    #[error("the start position cannot be removed")]
    StartPosition,
    /// The node does not exist.
    #[error("there is no move {0}")]
    NoSuchMove(usize),
    /// Not a move in USI notation.
    #[error("{0}")]
    MoveText(String),
    /// Not a position of the game.
    #[error("{0}")]
    Position(String),
    /// The editor's position cannot be described.
    #[error("'{0}' is not a square of the board")]
    Square(String),
    /// The square is empty.
    #[error("there is no piece on the square")]
    EmptySquare,
    /// The game does not exist.
    #[error("unknown game '{0}'")]
    UnknownGame(String),
    /// The handicap does not exist.
    #[error("unknown handicap '{0}'")]
    UnknownHandicap(String),
    /// A number is too large or too small.
    #[error("invalid {what} {value}: expected {min} to {max}", what = field.english())]
    OutOfRange { field: Field, value: String, min: String, max: String },
    /// Neither main time nor byoyomi.
    #[error("invalid time: expected a main time or byoyomi")]
    NoTime,
    /// A puzzle is being solved.
    #[error("solve the puzzle first, or show its solution")]
    Solving,
    /// No puzzle is being solved.
    #[error("there is no puzzle on the board")]
    NoPuzzle,
    /// The puzzle is solved or given up.
    #[error("the puzzle is over")]
    PuzzleOver,
    /// The game has no puzzles.
    #[error("there are no puzzles for {}", .0.en)]
    NoPuzzles(Text),
    /// No puzzle is like this.
    #[error("no puzzle for {} has this length and difficulty", .0.en)]
    NoSuchPuzzle(Text),
    /// No puzzles were read.
    #[error("there are no puzzles of your own")]
    NoOwnPuzzles,
    /// A text without puzzles.
    #[error("there is no puzzle in the text")]
    NoPuzzleInText,
    /// A solution is too long.
    #[error("a solution has {0} moves, expected {max} at most", max = crate::own_puzzles::MAX_PLIES)]
    LongSolution(usize),
    /// A text without games.
    #[error("there is no game in the text")]
    NoGameInText,
    /// A text cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// A text fits several other games.
    #[error("{reason}; this looks like {}: choose the game first", games.en)]
    SeveralGames { reason: String, games: Text },
    /// A record is too long.
    #[error("the text has {0} moves, expected {MAX_MOVES} at most")]
    TooManyMoves(usize),
    /// A record cannot be written in a format.
    #[error("{0}")]
    Unwritable(String),
    /// The list of recent games has no game with this number.
    #[error("this game is no longer kept")]
    NoRecentGame,
    /// Settings that no page writes.
    #[error("the settings are too large")]
    LargeSettings,
    /// No mistakes to learn from.
    #[error("review the game first")]
    NotReviewed,
    /// The message is not a command.
    #[error("invalid command: {0}")]
    Invalid(String),
    /// The table was removed.
    #[error("this board is closed; reload the page")]
    Closed,
    /// The work of a command crashed.
    #[error("internal error: the command failed")]
    Failed,
}

impl CommandError {
    /// Returns the input field to which the error belongs.
    pub fn field(&self) -> Option<Field> {
        match self {
            Self::OutOfRange { field, .. } => Some(*field),
            Self::NoTime => Some(Field::Time),
            Self::UnknownHandicap(_) => Some(Field::Handicap),
            Self::Position(_) => Some(Field::Sfen),
            Self::NoGameInText
            | Self::Unreadable(_)
            | Self::SeveralGames { .. }
            | Self::TooManyMoves(_) => Some(Field::Text),
            Self::MoveText(_) => Some(Field::Move),
            Self::NoPuzzleInText | Self::LongSolution(_) => Some(Field::Puzzles),
            _ => None,
        }
    }

    /// Describes the error in Japanese. What a parser says about a text stays in English.
    pub fn japanese(&self) -> String {
        match self {
            Self::Changed => "盤面がすでに変わっています".into(),
            Self::Paused => "対局は中断中です".into(),
            Self::NotAtEnd => "最後の局面に移ってから指してください".into(),
            Self::EngineToMove => "エンジンの手番です".into(),
            Self::TimeUp => "時間切れです".into(),
            Self::Illegal(reason) => japanese_reason(*reason).into(),
            Self::NothingToUndo => "取り消せる手がありません".into(),
            Self::NoClaim => "ここでは宣言できません".into(),
            Self::GameOver => "対局は終わっています".into(),
            Self::DuringGame => "対局中はできません".into(),
            Self::StartPosition => "開始局面は削除できません".into(),
            Self::NoSuchMove(number) => format!("{number}番の手はありません"),
            Self::MoveText(reason) => format!("指し手を読めません（{reason}）"),
            Self::Position(reason) => format!("局面を読めません（{reason}）"),
            Self::Square(name) => format!("「{name}」というマスはありません"),
            Self::EmptySquare => "そのマスに駒がありません".into(),
            Self::UnknownGame(name) => format!("「{name}」というゲームはありません"),
            Self::UnknownHandicap(name) => format!("「{name}」という手合割はありません"),
            Self::OutOfRange { field, value, min, max } => {
                format!("{}に{value}は使えません。{min}から{max}までです", field.japanese())
            }
            Self::NoTime => "持ち時間か秒読みが必要です".into(),
            Self::Solving => "先に問題を解くか、解答を表示してください".into(),
            Self::NoPuzzle => "盤上に問題がありません".into(),
            Self::PuzzleOver => "この問題は終わっています".into(),
            Self::NoPuzzles(game) => format!("{}の問題はありません", game.ja),
            Self::NoSuchPuzzle(game) => {
                format!("この手数と難しさの{}の問題はありません", game.ja)
            }
            Self::NoOwnPuzzles => "読み込んだ問題がありません".into(),
            Self::NoPuzzleInText => "文中に問題がありません".into(),
            Self::LongSolution(moves) => {
                format!("解答が{moves}手あります。{}手までです", crate::own_puzzles::MAX_PLIES)
            }
            Self::NoGameInText => "文中に棋譜がありません".into(),
            Self::Unreadable(reason) => format!("読み込めません（{reason}）"),
            Self::SeveralGames { reason, games } => format!(
                "読み込めません（{reason}）。{}のようです。先にゲームを選んでください",
                games.ja
            ),
            Self::TooManyMoves(moves) => format!("{moves}手あります。{MAX_MOVES}手までです"),
            Self::Unwritable(reason) => format!("書き出せません（{reason}）"),
            Self::NoRecentGame => "この棋譜はもう残っていません".into(),
            Self::LargeSettings => "設定が大きすぎます".into(),
            Self::NotReviewed => "先に棋譜を検討してください".into(),
            Self::Invalid(reason) => format!("不正な命令です（{reason}）"),
            Self::Closed => "この盤は閉じられました。再読み込みしてください".into(),
            Self::Failed => "内部エラーです".into(),
        }
    }
}

/// The next step of a command.
#[derive(Debug)]
pub enum Step {
    /// The command is carried out.
    Reply(Reply),
    /// Work must be done first; the table is told its result.
    Work(Work),
}

/// A step, or the reason why the command is refused.
pub type CommandResult = Result<Step, CommandError>;

impl Table {
    /// Carries out a command that arrived at a time.
    pub fn run(&mut self, command: Command, user_data: &UserData, now: Instant) -> CommandResult {
        let result = self.carry_out(command, user_data, now);
        self.count_puzzle();
        result
    }

    fn carry_out(&mut self, command: Command, user_data: &UserData, now: Instant) -> CommandResult {
        match command {
            Command::NewGame(setup) => self.new_game(&setup, now)?,
            Command::Play { node, mv } => return self.play_text(node, &mv, now),
            Command::GoTo { node } => {
                let node = self.find_node(node)?;
                self.game.show(node);
            }
            Command::Undo => self.undo(now)?,
            Command::Hint if self.puzzle_solver().is_some() => self.hint_in_puzzle(),
            Command::Hint => self.task = Some(Task::Hint(self.game.shown())),
            Command::Resign => self.resign()?,
            Command::Claim => self.claim()?,
            Command::Draw => self.offer_draw()?,
            Command::Pause { paused } => {
                self.check_not_solving()?;
                self.paused = paused;
            }
            Command::Players { players } => self.set_players(players)?,
            Command::PlayFromHere { players, time } => {
                self.play_from_here(players, time)?;
            }
            Command::Analyse { on, lines } => {
                check_range(Field::Lines, lines, LINE_COUNTS)?;
                if on {
                    self.check_not_solving()?;
                }
                (self.analysing, self.line_count) = (on, lines);
            }
            Command::Review { move_time } => {
                check_range(Field::MoveTime, move_time, MOVE_TIMES)?;
                self.start_review(move_time)?;
            }
            Command::Try { node, mv } => {
                let node = self.find_node(node)?;
                self.try_better_move(node, &mv)?;
            }
            Command::Mate => {
                self.check_not_solving()?;
                self.task = Some(Task::Mate(self.game.shown()));
            }
            Command::Stop => self.task = None,
            Command::Remove { node } => self.remove(node)?,
            Command::Promote { node } => {
                let node = self.find_node(node)?;
                self.check_free()?;
                self.game.promote(node);
            }
            Command::SetUp { variant, sfen } => {
                let position = read_position(find_rules(&variant)?, &sfen)?;
                self.analyse_game(Game::from_position(&position));
            }
            Command::Import { text, variant } => {
                let rules = variant.as_deref().map_or_else(|| Ok(self.game.rules()), find_rules)?;
                return Ok(Step::Work(Work::ReadGame { text, rules, recent: None }));
            }
            Command::OpenGame { id } => {
                let recent = user_data.recent(id).ok_or(CommandError::NoRecentGame)?.clone();
                let rules = find_rules(&recent.info.variant)?;
                let text = recent.pgn;
                let recent = Some(Box::new(recent.info));
                return Ok(Step::Work(Work::ReadGame { text, rules, recent }));
            }
            Command::Export { format } => return Ok(self.export(format)),
            Command::Movement { square } => return self.movement(&square),
            Command::Edit(edited) => return edit(&edited).map(Step::Reply),
            Command::Puzzle(choice) => self.start_puzzle(&choice, user_data)?,
            Command::ReadPuzzles { text, variant } => {
                let rules = find_rules(&variant)?;
                return Ok(Step::Work(Work::ReadPuzzles { text, rules }));
            }
            Command::ShowSolution => self.show_solution(now)?,
            Command::AnalysePuzzle => self.analyse_puzzle()?,
            Command::Settings { .. }
            | Command::ForgetPuzzles { .. }
            | Command::ForgetGame { .. } => {
                debug_assert!(false, "the board carries out commands about the user's data");
            }
        }
        Ok(Step::Reply(Reply::Done))
    }

    fn new_game(&mut self, setup: &NewGame, now: Instant) -> Result<(), CommandError> {
        let rules = find_rules(&setup.variant)?;
        check_players(&setup.players)?;
        check_time(setup.time)?;
        let start = match (&setup.sfen, &setup.handicap) {
            (Some(sfen), _) => read_position(rules, sfen)?,
            (None, Some(name)) => {
                let handicap = records::handicaps(rules).find(|start| start.english == name);
                let start = handicap.ok_or_else(|| CommandError::UnknownHandicap(name.clone()))?;
                read_position(rules, &start.sfen)?
            }
            (None, None) => Position::start(rules),
        };
        self.replace_game(Game::from_position(&start));
        self.assign_players(setup.players);
        self.analysing = false;
        self.clock = setup.time.map(GameClock::new);
        self.end_by_rule();
        self.update_clock(now);
        Ok(())
    }

    /// Writes into the record that its game begins now, in milliseconds since 1970.
    pub fn date_game(&mut self, unix_time: u64) {
        let seconds = (unix_time / 1_000) as i64;
        if let Ok(now) = OffsetDateTime::from_unix_timestamp(seconds) {
            let date = format!("{}.{:02}.{:02}", now.year(), u8::from(now.month()), now.day());
            self.game.tags_mut().set(tags::DATE, &date);
        }
    }

    fn play_text(&mut self, node: usize, text: &str, now: Instant) -> CommandResult {
        if node != self.game.shown().index() {
            return Err(CommandError::Changed);
        }
        if !self.may_person_move() {
            return Err(if self.paused {
                CommandError::Paused
            } else if !self.game.is_last_shown() {
                CommandError::NotAtEnd
            } else {
                CommandError::EngineToMove
            });
        }
        let mv = read_move(self.game.position(), text)?;
        self.task = None;
        if self.puzzle_solver().is_some() {
            return self.try_solution(mv, now);
        }
        if self.check_time_up(now) {
            return Err(CommandError::TimeUp);
        }
        self.play(mv, now)?;
        Ok(Step::Reply(Reply::Done))
    }

    fn undo(&mut self, now: Instant) -> Result<(), CommandError> {
        self.task = None;
        if self.undo_end(now) {
            return Ok(());
        }
        if self.is_free() && self.game.end().is_none() {
            let shown = self.game.shown();
            let parent = self.game.node(shown).parent().ok_or(CommandError::NothingToUndo)?;
            if self.game.node(shown).children().is_empty() {
                self.game.remove(shown);
            } else {
                self.game.show(parent);
            }
            return Ok(());
        }
        // Back to the last position in which a person is to move.
        let mut node = self.game.last();
        while let Some(parent) = self.game.node(node).parent() {
            let side = self.game.mover(node);
            let may_move = match self.puzzle_solver() {
                Some(solver) => side == solver,
                None => !self.is_engine(side) || self.is_engine(!side),
            };
            if may_move {
                self.game.remove(node);
                self.game.reopen(parent);
                self.game.show(self.game.last());
                self.restore_clocks(now);
                self.clear_verdict();
                return Ok(());
            }
            node = parent;
        }
        Err(CommandError::NothingToUndo)
    }

    /// Undoes a resignation, a draw or another end that no rule demands, so that the game goes on. Returns
    /// whether there was one.
    fn undo_end(&mut self, now: Instant) -> bool {
        let is_over = self.game.last_position().outcome() != Outcome::Ongoing;
        if is_over || self.game.end().is_none() {
            return false;
        }
        let last = self.game.last();
        self.game.reopen(last);
        self.game.show(last);
        self.restore_clocks(now);
        true
    }

    /// Sets the clocks to what they were at the last moves of the record.
    pub fn restore_clocks(&mut self, now: Instant) {
        let Some(clock) = &mut self.clock else { return };
        let mut times = [None; 2];
        let mut node = self.game.last();
        while let Some(parent) = self.game.node(node).parent() {
            let time = &mut times[self.game.mover(node).index()];
            *time = time.or(self.game.node(node).notes.clock);
            node = parent;
        }
        for color in Color::BOTH {
            clock.set_remaining(color, times[color.index()]);
        }
        self.update_clock(now);
    }

    fn resign(&mut self) -> Result<(), CommandError> {
        self.check_not_over()?;
        let side = self.side_to_move();
        // Against the engine, the person resigns whoever is to move.
        let loser = if self.is_engine(side) { !side } else { side };
        self.task = None;
        self.game.set_end(GameResult::Win(!loser), EndReason::Resignation);
        Ok(())
    }

    fn claim(&mut self) -> Result<(), CommandError> {
        self.check_not_over()?;
        let side = self.side_to_move();
        if self.is_engine(side) {
            return Err(CommandError::EngineToMove);
        }
        let (result, reason) = match self.game.last_position().impasse_claim() {
            Some(ImpasseClaim::Win) => (GameResult::Win(side), EndReason::Declaration),
            Some(ImpasseClaim::Draw) => (GameResult::Draw, EndReason::Impasse),
            None => return Err(CommandError::NoClaim),
        };
        self.game.set_end(result, reason);
        Ok(())
    }

    fn offer_draw(&mut self) -> Result<(), CommandError> {
        self.check_not_over()?;
        let last = self.game.node(self.game.last());
        let engine = Color::BOTH.into_iter().find(|&color| self.is_engine(color));
        let is_accepted = engine.is_none_or(|engine| {
            // The engine's last evaluation, stored with its last move: this move or the one before.
            let parent = last.parent().map(|parent| self.game.node(parent));
            let evaluation = [Some(last), parent].into_iter().flatten();
            let evaluation = evaluation.filter_map(|node| node.notes.evaluation).next();
            let chance = evaluation.map(study::review::black_chance);
            let chance = chance.map(|c| if engine == Color::Black { c } else { 1.0 - c });
            last.ply() >= MIN_DRAW_PLY && chance.is_some_and(|chance| chance <= 0.5)
        });
        if is_accepted {
            self.game.set_end(GameResult::Draw, EndReason::Agreement);
        } else {
            self.notify(Notice::DrawDeclined);
        }
        Ok(())
    }

    fn check_not_over(&self) -> Result<(), CommandError> {
        self.check_not_solving()?;
        if self.game.end().is_some() { Err(CommandError::GameOver) } else { Ok(()) }
    }

    fn set_players(&mut self, players: [Player; 2]) -> Result<(), CommandError> {
        check_players(&players)?;
        self.check_not_solving()?;
        self.puzzle = None;
        self.assign_players(players);
        Ok(())
    }

    /// Starts a game from the shown position. The moves up to there stay.
    fn play_from_here(
        &mut self,
        players: [Player; 2],
        time: Option<TimeControl>,
    ) -> Result<(), CommandError> {
        check_players(&players)?;
        check_time(time)?;
        self.check_not_solving()?;
        if self.game.position().outcome() != Outcome::Ongoing {
            return Err(CommandError::GameOver);
        }
        let mut record = GameRecord::new(self.game.record().start());
        let mut cursor = record.cursor();
        for mv in self.game.position().moves() {
            cursor.play(mv).map_err(CommandError::Illegal)?;
        }
        self.replace_game(Game::new(record)?);
        self.game.show(self.game.last());
        self.assign_players(players);
        (self.analysing, self.has_new_moves) = (false, true);
        self.clock = time.map(GameClock::new);
        Ok(())
    }

    /// Lets these players play on, and names them in the record.
    fn assign_players(&mut self, players: [Player; 2]) {
        self.players = players;
        for color in Color::BOTH {
            let key = tags::player_key(color);
            match engine_name(players[color.index()]) {
                Some(name) => self.game.tags_mut().set(key, name),
                None => {
                    self.game.tags_mut().remove(key);
                }
            }
        }
    }

    fn remove(&mut self, node: usize) -> Result<(), CommandError> {
        let node = self.find_node(node)?;
        if node == NodeId::ROOT {
            return Err(CommandError::StartPosition);
        }
        self.check_free()?;
        self.task = None;
        self.game.remove(node);
        Ok(())
    }

    fn check_free(&self) -> Result<(), CommandError> {
        if self.is_free() { Ok(()) } else { Err(CommandError::DuringGame) }
    }

    /// Shows a game for analysis by people.
    pub fn analyse_game(&mut self, game: Game) {
        self.replace_game(game);
        self.players = [Player::Person; 2];
        self.clock = None;
    }

    fn export(&self, format: ExportFormat) -> Step {
        let format = match format {
            ExportFormat::Sfen => {
                let text = self.game.position().sfen().to_string();
                return Step::Reply(Reply::Text { text });
            }
            ExportFormat::Usi => Format::Usi,
            ExportFormat::Pgn => Format::Pgn,
            ExportFormat::Kif => Format::Kif,
        };
        let record = Box::new(self.game.record().clone());
        let review = self.game_review().map(Box::new);
        Step::Work(Work::Write { record, format, review, purpose: Written::Reply })
    }

    fn movement(&self, square: &str) -> CommandResult {
        let square = find_square(self.game.rules(), square)?;
        let movement = piece_movement(self.game.position(), square);
        movement.map(|m| Step::Reply(Reply::Movement(m))).ok_or(CommandError::EmptySquare)
    }

    fn find_node(&self, index: usize) -> Result<NodeId, CommandError> {
        self.game.record().node_id(index).ok_or(CommandError::NoSuchMove(index))
    }
}

fn find_square(rules: &Rules, name: &str) -> Result<Square, CommandError> {
    let mut squares = rules.board_squares().into_iter();
    let found = squares.find(|square| square.to_string() == name);
    found.ok_or_else(|| CommandError::Square(name.into()))
}

fn read_position(rules: &'static Rules, text: &str) -> Result<Position, CommandError> {
    let position = Position::from_sfen_or_fen(rules, text.trim());
    position.map_err(|error| CommandError::Position(error.to_string()))
}

fn check_range<T: PartialOrd + ToString>(
    field: Field,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), CommandError> {
    if range.contains(&value) {
        return Ok(());
    }
    let [value, min, max] = [&value, range.start(), range.end()].map(ToString::to_string);
    Err(CommandError::OutOfRange { field, value, min, max })
}

fn check_players(players: &[Player; 2]) -> Result<(), CommandError> {
    for player in players {
        if let Player::Engine { level, elo, move_time } = *player {
            check_range(Field::Level, level.unwrap_or(MAX_LEVEL), 0..=MAX_LEVEL)?;
            check_range(Field::Rating, elo.unwrap_or(MAX_ELO), MIN_ELO..=MAX_ELO)?;
            check_range(Field::MoveTime, move_time, MOVE_TIMES)?;
        }
    }
    Ok(())
}

fn check_time(time: Option<TimeControl>) -> Result<(), CommandError> {
    let Some(TimeControl { main, increment, byoyomi }) = time else { return Ok(()) };
    for value in [main, increment, byoyomi] {
        check_range(Field::Time, value, 0..=MAX_CLOCK)?;
    }
    if main + byoyomi == 0 { Err(CommandError::NoTime) } else { Ok(()) }
}

/// Returns the name of an engine in a record, or `None` for a person, whose name is not known.
fn engine_name(player: Player) -> Option<String> {
    match player {
        Player::Person => None,
        Player::Engine { level: Some(level), .. } => Some(format!("Ozutsu, level {level}")),
        Player::Engine { elo: Some(elo), .. } => Some(format!("Ozutsu, rating {elo}")),
        Player::Engine { .. } => Some("Ozutsu".into()),
    }
}

/// Formats a position made in the editor and checks it.
fn edit(edited: &EditedPosition) -> Result<Reply, CommandError> {
    let rules = find_rules(&edited.variant)?;
    for square in edited.pieces.keys() {
        find_square(rules, square)?;
    }
    let mut sfen = String::new();
    for rank in 0..rules.ranks() {
        if rank > 0 {
            sfen.push('/');
        }
        let mut empty = 0;
        for file in (0..rules.files()).rev() {
            match edited.pieces.get(&Square::new(file, rank).to_string()) {
                None => empty += 1,
                Some(piece) => {
                    push_count(&mut sfen, &mut empty);
                    sfen += piece;
                }
            }
        }
        push_count(&mut sfen, &mut empty);
    }
    let side = if edited.side == Side::Black { "b" } else { "w" };
    let _ = write!(sfen, " {side} {} 1", hands_sfen(rules, &edited.hands));
    let (sfen, error) = match Position::from_sfen(rules, &sfen) {
        Ok(position) => (position.sfen().to_string(), None),
        Err(error) => (sfen, Some(CommandError::Position(error.to_string()))),
    };
    let error = error.as_ref().map(Text::from);
    Ok(Reply::Edited { sfen, error })
}

/// Appends a run of empty squares.
fn push_count(sfen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        let _ = write!(sfen, "{empty}");
    }
    *empty = 0;
}

fn hands_sfen(rules: &Rules, hands: &[BTreeMap<String, u8>; 2]) -> String {
    let mut text = String::new();
    for (hand, color) in hands.iter().zip(Color::BOTH) {
        for info in rules.piece_infos() {
            let letter = info.letter.to_string();
            let count = hand.get(&letter).copied().unwrap_or(0);
            let letter = if color == Color::Black { letter } else { letter.to_lowercase() };
            match count {
                0 => {}
                1 => text += &letter,
                count => text += &format!("{count}{letter}"),
            }
        }
    }
    if text.is_empty() { "-".into() } else { text }
}
