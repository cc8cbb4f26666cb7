//! The steps of a command: what is done at its table, and work before that.

use crate::command_error::CommandError;
use crate::messages::Reply;
use crate::recent_game::RecentGame;
use crate::table::Table;
use platform::Instant;

/// Work that takes up to seconds.
pub type Work = Box<dyn FnOnce() -> Finished + Send>;

/// Carries out a command at its table.
pub type CarryOut = Box<dyn FnOnce(&mut Table, Instant) -> Result<Reply, CommandError> + Send>;

/// What follows from work.
#[expect(missing_debug_implementations, reason = "functions have none")]
pub enum Finished {
    /// The command can be carried out.
    Command(CarryOut),
    /// The answer to a query.
    Answer(Result<Reply, CommandError>),
    /// Files of games are loaded again, or why one is not.
    Rules(Result<(), String>),
    /// A game is kept in the list of recent games.
    Recent(Box<RecentGame>),
}

/// The next step of a command.
#[expect(missing_debug_implementations, reason = "functions have none")]
pub enum Step {
    /// The command is carried out.
    Reply(Reply),
    /// Work must be done first.
    Work(Work),
}

impl Step {
    /// Works without the table, and then carries out the command with the result.
    pub fn work<T: Send + 'static>(
        run: impl FnOnce() -> T + Send + 'static,
        carry_out: impl FnOnce(&mut Table, T, Instant) -> Result<Reply, CommandError> + Send + 'static,
    ) -> Self {
        Self::Work(Box::new(|| {
            let result = run();
            Finished::Command(Box::new(|table, now| carry_out(table, result, now)))
        }))
    }
}

/// A step, or the reason why the command is refused.
pub type CommandResult = Result<Step, CommandError>;
