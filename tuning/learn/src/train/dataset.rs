//! The games to train on, and their conversion to [`Samples`].
//!
//! Games stay packed in memory, four bytes per move, and are converted in blocks while training.

use super::samples::{Label, Sample, Samples};
use crate::game_files::{GameFileError, RawGame, ScoredGame, ScoredMove, game_length, raw_games};
use crate::logistic::sigmoid;
use crate::sparse_counts::SparseCounts;
use eval::network::InputMap;
use eval::{EvalSource, FeatureVisitor, LOGISTIC_SCALE, Parameters, visit_features};
use platform::{FNV_START, fnv1a};
use rayon::prelude::*;
use rules::{Board, Color, Position, Rules};
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;

/// Games that are read before they are checked in parallel.
const READ_GAMES: usize = 4_096;
/// Games per parallel job.
const CHUNK_GAMES: usize = 32;

/// Absolute score from which a position is decided, unless an option says otherwise.
pub const DECIDED_SCORE: i16 = 4_000;

/// Which positions are kept, which of them are held out, and their targets.
#[derive(Clone, Copy, Debug)]
pub struct DataOptions {
    /// Positions whose absolute score is this or more are dropped as decided.
    pub max_score: i16,
    /// Interval between games that are held out.
    pub hold_out_interval: usize,
    /// Chooses which game of each interval is held out.
    pub seed: u64,
    /// Whether threat rows are kept.
    pub with_threats: bool,
    pub positions: PositionChoice,
    /// Share of the next position's target in that of a position, from 0 to 1, as in TD(λ). With 0 the target is
    /// the win probability of the search score, with 1 the game's result.
    pub lambda: f32,
}

/// Which positions of a game without a decided score are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionChoice {
    /// Those that are not in check and in which the move played is quiet.
    Quiet,
    All,
}

/// How many games and positions were read, and why positions were dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoadCounts {
    pub games: usize,
    /// Positions in these games after the opening.
    pub positions: usize,
    /// Positions dropped, by `DropReason`.
    pub dropped: [usize; 4],
}

impl LoadCounts {
    pub fn kept(&self) -> usize {
        self.positions - self.dropped.iter().sum::<usize>()
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.dropped.iter_mut().zip(other.dropped).for_each(|(sum, count)| *sum += count);
    }
}

impl fmt::Display for LoadCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: usize| 100.0 * count as f64 / self.positions.max(1) as f64;
        let (Self { games, positions, .. }, kept) = (self, self.kept());
        let [decided, in_check, captures, promotions] = self.dropped.map(percent);
        write!(
            f,
            "{games} games with {positions} positions: {kept} ({:.1}%) are kept; dropped {decided:.1}% with a \
             decided score, {in_check:.1}% in check, {captures:.1}% before a capture, {promotions:.1}% before \
             a promotion",
            percent(kept)
        )
    }
}

/// Why games cannot be trained on.
#[derive(Debug, Error)]
pub enum DataError {
    #[error(transparent)]
    File(#[from] GameFileError),
    #[error(
        "{}: {found} does not have the same board and pieces as {expected}, the first game",
        path.display()
    )]
    OtherPieces { path: PathBuf, found: &'static str, expected: &'static str },
    #[error("interrupted")]
    Interrupted,
    #[error("{0}: no games")]
    NoGames(String),
}

/// The games of self-play files.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The rules of the first game.
    pub rules: &'static Rules,
    /// The numbering of network inputs, the same for all games.
    pub inputs: InputMap,
    pub options: DataOptions,
    /// The linear evaluation of the samples is that of this source.
    eval_source: EvalSource,
    /// Numbers of games and positions to train on.
    pub training_counts: LoadCounts,
    /// Numbers of held-out games and positions.
    pub held_out_counts: LoadCounts,
    /// Hash of the input numbering, of the games in order and of the linear evaluation.
    pub fingerprint: u64,
    /// The rules of all games.
    variants: Vec<&'static Rules>,
    games: Vec<StoredGame>,
    /// Packed games, by the job that read them.
    chunks: Vec<Vec<u8>>,
}

/// Where a packed game is stored.
#[derive(Clone, Copy, Debug)]
struct StoredGame {
    rules: &'static Rules,
    chunk: u32,
    start: u32,
}

