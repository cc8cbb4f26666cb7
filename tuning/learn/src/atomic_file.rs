//! Files that are replaced as a whole, so that they are never incomplete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Calls `write` with a temporary file in the same folder, which then takes the place of `path`.
pub fn write_atomically<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let temporary = temporary_path(path);
    let write_file = || {
        let mut file = BufWriter::new(File::create(&temporary)?);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        Ok(fs::rename(&temporary, path)?)
    };
    let result = write_file();
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
