//! State files: `-resume` continues an interrupted run from one.
//!
//! They are JSON and start with the name and the version of their format, so that a file of another
//! program or version is recognised and never overwritten. There are two layouts:
//!
//! - [`save`] replaces the whole file atomically, and [`load`] reads it.
//! - A [`State`] has the settings of a run on its first line, and a [`Record`] for each pair of games
//!   on the lines after it. [`StateFile`] only appends, which is fast however long the run is.
//!   A run that is killed loses at most the record it was writing.
//!
//! ```text
//! {"format":"ozutsu-match","version":2,"settings":{"-seed":"1","engine 1 cmd":"./new", ...}}
//! {"number":0,"game":"cannonshogi","half_points":[2,1], ...}
//! ```

use rules::Rules;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::Path;

/// The format of a state file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// The name in messages, such as `match state`.
    pub title: &'static str,
    /// The name in the file, such as `ozutsu-match`.
    pub format: &'static str,
    /// The version of the format. Files of other versions are refused.
    pub version: u32,
}

/// The fields that identify the format of a state file.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// A header followed by the fields of `content`.
#[derive(Serialize)]
struct Document<'a, T> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    content: &'a T,
}

impl FileKind {
    fn document<'a, T>(&self, content: &'a T) -> Document<'a, T> {
        Document { format: self.format, version: self.version, content }
    }

    /// Checks that JSON text starts with the header of this kind.
    fn check(&self, text: &str) -> Result<(), String> {
        let found = match serde_json::from_str::<Header>(text) {
            Ok(header) if header.format == self.format && header.version == self.version => {
                return Ok(());
            }
            Ok(header) => format!("{} format {}", header.format, header.version),
            Err(_) => rules::quoted(text.lines().next().unwrap_or("")).to_string(),
        };
        let Self { title, format, version } = self;
        Err(format!(
            "not a {title} of this version (expected {format} format {version}, found {found}); \
             start a new file with -resume"
        ))
    }
}

/// Reads a document that [`save`] wrote. Errors name the file.
pub fn load<T: DeserializeOwned>(path: &Path, kind: FileKind) -> Result<T, String> {
    let text = read(path, kind)?;
    let content = kind
        .check(&text)
        .and_then(|()| serde_json::from_str(&text).map_err(|error| error.to_string()));
    content.map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a document. Replaces the file atomically, so that it is complete at all times.
pub fn save<T: Serialize>(path: &Path, kind: FileKind, content: &T) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(&kind.document(content))?;
    text.push('\n');
    replace(path, &text)
}

fn read(path: &Path, kind: FileKind) -> Result<String, String> {
    fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|error| format!("cannot read the {} {}: {error}", kind.title, path.display()))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    fs::write(&new, text)?;
    fs::rename(&new, path)
}

/// The settings of a run by name. Names and values are written as on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Adds a setting.
    pub fn set(&mut self, name: impl Into<String>, value: impl ToString) {
        self.0.insert(name.into(), value.to_string());
    }

    /// Adds a setting if it has a value.
    pub fn set_some(&mut self, name: impl Into<String>, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    /// Returns the value of a setting.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the first setting that differs and is not ignored: its name, its value in `self` and
    /// its value in `other`.
    fn difference<'a>(&'a self, other: &'a Self, ignored: &[&str]) -> Option<[&'a str; 3]> {
        let names: BTreeSet<_> = self.0.keys().chain(other.0.keys()).collect();
        let name = names.into_iter().find(|name| {
            !ignored.contains(&name.as_str()) && self.0.get(*name) != other.0.get(*name)
        })?;
        let value = |settings: &'a Self| settings.get(name).unwrap_or("not set");
        Some([name, value(self), value(other)])
    }
}

/// What a state file stores for a pair of games.
pub trait Record: Serialize + DeserializeOwned {
    /// The kind of the state file.
    const KIND: FileKind;

    /// The number of the pair in the run, from 0.
    fn number(&self) -> u64;
}

/// The content of a state file.
#[derive(Clone, Debug)]
pub struct State<R> {
    /// The settings of the run.
    pub settings: Settings,
    /// The pairs that were played.
    pub records: Vec<R>,
}

/// The first line of a state file, after the header's fields.
#[derive(Serialize, Deserialize)]
struct FirstLine<S> {
    settings: S,
}

impl<R: Record> State<R> {
    /// Reads a state file. Errors name the file.
    pub fn load(path: &Path) -> Result<Self, String> {
        Self::parse(&read(path, R::KIND)?).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.split_inclusive('\n'));
        let (_, first) = lines.next().unwrap_or_default();
        R::KIND.check(first)?;
        let FirstLine { settings } =
            serde_json::from_str(first).map_err(|error| format!("line 1: {error}"))?;
        // The last line is incomplete if the run was killed while writing it.
        let records = lines
            .filter(|(_, line)| line.ends_with('\n'))
            .map(|(number, line)| {
                serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { settings, records })
    }

