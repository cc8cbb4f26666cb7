//! `ozutsu analyse`: finds the mistakes in recorded games.
//!
//! [`position_review`] evaluates one position, [`game_review`] judges the moves of a game by those
//! evaluations, [`report`] prints them as a table, [`graph`] draws the winning chance as SVG, and
//! [`mod@annotate`] writes everything into the record.

mod annotate;
mod game_review;
mod graph;
mod position_review;
mod report;

use super::convert::{select_game, warn_of_omissions};
use super::run_search::stop_on_ctrl_c;
use crate::cli_error::{CliError, print_warning};
use crate::number_arg::whole_number;
use crate::position_args::GameArgs;
use crate::record_files::{
    display_name, encode_games, format_of, format_parser, read_games, write_file,
};
use crate::session::{Options, parse_go};
use annotate::annotate;
use clap::Args;
use game_review::{GameReview, review_game};
use position_review::{ReviewLimits, Reviewer};
use records::{Format, GameRecord};
use report::Report;
use rules::Rules;
use search::{Control, DEFAULT_HASH};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Find the mistakes and missed mates in a game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu analyse game.kif movetime 500
  ozutsu analyse games.pgn --game 2 --threads 4 --hash 256 movetime 2000
  ozutsu analyse game.csa nodes 100000 --svg game.svg --out analysed.kifu
  ozutsu analyse --variant shosu moves.txt depth 12 > game.tsv

Reads KIF, KI2, CSA, PGN, USI position lines, logs of ozutsu-match, Game Courier and lists of moves. Each \
position is searched within the limit, a quarter of which goes to the mate solver. Moves are marked by the winning \
chance that they lose: ?! from 5%, ? from 10%, ?? from 20%. Scores are Black's. Ctrl-C ends the analysis \
after the moves already shown.

Into a pipe the table is tab-separated with a header, moves are in USI notation, and lines that start with # \
summarize each game.
")]
pub struct Analyse {
    #[command(flatten)]
    game: GameArgs,

    /// File with the games, or '-' for standard input
    #[arg(value_name = "GAME-FILE")]
    file: PathBuf,

    /// When to end the search of each position: movetime 500 (ms), nodes 100000, depth 12, or a
    /// combination
    #[arg(value_name = "LIMIT", required = true)]
    limits: Vec<String>,

    /// Format of the file [default: found by its content]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    format: Option<Format>,

    /// Analyse only the game with this number, from 1
    #[arg(long = "game", value_name = "N")]
    number: Option<usize>,

    /// Draw Black's winning chance over the game as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the games with evaluations, marks and better moves, as PGN, KIF, KI2 or CSA by the
    /// extension
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1..=512_i64), allow_negative_numbers = true)]
    threads: i64,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH as i64, value_parser = whole_number(1..=1_i64 << 20), allow_negative_numbers = true)]
    hash: i64,
}

impl Analyse {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.game.rules()?;
        let limits = self.parse_limits(rules)?;
        let out_format = self.out_format()?;
        let mut games = read_games(&self.file, self.format, rules)?;
        if let Some(number) = self.number {
            games = select_game(games, number, &self.file)?;
        }
        self.check_number_of_games(games.len(), out_format)?;
        let control = Arc::new(Control::default());
        stop_on_ctrl_c(&control);
        let reviews = self.review_games(&games, limits, &control, out)?;
        if control.is_stopped() {
            if self.svg.is_some() || self.out.is_some() {
                print_warning(&"the analysis was interrupted, so no file is written");
            }
            return Ok(());
        }
        if let (Some(path), [review], [game]) = (&self.svg, &reviews[..], &games[..]) {
            write_file(path, graph::draw(game, review).as_bytes(), out)?;
        }
        if let (Some(path), Some(format)) = (&self.out, out_format) {
            for (game, review) in games.iter_mut().zip(&reviews) {
                annotate(game, review, format);
            }
            write_file(path, &encode_games(&games, format, path)?, out)?;
            warn_of_omissions(&games, format);
        }
        Ok(())
    }

    /// Reviews all games and prints a table of each, until `control` is stopped.
    fn review_games(
        &self,
        games: &[GameRecord],
        limits: ReviewLimits,
        control: &Arc<Control>,
        out: &mut impl Write,
    ) -> Result<Vec<GameReview>, CliError> {
        let mut report = Report::new(out, io::stdout().is_terminal(), games);
        let mut reviews = Vec::new();
        for (index, game) in games.iter().enumerate() {
            let mut options = Options::new(game.rules());
            (options.threads, options.hash) = (self.threads, self.hash);
            // No GUI takes part of the time.
            options.network_delay = 0;
            let mut reviewer = Reviewer::new(limits, options, Arc::clone(control));
            report.start_game(index, game)?;
            let review = review_game(game, &mut reviewer, &mut report)?;
            report.finish_game(game, &review)?;
            if control.is_stopped() {
                break;
            }
            reviews.push(review);
        }
        report.finish();
        Ok(reviews)
    }

    /// Parses the limits as the parameters of USI's `go`.
    fn parse_limits(&self, rules: &'static Rules) -> Result<ReviewLimits, CliError> {
        let limits = self.limits.join(" ");
        let error =
            |reason: &dyn Display| CliError::input(format!("invalid limit '{limits}': {reason}"));
        let go = parse_go(&limits, rules).map_err(|reason| error(&reason))?;
        ReviewLimits::from_go(&go).ok_or_else(|| error(&"expected movetime, nodes or depth"))
    }

    /// Returns the format of the annotated record.
    fn out_format(&self) -> Result<Option<Format>, CliError> {
        let Some(path) = &self.out else { return Ok(None) };
        let format = format_of(path).filter(|format| {
            matches!(format, Format::Pgn | Format::Kif | Format::Ki2 | Format::Csa)
        });
        let error = || {
            let path = path.display();
            CliError::input(format!(
                "--out: {path}: expected a file .pgn, .kif, .kifu, .ki2 or .csa"
            ))
        };
        format.map(Some).ok_or_else(error)
    }

    fn check_number_of_games(
        &self,
        count: usize,
        out_format: Option<Format>,
    ) -> Result<(), CliError> {
        let option = match (&self.svg, out_format) {
            _ if count <= 1 => return Ok(()),
            (Some(_), _) => "--svg",
            (None, Some(format)) if !format.holds_several_games() => "--out",
            _ => return Ok(()),
        };
        let name = display_name(&self.file);
        Err(CliError::input(format!(
            "{name}: {count} games, but the file of {option} holds only one; choose it with --game N"
        )))
    }
}
