//! The table that shows the progress of a search on a terminal.

use crate::output::Output;
use crate::player::{Answer, legal_prefix, nodes_per_second};
use crate::terminal::style::{self, CLEAR_LINE, paint};
use crate::terminal::wrap::wrap;
use mate::MateResult;
use records::format_seconds;
use rules::{Move, Position};
use search::{Bound, Reporter, SearchInfo, centipawns};
use std::collections::BTreeMap;
use std::mem;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// The time of a search before which only its last row is drawn: nobody can read those before, and a small terminal has
/// no place for them beside the board.
const FIRST_ROW_TIME: Duration = Duration::from_millis(500);

/// Reporter that draws a table of the progress on a terminal, one row per report. A row whose score is only a
/// bound is overwritten by the next row.
pub(crate) struct SearchTable<'a> {
    output: &'a dyn Output,
    position: &'a Position,
    /// Width of the terminal in columns.
    width: usize,
    /// Whether the current row will be overwritten; it has no end of line yet.
    is_provisional: bool,
    /// The last exact report before [`FIRST_ROW_TIME`] of each line, until a later one is drawn.
    early: BTreeMap<usize, SearchInfo>,
    /// The last row: at its end a search reports its result again.
    last: Option<SearchInfo>,
}

impl<'a> SearchTable<'a> {
    /// Draws the column headings.
    pub fn new(output: &'a dyn Output, position: &'a Position, width: usize) -> Self {
        let header = "  depth     score   nodes   per s     time  line";
        output.draw(format!("{}\n", paint(style::FAINT, header)));
        Self { output, position, width, is_provisional: false, early: BTreeMap::new(), last: None }
    }

    /// Draws the answer.
    pub fn finish(mut self, answer: &Answer) {
        for info in mem::take(&mut self.early).into_values() {
            self.draw_row(&info);
        }
        self.draw(&format!("\n{}\n", self.format_answer(answer)));
    }

    /// Draws text in place of a provisional row.
    fn draw(&mut self, text: &str) {
        let clear = if mem::take(&mut self.is_provisional) { CLEAR_LINE } else { "" };
        self.output.draw(format!("{clear}{text}"));
    }

    fn format_answer(&self, answer: &Answer) -> String {
        let language = self.output.language();
        let &Answer::Move { best, ponder } = answer else {
            let text = wrap(&self.format_non_move(answer), self.width);
            return paint(style::STRONG, text).to_string();
        };
        let usi = self.position.rules().usi(best).to_string();
        let moves: Vec<Move> = [Some(best), ponder].into_iter().flatten().collect();
        let mut moves = self.format_moves(&moves).into_iter();
        let best = moves.next().unwrap_or_default();
        let usi = if best == usi { String::new() } else { format!(" ({usi})") };
        let reply = moves.next().map(|reply| language.fill(", expecting {0}", &[&reply]));
        let best = format!("{}{usi}{}", paint(style::STRONG, best), reply.unwrap_or_default());
        language.fill("Best move: {0}", &[&best])
    }

    /// Formats an answer that is not a move.
    fn format_non_move(&self, answer: &Answer) -> String {
        let language = self.output.language();
        language.text(match answer {
            Answer::Mate(MateResult::Mate(moves)) => {
                return language.fill("Mate: {0}", &[&self.format_moves(moves).join(" ")]);
            }
            Answer::Mate(MateResult::NoMate) => "No mate by checks alone",
            Answer::Mate(MateResult::Unknown) => "No mate found",
            Answer::Win => "A win can be declared",
            Answer::Resign if self.position.has_legal_move() => "The engine resigns",
            Answer::Move { .. } | Answer::Resign => "No move",
        })
    }

    /// Formats the start of a PV that fits into the width.
    fn format_pv(&self, pv: &[Move], width: usize) -> String {
        let mut text = String::new();
        for mv in self.format_moves(pv) {
            if text.width() + 1 + mv.width() > width {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text += &mv;
        }
        text
    }

    /// Formats moves as people write them, up to the first illegal one.
    fn format_moves(&self, moves: &[Move]) -> Vec<String> {
        let mut after = self.position.clone();
        legal_prefix(self.position, moves)
            .map(|mv| {
                let text = self.output.language().move_text(&after, mv);
                after.do_move(mv);
                text
            })
            .collect()
    }

    fn draw_row(&mut self, info: &SearchInfo) {
        let is_same = |last: &SearchInfo| {
            (last.depth, last.multipv, last.score) == (info.depth, info.multipv, info.score)
                && (last.bound, &last.pv) == (info.bound, &info.pv)
        };
        if self.last.as_ref().is_some_and(is_same) && !self.is_provisional {
            return;
        }
        self.last = Some(info.clone());
        let columns = format!(
            "{:>7} {:>9} {:>7} {:>7} {:>8}  ",
            format!("{}/{}", info.depth, info.seldepth),
            format_score(info),
            format_count(info.nodes),
            format_count(nodes_per_second(info.nodes, info.time)),
            format_time(info.time),
        );
        let pv_width = self.width.saturating_sub(columns.chars().count() + 1);
        let is_exact = info.bound == Bound::Exact;
        let end = if is_exact { "\n" } else { "" };
        self.draw(&format!("{columns}{}{end}", self.format_pv(&info.pv, pv_width)));
        self.is_provisional = !is_exact;
    }
}

impl Reporter for SearchTable<'_> {
    fn info(&mut self, info: &SearchInfo) {
        let is_exact = info.bound == Bound::Exact;
        if info.time >= FIRST_ROW_TIME {
            if is_exact {
                self.early.clear();
            }
            self.draw_row(info);
        } else if is_exact {
            self.early.insert(info.multipv, info.clone());
        }
    }

