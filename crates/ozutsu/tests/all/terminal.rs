//! Tests of a person's session in a pseudo-terminal.

use crate::client::TIMEOUT;
use crate::command_line::send_signal;
use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const UP: &str = "\x1b[A";
const TAB: &str = "\t";
/// The control sequences around pasted text.
const PASTE: [&str; 2] = ["\x1b[200~", "\x1b[201~"];

/// The program in a terminal.
struct Terminal {
    home: TempDir,
    child: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    /// What was printed and not yet waited for, without escape codes.
    text: String,
}

impl Terminal {
    fn start(columns: u16, kind: &str) -> Self {
        let home = tempfile::tempdir().expect("the folder for temporary files is writable");
        Self::start_in(home, columns, kind)
    }

    fn start_in(home: TempDir, columns: u16, kind: &str) -> Self {
        Self::start_with_locale(home, columns, kind, "C.UTF-8")
    }

    fn start_with_locale(home: TempDir, columns: u16, kind: &str, locale: &str) -> Self {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(&size, None).expect("there are pseudo-terminals");
        let [input, output, errors] = [(); 3].map(|()| pty.slave.try_clone().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
        command.args(["--variant", "shogi"]).env("TERM", kind).env_remove("NO_COLOR");
        // The first that is set and not empty decides.
        command.env("LC_ALL", "").env("LC_MESSAGES", locale).env("LANG", "zh_CN.UTF-8");
        command.env("HOME", home.path()).env("XDG_DATA_HOME", home.path().join("data"));
        let child = command.stdin(input).stdout(output).stderr(errors).spawn();
        let child = child.expect("the program starts");
        // The terminal is closed when the program ends.
        drop((command, pty.slave));
        let mut screen = File::from(pty.master.try_clone().unwrap());
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { home, child, keyboard: File::from(pty.master), output, text: String::new() }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the program reads");
    }

    /// Types a line when the prompt is there. Returns what is printed up to the next prompt.
    #[track_caller]
    fn enter(&mut self, line: &str) -> String {
        self.press(&format!("{line}\r"));
        self.wait_for(&format!("{line}\n"));
        self.wait_for("> ")
    }

    /// Waits for a text. Returns what was printed before it.
    #[track_caller]
    fn wait_for(&mut self, text: &str) -> String {
        let start = Instant::now();
        loop {
            if let Some(at) = self.text.find(text) {
                let before = self.text[..at].to_owned();
                self.text.drain(..at + text.len());
                return before;
            }
            let Ok(bytes) = self.output.recv_timeout(TIMEOUT.saturating_sub(start.elapsed()))
            else {
                panic!("{text:?} is not printed:\n{}", self.text)
            };
            let bytes = String::from_utf8_lossy(&bytes).replace('\r', "");
            self.text += &anstream::adapter::strip_str(&bytes).to_string();
        }
    }

    /// Returns the files of the games that were kept, with their texts.
    fn kept_games(home: &Path) -> Vec<String> {
        let files = fs::read_dir(home.join("data/ozutsu/terminal")).into_iter().flatten();
        let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        texts.collect()
    }

    /// Presses Ctrl-D. Returns the folder of the user's files, and what is printed.
    #[track_caller]
    fn leave(mut self, keys: &str) -> (TempDir, String) {
        self.press(keys);
        self.wait_for_exit();
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.text += &String::from_utf8_lossy(&bytes).replace('\r', "");
        }
        let home = std::mem::replace(&mut self.home, tempfile::tempdir().unwrap());
        (home, std::mem::take(&mut self.text))
    }

    #[track_caller]
    fn wait_for_end(mut self) {
        self.wait_for_exit();
    }

    #[track_caller]
    fn wait_for_exit(&mut self) {
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < TIMEOUT, "the program does not end:\n{}", self.text);
            thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_signal_leaves_the_terminal_in_its_usual_mode() {
    let mut terminal = Terminal::start(80, "xterm");
    let is_usual = |terminal: &Terminal| {
        let flags = tcgetattr(&terminal.keyboard).unwrap().local_flags;
        flags.contains(LocalFlags::ICANON | LocalFlags::ECHO)
    };
    assert!(is_usual(&terminal));
    terminal.wait_for("> ");
    let start = Instant::now();
    while is_usual(&terminal) {
        assert!(start.elapsed() < TIMEOUT, "no line is edited");
        thread::sleep(Duration::from_millis(5));
    }
    send_signal(&terminal.child, "-TERM");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(128 + 15));
    assert!(is_usual(&terminal));
}

