//! `Record`: a game with its tags, variations and comments, in any format of the crate `records`.

use crate::arguments::{GameArgument, MoveArgument, Source, file_error};
use crate::error;
use crate::game::{Game, warn_all};
use crate::moves::Move;
use crate::position::Position;
use crate::record_names::{format_named, result_name, result_named};
use platform::files::{read_file, write_whole};
use platform::lock;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use records::{
    Format, GameEnd, GameRecord, Hints, NodeId, Notes, Warning, decode, encode_shift_jis, pack,
    read_text,
};
use rules::quoted;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// A game record: a start position, tags, and a tree of moves with comments.
#[pyclass(frozen, module = "ozutsu")]
#[derive(Debug)]
pub struct Record {
    /// Locked for no call into Python, where another thread may wait for it.
    record: Mutex<GameRecord>,
}

impl From<GameRecord> for Record {
    fn from(record: GameRecord) -> Self {
        Self { record: Mutex::new(record) }
    }
}

impl Record {
    fn lock(&self) -> MutexGuard<'_, GameRecord> {
        lock(&self.record)
    }
}

/// A pickled record without its start position.
#[derive(Serialize, Deserialize)]
struct PickledRecord {
    tags: Vec<(String, String)>,
    /// What is said before the first move.
    start: Notes,
    /// The moves, depth first: the ply of each and what is said about it.
    moves: Vec<(usize, String, Notes)>,
}

impl PickledRecord {
    fn new(record: &GameRecord) -> Self {
        let tags = record.tags.iter().map(|(key, value)| (key.to_owned(), value.to_owned()));
        let mut pickled = Self {
            tags: tags.collect(),
            start: record.node(NodeId::ROOT).notes.clone(),
            moves: Vec::new(),
        };
        let mut rest = vec![NodeId::ROOT];
        while let Some(id) = rest.pop() {
            let node = record.node(id);
            if let Some(mv) = node.mv() {
                let mv = record.rules().usi(mv).to_string();
                pickled.moves.push((node.ply(), mv, node.notes.clone()));
            }
            rest.extend(node.children().iter().rev());
        }
        pickled
    }

    fn into_record(self, start: &rules::Position) -> PyResult<GameRecord> {
        let mut record = GameRecord::new(start);
        for (key, value) in self.tags {
            record.tags.set(key, value);
        }
        let mut cursor = record.cursor();
        *cursor.notes_mut() = self.start;
        for (ply, text, notes) in self.moves {
            cursor.go_to_ply(ply.saturating_sub(1));
            let mv = start.rules().parse_usi(&text).map_err(error)?;
            cursor.play(mv).map_err(error)?;
            *cursor.notes_mut() = notes;
        }
        Ok(record)
    }
}

fn hints(format: Option<&str>, game: Option<GameArgument<'_>>) -> PyResult<Hints> {
    let format = format.map(format_named).transpose()?;
    let rules = game.map(|game| game.rules()).transpose()?;
    Ok(Hints { format, rules, kif_rules: rules })
}

/// Returns the records of a file or text, with a Python warning for what was read otherwise than it is written.
fn wrap(py: Python<'_>, records: Vec<GameRecord>, source: &str) -> PyResult<Vec<Record>> {
    let text = |warning| {
        let hint = match warning {
            Warning::SeveralGames { .. } => "; choose with game=",
            _ => "",
        };
        format!("{source}: {warning}{hint}")
    };
    let warnings = records.iter().flat_map(GameRecord::warnings).map(text);
    warn_all(py, &warnings.collect::<Vec<_>>())?;
    Ok(records.into_iter().map(Record::from).collect())
}

/// Returns the named format, or that of a file's extension.
fn format_for(path: &Path, format: Option<&str>) -> PyResult<Format> {
    let of_path = || {
        let name = path.display().to_string();
        Format::of_path(path).ok_or_else(|| {
            error(format!("{}: the name of the file tells no format; give one", quoted(&name)))
        })
    };
    format.map_or_else(of_path, format_named)
}

