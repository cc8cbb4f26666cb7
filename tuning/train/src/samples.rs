//! Training positions as sparse inputs of a network, in flat arrays: about 300 bytes each.

use eval::LOGISTIC_SCALE;
use rules::Rules;

/// A position to train on. Everything is from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'a> {
    /// Accumulated rows of the side to move's view.
    pub own_rows: &'a [u16],
    /// Accumulated rows of the opponent's view, as many.
    pub other_rows: &'a [u16],
    /// Threat rows of the side to move's view. The opponent's have owners swapped.
    pub threats: &'a [u16],
    /// How often each of the threats occurs.
    pub threat_counts: &'a [i8],
    /// The output bucket.
    pub bucket: u8,
    /// The linear evaluation, in the evaluation's units.
    pub linear: i32,
    /// The score of the search, in the evaluation's units.
    pub score: i16,
    /// The half points that the side to move won in the game: 2, 1 or 0.
    pub half_points: u8,
}

impl Sample<'_> {
    /// Returns the expected points that an evaluation should predict: a mixture of the search score
    /// and the game's result.
    #[inline]
    pub fn target(&self, score_share: f32) -> f32 {
        let by_score = sigmoid(f32::from(self.score) / LOGISTIC_SCALE as f32);
        score_share * by_score + (1.0 - score_share) * 0.5 * f32::from(self.half_points)
    }

    /// Returns the linear evaluation as the logarithm of the odds of winning.
    #[inline]
    pub fn linear_logit(&self) -> f32 {
        self.linear as f32 / LOGISTIC_SCALE as f32
    }
}

/// The probability of winning for a logarithm of the odds.
#[inline]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Returns the cross entropy of a target and the prediction `sigmoid(logit)`:
/// `log(1 + e^x) - target * x`, in a form that does not overflow.
#[inline]
pub fn cross_entropy(logit: f32, target: f32) -> f64 {
    let (x, target) = (f64::from(logit), f64::from(target));
    x.max(0.0) + (-x.abs()).exp().ln_1p() - target * x
}

/// The positions of a game in [`Samples`].
#[derive(Clone, Copy, Debug)]
pub struct GameSpan {
    /// The rules of the game.
    pub rules: &'static Rules,
    /// One more than the index of its last position.
    pub end: usize,
}

/// Positions of games, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    positions: Vec<Header>,
    /// The side to move's rows and then the opponent's, by position.
    rows: Vec<u16>,
    threats: Vec<u16>,
    threat_counts: Vec<i8>,
    games: Vec<GameSpan>,
}

#[derive(Clone, Copy, Debug)]
struct Header {
    /// End of the position's rows.
    rows_end: usize,
    /// End of the position's threats.
    threats_end: usize,
    linear: i32,
    score: i16,
    bucket: u8,
    half_points: u8,
}

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The games that the positions are from, in order. A game may have no position.
    pub fn games(&self) -> &[GameSpan] {
        &self.games
    }

    /// Returns the memory that the positions take, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&self.positions[..])
            + size_of_val(&self.rows[..])
            + size_of_val(&self.threats[..])
            + size_of_val(&self.threat_counts[..])
    }

    /// Returns a position.
    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let (rows_start, threats_start) = match index.checked_sub(1) {
            Some(before) => {
                let Header { rows_end, threats_end, .. } = self.positions[before];
                (rows_end, threats_end)
            }
            None => (0, 0),
        };
        let Header { rows_end, threats_end, linear, score, bucket, half_points } =
            self.positions[index];
        let rows = &self.rows[rows_start..rows_end];
        let (own_rows, other_rows) = rows.split_at(rows.len() / 2);
        Sample {
            own_rows,
            other_rows,
            threats: &self.threats[threats_start..threats_end],
            threat_counts: &self.threat_counts[threats_start..threats_end],
            bucket,
            linear,
            score,
            half_points,
        }
    }

    /// Returns all positions in order.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Adds a position to the current game.
    pub fn push(&mut self, sample: Sample<'_>) {
        self.rows.extend(sample.own_rows);
        self.rows.extend(sample.other_rows);
        self.threats.extend(sample.threats);
        self.threat_counts.extend(sample.threat_counts);
        self.positions.push(Header {
            rows_end: self.rows.len(),
            threats_end: self.threats.len(),
            linear: sample.linear,
            score: sample.score,
            bucket: sample.bucket,
            half_points: sample.half_points,
        });
    }

    /// Ends the current game: positions added later are from the next one.
    pub fn end_game(&mut self, rules: &'static Rules) {
        self.games.push(GameSpan { rules, end: self.positions.len() });
    }

    /// Adds the games of other samples.
    pub fn append(&mut self, other: &Self) {
        let (first, rows, threats) = (self.len(), self.rows.len(), self.threats.len());
        self.positions.extend(other.positions.iter().map(|header| Header {
            rows_end: header.rows_end + rows,
            threats_end: header.threats_end + threats,
            ..*header
        }));
        self.rows.extend(&other.rows);
        self.threats.extend(&other.threats);
        self.threat_counts.extend(&other.threat_counts);
        self.games
            .extend(other.games.iter().map(|game| GameSpan { end: game.end + first, ..*game }));
    }
}
