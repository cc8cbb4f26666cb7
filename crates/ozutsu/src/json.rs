//! Output for programs (`--json`): one object a line. `docs/json.md` describes the objects, and
//! `docs/json.schema.json` is their schema.

use clap::Args;
use ozutsu_learn::study::{HandicapReport, StudyReport};
use records::{
    EndReason, GameEnd, GameRecord, GameResult, HandicapStart, Score, format_western, japanese_line,
};
use rules::spec::CheckLimit;
use rules::{Color, ImpasseClaim, Move, Piece, PieceForm, PieceInfo, Position, Rules};
use search::{Bound, SearchInfo};
use serde::Serialize;
use session::player::{Answer, legal_prefix, nodes_per_second, protocol_score};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;
use study::puzzles::{Puzzle, PuzzleKind};
use study::review::{Mark, MoveReview, SideSummary, black_chance};

/// The argument that selects JSON.
#[derive(Args, Debug)]
pub struct JsonArgs {
    /// Print JSON for programs, one object per line (docs/json.md)
    #[arg(long)]
    pub json: bool,
}

/// Writes an object as a line, and flushes it.
pub fn write_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(object)?)?;
    out.flush()
}

/// What a line can be.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Object {
    Info(Info),
    Result(SearchResult),
    Epd(Epd),
    EpdSummary(EpdSummary),
    GameStart(GameStart),
    GameMove(GameMove),
    GameEnd(GameSummary),
    Puzzle(PuzzleLine),
    Game(Box<Game>),
    Position(Box<PositionState>),
    Move(MoveNames),
    PerftMove(PerftMove),
    Perft(Perft),
    Study(Box<StudyReport>),
    Handicaps(HandicapReport),
}

/// A position without its history.
#[derive(Serialize, Debug)]
pub struct PositionName {
    variant: &'static str,
    sfen: String,
}

impl From<&Position> for PositionName {
    fn from(position: &Position) -> Self {
        Self { variant: position.rules().name(), sfen: position.sfen().to_string() }
    }
}

/// A legal move in every notation.
#[derive(Serialize, Debug)]
pub struct MoveNames {
    usi: String,
    uci: String,
    western: String,
    kanji: String,
}

impl MoveNames {
    pub fn new(position: &Position, mv: Move) -> Self {
        let rules = position.rules();
        Self {
            usi: rules.usi(mv).to_string(),
            uci: rules.uci(mv).to_string(),
            western: format_western(position, mv),
            kanji: japanese_line(position, &[mv]),
        }
    }
}

/// The legal moves of a position, in the order of their names in USI.
pub fn legal_moves(position: &Position) -> Vec<MoveNames> {
    let legal = position.legal_moves();
    let mut moves: Vec<_> = legal.iter().map(|&mv| MoveNames::new(position, mv)).collect();
    moves.sort_unstable_by(|one, other| one.usi.cmp(&other.usi));
    moves
}

fn usi_moves(rules: &Rules, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| rules.usi(mv).to_string()).collect()
}

pub fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}

#[derive(Serialize, Debug)]
struct BySide<T> {
    black: T,
    white: T,
}

impl<T> BySide<T> {
    fn new(of_side: impl Fn(Color) -> T) -> Self {
        Self { black: of_side(Color::Black), white: of_side(Color::White) }
    }
}

/// How a game has ended.
#[derive(Serialize, Debug)]
struct Outcome {
    winner: Option<String>,
    reason: EndReason,
}

impl Outcome {
    /// Returns nothing if the result is not known.
    fn new(end: &GameEnd) -> Option<Self> {
        let winner = end.result.winner().map(|winner| winner.to_string());
        (end.result != GameResult::Unknown).then_some(Self { winner, reason: end.reason })
    }
}

/// A score. Mates are in plies, negative if the side from whose view it is gets mated.
#[derive(Serialize, Debug)]
#[serde(rename_all = "snake_case")]
enum ScoreObject {
    Cp(i32),
    Mate(i64),
}

