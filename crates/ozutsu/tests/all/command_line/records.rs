//! Tests of the commands that read game records: convert and analyse.

use super::{input_error, run, stdout_of};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder for the files of a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ozutsu-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder for temporary files is writable");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the folder has a UTF-8 name").to_owned()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("the folder is writable");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file was written")
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).expect("the folder exists");
        let mut names: Vec<_> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const KIF: &str = "先手：Alice\n後手：Bob\n手合割：平手\n   1 ７六歩(77)   ( 0:16/00:00:16)\n\
    *a comment\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n";

#[test]
fn records_are_converted_by_extension() {
    let folder = Folder::new("convert");
    let kif = folder.write("game.kif", KIF);
    let pgn = folder.path("game.pgn");
    assert_eq!(stdout_of(&["convert", &kif, &pgn]), "");
    let text = folder.read("game.pgn");
    assert!(text.contains("[Variant \"shogi\"]") && text.contains("( 1... b7b6 )"), "{text}");
    let back = folder.path("back.kifu");
    assert_eq!(stdout_of(&["convert", &pgn, &back]), "");
    let text = folder.read("back.kifu");
    for line in ["先手：Alice", "*a comment", "   3 投了", "変化：2手"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    // A `.kif` file is in Shift_JIS.
    let shift_jis = folder.path("back.kif");
    assert_eq!(stdout_of(&["convert", &pgn, &shift_jis]), "");
    assert!(String::from_utf8(fs::read(&shift_jis).unwrap()).is_err());
    let again = folder.path("again.kifu");
    stdout_of(&["convert", &shift_jis, &again]);
    assert_eq!(folder.read("again.kifu"), text);
    // What is there stays, unless it may be overwritten.
    let message = input_error(&["convert", &again, &again]);
    assert_eq!(message, format!("{again}: the file exists; --force overwrites it"));
    assert_eq!(folder.read("again.kifu"), text);
    stdout_of(&["convert", &pgn, &again, "--force"]);
    assert_eq!(folder.read("again.kifu"), text);
    assert!(!folder.names().iter().any(|name| name.ends_with(".new")), "{:?}", folder.names());
}

#[test]
fn kif_with_other_characters_is_utf_8() {
    let folder = Folder::new("unmappable");
    let kif = folder.write("game.kifu", KIF.replace("Alice", "Alice😀"));
    let output = run(&["convert", &kif, &folder.path("game.kif")]);
    assert!(output.status.success());
    let warning = String::from_utf8(output.stderr).unwrap();
    let reason = "written in UTF-8, because '😀' cannot be written in Shift_JIS\n";
    assert!(warning.starts_with("warning: ") && warning.ends_with(reason), "{warning}");
    let text = folder.read("game.kif");
    assert!(text.starts_with("#KIF version=2.0 encoding=UTF-8\n"), "{text}");
    assert!(text.contains("先手：Alice😀\n"), "{text}");
}

#[test]
fn what_a_format_has_no_place_for_is_named() {
    let folder = Folder::new("omissions");
    let kif = folder.write("game.kif", KIF);
    let output = run(&["convert", &kif, "--to", "usi", "-"]);
    assert!(output.status.success());
    let text = "setoption name UCI_Variant value shogi\nposition startpos moves 7g7f 3c3d\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
    let warning = String::from_utf8(output.stderr).unwrap();
    let lost = "usi has no place for these, which are left out: tags, variations, comments, times, results";
    assert_eq!(warning, format!("warning: {lost}\n"));
}

#[test]
fn several_games_need_a_format_for_several_games() {
    let folder = Folder::new("several");
    let games = folder.write("games.usi", "startpos moves 2h1h\nstartpos moves 1g1f 1c1d\n");
    let kifu = folder.path("game.kifu");
    let message = input_error(&["convert", &games, &kifu]);
    assert!(
        message.ends_with("2 games, but a kif file holds only one; use --game N or --split"),
        "{message}"
    );
    stdout_of(&["convert", &games, &kifu, "--game", "2"]);
    assert!(folder.read("game.kifu").contains("棋種：cannonshogi"));
    let message = input_error(&["convert", &games, &kifu, "--game", "3"]);
    assert!(message.ends_with("there is no game 3, expected 1 to 2"), "{message}");
    stdout_of(&["convert", &games, &kifu, "--split"]);
    let message = input_error(&["convert", &games, &kifu, "--split"]);
    assert!(message.ends_with("game-1.kifu: the file exists; --force overwrites it"), "{message}");
    assert_eq!(folder.names(), ["game-1.kifu", "game-2.kifu", "game.kifu", "games.usi"]);
    let pgn = stdout_of(&["convert", &games, "--to", "pgn", "-"]);
    assert_eq!(pgn.matches("[Variant \"cannonshogi\"]").count(), 2);
}

#[test]
fn a_file_that_cannot_be_read_leaves_everything_as_it_was() {
    let folder = Folder::new("refused");
    let bad = folder.write("bad.kif", "   1 ７六歩(77)\n   2 ７五歩(76)\n");
    let old = folder.write("old.pgn", "old");
    let message = input_error(&["convert", &bad, &old]);
    let place = format!("{bad}: line 2: '７五歩(76)' is not a legal move here: ");
    assert!(message.starts_with(&place), "{message}");
    let message = input_error(&["analyse", &bad, "depth", "1", "--out", &old]);
    assert!(message.starts_with(&place), "{message}");
    assert_eq!(folder.read("old.pgn"), "old");
    assert_eq!(folder.names(), ["bad.kif", "old.pgn"]);
    for (args, expected) in [
        (["convert", &bad, "x.doc"], "x.doc: unknown format; use --to with one of kif, ki2,"),
        (["convert", &folder.path("none.kif"), "x.pgn"], "none.kif: No such file"),
        (["convert", &old, "x.pgn"], "old.pgn: line 1: unknown format: expected "),
    ] {
        let message = input_error(&args);
        assert!(message.contains(expected), "{message}");
    }
    let shogi = folder.write("shogi.usi", "startpos moves 2g2f\n");
    let message = input_error(&["convert", &shogi, "x.pgn"]);
    assert!(message.ends_with("; this looks like shogi: use --variant shogi"), "{message}");
    let no_folder = folder.path("none/game.pgn");
    let message = input_error(&["convert", "--variant", "shogi", &shogi, &no_folder]);
    assert!(message.starts_with(&no_folder), "{message}");
    assert!(!Path::new("x.pgn").exists());
}

/// The rows of an analysis as maps from column to value, and the comment lines.
fn table(text: &str) -> (Vec<Vec<(String, String)>>, Vec<String>) {
    let mut lines = text.lines();
    let header: Vec<_> = lines.next().expect("a header").split('\t').collect();
    let (comments, rows): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with('#'));
    let rows = rows.into_iter().map(|row| {
        let values: Vec<_> = row.split('\t').collect();
        assert_eq!(values.len(), header.len(), "{row}");
        header.iter().zip(values).map(|(&name, value)| (name.into(), value.into())).collect()
    });
    (rows.collect(), comments.into_iter().map(str::to_owned).collect())
}

