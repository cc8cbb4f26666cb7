//! `ozutsu-learn fit`.

use super::{
    ForceArgs, command_files, located, parse_share, print_line, read_games_of, write_file,
};
use eval::layout::PARAMETER_COUNT;
use eval::{EvalFile, Parameters};
use ozutsu_learn::fit::{
    FitOptions, TrainingSet, center_piece_terms, fit, fit_scale_to_results, loss,
};
use platform::files::read_text_file;
use rules::Rules;
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
    #[arg(long, default_value_t = FitOptions::default().rate, value_parser = parse_positive)]
    rate: f32,
    /// Share of the game's result in the target, from 0 to 1; the rest is the search score.
    #[arg(long, default_value_t = FitOptions::default().result_share, value_parser = parse_share)]
    result: f32,
    /// Standard deviation of the prior around the initial parameters, as a fraction of the scale.
    #[arg(long, default_value_t = FitOptions::default().prior_deviation, value_parser = parse_positive)]
    spread: f32,
}

fn parse_positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".into())
}

/// Every n-th game is held out for validation.
const VALIDATION_INTERVAL: usize = 20;

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    // Fails now rather than after the fit.
    command_files(arguments.games.iter().chain(&arguments.from), arguments.force.force)
        .check_output(&arguments.out)?;
    let (rules, games) = read_games_of(&arguments.games, None)?;
    let initial = match &arguments.from {
        Some(path) => {
            let text = read_text_file(path).map_err(|error| located(path, error))?;
            // The pieces decide whether the parameters fit, not the name of the game.
            let lines = text.lines().filter(|line| !line.starts_with("game "));
            let text = lines.collect::<Vec<_>>().join("\n");
            let file = EvalFile::parse(rules, text.as_bytes());
            match file.map_err(|error| located(path, error))? {
                EvalFile::Parameters(parameters) => *parameters,
                EvalFile::Network(_) => {
                    return Err(located(path, "a network; expected parameters").into());
                }
            }
        }
        None if arguments.anew => Parameters::derived(rules),
        None => Parameters::of(rules),
    };
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        let is_held_out = number % VALIDATION_INTERVAL == 0;
        if is_held_out { validation.push(game) } else { training.push(game) }
    }
    let (training, validation) =
        (TrainingSet::from_games(&training), TrainingSet::from_games(&validation));
    if training.is_empty() {
        return Err("no quiet positions to train on; more games are needed".into());
    }
    let scale = fit_scale_to_results(&training);
    print_line(format_args!(
        "{} training positions, {} validation positions; scale fitted to the results: {scale:.0}",
        training.len(),
        validation.len()
    ));
    let options = FitOptions {
        epochs: arguments.epochs,
        rate: arguments.rate,
        result_share: arguments.result,
        prior_deviation: arguments.spread,
        ..FitOptions::default()
    };
    let mut weights: Vec<f32> = initial.values().iter().map(|&value| value.into()).collect();
    print_line(format_args!(
        "initial: training loss {:.5}, validation loss {:.5}",
        loss(&options, &weights, &training),
        loss(&options, &weights, &validation)
    ));
    fit(&options, &mut weights, &training, &validation, |report| {
        print_line(format_args!(
            "epoch {}: training loss {:.5}, validation loss {:.5}",
            report.epoch, report.training_loss, report.validation_loss
        ));
    });
    center_piece_terms(rules, &mut weights, &training);
    let text = round_to_parameters(rules, &weights).to_string();
    Ok(write_file(&arguments.out, text.as_bytes())?)
}

fn round_to_parameters(rules: &'static Rules, weights: &[f32]) -> Parameters {
    let mut values = Box::new([0; PARAMETER_COUNT]);
    for (value, weight) in values.iter_mut().zip(weights) {
        *value = weight.round() as i16;
    }
    Parameters::new(rules, values)
}