/// The games of a parallel job.
#[derive(Default)]
struct Chunk {
    bytes: Vec<u8>,
    /// The rules and the start of each game.
    games: Vec<(&'static Rules, u32)>,
    training_counts: LoadCounts,
    held_out_counts: LoadCounts,
}

impl Dataset {
    /// Reads self-play files. All games must have the same board and pieces, so that one network fits
    /// them. Networks are trained to be added to the linear evaluation of `eval_source`. Calls `on_progress` with the
    /// number of games read so far; it returns whether to go on.
    pub fn load(
        paths: &[PathBuf],
        options: DataOptions,
        eval_source: &EvalSource,
        mut on_progress: impl FnMut(usize) -> bool,
    ) -> Result<Self, DataError> {
        let mut data: Option<Self> = None;
        let mut games = raw_games(paths);
        loop {
            let block: Vec<_> = games.by_ref().take(READ_GAMES).collect::<Result<_, _>>()?;
            if block.is_empty() {
                break;
            }
            let first_game = data.as_ref().map_or(0, |data| data.games.len());
            let read =
                |(index, games)| Chunk::new(games, &options, first_game + index * CHUNK_GAMES);
            let chunks: Vec<_> = block.par_chunks(CHUNK_GAMES).enumerate().map(read).collect();
            for (chunk, games) in chunks.into_iter().zip(block.chunks(CHUNK_GAMES)) {
                let chunk = chunk?;
                let rules = chunk.games[0].0;
                let new = || Self::new(rules, options, eval_source.clone());
                data.get_or_insert_with(new).append(chunk, games)?;
            }
            if !on_progress(data.as_ref().map_or(0, |data| data.games.len())) {
                return Err(DataError::Interrupted);
            }
        }
        data.ok_or_else(|| {
            let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            DataError::NoGames(names.join(", "))
        })
    }

    fn new(rules: &'static Rules, options: DataOptions, eval_source: EvalSource) -> Self {
        let inputs = InputMap::new(rules);
        Self {
            rules,
            options,
            eval_source,
            training_counts: LoadCounts::default(),
            held_out_counts: LoadCounts::default(),
            fingerprint: inputs.hash(),
            inputs,
            variants: Vec::new(),
            games: Vec::new(),
            chunks: Vec::new(),
        }
    }

    fn append(&mut self, chunk: Chunk, games: &[RawGame<'_>]) -> Result<(), DataError> {
        for (&(rules, start), game) in chunk.games.iter().zip(games) {
            if !self.variants.iter().any(|&known| std::ptr::eq(known, rules)) {
                if InputMap::hash_of(rules) != self.inputs.hash() {
                    let (found, expected) = (rules.name(), self.rules.name());
                    let path = game.path.into();
                    return Err(DataError::OtherPieces { path, found, expected });
                }
                self.variants.push(rules);
                // Another build may have a different linear evaluation.
                let linear = self.eval_source.resolve(rules).0.values().iter();
                let linear: Vec<_> = linear.flat_map(|value| value.to_le_bytes()).collect();
                self.fingerprint = fnv1a(self.fingerprint, &linear);
            }
            self.games.push(StoredGame { rules, chunk: self.chunks.len() as u32, start });
        }
        self.fingerprint = fnv1a(self.fingerprint, &fnv1a(FNV_START, &chunk.bytes).to_le_bytes());
        self.chunks.push(chunk.bytes);
        self.training_counts.add(&chunk.training_counts);
        self.held_out_counts.add(&chunk.held_out_counts);
        Ok(())
    }

    pub fn game_count(&self) -> usize {
        self.games.len()
    }

    pub fn counts(&self) -> LoadCounts {
        let mut counts = self.training_counts;
        counts.add(&self.held_out_counts);
        counts
    }

    /// Returns the size of the games in memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&self.games[..]) + self.chunks.iter().map(Vec::capacity).sum::<usize>()
    }

    pub fn training(&self) -> Vec<u32> {
        (0..self.games.len() as u32)
            .filter(|&game| !self.options.is_held_out(game as usize))
            .collect()
    }

