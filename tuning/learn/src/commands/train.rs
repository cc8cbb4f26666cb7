//! `ozutsu-learn train`.

use super::interrupt::{on_interrupt, progress_bar, use_files};
use super::{ForceArgs, WorkError, command_files, located, number, print_line, share, write_file};
use eval::network::Network;
use eval::{EvalSource, Evaluator, Parameters};
use ozutsu_learn::train::{
    Checkpoint, DECIDED_SCORE, DataOptions, Dataset, EpochReport, FloatNetwork, PositionChoice,
    Settings, Shape, TrainOptions, Trainer, Units, held_out_losses_by_variant, logit_to_units,
};
use ozutsu_learn::workers::available_threads;
use platform::files::{CommandFiles, OutputError, read_file, write_whole};
use platform::{FNV_START, fnv1a};
use rayon::ThreadPoolBuilder;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Train an evaluation network on self-play games.
///
/// The same games, options and seed give the same file, whatever the number of threads.
#[derive(clap::Args)]
pub struct Arguments {
    /// Self-play files, all of games with the same board and pieces.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Network file to write.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
    /// Hidden units of each side, a multiple of 32.
    #[arg(long, default_value_t = 64, value_parser = parse_width)]
    width: usize,
    /// Number of these units that have threat inputs, a multiple of 32.
    #[arg(long, default_value_t = 32, value_parser = parse_width)]
    threat_width: usize,
    /// Start from a network of the same sizes, for the same board and pieces.
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Number of passes over the training positions.
    #[arg(long, default_value_t = TrainOptions::default().epochs)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Largest number of positions in a gradient step.
    #[arg(long, default_value_t = TrainOptions::default().batch_size as u32)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Learning rate of the first step. It falls to 0 along a cosine.
    #[arg(long, default_value_t = TrainOptions::default().rate, value_parser = number(|rate| rate > 0.0 && rate <= 1.0, "above 0 and up to 1"))]
    rate: f32,
    /// Weight decay: a step multiplies the weights by 1 minus this times the learning rate.
    #[arg(long, default_value_t = TrainOptions::default().decay, value_parser = number(|decay| (0.0..=100.0).contains(&decay), "from 0 to 100"))]
    decay: f32,
    /// Share of the next position's target in that of a position, from 0 to 1, as in TD(λ). With 0 the target is the
    /// search score, with 1 the game's result.
    #[arg(long, default_value_t = 0.0, value_parser = share())]
    lambda: f32,
    /// Drop positions whose absolute score is this or more, in the evaluation's units.
    #[arg(long, default_value_t = DECIDED_SCORE, value_parser = clap::value_parser!(i16).range(1..))]
    max_score: i16,
    /// Hold out every Nth game to measure the loss.
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..))]
    hold_out: u32,
    /// Seed for the initial weights, the order of positions and the choice of held-out games.
    #[arg(long, default_value_t = TrainOptions::default().seed)]
    seed: u64,
    /// Number of threads.
    #[arg(long, default_value_t = available_threads())]
    threads: usize,
    /// Save the state of the run to this file after every epoch.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint file if it exists.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

fn parse_width(text: &str) -> Result<usize, String> {
    let lanes = Network::LANES;
    text.parse()
        .ok()
        .filter(|width: &usize| width.is_multiple_of(lanes) && *width <= 2_048)
        .ok_or_else(|| format!("expected a multiple of {lanes} up to 2048"))
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    check_files(arguments)?;
    let shape = arguments.shape()?;
    let init = arguments.init.as_deref().map(read).transpose()?;
    ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()?;
    let data = load_games(arguments)?;
    let network = initial_network(arguments, shape, &data, init.as_deref())?;
    let settings = arguments.settings(&data, init.as_deref());
    let weights = network.weights().len();
    print_line(format_args!("network: {shape}; {weights} weights"));
    let mut trainer = Trainer::new(arguments.train_options(), network);
    let mut networks = Vec::new();
    if let Some(path) = arguments.checkpoint.as_deref().filter(|path| path.exists()) {
        let checkpoint = Checkpoint::load(path, &settings, weights)?;
        trainer.resume(checkpoint.state);
        networks = checkpoint.networks;
        check_old_network(arguments, &networks)?;
        print_line(format_args!(
            "{}: continuing after epoch {}",
            path.display(),
            trainer.reports().len()
        ));
    }
    let linear = trainer.held_out_loss(&data).linear;
    print_line(format_args!("linear evaluation: held-out loss {linear:.5}"));
    write_on_interrupt(&trainer, &arguments.out)?;
    while trainer.epochs_left() > 0 {
        train_epoch(&mut trainer, &data, arguments.epochs)?;
        let _guard = use_files();
        networks.push(write_on_interrupt(&trainer, &arguments.out)?);
        networks.dedup();
        if let Some(path) = &arguments.checkpoint {
            let (settings, state) = (settings.clone(), trainer.state());
            let checkpoint = Checkpoint { settings, state, networks: networks.clone() };
            checkpoint.save(path).map_err(|error| WorkError(error.to_string()))?;
        }
    }
    let network = trainer.best_network();
    let quantised = network.to_network()?;
    write_file(&arguments.out, &quantised.to_bytes())?;
    on_interrupt(|| {});
    if let Some(best) = trainer.best_report() {
        print_line(written_network(&arguments.out, best.epoch));
    }
    print_rounding(&network, &quantised, &data);
    Ok(())
}

