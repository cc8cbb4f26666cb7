//! Training positions as sparse network inputs, in flat arrays of about 300 bytes per position.

use eval::LOGISTIC_SCALE;
use rules::Rules;

/// A training position, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'a> {
    /// Active piece rows in the side to move's view.
    pub own_rows: &'a [u16],
    /// Active piece rows in the opponent's view, the same number.
    pub other_rows: &'a [u16],
    /// Active threat rows in the side to move's view. [`InputMap::opponent_threat_row`] converts them
    /// to the opponent's.
    ///
    /// [`InputMap::opponent_threat_row`]: eval::network::InputMap::opponent_threat_row
    pub threats: &'a [u16],
    /// Number of occurrences of each threat row.
    pub threat_counts: &'a [i8],
    /// The linear evaluation, in the evaluation's units.
    pub linear: i32,
    pub label: Label,
}

/// What is known of a training position from its game, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Label {
    /// The search score, in the evaluation's units.
    pub score: i16,
    /// 1 if the game was won, 0.5 if it was drawn, 0 if it was lost.
    pub points: f32,
    /// The win probability that the network should predict.
    pub target: f32,
}

impl Sample<'_> {
    #[inline]
    pub fn linear_logit(&self) -> f32 {
        self.linear as f32 / LOGISTIC_SCALE as f32
    }
}

/// The range of a game's positions in [`Samples`]. It starts where that of the previous game ends.
#[derive(Clone, Copy, Debug)]
pub struct GameSpan {
    pub rules: &'static Rules,
    /// Index after the game's last position.
    pub end: usize,
}

/// The training positions of games, in order.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    positions: Vec<Header>,
    /// By position: the side to move's rows, then the opponent's.
    rows: Vec<u16>,
    threats: Vec<u16>,
    threat_counts: Vec<i8>,
    games: Vec<GameSpan>,
}

/// The fields of a [`Sample`] that have a fixed size, and the ends of its rows in [`Samples`].
#[derive(Clone, Copy, Debug)]
struct Header {
    rows_end: usize,
    threats_end: usize,
    linear: i32,
    label: Label,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the games in order. A game may have no positions.
    pub fn games(&self) -> &[GameSpan] {
        &self.games
    }

    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let (rows_start, threats_start) = match index.checked_sub(1) {
            Some(previous) => {
                let Header { rows_end, threats_end, .. } = self.positions[previous];
                (rows_end, threats_end)
            }
            None => (0, 0),
        };
        let Header { rows_end, threats_end, linear, label } = self.positions[index];
        let rows = &self.rows[rows_start..rows_end];
        let (own_rows, other_rows) = rows.split_at(rows.len() / 2);
        Sample {
            own_rows,
            other_rows,
            threats: &self.threats[threats_start..threats_end],
            threat_counts: &self.threat_counts[threats_start..threats_end],
            linear,
            label,
        }
    }

    /// Returns all positions in order.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Appends a position to the current game.
    pub fn push(&mut self, sample: Sample<'_>) {
        self.rows.extend(sample.own_rows);
        self.rows.extend(sample.other_rows);
        self.threats.extend(sample.threats);
        self.threat_counts.extend(sample.threat_counts);
        self.positions.push(Header {
            rows_end: self.rows.len(),
            threats_end: self.threats.len(),
            linear: sample.linear,
            label: sample.label,
        });
    }

    /// Ends the current game. The next position starts another.
    pub fn end_game(&mut self, rules: &'static Rules) {
        self.games.push(GameSpan { rules, end: self.positions.len() });
    }
}
