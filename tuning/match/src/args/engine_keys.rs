//! The keys of `-engine` and `-each`.

use super::flags::{Flag, Given, KeyValues, flags, normalized_key};
use crate::clock::TimeControl;
use crate::engine::{EngineSpec, Protocol, STALL_TIME};
use crate::error::{UsageError, usage};
use crate::settings::Settings;
use rules::quoted;
use std::time::Duration;

/// The default of `timemargin=`, which covers communication with an engine on a busy machine.
const DEFAULT_MARGIN: Duration = Duration::from_millis(20);

/// The keys of the time control. If an engine has one of them, those of `-each` are all ignored.
const TIME_KEYS: [&str; 3] = ["tc", "byoyomi", "st"];

/// The key of an option. The name of the option is part of the key.
const OPTION: &str = "option.";

/// The keys are applied in this order.
pub const ENGINE_KEYS: &[Flag<EngineSpec>] = flags! { EngineSpec:
    /// the program
    "cmd=PROGRAM" => |engine, given| given.path().map(|path| engine.command_line.command = path),
        stored |engine| Some(engine.command_line.command.display().to_string());
    /// its arguments
    "args='A B'" => |engine, given| {
        let args = given.single()?.split_whitespace();
        engine.command_line.args.extend(args.map(str::to_owned));
        Ok(())
    }, stored |engine| {
        let args: Vec<_> = engine.command_line.args.iter().map(|arg| quote(arg)).collect();
        (!args.is_empty()).then(|| args.join(" "))
    };
    /// one argument, which may contain spaces
    "arg=A" => |engine, given| given.text().map(|arg| engine.command_line.args.push(arg));
    /// its working directory. A relative cmd= is a path from there, as in fastchess: dir=new cmd=ozutsu and
    /// dir=new cmd=./ozutsu start new/ozutsu. A name without a slash that is not there is searched in PATH
    "dir=FOLDER" => |engine, given| {
        let dir = given.path()?;
        if !dir.is_dir() {
            return Err(usage!("{given}= is not a folder: {}", dir.display()));
        }
        engine.command_line.dir = Some(dir);
        Ok(())
    }, stored |engine| Some(engine.command_line.dir.as_ref()?.display().to_string());
    /// its name in the results
    "name=NAME" => |engine, given| given.text().map(|name| engine.name = name),
        stored |engine| Some(engine.name.clone());
    /// its protocol [default: usi]
    "proto=usi|uci" => |engine, given| {
        let protocol = given.one_of(&[("usi", Protocol::Usi), ("uci", Protocol::Uci)]);
        protocol.map(|protocol| engine.protocol = protocol)
    }, stored |engine| Some(engine.protocol.name().to_owned());
    /// an engine option; Hash and USI_Hash mean the same
    "option.NAME=VALUE" => |engine, given| {
        let name = given.name.trim_start_matches(OPTION).to_owned();
        given.text().map(|value| engine.options.push((name, value)))
    };
    /// the clock, in seconds or minutes:seconds; tc=inf is no clock
    "tc=[MOVES/]TIME[+INC]" => |engine, given| parse_tc(given).map(|time| engine.limits.time = time),
        stored |engine| engine.limits.time.value("tc");
    /// time for each move once the clock has run out
    "byoyomi=SECONDS" => |engine, given| {
        given.seconds().map(|time| engine.limits.time = engine.limits.time.with_byoyomi(time))
    }, stored |engine| engine.limits.time.value("byoyomi");
    /// fixed time for each move, sent as movetime. Shogi engines that do not know that have the same time by byoyomi=
    "st=SECONDS" => |engine, given| match given.seconds()? {
        time if time.is_zero() => Err(usage!("{given} must be above 0")),
        time => {
            engine.limits.time = TimeControl::PerMove(time);
            Ok(())
        }
    }, stored |engine| engine.limits.time.value("st");
    /// limit for each move, with or without a clock
    "nodes=N" => |engine, given| given.positive().map(|nodes| engine.limits.nodes = Some(nodes)),
        stored |engine| engine.limits.nodes.map(|nodes| nodes.to_string());
    /// the same
    "depth=N" => |engine, given| given.positive().map(|depth| engine.limits.depth = Some(depth)),
        stored |engine| engine.limits.depth.map(|depth| depth.to_string());
    /// how far a move may exceed its time [default: 20]
    "timemargin=MS" => |engine, given| given.milliseconds().map(|time| engine.limits.margin = time),
        stored |engine| Some(engine.limits.margin.as_millis().to_string());
    /// how long an engine may take to answer once its time is over, before it is killed [default: 2]; without a clock,
    /// also how long a search may take [default: 600]
    "stall=SECONDS" => |engine, given| given.seconds().map(|time| engine.limits.stall_time = Some(time)),
        stored |engine| Some(engine.limits.stall_time.unwrap_or(STALL_TIME).as_secs_f64().to_string());
    /// how long it may take to answer usi or uci [default: 30]
    "startup=SECONDS" => |engine, given| given.seconds().map(|time| engine.limits.startup_time = Some(time));
    /// how long it may take to answer isready [default: 30]; every line that it prints extends this, up to ten times in
    /// all
    "ping=SECONDS" => |engine, given| given.seconds().map(|time| engine.limits.ping_time = Some(time));
};

