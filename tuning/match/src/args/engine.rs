//! The words of `-engine` and `-each`.

use super::words::{Pairs, number};
use crate::clock::TimeControl;
use crate::engine::{EngineSpec, Launch, Limits, Protocol};
use std::path::PathBuf;
use std::time::Duration;

/// By how much a move may be late if nothing else is said: about what the way to an engine and
/// back takes on a busy machine.
const MARGIN: Duration = Duration::from_millis(20);

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
    let limits = Limits {
        time,
        nodes: pairs.number("nodes")?,
        depth: pairs.number("depth")?,
        margin: pairs.number("timemargin")?.map_or(MARGIN, Duration::from_millis),
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
        Some((moves, rest)) => (Some(number(of, moves)?).filter(|&moves: &u32| moves > 0), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (seconds(of, base)?, seconds(of, increment)?);
    if (base + increment).is_zero() && text != "0" {
        return Err(format!("{of}: '{text}' is no time"));
    }
    Ok(TimeControl::Clock { base, increment, byoyomi: Duration::ZERO, moves })
}

/// Seconds, or minutes and seconds.
fn seconds(of: &str, text: &str) -> Result<Duration, String> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (minutes, seconds): (u32, f64) = (number(of, minutes)?, number(of, seconds)?);
    let seconds = f64::from(minutes) * 60.0 + seconds;
    if !(0.0..=1e7).contains(&seconds) {
        return Err(format!("{of}: '{text}' is no time"));
    }
    Ok(Duration::from_secs_f64(seconds))
}
