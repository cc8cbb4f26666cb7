//! Work that a command needs before it is carried out: reading and writing texts, refuting a move. It is
//! done without access to the table, so that nobody waits for it.

use crate::command_error::{CommandError, MAX_MOVES, MAX_PLIES};
use crate::game::Game;
use crate::game_file::GameFile;
use crate::messages::{ProofView, RecentInfo, Refutation};
use crate::notation::MoveText;
use crate::own_puzzles::OwnPuzzle;
use records::{GameRecord, Hints, RecordError, RecordErrorKind, other_games};
use rules::{Position, Rules};
use std::sync::Arc;
use study::puzzles::{MateFinder, MateOptions, PuzzleKind, read_puzzles};

/// The nodes after which the search for a reply to a wrong move is given up. A fraction of a second.
const REFUTATION_NODES: u64 = 2_000;

/// A game that was read from a text.
#[derive(Debug)]
pub struct ReadGame {
    pub game: Game,
    /// Whether the game is another than the one expected.
    pub is_another: bool,
    /// The file with the game, if there is one or the text has several games.
    pub file: Option<GameFile>,
    /// The game in the list of recent games that goes on.
    pub recent: Option<Box<RecentInfo>>,
}

/// Reads a position or the first game of a text, which may be that of a file. If the text does not name its game, that
/// is `rules`, or the only game that the text fits.
pub fn read_game(
    text: &str,
    rules: &'static Rules,
    file_name: Option<String>,
) -> Result<ReadGame, CommandError> {
    read_up_to(MAX_MOVES, text, rules, file_name)
}

/// Reads a game that the board has kept. It may have more moves than a text.
pub fn read_kept_game(pgn: &str, rules: &'static Rules) -> Result<ReadGame, CommandError> {
    read_up_to(usize::MAX, pgn, rules, None)
}

fn read_up_to(
    max: usize,
    text: &str,
    rules: &'static Rules,
    file_name: Option<String>,
) -> Result<ReadGame, CommandError> {
    let mut games = match read_as(text, rules) {
        Ok(games) => games,
        Err(error) => read_as_another_game(text, rules, error)?,
    };
    let file = (file_name.is_some() || games.len() > 1)
        .then(|| GameFile::new(file_name.unwrap_or_default(), &games))
        .transpose()?;
    let record = games.swap_remove(0);
    let found = record.move_count();
    if found > max {
        return Err(CommandError::TooManyMoves { found, max });
    }
    let game = Game::new(record);
    let is_another = !std::ptr::eq(game.rules(), rules);
    Ok(ReadGame { game, is_another, file, recent: None })
}

/// Reads a text. Returns at least one game.
fn read_as(text: &str, rules: &'static Rules) -> Result<Vec<GameRecord>, CommandError> {
    let position_error = match Position::from_sfen_or_fen(rules, text.trim()) {
        Ok(position) => return Ok(vec![GameRecord::new(&position)]),
        Err(error) => error,
    };
    let is_position = text.trim().lines().count() == 1
        && text.split_whitespace().next().is_some_and(|board| board.contains('/'));
    let hints = Hints { rules: Some(rules), ..Hints::default() };
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
            let games = several.iter().map(|rules| rules.name().to_owned()).collect();
            Err(CommandError::SeveralGames { reason: Box::new(error), games })
        }
    }
}

/// Reads puzzles from a text. Returns an error for each invalid line instead, if there are any.
pub fn read_own_puzzles(
    text: &str,
    rules: &'static Rules,
) -> Result<Result<Vec<OwnPuzzle>, Vec<RecordError>>, CommandError> {
    let puzzles = match read_puzzles(text, rules) {
        Ok(puzzles) => puzzles,
        Err(errors) => return Ok(Err(errors)),
    };
    match puzzles.iter().map(|(puzzle, _)| puzzle.line.len()).max() {
        None => return Err(CommandError::NoPuzzleInText),
        Some(plies) if plies > MAX_PLIES => {
            return Err(CommandError::LongSolution { found: plies, max: MAX_PLIES });
        }
        Some(_) => {}
    }
    let own = puzzles.into_iter().map(|(puzzle, name)| {
        let proof = match puzzle.kind {
            PuzzleKind::Mate => ProofView::Pending,
            PuzzleKind::Win => ProofView::NotApplicable,
        };
        OwnPuzzle { puzzle: Arc::new(puzzle), name, proof }
    });
    Ok(Ok(own.collect()))
}

/// Returns why a wrong move fails in a puzzle whose solution may be proven. `after` is the position after the
/// move, and `plies` is the number of plies in which the right move mates.
pub fn refute(after: &Position, plies: usize, is_proven: bool) -> Refutation {
    let options = MateOptions { proof_nodes: REFUTATION_NODES, ..MateOptions::default() };
    let reply = MateFinder::new(options).ok().and_then(|mut finder| {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        finder.longest_defence(after, plies)
    });
    match reply {
        Some(reply) => Refutation::Reply { text: MoveText::new(after, reply) },
        None if is_proven => Refutation::Unknown,
        None => Refutation::NotTheSolution,
    }
}
