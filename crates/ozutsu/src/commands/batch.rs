//! Many positions searched one after the other, and how many of their best moves were found.

use super::exercises::Exercise;
use super::table::{clock, score, short};
use super::thinking::{Event, think};
use crate::failure::Failure;
use crate::notation::Notation;
use crate::session::{Answer, Request, Thinker};
use crate::style::{self, REWIND, paint};
use rules::Move;
use search::{Bound, Control, MateResult, SearchInfo};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a bar of progress is in characters.
const BAR: usize = 24;
/// How often it is drawn at most.
const REDRAWN: Duration = Duration::from_millis(100);

/// Searches every position and writes a row about each, and the sum. Whether a search is to end
/// early, and with it the batch, the control says.
pub fn run(
    exercises: &[Exercise],
    control: &Arc<Control>,
    notation: Notation,
    request: impl Fn(&Exercise) -> Request,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut thinker = Thinker::default();
    let mut bar = Bar::new(exercises.len());
    let mut tally = Tally::default();
    let start = Instant::now();
    head(out)?;
    for exercise in exercises {
        let mut last = None;
        // Nothing that was learnt before may help.
        thinker.clear(&|| false);
        let begin = Instant::now();
        let answer = think(&mut thinker, &request(exercise), |event| match event {
            Event::Found(info) => {
                bar.draw(&tally, exercise, info.depth)?;
                if info.multipv == 1 && info.bound == Bound::Exact {
                    last = Some(*info);
                }
                Ok(())
            }
            Event::Trouble(text) => {
                bar.clear()?;
                writeln!(out, "{text}")
            }
        })?;
        bar.clear()?;
        if control.is_stopped() {
            break;
        }
        // A problem that is not solved tells no line; its work is known all the same.
        let (nodes, time) = match &last {
            Some(info) => (info.nodes, info.time),
            None => (thinker.problem_nodes(), begin.elapsed()),
        };
        let found = Found { answer, last, nodes, time };
        let verdict = tally.count(exercise, &found);
        row(out, notation, exercise, &found, verdict)?;
    }
    writeln!(out, "\n{}", paint(style::STRONG, tally.sum(start.elapsed())))?;
    Ok(())
}

/// What a search found, and what it took.
struct Found {
    answer: Answer,
    /// The last line told, if any was.
    last: Option<SearchInfo>,
    nodes: u64,
    time: Duration,
}

impl Found {
    /// What is played first, if anything is.
    fn first_move(&self) -> Option<Move> {
        match &self.answer {
            Answer::Move { best, .. } => Some(*best),
            Answer::Problem(MateResult::Mate(moves)) => moves.first().copied(),
            Answer::Problem(_) | Answer::Resign | Answer::Win => None,
        }
    }

    /// What is played, or why nothing is.
    fn played(&self, write: impl Fn(&Move) -> String) -> String {
        match self.answer {
            Answer::Win => "win".into(),
            Answer::Problem(MateResult::NoMate) => "nomate".into(),
            Answer::Problem(MateResult::Unknown) => "timeout".into(),
            _ => self.first_move().as_ref().map_or("-".into(), write),
        }
    }
}

/// What was done so far.
#[derive(Default)]
struct Tally {
    /// The positions searched, those of them whose best moves are told, and those found.
    searched: usize,
    asked: usize,
    found: usize,
    nodes: u64,
}

impl Tally {
    /// Takes note of an answer; says whether it is right, if that can be said.
    fn count(&mut self, exercise: &Exercise, found: &Found) -> Option<bool> {
        self.searched += 1;
        self.nodes += found.nodes;
        if exercise.best.is_empty() {
            return None;
        }
        let is_right = found.first_move().is_some_and(|mv| exercise.best.contains(&mv));
        self.asked += 1;
        self.found += usize::from(is_right);
        Some(is_right)
    }