impl From<search::Score> for ScoreObject {
    fn from(score: search::Score) -> Self {
        let plies = |plies: Option<u32>| i64::from(plies.unwrap_or_default());
        match protocol_score(score) {
            vampirc_usi::Score::Cp(centipawns) => Self::Cp(centipawns),
            vampirc_usi::Score::Mate(count) => Self::Mate(plies(count)),
            vampirc_usi::Score::Mated(count) => Self::Mate(-plies(count)),
        }
    }
}

impl From<Score> for ScoreObject {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(centipawns) => Self::Cp(centipawns),
            Score::Mate { winner: Color::Black, plies } => Self::Mate(plies.into()),
            Score::Mate { winner: Color::White, plies } => Self::Mate(-i64::from(plies)),
        }
    }
}

/// A report of a running search.
#[derive(Serialize, Debug)]
pub struct Info {
    depth: u32,
    seldepth: u32,
    multipv: usize,
    score: ScoreObject,
    bound: &'static str,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    hashfull: u32,
    pv: Vec<String>,
}

impl Info {
    pub fn new(position: &Position, info: &SearchInfo) -> Self {
        let pv: Vec<_> = legal_prefix(position, &info.pv).collect();
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: info.score.into(),
            bound: match info.bound {
                Bound::Lower => "lower",
                Bound::Upper => "upper",
                Bound::None | Bound::Exact => "exact",
            },
            nodes: info.nodes,
            nps: nodes_per_second(info.nodes, info.time),
            time_ms: milliseconds(info.time),
            hashfull: info.hashfull,
            pv: usi_moves(position.rules(), &pv),
        }
    }
}

/// The answer of a search.
#[derive(Serialize, Debug)]
pub struct SearchResult {
    #[serde(flatten)]
    position: PositionName,
    answer: &'static str,
    /// The move and the expected reply, or the moves of the mate.
    moves: Vec<String>,
}

impl SearchResult {
    pub fn new(position: &Position, answer: &Answer) -> Self {
        use mate::MateResult::{Mate, NoMate, Unknown};
        let (answer, moves) = match answer {
            Answer::Move { best, ponder } => {
                ("move", [Some(*best), *ponder].into_iter().flatten().collect())
            }
            Answer::Resign => ("resign", Vec::new()),
            Answer::Win => ("win", Vec::new()),
            Answer::Mate(Mate(moves)) => ("mate", moves.clone()),
            Answer::Mate(NoMate) => ("no_mate", Vec::new()),
            Answer::Mate(Unknown) => ("unknown", Vec::new()),
        };
        let moves = usi_moves(position.rules(), &moves);
        Self { position: position.into(), answer, moves }
    }
}

/// The search of a position of a file.
#[derive(Serialize, Debug)]
pub struct Epd {
    line: usize,
    id: String,
    #[serde(flatten)]
    result: SearchResult,
    best_moves: Vec<String>,
    /// Whether the answer is a best move, if any are known.
    correct: Option<bool>,
    nodes: u64,
    time_ms: u64,
    /// The last report.
    info: Option<Info>,
}

impl Epd {
    pub fn new(
        entry: &records::EpdEntry,
        answer: &Answer,
        correct: Option<bool>,
        (nodes, time): (u64, Duration),
        info: Option<&SearchInfo>,
    ) -> Self {
        let position = &entry.position;
        Self {
            line: entry.line,
            id: entry.id.clone(),
            result: SearchResult::new(position, answer),
            best_moves: usi_moves(position.rules(), &entry.best_moves),
            correct,
            nodes,
            time_ms: milliseconds(time),
            info: info.map(|info| Info::new(position, info)),
        }
    }
}

/// The searches of all positions of a file.
#[derive(Serialize, Debug)]
pub struct EpdSummary {
    pub positions: usize,
    pub with_best_moves: usize,
    pub correct: usize,
    pub nodes: u64,
    pub time_ms: u64,
}

/// The file of a game and its number there, from 1.
#[derive(Clone, Serialize, Debug)]
pub struct GameName {
    pub file: String,
    pub game: usize,
}

