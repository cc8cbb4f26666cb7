//! Writes, for each kind of file in the folders `games/NAME/`, a function that returns the one of a game.

use std::fmt::Write;
use std::path::Path;
use std::{env, error, fs, io};

/// The functions, and the files that they return. A game without a file of a kind works without it.
const KINDS: [(&str, &str); 7] = [
    ("rules_file", "rules.toml"),
    ("parameters", "parameters.txt"),
    ("network", "network.ozn"),
    ("book", "book.db"),
    ("puzzles", "puzzles.epd"),
    ("openings", "openings.txt"),
    ("handicaps", "handicaps.tsv"),
];

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=games");
    let games = fs::read_dir(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("games"))?;
    let mut folders = games.map(|game| Ok(game?.path())).collect::<io::Result<Vec<_>>>()?;
    folders.sort();
    for folder in &folders {
        for file in fs::read_dir(folder)? {
            let file = file?.path();
            if !KINDS.iter().any(|(_, name)| file.ends_with(name)) {
                return Err(format!("{} is not a file of a game", file.display()).into());
            }
        }
    }
    let mut code = String::new();
    for (function, file) in KINDS {
        let (content, include) =
            if function == "network" { ("[u8]", "bytes") } else { ("str", "str") };
        writeln!(
            code,
            "pub fn {function}(game: &str) -> Option<&'static {content}> {{
            static FILES: &[(&str, &{content})] = &["
        )?;
        for folder in &folders {
            let path = folder.join(file);
            if let (true, Some(game)) = (path.is_file(), folder.file_name()) {
                writeln!(code, "({game:?}, include_{include}!({path:?})),")?;
            }
        }
        code += "];
            FILES.iter().find(|(name, _)| *name == game).map(|(_, content)| *content) }\n";
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), code)?;
    Ok(())
}
