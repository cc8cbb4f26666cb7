//! How a recorded game ended.

use crate::end_reason::{EndReason, GameResult};
use crate::end_words::{ROWS, reason_in};
use rules::{Color, Outcome, Position};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a recorded game ended: the result, the reason and what the record says about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEnd {
    pub result: GameResult,
    pub reason: EndReason,
    /// The record's own words, where they say more than the reason does.
    pub text: Option<String>,
    /// The time spent before the end, for instance on the decision to resign.
    pub elapsed: Option<Duration>,
}

impl GameEnd {
    /// Returns the end of a game for a reason.
    pub fn new(result: GameResult, reason: EndReason) -> Self {
        Self { result, reason, text: None, elapsed: None }
    }

    /// Returns the end that a reason implies when `side` is to move.
    pub(crate) fn implied(reason: EndReason, side: Color) -> Self {
        Self::new(reason.result(side), reason)
    }

    /// Returns how the rules have ended the game in a position, if they have.
    pub fn by_rule(position: &Position) -> Option<Self> {
        let outcome = position.outcome();
        let reason = match outcome {
            Outcome::Ongoing => return None,
            Outcome::Mate => EndReason::Mate,
            Outcome::Stalemate | Outcome::StalemateDraw => EndReason::NoLegalMove,
            Outcome::RepetitionDraw | Outcome::RepetitionLoss(_) => EndReason::Repetition,
            Outcome::PerpetualCheck(_) => EndReason::PerpetualCheck,
            Outcome::GoalReached(_) => EndReason::GoalReached,
        };
        let winner = outcome.winner(position.side());
        Some(Self::new(winner.map_or(GameResult::Draw, GameResult::Win), reason))
    }

    /// Adds the winner by the rules, where the record gives the reason but not who has won: after perpetual check.
    pub(crate) fn with_winner_by_rule(self, position: &Position) -> Self {
        match Self::by_rule(position) {
            Some(by_rule)
                if self.result == GameResult::Unknown && self.reason == by_rule.reason =>
            {
                Self { result: by_rule.result, ..self }
            }
            _ => self,
        }
    }

    /// Returns the end of a game that a side lost by an illegal move, which a record cannot hold, given
    /// its text.
    pub(crate) fn by_illegal_move(loser: Color, text: String) -> Self {
        let end = Self::new(GameResult::Win(!loser), EndReason::IllegalMove);
        Self { text: Some(text), ..end }
    }

    /// Creates the end that a word names which is not known.
    pub(crate) fn by_other_word(word: &str) -> Self {
        let text = Some(word.to_owned());
        Self { text, ..Self::new(GameResult::Unknown, EndReason::Other) }
    }

    /// Returns the record's word for the reason, if it is none that is known.
    pub fn other_word(&self) -> Option<&str> {
        self.text.as_deref()?.lines().next().filter(|_| self.reason == EndReason::Other)
    }

    /// Returns the lines of the text that are left to write as comments: without [`Self::other_word`], if the format
    /// `holds` it elsewhere.
    pub(crate) fn remarks(&self, holds: impl FnOnce(&str) -> bool) -> impl Iterator<Item = &str> {
        let is_written = self.other_word().is_some_and(holds);
        let lines = self.text.iter().flat_map(|text| text.lines());
        lines.flat_map(|line| line.split('\r')).skip(usize::from(is_written))
    }

    /// Adds a line to the record's own words.
    pub(crate) fn add_text(&mut self, line: &str) {
        match &mut self.text {
            Some(text) => {
                text.push('\n');
                text.push_str(line);
            }
            None => self.text = Some(line.to_owned()),
        }
    }

    /// Describes the end in English. `names` are the players, Black first.
    pub fn describe(&self, names: [&str; 2]) -> String {
        let name = |color: Option<Color>| color.map_or("one side", |color| names[color.index()]);
        let winner = self.result.winner();
        let words = match (self.reason, self.result) {
            (EndReason::Other, GameResult::Unknown) => self.other_word().unwrap_or("unfinished"),
            (EndReason::Unknown | EndReason::Other, GameResult::Win(_)) => "{winner} wins",
            (EndReason::Unknown | EndReason::Other, GameResult::Draw) => "draw",
            (EndReason::NoLegalMove, GameResult::Draw) => "draw by stalemate",
            (EndReason::Adjudication, GameResult::Draw) => "draw by adjudication",
            (EndReason::Repetition, GameResult::Draw | GameResult::Unknown) => "repetition draw",
            (reason, _) => reason.words().expect("all reasons but Other have words").english,
        };
        if let Some(rest) = words.strip_prefix("{winner}") {
            name(winner).to_owned() + rest
        } else if let Some(rest) = words.strip_prefix("{loser}") {
            name(winner.map(|color| !color)).to_owned() + rest
        } else {
            words.to_owned()
        }
    }

    /// Describes the end in English, with the record's own words where they do not tell the reason.
    pub fn full_description(&self, names: [&str; 2]) -> String {
        match &self.text {
            None => self.describe(names),
            Some(text) if reason_in(text) == self.reason => text.clone(),
            Some(text) if (self.reason, self.result) == (EndReason::Other, GameResult::Unknown) => {
                text.clone()
            }
            Some(text) => format!("{}: {text}", self.describe(names)),
        }
    }

