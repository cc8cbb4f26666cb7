//! The state file of a match: what it is, and a line for every pair played.
//!
//! ```text
//! ozutsu-match 1
//! first    A ./ozutsu ...
//! seed     1
//! pair     0  cannonshogi  2 1  120 1210 3000000 4100000  118 1190 2900000 4050000  0 0
//! ```
//!
//! Fields are a tab apart. A pair's are its number, the game, the first engine's points in halves,
//! each engine's moves, depths, nodes and microseconds, and how often each failed. Lines are only
//! ever added, so a match that is cut off loses no more than its last pair.

use crate::args::Terms;
use crate::engine::EngineSpec;
use crate::pairs::{Effort, Pair};
use rules::Rules;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::Path;

/// What may differ between the parts of a match that is played in several places.
const OF_A_PART: [&str; 2] = ["shard", "seed"];

/// What a state file keeps of a pair.
pub trait Line: Sized {
    /// The first line of the file.
    const HEADER: &'static str;

    /// The pair's number.
    fn number(&self) -> u64;

    /// The pair's fields, a tab apart.
    fn write(&self) -> String;

    /// Reads a pair's fields; nothing if they are not all there.
    fn read(text: &str) -> Option<Self>;
}

/// What a state file holds.
#[derive(Clone, Debug)]
pub struct State<P = Pair> {
    /// What the match is, as names and values.
    pub settings: Vec<(String, String)>,
    /// The pairs played.
    pub pairs: Vec<P>,
}

impl<P> Default for State<P> {
    fn default() -> Self {
        Self { settings: Vec::new(), pairs: Vec::new() }
    }
}

/// A state file that is added to.
#[derive(Debug)]
pub struct StateFile<P = Pair>(File, PhantomData<P>);

impl<P: Line> StateFile<P> {
    /// Begins a state file anew.
    pub fn create(path: &Path, settings: &[(String, String)]) -> io::Result<Self> {
        let mut file = File::create(path)?;
        let mut text = format!("{}\n", P::HEADER);
        for (name, value) in settings {
            text += &format!("{name}\t{value}\n");
        }
        file.write_all(text.as_bytes())?;
        Ok(Self(file, PhantomData))
    }

    /// Goes on with a state file. A last line that was cut off is ended.
    pub fn append(path: &Path) -> io::Result<Self> {
        let is_whole = fs::read(path)?.ends_with(b"\n");
        let mut file = File::options().append(true).open(path)?;
        if !is_whole {
            file.write_all(b"\n")?;
        }
        Ok(Self(file, PhantomData))
    }

    /// Adds a pair.
    pub fn add(&mut self, pair: &P) -> io::Result<()> {
        self.0.write_all(format!("pair\t{}\n", pair.write()).as_bytes())?;
        self.0.flush()
    }
}

impl Line for Pair {
    const HEADER: &'static str = "ozutsu-match 1";

    fn number(&self) -> u64 {
        self.number
    }

    fn write(&self) -> String {
        let mut numbers = vec![u64::from(self.points[0]), u64::from(self.points[1])];
        for effort in &self.efforts {
            numbers.extend([effort.moves, effort.depths, effort.nodes, effort.micros]);
        }
        numbers.extend(self.failures);
        let numbers: Vec<_> = numbers.iter().map(u64::to_string).collect();
        format!("{}\t{}\t{}", self.number, self.rules.name(), numbers.join("\t"))
    }

    fn read(text: &str) -> Option<Self> {
        let mut fields = text.split('\t');
        let number = fields.next()?.parse().ok()?;
        let rules = Rules::named(fields.next()?)?;
        let numbers = fields.map(str::parse).collect::<Result<Vec<u64>, _>>().ok()?;
        let &[a, b, .., lost, won] = numbers.as_slice() else { return None };
        let efforts = numbers.get(2..10).filter(|_| numbers.len() == 12)?;
        let points = [a, b].map(|halves| u8::try_from(halves).ok().filter(|&halves| halves <= 2));
        let effort = |at: usize| match efforts[at..] {
            [moves, depths, nodes, micros, ..] => Effort { moves, depths, nodes, micros },
            _ => Effort::default(),
        };
        Some(Self {
            number,
            rules,
            points: [points[0]?, points[1]?],
            efforts: [effort(0), effort(4)],
            failures: [lost, won],
        })
    }
}

impl<P: Line> State<P> {
    /// Reads a state file.
    pub fn load(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("the state cannot be read: {error}: {}", path.display()))?;
        Self::parse(&text).map_err(|fault| format!("{}: {fault}", path.display()))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        if lines.next() != Some(P::HEADER) {
            return Err(format!("its first line is not '{}'", P::HEADER));
        }
        let mut state = Self::default();
        for line in lines {
            match line.split_once('\t') {
                // A line that was cut off is a pair that was not counted.
                Some(("pair", text)) => state.pairs.extend(P::read(text)),
                Some((name, value)) => state.settings.push((name.to_owned(), value.to_owned())),
                None => {}
            }
        }
        Ok(state)
    }

    /// The value of a setting.
    pub fn setting(&self, name: &str) -> &str {
        let found = self.settings.iter().find(|(setting, _)| setting == name);
        found.map_or("", |(_, value)| value)
    }

    /// Says what makes this the state of another match than one with these settings, apart from
    /// some.
    pub fn differs(&self, settings: &[(String, String)], apart: &[&str]) -> Option<String> {
        let other = settings
            .iter()
            .find(|(name, value)| !apart.contains(&name.as_str()) && self.setting(name) != value);
        other
            .map(|(name, value)| format!("{name} is '{}' there, not '{value}'", self.setting(name)))
    }
}

/// What makes a match the one it is: engines and what they are there, how games are played, and what
/// else there is to say.
pub fn settings(
    engines: &[(&str, &EngineSpec)],
    terms: &Terms,
    more: Vec<(&str, String)>,
) -> Vec<(String, String)> {
    let games: Vec<_> = terms.games.iter().map(|rules| rules.name()).collect();
    let of_terms = [
        ("games", games.join(",")),
        ("openings", format!("{:?}", terms.openings)),
        ("conduct", format!("{:?}", terms.conduct)),
    ];
    let engines = engines.iter().map(|&(name, engine)| (name, engine.summary()));
    let all = engines.chain(of_terms).chain(more);
    // Fields are a tab apart, and lines are lines.
    all.map(|(name, value)| (name.to_owned(), value.replace(['\t', '\n', '\r'], " "))).collect()
}

/// Puts the states of one match together that was played in several places: as shards, or with
/// different seeds.
pub fn merge<P: Line>(states: Vec<State<P>>) -> Result<State<P>, String> {
    let mut merged = State::default();
    let mut seen = HashSet::new();
    for (place, state) in states.into_iter().enumerate() {
        let seed = state.setting("seed").to_owned();
        if place == 0 {
            merged.settings.clone_from(&state.settings);
        } else if let Some(difference) = merged.differs(&state.settings, &OF_A_PART) {
            return Err(format!("these are states of different matches: {difference}"));
        }
        if let Some(pair) =
            state.pairs.iter().find(|pair| !seen.insert((seed.clone(), pair.number())))
        {
            let number = pair.number();
            return Err(format!(
                "pair {number} of seed {seed} is there twice: give each part its own -shard or -seed"
            ));
        }
        merged.pairs.extend(state.pairs);
    }
    Ok(merged)
}
