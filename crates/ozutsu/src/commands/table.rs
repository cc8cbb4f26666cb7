//! What a search finds, as a table for people.

use crate::notation::western;
use crate::session::{Answer, centipawns, legal_part, speed};
use crate::style::{self, REWIND, paint};
use rules::{Move, Position};
use search::{Bound, MateResult, Score, SearchInfo};
use std::io::{self, Write};
use std::time::Duration;

/// A table that grows downwards. A row that the next one will improve on is overwritten.
#[derive(Debug)]
pub struct Table<'a> {
    position: &'a Position,
    width: usize,
    is_open: bool,
}

impl<'a> Table<'a> {
    /// A table about a position, as wide as this.
    pub fn new(position: &'a Position, width: usize) -> Self {
        Self { position, width, is_open: false }
    }

    /// Writes the names of the columns.
    pub fn head(&self, out: &mut impl Write) -> io::Result<()> {
        let head =
            format!("{:>7} {:>9} {:>7} {:>7} {:>8}", "depth", "score", "nodes", "per s", "time");
        writeln!(out, "{}", paint(style::FAINT, format!("{head}  line")))?;
        out.flush()
    }

    /// Writes a row: one that stays, or one that the next replaces.
    pub fn row(&mut self, out: &mut impl Write, info: &SearchInfo) -> io::Result<()> {
        self.close(out)?;
        let facts = format!(
            "{:>7} {:>9} {:>7} {:>7} {:>8}  ",
            format!("{}/{}", info.depth, info.seldepth),
            score(info),
            short(info.nodes),
            short(speed(info.nodes, info.time)),
            clock(info.time),
        );
        let room = self.width.saturating_sub(facts.chars().count() + 1);
        write!(out, "{facts}{}", self.line(&info.pv, room))?;
        match info.bound {
            Bound::Exact => writeln!(out)?,
            _ => self.is_open = true,
        }
        out.flush()
    }

    /// Writes something else than a row.
    pub fn note(&mut self, out: &mut impl Write, text: &str) -> io::Result<()> {
        self.close(out)?;
        writeln!(out, "{text}")
    }

    /// Writes what is to be played.
    pub fn answer(&mut self, out: &mut impl Write, answer: &Answer) -> io::Result<()> {
        self.close(out)?;
        writeln!(out)?;
        let (best, ponder) = match answer {
            Answer::Move { best, ponder } => (*best, *ponder),
            other => return writeln!(out, "{}", paint(style::STRONG, self.other(other))),
        };
        let names = self.names(&[Some(best), ponder].into_iter().flatten().collect::<Vec<_>>());
        let usi = self.position.rules().usi(best);
        let [name, reply @ ..] = &names[..] else { return Ok(()) };
        write!(out, "Best move: {} ({usi})", paint(style::STRONG, name))?;
        match reply {
            [reply, ..] => writeln!(out, ", expecting {reply}"),
            [] => writeln!(out),
        }
    }

    /// An answer that is no move.
    fn other(&self, answer: &Answer) -> String {
        match answer {
            Answer::Problem(MateResult::Mate(moves)) => {
                format!("Mate: {}", self.names(moves).join(" "))
            }
            Answer::Problem(MateResult::NoMate) => "No mate by checks alone".into(),
            Answer::Problem(MateResult::Unknown) => "No mate found".into(),
            Answer::Win => "A win can be declared".into(),
            Answer::Move { .. } | Answer::Resign => "No move".into(),
        }
    }

    /// Takes back a row that did not stay.
    fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        if std::mem::take(&mut self.is_open) { write!(out, "{REWIND}") } else { Ok(()) }
    }

    /// A line as far as there is room for it.
    fn line(&self, line: &[Move], room: usize) -> String {
        let mut text = String::new();
        for name in self.names(line) {
            if text.chars().count() + 1 + name.chars().count() > room {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text += &name;
        }
        text
    }

    /// Moves in western notation, as far as they are legal.
    fn names(&self, line: &[Move]) -> Vec<String> {
        let mut after = self.position.clone();
        legal_part(self.position, line)
            .map(|mv| {
                let name = western(&after, mv);
                after.do_move(mv);
                name
            })
            .collect()
    }
}

