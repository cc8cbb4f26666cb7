//! Tests of the commands that transcripts cannot express: those of every game, of every kind of output, and of
//! signals.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A command of the built program, without colors.
pub fn ozutsu(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
    command.args(args).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

/// Runs a command that must succeed without errors on stderr. Returns its stdout.
#[track_caller]
fn stdout_of(args: &[&str]) -> String {
    let output = ozutsu(args).output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("stdout is UTF-8")
}

/// Runs a command that must end with this exit status. Returns its stderr.
#[track_caller]
fn stderr_of(command: &mut Command, status: i32) -> String {
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8(output.stderr).expect("stderr is UTF-8");
    assert_eq!(output.status.code(), Some(status), "{errors}");
    errors
}

#[test]
fn files_of_games_and_positions_need_no_limit() {
    let folder = tempfile::tempdir().unwrap();
    let game = write_file(&folder, "game.usi", "startpos moves 7g7f\n");
    let table = stdout_of(&["analyse", "--variant", "shogi", &game]);
    assert_eq!(table.lines().filter(|line| line.contains("7g7f")).count(), 1, "{table}");
    let positions = write_file(&folder, "positions.epd", "8k/9/8P/9/9/9/9/9/K8 b G 1\n");
    let table = stdout_of(&["go", "--variant", "shogi", "--file", &positions]);
    assert!(table.contains("G*1b"), "{table}");
}

#[test]
fn the_pages_of_the_games_are_current() {
    for game in games::names() {
        let path = format!("{}/../../docs/games/{game}.md", env!("CARGO_MANIFEST_DIR"));
        let page = fs::read_to_string(&path).expect("every game has a page");
        // Printed by the program: see docs/add-a-game.md.
        assert_eq!(stdout_of(&["games", "--page", game]), page, "{path}");
    }
}

#[test]
fn ten_games_are_split_into_files_that_sort() {
    let folder = tempfile::tempdir().unwrap();
    let games = write_file(&folder, "games.usi", &"startpos moves 7g7f\n".repeat(10));
    let out = folder.path().join("out.pgn");
    stdout_of(&["convert", "--variant", "shogi", "--split", &games, out.to_str().unwrap()]);
    let packed = folder.path().join("out.pgn.gz");
    stdout_of(&["convert", "--variant", "shogi", "--split", &games, packed.to_str().unwrap()]);
    for name in ["out-01.pgn", "out-10.pgn", "out-01.pgn.gz"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

/// Also those of several files, and where a game cannot be read or written.
#[test]
fn split_files_have_the_numbers_of_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let first = "[Variant \"shogi\"]\n\n1. c3c9 *\n\n[Variant \"shogi\"]\n\n1. c3c4 *\n";
    let first = write_file(&folder, "first.pgn", first);
    let second = "[Variant \"cannonshogi\"]\n\n1. h2i2 *\n\n[Variant \"shogi\"]\n\n1. c3c4 *\n";
    let second = write_file(&folder, "second.pgn", second);
    let status = |args: &[&str]| ozutsu(args).output().unwrap().status.code();
    let out = folder.path().join("split.jkf").display().to_string();
    let args = ["convert", "--split", "--keep-going", &first, &second, "--output", &out];
    assert_eq!(status(&args), Some(1));
    let exists = |name: &str| folder.path().join(name).exists();
    let numbers: Vec<_> = (1..=5).filter(|n| exists(&format!("split-{n}.jkf"))).collect();
    assert_eq!(numbers, [2, 4]);
    // A game that the format cannot say does not count where a file holds one.
    let out = folder.path().join("one.jkf").display().to_string();
    assert_eq!(status(&["convert", "--keep-going", &second, &out]), Some(1));
    assert!(exists("one.jkf"));
}

#[test]
fn what_is_left_out_is_named_even_if_a_later_file_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let good = write_file(&folder, "good.kif", "手合割：平手\n   1 ７六歩(77)\n*a comment\n");
    let bad = write_file(&folder, "bad.kif", "手合割：平手\n   1 ７五歩(77)\n");
    let out = format!("{}/", folder.path().join("out").display());
    let args = ["convert", "--to", "usi", &good, &bad, "--output", &out];
    let errors = stderr_of(&mut ozutsu(&args), 2);
    assert!(errors.starts_with("warning: usi has no place for these, "), "{errors}");
    assert!(errors.contains(&format!("\nerror: {bad}: ")), "{errors}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_no_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let game = write_file(&folder, "game.usi", "startpos moves 2h1h\n");
    let args = ["convert", "--variant", "shogi", &game, "--to", "usi", "/dev/full"];
    let error = stderr_of(&mut ozutsu(&args), 1);
    assert!(error.starts_with("error: /dev/full: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_analysis_goes_on_after_a_file_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] =
        ["a.usi", "b.usi"].map(|name| write_file(&folder, name, "startpos moves 7g7f\n"));
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    std::os::unix::fs::symlink("/dev/full", out.join("a.pgn")).unwrap();
    let args = ["analyse", "--variant", "shogi", "--keep-going", &first, &second, "--depth", "1"];
    let errors = stderr_of(ozutsu(&args).args(["--to", "pgn", "--out"]).arg(&out), 1);
    assert!(errors.contains("a.pgn: "), "{errors}");
    assert!(errors.ends_with("error: 1 error; everything else was done\n"), "{errors}");
    assert!(out.join("b.pgn").is_file());
}

#[test]
fn a_chart_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let game = fs::read_to_string(crate::transcripts::EXAMPLE).unwrap();
    let game = write_file(&folder, "minicannon.toml", &game);
    let args = ["grow", &game, "--games", "100", "--nodes", "10", "--threads", "1"];
    stdout_of(&args);
    let chart = folder.path().join("minicannon.grow").join("elo.svg");
    fs::remove_file(&chart).unwrap();
    // It is drawn also when nobody reads the table.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let error = stderr_of(ozutsu(&args).stdout(writer), 0);
    assert!(error.is_empty() && chart.is_file(), "{error}");
    fs::remove_file(&chart).unwrap();
    fs::create_dir(&chart).unwrap();
    let error = stderr_of(&mut ozutsu(&args), 1);
    assert!(error.starts_with("error: ") && error.contains("elo.svg: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_study_page_that_cannot_be_written_is_named_even_if_nobody_reads_the_report() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let example = crate::transcripts::EXAMPLE;
    let args = ["study", example, "--games", "1", "--nodes", "10", "--html", "/dev/full"];
    let error = stderr_of(ozutsu(&args).stdout(writer), 1);
    assert!(error.starts_with("error: /dev/full: "), "{error}");
}

/// A reader such as `head` closes the pipe, which is no error; a full disk is one.
#[test]
fn files_of_an_analysis_are_written_even_if_its_table_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let game = write_file(&folder, "game.usi", "startpos moves 7g7f 3c3d\n");
    let run = |name: &str, stdout: Stdio| {
        let out = folder.path().join(name);
        let mut command = ozutsu(&["analyse", "--variant", "shogi", &game, "--depth", "1"]);
        let output = command.arg("--out").arg(&out).stdout(stdout).output().unwrap();
        assert!(fs::read_to_string(&out).unwrap().contains("+7776FU"), "{name}");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(run("closed.csa", writer.into()), (Some(0), String::new()));
    // Nor does it hide an error in another game.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let bad = write_file(&folder, "bad.usi", "startpos moves 9z9z\n");
    let out = folder.path().join("going-on.pgn").display().to_string();
    let args = ["analyse", "--variant", "shogi", &bad, &game, "--keep-going", "--out", &out];
    let errors = stderr_of(ozutsu(&args).args(["depth", "1"]).stdout(writer), 1);
    assert!(errors.ends_with("error: 1 error; everything else was done\n"), "{errors}");
    if let Ok(full) = fs::File::options().write(true).open("/dev/full") {
        let (status, error) = run("full.csa", full.into());
        assert_eq!(status, Some(1));
        assert!(error.starts_with("error: "), "{error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_that_cannot_write_fails() {
    let folder = tempfile::tempdir().unwrap();
    let lines = write_file(&folder, "lines", "usi\n");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let input = fs::File::open(lines).unwrap();
    let error = stderr_of(ozutsu(&[]).stdin(input).stdout(full), 1);
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
}

/// Two files have the same name without its extension, and one has a game that cannot be read.
#[test]
fn the_files_of_folders_are_converted_and_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir_all(path("games/2026/.hidden")).unwrap();
    let kif = "手合割：平手\n   1 ７六歩(77)\n";
    for (name, text) in [
        ("a.csa", "PI\n+\n+7776FU\n/\nPI\n+\n+7775FU\n/\nPI\n+\n+2726FU\n"),
        ("a.kif", kif),
        ("2026/b.kifu", kif),
        ("2026/.hidden/c.kif", kif),
        ("2026/notes.txt", "7g7f"),
    ] {
        fs::write(path(&format!("games/{name}")), text).unwrap();
    }
    let run = |args: &[&str]| {
        let output = ozutsu(args).output().expect("the program starts");
        let errors = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), errors, String::from_utf8(output.stdout).unwrap())
    };
    let games = path("games");
    let out = path("out/");
    let to_folder = ["convert", &games, "--output", &out, "--to", "pgn"];
    let first = Path::new(&games).join("a.csa").display().to_string();
    let bad_game = "line 7: '+7775FU' is not a legal move here: the piece cannot move there\n";
    let (status, errors, _) = run(&to_folder);
    // The file in the folder comes before the bad one.
    assert_eq!((status, fs::read_dir(&out).unwrap().count()), (Some(2), 1), "{errors}");
    assert_eq!(errors, format!("error: {first}: {bad_game}"));
    fs::remove_dir_all(&out).unwrap();
    let going_on = [&to_folder[..], &["--keep-going"]].concat();
    let (status, errors, _) = run(&going_on);
    let in_second_game = format!("error: {first}: game 2, {bad_game}");
    let expected = in_second_game.clone() + "error: 1 error; everything else was done\n";
    assert_eq!((status, errors), (Some(1), expected));
    let moves = |name: &str| {
        let text = fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        text.lines().filter(|line| line.starts_with("1. ")).collect::<Vec<_>>().join(" ")
    };
    let analysed = path("analysed/");
    let (status, errors, table) =
        run(&["analyse", &games, "--keep-going", "--out", &analysed, "--to", "pgn", "nodes", "50"]);
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.starts_with(&in_second_game), "{errors}");
    assert!(
        table.contains(&format!("# game 3: {first}, game 3: shogi\n3\t1\tblack\t2g2f\t")),
        "{table}"
    );
    for (name, expected) in [("a.pgn", 2), ("a-2.pgn", 1), ("2026/b.pgn", 1)] {
        assert_eq!(moves(&format!("out/{name}")).matches("1. ").count(), expected, "{name}");
        let judged = fs::read_to_string(path(&format!("analysed/{name}"))).unwrap();
        assert_eq!(judged.matches("\n\n{").count(), expected, "{name}: {judged}");
    }
    // A file that cannot hold the games of its record is left out.
    let kif = path("kif/");
    let to_kif = ["analyse", &games, "--keep-going", "--out", &kif, "--to", "kif", "nodes", "50"];
    let (status, errors, _) = run(&to_kif);
    let too_many = "2 games, but the file of --out holds only one; choose it with --game N\n";
    assert!(errors.contains(&format!("error: {first}: {too_many}")), "{errors}");
    assert!(errors.ends_with("error: 2 errors; everything else was done\n"), "{errors}");
    let written = ["a.kif", "a-2.kif", "2026/b.kif"].map(|name| path(&format!("kif/{name}")));
    assert_eq!(status, Some(1));
    assert_eq!(written.map(|path| fs::exists(path).unwrap()), [false, true, true]);
    // What is there stays, and what is missing is written.
    fs::remove_file(path("kif/a-2.kif")).unwrap();
    let (status, errors, _) = run(&to_kif);
    assert_eq!(status, Some(1));
    assert_eq!(errors.matches("the file exists; --force overwrites it\n").count(), 1, "{errors}");
    assert!(errors.ends_with("error: 3 errors; everything else was done\n"), "{errors}");
    assert!(fs::exists(path("kif/a-2.kif")).unwrap());
    fs::remove_file(path("out/a-2.pgn")).unwrap();
    let (status, errors, _) = run(&going_on);
    assert_eq!(status, Some(1));
    assert_eq!(errors.matches("the file exists; --force overwrites it\n").count(), 2, "{errors}");
    assert!(errors.ends_with("error: 3 errors; everything else was done\n"), "{errors}");
    assert!(!moves("out/a-2.pgn").is_empty());
    // One file for all of them.
    let all = path("all.pgn");
    assert_eq!(
        run(&["convert", &games, &path("games/a.kif"), "--output", &all, "--keep-going"]).0,
        Some(1)
    );
    assert_eq!(moves("all.pgn").matches("1. ").count(), 5);
    // Without any game there is no file.
    let (bad, none) = (write_file(&folder, "bad.usi", "startpos moves 9z9z\n"), path("none.pgn"));
    for command in ["convert", "analyse"] {
        let (status, errors, _) = run(&[command, &bad, "--out", &none, "--keep-going"]);
        assert!(status == Some(1) && !fs::exists(&none).unwrap(), "{command}: {errors}");
    }
    let empty = path("empty");
    fs::create_dir(&empty).unwrap();
    let (status, errors, _) = run(&["puzzles", &empty]);
    assert_eq!(status, Some(2));
    assert!(errors.contains(": no file in this folder ends in .kif, .kifu, "), "{errors}");
}

/// Returns the value of a labelled line of `show`.
#[track_caller]
fn field(label: &str, game: &str) -> String {
    let shown = stdout_of(&["show", "--variant", game]);
    let value = shown.lines().find_map(|line| line.strip_prefix(label)?.strip_prefix(": "));
    value.unwrap_or_else(|| panic!("{game} shows no {label}: {shown}")).into()
}

/// Writes a file to a folder and returns its path.
fn write_file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the folder is writable");
    path.to_str().expect("the folder has a UTF-8 name").to_owned()
}

#[test]
fn moves_are_listed_sorted_on_one_line() {
    for game in games::names() {
        let count = field("Legal moves", game);
        for notation in ["usi", "uci", "western"] {
            let text = stdout_of(&["moves", "--variant", game, "--notation", notation]);
            let line = text.strip_suffix('\n').expect("the line ends");
            let moves: Vec<_> = line.split(' ').collect();
            assert_eq!(moves.len().to_string(), count, "{game}: {text}");
            assert!(moves.is_sorted() && !line.contains('\n'), "{game}: {text}");
        }
    }
}

#[test]
fn show_labels_files_and_ranks_in_every_game() {
    for game in games::names() {
        let wide = games::by_name(game).unwrap().files() == 10;
        let labels = |style| stdout_of(&["show", "--variant", game, "--notation", style]);
        let (usi, uci) = (labels("usi"), labels("uci"));
        assert_eq!(usi.contains("   10   9   8   7   6"), wide, "{usi}");
        assert_eq!(uci.contains(" f   g   h   i   j\n"), wide, "{uci}");
        assert_eq!(uci.contains("│ 10\n"), wide, "{uci}");
        assert_eq!(usi.contains("Checks in a row"), game == "shosu", "{usi}");
        // The star points.
        assert_eq!(usi.matches('╋').count(), 4, "{usi}");
        let kanji = stdout_of(&["show", "--variant", game, "--kanji"]);
        assert!(kanji.contains('玉') && kanji.contains("v王"), "{kanji}");
    }
}

#[test]
fn piece_draws_every_piece_of_every_game() {
    for game in games::names() {
        let start = field("SFEN", game);
        let board = start.split(' ').next().unwrap_or_default();
        let all = format!("\n{}", stdout_of(&["piece", "--variant", game]));
        for letter in board.chars().filter(char::is_ascii_uppercase) {
            assert!(all.contains(&format!("\n  {letter} ")), "{game}: {letter}");
        }
        // The king looks the same when it is shown alone.
        let king = stdout_of(&["piece", "--variant", game, "K"]);
        let drawn = king.split("\n\n").next().unwrap_or_default();
        assert!(drawn.contains("  K King 玉将 王将\n") && all.contains(drawn), "{king}");
    }
}

#[test]
fn games_describes_every_game() {
    let text = stdout_of(&["games"]);
    assert!(games::names().all(|game| text.contains(&format!("{game}  "))), "{text}");
    for part in ["at most 3 checks in a row", "left lance (", " Elo); bishop ("] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80 && line == line.trim_end()));
}

