//! A self-play file that several threads generate and that is written in order.

use super::self_player::{SelfPlayOptions, SelfPlayer};
use rules::Rules;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The games of one file. Game `n`, counted from 0, is played from seed `(seed << 32) + n`.
#[derive(Clone, Debug)]
pub struct Shard {
    /// Rules of the games.
    pub rules: &'static Rules,
    /// Settings of the games.
    pub options: SelfPlayOptions,
    /// Seed of the shard.
    pub seed: u32,
    /// Number of games in the complete file.
    pub games: u64,
    /// Number of games played at the same time.
    pub threads: usize,
}

/// Progress of a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShardProgress {
    /// Games in the file.
    pub games: u64,
    /// Games played by this run.
    pub new_games: u64,
    /// Scored positions in the games of this run.
    pub new_positions: u64,
}

/// Capacity of the queue of finished games.
const QUEUED_GAMES: usize = 64;

impl Shard {
    /// Plays the games that are missing in the file and appends them. First removes an incomplete
    /// last line, which a killed run leaves behind. Refuses a file that does not begin with a game of the
    /// same variant.
    ///
    /// Calls `on_progress` before the first game and after each game it writes.
    pub fn play_missing(
        &self,
        path: &Path,
        mut on_progress: impl FnMut(ShardProgress),
    ) -> io::Result<ShardProgress> {
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
        check_variant(&file, self.rules)?;
        let mut progress =
            ShardProgress { games: truncate_to_complete_lines(&file)?, ..ShardProgress::default() };
        on_progress(progress);
        let next = AtomicU64::new(progress.games);
        let (sender, receiver) = crossbeam_channel::bounded(QUEUED_GAMES);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                let play_games = move || {
                    let mut player = SelfPlayer::new(self.options.clone());
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let seed = (u64::from(self.seed) << 32) + number;
                        let record = player.play_game(self.rules, seed);
                        if sender.send((number, record)).is_err() {
                            break;
                        }
                    }
                };
                thread::Builder::new()
                    .stack_size(search::STACK_SIZE)
                    .spawn_scoped(scope, play_games)?;
            }
            drop(sender);
            // Games finish in any order and are written in the order of their numbers.
            let mut finished = BTreeMap::new();
            for (number, record) in receiver {
                finished.insert(number, record);
                while let Some(record) = finished.remove(&progress.games) {
                    file.write_all(format!("{record}\n").as_bytes())?;
                    progress.games += 1;
                    progress.new_games += 1;
                    progress.new_positions += record.moves.len() as u64;
                    on_progress(progress);
                }
            }
            Ok(progress)
        })
    }
}

/// Fails unless the file is empty or begins with the name of the variant, which a killed run may have
/// left incomplete.
fn check_variant(file: &File, rules: &Rules) -> io::Result<()> {
    let expected = format!("{}\t", rules.name());
    let mut start = Vec::new();
    file.take(expected.len() as u64).read_to_end(&mut start)?;
    if expected.as_bytes().starts_with(&start) {
        return Ok(());
    }
    Err(io::Error::other(format!("not a self-play file of {}; choose another file", rules.name())))
}

/// Removes an incomplete last line. Returns the number of complete lines.
fn truncate_to_complete_lines(mut file: &File) -> io::Result<u64> {
    let (mut lines, mut length) = (0, 0);
    file.rewind()?;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        if line.ends_with(b"\n") {
            lines += 1;
            length += line.len() as u64;
        }
        line.clear();
    }
    file.set_len(length)?;
    Ok(lines)
}
