//! The size of the terminal.

/// Width of a terminal of unknown width in columns.
pub const DEFAULT_WIDTH: usize = 80;

/// Returns the width of the terminal in columns and its height in lines.
pub fn terminal_size() -> (usize, usize) {
    terminal_size::terminal_size().map_or((DEFAULT_WIDTH, usize::MAX), |(width, height)| {
        (usize::from(width.0), usize::from(height.0))
    })
}
