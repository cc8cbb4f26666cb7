//! The start position: a FEN of Fairy-Stockfish, translated to SFEN.

use super::pieces::PieceType;
use super::settings::Settings;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Start {
    pub sfen: String,
    /// The types of the unpromoted pieces on the board and in hand.
    pub types: Vec<PieceType>,
}

/// Translates a FEN, or returns what is wrong with it. White, who moves first, becomes Black.
pub(super) fn parse(fen: &str, settings: &Settings<'_>) -> Result<Start, String> {
    let mut fields = fen.split_whitespace();
    let pieces = fields.next().unwrap_or_default();
    let (board, hands) = match pieces.split_once('[') {
        Some((board, hands)) => {
            (board, hands.strip_suffix(']').ok_or("expected ']' after the hands")?)
        }
        None => (pieces, ""),
    };
    let mut types = Vec::new();
    let mut add_type = |letter: char| {
        let piece_type = settings.type_of(letter)?;
        if !types.contains(&piece_type) {
            types.push(piece_type);
        }
        Ok::<_, String>(())
    };
    for symbol in board.chars() {
        match symbol {
            '0'..='9' | '/' | '+' => {}
            '*' => return Err("walls ('*') are not supported".into()),
            letter => add_type(letter)?,
        }
    }
    let hands: String = hands.chars().filter(|&symbol| symbol != '-').collect();
    hands.chars().try_for_each(&mut add_type)?;
    let side = match fields.next() {
        Some("w") => "b",
        Some("b") => "w",
        _ => return Err("expected the side to move, w or b, after the board".into()),
    };
    if let Some(rights) = fields.find(|field| field.contains(|c: char| c.is_ascii_alphabetic())) {
        return Err(format!("castling rights ('{rights}') are not supported; write '-'"));
    }
    Ok(Start { sfen: format!("{board} {side} {} 1", sfen_hands(&hands)), types })
}

/// Returns pieces in hand in the notation of SFEN, capitals first.
fn sfen_hands(hands: &str) -> String {
    let mut letters: Vec<char> = hands.chars().collect();
    letters.sort_unstable();
    let pieces = letters.chunk_by(|a, b| a == b).map(|same| match same {
        [letter] => letter.to_string(),
        _ => format!("{}{}", same.len(), same[0]),
    });
    let text: String = pieces.collect();
    if text.is_empty() { "-".into() } else { text }
}
