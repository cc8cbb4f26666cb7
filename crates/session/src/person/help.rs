//! The commands of a session, their help, and suggestions for mistyped ones.

use crate::backend::Backend;
use crate::language::Language;
use crate::terminal::wrap::wrap;
use games::suggestion;
use records::handicaps;
use rules::{Rules, quoted};
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// Width of the help where no terminal has another.
const DEFAULT_WIDTH: usize = 80;

/// A command of a session, or several that `help` explains together.
pub(crate) struct Command {
    pub names: &'static [&'static str],
    /// What other programs call it. It is not accepted, but suggested.
    other_names: &'static [&'static str],
    usage: &'static str,
    /// A few words, so that a line of the overview fits into a narrow terminal.
    summary: &'static str,
    details: &'static str,
}

/// The commands by group, in the order of the overview.
const GROUPS: [(&str, &[Command]); 4] =
    [("Play", PLAY), ("Game", GAME), ("Board", BOARD), ("Engine", ENGINE)];

const PLAY: &[Command] = &[
    Command {
        names: &["move"],
        other_names: &[],
        usage: "7g7f",
        summary: "play a move (or: c3c4, P-7f)",
        details: "\
Plays the move and shows the board. Moves are written as in USI (7g7f, 8h2b+, P*5e), UCI (c3c4), Western (P-7f, \
Bx2b+) or Japanese notation (▲７六歩, 76歩). Several moves are played one after the other. 'moves' lists those that are legal.",
    },
    Command {
        names: &["go"],
        other_names: &["search", "analyse", "analyze", "think"],
        usage: "go [LIMIT]",
        summary: "let the engine play a move",
        details: "\
The engine thinks for three seconds and plays a move for the side to move. A limit takes the place of the three \
seconds: 'go depth 20', 'go nodes 1000000', 'go movetime 10000' (in milliseconds). These play no move: 'go infinite' \
searches until 'stop', 'go mate' looks for a mate by checks alone, 'go perft N' counts the leaf nodes at depth N.",
    },
    Command {
        names: &["play"],
        other_names: &["side", "sides", "opponent"],
        usage: "play SIDE",
        summary: "what the engine plays (or: both, none)",
        details: "\
After 'play white' the engine answers each of your moves with one for White; 'play black' is for Black. With \
'play both' it plays against itself until 'stop' or Ctrl-C, and 'play none' ends all that. Without a side, says what \
the engine plays. The board is shown after its answers.",
    },
    Command {
        names: &["level"],
        other_names: &["skill", "strength", "elo"],
        usage: "level N",
        summary: "play weaker: 0 to 20 (or: elo N)",
        details: "\
Sets the strength of the engine from 0, for beginners, to 20, its full strength; or, with 'level elo N', as a rating \
from 600 to 3000. Hints are of full strength at every level. Without a number, says what the level is.",
    },
    Command {
        names: &["hint"],
        other_names: &["tip", "advice"],
        usage: "hint",
        summary: "show a good move",
        details: "Thinks for three seconds at full strength and shows the best move without playing it.",
    },
    Command {
        names: &["undo"],
        other_names: &["back", "takeback", "remove", "u"],
        usage: "undo [N]",
        summary: "take back the last move, or N",
        details: "\
Takes back the last move, or the last N moves. When the engine plays a side, that is your last move and the engine's \
answer, or the last N of yours with its answers. A resignation is taken back first.",
    },
    Command {
        names: &["resign"],
        other_names: &["surrender"],
        usage: "resign",
        summary: "give up the game",
        details: "\
Ends the game with a loss: of your side when the engine plays the other, otherwise of the side to move. 'undo' takes \
it back.",
    },
];

const GAME: &[Command] = &[
    Command {
        names: &["new"],
        other_names: &["start", "restart", "reset", "variant"],
        usage: "new [GAME]",
        summary: "start a game, with handicap if named",
        details: "\
'new' starts the game again, 'new shogi' starts a game of shogi, and 'new shogi rook and bishop' one in which White \
plays without these pieces and moves first. 'new bishop' gives a handicap in the current game. To make another game \
the default, start the program with --variant shogi, or by a name that ends in the game's, such as ozutsu-shogi.",
    },
    Command {
        names: &["save", "save!"],
        other_names: &["write", "export"],
        usage: "save FILE",
        summary: "keep the game as KIF, CSA, PGN ...",
        details: "\
Writes the game to a file in the format that its extension names: .kif, .ki2, .csa, .jkf, .pgn, .usi, .sfen, .tsv \
(a match log) or .gamecourier. An existing file is overwritten only by 'save! FILE'.",
    },
    Command {
        names: &["load"],
        other_names: &["open", "read", "import"],
        usage: "load FILE",
        summary: "continue a game from a file",
        details: "\
Reads the first game of a file, in any format that 'save' writes, and goes to its last move. If the game has no result \
and it is the engine's turn, the engine moves. 'undo' goes back.",
    },
    Command {
        names: &["recent"],
        other_names: &["history", "games", "continue", "resume"],
        usage: "recent [N]",
        summary: "the last games, or go back to one",
        details: "\
The games of a terminal are kept when another one begins or the program ends, the last twenty of them. 'recent' lists \
them and names their folder, 'recent 1' goes back to the last one.",
    },
];

