//! Reads self-play files and keeps the quiet positions as [`Samples`].

use super::samples::{Sample, Samples, sigmoid};
use crate::game_files::{GameRecord, ScoredMove};
use eval::network::InputMap;
use eval::{FeatureVisitor, LOGISTIC_SCALE, Parameters, visit_features};
use rayon::prelude::*;
use rules::{Board, Color, FNV_START, Position, Rules, fnv1a};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::slice;

/// Games that are read before they are converted in parallel.
const BLOCK_GAMES: usize = 4_096;
/// Games per parallel job.
const CHUNK_GAMES: usize = 32;
/// Interval between held-out positions that are also kept as boards.
const BOARD_INTERVAL: usize = 16;
/// Largest number of boards that are kept.
const MAX_BOARDS: usize = 4_096;

/// Which positions are kept, and which of them are held out.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Positions whose absolute score is this or more are dropped as decided.
    pub max_score: i16,
    /// Interval between games that are held out.
    pub hold_out_interval: usize,
    /// Chooses which game of each interval is held out.
    pub seed: u64,
    /// Number of output buckets.
    pub buckets: usize,
    /// Whether threat rows are kept.
    pub with_threats: bool,
    /// Weight of the rest of the game in the target, from 0 to 1, as in TD(λ): the target of a
    /// position is `1 - lambda` times the win probability of its score plus `lambda` times the
    /// target of the next position. After the last move it is the result.
    pub lambda: f32,
}

/// How many games and positions were read, and why positions were dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoadCounts {
    /// Games read.
    pub games: usize,
    /// Positions in these games after the opening.
    pub positions: usize,
    /// Positions dropped because of a decided score.
    pub decided: usize,
    /// Other positions dropped because the side to move is in check.
    pub in_check: usize,
    /// Other positions dropped because the move played is a capture.
    pub captures: usize,
    /// Other positions dropped because the move played is a promotion.
    pub promotions: usize,
}

impl LoadCounts {
    /// Returns the number of positions that were kept.
    pub fn kept(&self) -> usize {
        self.positions - self.decided - self.in_check - self.captures - self.promotions
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.decided += other.decided;
        self.in_check += other.in_check;
        self.captures += other.captures;
        self.promotions += other.promotions;
    }
}

impl fmt::Display for LoadCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: usize| 100.0 * count as f64 / self.positions.max(1) as f64;
        write!(
            f,
            "{} games with {} positions: {} ({:.1}%) are quiet; dropped {:.1}% with a decided \
             score, {:.1}% in check, {:.1}% before a capture, {:.1}% before a promotion",
            self.games,
            self.positions,
            self.kept(),
            percent(self.kept()),
            percent(self.decided),
            percent(self.in_check),
            percent(self.captures),
            percent(self.promotions)
        )
    }
}

/// The quiet positions of self-play files.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The rules of the first game.
    pub rules: &'static Rules,
    /// The numbering of network inputs, the same for all games.
    pub inputs: InputMap,
    /// Positions of the games to train on.
    pub training: Samples,
    /// Positions of the held-out games.
    pub held_out: Samples,
    /// The boards of some held-out positions, with their indices in `held_out`.
    pub boards: Vec<(usize, Board)>,
    /// Numbers of games and positions read.
    pub counts: LoadCounts,
    /// Hash of the input numbering, of the games in order and of their linear evaluations.
    pub fingerprint: u64,
}

/// A line of a self-play file.
struct Line<'a> {
    path: &'a Path,
    number: usize,
    text: String,
}

/// Reads self-play files. All games must have the same board and pieces, so that one network fits them.
///
/// Calls `on_progress` with the number of games read so far.
///
/// # Errors
/// If a file cannot be read, a line is not a legal game, or there are no games.
pub fn load(
    paths: &[PathBuf],
    options: &LoadOptions,
    mut on_progress: impl FnMut(usize),
) -> Result<Loaded, String> {
    let mut loaded: Option<Loaded> = None;
    let mut reader = GameReader { paths: paths.iter(), current: None };
    loop {
        let block = reader.read_block()?;
        let Some(first) = block.first() else { break };
        let data = match &mut loaded {
            Some(loaded) => loaded,
            None => loaded.insert(Loaded::new(parse(first)?.rules)),
        };
        let first_game = data.counts.games;
        let convert = |(index, lines): (usize, &[Line<'_>])| {
            Chunk::new(data, options, first_game + index * CHUNK_GAMES, lines)
        };
        let chunks: Vec<_> = block.par_chunks(CHUNK_GAMES).enumerate().map(convert).collect();
        for chunk in chunks {
            data.append(chunk?);
        }
        on_progress(data.counts.games);
    }
    loaded.ok_or_else(|| {
        let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        format!("{}: no games", names.join(", "))
    })
}

/// Reads the lines of several files in order.
struct GameReader<'a> {
    /// Files that have not been opened yet.
    paths: slice::Iter<'a, PathBuf>,
    current: Option<OpenFile<'a>>,
}

