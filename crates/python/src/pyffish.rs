//! The functions of `ozutsu.pyffish`, by the names and meanings of Fairy-Stockfish's module pyffish.
//!
//! They take a game's name, a position in FEN or SFEN, and moves in UCI notation. Arguments for rules that no game
//! has, such as `chess960`, are accepted and ignored.
#![expect(unused_variables, reason = "the signatures are those of pyffish")]

use crate::error;
use crate::game::load_variants;
use pyo3::prelude::*;
use records::format_western;
use rules::{Color, Move, Outcome, Piece, Position, Rules, SfenErrorKind, quoted};
use session::VERSION;

const VALUE_MATE: i32 = 32_000;
const VALUE_DRAW: i32 = 0;

const FEN_OK: i32 = 1;
const FEN_EMPTY: i32 = 0;
const FEN_INVALID_COUNTS: i32 = -2;
const FEN_INVALID_KINGS: i32 = -3;
const FEN_INVALID_SIDE: i32 = -6;
const FEN_INVALID_GEOMETRY: i32 = -8;
const FEN_INVALID_CHARACTER: i32 = -10;
const FEN_INVALID_PROMOTED_PIECE: i32 = -12;

/// The notations of [`get_san`].
const NOTATIONS: &[(&str, i32)] = &[
    ("NOTATION_DEFAULT", NOTATION_DEFAULT),
    ("NOTATION_SAN", 1),
    ("NOTATION_LAN", 2),
    ("NOTATION_SHOGI_HOSKING", 3),
    ("NOTATION_SHOGI_HODGES", NOTATION_SHOGI_HODGES),
    ("NOTATION_SHOGI_HODGES_NUMBER", NOTATION_SHOGI_HODGES_NUMBER),
    ("NOTATION_JANGGI", 6),
    ("NOTATION_XIANGQI_WXF", 7),
    ("NOTATION_THAI_SAN", 8),
    ("NOTATION_THAI_LAN", 9),
];
const NOTATION_DEFAULT: i32 = 0;
const NOTATION_SHOGI_HODGES: i32 = 4;
const NOTATION_SHOGI_HODGES_NUMBER: i32 = 5;

/// Adds the functions as the object `_pyffish`, from which `ozutsu/pyffish.py` takes them.
pub fn add_functions(parent: &Bound<'_, PyModule>) -> PyResult<()> {
    let module = PyModule::new(parent.py(), "_pyffish")?;
    for (name, value) in NOTATIONS.iter().copied().chain([
        ("VALUE_MATE", VALUE_MATE),
        ("VALUE_DRAW", VALUE_DRAW),
        ("FEN_OK", FEN_OK),
        ("FEN_INVALID_PROMOTED_PIECE", FEN_INVALID_PROMOTED_PIECE),
    ]) {
        module.add(name, value)?;
    }
    module.add_function(wrap_pyfunction!(version, &module)?)?;
    module.add_function(wrap_pyfunction!(info, &module)?)?;
    module.add_function(wrap_pyfunction!(variants, &module)?)?;
    module.add_function(wrap_pyfunction!(load_variant_config, &module)?)?;
    module.add_function(wrap_pyfunction!(start_fen, &module)?)?;
    module.add_function(wrap_pyfunction!(two_boards, &module)?)?;
    module.add_function(wrap_pyfunction!(captures_to_hand, &module)?)?;
    module.add_function(wrap_pyfunction!(legal_moves, &module)?)?;
    module.add_function(wrap_pyfunction!(get_fen, &module)?)?;
    module.add_function(wrap_pyfunction!(get_san, &module)?)?;
    module.add_function(wrap_pyfunction!(get_san_moves, &module)?)?;
    module.add_function(wrap_pyfunction!(gives_check, &module)?)?;
    module.add_function(wrap_pyfunction!(is_capture, &module)?)?;
    module.add_function(wrap_pyfunction!(piece_to_partner, &module)?)?;
    module.add_function(wrap_pyfunction!(game_result, &module)?)?;
    module.add_function(wrap_pyfunction!(is_immediate_game_end, &module)?)?;
    module.add_function(wrap_pyfunction!(is_optional_game_end, &module)?)?;
    module.add_function(wrap_pyfunction!(has_insufficient_material, &module)?)?;
    module.add_function(wrap_pyfunction!(validate_fen, &module)?)?;
    parent.add("_pyffish", module)
}

fn rules_of(variant: &str) -> PyResult<&'static Rules> {
    games::named(variant).map_err(error)
}

/// Returns the position after the moves.
fn position_after(variant: &str, fen: &str, moves: &[String]) -> PyResult<Position> {
    let mut position = Position::from_sfen_or_fen(rules_of(variant)?, fen).map_err(error)?;
    for text in moves {
        let mv = legal_move(&position, text)?;
        position.do_move(mv);
    }
    Ok(position)
}

