//! Searches the positions of an EPD file one after the other and counts the best moves found.

use crate::cli_error::{CliError, print_warning};
use crate::interrupt::interrupted;
use crate::json::{self, Epd, EpdSummary, Object, milliseconds};
use crate::progress::{self, progress_bar};
use indicatif::ProgressBar;
use mate::MateResult;
use records::EpdEntry;
use rules::Move;
use search::{Bound, Control, Reporter, SearchInfo};
use session::move_notation::Notation;
use session::player::{Answer, Player, SearchRequest};
use session::terminal::search_table::{format_count, format_score, format_time};
use session::terminal::style::{self, paint};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How the results are printed.
#[derive(Clone, Copy)]
pub enum SuiteFormat {
    Table(Notation),
    Json,
}

/// Searches every position and writes a row for each, then a summary. Stopping `control` ends the
/// current search and the suite.
pub fn run_suite(
    entries: &[EpdEntry],
    control: &Control,
    format: SuiteFormat,
    request: impl Fn(&EpdEntry) -> SearchRequest,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let mut player = Player::new()?;
    let bar = progress_bar(entries.len(), progress::MESSAGE);
    let mut totals = Totals::default();
    let suite_start = Instant::now();
    if let SuiteFormat::Table(_) = format {
        let header = " line found      move     score   depth   nodes     time  position";
        writeln!(out, "{}", paint(style::FAINT, header))?;
        out.flush()?;
    }
    for entry in entries {
        // Each position is searched as if it were the only one.
        player.new_game();
        let start = Instant::now();
        let mut progress = Progress { entry, totals: &totals, bar: &bar, last: None };
        let answer = player.search(&request(entry), &mut progress);
        let last = progress.last;
        if control.is_stopped() {
            break;
        }
        // A mate search without a mate sends no report, but the player knows its nodes.
        let (nodes, time) = match &last {
            Some(info) => (info.nodes, info.time),
            None => (player.mate_search_nodes(), start.elapsed()),
        };
        let result = EpdResult { answer, last, nodes, time };
        let is_correct = totals.add(entry, &result);
        bar.suspend(|| match format {
            SuiteFormat::Table(notation) => write_row(out, notation, entry, &result, is_correct),
            SuiteFormat::Json => json::write_line(out, &result.object(entry, is_correct)),
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let time = suite_start.elapsed();
    match format {
        SuiteFormat::Table(_) => {
            writeln!(out, "\n{}", paint(style::STRONG, totals.summary(time)))?;
            out.flush()?;
        }
        SuiteFormat::Json => json::write_line(out, &totals.object(time))?,
    }
    interrupted()
}

/// Reporter that shows the progress of the suite and keeps the last report.
struct Progress<'a> {
    entry: &'a EpdEntry,
    totals: &'a Totals,
    bar: &'a ProgressBar,
    /// The last report of the best line with an exact score.
    last: Option<SearchInfo>,
}

impl Reporter for Progress<'_> {
    fn info(&mut self, info: &SearchInfo) {
        self.bar.set_message(self.totals.progress(self.entry, info.depth));
        if info.multipv == 1 && info.bound == Bound::Exact {
            self.last = Some(info.clone());
        }
    }

    fn warning(&mut self, text: &str) {
        self.bar.suspend(|| print_warning(&text));
    }
}

/// Result of the search of one position.
struct EpdResult {
    answer: Answer,
    /// The last report of the best line with an exact score.
    last: Option<SearchInfo>,
    nodes: u64,
    time: Duration,
}

impl EpdResult {
    /// Returns the first move of the answer, or `None` if it has no moves.
    fn first_move(&self) -> Option<Move> {
        match &self.answer {
            Answer::Move { best, .. } => Some(*best),
            Answer::Mate(MateResult::Mate(moves)) => moves.first().copied(),
            Answer::Mate(_) | Answer::Resign | Answer::Win => None,
        }
    }

    fn object(&self, entry: &EpdEntry, is_correct: Option<bool>) -> Object {
        let work = (self.nodes, self.time);
        Object::Epd(Epd::new(entry, &self.answer, is_correct, work, self.last.as_ref()))
    }

    /// Formats the first move, or the kind of answer if it has no moves.
    fn format_answer(&self, format_move: impl Fn(&Move) -> String) -> String {
        match self.answer {
            Answer::Win => "win".into(),
            Answer::Mate(MateResult::NoMate) => "nomate".into(),
            Answer::Mate(MateResult::Unknown) => "timeout".into(),
            _ => self.first_move().as_ref().map_or("-".into(), format_move),
        }
    }
}

/// Running totals of the searched positions.
#[derive(Default)]
struct Totals {
    searched: usize,
    /// Number of positions with best moves.
    with_best_moves: usize,
    /// Number of positions in which a best move was found.
    found: usize,
    nodes: u64,
}

impl Totals {
    /// Adds a result. Returns whether its move is a best move, or `None` if the entry has no best moves.
    fn add(&mut self, entry: &EpdEntry, result: &EpdResult) -> Option<bool> {
        self.searched += 1;
        self.nodes += result.nodes;
        if entry.best_moves.is_empty() {
            return None;
        }
        let is_correct = result.first_move().is_some_and(|mv| entry.best_moves.contains(&mv));
        self.with_best_moves += 1;
        self.found += usize::from(is_correct);
        Some(is_correct)
    }

    /// Formats the message of the progress bar during the search of a position.
    fn progress(&self, entry: &EpdEntry, depth: u32) -> String {
        let Self { with_best_moves, found, .. } = self;
        format!("{found} of {with_best_moves} found, line {} depth {depth}", entry.line)
    }

    fn object(&self, time: Duration) -> Object {
        let &Self { searched, with_best_moves, found, nodes } = self;
        let (positions, correct, time_ms) = (searched, found, milliseconds(time));
        Object::EpdSummary(EpdSummary { positions, with_best_moves, correct, nodes, time_ms })
    }

    fn summary(&self, time: Duration) -> String {
        let Self { searched, with_best_moves, found, nodes } = self;
        let work = format!("{} nodes in {}", format_count(*nodes), format_time(time));
        let positions = if *searched == 1 { "position" } else { "positions" };
        match with_best_moves {
            0 => format!("{searched} {positions}; {work}"),
            _ => {
                format!(
                    "{found} of {with_best_moves} best moves found in {searched} {positions}; {work}"
                )
            }
        }
    }
}

fn write_row(
    out: &mut impl Write,
    notation: Notation,
    entry: &EpdEntry,
    result: &EpdResult,
    is_correct: Option<bool>,
) -> io::Result<()> {
    let EpdEntry { line, id, position, best_moves, .. } = entry;
    let format_move = |&mv: &Move| notation.format_move(position, mv);
    let (style, found) = match is_correct {
        Some(true) => (style::SOLVED, "yes"),
        Some(false) => (style::UNSOLVED, "no"),
        None => (style::FAINT, "-"),
    };
    // Padded before it is styled: escape codes would count as columns.
    let found = paint(style, format!("{found:>5}"));
    let answer = result.format_answer(format_move);
    let [score, depth] = match &result.last {
        Some(info) => [format_score(info), format!("{}/{}", info.depth, info.seldepth)],
        None => ["-"; 2].map(str::to_owned),
    };
    let (nodes, time) = (format_count(result.nodes), format_time(result.time));
    let id = if id.is_empty() { position.rules().name() } else { id };
    let id = id.replace(char::is_control, " ");
    write!(out, "{line:>5} {found} {answer:>9} {score:>9} {depth:>7} {nodes:>7} {time:>8}  {id}")?;
    if is_correct == Some(false) {
        let best_moves: Vec<_> = best_moves.iter().map(format_move).collect();
        write!(out, "; best: {}", best_moves.join(" "))?;
    }
    writeln!(out)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_counts_only_positions_with_best_moves() {
        let second = Duration::from_secs(1);
        let mut totals = Totals { searched: 1, nodes: 12, ..Totals::default() };
        assert_eq!(totals.summary(second), "1 position; 12 nodes in 1.00 s");
        (totals.searched, totals.with_best_moves, totals.found) = (9, 8, 5);
        let summary = "5 of 8 best moves found in 9 positions; 12 nodes in 1.00 s";
        assert_eq!(totals.summary(second), summary);
    }
}
