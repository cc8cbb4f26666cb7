//! A game as a line of text.

use crate::play::End;
use rules::{Color, Move, Position, Rules};
use std::fmt;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first player.
    Black,
    /// The second player.
    White,
    /// Nobody.
    Draw,
}

impl Verdict {
    const ALL: [Self; 3] = [Self::Black, Self::White, Self::Draw];

    pub(crate) fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::Black) => Self::Black,
            Some(Color::White) => Self::White,
            None => Self::Draw,
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Black => "1-0",
            Self::White => "0-1",
            Self::Draw => "1/2",
        }
    }

    /// The first player's points.
    pub const fn points(self) -> f64 {
        match self {
            Self::Black => 1.0,
            Self::White => 0.0,
            Self::Draw => 0.5,
        }
    }
}

/// A move and what the side that made it thought of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Its score.
    pub score: i16,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its rules.
    pub rules: &'static Rules,
    /// Who won.
    pub verdict: Verdict,
    /// How it ended.
    pub end: End,
    /// The random moves that it began with.
    pub opening: Vec<Move>,
    /// The moves played.
    pub played: Vec<Played>,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// There are not five fields.
    Fields,
    /// No game has this name.
    Game(String),
    /// This is no way for a game to end.
    End(String),
    /// This is no result.
    Verdict(String),
    /// This is no legal move, or no score, at this ply.
    Ply(usize, String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => f.write_str("not game, result, end, opening and moves"),
            Self::Game(name) => write!(f, "no game '{name}'"),
            Self::End(text) => write!(f, "'{text}' is no way to end"),
            Self::Verdict(text) => write!(f, "'{text}' is no result"),
            Self::Ply(ply, text) => write!(f, "ply {ply}: '{text}' is no move with a score here"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads a line, and proves its moves by playing them.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        let fields: Vec<_> = line.split('\t').collect();
        let [game, verdict, end, opening, played] = fields[..] else {
            return Err(RecordError::Fields);
        };
        let rules = Rules::by_name(game).ok_or_else(|| RecordError::Game(game.into()))?;
        let verdict = Verdict::ALL.into_iter().find(|known| known.text() == verdict);
        let verdict = verdict.ok_or_else(|| RecordError::Verdict(fields[1].into()))?;
        let mut record = Self {
            rules,
            verdict,
            end: End::named(end).ok_or_else(|| RecordError::End(end.into()))?,
            opening: Vec::new(),
            played: Vec::new(),
        };
        let mut position = Position::start(rules);
        let mut play = |text: &str, fault: &str| {
            let ply = position.moves().len() + 1;
            let wrong = || RecordError::Ply(ply, fault.into());
            let mv = rules.parse_usi(text).map_err(|_| wrong())?;
            position.try_move(mv).map_err(|_| wrong())?;
            Ok(mv)
        };
        for text in opening.split_whitespace() {
            record.opening.push(play(text, text)?);
        }
        for text in played.split_whitespace() {
            let (mv, score) = text.split_once(':').unwrap_or((text, ""));
            let mv = play(mv, text)?;
            let score = score.parse();
            let ply = record.opening.len() + record.played.len() + 1;
            let score = score.map_err(|_| RecordError::Ply(ply, text.into()))?;
            record.played.push(Played { mv, score });
        }
        Ok(record)
    }

    /// The position after the opening.
    pub fn start(&self) -> Position {
        let mut position = Position::start(self.rules);
        for &mv in &self.opening {
            position.do_move(mv);
        }
        position
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t", self.rules.name(), self.verdict.text(), self.end.text())?;
        let rules = self.rules;
        let between = |i| if i == 0 { "" } else { " " };
        for (i, &mv) in self.opening.iter().enumerate() {
            write!(f, "{}{}", between(i), rules.usi(mv))?;
        }
        f.write_str("\t")?;
        for (i, &Played { mv, score }) in self.played.iter().enumerate() {
            write!(f, "{}{}:{score}", between(i), rules.usi(mv))?;
        }
        Ok(())
    }
}
