//! The temporary file with the definitions of our games for Fairy-Stockfish.
//!
//! It is written when the first engine needs it and shared by all engines of the process. Programs
//! call [`remove`] before they exit.

use games::FAIRY_STOCKFISH_VARIANTS;
use platform::lock;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use tempfile::NamedTempFile;

/// The file, if it was written.
static FILE: Mutex<Option<NamedTempFile>> = Mutex::new(None);

/// Returns whether the file defines a game.
pub fn defines(game: &str) -> bool {
    FAIRY_STOCKFISH_VARIANTS.contains(&format!("[{game}:"))
}

/// Returns the path of the file. The first call writes it.
pub fn path() -> io::Result<PathBuf> {
    let mut written = lock(&FILE);
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
    lock(&FILE).take();
}
