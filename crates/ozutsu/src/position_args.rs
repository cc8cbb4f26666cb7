//! The command-line arguments that select a game and a position.

use crate::cli_error::{CliError, print_warning};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command};
use eval::load_evals;
use records::{Hints, handicap_position, other_games, play_moves, read_position};
use rules::{Position, Rules, quoted};
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The help of `--variant` in commands that read records.
pub const GAME_OF_RECORDS: &str =
    "Game of records that name none [default: shogi for KIF, otherwise the one that they fit]";

/// The argument that selects a game.
#[derive(Args, Debug)]
pub struct GameArgs {
    #[arg(
        long,
        value_name = "GAME",
        help = format!("Game, as listed by 'ozutsu games' [default: {}]", default_game_name()),
        value_parser = game_parser(),
        ignore_case = true
    )]
    variant: Option<&'static Rules>,
}

impl GameArgs {
    /// Creates the argument that selects a game.
    pub fn selecting(game: &'static Rules) -> Self {
        Self { variant: Some(game) }
    }

    /// Returns the selected game, or the default game.
    pub fn rules(&self) -> Result<&'static Rules, CliError> {
        let default = || games::by_name(default_game_name());
        self.variant.or_else(default).ok_or_else(|| CliError::input("there are no games"))
    }

    /// Returns the games of records that name none: the selected one, otherwise that of the program's name, or for KIF
    /// none.
    pub fn of_records(&self) -> Hints {
        let rules = self.variant.or_else(|| named_game().and_then(games::by_name));
        Hints { rules, kif_rules: self.variant, format: None }
    }

    /// Returns whether the game was selected by the argument.
    pub fn is_selected(&self) -> bool {
        self.variant.is_some()
    }

    /// Returns what to add to an error that a wrong game may have caused. Empty if the game was selected.
    pub fn default_hint(&self, rules: &Rules) -> String {
        if self.is_selected() {
            String::new()
        } else {
            format!("; the game is {}, use --variant for another", rules.name())
        }
    }
}

/// The argument that names a game, or a file with the rules of one.
#[derive(Args, Debug)]
pub struct GameOrFileArgs {
    /// Game, as listed by 'ozutsu games', or a rules file
    #[arg(value_name = "GAME|FILE", value_parser = GameOrFileParser)]
    game: PathBuf,
}

impl GameOrFileArgs {
    /// Returns the game of that name, or else loads the file.
    pub fn rules(&self) -> Result<&'static Rules, CliError> {
        let name = self.game.to_string_lossy();
        if let Some(rules) = games::by_name(&name) {
            return Ok(rules);
        }
        let loaded = games::load(&self.game);
        loaded.error_summary().iter().filter(|_| !loaded.games.is_empty()).for_each(print_warning);
        match loaded.games[..] {
            [] => Err(CliError::Input(loaded.errors.iter().map(ToString::to_string).collect())),
            [rules] => {
                load_evals([rules].into_iter()).iter().for_each(print_warning);
                Ok(rules)
            }
            [..] => {
                let names: Vec<_> = loaded.games.iter().map(|rules| rules.name()).collect();
                let (path, names) = (self.game.display(), names.join(", "));
                Err(CliError::input(format!(
                    "{path} has several games; add --rules {path} and name one: {names}"
                )))
            }
        }
    }

    /// Returns the command that opens the board with the game.
    pub fn board_command(&self, rules: &Rules) -> String {
        let name = rules.name();
        let mut files = self.files();
        // A built-in game, or one of a file named by `--rules`. A file can have the name of its game.
        let is_name =
            |path: &Path| path.to_str().is_some_and(|path| path.eq_ignore_ascii_case(name));
        let file = games::file_path(rules);
        let is_file = |path: &Path| path.canonicalize().is_ok_and(|path| file == Some(path));
        files.retain(|path| !is_name(path) || is_file(path));
        let word = |path: &PathBuf| shell_quoted(&path.to_string_lossy());
        let files = files.iter().map(|path| format!("--rules {} ", word(path)));
        format!("ozutsu board {}--variant {}", files.collect::<String>(), shell_quoted(name))
    }

    /// Returns the files that the command reads for its games.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = games::rules_arguments(env::args_os().skip(1));
        files.push(self.game.clone());
        files
    }
}

/// Returns a word of a command as a person types it: quoted if a shell would take it for something else.
fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Returns the name of the default game: the one that the name of the program ends in, otherwise the
/// first.
pub fn default_game_name() -> &'static str {
    named_game().or_else(|| games::names().next()).unwrap_or_default()
}

/// Returns the game that the name of this program ends in.
fn named_game() -> Option<&'static str> {
    game_of_program(&env::args_os().next()?)
}

