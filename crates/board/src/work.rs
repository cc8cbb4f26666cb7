//! Work that a command needs before it is carried out: reading and writing texts, refuting a move. It is
//! done without access to the table, so that nobody waits for it.

use crate::command_error::{CommandError, MAX_PLIES};
use crate::game::Game;
use crate::messages::{ProofView, RecentInfo, Refutation};
use crate::own_puzzles::OwnPuzzle;
use crate::puzzle_attempt::AttemptId;
use crate::text::{Text, game_title, move_text};
use crate::user_data::RecentGame;
use records::{Format, GameRecord, Hints, RecordErrorKind, other_games};
use rules::{Position, Rules};
use std::sync::Arc;
use study::puzzles::{MateFinder, MateOptions, PuzzleKind, read_puzzles};
use study::review::{GameReview, annotate};

/// The nodes after which the search for a reply to a wrong move is given up. A fraction of a second.
const REFUTATION_NODES: u64 = 2_000;

/// Work to be done.
#[derive(Debug)]
pub enum Work {
    /// Read a position or the first game of a text.
    ReadGame {
        text: String,
        /// The game, if the text does not name it.
        rules: &'static Rules,
        /// What was kept with the text, if it is that of a recent game.
        recent: Option<Box<RecentInfo>>,
    },
    /// Read puzzles from a text.
    ReadPuzzles {
        text: String,
        /// The game of lines that do not name theirs.
        rules: &'static Rules,
    },
    /// Find out why a wrong move in a puzzle fails.
    Refute {
        attempt: AttemptId,
        /// The position after the move.
        after: Box<Position>,
        /// The number of plies in which the right move mates.
        plies: usize,
        /// Whether the solution is proven.
        is_proven: bool,
    },
    /// Write a record as text.
    Write {
        record: Box<GameRecord>,
        format: Format,
        /// The review of its main line, which is written with it.
        review: Option<Box<GameReview>>,
        purpose: Written,
    },
}

/// What becomes of a written record.
#[derive(Debug)]
pub enum Written {
    /// It is the reply to a command.
    Reply,
    /// It is kept in the list of recent games.
    Kept(Box<RecentInfo>),
}

/// The result of work for a command.
#[derive(Debug)]
pub enum WorkResult {
    Game(Result<Box<ReadGame>, CommandError>),
    Puzzles(Result<Vec<OwnPuzzle>, CommandError>),
    /// Errors in the lines of a text of puzzles.
    InvalidPuzzles(Vec<Text>),
    Refutation {
        attempt: AttemptId,
        refutation: Refutation,
    },
    Written(Result<String, CommandError>),
}

/// The result of any work.
#[derive(Debug)]
pub enum Finished {
    /// The result of work for a command.
    Command(WorkResult),
    /// A game for the list of recent games, unless it could not be written.
    Recent(Option<Box<RecentGame>>),
}

/// A game that was read from a text.
#[derive(Debug)]
pub struct ReadGame {
    pub game: Game,
    /// The title of the game if it is another than the one expected.
    pub title: Option<Text>,
    /// The number of games in the text.
    pub count: usize,
    pub recent: Option<Box<RecentInfo>>,
}

impl Work {
    /// Does the work. Takes up to seconds.
    pub fn run(self) -> Finished {
        Finished::Command(match self {
            Self::ReadGame { text, rules, recent } => {
                WorkResult::Game(read_game(&text, rules, recent).map(Box::new))
            }
            Self::ReadPuzzles { text, rules } => read_own_puzzles(&text, rules),
            Self::Refute { attempt, after, plies, is_proven } => {
                let refutation = match refute(&after, plies) {
                    Refutation::Unknown if !is_proven => Refutation::NotTheSolution,
                    refutation => refutation,
                };
                WorkResult::Refutation { attempt, refutation }
            }
            Self::Write { mut record, format, review, purpose } => {
                if let Some(review) = review {
                    annotate(&mut record, &review, format);
                }
                let text = records::write(&record, format);
                match purpose {
                    Written::Reply => WorkResult::Written(text.map_err(CommandError::Unwritable)),
                    Written::Kept(info) => {
                        let game = text.ok().map(|pgn| Box::new(RecentGame { info: *info, pgn }));
                        return Finished::Recent(game);
                    }
                }
            }
        })
    }
}

