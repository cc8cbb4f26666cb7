//! Arguments of several types, and errors that name what was given.

use crate::error;
use crate::game::Game;
use crate::moves::Move;
use pyo3::exceptions::{PyOSError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::type_object::PyTypeCheck;
use pyo3::types::{PyBytes, PyString};
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

/// An object, or a text that stands for it.
#[derive(Debug)]
pub enum ObjectOrText<'py, T> {
    Object(Bound<'py, T>),
    Text(String),
}

pub type GameArgument<'py> = ObjectOrText<'py, Game>;
pub type MoveArgument<'py> = ObjectOrText<'py, Move>;

/// The content of a file: bytes, whose encoding is detected, or a text.
pub type Source<'py> = ObjectOrText<'py, PyBytes>;

/// A type that a text can stand for.
pub trait OrText {
    /// What is expected as an argument.
    const EXPECTED: &'static str;
}

impl OrText for Game {
    const EXPECTED: &'static str = "a game or its name";
}

impl OrText for Move {
    const EXPECTED: &'static str = "a move or its text";
}

impl OrText for PyBytes {
    const EXPECTED: &'static str = "a text or bytes";
}

impl<'py, T: OrText + PyTypeCheck> FromPyObject<'_, 'py> for ObjectOrText<'py, T> {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(object) = argument.cast::<T>() {
            Ok(Self::Object(object.to_owned()))
        } else if let Ok(text) = argument.cast::<PyString>() {
            Ok(Self::Text(text.extract()?))
        } else {
            Err(wrong_type(T::EXPECTED, &argument))
        }
    }
}

fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name();
    let name = name.map_or_else(|_| "another type".into(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, not {name}"))
}

/// Moves, or their texts.
#[derive(Debug, Default)]
pub struct MoveArguments<'py>(pub Vec<MoveArgument<'py>>);

impl<'py> FromPyObject<'_, 'py> for MoveArguments<'py> {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // A text is a sequence of texts.
        let moves = argument.try_iter().ok().filter(|_| !argument.is_instance_of::<PyString>());
        let moves = moves.ok_or_else(|| wrong_type("a list of moves", &argument))?;
        Ok(Self(moves.map(|mv| mv?.extract()).collect::<PyResult<_>>()?))
    }
}

/// A whole number. The text is that of one below 0 or above all limits.
#[derive(Clone, Debug)]
pub struct Number(Result<u64, String>);

impl Number {
    pub const fn new(number: u64) -> Self {
        Self(Ok(number))
    }

    /// Returns the number, or an error that names it.
    pub fn in_range(self, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
        let text = match self.0 {
            Ok(number) if range.contains(&number) => return Ok(number),
            Ok(number) => number.to_string(),
            Err(text) => text,
        };
        Err(error(format!("{name} {text}: expected {} to {}", range.start(), range.end())))
    }
}

impl FromPyObject<'_, '_> for Number {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match argument.extract() {
            Ok(number) => Ok(Self(Ok(number))),
            Err(error) if error.is_instance_of::<PyOverflowError>(argument.py()) => {
                Ok(Self(Err(argument.str()?.to_string())))
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns the exception for a file that cannot be read or written, as Python's own functions raise it.
pub fn file_error(path: &Path, error: io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            // Python writes the number itself.
            let reason = text.split(" (os error ").next().unwrap_or_default().to_owned();
            // The last number is that of Windows, from which Python derives the first. Other systems ignore it.
            PyOSError::new_err((number, reason, path.as_os_str().to_owned(), number))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}
