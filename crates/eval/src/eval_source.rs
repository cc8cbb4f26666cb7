//! The choice of an evaluation for a game: its own, or one from a file that the user names.

use crate::ParametersError;
use crate::network::{MAGIC, Network, NetworkError};
use crate::parameter_text;
use crate::parameters::Parameters;
use platform::lock;
use rules::Rules;
use std::ptr;
use std::sync::{Arc, Mutex, OnceLock};

/// A network for which the program is built, in place of those of the games that it fits.
#[cfg(feature = "evalfile")]
const BUILD_NETWORK: Option<&[u8]> = Some(include_bytes!(env!("EVALFILE")));
#[cfg(not(feature = "evalfile"))]
const BUILD_NETWORK: Option<&[u8]> = None;
const _: () = assert!(
    matches!(BUILD_NETWORK, None | Some([b'O', b'Z', b'N', b'N', ..])),
    "EVALFILE is not a network"
);

#[derive(Clone, Debug, Default)]
pub enum EvalSource {
    /// That of the game: its network, if it has one, and its parameters.
    #[default]
    OfGame,
    /// The linear evaluation with the parameters of the game.
    Linear,
    /// An evaluation from a file. Games that it does not fit use their own.
    File(Arc<EvalFile>),
    /// The linear evaluation with the parameters of a file. Games that it does not fit, or for which it has none, use
    /// their own parameters.
    LinearFile(Arc<EvalFile>),
}

impl EvalSource {
    /// Returns the parameters and the network to use for a game.
    pub fn resolve(&self, rules: &'static Rules) -> (&Parameters, Option<&Network>) {
        let GameEval { parameters, network } = GameEval::of(rules);
        match self {
            Self::File(file) if file.fits(rules) => {
                (file.parameters.as_ref().unwrap_or(parameters), file.network.as_ref())
            }
            Self::LinearFile(file) if file.fits(rules) => {
                (file.parameters.as_ref().unwrap_or(parameters), None)
            }
            Self::OfGame | Self::File(_) => (parameters, network.as_ref()),
            Self::Linear | Self::LinearFile(_) => (parameters, None),
        }
    }

    /// Returns the evaluation of a game as the content of a file.
    pub fn to_file(&self, rules: &'static Rules) -> EvalFile {
        let (parameters, network) = self.resolve(rules);
        EvalFile { parameters: Some(parameters.clone()), network: network.cloned() }
    }

    /// Returns what tells the present evaluation of a game from others, as long as its source is kept.
    pub fn identity(&self, rules: &'static Rules) -> EvalIdentity {
        let (parameters, network) = self.resolve(rules);
        EvalIdentity {
            parameters: ptr::from_ref(parameters).addr(),
            network: network.map(|network| ptr::from_ref(network).addr()),
        }
    }
}

/// What tells the evaluations of a game apart: addresses. The game's own can be [replaced](set_eval_of_game).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalIdentity {
    parameters: usize,
    network: Option<usize>,
}

/// The content of an evaluation file: a network, the text of parameters, or both, the text first.
#[derive(Debug)]
pub struct EvalFile {
    /// The parameters of the linear evaluation. If there are none, they are those of the game itself.
    pub parameters: Option<Parameters>,
    /// The network that is added to the linear evaluation.
    pub network: Option<Network>,
}

/// Why a file cannot be used as the evaluation of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalFileError {
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Parameters(#[from] ParametersError),
    #[error("the parameters are those of {0}")]
    OtherGame(String),
    #[error("the parameters are for a game with another board or other pieces")]
    OtherPieces,
    #[error("the file does not say for which pieces; if they have not changed, add the line '{0}'")]
    NoPieces(String),
    #[error("the file does not say for which game and pieces")]
    NoGame,
    #[error("neither a network, which starts with OZNN, nor a text with parameters")]
    Unknown,
    #[error("the file has no parameters")]
    Empty,
}

impl EvalFileError {
    /// Returns whether the file is valid, but for another game.
    pub fn is_other_game(&self) -> bool {
        matches!(self, Self::OtherGame(_) | Self::OtherPieces | Self::Network(NetworkError::Game))
    }
}

impl EvalFile {
    /// Parses the content of a file.
    pub fn parse(rules: &'static Rules, bytes: &[u8]) -> Result<Self, EvalFileError> {
        if bytes.starts_with(&MAGIC) {
            let network = Network::from_bytes(rules, bytes)?;
            return Ok(Self { parameters: None, network: Some(network) });
        }
        // A network begins on the line after the text.
        let network_start = [b"\n", &MAGIC[..]].concat();
        let found = bytes.windows(network_start.len()).position(|part| part == network_start);
        let (text, network) = bytes.split_at(found.map_or(bytes.len(), |line_end| line_end + 1));
        let parameters = Some(Self::parse_parameters(rules, text)?);
        let network = (!network.is_empty()).then(|| Network::from_bytes(rules, network));
        Ok(Self { parameters, network: network.transpose()? })
    }

