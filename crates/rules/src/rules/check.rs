//! Finds the errors in a [`GameSpec`].

use super::spec_error::{MAX_NAME_LENGTH, MAX_TEXT_LENGTH};
use super::squares::squares_of;
use super::{SpecError, SpecErrorKind};
use crate::betza::{Direction, LeapKind, Movement, Ray};
use crate::piece::{Color, Piece, PieceKind};
use crate::sfen::{Setup, SfenErrorKind};
use crate::spec::*;
use crate::square::{MAX_BOARD_SIZE, Square};
use crate::zobrist::MAX_HAND_COUNT;
use std::ops::RangeInclusive;

impl GameSpec {
    /// Returns all errors that can be found without building the game. What remains is whether the start
    /// position is legal, and whether there could be too many moves.
    pub fn errors(&self) -> Vec<SpecError> {
        let mut checker = Checker { spec: self, errors: Vec::new() };
        checker.check_game();
        checker.check_piece_list();
        for (index, piece) in self.pieces.iter().enumerate() {
            checker.check_piece(index, piece);
        }
        checker.check_start();
        checker.errors
    }

    /// Returns the start position with the side to move and the hands, which a spec may leave out.
    pub(crate) fn complete_start_sfen(&self) -> String {
        let start = self.start_sfen.trim();
        if start.contains(char::is_whitespace) { start.into() } else { format!("{start} b - 1") }
    }
}

impl PieceSpec {
    /// Returns the abbreviation in western notation.
    pub(super) fn western(&self) -> String {
        if self.western_letters.is_empty() {
            self.letter.into()
        } else {
            self.western_letters.clone()
        }
    }
}

struct Checker<'a> {
    spec: &'a GameSpec,
    errors: Vec<SpecError>,
}

