//! What a match looks like to who runs it.

use crate::game_pair::{Effort, Standing};
use crate::stats::{Estimate, Sprt, Tally, Verdict};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// Prints a text. A reader such as `head` that has seen enough does not end the match.
pub fn print(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// What is being played, for the line that is kept up to date.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Games played, those before a resumption included.
    pub games: u64,
    /// Games to play at most.
    pub of: u64,
    /// Games going on.
    pub running: u64,
    /// Since the start.
    pub elapsed: Duration,
    /// Until the end, as far as can be told.
    pub left: Option<Duration>,
}

impl Progress {
    /// The line.
    pub fn line(&self, tally: &Tally, sprt: Option<&Sprt>) -> String {
        let Self { games, of, running, elapsed, left } = *self;
        let mut line =
            format!("{games}/{of} games, {running} running, {}", format_duration(elapsed));
        if let Some(left) = left {
            let _ = write!(line, ", {} left", format_duration(left));
        }
        let [lost, drawn, won] = tally.games;
        let _ = write!(line, " | +{won} ={drawn} -{lost} {}", strength(tally));
        if let Some(sprt) = sprt {
            let _ = write!(line, " | {}", ratio(sprt, tally));
        }
        line
    }
}

/// How long what is to come will take, by how long it took what is done.
pub fn time_left(elapsed: Duration, done: u64, to_come: u64) -> Option<Duration> {
    (done > 0).then(|| elapsed.mul_f64((to_come as f64 / done as f64).min(1e6)))
}

/// Hours, minutes and seconds.
pub fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |Estimate { value, error }| format!("{value:+.1} ±{error:.1}"))
}

fn strength(tally: &Tally) -> String {
    let superior = tally.superiority().map_or("-".to_owned(), |los| format!("{:.1}%", 100.0 * los));
    format!("Elo {} LOS {superior}", estimate(tally.elo()))
}

fn ratio(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    let ratio = sprt.ratio(tally);
    format!("LLR {ratio:.2} ({lower:.2}, {upper:.2}) [{}, {}]", sprt.elo0, sprt.elo1)
}

/// The whole result: a row for each game and one for all, and what the engines did.
pub fn table(names: [&str; 2], standing: &Standing, sprt: Option<&Sprt>) -> String {
    let mut text = format!("Score of {} vs {}\n", names[0], names[1]);
    let _ = writeln!(
        text,
        "{:<13} {:>6} {:>6} {:>6} {:>6} {:>6}  {:<15} {:<15} pairs 0 to 2",
        "game", "games", "won", "drawn", "lost", "score", "Elo", "nElo"
    );
    for (name, tally) in &standing.games {
        text += &row(name, tally);
    }
    if standing.games.len() != 1 {
        text += &row("all", &standing.total);
    }
    let _ = writeln!(text, "{}", strength(&standing.total));
    if let Some(sprt) = sprt {
        let verdict = match sprt.verdict(&standing.total) {
            Some(Verdict::H1) => "H1 accepted",
            Some(Verdict::H0) => "H0 accepted",
            None => "undecided",
        };
        let _ = writeln!(text, "{sprt}: {}, {verdict}", ratio(sprt, &standing.total));
    }
    for ((name, work), failures) in names.into_iter().zip(&standing.efforts).zip(standing.failures)
    {
        text += &effort(name, work, failures);
    }
    text
}

fn row(name: &str, tally: &Tally) -> String {
    let [lost, drawn, won] = tally.games;
    let pairs: Vec<_> = tally.pairs.iter().map(u64::to_string).collect();
    let (elo, normalised) = (estimate(tally.elo()), estimate(tally.normalised_elo()));
    let (games, score) = (won + drawn + lost, 100.0 * tally.score());
    format!(
        "{name:<13} {games:>6} {won:>6} {drawn:>6} {lost:>6} {score:>5.1}%  {elo:<15} \
         {normalised:<15} {}\n",
        pairs.join(" ")
    )
}

fn effort(name: &str, effort: &Effort, failures: u64) -> String {
    let speed = effort.speed().map_or("-".to_owned(), |speed| format!("{:.0}", speed / 1000.0));
    let depth = effort.depth().map_or("-".to_owned(), |depth| format!("{depth:.1}"));
    let mut text = format!("{name}: {speed} knps, depth {depth}");
    if failures > 0 {
        let _ = write!(text, ", {failures} games lost by failure");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Model;

    fn standing() -> Standing {
        let tally = Tally { pairs: [1, 10, 78, 48, 13], games: [16, 206, 78] };
        let mut standing = Standing { total: tally, ..Standing::default() };
        standing.games.push(("shogi", tally));
        standing.efforts[0] = Effort { moves: 2, depths: 19, nodes: 1_000_000, micros: 500_000 };
        standing.failures[1] = 3;
        standing
    }

    #[test]
    fn a_table() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        let text = table(["new", "old"], &standing(), Some(&sprt));
        for part in [
            "Score of new vs old\n",
            "shogi            300     78    206     16  60.3%  +72.9 ±22.3     +132.3 ±39.3    1 10 78 48 13\n",
            "Elo +72.9 ±22.3 LOS 100.0%\n",
            "H1 accepted",
            "new: 2000 knps, depth 9.5\n",
            "old: - knps, depth -, 3 games lost by failure\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains("all "));
    }

    #[test]
    fn a_line() {
        let (elapsed, left) = (Duration::from_secs(61), Some(Duration::from_secs(7200)));
        let progress = Progress { games: 300, of: 900, running: 2, elapsed, left };
        let due = "300/900 games, 2 running, 0:01:01, 2:00:00 left | +78 =206 -16 Elo +72.9 ±22.3 \
            LOS 100.0%";
        assert_eq!(progress.line(&standing().total, None), due);
    }
}
