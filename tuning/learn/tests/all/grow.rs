//! Runs of `ozutsu grow` with a budget of games.

use crate::common::{MINICANNON, path, rules};
use eval::{EvalFile, Parameters};
use ozutsu_learn::game_files::read_games;
use ozutsu_learn::grow::log::{Event, History, LOG_FILE, START_FILE, Step};
use ozutsu_learn::grow::{Activity, Budget, Ending, Folder, Grow, Observer, Progress, Recipe};
use rules::Rules;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use trials::Tally;

/// Searches and networks that take little time.
const QUICK: Recipe =
    Recipe { nodes: 20, network_positions: u64::MAX, width: 32, threat_width: 32 };

#[derive(Default)]
struct Steps {
    done: Vec<Step>,
    /// The results of the last match, each time they were shown.
    last_match: Vec<Tally>,
}

impl Observer for Steps {
    fn progress(&mut self, progress: &Progress) {
        assert!((0.0..=1.0).contains(&progress.share), "{progress:?}");
        if let Activity::Judging { results, is_last: true } = progress.activity {
            self.last_match.push(results);
        }
    }

    fn step(&mut self, step: &Step) {
        self.done.push(step.clone());
    }
}

/// Returns a run of `minicannon` in an empty folder.
fn new_run(name: &str, games: u64, recipe: Recipe) -> Grow {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    games::load(MINICANNON.as_ref());
    let rules = rules("minicannon");
    Grow {
        folder: Folder {
            rules,
            path: folder.join("minicannon.grow"),
            result: folder.join("minicannon.eval"),
            is_forced: false,
        },
        start: EvalFile { parameters: Some(no_knowledge(rules)), network: None },
        is_anew: false,
        budget: Budget::Games(games),
        recipe,
        seed: 1,
        threads: 2,
    }
}

/// Returns a run that is complete, for tests to compare others with.
fn whole_run() -> &'static Grow {
    static RUN: OnceLock<Grow> = OnceLock::new();
    RUN.get_or_init(|| {
        let grow = new_run("grow-complete", 120, QUICK);
        run(&grow);
        grow
    })
}

/// Returns an evaluation that knows nothing of the pieces.
fn no_knowledge(rules: &'static Rules) -> Parameters {
    Parameters::parse(rules, "tempo 0 10").unwrap()
}

fn run(grow: &Grow) -> Vec<Step> {
    let mut steps = Steps::default();
    assert_eq!(grow.run(&|| false, &mut steps).unwrap(), Ending::Complete);
    steps.done
}

fn error(grow: &Grow) -> String {
    grow.run(&|| false, &mut Steps::default()).unwrap_err().to_string()
}