    fn warning(&mut self, text: &str) {
        self.draw(&format!("{}\n", wrap(text, self.width)));
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
    match time.as_secs() {
        0..100 => format!("{:.2} s", time.as_secs_f64()),
        _ => format_seconds(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use search::{Pv, Score, from_centipawns};
    use std::cell::RefCell;

    fn info(position: &Position, bound: Bound, moves: &str) -> SearchInfo {
        let parse = |text| position.rules().parse_usi(text).unwrap();
        let pv: Pv = moves.split(' ').map(parse).collect();
        let (time, score) = (Duration::from_millis(2_500), Score::from_eval(from_centipawns(-135)));
        let (depth, seldepth, multipv, nodes, hashfull) = (9, 14, 1, 12_345_678, 10);
        SearchInfo { depth, seldepth, multipv, score, bound, nodes, time, hashfull, pv }
    }

    /// Output that keeps what is drawn.
    #[derive(Default)]
    struct Drawn(RefCell<String>);

    impl Output for Drawn {
        fn print_line(&self, _line: String) {}

        fn draw(&self, text: String) {
            *self.0.borrow_mut() += &text;
        }
    }

    /// Returns what a table of some width draws below its headings.
    fn drawn(width: usize, position: &Position, draw: impl FnOnce(SearchTable)) -> String {
        let output = Drawn::default();
        draw(SearchTable::new(&output, position, width));
        let text = output.0.into_inner();
        text.split_once('\n').unwrap().1.to_owned()
    }

    #[test]
    fn rows_with_a_bound_are_overwritten() {
        let position = Position::start(games::by_name("shogi").unwrap());
        let text = drawn(58, &position, |mut table| {
            table.info(&info(&position, Bound::Lower, "7g7f"));
            table.info(&info(&position, Bound::Exact, "7g7f 3c3d 8h2b+"));
        });
        let rows = "   9/14    ≥-1.35     12M   4938k   2.50 s  P-7f\r\u{1b}[K   \
                    9/14     -1.35     12M   4938k   2.50 s  P-7f P-3d\n";
        assert_eq!(text, rows, "the last move does not fit");
    }

    #[test]
    fn of_the_first_moment_only_the_last_row_is_drawn() {
        let position = Position::start(games::by_name("shogi").unwrap());
        let at = |milliseconds, depth, bound| SearchInfo {
            time: Duration::from_millis(milliseconds),
            depth,
            ..info(&position, bound, "7g7f")
        };
        let depths = |reports: &[SearchInfo]| {
            let text = drawn(80, &position, |mut table| {
                reports.iter().for_each(|report| table.info(report));
                table.finish(&Answer::Resign);
            });
            let depths =
                text.lines().filter_map(|line| line.rsplit(CLEAR_LINE).next()?.split_once('/'));
            depths.map(|(depth, _)| depth.trim().to_owned()).collect::<Vec<_>>()
        };
        let early = [at(1, 1, Bound::Exact), at(9, 2, Bound::Exact), at(10, 3, Bound::Lower)];
        assert_eq!(depths(&early), ["2"]);
        let late = [at(600, 3, Bound::Upper), at(700, 3, Bound::Exact)];
        assert_eq!(depths(&[&early[..], &late[..1]].concat()), ["2"], "bounds are overwritten");
        let again = at(800, 3, Bound::Exact);
        assert_eq!(depths(&[&early[..], &late[..], &[again]].concat()), ["3"]);
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
        let shogi = games::by_name("shogi").unwrap();
        let position = Position::start(shogi);
        let parse = |text| position.rules().parse_usi(text).unwrap();
        let answer = |answer| {
            let text = drawn(80, &position, |table| table.finish(&answer));
            anstream::adapter::strip_str(&text).to_string()
        };
        let (best, ponder) = (parse("7g7f"), Some(parse("3c3d")));
        let text = answer(Answer::Move { best, ponder });
        assert_eq!(text, "\nBest move: P-7f (7g7f), expecting P-3d\n");
        assert_eq!(answer(Answer::Move { best, ponder: None }), "\nBest move: P-7f (7g7f)\n");
        assert_eq!(answer(Answer::Resign), "\nThe engine resigns\n");
        let mate = Position::from_sfen(shogi, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").unwrap();
        let text = drawn(80, &mate, |table| table.finish(&Answer::Resign));
        assert_eq!(anstream::adapter::strip_str(&text).to_string(), "\nNo move\n");
    }

    #[test]
    fn counts_and_times_are_short() {
        let counts = [999, 9_999, 10_000, 9_999_999, 10_000_000, 10_000_000_000].map(format_count);
        assert_eq!(counts, ["999", "9999", "10k", "9999k", "10M", "10G"]);
        assert_eq!(format_time(Duration::from_secs(3_725)), "1:02:05");
    }
}
