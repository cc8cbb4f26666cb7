//! Properties that hold for any input.

use crate::{ENGINE_LINES, GUI_LINES, game, parse};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use vampirc_usi::{EngineMessage, ErrorKind, GuiMessage, Parsed, Protocol};

/// Checks the properties of any line.
fn check(line: &str) {
    let parsed = parse(line);
    let problem = match &parsed {
        Ok(parsed) => parsed.warning.as_ref(),
        Err(error) => Some(error),
    };
    if let Some(problem) = problem {
        // The offset points to the problem.
        assert!(line.is_char_boundary(problem.offset), "{line:?}: {problem:?}");
        if let ErrorKind::UnknownToken(token) | ErrorKind::InvalidMove { token, .. } = &problem.kind
        {
            assert!(line[problem.offset..].starts_with(token), "{line:?}: {problem:?}");
        }
        assert!(!problem.to_string().contains(char::is_control));
    }
    // What is formatted is one line that is parsed to the same message.
    match parsed.map(|parsed| parsed.message) {
        Ok(GuiMessage::Go(go)) if !go.searchmoves.contains(&rules::Move::NULL) => {
            let written = go.format(Protocol::Usi, game("shosu"));
            let message = GuiMessage::Go(go);
            assert_eq!(parse(&written), Ok(Parsed { message, warning: None }), "{line:?}");
        }
        Ok(GuiMessage::SetOption(option)) => {
            let message = GuiMessage::SetOption(option.clone());
            let again = parse(&option.to_string());
            assert_eq!(again, Ok(Parsed { message, warning: None }), "{line:?}");
        }
        _ => {}
    }
    for protocol in [Protocol::Usi, Protocol::Uci] {
        let message = EngineMessage::parse(line, protocol);
        let written = match &message {
            EngineMessage::Info(info) => info.format(protocol),
            EngineMessage::Option(option) => option.to_string(),
            _ => continue,
        };
        assert_eq!(EngineMessage::parse(&written, protocol), message, "{line:?}: {written:?}");
    }
}

/// Tokens of all kinds, and some that are almost valid.
const VOCABULARY: &str = "\
    usi setoption name value position startpos sfen fen moves go ponder btime wtime byoyomi binc winc movestogo \
    movetime depth nodes mate perft infinite searchmoves ponderhit gameover id info seldepth multipv score cp \
    lowerbound upperbound nps hashfull time pv string option type check spin combo button filename default min max \
    var <empty> true false 7g7f 8h2b+ 8h2b= P*5e p*5e 10j10i :j:i 05a5b 7g 7g7 0 1 -1 +5 -0 + - 60000.0 1e6 1e99 \
    99999999999999999999 nan foo 4k4/9/9/9/9/9/9/9/4K4 b w R2b 定跡 \u{feff} \u{3000} \t \r \n \0";

fn sample_lines() -> impl Iterator<Item = &'static str> {
    GUI_LINES.lines().chain(ENGINE_LINES.lines())
}

fn sample_line() -> impl Strategy<Value = &'static str> {
    select(sample_lines().collect::<Vec<_>>())
}

/// A command followed by random tokens, from sample lines of this command and from [`VOCABULARY`].
fn random_tokens() -> impl Strategy<Value = String> {
    let command = sample_line().prop_map(|line| line.split(' ').next().unwrap_or_default());
    command.prop_flat_map(|command| {
        let vocabulary: Vec<&str> =
            VOCABULARY.split(' ').filter(|token| !token.is_empty()).collect();
        let of_command = sample_lines().filter(|line| line.starts_with(command));
        let of_command: Vec<&str> = of_command.flat_map(|line| line.split(' ')).collect();
        let token = prop_oneof![select(vocabulary), select(of_command)];
        vec(token, 0..10).prop_map(move |tokens| [&[command], tokens.as_slice()].concat().join(" "))
    })
}

/// A sample line with characters inserted, replaced or removed.
fn mutated_line() -> impl Strategy<Value = String> {
    let characters = " \t\r\n+-*:=0159azAZ<>".chars().collect::<Vec<_>>();
    let edit = (any::<Index>(), 0..4_u8, prop_oneof![any::<char>(), select(characters)]);
    (sample_line(), vec(edit, 0..6)).prop_map(|(line, edits)| {
        let mut chars: Vec<char> = line.chars().collect();
        for (at, edit, c) in edits {
            let at = at.index(chars.len() + 1);
            match edit {
                0 => chars.insert(at, c),
                1 if at < chars.len() => chars[at] = c,
                2 if at < chars.len() => drop(chars.remove(at)),
                3 => chars.truncate(at.max(1)),
                _ => {}
            }
        }
        chars.into_iter().collect()
    })
}

#[test]
fn sample_lines_truncated_or_with_line_endings() {
    for line in sample_lines() {
        for ending in ["", "\n", "\r\n", "\r\r\n", "\nquit\n", "\0"] {
            check(&format!("{line}{ending}"));
        }
        for (cut, _) in line.char_indices() {
            check(&line[..cut]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 10_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn arbitrary_text(line in any::<String>()) {
        check(&line);
    }

    #[test]
    fn mutated_lines(line in mutated_line()) {
        check(&line);
    }

    #[test]
    fn random_tokens_after_a_command(line in random_tokens()) {
        check(&line);
    }
}
