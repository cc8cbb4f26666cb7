//! The program under stress. Each test is short as it stands, and as long as it is asked to be:
//!
//! ```sh
//! OZUTSU_STRESS=100 cargo test --release --package ozutsu --test stress -- --nocapture --test-threads 1
//! ```
//!
//! makes everything a hundred times as often, and tries tables of most of the machine's memory.

#[allow(dead_code)]
#[path = "../session/client.rs"]
mod client;

use client::Client;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// How many times as much is wanted; nothing if no more than usual.
fn stress() -> Option<usize> {
    env::var("OZUTSU_STRESS").ok()?.parse().ok()
}

fn times(usual: usize) -> usize {
    usual * stress().unwrap_or(1)
}

fn game(chance: &mut StdRng) -> &'static Rules {
    Rules::all().choose(chance).unwrap()
}

/// A position after random moves, in which the game goes on, and the words that set it up.
fn random_position(rules: &'static Rules, chance: &mut StdRng) -> (Position, String) {
    let (mut position, mut words) = (Position::start(rules), "position startpos moves".to_owned());
    for _ in 0..chance.random_range(0..60) {
        let mut next = position.clone();
        next.do_move(*position.legal_moves().choose(chance).unwrap());
        if next.outcome() != Outcome::Ongoing {
            break;
        }
        words += &format!(" {}", rules.usi(next.moves().last().unwrap()));
        position = next;
    }
    (position, words)
}

/// Checks that an answer is a legal move, or a declared win.
#[track_caller]
fn check(answer: &str, position: &Position) {
    let word = answer.split(' ').nth(1).unwrap_or_default();
    let is_legal = position.rules().parse_usi(word).is_ok_and(|mv| position.is_legal(mv));
    assert!(is_legal || word == "win", "{answer} in {}", position.sfen());
}

/// Something to be searched, and whether it ends by itself.
fn go(chance: &mut StdRng) -> (String, bool) {
    match chance.random_range(0..7) {
        0 => (format!("go depth {}", chance.random_range(1..5)), true),
        1 => (format!("go nodes {}", chance.random_range(1..2_000)), true),
        2 => (format!("go movetime {}", chance.random_range(0..5)), true),
        3 => ("go btime 20 wtime 20 binc 1 winc 1".to_owned(), true),
        4 => ("go ponder btime 20 wtime 20".to_owned(), false),
        _ => ("go infinite".to_owned(), false),
    }
}

#[test]
fn random_searches_are_stopped_at_random() {
    let mut chance = StdRng::seed_from_u64(1);
    let mut client = Client::playing("usi", "cannonshogi");
    let mut rules = Rules::by_name("cannonshogi").unwrap();
    let start = Instant::now();
    let searches = times(1_000);
    for number in 0..searches {
        if number % 50 == 0 {
            rules = game(&mut chance);
            let threads = chance.random_range(1..=4);
            client.say(&format!("setoption name UCI_Variant value {}", rules.name()));
            client.say(&format!("setoption name Threads value {threads}\nusinewgame"));
            client.sync();
        }
        let (position, words) = random_position(rules, &mut chance);
        let (go, ends) = go(&mut chance);
        client.say(&format!("{words}\n{go}"));
        if chance.random_bool(0.5) {
            thread::sleep(Duration::from_micros(chance.random_range(0..3_000)));
        }
        if go.contains("ponder") && chance.random_bool(0.5) {
            client.say("ponderhit");
        }
        if !ends || chance.random_bool(0.5) {
            client.say("stop");
        }
        check(&client.line("bestmove"), &position);
        client.heard.clear();
    }
    // There was not one answer too many.
    assert_eq!(client.sync(), [""; 0]);
    println!("{searches} searches in {:.0} s", start.elapsed().as_secs_f64());
    client.quit();
}

#[test]
fn any_number_of_threads_answers_and_stops() {
    let mut chance = StdRng::seed_from_u64(2);
    for threads in [1, 2, 3, 7, 16, 64] {
        let mut latest = Duration::ZERO;
        let rules = game(&mut chance);
        let mut client = Client::playing("usi", rules.name());
        client.say(&format!("setoption name Threads value {threads}"));
        client.sync();
        for _ in 0..times(1) {
            let (position, words) = random_position(rules, &mut chance);
            client.say(&words);
            check(&client.go("go nodes 5000"), &position);
            client.say("go infinite");
            thread::sleep(Duration::from_millis(20));
            client.say("stop");
            let stopped = Instant::now();
            check(&client.line("bestmove"), &position);
            latest = latest.max(stopped.elapsed());
            client.heard.clear();
        }
        println!("{threads} threads: the latest answer to stop after {latest:?}");
        client.quit();
    }
}

/// What the machine has, in mebibytes, if that can be known.
fn memory() -> Option<usize> {
    field("/proc/meminfo", "MemAvailable:")
}

/// A number of kibibytes in one of the kernel's files, as mebibytes.
fn field(path: &str, name: &str) -> Option<usize> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<usize>().ok()? / 1024)
}

#[test]
fn tables_of_all_sizes() {
    let mut sizes = vec![1, 2, 3, 33, 100];
    if stress().is_some() {
        sizes.extend([1_000, 4_000]);
        sizes.extend(memory().map(|memory| memory * 3 / 4));
    }
    let mut client = Client::playing("usi", "shosu");
    let start = Position::start(Rules::by_name("shosu").unwrap());
    for size in sizes {
        let begun = Instant::now();
        client.say(&format!("setoption name USI_Hash value {size}\nposition startpos"));
        // What takes long is told to be alive by empty lines.
        assert!(client.sync().iter().all(String::is_empty), "{:?}", client.heard);
        println!("{size} MiB: ready after {:.2} s", begun.elapsed().as_secs_f64());
        check(&client.go("go nodes 2000"), &start);
        // The next one is had beside it.
        client.say("setoption name USI_Hash value 1");
        client.sync();
    }
    // Where memory is promised without a limit, this would use it up: it is not for every day.
    if stress().is_some() {
        client.say("setoption name USI_Hash value 1048576");
        let said = client.sync().join("\n");
        assert!(
            said.contains("not enough memory for a hash table of 1048576 MiB; keeping the old one"),
            "{said}"
        );
        check(&client.go("go nodes 2000"), &start);
    }
    client.quit();
}

/// Plays a game of one program against itself.
fn play(client: &mut Client, rules: &'static Rules) {
    client.say(&format!("setoption name UCI_Variant value {}\nusinewgame", rules.name()));
    client.sync();
    let (mut position, mut words) = (Position::start(rules), "position startpos moves".to_owned());
    while position.outcome() == Outcome::Ongoing && position.moves().len() < 200 {
        let answer = client.go(&format!("{words}\ngo nodes 500"));
        let word = answer.split(' ').nth(1).unwrap();
        let Ok(mv) = rules.parse_usi(word) else { break };
        check(&answer, &position);
        position.do_move(mv);
        words += &format!(" {word}");
        client.heard.clear();
    }
}

#[test]
fn memory_is_flat_over_many_games() {
    let mut client = Client::playing("usi", "cannonshogi");
    let path = format!("/proc/{}/status", client.child.id());
    let used = || field(&path, "VmRSS:");
    let mut after_all = None;
    for round in 0..times(1).min(20) + 1 {
        Rules::all().for_each(|rules| play(&mut client, rules));
        println!("after {} games: {:?} MiB", (round + 1) * Rules::all().count(), used());
        let first = *after_all.get_or_insert(used());
        if let (Some(first), Some(now)) = (first, used()) {
            assert!(now <= first + 4, "{first} MiB after a game of each, now {now}");
        }
    }
    client.quit();
}
