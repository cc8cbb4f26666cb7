//! Illegal positions: each `PositionError`, and that the reference rejects the same positions.

use engine_tests::differential::{engine_square, reference_rules};
use engine_tests::random_play::{RandomSetup, random_sfen, seeded_rng};
use engine_tests::reference::{Board, GameState, Piece, PieceRules, RuleSet, Side, Square};
use rand::prelude::*;
use rules::{Color, Position, PositionError, Rules, SfenErrorKind};

const BLACK: Side = Side::Black;
const WHITE: Side = Side::White;
const SIDES: [(Side, Color); 2] = [(BLACK, Color::Black), (WHITE, Color::White)];

fn all_games() -> impl Iterator<Item = (&'static Rules, &'static RuleSet)> {
    games::all().map(|rules| (rules, reference_rules(rules.name())))
}

/// A position under construction. It starts with only the kings, each in its side's right corner,
/// and Black to move.
#[derive(Clone)]
struct PositionBuilder {
    rule_set: &'static RuleSet,
    board: Board,
    hands: String,
    side_to_move: Side,
}

impl PositionBuilder {
    fn new(rule_set: &'static RuleSet) -> Self {
        let board = Board::empty(rule_set.files, rule_set.ranks);
        let builder = Self { rule_set, board, hands: String::new(), side_to_move: BLACK };
        let [black, white] = [builder.king_square(BLACK), builder.king_square(WHITE)];
        builder.place(black, BLACK, 'K').place(white, WHITE, 'K')
    }

    /// Returns the corner in which the king of `side` is placed.
    fn king_square(&self, side: Side) -> Square {
        match side {
            Side::Black => Square { file: 1, rank: self.rule_set.ranks },
            Side::White => Square { file: self.rule_set.files, rank: 1 },
        }
    }

    /// Returns a square near the middle of the board.
    fn middle(&self) -> Square {
        Square { file: self.rule_set.files / 2, rank: self.rule_set.ranks / 2 + 1 }
    }

    fn set(mut self, square: Square, piece: Option<Piece>) -> Self {
        self.board.set(square, piece);
        self
    }

    /// Places an unpromoted piece.
    fn place(self, square: Square, side: Side, letter: char) -> Self {
        self.set(square, Some(Piece { side, letter, promoted: false }))
    }

    fn without_king(self, side: Side) -> Self {
        let square = self.king_square(side);
        self.set(square, None)
    }

    fn add_to_hand(mut self, side: Side, letter: char, count: usize) -> Self {
        if count > 0 {
            self.hands += &format!("{count}{}", Piece { side, letter, promoted: false });
        }
        self
    }

    fn side_to_move(mut self, side: Side) -> Self {
        self.side_to_move = side;
        self
    }

    fn sfen(&self) -> String {
        let hands = if self.hands.is_empty() { "-" } else { &self.hands };
        format!("{} {} {hands} 1", self.board.sfen(), self.side_to_move.letter())
    }

    /// Returns the errors that the engine finds. Asserts that its message names all of them, and that
    /// the reference accepts the position if and only if there are none.
    fn errors(&self) -> Vec<PositionError> {
        let name = self.rule_set.name;
        let (rules, sfen) = (games::by_name(name).expect("a built-in game"), self.sfen());
        let errors = match Position::from_sfen(rules, &sfen) {
            Ok(_) => Vec::new(),
            Err(error) => {
                assert_eq!(error.offset, sfen.len(), "offset: {sfen}");
                let message = error.to_string();
                match error.kind {
                    SfenErrorKind::IllegalPosition(errors) => {
                        let named = errors.iter().all(|error| message.contains(&error.to_string()));
                        assert!(named && !message.contains('\n'), "message: {message}");
                        errors
                    }
                    other => panic!("{name}: {sfen}: {other:?}"),
                }
            }
        };
        let reference = GameState::from_sfen(self.rule_set, &sfen);
        assert_eq!(errors.is_empty(), reference.is_ok(), "{name}: {sfen}: {errors:?}");
        errors
    }
}

#[test]
fn a_position_with_only_the_kings_is_legal() {
    for (_, rule_set) in all_games() {
        for (side, _) in SIDES {
            assert_eq!(PositionBuilder::new(rule_set).side_to_move(side).errors(), []);
        }
    }
}