#[test]
fn sources_are_files_of_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    for game in games::names() {
        let source = stdout_of(&["games", "--source", game]);
        assert!(source.starts_with("# ") && source.contains("Source:"), "{game}");
        let source = source.replacen(&format!("\"{game}\""), "\"copy\"", 1);
        let copy = write_file(&folder, "copy.toml", &source);
        let of_copy = stdout_of(&["moves", "--rules", &copy, "--variant", "copy"]);
        assert_eq!(of_copy, stdout_of(&["moves", "--variant", game]));
    }
    let example = crate::transcripts::EXAMPLE;
    let converted = stdout_of(&["games", "--rules", example, "--source", "MiniCannon"]);
    let copy = write_file(&folder, "converted.toml", &converted);
    let perft = stdout_of(&["perft", "--rules", &copy, "--variant", "minicannon", "4"]);
    assert_eq!(perft, "Nodes searched: 35056\n");
}

#[test]
fn positions_of_a_file_are_searched_separately() {
    let folder = tempfile::tempdir().unwrap();
    let twice = write_file(&folder, "twice.epd", &"cannonshogi startpos\n".repeat(2));
    let table = stdout_of(&["go", "--file", &twice, "nodes", "3000"]);
    let without_line = |row: &str| row.split_whitespace().skip(1).take(5).collect::<String>();
    let rows: Vec<_> = table.lines().skip(1).take(2).map(without_line).collect();
    assert_eq!(rows[0], rows[1], "{table}");
}

