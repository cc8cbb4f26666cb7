//! `Record`: a game with its tags, variations and comments, in any format of the crate `records`.

use crate::error;
use crate::game::{Game, GameArgument};
use crate::moves::{Move, MoveArgument};
use crate::position::Position;
use crate::record_names::{format_named, result_name, result_named};
use platform::files::{open_regular, read_all, write_whole};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use records::{Format, GameEnd, GameRecord, Hints, NodeId, decode, encode_shift_jis, read_text};
use rules::quoted;
use std::path::PathBuf;
use std::time::Duration;

/// A game record: a start position, tags, and a tree of moves with comments.
#[pyclass(module = "ozutsu")]
#[derive(Debug)]
pub struct Record {
    record: GameRecord,
}

/// The text of a file, or its bytes, whose encoding is detected.
#[derive(FromPyObject)]
enum Source {
    Text(String),
    Bytes(Vec<u8>),
}

fn hints(format: Option<&str>, game: Option<GameArgument<'_>>) -> PyResult<Hints> {
    let format = format.map(format_named).transpose()?;
    Ok(Hints { format, rules: game.map(|game| game.rules()).transpose()? })
}

fn wrap(records: Vec<GameRecord>) -> Vec<Record> {
    records.into_iter().map(|record| Record { record }).collect()
}

/// Returns the named format, or that of a file's extension.
fn format_for(path: &std::path::Path, format: Option<&str>) -> PyResult<Format> {
    let of_path = || {
        let name = path.display().to_string();
        Format::of_path(path).ok_or_else(|| {
            error(format!("{}: the name of the file tells no format; give one", quoted(&name)))
        })
    };
    format.map_or_else(of_path, format_named)
}

/// Encodes a text as "utf-8" or "shift_jis". Without either, the format and the name of the file decide.
fn encode(
    text: String,
    format: Format,
    path: &std::path::Path,
    encoding: Option<&str>,
) -> PyResult<Vec<u8>> {
    match encoding {
        Some("utf-8") => Ok(text.into_bytes()),
        Some("shift_jis") => encode_shift_jis(&text).map_err(error),
        Some(other) => {
            Err(error(format!("unknown encoding {}, expected utf-8 or shift_jis", quoted(other))))
        }
        None => Ok(format.encode(text, path).0),
    }
}

#[pymethods]
impl Record {
    /// Creates a record of the moves of a position. If they have ended the game by rule, so says the record.
    #[new]
    fn new(position: PyRef<'_, Position>) -> Self {
        let position = &position.position;
        let mut record = GameRecord::from_history(position);
        if let Some(end) = GameEnd::by_rule(position) {
            record.set_end(end);
        }
        Self { record }
    }

    /// Reads the games of a file. Its content tells the format and the encoding. The game is that of records which
    /// name none.
    #[staticmethod]
    #[pyo3(signature = (path, format = None, game = None))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        game: Option<GameArgument<'_>>,
    ) -> PyResult<Vec<Self>> {
        let hints = hints(format, game)?;
        let bytes = py.detach(|| read_all(open_regular(&path)?))?;
        let records = py.detach(|| records::read(&bytes, &hints));
        Ok(wrap(records.map_err(|reason| error(format!("{}: {reason}", path.display())))?))
    }

    /// Reads the games of a text, or of the bytes of a file.
    #[staticmethod]
    #[pyo3(signature = (text, format = None, game = None))]
    fn parse(
        py: Python<'_>,
        text: Source,
        format: Option<&str>,
        game: Option<GameArgument<'_>>,
    ) -> PyResult<Vec<Self>> {
        let hints = hints(format, game)?;
        let records = py.detach(|| match text {
            Source::Text(text) => {
                read_text(&text.replace("\r\n", "\n").replace('\r', "\n"), &hints)
            }
            Source::Bytes(bytes) => read_text(&decode(&bytes)?, &hints),
        });
        Ok(wrap(records.map_err(error)?))
    }

    /// The names of the formats.
    #[staticmethod]
    fn formats() -> Vec<&'static str> {
        Format::names().collect()
    }

    /// Returns the record as text in a format.
    fn text(&self, format: &str) -> PyResult<String> {
        records::write(&self.record, format_named(format)?).map_err(error)
    }

    /// Writes the record to a file. Without a format, the extension of the file tells it.
    #[pyo3(signature = (path, format = None, encoding = None))]
    fn write(&self, path: PathBuf, format: Option<&str>, encoding: Option<&str>) -> PyResult<()> {
        let format = format_for(&path, format)?;
        let text = records::write(&self.record, format).map_err(error)?;
        Ok(write_whole(&path, &encode(text, format, &path, encoding)?)?)
    }

    /// Writes several records to one file.
    #[staticmethod]
    #[pyo3(signature = (records, path, format = None, encoding = None))]
    fn write_all(
        records: Vec<PyRef<'_, Self>>,
        path: PathBuf,
        format: Option<&str>,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let format = format_for(&path, format)?;
        let mut writer = records::GameWriter::new(format);
        let texts = records.iter().map(|record| writer.format(&record.record));
        let text: String = texts.collect::<Result<_, _>>().map_err(error)?;
        Ok(write_whole(&path, &encode(text, format, &path, encoding)?)?)
    }

    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.record.rules() }
    }

    /// The start position.
    #[getter]
    fn start(&self) -> Position {
        self.record.start().clone().into()
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let rules = self.record.rules();
        self.record.moves().map(|mv| Move { rules, mv }).collect()
    }

    /// A copy of the tags.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (key, value) in self.record.tags.iter() {
            tags.set_item(key, value)?;
        }
        Ok(tags)
    }

    /// Sets a tag, such as "Black". None removes it.
    fn set_tag(&mut self, key: &str, value: Option<&str>) {
        match value {
            Some(value) => self.record.tags.set(key, value),
            None => _ = self.record.tags.remove(key),
        }
    }

    /// The result: "black", "white", "draw" or "unknown".
    #[getter]
    fn result(&self) -> &'static str {
        self.record.end().map_or("unknown", |end| result_name(end.result))
    }

    /// Why the game ended, such as "resignation", or None if the record does not tell an end.
    #[getter]
    fn reason(&self) -> Option<String> {
        self.record.end().map(|end| end.reason.to_string())
    }

    /// Records how the game ended after the last move of the main line.
    #[pyo3(signature = (result, reason = "unknown"))]
    fn set_end(&mut self, result: &str, reason: &str) -> PyResult<()> {
        let reason = reason.parse().map_err(|unknown| error(format!("reason: {unknown}")))?;
        self.record.set_end(GameEnd::new(result_named(result)?, reason));
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
        let ids: Vec<_> = this.borrow().record.main_line().collect();
        ids.into_iter().map(|id| Node { record: this.clone().unbind(), id }).collect()
    }

    /// Returns an iterator over the positions of the main line, the start position first.
    fn positions(&self) -> Positions {
        let moves: Vec<_> = self.record.moves().collect();
        Positions { position: Some(self.record.start().clone()), moves: moves.into_iter() }
    }

    /// Iterates over the main line: each position with the move that was played in it.
    fn __iter__(&self) -> Plays {
        Plays(self.positions())
    }

    /// The number of moves of the main line.
    fn __len__(&self) -> usize {
        self.record.main_line().count()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        Ok(self.record == other.try_borrow()?.record)
    }

    fn __repr__(&self) -> String {
        let (game, moves) = (self.record.rules().name(), self.__len__());
        format!("<Record: {game}, {moves} moves, {}>", self.result())
    }
}

