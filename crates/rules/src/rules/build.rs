//! Checks a [`GameSpec`] and compiles it to [`Rules`].

use super::spec_error::{MAX_NAME_LENGTH, MAX_TEXT_LENGTH};
use super::{PieceForm, PieceInfo, PromotionSquares, Rules, SpecError, SpecErrorKind};
use crate::attacks::AttackTables;
use crate::betza::{Direction, Movement, Ray};
use crate::bitboard::Bitboard;
use crate::movegen::MAX_MOVES;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::spec::*;
use crate::square::MAX_BOARD_SIZE;
use crate::zobrist;
use std::sync::{Mutex, PoisonError};

/// A form of a piece that an error is about: its index in the list of pieces and the keys of the
/// file format.
struct FormKeys {
    piece: usize,
    name: &'static str,
    kanji: &'static str,
    movement: &'static str,
}

impl Rules {
    /// Checks a spec and compiles it. The rules stay in memory, so that positions can hold a `'static`
    /// reference; the same spec returns the same rules.
    pub fn build(spec: &GameSpec) -> Result<&'static Self, SpecError> {
        Self::build_or_errors(spec).map_err(|mut errors| errors.swap_remove(0))
    }

    /// Like [`build`](Self::build), but returns all errors that can be found at once; the list is
    /// never empty.
    pub fn build_or_errors(spec: &GameSpec) -> Result<&'static Self, Vec<SpecError>> {
        let rules = Self::compile_once(spec)?;
        match Position::from_sfen(rules, rules.start_sfen()) {
            Ok(start) if start.goal_winner().is_some() => {
                Err(vec![game_error("start", SpecErrorKind::StartAtGoal)])
            }
            Ok(_) => Ok(rules),
            Err(error) => Err(vec![game_error("start", SpecErrorKind::Start(error))]),
        }
    }

    /// Returns the compiled rules of a spec, which are compiled at the first call.
    fn compile_once(spec: &GameSpec) -> Result<&'static Self, Vec<SpecError>> {
        static COMPILED: Mutex<Vec<&Rules>> = Mutex::new(Vec::new());
        let mut spec = spec.clone();
        if !spec.start_sfen.trim().contains(' ') {
            spec.start_sfen = format!("{} b - 1", spec.start_sfen.trim());
        }
        let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = compiled.iter().find(|rules| rules.spec == spec) {
            return Ok(rules);
        }
        let rules: &'static Self = Box::leak(Box::new(Self::compile(&spec)?));
        compiled.push(rules);
        Ok(rules)
    }

    fn compile(spec: &GameSpec) -> Result<Self, Vec<SpecError>> {
        let &GameSpec { files, ranks, .. } = spec;
        let mut errors = game_errors(spec);
        errors.extend(piece_list_errors(spec));
        let pieces = piece_infos(spec, &mut errors);
        let (Some(king), []) = (king_kind(spec), &*errors) else { return Err(errors) };
        let movements: [Option<Movement>; PieceKind::COUNT] = std::array::from_fn(|index| {
            let kind = PieceKind::from_index(index);
            let piece = pieces.get(kind.unpromoted().index())?;
            let form =
                if kind.is_promoted() { piece.promoted.as_ref() } else { Some(&piece.unpromoted) };
            form.map(|form| form.movement.clone())
        });
        let board = Bitboard::rectangle(files, ranks);
        let mut rules = Self {
            spec: spec.clone(),
            board_squares: board,
            king,
            pawns: spec
                .pieces
                .iter()
                .rev()
                .fold(0, |set, p| set << 1 | u32::from(p.role == Role::Pawn)),
            promotable_kinds: pieces
                .iter()
                .rev()
                .fold(0, |set, p| set << 1 | u32::from(p.promoted.is_some())),
            restricted_kinds: 0,
            promotion_zones: squares_of_ranks(board, ranks, &spec.promotion_ranks),
            goal_squares: squares_of_ranks(board, ranks, &spec.goal_ranks),
            has_goal: spec.goal_ranks != SideRanks::default(),
            promotion_squares: Default::default(),
            dead_squares: [[Bitboard::EMPTY; PieceKind::BASE_COUNT]; 2],
            tables: AttackTables::new(&movements, king, files, ranks),
            kinds: Vec::new(),
            shift_groups: Vec::new(),
            single_step_pawns: None,
            move_groups: Vec::new(),
            leaper_kinds: 0,
            pieces,
        };
        for (index, piece) in spec.pieces.iter().enumerate() {
            let [black, white] = farthest_ranks(board, ranks, piece.dead_ranks);
            (rules.dead_squares[0][index], rules.dead_squares[1][index]) = (black, white);
        }
        rules.fill_promotion_squares();
        rules.group_kinds();
        match rules.max_moves() {
            found if found > MAX_MOVES => {
                let kind = SpecErrorKind::TooManyMoves { found, limit: MAX_MOVES };
                Err(vec![game_error("start", kind)])
            }
            _ => Ok(rules),
        }
    }

    /// Fills `promotion_squares` and `restricted_kinds` for the unpromoted kinds.
    fn fill_promotion_squares(&mut self) {
        for index in 0..self.pieces.len() {
            let can_promote = self.can_promote(PieceKind::base(index));
            let must_promote = self.spec.mandatory_promotion == MandatoryPromotion::Always;
            for color in [0, 1] {
                let dead = self.dead_squares[color][index];
                let zone = self.promotion_zones[color];
                self.promotion_squares[color][index] = match (can_promote, must_promote) {
                    (false, _) => PromotionSquares { forced: dead, ..PromotionSquares::default() },
                    (true, false) => {
                        PromotionSquares { zone, forced: dead, forced_from_zone: dead }
                    }
                    (true, true) => PromotionSquares {
                        zone,
                        forced: dead | zone,
                        forced_from_zone: self.board_squares,
                    },
                };
            }
            if can_promote || self.dead_squares[0][index].any() {
                self.restricted_kinds |= 1 << index;
            }
        }
    }

    /// Returns an upper bound on the number of pseudo-legal moves in any position of the game.
    fn max_moves(&self) -> usize {
        let moves_of = |kind: PieceKind, moves_per_target: u32| {
            let target_counts = self
                .board_squares
                .into_iter()
                .map(|from| self.tables.max_targets(kind, from).count());
            usize::from(self.pieces[kind.unpromoted().index()].count)
                * (moves_per_target * target_counts.max().unwrap_or(0)) as usize
        };
        let on_board = self.pieces.iter().enumerate().map(|(index, piece)| {
            let unpromoted =
                moves_of(PieceKind::base(index), if piece.promoted.is_some() { 2 } else { 1 });
            let promoted = piece
                .promoted
                .as_ref()
                .map_or(0, |_| moves_of(PieceKind::base(index).promoted(), 1));
            unpromoted.max(promoted)
        });
        on_board.sum::<usize>() + (self.pieces.len() - 1) * self.board_squares.count() as usize
    }
}

