//! The table that shows the progress of a search on a terminal.

use crate::player::{Answer, legal_prefix, nodes_per_second};
use crate::terminal_style::{self as style, CLEAR_LINE, paint};
use mate::MateResult;
use records::format_western;
use rules::{Move, Position};
use search::{Bound, SearchInfo, centipawns};
use std::io::{self, Write};
use std::time::Duration;

/// Table of search progress, one row per report. A row whose score is only a bound is overwritten by
/// the next row.
#[derive(Debug)]
pub struct SearchTable<'a> {
    position: &'a Position,
    /// Width of the terminal in columns.
    width: usize,
    /// Whether the current row will be overwritten; it has no end of line yet.
    is_provisional: bool,
}

impl<'a> SearchTable<'a> {
    /// Creates a table for a search of a position.
    pub fn new(position: &'a Position, width: usize) -> Self {
        Self { position, width, is_provisional: false }
    }

    /// Writes the column headings.
    pub fn write_header(&self, out: &mut impl Write) -> io::Result<()> {
        let header =
            format!("{:>7} {:>9} {:>7} {:>7} {:>8}", "depth", "score", "nodes", "per s", "time");
        writeln!(out, "{}", paint(style::FAINT, format!("{header}  line")))?;
        out.flush()
    }

    /// Writes a row.
    pub fn write_row(&mut self, out: &mut impl Write, info: &SearchInfo) -> io::Result<()> {
        self.clear_provisional(out)?;
        let columns = format!(
            "{:>7} {:>9} {:>7} {:>7} {:>8}  ",
            format!("{}/{}", info.depth, info.seldepth),
            format_score(info),
            format_count(info.nodes),
            format_count(nodes_per_second(info.nodes, info.time)),
            format_time(info.time),
        );
        let pv_width = self.width.saturating_sub(columns.chars().count() + 1);
        write!(out, "{columns}{}", self.format_pv(&info.pv, pv_width))?;
        match info.bound {
            Bound::Exact => writeln!(out)?,
            _ => self.is_provisional = true,
        }
        out.flush()
    }

    /// Writes a warning between rows.
    pub fn write_warning(&mut self, out: &mut impl Write, text: &str) -> io::Result<()> {
        self.clear_provisional(out)?;
        writeln!(out, "{text}")
    }

    /// Writes the result of the search.
    pub fn write_answer(&mut self, out: &mut impl Write, answer: &Answer) -> io::Result<()> {
        self.clear_provisional(out)?;
        writeln!(out)?;
        let (best, ponder) = match answer {
            Answer::Move { best, ponder } => (*best, *ponder),
            other => return writeln!(out, "{}", paint(style::STRONG, self.format_non_move(other))),
        };
        let moves: Vec<Move> = [Some(best), ponder].into_iter().flatten().collect();
        let usi = self.position.rules().usi(best);
        let [best, reply @ ..] = &self.format_moves(&moves)[..] else { return Ok(()) };
        write!(out, "Best move: {} ({usi})", paint(style::STRONG, best))?;
        match reply {
            [reply, ..] => writeln!(out, ", expecting {reply}"),
            [] => writeln!(out),
        }
    }

    /// Formats an answer that is not a move.
    fn format_non_move(&self, answer: &Answer) -> String {
        match answer {
            Answer::Mate(MateResult::Mate(moves)) => {
                format!("Mate: {}", self.format_moves(moves).join(" "))
            }
            Answer::Mate(MateResult::NoMate) => "No mate by checks alone".into(),
            Answer::Mate(MateResult::Unknown) => "No mate found".into(),
            Answer::Win => "A win can be declared".into(),
            Answer::Move { .. } | Answer::Resign => "No move".into(),
        }
    }

    /// Clears the current row if it is provisional.
    fn clear_provisional(&mut self, out: &mut impl Write) -> io::Result<()> {
        if std::mem::take(&mut self.is_provisional) { write!(out, "{CLEAR_LINE}") } else { Ok(()) }
    }

