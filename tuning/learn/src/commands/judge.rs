//! `ozutsu-learn judge`.

use super::interrupt::progress_bar;
use super::{located, print_line, read_eval};
use eval::EvalSource;
use ozutsu_learn::judge::{HASH_MIB, difference, find_moves, read_positions, share};
use ozutsu_learn::workers::available_threads;
use platform::files::read_text_file;
use rules::Rules;
use search::tunables;
use std::error::Error;
use std::path::{Path, PathBuf};

/// Judge evaluations by how many moves of a stronger engine short searches with them find.
///
/// Each search has one thread and an empty table. The first evaluation is compared with every other one on the same
/// positions; the bounds are those of 95% confidence.
#[derive(clap::Args)]
pub struct Arguments {
    /// Evaluations: a network of `train`, parameters of `fit`, or `built-in` or `linear` for those of the game.
    /// NAME=VALUE after a comma, or alone, sets a search margin, in a build with the feature `tune`, as in
    /// `new.ozn,reverse_futility_margin=190`.
    #[arg(value_name = "EVAL", default_value = "built-in")]
    evals: Vec<String>,
    /// File of reference positions, such as tuning/lab/shogi.tsv: lines of the arguments of a USI position command, the
    /// best move and its score, separated by tabs.
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// Game of the positions [default: the one that the file is named after].
    #[arg(long, value_parser = games::named)]
    variant: Option<&'static Rules>,
    /// Nodes of the searches of each position.
    #[arg(long, value_name = "N,N...", value_delimiter = ',', default_value = "1000,5000,20000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Number of positions that are searched at the same time.
    #[arg(long, default_value_t = available_threads())]
    concurrency: usize,
}

/// An evaluation, and margins of the search.
struct Contender<'a> {
    name: &'a str,
    eval_source: EvalSource,
    /// Names and values.
    margins: Vec<(&'a str, i32)>,
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let Arguments { evals, positions: path, nodes, concurrency, .. } = arguments;
    let rules = arguments.rules()?;
    let contenders: Vec<_> =
        evals.iter().map(|text| Contender::parse(rules, text)).collect::<Result<_, _>>()?;
    let text = read_text_file(path).map_err(|error| located(path, error))?;
    let positions = read_positions(rules, &text)
        .map_err(|(line, error)| format!("{}, line {line}: {error}", path.display()))?;
    if positions.is_empty() {
        return Err(located(path, "no positions").into());
    }
    let name_width = contenders.iter().map(|contender| contender.name.chars().count()).max();
    let width = name_width.unwrap_or_default().max("evaluation".len());
    let columns: String =
        nodes.iter().map(|nodes| format!("  {:<22}", format!("{nodes} nodes"))).collect();
    print_line(format_args!(
        "{}: {} positions, hash {HASH_MIB} MiB, one thread\n{:<width$}{}",
        rules.name(),
        positions.len(),
        "evaluation",
        columns.trim_end()
    ));
    let mut first: Option<Vec<Vec<bool>>> = None;
    for contender in &contenders {
        contender.set_margins();
        let bar = progress_bar(positions.len() as u64, "{msg}: {pos}/{len} positions, {eta} left");
        bar.set_message(contender.name.to_owned());
        let source = &contender.eval_source;
        let found = find_moves(&positions, source, nodes, *concurrency, || bar.inc(1))?;
        bar.finish_and_clear();
        let mut row = format!("{:<width$}", contender.name);
        for index in 0..nodes.len() {
            let share = share(found.iter().map(|found| found[index]));
            let bounds = match &first {
                None => format!("±{}", percent(share.error(), false)),
                Some(first) => {
                    let pairs = found.iter().zip(first);
                    let difference =
                        difference(pairs.map(|(found, first)| (found[index], first[index])));
                    let (value, error) = (difference.value, difference.error());
                    format!("({} ±{})", percent(value, true), percent(error, false))
                }
            };
            row += &format!("  {:>6} {bounds:<15}", percent(share.value, false));
        }
        print_line(row.trim_end());
        first.get_or_insert(found);
    }
    Ok(())
}

fn percent(share: f64, is_signed: bool) -> String {
    let percent = 100.0 * share;
    if is_signed { format!("{percent:+.1}%") } else { format!("{percent:.1}%") }
}

impl Arguments {
    fn rules(&self) -> Result<&'static Rules, String> {
        let stem = self.positions.file_stem().and_then(|stem| games::by_name(stem.to_str()?));
        let unknown = || {
            let path = self.positions.display();
            format!("{path}: the name is not that of a game; use --variant")
        };
        self.variant.or(stem).ok_or_else(unknown)
    }
}

impl<'a> Contender<'a> {
    /// Parses a name or a file and margins after it, separated by commas.
    fn parse(rules: &'static Rules, text: &'a str) -> Result<Self, String> {
        let mut contender =
            Self { name: text, eval_source: EvalSource::OfGame, margins: Vec::new() };
        // A file may have any name.
        let mut rest = text;
        if !Path::new(text).is_file() {
            while let Some((before, margin)) = split_last_margin(rest) {
                contender.margins.push(parse_margin(margin)?);
                rest = before;
            }
        }
        contender.eval_source = match rest {
            "" | "built-in" => EvalSource::OfGame,
            "linear" => EvalSource::Linear,
            _ => read_eval(Path::new(rest), rules)?,
        };
        Ok(contender)
    }

    /// Sets the margins of all searches, those that are not named to their defaults.
    fn set_margins(&self) {
        for tunable in tunables() {
            let margin = self.margins.iter().find(|(name, _)| *name == tunable.name);
            tunable.set(margin.map_or(tunable.default, |&(_, value)| value));
        }
    }
}

/// Splits `NAME=VALUE` off the end of a text.
fn split_last_margin(text: &str) -> Option<(&str, &str)> {
    let (before, last) = text.rsplit_once(',').unwrap_or(("", text));
    last.contains('=').then_some((before, last))
}

fn parse_margin(text: &str) -> Result<(&str, i32), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if tunables().is_empty() {
        return Err(format!(
            "{text}: the search margins are fixed in this build; build it with --features tune"
        ));
    }
    let tunable = tunables().iter().find(|tunable| tunable.name == name);
    let tunable = tunable.ok_or_else(|| format!("{text}: unknown search margin '{name}'"))?;
    let (min, max) = (tunable.min, tunable.max);
    let value = value.parse().ok().filter(|value| (min..=max).contains(value));
    let value =
        value.ok_or_else(|| format!("{text}: expected a whole number from {min} to {max}"))?;
    Ok((name, value))
}
