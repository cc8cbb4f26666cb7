//! Prints judged moves: a table for people on a terminal, tab-separated values into a pipe, or JSON.

use super::game::{Game, title};
use crate::json::{GameMove, GameName, GameStart, GameSummary, Object};
use crate::progress::{self, progress_bar};
use crate::search_output::SearchOutput;
use games::side_name;
use indicatif::ProgressBar;
use records::{Evaluation, GameRecord, Score, format_western};
use rules::{Color, Position};
use session::terminal::style::{self, paint};
use std::io::Write;
use study::review::{Mark, MoveReview, SideSummary, black_chance, percent};

/// The columns in a pipe.
const COLUMNS: &str =
    "game\tnumber\tside\tmove\tcp\tmate\tchance\tdepth\tbest\tlost\tmark\tmissed_mate\tline";

/// How the analysis is printed.
#[derive(Clone, Copy, PartialEq)]
pub enum ReportFormat {
    Table,
    Tsv,
    Json,
    /// Not at all: something else is written to stdout.
    Hidden,
}

/// Prints the analysis of games as it proceeds.
pub struct Report<'a, 'b, W> {
    output: &'a SearchOutput<'b, W>,
    format: ReportFormat,
    /// Whether the games are of several files.
    has_files: bool,
    /// The number of games.
    games: usize,
    /// How many of them have been started.
    started: usize,
    /// The file of the present game and its number there.
    name: GameName,
    /// The number of the present game: in its file, or if there are several files, in all of them.
    game: usize,
    pub bar: ProgressBar,
}

impl<'a, 'b, W: Write> Report<'a, 'b, W> {
    /// Creates a report. The progress bar is on stderr, and hidden unless that is a terminal.
    pub fn new<'c>(
        output: &'a SearchOutput<'b, W>,
        format: ReportFormat,
        has_files: bool,
        games: impl Iterator<Item = &'c Game>,
    ) -> Self {
        let positions: Vec<_> = games.map(|game| game.record.main_line().count() + 1).collect();
        let bar = progress_bar(positions.iter().sum(), progress::TIME_LEFT);
        let name = GameName { file: String::new(), game: 0 };
        Self { output, format, has_files, games: positions.len(), started: 0, name, game: 0, bar }
    }

    /// Writes the headings of a game. The file is named if there are several.
    pub fn start_game(&mut self, game: &Game) {
        self.started += 1;
        self.game = if self.has_files { game.number_of_all } else { game.name.game };
        self.name = game.name.clone();
        let GameName { file, game: number } = &game.name;
        let source =
            if self.has_files { format!("{file}, game {number}: ") } else { String::new() };
        let title = source + &title(&game.record);
        match self.format {
            ReportFormat::Hidden => {}
            ReportFormat::Json => {
                self.print_object(|name| Object::GameStart(GameStart::new(name, &game.record)));
            }
            ReportFormat::Tsv => {
                let columns =
                    if self.started == 1 { format!("{COLUMNS}\n") } else { String::new() };
                self.print(&format!("{columns}# game {}: {title}\n", self.game));
            }
            ReportFormat::Table => {
                let before = if self.started > 1 { "\n" } else { "" };
                let number = match self.games {
                    1 => String::new(),
                    games => format!("Game {} of {games}: ", self.started),
                };
                let title = paint(style::STRONG, number + &title);
                let header = " move played           score  depth  best         lost";
                self.print(&format!("{before}{title}\n\n{}\n", paint(style::FAINT, header)));
            }
        }
    }

    /// Writes the row of a move played in `position`.
    pub fn write_move(&self, game: &GameRecord, position: &Position, judged: &MoveReview) {
        let start = game.start();
        let number = start.move_number() as usize + position.ply() - start.ply();
        self.bar.inc(1);
        self.bar.set_message(format!("move {number}"));
        match self.format {
            ReportFormat::Hidden => {}
            ReportFormat::Json => self.print_object(|name| {
                Object::GameMove(GameMove::new(name, number, position, judged))
            }),
            ReportFormat::Table => self.print(&(terminal_row(number, position, judged) + "\n")),
            ReportFormat::Tsv => {
                let values = values(number, position, judged).join("\t");
                self.print(&format!("{}\t{values}\n", self.game));
            }
        }
    }

    /// Writes a summary for each side, Black first.
    pub fn finish_game(&self, game: &GameRecord, sides: &[SideSummary; 2]) {
        self.bar.inc(1);
        let lines = Color::BOTH.map(|color| {
            let summary = describe(&sides[color.index()]);
            format!("{}: {summary}", player_name(game, color))
        });
        match self.format {
            ReportFormat::Hidden => {}
            ReportFormat::Json => {
                self.print_object(|name| Object::GameEnd(GameSummary::new(name, sides)));
            }
            ReportFormat::Table => {
                let [black, white] = lines.map(|line| paint(style::STRONG, line));
                self.print(&format!("\n{black}\n{white}\n"));
            }
            ReportFormat::Tsv => {
                let [black, white] = lines.map(|line| format!("# game {}, {line}\n", self.game));
                self.print(&(black + &white));
            }
        }
    }

    /// Writes an object about the present game.
    fn print_object(&self, object: impl FnOnce(GameName) -> Object) {
        let object = object(self.name.clone());
        self.bar.suspend(|| self.output.print_object(&object));
    }

    fn print(&self, text: &str) {
        self.bar.suspend(|| self.output.print(text.as_bytes()));
    }
}

