//! Carries out the commands of the pages.

use crate::clock::GameClock;
use crate::game_info::find_rules;
use crate::job::Task;
use crate::messages::{
    Command, EditedPosition, ExportFormat, NewGame, Notice, Player, Reply, Side, TimeControl,
};
use crate::movement::piece_movement;
use crate::state::TableState;
use records::{EndReason, Format, GameRecord, GameResult, NodeId, tags};
use rules::{Color, ImpasseClaim, Outcome, Position, Rules, Square};
use search::skill::{MAX_ELO, MAX_LEVEL, MIN_ELO};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The ply before which the engine declines every draw.
const MIN_DRAW_PLY: usize = 40;
/// The times of a move that a person may choose, in milliseconds.
const MOVE_TIMES: RangeInclusive<u64> = 10..=3_600_000;
/// The longest time on a clock in milliseconds.
const MAX_CLOCK: u64 = 24 * 3_600_000;
/// The numbers of lines that a person may choose.
const LINE_COUNTS: RangeInclusive<usize> = 1..=5;

/// What a command leads to: a reply, or the reason why it is refused.
type CommandResult = Result<Reply, String>;

impl TableState {
    /// Carries out a command.
    pub fn run(&mut self, command: Command) -> CommandResult {
        let result = self.carry_out(command);
        self.count_own_puzzle();
        result
    }

    fn carry_out(&mut self, command: Command) -> CommandResult {
        match command {
            Command::NewGame(setup) => self.new_game(&setup)?,
            Command::Play { node, mv } => self.play_text(node, &mv)?,
            Command::GoTo { node } => self.current = self.find_node(node)?,
            Command::Undo => self.undo()?,
            Command::Hint if self.puzzle_solver().is_some() => self.hint_in_puzzle(),
            Command::Hint => self.task = Some(Task::Hint(self.current)),
            Command::Resign => self.resign()?,
            Command::Claim => self.claim()?,
            Command::Draw => self.offer_draw()?,
            Command::Pause { paused } => {
                self.check_not_solving()?;
                self.paused = paused;
            }
            Command::Players { players } => self.set_players(players)?,
            Command::Analyse { on, lines } => {
                check_range("number of lines", lines, LINE_COUNTS)?;
                if on {
                    self.check_not_solving()?;
                }
                (self.analysing, self.line_count) = (on, lines);
            }
            Command::Review { move_time } => {
                check_range("time", move_time, MOVE_TIMES)?;
                self.check_not_solving()?;
                self.task = Some(Task::Review { node: NodeId::ROOT, move_time });
            }
            Command::Mate => {
                self.check_not_solving()?;
                self.task = Some(Task::Mate(self.current));
            }
            Command::Stop => self.task = None,
            Command::Remove { node } => self.remove(node)?,
            Command::Promote { node } => self.promote(node)?,
            Command::SetUp { variant, sfen } => {
                let position = read_position(find_rules(&variant)?, &sfen)?;
                self.analyse_record(GameRecord::new(&position));
            }
            Command::Import { text, variant } => self.import(&text, variant.as_deref())?,
            Command::Export { format } => return self.export(format),
            Command::Movement { square } => return self.movement(&square),
            Command::Edit(edited) => return edit(&edited),
            Command::Puzzle(choice) => self.start_puzzle(&choice)?,
            Command::ReadPuzzles { text, variant } => {
                return self.read_own_puzzles(&text, &variant);
            }
            Command::ShowSolution => self.show_solution()?,
            Command::AnalysePuzzle => self.analyse_puzzle()?,
        }
        // The table fills in the number of the update.
        Ok(Reply::Done { update: 0 })
    }

    fn new_game(&mut self, setup: &NewGame) -> Result<(), String> {
        let rules = find_rules(&setup.variant)?;
        check_players(&setup.players)?;
        check_time(setup.time)?;
        let start = match (&setup.sfen, &setup.handicap) {
            (Some(sfen), _) => read_position(rules, sfen)?,
            (None, Some(name)) => {
                let handicap = records::handicaps(rules).find(|(known, _)| known == name);
                let (_, sfen) = handicap.ok_or_else(|| format!("unknown handicap '{name}'"))?;
                read_position(rules, &sfen)?
            }
            (None, None) => Position::start(rules),
        };
        let mut record = GameRecord::new(&start);
        for color in Color::BOTH {
            let name = player_name(setup.players[color.index()]);
            record.tags.set(tags::player_key(color), name);
        }
        self.replace_record(record);
        self.players = setup.players;
        self.analysing = false;
        self.clock = setup.time.map(GameClock::new);
        self.end_by_rule();
        Ok(())
    }

