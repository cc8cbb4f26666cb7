//! The rule for files that exist: an output replaces one only if that is asked for, and an input never.

use super::whole::{StreamPath, check_writable, target};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    #[error("{}: the file exists; --force overwrites it", .0.display())]
    Exists(PathBuf),
    #[error("{}: also an input, which is never overwritten; choose another file", .0.display())]
    Input(PathBuf),
    #[error("{}: given for two outputs", .0.display())]
    Twice(PathBuf),
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

/// The files of a command. The command names all of them and checks its outputs before it writes anything.
///
/// Files are compared by their identity, so that links and other spellings of a path are known. Pipes and
/// devices are never in each other's way.
#[derive(Debug, Default)]
pub struct CommandFiles {
    inputs: HashSet<FileId>,
    outputs: HashSet<Output>,
    /// Whether outputs may replace files.
    is_forced: bool,
}

#[derive(PartialEq, Eq, Hash, Debug)]
enum Output {
    Existing(FileId),
    /// The path without links.
    New(PathBuf),
}

impl CommandFiles {
    /// Creates the files of a command that reads `inputs`. Those that do not exist are ignored: reading them
    /// will fail.
    pub fn reading<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> Self {
        let mut files = Self::default();
        inputs.into_iter().for_each(|path| files.add_input(path.as_ref()));
        files
    }

    /// Allows outputs to replace files that are not inputs.
    #[must_use]
    pub fn force(mut self, is_forced: bool) -> Self {
        self.is_forced = is_forced;
        self
    }

    pub fn add_input(&mut self, path: &Path) {
        self.inputs.extend(file_id(path));
    }

    /// Returns whether a file is among the inputs.
    pub fn is_input(&self, path: &Path) -> bool {
        file_id(path).is_some_and(|id| self.inputs.contains(&id))
    }

    /// Adds the standard input, which may be a file.
    pub fn add_stdin(&mut self) {
        self.inputs.extend(stdin_id());
    }

    /// Checks that a file can be written and replaces nothing that it must not. Nothing is changed.
    pub fn check_output(&mut self, path: &Path) -> Result<(), OutputError> {
        self.check(path, !self.is_forced)
    }

    /// Checks a file that is appended to or continued if it exists.
    pub fn check_continued(&mut self, path: &Path) -> Result<(), OutputError> {
        self.check(path, false)
    }

    fn check(&mut self, path: &Path, must_be_new: bool) -> Result<(), OutputError> {
        if StreamPath::of(path).is_some() {
            return Ok(());
        }
        let output = match file_id(path) {
            Some(id) if self.inputs.contains(&id) => {
                return Err(OutputError::Input(path.to_owned()));
            }
            Some(id) => Output::Existing(id),
            None => Output::New(target(path)),
        };
        let is_stream = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        if !is_stream && self.outputs.contains(&output) {
            return Err(OutputError::Twice(path.to_owned()));
        }
        check_writable(path).map_err(|error| OutputError::Io(path.to_owned(), error))?;
        if must_be_new && path.is_file() {
            return Err(OutputError::Exists(path.to_owned()));
        }
        self.outputs.insert(output);
        Ok(())
    }
}

/// What tells a file from all others. On Unix that needs no open file, of which there may be too many.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = same_file::Handle;

/// Returns the identity of a regular file.
fn file_id(path: &Path) -> Option<FileId> {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        FileId::from_path(path).ok()
    }
}

#[cfg(unix)]
fn stdin_id() -> Option<FileId> {
    file_id(Path::new("/dev/stdin"))
}

#[cfg(not(unix))]
fn stdin_id() -> Option<FileId> {
    let is_regular = |handle: &FileId| handle.as_file().metadata().is_ok_and(|file| file.is_file());
    FileId::stdin().ok().filter(is_regular)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(result: Result<(), OutputError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn an_existing_file_needs_force_and_an_input_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [input, old, new] = ["in", "old", "new"].map(|name| folder.path().join(name));
        fs::write(&input, "in").unwrap();
        fs::write(&old, "old").unwrap();
        let files = || CommandFiles::reading([&input, &folder.path().join("missing")]);
        assert!(
            message(files().check_output(&old))
                .ends_with("old: the file exists; --force overwrites it")
        );
        files().force(true).check_output(&old).unwrap();
        files().check_continued(&old).unwrap();
        files().check_output(&new).unwrap();
        assert!(!new.exists());
        let mut same = vec![input.clone(), folder.path().join(".").join("in")];
        let hard = folder.path().join("hard");
        fs::hard_link(&input, &hard).unwrap();
        same.push(hard);
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&input, &link).unwrap();
            same.push(link);
        }
        for path in same {
            for error in [
                message(files().check_output(&path)),
                message(files().force(true).check_output(&path)),
                message(files().check_continued(&path)),
            ] {
                assert!(error.contains("also an input"), "{error}");
            }
        }
    }

    #[test]
    fn a_file_has_one_output() {
        let folder = tempfile::tempdir().unwrap();
        let [new, old] = ["new", "old"].map(|name| folder.path().join(name));
        fs::write(&old, "").unwrap();
        let mut files = CommandFiles::default().force(true);
        for path in [&new, &old] {
            files.check_output(path).unwrap();
            let other = folder.path().join(".").join(path.file_name().unwrap());
            assert!(message(files.check_output(&other)).ends_with("given for two outputs"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_written_to_without_force() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut files = CommandFiles::reading([&pipe, Path::new("/dev/null")]);
        for path in [&pipe, Path::new("/dev/null"), Path::new("/dev/stdout"), &pipe] {
            files.check_output(path).unwrap();
        }
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        super::super::write_whole(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
    }
}
