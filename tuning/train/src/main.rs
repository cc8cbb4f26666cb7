//! The program `ozutsu-train`: trains a network on games and writes its file.

use clap::{Parser, ValueEnum};
use eval::network::Network;
use eval::{Evaluator, Parameters};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ozutsu_train::{
    Checkpoint, EpochReport, FloatNetwork, LoadOptions, Loaded, LossCurve, Settings, Shape,
    TrainOptions, Trainer, Units, load, logit_to_units, write_atomically,
};
use rayon::ThreadPoolBuilder;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Train a network for a game on self-play games.
///
/// The same games, options and seed give the same file, whatever the number of threads.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Files of games, as `ozutsu-datagen` writes them, all with the same board and pieces.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File to write the network to.
    #[arg(long)]
    out: PathBuf,
    /// Hidden units of each side, a multiple of 32.
    #[arg(long, default_value_t = 64, value_parser = parse_width)]
    width: usize,
    /// How many of the hidden units see threats, a multiple of 32.
    #[arg(long, default_value_t = 32, value_parser = parse_width)]
    threat_width: usize,
    /// Sets of output weights, chosen by the number of pieces in hand.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    buckets: u8,
    /// What the network's output is added to.
    #[arg(long, default_value = "linear")]
    base: Base,
    /// Start from a network of the same sizes, of this game or one with the same pieces.
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Number of passes over the positions.
    #[arg(long, default_value_t = TrainOptions::default().epochs)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Number of positions in a gradient step.
    #[arg(long, default_value_t = TrainOptions::default().batch_size as u32)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Learning rate of the first step; it falls to 0 along a cosine.
    #[arg(long, default_value_t = TrainOptions::default().rate, value_parser = parse_rate)]
    rate: f32,
    /// Share of the search score in the target, from 0 to 1; the rest is the game's result.
    #[arg(long, default_value_t = TrainOptions::default().score_share, value_parser = parse_share)]
    score_share: f32,
    /// Drop positions with this score or more, of either side, in the evaluation's units.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(i16).range(1..))]
    max_score: i16,
    /// Hold out one game in N to measure the loss.
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..))]
    hold_out: u32,
    /// Random seed.
    #[arg(long, default_value_t = TrainOptions::default().seed)]
    seed: u64,
    /// Number of threads.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    threads: usize,
    /// Save the run in a file after every epoch.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint if it exists.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Draw the losses in a file after every epoch.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What a network's output is added to.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Base {
    /// The linear evaluation.
    Linear,
    /// Nothing.
    None,
}

fn parse_width(text: &str) -> Result<usize, String> {
    let lanes = Network::LANES;
    text.parse()
        .ok()
        .filter(|width: &usize| width.is_multiple_of(lanes) && *width <= 2_048)
        .ok_or_else(|| format!("expected a multiple of {lanes} up to 2048"))
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|&rate: &f32| rate > 0.0 && rate <= 1.0);
    rate.ok_or_else(|| "expected a number above 0 and up to 1".into())
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    check_output_files(arguments)?;
    let shape = arguments.shape()?;
    ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()?;
    let loaded = load_games(arguments)?;
    let (network, init) = first_network(arguments, shape, &loaded)?;
    let settings = arguments.settings(&loaded, init.as_deref());
    let weights = network.weights().len();
    print_line(&format!("network: {shape}; {weights} weights"));
    let mut trainer =
        Trainer::new(arguments.train_options(), network, &loaded.training, &loaded.held_out);
    if let Some(path) = arguments.checkpoint.as_deref().filter(|path| path.exists()) {
        trainer.resume(Checkpoint::load(path, &settings, weights)?.progress);
        print_line(&format!(
            "{}: continuing after epoch {}",
            path.display(),
            trainer.reports().len()
        ));
    }
    let linear = trainer.held_out_loss().linear;
    print_line(&format!("linear evaluation: held-out loss {linear:.5}"));
    while trainer.epochs_left() > 0 {
        train_epoch(&mut trainer, loaded.training.len(), arguments.epochs)?;
        if let Some(path) = &arguments.checkpoint {
            let (settings, progress) = (settings.clone(), trainer.progress());
            Checkpoint { settings, progress }.save(path)?;
        }
        if let Some(path) = &arguments.svg {
            write(path, LossCurve(trainer.reports()).to_string().as_bytes())?;
        }
    }
    let network = trainer.best_network();
    let quantised = network.to_network()?;
    write(&arguments.out, &quantised.to_bytes())?;
    if let Some(best) = trainer.best_report() {
        let (out, epoch) = (arguments.out.display(), best.epoch);
        print_line(&format!(
            "{out}: the network after epoch {epoch}, whose held-out loss is the lowest"
        ));
    }
    print_rounding(&trainer, &network, &quantised, &loaded);
    Ok(())
}

