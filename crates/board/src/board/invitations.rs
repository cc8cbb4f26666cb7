//! Games between two people on two devices: tables with passes that lead to their seats.

use super::{Backend, Board, PageId, TableId};
use crate::command_error::CommandError;
use crate::messages::{GameId, NewGame, Player, Reply};
use crate::mode::Mode;
use crate::recent_game::RecentGame;
use crate::seats::{Role, Seats};
use crate::table::Table;
use platform::Instant;
use rules::Color;

/// The longest address of a page in bytes.
const MAX_ADDRESS: usize = 500;

impl<B: Backend> Board<B> {
    /// Makes a table for two people on two devices.
    pub(super) fn invite(
        &mut self,
        side: Option<Color>,
        game: NewGame,
        now: Instant,
    ) -> Result<Reply, CommandError> {
        let game = NewGame { players: [Player::Person; 2], by_link: None, ..game };
        let mut table = Table::new(self.setup.rules);
        table.new_game(&game, now)?;
        table.date_game(self.local_time());
        let mut pass = || self.backend.new_pass().ok_or(CommandError::NoGuests);
        let passes = [pass()?, pass()?, pass()?];
        let either = Color::BOTH[platform::random_seed() as usize % 2];
        let seats = Seats::new(passes, side.unwrap_or(either));
        table.name_side(seats.host_side, &game.name);
        let pass = seats.pass(Role::Host).to_owned();
        table.mode = Mode::Seats(seats);
        self.make_room(now)?;
        let name = self.new_name();
        self.add_table(name, table, now);
        self.admit(now);
        Ok(Reply::Invited { pass })
    }

    /// Returns the addresses at which others can join the game of a page.
    pub(super) fn invitation(
        &self,
        id: TableId,
        page: PageId,
        address: &str,
    ) -> Result<Reply, CommandError> {
        let room = &self.tables[&id];
        let (seats, role) =
            room.table.mode.seats().zip(room.role(page)).ok_or(CommandError::NoGuests)?;
        let address = address.split('#').next().unwrap_or_default();
        if address.len() > MAX_ADDRESS {
            return Err(CommandError::Address);
        }
        let view = |role| {
            let address = format!("{address}#seat={}", seats.pass(role));
            self.backend.share_view(&address).ok_or(CommandError::Address)
        };
        Ok(Reply::Invitation {
            player: (role == Role::Host).then(|| view(Role::Guest)).transpose()?,
            watcher: view(Role::Watcher)?,
        })
    }

    /// Returns a recent game with its seats, if it is between two people on two devices and not over.
    pub(super) fn seats_of(&self, id: GameId) -> Option<(&RecentGame, &Seats)> {
        let game = self.setup.user_data.recent(id).filter(|game| game.info.end.is_none())?;
        Some((game, game.seats.as_ref()?))
    }

    /// Returns the pass of the host of a recent game. If its table is gone, another one takes its place.
    pub(super) fn sit_again(&mut self, id: GameId, now: Instant) -> Result<Reply, CommandError> {
        let (game, seats) = self.seats_of(id).ok_or(CommandError::NoRecentGame)?;
        let pass = seats.pass(Role::Host).to_owned();
        let mut seated = self.tables.values().filter_map(|room| room.table.mode.seats());
        if !seated.any(|seats| seats.role(&pass).is_some()) {
            let table = Table::with_game(game.clone(), now).ok_or(CommandError::NoRecentGame)?;
            self.make_room(now)?;
            let name = self.new_name();
            self.add_table(name, table, now);
            self.admit(now);
        }
        Ok(Reply::Invited { pass })
    }

    /// Tells the backend which passes are valid, and lets it keep them with the tables.
    pub(super) fn admit(&mut self, now: Instant) {
        let seats = self.tables.values().filter_map(|room| room.table.mode.seats());
        let passes = seats.flat_map(Seats::passes).cloned().collect();
        self.backend.admit(passes);
        self.keep_tables(now);
    }
}
