//! The formats: detecting them, and reading and writing records in any of them.

use crate::encoding::{decode, encode_shift_jis, pack, without_gz};
use crate::error::{RecordError, RecordErrorKind, WriteError};
use crate::game_name::{rules_by_any_name, shogi};
use crate::record::{GameRecord, ReadGame};
use crate::warning::Warning;
use crate::{csa, game_courier, jkf, kif, match_log, pgn, usi};
use rules::Rules;
use std::fmt;
use std::path::Path;

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Format {
    /// KIF. Its reader also reads KI2.
    Kif,
    /// KI2. Its reader also reads KIF.
    Ki2,
    Csa,
    /// JSON Kifu Format.
    Jkf,
    Pgn,
    /// USI position lines.
    Usi,
    /// The log of `ozutsu-match`.
    MatchLog,
    /// The notation of Game Courier.
    GameCourier,
    /// A list of moves with or without numbers, comments, variations and a result.
    MoveList,
}

impl Format {
    /// All formats with their names and the extensions of their files, the usual one first.
    const ALL: [(Self, &'static str, &'static [&'static str]); 9] = [
        (Self::Kif, "kif", &["kif", "kifu"]),
        (Self::Ki2, "ki2", &["ki2", "ki2u"]),
        (Self::Csa, "csa", &["csa"]),
        (Self::Jkf, "jkf", &["jkf"]),
        (Self::Pgn, "pgn", &["pgn"]),
        (Self::Usi, "usi", &["usi", "sfen"]),
        (Self::MatchLog, "log", &["tsv"]),
        (Self::GameCourier, "gamecourier", &["gamecourier"]),
        (Self::MoveList, "moves", &[]),
    ];

    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|&(_, name, _)| name)
    }

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|&&(format, ..)| format == self).map_or("", |&(_, name, _)| name)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|&&(_, known, _)| known == name).map(|&(format, ..)| format)
    }

    /// Returns the extensions of files in any format.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().flat_map(|&(.., extensions)| extensions).copied()
    }

    /// Returns the usual extension of files in this format.
    pub fn extension(self) -> &'static str {
        let entry = Self::ALL.iter().find(|&&(format, ..)| format == self);
        // Lists of moves are written as PGN.
        entry.and_then(|(.., extensions)| extensions.first()).unwrap_or(&"pgn")
    }

    /// Returns whether a file of several games can be written in this format. KIF and KI2 are read, but other
    /// programs take only the first game. JKF has one.
    pub fn holds_several_games(self) -> bool {
        !matches!(self, Self::Kif | Self::Ki2 | Self::Jkf)
    }

    /// Checks that a game can be written in this format.
    pub fn check(self, record: &GameRecord) -> Result<(), WriteError> {
        let is_shogi = record.rules().name() == "shogi";
        match self {
            Self::Csa if !is_shogi => Err(WriteError::ShogiOnly("CSA")),
            Self::Jkf if !is_shogi => Err(WriteError::ShogiOnly("JKF")),
            Self::Jkf if record.depth() > jkf::MAX_DEPTH => {
                Err(WriteError::TooDeep(jkf::MAX_DEPTH))
            }
            _ => Ok(()),
        }
    }

    /// Returns the format that the extension of a file names, before `.gz` if the file is compressed.
    pub fn of_path(path: &Path) -> Option<Self> {
        let path = without_gz(path);
        let extension = path.extension()?.to_ascii_lowercase();
        let has_extension = |names: &[&str]| names.iter().any(|&name| extension == name);
        Self::ALL.iter().find(|(.., names)| has_extension(names)).map(|&(format, ..)| format)
    }

    /// Encodes a text for a file. KIF and KI2 with the extensions `.kif` and `.ki2` are in Shift_JIS, as other
    /// programs expect, unless a character is not in it, which is returned as an error; everything else is in UTF-8.
    /// Files whose names end in `.gz` are compressed.
    pub fn encode(self, text: String, path: &Path) -> (Vec<u8>, Option<WriteError>) {
        let is_kif = matches!(self, Self::Kif | Self::Ki2);
        let extension = without_gz(path).extension().unwrap_or_default().to_ascii_lowercase();
        let is_shift_jis = is_kif && (extension == "kif" || extension == "ki2");
        let (bytes, error) = match is_shift_jis.then(|| encode_shift_jis(&text)) {
            Some(Ok(bytes)) => (bytes, None),
            Some(Err(error)) => (text.into_bytes(), Some(error)),
            None => (text.into_bytes(), None),
        };
        (pack(bytes, path), error)
    }

    /// Detects the format of a text by its content.
    pub fn detect(text: &str) -> Option<Self> {
        // What programs write first leaves no doubt, whatever names and comments contain.
        for (start, format) in [("#KIF", Self::Kif), ("'CSA", Self::Csa)] {
            if text.trim_start().starts_with(start) {
                return Some(format);
            }
        }
        // PGN may begin with a comment in braces.
        let object = text.trim_start().strip_prefix('{').map(str::trim_start);
        if object.is_some_and(|object| object.starts_with('"')) && text.contains("\"moves\"") {
            return Some(Self::Jkf);
        }
        let lines =
            || text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
        let is_tag = |line: &str| line.starts_with('[') && line.contains('"');
        // A game without moves on the board has no such line, but no other format has such comments.
        let has_tags = lines().any(is_tag);
        let mut is_in_braces = false;
        let mut body = lines().filter(|line| !is_tag(line)).enumerate();
        let is_game_courier = body.any(|(index, line)| {
            let is_comment = (has_tags || index == 0) && line.starts_with("//");
            let found = !is_in_braces && (is_comment || game_courier::is_move_line(line));
            is_in_braces = match (line.rfind('{'), line.rfind('}')) {
                (Some(open), close) if close.is_none_or(|close| close < open) => true,
                (_, close) => is_in_braces && close.is_none(),
            };
            found
        });
        if is_game_courier {
            return Some(Self::GameCourier);
        }
        if has_tags {
            return Some(Self::Pgn);
        }
        let is_log = |line: &str| {
            line.split_once('\t').is_some_and(|(game, _)| rules_by_any_name(game).is_some())
        };
        if lines().next().is_some_and(is_log) {
            return Some(Self::MatchLog);
        }
        if lines().any(is_kif) {
            return Some(if lines().any(is_numbered_kif) { Self::Kif } else { Self::Ki2 });
        }
        if lines().any(is_csa) {
            return Some(Self::Csa);
        }
        if lines().next().is_some_and(is_usi) {
            return Some(Self::Usi);
        }
        // A move has a digit and a letter, whatever the notation.
        let is_move = |word: &str| {
            let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
            (has_digit && word.bytes().any(|byte| byte.is_ascii_lowercase()))
                || is_japanese_move(word)
        };
        let is_text = !text.contains('\0');
        (is_text && text.split_whitespace().any(is_move)).then_some(Self::MoveList)
    }
}

