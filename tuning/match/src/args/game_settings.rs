//! The settings of games, which all programs have, and their flags.

use super::Args;
use super::flags::{Flag, Given, KeyValues, flags};
use crate::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::console::eprint_line;
use crate::engine::MAX_CENTIPAWNS;
use crate::error::{Error, UsageError, usage};
use crate::openings::{OpeningSource, Openings};
use rules::Rules;
use std::path::PathBuf;
use trials::OpeningGenerator;

const MAX_CONCURRENCY: u64 = 1024;
const MAX_MOVES: u64 = 1 << 20;

/// The settings of games that do not depend on the engines.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// The games. Successive pairs cycle through them.
    pub games: Vec<&'static Rules>,
    pub openings: OpeningSource,
    pub rules_files: Vec<PathBuf>,
    pub adjudication: AdjudicationRules,
    pub concurrency: usize,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            games: games::all().take(1).collect(),
            openings: OpeningSource::default(),
            rules_files: Vec::new(),
            adjudication: AdjudicationRules::default(),
            concurrency: 1,
        }
    }
}

impl GameSettings {
    /// Returns the files that are read.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let book = match &self.openings {
            OpeningSource::Book { file, .. } => file.as_ref(),
            _ => None,
        };
        self.rules_files.iter().chain(book).cloned()
    }

    pub fn read_openings(&self, seed: u64) -> Result<Openings, Error> {
        Openings::new(&self.openings, &self.games, seed)
    }

    /// Loads the files of `-rules`.
    pub fn load_rules(&mut self, given: &Given) -> Result<(), UsageError> {
        let paths: Vec<_> = given.required()?.iter().map(PathBuf::from).collect();
        let warnings = games::load_all(&paths).map_err(|errors| {
            UsageError(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        })?;
        warnings.iter().for_each(|warning| eprint_line(&warning.to_string()));
        self.rules_files.extend(paths);
        Ok(())
    }

    /// Returns the rules of the games that are not built in.
    pub fn rules_from_files(&self) -> Option<String> {
        let from_files = self.games.iter().filter(|rules| games::source(rules.name()).is_none());
        let specs: Vec<_> = from_files.map(|rules| games::to_toml(rules.spec())).collect();
        (!specs.is_empty()).then(|| specs.join("\n"))
    }
}

impl<X: 'static> Args<X> {
    pub const GAME_FLAGS: &'static [Flag<Self>] = flags! { Self:
        /// the games; pairs take turns among them [default: cannonshogi]
        "-variant A,B|all" => |args, given| {
            parse_variants(given).map(|games| args.game_settings.games = games)
        }, stored |args| {
            let games: Vec<_> = args.game_settings.games.iter().map(|rules| rules.name()).collect();
            Some(games.join(","))
        };
        /// add games from files, and send the file to engines that do not know the game but have the option VariantPath
        "-rules FILE..." repeatable => |args, given| args.game_settings.load_rules(given),
            stored |args| args.game_settings.rules_from_files();
        /// the 300 stored openings of each game, repeated after the last, or random ones for a game without
        /// [default: set order=random]
        "-openings set [order=sequential|random] [plies=N] [start=N]" => Self::set_openings,
            stored |args| args.game_settings.openings.values();
        /// random moves after which a shallow search scores the position within the balance, where a pawn is about 290;
        /// depends on the seed
        "-openings random [plies=8] [balance=250]" => Self::set_openings;
        /// the positions of an EPD file, the last ones of PGN or other games, or lines of: [GAME] startpos|SFEN|FEN
        /// [moves M M ...]
        "-openings file=FILE [order=sequential|random] [plies=N] [start=N]" => Self::set_openings;
        /// the start position: without a clock, engines repeat one game
        "-openings startpos" => Self::set_openings;
        /// number of games played at the same time [default: 1]
        "-concurrency N" => |args, given| {
            args.game_settings.concurrency = given.positive::<u64>()?.min(MAX_CONCURRENCY) as usize;
            Ok(())
        };
    };

    pub const ADJUDICATION_FLAGS: &'static [Flag<Self>] = flags! { Self:
        /// adjudicate a loss after N consecutive moves with a score of -CP or less
        "-resign movecount=N score=CP" => |args, given| {
            parse_resign_rule(given).map(|rule| args.game_settings.adjudication.resign = Some(rule))
        }, stored |args| {
            let ResignRule { moves, score } = args.game_settings.adjudication.resign?;
            Some(format!("movecount={moves} score={score}"))
        };
        /// adjudicate a draw after movecount consecutive moves of both players with scores within CP of 0, from full
        /// move movenumber on
        "-draw movenumber=N movecount=N score=CP" => |args, given| {
            parse_draw_rule(given).map(|rule| args.game_settings.adjudication.draw = Some(rule))
        }, stored |args| {
            let DrawRule { min_move_number, moves, score } = args.game_settings.adjudication.draw?;
            Some(format!("movenumber={min_move_number} movecount={moves} score={score}"))
        };
        /// adjudicate a draw after N full moves [default: 400]
        "-maxmoves N" => |args, given| {
            args.game_settings.adjudication.max_moves = given.positive::<u64>()?.min(MAX_MOVES) as u32;
            Ok(())
        }, stored |args| Some(args.game_settings.adjudication.max_moves.to_string());
    };

    fn set_openings(&mut self, given: &Given) -> Result<(), UsageError> {
        parse_openings(given).map(|openings| self.game_settings.openings = openings)
    }
}

