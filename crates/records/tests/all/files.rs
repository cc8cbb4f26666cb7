//! Files are written as a whole or not at all.

use records::files::{check_writable, write_whole, write_with};
use std::fs;
use std::io;

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

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let [path, link] = ["game.kif", "link.kif"].map(|name| folder.path().join(name));
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    fs::File::create(&path).unwrap();
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
