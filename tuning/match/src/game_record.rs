//! Games as text: PGN for people, lists of moves in USI for programs.

use crate::engine::MATE;
use crate::game::{Game, Played};
use rules::Color;
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a record says of a game beside the game.
#[derive(Clone, Copy, Debug)]
pub struct Occasion<'a> {
    /// The players, Black first.
    pub names: [&'a str; 2],
    /// Their time controls, Black's first.
    pub times: [&'a str; 2],
    /// What the match is called.
    pub event: &'a str,
    /// The number of the pair, from one.
    pub round: u64,
}

/// The longest line of moves.
const WIDTH: usize = 100;

/// A game as PGN. White is who moves first, as in the FEN of these games; moves are chess-style,
/// each with `{score/depth time}`.
pub fn pgn(game: &Game, occasion: &Occasion<'_>) -> String {
    let rules = game.opening.start.rules();
    let ending = &game.ending;
    let start = game.opening.start.fen().to_string();
    let plies = game.opening.moves.len() + game.played.len();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", occasion.event);
    tag("Site", "?");
    tag("Date", &today());
    tag("Round", &occasion.round.to_string());
    tag("White", occasion.names[0]);
    tag("Black", occasion.names[1]);
    tag("Result", ending.result());
    tag("Variant", rules.name());
    tag("SetUp", "1");
    tag("FEN", &start);
    tag("WhiteTimeControl", occasion.times[0]);
    tag("BlackTimeControl", occasion.times[1]);
    tag("PlyCount", &plies.to_string());
    tag("Termination", ending.reason.termination());
    text.push('\n');
    text += &wrapped(moves(game, occasion.names));
    text.push_str("\n\n");
    text
}

/// The words of a game's moves.
fn moves(game: &Game, names: [&str; 2]) -> Vec<String> {
    let rules = game.opening.start.rules();
    let first = game.opening.start.side();
    let book = game.opening.moves.iter().map(|&mv| (mv, "{book}".to_owned()));
    let played = game.played.iter().map(|played| (played.mv, comment(played)));
    let mut words = Vec::new();
    for (ply, (mv, comment)) in book.chain(played).enumerate() {
        // A game that starts with the second player counts from there.
        let ply = ply + usize::from(first == Color::White);
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if words.is_empty() {
            words.push("1...".to_owned());
        }
        words.push(rules.uci(mv).to_string());
        words.push(comment);
    }
    // A brace would end the comment.
    let why = game.ending.describe(names).replace(['{', '}'], " ");
    words.extend(format!("{{{why}}}").split_whitespace().map(str::to_owned));
    words.push(game.ending.result().to_owned());
    words
}

/// What an engine thought of its move.
fn comment(played: &Played) -> String {
    let score = match played.thought.score {
        None => String::new(),
        Some(score) if score.abs() > MATE / 2 => {
            format!("{}M{}", if score > 0 { '+' } else { '-' }, MATE - score.abs())
        }
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
    };
    let depth = played.thought.depth.map_or(String::new(), |depth| format!("/{depth}"));
    let space = if score.is_empty() && depth.is_empty() { "" } else { " " };
    format!("{{{score}{depth}{space}{:.3}s}}", played.spent.as_secs_f64())
}

fn wrapped(words: Vec<String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.chars().count() > WIDTH {
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

/// A game on a line: the game's name, both names, the result, how it ended, and the moves as a USI
/// `position`, a tab apart. The last field of these lines is a book for `-openings`.
pub fn line(game: &Game, occasion: &Occasion<'_>) -> String {
    let rules = game.opening.start.rules();
    let start = game.opening.start.sfen().to_string();
    let place =
        if start == rules.start_sfen() { "startpos".into() } else { format!("sfen {start}") };
    let mut moves = String::new();
    for mv in game.opening.moves.iter().copied().chain(game.played.iter().map(|p| p.mv)) {
        let _ = write!(moves, " {}", rules.usi(mv));
    }
    let [black, white] = occasion.names;
    let (result, why) = (game.ending.result(), game.ending.describe(occasion.names));
    let why = why.replace(|c: char| c.is_control(), " ");
    format!("{}\t{black}\t{white}\t{result}\t{why}\t{place} moves{moves}\n", rules.name())
}

/// The date as PGN has it, in universal time.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year}.{month:02}.{day:02}")
}

/// The date so many days after the first of January 1970. Years are taken to begin in March, so
/// that the odd day is their last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Thought;
    use crate::game::Opening;
    use crate::game_result::{GameResult, Reason};
    use rules::{Position, Rules};
    use std::time::Duration;

    fn game() -> Game {
        let rules = Rules::by_name("shogi").unwrap();
        let mv = |text| rules.parse_usi(text).unwrap();
        let thought = Thought { depth: Some(9), score: Some(31), ..Thought::default() };
        let mate = Thought { score: Some(3 - MATE), ..Thought::default() };
        let spent = Duration::from_millis(12);
        Game {
            opening: Opening { start: Position::start(rules), moves: vec![mv("7g7f")] },
            played: vec![
                Played { mv: mv("3c3d"), thought, spent },
                Played { mv: mv("8h2b+"), thought: mate, spent },
            ],
            ending: GameResult { winner: Some(Color::Black), reason: Reason::Resigned },
        }
    }

    const OCCASION: Occasion<'_> =
        Occasion { names: ["A", "B"], times: ["1+0.01", "inf"], event: "a \"test\"", round: 3 };

    #[test]
    fn a_game_as_pgn() {
        let text = pgn(&game(), &OCCASION);
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
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn a_game_on_a_line() {
        let due = "shogi\tA\tB\t1-0\tB resigns\tstartpos moves 7g7f 3c3d 8h2b+\n";
        assert_eq!(line(&game(), &OCCASION), due);
    }

    #[test]
    fn dates() {
        for (days, due) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (20_513, (2026, 3, 1)),
            (20_818, (2026, 12, 31)),
        ] {
            assert_eq!(date(days), due, "{days}");
        }
    }
}
