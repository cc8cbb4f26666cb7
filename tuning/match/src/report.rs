//! The text that a match prints: the progress line and the table of results.

use crate::match_results::{EngineTotals, MatchResults};
use std::fmt::Write;
use trials::{Estimate, Hypothesis, Sprt, Tally};

/// Formats the second part of a line of progress: the result of the first of two engines, or of the best.
pub fn running_result(results: &MatchResults) -> String {
    let mut text = String::new();
    let tally = match ranking(results)[..] {
        [_, _] => results.first(),
        [best, ..] => {
            let _ = write!(text, " | first {}", results.engines[best].name);
            &results.engines[best].tally
        }
        [] => return text,
    };
    let [lost, drawn, won] = tally.games().0;
    let _ = write!(text, " | +{won} ={drawn} -{lost} {}", format_strength(tally));
    if let Some(sprt) = &results.sprt {
        let _ = write!(text, " | {} [{}, {}]", format_llr(sprt, tally), sprt.elo0, sprt.elo1);
    }
    text
}

fn format_estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |estimate| estimate.to_string())
}

fn format_strength(tally: &Tally) -> String {
    let los = tally.los().map_or("-".to_owned(), |los| format!("{:.1}%", 100.0 * los));
    format!("Elo {} LOS {los}", format_estimate(tally.elo()))
}

fn format_llr(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    let llr = sprt.llr(tally);
    format!("LLR {llr:.2} ({lower:.2}, {upper:.2})")
}

/// Returns the engines' indices, the highest score first.
fn ranking(results: &MatchResults) -> Vec<usize> {
    let score = |index: usize| results.engines[index].tally.score();
    let mut order: Vec<_> = (0..results.engines.len()).collect();
    order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
    order
}

/// Formats the results of a match: of two engines by game, with the strength and the SPRT, or of more as
/// a cross table; then the engines' searches.
pub fn table(results: &MatchResults) -> String {
    let mut text = match results.engines.as_slice() {
        [first, second] => {
            format!("Score of {} vs {}\n", first.name, second.name) + &table_of_two(results)
        }
        _ => cross_table(results),
    };
    results.engines.iter().for_each(|engine| text += &format_searches(engine));
    text
}

/// The columns of a table after the first. Every line of a table of two engines fits into 80 columns.
const COLUMNS: &str = " games    won  drawn   lost  score  Elo";

/// Formats the results by game, and the pairs by the points of the first engine.
fn table_of_two(results: &MatchResults) -> String {
    let all = results.first();
    let mut text = format!("{:<13} {COLUMNS}\n", "game");
    let mut pairs = format!("{:<13}   none    1/2      1    3/2      2  nElo\n", "points a pair");
    let rows = results.games.iter().map(|(name, tally)| (*name, tally));
    for (name, tally) in rows.chain((results.games.len() != 1).then_some(("all", all))) {
        let _ = writeln!(text, "{name:<13} {}", format_row(tally));
        let _ = write!(pairs, "{name:<13}");
        tally.pairs.iter().for_each(|count| pairs += &format!(" {count:>6}"));
        let _ = writeln!(pairs, "  {}", format_estimate(tally.normalised_elo()));
    }
    text += &pairs;
    let _ = writeln!(text, "{}", format_strength(all));
    if let Some(sprt) = &results.sprt {
        let conclusion = match sprt.accepted(all) {
            Some(Hypothesis::H1) => "H1 accepted",
            Some(Hypothesis::H0) => "H0 accepted",
            None => "undecided",
        };
        let _ = writeln!(text, "{sprt}: {}, {conclusion}", format_llr(sprt, all));
    }
    text
}

/// Formats a row for each engine, the best first, and another one with its points against each other engine.
fn cross_table(results: &MatchResults) -> String {
    let (order, engines) = (ranking(results), &results.engines);
    let width = engines.iter().map(|engine| engine.name.chars().count()).max();
    let width = width.unwrap_or(0).max("engine".len());
    let mut text = format!("   # {:<width$} {COLUMNS}\n", "engine");
    let mut points = format!("   # {:<width$}", "points");
    (1..=order.len()).for_each(|number| points += &format!(" {number:>9}"));
    for (number, &index) in (1..).zip(&order) {
        let EngineTotals { name, tally, against, .. } = &engines[index];
        let _ = writeln!(text, "{number:>4} {name:<width$} {}", format_row(tally));
        let _ = write!(points, "\n{number:>4} {name:<width$}");
        for &other in &order {
            let (won, games) = (against[other].points(), against[other].games());
            let cell = if games == 0 { "-".to_owned() } else { format!("{won}/{games}") };
            let _ = write!(points, " {cell:>9}");
        }
    }
    text + &points + "\n"
}

