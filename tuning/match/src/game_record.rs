//! Turns a game into a record, for PGN and the log.

use crate::engine::{MATE, SearchInfo};
use crate::game::Game;
use records::tags::{self, player_key};
use records::{Evaluation, GameRecord, Score};
use rules::Color;
use time::OffsetDateTime;

/// What a record says about a game besides its moves.
#[derive(Clone, Copy, Debug)]
pub struct RecordHeader<'a> {
    /// The names of the players, Black first.
    pub names: [&'a str; 2],
    /// The time controls of the players, Black first.
    pub time_controls: [&'a str; 2],
    pub event: &'a str,
    pub site: &'a str,
    pub round: u64,
}

/// Returns the record of a game, with the score, depth and time of each move.
pub fn record(game: &Game, header: &RecordHeader<'_>) -> GameRecord {
    let mut record = GameRecord::new(&game.opening.start);
    let mut cursor = record.cursor();
    // A game holds legal moves only.
    for &mv in &game.opening.moves {
        if cursor.play(mv).is_ok() {
            cursor.notes_mut().comments.push("book".to_owned());
        }
    }
    for played in &game.played {
        let side = cursor.position().side();
        if cursor.play(played.mv).is_ok() {
            let notes = cursor.notes_mut();
            notes.elapsed = Some(played.spent);
            notes.evaluation = evaluation(&played.info, side);
        }
    }
    cursor.notes_mut().end = Some(game.end.clone());
    let today = OffsetDateTime::now_utc();
    let date = format!("{}.{:02}.{:02}", today.year(), u8::from(today.month()), today.day());
    for (key, value) in [
        (tags::EVENT, header.event),
        (tags::SITE, header.site),
        (tags::DATE, &date),
        (tags::ROUND, &header.round.to_string()),
        (player_key(Color::Black), header.names[0]),
        (player_key(Color::White), header.names[1]),
        (tags::BLACK_TIME_CONTROL, header.time_controls[0]),
        (tags::WHITE_TIME_CONTROL, header.time_controls[1]),
    ] {
        record.tags.set(key, value);
    }
    record
}

/// Returns the evaluation of a move by `side`, from Black's point of view.
fn evaluation(info: &SearchInfo, side: Color) -> Option<Evaluation> {
    let score = info.score?;
    let score = if score.abs() > MATE / 2 {
        let winner = if score > 0 { side } else { !side };
        Score::Mate { winner, plies: (MATE - score.abs()).unsigned_abs() }
    } else {
        Score::Centipawns(if side == Color::Black { score } else { -score })
    };
    Some(Evaluation { score, depth: info.depth })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Opening, PlayedMove};
    use records::{EndReason, Format, GameEnd, GameResult, write};
    use rules::Position;
    use std::time::Duration;

    #[test]
    fn games_are_written_as_pgn_and_as_a_line_of_the_log() {
        let rules = games::by_name("shogi").unwrap();
        let mv = |text| rules.parse_usi(text).unwrap();
        let info = SearchInfo { depth: Some(9), score: Some(31), ..SearchInfo::default() };
        let mate = SearchInfo { score: Some(3 - MATE), ..SearchInfo::default() };
        let spent = Duration::from_millis(12);
        let game = Game {
            opening: Opening { start: Position::start(rules), moves: vec![mv("7g7f")] },
            played: vec![
                PlayedMove { mv: mv("3c3d"), info, spent },
                PlayedMove { mv: mv("8h2b+"), info: mate, spent },
            ],
            end: GameEnd::new(GameResult::Win(Color::Black), EndReason::Resignation),
            failure: None,
        };
        let header = RecordHeader {
            names: ["A", "B"],
            time_controls: ["1+0.01", "inf"],
            event: "a \"test\"",
            site: "here",
            round: 3,
        };
        let record = record(&game, &header);
        let text = write(&record, Format::Pgn).unwrap();
        for tag in [
            "[Event \"a \\\"test\\\"\"]",
            "[Site \"here\"]",
            "[Round \"3\"]",
            "[Variant \"shogi\"]",
            "[White \"A\"]",
            "[Result \"1-0\"]",
            "[BlackTimeControl \"inf\"]",
            "[PlyCount \"3\"]",
            "[FEN \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1\"]",
        ] {
            assert!(text.contains(tag), "{tag} in {text}");
        }
        let moves = "\n\n1. c3c4 {book} g7g6 {+0.31/9 0.012s} 2. b2h8+ {-M3 0.012s} \
            {B resigns} 1-0\n\n";
        assert!(text.ends_with(moves), "{text}");
        let line = write(&record, Format::MatchLog).unwrap();
        assert_eq!(line, "shogi\tA\tB\t1-0\tB resigns\tstartpos moves 7g7f 3c3d 8h2b+\n");
    }
}