#[track_caller]
fn value<'a>(row: &'a [(String, String)], column: &str) -> &'a str {
    let found = row.iter().find(|(name, _)| name == column);
    &found.unwrap_or_else(|| panic!("no column {column}")).1
}

/// In the first game White leaves Black's horse on the board; in the second Black drops the gold away
/// from the king that it can mate.
const GAMES: &str = "position startpos moves 7g7f 3c3d 8h2b+ 9c9d\n\
    position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1 moves G*5e 1a2a\n\
    position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1 moves G*1b\n";

#[test]
fn blunders_and_missed_mates_are_reported() {
    let folder = Folder::new("blunders");
    let games = folder.write("games.usi", GAMES);
    for limit in [["nodes", "4000"], ["depth", "4"]] {
        let args = [&["analyse", "--variant", "shogi", &games][..], &limit].concat();
        let (rows, comments) = table(&stdout_of(&args));
        assert_eq!(rows.len(), 7);
        let blunder = &rows[3];
        assert_eq!((value(blunder, "move"), value(blunder, "mark")), ("9c9d", "??"));
        assert_eq!((value(blunder, "side"), value(blunder, "number")), ("white", "4"));
        assert!(["3a2b", "8b2b"].contains(&value(blunder, "best")), "{blunder:?}");
        assert!(value(blunder, "cp").parse::<i32>().unwrap() > 500, "{blunder:?}");
        assert!(rows[..3].iter().all(|row| value(row, "mark") != "??"));
        let missed = &rows[4];
        assert_eq!((value(missed, "move"), value(missed, "best")), ("G*5e", "G*1b"));
        assert_eq!((value(missed, "missed_mate"), value(missed, "game")), ("1", "2"));
        let mate = &rows[6];
        assert_eq!((value(mate, "mate"), value(mate, "cp")), ("0", ""));
        assert_eq!((value(mate, "mark"), value(mate, "missed_mate")), ("", ""));
        assert_eq!(comments.len(), 6);
        assert!(comments[1].starts_with("# game 1, White: accuracy "), "{comments:?}");
        assert!(comments[1].ends_with("no mistakes, 1 blunder"), "{comments:?}");
        assert!(comments[2].ends_with("1 missed mate"), "{comments:?}");
        assert!(comments[4].contains("accuracy 100.0%"), "{comments:?}");
    }
}

