//! Stress tests of the program. They are short by default; `OZUTSU_STRESS` makes them longer:
//!
//! ```sh
//! OZUTSU_STRESS=100 cargo test --release --package ozutsu --test all -- stress --nocapture --test-threads 1
//! ```
//!
//! With `OZUTSU_STRESS=100` everything is repeated a hundred times, and hash tables of most of the
//! memory are tested too.

use crate::client::Client;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use std::hint::spin_loop;
use std::panic::{catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// Returns the value of `OZUTSU_STRESS`, or `None` if it is not set.
fn stress_factor() -> Option<usize> {
    env::var("OZUTSU_STRESS").ok()?.parse().ok()
}

pub fn repetitions(default: usize) -> usize {
    default * stress_factor().unwrap_or(1)
}

fn random_game(rng: &mut StdRng) -> &'static Rules {
    games::all().choose(rng).unwrap()
}

/// Returns a position after random moves in an undecided game, and the command that sets it up.
fn random_position(rules: &'static Rules, rng: &mut StdRng) -> (Position, String) {
    let (mut position, mut command) =
        (Position::start(rules), "position startpos moves".to_owned());
    for _ in 0..rng.random_range(0..60) {
        let mut next = position.clone();
        next.do_move(*position.legal_moves().choose(rng).unwrap());
        if next.outcome() != Outcome::Ongoing {
            break;
        }
        command += &format!(" {}", rules.usi(next.moves().last().unwrap()));
        position = next;
    }
    (position, command)
}

/// Checks that an answer is a legal move or a declared win.
#[track_caller]
fn assert_legal(answer: &str, position: &Position) {
    let token = answer.split(' ').nth(1).unwrap_or_default();
    let is_legal = position.rules().parse_usi(token).is_ok_and(|mv| position.is_legal(mv));
    assert!(is_legal || token == "win", "{answer} in {}", position.sfen());
}

/// Returns a `go` command, and whether the search ends by itself.
fn random_go(rng: &mut StdRng) -> (String, bool) {
    match rng.random_range(0..7) {
        0 => (format!("go depth {}", rng.random_range(1..5)), true),
        1 => (format!("go nodes {}", rng.random_range(1..2_000)), true),
        2 => (format!("go movetime {}", rng.random_range(0..5)), true),
        3 => ("go btime 20 wtime 20 binc 1 winc 1".to_owned(), true),
        4 => ("go ponder btime 20 wtime 20".to_owned(), false),
        _ => ("go infinite".to_owned(), false),
    }
}

#[test]
fn searches_can_be_stopped_at_any_time() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut client = Client::with_game("usi", "cannonshogi");
    let mut rules = games::by_name("cannonshogi").unwrap();
    let start = Instant::now();
    let searches = repetitions(1_000);
    for number in 0..searches {
        if number % 50 == 0 {
            rules = random_game(&mut rng);
            let threads = rng.random_range(1..=4);
            client.send(&format!("setoption name UCI_Variant value {}", rules.name()));
            client.send(&format!("setoption name Threads value {threads}\nusinewgame"));
            client.sync();
        }
        let (position, command) = random_position(rules, &mut rng);
        let (go, ends) = random_go(&mut rng);
        client.send(&format!("{command}\n{go}"));
        if rng.random_bool(0.5) {
            thread::sleep(Duration::from_micros(rng.random_range(0..3_000)));
        }
        if go.contains("ponder") && rng.random_bool(0.5) {
            client.send("ponderhit");
        }
        if !ends || rng.random_bool(0.5) {
            client.send("stop");
        }
        assert_legal(&client.wait_for_line("bestmove"), &position);
        client.received.clear();
    }
    // There are no further answers.
    assert_eq!(client.sync(), [""; 0]);
    println!("{searches} searches in {:.0} s", start.elapsed().as_secs_f64());
    client.quit();
}

#[test]
fn searches_with_any_number_of_threads_answer_and_stop() {
    let mut rng = StdRng::seed_from_u64(2);
    for threads in [1, 2, 3, 7, 16, 64] {
        let mut slowest = Duration::ZERO;
        let rules = random_game(&mut rng);
        let mut client = Client::with_game("usi", rules.name());
        client.send(&format!("setoption name Threads value {threads}"));
        client.sync();
        for _ in 0..repetitions(1) {
            let (position, command) = random_position(rules, &mut rng);
            client.send(&command);
            assert_legal(&client.go("go nodes 5000"), &position);
            client.send("go infinite\nisready");
            thread::sleep(Duration::from_millis(20));
            client.send("stop");
            let stopped = Instant::now();
            assert_legal(&client.wait_for_line("bestmove"), &position);
            slowest = slowest.max(stopped.elapsed());
            client.received.clear();
        }
        println!("{threads} threads: slowest answer to stop after {slowest:?}");
        client.quit();
    }
}

/// Returns the available memory in MiB, if it is known.
fn available_memory() -> Option<usize> {
    kernel_field("/proc/meminfo", "MemAvailable:")
}

/// Reads a size in KiB from a file in `/proc`. Returns it in MiB.
pub fn kernel_field(path: &str, name: &str) -> Option<usize> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<usize>().ok()? / 1024)
}

