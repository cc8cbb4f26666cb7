//! Games as text: PGN, and the tab-separated lines of `-log`.

use crate::engine::MATE;
use crate::game::{Game, PlayedMove};
use rules::Color;
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// The metadata of a game record.
#[derive(Clone, Copy, Debug)]
pub struct RecordHeader<'a> {
    /// The names of the players, Black first.
    pub names: [&'a str; 2],
    /// The time controls of the players, Black first.
    pub time_controls: [&'a str; 2],
    /// The name of the match.
    pub event: &'a str,
    /// The number of the pair, from 1.
    pub round: u64,
}

/// The maximum width of a line of moves in PGN, in characters.
const MAX_WIDTH: usize = 100;

/// Formats a game as PGN.
///
/// PGN's `White` is our Black, who moves first. Moves are in UCI notation, each followed by
/// `{score/depth time}`.
pub fn pgn(game: &Game, header: &RecordHeader<'_>) -> String {
    let rules = game.opening.start.rules();
    let result = &game.result;
    let start = game.opening.start.fen().to_string();
    let plies = game.opening.moves.len() + game.played.len();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", header.event);
    tag("Site", "?");
    tag("Date", &today());
    tag("Round", &header.round.to_string());
    tag("White", header.names[0]);
    tag("Black", header.names[1]);
    tag("Result", result.pgn_result());
    tag("Variant", rules.name());
    tag("SetUp", "1");
    tag("FEN", &start);
    tag("WhiteTimeControl", header.time_controls[0]);
    tag("BlackTimeControl", header.time_controls[1]);
    tag("PlyCount", &plies.to_string());
    tag("Termination", result.termination.pgn_tag());
    text.push('\n');
    text += &wrap(movetext(game, header.names));
    text.push_str("\n\n");
    text
}

/// Returns the words of PGN's movetext, between which lines can break.
fn movetext(game: &Game, names: [&str; 2]) -> Vec<String> {
    let rules = game.opening.start.rules();
    let first = game.opening.start.side();
    let book = game.opening.moves.iter().map(|&mv| (mv, "{book}".to_owned()));
    let played = game.played.iter().map(|played| (played.mv, comment(played)));
    let mut words = Vec::new();
    for (ply, (mv, comment)) in book.chain(played).enumerate() {
        // If White moves first, the game starts with the second half of move 1.
        let ply = ply + usize::from(first == Color::White);
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if words.is_empty() {
            words.push("1...".to_owned());
        }
        words.push(rules.uci(mv).to_string());
        words.push(comment);
    }
    // A closing brace would end the comment.
    let description = game.result.describe(names).replace(['{', '}'], " ");
    words.extend(format!("{{{description}}}").split_whitespace().map(str::to_owned));
    words.push(game.result.pgn_result().to_owned());
    words
}

/// Formats what the engine reported about its move, as in `{+0.31/9 0.012s}`.
fn comment(played: &PlayedMove) -> String {
    let score = match played.info.score {
        None => String::new(),
        Some(score) if score.abs() > MATE / 2 => {
            format!("{}M{}", if score > 0 { '+' } else { '-' }, MATE - score.abs())
        }
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
    };
    let depth = played.info.depth.map_or(String::new(), |depth| format!("/{depth}"));
    let separator = if score.is_empty() && depth.is_empty() { "" } else { " " };
    format!("{{{score}{depth}{separator}{:.3}s}}", played.spent.as_secs_f64())
}

/// Joins words with spaces and breaks lines at the maximum width.
fn wrap(words: Vec<String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.chars().count() > MAX_WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.chars().count();
        text += &word;
    }
    text
}

/// Formats a game as a line of tab-separated fields: the game, Black, White, the result, the reason,
/// and the moves as in a USI `position` command. The last field can be used as a line of an opening
/// book.
pub fn log_line(game: &Game, header: &RecordHeader<'_>) -> String {
    let rules = game.opening.start.rules();
    let start = game.opening.start.sfen().to_string();
    let position =
        if start == rules.start_sfen() { "startpos".into() } else { format!("sfen {start}") };
    let mut moves = String::new();
    for mv in game.opening.moves.iter().copied().chain(game.played.iter().map(|p| p.mv)) {
        let _ = write!(moves, " {}", rules.usi(mv));
    }
    let [black, white] = header.names;
    let result = game.result.pgn_result();
    let description = game.result.describe(header.names).replace(|c: char| c.is_control(), " ");
    let game = rules.name();
    format!("{game}\t{black}\t{white}\t{result}\t{description}\t{position} moves{moves}\n")
}

/// Returns today's date (UTC) in the format of PGN.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year}.{month:02}.{day:02}")
}

/// Converts days since 1 January 1970 to year, month and day.
///
/// The algorithm counts years from March, so that the leap day is the last of its year:
/// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + next_year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SearchInfo;
    use crate::game::Opening;
    use crate::game_result::{GameResult, Termination};
    use rules::Position;
    use std::time::Duration;

    fn game() -> Game {
        let rules = games::by_name("shogi").unwrap();
        let mv = |text| rules.parse_usi(text).unwrap();
        let info = SearchInfo { depth: Some(9), score: Some(31), ..SearchInfo::default() };
        let mate = SearchInfo { score: Some(3 - MATE), ..SearchInfo::default() };
        let spent = Duration::from_millis(12);
        Game {
            opening: Opening { start: Position::start(rules), moves: vec![mv("7g7f")] },
            played: vec![
                PlayedMove { mv: mv("3c3d"), info, spent },
                PlayedMove { mv: mv("8h2b+"), info: mate, spent },
            ],
            result: GameResult { winner: Some(Color::Black), termination: Termination::Resigned },
        }
    }

    const HEADER: RecordHeader<'_> = RecordHeader {
        names: ["A", "B"],
        time_controls: ["1+0.01", "inf"],
        event: "a \"test\"",
        round: 3,
    };

    #[test]
    fn pgn_has_tags_moves_and_comments() {
        let text = pgn(&game(), &HEADER);
        for tag in [
            "[Event \"a \\\"test\\\"\"]",
            "[Variant \"shogi\"]",
            "[White \"A\"]",
            "[Result \"1-0\"]",
            "[BlackTimeControl \"inf\"]",
            "[FEN \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1\"]",
        ] {
            assert!(text.contains(tag), "{tag} in {text}");
        }
        let moves = "\n\n1. c3c4 {book} g7g6 {+0.31/9 0.012s} 2. b2h8+ {-M3 0.012s} \
            {B resigns} 1-0\n\n";
        assert!(text.ends_with(moves), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= MAX_WIDTH));
    }

    #[test]
    fn log_line_has_tab_separated_fields() {
        let expected = "shogi\tA\tB\t1-0\tB resigns\tstartpos moves 7g7f 3c3d 8h2b+\n";
        assert_eq!(log_line(&game(), &HEADER), expected);
    }

    #[test]
    fn dates_are_converted() {
        for (days, expected) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (20_513, (2026, 3, 1)),
            (20_818, (2026, 12, 31)),
        ] {
            assert_eq!(date(days), expected, "{days}");
        }
    }
}
