//! State files: `-resume` continues an interrupted run from one.
//!
//! They are lines of JSON, to which a run only appends, which is fast however long the run is. The first has the name
//! and the version of the format, so that a file of another program or version is recognised and never overwritten, the
//! settings of the run and its programs. A [`Record`] for each pair of games follows. A run that is killed loses at
//! most the record it was writing.
//!
//! ```text
//! {"format":"ozutsu-match","version":2,"settings":{"-seed":"1","engine 1 cmd":"./new", ...},"programs":[...]}
//! {"pairs":50}
//! {"number":0,"game":"cannonshogi","half_points":[2,1], ...}
//! ```
//!
//! Lines between them tell more about the [run](RunLine). The last one counts.

use crate::console::eprint_line;
use crate::engine_id::EngineId;
use crate::error::{Error, UsageError, usage};
use crate::settings::Settings;
use platform::files::open_regular;
use rules::{Rules, quoted};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// A line of a state file about a pair of games.
pub trait Record: Serialize + DeserializeOwned {
    const KIND: FileKind;

    /// The number of the pair in the run, from 0.
    fn number(&self) -> u64;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// The name in messages, such as `match state`.
    pub title: &'static str,
    /// The name in the file, such as `ozutsu-match`.
    pub format: &'static str,
    /// Files of other versions are refused.
    pub version: u32,
}

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstLine {
    format: String,
    version: u32,
    // Formats of other programs and versions may have none.
    #[serde(default)]
    pub settings: Settings,
    /// The engines that began the run.
    #[serde(default, rename = "programs", skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineId>,
}

/// A line about the run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunLine {
    /// The number of pairs that are to be played, so that others can see whether the run is complete. It can be
    /// continued with more pairs, or end early.
    pub pairs: Option<u64>,
    /// Where the games are in other files, by the path from the folder of the state file. Older versions stored one
    /// place for each format.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, GamesStart>,
}

/// A place in a file of games: from this byte on it has the games of the records from this one on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamesStart {
    /// The number of records before it in the state file.
    pub record: usize,
    pub byte: u64,
}

/// How the lines about the run begin.
const RUN_LINE: &[u8] = b"{\"pairs\":";

impl FirstLine {
    /// Reads the first line of a state file of any kind, if a file is one.
    fn read(path: &Path) -> io::Result<Option<Self>> {
        let input = BufReader::new(open_regular(path)?);
        let first = serde_json::Deserializer::from_reader(input).into_iter().next();
        Ok(first.and_then(Result::ok))
    }
}

impl FileKind {
    /// Returns whether a file is one of this kind, of whatever version.
    pub fn is_at(&self, path: &Path) -> bool {
        FirstLine::read(path)
            .is_ok_and(|first| first.is_some_and(|first| first.format == self.format))
    }

    fn read_first(&self, path: &Path) -> Result<FirstLine, Error> {
        let Self { title, format, version } = *self;
        let name = format!("the {title}");
        let reading = || Error::reading(&name, path);
        let found = match FirstLine::read(path).map_err(reading())? {
            Some(first) if first.format == format && first.version == version => return Ok(first),
            Some(first) => format!("{} format {}", first.format, first.version),
            None => {
                let mut start = Vec::new();
                let file = open_regular(path).map_err(reading())?;
                file.take(1 << 10).read_to_end(&mut start).map_err(reading())?;
                quoted(String::from_utf8_lossy(&start).lines().next().unwrap_or_default())
                    .to_string()
            }
        };
        Err(usage!(
            "{}: not a {title} of this version (expected {format} format {version}, found {found})",
            path.display()
        )
        .into())
    }
}

/// What is in a state file.
#[derive(Clone, Debug)]
pub struct State<R> {
    pub first: FirstLine,
    pub records: Vec<R>,
    pub run: RunLine,
    /// The number of lines, and their length. A line after them is incomplete.
    lines: usize,
    length: u64,
}