fn game_error(key: &'static str, kind: SpecErrorKind) -> SpecError {
    SpecError { piece: None, key, kind }
}

fn piece_error(piece: usize, key: &'static str, kind: SpecErrorKind) -> SpecError {
    SpecError { piece: Some(piece), key, kind }
}

/// Returns the errors in everything but the pieces and the start position.
fn game_errors(spec: &GameSpec) -> Vec<SpecError> {
    let mut errors = Vec::new();
    if !is_game_name(&spec.name) {
        errors.push(game_error("name", SpecErrorKind::GameName(spec.name.clone())));
    }
    for (key, text) in [("title", &spec.title), ("about", &spec.about)] {
        if !text.is_empty() {
            errors.extend(text_error(text).map(|kind| game_error(key, kind)));
        }
    }
    for (key, size) in [("files", spec.files), ("ranks", spec.ranks)] {
        if !(3..=MAX_BOARD_SIZE).contains(&size) {
            errors.push(game_error(key, SpecErrorKind::BoardSize(size)));
        }
    }
    errors.extend(side_ranks_error("promotion-ranks", &spec.promotion_ranks, spec.ranks));
    errors.extend(side_ranks_error("goal-ranks", &spec.goal_ranks, spec.ranks));
    if !(2..=MAX_REPETITION_COUNT).contains(&spec.repetition_count) {
        let kind = SpecErrorKind::RepetitionCount(spec.repetition_count);
        errors.push(game_error("repetition-count", kind));
    }
    if let CheckLimit::Consecutive(n) = spec.check_limit
        && (n == 0 || usize::from(n) >= zobrist::CHECK_COUNTS)
    {
        errors.push(game_error("check-limit", SpecErrorKind::CheckLimit(n)));
    }
    if let Impasse::BothKingsEntered { majors, .. } | Impasse::EnteringKing { majors, .. } =
        &spec.impasse
    {
        let known = |letter: char| spec.pieces.iter().any(|piece| piece.letter == letter);
        let unknown = majors.chars().find(|&letter| !known(letter));
        let unknown = unknown.map(SpecErrorKind::ImpasseLetter);
        errors.extend(unknown.map(|kind| game_error("impasse.majors", kind)));
    }
    errors
}

