//! The signals that end a program: Ctrl-C, SIGTERM and SIGHUP.

#[cfg(unix)]
use std::{mem::MaybeUninit, ptr};

/// Calls a function at each Ctrl-C, SIGTERM and SIGHUP, which then do not end the program. An ignored SIGHUP, as under
/// `nohup`, stays ignored.
pub fn on_interrupt(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    #[cfg(unix)]
    let is_ignored = is_hangup_ignored();
    ctrlc::set_handler(handler)?;
    #[cfg(unix)]
    if is_ignored {
        ignore_hangup();
    }
    Ok(())
}

/// Returns whether the program ignores SIGHUP: `nohup` lets it outlive its terminal.
#[cfg(unix)]
#[expect(unsafe_code, reason = "sigaction is a foreign function")]
pub fn is_hangup_ignored() -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action, the call only writes the present one. It has done so if it returns 0.
    unsafe {
        libc::sigaction(libc::SIGHUP, ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "signal is a foreign function")]
fn ignore_hangup() {
    // SAFETY: with SIG_IGN, no code of the program runs when the signal arrives.
    unsafe {
        libc::signal(libc::SIGHUP, libc::SIG_IGN);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::{self, Command};
    use std::sync::mpsc::channel;
    use std::time::Duration;
    use std::{env, thread};

    /// Set in the process that ignores SIGHUP.
    const VARIABLE: &str = "OZUTSU_TEST_SIGNALS";

    #[test]
    fn an_ignored_hangup_stays_ignored() {
        if env::var_os(VARIABLE).is_some() {
            return check_signals();
        }
        // Runs this test again.
        let test = "signals::tests::an_ignored_hangup_stays_ignored";
        let script = format!("trap '' HUP; exec \"$0\" --exact {test}");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(env::current_exe().unwrap()).env(VARIABLE, "1");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains("1 passed"), "{printed}");
    }

    /// Checks that SIGTERM is handled and SIGHUP is not.
    fn check_signals() {
        let send = |signal: &str| {
            let kill = format!("kill -{signal} {}", process::id());
            assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        };
        let (sender, interrupts) = channel();
        on_interrupt(move || sender.send(()).unwrap()).unwrap();
        assert!(is_hangup_ignored());
        send("HUP");
        thread::sleep(Duration::from_millis(100));
        assert!(interrupts.try_recv().is_err());
        send("TERM");
        interrupts.recv_timeout(Duration::from_secs(60)).unwrap();
    }
}
