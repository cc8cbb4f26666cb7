//! Carries out the commands of the pages.

use crate::command_error::{CommandError, Field, LINE_COUNTS, MAX_CLOCK, MAX_PLIES, MOVE_TIMES};
use crate::edit::edit;
use crate::exchange::open_game;
use crate::game::Game;
use crate::job::Task;
use crate::learn::read_move;
use crate::lookup::{find_rules, find_square};
use crate::messages::{Command, NewGame, Notice, Player, Question, Reply, TimeControl};
use crate::movement::piece_movement;
use crate::own_puzzles::OwnPuzzles;
use crate::step::{CommandResult, Step};
use crate::table::Table;
use crate::user_data::UserData;
use crate::view;
use crate::work::read_own_puzzles;
use platform::Instant;
use records::{EndReason, GameResult, NodeId, handicap_position, tags};
use rules::{Color, ImpasseClaim, Outcome, Position, Rules};
use search::skill::{MAX_ELO, MAX_LEVEL, MIN_ELO};
use std::ops::RangeInclusive;
use time::OffsetDateTime;

/// The ply before which the engine declines every draw.
const MIN_DRAW_PLY: usize = 40;
/// The most changes of the move tree that can be undone.
const MAX_UNDO: usize = 20;

impl Table {
    /// Carries out a command that arrived at a time.
    pub fn run(&mut self, command: Command, user_data: &UserData, now: Instant) -> CommandResult {
        let before = (command.changes_record() && self.is_free()).then(|| self.game.clone());
        let may_keep_review = (command.changes_record() || matches!(command, Command::UndoChange))
            && self.review.as_ref().is_some_and(|review| review.revision == self.game.revision());
        let result = self.carry_out(command, user_data, now);
        if may_keep_review {
            self.keep_review();
        }
        if let Some(before) = before.filter(|before| before.version() != self.game.version()) {
            if self.earlier_games.len() == MAX_UNDO {
                self.earlier_games.pop_front();
            }
            self.earlier_games.push_back(before);
        }
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
            Command::Hint | Command::Mate if self.is_engines_turn() => {
                return Err(CommandError::EngineToMove);
            }
            Command::Hint
            | Command::Mate
            | Command::Review { .. }
            | Command::Analyse { on: true, .. }
            | Command::Players { .. }
                if self.mode.by_link().is_some() && self.game.end().is_none() =>
            {
                return Err(CommandError::BetweenPeople);
            }
            Command::Hint => self.task = Some(Task::Hint(self.game.shown())),
            Command::MoveNow => self.move_now(now)?,
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
                self.task = None;
                self.change_moves(|game| game.promote(node));
            }
            Command::SetComment { node, text } => self.set_comment(self.find_node(node)?, &text)?,
            Command::SetMark { node, mark } => self.set_mark(self.find_node(node)?, &mark)?,
            Command::ToggleDrawing { node, drawing } => {
                self.toggle_drawing(self.find_node(node)?, &drawing)?;
            }
            Command::UndoChange => {
                self.check_free()?;
                let mut earlier =
                    self.earlier_games.pop_back().ok_or(CommandError::NothingToUndo)?;
                self.task = None;
                earlier.follow(&self.game);
                self.game = earlier;
            }
            Command::SetUp { variant, sfen } => {
                let position = read_position(find_rules(&variant)?, &sfen)?;
                self.analyse_game(Game::from_position(&position));
            }
            Command::Import { text, variant, by_link, link_id } => {
                let link = by_link.map(|side| (side, link_id));
                return self.import(text, variant.as_deref(), link, user_data);
            }
            Command::OpenFile { name, content, variant } => {
                return self.open_file(name, content, variant.as_deref());
            }
            Command::ShowFileGame { index } => return self.show_file_game(index),
            Command::Save { extension, all } => return self.save_file(extension, all),
            Command::SetHeaders { headers } => self.set_headers(headers)?,
            Command::OpenGame { id } => return open_game(id, user_data),
            Command::Export { format } => return Ok(self.export(format)),
            Command::Movement { square } => return self.movement(&square),
            Command::Preview { node, moves } => return self.preview(node, &moves),
            Command::Edit(edited) => return edit(&edited).map(Step::Reply),
            Command::Puzzle(choice) => self.start_puzzle(&choice, user_data)?,
            Command::ReadPuzzles { text, variant } => {
                let rules = find_rules(&variant)?;
                let read = move || read_own_puzzles(&text, rules);
                return Ok(Step::work(read, |table, read, _| match read? {
                    Ok(puzzles) => {
                        table.own_puzzles = OwnPuzzles::new(puzzles);
                        table.show_own_puzzle(1);
                        Ok(Reply::Done)
                    }
                    Err(errors) => Ok(Reply::InvalidPuzzles { errors }),
                }));
            }
            Command::ShowSolution => self.show_solution(now)?,
            Command::AnalysePuzzle => self.analyse_puzzle()?,
            Command::Settings { .. }
            | Command::ForgetPuzzles { .. }
            | Command::ForgetGame { .. }
            | Command::FindGames { .. }
            | Command::ExportGames { .. }
            | Command::LoadRules
            | Command::Invite { .. }
            | Command::Invitation { .. } => {
                debug_assert!(false, "the board carries out commands about what it keeps");
            }
            Command::Rematch | Command::Answer { .. } => return Err(CommandError::NoQuestion),
            Command::ClaimAbsence { .. } => return Err(CommandError::NotAbsent),
            Command::Name { name } => {
                if let Some(own) = self.own_side() {
                    self.name_side(own, &name);
                }
            }
        }
        Ok(Step::Reply(Reply::Done))
    }

    pub fn new_game(&mut self, setup: &NewGame, now: Instant) -> Result<(), CommandError> {
        let rules = find_rules(&setup.variant)?;
        check_players(&setup.players)?;
        check_time(setup.time)?;
        let start = match (&setup.sfen, &setup.handicap) {
            (Some(sfen), _) => read_position(rules, sfen)?,
            (None, Some(name)) => {
                let start = handicap_position(rules, name);
                start.ok_or_else(|| CommandError::UnknownHandicap(name.clone()))?
            }
            (None, None) => Position::start(rules),
        };
        self.replace_game(Game::from_position(&start), setup.players, setup.time);
        if let Some(side) = setup.by_link {
            self.set_by_link(side, format!("{:016x}", platform::random_seed()));
        }
        Color::BOTH.into_iter().for_each(|color| self.name_player(color));
        if let Some(own) = self.own_side() {
            self.name_side(own, &setup.name);
        }
        self.update_clock(now);
        Ok(())
    }

    /// Returns the side of the only person at this board.
    pub fn own_side(&self) -> Option<Color> {
        let is_only = |&side: &Color| !self.is_engine(side) && self.is_engine(!side);
        self.mode.by_link().or_else(|| Color::BOTH.into_iter().find(is_only))
    }

    /// Writes into the record on which day its game begins, unless it says so. The time is in seconds since 1970 where
    /// the person is.
    pub fn date_game(&mut self, local_time: i64) {
        let is_dated = self.game.record().tags.get(tags::DATE).is_some();
        if let Ok(now) = OffsetDateTime::from_unix_timestamp(local_time)
            && !is_dated
        {
            let date = format!("{}.{:02}.{:02}", now.year(), u8::from(now.month()), now.day());
            self.game.tags_mut().set(tags::DATE, &date);
        }
    }

    fn play_text(&mut self, node: usize, text: &str, now: Instant) -> CommandResult {
        if node != self.game.shown().index() {
            return Err(CommandError::Changed);
        }
        if !self.is_free() {
            self.check_may_move()?;
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
        let shown = self.game.shown();
        let is_main = shown == NodeId::ROOT || self.game.record().main_line().any(|id| id == shown);
        if self.is_free() && (self.game.end().is_none() || !is_main) {
            let parent = self.game.node(shown).parent().ok_or(CommandError::NothingToUndo)?;
            if self.game.node(shown).children().is_empty() {
                self.game.remove(shown);
            } else {
                self.game.show(parent);
            }
            return Ok(());
        }
        if self.undo_end(now) {
            return Ok(());
        }
        let node = self.last_move_of(|side| match self.puzzle_solver() {
            Some(solver) => side == solver,
            None => !self.is_engine(side) || self.is_engine(!side),
        });
        // Of a game of links, only a move that was not sent yet.
        let is_sent =
            |node| self.mode.by_link().is_some_and(|own| self.game.record().mover(node) != own);
        let node = node.filter(|&node| !is_sent(node)).ok_or(CommandError::NothingToUndo)?;
        self.take_back(node, now);
        Ok(())
    }

    /// Returns the last move of some sides.
    pub fn last_move_of(&self, is_theirs: impl Fn(Color) -> bool) -> Option<NodeId> {
        let mut node = self.game.last();
        loop {
            let parent = self.game.node(node).parent()?;
            if is_theirs(self.game.record().mover(node)) {
                return Some(node);
            }
            node = parent;
        }
    }

    /// Takes a move of the main line back, with those after it.
    pub fn take_back(&mut self, node: NodeId, now: Instant) {
        let Some(parent) = self.game.node(node).parent() else { return };
        self.go_on_after(parent);
        self.restore_clocks(now);
        self.clear_verdict();
    }

    /// Undoes a resignation, a draw or another end that no rule demands, so that the game goes on. Returns
    /// whether there was one.
    fn undo_end(&mut self, now: Instant) -> bool {
        let is_over = self.game.last_position().outcome() != Outcome::Ongoing;
        if is_over || self.game.end().is_none() {
            return false;
        }
        self.go_on_after(self.game.last());
        self.restore_clocks(now);
        true
    }

    /// Sets the clocks to what they were at the last moves of the record.
    pub fn restore_clocks(&mut self, now: Instant) {
        let Some(clock) = &mut self.clock else { return };
        let mut times = [None; 2];
        let mut node = self.game.last();
        while let Some(parent) = self.game.node(node).parent() {
            let time = &mut times[self.game.record().mover(node).index()];
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
        let loser = self.mode.by_link().unwrap_or(if self.is_engine(side) { !side } else { side });
        self.task = None;
        self.set_end(GameResult::Win(!loser), EndReason::Resignation);
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
        self.set_end(result, reason);
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
            self.set_end(GameResult::Draw, EndReason::Agreement);
        } else {
            self.notify(Notice::Declined { question: Question::Draw });
        }
        Ok(())
    }

    pub fn check_not_over(&self) -> Result<(), CommandError> {
        self.check_not_solving()?;
        if self.game.end().is_some() { Err(CommandError::GameOver) } else { Ok(()) }
    }

    fn set_players(&mut self, players: [Player; 2]) -> Result<(), CommandError> {
        check_players(&players)?;
        self.check_not_solving()?;
        if self.mode.puzzle().is_some() {
            self.mode.end();
        }
        for color in Color::BOTH {
            let player = players[color.index()];
            if std::mem::replace(&mut self.players[color.index()], player) != player {
                self.name_player(color);
            }
        }
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
        let mut game = Game::from_position(self.game.record().start());
        for mv in self.game.position().moves() {
            game.play(mv)?;
        }
        self.replace_game(game, players, time);
        Color::BOTH.into_iter().for_each(|color| self.name_player(color));
        Ok(())
    }

    /// Names a player in the record.
    fn name_player(&mut self, color: Color) {
        let key = tags::player_key(color);
        match engine_name(self.players[color.index()]) {
            Some(name) => self.game.tags_mut().set(key, name),
            None => {
                self.game.tags_mut().remove(key);
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
        self.change_moves(|game| game.remove(node));
        Ok(())
    }

    fn check_free(&self) -> Result<(), CommandError> {
        if self.is_free() { Ok(()) } else { Err(CommandError::DuringGame) }
    }

    fn movement(&self, square: &str) -> CommandResult {
        let square = find_square(self.game.rules(), square)?;
        let movement = piece_movement(self.game.position(), square);
        movement.map(|m| Step::Reply(Reply::Movement(m))).ok_or(CommandError::EmptySquare)
    }

    fn preview(&self, node: usize, moves: &[String]) -> CommandResult {
        if moves.len() > MAX_PLIES {
            let error = format!("{} moves, expected {MAX_PLIES} at most", moves.len());
            return Err(CommandError::Invalid(error));
        }
        let mut position = self.game.position_at(self.find_node(node)?);
        for mv in moves {
            position.do_move(read_move(&position, mv)?);
        }
        Ok(Step::Reply(view::preview(&position)))
    }

    fn find_node(&self, index: usize) -> Result<NodeId, CommandError> {
        self.game.record().node_id(index).ok_or(CommandError::NoSuchMove(index))
    }
}

fn read_position(rules: &'static Rules, text: &str) -> Result<Position, CommandError> {
    Ok(Position::from_sfen_or_fen(rules, text.trim())?)
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