#[test]
fn a_person_plays_against_the_engine() {
    let mut terminal = Terminal::start(80, "xterm");
    let greeting = terminal.wait_for("> ");
    assert!(greeting.contains("'play white' to play against it"), "{greeting}");
    assert!(greeting.contains("   P  P  P  P  P  P  P  P  P  g\n"), "{greeting}");
    assert!(greeting.lines().count() < 24 && !greeting.contains('│'), "{greeting}");
    let text = terminal.enter("8c8d");
    assert_eq!(text, "'8c8d' cannot be played: the piece belongs to the opponent\n");
    let text = terminal.enter("level 0");
    assert_eq!(text, "The engine plays at level 0 of 20.\n");
    terminal.enter("play white");
    terminal.press("7g7f\r");
    terminal.wait_for("White is thinking ...\n");
    terminal.wait_for("White played ");
    terminal.wait_for("▲ Black to move, in hand: none\n");
    // The prompt after it, which is not the answer to what comes next.
    terminal.wait_for("> ");
    let details = terminal.enter("d");
    assert!(details.lines().count() < 24 && details.contains("\nSFEN: "), "{details}");
    let text = terminal.enter("save ~/game.usi");
    assert!(text.starts_with("Saved 2 moves to '~/game.usi', without tags, for"), "{text}");
    let saved = fs::read_to_string(terminal.home.path().join("game.usi")).unwrap();
    assert!(saved.contains(" moves 7g7f "), "{saved}");
    terminal.press("usi\r");
    terminal.wait_for("usiok\n");
    terminal.wait_for("> ");
    assert!(terminal.enter("8c8d").starts_with("info string move 1, "));
    terminal.press("quit\r");
    terminal.wait_for_end();
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    let mut terminal = Terminal::start(80, "xterm");
    terminal.wait_for("> ");
    terminal.press(&format!("7g{TAB}\r"));
    terminal.wait_for("Black played 7g7f (P-7f).\n");
    terminal.wait_for("> ");
    terminal.press(&format!("und{TAB}\r"));
    terminal.wait_for("Black to move, in hand: none\n");
    terminal.wait_for("> ");
    terminal.press(&format!("{UP}{UP}\r"));
    terminal.wait_for("Black played 7g7f (P-7f).\n");
    terminal.wait_for("> ");
    terminal.press(CTRL_D);
    terminal.wait_for_end();
}

#[test]
fn pasted_lines_are_handled_one_after_the_other() {
    let mut terminal = Terminal::start(80, "xterm");
    terminal.wait_for("> ");
    let [start, end] = PASTE;
    terminal.press(&format!("{start}7g7f\r3c3d\rgo depth 2\r{end}\r"));
    terminal.wait_for("Black played 7g7f (P-7f).\n");
    terminal.wait_for("White played 3c3d (P-3d).\n");
    terminal.wait_for("Best move: ");
    terminal.wait_for("Black played ");
    terminal.press("quit\r");
    terminal.wait_for_end();
}

#[test]
fn a_key_that_is_not_utf8_does_not_end_the_session() {
    let mut terminal = Terminal::start(80, "xterm");
    terminal.wait_for("> ");
    terminal.keyboard.write_all(b"\xff").unwrap();
    terminal.wait_for("unknown command '");
    terminal.wait_for("> ");
    terminal.press(CTRL_D);
    terminal.wait_for_end();
}

#[test]
fn file_names_are_completed_as_they_are() {
    let mut terminal = Terminal::start(250, "xterm");
    let name = terminal.home.path().join("my game (1).sfen").display().to_string();
    fs::write(&name, "startpos moves 7g7f 3c3d").unwrap();
    let start = name.strip_suffix(" game (1).sfen").unwrap();
    terminal.wait_for("> ");
    // The second time a space has been typed.
    for typed in [start.into(), format!("{start} ga")] {
        terminal.press(&format!("load {typed}{TAB}\r"));
        terminal.wait_for("Loaded 2 moves of ");
        terminal.wait_for("> ");
    }
    terminal.press(CTRL_D);
    terminal.wait_for_end();
}