/// The positions of a line, in turn.
#[pyclass]
#[derive(Debug)]
pub struct Positions {
    /// The next position, or None at the end.
    position: Option<rules::Position>,
    moves: std::vec::IntoIter<rules::Move>,
}

#[pymethods]
impl Positions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Position> {
        let mut position = self.position.take()?;
        let current = position.clone();
        self.position = self.moves.next().map(|mv| {
            position.do_move(mv);
            position
        });
        Some(current.into())
    }
}

/// The positions of a line, each with the move played in it.
#[pyclass]
#[derive(Debug)]
pub struct Plays(Positions);

#[pymethods]
impl Plays {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<(Position, Move)> {
        let mv = self.0.moves.as_slice().first().copied()?;
        let position = self.0.__next__()?;
        let rules = position.position.rules();
        Some((position, Move { rules, mv }))
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

    fn notes<T>(&self, py: Python<'_>, get: impl FnOnce(&records::Notes) -> T) -> T {
        get(&self.record.borrow(py).record.node(self.id).notes)
    }
}

#[pymethods]
impl Node {
    /// The move, or None for the start position.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Option<Move> {
        let record = &self.record.borrow(py).record;
        let rules = record.rules();
        record.node(self.id).mv().map(|mv| Move { rules, mv })
    }

    #[getter]
    fn ply(&self, py: Python<'_>) -> usize {
        self.record.borrow(py).record.node(self.id).ply()
    }

    /// The position after the move.
    #[getter]
    fn position(&self, py: Python<'_>) -> Position {
        self.record.borrow(py).record.position(self.id).into()
    }

    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        let parent = self.record.borrow(py).record.node(self.id).parent();
        parent.map(|id| self.with_id(py, id))
    }

    /// The nodes after this one, the main continuation first.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Self> {
        let children = self.record.borrow(py).record.node(self.id).children().to_vec();
        children.into_iter().map(|id| self.with_id(py, id)).collect()
    }

    /// Adds a legal move, unless it is there already, and returns its node.
    fn add(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<Self> {
        let mv = r#move.legal_in(&self.record.borrow(py).record.position(self.id))?;
        let id = self.record.borrow_mut(py).record.add_move(self.id, mv);
        Ok(self.with_id(py, id))
    }

    #[getter]
    fn comments(&self, py: Python<'_>) -> Vec<String> {
        self.notes(py, |notes| notes.comments.clone())
    }

    #[setter]
    fn set_comments(&self, py: Python<'_>, comments: Vec<String>) {
        self.record.borrow_mut(py).record.notes_mut(self.id).comments = comments;
    }

    /// The numeric annotation glyphs of PGN.
    #[getter]
    fn glyphs(&self, py: Python<'_>) -> Vec<u32> {
        self.notes(py, |notes| notes.glyphs.iter().copied().map(u32::from).collect())
    }

    /// The time spent on the move, in seconds.
    #[getter]
    fn elapsed(&self, py: Python<'_>) -> Option<f64> {
        self.notes(py, |notes| notes.elapsed.as_ref().map(Duration::as_secs_f64))
    }

    /// The time left on the clock after the move, in seconds.
    #[getter]
    fn clock(&self, py: Python<'_>) -> Option<f64> {
        self.notes(py, |notes| notes.clock.as_ref().map(Duration::as_secs_f64))
    }

    /// The evaluation in centipawns from Black's view, or None if there is none or a mate.
    #[getter]
    fn cp(&self, py: Python<'_>) -> Option<i32> {
        self.notes(py, |notes| match notes.evaluation?.score {
            records::Score::Centipawns(cp) => Some(cp),
            records::Score::Mate { .. } => None,
        })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.r#move(py) {
            Some(mv) => format!("<Node: {} at ply {}>", mv.rules.usi(mv.mv), self.ply(py)),
            None => "<Node: start>".into(),
        }
    }
}