    /// Describes the end as a comment of PGN, which [`Self::from_comment`] reads. The word for another
    /// reason is not part of it.
    pub(crate) fn comment(&self, names: [&str; 2]) -> Option<String> {
        let remarks = self.remarks(|_| true).collect::<Vec<_>>().join(" ");
        let reason = match self.reason {
            EndReason::Other => EndReason::Unknown,
            reason => reason,
        };
        let description = Self::new(self.result, reason).describe(names);
        let is_silent = (reason, self.result) == (EndReason::Unknown, GameResult::Unknown);
        if remarks.is_empty() {
            return (!is_silent).then_some(description);
        }
        let told = read_phrase(&remarks, self.result, names).map(|phrase| phrase.reason);
        Some(if told == Some(reason) { remarks } else { format!("{description}: {remarks}") })
    }

    /// Creates the end that the last comment of a game in PGN gives, if it is one of the phrases that
    /// programs write there. `names` are the players, or where a name is unknown, PGN's colors.
    pub(crate) fn from_comment(
        comment: &str,
        result: GameResult,
        names: [&str; 2],
    ) -> Option<Self> {
        // Comments are written in one line and without braces.
        let plain =
            |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")");
        let comment = &plain(comment);
        if let Some(end) = Self::described(comment, result, names, plain) {
            return Some(end);
        }
        let phrase = read_phrase(comment, result, names)?;
        let text = match phrase.details {
            "" if phrase.names_player => Some(comment.to_owned()),
            "" => None,
            details => Some(details.to_owned()),
        };
        Some(Self { text, ..Self::new(result, phrase.reason) })
    }

    /// Creates the end that a text gives by one of our own descriptions, as `write` writes them. Words that say more
    /// than the reason are kept.
    fn described(
        text: &str,
        result: GameResult,
        names: [&str; 2],
        write: impl Fn(&str) -> String,
    ) -> Option<Self> {
        // Our own files without names had the colors of this workspace.
        let all_names = [names, PGN_COLORS, ["Black", "White"]];
        for row in &ROWS {
            let end = Self::new(result, row.reason);
            for names in all_names {
                match text.strip_prefix(&write(&end.describe(names))) {
                    Some("") => return Some(end),
                    Some(rest) if rest.starts_with(": ") => {
                        return Some(Self { text: Some(rest[2..].to_owned()), ..end });
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// Creates the end that a description gives, with the result that goes with it. Words that
    /// say more than the reason are kept.
    pub(crate) fn from_description(text: &str, result: GameResult, names: [&str; 2]) -> Self {
        let described = Self::described(text, result, names, str::to_owned);
        if let Some(end) = described.filter(|e| e.reason != EndReason::Unknown || e.text.is_none())
        {
            return end;
        }
        let mut end = Self::new(result, reason_in(text));
        end.text = (!text.is_empty()).then(|| text.to_owned());
        if end.reason == EndReason::Unknown && end.text.is_some() {
            end.reason = EndReason::Other;
        }
        end
    }
}

/// PGN's names of the sides, that of the first player first.
pub(crate) const PGN_COLORS: [&str; 2] = ["White", "Black"];

/// What a phrase says about the end of a game.
struct Phrase<'a> {
    reason: EndReason,
    /// Whether it begins with the name of a player.
    names_player: bool,
    /// What follows after a colon or in parentheses.
    details: &'a str,
}

/// Reads a phrase that says how a game ended and nothing else. A phrase that contradicts the result is
/// none.
fn read_phrase<'a>(text: &'a str, result: GameResult, names: [&str; 2]) -> Option<Phrase<'a>> {
    let text = text.trim();
    let (phrase, details) = match text.split_once(": ") {
        Some((phrase, details)) => (phrase, details),
        None => match text.strip_suffix(')').and_then(|text| text.split_once(" (")) {
            Some((phrase, details)) => (phrase, details),
            None => (text, ""),
        },
    };
    let phrase = phrase.trim_end_matches('.').trim_end();
    let winner = match result {
        GameResult::Unknown => return None,
        GameResult::Draw => {
            let phrase = phrase.to_ascii_lowercase();
            if matches!(phrase.as_str(), "draw" | "the game is a draw" | "game drawn") {
                return Some(Phrase { reason: EndReason::Unknown, names_player: false, details });
            }
            let how = ["draw by ", "drawn by ", "game drawn by "]
                .iter()
                .find_map(|start| phrase.strip_prefix(start))?;
            let reason = reason_in(how);
            let is_known = reason != EndReason::Unknown && how.split(' ').count() <= 3;
            return is_known.then_some(Phrase { reason, names_player: false, details });
        }
        GameResult::Win(winner) => winner,
    };
    for (names, names_player) in [(names, true), (PGN_COLORS, false)] {
        for (name, color) in names.into_iter().zip(Color::BOTH) {
            let Some(rest) = phrase.strip_prefix(name) else { continue };
            let rest = rest.trim_start().to_ascii_lowercase();
            let subject = usize::from(color == winner);
            if let Some(reason) = EndReason::of_word(&rest, |row| row.said[subject]) {
                let names_player = names_player && !PGN_COLORS.contains(&name);
                return Some(Phrase { reason, names_player, details });
            }
        }
    }
    None
}
