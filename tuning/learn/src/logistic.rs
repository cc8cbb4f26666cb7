//! Logistic regression: win probabilities and their loss.

/// Returns the win probability of a logit.
#[inline]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Returns the cross entropy of a target and the prediction `sigmoid(logit)`, which is
/// `log(1 + e^logit) - target * logit`, without overflow.
#[inline]
pub fn cross_entropy(logit: f32, target: f32) -> f64 {
    let (x, target) = (f64::from(logit), f64::from(target));
    x.max(0.0) + (-x.abs()).exp().ln_1p() - target * x
}