/// Returns the error in the ranks of a key, if there is one.
fn side_ranks_error(key: &'static str, side_ranks: &SideRanks, ranks: u8) -> Option<SpecError> {
    match side_ranks {
        &SideRanks::Farthest(found) => (found >= ranks.max(1))
            .then(|| game_error(key, SpecErrorKind::SideRanks { found, ranks })),
        SideRanks::Named { black, white } => {
            let is_rank = |letter: char| ('a'..).take(ranks.into()).any(|rank| rank == letter);
            let invalid = [black, white].into_iter().find(|letters| !letters.chars().all(is_rank));
            let kind = |letters: &String| SpecErrorKind::RankLetters(letters.clone(), ranks);
            invalid.map(|letters| game_error(key, kind(letters)))
        }
    }
}

/// Returns the errors in letters, roles and dead ranks.
fn piece_list_errors(spec: &GameSpec) -> Vec<SpecError> {
    let mut errors = Vec::new();
    if spec.pieces.len() > PieceKind::BASE_COUNT {
        errors.push(game_error("piece", SpecErrorKind::TooManyKinds(spec.pieces.len())));
    }
    if !spec.pieces.iter().any(|piece| piece.role == Role::King) {
        errors.push(game_error("piece", SpecErrorKind::NoKing));
    }
    for (index, piece) in spec.pieces.iter().enumerate() {
        let mut push = |key, kind| errors.push(piece_error(index, key, kind));
        let mut earlier = spec.pieces[..index].iter();
        if !piece.letter.is_ascii_uppercase() {
            push("letter", SpecErrorKind::Letter(piece.letter));
        } else if earlier.clone().any(|other| other.letter == piece.letter) {
            push("letter", SpecErrorKind::RepeatedLetter(piece.letter));
        }
        let western = western_letters(piece);
        let is_repeated =
            |other: &PieceSpec| other.letter != piece.letter && western_letters(other) == western;
        let is_valid = western.len() <= 3 && western.chars().all(|c| c.is_ascii_uppercase());
        if !piece.western_letters.is_empty() && !is_valid {
            push("western-letters", SpecErrorKind::WesternLetters(western));
        } else if earlier.clone().any(is_repeated) {
            push("western-letters", SpecErrorKind::RepeatedWesternLetters(western));
        }
        if piece.dead_ranks > 0 && piece.role == Role::King {
            push("dead-ranks", SpecErrorKind::KingDeadRanks);
        } else if piece.dead_ranks >= spec.ranks.max(1) {
            let kind = SpecErrorKind::DeadRanks { found: piece.dead_ranks, ranks: spec.ranks };
            push("dead-ranks", kind);
        }
        let same_role = earlier.find(|other| other.role == piece.role).map(|other| other.letter);
        if let (Role::King, Some(king)) = (piece.role, same_role) {
            push("role", SpecErrorKind::SecondKing(king));
        }
        if piece.role == Role::King && piece.promotion.is_some() {
            push("promotes-to", SpecErrorKind::KingPromotion);
        }
    }
    errors
}

