//! Parses the flags about games, which the match and tuning programs share.

use super::flags::{Flag, KeyValues};
use crate::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::error::{Error, UsageError, usage};
use crate::openings::{BookSource, OpeningSource, Openings};
use crate::settings::Settings;
use crate::state_file::stored_settings;
use openings::OpeningGenerator;
use rules::{Rules, quoted};
use std::path::{Path, PathBuf};

const MAX_CONCURRENCY: u64 = 1024;

const MAX_MOVES: u64 = 1 << 20;

/// The settings of games that do not depend on the engines.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// The games. Successive pairs cycle through them.
    pub games: Vec<&'static Rules>,
    /// The source of openings, if one is given.
    openings: Option<OpeningSource>,
    rules_files: Vec<PathBuf>,
    pub adjudication: AdjudicationRules,
    pub concurrency: usize,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            games: games::all().take(1).collect(),
            openings: None,
            rules_files: Vec::new(),
            adjudication: AdjudicationRules::default(),
            concurrency: 1,
        }
    }
}

impl GameSettings {
    /// Applies a flag. Returns whether it is a flag about games.
    pub fn apply_flag(&mut self, flag: &Flag) -> Result<bool, UsageError> {
        match flag.name.as_str() {
            // Loaded by `load_rules`, before the games are named.
            "rules" => self.rules_files.extend(flag.values.iter().map(PathBuf::from)),
            "variant" => self.games = parse_variants(flag.single_value()?)?,
            "openings" => self.openings = Some(parse_openings(flag)?),
            "resign" => self.adjudication.resign = Some(parse_resign_rule(flag)?),
            "draw" => self.adjudication.draw = Some(parse_draw_rule(flag)?),
            "maxmoves" => {
                self.adjudication.max_moves = flag.positive_number()?.min(MAX_MOVES) as u32;
            }
            "concurrency" => {
                self.concurrency = flag.positive_number()?.min(MAX_CONCURRENCY) as usize;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Unless a source of openings is given, takes the start position if the run of a state file has no
    /// other: that was once the default.
    pub fn adopt_openings(&mut self, state: Option<&Path>) {
        let stored = state.and_then(stored_settings);
        if self.openings.is_none() && stored.is_some_and(|stored| stored.get("-openings").is_none())
        {
            self.openings = Some(OpeningSource::StartPosition);
        }
    }

    /// Returns the files that are read.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let book = match &self.openings {
            Some(OpeningSource::Book { book: BookSource::File(path), .. }) => Some(path),
            _ => None,
        };
        self.rules_files.iter().chain(book).cloned()
    }

    pub fn read_openings(&self, seed: u64) -> Result<Openings, Error> {
        Openings::new(self.openings.clone().unwrap_or_default(), &self.games, seed)
    }

    /// Adds everything that affects how games are played to the settings of a state file. The names are
    /// those of the flags.
    pub fn add_settings(&self, settings: &mut Settings) {
        let games: Vec<_> = self.games.iter().map(|rules| rules.name()).collect();
        settings.set("-variant", games.join(","));
        let from_files = self.games.iter().filter(|rules| games::source(rules.name()).is_none());
        let specs: Vec<_> = from_files.map(|rules| games::to_toml(rules.spec())).collect();
        if !specs.is_empty() {
            settings.set("-rules", specs.join("\n"));
        }
        settings.set_some("-openings", self.openings.clone().unwrap_or_default().values());
        let AdjudicationRules { resign, draw, max_moves } = self.adjudication;
        if let Some(ResignRule { moves, score }) = resign {
            settings.set("-resign", format!("movecount={moves} score={score}"));
        }
        if let Some(DrawRule { min_move_number, moves, score }) = draw {
            let rule = format!("movenumber={min_move_number} movecount={moves} score={score}");
            settings.set("-draw", rule);
        }
        settings.set("-maxmoves", max_moves);
    }
}

pub fn load_rules(flags: &[Flag]) -> Result<(), UsageError> {
    for flag in flags.iter().filter(|flag| flag.name == "rules") {
        let paths: Vec<_> = flag.required_values()?.iter().map(PathBuf::from).collect();
        let warnings = games::load_all(&paths).map_err(|errors| {
            UsageError(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        })?;
        warnings.iter().for_each(|warning| eprintln!("{warning}"));
    }
    Ok(())
}

fn parse_variants(text: &str) -> Result<Vec<&'static Rules>, UsageError> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(games::all().collect());
    }
    let mut games: Vec<&Rules> = Vec::new();
    for name in text.split(',') {
        let rules = games::named(name).map_err(|error| usage!("-variant: {error}, all"))?;
        // A repeated game would be played from the same openings again.
        if games.iter().any(|other| other.name() == rules.name()) {
            return Err(usage!("-variant: {} is given twice", rules.name()));
        }
        games.push(rules);
    }
    Ok(games)
}

