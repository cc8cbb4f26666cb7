//! A room: a table with the pages that sit at it.

use crate::messages::{Command, Headers, Message, Reply};
use crate::saved_table::SavedTable;
use crate::seats::Role;
use crate::step::CommandResult;
use crate::table::Table;
use crate::user_data::UserData;
use crate::view;
use platform::Instant;
use records::{GameEnd, NodeId};
use rules::{Color, Rules};
use std::collections::VecDeque;
use std::time::Duration;
use std::{mem, ptr};

/// The most requests of a table that are known to be carried out.
pub const MAX_HEARD: usize = 100;

/// A page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PageId(pub u64);

/// A page at its table.
#[derive(Clone, Copy, Debug)]
pub struct OpenPage {
    pub id: PageId,
    /// The role of its person, at a table with seats.
    pub role: Option<Role>,
    /// Whether it is the owner's, who has the key of the board: what is kept for the user is for this page.
    pub is_owners: bool,
    /// The game and the node that it shows at a table with seats; the last one if absent.
    pub place: Option<(u64, usize)>,
    /// How long a message and its answer are under way.
    pub lag: Duration,
    /// Whether it waits for work.
    pub is_working: bool,
}

impl OpenPage {
    pub fn new(id: PageId, role: Option<Role>, is_owners: bool) -> Self {
        Self { id, role, is_owners, place: None, lag: Duration::ZERO, is_working: false }
    }
}

/// A request that is carried out, or waits for work.
#[derive(Debug)]
pub struct Heard {
    pub id: String,
    /// The page that has sent it last.
    pub page: PageId,
    /// The reply; none while work for it is not done.
    pub reply: Option<Reply>,
}

/// The last messages to the pages of a table of those kinds that are only sent after a change. Of long ones, only that
/// is kept whose change makes them differ.
#[derive(Debug, Default)]
struct Known {
    /// The rules from which the exercises are made.
    exercises: Option<&'static Rules>,
    headers: Option<Message>,
    /// The number of the game, if it is of a file.
    file: Option<u64>,
    /// The revision and the last node of the game whose complete review has the mistakes.
    mistakes: Option<(u64, NodeId)>,
    lines: Option<Message>,
}

/// Takes a message in place of the last one of its kind. Returns it if it is another.
fn replace(last: &mut Option<Message>, message: Message) -> Option<Message> {
    let is_same = last.as_ref() == Some(&message);
    (!is_same).then(|| last.insert(message).clone())
}

/// The messages about a change for the pages of a table, without the one with its state.
#[derive(Debug)]
pub struct News {
    pub before_state: Vec<Message>,
    pub after_state: Vec<Message>,
}

/// A table with its pages.
#[derive(Debug)]
pub struct Room {
    pub name: String,
    pub table: Table,
    pub pages: Vec<OpenPage>,
    /// When the last page left, or the table was created.
    pub left: Instant,
    /// When the engine last had something to do, if there is one.
    pub engine_used: Option<Instant>,
    /// When the game was last kept, and with which end.
    pub kept: Instant,
    /// The game and its version when the tables were last kept.
    pub kept_table: (u64, u64),
    pub kept_end: Option<GameEnd>,
    /// Counts the changes of the table that its pages were told of.
    pub version: u64,
    /// Whether pages that were open before the program was started again may come back to it.
    pub is_awaited: bool,
    /// The requests that changed something, the latest last. A page whose connection breaks before the reply sends its
    /// request again.
    pub heard: VecDeque<Heard>,
    known: Known,
}

impl Room {
    /// Creates a room without pages.
    pub fn new(name: String, table: Table, now: Instant) -> Self {
        Self {
            kept_table: (table.game_number, table.game.version()),
            name,
            table,
            pages: Vec::new(),
            left: now,
            engine_used: None,
            kept: now,
            kept_end: None,
            version: 0,
            is_awaited: false,
            heard: VecDeque::new(),
            known: Known::default(),
        }
    }