    pub fn held_out(&self) -> Vec<u32> {
        (0..self.games.len() as u32)
            .filter(|&game| self.options.is_held_out(game as usize))
            .collect()
    }

    /// Converts games, several at a time. The samples of each of these parts are in the order of its
    /// games.
    pub fn convert(&self, games: &[u32]) -> Vec<Samples> {
        let convert = |games: &[u32]| {
            let (mut converter, mut samples) = (Converter::new(self), Samples::default());
            for &game in games {
                converter.convert(&self.game(game), &mut samples, |_| {});
            }
            samples
        };
        games.par_chunks(CHUNK_GAMES).map(convert).collect()
    }

    /// Converts games to samples and their boards.
    pub fn convert_with_boards(&self, games: &[u32]) -> (Samples, Vec<Board>) {
        let (mut samples, mut boards) = (Samples::default(), Vec::new());
        let mut converter = Converter::new(self);
        for &game in games {
            converter.convert(&self.game(game), &mut samples, |board| boards.push(*board));
        }
        (samples, boards)
    }

    fn game(&self, number: u32) -> ScoredGame {
        let StoredGame { rules, chunk, start } = self.games[number as usize];
        let bytes = &self.chunks[chunk as usize][start as usize..];
        let length = game_length(bytes).and_then(Result::ok).expect("a complete game");
        ScoredGame::unpack(rules, &bytes[..length]).expect("checked when it was read")
    }
}

impl DataOptions {
    fn is_held_out(&self, game: usize) -> bool {
        let interval = self.hold_out_interval as u64;
        game as u64 % interval == self.seed % interval
    }

    /// Returns why a position is not kept.
    fn drop_reason(&self, position: &Position, scored: ScoredMove) -> Option<DropReason> {
        drop_reason(position, scored, self.max_score).filter(|reason| match self.positions {
            PositionChoice::Quiet => true,
            PositionChoice::All => matches!(reason, DropReason::Decided),
        })
    }
}

impl Chunk {
    /// Checks and packs games. The first is the data's game number `first_game`.
    fn new(
        games: &[RawGame<'_>],
        options: &DataOptions,
        first_game: usize,
    ) -> Result<Self, DataError> {
        let mut chunk = Self::default();
        for (index, raw) in games.iter().enumerate() {
            let game = raw.parse()?;
            let counts = if options.is_held_out(first_game + index) {
                &mut chunk.held_out_counts
            } else {
                &mut chunk.training_counts
            };
            counts.games += 1;
            let mut position = game.position_after_opening();
            for &scored in &game.moves {
                counts.positions += 1;
                if let Some(reason) = options.drop_reason(&position, scored) {
                    counts.dropped[reason as usize] += 1;
                }
                position.do_move(scored.mv);
            }
            chunk.games.push((game.rules, chunk.bytes.len() as u32));
            game.pack(&mut chunk.bytes);
        }
        chunk.bytes.shrink_to_fit();
        Ok(chunk)
    }
}

/// Converts games to samples.
struct Converter<'a> {
    data: &'a Dataset,
    reader: InputReader<'a>,
}

impl<'a> Converter<'a> {
    fn new(data: &'a Dataset) -> Self {
        let DataOptions { with_threats, .. } = data.options;
        Self { data, reader: InputReader::new(&data.inputs, with_threats) }
    }