    /// Checks that the file at `path`, which holds this state, belongs to a run with these settings.
    pub fn check_settings(&self, path: &Path, settings: &Settings) -> Result<(), String> {
        match self.settings.difference(settings, &[]) {
            None => Ok(()),
            Some([name, in_file, given]) => Err(format!(
                "{} belongs to another run: {name} is {in_file} in the file, {given} on the command \
                 line",
                path.display()
            )),
        }
    }

    /// Reads and combines the state files of one run that was played in parts: as shards, or with
    /// different seeds.
    pub fn merge(paths: &[impl AsRef<Path>]) -> Result<Self, String> {
        let mut merged: Option<(&Path, Self)> = None;
        let mut seen = HashSet::new();
        for path in paths.iter().map(AsRef::as_ref) {
            let state = Self::load(path)?;
            if let Some((first, merged)) = &merged {
                merged.check_same_run(first, &state, path)?;
            }
            let seed = state.settings.get("-seed").unwrap_or_default();
            let is_repeated = |record: &&R| !seen.insert((seed.to_owned(), record.number()));
            if let Some(record) = state.records.iter().find(is_repeated) {
                return Err(format!(
                    "pair {} of seed {seed} is stored twice: give each part its own -shard or -seed",
                    record.number()
                ));
            }
            match &mut merged {
                None => merged = Some((path, state)),
                Some((_, merged)) => merged.records.extend(state.records),
            }
        }
        merged.map(|(_, merged)| merged).ok_or_else(|| "no state files to merge".to_owned())
    }

    fn check_same_run(&self, path: &Path, other: &Self, other_path: &Path) -> Result<(), String> {
        match self.settings.difference(&other.settings, &["-shard", "-seed"]) {
            None => Ok(()),
            Some([name, here, there]) => Err(format!(
                "these files are from different runs: {name} is {here} in {}, {there} in {}",
                path.display(),
                other_path.display()
            )),
        }
    }
}

/// A state file that is open for appending.
#[derive(Debug)]
pub struct StateFile<R>(File, PhantomData<R>);

impl<R: Record> StateFile<R> {
    /// Creates a state file without records. Replaces an existing file.
    pub fn create(path: &Path, settings: &Settings) -> io::Result<Self> {
        let first = serde_json::to_string(&R::KIND.document(&FirstLine { settings }))?;
        replace(path, &format!("{first}\n"))?;
        Self::open(path)
    }

    /// Opens a state file for appending. Removes an incomplete last line.
    pub fn append(path: &Path) -> io::Result<Self> {
        let text = fs::read(path)?;
        let complete = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let file = Self::open(path)?;
        if complete < text.len() {
            file.0.set_len(complete as u64)?;
        }
        Ok(file)
    }

    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(File::options().append(true).open(path)?, PhantomData))
    }

    /// Appends a record.
    pub fn add(&mut self, record: &R) -> io::Result<()> {
        let line = serde_json::to_string(record)?;
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}

/// Serialises a game as its name: `#[serde(with = "game_name")]`.
pub mod game_name {
    use super::*;
    use serde::{Deserializer, Serializer, de::Error};

    /// Writes the name.
    pub fn serialize<S: Serializer>(rules: &&'static Rules, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rules.name())
    }

    /// Reads the name.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Rules, D::Error> {
        let name = String::deserialize(from)?;
        games::by_name(&name).ok_or_else(|| D::Error::custom(format!("unknown game '{name}'")))
    }
}

