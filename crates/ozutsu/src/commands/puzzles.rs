//! `ozutsu puzzles`: finds puzzles in games.

use crate::cli_error::CliError;
use crate::game_reader::ReadArgs;
use crate::interrupt::{interrupted, stop_on_ctrl_c};
use crate::json::{self, JsonArgs, Object, PuzzleLine};
use crate::position_args::{GAME_OF_RECORDS, GameArgs, parser_of_games};
use crate::progress::{self, progress_bar};
use crate::record_files::{display_name, read_epd_lines};
use clap::{Args, ValueEnum, value_parser};
use mate::OutOfMemory;
use platform::Shard;
use rayon::prelude::*;
use rules::{Move, Position, Rules};
use search::Control;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use study::puzzles::{
    MateFinder, MateOptions, Puzzle, PuzzleKind, PychessPuzzles, WinFinder, WinOptions,
    read_puzzles,
};

/// Number of games that are searched before their puzzles are written.
const BATCH: usize = 32;

/// Find puzzles in games: positions in which only one line mates or wins
#[derive(Args, Debug)]
#[command(mut_arg("variant", |variant| variant.help(GAME_OF_RECORDS)), after_help = "\
Examples:
  ozutsu puzzles games.pgn > puzzles.epd
  ozutsu puzzles --min-plies 5 --count 100 self-play.txt > puzzles.epd
  ozutsu puzzles --kind win --nodes 1000000 game.kif
  ozutsu puzzles --shard 1/4 games.pgn > puzzles-1.epd
  ozutsu puzzles --stored cannonshogi > puzzles.epd
  ozutsu puzzles --stored cannonshogi --to pychess > puzzles.json
  ozutsu puzzles --rate puzzles.epd              Rate them again after an edit
  ozutsu go --file puzzles.epd mate 10000        Solve them

Reads KIF, KI2, CSA, JKF, PGN, USI position lines, logs of ozutsu-match, lists of moves, text of Game Courier, and \
self-play files of ozutsu-learn. Writes one puzzle per line, as EPD: the game, the position, the first move (bm), the \
number of moves to mate (dm), the solution (pv), the nodes that a search needs to find it (acn), and the \
place in the games (id). --to pychess writes documents of PyChess's database, for its import_puzzles.py.

Mates are by consecutive checks and have a unique shortest solution: at each of the attacker's moves, except \
the last of several, the mate solver proves that every other check mates later or not at all. Wins are not proven: \
searches of --nodes nodes find only one winning move. Of each game, the first puzzle for each side is \
written. Ctrl-C ends the search after the puzzles found so far.
")]
pub struct Puzzles {
    #[command(flatten)]
    game: GameArgs,

    /// Files or folders with games, or '-' for standard input
    #[arg(value_name = "IN", required_unless_present_any = ["stored", "rate"])]
    inputs: Vec<PathBuf>,

    /// Print the puzzles of a game that are part of the program
    #[arg(
        long,
        value_name = "GAME",
        value_parser = parser_of_games(games::names().filter(|game| games::puzzles(game).is_some())),
        ignore_case = true,
        conflicts_with = "inputs"
    )]
    stored: Option<&'static Rules>,

    /// Rate the mates of a file of puzzles again, or of standard input if FILE is '-', and print all of its
    /// puzzles, easiest first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "stored"])]
    rate: Option<PathBuf>,

    #[command(flatten)]
    reading: ReadArgs,

    /// Format of the puzzles
    #[arg(long = "to", value_name = "FORMAT", default_value = "epd", conflicts_with = "json")]
    out_format: PuzzleFormat,

    /// Search only every N-th game, from the I-th on, to spread the work over several machines
    #[arg(long, value_name = "I/N", default_value_t, conflicts_with_all = ["stored", "rate"])]
    shard: Shard,

    /// Kind of puzzles to find
    #[arg(
        long,
        value_name = "KIND",
        default_value = "mate",
        conflicts_with_all = ["stored", "rate"]
    )]
    kind: Kind,

    /// End after this number of puzzles
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "rate",
        value_parser = value_parser!(u64).range(1..=1 << 40)
    )]
    count: Option<u64>,

    #[arg(
        long,
        help = format!("Smallest number of plies of a mate [default: {}]", MateOptions::default().min_plies),
        value_name = "N",
        conflicts_with_all = ["stored", "rate"],
        value_parser = value_parser!(u32).range(1..=99)
    )]
    min_plies: Option<u32>,

    #[arg(
        long,
        help = format!("Largest number of plies of a mate [default: {}]", MateOptions::default().max_plies),
        value_name = "N",
        conflicts_with_all = ["stored", "rate"],
        value_parser = value_parser!(u32).range(1..=99)
    )]
    max_plies: Option<u32>,

    /// Node limit of each search: a proof that no other check mates as soon, or a search for a win
    #[arg(
        long,
        value_name = "N",
        default_value_t = MateOptions::default().proof_nodes,
        conflicts_with = "stored",
        value_parser = value_parser!(u64).range(1..=1 << 40)
    )]
    nodes: u64,

    /// Apply the rules of composed problems to mates: no other check mates, however long it takes, and no
    /// piece in hand is left over; such pieces go to the defender
    #[arg(long, conflicts_with_all = ["stored", "rate"])]
    composed: bool,

    /// Search only the last N positions of each game
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["stored", "rate"],
        value_parser = value_parser!(u64).range(1..=1 << 40)
    )]
    last: Option<u64>,

    /// Number of threads [default: one for each processor]
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["stored", "rate"],
        value_parser = value_parser!(u16).range(1..=platform::MAX_THREADS)
    )]
    threads: Option<u16>,

    #[command(flatten)]
    output: JsonArgs,
}

