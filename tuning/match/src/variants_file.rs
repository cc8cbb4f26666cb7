//! The temporary file with the definitions of our games for Fairy-Stockfish.
//!
//! It is written when the first engine needs it and shared by all engines of the process. Programs
//! call [`remove`] before they exit.

use games::FAIRY_STOCKFISH_VARIANTS;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// The file, if it was written.
static FILE: Mutex<Option<NamedTempFile>> = Mutex::new(None);

/// Returns whether the file defines a game.
pub fn defines(game: &str) -> bool {
    FAIRY_STOCKFISH_VARIANTS.contains(&format!("[{game}:"))
}

/// Returns the path of the file. The first call writes it.
pub fn path() -> io::Result<PathBuf> {
    let mut written = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let file = match written.take() {
        Some(file) => file,
        None => {
            let mut file = tempfile::Builder::new().prefix("ozutsu-").suffix(".ini").tempfile()?;
            file.write_all(FAIRY_STOCKFISH_VARIANTS.as_bytes())?;
            file
        }
    };
    Ok(written.insert(file).path().to_owned())
}

/// Removes the file if it was written. Call this when all engines have exited.
pub fn remove() {
    FILE.lock().unwrap_or_else(PoisonError::into_inner).take();
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
