//! Notes on what is valid in a rules file, but probably meant otherwise.

use crate::registry::{by_name, file_path, names};
use crate::rules_file::{LineError, ParsedGame, piece_title};
use crate::similar::are_alike;
use rules::betza::Direction;
use rules::spec::PieceSpec;
use rules::{Color, Movement, PieceKind, Position, Rules, Square};
use std::path::Path;

/// Returns the notes on a game that was read from a file, in the order of the file.
pub(crate) fn notes(game: &ParsedGame, path: &Path) -> Vec<LineError> {
    let rules = game.rules;
    let pieces = &rules.spec().pieces;
    let mut notes = game.notes.clone();
    let mut push = |piece: Option<usize>, key: &str, message: String| {
        let letter = |piece: usize| pieces.get(piece).map(|piece| piece.letter);
        let place = piece.map_or(String::new(), |piece| piece_title(piece, letter(piece)) + ": ");
        let line = game.lines.line_of(piece, key);
        notes.push(LineError { line, message: format!("{place}{message}") });
    };
    if let Some(other) = similar_game(rules, path) {
        push(None, "name", format!("name: '{}' is much like the game '{other}'", rules.name()));
    }
    if !is_symmetric(rules) {
        push(None, "start", "start: the start position is not the same for both sides".into());
    }
    for (index, (piece, info)) in pieces.iter().zip(rules.piece_infos()).enumerate() {
        let needed = dead_ranks(&info.unpromoted.movement);
        if piece.dead_ranks < needed {
            let message = format!(
                "it only moves forward, and can get to a rank where it never moves again; \
                 dead-ranks = {needed} prevents that"
            );
            push(Some(index), "dead-ranks", message);
        }
        let zone = rules.promotion_zone(Color::Black);
        let is_stuck = |square: Square| square.rank() < piece.dead_ranks && !zone.contains(square);
        if info.promoted.is_some() && rules.board_squares().into_iter().any(is_stuck) {
            let message = "dead-ranks: it must promote there, and cannot outside promotion-ranks";
            push(Some(index), "dead-ranks", message.into());
        }
        let stands_outside = Color::BOTH.into_iter().any(|color| {
            let kind = PieceKind::base(index);
            let region = rules.region(color, kind);
            Position::start(rules).pieces_of(color, kind).without(region).any()
        });
        if stands_outside {
            let message = "confined-to: it stands on another square in the start position";
            push(Some(index), "confined-to", message.into());
        }
        // Those of imported games without a name.
        let has_name = |piece: &PieceSpec| piece.name != format!("Piece {}", piece.letter);
        let is_alike = |other: &PieceSpec| has_name(other) && are_alike(&other.name, &piece.name);
        if let Some(other) = pieces[..index].iter().find(|other| is_alike(other)) {
            let (name, other) = (&piece.name, piece_title(0, Some(other.letter)));
            push(Some(index), "name", format!("name: '{name}' is much like that of {other}"));
        }
    }
    notes.sort_by_key(|note| note.line);
    notes
}