fn log(grow: &Grow) -> Vec<String> {
    let text = fs::read_to_string(grow.folder.path.join(LOG_FILE)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Returns the events of a log without their times. Pauses are left out.
fn events(grow: &Grow) -> Vec<Event> {
    let mut events: Vec<Event> =
        log(grow).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    events.retain(|event| !matches!(event, Event::Pause { .. }));
    for event in &mut events {
        match event {
            Event::Start(_) => {}
            Event::Step(Step { seconds, .. })
            | Event::Generation { seconds, .. }
            | Event::Games { seconds, .. }
            | Event::Pause { seconds }
            | Event::End { seconds, .. } => *seconds = 0.0,
        }
    }
    events
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[test]
fn a_run_learns_and_keeps_what_wins() {
    let grow = new_run("grow-whole", 300, QUICK);
    let mut observer = Steps::default();
    assert_eq!(grow.run(&|| false, &mut observer).unwrap(), Ending::Complete);
    let Steps { done: steps, last_match } = observer;
    let history = History::read(&grow.folder.path.join(LOG_FILE)).unwrap();
    assert_eq!(history.steps, steps);
    // The last match is shown from its begin to its end.
    assert_eq!(last_match[0], Tally::default());
    assert_eq!(last_match.last(), history.end.as_ref());
    assert!(steps.len() >= 4 && steps.iter().any(|step| step.kept), "{steps:?}");
    for step in &steps {
        let (wins, games) = (step.results.score(), step.results.game_count());
        assert!(games >= 40 && (!step.kept || wins > 0.5), "{step:?}");
    }
    assert!((300..500).contains(&history.games), "{}", history.games);
    assert!(history.end.unwrap().score() > 0.6, "{:?}", history.end);

    // The result is the last evaluation that was kept.
    let result = fs::read(&grow.folder.result).unwrap();
    assert_eq!(result, fs::read(grow.folder.path.join(history.best_file())).unwrap());
    let file = EvalFile::parse(grow.folder.rules, &result).unwrap();
    assert_ne!(file.parameters.unwrap().values(), grow.start.parameters.as_ref().unwrap().values());

    // Nothing is left to do, and with a larger budget the run goes on.
    let before = log(&grow);
    assert_eq!(run(&grow), steps);
    assert_eq!(log(&grow), before);
    let more = Grow { budget: Budget::Games(history.games + 100), ..grow };
    assert!(run(&more).len() > steps.len());

    // The folder is for one game, start, seed and process.
    let more = Grow { is_anew: true, ..more };
    assert!(error(&more).contains("begun with the evaluation of the game, not of the movements"));
    let more = Grow { is_anew: false, recipe: Recipe { nodes: 7, ..QUICK }, ..more };
    let help = "not 7; choose another folder with --dir, and add --force, which overwrites ";
    assert!(error(&more).contains(help), "{}", error(&more));
    assert!(error(&Grow { seed: 2, ..more }).contains("begun with seed 1, not 2; choose another"));
}

/// A run that is killed after a number of lines of its log, with half a line and half of its last games.
#[test]
fn a_killed_run_ends_as_if_it_had_not_been() {
    let whole = whole_run();
    let lines = log(whole);
    let result = fs::read(&whole.folder.result).ok();
    for kept in [0, 3, lines.len() - 1] {
        let mut killed = new_run(&format!("grow-killed-{kept}"), 120, QUICK);
        killed.threads = 1;
        copy_folder(&whole.folder.path, &killed.folder.path);
        let torn = lines[kept].split_at(lines[kept].len() / 2).0;
        let start: String = lines[..kept].iter().map(|line| format!("{line}\n")).collect();
        fs::write(killed.folder.path.join(LOG_FILE), start + torn).unwrap();
        let games_file = killed.folder.path.join("games-1-1.games");
        if kept < 3 {
            let games = fs::read(&games_file).unwrap();
            fs::write(&games_file, &games[..games.len() / 2]).unwrap();
            fs::remove_file(killed.folder.path.join("1-linear-scores.eval")).unwrap();
        }
        run(&killed);
        assert_eq!(events(&killed), events(whole), "after {kept} lines");
        assert_eq!(fs::read(&killed.folder.result).ok(), result, "after {kept} lines");
    }
}

#[test]
fn an_interrupted_run_goes_on() {
    let paused = new_run("grow-paused", 120, QUICK);
    let mut pauses = 0;
    loop {
        let calls = AtomicU32::new(0);
        let is_stopped = || calls.fetch_add(1, Ordering::Relaxed) > 600;
        match paused.run(&is_stopped, &mut Steps::default()).unwrap() {
            Ending::Complete => break,
            Ending::Stopped => pauses += 1,
        }
        // A match begins again: with too few calls it would never end.
        if pauses > 1 {
            run(&paused);
            break;
        }
    }
    assert!(pauses > 0);
    assert_eq!(events(&paused), events(whole_run()));
}

/// The budget of the generation that is under way was in seconds.
#[test]
fn a_run_goes_on_with_games_in_place_of_time() {
    let timed = Budget::Time(Duration::from_secs(160_000));
    let timed = Grow { budget: timed, ..new_run("grow-units", 120, QUICK) };
    let calls = AtomicU32::new(0);
    let is_stopped = || calls.fetch_add(1, Ordering::Relaxed) >= 5;
    assert_eq!(timed.run(&is_stopped, &mut Steps::default()).unwrap(), Ending::Stopped);
    let counted = Grow { budget: Budget::Games(120), ..timed };
    run(&counted);
    assert_eq!(events(&counted)[2..], events(whole_run())[2..]);
}

#[test]
fn a_network_that_does_not_surely_gain_is_not_kept() {
    let recipe = Recipe { network_positions: 0, ..QUICK };
    let grow = new_run("grow-network", 100, recipe);
    let steps = run(&grow);
    let networks: Vec<_> =
        steps.iter().filter(|step| step.learnt.name().starts_with("network")).collect();
    assert!(networks.len() >= 2, "{steps:?}");
    assert!(steps.iter().all(|step| !step.kept || step.results.score() > 0.5), "{steps:?}");
    let refused = networks.iter().find(|step| !step.kept).expect("a network that is not kept");
    let bytes = fs::read(grow.folder.path.join(refused.file())).unwrap();
    let file = EvalFile::parse(grow.folder.rules, &bytes).unwrap();
    assert!(file.network.is_some() && file.parameters.is_some());
    assert_ne!(fs::read(&grow.folder.result).unwrap_or_default(), bytes);
}

#[test]
fn the_games_of_all_shards_are_learnt_from() {
    let grow = new_run("grow-shards", 120, QUICK);
    // Stops after a few games.
    let after = |limit: u32| {
        let calls = AtomicU32::new(0);
        move || calls.fetch_add(1, Ordering::Relaxed) >= limit
    };
    let mut steps = Steps::default();
    assert_eq!(grow.run(&after(5), &mut steps).unwrap(), Ending::Stopped);
    assert_eq!(grow.help(2, &after(10), &mut steps).unwrap(), Ending::Stopped);
    let games = read_games(&grow.folder.path.join("games-1-2.games")).unwrap();
    assert!((5..20).contains(&games.len()), "{}", games.len());
    run(&grow);
    let learnt = |grow: &Grow| fs::read(grow.folder.path.join("1-linear-scores.eval")).unwrap();
    assert_ne!(learnt(&grow), learnt(whole_run()));
    // Nothing is left to do for the second shard.
    assert_eq!(grow.help(2, &|| false, &mut steps).unwrap(), Ending::Complete);
    assert_eq!(read_games(&grow.folder.path.join("games-1-2.games")).unwrap().len(), games.len());
}

#[test]
fn files_of_others_are_not_replaced() {
    let grow = new_run("grow-foreign", 120, QUICK);
    fs::write(&grow.folder.result, "mine").unwrap();
    assert!(error(&grow).ends_with("minicannon.eval: the file exists; --force overwrites it"));
    let file = Grow {
        folder: Folder { path: grow.folder.result.clone(), ..grow.folder.clone() },
        ..new_run("unused-2", 120, QUICK)
    };
    assert!(error(&file).ends_with("minicannon.eval: not a folder"));
    assert_eq!(fs::read(&grow.folder.result).unwrap(), b"mine");

    assert!(!grow.folder.path.exists());

    // A log that is none.
    fs::create_dir_all(&grow.folder.path).unwrap();
    fs::write(grow.folder.path.join(LOG_FILE), "notes\n").unwrap();
    fs::remove_file(&grow.folder.result).unwrap();
    assert!(error(&grow).contains("log.jsonl, line 1: "), "{}", error(&grow));
}

#[test]
fn after_a_change_of_the_rules_one_message_says_what_to_do() {
    let grow = new_run("grow-changed", 120, QUICK);
    assert_eq!(grow.run(&|| true, &mut Steps::default()).unwrap(), Ending::Stopped);
    let player = grow.start.to_bytes();
    fs::write(&grow.folder.result, &player).unwrap();

    let text = fs::read_to_string(MINICANNON).unwrap();
    let text = text.replacen("[[piece]]", "stalemate = \"draw\"\n[[piece]]", 1);
    let rules = games::parse(&text).games[0].rules;
    let start = EvalFile { parameters: Some(no_knowledge(rules)), network: None };
    let changed = Grow { folder: Folder { rules, ..grow.folder.clone() }, start, ..grow };
    let message = error(&changed);
    let help = "begun with other rules of minicannon, not those of now; choose another folder with \
                --dir, and add --force, which begins from ";
    assert!(message.contains(help), "{message}");
    assert!(message.ends_with(" and overwrites it only by a better player"), "{message}");

    // In another folder, which is not made before that is settled.
    let path = changed.folder.path.with_extension("new");
    let mut changed = Grow { folder: Folder { path, ..changed.folder.clone() }, ..changed };
    let message = error(&changed);
    let help = "the file exists; --force begins from it and overwrites it only by a better player";
    assert!(message.ends_with(help), "{message}");
    assert!(!changed.folder.path.exists());
    changed.folder.is_forced = true;
    assert_eq!(changed.run(&|| true, &mut Steps::default()).unwrap(), Ending::Stopped);
    assert_eq!(fs::read(changed.folder.path.join(START_FILE)).unwrap(), player);
    assert_eq!(fs::read(&changed.folder.result).unwrap(), player);
}