const BOARD: &[Command] = &[
    Command {
        names: &["d"],
        other_names: &["board", "show", "display", "print"],
        usage: "d",
        summary: "show the board with all details",
        details: "Shows the board, the state of the game, the last move, checks, the position as SFEN, and its key.",
    },
    Command {
        names: &["pieces", "piece", "rules"],
        other_names: &["how", "movement", "rule"],
        usage: "pieces, rules",
        summary: "how the game is played",
        details: "\
'pieces' lists the pieces of the game, 'piece gold cannon' draws how one moves, unpromoted and promoted, and 'piece \
cannon' does so for all cannons. A letter or a kanji names a piece, too. 'rules' tells what is special about the game.",
    },
    Command {
        names: &["kanji"],
        other_names: &["script", "letters", "glyphs"],
        usage: "kanji [off]",
        summary: "draw pieces as kanji, or as letters",
        details: "\
Draws the pieces as kanji; White's are prefixed with v. 'kanji off' draws them as letters again. In a Japanese or Chinese \
locale they are kanji from the start.",
    },
    Command {
        names: &["moves", "eval"],
        other_names: &["legal", "evaluate", "score"],
        usage: "moves, eval",
        summary: "the legal moves; a static score",
        details: "\
'moves' lists the legal moves in the notation of the protocol, USI if none was chosen. 'eval' prints the static \
evaluation of the position for the side to move.",
    },
    Command {
        names: &["position"],
        other_names: &["setup", "sfen", "fen", "setboard"],
        usage: "position ...",
        summary: "set up a position",
        details: "\
'position startpos' sets up the start position of the game, 'position sfen S' a position in SFEN, 'position fen F' one \
in FEN. Moves may follow: 'position startpos moves 7g7f 3c3d'.",
    },
];

const ENGINE: &[Command] = &[
    Command {
        names: &["stop"],
        other_names: &["halt", "abort"],
        usage: "stop",
        summary: "end the search, like Ctrl-C",
        details: "Ends the search, which answers with what it has found.",
    },
    Command {
        names: &["setoption"],
        other_names: &["set", "option", "options"],
        usage: "setoption ...",
        summary: "set an option, such as Threads",
        details: "\
'setoption name Threads value 4' searches with four threads, 'setoption name USI_Hash value 256' with 256 MiB for the \
hash table. 'usi' lists all options.",
    },
    Command {
        names: &["usi", "uci"],
        other_names: &["xboard", "protocol"],
        usage: "usi, uci",
        summary: "speak a protocol, for programs",
        details: "\
Lists the options, and from now on speaks the protocol USI or UCI, as graphical interfaces expect: 'go' only answers, \
and the commands for people are gone.",
    },
    Command {
        names: &["quit"],
        other_names: &["exit", "bye", "end", "q"],
        usage: "quit",
        summary: "end the program, like Ctrl-D",
        details: "Ends the program at once. The game is kept: 'recent' lists it when the program is started again.",
    },
];

/// Commands that the overview leaves out: those who need them know their names.
const FOR_DEVELOPERS: &[Command] = &[
    Command {
        names: &["usinewgame", "ucinewgame"],
        other_names: &["clear"],
        usage: "usinewgame",
        summary: "forget what earlier searches learned",
        details: "Clears the hash table and what else earlier searches have learned. The position stays.",
    },
    Command {
        names: &["bench"],
        other_names: &["benchmark", "speed"],
        usage: "bench [DEPTH]",
        summary: "search fixed positions",
        details: "Searches fixed positions of all games to a depth, and prints the nodes and their number per second.",
    },
];

/// Returns all commands.
fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|(_, commands)| *commands).chain(FOR_DEVELOPERS)
}

/// Returns the words that can begin a line, except moves.
pub(crate) fn command_names() -> impl Iterator<Item = &'static str> {
    // `move` is only a topic of the help.
    let names = commands().flat_map(|command| command.names).copied();
    names.filter(|name| *name != "move").chain(["help"])
}

/// Returns the topics of the help.
pub(crate) fn help_topics() -> impl Iterator<Item = &'static str> {
    commands().flat_map(|command| command.names).copied()
}