/// A score as the side to move sees it, the end of the game in moves.
pub fn score(info: &SearchInfo) -> String {
    let bound = match info.bound {
        Bound::Lower => "≥",
        Bound::Upper => "≤",
        Bound::None | Bound::Exact => "",
    };
    let plies = info.score.decided_plies().map(i32::unsigned_abs);
    let worth = match (plies, info.score.is_win(), info.score.mate_plies().is_some()) {
        (Some(plies), true, true) => format!("mate {}", plies.div_ceil(2)),
        (Some(plies), false, true) => format!("mated {}", plies / 2),
        // By the rules on repetition and impasse.
        (Some(plies), true, false) => format!("win {}", plies.div_ceil(2)),
        (Some(plies), false, false) => format!("loss {}", plies / 2),
        (None, ..) => pawns(info.score),
    };
    format!("{bound}{worth}")
}

fn pawns(score: Score) -> String {
    format!("{:+.2}", f64::from(centipawns(score)) / 100.0)
}

/// A large number in few digits.
pub fn short(number: u64) -> String {
    let steps = [(1_000_000_000, 'G'), (1_000_000, 'M'), (1_000, 'k')];
    match steps.into_iter().find(|&(step, _)| number >= 10 * step) {
        Some((step, unit)) => format!("{}{unit}", number / step),
        None => number.to_string(),
    }
}

pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{:.2} s", time.as_secs_f64()),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::from_centipawns;
    use rules::Rules;
    use search::Pv;

    fn info(position: &Position, bound: Bound, moves: &str) -> SearchInfo {
        let read = |text| position.rules().parse_usi(text).unwrap();
        let line: Pv = moves.split(' ').map(read).collect();
        let (time, score) = (Duration::from_millis(2_500), Score::from_eval(from_centipawns(-135)));
        let (depth, seldepth, multipv, nodes, hashfull) = (9, 14, 1, 12_345_678, 10);
        SearchInfo { depth, seldepth, multipv, score, bound, nodes, time, hashfull, pv: line }
    }

    #[test]
    fn rows_stay_or_are_overwritten() {
        let position = Position::start(Rules::by_name("shogi").unwrap());
        let mut table = Table::new(&position, 58);
        let mut out = Vec::new();
        table.row(&mut out, &info(&position, Bound::Lower, "7g7f")).unwrap();
        table.row(&mut out, &info(&position, Bound::Exact, "7g7f 3c3d 8h2b+")).unwrap();
        let text = String::from_utf8(out).unwrap();
        let rows = "   9/14    ≥-1.35     12M   4938k   2.50 s  P-7f\r\u{1b}[K   \
                    9/14     -1.35     12M   4938k   2.50 s  P-7f P-3d\n";
        assert_eq!(text, rows, "the last move does not fit");
    }

    #[test]
    fn what_decides_the_game_is_named() {
        let position = Position::start(Rules::by_name("shogi").unwrap());
        let told =
            |worth| score(&SearchInfo { score: worth, ..info(&position, Bound::Exact, "7g7f") });
        assert_eq!(told(Score::mate_in(5)), "mate 3");
        assert_eq!(told(Score::mated_in(4)), "mated 2");
        assert_eq!(told(Score::rule_win_in(1)), "win 1");
        assert_eq!(told(Score::rule_loss_in(2)), "loss 1");
        assert_eq!(told(Score::ZERO), "+0.00");
    }

    #[test]
    fn answers_are_written_both_ways() {
        let position = Position::start(Rules::by_name("shogi").unwrap());
        let read = |text| position.rules().parse_usi(text).unwrap();
        let answer = |answer| {
            let mut out = Vec::new();
            Table::new(&position, 80).answer(&mut out, &answer).unwrap();
            let text = String::from_utf8(out).unwrap();
            anstream::adapter::strip_str(&text).to_string()
        };
        let (best, ponder) = (read("7g7f"), Some(read("3c3d")));
        let text = answer(Answer::Move { best, ponder });
        assert_eq!(text, "\nBest move: P-7f (7g7f), expecting P-3d\n");
        assert_eq!(answer(Answer::Move { best, ponder: None }), "\nBest move: P-7f (7g7f)\n");
        assert_eq!(answer(Answer::Resign), "\nNo move\n");
    }

    #[test]
    fn numbers_are_short() {
        let shorts = [999, 9_999, 10_000, 9_999_999, 10_000_000, 10_000_000_000].map(short);
        assert_eq!(shorts, ["999", "9999", "10k", "9999k", "10M", "10G"]);
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
    }
}