/// Quotes an argument if it is empty or has spaces.
fn quote(arg: &str) -> String {
    let is_plain = !arg.is_empty() && !arg.contains(char::is_whitespace);
    if is_plain { arg.to_owned() } else { format!("'{arg}'") }
}

/// Parses the value of `tc=`: `inf`, `1+0.01`, `40/60` or `2:30+1` (moves, minutes, seconds, increment).
fn parse_tc(given: &Given) -> Result<TimeControl, UsageError> {
    let text = given.single()?;
    if matches!(text, "inf" | "infinite") {
        return Ok(TimeControl::Infinite);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(given.parse_number(moves)?).filter(|&moves| moves > 0), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (given.parse_seconds(base)?, given.parse_seconds(increment)?);
    Ok(TimeControl::Clock { base, increment, byoyomi: Duration::ZERO, moves })
}

/// Parses the values of one `-engine`. They override those of `-each`. Errors call the engine
/// `engine {number}`.
pub fn parse_engine(
    each: &[String],
    own: &[String],
    number: usize,
) -> Result<EngineSpec, UsageError> {
    let key = |value: &String| value.split_once('=').map(|(key, _)| normalized_key(key));
    let has_own_time = own.iter().filter_map(key).any(|key| TIME_KEYS.contains(&key.as_str()));
    let is_overridden = |value: &&String| match key(value) {
        Some(key) if TIME_KEYS.contains(&key.as_str()) => has_own_time,
        Some(each_key) => own.iter().filter_map(key).any(|own_key| own_key == each_key),
        None => false,
    };
    let values = each.iter().filter(|value| !is_overridden(value)).chain(own);
    parse_values(&values.cloned().collect::<Vec<_>>(), &format!("engine {number}"))
}

fn parse_values(values: &[String], label: &str) -> Result<EngineSpec, UsageError> {
    let mut keys = KeyValues::new(label, values)?;
    let mut engine = EngineSpec::default();
    engine.limits.margin = DEFAULT_MARGIN;
    let mut time_keys = Vec::new();
    for key in ENGINE_KEYS {
        let name = key.name();
        let is_option = name.starts_with(OPTION);
        for given in keys.take(|key| key == name || is_option && key.starts_with(OPTION)) {
            (key.apply)(&mut engine, &given)?;
            if TIME_KEYS.contains(&name) {
                time_keys.push(name);
            }
        }
    }
    keys.expect_empty()?;
    let command = &engine.command_line.command;
    if command.as_os_str().is_empty() {
        return Err(usage!("{label}: cmd= is missing"));
    }
    if engine.name.is_empty() {
        engine.name = command.file_name().unwrap_or_default().to_string_lossy().into_owned();
    }
    if engine.name.is_empty() || engine.name.contains(char::is_control) {
        return Err(usage!("{label}: invalid name {}", quoted(&engine.name)));
    }
    if !matches!(time_keys[..], [] | [_] | ["tc", "byoyomi"]) {
        return Err(usage!("{label}: st= cannot be combined with tc= or byoyomi="));
    }
    let limits = &engine.limits;
    if let TimeControl::Clock { base, increment, byoyomi, .. } = limits.time
        && (base + increment + byoyomi).is_zero()
    {
        return Err(usage!("{label} has no time: tc= or byoyomi= must be above 0"));
    }
    if limits.time == TimeControl::Infinite && limits.nodes.is_none() && limits.depth.is_none() {
        return Err(usage!("{label} has no limit: add tc=, st=, nodes= or depth="));
    }
    Ok(engine)
}

/// Adds what a state file keeps of an engine to the settings of a run. The names are those of the keys after `engine`.
pub fn add_engine_settings(spec: &EngineSpec, engine: &str, settings: &mut Settings) {
    for key in ENGINE_KEYS {
        settings.set_some(format!("{engine} {}", key.name()), (key.stored)(spec));
    }
    for (name, value) in &spec.options {
        settings.set(format!("{engine} {OPTION}{name}"), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(each: &str, own: &str) -> Result<EngineSpec, UsageError> {
        let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        parse_engine(&split(each), &split(own), 1)
    }

    /// Returns what a state file keeps of an engine, in the order of the keys.
    fn stored(engine: &EngineSpec) -> String {
        let value =
            |key: &Flag<EngineSpec>| Some(format!("{}={}", key.name(), (key.stored)(engine)?));
        ENGINE_KEYS.iter().filter_map(value).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn time_controls_are_parsed() {
        for (given, expected) in [
            ("tc=1+0.01", "tc=1+0.01"),
            ("tc=40/60", "tc=40/60"),
            ("tc=0/2:30+1", "tc=150+1"),
            ("byoyomi=0.5 tc=5", "tc=5 byoyomi=0.5"),
            ("byoyomi=0.5", "tc=0 byoyomi=0.5"),
            ("tc=0 byoyomi=0.5", "tc=0 byoyomi=0.5"),
            ("tc=0+1", "tc=0+1"),
            ("st=0.1", "st=0.1"),
            ("tc=inf", "tc=inf"),
        ] {
            let engine = parse("", &format!("cmd=e nodes=1 {given}")).unwrap();
            let expected =
                format!("cmd=e name=e proto=usi {expected} nodes=1 timemargin=20 stall=2");
            assert_eq!(stored(&engine), expected);
        }
        for text in [
            "tc=-1",
            "tc=1:-30+0.1",
            "tc=1+x",
            "tc=NaN",
            "tc=1e99",
            "tc=",
            "tc=0+0",
            "st=1:",
            "byoyomi=a",
        ] {
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
            let found = parse("", &format!("cmd=e {text}")).unwrap_err().to_string();
            assert_eq!(found, error, "{text}");
        }
    }

    #[test]
    fn values_of_the_engine_override_those_of_each() {
        let each = "tc=1+0.01 option.Hash=16 option.Threads=1 proto=uci timemargin=5";
        let own = "name=A cmd=./a args=x arg=-y option.USI_Hash=8 st=0.1 nodes=7 dir=.";
        let engine = parse(each, own).unwrap();
        let expected =
            "cmd=./a args=x -y dir=. name=A proto=uci st=0.1 nodes=7 timemargin=5 stall=2";
        assert_eq!(stored(&engine), expected);
        let options = [("Threads", "1"), ("USI_Hash", "8")];
        assert_eq!(engine.options, options.map(|(name, value)| (name.into(), value.into())));
    }

    #[test]
    fn the_name_defaults_to_the_program() {
        assert_eq!(parse("depth=3", "cmd=./bin/ozutsu").unwrap().name, "ozutsu");
        assert!(parse("depth=3", "cmd=.. name=").is_err());
    }
}
