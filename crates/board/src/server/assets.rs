//! The files of the page, embedded in the program.

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// The path in the address.
    pub path: &'static str,
    /// The content type.
    pub content_type: &'static str,
    /// The content.
    pub content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Declares the files of a folder with their content types.
macro_rules! assets {
    ($($content_type:ident: $($name:literal)*;)*) => {
        &[$($(Asset {
            path: concat!("/", $name),
            content_type: $content_type,
            content: include_str!(concat!("../../page/", $name)),
        },)*)*]
    };
}

const ASSETS: &[Asset] = assets! {
    HTML: "index.html";
    CSS: "theme.css" "layout.css" "board.css" "panels.css";
    SVG: "icon.svg";
    SCRIPT: "main.js" "gamelink.js" "link.js" "kept.js" "connection.js" "store.js" "texts.js" "english.js"
        "japanese.js" "dom.js" "confirm.js" "preferences.js" "pieces.js" "kanji.js" "symbols.js" "marks.js"
        "board.js" "pointer.js" "hands.js" "overlay.js" "glide.js" "premove.js" "sounds.js" "movement.js"
        "movelist.js" "analysis.js" "graph.js" "review.js" "mistakes.js" "players.js" "controls.js"
        "keyboard.js" "newgame.js" "recent.js" "editor.js" "puzzles.js" "ownpuzzles.js" "startpuzzle.js"
        "replacegame.js"         "share.js" "picture.js" "settings.js";
};

/// Returns the file at a path. `/` is the page.
pub fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "/index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if [".html", ".css", ".js", ".svg"].iter().any(|end| name.ends_with(end)) {
                assert!(find(&format!("/{name}")).is_some(), "{name}");
            }
        }
    }
}
