//! The margins of the search as options, where the program is built to tune them.

#[cfg(feature = "tune")]
use vampirc_usi::OptionKind;
use vampirc_usi::{EngineOption, SetOption};

/// Each margin as an option.
#[cfg(feature = "tune")]
pub fn list() -> impl Iterator<Item = EngineOption> {
    search::tunables().iter().map(|margin| {
        let [default, min, max] = [margin.default, margin.min, margin.max].map(i64::from);
        let kind = OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) };
        EngineOption { name: margin.name.into(), kind }
    })
}

/// There are none in an ordinary build.
#[cfg(not(feature = "tune"))]
pub fn list() -> impl Iterator<Item = EngineOption> {
    std::iter::empty()
}

/// Sets a margin, if the option is one.
#[cfg(feature = "tune")]
pub fn set(option: &SetOption) -> Option<Result<(), String>> {
    let margin = search::tunables().iter().find(|margin| option.is_named(margin.name))?;
    let (min, max) = (margin.min, margin.max);
    let value = option.as_i64().and_then(|value| i32::try_from(value).ok());
    let value = value.filter(|value| (min..=max).contains(value));
    let due = || format!("{} needs a number from {min} to {max}", margin.name);
    Some(value.map(|value| margin.set(value)).ok_or_else(due))
}

/// There is none to set.
#[cfg(not(feature = "tune"))]
pub fn set(_: &SetOption) -> Option<Result<(), String>> {
    None
}
