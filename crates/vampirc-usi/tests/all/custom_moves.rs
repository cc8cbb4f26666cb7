//! Messages with a custom move type in UCI notation.

use std::fmt;
use vampirc_usi::generic::{BestMove, Checkmate, EngineMessage, Go, GuiMessage, Info, Position};
use vampirc_usi::*;

/// A move in UCI notation on a board of 9 files: `g3f3`, `h2b8+`, `P@e5`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct UciMove(String);

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn uci(text: &str) -> UciMove {
    UciMove(text.to_owned())
}

fn parse_uci(token: &str) -> Result<UciMove, String> {
    let is_square = |file: u8, rank: u8| matches!((file, rank), (b'a'..=b'i', b'1'..=b'9'));
    let is_move = match *token.as_bytes() {
        [b'A'..=b'Z', b'@', file, rank] => is_square(file, rank),
        [from_file, from_rank, file, rank] | [from_file, from_rank, file, rank, b'+'] => {
            is_square(from_file, from_rank) && is_square(file, rank)
        }
        _ => false,
    };
    if is_move { Ok(uci(token)) } else { Err("not a UCI move".to_owned()) }
}

fn from_gui(line: &str) -> Result<Parsed<GuiMessage<UciMove>>, Error> {
    parse_moves_with(line, parse_uci)
}

fn from_engine(line: &str) -> Result<Parsed<EngineMessage<UciMove>>, Error> {
    parse_moves_with(line, parse_uci)
}

#[test]
fn position_and_searchmoves_have_custom_moves() {
    let moves = vec![uci("c3c4"), uci("P@e5"), uci("b8h2+")];
    let parsed = from_gui("position startpos moves c3c4 P@e5 b8h2+").unwrap();
    assert_eq!(
        parsed.message,
        GuiMessage::Position(Position { start: Start::Startpos, moves: moves.clone() })
    );
    assert_eq!(parsed.warnings, []);
    assert_eq!(parsed.message.to_string(), "position startpos moves c3c4 P@e5 b8h2+");

    let fen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1";
    let parsed = from_gui(&format!("position fen {fen} moves c3c4")).unwrap();
    let start = Start::Fen(fen.to_owned());
    assert_eq!(parsed.message, GuiMessage::Position(Position { start, moves: vec![uci("c3c4")] }));

    let parsed = from_gui("go searchmoves c3c4 P@e5 b8h2+ depth 3").unwrap();
    let go = Go { depth: Some(3), searchmoves: moves, ..Go::default() };
    assert_eq!(parsed.message, GuiMessage::Go(go));
    assert_eq!(parsed.warnings, []);
}

#[test]
fn an_invalid_move_in_a_position_is_an_error_with_its_number() {
    let error = from_gui("position startpos moves c3c4 7g7f g7g6").unwrap_err();
    let kind = ErrorKind::InvalidMove {
        number: 2,
        token: "7g7f".to_owned(),
        reason: "not a UCI move".to_owned(),
    };
    assert_eq!(error, Error { offset: 29, kind });
    assert_eq!(error.to_string(), "byte 29: invalid move 2 \"7g7f\": not a UCI move");
    let error = from_engine("checkmate c3c4 c7c6 ?").unwrap_err();
    assert!(matches!(error.kind, ErrorKind::InvalidMove { number: 3, .. }), "{error}");
}

#[test]
fn an_invalid_move_in_searchmoves_is_a_warning() {
    let parsed = from_gui("go searchmoves xx c3c4 7g7f P@e5").unwrap();
    let searchmoves = vec![uci("c3c4"), uci("P@e5")];
    assert_eq!(parsed.message, GuiMessage::Go(Go { searchmoves, ..Go::default() }));
    let warnings: Vec<String> = parsed.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["byte 15: expected a move, found \"xx\"", "byte 23: unknown token \"7g7f\""]
    );
}

#[test]
fn engine_messages_have_custom_moves() {
    let parsed = from_engine("bestmove c3c4 ponder c7c6").unwrap();
    let best_move = BestMove::Move { best: uci("c3c4"), ponder: Some(uci("c7c6")) };
    assert_eq!(parsed.message, EngineMessage::BestMove(best_move));
    assert_eq!(parsed.message.to_string(), "bestmove c3c4 ponder c7c6");
    let parsed = from_engine("bestmove (none)").unwrap();
    assert_eq!(parsed.message, EngineMessage::BestMove(BestMove::NoMove));

    let parsed = from_engine("info depth 3 currmove c3c4 score cp 5 pv c3c4 c7c6 P@e5").unwrap();
    let EngineMessage::Info(info) = &parsed.message else { panic!() };
    assert_eq!(info.pv, [uci("c3c4"), uci("c7c6"), uci("P@e5")]);
    assert_eq!(info.currmove, Some(uci("c3c4")));
    assert_eq!(
        parsed.message.to_string(),
        "info depth 3 score cp 5 currmove c3c4 pv c3c4 c7c6 P@e5"
    );

    let parsed = from_engine("checkmate c3c4").unwrap();
    assert_eq!(parsed.message, EngineMessage::Checkmate(Checkmate::Moves(vec![uci("c3c4")])));
    assert_eq!(Info::<UciMove>::string("text").to_string(), "info string text");
}