/// Writes a text as "utf-8" or "shift_jis". Without either, the format and the name of the file decide, with a Python
/// warning if a character that is not in Shift_JIS makes it UTF-8.
fn write_file(
    py: Python<'_>,
    text: String,
    format: Format,
    path: &Path,
    encoding: Option<&str>,
) -> PyResult<()> {
    let bytes = match encoding {
        Some("utf-8") => pack(text.into_bytes(), path),
        Some("shift_jis") => pack(encode_shift_jis(&text).map_err(error)?, path),
        Some(other) => {
            let other = quoted(other);
            return Err(error(format!("unknown encoding {other}, expected utf-8 or shift_jis")));
        }
        None => {
            let (bytes, not_encodable) = format.encode(text, path);
            let name = path.display();
            let warning = |error| format!("{name}: written in UTF-8, because {error}");
            warn_all(py, &Vec::from_iter(not_encodable.map(warning)))?;
            bytes
        }
    };
    write_whole(path, &bytes).map_err(|error| file_error(path, error))
}

#[pymethods]
impl Record {
    /// Creates a record of the moves of a position. If they have ended the game by rule, so says the record.
    #[new]
    fn new(position: &Position) -> Self {
        let position = position.snapshot();
        let mut record = GameRecord::from_history(&position);
        if let Some(end) = GameEnd::by_rule(&position) {
            record.set_end(end);
        }
        record.into()
    }