fn parse_resign_rule(flag: &Flag) -> Result<ResignRule, UsageError> {
    let mut keys = KeyValues::new(flag, &flag.values)?;
    let moves = keys.take_required_number("movecount")?;
    let score = keys.take_required_number("score")?;
    keys.expect_empty()?;
    if moves == 0 || score <= 0 {
        return Err(usage!("-resign: movecount and score must be above 0"));
    }
    Ok(ResignRule { moves, score })
}

fn parse_draw_rule(flag: &Flag) -> Result<DrawRule, UsageError> {
    let mut keys = KeyValues::new(flag, &flag.values)?;
    let min_move_number = keys.take_number("movenumber")?.unwrap_or(0);
    let moves = keys.take_required_number("movecount")?;
    let score = keys.take_required_number("score")?;
    keys.expect_empty()?;
    if moves == 0 || score < 0 {
        return Err(usage!("-draw: movecount must be above 0, score at least 0"));
    }
    Ok(DrawRule { min_move_number, moves, score })
}

fn parse_openings(flag: &Flag) -> Result<OpeningSource, UsageError> {
    let kind = flag.values.first().filter(|value| !value.contains('='));
    let mut keys = KeyValues::new(flag, &flag.values[usize::from(kind.is_some())..])?;
    let source = match kind.map(String::as_str) {
        Some("random") => parse_random_openings(&mut keys)?,
        Some("startpos") => OpeningSource::StartPosition,
        Some("set") => parse_book(BookSource::StoredSets, &mut keys)?,
        None if let Some(path) = keys.take("file") => {
            parse_book(BookSource::File(path.into()), &mut keys)?
        }
        _ => return Err(usage!("-openings: expected set, random, startpos or file=")),
    };
    keys.expect_empty()?;
    Ok(source)
}

fn parse_random_openings(keys: &mut KeyValues<'_>) -> Result<OpeningSource, UsageError> {
    let default = OpeningGenerator::default();
    let plies = keys.take_positive_number("plies")?.unwrap_or(default.plies);
    let max_plies = OpeningGenerator::MAX_PLIES;
    if plies > max_plies {
        return Err(usage!("-openings: plies= of random openings must be at most {max_plies}"));
    }
    let max_score = keys.take_number("balance")?.unwrap_or(default.max_score);
    Ok(OpeningSource::Random(OpeningGenerator { plies, max_score, ..default }))
}

fn parse_book(book: BookSource, keys: &mut KeyValues<'_>) -> Result<OpeningSource, UsageError> {
    let is_shuffled = match keys.take("order").as_deref() {
        None | Some("sequential") => false,
        Some("random") => true,
        Some(order) => {
            return Err(usage!(
                "-openings: order= must be random or sequential, found {}",
                quoted(order)
            ));
        }
    };
    let plies = keys.take_positive_number("plies")?;
    let skip = keys.take_number::<usize>("start")?.unwrap_or(1).saturating_sub(1);
    // Accepted for compatibility with cutechess-cli, and ignored.
    keys.take("format");
    Ok(OpeningSource::Book { book, is_shuffled, plies, skip })
}

#[cfg(test)]
mod tests {
    use super::super::flags::split_flags;
    use super::*;

    /// Applies flags. Only `-event` is not about games.
    fn parse(text: &str) -> Result<GameSettings, UsageError> {
        let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let mut settings = GameSettings::default();
        for flag in split_flags(&args)? {
            assert_eq!(settings.apply_flag(&flag)?, flag.name != "event", "{flag}");
        }
        Ok(settings)
    }

    #[test]
    fn large_numbers_are_clamped() {
        let settings = parse("-variant ALL -concurrency 99999 -maxmoves 99999999").unwrap();
        assert_eq!(settings.games.len(), games::names().len());
        assert_eq!((settings.concurrency, settings.adjudication.max_moves), (1024, 1 << 20));
    }
}
