//! The choice of an evaluation for a game, and the networks that are built in.

use crate::network::Network;
use crate::parameters::Parameters;
use rules::Rules;
use std::sync::{Arc, Mutex, PoisonError};

/// The network files that are built in, by game. Games with the same board and pieces can share one.
const NETWORK_FILES: &[(&[&str], &[u8])] = &[(&["shogi"], include_bytes!("../networks/shogi.ozn"))];

/// Which evaluation to use.
#[derive(Clone, Debug, Default)]
pub enum EvalSource {
    /// The network that is built in for the game, or the linear evaluation if there is none.
    #[default]
    BuiltIn,
    /// The linear evaluation, with these parameters or with those of the game.
    Linear(Option<&'static Parameters>),
    /// This network. Games that it does not fit use what is built in.
    Network(Arc<Network>),
}

impl EvalSource {
    /// Returns the parameters and the network to use for a game.
    pub fn resolve(&self, rules: &'static Rules) -> (&'static Parameters, Option<&Network>) {
        let parameters = match self {
            Self::Linear(Some(parameters)) => parameters,
            _ => Parameters::shared(rules),
        };
        let network = match self {
            Self::Linear(_) => None,
            Self::Network(network) if network.fits(rules) => Some(&**network),
            Self::BuiltIn | Self::Network(_) => built_in_network(rules),
        };
        (parameters, network)
    }
}

/// Returns the network that is built in for a game. Created on first use, then shared by the whole
/// program.
fn built_in_network(rules: &'static Rules) -> Option<&'static Network> {
    static LOADED: Mutex<Vec<(&Rules, &Network)>> = Mutex::new(Vec::new());
    let has_game = |(games, _): &&(&[&str], &[u8])| games.contains(&rules.name());
    let (_, bytes) = NETWORK_FILES.iter().find(has_game)?;
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = loaded.iter().find(|(game, _)| std::ptr::eq(*game, rules)) {
        return Some(network);
    }
    // The built-in files are tested: they load.
    let network = &*Box::leak(Box::new(Network::from_bytes(rules, bytes).ok()?));
    loaded.push((rules, network));
    Some(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_networks_load_and_are_small() {
        let mut total = 0;
        for (games, bytes) in NETWORK_FILES {
            total += bytes.len();
            assert!(bytes.len() <= 2_500_000, "{games:?}");
            for game in *games {
                let rules = games::by_name(game).unwrap();
                assert!(Network::from_bytes(rules, bytes).is_ok(), "{game}");
                assert!(EvalSource::BuiltIn.resolve(rules).1.is_some(), "{game}");
                assert!(EvalSource::Linear(None).resolve(rules).1.is_none(), "{game}");
            }
        }
        assert!(total <= 10_000_000);
    }
}