    fn play_text(&mut self, node: usize, text: &str) -> Result<(), String> {
        if node != self.current.index() {
            return Err("the board has changed meanwhile".into());
        }
        if !self.may_person_move() {
            return Err(if self.paused {
                "the game is paused"
            } else if self.current != self.record.last_node() {
                "go to the last move to play on"
            } else {
                "it is the engine's turn"
            }
            .into());
        }
        let mv = self.rules().parse_usi(text).map_err(|error| error.to_string())?;
        self.task = None;
        if self.puzzle_solver().is_some() {
            return self.try_solution(mv);
        }
        self.play(mv).map_err(|reason| reason.to_string())
    }

    fn undo(&mut self) -> Result<(), String> {
        self.task = None;
        let nothing = || Err("there is no move to take back".to_owned());
        if self.undo_end() {
            return Ok(());
        }
        if self.is_free() && self.record.end().is_none() {
            let Some(parent) = self.record.node(self.current).parent() else { return nothing() };
            if self.record.node(self.current).children().is_empty() {
                self.record.remove(self.current);
                self.rebuild_move_texts();
            }
            self.current = parent;
            return Ok(());
        }
        // Back to the last position in which a person is to move.
        let mut node = self.record.last_node();
        while let Some(parent) = self.record.node(node).parent() {
            let side = self.record.position(parent).side();
            let may_move = match self.puzzle_solver() {
                Some(solver) => side == solver,
                None => !self.is_engine(side) || self.is_engine(!side),
            };
            if may_move {
                self.record.notes_mut(parent).end = None;
                self.record.remove(node);
                self.rebuild_move_texts();
                self.current = parent;
                self.restore_clocks();
                self.clear_verdict();
                return Ok(());
            }
            node = parent;
        }
        nothing()
    }

    /// Undoes a resignation, a draw or another end that no rule demands, so that the game goes on. Returns
    /// whether there was one.
    fn undo_end(&mut self) -> bool {
        let last = self.record.last_node();
        let is_over = self.record.position(last).outcome() != Outcome::Ongoing;
        if is_over || self.record.notes_mut(last).end.take().is_none() {
            return false;
        }
        self.current = last;
        self.tree_changed();
        self.restore_clocks();
        true
    }

    /// Sets the clocks to what they were at the last moves of the record.
    fn restore_clocks(&mut self) {
        let Some(clock) = &mut self.clock else { return };
        let mut node = Some(self.record.last_node());
        let mut times = [None; 2];
        let mut mover = !self.record.position(self.record.last_node()).side();
        while let Some(id) = node {
            let notes = &self.record.node(id).notes;
            times[mover.index()] = times[mover.index()].or(notes.clock);
            (node, mover) = (self.record.node(id).parent(), !mover);
        }
        for color in Color::BOTH {
            clock.set_remaining(color, times[color.index()]);
        }
    }

    fn resign(&mut self) -> Result<(), String> {
        self.check_not_over()?;
        let side = self.side_to_move();
        // Against the engine, the person resigns whoever is to move.
        let loser = if self.is_engine(side) { !side } else { side };
        self.task = None;
        self.end_game(GameResult::Win(!loser), EndReason::Resignation);
        Ok(())
    }

    fn claim(&mut self) -> Result<(), String> {
        self.check_not_over()?;
        let position = self.record.position(self.record.last_node());
        if self.is_engine(position.side()) {
            return Err("it is the engine's turn".into());
        }
        let (result, reason) = match position.impasse_claim() {
            Some(ImpasseClaim::Win) => (GameResult::Win(position.side()), EndReason::Declaration),
            Some(ImpasseClaim::Draw) => (GameResult::Draw, EndReason::Impasse),
            None => return Err("the impasse rule allows no claim here".into()),
        };
        self.end_game(result, reason);
        Ok(())
    }

    fn offer_draw(&mut self) -> Result<(), String> {
        self.check_not_over()?;
        let last = self.record.node(self.record.last_node());
        let engine = Color::BOTH.into_iter().find(|&color| self.is_engine(color));
        let is_accepted = match engine {
            None => true,
            Some(engine) => {
                // The engine's last evaluation, stored with its last move: this move or the one before.
                let parent = last.parent().map(|parent| self.record.node(parent));
                let evaluation = [Some(last), parent].into_iter().flatten();
                let evaluation = evaluation.filter_map(|node| node.notes.evaluation).next();
                let engine_chance = evaluation
                    .map(study::review::black_chance)
                    .map(|chance| if engine == Color::Black { chance } else { 1.0 - chance });
                last.ply() >= MIN_DRAW_PLY && engine_chance.is_some_and(|chance| chance <= 0.5)
            }
        };
        match is_accepted {
            true => self.end_game(GameResult::Draw, EndReason::Agreement),
            false => self.notify(Notice::DrawDeclined),
        }
        Ok(())
    }

    fn check_not_over(&self) -> Result<(), String> {
        self.check_not_solving()?;
        match self.record.end() {
            Some(_) => Err("the game is over".into()),
            None => Ok(()),
        }
    }

