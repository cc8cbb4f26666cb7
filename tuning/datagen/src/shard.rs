//! Files of games, played by several threads, written in order.

use crate::play::{Play, Player};
use crate::record::{Record, RecordError};
use rules::Rules;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The games of one file: those of the seeds `seed << 32`, `(seed << 32) + 1` and so on.
#[derive(Clone, Copy, Debug)]
pub struct Shard {
    /// Which game is played.
    pub rules: &'static Rules,
    /// How.
    pub play: Play,
    /// What tells this shard from others.
    pub seed: u32,
    /// How many games.
    pub games: u64,
    /// How many are played side by side.
    pub threads: usize,
}

/// How far a shard is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Games of this run.
    pub new_games: u64,
    /// Positions with a score of this run.
    pub new_positions: u64,
}

impl Shard {
    /// Plays what the file lacks of the shard's games. A line that was cut short when an earlier
    /// run was killed is dropped.
    pub fn write(&self, path: &Path, mut watch: impl FnMut(Progress)) -> io::Result<Progress> {
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
        let done = keep_whole_lines(&file)?;
        let mut progress = Progress { games: done, ..Progress::default() };
        let next = AtomicU64::new(done);
        let (send, receive) = crossbeam_channel::bounded(64);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, next) = (send.clone(), &next);
                let work = move || {
                    let mut player = Player::new(self.play);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let record = player.game(self.rules, (u64::from(self.seed) << 32) + number);
                        if send.send((number, record)).is_err() {
                            break;
                        }
                    }
                };
                thread::Builder::new().stack_size(search::STACK).spawn_scoped(scope, work)?;
            }
            drop(send);
            // Games end in another order than they began.
            let mut waiting = BTreeMap::new();
            for (number, record) in receive {
                waiting.insert(number, record);
                while let Some(record) = waiting.remove(&progress.games) {
                    file.write_all(format!("{record}\n").as_bytes())?;
                    progress.games += 1;
                    progress.new_games += 1;
                    progress.new_positions += record.played.len() as u64;
                    watch(progress);
                }
            }
            Ok(progress)
        })
    }
}

/// How many whole lines there are; what follows the last is cut off.
fn keep_whole_lines(file: &File) -> io::Result<u64> {
    let (mut lines, mut length) = (0, 0);
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

/// The games of a file, each with its line number; a last line that was cut short is left out.
pub fn records(path: &Path) -> io::Result<Vec<(usize, Result<Record, RecordError>)>> {
    let text = fs::read_to_string(path)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    Ok((1..).zip(whole.lines().map(Record::parse)).collect())
}
