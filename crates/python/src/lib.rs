//! The module `ozutsu._ozutsu` of the Python package `ozutsu`: games, positions, records and the engine.
//!
//! It translates between Python objects and the other crates, which know the rules. Long computations release the
//! interpreter and look for Ctrl-C from time to time.
#![deny(unsafe_code)]
// Invalid input raises an exception, and a panic would be one that nobody catches.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arguments;
mod engine;
mod game;
mod moves;
mod position;
mod pyffish;
mod record;
mod record_names;
mod training;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(
    ozutsu,
    Error,
    PyValueError,
    "Input that is refused. The message names it and the reason."
);

/// Returns the exception for input that is refused.
fn error(reason: impl Display) -> PyErr {
    Error::new_err(reason.to_string())
}

#[pymodule(name = "_ozutsu")]
fn native_module(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<record::Node>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Search>()?;
    module.add_class::<engine::Line>()?;
    module.add_class::<engine::Score>()?;
    module.add_class::<engine::SearchResult>()?;
    module.add_class::<engine::MateResult>()?;
    module.add_class::<training::SelfPlay>()?;
    module.add_function(wrap_pyfunction!(game::game_names, module)?)?;
    module.add_function(wrap_pyfunction!(training::features, module)?)?;
    module.add_function(wrap_pyfunction!(training::write_network, module)?)?;
    pyffish::add_functions(module)
}
