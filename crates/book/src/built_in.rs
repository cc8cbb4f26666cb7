//! The books that are part of the program.

/// The books with their games.
const BUILT_IN: [(&str, &str); 6] = [
    ("cannonshogi", include_str!("../data/cannonshogi.db")),
    ("taihoshogi", include_str!("../data/taihoshogi.db")),
    ("shosu", include_str!("../data/shosu.db")),
    ("shosucourier", include_str!("../data/shosucourier.db")),
    ("cannonshosu", include_str!("../data/cannonshosu.db")),
    ("shogi", include_str!("../data/shogi.db")),
];

/// Returns the text of a game's built-in book, or `None` if there is none.
pub fn built_in_book(game: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(name, _)| *name == game).map(|(_, text)| *text)
}