/// Number of held-out games in which the integer and the float network are compared.
const ROUNDING_GAMES: usize = 100;

/// Checks before hours of training that the output files can be written and replace nothing, and that no games
/// are given twice: they would be trained on although they are held out.
fn check_files(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let Arguments { games, init, out, force, checkpoint, resume, .. } = arguments;
    let mut known = CommandFiles::default();
    for path in games {
        if known.is_input(path) {
            return Err(format!("{}: given twice", path.display()).into());
        }
        known.add_input(path);
    }
    let mut files = command_files(games.iter().chain(init), force.force);
    let is_continued = *resume && checkpoint.as_ref().is_some_and(|path| path.exists());
    if let Some(path) = checkpoint {
        if path.exists() && !resume {
            let name = path.display();
            return Err(format!(
                "{name}: the checkpoint exists; continue it with --resume or remove it"
            )
            .into());
        }
        files.check_continued(path)?;
    }
    // The network of a run that was interrupted is replaced by that of the same run.
    if is_continued {
        files.check_continued(out)?
    } else {
        files.check_output(out)?
    }
    for path in [Some(out), checkpoint.as_ref()].into_iter().flatten() {
        if path.exists() && !path.is_file() {
            return Err(format!("{}: not a regular file", path.display()).into());
        }
    }
    Ok(())
}

impl Arguments {
    fn shape(&self) -> Result<Shape, String> {
        let Self { width, threat_width, .. } = *self;
        if width == 0 || threat_width > width {
            return Err(format!(
                "--width {width} --threat-width {threat_width}: the width must be above 0 and the \
                 threat width at most the width"
            ));
        }
        Ok(Shape { width, threat_width })
    }

    fn train_options(&self) -> TrainOptions {
        TrainOptions {
            epochs: self.epochs,
            batch_size: self.batch as usize,
            rate: self.rate,
            decay: self.decay,
            seed: self.seed,
            is_new: self.init.is_none(),
        }
    }

    /// Returns everything that the result depends on. `init` is the content of the `--init` file.
    fn settings(&self, data: &Dataset, init: Option<&[u8]>) -> Settings {
        let (games, hash) = (data.counts().games, data.fingerprint);
        let settings = [
            ("--width", self.width.to_string()),
            ("--threat-width", self.threat_width.to_string()),
            ("--epochs", self.epochs.to_string()),
            ("--batch", self.batch.to_string()),
            ("--rate", self.rate.to_string()),
            ("--decay", self.decay.to_string()),
            ("--lambda", self.lambda.to_string()),
            ("--max-score", self.max_score.to_string()),
            ("--hold-out", self.hold_out.to_string()),
            ("--seed", self.seed.to_string()),
            ("data", format!("{games} games with hash {hash:016x}")),
        ];
        let mut settings = Settings::from(settings.map(|(name, value)| (name.to_owned(), value)));
        if let Some(checksum) = init.and_then(|bytes| bytes.last_chunk()) {
            let hash = u64::from_le_bytes(*checksum);
            settings.insert("--init".to_owned(), format!("a network with hash {hash:016x}"));
        }
        settings
    }
}

fn load_games(arguments: &Arguments) -> Result<Dataset, Box<dyn Error>> {
    let options = DataOptions {
        max_score: arguments.max_score,
        hold_out_interval: arguments.hold_out as usize,
        seed: arguments.seed,
        with_threats: arguments.threat_width > 0,
        positions: PositionChoice::Quiet,
        lambda: arguments.lambda,
    };
    let bar = progress_bar(0, "{pos} games read, {per_sec}");
    let data = Dataset::load(&arguments.games, options, &EvalSource::OfGame, |games| {
        bar.set_position(games as u64);
        true
    });
    bar.finish_and_clear();
    let data = data?;
    let (training, held_out) = (data.training_counts, data.held_out_counts);
    print_line(data.counts());
    print_line(format_args!(
        "{} positions to train on, {} of {} games held out; {:.0} MiB of memory for the games",
        training.kept(),
        held_out.kept(),
        held_out.games,
        data.memory() as f64 / f64::from(1 << 20)
    ));
    if training.kept() == 0 || held_out.kept() == 0 {
        let missing = if training.kept() == 0 { "to train on" } else { "in the held-out games" };
        return Err(format!("no quiet positions {missing}; more games are needed").into());
    }
    Ok(data)
}