/// What a record says about a game that is analysed.
#[derive(Serialize, Debug)]
pub struct GameStart {
    #[serde(flatten)]
    name: GameName,
    #[serde(flatten)]
    start: PositionName,
    #[serde(flatten)]
    players: BySide<Option<String>>,
    moves: usize,
    outcome: Option<Outcome>,
}

impl GameStart {
    pub fn new(name: GameName, game: &GameRecord) -> Self {
        Self {
            name,
            start: game.start().into(),
            players: BySide::new(|color| game.tags.player(color).map(str::to_owned)),
            moves: game.moves().count(),
            outcome: game.end().and_then(Outcome::new),
        }
    }
}

/// A judged move. Score and chance are Black's.
#[derive(Serialize, Debug)]
pub struct GameMove {
    #[serde(flatten)]
    name: GameName,
    number: usize,
    side: String,
    /// The position before the move.
    sfen: String,
    #[serde(rename = "move")]
    mv: String,
    score: ScoreObject,
    chance: f64,
    depth: Option<u32>,
    /// The line that starts with the best move.
    line: Vec<String>,
    /// The winning chance that the move lost.
    lost: f64,
    mark: Option<&'static str>,
    missed_mate: Option<u32>,
}

impl GameMove {
    pub fn new(name: GameName, number: usize, position: &Position, judged: &MoveReview) -> Self {
        let (rules, after) = (position.rules(), judged.after.evaluation);
        Self {
            name,
            number,
            side: judged.mover.to_string(),
            sfen: position.sfen().to_string(),
            mv: rules.usi(judged.mv).to_string(),
            score: after.score.into(),
            chance: black_chance(after),
            depth: after.depth,
            line: usi_moves(rules, &judged.before.line),
            lost: judged.lost,
            mark: judged.mark.map(Mark::name),
            missed_mate: judged.missed_mate,
        }
    }
}

/// What the sides of a game did.
#[derive(Serialize, Debug)]
pub struct GameSummary {
    #[serde(flatten)]
    name: GameName,
    #[serde(flatten)]
    sides: BySide<Side>,
}

#[derive(Serialize, Debug)]
struct Side {
    moves: usize,
    /// In per cent.
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    missed_mates: usize,
}

impl GameSummary {
    pub fn new(name: GameName, sides: &[SideSummary; 2]) -> Self {
        Self { name, sides: BySide::new(|color| Side::from(&sides[color.index()])) }
    }
}

impl From<&SideSummary> for Side {
    fn from(side: &SideSummary) -> Self {
        Self {
            moves: side.moves(),
            accuracy: side.accuracy(),
            inaccuracies: side.count(Mark::Inaccuracy),
            mistakes: side.count(Mark::Mistake),
            blunders: side.count(Mark::Blunder),
            missed_mates: side.missed_mates,
        }
    }
}

#[derive(Serialize, Debug)]
pub struct PuzzleLine {
    id: String,
    #[serde(flatten)]
    position: PositionName,
    kind: PuzzleKind,
    /// The solution.
    moves: Vec<String>,
    /// The nodes that a search needs to find it.
    nodes: Option<u64>,
}

impl PuzzleLine {
    pub fn new(id: &str, puzzle: &Puzzle) -> Self {
        Self {
            id: id.to_owned(),
            position: (&puzzle.position).into(),
            kind: puzzle.kind,
            moves: usi_moves(puzzle.position.rules(), &puzzle.line),
            nodes: puzzle.nodes,
        }
    }
}

/// A game and its rules.
#[derive(Serialize, Debug)]
pub struct Game {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    default: bool,
    files: u8,
    ranks: u8,
    sfen: &'static str,
    rules: Vec<String>,
    pieces: Vec<PieceObject>,
    handicaps: Vec<HandicapStart>,
}

#[derive(Serialize, Debug)]
struct PieceObject {
    letter: char,
    western: String,
    /// Of both sides together.
    count: u8,
    #[serde(flatten)]
    unpromoted: Form,
    promoted: Option<Form>,
}

#[derive(Serialize, Debug)]
struct Form {
    name: String,
    /// Black's and White's.
    kanji: [String; 2],
    betza: String,
}