impl Checker<'_> {
    fn push(&mut self, key: &'static str, kind: SpecErrorKind) {
        self.errors.push(SpecError { piece: None, key, kind });
    }

    fn push_piece(&mut self, piece: usize, key: &'static str, kind: SpecErrorKind) {
        self.errors.push(SpecError { piece: Some(piece), key, kind });
    }

    /// Checks everything but the pieces and the start position.
    fn check_game(&mut self) {
        let spec = self.spec;
        if !is_game_name(&spec.name) {
            self.push("name", SpecErrorKind::GameName(spec.name.clone()));
        }
        for (key, text) in [
            ("title", &spec.title),
            ("title-ja", &spec.title_ja),
            ("title-zh-hans", &spec.title_zh_hans),
            ("title-zh-hant", &spec.title_zh_hant),
            ("about", &spec.about),
            ("about-ja", &spec.about_ja),
            ("about-zh-hans", &spec.about_zh_hans),
            ("about-zh-hant", &spec.about_zh_hant),
        ] {
            if let Some(kind) = text_error(text).filter(|_| !text.is_empty()) {
                self.push(key, kind);
            }
        }
        for (key, size) in [("files", spec.files), ("ranks", spec.ranks)] {
            self.check_range(key, size, BOARD_SIZES);
        }
        self.check_side_ranks("promotion-ranks", &spec.promotion_ranks);
        self.check_side_ranks("goal-ranks", &spec.goal_ranks);
        self.check_range("repetition-count", spec.repetition_count, REPETITION_COUNTS);
        if let TwoPawns::DropLimit(limit) = spec.two_pawns {
            self.check_range("two-pawns", limit, 1..=MAX_BOARD_SIZE);
        }
        if let CheckLimit::Consecutive(limit) = spec.check_limit {
            self.check_range("check-limit", limit, CHECK_LIMITS);
        }
        if let Impasse::BothKingsEntered { majors, .. } | Impasse::EnteringKing { majors, .. } =
            &spec.impasse
        {
            let is_known = |letter: char| spec.pieces.iter().any(|piece| piece.letter == letter);
            if let Some(unknown) = majors.chars().find(|&letter| !is_known(letter)) {
                self.push("impasse.majors", SpecErrorKind::UnknownLetter(unknown));
            }
        }
    }

    fn check_range(&mut self, key: &'static str, found: u8, range: RangeInclusive<u8>) {
        if !range.contains(&found) {
            let (min, max) = range.into_inner();
            self.push(key, SpecErrorKind::OutOfRange { found, min, max });
        }
    }

    fn check_side_ranks(&mut self, key: &'static str, side_ranks: &SideRanks) {
        let ranks = self.spec.ranks;
        match side_ranks {
            &SideRanks::Farthest(found) if found >= ranks.max(1) => {
                self.push(key, SpecErrorKind::TooManyRanks { found, ranks });
            }
            SideRanks::Farthest(_) => {}
            SideRanks::Named { black, white } => {
                let is_rank = |letter: char| ('a'..).take(ranks.into()).any(|rank| rank == letter);
                for letters in [black, white] {
                    if !letters.chars().all(is_rank) {
                        self.push(key, SpecErrorKind::RankLetters(letters.clone(), ranks));
                    }
                }
            }
        }
    }

    /// Checks what several pieces share: letters and the role of the king.
    fn check_piece_list(&mut self) {
        let pieces = &self.spec.pieces;
        if pieces.len() > PieceKind::BASE_COUNT {
            self.push("piece", SpecErrorKind::TooManyKinds);
        }
        let mut king = None;
        for (index, piece) in pieces.iter().enumerate() {
            let mut earlier = pieces[..index].iter();
            if !piece.letter.is_ascii_uppercase() {
                self.push_piece(index, "letter", SpecErrorKind::Letter(piece.letter));
            } else if earlier.clone().any(|other| other.letter == piece.letter) {
                let kind = SpecErrorKind::RepeatedLetters(piece.letter.into());
                self.push_piece(index, "letter", kind);
            }
            let western = piece.western();
            // Either name of a piece is read.
            let names = |piece: &PieceSpec| [piece.western(), piece.letter.into()];
            let own = names(piece);
            let common = |other: &PieceSpec| {
                let shared = names(other).into_iter().find(|name| own.contains(name));
                shared.filter(|_| other.letter != piece.letter)
            };
            let is_valid = western.len() <= 3 && western.chars().all(|c| c.is_ascii_uppercase());
            if !piece.western_letters.is_empty() && !is_valid {
                self.push_piece(index, "western-letters", SpecErrorKind::WesternLetters(western));
            } else if let Some(shared) = earlier.find_map(common) {
                let kind = SpecErrorKind::RepeatedLetters(shared);
                self.push_piece(index, "western-letters", kind);
            }
            match king {
                _ if piece.role != Role::King => {}
                None => king = Some(piece.letter),
                Some(king) => self.push_piece(index, "role", SpecErrorKind::SecondKing(king)),
            }
        }
        if king.is_none() {
            self.push("piece", SpecErrorKind::NoKing);
        }
    }

    fn check_piece(&mut self, index: usize, piece: &PieceSpec) {
        let &GameSpec { ranks, .. } = self.spec;
        if piece.dead_ranks > 0 && piece.role == Role::King {
            self.push_piece(index, "dead-ranks", SpecErrorKind::KingDeadRanks);
        } else if piece.dead_ranks >= ranks.max(1) {
            let kind = SpecErrorKind::TooManyRanks { found: piece.dead_ranks, ranks };
            self.push_piece(index, "dead-ranks", kind);
        }
        if piece.role == Role::King && piece.promotion.is_some() {
            self.push_piece(index, "promotes-to", SpecErrorKind::KingPromotion);
        }
        self.check_squares(index, "confined-to", piece.confined_to.as_ref());
        self.check_texts(index, [("name", &piece.name), ("kanji", &piece.kanji)]);
        if let Some(movement) = self.check_movement(index, "movement", &piece.movement) {
            self.check_role_movement(index, piece, &movement);
        }
        if let Some(promoted) = &piece.promotion {
            let texts =
                [("promotes-to.name", &promoted.name), ("promotes-to.kanji", &promoted.kanji)];
            self.check_texts(index, texts);
            self.check_movement(index, "promotes-to.movement", &promoted.movement);
            self.check_squares(index, "promotes-to.confined-to", promoted.confined_to.as_ref());
        }
    }

    /// Checks the squares to which a form of a piece is confined.
    fn check_squares(&mut self, index: usize, key: &'static str, squares: Option<&SideSquares>) {
        let texts = match squares {
            None => [None, None],
            Some(SideSquares::Turned(text)) => [Some(text), None],
            Some(SideSquares::Named { black, white }) => [Some(black), Some(white)],
        };
        for text in texts.into_iter().flatten() {
            if squares_of(text, self.spec.files, self.spec.ranks).is_none() {
                self.push_piece(index, key, SpecErrorKind::Squares(text.clone()));
            }
        }
    }

    /// Checks the name and the characters of a form of a piece. The characters may be left out.
    fn check_texts(&mut self, index: usize, [name, kanji]: [(&'static str, &String); 2]) {
        for (key, text) in
            [Some(name), Some(kanji).filter(|(_, kanji)| !kanji.is_empty())].into_iter().flatten()
        {
            if let Some(kind) = text_error(text) {
                self.push_piece(index, key, kind);
            }
        }
    }

    /// Returns a movement if its notation is valid.
    fn check_movement(&mut self, index: usize, key: &'static str, betza: &str) -> Option<Movement> {
        let kind = if betza.len() > MAX_TEXT_LENGTH {
            SpecErrorKind::TooLong(betza.len())
        } else {
            match betza.parse() {
                Ok(movement) => return Some(movement),
                Err(error) => SpecErrorKind::Movement { movement: betza.into(), error },
            }
        };
        self.push_piece(index, key, kind);
        None
    }

    /// Checks that a king's or pawn's movement suits its role.
    fn check_role_movement(&mut self, index: usize, piece: &PieceSpec, movement: &Movement) {
        let Movement { leaps, rays } = movement;
        match piece.role {
            Role::King => {
                let is_king_like = rays.iter().all(|ray| *ray == Ray::default() || ray.is_step())
                    && leaps
                        .iter()
                        .all(|leap| leap.quiet && leap.capture && leap.kind == LeapKind::Free);
                if !is_king_like {
                    let kind = SpecErrorKind::KingMovement(piece.movement.clone());
                    self.push_piece(index, "movement", kind);
                }
            }
            Role::Pawn if self.spec.two_pawns == TwoPawns::Forbidden => {
                let mut rays = rays.iter().zip(Direction::ALL);
                let changes_files = leaps.iter().any(|leap| leap.right != 0)
                    || rays.any(|(ray, to)| to.right != 0 && *ray != Ray::default());
                if changes_files {
                    let kind = SpecErrorKind::PawnChangesFiles(piece.movement.clone());
                    self.push("two-pawns", kind);
                }
            }
            Role::Pawn | Role::Ordinary => {}
        }
    }

    /// Checks the text of the start position, unless the board or the letters are wrong.
    fn check_start(&mut self) {
        let is_unreadable = |error: &SpecError| {
            matches!(error.key, "files" | "ranks" | "letter")
                || matches!(error.kind, SpecErrorKind::TooManyKinds)
        };
        if self.errors.iter().any(is_unreadable) {
            return;
        }
        match Setup::from_sfen(self.spec, &self.spec.complete_start_sfen()) {
            Ok(setup) => {
                for (index, &PieceSpec { letter, role, .. }) in self.spec.pieces.iter().enumerate()
                {
                    let kind = PieceKind::base(index);
                    let found = setup.count(kind);
                    for color in Color::BOTH.into_iter().filter(|_| role == Role::King) {
                        let king = Some(Piece::new(color, kind));
                        if !Square::all().any(|square| setup.piece_on(square) == king) {
                            self.push("start", SpecErrorKind::StartWithoutKing(color));
                        }
                    }
                    if found > MAX_HAND_COUNT {
                        self.push("start", SpecErrorKind::TooManyPieces { letter, found });
                    }
                }
            }
            Err(error) => {
                let kind = match error.kind {
                    SfenErrorKind::UnexpectedCharacter(letter) if letter.is_ascii_alphabetic() => {
                        SpecErrorKind::UnknownLetter(letter.to_ascii_uppercase())
                    }
                    _ => SpecErrorKind::Start(error),
                };
                self.push("start", kind);
            }
        }
    }
}

/// Returns whether a text can name a game in protocols, files and options.
fn is_game_name(name: &str) -> bool {
    name.len() <= MAX_NAME_LENGTH
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Returns the error in a text that should be printable on one line.
fn text_error(text: &str) -> Option<SpecErrorKind> {
    match text.chars().count() {
        length if length > MAX_TEXT_LENGTH => Some(SpecErrorKind::TooLong(length)),
        _ if text.trim().is_empty() || text.contains(char::is_control) => {
            Some(SpecErrorKind::Text(text.into()))
        }
        _ => None,
    }
}
