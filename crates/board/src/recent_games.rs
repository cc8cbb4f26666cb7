//! The list of recent games: what pages get of it, and what they look for in it.

use crate::messages::{GameInfo, RecentInfo, Reply, SaveWarning};
use crate::recent_game::RecentGame;
use crate::step::{Finished, Step};
use data_encoding::BASE64;
use records::tags;
use time::OffsetDateTime;

/// The most games in a message.
pub const MAX_LISTED: usize = 20;
/// The longest text of all games of a file in bytes.
const MAX_FILE: usize = 100 << 20;

/// Returns those of the kept games that have all words of a text in their names, their event and place, their game, or
/// the day when they were last kept. The offset is the milliseconds by which the person's clock is ahead of UTC.
pub fn find<'a>(
    kept: &'a [RecentGame],
    text: &str,
    games: &'a [GameInfo],
    offset: i64,
) -> impl Iterator<Item = &'a RecentGame> {
    let words = Vec::from_iter(text.split_whitespace().map(str::to_lowercase));
    kept.iter().filter(move |game| {
        let text = searched_text(&game.info, &game.pgn, games, offset);
        words.iter().all(|word| text.contains(word))
    })
}

/// Returns the text of a game in which words are found.
fn searched_text(info: &RecentInfo, pgn: &str, games: &[GameInfo], offset: i64) -> String {
    let game = games.iter().find(|game| game.name == info.variant);
    let titles = game.into_iter().flat_map(|game| game.title.values().copied());
    let names = info.names.iter().flatten().flatten().map(String::as_str);
    let headers = pgn.lines().map_while(|line| line.strip_prefix('[')?.split_once(" \""));
    let headers = headers.filter(|(key, _)| [tags::EVENT, tags::SITE].contains(key));
    let texts = [&*info.variant].into_iter().chain(titles).chain(names);
    let mut text = Vec::from_iter(texts.chain(headers.map(|(_, value)| value))).join("\n");
    let seconds = (info.saved as i64).saturating_add(offset) / 1_000;
    if let Ok(day) = OffsetDateTime::from_unix_timestamp(seconds) {
        text.push_str(&format!("\n{}", day.date()));
    }
    text.to_lowercase()
}

/// Returns some of the games that were found.
pub fn list<'a>(
    found: impl Iterator<Item = &'a RecentGame>,
    from: usize,
) -> (Vec<RecentInfo>, usize) {
    let found = Vec::from_iter(found);
    let listed = found.iter().skip(from).take(MAX_LISTED).map(|game| game.info.clone());
    (listed.collect(), found.len())
}

/// Writes games into one file, the newest last. Leaves out the oldest ones if it would be too long.
pub fn export<'a>(found: impl Iterator<Item = &'a RecentGame>) -> Step {
    let (texts, older) = newest(found.map(|game| game.pgn.clone()), MAX_FILE);
    Step::Work(Box::new(move || {
        let text =
            Vec::from_iter(texts.iter().rev().map(|text| text.trim_end())).join("\n\n") + "\n";
        let (name, content) = ("ozutsu-games.pgn".into(), BASE64.encode(text.as_bytes()));
        let warning = (older > 0).then_some(SaveWarning::Older(older));
        Finished::Answer(Ok(Reply::File { name, content, warning }))
    }))
}

/// Returns the first texts that are together no longer than a number of bytes, and how many others there are.
fn newest(mut texts: impl Iterator<Item = String>, max_size: usize) -> (Vec<String>, usize) {
    let (mut first, mut size) = (Vec::new(), 0);
    while let Some(text) = texts.next() {
        size += text.len();
        if size > max_size {
            return (first, 1 + texts.count());
        }
        first.push(text);
    }
    (first, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oldest_games_are_left_out_of_a_long_file() {
        let texts = || ["abc", "de", "f", "g"].map(str::to_owned).into_iter();
        assert_eq!(newest(texts(), 6), (vec!["abc".into(), "de".into(), "f".into()], 1));
        assert_eq!(newest(texts(), 4), (vec!["abc".into()], 3));
        assert_eq!(newest(texts(), 7).1, 0);
    }
}