/// The result that the side to move of a puzzle can force.
// No doc comments on the variants: with them, `-h` and `--help` would differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    Mate,
    Win,
}

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PuzzleFormat {
    Epd,
    Pychess,
}

/// Writes a puzzle per line.
struct PuzzleWriter<'a, W> {
    out: &'a mut W,
    is_json: bool,
    /// For the documents of PyChess.
    pychess: Option<PychessPuzzles>,
}

impl<W: Write> PuzzleWriter<'_, W> {
    fn write(&mut self, puzzle: &Puzzle, id: &str) -> Result<(), CliError> {
        match &mut self.pychess {
            Some(puzzles) => {
                let document = puzzles.document(puzzle).map_err(CliError::input)?;
                json::write_line(self.out, &document)?;
            }
            None if self.is_json => {
                json::write_line(self.out, &Object::Puzzle(PuzzleLine::new(id, puzzle)))?;
            }
            None => writeln!(self.out, "{}", puzzle.epd(id))?,
        }
        Ok(self.out.flush()?)
    }
}

/// A game to search for puzzles.
struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The file and the number of the game in it.
    name: String,
}

/// Finds puzzles of the requested kind.
type Finder = Box<dyn FnMut(&Position) -> Option<Puzzle>>;

impl Puzzles {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(rules) = self.stored {
            // Only games that have some are accepted.
            let lines = games::puzzles(rules.name()).unwrap_or_default();
            let puzzles = read_puzzles(lines, rules).unwrap_or_default();
            let count = self.count.map_or(usize::MAX, |count| count as usize);
            let mut writer = self.writer(out);
            return puzzles
                .iter()
                .take(count)
                .try_for_each(|(puzzle, id)| writer.write(puzzle, id));
        }
        if let Some(path) = &self.rate {
            return self.rate(path, out);
        }
        self.check_kind()?;
        let MateOptions { min_plies: min, max_plies: max, .. } = self.mate_options();
        if min > max {
            let error = format!("--min-plies {min} is more than --max-plies {max}");
            return Err(CliError::input(error));
        }
        let mut games = Vec::new();
        let mut reader = self.reading.reader(self.game.of_records());
        for file in reader.files(&self.inputs)? {
            // A record takes far more memory than its moves.
            reader.read(&file.path, |number, record| {
                games.push(Game {
                    start: record.start().clone(),
                    moves: record.moves().collect(),
                    name: format!("{} game {number}", display_name(&file.path)),
                });
                Ok(())
            })?;
        }
        let done = reader.finish();
        self.check_format(games.iter().map(|game| game.start.rules()))?;
        let games: Vec<_> = self.shard.select(games).collect();
        self.write_puzzles(&games, &stop_on_ctrl_c(), out)?;
        done
    }

    /// Refuses games for which there are no puzzles in the format.
    fn check_format(
        &self,
        mut games: impl Iterator<Item = &'static Rules>,
    ) -> Result<(), CliError> {
        match self.out_format {
            PuzzleFormat::Epd => Ok(()),
            PuzzleFormat::Pychess => {
                games.try_for_each(PychessPuzzles::check).map_err(CliError::input)
            }
        }
    }

    /// Refuses options for mates in a search for wins.
    fn check_kind(&self) -> Result<(), CliError> {
        let options = [
            ("--min-plies", self.min_plies.is_some()),
            ("--max-plies", self.max_plies.is_some()),
            ("--composed", self.composed),
        ];
        match options.into_iter().find(|&(_, is_given)| is_given) {
            Some((option, _)) if self.kind == Kind::Win => {
                Err(CliError::input(format!("{option}, for mates, cannot be used with --kind win")))
            }
            _ => Ok(()),
        }
    }

    fn writer<'a, W: Write>(&self, out: &'a mut W) -> PuzzleWriter<'a, W> {
        let new = || PychessPuzzles::new(env!("CARGO_PKG_REPOSITORY"));
        let pychess = (self.out_format == PuzzleFormat::Pychess).then(new);
        PuzzleWriter { out, is_json: self.output.json, pychess }
    }

    /// Rates the mates of a file of puzzles and writes all of its puzzles, sorted by kind and rating.
    fn rate(&self, path: &Path, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.game.rules()?;
        let mut puzzles = read_epd_lines(path, |text| read_puzzles(text, rules))?;
        self.check_format(puzzles.iter().map(|(puzzle, _)| puzzle.position.rules()))?;
        let mut finder = MateFinder::new(self.mate_options()).map_err(CliError::input)?;
        for (puzzle, _) in &mut puzzles {
            if puzzle.kind == PuzzleKind::Mate {
                puzzle.nodes = Some(finder.rate(&puzzle.position));
            }
        }
        puzzles.sort_by_key(|(puzzle, _)| (puzzle.kind, puzzle.nodes));
        let mut writer = self.writer(out);
        puzzles.iter().try_for_each(|(puzzle, id)| writer.write(puzzle, id))
    }

    /// Searches the games and writes the puzzles in their order.
    fn write_puzzles(
        &self,
        games: &[Game],
        control: &Control,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| CliError::input(format!("--threads: {error}")))?;
        let bar = progress_bar(games.len(), progress::GAMES);
        let mut writer = self.writer(out);
        let mut known = HashSet::new();
        let (mut count, mut searched) = (0, 0);
        let wanted = self.count.unwrap_or(u64::MAX);
        for batch in games.chunks(BATCH) {
            let search = || -> Result<Vec<_>, CliError> {
                let finder = || self.finder(control);
                batch
                    .par_iter()
                    .map_init(finder, |finder, game| match finder {
                        Ok(finder) => Ok(self.puzzles_of_game(finder, game, control)),
                        Err(error) => Err(CliError::input(error)),
                    })
                    .collect()
            };
            for (id, puzzle) in pool.install(search)?.into_iter().flatten() {
                if count < wanted && known.insert(puzzle.position.key()) {
                    count += 1;
                    bar.suspend(|| writer.write(&puzzle, &id))?;
                }
            }
            searched += batch.len();
            bar.inc(batch.len() as u64);
            bar.set_message(format!("{count} puzzles"));
            if control.is_stopped() || count >= wanted {
                break;
            }
        }
        let is_visible = !bar.is_hidden();
        bar.finish_and_clear();
        out.flush()?;
        // A file says nothing to a person.
        if is_visible {
            let _ =
                writeln!(io::stderr(), "{count} puzzles in {searched} of {} games", games.len());
        }
        interrupted()
    }

    /// Returns a finder that finds nothing more once the control is stopped.
    fn finder(&self, control: &Control) -> Result<Finder, OutOfMemory> {
        let control = control.clone();
        if self.kind == Kind::Mate {
            let mut finder = MateFinder::with_control(self.mate_options(), control)?;
            return Ok(Box::new(move |position| finder.find(position)));
        }
        let options = WinOptions { nodes: self.nodes, ..WinOptions::default() };
        let mut finder = WinFinder::new(options, control);
        Ok(Box::new(move |position| finder.find(position)))
    }

    fn mate_options(&self) -> MateOptions {
        let default = MateOptions::default();
        MateOptions {
            min_plies: self.min_plies.unwrap_or(default.min_plies),
            max_plies: self.max_plies.unwrap_or(default.max_plies),
            proof_nodes: self.nodes,
            is_composed: self.composed,
            ..default
        }
    }

    /// Returns the first puzzle of each side in a game, with their names. Later positions usually are parts
    /// of the same solution.
    fn puzzles_of_game(
        &self,
        finder: &mut Finder,
        game: &Game,
        control: &Control,
    ) -> Vec<(String, Puzzle)> {
        let positions = game.moves.len() as u64 + 1;
        let first = self.last.map_or(0, |last| positions.saturating_sub(last));
        let mut position = game.start.clone();
        let mut found: Vec<(String, Puzzle)> = Vec::new();
        for (ply, mv) in (0..).zip(game.moves.iter().copied().map(Some).chain([None])) {
            if control.is_stopped() {
                break;
            }
            let side = position.side();
            let is_new = found.iter().all(|(_, puzzle)| puzzle.position.side() != side);
            if ply >= first
                && is_new
                && let Some(puzzle) = finder(&position)
            {
                found.push((format!("{} ply {ply}", game.name), puzzle));
            }
            if let Some(mv) = mv {
                position.do_move(mv);
            }
        }
        found
    }
}