    fn set_players(&mut self, players: [Player; 2]) -> Result<(), String> {
        check_players(&players)?;
        self.check_not_solving()?;
        self.puzzle = None;
        self.players = players;
        for color in Color::BOTH {
            let name = player_name(players[color.index()]);
            self.record.tags.set(tags::player_key(color), name);
        }
        Ok(())
    }

    fn remove(&mut self, node: usize) -> Result<(), String> {
        let node = self.find_node(node)?;
        let Some(parent) = self.record.node(node).parent() else {
            return Err("the start position cannot be removed".into());
        };
        self.check_free()?;
        let mut shown = Some(self.current);
        while let Some(id) = shown.filter(|&id| id != node) {
            shown = self.record.node(id).parent();
        }
        let mut line: Vec<_> = Vec::new();
        if shown.is_none() {
            // The shown node stays; find it again by its moves.
            let position = self.position();
            line.extend(position.moves());
        }
        self.task = None;
        self.record.remove(node);
        self.rebuild_move_texts();
        self.current = parent;
        if shown.is_none() {
            let mut cursor = self.record.cursor();
            for mv in line {
                cursor.play(mv).map_err(|reason| reason.to_string())?;
            }
            self.current = cursor.node();
        }
        Ok(())
    }

    fn promote(&mut self, node: usize) -> Result<(), String> {
        let node = self.find_node(node)?;
        self.check_free()?;
        self.record.promote(node);
        self.tree_changed();
        Ok(())
    }

    fn check_free(&self) -> Result<(), String> {
        match self.is_free() {
            true => Ok(()),
            false => Err("not during a game".into()),
        }
    }

    /// Shows a record for analysis by people.
    pub fn analyse_record(&mut self, record: GameRecord) {
        self.replace_record(record);
        self.players = [Player::Person; 2];
        self.clock = None;
    }

    fn export(&self, format: ExportFormat) -> CommandResult {
        let format = match format {
            ExportFormat::Sfen => {
                return Ok(Reply::Text { text: self.position().sfen().to_string() });
            }
            ExportFormat::Usi => Format::Usi,
            ExportFormat::Pgn => Format::Pgn,
            ExportFormat::Kif => Format::Kif,
        };
        let text = records::write(&self.record, format).map_err(|error| error.to_string())?;
        Ok(Reply::Text { text })
    }

    fn movement(&self, square: &str) -> CommandResult {
        let square = find_square(self.rules(), square)?;
        let movement = piece_movement(&self.position(), square);
        movement.map(Reply::Movement).ok_or_else(|| "there is no piece on the square".into())
    }

    fn find_node(&self, index: usize) -> Result<NodeId, String> {
        self.record.node_id(index).ok_or_else(|| format!("there is no move {index}"))
    }
}

fn find_square(rules: &Rules, name: &str) -> Result<Square, String> {
    let mut squares = rules.board_squares().into_iter();
    let found = squares.find(|square| square.to_string() == name);
    found.ok_or_else(|| format!("'{name}' is not a square of the board"))
}

fn read_position(rules: &'static Rules, text: &str) -> Result<Position, String> {
    Position::from_sfen_or_fen(rules, text.trim()).map_err(|error| error.to_string())
}

fn check_range<T: PartialOrd + std::fmt::Display>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    match range.contains(&value) {
        true => Ok(()),
        false => {
            Err(format!("invalid {what} {value}: expected {} to {}", range.start(), range.end()))
        }
    }
}

fn check_players(players: &[Player; 2]) -> Result<(), String> {
    for player in players {
        if let Player::Engine { level, elo, move_time } = *player {
            check_range("level", level.unwrap_or(MAX_LEVEL), 0..=MAX_LEVEL)?;
            check_range("rating", elo.unwrap_or(MAX_ELO), MIN_ELO..=MAX_ELO)?;
            check_range("time", move_time, MOVE_TIMES)?;
        }
    }
    Ok(())
}

fn check_time(time: Option<TimeControl>) -> Result<(), String> {
    let Some(TimeControl { main, increment, byoyomi }) = time else { return Ok(()) };
    for value in [main, increment, byoyomi] {
        check_range("time", value, 0..=MAX_CLOCK)?;
    }
    match main + byoyomi {
        0 => Err("invalid time: expected a main time or byoyomi".into()),
        _ => Ok(()),
    }
}

fn player_name(player: Player) -> String {
    match player {
        Player::Person => "Person".into(),
        Player::Engine { level: Some(level), .. } => format!("Ozutsu, level {level}"),
        Player::Engine { elo: Some(elo), .. } => format!("Ozutsu, rating {elo}"),
        Player::Engine { .. } => "Ozutsu".into(),
    }
}

/// Formats a position made in the editor and checks it.
fn edit(edited: &EditedPosition) -> CommandResult {
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
        Err(error) => (sfen, Some(error.to_string())),
    };
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
