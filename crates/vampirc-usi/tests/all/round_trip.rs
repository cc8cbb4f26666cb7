//! Printing a message and parsing the line returns the same message without warnings.

use crate::common;
use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::{Debug, Display};
use vampirc_usi::*;

/// Checks that a message is parsed as it was printed, also with a function that parses the moves.
fn check<T>(message: &T) -> Result<(), TestCaseError>
where
    T: Message<Move = Move> + Clone + PartialEq + Debug + Display,
{
    let line = message.to_string();
    let expected = Ok(Parsed { message: message.clone(), warnings: Vec::new() });
    prop_assert_eq!(&parse_with_warnings(&line), &expected, "{}", line);
    prop_assert_eq!(&parse_moves_with(&line, str::parse::<Move>), &expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 2000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn gui_messages_round_trip(message in common::messages::gui_message()) {
        check(&message)?;
    }

    #[test]
    fn engine_messages_round_trip(message in common::messages::engine_message()) {
        check(&message)?;
    }

    /// Unknown tokens of an `info` keep their order.
    #[test]
    fn unknown_info_tokens_round_trip(info in common::messages::info(), other in vec("[a-z]{9}|[0-9]{1,4}", 0..4)) {
        let message = EngineMessage::Info(Info { other, ..info });
        prop_assert_eq!(parse(&message.to_string()), Ok(message));
    }

    /// Free text cannot break the line.
    #[test]
    fn a_message_prints_as_one_line(text in any::<String>()) {
        let value = || Some(text.clone());
        let kind = OptionKind::Combo { default: value(), vars: vec![text.clone()] };
        for line in [
            SetOption { name: text.clone(), value: value() }.to_string(),
            Position { start: Start::Sfen(text.clone()), moves: Vec::new() }.to_string(),
            GuiMessage::Other(text.clone()).to_string(),
            EngineMessage::IdName(text.clone()).to_string(),
            EngineMessage::Other(text.clone()).to_string(),
            EngineOption { name: text.clone(), kind }.to_string(),
            Info { other: vec![text.clone()], ..Info::string(text.clone()) }.to_string(),
        ] {
            prop_assert!(!line.contains(char::is_control), "{:?}", line);
        }
    }
}