    fn parse_parameters(rules: &'static Rules, text: &[u8]) -> Result<Parameters, EvalFileError> {
        let text = str::from_utf8(text).map_err(|_| EvalFileError::Unknown)?;
        let game = parameter_text::game_of(text);
        if let Some(other) = game.filter(|&game| game != rules.name()) {
            return Err(EvalFileError::OtherGame(other.to_owned()));
        }
        let parameters = Parameters::parse(rules, text)?;
        if parameters.values().iter().all(|&value| value == 0) {
            return Err(EvalFileError::Empty);
        }
        // Rows are numbered by pieces, so other pieces would get the values of these.
        match parameter_text::has_pieces_of(text, rules) {
            Some(true) => {}
            Some(false) => return Err(EvalFileError::OtherPieces),
            None if game.is_none() => return Err(EvalFileError::NoGame),
            None => return Err(EvalFileError::NoPieces(parameter_text::pieces_line(rules))),
        }
        Ok(parameters)
    }

    /// Returns the content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = self.parameters.as_ref().map(ToString::to_string).unwrap_or_default();
        let network = self.network.as_ref().map(Network::to_bytes).unwrap_or_default();
        [text.into_bytes(), network].concat()
    }

    /// Returns whether the file was parsed for this game or, if it is a network, for one with the same
    /// board and pieces.
    pub fn fits(&self, rules: &Rules) -> bool {
        match &self.parameters {
            Some(parameters) => ptr::eq(parameters.rules(), rules),
            None => self.network.as_ref().is_some_and(|network| network.fits(rules)),
        }
    }
}

/// A game's own evaluation. Created on first use, then kept by the whole program.
#[derive(Debug)]
pub(crate) struct GameEval {
    pub parameters: Parameters,
    pub network: Option<Network>,
}

/// The evaluations of the games in use. Another game's can be created at the same time.
static GAMES: Mutex<Vec<(&Rules, &OnceLock<GameEval>)>> = Mutex::new(Vec::new());

