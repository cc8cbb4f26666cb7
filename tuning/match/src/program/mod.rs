//! A program and its flags: how it starts, its errors and Ctrl-C.

mod completions;
mod manual;

use crate::args::{Args, Flag, Given, split_flags};
use crate::console::{eprint_line, print};
use crate::engine::EngineSpec;
use crate::error::{Error, UsageError, usage};
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::settings::Settings;
use crate::stop_flag::StopFlag;
use crate::variants_file;
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, process};

/// A program. Parser, help, manual page, completion scripts, and what its state files keep, are made from its flags.
#[derive(Debug)]
pub struct Program<X: 'static> {
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Explanations and examples.
    pub introduction: &'static str,
    pub sections: &'static [Section<X>],
    /// The last paragraphs.
    pub notes: &'static str,
    /// The flags with which `--merge` can be combined.
    pub merge_flags: &'static [&'static str],
}

/// A section of the manual.
#[derive(Debug)]
pub struct Section<X: 'static> {
    pub title: &'static str,
    pub flags: &'static [&'static [Flag<Args<X>>]],
    /// The keys that flags with `KEY=VALUE` may have.
    pub keys: &'static [Flag<EngineSpec>],
}

impl<X: Default> Program<X> {
    /// Runs the program with the arguments of this process, and prints its error. `run` gets the values of the flags,
    /// and what a state file keeps of them.
    pub fn main(&self, run: fn(Args<X>, Settings) -> Result<ExitCode, Error>) -> ExitCode {
        let result = self.answer_or_run(run);
        variants_file::remove();
        result.unwrap_or_else(|error| {
            eprint_line(&format!("error: {error}"));
            error.exit_code()
        })
    }

    fn answer_or_run(
        &self,
        run: fn(Args<X>, Settings) -> Result<ExitCode, Error>,
    ) -> Result<ExitCode, Error> {
        let args: Vec<_> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
        let given = split_flags(&args)?;
        let find = |name: &str| given.iter().find(|given| given.name == name);
        if given.is_empty() || find("help").or(find("h")).is_some() {
            print(&self.help());
        } else if find("man").is_some() {
            print(&self.man_page());
        } else if find("version").is_some() {
            print(&format!("{} {}\n", self.name, env!("CARGO_PKG_VERSION")));
        } else if let Some(given) = find("completions") {
            print(&self.completions(given)?);
        } else {
            let args = self.parse(&given)?;
            let settings = self.settings(&args);
            return run(args, settings);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn flags(&self) -> impl Iterator<Item = &Flag<Args<X>>> {
        self.sections.iter().flat_map(|section| section.flags.iter().copied().flatten())
    }

    pub fn parse(&self, given: &[Given]) -> Result<Args<X>, UsageError> {
        let mut args = Args::default();
        // Other flags name the games of `-rules`.
        let (rules, others): (Vec<_>, Vec<_>) =
            given.iter().enumerate().partition(|(_, given)| given.name == "rules");
        for (index, one) in rules.into_iter().chain(others) {
            let flag = self.flags().find(|flag| flag.name() == one.name);
            let flag = flag.ok_or_else(|| usage!("unknown flag {one}; see --help"))?;
            if !flag.is_repeatable && given[..index].iter().any(|other| other.name == one.name) {
                return Err(usage!("{one} is given twice"));
            }
            (flag.apply)(&mut args, one)?;
        }
        let is_other = |given: &&Given| {
            given.name != "merge" && !self.merge_flags.contains(&given.name.as_str())
        };
        match given.iter().find(is_other).filter(|_| args.merge.is_some()) {
            None => Ok(args),
            Some(other) => {
                let names = self.merge_flags.join(", -");
                Err(usage!("--merge can only be combined with -{names}, found {other}"))
            }
        }
    }

    /// Returns what a state file keeps of the flags, without that of the engines. The names are those of the flags.
    pub fn settings(&self, args: &Args<X>) -> Settings {
        let mut settings = Settings::default();
        for flag in self.flags() {
            settings.set_some(format!("-{}", flag.name()), (flag.stored)(args));
        }
        settings
    }
}

/// Returns a flag that the first Ctrl-C sets. The second exits at once.
///
/// If the handler cannot be installed, warns that Ctrl-C will exit without printing `output`.
pub fn stop_on_interrupt(output: &str) -> Arc<StopFlag> {
    let stop = Arc::new(StopFlag::default());
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.is_requested() {
            // Engines quit when their input is closed.
            variants_file::remove();
            process::exit(EXIT_INTERRUPTED.into());
        }
        flag.request();
    };
    if let Err(error) = platform::signals::on_interrupt(handler) {
        eprint_line(&format!("warning: Ctrl-C will exit without printing {output}: {error}"));
    }
    stop
}
