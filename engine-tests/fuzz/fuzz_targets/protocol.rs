#![no_main]
//! Lines of USI and UCI, from clients and from engines.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::{assert_one_line, game_and_text};
use session::player::{Protocol, parse_go};
use vampirc_usi::{EngineMessage, GuiMessage};

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = game_and_text(data) else { return };
    for line in text.lines() {
        for protocol in [Protocol::Usi, Protocol::Uci] {
            if let Err(message) = protocol.parse_line(line, rules) {
                assert_one_line(&message);
            }
        }
        if let Err(error) = parse_go(line, rules) {
            assert_one_line(&error.to_string());
        }
        if let Ok(message) = vampirc_usi::parse::<GuiMessage>(line) {
            let written = message.to_string();
            let again = vampirc_usi::parse::<GuiMessage>(&written);
            assert_eq!(again.as_ref().map(ToString::to_string), Ok(written), "{line}");
        }
        if let Ok(message) = vampirc_usi::parse::<EngineMessage>(line) {
            let written = message.to_string();
            let again = vampirc_usi::parse::<EngineMessage>(&written);
            assert_eq!(again.as_ref().map(ToString::to_string), Ok(written), "{line}");
        }
    }
});
