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
    SCRIPT: "main.js" "link.js" "kept.js" "core/chinese.js" "core/clipboard.js" "core/confirm.js" "core/connection.js"
        "core/coordinates.js" "core/dom.js" "core/english.js" "core/gamelink.js" "core/hanzi.js" "core/japanese.js"
        "core/keptkeys.js" "core/languages.js" "core/preferences.js" "core/replacegame.js"
        "core/store.js" "core/texts.js" "core/traditional.js" "core/words.js" "board/board.js" "board/drawing.js" "board/glide.js"
        "board/hands.js" "board/kanji.js" "board/keyboard.js" "board/marks.js" "board/movement.js"
        "board/overlay.js" "board/picture.js" "board/pieces.js" "board/players.js"
        "board/pointer.js" "board/premove.js" "board/sounds.js" "board/symbols.js"
        "panels/analysis.js" "panels/controls.js" "panels/editor.js" "panels/exercises.js"
        "panels/files.js" "panels/gamechoice.js" "panels/graph.js" "panels/mistakes.js" "panels/movelist.js"
        "panels/newgame.js" "panels/ownpuzzles.js" "panels/preview.js" "panels/puzzles.js"
        "panels/recent.js" "panels/review.js" "panels/seats.js" "panels/settings.js"
        "panels/share.js" "panels/startpuzzle.js";
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
        for folder in ["", "core/", "board/", "panels/"] {
            let path = format!("{}/page/{folder}", env!("CARGO_MANIFEST_DIR"));
            for entry in std::fs::read_dir(path).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if [".html", ".css", ".js", ".svg"].iter().any(|end| name.ends_with(end)) {
                    assert!(find(&format!("/{folder}{name}")).is_some(), "{folder}{name}");
                }
            }
        }
    }
}
