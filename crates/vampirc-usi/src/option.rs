//! Engine options: the engine's `option` and the GUI's `setoption`.

use crate::error::Error;
use crate::tokens::{
    TokenValue, Tokens, format_number, format_option_value, format_parameters, single_line,
};
use std::fmt;

/// Declaration of an option by the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// Name of the option. USI allows no spaces in it.
    pub name: String,
    /// Type of the option, with its default and its range.
    pub kind: OptionKind,
}

/// Type of an option, with its default value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub enum OptionKind {
    /// `check`: a boolean.
    Check { default: Option<bool> },
    /// `spin`: an integer.
    Spin { default: Option<i64>, min: Option<i64>, max: Option<i64> },
    /// `combo`: one of several texts.
    Combo { default: Option<String>, vars: Vec<String> },
    /// `button`: an action without a value.
    Button,
    /// `string`: any text.
    String { default: Option<String> },
    /// `filename`: the path of a file.
    Filename { default: Option<String> },
}

impl EngineOption {
    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        tokens.skip_to("name", "`name`")?;
        let name = tokens.parse_option_name("type")?;
        tokens.skip_to("type", "`type`")?;
        Ok(Self { name, kind: OptionKind::from_tokens(tokens)? })
    }
}

impl OptionKind {
    fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        let error = tokens.expected("`check`, `spin`, `combo`, `button`, `string` or `filename`");
        let kind = tokens.next().map_or("", |token| token.text);
        let (mut default, mut vars) = (None, Vec::new());
        let (mut number, mut min, mut max, mut is_on) = (None, None, None, None);
        while let Some(key) = tokens.next() {
            match (key.text, kind) {
                ("default", "check") => is_on = tokens.parse(),
                ("default", "spin") => number = tokens.parse(),
                ("min", "spin") => min = tokens.parse(),
                ("max", "spin") => max = tokens.parse(),
                ("default", "combo") => {
                    default = Some(tokens.parse_option_value(&["default", "var"]));
                }
                ("var", "combo") => vars.push(tokens.parse_option_value(&["default", "var"])),
                ("default", "string" | "filename") => {
                    default = Some(tokens.parse_last_option_value());
                }
                _ => {}
            }
        }
        match kind {
            "check" => Ok(Self::Check { default: is_on }),
            "spin" => Ok(Self::Spin { default: number, min, max }),
            "combo" => Ok(Self::Combo { default, vars }),
            "button" => Ok(Self::Button),
            "string" => Ok(Self::String { default }),
            "filename" => Ok(Self::Filename { default }),
            _ => Err(error),
        }
    }
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &Option<String>| text.as_deref().map(format_option_value);
        let (kind, parameters) = match &self.kind {
            OptionKind::Check { default } => ("check", vec![("default", format_number(*default))]),
            OptionKind::Spin { default, min, max } => {
                let [default, min, max] = [default, min, max].map(|number| format_number(*number));
                ("spin", vec![("default", default), ("min", min), ("max", max)])
            }
            OptionKind::Combo { default, vars } => {
                let vars = vars.iter().map(|var| ("var", Some(format_option_value(var))));
                ("combo", [("default", text(default))].into_iter().chain(vars).collect())
            }
            OptionKind::Button => ("button", Vec::new()),
            OptionKind::String { default } => ("string", vec![("default", text(default))]),
            OptionKind::Filename { default } => ("filename", vec![("default", text(default))]),
        };
        let start = format!("option name {} type {kind}", single_line(&self.name));
        f.write_str(&format_parameters(&start, parameters))
    }
}

/// A `setoption` command: sets an engine option or presses a button.
///
/// USI allows no spaces in names. GUIs written for UCI send them, and parsing keeps them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetOption {
    /// Name of the option.
    pub name: String,
    /// Value: `None` for a button, the empty string for `<empty>`.
    pub value: Option<String>,
}

impl SetOption {
    /// Returns whether the option has this name, ignoring case and spaces.
    pub fn is_named(&self, name: &str) -> bool {
        let normalize = |name: &str| name.replace(' ', "").to_ascii_lowercase();
        normalize(&self.name) == normalize(name)
    }

    /// Returns the value of a `check` option: `true` or `false` in any case. `1` and `0`, `on` and `off`, `yes` and
    /// `no` are accepted too.
    pub fn as_bool(&self) -> Option<bool> {
        self.value.as_deref().and_then(TokenValue::from_token)
    }

    /// Returns the value of a `spin` option.
    pub fn as_i64(&self) -> Option<i64> {
        self.value.as_deref().and_then(TokenValue::from_token)
    }

    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        tokens.skip_to("name", "`name`")?;
        let name = tokens.parse_option_name("value")?;
        let value = tokens.next().map(|_| tokens.parse_last_option_value());
        Ok(Self { name, value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = format!("setoption name {}", single_line(&self.name));
        let value = self.value.as_deref().map(format_option_value);
        f.write_str(&format_parameters(&start, [("value", value)]))
    }
}
