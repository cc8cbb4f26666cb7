//! Tests of sessions with the built program over pipes.

mod answers;
mod fuzz;
mod limits;
mod mate_search;
mod options;
mod positions;
mod rules_files;

use crate::client::Client;

/// Black mates with a gold in hand.
const MATE_IN_ONE: &str = "8k/9/8P/9/9/9/9/9/K8 b G 1";
const MATED: &str = "k8/1G7/K8/9/9/9/9/9/9 w - 1";

/// Returns the token after a key.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != key).nth(1)
}

/// Returns the highest number of nodes in the lines.
fn most_nodes(lines: &[String]) -> Option<u64> {
    lines.iter().filter_map(|line| value(line, "nodes")?.parse().ok()).max()
}

#[test]
fn usi_and_uci_list_the_options() {
    let mut client = Client::new();
    client.send("usi");
    let usi = client.wait_for("usiok");
    let build = if cfg!(target_feature = "bmi2") { ", bmi2" } else { ", portable" };
    assert!(usi[0].starts_with("id name Ozutsu ") && usi[0].contains(build), "{usi:?}");
    assert!(usi[1].starts_with("id author "), "{usi:?}");
    let options = |lines: &[String]| {
        let names = lines.iter().filter_map(|line| line.strip_prefix("option name "));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let listed = options(&usi);
    assert!(listed.iter().any(|line| line == "USI_Hash type spin default 16 min 1 max 1048576"));
    assert!(listed.iter().any(|line| line == "DebugLog type string default <empty>"), "{listed:?}");
    let variants: Vec<_> =
        listed.iter().filter(|line| line.contains("Variant type combo")).collect();
    assert_eq!(variants.len(), 1, "declared once: {variants:?}");
    for line in &usi {
        assert!(line.is_ascii() && !line.contains("  ") && line.trim() == line, "{line:?}");
    }
    for line in &listed {
        assert!(line.split(' ').nth(1) == Some("type"), "no spaces in names: {line}");
    }
    client.send("uci");
    let uci = options(&client.wait_for("uciok"));
    assert_eq!(uci.len(), listed.len());
    assert!(uci.iter().any(|line| line == "Clear Hash type button"), "{uci:?}");
    assert!(uci.iter().any(|line| line.starts_with("Hash type spin")), "{uci:?}");
    client.quit();
}

#[test]
fn info_lines_have_all_keys_in_order() {
    const KEYS: [&str; 9] =
        ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"];
    for protocol in ["usi", "uci"] {
        let mut client = Client::with_game(protocol, "taihoshogi");
        client.send("setoption name MultiPV value 3\ngo depth 5");
        let lines = client.wait_for("bestmove");
        let (best, infos) = lines.split_last().expect("an answer");
        for line in infos {
            let indices: Vec<_> =
                KEYS.iter().map(|key| line.split(' ').position(|word| word == *key)).collect();
            assert!(indices.iter().all(Option::is_some) && indices.is_sorted(), "{line}");
        }
        let last: Vec<_> = infos.iter().filter_map(|line| value(line, "multipv")).collect();
        assert!(last.ends_with(&["1", "2", "3"]), "{last:?}");
        let line = infos.iter().rfind(|line| value(line, "multipv") == Some("1")).expect("a line");
        let pv: Vec<_> = line.split(' ').skip_while(|word| *word != "pv").skip(1).collect();
        assert_eq!(value(best, "bestmove"), Some(pv[0]), "{line} {best}");
        assert_eq!(value(best, "ponder"), Some(pv[1]), "{line} {best}");
        // The PV is legal.
        assert_eq!(client.ask(&format!("position startpos moves {}", pv.join(" "))), [""; 0]);
        client.quit();
    }
}

#[test]
fn strict_parsers_accept_every_line() {
    use usi::{EngineCommand, InfoParams};
    use vampirc_usi::{EngineMessage, Protocol};
    let mut client = Client::with_game("usi", "shogi");
    client.send("usi\nsetoption name MultiPV value 2");
    client.wait_for("usiok");
    client.go("go depth 6");
    client.ask(&format!("position sfen {MATED}"));
    client.go("go depth 1");
    client.ask(&format!("position sfen {MATE_IN_ONE}\nnonsense"));
    client.go("go depth 2");
    client.send("go mate 1000");
    client.wait_for_line("checkmate");
    let mut scores = 0;
    // Blank lines can occur on a busy machine.
    for line in client.received.iter().filter(|line| !line.is_empty()) {
        match EngineCommand::parse(line) {
            Ok(EngineCommand::Unknown) | Err(_) => panic!("{line}"),
            Ok(EngineCommand::Info(params)) => {
                scores += params.iter().filter(|p| matches!(p, InfoParams::Score(..))).count();
            }
            Ok(_) => {}
        }
        if let EngineMessage::Info(info) = EngineMessage::parse(line, Protocol::Usi)
            && !line.starts_with("info string")
        {
            assert_eq!(info.format(Protocol::Usi), *line);
        }
    }
    assert!(scores > 6, "{:#?}", client.received);
    client.quit();
}

#[test]
fn crlf_line_endings_and_a_byte_order_mark_are_accepted() {
    let mut client = Client::new();
    client.send_bytes(b"\xef\xbb\xbfusi\r\nsetoption name UCI_Variant value shogi\r\n");
    client.send_bytes(b"position startpos moves 7g7f\r\nmoves\r\ngo depth 1\r\n");
    client.wait_for("usiok");
    client.wait_for_line("info string variant");
    assert_eq!(client.next_line().split(' ').count(), 30);
    assert!(!client.wait_for_line("bestmove").contains('\r'));
    client.quit();
}