    /// Appends the chosen positions of a game to `samples` and calls `on_board` with their boards.
    fn convert(
        &mut self,
        game: &ScoredGame,
        samples: &mut Samples,
        mut on_board: impl FnMut(&Board),
    ) {
        let Dataset { options, eval_source, .. } = self.data;
        let (parameters, _) = eval_source.resolve(game.rules);
        let mut position = game.position_after_opening();
        let targets = targets(game, position.side(), options.lambda);
        for (&scored, target) in game.moves.iter().zip(targets) {
            if options.drop_reason(&position, scored).is_none() {
                let board = position.board();
                let points = game.points(position.side());
                let label = Label { score: scored.score, points, target };
                samples.push(Sample { label, ..self.reader.read(board, parameters) });
                on_board(board);
            }
            position.do_move(scored.mv);
        }
        samples.end_game(game.rules);
    }
}

/// Returns the targets of all positions of a game, each for its side to move. What follows the last one is the result.
fn targets(game: &ScoredGame, first_side: Color, lambda: f32) -> Vec<f32> {
    let last_side = if game.moves.len() % 2 == 1 { first_side } else { !first_side };
    let mut later = game.points(last_side);
    let target = |scored: &ScoredMove| {
        let probability = sigmoid(f32::from(scored.score) / LOGISTIC_SCALE as f32);
        let target = lambda * later + (1.0 - lambda) * probability;
        later = 1.0 - target;
        target
    };
    let mut targets: Vec<_> = game.moves.iter().rev().map(target).collect();
    targets.reverse();
    targets
}

/// Reads the network inputs of positions. Reuses its buffers.
#[derive(Debug)]
pub struct InputReader<'a> {
    inputs: &'a InputMap,
    with_threats: bool,
    own_rows: Vec<u16>,
    other_rows: Vec<u16>,
    /// The threat rows of a position, each once.
    threats: Vec<u16>,
    threat_counts: Vec<i8>,
    /// Occurrences by threat row.
    counts_by_row: SparseCounts,
}

impl<'a> InputReader<'a> {
    /// Creates a reader of the inputs of games with the same board and pieces.
    pub fn new(inputs: &'a InputMap, with_threats: bool) -> Self {
        Self {
            inputs,
            with_threats,
            own_rows: Vec::new(),
            other_rows: Vec::new(),
            threats: Vec::new(),
            threat_counts: Vec::new(),
            counts_by_row: SparseCounts::new(inputs.threat_row_count()),
        }
    }

    /// Returns a sample with the inputs and the linear evaluation of a position, and without a label.
    pub fn read(&mut self, board: &Board, parameters: &Parameters) -> Sample<'_> {
        let (inputs, side) = (self.inputs, board.side());
        for (color, rows) in [(side, &mut self.own_rows), (!side, &mut self.other_rows)] {
            rows.clear();
            inputs.for_each_row(board, inputs.view(board, color), |row| rows.push(row as u16));
        }
        let mut features = Features {
            inputs,
            parameters,
            side_to_move: side,
            linear: 0,
            threats: &mut self.counts_by_row,
        };
        visit_features(board, &mut features);
        let linear = features.linear;
        self.threats.clear();
        self.threat_counts.clear();
        for (row, count) in self.counts_by_row.drain().filter(|_| self.with_threats) {
            self.threats.push(row);
            self.threat_counts.push(count);
        }
        Sample {
            own_rows: &self.own_rows,
            other_rows: &self.other_rows,
            threats: &self.threats,
            threat_counts: &self.threat_counts,
            linear,
            label: Label::default(),
        }
    }
}

/// Sums the linear evaluation of a position for the side to move and counts its threat rows.
struct Features<'a> {
    inputs: &'a InputMap,
    parameters: &'a Parameters,
    side_to_move: Color,
    linear: i32,
    /// Occurrences by threat row.
    threats: &'a mut SparseCounts,
}

impl FeatureVisitor for Features<'_> {
    fn visit(&mut self, side: Color, parameter: usize, count: i32) {
        let score = self.parameters.get(parameter) * count;
        self.linear += if side == self.side_to_move { score } else { -score };
        if let Some(row) = self.inputs.threat_row(self.side_to_move, side, parameter) {
            self.threats.add(row, count);
        }
    }
}

/// Why a position is dropped: the first of these that applies.
pub(crate) enum DropReason {
    Decided,
    InCheck,
    /// The move played is a capture.
    Capture,
    /// The move played is a promotion.
    Promotion,
}

/// Returns why a position is not quiet. A static evaluation cannot predict its score then.
pub(crate) fn drop_reason(
    position: &Position,
    scored: ScoredMove,
    max_score: i16,
) -> Option<DropReason> {
    if scored.score.unsigned_abs() >= max_score.unsigned_abs() {
        Some(DropReason::Decided)
    } else if position.in_check() {
        Some(DropReason::InCheck)
    } else if position.is_capture(scored.mv) {
        Some(DropReason::Capture)
    } else if scored.mv.is_promotion() {
        Some(DropReason::Promotion)
    } else {
        None
    }
}
