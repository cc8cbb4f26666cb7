//! `ozutsu-learn fit`.

use super::{
    ForceArgs, command_files, located, number, print_line, read_games_of, share, write_file,
};
use eval::{EvalFile, Parameters};
use ozutsu_learn::fit::{EpochReport, FitOptions, FitSets, fit_scale_to_results};
use platform::files::read_file;
use std::error::Error;
use std::path::PathBuf;

/// Fit the parameters of a game's evaluation to self-play games (Texel tuning).
///
/// A file crates/games/games/NAME/parameters.txt is compiled into the engine at the next build.
#[derive(clap::Args)]
pub struct Arguments {
    /// Self-play files, all of one variant.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File to write the parameters to.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
    /// Start from parameters derived from the rules instead of the built-in ones.
    #[arg(long, conflicts_with = "from")]
    anew: bool,
    /// Start from the parameters in a file, which may be those of another game with the same board and pieces.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Number of passes over the positions.
    #[arg(long, default_value_t = FitOptions::default().epochs)]
    epochs: u32,
    /// Initial learning rate: the largest change of a parameter in a step, as a fraction of the
    /// scale of the logistic function.
    #[arg(long, default_value_t = FitOptions::default().rate, value_parser = positive())]
    rate: f32,
    /// Share of the game's result in the target, from 0 to 1; the rest is the search score.
    #[arg(long, default_value_t = FitOptions::default().result_share, value_parser = share())]
    result: f32,
    /// Standard deviation of the prior around the initial parameters, as a fraction of the scale.
    #[arg(long, default_value_t = FitOptions::default().prior_deviation, value_parser = positive())]
    spread: f32,
}

fn positive() -> impl Fn(&str) -> Result<f32, String> + Clone {
    number(|number| number > 0.0 && number.is_finite(), "above 0")
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    // Fails now rather than after the fit.
    command_files(arguments.games.iter().chain(&arguments.from), arguments.force.force)
        .check_output(&arguments.out)?;
    let (rules, games) = read_games_of(&arguments.games, None)?;
    let initial = match &arguments.from {
        Some(path) => {
            let bytes = read_file(path).map_err(|error| located(path, error))?;
            // The pieces decide whether the parameters fit, not the name of the game. A network may follow them.
            let lines = bytes.split_inclusive(|&byte| byte == b'\n');
            let lines: Vec<_> = lines.filter(|line| !line.starts_with(b"game ")).collect();
            let file = EvalFile::parse(rules, &lines.concat());
            let file = file.map_err(|error| located(path, error))?;
            file.parameters.ok_or_else(|| located(path, "a network; expected parameters"))?
        }
        None if arguments.anew => Parameters::derived(rules),
        None => Parameters::of(rules).clone(),
    };
    let sets = FitSets::split(games);
    if sets.training.is_empty() {
        return Err("no quiet positions to train on; more games are needed".into());
    }
    print_line(format_args!(
        "{} training positions, {} validation positions; scale fitted to the results: {:.0}",
        sets.training.len(),
        sets.validation.len(),
        fit_scale_to_results(&sets.training)
    ));
    let options = FitOptions {
        epochs: arguments.epochs,
        rate: arguments.rate,
        result_share: arguments.result,
        prior_deviation: arguments.spread,
        ..FitOptions::default()
    };
    let parameters = sets.fit(&options, &initial, |report| {
        let EpochReport { epoch, training_loss, validation_loss } = report;
        let epoch = if epoch == 0 { "initial".into() } else { format!("epoch {epoch}") };
        print_line(format_args!(
            "{epoch}: training loss {training_loss:.5}, validation loss {validation_loss:.5}"
        ));
    });
    Ok(write_file(&arguments.out, parameters.to_string().as_bytes())?)
}