    /// Reads the games of a file. Its content tells the format and the encoding. The game is that of records which
    /// name none; without it, that is the one which they fit.
    #[staticmethod]
    #[pyo3(signature = (path, format = None, game = None))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        game: Option<GameArgument<'_>>,
    ) -> PyResult<Vec<Self>> {
        let hints = hints(format, game)?;
        let bytes = py.detach(|| read_file(&path)).map_err(|error| file_error(&path, error))?;
        let records = py.detach(|| records::read(&bytes, &hints));
        let name = path.display().to_string();
        wrap(py, records.map_err(|reason| error(format!("{name}: {reason}")))?, &name)
    }

    /// Reads the games of a text, or of the bytes of a file.
    #[staticmethod]
    #[pyo3(signature = (text, format = None, game = None))]
    fn parse(
        py: Python<'_>,
        text: Source<'_>,
        format: Option<&str>,
        game: Option<GameArgument<'_>>,
    ) -> PyResult<Vec<Self>> {
        let hints = hints(format, game)?;
        let text = match text {
            Source::Text(text) => text.replace("\r\n", "\n").replace('\r', "\n"),
            Source::Object(bytes) => decode(bytes.as_bytes()).map_err(error)?,
        };
        wrap(py, py.detach(|| read_text(&text, &hints)).map_err(error)?, "the text")
    }

    /// The names of the formats.
    #[staticmethod]
    fn formats() -> Vec<&'static str> {
        Format::names().collect()
    }

    /// Returns the record as text in a format.
    fn text(&self, format: &str) -> PyResult<String> {
        records::write(&self.lock(), format_named(format)?).map_err(error)
    }

    /// Writes the record to a file. Without a format, the extension of the file tells it.
    #[pyo3(signature = (path, format = None, encoding = None))]
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let format = format_for(&path, format)?;
        let text = records::write_all(slice::from_ref(&*self.lock()), format).map_err(error)?;
        write_file(py, text, format, &path, encoding)
    }

    /// Writes several records to one file.
    #[staticmethod]
    #[pyo3(signature = (records, path, format = None, encoding = None))]
    fn write_all(
        py: Python<'_>,
        records: Vec<Bound<'_, Self>>,
        path: PathBuf,
        format: Option<&str>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let format = format_for(&path, format)?;
        let mut writer = records::GameWriter::new(format);
        let texts = records.iter().map(|record| writer.format(&record.get().lock()));
        let text: String = texts.collect::<Result<_, _>>().map_err(error)?;
        write_file(py, text, format, &path, encoding)
    }

    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.lock().rules() }
    }

    /// The start position.
    #[getter]
    fn start(&self) -> Position {
        self.lock().start().clone().into()
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let record = self.lock();
        Move::all(record.rules(), record.moves())
    }

    /// A copy of the tags.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dictionary = PyDict::new(py);
        let tags = self.lock().tags.clone();
        for (key, value) in tags.iter() {
            dictionary.set_item(key, value)?;
        }
        Ok(dictionary)
    }

    /// Sets a tag, such as "Black". None removes it.
    fn set_tag(&self, key: &str, value: Option<&str>) {
        let tags = &mut self.lock().tags;
        match value {
            Some(value) => tags.set(key, value),
            None => _ = tags.remove(key),
        }
    }

    /// The result: "black", "white", "draw" or "unknown".
    #[getter]
    fn result(&self) -> &'static str {
        self.lock().end().map_or("unknown", |end| result_name(end.result))
    }

    /// Why the game ended, such as "resignation", or None if the record does not tell an end.
    #[getter]
    fn reason(&self) -> Option<String> {
        self.lock().end().map(|end| end.reason.to_string())
    }

    /// Records how the game ended after the last move of the main line.
    #[pyo3(signature = (result, reason = "unknown"))]
    fn set_end(&self, result: &str, reason: &str) -> PyResult<()> {
        let reason = reason.parse().map_err(|unknown| error(format!("reason: {unknown}")))?;
        let end = GameEnd::new(result_named(result)?, reason);
        self.lock().set_end(end);
        Ok(())
    }

    /// The node of the start position.
    #[getter]
    fn root(this: Bound<'_, Self>) -> Node {
        Node { record: this.unbind(), id: NodeId::ROOT }
    }

    /// The nodes of the main line after the root.
    #[getter]
    fn main_line(this: Bound<'_, Self>) -> Vec<Node> {
        let ids: Vec<_> = this.get().lock().main_line().collect();
        ids.into_iter().map(|id| Node { record: this.clone().unbind(), id }).collect()
    }

    /// Returns an iterator over the positions of the main line, the start position first.
    fn positions(&self) -> Positions {
        Positions(Mutex::new(self.line()))
    }

    /// Iterates over the main line: each position with the move that was played in it.
    fn __iter__(&self) -> Plays {
        Plays(Mutex::new(self.line()))
    }

    /// The number of moves of the main line.
    fn __len__(&self) -> usize {
        self.lock().main_line().count()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        // Copied, because another thread may compare them the other way round, and both may be one.
        let other = other.get().lock().clone();
        *self.lock() == other
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Position, String))> {
        let record = self.lock().clone();
        let text = serde_json::to_string(&PickledRecord::new(&record)).map_err(error)?;
        let unpickle = py.get_type::<Self>().getattr("_unpickle")?;
        Ok((unpickle, (record.start().clone().into(), text)))
    }

    #[staticmethod]
    fn _unpickle(start: &Position, text: &str) -> PyResult<Self> {
        let pickled: PickledRecord = serde_json::from_str(text).map_err(error)?;
        Ok(pickled.into_record(&start.snapshot())?.into())
    }

    fn __repr__(&self) -> String {
        let (game, moves) = (self.game().rules.name(), self.__len__());
        format!("<Record: {game}, {moves} moves, {}>", self.result())
    }
}

impl Record {
    fn line(&self) -> Line {
        let record = self.lock();
        let moves: Vec<_> = record.moves().collect();
        Line { position: Some(record.start().clone()), moves: moves.into_iter() }
    }
}

/// What is left of a line.
#[derive(Debug)]
struct Line {
    /// The next position, or None at the end.
    position: Option<rules::Position>,
    moves: std::vec::IntoIter<rules::Move>,
}

