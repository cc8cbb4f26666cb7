//! The puzzles that are part of the program, in files of EPD lines.

/// The files with their games.
const STORED: [(&str, &str); 5] = [
    ("cannonshogi", include_str!("../../data/cannonshogi.epd")),
    ("taihoshogi", include_str!("../../data/taihoshogi.epd")),
    ("shosu", include_str!("../../data/shosu.epd")),
    ("shosucourier", include_str!("../../data/shosucourier.epd")),
    ("cannonshosu", include_str!("../../data/cannonshosu.epd")),
];

/// Returns the stored puzzles of a game as lines of EPD, easiest first, or `None` if there are none.
pub fn stored_puzzles(game: &str) -> Option<&'static str> {
    STORED.iter().find(|(name, _)| *name == game).map(|(_, lines)| *lines)
}

/// Returns the names of the games that have stored puzzles.
pub fn games_with_puzzles() -> impl Iterator<Item = &'static str> {
    STORED.iter().map(|(name, _)| *name)
}
