//! Records in the style of other programs and sites, in `tests/programs/`: their headers, spacing, comments,
//! times and endings. The games are our own.

use crate::{formats, written_and_read};
use records::EndReason::{self, *};
use records::GameResult::{self, Draw};
use records::{Evaluation, Format, GameRecord, Hints, Omission, Score, encode_shift_jis, read};
use rules::Color::{Black, White};
use std::path::Path;

/// How a program saves its files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf8Windows,
    /// With a byte order mark.
    Utf8Marked,
    ShiftJis,
    ShiftJisWindows,
    Utf16,
    /// With the line ends of old Macs.
    Mac,
}
use Encoding::*;

impl Encoding {
    fn encode(self, text: &str) -> Vec<u8> {
        let is_windows = matches!(self, Utf8Windows | Utf8Marked | ShiftJisWindows | Utf16);
        let text = if is_windows { text.replace('\n', "\r\n") } else { text.to_owned() };
        match self {
            Utf8 | Utf8Windows => text.into_bytes(),
            Utf8Marked => format!("\u{feff}{text}").into_bytes(),
            ShiftJis | ShiftJisWindows => encode_shift_jis(&text).unwrap(),
            Mac => text.replace('\n', "\r").into_bytes(),
            Utf16 => format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
        }
    }
}

const BLACK: GameResult = GameResult::Win(Black);
const WHITE: GameResult = GameResult::Win(White);
const OPEN: GameResult = GameResult::Unknown;

/// A file, its encoding, the format that is detected, the game that it does not name, and for each game in
/// it the moves of the main line, those of the tree, the result and the reason.
type Sample = (
    &'static str,
    Encoding,
    Format,
    &'static str,
    &'static [(usize, usize, GameResult, EndReason)],
);

const SAMPLES: &[Sample] = &[
    ("shogigui.kif", ShiftJisWindows, Format::Kif, "shogi", &[(4, 4, WHITE, Resignation)]),
    ("shogidokoro.kif", ShiftJisWindows, Format::Kif, "shogi", &[(9, 9, BLACK, TimeForfeit)]),
    ("kifu_for_windows.kif", ShiftJisWindows, Format::Kif, "shogi", &[(4, 7, OPEN, Interruption)]),
    ("eighty_one_dojo.kif", Utf8Windows, Format::Kif, "shogi", &[(4, 4, OPEN, Other)]),
    ("eighty_one_dojo_resign.kif", Utf8, Format::Kif, "shogi", &[(3, 3, WHITE, Resignation)]),
    ("shogi_wars.kif", Utf8, Format::Kif, "shogi", &[(6, 6, WHITE, Resignation)]),
    ("shogi_wars.csa", Utf8, Format::Csa, "shogi", &[(3, 3, BLACK, Resignation)]),
    ("lishogi.kif", Utf8, Format::Kif, "shogi", &[(6, 8, WHITE, Resignation)]),
    ("shogihome.kifu", Utf8Windows, Format::Kif, "shogi", &[(3, 3, WHITE, IllegalMove)]),
    ("shogihome.csa", Utf8Windows, Format::Csa, "shogi", &[(3, 3, WHITE, Declaration)]),
    ("shogidokoro.csa", ShiftJisWindows, Format::Csa, "shogi", &[(4, 4, Draw, Repetition)]),
    ("floodgate.csa", Utf8, Format::Csa, "shogi", &[(3, 3, BLACK, Resignation)]),
    ("csa_server.csa", Utf8, Format::Csa, "shogi", &[(4, 4, WHITE, TimeForfeit)]),
    ("csa_v3.csa", Utf8, Format::Csa, "shogi", &[(3, 3, WHITE, IllegalMove)]),
    ("csa_connection_lost.csa", Utf8, Format::Csa, "shogi", &[(2, 2, OPEN, Other)]),
    ("bonanza.csa", ShiftJisWindows, Format::Csa, "shogi", &[(2, 2, OPEN, Interruption)]),
    ("shogi_club_24.kif", ShiftJis, Format::Kif, "shogi", &[(4, 4, WHITE, TimeForfeit)]),
    ("piyo_shogi.kif", Utf8Marked, Format::Kif, "shogi", &[(5, 5, OPEN, Interruption)]),
    ("marked_moves.kif", Mac, Format::Kif, "shogi", &[(3, 3, Draw, Repetition)]),
    ("tsume.kif", ShiftJisWindows, Format::Kif, "shogi", &[(1, 1, BLACK, Mate)]),
    ("shogi_db.ki2", Utf8Marked, Format::Ki2, "shogi", &[(14, 14, WHITE, Resignation)]),
    ("newspaper.ki2", ShiftJis, Format::Ki2, "shogi", &[(8, 8, Draw, Repetition)]),
    ("kakinoki.ki2", ShiftJisWindows, Format::Ki2, "shogi", &[(7, 9, BLACK, Resignation)]),
    ("mobile_site.kif", Utf16, Format::Kif, "shogi", &[(3, 3, BLACK, Resignation)]),
    ("pychess.pgn", Utf8, Format::Pgn, "shogi", &[(6, 6, BLACK, Resignation)]),
    ("pychess_cannon.pgn", Utf8, Format::Pgn, "shogi", &[(3, 3, WHITE, TimeForfeit)]),
    ("cutechess.pgn", Utf8Windows, Format::Pgn, "shogi", &[(4, 4, Draw, Adjudication)]),
    ("xboard.pgn", Utf8, Format::Pgn, "shogi", &[(4, 6, OPEN, Unknown)]),
    ("game_courier.txt", Utf8, Format::GameCourier, "shosu", &[(6, 6, WHITE, Resignation)]),
    ("game_courier_page.txt", Utf8Windows, Format::GameCourier, "shosu", &[(3, 3, OPEN, Unknown)]),
    (
        "usi_log.usi",
        Utf8,
        Format::Usi,
        "shogi",
        &[(3, 3, OPEN, Unknown), (3, 3, BLACK, Resignation)],
    ),
    (
        "two_games.kif",
        ShiftJisWindows,
        Format::Kif,
        "shogi",
        &[(3, 3, OPEN, Interruption), (3, 3, Draw, Impasse)],
    ),
];

