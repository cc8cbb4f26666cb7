//! A game of the engine against itself.

use crate::record::{Played, Record, Verdict};
use eval::Parameters;
use ozutsu_openings::{OpeningGenerator, OpeningScorer};
use rules::{Color, ImpasseClaim, Outcome, Position, Rules};
use search::{Control, Engine, Limits};
use std::fs;
use std::path::Path;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// How they begin.
    pub openings: OpeningGenerator,
    /// The nodes after which a search begins no further depth.
    pub nodes: u64,
    /// The score at which a game is won once both sides agree for some moves.
    pub won: i32,
    /// The ply at which it is a draw.
    pub longest: usize,
    /// What positions are judged by, if not by the parameters of their game.
    pub parameters: Option<&'static Parameters>,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            openings: OpeningGenerator::default(),
            nodes: 400,
            won: 5_000,
            longest: 400,
            parameters: None,
        }
    }
}

/// Reads parameters of a game, as `ozutsu-tune` writes them, from a file.
pub fn parameters(rules: &Rules, path: &Path) -> Result<Parameters, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|why| format!("{name}: {why}"))?;
    Parameters::parse(rules, &text).map_err(|why| format!("{name}, {why}"))
}

/// The table of a player in mebibytes.
const TABLE: usize = 4;

/// How many plies in a row both sides must agree that the game is won.
const AGREED: u32 = 6;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules: mate, stalemate, repetition or perpetual check.
    Rules,
    /// By a declared win.
    Declared,
    /// A win was in sight.
    InSight,
    /// Both sides agreed for some moves that it was won.
    Agreed,
    /// It went on too long.
    Length,
}

impl End {
    /// Every way to end.
    pub const ALL: [Self; 5] =
        [Self::Rules, Self::Declared, Self::InSight, Self::Agreed, Self::Length];

    /// The word for it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Declared => "declared",
            Self::InSight => "insight",
            Self::Agreed => "agreed",
            Self::Length => "length",
        }
    }

    pub(crate) fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.text() == text)
    }
}

/// One who plays games, one after another, each from nothing.
#[derive(Debug)]
pub struct Player {
    play: Play,
    judge: OpeningScorer,
    engine: Engine,
}

impl Player {
    /// A player of such games.
    pub fn new(play: Play) -> Self {
        let mut engine = Engine::new();
        // Clearing a large one would take longer than a short game.
        let _ = engine.set_table(TABLE);
        engine.parameters = play.parameters;
        Self { play, judge: OpeningScorer::default(), engine }
    }

    /// The game of a seed, always the same.
    pub fn game(&mut self, rules: &'static Rules, seed: u64) -> Record {
        let mut position = self.play.openings.generate(rules, seed, &mut self.judge);
        let opening: Vec<_> = position.moves().collect();
        self.engine.clear();
        let mut played = Vec::new();
        let mut umpire = Umpire { play: self.play, agreed: 0, leader: None };
        let (end, winner) = loop {
            if let Some(end) = umpire.rules(&position) {
                break end;
            }
            let limits = Limits { soft_nodes: Some(self.play.nodes), ..Limits::default() };
            let found = self.engine.search(&position, &limits, &Control::default(), &mut ());
            let Some(mv) = found.best else { break (End::Rules, Some(!position.side())) };
            let (score, side) = (found.score, position.side());
            played.push(Played { mv, score: score.raw() as i16 });
            position.do_move(mv);
            if score.is_decided() {
                break (End::InSight, Some(if score.is_win() { side } else { !side }));
            }
            if let Some(winner) = umpire.agree(score.raw(), side) {
                break (End::Agreed, Some(winner));
            }
        };
        Record { rules, verdict: Verdict::of(winner), end, opening, played }
    }
}

/// One who says when a game is over.
struct Umpire {
    play: Play,
    /// For how many plies the sides have agreed that the leader wins.
    agreed: u32,
    leader: Option<Color>,
}

impl Umpire {
    fn rules(&self, position: &Position) -> Option<(End, Option<Color>)> {
        let side = position.side();
        match (position.outcome(), position.impasse_claim()) {
            (Outcome::Ongoing, Some(ImpasseClaim::Win)) => Some((End::Declared, Some(side))),
            (Outcome::Ongoing, _) if position.moves().len() >= self.play.longest => {
                Some((End::Length, None))
            }
            (Outcome::Ongoing, _) => None,
            (outcome, _) => Some((End::Rules, outcome.winner(side))),
        }
    }

    fn agree(&mut self, score: i32, side: Color) -> Option<Color> {
        let leader = match score {
            _ if score >= self.play.won => Some(side),
            _ if score <= -self.play.won => Some(!side),
            _ => None,
        };
        self.agreed = if leader == self.leader { self.agreed + 1 } else { 1 };
        self.leader = leader;
        leader.filter(|_| self.agreed >= AGREED)
    }
}