/// Returns a line of a person with the name of its command in lower case. `?` asks for the help.
pub(crate) fn with_command_name(line: &str) -> Cow<'_, str> {
    let start = line.trim_start();
    let word = start.split_whitespace().next().unwrap_or_default();
    let lower = if word == "?" { "help".into() } else { word.to_ascii_lowercase() };
    if lower == word || !command_names().any(|name| name == lower) {
        return line.into();
    }
    Cow::Owned(lower + &start[word.len()..])
}

/// Returns the command that a word was probably meant to be.
fn suggest(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    if let Some(command) = commands().find(|command| command.other_names.contains(&&*word)) {
        return command.names.first().copied();
    }
    suggestion(&word, command_names())
}

/// Returns the overview of all commands.
fn overview(rules: &'static Rules, language: Language) -> String {
    let mut text = String::new();
    for (title, commands) in GROUPS {
        for (index, command) in commands.iter().enumerate() {
            let title = if index == 0 { language.text(title) } else { String::new() };
            let padding = 8_usize.saturating_sub(title.width());
            let summary = language.text(command.summary);
            text += &format!("{title}{:padding$}{:<14}{summary}\n", "", command.usage);
        }
    }
    text + &language.fill(
        "The game is {0}; 'help new' lists the others.\n\
         'help COMMAND' explains a command, such as 'help play'.",
        &[&language.title(rules)],
    )
}

/// Returns the explanation of a command.
fn explain(command: &Command, rules: &'static Rules) -> String {
    let mut text = format!("{}: {}\n\n{}", command.usage, command.summary, command.details);
    if command.names.contains(&"new") {
        let current = rules.name();
        let games: Vec<_> = games::names()
            .map(|name| if name == current { format!("{name} (current)") } else { name.into() })
            .collect();
        text += &format!("\n\nGames: {}\n{}", games.join(", "), list_handicaps(rules));
    }
    text
}

/// Returns a line with the handicaps of a game.
pub(crate) fn list_handicaps(rules: &'static Rules) -> String {
    let names: Vec<_> = handicaps(rules).map(|handicap| handicap.english).collect();
    match names[..] {
        [] => format!("There are no handicaps in {}.", rules.name()),
        _ => format!("Handicaps in {}: {}", rules.name(), names.join("; ")),
    }
}

/// Answers `help`, or `help COMMAND`.
pub(crate) fn show_help(backend: &Backend, topic: Option<&str>) {
    let (rules, output) = (backend.options.variant, &backend.output);
    let width = output.terminal_width().unwrap_or(DEFAULT_WIDTH);
    let topic = topic.unwrap_or("help").to_lowercase();
    let text = match commands().find(|command| command.names.contains(&&*topic)) {
        Some(command) => explain(command, rules),
        None if topic == "help" => overview(rules, output.language()),
        None => return output.tell(describe_unknown(backend, &topic)),
    };
    output.print_text(&wrap(&text, width));
}

/// Returns the error for an unknown command. A person is told which one was probably meant.
pub(crate) fn describe_unknown(backend: &Backend, word: &str) -> String {
    let language = backend.output.language();
    let (english, name) = match suggest(word).filter(|_| backend.protocol.is_none()) {
        Some(name) => ("unknown command {0}; did you mean '{1}'?", name),
        None => ("unknown command {0}; type 'help' for a list of commands", ""),
    };
    language.fill(english, &[&quoted(word), &name])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overview_fits_into_a_small_terminal() {
        let languages =
            [Language::English, Language::Japanese, Language::Simplified, Language::Traditional];
        for (rules, language) in games::all().flat_map(|rules| languages.map(|l| (rules, l))) {
            let whole = overview(rules, language);
            let text = wrap(&whole, 60);
            assert!(text.lines().count() < 24, "{text}");
            assert!(text.lines().all(|line| line.width() <= 60), "{text}");
            // Only the last lines are wrapped.
            assert_eq!(whole.lines().next(), text.lines().next());
        }
    }

    #[test]
    fn every_topic_is_explained_in_a_small_terminal() {
        let rules = games::by_name("shogi").unwrap();
        for command in commands() {
            let text = wrap(&explain(command, rules), 60);
            assert!(text.lines().count() < 24, "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
        }
    }

    #[test]
    fn the_closest_command_is_suggested() {
        for (word, expected) in [
            ("udno", Some("undo")),
            ("hnit", Some("hint")),
            ("Moves", Some("moves")),
            ("exit", Some("quit")),
            ("board", Some("d")),
            ("save1", Some("save")),
            ("usinewgam", Some("usinewgame")),
            ("x", None),
            ("move", Some("moves")),
            ("10a10b", None),
            ("castle", None),
        ] {
            assert_eq!(suggest(word), expected, "{word}");
        }
    }
}
