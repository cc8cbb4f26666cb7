//! How each of the three programs starts: its general flags, its errors and Ctrl-C.

use crate::args::{Flag, Manual, completions, load_rules, split_flags};
use crate::error::Error;
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::report::print;
use crate::stop_flag::StopFlag;
use crate::variants_file;
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, process};

#[derive(Debug)]
pub struct Program {
    pub manual: Manual,
    /// Runs the program once the games of `-rules` are loaded.
    pub run: fn(&[Flag]) -> Result<ExitCode, Error>,
}

/// Runs a program with the arguments of this process, and prints its error.
pub fn main(program: &Program) -> ExitCode {
    let args: Vec<_> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let flags = split_flags(&args).map_err(Error::from);
    let result = flags.and_then(|flags| run(program, &flags));
    variants_file::remove();
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        error.exit_code()
    })
}

fn run(program: &Program, flags: &[Flag]) -> Result<ExitCode, Error> {
    let find = |name: &str| flags.iter().find(|flag| flag.name == name);
    if flags.is_empty() || find("help").or(find("h")).is_some() {
        print(&program.manual.help());
    } else if find("man").is_some() {
        print(&program.manual.man_page());
    } else if find("version").is_some() {
        print(&format!("{} {}\n", program.manual.name, env!("CARGO_PKG_VERSION")));
    } else if let Some(flag) = find("completions") {
        print(&completions(&program.manual, flag.single_value()?)?);
    } else {
        program.manual.check(flags)?;
        load_rules(flags)?;
        return (program.run)(flags);
    }
    Ok(ExitCode::SUCCESS)
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
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will exit without printing {output}: {error}");
    }
    stop
}