fn load(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn records_of_other_programs_are_read_and_written() {
    for &(name, encoding, format, game, expected) in SAMPLES {
        let text = load(name);
        assert_eq!(Format::detect(&text), Some(format), "{name}");
        let hints = Hints { rules: games::by_name(game), ..Hints::default() };
        let games = read(&encoding.encode(&text), &hints);
        let games = games.unwrap_or_else(|error| panic!("{name}: {error}"));
        let found: Vec<_> = games.iter().map(summary).collect();
        assert_eq!(found, expected, "{name}");
        for game in &games {
            formats().for_each(|format| check_round_trip(name, game, format));
        }
    }
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"));
    assert_eq!(files.unwrap().count(), SAMPLES.len(), "every file is tested");
}

fn summary(game: &GameRecord) -> (usize, usize, GameResult, EndReason) {
    let (result, reason) = game.end().map_or((OPEN, Unknown), |end| (end.result, end.reason));
    (game.moves().count(), game.move_count(), result, reason)
}

/// Checks that a format keeps what it can hold.
fn check_round_trip(name: &str, game: &GameRecord, format: Format) {
    let Some(found) = written_and_read(game, format) else { return };
    let lost = format.omissions(game);
    let ((.., result, reason), place) = (summary(game), format!("{name} as {}", format.name()));
    if !lost.contains(&Omission::End) {
        // CSA, whose words JKF has, has few, and none for a player who resigns on the opponent's turn.
        let is_vague = matches!(format, Format::Csa | Format::Jkf)
            && (matches!(reason, Other | Adjudication) || name == "pychess.pgn");
        assert_eq!(summary(&found).2, result, "{place}");
        assert!(summary(&found).3 == reason || is_vague, "{place}");
    }
    // The columns of the log are tags.
    if !lost.contains(&Omission::Tags) && format != Format::MatchLog {
        assert_eq!(found.tags, game.tags, "{place}");
    }
    assert!(format != Format::Kif || found == *game, "{place}");
}

/// What is special about some of them.
#[test]
fn details_of_other_programs_are_kept() {
    let one = |name: &str| read(load(name).as_bytes(), &Hints::default()).unwrap().remove(0);
    let notes = |game: &GameRecord| {
        game.main_line().map(|id| game.node(id).notes.clone()).collect::<Vec<_>>()
    };
    let game = one("kifu_for_windows.kif");
    assert_eq!(game.tags.get("TimeControl"), Some("900"));
    let found = notes(&game);
    assert_eq!(found[1].comments, ["角交換を", "見せる"]);
    assert_eq!(found[1].bookmarks, ["分岐点"]);
    let seconds = |note: &records::Notes| note.elapsed.map(|time| time.as_secs_f64());
    let score = |centipawns, depth| Evaluation { score: Score::Centipawns(centipawns), depth };
    let game = one("shogigui.kif");
    let evaluations: Vec<_> = notes(&game).into_iter().map(|note| note.evaluation).collect();
    let expected = [Some(score(57, Some(18))), Some(score(103, Some(20))), None, None];
    assert_eq!(evaluations, expected);
    assert!(notes(&game)[1].comments[0].starts_with("*解析 0 ○ 候補1 "), "the lines are kept");
    let found = notes(&one("shogihome.kifu"));
    assert_eq!(found[0].evaluation, Some(score(32, Some(20))));
    assert_eq!(
        found[1].evaluation.map(|found| found.score),
        Some(Score::Mate { winner: Black, plies: 9 })
    );
    let game = one("eighty_one_dojo.kif");
    assert_eq!(seconds(&notes(&game)[2]), Some(12.0));
    assert_eq!(game.end().unwrap().other_word(), Some("接続切れ"));
    assert_eq!(game.tags.get("TimeControl"), Some("900 byoyomi 60"));
    let game = one("csa_v3.csa");
    assert_eq!(seconds(&notes(&game)[0]), Some(1.234));
    assert_eq!(game.tags.get("WhiteTimeControl"), Some("600+10"));
    let game = one("xboard.pgn");
    assert_eq!(game.tags.get("Date"), Some("2026/04/05 18:19:20"));
    assert_eq!(notes(&game)[1].glyphs, [1]);
    let game = one("pychess_cannon.pgn");
    assert_eq!(game.rules().name(), "cannonshogi");
    assert!(notes(&game)[0].clock.is_some());
    let game = one("floodgate.csa");
    assert_eq!(notes(&game)[2].comments, ["fuka-ura, 1 min"]);
}