/// Returns the network of the `--init` file's content, or a random one.
fn initial_network(
    arguments: &Arguments,
    shape: Shape,
    data: &Dataset,
    init: Option<&[u8]>,
) -> Result<FloatNetwork, String> {
    let (Some(path), Some(bytes)) = (&arguments.init, init) else {
        return Ok(FloatNetwork::random(&data.inputs, shape, arguments.seed));
    };
    let name = path.display();
    let network =
        Network::from_bytes(data.rules, bytes).map_err(|error| format!("{name}: {error}"))?;
    let found = Shape::of(&network);
    if found != shape {
        return Err(format!("{name}: the network has {found}; expected {shape}"));
    }
    Ok(FloatNetwork::from_network(&network))
}

/// Checks that what `--out` replaces was written by this run, which has written no other than these networks.
fn check_old_network(arguments: &Arguments, networks: &[u64]) -> Result<(), Box<dyn Error>> {
    let Arguments { out, force, .. } = arguments;
    if force.force || !out.exists() || networks.contains(&fnv1a(FNV_START, &read(out)?)) {
        return Ok(());
    }
    Err(OutputError::Exists(out.clone()).into())
}

/// Has an interrupt write the best network so far. Returns its hash.
fn write_on_interrupt(trainer: &Trainer, out: &Path) -> Result<u64, Box<dyn Error>> {
    let Some(best) = trainer.best_report() else {
        on_interrupt(|| {
            eprintln!("interrupted before the end of the first epoch: no network is written");
        });
        return Ok(FNV_START);
    };
    let bytes = trainer.best_network().to_network()?.to_bytes();
    let hash = fnv1a(FNV_START, &bytes);
    let (out, epoch) = (out.to_owned(), best.epoch);
    on_interrupt(move || match write_whole(&out, &bytes) {
        Ok(()) => eprintln!("interrupted; {}", written_network(&out, epoch)),
        Err(error) => eprintln!("interrupted; error: {}", located(&out, error)),
    });
    Ok(hash)
}

fn written_network(out: &Path, epoch: u32) -> String {
    let out = out.display();
    format!("{out}: wrote the network of epoch {epoch}, which has the lowest held-out loss")
}

fn train_epoch(trainer: &mut Trainer, data: &Dataset, epochs: u32) -> Result<(), WorkError> {
    let positions = data.training_counts.kept();
    let start = Instant::now();
    let bar =
        progress_bar(positions as u64, "epoch {msg}: {pos}/{len} positions, {per_sec}, {eta} left");
    bar.set_message(format!("{}/{epochs}", trainer.reports().len() + 1));
    let report = trainer.run_epoch(data, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let EpochReport { epoch, training, held_out } = report;
    if !training.is_finite() {
        let error = "the training loss is not a finite number; try a smaller --rate";
        return Err(WorkError(error.to_owned()));
    }
    let elapsed = start.elapsed();
    let left = elapsed * trainer.epochs_left();
    print_line(format_args!(
        "epoch {epoch}/{epochs}: training loss {training:.5}, held-out loss {held_out}, {:.0} \
         positions/s, {} left",
        positions as f64 / elapsed.as_secs_f64(),
        format_duration(left)
    ));
    Ok(())
}

fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) }
}

/// Prints the held-out loss of the integer network, and its difference from the float network.
fn print_rounding(network: &FloatNetwork, quantised: &Network, data: &Dataset) {
    let rounded = FloatNetwork::from_network(quantised);
    for (rules, loss) in held_out_losses_by_variant(&rounded, data) {
        print_line(format_args!("{}: held-out loss {loss} with rounded weights", rules.name()));
    }
    let games = data.held_out();
    let (samples, boards) = data.convert_with_boards(&games[..games.len().min(ROUNDING_GAMES)]);
    let mut units = Units::new(network.shape());
    let (mut sum, mut largest) = (0.0, 0.0_f64);
    for (sample, board) in samples.iter().zip(&boards) {
        let float = f64::from(logit_to_units(network.logit(&sample, &mut units)));
        let parameters = Parameters::of(board.rules());
        let mut evaluator = Evaluator::new(parameters, Some(quantised), board);
        let difference = (float - f64::from(evaluator.evaluate(board))).abs();
        sum += difference;
        largest = largest.max(difference);
    }
    print_line(format_args!(
        "rounding the weights changes the evaluation by {:.1} units on average and by at most \
         {largest:.0} in {} held-out positions",
        sum / boards.len().max(1) as f64,
        boards.len()
    ));
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    read_file(path).map_err(|error| located(path, error))
}