/// Returns the name of another game that looks like that of this one. Games of the same file may have similar names:
/// they are variants of each other.
fn similar_game(rules: &'static Rules, path: &Path) -> Option<&'static str> {
    let is_elsewhere = |other: &Rules| file_path(other).is_none_or(|file| file != path);
    names().find(|&other| {
        other != rules.name()
            && are_alike(other, rules.name())
            && by_name(other).is_some_and(is_elsewhere)
    })
}

/// Returns whether White's pieces stand as Black's do, turned around or mirrored, and both hands are equal.
fn is_symmetric(rules: &'static Rules) -> bool {
    let start = Position::start(rules);
    let board = start.board();
    if start.hand(Color::Black) != start.hand(Color::White) {
        return false;
    }
    let is_symmetric_by = |image: &dyn Fn(Square) -> Square| {
        rules.board_squares().into_iter().all(|square| {
            let image = board.piece_on(image(square));
            board.piece_on(square).map(|p| (p.color(), p.kind()))
                == image.map(|p| (!p.color(), p.kind()))
        })
    };
    let mirrored = |square: Square| Square::new(square.file(), rules.turned(square).rank());
    is_symmetric_by(&|square| rules.turned(square)) || is_symmetric_by(&mirrored)
}

/// Returns the number of farthest ranks from which a piece that only moves forward has no move, and 0 for other pieces.
pub(crate) fn dead_ranks(movement: &Movement) -> u8 {
    let leaps = movement.leaps.iter().map(|leap| leap.forward);
    let rays = Direction::ALL.iter().zip(&movement.rays).filter_map(|(direction, ray)| {
        let reach = |reach: &rules::betza::Reach| reach.quiet.max(reach.capture);
        if reach(&ray.slide) > 0 {
            return Some(direction.forward);
        }
        // Beyond a piece it goes two ranks at least, beyond two three.
        if reach(&ray.hop_one).max(reach(&ray.hop_any)) > 0 {
            return Some(2 * direction.forward);
        }
        (reach(&ray.hop_two) > 0).then_some(3 * direction.forward)
    });
    leaps.chain(rays).min().map_or(0, |nearest| nearest.max(0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a small game whose name and start position are given, with further pieces.
    fn notes_on(name: &str, start: &str, pieces: &str) -> Vec<String> {
        let text = format!(
            "name = '{name}'\nfiles = 5\nranks = 5\npromotion-ranks = 1\nstart = '{start}'\n\
             [[piece]]\nletter = 'K'\nname = 'King'\nmovement = 'K'\nrole = 'king'\n{pieces}"
        );
        let file = crate::parse(&text);
        assert_eq!(file.errors, []);
        notes(&file.games[0], Path::new("")).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_probably_meant_otherwise_is_noted() {
        let piece = |letter, name, movement, more: &str| {
            format!(
                "[[piece]]\nletter = '{letter}'\nname = '{name}'\nmovement = '{movement}'\n{more}"
            )
        };
        let usual = [
            piece('P', "Pawn", "fW", "dead-ranks = 1\n"),
            piece('N', "Knight", "ffN", "dead-ranks = 2\n"),
            piece('G', "Gold General", "WfF", ""),
        ];
        for start in ["k4/5/5/5/4K", "k4/5/5/5/K4", "knp2/5/5/5/2PNK"] {
            assert!(notes_on("usual", start, &usual.concat()).is_empty(), "{start}");
        }
        let wrong = [
            piece('P', "Pawn", "fW", ""),
            piece('N', "Knight", "ffN", "dead-ranks = 1\n"),
            piece('L', "Lance", "fmRfpR", ""),
            piece('G', "Gold General", "WfF", ""),
            piece('S', "gold-general", "FfW", ""),
            piece('C', "Gold Generals", "R", ""),
            piece(
                'H',
                "Horse",
                "fW",
                "dead-ranks = 2\npromotes-to = { name = 'X', movement = 'W' }\n",
            ),
        ];
        let expected = [
            "line 1: name: 'shogy' is much like the game 'shogi'",
            "line 5: start: the start position is not the same for both sides",
            "line 11: piece 'P': it only moves forward, and can get to a rank where it never moves again; \
             dead-ranks = 1 prevents that",
            "line 19: piece 'N': it only moves forward, and can get to a rank where it never moves again; \
             dead-ranks = 2 prevents that",
            "line 20: piece 'L': it only moves forward, and can get to a rank where it never moves again; \
             dead-ranks = 1 prevents that",
            "line 30: piece 'S': name: 'gold-general' is much like that of piece 'G'",
            "line 34: piece 'C': name: 'Gold Generals' is much like that of piece 'G'",
            "line 40: piece 'H': dead-ranks: it must promote there, and cannot outside promotion-ranks",
        ];
        assert_eq!(notes_on("shogy", "k4/5/5/5/3K1", &wrong.concat()), expected);
        let note = "line 5: start: the start position is not the same for both sides";
        assert_eq!(notes_on("usual", "k4/5/5/5/4K b 2P", &usual.concat()), [note]);
        assert!(notes_on("usual", "k4/5/5/5/4K b 2PN2pn", &usual.concat()).is_empty());
        let unnamed = [piece('A', "Piece A", "R", ""), piece('C', "Piece C", "B", "")];
        assert!(notes_on("usual", "k4/5/5/5/4K", &unnamed.concat()).is_empty());
    }

    #[test]
    fn there_is_nothing_to_note_on_the_built_in_games() {
        for name in names() {
            let Some(source) = crate::source(name) else { continue };
            let file = crate::parse(source);
            assert_eq!(notes(&file.games[0], Path::new("")), [], "{name}");
        }
    }
}