/// Reads a position or the first game of a text. If the text does not name its game, that is `rules`, or
/// the only game that the text fits.
fn read_game(
    text: &str,
    rules: &'static Rules,
    recent: Option<Box<RecentInfo>>,
) -> Result<ReadGame, CommandError> {
    let text = text.trim();
    let mut games = match read_as(text, rules) {
        Ok(games) => games,
        Err(error) => read_as_another_game(text, rules, error)?,
    };
    let count = games.len();
    let game = Game::new(games.swap_remove(0))?;
    let title = (!std::ptr::eq(game.rules(), rules)).then(|| game_title(game.rules()));
    Ok(ReadGame { game, title, count, recent })
}

/// Reads a text. Returns at least one game.
fn read_as(text: &str, rules: &'static Rules) -> Result<Vec<GameRecord>, CommandError> {
    let position_error = match Position::from_sfen_or_fen(rules, text) {
        Ok(position) => return Ok(vec![GameRecord::new(&position)]),
        Err(error) => error,
    };
    let is_position = text.lines().count() == 1
        && text.split_whitespace().next().is_some_and(|board| board.contains('/'));
    let hints = Hints { format: None, rules: Some(rules) };
    match records::read(text.as_bytes(), &hints) {
        Ok(games) if !games.is_empty() => Ok(games),
        Ok(_) => Err(CommandError::NoGameInText),
        Err(_) if is_position => Err(CommandError::PositionInText(position_error)),
        Err(error) => Err(CommandError::Unreadable(error)),
    }
}

/// Reads a text that does not fit `rules` as the only other game that it fits.
fn read_as_another_game(
    text: &str,
    rules: &'static Rules,
    error: CommandError,
) -> Result<Vec<GameRecord>, CommandError> {
    let may_fit = match &error {
        CommandError::PositionInText(_) => true,
        CommandError::Unreadable(error) => matches!(
            error.kind,
            RecordErrorKind::Position { .. } | RecordErrorKind::IllegalMove { .. }
        ),
        _ => false,
    };
    if !may_fit {
        return Err(error);
    }
    match other_games(rules, |other| read_as(text, other).is_ok())[..] {
        [] => Err(error),
        [only] => read_as(text, only),
        ref several => {
            let titles = several.iter().map(|rules| game_title(rules));
            let (en, ja): (Vec<_>, Vec<_>) = titles.map(|title| (title.en, title.ja)).unzip();
            let games = Text::new(en.join(" or "), ja.join("か"));
            Err(CommandError::SeveralGames { reason: Box::new(error), games })
        }
    }
}

fn read_own_puzzles(text: &str, rules: &'static Rules) -> WorkResult {
    let puzzles = match read_puzzles(text, rules) {
        Ok(puzzles) => puzzles,
        Err(errors) => {
            return WorkResult::InvalidPuzzles(errors.iter().map(Text::from).collect());
        }
    };
    let longest = puzzles.iter().map(|(puzzle, _)| puzzle.line.len()).max();
    WorkResult::Puzzles(match longest {
        None => Err(CommandError::NoPuzzleInText),
        Some(plies) if plies > MAX_PLIES => Err(CommandError::LongSolution(plies)),
        Some(_) => Ok(puzzles
            .into_iter()
            .map(|(puzzle, name)| {
                let proof = match puzzle.kind {
                    PuzzleKind::Mate => ProofView::Pending,
                    PuzzleKind::Win => ProofView::NotApplicable,
                };
                OwnPuzzle { puzzle: Arc::new(puzzle), name, proof }
            })
            .collect()),
    })
}

/// Returns why a wrong move fails. `after` is the position after it, and `plies` is the number of plies in
/// which the right move mates.
fn refute(after: &Position, plies: usize) -> Refutation {
    let options = MateOptions { proof_nodes: REFUTATION_NODES, ..MateOptions::default() };
    let reply = MateFinder::new(options).ok().and_then(|mut finder| {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        finder.longest_defence(after, plies)
    });
    match reply {
        Some(reply) => Refutation::Reply { text: move_text(after, reply) },
        None => Refutation::Unknown,
    }
}
