//! The position editor: a position as the page draws it becomes SFEN.

use crate::command_error::CommandError;
use crate::lookup::{find_rules, find_square};
use crate::messages::{EditedPosition, Reply};
use rules::{Color, Position, Rules, Square, board_sfen};
use std::collections::BTreeMap;

/// Formats a position made in the editor and checks it.
pub fn edit(edited: &EditedPosition) -> Result<Reply, CommandError> {
    let rules = find_rules(&edited.variant)?;
    for square in edited.pieces.keys() {
        find_square(rules, square)?;
    }
    let piece_on = |square: Square| edited.pieces.get(&square.to_string());
    let board = board_sfen(rules.files(), rules.ranks(), piece_on);
    let side = if edited.side == Color::Black { "b" } else { "w" };
    let sfen = format!("{board} {side} {} 1", hands_sfen(rules, &edited.hands));
    let (sfen, error) = match Position::from_sfen(rules, &sfen) {
        Ok(position) => (position.sfen().to_string(), None),
        Err(error) => (sfen, Some(error)),
    };
    Ok(Reply::Edited { sfen, error })
}

fn hands_sfen(rules: &Rules, hands: &[BTreeMap<String, u8>; 2]) -> String {
    let mut text = String::new();
    for (hand, color) in hands.iter().zip(Color::BOTH) {
        for info in rules.piece_infos() {
            let letter = info.letter.to_string();
            let count = hand.get(&letter).copied().unwrap_or(0);
            let letter = if color == Color::Black { letter } else { letter.to_lowercase() };
            match count {
                0 => {}
                1 => text += &letter,
                count => text += &format!("{count}{letter}"),
            }
        }
    }
    if text.is_empty() { "-".into() } else { text }
}