impl Line {
    fn next(&mut self) -> Option<rules::Position> {
        let mut position = self.position.take()?;
        let current = position.clone();
        self.position = self.moves.next().map(|mv| {
            position.do_move(mv);
            position
        });
        Some(current)
    }
}

/// The positions of a line, in turn.
#[pyclass(frozen)]
#[derive(Debug)]
pub struct Positions(Mutex<Line>);

#[pymethods]
impl Positions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<Position> {
        lock(&self.0).next().map(Position::from)
    }
}

/// The positions of a line, each with the move played in it.
#[pyclass(frozen)]
#[derive(Debug)]
pub struct Plays(Mutex<Line>);

#[pymethods]
impl Plays {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<(Position, Move)> {
        let mut line = lock(&self.0);
        let mv = line.moves.as_slice().first().copied()?;
        let position = line.next()?;
        let rules = position.rules();
        Some((position.into(), Move { rules, mv }))
    }
}

/// A move of a record and what is said about it, or the start position.
#[pyclass(frozen, module = "ozutsu")]
#[derive(Debug)]
pub struct Node {
    record: Py<Record>,
    id: NodeId,
}

impl Node {
    fn with_id(&self, py: Python<'_>, id: NodeId) -> Self {
        Self { record: self.record.clone_ref(py), id }
    }

    fn lock(&self) -> MutexGuard<'_, GameRecord> {
        self.record.get().lock()
    }

    fn notes<T>(&self, get: impl FnOnce(&Notes) -> T) -> T {
        get(&self.lock().node(self.id).notes)
    }
}

#[pymethods]
impl Node {
    /// The move, or None for the start position.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        let record = self.lock();
        let rules = record.rules();
        record.node(self.id).mv().map(|mv| Move { rules, mv })
    }

    #[getter]
    fn ply(&self) -> usize {
        self.lock().node(self.id).ply()
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> Position {
        self.lock().position(self.id).into()
    }

    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        let parent = self.lock().node(self.id).parent();
        parent.map(|id| self.with_id(py, id))
    }

    /// The nodes after this one, the main continuation first.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Self> {
        let children = self.lock().node(self.id).children().to_vec();
        children.into_iter().map(|id| self.with_id(py, id)).collect()
    }

    /// Adds a legal move, unless it is there already, and returns its node.
    fn add(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Self> {
        let mut record = self.lock();
        let mv = r#move.legal_in(&record.position(self.id))?;
        let id = record.add_move(self.id, mv);
        drop(record);
        Ok(self.with_id(py, id))
    }

    #[getter]
    fn comments(&self) -> Vec<String> {
        self.notes(|notes| notes.comments.clone())
    }

    #[setter]
    fn set_comments(&self, comments: Vec<String>) {
        self.lock().notes_mut(self.id).comments = comments;
    }

    /// The numeric annotation glyphs of PGN.
    #[getter]
    fn glyphs(&self) -> Vec<u32> {
        self.notes(|notes| notes.glyphs.iter().copied().map(u32::from).collect())
    }

    /// The time spent on the move, in seconds.
    #[getter]
    fn elapsed(&self) -> Option<f64> {
        self.notes(|notes| notes.elapsed.as_ref().map(Duration::as_secs_f64))
    }

    /// The time left on the clock after the move, in seconds.
    #[getter]
    fn clock(&self) -> Option<f64> {
        self.notes(|notes| notes.clock.as_ref().map(Duration::as_secs_f64))
    }

    /// The evaluation in centipawns from Black's view, or None if there is none or a mate.
    #[getter]
    fn cp(&self) -> Option<i32> {
        self.notes(|notes| match notes.evaluation?.score {
            records::Score::Centipawns(cp) => Some(cp),
            records::Score::Mate { .. } => None,
        })
    }

    fn __repr__(&self) -> String {
        match self.r#move() {
            Some(mv) => format!("<Node: {} at ply {}>", mv.rules.usi(mv.mv), self.ply()),
            None => "<Node: start>".into(),
        }
    }
}
