//! How accurately a side played.

use super::mark::Mark;

/// The loss of winning chance that divides the accuracy of a move by e. With this value a move that
/// loses a tenth has an accuracy of 65%, against 64% by the formula of lichess.org.
const LOSS_SCALE: f64 = 0.23;

/// Returns the accuracy of a side in per cent, given the winning chance that each of its moves lost;
/// none without moves.
///
/// The accuracy of a move falls exponentially with its loss. That of the game is halfway between the
/// arithmetic and the harmonic mean of its moves: the second makes a single blunder count in a long
/// game.
pub fn accuracy(losses: &[f64]) -> Option<f64> {
    let count = losses.len() as f64;
    let moves = || losses.iter().map(|loss| (-loss / LOSS_SCALE).exp());
    let arithmetic = moves().sum::<f64>() / count;
    let harmonic = count / moves().map(f64::recip).sum::<f64>();
    (!losses.is_empty()).then_some(100.0 * (arithmetic + harmonic) / 2.0)
}

/// The losses and missed mates of a side in a game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SideSummary {
    losses: Vec<f64>,
    /// The number of mates that the side missed.
    pub missed_mates: usize,
}

impl SideSummary {
    /// Adds a move by the winning chance that it lost.
    pub fn add(&mut self, loss: f64) {
        self.losses.push(loss);
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> usize {
        self.losses.len()
    }

    /// Returns the number of moves with a mark.
    pub fn count(&self, mark: Mark) -> usize {
        self.losses.iter().filter(|&&loss| Mark::of_loss(loss) == Some(mark)).count()
    }

    /// Returns the accuracy in per cent; none without moves.
    pub fn accuracy(&self) -> Option<f64> {
        accuracy(&self.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_losses() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[0.0; 40]), Some(100.0));
        let of = |losses: &[f64]| accuracy(losses).unwrap();
        assert!((of(&[0.1]) - 64.7).abs() < 0.1);
        let blundered: Vec<f64> = [vec![0.0; 99], vec![1.0]].concat();
        // The arithmetic mean alone is 99%.
        assert!((75.0..80.0).contains(&of(&blundered)), "{}", of(&blundered));
    }

    #[test]
    fn marks_are_counted() {
        let mut side = SideSummary::default();
        [0.0, 0.06, 0.3, 0.5].into_iter().for_each(|loss| side.add(loss));
        let counts = Mark::ALL.map(|mark| side.count(mark));
        assert_eq!((side.moves(), counts), (4, [1, 0, 2]));
    }
}