fn parse_variants(given: &Given) -> Result<Vec<&'static Rules>, UsageError> {
    let text = given.single()?;
    if text.eq_ignore_ascii_case("all") {
        return Ok(games::all().collect());
    }
    let mut games: Vec<&Rules> = Vec::new();
    for name in text.split(',') {
        let rules = games::named(name).map_err(|error| usage!("{given}: {error}, all"))?;
        // A repeated game would be played from the same openings again.
        if games.iter().any(|other| other.name() == rules.name()) {
            return Err(usage!("{given}: {} is given twice", rules.name()));
        }
        games.push(rules);
    }
    Ok(games)
}

fn parse_resign_rule(given: &Given) -> Result<ResignRule, UsageError> {
    let mut keys = KeyValues::new(given, &given.values)?;
    let rule = ResignRule {
        moves: keys.required("movecount", Given::number)?,
        score: keys.required("score", Given::number)?,
    };
    keys.expect_empty()?;
    // Scores are limited to the maximum, so that a higher one would never be reached.
    if rule.moves == 0 || !(1..=MAX_CENTIPAWNS).contains(&rule.score) {
        return Err(usage!(
            "{given}: movecount and score must be above 0, score at most {MAX_CENTIPAWNS}"
        ));
    }
    Ok(rule)
}

fn parse_draw_rule(given: &Given) -> Result<DrawRule, UsageError> {
    let mut keys = KeyValues::new(given, &given.values)?;
    let rule = DrawRule {
        min_move_number: keys.optional("movenumber", Given::number)?.unwrap_or(0),
        moves: keys.required("movecount", Given::number)?,
        score: keys.required("score", Given::number)?,
    };
    keys.expect_empty()?;
    if rule.moves == 0 || rule.score < 0 {
        return Err(usage!("{given}: movecount must be above 0, score at least 0"));
    }
    Ok(rule)
}

fn parse_openings(given: &Given) -> Result<OpeningSource, UsageError> {
    let kind = given.values.first().filter(|value| !value.contains('='));
    let mut keys = KeyValues::new(given, &given.values[usize::from(kind.is_some())..])?;
    let source = match kind.map(String::as_str) {
        Some("random") => parse_random_openings(&mut keys)?,
        Some("startpos") => OpeningSource::StartPosition,
        Some("set") => parse_book(None, &mut keys)?,
        None if let Some(path) = keys.optional("file", Given::path)? => {
            parse_book(Some(path), &mut keys)?
        }
        _ => return Err(usage!("{given}: expected set, random, startpos or file=")),
    };
    keys.expect_empty()?;
    Ok(source)
}

fn parse_random_openings(keys: &mut KeyValues) -> Result<OpeningSource, UsageError> {
    let default = OpeningGenerator::default();
    let plies = keys.optional("plies", |given| match given.positive()? {
        plies if plies <= OpeningGenerator::MAX_PLIES => Ok(plies),
        _ => Err(usage!("{given} must be at most {}", OpeningGenerator::MAX_PLIES)),
    })?;
    let max_score = keys.optional("balance", Given::number)?;
    Ok(OpeningSource::Random(OpeningGenerator {
        plies: plies.unwrap_or(default.plies),
        max_score: max_score.unwrap_or(default.max_score),
        ..default
    }))
}

fn parse_book(file: Option<PathBuf>, keys: &mut KeyValues) -> Result<OpeningSource, UsageError> {
    let orders = [("random", true), ("sequential", false)];
    let is_shuffled = keys.optional("order", |given| given.one_of(&orders))?.unwrap_or(false);
    let plies = keys.optional("plies", Given::positive)?;
    let skip = keys.optional("start", Given::number::<usize>)?.unwrap_or(1).saturating_sub(1);
    // Accepted for compatibility with cutechess-cli, and ignored.
    keys.take(|key| key == "format");
    Ok(OpeningSource::Book { file, is_shuffled, plies, skip })
}