    /// Returns the messages about what has changed since the last call.
    pub fn news(&mut self) -> News {
        let (table, known) = (&mut self.table, &mut self.known);
        let rules = table.game.rules();
        let has_exercises = known.exercises.replace(rules).is_some_and(|last| ptr::eq(last, rules));
        let exercises = (!has_exercises).then(|| view::exercises(table));
        let tree = table.game.take_changes().map(|changes| view::tree(&table.game, &changes));
        let headers = Message::Headers { headers: Headers::from(&table.game.record().tags) };
        let headers = replace(&mut known.headers, headers);
        let file = table.file.as_ref().map(|_| table.game_number);
        let has_file = mem::replace(&mut known.file, file) == file;
        let mistakes = table.game_review().map(|_| (table.game.revision(), table.game.last()));
        let has_mistakes = mem::replace(&mut known.mistakes, mistakes) == mistakes;
        let file = (!has_file).then(|| view::file(table));
        let mistakes = (!has_mistakes).then(|| Message::Mistakes { mistakes: table.mistakes() });
        let lines = self.new_lines();
        // Last: with another position, a page forgets what was said about the one before.
        let notices = self.table.notices.drain(..).map(|notice| Message::Notice { notice });
        News {
            before_state: exercises.into_iter().chain(tree).collect(),
            after_state: [headers, file, mistakes, lines]
                .into_iter()
                .flatten()
                .chain(notices)
                .collect(),
        }
    }

    /// Returns the lines of the last search if the pages do not know them yet.
    pub fn new_lines(&mut self) -> Option<Message> {
        replace(&mut self.known.lines, view::analysis(&self.table))
    }

    /// Returns what a page is at the table.
    pub fn role(&self, page: PageId) -> Option<Role> {
        self.pages.iter().find(|other| other.id == page)?.role
    }

    /// Notes at a time which players are connected, and how well.
    pub fn update_seats(&mut self, now: Instant) {
        self.update_lags();
        let connected = [Role::Host, Role::Guest]
            .map(|role| self.pages.iter().any(|page| page.role == Some(role)));
        if let Some(seats) = self.table.mode.seats_mut() {
            seats.set_connected(connected, now);
        }
    }

    /// Notes how well the players are connected.
    pub fn update_lags(&mut self) {
        let pages = &self.pages;
        let seats = self.table.mode.seats();
        self.table.lags = Color::BOTH.map(|color| {
            let is_theirs = |role| seats.is_none_or(|seats| seats.side(role) == Some(color));
            let theirs = pages.iter().filter(|page| page.role.is_none_or(is_theirs));
            theirs.map(|page| page.lag).max().unwrap_or_default()
        });
    }

    /// Notes that a request is carried out now. Returns the reply if that was done before: none if it comes later.
    pub fn hear(&mut self, page: PageId, id: &str) -> Option<Option<Reply>> {
        if let Some(heard) = self.heard.iter_mut().find(|heard| heard.id == id) {
            heard.page = page;
            return Some(heard.reply.clone());
        }
        if self.heard.len() == MAX_HEARD {
            self.heard.pop_front();
        }
        self.heard.push_back(Heard { id: id.into(), page, reply: None });
        None
    }

    /// Describes the table, and what was done at it.
    pub fn save(&self, now: Instant) -> SavedTable {
        let done = self.heard.iter().filter(|heard| heard.reply == Some(Reply::Done));
        let mut saved = self.table.save(&self.name, now);
        saved.heard = done.map(|heard| heard.id.clone()).collect();
        saved
    }

    /// Does something at the place of a page, and returns to the end of the game.
    pub fn at_place_of<T>(&mut self, page: PageId, run: impl FnOnce(&mut Table) -> T) -> T {
        let table = &mut self.table;
        let index = self.pages.iter().position(|other| other.id == page);
        let place = index.and_then(|index| self.pages[index].place);
        let node = place.filter(|(game, _)| *game == table.game_number);
        let node = node.and_then(|(_, node)| table.game.record().node_id(node));
        if let Some(node) = node {
            table.game.show(node);
        }
        let result = run(table);
        let shown = (table.game_number, table.game.shown().index());
        if let Some(index) = index {
            self.pages[index].place = (!table.game.is_last_shown()).then_some(shown);
        }
        table.game.show(table.game.last());
        result
    }

    /// Carries out a command of a page.
    pub fn run(
        &mut self,
        page: PageId,
        command: Command,
        data: &UserData,
        now: Instant,
    ) -> CommandResult {
        match self.role(page) {
            None => self.table.run(command, data, now),
            Some(role) => {
                self.at_place_of(page, |table| table.run_seated(role, command, data, now))
            }
        }
    }
}