#[test]
fn ctrl_c_stops_a_search_and_clears_a_line() {
    let mut terminal = Terminal::start(80, "xterm");
    terminal.wait_for("> ");
    terminal.press("go infinite\r");
    terminal.wait_for("  depth     score   nodes   per s     time  line\n");
    // Before the prompt, Ctrl-C and Ctrl-D are not keys.
    terminal.wait_for("> ");
    // What is typed stays below what the search prints.
    terminal.press("resig");
    terminal.wait_for("resig");
    terminal.press(CTRL_C);
    terminal.wait_for("Best move: ");
    terminal.wait_for("> ");
    terminal.press("resig");
    terminal.wait_for("resig");
    terminal.press(CTRL_C);
    terminal.wait_for("Type 'quit' or press Ctrl-D to end.\n");
    terminal.press("level\r");
    terminal.wait_for("The engine plays at full strength, level 20.\n");
    terminal.press("go infinite\r");
    terminal.wait_for("  depth     score   nodes   per s     time  line\n");
    // Before the prompt, Ctrl-C and Ctrl-D are not keys.
    terminal.wait_for("> ");
    terminal.press(CTRL_D);
    terminal.wait_for_end();
}

#[test]
fn texts_are_wrapped_between_words() {
    let mut terminal = Terminal::start(60, "xterm");
    terminal.wait_for("> ");
    for line in ["help", "help new", "new chess", "moves", "help go"] {
        let text = terminal.enter(line);
        assert!(text.lines().count() < 24, "{line}:\n{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{line}:\n{text}");
    }
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_has_no_line_editor() {
    let mut terminal = Terminal::start(80, "dumb");
    terminal.wait_for("Black to move, in hand: none\n");
    terminal.press("7g7f\n");
    let text = terminal.wait_for("Black played 7g7f (P-7f).\n");
    assert_eq!(text, "7g7f\n", "the echo of the terminal, and no prompt");
    terminal.press("quit\n");
    terminal.wait_for_end();
}

#[test]
fn games_that_are_left_are_kept() {
    let mut terminal = Terminal::start(80, "xterm");
    terminal.wait_for("> ");
    terminal.enter("7g7f 3c3d");
    let text = terminal.enter("new");
    assert!(text.starts_with("The last game is kept: 'recent 1' goes back to it.\n"), "{text}");
    // A game without a move is none.
    let text = terminal.enter("new rook");
    assert!(text.starts_with("New game"), "{text}");
    terminal.enter("8c8d");
    let (home, text) = terminal.leave("quit\r");
    let end = "The game is kept in ~/data/ozutsu/terminal: 'recent 1' goes back to it.\n";
    assert!(text.contains(end), "{text}");
    assert_eq!(Terminal::kept_games(home.path()).len(), 2);

    let mut terminal = Terminal::start_in(home, 80, "xterm");
    terminal.wait_for("> ");
    let text = terminal.enter("recent");
    let lines =
        "  1  Shogi, 1 move, unfinished, just now\n  2  Shogi, 2 moves, unfinished, just now\n";
    assert!(text.starts_with(lines), "{text}");
    assert!(terminal.enter("recent 3").starts_with("recent: invalid number '3'"));
    let text = terminal.enter("recent 2");
    assert!(text.ends_with("Loaded 2 moves of Shogi.\n"), "{text}");
    // What goes on from a game takes its place; Ctrl-D and a closed terminal lose nothing either.
    terminal.enter("2g2f");
    let (home, _) = terminal.leave(CTRL_D);
    assert_eq!(Terminal::kept_games(home.path()).len(), 2);
    let mut terminal = Terminal::start_in(home, 80, "xterm");
    terminal.wait_for("> ");
    assert!(terminal.enter("recent").starts_with("  1  Shogi, 3 moves"));
    terminal.enter("recent 1");
    terminal.enter("undo 2");
    terminal.enter("8c8d");
    send_signal(&terminal.child, "-KILL");
    terminal.child.wait().unwrap();
    let games = Terminal::kept_games(terminal.home.path());
    assert_eq!(games.len(), 3, "another continuation is another game");
}

#[test]
fn only_the_last_games_are_kept() {
    let mut terminal = Terminal::start(80, "xterm");
    terminal.wait_for("> ");
    for _ in 0..22 {
        terminal.enter("7g7f");
        terminal.enter("new");
    }
    assert_eq!(Terminal::kept_games(terminal.home.path()).len(), 20);
    let text = terminal.enter("recent");
    assert!(text.lines().count() < 24, "{text}");
    // Programs have no games.
    terminal.press("usi\r");
    terminal.wait_for("usiok\n");
    terminal.wait_for("> ");
    terminal.enter("position startpos moves 2g2f");
    let (home, _) = terminal.leave("quit\r");
    let games = Terminal::kept_games(home.path());
    assert!(games.len() == 20 && games.iter().all(|game| !game.contains("P-2f")), "{games:?}");
}

#[test]
fn games_that_cannot_be_kept_are_one_message() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("data"), "no folder").unwrap();
    let mut terminal = Terminal::start_in(home, 80, "xterm");
    terminal.wait_for("> ");
    let text = terminal.enter("7g7f");
    assert!(text.contains("\nGames are not kept: ~/data/ozutsu/terminal: "), "{text}");
    let text = terminal.enter("3c3d") + &terminal.enter("new");
    assert!(!text.contains("kept"), "{text}");
    assert!(!terminal.leave(CTRL_D).1.contains("kept"));
}

