//! The temporary file with the definitions of our games for Fairy-Stockfish.
//!
//! It is written when the first engine needs it and shared by all engines of the process. Programs
//! call [`remove`] before they exit.

use games::FAIRY_STOCKFISH_VARIANTS;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::{env, fs, io, process};

/// The path of the file, if it was written.
static PATH: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Returns whether the file defines a game.
pub fn defines(game: &str) -> bool {
    FAIRY_STOCKFISH_VARIANTS.contains(&format!("[{game}:"))
}

/// Returns the path of the file. The first call writes it.
pub fn path() -> io::Result<PathBuf> {
    let mut written = PATH.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = &*written {
        return Ok(path.clone());
    }
    let path = env::temp_dir().join(format!("ozutsu-match-{}.ini", process::id()));
    fs::write(&path, FAIRY_STOCKFISH_VARIANTS)?;
    Ok(written.insert(path).clone())
}

/// Removes the file if it was written. Call this when all engines have exited.
pub fn remove() {
    let mut written = PATH.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = written.take() {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs that use Fairy-Stockfish as their rules library, such as boards in a browser, pass its
    /// positions and drops to us unchanged.
    #[test]
    fn pieces_have_our_letters() {
        let mut games = 0;
        for section in FAIRY_STOCKFISH_VARIANTS.split("\n[").skip(1) {
            let name = section.split_once(':').unwrap().0;
            let line = section.lines().find_map(|line| line.strip_prefix("startFen = ")).unwrap();
            let theirs = line.split_once('[').unwrap().0;
            let ours = games::by_name(name).unwrap().start_sfen().split(' ').next().unwrap();
            assert_eq!(theirs, ours, "{name}");
            assert!(defines(name));
            games += 1;
        }
        assert_eq!(games, 3);
        assert!(!defines("taihoshogi"));
    }
}