#[test]
fn an_analysis_is_written_into_the_record() {
    let folder = Folder::new("annotated");
    let games = folder.write("games.usi", GAMES);
    let (out, svg) = (folder.path("out.kifu"), folder.path("out.svg"));
    let analyse = |file: &str, more: &[&str]| {
        let args = ["analyze", "--variant", "shogi", file, "nodes", "2000", "--out", &out];
        stdout_of(&[&args[..], more].concat())
    };
    analyse(&games, &["--game", "1", "--svg", &svg]);
    let text = folder.read("out.kifu");
    for part in ["*??\n", "*#評価値=", "*#読み筋=△", "*#深さ=", "*Ozutsu: blunder, ", "変化：4手"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let drawing = folder.read("out.svg");
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"), "{drawing}");
    assert!(drawing.contains("class=\"blunder\"") && drawing.contains("4. P-9d??"), "{drawing}");
    // A second analysis replaces the first.
    analyse(&out, &[]);
    assert_eq!(folder.read("out.kifu"), text);
    // The mate that was missed is a variation.
    analyse(&games, &["--game", "2"]);
    assert!(folder.read("out.kifu").contains("変化：1手\n   1 １二金打"));
    let pgn = folder.path("all.pgn");
    stdout_of(&["analyse", "--variant", "shogi", &games, "depth", "2", "--out", &pgn]);
    let text = folder.read("all.pgn");
    assert!(text.contains("missed mate in 1; best was G*1b}"), "{text}");
    let message =
        input_error(&["analyse", "--variant", "shogi", &games, "depth", "2", "--svg", &svg]);
    assert!(
        message.ends_with("3 games, but the file of --svg holds only one; choose it with --game N"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_writes_what_was_judged() {
    use super::ozutsu;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = Folder::new("interrupted");
    let (games, out) = (folder.write("games.usi", GAMES), folder.path("out.pgn"));
    for (limit, rows) in [("600000", 1), ("500", 2)] {
        let args = ["analyse", "--variant", "shogi", &games, "movetime", limit, "--out", &out];
        let mut command = ozutsu(&args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
        // The header, and a move in the second round.
        let read: Vec<_> = lines.by_ref().take(rows).map(|line| line.expect("text")).collect();
        assert!(read[0].starts_with("game\tnumber\t"), "{read:?}");
        let id = child.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
        assert!(status.success());
        lines.for_each(drop);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(130));
        let warning = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(warning.starts_with("warning: interrupted"), "{warning}");
        let files = if rows > 1 { vec!["games.usi", "out.pgn"] } else { vec!["games.usi"] };
        assert_eq!(folder.names(), files);
    }
    assert!(folder.read("out.pgn").contains("c3c4 {"));
}

#[test]
fn files_that_cannot_be_written_are_found_before_the_analysis() {
    let folder = Folder::new("unwritable");
    let (games, out) = (folder.write("games.usi", GAMES), folder.path("none/out.pgn"));
    let args = ["analyse", "--variant", "shogi", &games, "movetime", "600000", "--out", &out];
    let message = input_error(&args);
    assert!(message.contains("out.pgn: No such file"), "{message}");
}

#[test]
fn limits_of_an_analysis_end_it() {
    for (limit, expected) in [
        ("infinite", "invalid limit 'infinite': expected movetime, nodes or depth"),
        ("mate", "invalid limit 'mate': "),
        ("btime", "invalid limit 'btime': "),
    ] {
        let message = input_error(&["analyse", "game.kif", limit]);
        assert!(message.starts_with(expected), "{message}");
    }
    let message = input_error(&["analyse", "game.kif", "depth", "1", "--out", "game.usi"]);
    assert!(message.starts_with("--out: game.usi: expected a file .pgn, "), "{message}");
}
