//! The requests of pages: each is carried out once, at once or after work, and answered.

use super::backend::Waiting;
use super::{Backend, Board, PageId, TableId, Ticket};
use crate::command_error::CommandError;
use crate::messages::{Command, Message, Reply, Request};
use crate::recent_games;
use crate::step::{CommandResult, Finished, Step};
use crate::user_data::Change;
use platform::Instant;
use serde_json::Value;

/// The longest name of a request that is carried out once.
const MAX_NAME: usize = 40;

impl<B: Backend> Board<B> {
    /// Handles a request of a page that arrived at a time.
    pub fn receive(&mut self, page: PageId, json: &str, now: Instant) {
        let Some(&table) = self.pages.get(&page) else { return };
        match serde_json::from_str::<Request>(json) {
            Ok(Request { id, game, request }) => {
                let room = self.room(table);
                let is_once = !request.is_harmless() && id.len() <= MAX_NAME;
                match is_once.then(|| room.hear(page, &id)).flatten() {
                    Some(Some(reply)) => self.send(page, &Message::Reply { id, reply }),
                    Some(None) => {}
                    None => {
                        if let Some(result) = self.run(page, table, &id, game, request, now) {
                            self.reply(table, page, id, result);
                        }
                    }
                }
            }
            Err(error) => {
                let value = serde_json::from_str::<Value>(json).unwrap_or_default();
                let id = value["id"].as_str().unwrap_or_default().to_owned();
                self.reply(table, page, id, Err(CommandError::Invalid(error.to_string())));
            }
        }
    }

    /// Carries out a command, at the table only if it has the game for which it is meant. Returns the reply, unless it
    /// comes later.
    fn run(
        &mut self,
        page: PageId,
        id: TableId,
        request: &str,
        game: Option<u64>,
        command: Command,
        now: Instant,
    ) -> Option<Result<Reply, CommandError>> {
        let local_time = self.local_time();
        let room = &self.tables[&id];
        let own = *room.pages.iter().find(|other| other.id == page).expect("a page at its table");
        let change = match command {
            Command::Settings { .. }
            | Command::ForgetPuzzles { .. }
            | Command::ForgetGame { .. }
            | Command::FindGames { .. }
            | Command::ExportGames { .. }
            | Command::LoadRules
                if !own.is_owners =>
            {
                return Some(Err(CommandError::BetweenPeople));
            }
            Command::LoadRules => {
                let load = self.backend.load_rules();
                let work = Step::Work(Box::new(|| Finished::Rules(load())));
                return self.take_step(id, page, request, Ok(work));
            }
            Command::FindGames { text, from } => {
                let (games, count) = recent_games::list(self.search(&text), from);
                return Some(Ok(Reply::Games { games, count }));
            }
            Command::ExportGames { text } => {
                let export = recent_games::export(self.search(&text));
                return self.take_step(id, page, request, Ok(export));
            }
            Command::OpenGame { id: game }
                if own.role.is_none() && self.seats_of(game).is_some() =>
            {
                return Some(self.sit_again(game, now));
            }
            Command::Settings { changes } if !self.setup.user_data.may_keep(&changes) => {
                return Some(Err(CommandError::LargeSettings));
            }
            Command::Settings { changes } => Change::Settings(changes),
            Command::ForgetPuzzles { variant } => Change::ForgetPuzzles { variant },
            Command::ForgetGame { id } => Change::ForgetGame { id },
            Command::Invite { side, game } if room.table.mode.seats().is_none() => {
                return Some(self.invite(side, game, now));
            }
            Command::Invitation { page: address } => {
                return Some(self.invitation(id, page, &address));
            }
            _ if game.is_some_and(|game| game != room.table.game_number) => {
                return Some(Err(CommandError::Changed));
            }
            command => {
                let room = self.tables.get_mut(&id).expect("a page at its table");
                let begins = match command {
                    Command::NewGame(_) | Command::PlayFromHere { .. } => true,
                    Command::Play { .. } => room.table.game.record().move_count() < 2,
                    _ => false,
                };
                let is_query = command.is_query();
                // Each page at a table with seats has its own place.
                let is_for_page =
                    room.table.mode.seats().is_some() && matches!(command, Command::GoTo { .. });
                let result = room.run(page, command, &self.setup.user_data, now);
                if begins && result.is_ok() {
                    room.table.date_game(local_time);
                }
                if is_for_page {
                    self.send_own_state(id, page, now);
                } else if !is_query {
                    self.publish(id, now);
                }
                // Those who were sent a link do one thing at a time.
                if matches!(result, Ok(Step::Work(_))) && own.is_working && !own.is_owners {
                    return Some(Err(CommandError::Busy));
                }
                return self.take_step(id, page, request, result);
            }
        };
        self.change_user_data(change);
        Some(Ok(Reply::Done))
    }

    /// Starts the work of a command, or returns its reply.
    fn take_step(
        &mut self,
        id: TableId,
        page: PageId,
        request: &str,
        result: CommandResult,
    ) -> Option<Result<Reply, CommandError>> {
        match result {
            Ok(Step::Work(work)) => {
                self.set_working(id, page, true);
                let waiting = Waiting { page, id: request.into(), table: id };
                self.backend.work(Ticket(Some(waiting)), work);
                None
            }
            Ok(Step::Reply(reply)) => Some(Ok(reply)),
            Err(error) => Some(Err(error)),
        }
    }

    fn set_working(&mut self, id: TableId, page: PageId, is_working: bool) {
        let room = self.tables.get_mut(&id);
        let pages = room.into_iter().flat_map(|room| &mut room.pages);
        pages.filter(|other| other.id == page).for_each(|page| page.is_working = is_working);
    }

    /// Handles the result of work; `None` if it crashed.
    pub fn finish(&mut self, ticket: Ticket, finished: Option<Finished>, now: Instant) {
        if let Some(Finished::Recent(game)) = finished {
            return self.take_written_game(game);
        }
        let Some(Waiting { page, id, table }) = ticket.0 else { return };
        self.set_working(table, page, false);
        let result = match finished {
            Some(Finished::Answer(answer)) => answer,
            Some(Finished::Rules(result)) => {
                self.use_loaded_rules(now);
                result.map(|()| Reply::Done).map_err(CommandError::Rules)
            }
            Some(Finished::Command(carry_out)) => match self.tables.get_mut(&table) {
                Some(room) => {
                    let result = carry_out(&mut room.table, now);
                    self.publish(table, now);
                    result
                }
                None => Err(CommandError::Closed),
            },
            _ => Err(CommandError::Failed),
        };
        self.reply(table, page, id, result);
    }

    /// Replies to the page that has sent a request, or has sent it again meanwhile.
    fn reply(
        &mut self,
        table: TableId,
        mut page: PageId,
        id: String,
        result: Result<Reply, CommandError>,
    ) {
        let reply = result.unwrap_or_else(|error| Reply::Error { error });
        if let Some(room) = self.tables.get_mut(&table)
            && let Some(index) = room.heard.iter().position(|heard| heard.id == id)
        {
            let heard = &mut room.heard[index];
            (page, heard.reply) = (heard.page, Some(reply.clone()));
            if matches!(reply, Reply::Error { .. }) {
                room.heard.remove(index);
            }
        }
        self.send(page, &Message::Reply { id, reply });
    }
}