#[test]
fn a_second_king_is_an_error() {
    for (_, rule_set) in all_games() {
        for (side, color) in SIDES {
            let builder = PositionBuilder::new(rule_set);
            let second_king = builder.clone().place(builder.middle(), side, 'K');
            let expected = [PositionError::MultipleKings(color)];
            assert_eq!(second_king.errors(), expected, "{}", rule_set.name);
        }
    }
}

/// The side to move may lack a king, as in mate problems.
#[test]
fn the_side_not_to_move_must_have_a_king() {
    for (_, rule_set) in all_games() {
        for (side, color) in SIDES {
            let opponent = side.opponent();
            let without_king = PositionBuilder::new(rule_set).without_king(side);
            let expected = [PositionError::NoKing(color)];
            assert_eq!(without_king.clone().side_to_move(opponent).errors(), expected);
            assert_eq!(without_king.clone().side_to_move(side).errors(), [], "{side:?} to move");
            let without_kings = without_king.without_king(opponent);
            assert_eq!(without_kings.side_to_move(opponent).errors(), expected, "no kings");
        }
    }
}

#[test]
fn a_king_in_hand_is_an_error() {
    for (_, rule_set) in all_games() {
        for (side, color) in SIDES {
            let king_in_hand = PositionBuilder::new(rule_set).add_to_hand(side, 'K', 1);
            let expected = [PositionError::KingInHand(color)];
            assert_eq!(king_in_hand.errors(), expected, "{}", rule_set.name);
        }
    }
}

#[test]
fn more_pieces_than_the_set_has_are_an_error() {
    for (_, rule_set) in all_games() {
        for piece in rule_set.pieces.iter().filter(|piece| piece.letter != 'K') {
            let (letter, set) = (piece.letter, piece.count);
            let context = || format!("{} {letter}", rule_set.name);
            let error =
                PositionError::TooManyPieces { letter, found: set as u32 + 1, limit: set as u8 };
            let message = format!("{} '{letter}' pieces, but the game has only {set}", set + 1);
            assert_eq!(error.to_string(), message);
            let expected = [error];
            for black in 0..=set {
                let builder = PositionBuilder::new(rule_set).add_to_hand(BLACK, letter, black);
                let with_white = |count| builder.clone().add_to_hand(WHITE, letter, count);
                assert_eq!(with_white(set - black).errors(), [], "{}", context());
                assert_eq!(with_white(set + 1 - black).errors(), expected, "{}", context());
            }
            // A piece on the board counts too, promoted or not.
            for promoted in [false, true] {
                if promoted && piece.promoted.is_none() {
                    continue;
                }
                let on_board = Piece { side: BLACK, letter, promoted };
                let square = Square { file: 2, rank: rule_set.ranks };
                let builder = PositionBuilder::new(rule_set).set(square, Some(on_board));
                let with_hand =
                    |count| builder.clone().side_to_move(WHITE).add_to_hand(WHITE, letter, count);
                assert_eq!(with_hand(set - 1).errors(), [], "{}", context());
                assert_eq!(with_hand(set).errors(), expected, "{}", context());
            }
        }
    }
}

#[test]
fn unpromoted_pieces_on_dead_squares_are_an_error() {
    for (_, rule_set) in all_games() {
        let sides_and_ranks =
            || SIDES.into_iter().flat_map(|(side, _)| (1..=rule_set.ranks).map(move |r| (side, r)));
        for piece in rule_set.pieces.iter().filter(|piece| piece.letter != 'K') {
            let letter = piece.letter;
            for (side, rank) in sides_and_ranks() {
                let builder = PositionBuilder::new(rule_set);
                let square = Square { rank, ..builder.middle() };
                let is_dead = builder.board.rank_from_far_edge(side, square) <= piece.dead_ranks;
                // The opponent is to move, since the piece may give check to its king.
                let builder = builder.place(square, side, letter).side_to_move(side.opponent());
                let error = PositionError::DeadSquare { letter, square: engine_square(square) };
                let context = format!("{}: {}", rule_set.name, builder.sfen());
                assert_eq!(builder.errors().contains(&error), is_dead, "{context}");
                let message = format!("unpromoted '{letter}' on {square} could never move");
                assert_eq!(error.to_string(), message);
                if piece.promoted.is_some() {
                    let promoted = Piece { side, letter, promoted: true };
                    let errors = builder.set(square, Some(promoted)).errors();
                    assert!(!errors.contains(&error), "promoted: {context}");
                }
            }
        }
    }
}

