//! A study in progress, and the report of what it has found.

use super::figures::{Balance, Course, PieceReport};
use super::games::{LEVELS, PlayedRound, Purpose, Round, StudySettings, new_table, play_round};
use super::notes::{Note, notes};
use super::players_eval::PlayersEval;
use super::totals::Totals;
use super::values::{AllValues, MAX_FITTED_GAMES};
use crate::duel::Table;
use crate::game_files::ScoredGame;
use crate::workers::map_until_stopped;
use records::EndReason;
use rules::{Color, Position};
use serde::Serialize;
use std::io;
use std::ops::ControlFlow;

/// A study: the rounds played so far.
#[derive(Clone, Debug)]
pub struct Study {
    settings: StudySettings,
    rounds: u64,
    games: u64,
    totals: Totals,
    /// Games between equal players for the fit, the first ones.
    fitted_games: Vec<ScoredGame>,
    /// Games of the strongest players from the start position, the first ones.
    samples: Vec<SampleGame>,
}

/// Number of sample games.
const SAMPLES: usize = 3;

/// What a study has found.
#[derive(Clone, Debug, Serialize)]
pub struct StudyReport {
    pub variant: &'static str,
    pub title: &'static str,
    pub seed: u32,
    pub evaluation: PlayersEval,
    /// Nodes a move of the players, weakest first.
    pub nodes: Vec<u64>,
    pub games: u64,
    pub balance: Balance,
    pub course: Course,
    pub pieces: Vec<PieceReport>,
    pub notes: Vec<Note>,
    pub samples: Vec<SampleGame>,
}

/// A game to look at.
#[derive(Clone, Debug, Serialize)]
pub struct SampleGame {
    pub winner: Option<Color>,
    pub reason: EndReason,
    /// In USI, from the start position.
    pub moves: Vec<String>,
}

impl Study {
    pub fn new(settings: StudySettings) -> Self {
        Self {
            totals: Totals::new(),
            settings,
            rounds: 0,
            games: 0,
            fitted_games: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds the next round.
    pub fn add(&mut self, played: &PlayedRound) {
        self.rounds += 1;
        self.games += played.games.len() as u64;
        self.totals.add(played, Position::start(self.settings.rules).side());
        if played.round.purpose == Purpose::Skill {
            return;
        }
        if self.fitted_games.len() < MAX_FITTED_GAMES {
            self.fitted_games.extend_from_slice(&played.games);
        }
        let strongest = Round { purpose: Purpose::Start, level: LEVELS - 1 };
        if played.round == strongest && self.samples.len() < SAMPLES {
            let games = played.games.iter().zip(&played.facts);
            self.samples.extend(games.map(|(game, facts)| SampleGame::new(game, facts.reason)));
        }
    }

    /// Plays rounds, and calls `on_round` with the study and each until it breaks. Ends before the next move once
    /// `is_stopped`, without the rounds in progress.
    pub fn play<B>(
        &mut self,
        threads: usize,
        is_stopped: impl Fn() -> bool + Sync,
        mut on_round: impl FnMut(&Self, &PlayedRound) -> ControlFlow<B>,
    ) -> io::Result<Option<B>> {
        let settings = self.settings.clone();
        let play = |table: &mut Table, number| play_round(table, &settings, number, &is_stopped);
        map_until_stopped(threads, self.rounds..u64::MAX, new_table, play, |played| {
            self.add(&played);
            on_round(self, &played)
        })
    }

    /// Returns what the rounds so far say. Takes a few seconds for the fit of the evaluation.
    pub fn report(&self) -> StudyReport {
        let Self { settings, totals, .. } = self;
        let rules = settings.rules;
        let values = AllValues::new(rules, totals, &self.fitted_games);
        StudyReport {
            variant: rules.name(),
            title: rules.title(),
            seed: settings.seed,
            evaluation: PlayersEval::of(rules),
            nodes: settings.nodes_of_levels(),
            games: self.games,
            balance: Balance::new(settings, totals),
            course: Course::new(settings, totals),
            pieces: PieceReport::all(rules, totals, &values),
            notes: notes(settings, totals),
            samples: self.samples.clone(),
        }
    }
}

impl SampleGame {
    fn new(game: &ScoredGame, reason: EndReason) -> Self {
        let moves = game.opening.iter().copied().chain(game.moves.iter().map(|scored| scored.mv));
        let moves = moves.map(|mv| game.rules.usi(mv).to_string()).collect();
        Self { winner: game.winner, reason, moves }
    }
}