#[test]
fn hash_tables_of_all_sizes_work() {
    let mut sizes = vec![1, 2, 3, 33, 100];
    if stress_factor().is_some() {
        sizes.extend([1_000, 4_000]);
        sizes.extend(available_memory().map(|memory| memory * 3 / 4));
    }
    let mut client = Client::with_game("usi", "shosu");
    let start = Position::start(games::by_name("shosu").unwrap());
    for size in sizes {
        let start_time = Instant::now();
        client.send(&format!("setoption name USI_Hash value {size}\nposition startpos"));
        // Only blank lines are printed while a large table is allocated.
        assert!(client.sync().iter().all(String::is_empty), "{:?}", client.received);
        println!("{size} MiB: ready after {:.2} s", start_time.elapsed().as_secs_f64());
        assert_legal(&client.go("go nodes 2000"), &start);
        // A small table frees the memory for the next one.
        client.send("setoption name USI_Hash value 1");
        client.sync();
    }
    // Only on request: on a system that overcommits memory, this would use all of it.
    if stress_factor().is_some() {
        client.send("setoption name USI_Hash value 1048576");
        let output = client.sync().join("\n");
        assert!(
            output
                .contains("not enough memory for a hash table of 1048576 MiB; keeping the old one"),
            "{output}"
        );
        assert_legal(&client.go("go nodes 2000"), &start);
    }
    client.quit();
}

/// Plays games of the program against itself on a clock, of 4 moves. With `OZUTSU_STRESS`, of 300 moves, on
/// a quiet machine and on one whose processors are all busy, and none may be lost on time. Without, other tests may have
/// the processors.
#[test]
fn games_on_a_clock_are_not_lost_on_time() {
    if stress_factor().is_none() {
        return play_on_clocks(4, false);
    }
    println!("quiet:");
    play_on_clocks(300, true);
    println!("busy:");
    let (processors, is_over) = (thread::available_parallelism().unwrap(), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 0..processors.get() {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        let played = catch_unwind(|| play_on_clocks(300, true));
        is_over.store(true, Ordering::Relaxed);
        played.unwrap_or_else(|panic| resume_unwind(panic));
    });
}

/// Plays games with several clocks and numbers of threads. If the time counts, no move may take longer than there is
/// time.
fn play_on_clocks(moves: u32, time_counts: bool) {
    let clocks = [(2_000, 100, 0), (0, 0, 400), (1_000, 0, 200), (500, 50, 100)];
    let settings = [1, 2].into_iter().flat_map(|threads| clocks.map(|clock| (threads, clock)));
    for (threads, (main, increment, byoyomi)) in settings {
        let rules = games::by_name("cannonshogi").unwrap();
        let mut client = Client::with_game("usi", rules.name());
        client.send(&format!("setoption name Threads value {threads}"));
        client.sync();
        // Where no time is measured, all times are a fifth, to save time.
        let unit = Duration::from_millis(1) / if time_counts { 1 } else { 5 };
        let [main, increment, byoyomi] = [main, increment, byoyomi].map(|time| unit * time);
        let (mut left, mut least) = ([main; 2], main + byoyomi);
        let (mut position, mut played) = (Position::start(rules), String::new());
        for _ in 0..moves {
            let side = position.side().index();
            let start = Instant::now();
            let answer = client.go(&format!(
                "position startpos moves{played}\ngo btime {} wtime {} binc {3} winc {3} byoyomi {}",
                left[0].as_millis(),
                left[1].as_millis(),
                byoyomi.as_millis(),
                increment.as_millis(),
            ));
            let used = start.elapsed();
            let available = left[side] + byoyomi;
            let in_time = used < available;
            assert!(in_time || !time_counts, "{threads} threads: {used:?} of {available:?}");
            least = least.min(available.saturating_sub(used));
            left[side] = left[side].saturating_sub(used) + increment;
            client.received.clear();
            let token = answer.split(' ').nth(1).unwrap();
            let Ok(mv) = rules.parse_usi(token) else { break };
            assert_legal(&answer, &position);
            position.do_move(mv);
            played += &format!(" {token}");
            if position.outcome() != Outcome::Ongoing {
                (position, played) = (Position::start(rules), String::new());
            }
        }
        println!("{threads} threads, {main:?} + {increment:?}, {byoyomi:?}: least left {least:?}");
        client.quit();
    }
}

/// Plays a game of the program against itself.
fn play_game(client: &mut Client, rules: &'static Rules) {
    client.send(&format!("setoption name UCI_Variant value {}\nusinewgame", rules.name()));
    client.sync();
    let (mut position, mut command) =
        (Position::start(rules), "position startpos moves".to_owned());
    while position.outcome() == Outcome::Ongoing && position.moves().len() < 200 {
        let answer = client.go(&format!("{command}\ngo nodes 500"));
        let token = answer.split(' ').nth(1).unwrap();
        let Ok(mv) = rules.parse_usi(token) else { break };
        assert_legal(&answer, &position);
        position.do_move(mv);
        command += &format!(" {token}");
        client.received.clear();
    }
}

#[test]
fn memory_use_does_not_grow_over_many_games() {
    let mut client = Client::with_game("usi", "cannonshogi");
    let path = format!("/proc/{}/status", client.child.id());
    let used_memory = || kernel_field(&path, "VmRSS:");
    let mut first_round = None;
    for round in 0..repetitions(1).min(20) + 1 {
        games::all().for_each(|rules| play_game(&mut client, rules));
        println!("after {} games: {:?} MiB", (round + 1) * games::all().count(), used_memory());
        let first = *first_round.get_or_insert(used_memory());
        if let (Some(first), Some(now)) = (first, used_memory()) {
            assert!(now <= first + 4, "{first} MiB after the first round, now {now} MiB");
        }
    }
    client.quit();
}