struct OpenFile<'a> {
    path: &'a Path,
    reader: BufReader<File>,
    /// Number of lines read.
    lines: usize,
}

impl<'a> GameReader<'a> {
    /// Reads up to [`BLOCK_GAMES`] lines. Returns none at the end of the last file.
    fn read_block(&mut self) -> Result<Vec<Line<'a>>, String> {
        let mut block = Vec::new();
        while block.len() < BLOCK_GAMES {
            match &mut self.current {
                Some(file) => match file.read_line()? {
                    Some(line) => block.push(line),
                    None => self.current = None,
                },
                None => match self.paths.next() {
                    Some(path) => self.current = Some(OpenFile::open(path)?),
                    None => break,
                },
            }
        }
        Ok(block)
    }
}

impl<'a> OpenFile<'a> {
    fn open(path: &'a Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { path, reader: BufReader::new(file), lines: 0 })
    }

    /// Reads a line. Ignores a last line without a line feed: a killed run of `play` leaves
    /// an incomplete one behind.
    fn read_line(&mut self) -> Result<Option<Line<'a>>, String> {
        let (path, number) = (self.path, self.lines + 1);
        let mut text = String::new();
        self.reader
            .read_line(&mut text)
            .map_err(|error| format!("{}, line {number}: {error}", path.display()))?;
        self.lines = number;
        Ok(text.strip_suffix('\n').map(|text| Line { path, number, text: text.to_owned() }))
    }
}

fn parse(line: &Line<'_>) -> Result<GameRecord, String> {
    GameRecord::parse(&line.text)
        .map_err(|error| format!("{}, line {}: {error}", line.path.display(), line.number))
}

impl Loaded {
    fn new(rules: &'static Rules) -> Self {
        let inputs = InputMap::new(rules);
        Self {
            rules,
            training: Samples::default(),
            held_out: Samples::default(),
            boards: Vec::new(),
            counts: LoadCounts::default(),
            fingerprint: inputs.hash(),
            inputs,
        }
    }

    fn append(&mut self, chunk: Chunk) {
        let first = self.held_out.len();
        let free = MAX_BOARDS.saturating_sub(self.boards.len());
        let boards = chunk.boards.iter().map(|&(index, board)| (first + index, board));
        self.boards.extend(boards.take(free));
        self.training.append(&chunk.training);
        self.held_out.append(&chunk.held_out);
        self.counts.add(&chunk.counts);
        self.fingerprint = fnv1a(self.fingerprint, &chunk.fingerprint.to_le_bytes());
    }
}

/// The quiet positions of [`CHUNK_GAMES`] consecutive games.
#[derive(Default)]
struct Chunk {
    training: Samples,
    held_out: Samples,
    boards: Vec<(usize, Board)>,
    counts: LoadCounts,
    fingerprint: u64,
}

impl Chunk {
    /// Parses and converts the games in `lines`. `first_game` is the number of games read before them,
    /// `data` what was loaded from these.
    fn new(
        data: &Loaded,
        options: &LoadOptions,
        first_game: usize,
        lines: &[Line<'_>],
    ) -> Result<Self, String> {
        let mut chunk = Self { fingerprint: FNV_START, ..Self::default() };
        let mut converter = Converter::new(&data.inputs, options);
        let interval = options.hold_out_interval as u64;
        for (number, line) in (first_game..).zip(lines) {
            let game = parse(line)?;
            if !std::ptr::eq(game.rules, data.rules)
                && InputMap::hash_of(game.rules) != data.inputs.hash()
            {
                let (file, line) = (line.path.display(), line.number);
                let (found, expected) = (game.rules.name(), data.rules.name());
                return Err(format!(
                    "{file}, line {line}: {found} does not have the same board and pieces as \
                     {expected}, the game of the first line"
                ));
            }
            chunk.fingerprint = fnv1a(chunk.fingerprint, line.text.as_bytes());
            let is_held_out = number as u64 % interval == options.seed % interval;
            let counts = &mut chunk.counts;
            if is_held_out {
                converter.convert(&game, &mut chunk.held_out, counts, Some(&mut chunk.boards));
            } else {
                converter.convert(&game, &mut chunk.training, counts, None);
            }
        }
        // Another build may have a different linear evaluation.
        for sample in chunk.training.iter().chain(chunk.held_out.iter()) {
            chunk.fingerprint = fnv1a(chunk.fingerprint, &sample.linear.to_le_bytes());
        }
        Ok(chunk)
    }
}

/// Converts games to samples. Reuses its buffers.
struct Converter<'a> {
    inputs: &'a InputMap,
    options: &'a LoadOptions,
    own_rows: Vec<u16>,
    other_rows: Vec<u16>,
    /// The threat rows of a position, each once.
    threats: Vec<u16>,
    threat_counts: Vec<i8>,
    /// Occurrences by threat row; all 0 between positions.
    counts_by_row: Vec<i32>,
}

