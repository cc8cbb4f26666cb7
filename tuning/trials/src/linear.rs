//! Inverses of the matrices of regressions.

/// Applies the sweep operator (Goodnight 1979) to the first columns of a symmetric matrix. If these are the sums of
/// products of all regressors, and the other columns those with the observations, the result holds the inverse of the
/// products, the coefficients (in the other columns), and the residual sums of squares.
///
/// Returns `None` if a column is a linear combination of others: its diagonal falls below `least`.
pub fn sweep(mut matrix: Vec<Vec<f64>>, columns: usize, least: f64) -> Option<Vec<Vec<f64>>> {
    for pivot in 0..columns {
        let mut pivot_row = std::mem::take(&mut matrix[pivot]);
        let diagonal = std::mem::replace(&mut pivot_row[pivot], 1.0);
        if diagonal < least {
            return None;
        }
        pivot_row.iter_mut().for_each(|value| *value /= diagonal);
        for row in matrix.iter_mut().filter(|row| !row.is_empty()) {
            let factor = std::mem::take(&mut row[pivot]);
            row.iter_mut().zip(&pivot_row).for_each(|(value, other)| *value -= factor * other);
        }
        matrix[pivot] = pivot_row;
    }
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_inverted_and_a_system_solved() {
        // 4x + 2y = 10, 2x + 3y = 9: x = 1.5, y = 2.
        let matrix = vec![vec![4.0, 2.0, 10.0], vec![2.0, 3.0, 9.0], vec![10.0, 9.0, 40.0]];
        let swept = sweep(matrix, 2, 1e-9).unwrap();
        for (row, expected) in swept.iter().zip([[0.375, -0.25, 1.5], [-0.25, 0.5, 2.0]]) {
            assert!(row.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{row:?}");
        }
        assert_eq!(sweep(vec![vec![1.0, 2.0], vec![2.0, 4.0]], 2, 1e-9), None);
    }
}