fn format_row(tally: &Tally) -> String {
    let [lost, drawn, won] = tally.games().0;
    let elo = format_estimate(tally.elo());
    let (games, score) = (tally.game_count(), 100.0 * tally.score());
    format!("{games:>6} {won:>6} {drawn:>6} {lost:>6} {score:>5.1}%  {elo}")
}

fn format_searches(engine: &EngineTotals) -> String {
    let EngineTotals { name, searches, failures, .. } = engine;
    let speed =
        searches.nodes_per_second().map_or("-".to_owned(), |nps| format!("{:.0}", nps / 1000.0));
    let depth = searches.average_depth().map_or("-".to_owned(), |depth| format!("{depth:.1}"));
    let mut text = format!("{name}: {speed} knps, depth {depth}");
    if *failures > 0 {
        let _ = write!(text, ", {failures} games lost by failure");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_pair::PairResult;
    use crate::search_totals::SearchTotals;
    use std::iter;
    use trials::{GameCounts, Model};

    fn results(sprt: Option<Sprt>) -> MatchResults {
        let black = GameCounts([8, 103, 39]);
        let tally = Tally { pairs: [1, 10, 78, 48, 13], black, white: black };
        let mut totals = MatchResults::new(&["new", "old"], sprt, iter::empty()).unwrap();
        totals.games.push(("shogi", tally));
        totals.engines[0].tally = tally;
        totals.engines[0].searches =
            SearchTotals { moves: 2, depths: 19, nodes: 1_000_000, micros: 500_000 };
        totals.engines[1].failures = 3;
        totals
    }

    #[test]
    fn the_table_shows_results_sprt_and_searches() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        let text = table(&results(Some(sprt)));
        for part in [
            "Score of new vs old\n",
            "game           games    won  drawn   lost  score  Elo\n",
            "shogi            300     78    206     16  60.3%  +72.9 ±22.3\n",
            "points a pair   none    1/2      1    3/2      2  nElo\n",
            "shogi              1     10     78     48     13  +132.3 ±39.3\n",
            "Elo +72.9 ±22.3 LOS 100.0%\n",
            "alpha 0.05 beta 0.05: LLR 3.90 (-2.94, 2.94), H1 accepted\n",
            "new: 2000 knps, depth 9.5\n",
            "old: - knps, depth -, 3 games lost by failure\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains("all ") && text.lines().all(|line| line.chars().count() <= 80));
        assert_eq!(format_estimate(None), "-");
    }

    #[test]
    fn the_results_of_more_engines_are_a_cross_table() {
        let rules = games::by_name("shogi").unwrap();
        let names = ["one", "two", "three"];
        let mut totals = MatchResults::new(&names, None, iter::empty()).unwrap();
        for (engines, half_points) in
            [([0, 1], [0, 1]), ([0, 2], [2, 1]), ([1, 2], [2, 2]), ([0, 1], [1, 1])]
        {
            let (searches, failures) = (Default::default(), [0, 0]);
            totals.add(&PairResult { number: 0, rules, engines, half_points, searches, failures });
        }
        let text = table(&totals);
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0][..3], ["#", "engine", "games"], "{text}");
        assert_eq!(rows[1][..7], ["1", "two", "6", "3", "3", "0", "75.0%"], "{text}");
        assert_eq!(rows[3][..7], ["3", "three", "4", "0", "1", "3", "12.5%"], "{text}");
        let points = [4, 5, 6, 7].map(|row| rows[row].join(" "));
        let expected =
            ["# points 1 2 3", "1 two - 2.5/4 2/2", "2 one 1.5/4 - 1.5/2", "3 three 0/2 0.5/2 -"];
        assert_eq!(points, expected, "{text}");
        assert_eq!(rows[8].join(" "), "one: - knps, depth -");
    }

    #[test]
    fn the_running_result_shows_games_and_strength() {
        let expected = " | +78 =206 -16 Elo +72.9 ±22.3 LOS 100.0%";
        assert_eq!(running_result(&results(None)), expected);
    }
}
