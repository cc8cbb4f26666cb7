//! Sample lines, and proptest strategies for messages.

pub mod messages;
pub mod values;

/// Lines that real programs send: GUIs and match runners, and engines.
pub const GUI_LINES: &str = include_str!("../../lines/gui.txt");
pub const ENGINE_LINES: &str = include_str!("../../lines/engine.txt");
