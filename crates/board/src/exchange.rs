//! Carries out the commands by which games come to a table and leave it: as texts, files, and recent games.

use crate::command_error::CommandError;
use crate::game_file;
use crate::lookup::find_rules;
use crate::messages::{ExportFormat, GameId, Reply};
use crate::recent_game::RecentGame;
use crate::step::{CommandResult, Finished, Step};
use crate::table::Table;
use crate::user_data::UserData;
use crate::work::{ReadGame, read_game, read_kept_game};
use records::{Format, GameRecord};
use rules::{Color, Rules};
use study::review::annotate;

/// The side of this person in a game of links, and what they name it by.
type Link = (Color, String);

impl Table {
    /// Returns the game with a name, or without one the game on the board.
    fn rules_of(&self, variant: Option<&str>) -> Result<&'static Rules, CommandError> {
        variant.map_or_else(|| Ok(self.game.rules()), find_rules)
    }

    /// Reads a text. A game of a link goes on as the recent one of that name.
    pub fn import(
        &self,
        text: String,
        variant: Option<&str>,
        link: Option<Link>,
        user_data: &UserData,
    ) -> CommandResult {
        let rules = self.rules_of(variant)?;
        let known = link.as_ref().and_then(|link| user_data.game_by_link(link)).cloned();
        let read = move || read_reply(read_game(&text, rules, None)?, known);
        Ok(read_game_step(read, link))
    }

    /// Reads a file, given in base64.
    pub fn open_file(&self, name: String, content: String, variant: Option<&str>) -> CommandResult {
        let rules = self.rules_of(variant)?;
        let read = move || read_game(&game_file::decode(&content)?, rules, Some(name));
        Ok(read_game_step(read, None))
    }

    /// Writes a file.
    pub fn save_file(&self, extension: String, all: bool) -> CommandResult {
        let record = self.annotated_record(game_file::format_of(&extension)?);
        let file = self.file.clone();
        Ok(Step::Work(Box::new(move || {
            Finished::Answer(game_file::save(record(), file.as_ref(), all, &extension))
        })))
    }

    pub fn export(&self, format: ExportFormat) -> Step {
        let format = match format {
            ExportFormat::Sfen => {
                let text = self.game.position().sfen().to_string();
                return Step::Reply(Reply::Text { text });
            }
            ExportFormat::Usi => Format::Usi,
            ExportFormat::Pgn => Format::Pgn,
            ExportFormat::Kif => Format::Kif,
            ExportFormat::Ki2 => Format::Ki2,
            ExportFormat::Csa => Format::Csa,
        };
        let record = self.annotated_record(format);
        Step::Work(Box::new(move || {
            let text = records::write(&record(), format);
            Finished::Answer(text.map(|text| Reply::Text { text }).map_err(Into::into))
        }))
    }

    /// Returns what makes the record with its review, for a format.
    fn annotated_record(&self, format: Format) -> impl FnOnce() -> GameRecord + Send + use<> {
        let mut record = self.game.record().clone();
        let review = self.game_review().cloned();
        move || {
            if let Some(review) = review {
                // The moves have the marks of the review, unless a person has changed them.
                let nodes: Vec<_> = record.main_line().collect();
                let marks = nodes.iter().map(|&node| record.node(node).notes.glyphs.clone());
                let marks: Vec<_> = marks.collect();
                annotate(&mut record, &review, format);
                for (node, glyphs) in nodes.into_iter().zip(marks) {
                    record.notes_mut(node).glyphs = glyphs;
                }
            }
            record
        }
    }

    /// Shows another game of the file. The one on the board stays in it with its changes.
    pub fn show_file_game(&self, index: usize) -> CommandResult {
        let file = self.file.as_ref().ok_or(CommandError::NoSuchGame(index))?;
        if file.is_shown(index) {
            return Ok(Step::Reply(Reply::Done));
        }
        let (variant, pgn) = file.game(index)?;
        let (rules, pgn) = (find_rules(variant)?, pgn.to_owned());
        let (is_kept, number) = (file.is_kept(index), self.game_number);
        Ok(Step::work(
            move || match is_kept {
                true => read_kept_game(&pgn, rules),
                false => read_game(&pgn, rules, None),
            },
            move |table, read, now| {
                if table.game_number != number {
                    return Err(CommandError::Changed);
                }
                let read = read?;
                let mut file = table.file.take();
                let id = table.game_id;
                let before =
                    file.as_mut().map(|file| file.replace_shown(table.game.record(), id, index));
                table.show_read_game(ReadGame { file, ..read }, now);
                if let Some(replaced) = &mut table.replaced {
                    replaced.file_index = before;
                }
                Ok(Reply::Done)
            },
        ))
    }
}

/// Reads one of the recent games.
pub fn open_game(id: GameId, user_data: &UserData) -> CommandResult {
    let recent = user_data.recent(id).ok_or(CommandError::NoRecentGame)?.clone();
    let rules = find_rules(&recent.info.variant)?;
    let read = move || {
        let read = read_kept_game(&recent.pgn, rules);
        read.map(|read| ReadGame { recent: Some(Box::new(recent.info)), ..read })
    };
    Ok(read_game_step(read, None))
}

/// Adds the moves of a link, which has neither comments nor names, to the recent game that its links name, if there is
/// one. A link with other moves is a game apart.
fn read_reply(read: ReadGame, known: Option<RecentGame>) -> Result<ReadGame, CommandError> {
    let Some(known) = known else { return Ok(read) };
    let game = match read_kept_game(&known.pgn, read.game.rules()) {
        Ok(kept) if kept.game.continues(&read.game) => Some(kept.game),
        Ok(kept) => kept.game.continued_by(&read.game),
        Err(_) => None,
    };
    Ok(match game {
        Some(game) => ReadGame { game, recent: Some(Box::new(known.info)), ..read },
        None => read,
    })
}

/// Reads a game and shows it. `link` has the side of this person in a game of links, and what they name it by.
fn read_game_step(
    read: impl FnOnce() -> Result<ReadGame, CommandError> + Send + 'static,
    link: Option<Link>,
) -> Step {
    Step::work(read, move |table, read, now| {
        let mut read = read?;
        // The reply in the game on the board is the same game.
        let is_named_alike =
            link.as_ref().is_some_and(|link| table.mode.link_id() == Some(&link.1));
        let game = is_named_alike.then(|| table.game.clone().continued_by(&read.game)).flatten();
        let id = table.game_id.filter(|_| game.is_some());
        read.game = game.unwrap_or(read.game);
        table.show_read_game(read, now);
        if let Some((side, id)) = link {
            table.set_by_link(side, id);
            (table.paused, table.kept_version) = (false, None);
        }
        table.game_id = table.game_id.or(id);
        Ok(Reply::Done)
    })
}
