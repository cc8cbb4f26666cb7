//! The text that a match prints: the progress line and the table of results.

use crate::game_pair::{MatchTotals, SearchTotals};
use crate::sprt::{Hypothesis, Sprt};
use crate::stats::{Estimate, Tally};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// Prints text to stdout. Ignores errors: the match goes on if a reader such as `head` has closed the
/// pipe.
pub fn print(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// Progress of a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The games played, including those before the match was resumed.
    pub games: u64,
    /// The maximum number of games.
    pub max_games: u64,
    /// The games in progress.
    pub running: u64,
    /// The time since the start.
    pub elapsed: Duration,
    /// The estimated time to the end.
    pub remaining: Option<Duration>,
}

impl Progress {
    /// Formats the progress line.
    pub fn line(&self, tally: &Tally, sprt: Option<&Sprt>) -> String {
        let Self { games, max_games, running, elapsed, remaining } = *self;
        let elapsed = format_duration(elapsed);
        let mut line = format!("{games}/{max_games} games, {running} running, {elapsed}");
        if let Some(remaining) = remaining {
            let _ = write!(line, ", {} left", format_duration(remaining));
        }
        let [lost, drawn, won] = tally.games;
        let _ = write!(line, " | +{won} ={drawn} -{lost} {}", format_strength(tally));
        if let Some(sprt) = sprt {
            let _ = write!(line, " | {}", format_llr(sprt, tally));
        }
        line
    }
}

/// Estimates the time for `to_do` more items from the time that `done` items took.
pub fn time_left(elapsed: Duration, done: u64, to_do: u64) -> Option<Duration> {
    (done > 0).then(|| elapsed.mul_f64((to_do as f64 / done as f64).min(1e6)))
}

/// Formats a duration as hours, minutes and seconds.
pub fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn format_estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |Estimate { value, error }| format!("{value:+.1} ±{error:.1}"))
}

fn format_strength(tally: &Tally) -> String {
    let los = tally.los().map_or("-".to_owned(), |los| format!("{:.1}%", 100.0 * los));
    format!("Elo {} LOS {los}", format_estimate(tally.elo()))
}

fn format_llr(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    let llr = sprt.llr(tally);
    format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) [{}, {}]", sprt.elo0, sprt.elo1)
}

/// Formats the results of a match: a row for each game and one for all, the strength, the SPRT, and the
/// engines' searches.
pub fn table(names: [&str; 2], totals: &MatchTotals, sprt: Option<&Sprt>) -> String {
    let mut text = format!("Score of {} vs {}\n", names[0], names[1]);
    let _ = writeln!(
        text,
        "{:<13} {:>6} {:>6} {:>6} {:>6} {:>6}  {:<15} {:<15} pairs 0 to 2",
        "game", "games", "won", "drawn", "lost", "score", "Elo", "nElo"
    );
    for (name, tally) in &totals.games {
        text += &format_row(name, tally);
    }
    if totals.games.len() != 1 {
        text += &format_row("all", &totals.all);
    }
    let _ = writeln!(text, "{}", format_strength(&totals.all));
    if let Some(sprt) = sprt {
        let conclusion = match sprt.accepted(&totals.all) {
            Some(Hypothesis::H1) => "H1 accepted",
            Some(Hypothesis::H0) => "H0 accepted",
            None => "undecided",
        };
        let _ = writeln!(text, "{sprt}: {}, {conclusion}", format_llr(sprt, &totals.all));
    }
    for ((name, searches), failures) in names.into_iter().zip(&totals.searches).zip(totals.failures)
    {
        text += &format_searches(name, searches, failures);
    }
    text
}

fn format_row(name: &str, tally: &Tally) -> String {
    let [lost, drawn, won] = tally.games;
    let pairs: Vec<_> = tally.pairs.iter().map(u64::to_string).collect();
    let (elo, nelo) = (format_estimate(tally.elo()), format_estimate(tally.normalised_elo()));
    let (games, score) = (won + drawn + lost, 100.0 * tally.score());
    format!(
        "{name:<13} {games:>6} {won:>6} {drawn:>6} {lost:>6} {score:>5.1}%  {elo:<15} {nelo:<15} \
         {}\n",
        pairs.join(" ")
    )
}

fn format_searches(name: &str, searches: &SearchTotals, failures: u64) -> String {
    let speed =
        searches.nodes_per_second().map_or("-".to_owned(), |nps| format!("{:.0}", nps / 1000.0));
    let depth = searches.average_depth().map_or("-".to_owned(), |depth| format!("{depth:.1}"));
    let mut text = format!("{name}: {speed} knps, depth {depth}");
    if failures > 0 {
        let _ = write!(text, ", {failures} games lost by failure");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::Model;

    fn totals() -> MatchTotals {
        let tally = Tally { pairs: [1, 10, 78, 48, 13], games: [16, 206, 78] };
        let mut totals = MatchTotals { all: tally, ..MatchTotals::default() };
        totals.games.push(("shogi", tally));
        totals.searches[0] =
            SearchTotals { moves: 2, depths: 19, nodes: 1_000_000, micros: 500_000 };
        totals.failures[1] = 3;
        totals
    }

    #[test]
    fn the_table_shows_results_sprt_and_searches() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        let text = table(["new", "old"], &totals(), Some(&sprt));
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
    fn the_progress_line_shows_games_times_and_strength() {
        let (elapsed, remaining) = (Duration::from_secs(61), Some(Duration::from_secs(7200)));
        let progress = Progress { games: 300, max_games: 900, running: 2, elapsed, remaining };
        let expected = "300/900 games, 2 running, 0:01:01, 2:00:00 left | +78 =206 -16 Elo +72.9 ±22.3 \
            LOS 100.0%";
        assert_eq!(progress.line(&totals().all, None), expected);
    }
}