impl Game {
    /// `texts` describe the rules.
    pub fn new(rules: &'static Rules, texts: Vec<String>, is_default: bool) -> Self {
        Self {
            name: rules.name(),
            title: rules.title(),
            about: rules.about(),
            default: is_default,
            files: rules.files(),
            ranks: rules.ranks(),
            sfen: rules.start_sfen(),
            rules: texts,
            pieces: rules.piece_infos().iter().map(PieceObject::from).collect(),
            handicaps: records::handicaps(rules).collect(),
        }
    }
}

impl From<&PieceInfo> for PieceObject {
    fn from(piece: &PieceInfo) -> Self {
        Self {
            letter: piece.letter,
            western: piece.western_letters.clone(),
            count: piece.count,
            unpromoted: (&piece.unpromoted).into(),
            promoted: piece.promoted.as_ref().map(Form::from),
        }
    }
}

impl From<&PieceForm> for Form {
    fn from(form: &PieceForm) -> Self {
        let PieceForm { name, kanji, betza, .. } = form;
        Self { name: name.clone(), kanji: kanji.clone(), betza: betza.clone() }
    }
}

/// A position and the state of its game.
#[derive(Serialize, Debug)]
pub struct PositionState {
    #[serde(flatten)]
    name: PositionName,
    fen: String,
    key: String,
    side: String,
    move_number: u32,
    /// The pieces by their squares.
    pieces: BTreeMap<String, String>,
    hands: BySide<BTreeMap<String, u8>>,
    in_check: bool,
    /// The squares of the checking pieces.
    checkers: Vec<String>,
    /// Only in games that limit them.
    consecutive_checks: Option<BySide<u8>>,
    legal_moves: u64,
    last_move: Option<MoveNames>,
    outcome: Option<Outcome>,
    impasse_claim: Option<&'static str>,
}

impl From<&Position> for PositionState {
    fn from(position: &Position) -> Self {
        let rules = position.rules();
        let letter = |piece: Piece| rules.piece_sfen(piece).to_string();
        let hand = |color| {
            let pieces = position.hand(color).iter();
            pieces.map(|(kind, count)| (letter(Piece::new(Color::Black, kind)), count)).collect()
        };
        let last_move = position.last_move().map(|mv| {
            let mut before = position.clone();
            before.undo_move();
            MoveNames::new(&before, mv)
        });
        let pieces = position.placed_pieces();
        Self {
            name: position.into(),
            fen: position.fen().to_string(),
            key: format!("{:016x}", position.key()),
            side: position.side().to_string(),
            move_number: position.move_number(),
            pieces: pieces.map(|(piece, square)| (square.to_string(), letter(piece))).collect(),
            hands: BySide::new(hand),
            in_check: position.in_check(),
            checkers: position.checkers().into_iter().map(|square| square.to_string()).collect(),
            consecutive_checks: (rules.spec().check_limit != CheckLimit::None)
                .then(|| BySide::new(|color| position.consecutive_checks(color))),
            legal_moves: position.count_legal_moves(),
            last_move,
            outcome: GameEnd::by_rule(position).as_ref().and_then(Outcome::new),
            impasse_claim: position.impasse_claim().map(|claim| match claim {
                ImpasseClaim::Win => "win",
                ImpasseClaim::Draw => "draw",
            }),
        }
    }
}

/// The count below a first move.
#[derive(Serialize, Debug)]
pub struct PerftMove {
    #[serde(flatten)]
    names: MoveNames,
    nodes: u64,
}

impl PerftMove {
    pub fn new(position: &Position, mv: Move, nodes: u64) -> Self {
        Self { names: MoveNames::new(position, mv), nodes }
    }
}

#[derive(Serialize, Debug)]
pub struct Perft {
    #[serde(flatten)]
    position: PositionName,
    depth: u32,
    nodes: u64,
    time_ms: u64,
}

impl Perft {
    pub fn new(position: &Position, depth: u32, nodes: u64, time: Duration) -> Self {
        Self { position: position.into(), depth, nodes, time_ms: milliseconds(time) }
    }
}
