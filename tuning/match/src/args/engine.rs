//! The words of `-engine` and `-each`.

use super::tokens::{Pairs, parse_number};
use crate::clock::TimeControl;
use crate::engine::{EngineSpec, Launch, Limits, Protocol};
use std::path::PathBuf;
use std::time::Duration;

/// By how much a move may be late if nothing else is said: about what the way to an engine and
/// back takes on a busy machine.
const MARGIN: Duration = Duration::from_millis(20);
/// How long an engine whose flag has fallen may take to answer if nothing else is said.
const GRACE: Duration = Duration::from_secs(2);

/// An engine by what is said of each and what is said of it, which counts more.
pub fn spec(each: &[String], own: &[String], place: usize) -> Result<EngineSpec, String> {
    let key = |word: &String| word.split_once('=').map(|(key, _)| key.to_owned());
    // All of a time control goes together.
    let time = ["tc", "st", "byoyomi"];
    let has_time = own.iter().filter_map(key).any(|key| time.contains(&key.as_str()));
    let mut words: Vec<_> = each
        .iter()
        .filter(|&word| match key(word) {
            Some(key) if time.contains(&key.as_str()) => !has_time,
            Some(found) => !own.iter().filter_map(key).any(|other| other == found),
            None => true,
        })
        .cloned()
        .collect();
    words.extend_from_slice(own);
    read(&words, place)
}

fn read(words: &[String], place: usize) -> Result<EngineSpec, String> {
    let mut args = Vec::new();
    let (single, words): (Vec<String>, Vec<String>) =
        words.iter().cloned().partition(|word| word.starts_with("arg="));
    let mut pairs = Pairs::new(format!("engine {place}"), &words)?;
    let command = pairs.text("cmd").ok_or_else(|| format!("engine {place}: cmd= is missing"))?;
    let name = pairs.text("name").unwrap_or_else(|| {
        PathBuf::from(&command).file_name().unwrap_or_default().to_string_lossy().into_owned()
    });
    if name.is_empty() || name.contains(char::is_control) {
        return Err(format!("engine {place}: '{}' is no name", name.escape_default()));
    }
    let protocol = match pairs.text("proto").as_deref() {
        Some("usi") | None => Protocol::Usi,
        Some("uci") => Protocol::Uci,
        Some(other) => return Err(format!("engine {place}: proto= is usi or uci, not '{other}'")),
    };
    args.extend(
        pairs.text("args").iter().flat_map(|text| text.split_whitespace().map(str::to_owned)),
    );
    args.extend(single.iter().filter_map(|word| word.strip_prefix("arg=").map(str::to_owned)));
    let dir = pairs.text("dir").map(PathBuf::from);
    let limits = limits(&mut pairs, place)?;
    let options = pairs.all("option.");
    pairs.end()?;
    let launch = Launch { command: command.into(), args, dir };
    Ok(EngineSpec { name, launch, protocol, options, limits })
}

fn limits(pairs: &mut Pairs<'_>, place: usize) -> Result<Limits, String> {
    let of = |key: &str| format!("engine {place}: {key}");
    let tc = pairs.text("tc").map(|text| time_control(&of("tc"), &text)).transpose()?;
    let per_move = pairs.text("st").map(|text| seconds(&of("st"), &text)).transpose()?;
    if per_move.is_some_and(|time| time.is_zero()) {
        return Err(format!("{} must be above 0", of("st")));
    }
    let byoyomi = pairs.text("byoyomi").map(|text| seconds(&of("byoyomi"), &text)).transpose()?;
    let time = match (tc, per_move, byoyomi) {
        (tc, None, None) => tc.unwrap_or_default(),
        (None, Some(time), None) => TimeControl::PerMove(time),
        (None, None, Some(byoyomi)) => {
            let (base, increment) = (Duration::ZERO, Duration::ZERO);
            TimeControl::Clock { base, increment, byoyomi, moves: None }
        }
        (Some(TimeControl::Clock { base, increment, moves, .. }), None, Some(byoyomi)) => {
            TimeControl::Clock { base, increment, byoyomi, moves }
        }
        _ => return Err(format!("engine {place}: st= goes neither with tc= nor with byoyomi=")),
    };
    if let TimeControl::Clock { base, increment, byoyomi, .. } = time
        && (base + increment + byoyomi).is_zero()
    {
        return Err(format!("engine {place} has no time: tc= or byoyomi= must be above 0"));
    }
    let limits = Limits {
        time,
        nodes: pairs.count("nodes")?,
        depth: pairs.count("depth")?,
        margin: pairs.number("timemargin")?.map_or(MARGIN, Duration::from_millis),
        grace: pairs.text("stall").map_or(Ok(GRACE), |text| seconds(&of("stall"), &text))?,
    };
    if limits.time == TimeControl::Infinite && limits.nodes.is_none() && limits.depth.is_none() {
        return Err(format!("engine {place} has no limit: give tc=, st=, nodes= or depth="));
    }
    Ok(limits)
}