fn legal_move(position: &Position, text: &str) -> PyResult<Move> {
    let refused =
        |reason: &dyn std::fmt::Display| error(format!("invalid move {}: {reason}", quoted(text)));
    let mv = position.rules().parse_uci(text).map_err(|reason| refused(&reason))?;
    position.validate_move(mv).map_err(|reason| refused(&reason))?;
    Ok(mv)
}

/// Returns the version of the package as numbers.
#[pyfunction]
fn version() -> (u32, u32, u32) {
    let mut numbers =
        env!("CARGO_PKG_VERSION").split('.').map(|number| number.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    (next(), next(), next())
}

/// Returns the name and version of the engine.
#[pyfunction]
fn info() -> String {
    format!("Ozutsu {}", VERSION.as_str())
}

/// Returns the names of the games.
#[pyfunction]
fn variants() -> Vec<&'static str> {
    games::names().collect()
}

/// Adds the games of a variants.ini. Those with the name of a built-in game are skipped, and others that cannot be
/// read are warnings.
#[pyfunction]
fn load_variant_config(py: Python<'_>, config: &str) -> PyResult<()> {
    load_variants(py, config)
}

/// Returns the start position in FEN.
#[pyfunction]
fn start_fen(variant: &str) -> PyResult<String> {
    Ok(Position::start(rules_of(variant)?).fen().to_string())
}

/// Returns whether the game has two boards, as none has.
#[pyfunction]
fn two_boards(variant: &str) -> PyResult<bool> {
    rules_of(variant).map(|_| false)
}

/// Returns whether captured pieces go to the hand, as in all games.
#[pyfunction]
fn captures_to_hand(variant: &str) -> PyResult<bool> {
    rules_of(variant).map(|_| true)
}

/// Returns the legal moves in UCI notation.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false))]
fn legal_moves(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    chess960: bool,
) -> PyResult<Vec<String>> {
    let position = position_after(variant, fen, &movelist)?;
    let rules = position.rules();
    Ok(position.legal_moves().iter().map(|&mv| rules.uci(mv).to_string()).collect())
}

/// Returns the position after the moves in FEN, or with `sfen` in SFEN. The count of moves without progress, which no
/// game needs, is 0.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false, sfen = false, showPromoted = false, countStarted = 0))]
#[expect(non_snake_case, reason = "the names of pyffish's arguments")]
fn get_fen(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    chess960: bool,
    sfen: bool,
    showPromoted: bool,
    countStarted: i32,
) -> PyResult<String> {
    let position = position_after(variant, fen, &movelist)?;
    Ok(if sfen { position.sfen().to_string() } else { position.fen().to_string() })
}

