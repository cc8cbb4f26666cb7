//! The commands by which people keep games in files and continue them: `save` and `load`.

use crate::backend::Backend;
use crate::language::Language;
use crate::person::Person;
use platform::files::{read_file, write_whole};
use records::tags::player_key;
use records::{Format, GameRecord, GameResult, GameWriter, Hints};
use rules::{Color, quoted_path};
use std::env;
use std::path::PathBuf;

impl Person {
    /// Answers `save`: writes the game to a file in the format that its name tells.
    pub fn save(&mut self, backend: &Backend, name: &str, overwrites: bool) {
        let result = self.try_save(backend, name, overwrites);
        backend.output.tell(result.unwrap_or_else(|error| format!("save: {error}")));
    }

    /// Saves the game. Returns what was written, or why nothing was.
    fn try_save(&self, backend: &Backend, name: &str, overwrites: bool) -> Result<String, String> {
        let language = backend.output.language();
        if name.is_empty() {
            return Err(language.text("expected the name of a file"));
        }
        let (path, quoted) = (path_of(name), quoted_path(name));
        let format = Format::of_path(&path).ok_or_else(|| {
            format!(
                "{quoted} does not tell the format: expected a name that ends in .kif, .ki2, .csa, .jkf, .pgn, .usi, \
                 .sfen, .tsv or .gamecourier"
            )
        })?;
        if !overwrites && path.exists() {
            let error = "{0} exists; 'save! {1}' overwrites it";
            return Err(language.fill(error, &[&quoted, &name]));
        }
        let record = self.game_record(backend);
        let text = GameWriter::new(format).format(&record).map_err(|error| error.to_string())?;
        let (bytes, not_encodable) = format.encode(text, &path);
        write_whole(&path, &bytes).map_err(|error| format!("{quoted}: {error}"))?;
        let mut report =
            language.fill("Saved {0} to {1}", &[&count_moves(&record, language), &quoted]);
        let omissions: Vec<_> = format.omissions(&record).iter().map(|part| part.name()).collect();
        if !omissions.is_empty() {
            let parts: Vec<_> = omissions.iter().map(|part| language.text(part)).collect();
            report += &language.fill(
                ", without {0}, for which {1} has no place",
                &[&parts.join(&language.text(" and ")), &format.name()],
            );
        }
        if let Some(error) = not_encodable {
            let error = language.error(&error.to_string());
            report += &language.fill(", in UTF-8 because {0}", &[&error]);
        }
        Ok(report + &language.text("."))
    }

    /// Returns the record of the game.
    pub fn game_record(&self, backend: &Backend) -> GameRecord {
        let mut record = GameRecord::from_history(&backend.position);
        for color in Color::BOTH.into_iter().filter(|color| self.engine_plays[color.index()]) {
            record.tags.set(player_key(color), concat!("Ozutsu ", env!("CARGO_PKG_VERSION")));
        }
        if let Some(end) = self.game_end(backend) {
            record.set_end(end);
        }
        record
    }

    /// Answers `load`: continues the first game of a file.
    pub fn load(&mut self, backend: &mut Backend, name: &str) {
        if let Err(error) = self.try_load(backend, name) {
            backend.output.tell(format!("load: {error}"));
        }
    }

    fn try_load(&mut self, backend: &mut Backend, name: &str) -> Result<(), String> {
        let language = backend.output.language();
        if name.is_empty() {
            return Err(language.text("expected the name of a file"));
        }
        let quoted = quoted_path(name);
        let bytes = read_file(path_of(name)).map_err(|error| format!("{quoted}: {error}"))?;
        let hints = Hints { rules: Some(backend.options.variant), ..Hints::default() };
        let games = records::read(&bytes, &hints).map_err(|error| format!("{quoted}: {error}"))?;
        let record =
            games.first().ok_or_else(|| format!("{quoted}: there is no game in the file"))?;
        let others = match games.len() {
            1 => String::new(),
            count => language.fill(", the first of {0} games", &[&count]),
        };
        self.open_game(backend, record, &others);
        Ok(())
    }

    /// Continues a game. `others` tells of further ones in its file.
    pub fn open_game(&mut self, backend: &mut Backend, record: &GameRecord, others: &str) {
        self.set_up(backend, record.position(record.last_node()));
        self.show_position(backend);
        let language = backend.output.language();
        let values = [count_moves(record, language), language.title(record.rules()).into()];
        let report = language.fill("Loaded {0} of {1}", &[&values[0], &values[1]]);
        // The rules have not ended the game: it can go on.
        let end = record.end().filter(|_| self.game_end(backend).is_none());
        let has_result = end.is_some_and(|end| end.result != GameResult::Unknown);
        let end = end.map_or_else(String::new, |end| {
            language.fill(" In the file it has ended: {0}", &[&language.describe_end(end)])
        });
        backend.output.tell(format!("{report}{others}{}{end}", language.text(".")));
        if !has_result {
            self.answer_move(backend);
        }
    }
}

