//! The settings of the board.

use rules::Rules;

/// The settings of the board.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The game shown first.
    pub rules: &'static Rules,
    /// The port, 0 for a free one. By default a fixed one, or a free one if that is in use.
    pub port: Option<u16>,
    /// The number of search threads for each table.
    pub threads: usize,
    /// The size of the hash table in MiB for each table.
    pub hash: usize,
    /// Whether to open the page in the browser.
    pub open: bool,
    /// The program's name and version.
    pub program: &'static str,
}