/// Returns whether a line is a comment of some format, which may contain anything.
fn is_comment(line: &str) -> bool {
    line.starts_with(['*', '\'', '#', ';'])
        && !line.starts_with("#KIF")
        && !line.starts_with("'CSA encoding")
}

fn is_kif(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "手数",
        "手合割",
        "先手：",
        "後手：",
        "下手：",
        "上手：",
        "変化：",
        "まで",
        "▲",
        "△",
        "☗",
        "☖",
        "棋種",
    ];
    STARTS.iter().any(|start| line.starts_with(start))
        || line.contains("の持駒")
        || line.starts_with("#KIF")
        || is_numbered_kif(line)
}

/// Returns whether a line is a move of KIF: a number and a move in kanji.
fn is_numbered_kif(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_kanji = |c: char| ('\u{4e00}'..'\u{a000}').contains(&c);
    rest.len() < line.len()
        && rest.starts_with(char::is_whitespace)
        && rest.trim_start().chars().take(4).any(is_kanji)
}

fn is_csa(line: &str) -> bool {
    let bytes = line.as_bytes();
    let is_move = bytes.len() >= 7
        && matches!(bytes[0], b'+' | b'-')
        && bytes[1..5].iter().all(u8::is_ascii_digit)
        && bytes[5..7].iter().all(u8::is_ascii_uppercase);
    let is_version = |start: &str| {
        line.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    is_move
        || ["V2", "V3"].iter().any(|start| is_version(start))
        || line == "PI"
        || ["P1-", "P1 *", "P1+", "'CSA", "%TORYO"].iter().any(|start| line.starts_with(start))
}

/// Returns whether a word begins with a square and a piece, as `７六歩` or `76歩`.
fn is_japanese_move(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = number.strip_prefix('.').unwrap_or(word);
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let square = word.trim_start_matches(is_digit);
    let piece = square.trim_start_matches(|c| "一二三四五六七八九十".contains(c));
    let digits = word.chars().take_while(|&c| is_digit(c)).count();
    let has_rank = piece.len() < square.len() || digits >= 2;
    let is_piece = |c: char| c.is_alphabetic() && !c.is_ascii() && !"年月日時分秒手局".contains(c);
    digits > 0 && has_rank && piece.starts_with(is_piece)
}

fn is_usi(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    matches!(first, "position" | "startpos" | "sfen" | "fen" | "setoption" | "moves")
        || is_board(first)
}

/// Returns whether a word is a board of SFEN, of whatever size.
fn is_board(word: &str) -> bool {
    let board = word.split_once('[').map_or(word, |(board, _)| board);
    let is_rank = |rank: &str| {
        !rank.is_empty() && rank.chars().all(|c| c.is_ascii_alphanumeric() || "+*:~".contains(c))
    };
    board.matches('/').count() >= 2
        && board.contains(|c: char| c.is_ascii_alphabetic())
        && board.split('/').all(is_rank)
}

/// Hints about a file that its content may not give.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hints {
    /// The format. Without it, the content decides.
    pub format: Option<Format>,
    /// The game, for files that do not name one. Without it, that is the one which they fit best, with a
    /// [warning](GameRecord::warnings) if there are several. CSA and JKF files are shogi, and lines of match logs name
    /// their games.
    pub rules: Option<&'static Rules>,
    /// The game of KIF and KI2 files that do not name one, where a person has chosen it: these are shogi otherwise.
    pub kif_rules: Option<&'static Rules>,
}

