//! `ozutsu-learn pack` and `ozutsu-learn relabel`.

use super::interrupt::{is_interrupted, progress_bar, use_files};
use super::{EvalArgs, ForceArgs, WorkError, command_files, located, print_line, read_eval};
use eval::EvalSource;
use ozutsu_learn::depth_counts::DepthCounts;
use ozutsu_learn::game_files::{
    Format, GameFileError, ParseGameError, RawGame, ScoredGame, packed_header, raw_games,
};
use ozutsu_learn::play::{Player, Relabeler, label_by_teachers};
use ozutsu_learn::workers::{available_threads, map_in_order};
use platform::Shard;
use platform::files::{OutputError, is_stdout, write_with};
use rules::Rules;
use std::error::Error;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::{io, iter};

/// Join self-play files in one, packed with four bytes per move, or as text if its name ends with .txt.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
}

/// Search the positions of games again and replace their scores. The logs of matches are read as well.
#[derive(clap::Args)]
pub struct RelabelArguments {
    #[command(flatten)]
    files: Files,
    /// Soft node limit: the number of nodes after which a search starts no new iteration. The score is that
    /// of the last completed iteration.
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// Hard node limit: the number of nodes after which a search ends at once [default: ten times
    /// `--nodes`].
    #[arg(long)]
    hard_nodes: Option<u64>,
    #[command(flatten)]
    eval: EvalArgs,
    /// Do not search: take the static evaluation with this file, or the mean if there are several, as the score. Scores
    /// of ±4000 and more stay: their positions are decided, and `train` drops them.
    #[arg(long = "teacher", value_name = "FILE", conflicts_with_all = ["nodes", "hard_nodes", "eval"])]
    teachers: Vec<PathBuf>,
    /// Rewrite only every N-th game, from the I-th on, to spread the work over several machines.
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
}

#[derive(clap::Args)]
struct Files {
    /// Self-play files; those packed in one file are of one game.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File to write.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
    /// Number of threads; the file does not depend on it.
    #[arg(long, default_value_t = available_threads())]
    threads: usize,
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    arguments.files.check([])?;
    let unchanged = |(): &mut (), _: &mut ScoredGame| DepthCounts::default();
    let games = raw_games(&arguments.files.games);
    rewrite(&arguments.files, games, Shard::default(), |raw| raw.parse(), || Ok(()), unchanged)
}

pub fn relabel(arguments: &RelabelArguments) -> Result<(), Box<dyn Error>> {
    let RelabelArguments { files, eval, teachers, shard, .. } = arguments;
    files.check(eval.eval.iter().chain(teachers))?;
    let mut games = raw_games(&files.games);
    let first = games.next().ok_or("the files have no games")??;
    let rules = first.parse_unscored()?.rules;
    // A pipe can be read only once.
    let games = iter::once(Ok(first)).chain(games);
    let parse_for = |raw: &RawGame<'_>, evals: &[EvalSource]| {
        let game = raw.parse_unscored()?;
        let fits = |eval: &EvalSource| match eval {
            EvalSource::File(file) | EvalSource::LinearFile(file) => file.fits(game.rules),
            EvalSource::OfGame | EvalSource::Linear => true,
        };
        let is_other = !evals.iter().all(fits);
        let other = || raw.error(ParseGameError::OtherPieces(game.rules.name().to_owned()));
        if is_other { Err(other()) } else { Ok(game) }
    };
    if !teachers.is_empty() {
        let teachers = teachers.iter().map(|path| read_eval(path, rules));
        let teachers = teachers.collect::<Result<Vec<_>, _>>()?;
        let teach = |(): &mut (), game: &mut ScoredGame| {
            label_by_teachers(game, &teachers);
            DepthCounts::default()
        };
        return rewrite(files, games, *shard, |raw| parse_for(raw, &teachers), || Ok(()), teach);
    }
    let source = eval.source(rules)?;
    let mut player = Player::new(source.clone(), arguments.nodes);
    player.hard_nodes = arguments.hard_nodes.unwrap_or(arguments.nodes.saturating_mul(10));
    let new_relabeler = || Relabeler::new(&player);
    let parse = |raw: &RawGame<'_>| parse_for(raw, std::slice::from_ref(&source));
    let search =
        |relabeler: &mut Relabeler, game: &mut ScoredGame| relabeler.relabel(game, is_interrupted);
    rewrite(files, games, *shard, parse, new_relabeler, search)
}

