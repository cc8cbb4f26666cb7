//! The state file of a run, replaced after every iteration.

use super::algorithm::Spsa;
use super::parameter::Parameter;
use crate::error::{Error, StateError};
use crate::state_file::{self, FileKind};
use std::path::Path;

const KIND: FileKind = FileKind { title: "tuning state", format: "ozutsu-spsa", version: 2 };

/// Saves a run. The file is replaced atomically.
pub fn save(spsa: &Spsa, path: &Path) -> Result<(), Error> {
    state_file::save(path, KIND, spsa)
}

/// Returns the run of a file, which must have the settings and parameters of a new one.
pub fn resume(new: &Spsa, path: &Path) -> Result<Spsa, Error> {
    let saved: Spsa = state_file::load(path, KIND)?;
    let other_run = |difference| Error::OtherRun { path: path.to_owned(), difference };
    if saved.options != new.options {
        let (in_file, given) = (saved.options, new.options);
        return Err(other_run(format!("{in_file} in the file, {given} on the command line")));
    }
    let at_start =
        saved.parameters.iter().map(|saved| Parameter { value: saved.start, ..saved.clone() });
    if !at_start.eq(new.parameters.iter().cloned()) {
        return Err(other_run("its parameters are not those of -params".to_owned()));
    }
    if saved.unfinished_iterations.last().is_some_and(|&last| last >= saved.next_iteration) {
        return Err(Error::State { path: path.to_owned(), source: StateError::Iterations });
    }
    Ok(saved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::algorithm::SpsaOptions;
    use crate::spsa::parameter::tests::parse;
    use std::fs;

    const OPTIONS: SpsaOptions = SpsaOptions { iterations: 100, rate: 0.002, seed: 7 };

    fn new_run() -> Spsa {
        Spsa::new(OPTIONS, parse("a 5 0 10 1\nb 6 0 10 0.5\n").unwrap())
    }

    #[test]
    fn a_saved_run_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved");
        let mut spsa = new_run();
        for iteration in [0, 3, 2] {
            spsa.update(&spsa.perturb(iteration), 1.0);
        }
        save(&spsa, &path).unwrap();
        let resumed = resume(&new_run(), &path).unwrap();
        assert_eq!((&resumed.parameters, resumed.finished()), (&spsa.parameters, 3));
        assert!(resumed.remaining().eq([1].into_iter().chain(4..100)));
        for (other, given) in [
            (SpsaOptions { iterations: 50, ..OPTIONS }, "50 iterations at rate 0.002 from seed 7"),
            (SpsaOptions { seed: 8, ..OPTIONS }, "100 iterations at rate 0.002 from seed 8"),
        ] {
            let run = Spsa { options: other, ..new_run() };
            let error = resume(&run, &path).unwrap_err().to_string();
            let in_file = "100 iterations at rate 0.002 from seed 7 in the file";
            let difference =
                format!(" belongs to another run: {in_file}, {given} on the command line");
            assert!(error.ends_with(&difference), "{error}");
        }
        let other = Spsa::new(OPTIONS, parse("a 4 0 10 1").unwrap());
        let error = resume(&other, &path).unwrap_err().to_string();
        assert!(error.ends_with("its parameters are not those of -params"), "{error}");
        assert!(resume(&new_run(), &path.with_extension("missing")).is_err());
    }

    #[test]
    fn values_are_stored_exactly() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("exact");
        let mut spsa = new_run();
        for number in 1..1000 {
            spsa.parameters[0].value = 10.0 / f64::from(number);
            spsa.parameters[1].value = f64::from(number).sqrt() / 7.0;
            save(&spsa, &path).unwrap();
            assert_eq!(resume(&new_run(), &path).unwrap().parameters, spsa.parameters);
        }
    }

    #[test]
    fn incomplete_or_inconsistent_files_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("incomplete");
        save(&new_run(), &path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for (from, to, error) in [
            ("\"rate\": 0.002,", "", "missing field `rate`"),
            ("\"seed\": 7", "\"seed\": \"7\"", "invalid type: string"),
            ("\"value\": 6.0", "\"val\": 6.0", "missing field `value`"),
            ("\"next_iteration\": 0", "\"next_iteration\": -1", "invalid value: integer `-1`"),
            (
                "\"unfinished_iterations\": []",
                "\"unfinished_iterations\": [4]",
                "an unfinished iteration is not below next_iteration",
            ),
        ] {
            assert!(text.contains(from), "{text}");
            fs::write(&path, text.replace(from, to)).unwrap();
            let found = resume(&new_run(), &path).unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
    }
}
