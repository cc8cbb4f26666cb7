//! The command-line arguments that select a game and a position.

use crate::cli_error::CliError;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rules::{Position, Rules, parse_western};

/// The argument that selects a game.
#[derive(Args, Debug)]
pub struct GameArgs {
    /// Game, as listed by 'ozutsu games'
    #[arg(
        long,
        value_name = "GAME",
        default_value = Rules::names().next().unwrap_or_default(),
        value_parser = game_parser(),
        ignore_case = true
    )]
    pub variant: &'static Rules,
}

/// Returns the default game.
pub fn default_game() -> Result<&'static Rules, CliError> {
    Rules::all().next().ok_or_else(|| CliError::input("there are no games"))
}

/// The arguments that select a position: a game, a start position and moves from there.
#[derive(Args, Debug)]
pub struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Position as one argument: SFEN, FEN with hands in brackets, or startpos
    #[arg(long, default_value = "startpos")]
    sfen: String,

    /// Start from a handicap position, as listed by 'ozutsu games'
    #[arg(long, value_name = "NAME", conflicts_with = "sfen")]
    handicap: Option<String>,

    /// Moves to play from the position, as one argument: '7g7f 3c3d' (USI), 'c3c4 g7g6' (UCI) or
    /// 'P-7f P-3d' (Western)
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// Returns the selected game.
    pub fn rules(&self) -> &'static Rules {
        self.game.variant
    }

    /// Returns the position after the moves. Fails if one of them is illegal.
    pub fn position(&self) -> Result<Position, CliError> {
        let rules = self.game.variant;
        let mut position = match &self.handicap {
            Some(name) => handicap_position(rules, name)?,
            None => start_position(rules, self.sfen.trim())?,
        };
        for (index, text) in self.moves.split_whitespace().enumerate() {
            let error = |reason: &dyn std::fmt::Display| {
                CliError::input(format!("--moves: move {}, '{text}': {reason}", index + 1))
            };
            let mv = match rules.parse_move(text) {
                Ok(mv) => mv,
                Err(parse_error) => {
                    parse_western(&position, text).ok_or_else(|| error(&parse_error))?
                }
            };
            position.try_move(mv).map_err(|illegal| error(&illegal))?;
        }
        Ok(position)
    }
}

/// Parses the value of `--sfen`.
fn start_position(rules: &'static Rules, text: &str) -> Result<Position, CliError> {
    match text {
        "startpos" => Ok(Position::start(rules)),
        _ => Position::from_sfen_or_fen(rules, text)
            .map_err(|error| CliError::input(format!("--sfen: {error}"))),
    }
}

/// Returns the start position of a handicap. Case, spaces and punctuation in the name are ignored.
fn handicap_position(rules: &'static Rules, name: &str) -> Result<Position, CliError> {
    let normalize = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let found = rules.handicaps().find(|(known, _)| normalize(known) == normalize(name));
    let Some((_, sfen)) = found else {
        let names: Vec<_> = rules.handicaps().map(|(name, _)| format!("'{name}'")).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        return Err(CliError::input(format!(
            "--handicap: unknown handicap '{name}'; {} has {names}",
            rules.name()
        )));
    };
    start_position(rules, &sfen)
}

/// Returns a clap parser of game names. Error messages and shell completions list the names.
pub fn game_parser() -> impl TypedValueParser<Value = &'static Rules> {
    PossibleValuesParser::new(Rules::names())
        .try_map(|name| Rules::by_name(&name).ok_or("unknown game"))
}