impl<R: Record> State<R> {
    /// Creates the state of a run before its first pair.
    pub fn new(settings: Settings) -> Self {
        let FileKind { format, version, .. } = R::KIND;
        let format = format.to_owned();
        Self::after(FirstLine { format, version, settings, engines: Vec::new() })
    }

    fn after(first: FirstLine) -> Self {
        Self { first, records: Vec::new(), run: RunLine::default(), lines: 0, length: 0 }
    }

    /// Reads a state file. Errors name the file.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let mut state = Self::after(R::KIND.read_first(path)?);
        state.read_on(path)?;
        Ok(state)
    }

    /// Reads the lines that were added to the file since. A pair that two processes have stored there counts once.
    pub fn read_on(&mut self, path: &Path) -> Result<(), Error> {
        let name = format!("the {}", R::KIND.title);
        let reading = || Error::reading(&name, path);
        let mut input = BufReader::new(File::open(path).map_err(reading())?);
        input.seek(SeekFrom::Start(self.length)).map_err(reading())?;
        loop {
            let mut line = Vec::new();
            input.read_until(b'\n', &mut line).map_err(reading())?;
            // The last line is incomplete if the run was killed while writing it.
            if !line.ends_with(b"\n") {
                self.remove_repeated(path);
                return Ok(());
            }
            self.lines += 1;
            self.read_line(&line).map_err(|error| {
                let (path, line) = (path.display(), self.lines);
                usage!("{path}: line {line} is damaged or of another version: {error}")
            })?;
            self.length += line.len() as u64;
        }
    }

    fn read_line(&mut self, line: &[u8]) -> serde_json::Result<()> {
        if line.starts_with(RUN_LINE) {
            self.run = serde_json::from_slice(line)?;
        } else if self.lines > 1 {
            self.records.push(serde_json::from_slice(line)?);
        }
        Ok(())
    }

    /// Returns the length of the file up to which it was read.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Removes the records of pairs that two processes have stored in one file.
    fn remove_repeated(&mut self, path: &Path) {
        let (mut seen, stored) = (HashSet::new(), self.records.len());
        self.records.retain(|record| seen.insert(record.number()));
        let repeated = stored - self.records.len();
        if repeated > 0 {
            let path = path.display();
            eprint_line(&format!("warning: {repeated} pairs are twice in {path} and count once"));
        }
    }

    /// Checks that the file at `path`, which holds this state, belongs to a run with these settings.
    pub fn check_settings(&self, path: &Path, settings: &Settings) -> Result<(), UsageError> {
        match self.first.settings.difference(settings, &[]) {
            None => Ok(()),
            Some([name, in_file, given]) => Err(usage!(
                "{} belongs to another run: {name} is {in_file} in the file, {given} on the command line",
                path.display()
            )),
        }
    }

    /// Returns whether all pairs of the run are stored.
    pub fn is_complete(&self) -> bool {
        self.run.pairs.is_some_and(|pairs| self.records.len() as u64 >= pairs)
    }

    /// Reads and combines the state files of one run that was played in parts: as shards, or with
    /// different seeds.
    pub fn merge(paths: &[impl AsRef<Path>]) -> Result<Self, Error> {
        Self::combine(paths.iter().map(|path| Ok((path.as_ref(), Self::load(path.as_ref())?))))
    }

    /// Combines the states of one run that was played in parts, and the paths of their files.
    pub fn combine<'a>(
        states: impl Iterator<Item = Result<(&'a Path, Self), Error>>,
    ) -> Result<Self, Error> {
        let mut merged: Option<(&Path, Self)> = None;
        let mut seen = HashSet::new();
        for state in states {
            let (path, state) = state?;
            if let Some((first, merged)) = &merged {
                merged.check_same_run(first, &state, path)?;
            }
            let seed = state.first.settings.get("-seed").unwrap_or_default();
            let is_repeated = |record: &&R| !seen.insert((seed.to_owned(), record.number()));
            if let Some(record) = state.records.iter().find(is_repeated) {
                let number = record.number();
                return Err(usage!(
                    "pair {number} of seed {seed} is stored twice: two files have the same games"
                )
                .into());
            }
            match &mut merged {
                None => merged = Some((path, state)),
                Some((_, merged)) => merged.records.extend(state.records),
            }
        }
        Ok(merged.map(|(_, merged)| merged).ok_or_else(|| usage!("no state files to merge"))?)
    }

    fn check_same_run(
        &self,
        path: &Path,
        other: &Self,
        other_path: &Path,
    ) -> Result<(), UsageError> {
        let settings = &self.first.settings;
        match settings.difference(&other.first.settings, &["-shard", "-seed"]) {
            None => Ok(()),
            Some([name, here, there]) => Err(usage!(
                "these files are from different runs: {name} is {here} in {}, {there} in {}",
                path.display(),
                other_path.display()
            )),
        }
    }
}

