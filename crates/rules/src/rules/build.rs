//! Checks a [`GameSpec`] and compiles it to [`Rules`].

use super::{PieceForm, PieceInfo, Rules, SpecError};
use crate::attacks::AttackTables;
use crate::betza::Movement;
use crate::bitboard::Bitboard;
use crate::movegen::MAX_MOVES;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::spec::*;
use crate::square::MAX_BOARD_SIZE;
use crate::zobrist;

impl Rules {
    /// Checks a spec and compiles it. The rules are leaked, so that positions can hold a `'static`
    /// reference.
    pub fn build(spec: &GameSpec<'_>) -> Result<&'static Self, SpecError> {
        let rules: &'static Self = Box::leak(Box::new(Self::compile(spec)?));
        Position::from_sfen(rules, &rules.start_sfen).map_err(SpecError::Start)?;
        Ok(rules)
    }

    fn compile(spec: &GameSpec<'_>) -> Result<Self, SpecError> {
        let GameSpec { files, ranks, promotion_ranks, .. } = *spec;
        if !(3..=MAX_BOARD_SIZE).contains(&files) || !(3..=MAX_BOARD_SIZE).contains(&ranks) {
            return Err(SpecError::BoardSize);
        }
        if promotion_ranks >= ranks || spec.pieces.iter().any(|piece| piece.dead_ranks >= ranks) {
            return Err(SpecError::ZoneCoversBoard);
        }
        if matches!(spec.check_limit, CheckLimit::Consecutive(n) if n == 0 || usize::from(n) >= zobrist::CHECK_COUNTS)
        {
            return Err(SpecError::CheckLimit);
        }
        let pieces = piece_infos(spec)?;
        let king = kind_with_role(spec, Role::King)?.ok_or(SpecError::Roles)?;
        let pawn = kind_with_role(spec, Role::Pawn)?;
        if spec.pieces[king.index()].promotion.is_some() {
            return Err(SpecError::KingPromotion);
        }
        let movements: [Option<Movement>; PieceKind::COUNT] = std::array::from_fn(|index| {
            let kind = PieceKind::from_index(index);
            let piece = pieces.get(kind.unpromoted().index())?;
            let form =
                if kind.is_promoted() { piece.promoted.as_ref() } else { Some(&piece.unpromoted) };
            form.map(|form| form.movement.clone())
        });
        let board = Bitboard::rectangle(files, ranks);
        let mut rules = Self {
            name: spec.name.into(),
            title: spec.title.into(),
            about: spec.about.into(),
            files,
            ranks,
            start_sfen: spec.start_sfen.into(),
            board_squares: board,
            king,
            pawn,
            promotable_kinds: pieces
                .iter()
                .rev()
                .fold(0, |set, p| set << 1 | u32::from(p.promoted.is_some())),
            promotion_zones: farthest_ranks(board, ranks, promotion_ranks),
            dead_squares: [[Bitboard::EMPTY; PieceKind::BASE_COUNT]; 2],
            pawn_drop_mate: spec.pawn_drop_mate,
            two_pawns: spec.two_pawns,
            repetition: spec.repetition,
            check_limit: spec.check_limit,
            impasse: checked_impasse(spec)?,
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
        rules.group_kinds()?;
        if rules.max_moves() > MAX_MOVES {
            return Err(SpecError::TooLarge);
        }
        Ok(rules)
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

/// Returns the descriptions of the pieces.
fn piece_infos(spec: &GameSpec<'_>) -> Result<Vec<PieceInfo>, SpecError> {
    if spec.pieces.len() > PieceKind::BASE_COUNT {
        return Err(SpecError::TooManyKinds);
    }
    let form = |name: &str, kanji: &str, betza: &str| {
        let movement = betza.parse();
        let movement =
            movement.map_err(|error| SpecError::Movement { piece: name.into(), error })?;
        let (black, white) = kanji.split_once(' ').unwrap_or((kanji, kanji));
        Ok(PieceForm {
            name: name.into(),
            kanji: [black.into(), white.into()],
            betza: betza.into(),
            movement,
        })
    };
    let placement = spec.start_sfen.split(' ').next().unwrap_or_default();
    let mut letters = Vec::new();
    let mut pieces = Vec::new();
    for piece in spec.pieces {
        if !piece.letter.is_ascii_uppercase() || letters.contains(&piece.letter) {
            return Err(SpecError::Letter(piece.letter));
        }
        letters.push(piece.letter);
        if piece.dead_ranks > 0 && piece.promotion.is_none() {
            return Err(SpecError::DeadRanks(piece.letter));
        }
        let promoted = piece.promotion.map(|p| form(p.name, p.kanji, p.movement)).transpose()?;
        let count = placement.chars().filter(|c| c.to_ascii_uppercase() == piece.letter).count();
        if count > zobrist::MAX_HAND_COUNT {
            return Err(SpecError::TooLarge);
        }
        pieces.push(PieceInfo {
            letter: piece.letter,
            western_letters: match piece.western_letters {
                "" => piece.letter.into(),
                western => western.into(),
            },
            unpromoted: form(piece.name, piece.kanji, piece.movement)?,
            promoted,
            count: count as u8,
        });
    }
    Ok(pieces)
}

/// Returns the kind with this role, if any.
fn kind_with_role(spec: &GameSpec<'_>, role: Role) -> Result<Option<PieceKind>, SpecError> {
    let mut matching = spec.pieces.iter().enumerate().filter(|(_, piece)| piece.role == role);
    match (matching.next(), matching.next()) {
        (first, None) => Ok(first.map(|(index, _)| PieceKind::base(index))),
        _ => Err(SpecError::Roles),
    }
}

/// Returns the impasse rule with its letters checked and leaked.
fn checked_impasse(spec: &GameSpec<'_>) -> Result<Impasse<'static>, SpecError> {
    let leak_checked = |majors: &str| {
        let known = |letter: &char| spec.pieces.iter().any(|piece| piece.letter == *letter);
        match majors.chars().find(|letter| !known(letter)) {
            Some(letter) => Err(SpecError::ImpasseLetter(letter)),
            None => Ok(&*String::leak(majors.into())),
        }
    };
    Ok(match spec.impasse {
        Impasse::None => Impasse::None,
        Impasse::BothKingsEntered { majors, min_points } => {
            Impasse::BothKingsEntered { majors: leak_checked(majors)?, min_points }
        }
        Impasse::EnteringKing { majors, min_points } => {
            Impasse::EnteringKing { majors: leak_checked(majors)?, min_points }
        }
    })
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
    use crate::rulesets::SHOGI;

    /// Builds standard shogi with one piece changed.
    fn build_shogi_with(changed: PieceSpec<'_>) -> Result<(), SpecError> {
        let replace = |piece: &PieceSpec<'static>| {
            if piece.letter == changed.letter { changed } else { *piece }
        };
        let pieces: Vec<_> = SHOGI.pieces.iter().map(replace).collect();
        Rules::build(&GameSpec { pieces: &pieces, ..SHOGI }).map(|_| ())
    }

    fn shogi_piece(letter: char) -> PieceSpec<'static> {
        *SHOGI.pieces.iter().find(|piece| piece.letter == letter).unwrap()
    }

    #[test]
    fn dead_ranks_require_a_promotion() {
        assert_eq!(build_shogi_with(shogi_piece('S').dead_ranks(1)), Ok(()));
        for letter in ['G', 'K'] {
            assert_eq!(build_shogi_with(shogi_piece(letter)), Ok(()));
            assert_eq!(
                build_shogi_with(shogi_piece(letter).dead_ranks(1)),
                Err(SpecError::DeadRanks(letter))
            );
        }
        let no_promotion = PieceSpec { promotion: None, ..shogi_piece('N') };
        assert_eq!(build_shogi_with(no_promotion), Err(SpecError::DeadRanks('N')));
        assert_eq!(build_shogi_with(no_promotion.dead_ranks(0)), Ok(()));
    }

    #[test]
    fn king_promotion_is_rejected() {
        let king = shogi_piece('K').promotes_to("Emperor", "帝", "K");
        assert_eq!(build_shogi_with(king), Err(SpecError::KingPromotion));
        assert_eq!(build_shogi_with(king.dead_ranks(1)), Err(SpecError::KingPromotion));
    }
}