/// Reads all games of a file. If anything in it cannot be read, there is an error and no game.
///
/// ```
/// use records::{Hints, read};
///
/// let games = read("▲７六歩 △３四歩\nまで2手で後手の勝ち\n".as_bytes(), &Hints::default())?;
/// assert_eq!(games[0].moves().count(), 2);
/// let error = read("▲７六歩 △７六歩\n".as_bytes(), &Hints::default()).unwrap_err();
/// assert_eq!(error.line, 1);
/// # Ok::<(), records::RecordError>(())
/// ```
pub fn read(bytes: &[u8], hints: &Hints) -> Result<Vec<GameRecord>, RecordError> {
    read_text(&decode(bytes)?, hints)
}

/// Reads all games of a text. See [`read`].
pub fn read_text(text: &str, hints: &Hints) -> Result<Vec<GameRecord>, RecordError> {
    read_games(text, hints)?.collect(MAX_EMPTY_GAMES)
}

/// The most games without moves in a file that is read as a whole. A few bytes make such a game, which
/// takes kilobytes of memory.
const MAX_EMPTY_GAMES: usize = 100_000;

/// The games of a text, which are read one by one. There is at least one game or an error. The games after one
/// that cannot be read follow its error.
pub struct Games<'a> {
    games: Box<dyn Iterator<Item = ReadGame> + 'a>,
    /// A warning about each game.
    warning: Option<Warning>,
    /// The last line of the last game, or that of an error; 0 before the first.
    line: usize,
}

impl Games<'_> {
    fn collect(mut self, max_empty: usize) -> Result<Vec<GameRecord>, RecordError> {
        let (mut all, mut empty) = (Vec::new(), 0);
        while let Some(game) = self.next() {
            let game = game?;
            empty += usize::from(game.move_count() == 0);
            if empty > max_empty {
                let kind = RecordErrorKind::TooManyEmptyGames(max_empty);
                return Err(RecordError::new(self.line, kind));
            }
            all.push(game);
        }
        Ok(all)
    }
}

impl fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").field("line", &self.line).finish_non_exhaustive()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match self.games.next() {
            None if self.line == 0 => Err(RecordError::new(1, RecordErrorKind::Empty)),
            next => next?,
        };
        self.line = next.as_ref().map_or_else(|error| error.line, |&(_, line)| line).max(1);
        Some(next.map(|(mut game, _)| {
            self.warning.iter().for_each(|warning| game.warn(warning.clone()));
            game
        }))
    }
}