impl<'a> Converter<'a> {
    fn new(inputs: &'a InputMap, options: &'a LoadOptions) -> Self {
        Self {
            inputs,
            options,
            own_rows: Vec::new(),
            other_rows: Vec::new(),
            threats: Vec::new(),
            threat_counts: Vec::new(),
            counts_by_row: vec![0; inputs.threat_row_count()],
        }
    }

    /// Appends the quiet positions of a game to `samples`, and some of their boards to `boards`.
    fn convert(
        &mut self,
        game: &GameRecord,
        samples: &mut Samples,
        counts: &mut LoadCounts,
        mut boards: Option<&mut Vec<(usize, Board)>>,
    ) {
        let parameters = Parameters::shared(game.rules);
        let mut position = game.position_after_opening();
        counts.games += 1;
        let targets = targets(game, self.options.lambda);
        for (&scored, target) in game.moves.iter().zip(targets) {
            counts.positions += 1;
            if check_quiet(&position, scored, self.options.max_score, counts) {
                let board = position.board();
                if let Some(boards) = &mut boards
                    && samples.len().is_multiple_of(BOARD_INTERVAL)
                {
                    boards.push((samples.len(), *board));
                }
                samples.push(Sample { target, ..self.inputs_of(board, parameters) });
            }
            position.do_move(scored.mv);
        }
        samples.end_game(game.rules);
    }

    /// Returns a sample with the inputs and the linear evaluation of a position. Its target is 0.
    fn inputs_of(&mut self, board: &Board, parameters: &Parameters) -> Sample<'_> {
        let (inputs, side) = (self.inputs, board.side());
        for (color, rows) in [(side, &mut self.own_rows), (!side, &mut self.other_rows)] {
            rows.clear();
            inputs.for_each_row(board, inputs.view(board, color), |row| rows.push(row as u16));
        }
        self.threats.clear();
        self.threat_counts.clear();
        let mut features = Features {
            inputs,
            parameters,
            side_to_move: side,
            linear: 0,
            threats: &mut self.threats,
            counts: &mut self.counts_by_row,
        };
        visit_features(board, &mut features);
        let linear = features.linear;
        self.threats.retain(|&row| {
            // The first occurrence of a row takes the whole count; repeated ones find 0.
            let count = std::mem::take(&mut self.counts_by_row[usize::from(row)]);
            let is_kept = count != 0 && self.options.with_threats;
            if is_kept {
                self.threat_counts.push(count as i8);
            }
            is_kept
        });
        Sample {
            own_rows: &self.own_rows,
            other_rows: &self.other_rows,
            threats: &self.threats,
            threat_counts: &self.threat_counts,
            bucket: inputs.bucket(board, self.options.buckets) as u8,
            linear,
            target: 0.0,
        }
    }
}

/// Sums the linear evaluation of a position for the side to move and counts its threat rows.
struct Features<'a> {
    inputs: &'a InputMap,
    parameters: &'a Parameters,
    side_to_move: Color,
    linear: i32,
    /// Threat rows in the order of their visits, with repetitions.
    threats: &'a mut Vec<u16>,
    /// Occurrences by threat row.
    counts: &'a mut [i32],
}

impl FeatureVisitor for Features<'_> {
    fn visit(&mut self, side: Color, parameter: usize, count: i32) {
        let score = self.parameters.get(parameter) * count;
        self.linear += if side == self.side_to_move { score } else { -score };
        if let Some(row) = self.inputs.threat_row(self.side_to_move, side, parameter) {
            self.threats.push(row as u16);
            self.counts[row] += count;
        }
    }
}

/// Returns whether a position is quiet, so that a static evaluation can predict its score. Otherwise
/// counts the reason in `counts`.
fn check_quiet(
    position: &Position,
    scored: ScoredMove,
    max_score: i16,
    counts: &mut LoadCounts,
) -> bool {
    let reason = if scored.score.unsigned_abs() >= max_score.unsigned_abs() {
        &mut counts.decided
    } else if position.in_check() {
        &mut counts.in_check
    } else if position.is_capture(scored.mv) {
        &mut counts.captures
    } else if scored.mv.is_promotion() {
        &mut counts.promotions
    } else {
        return true;
    };
    *reason += 1;
    false
}

/// Returns the target of each position of a game after the opening, for the side to move.
fn targets(game: &GameRecord, lambda: f32) -> Vec<f32> {
    let mut position = game.position_after_opening();
    game.moves.iter().for_each(|scored| position.do_move(scored.mv));
    let black_points = game.result.black_points() as f32;
    let mut target =
        if position.side() == Color::Black { black_points } else { 1.0 - black_points };
    let mut targets: Vec<_> = game
        .moves
        .iter()
        .rev()
        .map(|scored| {
            let probability = sigmoid(f32::from(scored.score) / LOGISTIC_SCALE as f32);
            target = (1.0 - lambda) * probability + lambda * (1.0 - target);
            target
        })
        .collect();
    targets.reverse();
    targets
}