    fn sum(&self, time: Duration) -> String {
        let Self { searched, asked, found, nodes } = self;
        let work = format!("{} nodes in {}", short(*nodes), clock(time));
        let positions = if *searched == 1 { "position" } else { "positions" };
        match asked {
            0 => format!("{searched} {positions}; {work}"),
            _ => format!("{found} of {asked} best moves found in {searched} {positions}; {work}"),
        }
    }
}

fn head(out: &mut impl Write) -> io::Result<()> {
    let head = format!(
        "{:>5} {:>5} {:>9} {:>9} {:>7} {:>7} {:>8}  position",
        "line", "found", "move", "score", "depth", "nodes", "time"
    );
    writeln!(out, "{}", paint(style::FAINT, head))?;
    out.flush()
}

fn row(
    out: &mut impl Write,
    notation: Notation,
    exercise: &Exercise,
    found: &Found,
    verdict: Option<bool>,
) -> io::Result<()> {
    let Exercise { line, name, position, best } = exercise;
    let write = |&mv: &Move| notation.write(position, mv);
    let (verdict, mark) = match verdict {
        Some(true) => (style::REACH, "yes"),
        Some(false) => (style::ALARM, "no"),
        None => (style::FAINT, "-"),
    };
    // Padded before it is painted: colours take no room.
    let verdict = paint(verdict, format!("{mark:>5}"));
    let played = found.played(write);
    let [worth, depth] = match &found.last {
        Some(info) => [score(info), format!("{}/{}", info.depth, info.seldepth)],
        None => ["-"; 2].map(str::to_owned),
    };
    let (nodes, time) = (short(found.nodes), clock(found.time));
    let name = if name.is_empty() { position.rules().name() } else { name };
    write!(
        out,
        "{line:>5} {verdict} {played:>9} {worth:>9} {depth:>7} {nodes:>7} {time:>8}  {name}"
    )?;
    if mark == "no" {
        write!(out, ", where {} is best", best.iter().map(write).collect::<Vec<_>>().join(" "))?;
    }
    writeln!(out)?;
    out.flush()
}

/// How far it has come, for who looks at a terminal: on stderr, so that it is in no file.
struct Bar {
    total: usize,
    is_shown: bool,
    drawn: Option<Instant>,
}

impl Bar {
    fn new(total: usize) -> Self {
        Self { total, is_shown: io::stderr().is_terminal(), drawn: None }
    }

    fn draw(&mut self, tally: &Tally, exercise: &Exercise, depth: u32) -> io::Result<()> {
        if !self.is_shown || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAWN) {
            return Ok(());
        }
        self.drawn = Some(Instant::now());
        let text = progress(tally.searched, self.total);
        let found = format!("{} of {} found", tally.found, tally.asked);
        let mut screen = anstream::stderr().lock();
        write!(screen, "{REWIND}{text}  {found}, line {} depth {depth}", exercise.line)?;
        screen.flush()
    }

    fn clear(&mut self) -> io::Result<()> {
        match self.drawn.take() {
            Some(_) => write!(anstream::stderr(), "{REWIND}"),
            None => Ok(()),
        }
    }
}

/// A bar and the numbers of it.
fn progress(done: usize, total: usize) -> String {
    let full = BAR * done / total.max(1);
    format!("[{}{}] {done}/{total}", "#".repeat(full), "-".repeat(BAR - full.min(BAR)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills() {
        assert_eq!(progress(0, 0), "[------------------------] 0/0");
        assert_eq!(progress(3, 8), "[#########---------------] 3/8");
        assert_eq!(progress(8, 8), "[########################] 8/8");
    }

    #[test]
    fn the_sum_counts_only_what_was_asked() {
        let second = Duration::from_secs(1);
        let mut tally = Tally { searched: 1, nodes: 12, ..Tally::default() };
        assert_eq!(tally.sum(second), "1 position; 12 nodes in 1.00 s");
        (tally.searched, tally.asked, tally.found) = (9, 8, 5);
        let sum = "5 of 8 best moves found in 9 positions; 12 nodes in 1.00 s";
        assert_eq!(tally.sum(second), sum);
    }
}
