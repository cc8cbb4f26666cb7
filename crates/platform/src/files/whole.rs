//! Files that are written as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// How the names of temporary files begin and end.
const TEMPORARY: (&str, &str) = (".ozutsu-", ".new");

/// Writes a file, or leaves what was there: the content goes to a temporary file in the same folder,
/// which then takes the name. See [`write_with`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// Writes a file by a function, like [`write_whole`]. A symbolic link stays a link, the permissions of
/// an old file are kept, and devices, pipes and the standard streams are written to directly.
pub fn write_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match StreamPath::of(path) {
        Some(StreamPath::Stdout) => {
            let mut out = io::stdout().lock();
            write(&mut out)?;
            return out.flush();
        }
        Some(StreamPath::Stderr) => return write(&mut io::stderr().lock()),
        Some(StreamPath::Other) => {
            let mut file = BufWriter::new(File::options().append(true).open(path)?);
            write(&mut file)?;
            return file.flush();
        }
        None => {}
    }
    let target = target(path);
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        let mut file = BufWriter::new(File::create(&target)?);
        write(&mut file)?;
        return file.flush();
    }
    let temporary = temporary_beside(&target, false)?;
    let mut file = BufWriter::new(temporary.as_file());
    write(&mut file)?;
    file.flush()?;
    drop(file);
    temporary.as_file().sync_all()?;
    if let Some(old) = old {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.persist(&target)?;
    Ok(())
}

/// Writes a file that no other user can read, as a whole.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    private_file(path, bytes)?.persist(path)?;
    Ok(())
}

/// Writes a file that no other user can read, as a whole, unless there is one.
pub fn create_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    private_file(path, bytes)?.persist_noclobber(path)?;
    Ok(())
}

fn private_file(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary_beside(path, true)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Returns whether a path names the standard output.
pub fn is_stdout(path: &Path) -> bool {
    StreamPath::of(path) == Some(StreamPath::Stdout)
}

/// A path that names an open stream of the process. Behind it may be a regular file to which the shell sends
/// the output, and which must not be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StreamPath {
    Stdout,
    Stderr,
    /// Another stream, by its number.
    Other,
}

impl StreamPath {
    pub(super) fn of(path: &Path) -> Option<Self> {
        let mut folders = ["/dev/fd", "/proc/self/fd"].into_iter();
        let number = folders.find_map(|folder| path.strip_prefix(folder).ok()?.to_str());
        match (number, path.to_str()?) {
            _ if !cfg!(unix) => None,
            (Some("1"), _) | (_, "/dev/stdout") => Some(Self::Stdout),
            (Some("2"), _) | (_, "/dev/stderr") => Some(Self::Stderr),
            (Some(_), _) => Some(Self::Other),
            (None, _) => None,
        }
    }
}

/// Checks that [`write_whole`] could write a file now. Nothing is changed.
pub(super) fn check_writable(path: &Path) -> io::Result<()> {
    let target = target(path);
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    match fs::metadata(&target) {
        Ok(metadata) if !metadata.is_file() => Ok(()),
        _ => temporary_beside(&target, false).map(drop),
    }
}

/// Removes the temporary files in a folder that killed programs have left. Those of running programs are locked
/// and stay.
pub fn remove_temporaries(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_temporary = name
            .to_str()
            .is_some_and(|name| name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1));
        if is_temporary && entry.file_type()?.is_file() {
            let file = File::open(entry.path())?;
            if file.try_lock().is_ok() {
                fs::remove_file(entry.path())?;
            }
        }
    }
    Ok(())
}

/// Follows links, so that a link to a file stays.
pub(super) fn target(path: &Path) -> PathBuf {
    let in_folder = || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

fn temporary_beside(path: &Path, is_private: bool) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    // Without a folder, the error would name the temporary file.
    fs::metadata(folder)?;
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    #[cfg(unix)]
    if !is_private {
        // Temporary files are private by default; this one gets what the umask leaves of any new file.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = is_private;
    // The error itself names the temporary file, too.
    let temporary = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    // Says to `remove_temporaries` that it is in use. Some file systems have no locks.
    let _ = temporary.as_file().try_lock();
    Ok(temporary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.kif");
        write_whole(&path, b"first").unwrap();
        let failure = write_with(&path, |file| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failure.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_whole(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        check_writable(&path).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file stays");
        assert!(check_writable(folder.path()).is_err());
        assert!(write_whole(&folder.path().join("none").join("game.kif"), b"").is_err());
        assert!(check_writable(&folder.path().join("none").join("game.kif")).is_err());
    }

    #[test]
    fn only_temporary_files_that_nobody_writes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [left, other, used] = [".ozutsu-a1b2c3.new", ".ozutsu-a1b2c3.old", ".ozutsu-used.new"]
            .map(|name| folder.path().join(name));
        fs::write(&left, "half").unwrap();
        fs::write(&other, "mine").unwrap();
        let writer = File::create(&used).unwrap();
        writer.lock().unwrap();
        fs::create_dir(folder.path().join(".ozutsu-folder.new")).unwrap();
        let path = folder.path().join("game.kif");
        write_with(&path, |file| {
            remove_temporaries(folder.path())?;
            file.write_all(b"whole")
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        let private = private_file(&path, b"mine").unwrap();
        remove_temporaries(folder.path()).unwrap();
        private.persist(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"mine");
        assert_eq!([&left, &other, &used].map(|path| path.exists()), [false, true, true]);
        drop(writer);
        remove_temporaries(folder.path()).unwrap();
        assert!(!used.exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["game.kif", "link.kif"].map(|name| folder.path().join(name));
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        File::create(&path).unwrap();
        let usual = mode();
        fs::remove_file(&path).unwrap();
        write_whole(&path, b"first").unwrap();
        assert_eq!(mode(), usual, "a new file has the permissions of any other");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, b"second").unwrap();
        assert_eq!(mode(), 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"second");
    }
}
