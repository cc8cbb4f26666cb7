//! The key that pages show, and the file that keeps it.

use platform::files;
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

/// The name of the file in the data folder.
const FILE_NAME: &str = "board.key";
/// The length of a key in hexadecimal digits.
const LENGTH: usize = 32;

/// Returns a new random key.
pub fn random_key() -> io::Result<String> {
    let mut bytes = [0; LENGTH / 2];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the key kept in a folder, so that pages know it after a restart of the program. A file that others
/// can read, or that holds no key, gets a new one. Returns a key also if the folder cannot be written.
pub fn kept_key(folder: &Path) -> io::Result<String> {
    let path = folder.join(FILE_NAME);
    if let Some(key) = read_key(&path) {
        return Ok(key);
    }
    let key = random_key()?;
    Ok(write_key(&path, &key).unwrap_or(key))
}

fn read_key(path: &Path) -> Option<String> {
    if !is_private(&fs::metadata(path).ok()?) {
        return None;
    }
    let bytes = files::read_file_up_to(path, 1 << 10).ok()?;
    let key = String::from_utf8(bytes).ok()?.trim_end().to_owned();
    (key.len() == LENGTH && key.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(key)
}

/// Writes the key, unless another program has written one meanwhile. Returns the one in the file.
fn write_key(path: &Path, key: &str) -> io::Result<String> {
    let folder = path.parent().expect("the file is in the data folder");
    fs::create_dir_all(folder)?;
    if fs::symlink_metadata(path).is_ok() {
        if let Some(key) = read_key(path) {
            return Ok(key);
        }
        fs::remove_file(path)?;
    }
    let _ = files::create_private(path, format!("{key}\n").as_bytes());
    read_key(path).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

#[cfg(unix)]
fn is_private(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(_: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("new");
        let key = kept_key(&data).unwrap();
        assert_eq!(key.len(), LENGTH);
        assert_eq!(kept_key(&data).unwrap(), key);
        let path = data.join(FILE_NAME);
        assert!(is_private(&fs::metadata(&path).unwrap()));
        assert_eq!(fs::read_dir(&data).unwrap().count(), 1);
        fs::write(&path, "").unwrap();
        let second = kept_key(&data).unwrap();
        assert!(second != key && kept_key(&data).unwrap() == second);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            assert_ne!(kept_key(&data).unwrap(), second);
        }
        // Without a folder, each start has its own.
        fs::write(folder.path().join("file"), "").unwrap();
        let nowhere = folder.path().join("file/folder");
        assert_ne!(kept_key(&nowhere).unwrap(), kept_key(&nowhere).unwrap());
    }
}
