//! Writing files as a whole, and a hash of their content.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under another name and then renames it, so that the file is complete at all times.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = Path::new(&name);
    let written = File::create(new)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(new, path));
    if written.is_err() {
        // The error that matters is the first one.
        let _ = fs::remove_file(new);
    }
    written
}

/// The 64-bit FNV-1a hash of no bytes.
pub(crate) const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Continues a 64-bit FNV-1a hash.
pub(crate) fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