/// Checks that the files can be written, before hours of training.
fn check_output_files(arguments: &Arguments) -> Result<(), String> {
    let Arguments { out, checkpoint, svg, resume, .. } = arguments;
    for path in [Some(out), checkpoint.as_ref(), svg.as_ref()].into_iter().flatten() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(format!("{}: its folder does not exist", path.display()));
        }
        if path.is_dir() {
            return Err(format!("{}: is a folder", path.display()));
        }
    }
    match checkpoint {
        Some(path) if path.exists() && !resume => {
            let name = path.display();
            Err(format!("{name}: the checkpoint exists; continue it with --resume or remove it"))
        }
        _ => Ok(()),
    }
}

impl Arguments {
    fn shape(&self) -> Result<Shape, String> {
        let Self { width, threat_width, .. } = *self;
        if width == 0 || threat_width > width {
            return Err(format!(
                "--width {width} --threat-width {threat_width}: expected a width above 0 and a \
                 threat width no larger"
            ));
        }
        let adds_to_linear = self.base == Base::Linear;
        Ok(Shape { adds_to_linear, width, threat_width, buckets: self.buckets.into() })
    }

    fn train_options(&self) -> TrainOptions {
        TrainOptions {
            epochs: self.epochs,
            batch_size: self.batch as usize,
            rate: self.rate,
            score_share: self.score_share,
            seed: self.seed,
        }
    }

    /// Returns all that the result depends on. `init` is the content of the network to start from.
    fn settings(&self, loaded: &Loaded, init: Option<&[u8]>) -> Settings {
        let mut settings = Settings::default();
        let base = if self.base == Base::Linear { "linear" } else { "none" };
        settings.set("--width", self.width);
        settings.set("--threat-width", self.threat_width);
        settings.set("--buckets", self.buckets);
        settings.set("--base", base);
        settings.set("--epochs", self.epochs);
        settings.set("--batch", self.batch);
        settings.set("--rate", self.rate);
        settings.set("--score-share", self.score_share);
        settings.set("--max-score", self.max_score);
        settings.set("--hold-out", self.hold_out);
        settings.set("--seed", self.seed);
        let (games, hash) = (loaded.counts.games, loaded.fingerprint);
        settings.set("data", format!("{games} games with hash {hash:016x}"));
        if let Some(checksum) = init.and_then(|bytes| bytes.last_chunk()) {
            settings.set(
                "--init",
                format!("a network with hash {:016x}", u64::from_le_bytes(*checksum)),
            );
        }
        settings
    }
}

fn load_games(arguments: &Arguments) -> Result<Loaded, String> {
    let options = LoadOptions {
        max_score: arguments.max_score,
        hold_out_interval: arguments.hold_out as usize,
        seed: arguments.seed,
        buckets: arguments.buckets.into(),
        with_threats: arguments.threat_width > 0,
    };
    let bar = progress_bar(0, "{pos} games read, {per_sec}");
    let loaded = load(&arguments.games, &options, |games| bar.set_position(games as u64));
    bar.finish_and_clear();
    let loaded = loaded?;
    let (training, held_out) = (&loaded.training, &loaded.held_out);
    print_line(&loaded.counts.to_string());
    print_line(&format!(
        "{} positions to train on, {} of {} games held out; {:.0} MiB",
        training.len(),
        held_out.len(),
        held_out.games().len(),
        (training.memory() + held_out.memory()) as f64 / f64::from(1 << 20)
    ));
    if training.is_empty() || held_out.is_empty() {
        return Err("no quiet positions to train on or to hold out; more games are needed".into());
    }
    Ok(loaded)
}

