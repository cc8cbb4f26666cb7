//! What training a network needs: the network inputs of positions, the positions of self-play files, and network files.
//!
//! `training.py` makes numpy arrays of the buffers that these functions return.

use crate::arguments::{GameArgument, Number, file_error};
use crate::error;
use crate::game::Game;
use crate::position::Position;
use eval::network::{InputMap, Network};
use eval::{EvalSource, Parameters};
use ozutsu_learn::game_files::GameFileError;
use ozutsu_learn::train::{
    DataError, DataOptions, Dataset, FloatNetwork, InputReader, PositionChoice, Sample, Shape,
};
use platform::files::write_whole;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How long Ctrl-C may wait while games are loaded.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// The arrays of positions, in the order of the fields of `Samples` in Python, as bytes in the order of this machine.
type Buffers<'py> = Vec<Bound<'py, PyByteArray>>;

/// Arrays with the inputs and labels of positions.
#[derive(Default)]
struct Arrays {
    own: Vec<i32>,
    other: Vec<i32>,
    offsets: Vec<i32>,
    own_threats: Vec<i32>,
    other_threats: Vec<i32>,
    threat_counts: Vec<f32>,
    threat_offsets: Vec<i32>,
    linear: Vec<i32>,
    scores: Vec<i16>,
    results: Vec<f32>,
}

impl Arrays {
    fn push(&mut self, sample: &Sample<'_>, inputs: &InputMap) -> PyResult<()> {
        let offset = |values: &[i32]| {
            let offset = i32::try_from(values.len());
            offset.map_err(|_| error("too many positions at once; choose fewer"))
        };
        self.offsets.push(offset(&self.own)?);
        self.own.extend(sample.own_rows.iter().map(|&row| i32::from(row)));
        self.other.extend(sample.other_rows.iter().map(|&row| i32::from(row)));
        self.threat_offsets.push(offset(&self.own_threats)?);
        self.own_threats.extend(sample.threats.iter().map(|&row| i32::from(row)));
        let opponent_row = |&row: &u16| inputs.opponent_threat_row(row.into()) as i32;
        self.other_threats.extend(sample.threats.iter().map(opponent_row));
        self.threat_counts.extend(sample.threat_counts.iter().map(|&count| f32::from(count)));
        self.linear.push(sample.linear);
        self.scores.push(sample.label.score);
        self.results.push(sample.label.points);
        Ok(())
    }

    fn buffers<'py>(&self, py: Python<'py>) -> Buffers<'py> {
        let numbers = |numbers: &[i32]| -> Vec<u8> {
            numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
        };
        let floats = |numbers: &[f32]| -> Vec<u8> {
            numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
        };
        let scores = self.scores.iter().flat_map(|score| score.to_ne_bytes()).collect();
        [
            numbers(&self.own),
            numbers(&self.other),
            numbers(&self.offsets),
            numbers(&self.own_threats),
            numbers(&self.other_threats),
            floats(&self.threat_counts),
            numbers(&self.threat_offsets),
            numbers(&self.linear),
            scores,
            floats(&self.results),
        ]
        .map(|bytes: Vec<u8>| PyByteArray::new(py, &bytes))
        .into()
    }
}

/// Returns the inputs of positions of games with the same board and pieces, with meaningless scores and results.
#[pyfunction(name = "_features")]
pub fn features<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
) -> PyResult<Buffers<'py>> {
    let mut arrays = Arrays::default();
    let Some(first) = positions.first().map(|first| first.get().lock().rules()) else {
        return Ok(arrays.buffers(py));
    };
    let inputs = InputMap::new(first);
    let mut reader = InputReader::new(&inputs, true);
    for position in &positions {
        let position = position.get().lock();
        let rules = position.rules();
        if InputMap::hash_of(rules) != inputs.hash() {
            let (found, expected) = (rules.name(), first.name());
            return Err(error(format!(
                "{found} does not have the same board and pieces as {expected}, the first game"
            )));
        }
        let sample = reader.read(position.board(), Parameters::of(rules));
        arrays.push(&sample, &inputs)?;
    }
    Ok(arrays.buffers(py))
}

/// The games of self-play files.
#[pyclass(frozen, module = "ozutsu._ozutsu", name = "_SelfPlay")]
#[derive(Debug)]
pub struct SelfPlay {
    data: Dataset,
}