/// Returns the descriptions of the pieces that have valid movements, and adds the errors of the
/// others to the list.
fn piece_infos(spec: &GameSpec, errors: &mut Vec<SpecError>) -> Vec<PieceInfo> {
    let mut pieces = Vec::new();
    for (index, piece) in spec.pieces.iter().enumerate() {
        let letter = piece.letter;
        let found = piece_count(&spec.start_sfen, letter);
        if found > zobrist::MAX_HAND_COUNT {
            let kind = SpecErrorKind::TooManyPieces { letter, found };
            errors.push(game_error("start", kind));
        }
        let keys = FormKeys { piece: index, name: "name", kanji: "kanji", movement: "movement" };
        let kanji = if piece.kanji.is_empty() { &letter.to_string() } else { &piece.kanji };
        let unpromoted = piece_form(&keys, &piece.name, kanji, &piece.movement, errors);
        let promoted = piece.promotion.as_ref().map(|promotion| {
            let keys = FormKeys {
                piece: index,
                name: "promotes-to.name",
                kanji: "promotes-to.kanji",
                movement: "promotes-to.movement",
            };
            let [name, kanji] = promoted_texts(piece, promotion);
            piece_form(&keys, &name, &kanji, &promotion.movement, errors)
        });
        let (Some(unpromoted), Some(promoted)) =
            (unpromoted, promoted.map_or(Some(None), |form| form.map(Some)))
        else {
            continue;
        };
        errors.extend(role_movement_error(spec, index, &unpromoted.movement));
        pieces.push(PieceInfo {
            letter,
            western_letters: western_letters(piece),
            unpromoted,
            promoted,
            count: found as u8,
        });
    }
    pieces
}

/// Returns the abbreviation of a piece in western notation.
fn western_letters(piece: &PieceSpec) -> String {
    match &*piece.western_letters {
        "" => piece.letter.into(),
        western => western.into(),
    }
}

/// Returns the number of pieces with this letter on the board and in hand.
fn piece_count(sfen: &str, letter: char) -> usize {
    let mut fields = sfen.split_ascii_whitespace();
    let (board, hands) = (fields.next().unwrap_or_default(), fields.nth(1).unwrap_or_default());
    let is_letter = |c: char| c.to_ascii_uppercase() == letter;
    let (mut in_hand, mut digits) = (0_usize, String::new());
    for symbol in hands.chars() {
        if symbol.is_ascii_digit() {
            digits.push(symbol);
            continue;
        }
        if is_letter(symbol) {
            // A malformed number is an error of the start position.
            in_hand = in_hand.saturating_add(digits.parse().unwrap_or(1));
        }
        digits.clear();
    }
    board.chars().filter(|&c| is_letter(c)).count().saturating_add(in_hand)
}

/// Returns the name and the characters of a promoted form.
fn promoted_texts(piece: &PieceSpec, promotion: &PromotionSpec) -> [String; 2] {
    let name = match &*promotion.name {
        "" => format!("Promoted {}", piece.name),
        name => name.into(),
    };
    let kanji = match (&*promotion.kanji, &*piece.kanji) {
        ("", "") => format!("成{}", piece.letter),
        ("", kanji) => {
            kanji.split(' ').map(|kanji| format!("成{kanji}")).collect::<Vec<_>>().join(" ")
        }
        (kanji, _) => kanji.into(),
    };
    [name, kanji]
}

/// Returns the compiled form of a piece, or adds its errors to the list.
fn piece_form(
    keys: &FormKeys,
    name: &str,
    kanji: &str,
    betza: &str,
    errors: &mut Vec<SpecError>,
) -> Option<PieceForm> {
    for (key, text) in [(keys.name, name), (keys.kanji, kanji)] {
        errors.extend(text_error(text).map(|kind| piece_error(keys.piece, key, kind)));
    }
    if betza.len() > MAX_TEXT_LENGTH {
        errors.push(piece_error(keys.piece, keys.movement, SpecErrorKind::TooLong(betza.len())));
        return None;
    }
    let (black, white) = kanji.split_once(' ').unwrap_or((kanji, kanji));
    match betza.parse() {
        Ok(movement) => Some(PieceForm {
            name: name.into(),
            kanji: [black.into(), white.into()],
            betza: betza.into(),
            movement,
        }),
        Err(error) => {
            let kind = SpecErrorKind::Movement { movement: betza.into(), error };
            errors.push(piece_error(keys.piece, keys.movement, kind));
            None
        }
    }
}

