//! A game between two people on two devices: who may do what, and what one player asks the other.

use crate::command_error::CommandError;
use crate::game::Game;
use crate::messages::{Command, Notice, Player, Question, QuestionView, Reply, SeatsView};
use crate::seats::Role;
use crate::step::{CommandResult, Step};
use crate::table::Table;
use crate::user_data::UserData;
use platform::Instant;
use records::{EndReason, GameResult, tags};
use rules::Color;
use std::time::Duration;

/// How long the other player of a game with clocks must be away for a claim of the win or a draw.
const ABSENCE: Duration = Duration::from_secs(120);
/// The longest name of a player in characters.
pub const MAX_NAME: usize = 40;

impl Table {
    /// Returns whether the clocks wait for a player who is not connected.
    pub fn is_waiting(&self) -> bool {
        self.clock.is_some()
            && self.game.end().is_none()
            && self.mode.seats().is_some_and(|seats| !seats.is_complete())
    }

    /// Describes the seats to a page.
    pub fn seats_view(&self, role: Role, now: Instant) -> Option<SeatsView> {
        let seats = self.mode.seats()?;
        let [host, guest] = seats.connected;
        let own = seats.side(role);
        let question = self.question().filter(|_| own.is_some());
        Some(SeatsView {
            own,
            pass: own.map(|_| seats.pass(role).to_owned()),
            connected: if seats.host_side == Color::Black { [host, guest] } else { [guest, host] },
            is_waiting: self.is_waiting(),
            absence: own
                .and_then(|own| self.time_to_claim(own, now))
                .map(|time| time.as_millis() as u64),
            question: question.map(|(side, question)| QuestionView { side, question }),
        })
    }

    /// Carries out a command of a page with a role.
    pub fn run_seated(
        &mut self,
        role: Role,
        command: Command,
        user_data: &UserData,
        now: Instant,
    ) -> CommandResult {
        if command.is_harmless() {
            return self.run(command, user_data, now);
        }
        let own = self.mode.seats().and_then(|seats| seats.side(role));
        let own = own.ok_or(CommandError::OnlyWatching)?;
        match command {
            Command::Play { .. } | Command::Claim => {
                self.check_not_over()?;
                if own != self.side_to_move() {
                    return Err(CommandError::OthersTurn);
                }
                let result = self.run(command, user_data, now);
                // A player can offer a draw and then move.
                let is_offer = |(side, question)| side == own && question != Question::TakeBack;
                if result.is_ok() && !self.question().is_some_and(is_offer) {
                    self.set_question(None);
                }
                return result;
            }
            Command::Resign => {
                self.check_not_over()?;
                self.set_end(GameResult::Win(!own), EndReason::Resignation);
                self.set_question(None);
            }
            Command::Draw => self.ask(own, Question::Draw, now)?,
            Command::Undo => self.ask(own, Question::TakeBack, now)?,
            Command::ClaimAbsence { draw } => {
                let time = self.time_to_claim(own, now);
                if time != Some(Duration::ZERO) {
                    return Err(CommandError::NotAbsent);
                }
                match draw {
                    true => self.set_end(GameResult::Draw, EndReason::Other),
                    false => self.set_end(GameResult::Win(own), EndReason::Abandonment),
                }
                self.set_question(None);
            }
            Command::Name { name } => self.name_side(own, &name),
            Command::Rematch => self.ask(own, Question::NewGame, now)?,
            Command::Answer { question, accept } => self.answer(own, question, accept, now)?,
            _ => return Err(CommandError::BetweenPeople),
        }
        Ok(Step::Reply(Reply::Done))
    }

    /// Returns how long a player has to wait until the absence of the other one can be claimed; `None` if it cannot.
    fn time_to_claim(&self, own: Color, now: Instant) -> Option<Duration> {
        let left = self.mode.seats()?.left(!own)?;
        let is_begun = self.game.node(self.game.last()).ply() >= 2;
        let is_played = self.clock.is_some() && self.game.end().is_none() && is_begun;
        is_played.then(|| ABSENCE.saturating_sub(now.saturating_duration_since(left)))
    }

    /// Writes the name of a person who plays a side into the record.
    pub fn name_side(&mut self, side: Color, name: &str) {
        let name: String = name.trim().chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        let key = tags::player_key(side);
        let tags = &self.game.record().tags;
        if name.is_empty() || tags.get(key) == Some(&name) {
            return;
        }
        self.game.tags_mut().set(key, name);
    }

    /// Returns who asks and what. The end of the game answers all but the question for a new one.
    fn question(&self) -> Option<(Color, Question)> {
        let question = self.mode.seats()?.question;
        question.filter(|(_, what)| *what == Question::NewGame || self.game.end().is_none())
    }

    fn set_question(&mut self, question: Option<(Color, Question)>) {
        if let Some(seats) = self.mode.seats_mut() {
            seats.question = question;
        }
    }

    /// Asks the other player. Asking the same as the other counts as accepting it, and asking something else as
    /// declining it.
    fn ask(&mut self, own: Color, question: Question, now: Instant) -> Result<(), CommandError> {
        let others = self.question().filter(|&(side, _)| side != own).map(|(_, asked)| asked);
        if others == Some(question) {
            return self.answer(own, question, true, now);
        }
        match question {
            Question::Draw => self.check_not_over()?,
            Question::TakeBack => {
                self.check_not_over()?;
                self.last_move_of(|side| side == own).ok_or(CommandError::NothingToUndo)?;
            }
            Question::NewGame => {}
        }
        if let Some(question) = others {
            self.notify(Notice::Declined { question });
        }
        self.set_question(Some((own, question)));
        Ok(())
    }

    /// Answers what the other player asks, or takes back what the player has asked.
    fn answer(
        &mut self,
        own: Color,
        question: Question,
        accept: bool,
        now: Instant,
    ) -> Result<(), CommandError> {
        let asked = self.question().filter(|&(_, asked)| asked == question);
        let (asker, _) = asked.ok_or(CommandError::NoQuestion)?;
        if accept && asker == own {
            return Err(CommandError::NoQuestion);
        }
        self.set_question(None);
        match question {
            _ if !accept => {
                if asker != own {
                    self.notify(Notice::Declined { question });
                }
            }
            Question::Draw => self.set_end(GameResult::Draw, EndReason::Agreement),
            Question::TakeBack => {
                let node = self.last_move_of(|side| side == asker);
                self.take_back(node.ok_or(CommandError::NothingToUndo)?, now);
            }
            Question::NewGame => self.start_again(now),
        }
        Ok(())
    }

    /// Starts the game again with the sides changed, unless one has a handicap.
    fn start_again(&mut self, now: Instant) {
        let is_handicap = self.game.handicap().is_some();
        let game = Game::from_position(self.game.record().start());
        let time = self.clock.as_ref().map(|clock| clock.control());
        let mut names = self.names();
        self.replace_game(game, [Player::Person; 2], time);
        if let Some(seats) = self.mode.seats_mut().filter(|_| !is_handicap) {
            seats.host_side = !seats.host_side;
            names.swap(0, 1);
        }
        for (side, name) in Color::BOTH.into_iter().zip(names) {
            self.name_side(side, &name.unwrap_or_default());
        }
        self.update_clock(now);
    }

    /// Returns whether the page of a role may move in the shown position.
    pub fn may_move(&self, role: Role) -> bool {
        let side = self.mode.seats().and_then(|seats| seats.side(role));
        side == Some(self.side_to_move()) && self.may_person_move()
    }
}