/// Windows PowerShell writes in UTF-16 what a command prints.
#[test]
fn positions_of_a_file_have_any_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.epd");
    let text = "\u{feff}shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; id \"頭金\"\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&path, bytes).unwrap();
    let table = stdout_of(&["go", "--file", path.to_str().unwrap(), "depth", "1"]);
    assert!(table.contains("  yes ") && table.contains("頭金"), "{table}");
}

#[test]
fn bench_prints_nodes_and_speed_last() {
    let total = |game: &str| {
        let text = stdout_of(&["bench", "--variant", game, "1"]);
        let lines: Vec<_> = text.lines().collect();
        let (last, rows) = lines.split_last().expect("a total");
        let (nodes, speed) = last.split_once(" nodes ").expect("the last line has both");
        assert!(speed.strip_suffix(" nps").is_some_and(|speed| speed.parse::<u64>().is_ok()));
        let of_row = |row: &&str| row.split_whitespace().next().unwrap().parse::<u64>().unwrap();
        let nodes = nodes.parse::<u64>().expect("a number of nodes");
        assert_eq!(rows.iter().map(of_row).sum::<u64>(), nodes, "{text}");
        nodes
    };
    let [shogi, shosu] = ["shogi", "shosu"].map(total);
    assert!(shogi > 0 && shosu > 0 && shogi != shosu, "{shogi} {shosu}");
    assert_eq!(total("SHOGI"), shogi);
}