/// Returns the error if a king's or pawn's movement does not suit its role.
fn role_movement_error(spec: &GameSpec, index: usize, movement: &Movement) -> Option<SpecError> {
    let piece = &spec.pieces[index];
    match piece.role {
        Role::King => {
            let is_king_like =
                movement.rays.iter().all(|ray| *ray == Ray::default() || ray.is_step())
                    && movement.leaps.iter().all(|leap| leap.quiet && leap.capture);
            (!is_king_like).then(|| {
                piece_error(index, "movement", SpecErrorKind::KingMovement(piece.movement.clone()))
            })
        }
        Role::Pawn if spec.two_pawns == TwoPawns::Forbidden => {
            let changes_files = movement.leaps.iter().any(|leap| leap.right != 0)
                || movement
                    .rays
                    .iter()
                    .zip(Direction::ALL)
                    .any(|(ray, direction)| direction.right != 0 && *ray != Ray::default());
            changes_files.then(|| {
                game_error("two-pawns", SpecErrorKind::PawnChangesFiles(piece.movement.clone()))
            })
        }
        Role::Pawn | Role::Ordinary => None,
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

/// Returns the first kind with the role of the king, if any.
fn king_kind(spec: &GameSpec) -> Option<PieceKind> {
    let index = spec.pieces.iter().position(|piece| piece.role == Role::King)?;
    (index < PieceKind::BASE_COUNT).then(|| PieceKind::base(index))
}

/// Returns the squares of the ranks of each side.
fn squares_of_ranks(board: Bitboard, ranks: u8, side_ranks: &SideRanks) -> [Bitboard; 2] {
    match side_ranks {
        &SideRanks::Farthest(count) => farthest_ranks(board, ranks, count),
        SideRanks::Named { black, white } => [black, white].map(|letters| {
            let has_letter = |rank: u8| letters.contains(char::from(b'a' + rank));
            board.into_iter().filter(|square| has_letter(square.rank())).collect()
        }),
    }
}

/// Returns the `count` ranks farthest from each side.
fn farthest_ranks(board: Bitboard, ranks: u8, count: u8) -> [Bitboard; 2] {
    let ranks_where =
        |keep: &dyn Fn(u8) -> bool| board.into_iter().filter(|s| keep(s.rank())).collect();
    [ranks_where(&|rank| rank < count), ranks_where(&|rank| rank + count >= ranks)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::spec;

    /// Returns the errors in standard shogi with one piece changed.
    fn errors_with(changed: PieceSpec) -> Vec<SpecErrorKind> {
        let mut spec = spec("shogi");
        let piece = spec.pieces.iter_mut().find(|piece| piece.letter == changed.letter);
        *piece.unwrap() = changed;
        let errors = Rules::build_or_errors(&spec).err().unwrap_or_default();
        errors.into_iter().map(|error| error.kind).collect()
    }

    fn shogi_piece(letter: char) -> PieceSpec {
        let pieces = spec("shogi").pieces;
        pieces.into_iter().find(|piece| piece.letter == letter).unwrap()
    }

    #[test]
    fn only_the_king_cannot_have_dead_ranks() {
        for letter in ['S', 'G'] {
            assert_eq!(errors_with(shogi_piece(letter).dead_ranks(1)), []);
        }
        assert_eq!(errors_with(shogi_piece('K').dead_ranks(1)), [SpecErrorKind::KingDeadRanks]);
    }

    #[test]
    fn king_promotion_is_rejected() {
        let king = shogi_piece('K').promotes_to("Emperor", "帝", "K");
        assert_eq!(errors_with(king), [SpecErrorKind::KingPromotion]);
    }

    #[test]
    fn a_spec_is_compiled_once() {
        let mut spec = GameSpec { name: "once".into(), ..spec("shogi") };
        let rules = Rules::build(&spec).unwrap();
        assert!(std::ptr::eq(Rules::build(&spec.clone()).unwrap(), rules));
        spec.repetition_count = 3;
        let changed = Rules::build(&spec).unwrap();
        assert!(!std::ptr::eq(changed, rules));
        assert_eq!([rules, changed].map(Rules::repetition_count), [4, 3]);
    }

    #[test]
    fn all_errors_are_found_at_once() {
        let mut silver = shogi_piece('S').promotes_to("Gold", "金", "WfX").dead_ranks(9);
        silver.movement = "ffB".into();
        silver.western_letters = "s".into();
        assert_eq!(errors_with(silver).len(), 4);
    }
}