/// Returns the path of a file. As in a shell, `~` is the user's home folder.
fn path_of(name: &str) -> PathBuf {
    match (name.strip_prefix("~/"), env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => name.into(),
    }
}

pub fn count_moves(record: &GameRecord, language: Language) -> String {
    match record.main_line().count() {
        1 => language.text("1 move"),
        count => language.fill("{0} moves", &[&count]),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Output, Session};
    use std::fs;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Printed(Arc<Mutex<String>>);

    impl Output for Printed {
        fn print_line(&self, line: String) {
            *self.0.lock().unwrap() += &(line + "\n");
        }
    }

    #[test]
    fn games_are_saved_and_loaded_in_every_format() {
        let folder = tempfile::tempdir().unwrap();
        let printed = Printed::default();
        let shogi = games::by_name("shogi").unwrap();
        let mut session = Session::new(shogi, Box::new(printed.clone()));
        session.handle_line("7g7f 3c3d");
        session.handle_line("resign");
        for extension in ["kif", "ki2", "csa", "jkf", "pgn", "usi", "sfen", "tsv", "gamecourier"] {
            let path = folder.path().join(format!("a game.{extension}"));
            session.handle_line(&format!("save  {}", path.display()));
            let text = std::mem::take(&mut *printed.0.lock().unwrap());
            assert!(text.contains("info string Saved 2 moves to"), "{extension}: {text}");
            let mut other =
                Session::new(games::by_name("cannonshogi").unwrap(), Box::new(printed.clone()));
            other.handle_line(&format!("load {}", path.display()));
            let text = std::mem::take(&mut *printed.0.lock().unwrap());
            assert_eq!(
                other.backend.position.key(),
                session.backend.position.key(),
                "{extension}: {text}"
            );
            assert!(text.contains("Loaded 2 moves of Shogi."), "{extension}: {text}");
            // A position line has no place for a resignation.
            let keeps_end = !matches!(extension, "usi" | "sfen");
            assert_eq!(
                text.contains("White wins: Black resigns."),
                keeps_end,
                "{extension}: {text}"
            );
        }
    }

    #[test]
    fn nothing_is_lost_by_a_wrong_file() {
        let folder = tempfile::tempdir().unwrap();
        let printed = Printed::default();
        let shosu = games::by_name("shosu").unwrap();
        let mut session = Session::new(shosu, Box::new(printed.clone()));
        session.handle_line("10h10g");
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("diary.pgn"), "Dear diary").unwrap();
        fs::create_dir(path("folder.pgn")).unwrap();
        // The system's error for a missing file.
        let no_file = |name: &str, file: &str| {
            format!("{name}': {}", fs::File::open(path(file)).unwrap_err())
        };
        let key = session.backend.position.key();
        printed.0.lock().unwrap().clear();
        for (line, expected) in [
            (format!("save {}", path("diary.pgn")), "diary.pgn' exists; 'save! "),
            (
                format!("save {}", path("game.csa")),
                "save: only games of shogi can be written as CSA",
            ),
            (format!("save {}", path("game")), "does not tell the format: expected a name"),
            (format!("save! {}", path("folder.pgn")), "folder.pgn': "),
            (format!("save {}", path("none/game.pgn")), &no_file("game.pgn", "none/game.pgn")),
            ("save".into(), "save: expected the name of a file"),
            (format!("load {}", path("none.pgn")), &no_file("none.pgn", "none.pgn")),
            (format!("load {}", path("diary.pgn")), "diary.pgn': line 1: "),
            ("load ".into(), "load: expected the name of a file"),
        ] {
            session.handle_line(&line);
            let text = std::mem::take(&mut *printed.0.lock().unwrap());
            assert!(text.contains(expected) && text.lines().count() == 1, "{line}: {text}");
        }
        assert_eq!(session.backend.position.key(), key);
        assert_eq!(fs::read_to_string(path("diary.pgn")).unwrap(), "Dear diary");
        session.handle_line(&format!("save! {}", path("diary.pgn")));
        assert!(fs::read_to_string(path("diary.pgn")).unwrap().contains("shosu"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