impl GameEval {
    pub fn of(rules: &'static Rules) -> &'static Self {
        let mut games = lock(&GAMES);
        let known = games.iter().find(|(game, _)| ptr::eq(*game, rules)).map(|game| game.1);
        let eval = known.unwrap_or_else(|| {
            let eval: &_ = Box::leak(Box::new(OnceLock::new()));
            games.push((rules, eval));
            eval
        });
        drop(games);
        eval.get_or_init(|| {
            // A test loads every file, but another game can have the name.
            let named = games::network(rules.name());
            let mut networks = BUILD_NETWORK.into_iter().chain(named);
            let network = networks.find_map(|bytes| Network::from_bytes(rules, bytes).ok());
            Self { parameters: Parameters::tuned_or_derived(rules), network }
        })
    }
}

impl Parameters {
    /// Returns the parameters of a game's own evaluation. Created on first use, then shared by the whole
    /// program.
    pub fn of(rules: &'static Rules) -> &'static Self {
        &GameEval::of(rules).parameters
    }
}

/// Undoes [`set_eval_of_game`].
pub fn reset_eval_of_game(rules: &'static Rules) {
    lock(&GAMES).retain(|(game, _)| !ptr::eq(*game, rules));
}

/// Replaces a game's own evaluation by one from a file.
pub fn set_eval_of_game(rules: &'static Rules, file: EvalFile) {
    let EvalFile { parameters, network } = file;
    let parameters = parameters.unwrap_or_else(|| Parameters::tuned_or_derived(rules));
    let eval = GameEval { parameters, network };
    let mut games = lock(&GAMES);
    games.retain(|(game, _)| !ptr::eq(*game, rules));
    games.push((rules, Box::leak(Box::new(OnceLock::from(eval)))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GameSpec;
    use rules::spec::PawnDropMate;

    #[test]
    fn built_in_networks_load_and_are_small() {
        for rules in games::all() {
            let game = rules.name();
            let Some(file) = games::network(game) else { continue };
            assert!(file.len() <= 1_000_000, "{game}");
            assert!(EvalSource::OfGame.resolve(rules).1.is_some(), "{game}");
            assert!(EvalSource::Linear.resolve(rules).1.is_none(), "{game}");
        }
    }

    #[test]
    fn a_network_is_not_used_for_another_game_of_its_name() {
        let spec = games::by_name("cannonshogi").unwrap().spec();
        let rules = Rules::build(&GameSpec { name: "shogi".into(), ..spec.clone() }).unwrap();
        let (parameters, network) = EvalSource::OfGame.resolve(rules);
        assert!(network.is_none());
        assert_eq!(parameters.to_string(), Parameters::derived(rules).to_string());
    }

    #[test]
    fn a_file_with_parameters_replaces_those_of_its_game() {
        let [shogi, taihoshogi] = ["shogi", "taihoshogi"].map(|name| games::by_name(name).unwrap());
        let text = format!("game shogi\n{}\npiece 0 123\n", parameter_text::pieces_line(shogi));
        let file = EvalFile::parse(shogi, text.as_bytes()).unwrap();
        let source = EvalSource::File(Arc::new(file));
        let (parameters, network) = source.resolve(shogi);
        assert_eq!(parameters.get(0), 123);
        assert!(network.is_none());
        assert!(ptr::eq(source.resolve(taihoshogi).0, Parameters::of(taihoshogi)));

        let error = |text: &[u8]| EvalFile::parse(taihoshogi, text).unwrap_err();
        assert_eq!(error(text.as_bytes()), EvalFileError::OtherGame("shogi".into()));
        for nothing in [" \n", "# notes\ngame taihoshogi\n"] {
            assert_eq!(error(nothing.as_bytes()), EvalFileError::Empty);
        }
        assert_eq!(error(b"piece 0").to_string(), "line 1: expected 1 number from -16000 to 16000");
        assert_eq!(error(&[0xff, 0]), EvalFileError::Unknown);
        assert!(error(&games::network("cannonshogi").unwrap()[..100]).is_other_game());
    }

    #[test]
    fn a_file_with_parameters_and_a_network_has_both() {
        let shogi = games::by_name("shogi").unwrap();
        let text = format!("game shogi\n{}\npiece 0 123\n", parameter_text::pieces_line(shogi));
        let network = games::network("shogi").unwrap();
        let bytes = [text.as_bytes(), network].concat();
        let file = EvalFile::parse(shogi, &bytes).unwrap();
        assert_eq!(file.to_bytes(), bytes);
        for part in [text.as_bytes(), network] {
            assert_eq!(EvalFile::parse(shogi, part).unwrap().to_bytes(), part);
        }
        let source = EvalSource::File(Arc::new(file));
        let (parameters, found) = source.resolve(shogi);
        assert_eq!(parameters.get(0), 123);
        assert_eq!(found.unwrap().to_bytes(), network);
        let torn = EvalFile::parse(shogi, &bytes[..bytes.len() - 9]).unwrap_err();
        assert!(matches!(torn, EvalFileError::Network(NetworkError::Length { .. })), "{torn}");
    }

    #[test]
    fn parameters_are_used_for_the_pieces_they_are_for() {
        let spec = games::by_name("shogi").unwrap().spec();
        let build =
            |spec: GameSpec| Rules::build(&GameSpec { name: "mygame".into(), ..spec }).unwrap();
        let game = build(spec.clone());
        let text = Parameters::derived(game).to_string();
        let parse = |rules, text: &str| EvalFile::parse(rules, text.as_bytes()).map(|_| ());
        assert_eq!(parse(game, &text), Ok(()));

        // Another rule changes no piece. Another order, movement, number or board does.
        let other_rule = GameSpec { pawn_drop_mate: PawnDropMate::Allowed, ..spec.clone() };
        assert_eq!(parse(build(other_rule), &text), Ok(()));
        let mut changed = [(); 3].map(|()| spec.clone());
        changed[0].pieces.swap(1, 2);
        changed[1].pieces[0].movement = "R4".into();
        changed[2].start_sfen = spec.start_sfen.replace("PPPPPPPPP", "PPPP1PPPP");
        for spec in changed {
            assert_eq!(parse(build(spec), &text), Err(EvalFileError::OtherPieces));
        }

        // Older files do not have the line.
        let line = text.lines().find(|line| line.starts_with("pieces ")).unwrap();
        assert!(line.starts_with("pieces 9x9 R:2:R:"), "{line}");
        let old = text.replace(&format!("{line}\n"), "");
        assert_eq!(parse(game, &old), Err(EvalFileError::NoPieces(line.to_owned())));
    }

    #[test]
    fn the_evaluation_of_a_game_can_be_set() {
        let mut spec = games::by_name("cannonshosu").unwrap().spec().clone();
        spec.name = "mygame".into();
        let rules = Rules::build(&spec).unwrap();
        assert!(EvalSource::OfGame.resolve(rules).1.is_none());
        let before = Parameters::of(rules);
        let text = format!("piece 0 77\n{}", parameter_text::pieces_line(rules));
        let file = EvalFile::parse(rules, text.as_bytes()).unwrap();
        set_eval_of_game(rules, file);
        assert_eq!(EvalSource::OfGame.resolve(rules).0.get(0), 77);
        let file = EvalFile::parse(rules, before.to_string().as_bytes()).unwrap();
        set_eval_of_game(rules, file);
        assert_eq!(EvalSource::OfGame.resolve(rules).0.values(), before.values());
    }
}
