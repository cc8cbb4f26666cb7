//! The files of the page, embedded in the program.
//!
//! The page is served in a few parts: `/` is the page itself, and everything else is in a folder that is named by the
//! hash of all files, so that browsers keep it. The scripts are written as modules and served as one: their names at
//! the top level differ, so the modules follow each other in one file, without their imports.

use data_encoding::BASE64;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

/// A file of the page as it is served.
#[derive(Debug)]
pub struct Asset {
    /// The content type.
    pub content_type: &'static str,
    /// The content.
    pub content: String,
    /// Whether another version of the program has it at another path.
    pub is_fixed: bool,
}

/// The served files by path.
static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(serve_sources);
/// The hash of all files.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    SOURCES.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
});

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Embeds files of the folder of the page.
macro_rules! sources {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../page/", $name))),)*] };
}

/// The files by name.
const SOURCES: &[(&str, &str)] = sources! {
    "index.html" "icon.svg" "theme.css" "layout.css" "board.css" "panels.css"
    "main.js" "link.js" "kept.js" "scope.js" "core/chinese.js" "core/clipboard.js" "core/connection.js"
        "core/dialog.js" "core/dom.js" "core/english.js" "core/fielderror.js" "core/gamelink.js"
        "core/gestures.js" "core/hanzi.js" "core/japanese.js"
        "core/languages.js" "core/moves.js" "core/ownseats.js" "core/preferences.js" "core/replacegame.js"
        "core/store.js" "core/texts.js" "core/traditional.js" "core/words.js" "board/board.js" "board/glide.js"
        "board/hands.js" "board/kanji.js" "board/marks.js" "board/movement.js"
        "board/overlay.js" "board/picture.js" "board/pieces.js" "board/players.js"
        "board/pointer.js" "board/sounds.js" "board/symbols.js"
        "panels/afterwards.js" "panels/analysis.js" "panels/controls.js" "panels/editor.js" "panels/exercises.js"
        "panels/files.js" "panels/gamechoice.js" "panels/graph.js" "panels/keyboard.js" "panels/mistakes.js" "panels/movelist.js"
        "panels/newgame.js" "panels/ownpuzzles.js" "panels/preview.js" "panels/puzzles.js"
        "panels/recent.js" "panels/seats.js" "panels/settings.js"
        "panels/share.js" "panels/startpuzzle.js" "panels/status.js" "panels/welcome.js"
};

/// The scripts that a page loads with all that they import: the page's own, and the one of its language, unless that is
/// English.
const BUNDLES: [&str; 4] =
    ["main.js", "core/japanese.js", "core/chinese.js", "core/traditional.js"];

/// Returns the version of the page.
pub fn version() -> &'static str {
    &VERSION
}

/// Returns the file at a path. `/` is the page.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.get(path)
}

fn source(name: &str) -> &'static str {
    SOURCES.iter().find(|(other, _)| *other == name).expect("all files are listed").1
}

fn serve_sources() -> BTreeMap<String, Asset> {
    let page = ["href", "src"].iter().fold(source("index.html").to_owned(), |page, name| {
        page.replace(&format!("{name}=\""), &format!("{name}=\"{}/", version()))
    });
    // The drawing is part of the page, which saves a request.
    let icon = BASE64.encode(source("icon.svg").as_bytes());
    let icon = format!("data:image/svg+xml;base64,{icon}");
    let page = page.replace(&format!("{}/icon.svg", version()), &icon);
    let styles = SOURCES.iter().filter(|(name, _)| name.ends_with(".css")).map(|(_, text)| *text);
    let asset = |content_type, content| Asset { content_type, content, is_fixed: true };
    let bundles = BUNDLES.map(|name| {
        let mut script = String::new();
        add_module(name, &mut Vec::new(), &mut script);
        (file_name(name), asset(SCRIPT, script))
    });
    let fixed = [("page.css", asset(CSS, styles.collect()))].into_iter().chain(bundles);
    let fixed = fixed.map(|(name, asset)| (format!("/{}/{name}", version()), asset));
    let page = Asset { content_type: HTML, content: page, is_fixed: false };
    fixed.chain([("/".to_owned(), page)]).collect()
}

/// Adds a module to a script, after those that it imports.
fn add_module(name: &str, added: &mut Vec<String>, script: &mut String) {
    if added.iter().any(|other| other == name) {
        return;
    }
    added.push(name.into());
    let mut own = String::new();
    let mut is_import = false;
    for line in source(name).lines() {
        is_import |= line.starts_with("import ");
        if !is_import {
            own.push_str(line);
            own.push('\n');
        } else if let Some(from) = line.strip_suffix("\";") {
            is_import = false;
            let from = from.rsplit_once('"').expect("the name of a module is quoted").1;
            let imported = match from.strip_prefix("./") {
                Some(sibling) => name.replace(file_name(name), sibling),
                None => from.trim_start_matches("../").into(),
            };
            add_module(&imported, added, script);
        }
    }
    script.push_str(&own);
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_embedded() {
        for folder in ["", "core/", "board/", "panels/"] {
            let path = format!("{}/page/{folder}", env!("CARGO_MANIFEST_DIR"));
            for entry in std::fs::read_dir(path).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if [".html", ".css", ".js", ".svg"].iter().any(|end| name.ends_with(end)) {
                    assert!(!source(&format!("{folder}{name}")).is_empty(), "{folder}{name}");
                }
            }
        }
    }

    #[test]
    fn a_page_is_few_requests_and_has_every_script_once() {
        let page = &find("/").unwrap().content;
        let parts: Vec<_> = page.split('"').filter(|part| part.contains(version())).collect();
        assert_eq!(parts.len(), 2, "{parts:?}");
        assert!(parts.iter().all(|part| find(&format!("/{part}")).is_some()), "{parts:?}");
        for name in BUNDLES {
            let script = &find(&format!("/{}/{}", version(), file_name(name))).unwrap().content;
            // The names that are declared at the top level.
            let names = script.lines().filter_map(|line| {
                let line = line.trim_start_matches("export ").trim_start_matches("async ");
                let rest = ["const ", "let ", "function ", "class "]
                    .iter()
                    .find_map(|w| line.strip_prefix(w))?;
                rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next()
                    .filter(|n| !n.is_empty())
            });
            let mut names: Vec<_> = names.collect();
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert!(count > 3 && names.len() == count, "{name} has a name twice");
            assert!(!script.contains("\nimport "), "{name}");
        }
        let main = &find(&format!("/{}/main.js", version())).unwrap().content;
        assert_eq!(main.matches("export const store =").count(), 1);
    }
}