/// `inf`, `1+0.01`, `40/60`, `2:30+1`: moves, minutes, seconds, increment.
fn time_control(of: &str, text: &str) -> Result<TimeControl, String> {
    if matches!(text, "inf" | "infinite") {
        return Ok(TimeControl::Infinite);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            (Some(parse_number(of, moves)?).filter(|&moves: &u32| moves > 0), rest)
        }
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (seconds(of, base)?, seconds(of, increment)?);
    Ok(TimeControl::Clock { base, increment, byoyomi: Duration::ZERO, moves })
}

/// Seconds, or minutes and seconds.
fn seconds(of: &str, text: &str) -> Result<Duration, String> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (minutes, seconds): (u32, f64) = (parse_number(of, minutes)?, parse_number(of, seconds)?);
    let seconds = f64::from(minutes) * 60.0 + seconds;
    if !(0.0..=1e7).contains(&seconds) {
        return Err(format!("{of}: '{text}' is no time"));
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn spec_of(each: &str, own: &str) -> Result<EngineSpec, String> {
        spec(&words(each), &words(own), 1)
    }

    fn time(text: &str) -> TimeControl {
        spec_of("", &format!("cmd=e nodes=1 {text}")).unwrap().limits.time
    }

    fn clock(base: f64, increment: f64, byoyomi: f64, moves: Option<u32>) -> TimeControl {
        let [base, increment, byoyomi] = [base, increment, byoyomi].map(Duration::from_secs_f64);
        TimeControl::Clock { base, increment, byoyomi, moves }
    }

    #[test]
    fn time_controls() {
        assert_eq!(time("tc=1+0.01"), clock(1.0, 0.01, 0.0, None));
        assert_eq!(time("tc=40/60"), clock(60.0, 0.0, 0.0, Some(40)));
        assert_eq!(time("tc=0/2:30+1"), clock(150.0, 1.0, 0.0, None));
        assert_eq!(time("tc=5 byoyomi=0.5"), clock(5.0, 0.0, 0.5, None));
        assert_eq!(time("byoyomi=0.5"), clock(0.0, 0.0, 0.5, None));
        assert_eq!(time("tc=0 byoyomi=0.5"), clock(0.0, 0.0, 0.5, None));
        assert_eq!(time("tc=0+1"), clock(0.0, 1.0, 0.0, None));
        assert_eq!(time("st=0.1"), TimeControl::PerMove(Duration::from_millis(100)));
        assert_eq!(time("tc=inf"), TimeControl::Infinite);
        for text in ["tc=-1", "tc=1+x", "tc=NaN", "tc=1e99", "tc=", "tc=0+0", "st=1:", "byoyomi=a"]
        {
            assert!(spec_of("", &format!("cmd=e nodes=1 {text}")).is_err(), "{text}");
        }
    }

    #[test]
    fn nought_is_no_limit() {
        for (text, fault) in [
            ("tc=0", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("tc=0 nodes=5", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("tc=40/0+0 byoyomi=0", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("byoyomi=0", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("st=0", "engine 1: st must be above 0"),
            ("nodes=0", "engine 1: nodes must be above 0"),
            ("tc=1 depth=0", "engine 1: depth must be above 0"),
        ] {
            assert_eq!(spec_of("", &format!("cmd=e {text}")).unwrap_err(), fault, "{text}");
        }
    }

    #[test]
    fn what_is_said_of_one_engine_counts_more() {
        let each = "tc=1+0.01 option.Hash=16 option.Threads=1 proto=uci timemargin=5";
        let own = "name=A cmd=./a args=x arg=-y option.Hash=8 st=0.1 nodes=7 dir=/tmp";
        let spec = spec_of(each, own).unwrap();
        assert_eq!((spec.name.as_str(), spec.protocol), ("A", Protocol::Uci));
        let args = ["x", "-y"].map(str::to_owned).to_vec();
        let dir = Some(PathBuf::from("/tmp"));
        assert_eq!(spec.launch, Launch { command: "./a".into(), args, dir });
        let options = [("Threads", "1"), ("Hash", "8")];
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(spec.limits.time, TimeControl::PerMove(Duration::from_millis(100)));
        assert_eq!((spec.limits.nodes, spec.limits.margin), (Some(7), Duration::from_millis(5)));
    }

    #[test]
    fn a_name_where_none_is_given() {
        assert_eq!(spec_of("depth=3", "cmd=./bin/ozutsu").unwrap().name, "ozutsu");
        assert!(spec_of("depth=3", "cmd=.. name=").is_err());
    }
}