/// Reads the games of a text one by one, so that files with many games need little memory.
///
/// ```
/// use records::{Hints, read_games};
///
/// let text = "startpos moves 7g7f\nstartpos moves 2g2f\n";
/// let hints = Hints { rules: games::by_name("shogi"), ..Hints::default() };
/// for game in read_games(text, &hints)? {
///     assert_eq!(game?.move_count(), 1);
/// }
/// # Ok::<(), records::RecordError>(())
/// ```
pub fn read_games<'a>(text: &'a str, hints: &Hints) -> Result<Games<'a>, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(RecordError::new(1, RecordErrorKind::Empty));
    }
    let unknown = RecordError::new(1, RecordErrorKind::UnknownFormat);
    let format = hints.format.or_else(|| Format::detect(text)).ok_or(unknown)?;
    let (rules, warning) = match hints.rules {
        Some(rules) => (rules, None),
        None => likely_game(text, format),
    };
    let kif_rules = hints.kif_rules.unwrap_or_else(shogi);
    let is_kif = matches!(format, Format::Kif | Format::Ki2);
    let games = games_of(text, format, if is_kif { kif_rules } else { rules });
    Ok(Games { games: Box::new(games.fuse()), warning, line: 0 })
}

/// Reads the games of a text. `rules` are those of games that name none.
fn games_of<'a>(
    text: &'a str,
    format: Format,
    rules: &'static Rules,
) -> Box<dyn Iterator<Item = ReadGame> + 'a> {
    let without_zero_times = |game: ReadGame| {
        game.map(|(mut record, line)| {
            record.remove_zero_times();
            (record, line)
        })
    };
    match format {
        Format::Kif | Format::Ki2 => Box::new(kif::read(text, rules).map(without_zero_times)),
        Format::Csa => Box::new(csa::read(text).map(without_zero_times)),
        Format::Jkf => Box::new(jkf::read(text).map(without_zero_times)),
        Format::Pgn | Format::MoveList => Box::new(pgn::read(text, rules)),
        Format::Usi => Box::new(usi::read(text, rules)),
        Format::GameCourier => Box::new(game_courier::read(text, rules)),
        Format::MatchLog => Box::new(match_log::read(text)),
    }
}

/// The number of games by which the game is found that a file does not name.
const MAX_SAMPLE: usize = 1_000;

/// Returns the game of a text that names none: the first of those in which most records can be read, and of these most
/// begin at the game's start position. If there are several, there is a warning.
fn likely_game(text: &str, format: Format) -> (&'static Rules, Option<Warning>) {
    let default = games::all().next().expect("there are built-in games");
    if names_game(text, format) {
        return (default, None);
    }
    let count = |rules| {
        let games = games_of(text, format, rules).take(MAX_SAMPLE).flatten();
        games.fold((0, 0), |(games, standard), (game, _)| {
            (games + 1, standard + usize::from(game.is_standard_start()))
        })
    };
    let counts: Vec<_> = games::all().map(|rules| (rules, count(rules))).collect();
    let best = counts.iter().map(|&(_, count)| count).max().unwrap_or_default();
    let mut likely = counts.iter().filter(|&&(_, count)| count == best).map(|&(rules, _)| rules);
    let taken = likely.next().unwrap_or(default);
    let others: Vec<_> = likely.map(Rules::name).collect();
    let is_certain = best.0 == 0 || others.is_empty();
    let warning = Warning::SeveralGames { taken: taken.name(), others };
    (taken, (!is_certain).then_some(warning))
}

/// Returns whether a text says of which game its records are, or its format does.
fn names_game(text: &str, format: Format) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    match format {
        Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf | Format::MatchLog => true,
        Format::Usi => lines
            .find(|line| !line.starts_with('#'))
            .is_some_and(|line| line.starts_with("setoption") && line.contains("_Variant")),
        Format::Pgn | Format::GameCourier | Format::MoveList => lines
            .any(|line| line.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("[Variant "))),
    }
}

/// Formats a game. A move list is written as PGN.
pub fn write(record: &GameRecord, format: Format) -> Result<String, WriteError> {
    format.check(record)?;
    Ok(match format {
        Format::Kif => kif::write_kif(record),
        Format::Ki2 => kif::write_ki2(record),
        Format::Csa => csa::write(record),
        Format::Jkf => jkf::write(record),
        Format::Pgn | Format::MoveList => pgn::write(record),
        Format::Usi => usi::write(record) + "\n",
        Format::MatchLog => match_log::write(record),
        Format::GameCourier => game_courier::write(record),
    })
}

