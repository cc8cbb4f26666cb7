//! Nothing that can be sent does harm, and lenient and strict reading agree on everything.

mod common;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fmt::Debug;
use vampirc_usi::*;

/// What must hold of any line.
fn check<M: Message + PartialEq + Debug>(line: &str) {
    let strict = parse_strict::<M>(line);
    let read = parse_reporting::<M>(line);

    // Strict reading stops at the first fault that lenient reading meets.
    let (faults, error) = match &read {
        Ok(parsed) => (parsed.faults.as_slice(), None),
        Err(error) => (&[][..], Some(error)),
    };
    match (&strict, &read) {
        (Ok(message), Ok(parsed)) => {
            assert_eq!((message, faults), (&parsed.message, &[][..]), "{line:?}");
        }
        (Err(error), Ok(_)) => assert_eq!(Some(error), faults.first(), "{line:?}"),
        (Ok(_), Err(error)) => panic!("{line:?}: strict passes, lenient says {error}"),
        (Err(_), Err(_)) => {}
    }

    // Faults are where they say.
    for fault in faults.iter().chain(error) {
        assert!(line.is_char_boundary(fault.offset), "{line:?}: {fault:?}");
        if let ErrorKind::UnknownWord(word) | ErrorKind::Spelling { found: word, .. } = &fault.kind
        {
            let sfen_startpos = word == "sfen startpos";
            assert!(sfen_startpos || line[fault.offset..].starts_with(word), "{line:?}: {fault:?}");
        }
        assert!(!fault.to_string().contains('\n'));
    }

    // Printing mends every fault but what is not USI.
    let Ok(Parsed { message, .. }) = read else { return };
    let printed = message.to_string();
    let again =
        parse_reporting::<M>(&printed).unwrap_or_else(|e| panic!("{line:?} -> {printed:?}: {e}"));
    assert_eq!(again.message, message, "{line:?} -> {printed:?}");
    assert!(
        again.faults.iter().all(|fault| matches!(
            fault.kind,
            ErrorKind::UnknownCommand(_) | ErrorKind::UnknownWord(_) | ErrorKind::SpaceInName
        )),
        "{line:?} -> {printed:?}: {:?}",
        again.faults
    );
    assert!(printed.starts_with("info") || again.faults.len() <= 1);

    // What passes strictly is printed the same but for the order.
    if strict.is_ok() {
        let sorted = |line: &str| {
            let mut words: Vec<_> =
                line.trim_end_matches(['\r', '\n']).split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(sorted(line), sorted(&printed));
    }
}

fn check_both(line: &str) {
    check::<GuiMessage>(line);
    check::<EngineMessage>(line);
}

/// Every word that means something somewhere, and some that almost do.
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

fn real_line() -> impl Strategy<Value = &'static str> {
    select([common::lines::GUI_LINES, common::lines::ENGINE_LINES].concat())
}

/// A command followed by words: those it knows, and any others.
fn soup() -> impl Strategy<Value = String> {
    let command = real_line().prop_map(|line| line.split(' ').next().unwrap_or_default());
    command.prop_flat_map(|command| {
        let vocabulary: Vec<&str> = VOCABULARY.split(' ').filter(|word| !word.is_empty()).collect();
        let lines = [common::lines::GUI_LINES, common::lines::ENGINE_LINES].concat().into_iter();
        let own: Vec<&str> = lines
            .filter(|line| line.starts_with(command))
            .flat_map(|line| line.split(' '))
            .collect();
        let word = prop_oneof![select(vocabulary), select(own)];
        vec(word, 0..10).prop_map(move |words| [&[command], words.as_slice()].concat().join(" "))
    })
}

/// A real line with some characters changed.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (
        any::<Index>(),
        0..4_u8,
        prop_oneof![any::<char>(), select(" \t\r\n+-*:=0159azAZ<>".chars().collect::<Vec<_>>())],
    );
    (real_line(), vec(edit, 0..6)).prop_map(|(line, edits)| {
        let mut chars: Vec<char> = line.chars().collect();
        for (at, what, c) in edits {
            let at = at.index(chars.len() + 1);
            match what {
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
fn real_lines() {
    for line in common::lines::GUI_LINES.iter().chain(common::lines::ENGINE_LINES) {
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
    fn mutated_lines(line in mutated()) {
        check_both(&line);
    }

    #[test]
    fn word_soup(line in soup()) {
        check_both(&line);
    }

    #[test]
    fn arbitrary_bytes(bytes in any::<Vec<u8>>()) {
        for item in gui_messages(bytes.as_slice()) {
            let failed = matches!(item, Err(StreamError::Io(_)));
            prop_assert!(!failed);
        }
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
        prop_assert_eq!(Lines::new(bytes.as_slice()).count(), lines);
    }

    #[test]
    fn squares_and_moves(text in "[0-9a-zA-Z:;<=+*@ é]{0,8}") {
        if let Ok(square) = text.parse::<Square>() {
            prop_assert_eq!(square.to_string().parse(), Ok(square));
        }
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }
}
