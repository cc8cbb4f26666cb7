//! The position a command is about, as it is given on the command line.

use crate::failure::Failure;
use crate::notation::read_western;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rules::{Position, Rules};

/// Which game.
#[derive(Args, Debug)]
pub struct GameArgs {
    /// The game; `ozutsu games` tells about each
    #[arg(
        long,
        value_name = "GAME",
        default_value = Rules::names().next().unwrap_or_default(),
        value_parser = game_parser(),
        ignore_case = true
    )]
    pub variant: &'static Rules,
}

/// The game where none is named.
pub fn default_game() -> Result<&'static Rules, Failure> {
    Rules::all().next().ok_or_else(|| Failure::input("there are no games"))
}

/// Which position of which game.
#[derive(Args, Debug)]
pub struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position, as one argument: SFEN, FEN with hands in brackets, or startpos
    #[arg(long, default_value = "startpos")]
    sfen: String,

    /// The start position of a handicap instead; `ozutsu games` lists them
    #[arg(long, value_name = "NAME", conflicts_with = "sfen")]
    handicap: Option<String>,

    /// Moves made from there, as one argument: '7g7f 3c3d', or as programs for chess or western
    /// players write them
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The game.
    pub fn rules(&self) -> &'static Rules {
        self.game.variant
    }

    /// The position after the moves, all of which must be legal.
    pub fn position(&self) -> Result<Position, Failure> {
        let rules = self.game.variant;
        let mut position = match &self.handicap {
            Some(name) => handicap(rules, name)?,
            None => start(rules, self.sfen.trim())?,
        };
        for (number, text) in self.moves.split_whitespace().enumerate() {
            let fault = |why: &dyn std::fmt::Display| {
                Failure::input(format!("--moves: move {}, '{text}': {why}", number + 1))
            };
            let mv = match rules.parse_move(text) {
                Ok(mv) => mv,
                Err(error) => read_western(&position, text).ok_or_else(|| fault(&error))?,
            };
            position.try_move(mv).map_err(|refusal| fault(&refusal))?;
        }
        Ok(position)
    }
}

/// The position that a text names before any moves.
fn start(rules: &'static Rules, text: &str) -> Result<Position, Failure> {
    match text {
        "startpos" => Ok(Position::start(rules)),
        _ => Position::from_sfen_or_fen(rules, text)
            .map_err(|error| Failure::input(format!("--sfen: {error}"))),
    }
}

/// The start position of a handicap, whose name may lack blanks and commas or have other signs.
fn handicap(rules: &'static Rules, name: &str) -> Result<Position, Failure> {
    let letters = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let found = rules.handicaps().find(|(known, _)| letters(known) == letters(name));
    let Some((_, sfen)) = found else {
        let names: Vec<_> = rules.handicaps().map(|(name, _)| format!("'{name}'")).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        let game = rules.name();
        return Err(Failure::input(format!("--handicap: no '{name}' in {game}, but {names}")));
    };
    start(rules, &sfen)
}

/// Takes the name of a game in any case; knows the names, for errors and completions to list.
pub fn game_parser() -> impl TypedValueParser<Value = &'static Rules> {
    PossibleValuesParser::new(Rules::names())
        .try_map(|name| Rules::by_name(&name).ok_or("no such game"))
}
