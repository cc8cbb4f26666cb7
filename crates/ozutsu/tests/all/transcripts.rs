//! Runs the transcripts in `tests/transcripts`: commands and sessions with the output that is expected.
//!
//! | Line | Meaning |
//! |---|---|
//! | `# TEXT` | a comment |
//! | `+ NAME` | a file, which has the lines up to the next `+` |
//! | `$ ozutsu ARGUMENTS` | a command that succeeds; `< NAME` at the end is its standard input |
//! | `? ozutsu ARGUMENTS` | a command that is refused: exit status 2, and nothing on stdout |
//! | `$ cat NAME`, `$ ls` | the lines of a file, the names of all files |
//! | `~ PROTOCOL GAME` | starts a session; the protocol is `person` if none is chosen |
//! | `> LINE` | a line sent to the session; lines that follow one another are sent together |
//! | `\| PATTERN` | the lines printed by the command, or at once by the session, are these and no others |
//! | `< PATTERN` | the session prints such a line, which is waited for |
//! | `! PATTERN` | no line printed since the lines were sent is like this |
//!
//! Lines sent to a session without an expected line print nothing. In a pattern, `[..]` stands for any text, and
//! `...` alone for any number of lines. `{dir}` is the folder of the files, `{example}` an example of a rules file.

use crate::client::Client;
use crate::command_line::ozutsu;
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

pub const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/examples/minicannon.toml");

macro_rules! transcripts {
    ($($name:ident)+) => {$(
        #[test]
        fn $name() {
            run(include_str!(concat!("../transcripts/", stringify!($name), ".txt")));
        }
    )+};
}

transcripts! {
    arguments books games go grow json mates options people positions puzzles records show study
    variant_path
}

/// A line of a transcript.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    whole: &'a str,
    mark: &'a str,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn new((whole, number): (&'a str, usize)) -> Self {
        let (mark, text) = whole.split_once(' ').unwrap_or((whole, ""));
        Self { number, whole, mark, text }
    }

    fn fail(self, found: &[String]) -> ! {
        panic!("line {}: {}\n{}", self.number, self.whole, found.join("\n"))
    }
}

fn run(transcript: &str) {
    let folder = tempfile::tempdir().expect("the folder for temporary files is writable");
    let path = folder.path().to_str().expect("the folder has a UTF-8 name");
    let transcript = transcript.replace("{dir}", path).replace("{example}", EXAMPLE);
    let mut lines = transcript.lines().zip(1..).map(Line::new).peekable();
    let mut session: Option<Client> = None;
    while let Some(line) = lines.next() {
        let mut take = |marks: &[&str]| -> Vec<Line<'_>> {
            std::iter::from_fn(|| lines.next_if(|line| marks.contains(&line.mark))).collect()
        };
        match line.mark {
            "" | "#" => {}
            "+" => {
                let content = lines.by_ref().map(|line| line.whole).take_while(|line| *line != "+");
                let content: String = content.map(|line| format!("{line}\n")).collect();
                fs::write(folder.path().join(line.text), content).expect("the folder is writable");
            }
            "$" | "?" => {
                let expected = take(&["|", "!"]);
                let found = run_command(line.text, folder.path(), line.mark == "$");
                if !fit(&of(&expected, "|"), &found) || any_fits(&of(&expected, "!"), &found) {
                    line.fail(&found);
                }
            }
            "~" => {
                session.take().into_iter().for_each(Client::quit);
                session = Some(match line.text.split_once(' ') {
                    Some(("person", game)) => Client::with_args(&["--variant", game]),
                    Some((protocol, game)) => Client::with_game(protocol, game),
                    None => Client::new(),
                });
            }
            ">" => {
                let session = session.as_mut().expect("a session was started");
                let sent = [vec![line], take(&[">"])].concat();
                let expected = take(&["|", "<", "!"]);
                session.send(&of(&sent, ">").join("\n"));
                let (awaited, at_once) = (of(&expected, "<"), of(&expected, "|"));
                let mut found = Vec::new();
                for pattern in &awaited {
                    found.extend(session.wait_until(|line| fits(pattern, line)));
                }
                if awaited.is_empty() || !at_once.is_empty() {
                    let lines = session.sync();
                    if !fit(&at_once, &lines) {
                        line.fail(&lines);
                    }
                    found.extend(lines);
                }
                if any_fits(&of(&expected, "!"), &found) {
                    line.fail(&found);
                }
            }
            _ => line.fail(&["unknown mark".into()]),
        }
    }
    session.into_iter().for_each(Client::quit);
}

/// Returns the texts of the lines with a mark.
fn of<'a>(lines: &[Line<'a>], mark: &str) -> Vec<&'a str> {
    lines.iter().filter(|line| line.mark == mark).map(|line| line.text).collect()
}

/// Runs a command in a folder. Returns the lines of stdout, then those of stderr.
#[track_caller]
fn run_command(command: &str, folder: &Path, succeeds: bool) -> Vec<String> {
    let words = words(command);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let lines = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).expect("the output is UTF-8");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (arguments, input) = match &words[..] {
        ["cat", name] => {
            let content = fs::read(folder.join(name)).expect("the file exists");
            return lines(std::str::from_utf8(&content).map_or(b"(not UTF-8)", str::as_bytes));
        }
        ["ls"] => {
            let files = fs::read_dir(folder).expect("the folder exists").map(Result::unwrap);
            let mut names: Vec<_> =
                files.map(|file| file.file_name().into_string().unwrap()).collect();
            names.sort();
            return names;
        }
        ["ozutsu", arguments @ .., "<", name] => {
            (arguments, File::open(folder.join(name)).expect("the file exists").into())
        }
        ["ozutsu", arguments @ ..] => (arguments, Stdio::null()),
        _ => panic!("unknown command: {command}"),
    };
    let output = ozutsu(arguments).current_dir(folder).stdin(input).output();
    let output = output.expect("the program starts");
    let (mut found, errors) = (lines(&output.stdout), lines(&output.stderr));
    let is_as_expected = match succeeds {
        true => output.status.success(),
        false => output.status.code() == Some(2) && found.is_empty(),
    };
    found.extend(errors);
    assert!(is_as_expected, "{command}: {}\n{}", output.status, found.join("\n"));
    found
}

/// Splits a command into words. A word in single quotes may contain spaces.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (part, is_quoted) in command.split('\'').zip([false, true].into_iter().cycle()) {
        if is_quoted {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Returns whether lines are those of the patterns.
fn fit(patterns: &[&str], lines: &[String]) -> bool {
    match (patterns, lines) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=lines.len()).any(|skipped| fit(rest, &lines[skipped..])),
        ([pattern, patterns @ ..], [line, lines @ ..]) => {
            fits(pattern, line) && fit(patterns, lines)
        }
        _ => false,
    }
}

fn any_fits(patterns: &[&str], lines: &[String]) -> bool {
    patterns.iter().any(|pattern| lines.iter().any(|line| fits(pattern, line)))
}

fn fits(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once("[..]") else { return pattern == line };
    let Some(line) = line.strip_prefix(start) else { return false };
    line.char_indices().map(|(at, _)| at).chain([line.len()]).any(|at| fits(rest, &line[at..]))
}
