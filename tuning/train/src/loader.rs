//! Reads files of games and keeps their quiet positions as [`Samples`].

use crate::file_io::{FNV_START, fnv1a};
use crate::samples::{Sample, Samples};
use eval::network::InputMap;
use eval::{FeatureVisitor, Parameters, visit_features};
use ozutsu_datagen::{GameRecord, GameResult, ScoredMove};
use rayon::prelude::*;
use rules::{Board, Color, Position, Rules};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::slice;

/// Games that are in memory as text at a time.
const BLOCK_GAMES: usize = 4_096;
/// Games that a thread converts at a time.
const CHUNK_GAMES: usize = 32;
/// One in so many held-out positions is kept as a board ...
const BOARD_INTERVAL: usize = 16;
/// ... up to this number.
const MAX_BOARDS: usize = 4_096;

/// Which positions are kept and what for.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Positions with this score or more, of either side, are dropped: they are decided.
    pub max_score: i16,
    /// One game in so many is held out.
    pub hold_out_interval: usize,
    /// Chooses the games that are held out.
    pub seed: u64,
    /// Number of output buckets.
    pub buckets: usize,
    /// Whether threats are kept.
    pub with_threats: bool,
}

/// How many games and positions were read, and why positions were dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoadCounts {
    /// Games read.
    pub games: usize,
    /// Scored positions in these games. Opening moves are not scored.
    pub positions: usize,
    /// Positions whose score reached the limit.
    pub decided: usize,
    /// Other positions with the side to move in check.
    pub in_check: usize,
    /// Other positions in which a capture was played.
    pub captures: usize,
    /// Other positions in which a promotion was played.
    pub promotions: usize,
}

impl LoadCounts {
    /// Number of positions that were kept.
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

/// Positions of files of games.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The rules of the first game.
    pub rules: &'static Rules,
    /// The inputs of networks for the games.
    pub inputs: InputMap,
    /// Positions to train on.
    pub training: Samples,
    /// Positions of the games that are held out.
    pub held_out: Samples,
    /// Some boards of held-out positions, with the positions' indices.
    pub boards: Vec<(usize, Board)>,
    /// What was read.
    pub counts: LoadCounts,
    /// Hash of the games in their order and of the linear evaluations of their positions.
    pub fingerprint: u64,
}

/// A line of a file.
struct Line<'a> {
    path: &'a Path,
    number: usize,
    text: String,
}

/// Reads files of games. All must have the same board and pieces, so that one network fits them.
///
/// Calls `on_progress` with the number of games read so far.
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
        let all = match &mut loaded {
            Some(loaded) => loaded,
            None => loaded.insert(Loaded::new(parse(first)?.rules)),
        };
        let first_game = all.counts.games;
        let convert = |(index, lines): (usize, &[Line<'_>])| {
            Chunk::new(all, options, first_game + index * CHUNK_GAMES, lines)
        };
        let chunks: Vec<_> = block.par_chunks(CHUNK_GAMES).enumerate().map(convert).collect();
        for chunk in chunks {
            all.append(chunk?);
        }
        on_progress(all.counts.games);
    }
    loaded.ok_or_else(|| {
        let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        format!("{}: no games", names.join(", "))
    })
}

/// Reads the lines of files in order.
struct GameReader<'a> {
    /// Files that are not opened yet.
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
    /// Reads some lines; none at the end of the last file.
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

    /// Reads a line. Ignores an incomplete last line, which a killed run of `ozutsu-datagen` leaves
    /// behind.
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
        Self {
            rules,
            inputs: InputMap::new(rules),
            training: Samples::default(),
            held_out: Samples::default(),
            boards: Vec::new(),
            counts: LoadCounts::default(),
            fingerprint: 0,
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
        self.fingerprint = self.fingerprint.rotate_left(1) ^ chunk.fingerprint;
    }
}

/// Positions of consecutive games.
#[derive(Default)]
struct Chunk {
    training: Samples,
    held_out: Samples,
    boards: Vec<(usize, Board)>,
    counts: LoadCounts,
    fingerprint: u64,
}

