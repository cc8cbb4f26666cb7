//! Games as lines of text. The module `game_files` describes the format.

use records::{Format, GameResult, Hints, RecordErrorKind};
use rules::{Color, Move, Position, Rules, quoted};
use std::fmt;
use thiserror::Error;
use trials::half_points;

/// The winners of games and how text files write the results. Packed games store their numbers.
pub(super) const RESULTS: [(Option<Color>, &str); 3] =
    [(Some(Color::Black), "1-0"), (Some(Color::White), "0-1"), (None, "1/2")];

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfPlayEnd {
    /// Mate, stalemate, repetition or perpetual check.
    Rules,
    /// The side to move declared a win by impasse.
    Declaration,
    /// The search found a forced win or loss.
    ForcedWin,
    /// The game was adjudicated as won: the scores of both sides agreed on the winner for several
    /// plies.
    WinAdjudication,
    /// The game was adjudicated as drawn at the maximum number of plies.
    MaxPlies,
    /// The game is from the log of a match.
    Match,
}

impl SelfPlayEnd {
    /// All reasons. Packed games store their numbers.
    pub const ALL: [Self; 6] = [
        Self::Rules,
        Self::Declaration,
        Self::ForcedWin,
        Self::WinAdjudication,
        Self::MaxPlies,
        Self::Match,
    ];

    /// Returns the name of the reason in a self-play file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Declaration => "declared",
            Self::ForcedWin => "insight",
            Self::WinAdjudication => "agreed",
            Self::MaxPlies => "length",
            Self::Match => "match",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// A move and the score of the search that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    pub mv: Move,
    /// Score from the point of view of the side that moved, in the evaluation's units.
    pub score: i16,
}

/// A self-play game.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    pub rules: &'static Rules,
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    pub end: SelfPlayEnd,
    /// The random moves of the opening.
    pub opening: Vec<Move>,
    /// The moves played after the opening.
    pub moves: Vec<ScoredMove>,
}

/// Why a game of a self-play file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseGameError {
    #[error("expected five fields: game, result, end, opening, moves")]
    FieldCount,
    #[error("unknown game {}; --rules FILE adds the games of a file", quoted(.0))]
    UnknownGame(String),
    #[error("unknown result {}, expected 1-0, 0-1 or 1/2", quoted(.0))]
    UnknownResult(String),
    #[error("unknown end reason {}", quoted(.0))]
    UnknownEnd(String),
    /// The ply is counted from 1.
    #[error("ply {ply}: {} is not a legal move with a valid score", quoted(text))]
    InvalidMove { ply: usize, text: String },
    /// A line of the log of a match.
    #[error(transparent)]
    Match(RecordErrorKind),
    #[error("expected a game from the start position with a result")]
    Unfinished,
    #[error("expected a header of packed games")]
    Header,
    #[error("packed games of version {} are not supported", quoted(.0))]
    Version(String),
    #[error("the games are of a game '{0}' with another board or other pieces")]
    OtherPieces(String),
    #[error("damaged")]
    Damaged,
    #[error("more than 65535 moves")]
    TooLong,
}

impl ScoredGame {
    /// Parses a line and checks that its moves are legal.
    pub fn parse(line: &str) -> Result<Self, ParseGameError> {
        let fields: Vec<_> = line.split('\t').collect();
        let [game, result, end, opening, moves] = fields[..] else {
            return Err(ParseGameError::FieldCount);
        };
        let rules = games::by_name(game).ok_or_else(|| ParseGameError::UnknownGame(game.into()))?;
        let mut record = Self {
            rules,
            winner: RESULTS
                .into_iter()
                .find(|&(_, text)| text == result)
                .ok_or_else(|| ParseGameError::UnknownResult(result.into()))?
                .0,
            end: SelfPlayEnd::parse(end).ok_or_else(|| ParseGameError::UnknownEnd(end.into()))?,
            opening: Vec::new(),
            moves: Vec::new(),
        };
        let mut position = Position::start(rules);
        // Parses and plays a move. `text` is the move with its score, if any, for errors.
        let mut play = |mv: &str, text: &str| {
            let ply = position.moves().len() + 1;
            let error = || ParseGameError::InvalidMove { ply, text: text.into() };
            let mv = rules.parse_usi(mv).map_err(|_| error())?;
            position.try_move(mv).map_err(|_| error())?;
            Ok(mv)
        };
        for text in opening.split_whitespace() {
            record.opening.push(play(text, text)?);
        }
        for text in moves.split_whitespace() {
            let (mv, score) = text.split_once(':').unwrap_or((text, ""));
            let mv = play(mv, text)?;
            let ply = record.opening.len() + record.moves.len() + 1;
            let score = score
                .parse()
                .map_err(|_| ParseGameError::InvalidMove { ply, text: text.into() })?;
            record.moves.push(ScoredMove { mv, score });
        }
        record.check_length()
    }

    /// Parses a line of the log of a match, and checks that its moves are legal. All scores are 0.
    pub fn parse_match(line: &str) -> Result<Self, ParseGameError> {
        let hints = Hints { format: Some(Format::MatchLog), ..Hints::default() };
        let games =
            records::read_text(line, &hints).map_err(|error| ParseGameError::Match(error.kind))?;
        let [game] = &games[..] else { return Err(ParseGameError::FieldCount) };
        let winner = match game.end().map(|end| end.result) {
            Some(GameResult::Win(winner)) if game.is_standard_start() => Some(winner),
            Some(GameResult::Draw) if game.is_standard_start() => None,
            _ => return Err(ParseGameError::Unfinished),
        };
        let moves = game.moves().map(|mv| ScoredMove { mv, score: 0 }).collect();
        Self { rules: game.rules(), winner, end: SelfPlayEnd::Match, opening: Vec::new(), moves }
            .check_length()
    }

    fn check_length(self) -> Result<Self, ParseGameError> {
        if self.opening.len().max(self.moves.len()) > usize::from(u16::MAX) {
            return Err(ParseGameError::TooLong);
        }
        Ok(self)
    }

    /// Returns the number of the result in [`RESULTS`].
    pub(super) fn result_number(&self) -> usize {
        RESULTS.iter().position(|&(winner, _)| winner == self.winner).expect("all results")
    }

    /// Returns a side's points: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn points(&self, side: Color) -> f32 {
        f32::from(half_points(self.winner, side)) / 2.0
    }

    pub fn position_after_opening(&self) -> Position {
        let mut position = Position::start(self.rules);
        for &mv in &self.opening {
            position.do_move(mv);
        }
        position
    }
}

impl fmt::Display for ScoredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules;
        write!(
            f,
            "{}\t{}\t{}\t",
            rules.name(),
            RESULTS[self.result_number()].1,
            self.end.as_str()
        )?;
        let separator = |index| if index == 0 { "" } else { " " };
        for (index, &mv) in self.opening.iter().enumerate() {
            write!(f, "{}{}", separator(index), rules.usi(mv))?;
        }
        f.write_str("\t")?;
        for (index, &ScoredMove { mv, score }) in self.moves.iter().enumerate() {
            write!(f, "{}{}:{score}", separator(index), rules.usi(mv))?;
        }
        Ok(())
    }
}