#[test]
fn stored_puzzles_are_printed_and_rated_again() {
    const CAPTURE: &str =
        "shogi 4k4/9/9/9/9/9/4r4/9/4K3G b G 1; bm G*5h; pv G*5h; acn 1; id \"no mate\"";
    let stored = stdout_of(&["puzzles", "--stored", "CannonShosu"]);
    assert!(stored.lines().count() > 100);
    assert!(stored.lines().all(|line| line.starts_with("cannonshosu ")));
    let two = stdout_of(&["puzzles", "--stored", "cannonshosu", "--count", "2"]);
    assert!(stored.starts_with(&two) && two.lines().count() == 2, "{two}");
    // PyChess replaces puzzles with the same id, and its addresses have ids of five characters.
    let documents = stdout_of(&["puzzles", "--stored", "cannonshogi", "--to", "pychess"]);
    let ids: HashSet<&str> = documents.lines().map(|line| &line[..14]).collect();
    assert!(
        ids.len() > 200
            && ids.len() == documents.lines().count()
            && ids.iter().all(|id| id.starts_with("{\"_id\":\"_") && id.ends_with('"'))
    );
    let stored = stdout_of(&["puzzles", "--stored", "shosu"]);
    let lines: Vec<&str> = stored.lines().collect();
    let unrated = |line: &str| {
        let (puzzle, rest) = line.split_once("; acn ").unwrap();
        let (_, id) = rest.split_once(';').unwrap();
        format!("{puzzle};{id}")
    };
    // Mates come out by rating, and a win after them, which keeps its own.
    let hard = unrated(lines.iter().rfind(|line| line.contains("; dm ")).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = write_file(&folder, "unsorted.epd", &format!("{hard}\n{CAPTURE}\n{}\n", lines[0]));
    let rated = stdout_of(&["puzzles", "--rate", &path]);
    let [first, second, third] = rated.lines().collect::<Vec<_>>()[..] else { panic!("{rated}") };
    assert_eq!((unrated(first), unrated(second)), (unrated(lines[0]), hard));
    assert_eq!(third, CAPTURE);
    // Ratings do not change.
    let path = write_file(&folder, "rated.epd", &rated);
    assert_eq!(stdout_of(&["puzzles", "--rate", &path]), rated);
}

/// As when piping into `head`.
#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let commands = [
        "go infinite",
        "go --json infinite",
        "games --json",
        "bench 2",
        "piece --variant cannonshosu",
        "show",
        "moves",
        "games",
        "completions zsh",
        "--help",
    ];
    for command in commands {
        let args: Vec<_> = command.split(' ').collect();
        let mut process = ozutsu(&args);
        process.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = process.spawn().expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{command}: {:?}", output.status);
        assert!(output.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout_of(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("handicap"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    stdout_of(&["man", folder.path().to_str().unwrap()]);
    for (page, text) in [("ozutsu", "analyse(1)"), ("ozutsu-go", "130"), ("ozutsu-man", "Folder")] {
        let page = fs::read_to_string(folder.path().join(format!("{page}.1"))).unwrap();
        assert!(page.contains(".SH EXTRA\nExamples:") && page.contains(text), "{page}");
    }
    // No folder can be in a file.
    let path = folder.path().join("ozutsu.1").join("man").display().to_string();
    let output = ozutsu(&["man", &path]).output().expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with(&format!("error: {path}: ")), "{error}");
}

/// Returns whether the examples and the tables after them are at most 79 columns wide.
fn examples_fit_a_terminal(help: &str) -> bool {
    let (_, examples) = help.split_once("Examples:").unwrap();
    examples.lines().filter(|line| line.starts_with("  ")).all(|line| line.len() < 80)
}

#[test]
fn help_and_version_are_printed() {
    let version = stdout_of(&["--version"]);
    assert!(version.starts_with(&format!("ozutsu {} (", env!("CARGO_PKG_VERSION"))), "{version}");
    assert!(version.contains("bmi2") || version.contains("portable"), "{version}");
    let all = stdout_of(&["--help"]);
    let commands = "go analyse convert bench perft moves show games piece puzzles completions man";
    for command in commands.split(' ') {
        let help = stdout_of(&[command, "--help"]);
        assert!(help.contains("Usage:") && help.contains("Examples:"), "{help}");
        assert!(help.ends_with("\nExit status: 0 done, 1 failed at work, 2 bad input or usage, 130 interrupted by Ctrl-C\n"), "{help}");
        assert!(all.contains(&format!("  {command}")), "{all}");
        assert!(examples_fit_a_terminal(&help), "{help}");
    }
    assert!(examples_fit_a_terminal(&all), "{all}");
    assert!(all.contains("\nExit status: 0 done, also by Ctrl-C, 1 failed "), "{all}");
    let games = stdout_of(&["games", "-h"]);
    let (usual, of_import) = games.split_once("\nOptions for --import:\n").unwrap();
    assert!(usual.contains("--json") && !of_import.contains("--json"), "{games}");
}

#[test]
fn output_is_colored_only_if_asked_for() {
    let escapes = |when| stdout_of(&["show", "--color", when]).contains('\u{1b}');
    assert!(escapes("always"));
    assert!(!escapes("never") && !escapes("auto"), "no terminal, no color");
    // So are errors, also those of arguments.
    for wrong in ["--moves=9z", "--handicap"] {
        for when in ["always", "never", "auto"] {
            let output = ozutsu(&["show", wrong, "--color", when]).output().unwrap();
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(output.stderr.contains(&0x1b), when == "always", "{wrong} {when}");
        }
    }
}

#[test]
fn a_session_ends_at_the_end_of_input() {
    let output = ozutsu(&[]).stdin(Stdio::null()).output().expect("the program starts");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}

#[cfg(unix)]
pub fn send_signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([signal, &id]).status().expect("kill runs");
    assert!(status.success());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::process::CommandExt;
    use std::process::Output;

    /// Starts a command, interrupts it after some lines, and waits for its end. Returns these lines, those after
    /// them, and what is left.
    fn interrupt(args: &[&str], lines: usize) -> (Vec<String>, Vec<String>, Output) {
        let mut command = ozutsu(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut output = stdout.lines().map(|line| line.expect("text"));
        let first = output.by_ref().take(lines).collect();
        send_signal(&child, "-INT");
        (first, output.collect(), child.wait_with_output().expect("the program ends"))
    }

    #[test]
    fn interrupted_suites_and_puzzles_end_with_status_130() {
        let folder = tempfile::tempdir().unwrap();
        let positions = write_file(&folder, "positions.epd", &"startpos\n".repeat(1_000));
        let (first, rest, output) = interrupt(&["go", "--file", &positions, "movetime", "50"], 2);
        assert!(first[0].contains("found"), "{first:?}");
        assert!(rest.last().is_some_and(|last| last.contains(" nodes in ")), "{rest:?}");
        assert_eq!(output.status.code(), Some(130));
        // Easy puzzles are found soon, and the hard ones take long.
        let stored = stdout_of(&["puzzles", "--stored", "cannonshogi"]);
        let position = |line: &str| {
            line.split(';').next().map(|start| start.replacen("cannonshogi", "sfen", 1))
        };
        let games: Vec<_> = stored.lines().filter_map(position).collect();
        let hard = games[180..200].iter().cycle().take(1_000);
        let games: String =
            games[..32].iter().chain(hard).map(|game| format!("{game}\n")).collect();
        let games = write_file(&folder, "games.usi", &games);
        let (first, _, output) = interrupt(&["puzzles", "--threads", "1", &games], 1);
        assert!(first[0].contains("; bm "), "{first:?}");
        assert_eq!(output.status.code(), Some(130));
    }

    /// What was done is printed again at once, and the work goes on.
    #[test]
    fn an_interrupted_player_grows_on() {
        let folder = tempfile::tempdir().unwrap();
        let game = fs::read_to_string(crate::transcripts::EXAMPLE).unwrap();
        let game = write_file(&folder, "minicannon.toml", &game);
        let mut before = Vec::new();
        for rows in 1..=2 {
            let args = ["grow", &game, "--time", "60s", "--nodes", "10", "--threads", "1"];
            let (first, rest, output) = interrupt(&args, 1 + rows);
            assert!(first[0].contains("Elo") && first.starts_with(&before), "{first:?}");
            assert_eq!(output.status.code(), Some(130), "{output:?}");
            let note = String::from_utf8_lossy(&output.stderr);
            assert_eq!(note, "note: stopped; the same command goes on from here\n");
            before = [first, rest].concat();
            let log = folder.path().join("minicannon.grow").join("log.jsonl");
            let log = fs::read_to_string(log).unwrap();
            let last = log.lines().last().unwrap();
            assert!(log.ends_with('\n') && last.contains("\"pause\""), "{log}");
        }
    }

    #[test]
    fn an_interrupted_search_prints_its_result() {
        let (first, rest, output) = interrupt(&["go", "infinite"], 1);
        assert!(first[0].starts_with("info depth 1 "), "{first:?}");
        assert!(rest.last().is_some_and(|last| last.starts_with("bestmove ")), "{rest:?}");
        assert_eq!(output.status.code(), Some(130));
    }

    #[test]
    fn an_interrupted_analysis_writes_what_was_judged() {
        let folder = tempfile::tempdir().unwrap();
        let games = write_file(&folder, "games.usi", "startpos moves 7g7f 3c3d 8h2b+ 9c9d\n");
        let path = folder.path().join("out.pgn");
        let out = path.to_str().unwrap();
        // The header and the name of the game, and a move in the second round.
        for (limit, lines) in [("600000", 2), ("500", 3)] {
            let args = ["analyse", "--variant", "shogi", &games, "movetime", limit, "--out", out];
            let (first, _, output) = interrupt(&args, lines);
            assert!(first[0].starts_with("game\tnumber\t"), "{first:?}");
            assert_eq!(output.status.code(), Some(130));
            let warning = String::from_utf8_lossy(&output.stderr);
            assert!(warning.starts_with("warning: interrupted"), "{warning}");
            let files = fs::read_dir(folder.path()).unwrap().count();
            assert_eq!((path.exists(), files), (lines > 2, lines - 1));
        }
        assert!(fs::read_to_string(&path).unwrap().contains("c3c4 {"));
    }

    #[test]
    fn an_interrupted_analysis_ends_its_game() {
        let folder = tempfile::tempdir().unwrap();
        let game = write_file(&folder, "game.usi", "startpos moves 7g7f\n");
        let args = ["analyse", "--json", "--variant", "shogi", &game, "movetime", "600000"];
        let (first, rest, output) = interrupt(&args, 1);
        assert!(first[0].starts_with("{\"type\":\"game_start\","), "{first:?}");
        let [end] = &rest[..] else { panic!("{rest:?}") };
        assert!(end.starts_with("{\"type\":\"game_end\","), "{end}");
        assert!(end.contains("\"black\":{\"moves\":0,\"accuracy\":null,"), "{end}");
        assert_eq!(output.status.code(), Some(130));
    }

    /// The second file is a pipe that gives its game after Ctrl-C.
    #[test]
    fn an_interrupted_conversion_leaves_whole_files() {
        let folder = tempfile::tempdir().unwrap();
        let games =
            [1, 2].map(|n| write_file(&folder, &format!("{n}.usi"), "startpos moves 2h1h\n"));
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let out = folder.path().join("out");
        let mut convert = ozutsu(&["convert", "--to", "pgn", "--output"]);
        convert.arg(format!("{}/", out.display())).arg(&games[0]).arg(&pipe).arg(&games[1]);
        let child = convert.stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut writer = File::options().write(true).open(&pipe).unwrap();
        send_signal(&child, "-INT");
        // The program waits for the text; its handler of the signal gets time to run.
        std::thread::sleep(std::time::Duration::from_secs(1));
        writer.write_all(b"startpos moves 2h1h\n").unwrap();
        drop(writer);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let files: Vec<_> = fs::read_dir(&out).unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(files, [out.join("1.pgn")]);
        assert!(fs::read_to_string(&files[0]).unwrap().ends_with("1. h2i2 *\n\n"));
    }

    /// The standard output may be a file, which the shell has opened and others write to as well.
    #[test]
    fn the_standard_output_is_written_to_by_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let game = write_file(&folder, "game.usi", "startpos moves 2h1h\n");
        let program = env!("CARGO_BIN_EXE_ozutsu");
        for path in ["/dev/stdout", "/dev/fd/1", "-"] {
            let convert = format!("{program} convert {game} --to usi {path}");
            let expected = "startpos moves 2h1h\n";
            for script in [
                format!("(echo before; {convert}; echo after) > {game}.out; cat {game}.out"),
                format!("(echo before; {convert}; echo after) | cat"),
            ] {
                let output = Command::new("sh").args(["-c", &script]).output().expect("sh starts");
                let text = String::from_utf8_lossy(&output.stdout);
                assert!(
                    text.starts_with("before\n") && text.ends_with("after\n"),
                    "{script}: {text}"
                );
                assert!(text.contains(expected), "{script}: {text}");
            }
        }
    }

    /// Where 512 threads do not fit, the search goes on with those there are.
    #[test]
    #[cfg(target_os = "linux")]
    fn threads_that_do_not_fit_are_not_started() {
        let program = env!("CARGO_BIN_EXE_ozutsu");
        let script = format!("ulimit -v 3000000; exec {program} go --threads 512 --hash 1 depth 3");
        let output = Command::new("sh").args(["-c", &script]).output().expect("sh starts");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("bestmove") && text.contains("using 1 as before"), "{text}");
    }

    /// A program whose name ends in a game's name plays that game by default.
    #[test]
    fn the_name_of_the_program_selects_the_default_game() {
        for (name, game) in [("ozutsu-shogi", "shogi"), ("ozutsu", "cannonshogi")] {
            let shown = ozutsu(&["show"]).arg0(name).output().expect("the program starts");
            let expected = stdout_of(&["show", "--variant", game]);
            assert_eq!(String::from_utf8_lossy(&shown.stdout), expected);
        }
    }

    #[test]
    fn arguments_that_are_not_utf8_are_an_error() {
        let mut command = ozutsu(&["show", "--sfen"]);
        let output = command.arg(OsStr::from_bytes(b"\xff")).output().expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with("error: invalid UTF-8"), "{text}");
    }
}
