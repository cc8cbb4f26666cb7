//! Tests of the readers and writers of game records. One program, because linking many takes long.

mod books;
mod epd;
mod error_messages;
mod formats;
mod game_courier;
mod handicaps;
mod kif_and_csa;
mod mutations;
mod position_text;
mod programs;
mod round_trips;

use records::{
    EndReason, Format, GameRecord, GameResult, Hints, NodeId, Omission, read, read_text, write_all,
};

fn shogi() -> Hints {
    Hints { rules: games::by_name("shogi"), ..Hints::default() }
}

#[track_caller]
fn read_one(text: &str) -> GameRecord {
    let mut games = read_text(text, &shogi()).unwrap();
    assert_eq!(games.len(), 1);
    games.pop().unwrap()
}

#[track_caller]
fn assert_end(record: &GameRecord, result: GameResult, reason: EndReason) {
    let end = record.end().expect("the game has ended");
    assert_eq!((end.result, end.reason), (result, reason), "{:?}", end.text);
}

/// Returns the main line of a game in USI.
fn usi_moves(record: &GameRecord) -> String {
    let moves: Vec<_> = record.moves().map(|mv| record.rules().usi(mv).to_string()).collect();
    moves.join(" ")
}

fn formats() -> impl Iterator<Item = Format> {
    Format::names().filter_map(Format::from_name)
}

/// Writes a game so that it is read back as the same, by its content alone, up to what the format has no place for.
/// Returns what is read, or nothing if the format has no such games.
fn written_and_read(record: &GameRecord, format: Format) -> Option<GameRecord> {
    let Ok(text) = write_all(std::slice::from_ref(record), format) else {
        let is_shogi = record.rules().name() == "shogi";
        assert!(matches!((format, is_shogi), (Format::Csa, false) | (Format::Jkf, false)));
        return None;
    };
    let found = read(text.as_bytes(), &Hints::default());
    let found = found.unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name()));
    let [found] = &found[..] else { panic!("{} games in {text}", found.len()) };
    assert_eq!(found.rules().name(), record.rules().name(), "{text}");
    // CSA and JKF have no move numbers.
    let start = |record: &GameRecord| match format {
        Format::Csa | Format::Jkf => record.start().sfen_without_number().to_string(),
        _ => record.start().sfen().to_string(),
    };
    assert_eq!(start(found), start(record), "{text}");
    assert!(found.moves().eq(record.moves()), "{text}");
    let lost = format.omissions(record);
    // PGN has no variation of a game that ended before its first move.
    if !lost.contains(&Omission::Variations) && record.node(NodeId::ROOT).notes.end.is_none() {
        assert_eq!(found.move_count(), record.move_count(), "{text}");
    }
    if !lost.contains(&Omission::End) {
        let result = |record: &GameRecord| record.end().map(|end| end.result);
        let unknown = Some(GameResult::Unknown);
        // CSA and JKF name reasons, from which the result follows.
        if !matches!(format, Format::Csa | Format::Jkf) {
            assert_eq!(result(found).or(unknown), result(record).or(unknown), "{text}");
        }
    }
    Some(found.clone())
}
