//! `ozutsu-tune` fits a game's evaluation to games and writes its parameters.

use clap::Parser;
use eval::Parameters;
use eval::layout::PARAMETERS;
use ozutsu_datagen::{Record, records};
use ozutsu_tune::{Fit, Positions, center, fit, loss, scale_to_results};
use rules::Rules;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fit a game's evaluation to games, and write its parameters.
///
/// Copied to crates/eval/parameters, they are those that the game is played by.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Files of games, as `ozutsu-datagen` writes them, all of one variant.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the parameters.
    #[arg(long)]
    out: PathBuf,
    /// Begin with derived parameters, not with those that the game is played by.
    #[arg(long, conflicts_with = "from")]
    anew: bool,
    /// Begin with the parameters of a file, such as those of a like game.
    #[arg(long)]
    from: Option<PathBuf>,
    /// How often all positions are seen.
    #[arg(long, default_value_t = Fit::default().epochs)]
    epochs: u32,
    /// The longest step of a parameter, as a part of the scale.
    #[arg(long, default_value_t = Fit::default().rate)]
    rate: f32,
    /// How much the search's score counts against the game's result, from 0 to 1.
    #[arg(long, default_value_t = Fit::default().trust)]
    trust: f32,
    /// How far parameters are expected to lie from where they begin, as a part of the scale.
    #[arg(long, default_value_t = Fit::default().spread)]
    spread: f32,
}

/// Of so many games one is held out.
const HELD_OUT: usize = 20;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let (rules, games) = read(arguments)?;
    let first = match &arguments.from {
        Some(path) => ozutsu_datagen::parameters(rules, path)?,
        None if arguments.anew => Parameters::derived(rules),
        None => Parameters::of(rules),
    };
    let (mut seen, mut unseen) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        if number % HELD_OUT == 0 { unseen.push(game) } else { seen.push(game) }
    }
    let (seen, unseen) = (Positions::of(&seen), Positions::of(&unseen));
    let scale = scale_to_results(&seen);
    println!("{} positions, {} held out; results fit scale {scale:.0}", seen.len(), unseen.len());
    let how = Fit {
        epochs: arguments.epochs,
        rate: arguments.rate,
        trust: arguments.trust,
        spread: arguments.spread,
        ..Fit::default()
    };
    let mut weights: Vec<f32> = first.values().iter().map(|&value| value.into()).collect();
    println!(
        "before: loss {:.5}, held out {:.5}",
        loss(&how, &weights, &seen),
        loss(&how, &weights, &unseen)
    );
    fit(&how, &mut weights, &seen, &unseen, |report| {
        println!("{:5}: loss {:.5}, held out {:.5}", report.epoch, report.seen, report.unseen);
    });
    center(rules, &mut weights, &seen);
    fs::write(&arguments.out, parameters(rules, &weights).to_string())?;
    Ok(())
}

/// The games of all files, and their one variant.
fn read(arguments: &Arguments) -> Result<(&'static Rules, Vec<Record>), Box<dyn Error>> {
    let mut games: Vec<Record> = Vec::new();
    for path in &arguments.games {
        let name = path.display();
        for (line, record) in records(path).map_err(|why| format!("{name}: {why}"))? {
            let record = record.map_err(|why| format!("{name}, line {line}: {why}"))?;
            if games.first().is_some_and(|first| !std::ptr::eq(first.rules, record.rules)) {
                return Err(format!("{name}, line {line}: a game of another variant").into());
            }
            games.push(record);
        }
    }
    let rules = games.first().ok_or("no games")?.rules;
    Ok((rules, games))
}

fn parameters(rules: &Rules, weights: &[f32]) -> Parameters {
    let mut values = Box::new([0; PARAMETERS]);
    for (value, weight) in values.iter_mut().zip(weights) {
        *value = weight.round() as i16;
    }
    Parameters::new(rules, values)
}
