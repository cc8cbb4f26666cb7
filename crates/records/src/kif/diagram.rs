//! Board diagrams of KIF (BOD): ranks between bars, hands, and the side to move.

use super::kanji::{PieceNames, format_number, full_width, rank_numeral, read_number};
use crate::error::{RecordError, RecordErrorKind};
use crate::handicap;
use rules::spec::BOARD_SIZES;
use rules::{Color, Piece, Position, Rules, Setup, Square};
use std::fmt::Write;

/// Reads the start position of a record line by line.
pub(super) struct StartPositionReader<'a> {
    rules: &'static Rules,
    names: &'a PieceNames,
    setup: Setup,
    /// The number of ranks already read.
    ranks: u8,
    /// The name of the handicap and its line.
    handicap: Option<(String, usize)>,
    has_side: bool,
    last_line: usize,
}

/// A part of the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StartPositionLine<'a> {
    /// `手合割：香落ち`
    Handicap(&'a str),
    /// `先手の持駒：飛二　歩十`
    Hand(Color, &'a str),
    /// `|v香v桂 ...|一`
    Rank(&'a str),
    /// `後手番`
    Side(Color),
    /// `手数＝30 ...`: the number of moves before the position.
    MoveNumber(u32),
    /// The frame of the diagram and the numbers of its files.
    Frame,
}

impl<'a> StartPositionLine<'a> {
    /// Returns the part that a line gives, if any.
    pub fn parse(line: &'a str) -> Option<Self> {
        if let Some((key, value)) = line.split_once(['：', ':']) {
            match key.trim() {
                "手合割" => return Some(Self::Handicap(value.trim())),
                "先手の持駒" | "下手の持駒" => {
                    return Some(Self::Hand(Color::Black, value));
                }
                "後手の持駒" | "上手の持駒" => {
                    return Some(Self::Hand(Color::White, value));
                }
                _ => {}
            }
        }
        let trimmed = line.trim();
        if let Some(rank) = trimmed.strip_prefix(['|', '｜']) {
            return Some(Self::Rank(rank));
        }
        match trimmed {
            "先手番" | "下手番" => return Some(Self::Side(Color::Black)),
            "後手番" | "上手番" => return Some(Self::Side(Color::White)),
            _ => {}
        }
        if let Some(number) = trimmed.strip_prefix("手数＝").or(trimmed.strip_prefix("手数="))
        {
            return Some(Self::MoveNumber(read_number(number).map_or(0, |(number, _)| number)));
        }
        let is_frame = trimmed.starts_with("+-") || trimmed.starts_with("＋－");
        let is_file = |word: &str| read_number(word).is_some_and(|(_, rest)| rest.is_empty());
        let is_files = trimmed.split_whitespace().count() >= usize::from(*BOARD_SIZES.start())
            && trimmed.split_whitespace().all(is_file);
        (is_frame || is_files).then_some(Self::Frame)
    }
}

impl<'a> StartPositionReader<'a> {
    pub fn new(rules: &'static Rules, names: &'a PieceNames) -> Self {
        let setup = Setup::new(Color::Black);
        Self { rules, names, setup, ranks: 0, handicap: None, has_side: false, last_line: 1 }
    }

    /// Returns the name of the handicap.
    pub fn handicap(&self) -> Option<&str> {
        self.handicap.as_ref().map(|(name, _)| name.as_str())
    }

    pub fn add(&mut self, part: StartPositionLine<'_>, line: usize) -> Result<(), RecordError> {
        self.last_line = line;
        match part {
            StartPositionLine::Handicap(name) => self.handicap = Some((name.to_owned(), line)),
            StartPositionLine::Hand(color, pieces) => self.read_hand(color, pieces, line)?,
            StartPositionLine::Rank(cells) => self.read_rank(cells, line)?,
            StartPositionLine::Side(color) => {
                self.setup.side = color;
                self.has_side = true;
            }
            StartPositionLine::MoveNumber(played) => {
                self.setup.move_number = played.saturating_add(1);
            }
            StartPositionLine::Frame => {}
        }
        Ok(())
    }

    pub fn finish(&mut self) -> Result<Position, RecordError> {
        let rules = self.rules;
        if self.ranks > 0 {
            if self.ranks < rules.ranks() {
                let found = format!("a diagram of {} ranks", self.ranks);
                return Err(RecordError::new(
                    self.last_line,
                    RecordErrorKind::Unexpected {
                        found,
                        expected: "a rank for every rank of the board",
                    },
                ));
            }
            let gives_handicap = self.handicap().is_some_and(|name| {
                handicap::position(rules, name).is_some_and(|start| start.side() == Color::White)
            });
            if gives_handicap && !self.has_side {
                self.setup.side = Color::White;
            }
            let position = self.setup.build(rules);
            return position
                .map_err(|error| RecordError::position(self.last_line, "the diagram", error));
        }
        match &self.handicap {
            None => Ok(Position::start(rules)),
            Some((name, line)) => handicap::position(rules, name).ok_or_else(|| {
                RecordError::unexpected(
                    *line,
                    name,
                    "a handicap such as 平手 or 香落ち, or a diagram",
                )
            }),
        }
    }

    fn read_hand(&mut self, color: Color, pieces: &str, line: usize) -> Result<(), RecordError> {
        self.setup.clear_hand(color);
        let mut rest = pieces.trim();
        if matches!(rest, "なし" | "無し") {
            return Ok(());
        }
        while !rest.is_empty() {
            let error =
                || RecordError::unexpected(line, rest, "pieces in hand such as 飛 or 歩十二");
            let (kind, after) = self.names.read(rest).ok_or_else(error)?;
            if kind.is_promoted() {
                return Err(error());
            }
            let (count, after) = read_number(after).unwrap_or((1, after));
            self.setup.add_to_hand(color, kind, count);
            rest = after.trim_start();
        }
        Ok(())
    }

    fn read_rank(&mut self, cells: &str, line: usize) -> Result<(), RecordError> {
        let rules = self.rules;
        if self.ranks == rules.ranks() {
            return Err(RecordError::unexpected(line, cells, "no more ranks than the board has"));
        }
        let mut rest = cells;
        for file in (0..rules.files()).rev() {
            let error = || RecordError::unexpected(line, rest, "a piece or ・ for every file");
            rest = rest.trim_start_matches([' ', '　']);
            let unmarked = rest.strip_prefix(['v', 'V', 'ｖ', '^']).unwrap_or(rest);
            if let Some(after) = unmarked.strip_prefix(['・', '.', '･']) {
                rest = after;
                continue;
            }
            // A piece can have the letter of the mark.
            let white =
                rest.strip_prefix(['v', 'V', 'ｖ']).and_then(|after| self.names.read(after));
            let (color, (kind, after)) = match white {
                Some(piece) => (Color::White, piece),
                None => {
                    let piece = self.names.read(rest.strip_prefix('^').unwrap_or(rest));
                    (Color::Black, piece.ok_or_else(error)?)
                }
            };
            let square = Square::new(file, self.ranks);
            self.setup.put(square, Some(Piece::new(color, kind)));
            rest = after;
        }
        if !rest.trim_start_matches([' ', '　']).starts_with(['|', '｜']) {
            return Err(RecordError::unexpected(line, rest, "| after the last file"));
        }
        self.ranks += 1;
        Ok(())
    }
}

/// Draws a position as KIF does (BOD), with the pieces in kanji. KIF and KI2 can be read from it.
pub fn board_diagram(position: &Position) -> String {
    format_diagram(position, &PieceNames::new(position.rules()))
}

pub(super) fn format_diagram(position: &Position, names: &PieceNames) -> String {
    let rules = position.rules();
    let width = names.drawn_width();
    let mut text = format!("後手の持駒：{}\n ", format_hand(position, names, Color::White));
    for file in (1..=rules.files()).rev() {
        let number: String = file.to_string().chars().map(full_width).collect();
        let padding = "　".repeat(width.saturating_sub(number.chars().count()));
        let _ = write!(text, " {number}{padding}");
    }
    let frame = format!("\n+{}+\n", "-".repeat(usize::from(rules.files()) * (1 + 2 * width)));
    text += &frame;
    for rank in 0..rules.ranks() {
        text.push('|');
        for file in (0..rules.files()).rev() {
            let piece = position.piece_on(Square::new(file, rank));
            let mark = if piece.is_some_and(|p| p.color() == Color::White) { 'v' } else { ' ' };
            let name = piece.map_or("・", |piece| names.drawn(piece.kind()));
            let padding = "　".repeat(width.saturating_sub(name.chars().count()));
            let _ = write!(text, "{mark}{name}{padding}");
        }
        let _ = writeln!(text, "|{}", rank_numeral(rank));
    }
    text += frame.trim_start();
    let _ = writeln!(text, "先手の持駒：{}", format_hand(position, names, Color::Black));
    if position.side() == Color::White {
        text += "後手番\n";
    }
    if position.move_number() > 1 {
        let _ = writeln!(text, "手数＝{}", position.move_number() - 1);
    }
    text
}

fn format_hand(position: &Position, names: &PieceNames, color: Color) -> String {
    let mut pieces = Vec::new();
    for (kind, count) in position.hand(color).iter() {
        let count = if count > 1 { format_number(u32::from(count)) } else { String::new() };
        pieces.push(format!("{}{count}", names.written(kind)));
    }
    if pieces.is_empty() { "なし".into() } else { pieces.join("　") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws and reads a position of a game with kings and with pieces that are given.
    fn read_again(start: &str, pieces: &str, sfen: &str) {
        let size = start.matches('/').count() + 1;
        let text = format!(
            "name = 'small'\nfiles = {size}\nranks = {size}\npromotion-ranks = 1\nstart = '{start}'\n\
             [[piece]]\nletter = 'K'\nname = 'King'\nmovement = 'K'\nrole = 'king'\n{pieces}"
        );
        let file = games::parse(&text);
        assert_eq!(file.errors, []);
        let rules = file.games[0].rules;
        let names = PieceNames::new(rules);
        let drawn = format_diagram(&Position::from_sfen(rules, sfen).unwrap(), &names);
        let mut reader = StartPositionReader::new(rules, &names);
        for line in drawn.lines() {
            let part = StartPositionLine::parse(line.trim()).expect(line);
            reader.add(part, 1).unwrap();
        }
        assert_eq!(reader.finish().unwrap().sfen().to_string(), sfen, "{drawn}");
    }

    #[test]
    fn pieces_with_the_same_kanji_or_the_letter_of_a_mark_are_told_apart() {
        let piece = |letter, kanji, more: &str| {
            let name = format!("{letter}{letter}");
            format!(
                "[[piece]]\nletter = '{letter}'\nname = '{name}'\nkanji = '{kanji}'\nmovement = 'W'\n{more}"
            )
        };
        let promotion = "promotes-to = { name = 'Y', movement = 'F', kanji = '金' }\n";
        let pieces = [
            piece('U', "砲", ""),
            piece('C', "砲", ""),
            piece('G', "金", ""),
            piece('P', "歩", promotion),
            piece('V', "V", ""),
        ];
        let start = "4k/5/5/5/K4 b 3U5CG2P5V";
        read_again(start, &pieces.concat(), "4k/vV3/1P1+PC/UVcG1/K4 b UC2Vu2c 7");
    }

    #[test]
    fn the_files_of_a_narrow_board_are_its_frame() {
        read_again("2k/3/K2", "", "k2/3/2K w - 2");
    }
}