/// Returns the game in which the name of a program ends, as in `ozutsu-shogi`. The game must be a
/// whole word: `ozutsu-minishogi` does not name `shogi`.
fn game_of_program(program: &OsStr) -> Option<&'static str> {
    let file_name = Path::new(program).file_name()?.to_str()?.to_ascii_lowercase();
    let name = file_name.strip_suffix(".exe").unwrap_or(&file_name);
    games::names().find(|game| {
        let before = name.strip_suffix(&game.to_ascii_lowercase());
        before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
    })
}

/// The arguments that select a position: a game, a start position and moves from there.
#[derive(Args, Debug)]
pub struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Position as one argument: SFEN, FEN with hands in brackets, startpos, or a USI position
    /// command with its moves
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
    pub fn rules(&self) -> Result<&'static Rules, CliError> {
        self.game.rules()
    }

    /// Returns the position after the moves. Fails if one of them is illegal.
    pub fn position(&self) -> Result<Position, CliError> {
        let rules = self.rules()?;
        let mut position = match &self.handicap {
            Some(name) => {
                handicap_position(rules, name).ok_or_else(|| unknown_handicap(rules, name))?
            }
            None => read_position(rules, &self.sfen).map_err(|error| {
                CliError::input(format!("--sfen: {error}{}", self.sfen_hint(rules)))
            })?,
        };
        play_moves(&mut position, self.moves.split_whitespace()).map_err(|error| {
            CliError::input(format!("--moves: {error}{}", self.game.default_hint(rules)))
        })?;
        Ok(position)
    }

    /// Returns what to add to an error in `--sfen`: the game that the position looks like, or the
    /// default game.
    fn sfen_hint(&self, rules: &Rules) -> String {
        let hint = other_game_hint(rules, |other| read_position(other, &self.sfen).is_ok());
        hint.unwrap_or_else(|| self.game.default_hint(rules))
    }
}

/// Returns what to add to an error in the game `rules`, if the input fits one other game.
pub fn other_game_hint(rules: &Rules, fits: impl Fn(&'static Rules) -> bool) -> Option<String> {
    match other_games(rules, fits)[..] {
        [game] => Some(format!("; this looks like {0}: use --variant {0}", game.name())),
        _ => None,
    }
}

/// Returns the error for a handicap that a game does not have.
fn unknown_handicap(rules: &'static Rules, name: &str) -> CliError {
    let known = records::handicaps(rules).map(|start| format!("'{}'", start.english));
    let known = match known.collect::<Vec<_>>() {
        names if names.is_empty() => "none".into(),
        names => names.join(", "),
    };
    let (name, game) = (quoted(name), rules.name());
    CliError::input(format!("--handicap: unknown handicap {name}; {game} has {known}"))
}

/// Returns a clap parser of game names. Error messages and shell completions list the names.
pub fn game_parser() -> impl TypedValueParser<Value = &'static Rules> {
    parser_of_games(games::names())
}

/// Accepts the name of a game, a file, or what can only be the name of a file. The errors are those of [`game_parser`].
#[derive(Clone)]
struct GameOrFileParser;

impl TypedValueParser for GameOrFileParser {
    type Value = PathBuf;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<PathBuf, clap::Error> {
        let (path, name) = (PathBuf::from(value), value.to_string_lossy());
        let is_file = path.exists() || name.contains(['.', '/', '\\']);
        if !is_file && games::by_name(&name).is_none() {
            game_parser().parse_ref(command, arg, value)?;
        }
        Ok(path)
    }
}

/// Parses the name of one of some games.
pub fn parser_of_games(
    names: impl Iterator<Item = &'static str>,
) -> impl TypedValueParser<Value = &'static Rules> {
    PossibleValuesParser::new(names).try_map(|name| games::by_name(&name).ok_or("unknown game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn words_are_quoted_for_a_shell() {
        for (word, expected) in [
            ("games/my-game_2.toml", "games/my-game_2.toml"),
            ("大筒.toml", "大筒.toml"),
            ("my dir/my game.toml", "'my dir/my game.toml'"),
            ("it's.toml", r"'it'\''s.toml'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(shell_quoted(word), expected);
        }
    }

    #[test]
    fn programs_named_after_a_game_play_it_by_default() {
        for (program, game) in [
            ("ozutsu-shogi", Some("shogi")),
            ("/usr/local/bin/ozutsu-cannonshogi", Some("cannonshogi")),
            ("Ozutsu_Shosu.EXE", Some("shosu")),
            ("shogi", Some("shogi")),
            ("ozutsu", None),
            ("ozutsu-minishogi", None),
            ("ozutsu-shogi-old", None),
            ("/games/shogi/ozutsu", None),
            ("", None),
        ] {
            assert_eq!(game_of_program(OsStr::new(program)), game, "{program}");
        }
    }
}
