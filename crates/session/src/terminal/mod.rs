//! What people see in a terminal, in a session and on the command line: positions, searches, how pieces move, and text in styles.

pub mod board_view;
mod movement_view;
pub mod piece_glyphs;
pub mod piece_view;
pub mod position_view;
pub mod search_table;
pub mod style;
pub mod wrap;