/// Serialises a game as its name: `#[serde(with = "game_name")]`.
pub mod game_name {
    use super::*;
    use serde::{Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(rules: &&'static Rules, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rules.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Rules, D::Error> {
        let name = String::deserialize(from)?;
        games::by_name(&name)
            .ok_or_else(|| D::Error::custom(format!("unknown game {}", quoted(&name))))
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
    use std::fs;

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

    /// Writes a state file with these pairs.
    fn write(path: &Path, numbers: &[u64]) {
        let first = State::<Entry>::new(Settings::default()).first;
        let mut text = serde_json::to_string(&first).unwrap() + "\n";
        for number in numbers {
            text += &format!("{{\"number\":{number},\"half_points\":[2,1]}}\n");
        }
        fs::write(path, text).unwrap();
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fuzz.state");
        write(&path, &[0, 1]);
        let text = fs::read(&path).unwrap();
        for index in 0..text.len() {
            for byte in [0, b'\n', b'"', b'9', b'}', 0xff] {
                let mut changed = text.clone();
                changed[index] = byte;
                fs::write(&path, changed).unwrap();
                let records = State::<Entry>::load(&path).map_or(0, |state| state.records.len());
                assert!(records <= 2);
            }
        }
    }

    #[test]
    fn files_of_other_programs_and_versions_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("foreign.state");
        for (content, found) in [
            ("ozutsu-match 1\nseed\t1\n", "'ozutsu-match 1'"),
            ("{\"format\":\"other\",\"version\":3,\"settings\":{}}\n", "other format 3"),
            // A former format of ozutsu-spsa has more than one line.
            ("{\n  \"format\": \"test\",\n  \"version\": 2\n}\n", "test format 2"),
            ("", "''"),
        ] {
            fs::write(&path, content).unwrap();
            let error = State::<Entry>::load(&path).unwrap_err().to_string();
            let expected =
                format!("not a test state of this version (expected test format 3, found {found})");
            assert!(error.ends_with(&expected), "{error}");
        }
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("invalid.state");
        let header = r#"{"format":"test","version":3,"settings":{}}"#;
        for (line, message) in [
            (r#"{"number":1}"#, "missing field `half_points`"),
            (r#"{"number":1,"half_points":[3,0]}"#, "a game has 0, 1 or 2 half points"),
        ] {
            fs::write(&path, format!("{header}\n{line}\n")).unwrap();
            let error = State::<Entry>::load(&path).unwrap_err().to_string();
            assert!(
                error.contains(&format!(
                    "invalid.state: line 2 is damaged or of another version: {message}"
                )),
                "{error}"
            );
        }
    }

    #[test]
    fn a_pair_that_is_stored_twice_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("doubled.state");
        write(&path, &[0, 1, 0]);
        let mut state = State::<Entry>::load(&path).unwrap();
        assert_eq!(state.records.len(), 2);
        assert_eq!(State::<Entry>::merge(&[&path]).unwrap().records.len(), 2);
        write(&path, &[0, 1, 0, 2, 1]);
        state.read_on(&path).unwrap();
        assert_eq!(state.records.iter().map(Record::number).collect::<Vec<_>>(), [0, 1, 2]);
        // The same games in two files are a mistake.
        let error = State::<Entry>::merge(&[&path, &path]).unwrap_err().to_string();
        assert!(error.ends_with("two files have the same games"), "{error}");
    }
}
