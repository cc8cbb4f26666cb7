//! The seats of a game between two people on two devices.
//!
//! The two play at a table made for this game. The link to the table has a secret, the pass: there is one for each
//! player and one for watchers. Each page chooses which position it shows; the table itself shows the last one.

use crate::messages::Question;
use platform::Instant;
use rules::Color;
use serde::{Deserialize, Serialize};

/// The role of a page at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Plays, and has invited the other.
    Host,
    /// Plays, and was invited.
    Guest,
    Watcher,
}

impl Role {
    /// The roles in the order of the passes.
    const ALL: [Self; 3] = [Self::Host, Self::Guest, Self::Watcher];
}

/// The seats of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seats {
    /// The secrets of the host, of the guest, and of those who watch.
    passes: [String; 3],
    pub host_side: Color,
    /// Whether pages of the host and of the guest are connected.
    #[serde(skip)]
    pub connected: [bool; 2],
    /// Since when they are not.
    #[serde(skip)]
    left: [Option<Instant>; 2],
    /// The open question, and who asks it.
    #[serde(skip)]
    pub question: Option<(Color, Question)>,
}

impl Seats {
    /// Creates the seats of a game that nobody has joined.
    pub fn new(passes: [String; 3], host_side: Color) -> Self {
        Self { passes, host_side, connected: [false; 2], left: [None; 2], question: None }
    }

    /// Returns all passes.
    pub fn passes(&self) -> &[String] {
        &self.passes
    }

    /// Returns the pass for a role.
    pub fn pass(&self, role: Role) -> &str {
        &self.passes[role as usize]
    }

    /// Returns the role of the pages that show a pass.
    pub fn role(&self, pass: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.pass(role) == pass)
    }

    /// Returns the side that a role plays.
    pub fn side(&self, role: Role) -> Option<Color> {
        match role {
            Role::Host => Some(self.host_side),
            Role::Guest => Some(!self.host_side),
            Role::Watcher => None,
        }
    }

    /// Notes at a time which of the host and the guest are connected.
    pub fn set_connected(&mut self, connected: [bool; 2], now: Instant) {
        self.connected = connected;
        for (is_there, left) in connected.into_iter().zip(&mut self.left) {
            *left = if is_there { None } else { Some(left.unwrap_or(now)) };
        }
    }

    /// Returns since when the player of a side is not connected.
    pub fn left(&self, side: Color) -> Option<Instant> {
        self.left[usize::from(self.host_side != side)]
    }

    /// Returns whether both players are connected.
    pub fn is_complete(&self) -> bool {
        self.connected == [true; 2]
    }
}