impl Files {
    /// Checks the files before the work. `others` are read as well.
    fn check<'a>(
        &'a self,
        others: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), OutputError> {
        command_files(self.games.iter().chain(others), self.force.force).check_output(&self.out)
    }
}

/// Writes the games of files to another after a change, which returns the depths of its searches.
fn rewrite<'a, S>(
    files: &Files,
    games: impl Iterator<Item = Result<RawGame<'a>, GameFileError>> + Send,
    shard: Shard,
    parse: impl Fn(&RawGame<'_>) -> Result<ScoredGame, GameFileError> + Sync,
    new_state: impl Fn() -> io::Result<S> + Sync,
    change: impl Fn(&mut S, &mut ScoredGame) -> DepthCounts + Sync,
) -> Result<(), Box<dyn Error>> {
    let Files { out, threads, .. } = files;
    let format = Format::for_name(out);
    let bar = progress_bar(0, "{pos} games, {per_sec}");
    let (mut count, mut positions, mut depths) = (0, 0, DepthCounts::default());
    let mut rules: Option<&'static Rules> = None;
    let _guard = use_files();
    let written = write_with(out, |file| {
        let work = |state: &mut S, raw: Result<RawGame<'_>, GameFileError>| {
            let raw = raw?;
            let mut game = parse(&raw)?;
            let depths = change(state, &mut game);
            Ok((raw.path.to_owned(), game, depths))
        };
        let consume = |game: Result<(PathBuf, ScoredGame, DepthCounts), GameFileError>| {
            let write = || -> io::Result<()> {
                // The scores of the last game may not be complete.
                if is_interrupted() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                let (path, game, game_depths) = game.map_err(io::Error::other)?;
                let mut bytes = Vec::new();
                if format == Format::Packed {
                    let rules = *rules.get_or_insert_with(|| {
                        bytes.extend(packed_header(game.rules).into_bytes());
                        game.rules
                    });
                    if !std::ptr::eq(rules, game.rules) {
                        let (expected, found) = (rules.name(), game.rules.name());
                        let error = format!("expected {expected}, not {found}");
                        return Err(io::Error::other(located(&path, error)));
                    }
                }
                game.write(format, &mut bytes);
                file.write_all(&bytes)?;
                count += 1;
                positions += game.moves.len();
                depths += game_depths;
                bar.set_position(count);
                Ok(())
            };
            match write() {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        };
        // A file that cannot be read fails every shard.
        let numbered = (0..).zip(games);
        let games = numbered
            .filter(|(number, game)| game.is_err() || shard.contains(*number))
            .map(|(_, game)| game);
        match map_in_order(*threads, games, new_state, work, consume)? {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(()) => Ok(()),
        }
    });
    bar.finish_and_clear();
    written.map_err(|error| -> Box<dyn Error> {
        match error.get_ref() {
            _ if error.kind() == io::ErrorKind::OutOfMemory => WorkError(error.to_string()).into(),
            // An error in the games, which names their file.
            Some(_) => error.to_string().into(),
            None => WorkError(located(out, error)).into(),
        }
    })?;
    let mut summary = format!("{}: {count} games, {positions} positions", out.display());
    if !depths.is_empty() {
        let _ = write!(summary, "\n{depths}");
    }
    // The games themselves may have gone to stdout.
    if is_stdout(out) {
        eprintln!("{summary}")
    } else {
        print_line(summary)
    }
    Ok(())
}
