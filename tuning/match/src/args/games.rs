//! The words about games that all programs have that play them.

use super::openings::openings;
use super::tokens::{Flag, Pairs};
use crate::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::book::Source;
use crate::state::Settings;
use ozutsu_openings::parse_game;
use rules::Rules;

/// How many games are played at once at most.
const MOST_AT_ONCE: u64 = 1024;

/// The most full moves after which a game may be a draw.
const MOST_MOVES: u64 = 1 << 20;

/// How games are played, whoever plays.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// The games, which take turns.
    pub games: Vec<&'static Rules>,
    /// Where games start.
    pub openings: Source,
    /// When games end early.
    pub conduct: AdjudicationRules,
    /// How many games are played at once.
    pub concurrency: usize,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            games: Rules::all().take(1).collect(),
            openings: Source::Start,
            conduct: AdjudicationRules::default(),
            concurrency: 1,
        }
    }
}

impl GameSettings {
    /// Takes a flag, if it is about this.
    pub fn take(&mut self, flag: &Flag) -> Result<bool, String> {
        match flag.name.as_str() {
            "variant" => self.games = games(flag.single_value()?)?,
            "openings" => self.openings = openings(flag)?,
            "resign" => self.conduct.resign = Some(resign(flag)?),
            "draw" => self.conduct.draw = Some(draw(flag)?),
            "maxmoves" => self.conduct.max_moves = flag.positive_number()?.min(MOST_MOVES) as u32,
            "concurrency" => self.concurrency = flag.positive_number()?.min(MOST_AT_ONCE) as usize,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Adds the settings that affect how games are played, as their flags take them.
    pub fn record(&self, settings: &mut Settings) {
        let games: Vec<_> = self.games.iter().map(|rules| rules.name()).collect();
        settings.set("-variant", games.join(","));
        settings.set_some("-openings", self.openings.words());
        let AdjudicationRules { resign, draw, max_moves } = self.conduct;
        if let Some(ResignRule { moves, score }) = resign {
            settings.set("-resign", format!("movecount={moves} score={score}"));
        }
        if let Some(DrawRule { number, moves, score }) = draw {
            let rule = format!("movenumber={number} movecount={moves} score={score}");
            settings.set("-draw", rule);
        }
        settings.set("-maxmoves", max_moves);
    }

    /// The game of the pair with a number, and which of its pairs that is.
    pub fn turn(&self, number: u64) -> Option<(&'static Rules, u64)> {
        let many = self.games.len() as u64;
        let place = usize::try_from(number.checked_rem(many)?).ok()?;
        Some((self.games.get(place)?, number / many))
    }
}

/// The games that `-variant` names.
fn games(text: &str) -> Result<Vec<&'static Rules>, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Rules::all().collect());
    }
    let mut games: Vec<&Rules> = Vec::new();
    for name in text.split(',') {
        let rules = parse_game(name).map_err(|fault| format!("-variant: {fault}, or all"))?;
        // Its openings would come twice, and count as if they were others.
        if games.iter().any(|other| other.name() == rules.name()) {
            return Err(format!("-variant: {} comes twice", rules.name()));
        }
        games.push(rules);
    }
    Ok(games)
}

/// The rule that `-resign` gives.
fn resign(flag: &Flag) -> Result<ResignRule, String> {
    let mut pairs = Pairs::new(flag, &flag.values)?;
    let rule = ResignRule { moves: pairs.due("movecount")?, score: pairs.due("score")? };
    pairs.end()?;
    if rule.moves == 0 || rule.score <= 0 {
        return Err("-resign: movecount and score must be above 0".to_owned());
    }
    Ok(rule)
}

/// The rule that `-draw` gives.
fn draw(flag: &Flag) -> Result<DrawRule, String> {
    let mut pairs = Pairs::new(flag, &flag.values)?;
    let number = pairs.number("movenumber")?.unwrap_or(0);
    let rule = DrawRule { number, moves: pairs.due("movecount")?, score: pairs.due("score")? };
    pairs.end()?;
    if rule.moves == 0 || rule.score < 0 {
        return Err("-draw: movecount must be above 0, and score not below".to_owned());
    }
    Ok(rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::split_flags;

    fn terms(words: &str) -> Result<GameSettings, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let mut terms = GameSettings::default();
        for flag in split_flags(&words)? {
            assert_eq!(terms.take(&flag)?, flag.name != "event", "{flag}");
        }
        Ok(terms)
    }

    #[test]
    fn games_take_turns() {
        let terms = terms("-variant shogi,Shosu -event x").unwrap();
        let turn = |number| terms.turn(number).map(|(rules, round)| (rules.name(), round));
        assert_eq!([0, 1, 2].map(turn), [("shogi", 0), ("shosu", 0), ("shogi", 1)].map(Some));
        assert!(GameSettings { games: Vec::new(), ..terms }.turn(0).is_none());
    }

    #[test]
    fn there_is_an_end_to_numbers() {
        let terms = terms("-variant ALL -concurrency 99999 -maxmoves 99999999").unwrap();
        assert_eq!(terms.games.len(), Rules::names().len());
        assert_eq!((terms.concurrency, terms.conduct.max_moves), (1024, 1 << 20));
    }
}