    /// Formats the start of a PV that fits into the width.
    fn format_pv(&self, pv: &[Move], width: usize) -> String {
        let mut text = String::new();
        for mv in self.format_moves(pv) {
            if text.chars().count() + 1 + mv.chars().count() > width {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text += &mv;
        }
        text
    }

    /// Formats moves in Western notation, up to the first illegal one.
    fn format_moves(&self, moves: &[Move]) -> Vec<String> {
        let mut after = self.position.clone();
        legal_prefix(self.position, moves)
            .map(|mv| {
                let text = format_western(&after, mv);
                after.do_move(mv);
                text
            })
            .collect()
    }
}

/// Formats a score from the point of view of the side to move. Mates, and wins and losses by rule,
/// are counted in moves.
pub fn format_score(info: &SearchInfo) -> String {
    let bound = match info.bound {
        Bound::Lower => "≥",
        Bound::Upper => "≤",
        Bound::None | Bound::Exact => "",
    };
    let plies = info.score.decided_plies().map(i32::unsigned_abs);
    let score = match (plies, info.score.is_win(), info.score.mate_plies().is_some()) {
        (Some(plies), true, true) => format!("mate {}", plies.div_ceil(2)),
        (Some(plies), false, true) => format!("mated {}", plies / 2),
        // Decided by the rules on repetition or impasse.
        (Some(plies), true, false) => format!("win {}", plies.div_ceil(2)),
        (Some(plies), false, false) => format!("loss {}", plies / 2),
        (None, ..) => format!("{:+.2}", f64::from(centipawns(info.score)) / 100.0),
    };
    format!("{bound}{score}")
}

/// Formats a count with at most five characters: `9999`, `10k`, `12M`.
pub fn format_count(count: u64) -> String {
    let units = [(1_000_000_000, 'G'), (1_000_000, 'M'), (1_000, 'k')];
    match units.into_iter().find(|&(size, _)| count >= 10 * size) {
        Some((size, unit)) => format!("{}{unit}", count / size),
        None => count.to_string(),
    }
}

/// Formats a time in seconds, or as `h:mm:ss` from 100 seconds on.
pub fn format_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{:.2} s", time.as_secs_f64()),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use search::from_centipawns;
    use search::{Pv, Score};

    fn info(position: &Position, bound: Bound, moves: &str) -> SearchInfo {
        let parse = |text| position.rules().parse_usi(text).unwrap();
        let pv: Pv = moves.split(' ').map(parse).collect();
        let (time, score) = (Duration::from_millis(2_500), Score::from_eval(from_centipawns(-135)));
        let (depth, seldepth, multipv, nodes, hashfull) = (9, 14, 1, 12_345_678, 10);
        SearchInfo { depth, seldepth, multipv, score, bound, nodes, time, hashfull, pv }
    }

    #[test]
    fn rows_with_a_bound_are_overwritten() {
        let position = Position::start(games::by_name("shogi").unwrap());
        let mut table = SearchTable::new(&position, 58);
        let mut out = Vec::new();
        table.write_row(&mut out, &info(&position, Bound::Lower, "7g7f")).unwrap();
        table.write_row(&mut out, &info(&position, Bound::Exact, "7g7f 3c3d 8h2b+")).unwrap();
        let text = String::from_utf8(out).unwrap();
        let rows = "   9/14    ≥-1.35     12M   4938k   2.50 s  P-7f\r\u{1b}[K   \
                    9/14     -1.35     12M   4938k   2.50 s  P-7f P-3d\n";
        assert_eq!(text, rows, "the last move does not fit");
    }

    #[test]
    fn mates_and_rule_wins_are_counted_in_moves() {
        let position = Position::start(games::by_name("shogi").unwrap());
        let text =
            |score| format_score(&SearchInfo { score, ..info(&position, Bound::Exact, "7g7f") });
        assert_eq!(text(Score::mate_in(5)), "mate 3");
        assert_eq!(text(Score::mated_in(4)), "mated 2");
        assert_eq!(text(Score::rule_win_in(1)), "win 1");
        assert_eq!(text(Score::rule_loss_in(2)), "loss 1");
        assert_eq!(text(Score::ZERO), "+0.00");
    }

    #[test]
    fn answers_are_written_in_western_and_usi_notation() {
        let position = Position::start(games::by_name("shogi").unwrap());
        let parse = |text| position.rules().parse_usi(text).unwrap();
        let answer = |answer| {
            let mut out = Vec::new();
            SearchTable::new(&position, 80).write_answer(&mut out, &answer).unwrap();
            let text = String::from_utf8(out).unwrap();
            anstream::adapter::strip_str(&text).to_string()
        };
        let (best, ponder) = (parse("7g7f"), Some(parse("3c3d")));
        let text = answer(Answer::Move { best, ponder });
        assert_eq!(text, "\nBest move: P-7f (7g7f), expecting P-3d\n");
        assert_eq!(answer(Answer::Move { best, ponder: None }), "\nBest move: P-7f (7g7f)\n");
        assert_eq!(answer(Answer::Resign), "\nNo move\n");
    }

    #[test]
    fn counts_and_times_are_short() {
        let counts = [999, 9_999, 10_000, 9_999_999, 10_000_000, 10_000_000_000].map(format_count);
        assert_eq!(counts, ["999", "9999", "10k", "9999k", "10M", "10G"]);
        assert_eq!(format_time(Duration::from_secs(3_725)), "1:02:05");
    }
}
