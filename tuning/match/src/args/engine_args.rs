//! Parses `-engine` and `-each`.

use super::flags::{KeyValues, normalized_key, parse_number};
use crate::clock::TimeControl;
use crate::engine::{CommandLine, EngineSpec, Limits, Protocol};
use crate::error::{UsageError, usage};
use rules::quoted;
use std::path::PathBuf;
use std::time::Duration;

/// The default of `timemargin=`, which covers communication with an engine on a busy machine.
const DEFAULT_MARGIN: Duration = Duration::from_millis(20);

/// The keys of the time control. If an engine has one of them, those of `-each` are all ignored.
const TIME_KEYS: [&str; 3] = ["tc", "st", "byoyomi"];

/// Parses the values of one `-engine`. They override those of `-each`. Errors call the engine
/// `engine {number}`.
pub fn parse_engine(
    each: &[String],
    own: &[String],
    number: usize,
) -> Result<EngineSpec, UsageError> {
    let key = |value: &String| value.split_once('=').map(|(key, _)| normalized_key(key));
    let has_own_time = own.iter().filter_map(key).any(|key| TIME_KEYS.contains(&key.as_str()));
    let is_overridden = |value: &String| match key(value) {
        Some(key) if TIME_KEYS.contains(&key.as_str()) => has_own_time,
        Some(each_key) => own.iter().filter_map(key).any(|own_key| own_key == each_key),
        None => false,
    };
    let mut values: Vec<_> = each.iter().filter(|value| !is_overridden(value)).cloned().collect();
    values.extend_from_slice(own);
    parse_values(&values, &format!("engine {number}"))
}

fn parse_values(values: &[String], engine: &str) -> Result<EngineSpec, UsageError> {
    // Only `arg=` may be repeated.
    let (single_args, values): (Vec<String>, Vec<String>) =
        values.iter().cloned().partition(|value| value.starts_with("arg="));
    let mut keys = KeyValues::new(engine, &values)?;
    let command = keys.take("cmd").ok_or_else(|| usage!("{engine}: cmd= is missing"))?;
    let name = keys.take("name").unwrap_or_else(|| {
        PathBuf::from(&command).file_name().unwrap_or_default().to_string_lossy().into_owned()
    });
    if name.is_empty() || name.contains(char::is_control) {
        return Err(usage!("{engine}: invalid name {}", quoted(&name)));
    }
    let protocol = match keys.take("proto").as_deref() {
        Some("usi") | None => Protocol::Usi,
        Some("uci") => Protocol::Uci,
        Some(other) => {
            return Err(usage!("{engine}: proto= must be usi or uci, found {}", quoted(other)));
        }
    };
    let args = keys.take("args").unwrap_or_default();
    let single_args = single_args.iter().filter_map(|value| value.strip_prefix("arg="));
    let args = args.split_whitespace().chain(single_args).map(str::to_owned).collect();
    let dir = keys.take("dir").map(PathBuf::from);
    if let Some(dir) = dir.as_ref().filter(|dir| !dir.is_dir()) {
        return Err(usage!("{engine}: dir= is not a folder: {}", dir.display()));
    }
    let limits = parse_limits(&mut keys, engine)?;
    let options = keys.take_prefixed("option.");
    keys.expect_empty()?;
    let command_line = CommandLine { command: command.into(), args, dir };
    Ok(EngineSpec { name, command_line, protocol, options, limits, is_traced: false })
}

fn parse_limits(keys: &mut KeyValues<'_>, engine: &str) -> Result<Limits, UsageError> {
    let limits = Limits {
        time: parse_time_control(keys, engine)?,
        nodes: keys.take_positive_number("nodes")?,
        depth: keys.take_positive_number("depth")?,
        margin: keys.take_number("timemargin")?.map_or(DEFAULT_MARGIN, Duration::from_millis),
        stall_time: take_seconds(keys, engine, "stall")?,
        startup_time: take_seconds(keys, engine, "startup")?,
        ping_time: take_seconds(keys, engine, "ping")?,
    };
    if limits.time == TimeControl::Infinite && limits.nodes.is_none() && limits.depth.is_none() {
        return Err(usage!("{engine} has no limit: add tc=, st=, nodes= or depth="));
    }
    Ok(limits)
}

