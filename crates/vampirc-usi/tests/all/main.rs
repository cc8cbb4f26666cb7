//! Tests of the parser and the messages. One program, because linking many takes long.

mod any_input;
mod engine_lines;
mod gui_lines;

use rules::Rules;
use vampirc_usi::{Error, GuiMessage, Parsed, Protocol};

/// Lines that real programs send: GUIs and match runners, and engines.
const GUI_LINES: &str = include_str!("../lines/gui.txt");
const ENGINE_LINES: &str = include_str!("../lines/engine.txt");

fn game(name: &str) -> &'static Rules {
    games::by_name(name).unwrap()
}

/// Parses a line of USI in shosu, which has ten files and ranks.
fn parse(line: &str) -> Result<Parsed, Error> {
    GuiMessage::parse(line, Protocol::Usi, game("shosu"))
}