impl Chunk {
    /// Converts the games of lines. The first of them is game `first_game` of all, counted from 0.
    fn new(
        all: &Loaded,
        options: &LoadOptions,
        first_game: usize,
        lines: &[Line<'_>],
    ) -> Result<Self, String> {
        let mut chunk = Self { fingerprint: FNV_START, ..Self::default() };
        let mut converter = Converter::new(&all.inputs, options);
        let interval = options.hold_out_interval as u64;
        for (number, line) in (first_game..).zip(lines) {
            let game = parse(line)?;
            if !std::ptr::eq(game.rules, all.rules)
                && InputMap::hash_of(game.rules) != all.inputs.hash()
            {
                let (file, line) = (line.path.display(), line.number);
                let (found, expected) = (game.rules.name(), all.rules.name());
                return Err(format!(
                    "{file}, line {line}: a game of {found}, which has another board or other \
                     pieces than {expected}, the first game of the data"
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
        // Another build may have another linear evaluation.
        for sample in chunk.training.iter().chain(chunk.held_out.iter()) {
            chunk.fingerprint = fnv1a(chunk.fingerprint, &sample.linear.to_le_bytes());
        }
        Ok(chunk)
    }
}

/// Turns games into samples. Its buffers are reused.
struct Converter<'a> {
    inputs: &'a InputMap,
    options: &'a LoadOptions,
    own_rows: Vec<u16>,
    other_rows: Vec<u16>,
    /// The threats of a position, each row once.
    threats: Vec<u16>,
    threat_counts: Vec<i8>,
    /// How often each threat row occurs; all 0 between positions.
    counts: Vec<i32>,
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
            counts: vec![0; inputs.threat_row_count()],
        }
    }

    /// Adds the quiet positions of a game to the samples, and some of them to the boards.
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
        for &scored in &game.moves {
            counts.positions += 1;
            if is_quiet(&position, scored, self.options.max_score, counts) {
                let board = position.board();
                if let Some(boards) = &mut boards
                    && samples.len().is_multiple_of(BOARD_INTERVAL)
                {
                    boards.push((samples.len(), *board));
                }
                samples.push(Sample {
                    score: scored.score,
                    half_points: half_points(game.result, position.side()),
                    ..self.inputs_of(board, parameters)
                });
            }
            position.do_move(scored.mv);
        }
        samples.end_game(game.rules);
    }

    /// Returns the inputs and the linear evaluation of a position, without score and result.
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
            side,
            linear: 0,
            threats: &mut self.threats,
            counts: &mut self.counts,
        };
        visit_features(board, &mut features);
        let linear = features.linear;
        self.threats.retain(|&row| {
            // A row that was visited twice is kept once: the second time its count is 0.
            let count = std::mem::take(&mut self.counts[usize::from(row)]);
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
            score: 0,
            half_points: 0,
        }
    }
}

/// Adds up the linear evaluation of a position and counts its threat rows.
struct Features<'a> {
    inputs: &'a InputMap,
    parameters: &'a Parameters,
    /// The side to move.
    side: Color,
    linear: i32,
    /// Rows that were visited, some more than once.
    threats: &'a mut Vec<u16>,
    /// By row.
    counts: &'a mut [i32],
}

impl FeatureVisitor for Features<'_> {
    fn visit(&mut self, side: Color, parameter: usize, times: i32) {
        let score = self.parameters.get(parameter) * times;
        self.linear += if side == self.side { score } else { -score };
        if let Some(row) = self.inputs.threat_row(self.side, side, parameter) {
            self.threats.push(row as u16);
            self.counts[row] += times;
        }
    }
}

/// Returns whether a static evaluation can be expected to predict the score of a position, and counts
/// the reason if not.
fn is_quiet(
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

fn half_points(result: GameResult, side: Color) -> u8 {
    match (result, side) {
        (GameResult::Draw, _) => 1,
        (GameResult::BlackWin, Color::Black) | (GameResult::WhiteWin, Color::White) => 2,
        _ => 0,
    }
}
