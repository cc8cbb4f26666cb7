#![no_main]
//! Lines of USI and UCI, from clients and from engines.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::{assert_one_line, game_and_text};
use rules::Move;
use vampirc_usi::{EngineMessage, Go, GuiMessage, Parsed, Protocol};

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = game_and_text(data) else { return };
    for line in text.lines() {
        for protocol in [Protocol::Usi, Protocol::Uci] {
            match GuiMessage::parse(line, protocol, rules) {
                Err(error) => assert_one_line(&error.to_string()),
                Ok(parsed) => {
                    if let GuiMessage::Go(go) = parsed.message
                        && !go.searchmoves.contains(&Move::NULL)
                    {
                        let written = go.format(protocol, rules);
                        let again = GuiMessage::parse(&written, protocol, rules);
                        let message = GuiMessage::Go(go);
                        assert_eq!(again, Ok(Parsed { message, warning: None }), "{line}");
                    }
                }
            }
            if let EngineMessage::Info(info) = EngineMessage::parse(line, protocol) {
                let written = info.format(protocol);
                let again = EngineMessage::parse(&written, protocol);
                assert_eq!(again, EngineMessage::Info(info), "{line}");
            }
        }
        if let Err(error) = Go::parse_strictly(line, rules) {
            assert_one_line(&error.to_string());
        }
    }
});