/// Returns the network to start from and, if it is from a file, the file's content.
fn first_network(
    arguments: &Arguments,
    shape: Shape,
    loaded: &Loaded,
) -> Result<(FloatNetwork, Option<Vec<u8>>), String> {
    let Some(path) = &arguments.init else {
        let Loaded { inputs, training, .. } = loaded;
        return Ok((FloatNetwork::random(inputs, shape, arguments.seed, training), None));
    };
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    let network =
        Network::from_bytes(loaded.rules, &bytes).map_err(|error| format!("{name}: {error}"))?;
    let found = Shape::of(&network);
    if found != shape {
        return Err(format!("{name}: the network has {found}; expected {shape}"));
    }
    Ok((FloatNetwork::from_network(&network), Some(bytes)))
}

fn train_epoch(trainer: &mut Trainer<'_>, positions: usize, epochs: u32) -> Result<(), String> {
    let start = Instant::now();
    let bar =
        progress_bar(positions as u64, "epoch {msg}: {pos}/{len} positions, {per_sec}, {eta} left");
    bar.set_message(format!("{}/{epochs}", trainer.reports().len() + 1));
    let report = trainer.run_epoch(|done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let EpochReport { epoch, training, held_out } = report;
    if !training.is_finite() {
        return Err("the training loss is not a finite number; try a smaller --rate".into());
    }
    let elapsed = start.elapsed();
    let left = elapsed * trainer.epochs_left();
    print_line(&format!(
        "epoch {epoch}/{epochs}: training loss {training:.5}, held-out loss {held_out}, {:.0} \
         positions/s, {} left",
        positions as f64 / elapsed.as_secs_f64(),
        format_duration(left)
    ));
    Ok(())
}

/// Returns a progress bar, which is drawn only where the standard error output is a terminal.
fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()).with_style(style)
}

fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) }
}

/// Prints how good the integer network is, and how far it is from the float network.
fn print_rounding(
    trainer: &Trainer<'_>,
    network: &FloatNetwork,
    quantised: &Network,
    loaded: &Loaded,
) {
    let rounded = FloatNetwork::from_network(quantised);
    for (rules, loss) in trainer.held_out_losses_by_variant(&rounded) {
        print_line(&format!("{}: held-out loss {loss} with rounded weights", rules.name()));
    }
    let Differences { positions, mean, largest } = Differences::of(network, quantised, loaded);
    print_line(&format!(
        "rounding the weights changes the evaluation by {mean:.1} units on average, {largest:.0} at \
         most, in {positions} held-out positions"
    ));
}

/// Prints a line to the standard output.
fn print_line(line: &str) {
    // A closed pipe does not end the training.
    let _ = writeln!(io::stdout(), "{line}");
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    write_atomically(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// How far the evaluations of a float network and its integer network are apart, in units.
struct Differences {
    positions: usize,
    mean: f64,
    largest: f64,
}

impl Differences {
    /// Compares them on the held-out boards that are kept.
    fn of(network: &FloatNetwork, quantised: &Network, loaded: &Loaded) -> Self {
        let mut units = Units::new(network.shape());
        let (mut sum, mut largest) = (0.0, 0.0_f64);
        for (index, board) in &loaded.boards {
            let sample = loaded.held_out.get(*index);
            let float = f64::from(logit_to_units(network.logit(&sample, &mut units)));
            let parameters = Parameters::shared(board.rules());
            let mut evaluator = Evaluator::with_network(parameters, Some(quantised), board);
            let integer = evaluator.evaluate(board);
            let difference = (float - f64::from(integer)).abs();
            sum += difference;
            largest = largest.max(difference);
        }
        let positions = loaded.boards.len();
        Self { positions, mean: sum / positions.max(1) as f64, largest }
    }
}
