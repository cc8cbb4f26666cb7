#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! A game is a [`GameSpec`](rules::GameSpec). [`parse`] reads it from a rules file, which is TOML and
//! has the fields of the spec as keys, or from a `variants.ini` of Fairy-Stockfish;
//! [`import_diagram`] reads it from an Interactive Diagram. [`load`] reads a file and registers its
//! games, which [`by_name`] then finds like the built-in ones.
//!
//! The folder of a built-in game also has evaluation parameters, a network, an opening book, puzzles, openings for
//! matches, and what its handicaps are worth. Functions of this crate return them by the name of the game.
#![deny(unsafe_code)]

mod built_in;
mod describe;
mod import;
mod load;
mod notes;
mod read_toml;
mod registry;
mod rules_file;
mod similar;
mod write_toml;

pub use built_in::{
    FAIRY_STOCKFISH_VARIANTS, book, handicaps, network, openings, parameters, puzzles, source,
};
pub use describe::{
    capitalize, confined_pieces, describe_rules, describe_state, rule_sentences, side_name,
};
pub use import::diagram::{ImportOptions, diagram_warnings, import_diagram};
pub use load::{
    LoadError, LoadedFile, MAX_FILE_SIZE, load, load_all, parse, read_text, rules_arguments,
};
pub use registry::{RegisterError, UnknownGame, all, by_name, file_path, named, names, register};
pub use rules_file::{KeyLines, LineError, ParsedFile, ParsedGame};
pub use similar::{hint, letters_and_digits, suggestion};
pub use write_toml::{rules_text, to_toml};