#[test]
fn two_pawns_on_a_file_are_an_error_where_the_rules_forbid_them() {
    for (_, rule_set) in all_games().filter(|(rules, _)| rules.pawn_kind().is_some()) {
        for (side, color) in SIDES {
            let builder = PositionBuilder::new(rule_set);
            let first = builder.middle();
            let second = Square { rank: first.rank + 1, ..first };
            let one_pawn = builder.place(first, side, 'P');
            let two_pawns = one_pawn.clone().place(second, side, 'P');
            let error = PositionError::TwoPawns { color, file: first.file as u8 };
            let expected = if rule_set.two_pawns_allowed { vec![] } else { vec![error] };
            assert_eq!(two_pawns.errors(), expected, "{}", rule_set.name);
            // An opponent's pawn and a promoted pawn do not count.
            let with_opponents = one_pawn.clone().place(second, side.opponent(), 'P');
            assert_eq!(with_opponents.errors(), [], "an opponent's pawn");
            let tokin = Piece { side, letter: 'P', promoted: true };
            assert_eq!(one_pawn.set(second, Some(tokin)).errors(), [], "a promoted pawn");
        }
    }
}

/// Places each piece at the other end of the king's rank, with 0 to 2 pieces between them.
#[test]
fn check_to_the_side_not_to_move_is_an_error() {
    for (_, rule_set) in all_games() {
        let others = || rule_set.pieces.iter().filter(|piece| piece.letter != 'K');
        let always_mobile = others().filter(|piece| piece.dead_ranks == 0);
        let screen = always_mobile.max_by_key(|piece| piece.count);
        let PieceRules { letter: screen, count, .. } =
            screen.expect("a piece that can always move");
        for (side, color) in SIDES {
            let (mut rejected, mut accepted) = (0, 0);
            // The king's rank is the attacker's last: pieces for which it is dead are promoted.
            let attackers = others().flat_map(|piece| {
                let plain = (piece.dead_ranks == 0).then_some((piece, false));
                plain.into_iter().chain(piece.promoted.map(|_| (piece, true)))
            });
            for (attacker, promoted) in attackers {
                // A small set may not have enough pieces for two screens.
                let spare = *count as i32 - i32::from(attacker.letter == *screen);
                for screens in 0..=spare.min(2) {
                    let builder = PositionBuilder::new(rule_set);
                    let king = builder.king_square(side);
                    let other_end = Square { file: rule_set.files + 1 - king.file, ..king };
                    let piece = Piece { side: side.opponent(), letter: attacker.letter, promoted };
                    let mut builder = builder.set(other_end, Some(piece));
                    for index in 0..screens {
                        let square = Square { file: rule_set.files / 2 + index, ..king };
                        builder = builder.place(square, side, *screen);
                    }
                    let attacked_to_move = builder.clone().side_to_move(side);
                    assert_eq!(attacked_to_move.errors(), [], "the side to move may be in check");
                    let state = GameState::from_sfen(rule_set, &attacked_to_move.sfen());
                    let in_check = state.expect("a position that the engine accepts").in_check();
                    let error = PositionError::OpponentInCheck(color);
                    let expected = if in_check { vec![error] } else { vec![] };
                    let attacker_to_move = builder.side_to_move(side.opponent());
                    let context = || format!("{}: {}", rule_set.name, attacker_to_move.sfen());
                    assert_eq!(attacker_to_move.errors(), expected, "{}", context());
                    rejected += usize::from(in_check);
                    accepted += usize::from(!in_check);
                }
            }
            let name = rule_set.name;
            assert!(
                rejected > 0 && accepted > 0,
                "{name}: {rejected} rejected, {accepted} accepted"
            );
        }
    }
}

#[test]
fn engine_and_reference_accept_the_same_random_positions() {
    for (rules, rule_set) in all_games() {
        let mut rng = seeded_rng(0);
        let mut accepted = 0;
        let tries = if cfg!(debug_assertions) { 200 } else { 5_000 };
        for _ in 0..tries {
            let pieces = rng.random_range(0..=40);
            let setup = RandomSetup { in_hand: 0.3, ..RandomSetup::with_pieces(pieces) };
            let sfen = random_sfen(rules, setup, &mut rng);
            let engine = Position::from_sfen(rules, &sfen);
            let reference = GameState::from_sfen(rule_set, &sfen);
            assert_eq!(engine.is_ok(), reference.is_ok(), "{}: {sfen}: {engine:?}", rules.name());
            accepted += usize::from(engine.is_ok());
        }
        assert!(accepted > 0 && accepted < tries, "{} accepts {accepted}", rules.name());
    }
}