/// Returns the side and the name of its player.
fn player_name(game: &GameRecord, color: Color) -> String {
    let side = side_name(color);
    match game.tags.player(color) {
        Some(name) => format!("{side} ({name})").replace(char::is_control, " "),
        None => side.to_owned(),
    }
}

/// Describes how a side played: `accuracy 91.3%, 2 inaccuracies, 1 mistake, no blunders`.
fn describe(side: &SideSummary) -> String {
    let Some(accuracy) = side.accuracy() else { return "no moves".into() };
    let mut parts = vec![format!("accuracy {accuracy:.1}%")];
    parts.extend(Mark::ALL.map(|mark| count(side.count(mark), mark.name(), mark.plural())));
    if side.missed_mates > 0 {
        parts.push(count(side.missed_mates, "missed mate", "missed mates"));
    }
    parts.join(", ")
}

fn count(number: usize, singular: &str, plural: &str) -> String {
    match number {
        0 => format!("no {plural}"),
        1 => format!("1 {singular}"),
        _ => format!("{number} {plural}"),
    }
}

/// Formats a row for people.
fn terminal_row(number: usize, position: &Position, judged: &MoveReview) -> String {
    let mark = judged.mark.map_or("", Mark::symbol);
    let played = format!("{} {mark}", format_western(position, judged.mv));
    let style = match judged.mark {
        Some(Mark::Blunder) => style::BLUNDER,
        Some(Mark::Mistake) => style::MISTAKE,
        Some(Mark::Inaccuracy) => style::INACCURACY,
        None => style::PLAIN,
    };
    let differs = judged.before.best().filter(|&best| best != judged.mv);
    let best = differs.map_or(String::new(), |best| format_western(position, best));
    let lost = match percent(judged.lost) {
        0 => String::new(),
        percent => format!("{percent}%"),
    };
    let depth = judged.after.evaluation.depth.map_or(String::new(), |depth| depth.to_string());
    let missed = judged.missed_mate.map_or(String::new(), |plies| {
        format!("  {}", paint(style::BLUNDER, format!("missed mate in {}", plies.div_ceil(2))))
    });
    // Padded before it is styled: escape codes would count as columns.
    let played = paint(style, format!("{played:<12}"));
    let score = format_score(judged.after.evaluation);
    let row = format!("{number:>5} {played} {score:>9} {depth:>6}  {best:<11} {lost:>5}{missed}");
    row.trim_end().to_owned()
}

/// Formats an evaluation from Black's point of view: pawns, or a mate in moves.
pub fn format_score(evaluation: Evaluation) -> String {
    match evaluation.score {
        Score::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Score::Mate { winner, plies } => match (winner, plies) {
            (Color::Black, 0) => "won".into(),
            (Color::White, 0) => "lost".into(),
            (Color::Black, plies) => format!("mate {}", plies.div_ceil(2)),
            (Color::White, plies) => format!("mated {}", plies.div_ceil(2)),
        },
    }
}

/// Returns the values of the columns after the first.
fn values(number: usize, position: &Position, judged: &MoveReview) -> [String; 12] {
    let rules = position.rules();
    let evaluation = judged.after.evaluation;
    let (centipawns, mate) = match evaluation.score {
        Score::Centipawns(centipawns) => (centipawns.to_string(), String::new()),
        Score::Mate { winner, plies } => {
            let sign = if winner == Color::Black { "" } else { "-" };
            (String::new(), format!("{sign}{plies}"))
        }
    };
    let text = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
    let line: Vec<_> = judged.before.line.iter().map(|&mv| rules.usi(mv).to_string()).collect();
    [
        number.to_string(),
        judged.mover.to_string(),
        rules.usi(judged.mv).to_string(),
        centipawns,
        mate,
        format!("{:.3}", black_chance(evaluation)),
        text(evaluation.depth),
        line.first().cloned().unwrap_or_default(),
        format!("{:.3}", judged.lost),
        judged.mark.map_or(String::new(), |mark| mark.symbol().into()),
        text(judged.missed_mate),
        line.join(" "),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_black_s() {
        let text = |score| format_score(Evaluation { score, depth: None });
        assert_eq!(text(Score::Centipawns(-7)), "-0.07");
        let mate = |winner, plies| text(Score::Mate { winner, plies });
        assert_eq!(mate(Color::Black, 5), "mate 3");
        assert_eq!(mate(Color::White, 4), "mated 2");
        assert_eq!(mate(Color::White, 0), "lost");
    }

    #[test]
    fn summaries_count_marks() {
        let mut side = SideSummary::default();
        assert_eq!(describe(&side), "no moves");
        [0.0, 0.05, 0.06, 0.3].into_iter().for_each(|loss| side.add(loss));
        side.missed_mates = 1;
        let text = describe(&side);
        let counts = ", 2 inaccuracies, no mistakes, 1 blunder, 1 missed mate";
        assert!(text.starts_with("accuracy ") && text.ends_with(counts), "{text}");
    }
}