/// Reads and checks the half points of a pair: `#[serde(deserialize_with = "half_points")]`.
pub fn half_points<'de, D: serde::Deserializer<'de>>(from: D) -> Result<[u8; 2], D::Error> {
    let points = <[u8; 2]>::deserialize(from)?;
    if points.iter().all(|&points| points <= 2) {
        Ok(points)
    } else {
        Err(serde::de::Error::custom("a game has 0, 1 or 2 half points"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Entry {
        number: u64,
        #[serde(deserialize_with = "half_points")]
        half_points: [u8; 2],
    }

    const KIND: FileKind = FileKind { title: "test state", format: "test", version: 3 };

    impl Record for Entry {
        const KIND: FileKind = KIND;

        fn number(&self) -> u64 {
            self.number
        }
    }

    /// Returns a path in the temporary folder at which no file exists.
    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("ozutsu-match-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn settings(values: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        values.iter().for_each(|&(name, value)| settings.set(name, value));
        settings
    }

    /// Writes a state file with these settings and pairs.
    fn write(path: &Path, values: &[(&str, &str)], numbers: &[u64]) {
        let mut file = StateFile::create(path, &settings(values)).unwrap();
        for &number in numbers {
            file.add(&Entry { number, half_points: [2, 1] }).unwrap();
        }
    }

    #[test]
    fn records_are_appended_and_read_back() {
        let path = path("records.state");
        write(&path, &[("-seed", "7"), ("engine 1 cmd", "./a\tb")], &[0, 1]);
        let mut file = StateFile::append(&path).unwrap();
        file.add(&Entry { number: 5, half_points: [0, 2] }).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let expected = r#"{"format":"test","version":3,"settings":{"-seed":"7","engine 1 cmd":"./a\tb"}}
{"number":0,"half_points":[2,1]}
{"number":1,"half_points":[2,1]}
{"number":5,"half_points":[0,2]}
"#;
        assert_eq!(text, expected);
        let state = State::<Entry>::load(&path).unwrap();
        assert_eq!(state.settings.get("-seed"), Some("7"));
        assert_eq!(state.records.iter().map(Record::number).collect::<Vec<_>>(), [0, 1, 5]);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn an_incomplete_last_line_is_dropped() {
        let path = path("incomplete.state");
        write(&path, &[], &[0, 1]);
        let text = fs::read_to_string(&path).unwrap();
        for missing_bytes in [5, 1] {
            fs::write(&path, &text[..text.len() - missing_bytes]).unwrap();
            assert_eq!(State::<Entry>::load(&path).unwrap().records.len(), 1);
            let mut file = StateFile::append(&path).unwrap();
            file.add(&Entry { number: 1, half_points: [2, 1] }).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_number() {
        let header = r#"{"format":"test","version":3,"settings":{}}"#;
        for (line, message) in [
            (r#"{"number":1}"#, "missing field `half_points`"),
            (r#"{"number":1,"half_points":[3,0]}"#, "a game has 0, 1 or 2 half points"),
        ] {
            let expected = format!("line 2: {message}");
            let error = State::<Entry>::parse(&format!("{header}\n{line}\n")).unwrap_err();
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn files_of_other_formats_and_versions_are_refused() {
        for (text, found) in [
            ("test 1\nseed\t1\n", "'test 1'"),
            ("", "''"),
            (r#"{"format":"test","version":2,"settings":{}}"#, "test format 2"),
            (r#"{"format":"other","version":3,"settings":{}}"#, "other format 3"),
        ] {
            let expected = format!(
                "not a test state of this version (expected test format 3, found {found}); start a \
                 new file with -resume"
            );
            assert_eq!(State::<Entry>::parse(text).unwrap_err(), expected);
            let path = path("other-format.state");
            fs::write(&path, text).unwrap();
            let error = load::<Entry>(&path, KIND).unwrap_err();
            assert_eq!(error, format!("{}: {expected}", path.display()));
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn documents_are_saved_and_loaded() {
        let path = path("document.state");
        let entry = Entry { number: 4, half_points: [1, 1] };
        save(&path, KIND, &Entry { number: 3, ..entry }).unwrap();
        save(&path, KIND, &entry).unwrap();
        assert_eq!(load::<Entry>(&path, KIND).unwrap(), entry);
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("{\n  \"format\": \"test\",\n  \"version\": 3,\n  \"number\": 4,")
        );
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn merging_different_runs_names_the_setting_and_both_values() {
        let paths = ["a.state", "b.state"].map(path);
        let [a, b] = paths.each_ref().map(|path| path.display());
        write(&paths[0], &[("-variant", "shogi"), ("-seed", "1"), ("-shard", "1/2")], &[0]);
        for (values, difference) in [
            (&[("-variant", "shosu"), ("-seed", "1")][..], ("-variant", "shogi", "shosu")),
            (
                &[("-variant", "shogi"), ("-seed", "2"), ("engine 1 nodes", "9")],
                ("engine 1 nodes", "not set", "9"),
            ),
        ] {
            write(&paths[1], values, &[1]);
            let (name, here, there) = difference;
            let expected = format!(
                "these files are from different runs: {name} is {here} in {a}, {there} in {b}"
            );
            assert_eq!(State::<Entry>::merge(&paths).unwrap_err(), expected);
        }
        write(&paths[1], &[("-variant", "shogi"), ("-seed", "1"), ("-shard", "2/2")], &[1]);
        assert_eq!(State::<Entry>::merge(&paths).unwrap().records.len(), 2);
        write(&paths[1], &[("-variant", "shogi"), ("-seed", "1"), ("-shard", "2/2")], &[1, 0]);
        let expected = "pair 0 of seed 1 is stored twice: give each part its own -shard or -seed";
        assert_eq!(State::<Entry>::merge(&paths).unwrap_err(), expected);
        paths.iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[test]
    fn resuming_another_run_names_the_setting_and_both_values() {
        let state = State::<Entry> { settings: settings(&[("-draw", "none")]), records: vec![] };
        assert_eq!(state.check_settings(Path::new("x"), &state.settings), Ok(()));
        let given = settings(&[("-draw", "movecount=8 score=10")]);
        let expected = "x belongs to another run: -draw is none in the file, movecount=8 score=10 on the \
            command line";
        assert_eq!(state.check_settings(Path::new("x"), &given).unwrap_err(), expected);
    }
}
