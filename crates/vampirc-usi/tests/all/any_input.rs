//! Properties of parsing and printing that hold for any input.

use crate::common;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fmt::{Debug, Display};
use vampirc_usi::*;

/// Checks the properties of any line.
fn check<T: Message<Move = Move> + Display + PartialEq + Debug>(line: &str) {
    let parsed = parse_with_warnings::<T>(line);
    let (warnings, error) = match &parsed {
        Ok(parsed) => (parsed.warnings.as_slice(), None),
        Err(error) => (&[][..], Some(error)),
    };

    // Offsets point to the problem.
    for problem in warnings.iter().chain(error) {
        assert!(line.is_char_boundary(problem.offset), "{line:?}: {problem:?}");
        if let ErrorKind::UnknownToken(token) | ErrorKind::InvalidMove { token, .. } = &problem.kind
        {
            assert!(line[problem.offset..].starts_with(token), "{line:?}: {problem:?}");
        }
        assert!(!problem.to_string().contains('\n'));
    }

    // A message prints as a line that is parsed as it, without warnings except on unknown tokens.
    let Ok(Parsed { message, .. }) = parsed else { return };
    let printed = message.to_string();
    let reparsed = parse_with_warnings::<T>(&printed)
        .unwrap_or_else(|e| panic!("{line:?} -> {printed:?}: {e}"));
    assert_eq!(reparsed.message, message, "{line:?} -> {printed:?}");
    let is_unknown = |warning: &Error| matches!(warning.kind, ErrorKind::UnknownToken(_));
    assert!(
        reparsed.warnings.iter().all(|warning| printed.starts_with("info") && is_unknown(warning)),
        "{line:?} -> {printed:?}: {:?}",
        reparsed.warnings
    );
}

fn check_both(line: &str) {
    check::<GuiMessage>(line);
    check::<EngineMessage>(line);
}

/// Every keyword, values of every type, and tokens that are almost valid.
const VOCABULARY: &str = "\
    usi debug on off isready setoption name value register later code usinewgame position \
    startpos sfen fen moves go ponder btime wtime byoyomi binc winc movestogo movetime depth \
    nodes mate perft infinite searchmoves stop ponderhit gameover win lose draw quit id author \
    usiok readyok bestmove resign none (none) checkmate nomate timeout notimplemented \
    copyprotection registration checking ok error info seldepth multipv score cp lowerbound \
    upperbound nps hashfull cpuload time currmove currmovenumber refutation currline pv string \
    option type check spin combo button filename default min max var <empty> true false 7g7f \
    8h2b+ 8h2b= P*5e p*5e 10j10i :j:i 05a5b 7g 7g7 0 1 -1 +5 -0 + - 60000.0 1e6 1e99 \
    99999999999999999999 nan foo 4k4/9/9/9/9/9/9/9/4K4 b w R2b 定跡 \u{feff} \u{3000} \t \r \n \0";

fn sample_lines() -> impl Iterator<Item = &'static str> {
    common::GUI_LINES.lines().chain(common::ENGINE_LINES.lines())
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
        let tokens_of_command: Vec<&str> = sample_lines()
            .filter(|line| line.starts_with(command))
            .flat_map(|line| line.split(' '))
            .collect();
        let token = prop_oneof![select(vocabulary), select(tokens_of_command)];
        vec(token, 0..10).prop_map(move |tokens| [&[command], tokens.as_slice()].concat().join(" "))
    })
}

/// A sample line with characters inserted, replaced or removed.
fn mutated_line() -> impl Strategy<Value = String> {
    let edit = (
        any::<Index>(),
        0..4_u8,
        prop_oneof![any::<char>(), select(" \t\r\n+-*:=0159azAZ<>".chars().collect::<Vec<_>>())],
    );
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
        check_both(line);
        for ending in ["\n", "\r\n", "\r\r\n", "\nquit\n", "\0"] {
            check_both(&format!("{line}{ending}"));
        }
        for (cut, _) in line.char_indices() {
            check_both(&line[..cut]);
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
        check_both(&line);
    }

    #[test]
    fn mutated_lines(line in mutated_line()) {
        check_both(&line);
    }

    #[test]
    fn random_tokens_after_a_command(line in random_tokens()) {
        check_both(&line);
    }
}