#[test]
fn a_person_learns_how_a_cannon_moves() {
    let mut terminal = Terminal::start(80, "xterm");
    let greeting = terminal.wait_for("> ");
    assert!(greeting.contains("'pieces' and 'rules'"), "{greeting}");
    terminal.enter("new cannonshosu");
    for line in ["pieces", "rules", "piece silver cannon", "help pieces", "help recent"] {
        let text = terminal.enter(line);
        assert!(text.lines().count() < 24, "{line}:\n{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{line}:\n{text}");
    }
    assert!(terminal.enter("piece silver cannon").contains(" Silver Cannon "));
}

#[test]
fn a_session_is_in_the_language_of_the_user() {
    let home = || tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start_with_locale(home(), 80, "xterm", "ja_JP.UTF-8");
    let greeting = terminal.wait_for("> ");
    assert!(greeting.contains("本将棋。▲１六歩のように入力すると指します。"), "{greeting}");
    assert!(greeting.contains("\n  v香 v桂 v銀 v金 v王 v金 v銀 v桂 v香  一\n"), "{greeting}");
    assert!(greeting.contains("\n  ▲ 先手（手番）、持駒： なし\n"), "{greeting}");
    assert!(greeting.lines().count() < 24, "{greeting}");
    assert!(terminal.enter("７六歩").starts_with("先手：▲７六歩 (7g7f)\n"));
    assert_eq!(terminal.enter("７五歩"), "'７五歩'は指せません：その駒はそこへ動けません\n");
    assert_eq!(terminal.enter("undo 9"), "undo：戻せるのは一手だけです\n");
    assert_eq!(terminal.enter("load none.kif"), "load：'none.kif'：ファイルがありません\n");
    let text = terminal.enter("d");
    assert!(text.contains("\n状態: 対局中\n最後の手: "), "{text}");
    let text = terminal.enter("help undo");
    assert!(text.contains("一手、または N 手戻します。"), "{text}");
    let text = terminal.enter("resign");
    assert!(text.starts_with("先手の勝ち（後手の投了）。undo で一手戻り、"), "{text}");
    let text = terminal.enter("kanji off");
    assert!(text.contains("\n   l  n  s  g  k  g  s  n  l  一\n"), "{text}");
    // What programs read is not translated.
    terminal.press("usi\r");
    terminal.wait_for("usiok\n");
    terminal.wait_for("> ");
    assert!(terminal.enter("2g2f").starts_with("info string move 1, "));
    terminal.leave(CTRL_D);

    let mut terminal = Terminal::start_with_locale(home(), 80, "xterm", "zh_TW.UTF-8");
    terminal.wait_for("> ");
    assert!(terminal.enter("７六步").starts_with("先手：▲７六步 (7g7f)\n"));
    let text = terminal.enter("setoption name Threads value many");
    assert_eq!(text, "Threads的值'many'無效，應為1到512的數\n");
    assert_eq!(terminal.enter("quti"), "沒有指令'quti'。是 quit 嗎？\n");
    terminal.leave(CTRL_D);
}

#[test]
fn the_board_has_kanji_if_they_are_wanted() {
    let mut terminal = Terminal::start(80, "xterm");
    terminal.wait_for("> ");
    let text = terminal.enter("kanji");
    assert!(text.contains("\n  v香 v桂 v銀 v金 v王 v金 v銀 v桂 v香  a\n"), "{text}");
    assert!(terminal.enter("kanji maybe").contains("expected on or off"));
    assert!(terminal.enter("7g7f").contains(" 歩 "));
    // A narrow terminal has no place for two characters a piece.
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start_with_locale(home, 60, "xterm", "ja_JP.UTF-8");
    terminal.wait_for("> ");
    assert!(terminal.enter("new cannonshosu").contains(" l  n  s  g "));
}
