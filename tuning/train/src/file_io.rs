//! Atomic file writes and a content hash.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a temporary file in the same folder and renames it, so that `path` never has partial content.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_path(path);
    let result = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // Report the first error, not one of the clean-up.
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// Checks that [`write_atomically`] can create its temporary file. Leaves `path` unchanged.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let temporary = temporary_path(path);
    File::create(&temporary)?;
    fs::remove_file(&temporary)
}

fn temporary_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    name.into()
}

/// Start value of a 64-bit FNV-1a hash.
pub(crate) const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Continues a 64-bit FNV-1a hash.
pub(crate) fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