/// Returns a move in a notation for people.
#[pyfunction]
#[pyo3(signature = (variant, fen, r#move, chess960 = false, notation = NOTATION_DEFAULT))]
fn get_san(
    variant: &str,
    fen: &str,
    r#move: &str,
    chess960: bool,
    notation: i32,
) -> PyResult<String> {
    let position = position_after(variant, fen, &[])?;
    format_notation(&position, legal_move(&position, r#move)?, notation)
}

/// Returns the moves of a game in a notation for people.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false, notation = NOTATION_DEFAULT))]
fn get_san_moves(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    chess960: bool,
    notation: i32,
) -> PyResult<Vec<String>> {
    let mut position = position_after(variant, fen, &[])?;
    let format = |text: &String| {
        let mv = legal_move(&position, text)?;
        let formatted = format_notation(&position, mv, notation)?;
        position.do_move(mv);
        Ok(formatted)
    };
    movelist.iter().map(format).collect()
}

/// Formats a move in Western notation, with digits for ranks unless Hodges' letters are asked for.
fn format_notation(position: &Position, mv: Move, notation: i32) -> PyResult<String> {
    let text = format_western(position, mv);
    match notation {
        NOTATION_SHOGI_HODGES => Ok(text),
        NOTATION_DEFAULT | NOTATION_SHOGI_HODGES_NUMBER => Ok(with_rank_numbers(&text)),
        _ => {
            let known = NOTATIONS.iter().find(|(_, known)| *known == notation);
            let name = known.map_or_else(|| notation.to_string(), |(name, _)| (*name).into());
            Err(error(format!(
                "notation {name}: expected NOTATION_DEFAULT, NOTATION_SHOGI_HODGES or NOTATION_SHOGI_HODGES_NUMBER"
            )))
        }
    }
}

/// Replaces the letters of ranks, which follow the numbers of files.
fn with_rank_numbers(text: &str) -> String {
    let mut after_digit = false;
    let mut result = String::new();
    for c in text.chars() {
        match c {
            'a'..='j' if after_digit => result += &(u32::from(c) - u32::from('a') + 1).to_string(),
            c => result.push(c),
        }
        after_digit = c.is_ascii_digit();
    }
    result
}

/// Returns whether the side to move is in check after the moves.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false))]
fn gives_check(variant: &str, fen: &str, movelist: Vec<String>, chess960: bool) -> PyResult<bool> {
    Ok(position_after(variant, fen, &movelist)?.in_check())
}

/// Returns whether a move captures after the moves.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, r#move, chess960 = false))]
fn is_capture(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    r#move: &str,
    chess960: bool,
) -> PyResult<bool> {
    let position = position_after(variant, fen, &movelist)?;
    Ok(position.is_capture(legal_move(&position, r#move)?))
}

/// Returns the piece that the last move has captured as it comes to the hand, or an empty text.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false))]
fn piece_to_partner(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    chess960: bool,
) -> PyResult<String> {
    let position = position_after(variant, fen, &movelist)?;
    let in_hand = |captured: Piece| {
        let piece = Piece::new(captured.color(), captured.kind().unpromoted());
        position.rules().piece_sfen(piece).to_string()
    };
    Ok(position.last_capture().map(in_hand).unwrap_or_default())
}

/// Returns a result from the view of the side to move.
fn value(position: &Position, winner: Option<Color>) -> i32 {
    match winner {
        None => VALUE_DRAW,
        Some(winner) if winner == position.side() => VALUE_MATE,
        Some(_) => -VALUE_MATE,
    }
}

/// Returns the result of a game that has ended, from the view of the side to move.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false))]
fn game_result(variant: &str, fen: &str, movelist: Vec<String>, chess960: bool) -> PyResult<i32> {
    let position = position_after(variant, fen, &movelist)?;
    match position.outcome() {
        Outcome::Ongoing => Err(error("the game has not ended: there are legal moves")),
        outcome => Ok(value(&position, outcome.winner(position.side()))),
    }
}

/// Returns whether a rule other than mate ends the game, such as a king at its goal, and the result.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false))]
fn is_immediate_game_end(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    chess960: bool,
) -> PyResult<(bool, i32)> {
    let position = position_after(variant, fen, &movelist)?;
    let winner = position.goal_winner();
    Ok((winner.is_some(), value(&position, winner)))
}

/// Returns whether the game ends by repetition or perpetual check, and the result.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false, countStarted = 0))]
#[expect(non_snake_case, reason = "the names of pyffish's arguments")]
fn is_optional_game_end(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    chess960: bool,
    countStarted: i32,
) -> PyResult<(bool, i32)> {
    let position = position_after(variant, fen, &movelist)?;
    let outcome = position.repetition_outcome(position.rules().repetition_count());
    let winner = outcome.and_then(|outcome| outcome.winner(position.side()));
    Ok((outcome.is_some(), value(&position, winner)))
}

/// Returns for White and Black whether they lack the pieces to win, which never happens where captured pieces come back.
#[pyfunction]
#[pyo3(signature = (variant, fen, movelist, chess960 = false))]
fn has_insufficient_material(
    variant: &str,
    fen: &str,
    movelist: Vec<String>,
    chess960: bool,
) -> PyResult<(bool, bool)> {
    position_after(variant, fen, &movelist).map(|_| (false, false))
}

/// Returns FEN_OK, or a code for what is wrong. Unlike pyffish, refuses every position that cannot be set up.
#[pyfunction]
#[pyo3(signature = (fen, variant, chess960 = false))]
fn validate_fen(fen: &str, variant: &str, chess960: bool) -> PyResult<i32> {
    if fen.trim().is_empty() {
        return Ok(FEN_EMPTY);
    }
    let Err(reason) = Position::from_sfen_or_fen(rules_of(variant)?, fen) else {
        return Ok(FEN_OK);
    };
    Ok(match reason.kind {
        SfenErrorKind::UnexpectedCharacter(_) | SfenErrorKind::HandCount => FEN_INVALID_CHARACTER,
        SfenErrorKind::RankLength { .. }
        | SfenErrorKind::RankCount { .. }
        | SfenErrorKind::Missing(_) => FEN_INVALID_GEOMETRY,
        SfenErrorKind::NoPromotion(_) => FEN_INVALID_PROMOTED_PIECE,
        SfenErrorKind::SideToMove => FEN_INVALID_SIDE,
        SfenErrorKind::MoveNumber | SfenErrorKind::TrailingText => FEN_INVALID_COUNTS,
        _ => FEN_INVALID_KINGS,
    })
}