/// Formats several games as one file.
pub fn write_all(records: &[GameRecord], format: Format) -> Result<String, WriteError> {
    let mut writer = GameWriter::new(format);
    records.iter().map(|record| writer.format(record)).collect()
}

/// Formats the games of a file one by one.
#[derive(Debug)]
pub struct GameWriter {
    format: Format,
    /// The game of the last record.
    game: Option<&'static str>,
}

impl GameWriter {
    pub fn new(format: Format) -> Self {
        Self { format, game: None }
    }

    /// Returns the text of the next game of the file.
    pub fn format(&mut self, record: &GameRecord) -> Result<String, WriteError> {
        let name = record.rules().name();
        let text = write(record, self.format)?;
        let last = self.game.replace(name);
        match self.format {
            _ if last.is_some() && !self.format.holds_several_games() => {
                Err(WriteError::OneGameOnly(self.format.name()))
            }
            Format::Csa if last.is_some() => Ok(format!("/\n{text}")),
            // A position line does not name its game, and without a name is one of the default game.
            Format::Usi if last != Some(name) => {
                Ok(format!("setoption name UCI_Variant value {name}\n{text}"))
            }
            _ => Ok(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_moves_are_limited() {
        let hints = Hints { rules: games::by_name("shogi"), ..Hints::default() };
        let collect = |text| read_games(text, &hints).unwrap().collect(2);
        let error = collect("startpos\nstartpos\n\nstartpos\n").unwrap_err();
        assert_eq!(error.to_string(), "line 4: more than 2 games without moves");
        assert_eq!(collect("startpos\nstartpos\nstartpos moves 7g7f\n").unwrap().len(), 3);
    }

    #[test]
    fn games_after_one_that_cannot_be_read_follow_its_error() {
        // Each text has two games, one with an error in the given line, and another game.
        let texts = [
            ("startpos\nstartpos\nstartpos moves 7g7g\nstartpos", 3),
            (
                "setoption name UCI_Variant value shosu\nstartpos\nstartpos\n\
                 setoption name UCI_Variant value chess\nstartpos\n\
                 setoption name UCI_Variant value shogi\nstartpos",
                4,
            ),
            ("shogi\tstartpos\nshogi\tstartpos\nchess\tstartpos\nshogi\tstartpos", 3),
            ("PI\n+\n+7776FU\n/\nPI\n+\n/\nPI\n+\n+7775FU\n-3334FU\n/\nPI\n+\n", 10),
            (
                "手合割：平手\n1 ７六歩(77)\n手合割：平手\n1 ７六歩(77)\n\
                 手合割：平手\n1 ７五歩(77)\n2 ３四歩(33)\n手合割：平手\n1 ７六歩(77)\n",
                6,
            ),
            (
                "[A \"1\"]\nP d3-d4\n[A \"2\"]\n// x\n[A \"3\"]\nP d3-d9\nP d7-d6\n[A \"4\"]\nP d3-d4",
                6,
            ),
            ("[A \"1\"]\n\n*\n[A \"2\"]\n\n*\n[A \"3\"]\n[B]\n[C \"\"]\n\n*\n[A \"4\"]\n\n*\n", 8),
            ("[A \"1\"]\n\n*\n[A \"2\"]\n\n*\n[FEN \"3\"]\n\n7g7f *\n\n[A \"4\"]\n\n*\n", 7),
            (
                "[A \"1\"]\n*\n[A \"2\"]\n*\n[A \"3\"]\n1. 7g7g {\n[%x]\n} 1-0\n[A \"4\"]\n7g7f *\n",
                6,
            ),
            ("[A \"1\"]\n*\n[A \"2\"]\n*\n[A \"3\"]\n1. 7g7f {open *\n[A \"4\"]\n7g7f *\n", 6),
            ("7g7f 3c3d 1-0\n7g7f *\n7g7f (\n7g7g\n2g2f) 3c3d 0-1\n7g7f *\n", 4),
        ];
        let hints = Hints { rules: games::by_name("shogi"), ..Hints::default() };
        for (text, line) in texts {
            let games = read_games(text, &hints).unwrap();
            let lines: Vec<_> = games.map(|game| game.err().map(|error| error.line)).collect();
            assert_eq!(lines, [None, None, Some(line), None], "{text}");
        }
    }
}