#[pymethods]
impl SelfPlay {
    #[new]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        positions: &str,
        max_score: Number,
    ) -> PyResult<Self> {
        let max_score = max_score.in_range("max_score", 1..=i16::MAX as u64)? as i16;
        let positions = match positions {
            "all" => PositionChoice::All,
            "quiet" => PositionChoice::Quiet,
            other => {
                let expected = "expected 'all' or 'quiet'";
                return Err(error(format!("{}: {expected}", rules::quoted(other))));
            }
        };
        let options = DataOptions {
            max_score,
            // Which games are held out is the caller's choice.
            hold_out_interval: usize::MAX,
            seed: 0,
            with_threats: true,
            positions,
            lambda: 0.0,
        };
        let data = py.detach(|| load(&paths, options))?;
        Ok(Self { data })
    }

    /// The first game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.data.rules }
    }

    fn __len__(&self) -> usize {
        self.data.game_count()
    }

    /// Returns the positions of games, in order.
    fn _samples<'py>(&self, py: Python<'py>, games: Vec<Number>) -> PyResult<Buffers<'py>> {
        // There are no files without games.
        let last = self.data.game_count() as u64 - 1;
        let number = |game: Number| game.in_range("game", 0..=last).map(|game| game as u32);
        let games = games.into_iter().map(number).collect::<PyResult<Vec<_>>>()?;
        let arrays = py.detach(|| {
            let parts = on_own_threads(|| self.data.convert(&games))?;
            let mut arrays = Arrays::default();
            for sample in parts.iter().flat_map(|part| part.iter()) {
                arrays.push(&sample, &self.data.inputs)?;
            }
            PyResult::Ok(arrays)
        })?;
        Ok(arrays.buffers(py))
    }
}

/// Loads games, and looks for Ctrl-C meanwhile.
fn load(paths: &[PathBuf], options: DataOptions) -> PyResult<Dataset> {
    let is_interrupted = AtomicBool::new(false);
    let waiting = thread::current();
    let read = || {
        let go_on = |_| !is_interrupted.load(Ordering::Relaxed);
        let data = on_own_threads(|| Dataset::load(paths, options, &EvalSource::OfGame, go_on));
        waiting.unpark();
        data
    };
    thread::scope(|scope| {
        let loader = thread::Builder::new().spawn_scoped(scope, read)?;
        let mut signals = Ok(());
        while !loader.is_finished() {
            thread::park_timeout(SIGNAL_INTERVAL);
            if signals.is_ok() {
                signals = Python::attach(|py| py.check_signals());
                is_interrupted.store(signals.is_err(), Ordering::Relaxed);
            }
        }
        let data = loader.join().unwrap_or_else(|_| Err(error("internal error")));
        signals?;
        data?.map_err(data_error)
    })
}

/// Returns the exception for self-play files that cannot be used: an `OSError` for one that the system refuses.
fn data_error(reason: DataError) -> PyErr {
    match reason {
        DataError::File(GameFileError::Io { path, source }) if source.raw_os_error().is_some() => {
            file_error(&path, source)
        }
        reason => error(reason),
    }
}

/// Does parallel work on new threads. The shared ones do not exist in a forked process, where it would wait forever.
fn on_own_threads<T: Send>(work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let threads = rayon::ThreadPoolBuilder::new().build().map_err(error)?;
    Ok(threads.install(work))
}

/// Writes a network with these 32-bit weights: piece rows, threat rows, biases, output weights and output bias.
#[pyfunction(name = "_write_network")]
pub fn write_network(
    path: PathBuf,
    game: GameArgument<'_>,
    width: usize,
    threat_width: usize,
    weights: &[u8],
) -> PyResult<()> {
    let lanes = Network::LANES;
    if !width.is_multiple_of(lanes) || !threat_width.is_multiple_of(lanes) || threat_width > width {
        return Err(error(format!(
            "width {width}, threat width {threat_width}: expected multiples of {lanes}, the second at most the first"
        )));
    }
    let rules = game.rules()?;
    let inputs = InputMap::new(rules);
    let mut network = FloatNetwork::random(&inputs, Shape { width, threat_width }, 0);
    let new: Vec<f32> =
        weights.as_chunks().0.iter().map(|&bytes| f32::from_ne_bytes(bytes)).collect();
    if new.len() != network.weights().len() {
        let expected = network.weights().len();
        return Err(error(format!("{} weights: expected {expected}", new.len())));
    }
    if new.iter().any(|weight| !weight.is_finite()) {
        return Err(error("a weight is not a finite number"));
    }
    *network.weights_mut() = new;
    network.clip();
    let bytes = network.to_network().map_err(error)?.to_bytes();
    Network::from_bytes(rules, &bytes).map_err(error)?;
    write_whole(&path, &bytes).map_err(|error| file_error(&path, error))
}