fn parse_time_control(keys: &mut KeyValues<'_>, engine: &str) -> Result<TimeControl, UsageError> {
    let tc = keys.take("tc").map(|text| parse_tc(&format!("{engine}: tc"), &text)).transpose()?;
    let per_move = take_seconds(keys, engine, "st")?;
    if per_move.is_some_and(|time| time.is_zero()) {
        return Err(usage!("{engine}: st must be above 0"));
    }
    let byoyomi = take_seconds(keys, engine, "byoyomi")?;
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
        _ => return Err(usage!("{engine}: st= cannot be combined with tc= or byoyomi=")),
    };
    if let TimeControl::Clock { base, increment, byoyomi, .. } = time
        && (base + increment + byoyomi).is_zero()
    {
        return Err(usage!("{engine} has no time: tc= or byoyomi= must be above 0"));
    }
    Ok(time)
}

/// Parses the value of `tc=`: `inf`, `1+0.01`, `40/60` or `2:30+1` (moves, minutes, seconds, increment).
fn parse_tc(name: &str, text: &str) -> Result<TimeControl, UsageError> {
    if matches!(text, "inf" | "infinite") {
        return Ok(TimeControl::Infinite);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            (Some(parse_number(name, moves)?).filter(|&moves: &u32| moves > 0), rest)
        }
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (parse_seconds(name, base)?, parse_seconds(name, increment)?);
    Ok(TimeControl::Clock { base, increment, byoyomi: Duration::ZERO, moves })
}

fn take_seconds(
    keys: &mut KeyValues<'_>,
    engine: &str,
    key: &str,
) -> Result<Option<Duration>, UsageError> {
    keys.take(key).map(|text| parse_seconds(&format!("{engine}: {key}"), &text)).transpose()
}

/// Parses seconds, or minutes and seconds as in `2:30`.
fn parse_seconds(name: &str, text: &str) -> Result<Duration, UsageError> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (minutes, seconds): (u32, f64) =
        (parse_number(name, minutes)?, parse_number(name, seconds)?);
    let seconds = f64::from(minutes) * 60.0 + seconds;
    if !(0.0..=1e7).contains(&seconds) {
        return Err(usage!("{name}: invalid time {}", quoted(text)));
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn parse(each: &str, own: &str) -> Result<EngineSpec, UsageError> {
        parse_engine(&split(each), &split(own), 1)
    }

    fn time(text: &str) -> TimeControl {
        parse("", &format!("cmd=e nodes=1 {text}")).unwrap().limits.time
    }

    fn clock(base: f64, increment: f64, byoyomi: f64, moves: Option<u32>) -> TimeControl {
        let [base, increment, byoyomi] = [base, increment, byoyomi].map(Duration::from_secs_f64);
        TimeControl::Clock { base, increment, byoyomi, moves }
    }

    #[test]
    fn time_controls_are_parsed() {
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
            assert!(parse("", &format!("cmd=e nodes=1 {text}")).is_err(), "{text}");
        }
    }

    #[test]
    fn limits_of_zero_are_rejected() {
        for (text, error) in [
            ("tc=0", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("tc=0 nodes=5", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("tc=40/0+0 byoyomi=0", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("byoyomi=0", "engine 1 has no time: tc= or byoyomi= must be above 0"),
            ("st=0", "engine 1: st must be above 0"),
            ("nodes=0", "engine 1: nodes must be above 0"),
            ("tc=1 depth=0", "engine 1: depth must be above 0"),
        ] {
            assert_eq!(
                parse("", &format!("cmd=e {text}")).unwrap_err().to_string(),
                error,
                "{text}"
            );
        }
    }

    #[test]
    fn values_of_the_engine_override_those_of_each() {
        let each = "tc=1+0.01 option.Hash=16 option.Threads=1 proto=uci timemargin=5";
        let own = "name=A cmd=./a args=x arg=-y option.USI_Hash=8 st=0.1 nodes=7 dir=.";
        let spec = parse(each, own).unwrap();
        assert_eq!((spec.name.as_str(), spec.protocol), ("A", Protocol::Uci));
        let args = ["x", "-y"].map(str::to_owned).to_vec();
        let dir = Some(PathBuf::from("."));
        assert_eq!(spec.command_line, CommandLine { command: "./a".into(), args, dir });
        let options = [("Threads", "1"), ("USI_Hash", "8")];
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(spec.limits.time, TimeControl::PerMove(Duration::from_millis(100)));
        assert_eq!((spec.limits.nodes, spec.limits.margin), (Some(7), Duration::from_millis(5)));
    }

    #[test]
    fn the_name_defaults_to_the_program() {
        assert_eq!(parse("depth=3", "cmd=./bin/ozutsu").unwrap().name, "ozutsu");
        assert!(parse("depth=3", "cmd=.. name=").is_err());
    }
}
