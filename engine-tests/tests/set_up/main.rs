//! Which positions may be set up, and by what name each fault is refused.

mod handicaps;
mod sketch;
mod writing;

use engine_tests::random_play::{RandomSetup, random_sfen, seeded_rng};
use engine_tests::reference::{Colour, Game, Piece, PieceKind, Square, State};
use engine_tests::translate;
use rand::prelude::*;
use rules::{Color, Position, PositionError, Rules};
use sketch::Sketch;

const BLACK: Colour = Colour::Black;
const WHITE: Colour = Colour::White;
const SIDES: [(Colour, Color); 2] = [(BLACK, Color::Black), (WHITE, Color::White)];

fn games() -> impl Iterator<Item = (&'static Rules, &'static Game)> {
    Rules::all().map(|rules| (rules, translate::game(rules.name())))
}

fn engine_square(square: Square) -> rules::Square {
    rules::Square::new(square.file as u8 - 1, square.rank as u8 - 1)
}

#[test]
fn two_kings_alone_are_enough() {
    for (_, game) in games() {
        for (side, _) in SIDES {
            assert_eq!(Sketch::of(game).turn(side).faults(), []);
        }
    }
}

#[test]
fn at_most_one_king_a_side() {
    for (_, game) in games() {
        for (side, color) in SIDES {
            let sketch = Sketch::of(game);
            let sketch = sketch.clone().put(sketch.middle(), side, 'K');
            assert_eq!(sketch.faults(), [PositionError::MultipleKings(color)], "{}", game.name);
        }
    }
}

#[test]
fn the_side_not_to_move_must_have_a_king() {
    for (_, game) in games() {
        for (side, color) in SIDES {
            let sketch = Sketch::of(game).without_king(side);
            assert_eq!(sketch.clone().turn(side.other()).faults(), [PositionError::NoKing(color)]);
            assert_eq!(sketch.clone().turn(side).faults(), [], "a mate problem may lack it");
            let none = sketch.without_king(side.other());
            assert_eq!(none.turn(side.other()).faults(), [PositionError::NoKing(color)]);
        }
    }
}

#[test]
fn no_king_in_hand() {
    for (_, game) in games() {
        for (side, color) in SIDES {
            let sketch = Sketch::of(game).hold(side, 'K', 1);
            assert_eq!(sketch.faults(), [PositionError::KingInHand(color)], "{}", game.name);
        }
    }
}

#[test]
fn no_more_of_a_kind_than_the_set_holds() {
    for (_, game) in games() {
        for kind in game.kinds.iter().filter(|kind| kind.letter != 'K') {
            let (letter, set) = (kind.letter, kind.count);
            let many =
                [PositionError::TooManyPieces { letter, found: set as u32 + 1, limit: set as u8 }];
            let said = format!("{} pieces of the kind {letter}", set + 1);
            assert!(many[0].to_string().starts_with(&said), "{many:?}");
            for black in 0..=set {
                let split =
                    |white| Sketch::of(game).hold(BLACK, letter, black).hold(WHITE, letter, white);
                assert_eq!(split(set - black).faults(), [], "{} {letter}", game.name);
                assert_eq!(split(set + 1 - black).faults(), many, "{} {letter}", game.name);
            }
            // One on the board counts too, and so does its promoted form.
            for promoted in [false, true] {
                if promoted && kind.promoted.is_none() {
                    continue;
                }
                let piece = Piece { colour: BLACK, letter, promoted };
                let sketch = Sketch::of(game);
                let square = Square { file: 2, rank: game.ranks };
                let sketch = sketch.set(square, Some(piece)).turn(WHITE);
                assert_eq!(sketch.clone().hold(WHITE, letter, set - 1).faults(), []);
                assert_eq!(sketch.hold(WHITE, letter, set).faults(), many);
            }
        }
    }
}

#[test]
fn no_piece_where_it_could_never_move() {
    for (_, game) in games() {
        for kind in game.kinds.iter().filter(|kind| kind.letter != 'K') {
            for ((side, _), rank) in
                SIDES.into_iter().flat_map(|s| (1..=game.ranks).map(move |r| (s, r)))
            {
                let sketch = Sketch::of(game);
                let square = Square { rank, ..sketch.middle() };
                let depth = sketch.board.depth(side, square);
                // Its own side is to move, unless it is the other king that it might attack.
                let sketch = sketch.put(square, side, kind.letter).turn(side.other());
                let fault = PositionError::DeadSquare {
                    letter: kind.letter,
                    square: engine_square(square),
                };
                assert_eq!(
                    sketch.faults().contains(&fault),
                    depth <= kind.dead_ranks,
                    "{}: {}",
                    game.name,
                    sketch.sfen()
                );
                assert_eq!(
                    fault.to_string(),
                    format!("the unpromoted {} on {square} could never move", kind.letter)
                );
                if kind.promoted.is_some() {
                    let piece = Piece { colour: side, letter: kind.letter, promoted: true };
                    assert!(!sketch.set(square, Some(piece)).faults().contains(&fault));
                }
            }
        }
    }
}

#[test]
fn two_pawns_on_a_file_where_they_may_not_stand() {
    for (_, game) in games().filter(|(rules, _)| rules.pawn_kind().is_some()) {
        for (side, color) in SIDES {
            let sketch = Sketch::of(game);
            let one = sketch.middle();
            let other = Square { rank: one.rank + 1, ..one };
            let pawns = sketch.clone().put(one, side, 'P').put(other, side, 'P');
            let fault = PositionError::TwoPawns { color, file: one.file as u8 };
            let due = if game.two_pawns_stand { vec![] } else { vec![fault] };
            assert_eq!(pawns.faults(), due, "{}", game.name);
            // The opponent's, and promoted ones, do not count.
            let pawn = sketch.put(one, side, 'P');
            assert_eq!(pawn.clone().put(other, side.other(), 'P').faults(), []);
            let tokin = Piece { colour: side, letter: 'P', promoted: true };
            assert_eq!(pawn.set(other, Some(tokin)).faults(), []);
        }
    }
}

#[test]
fn the_side_not_to_move_is_not_in_check() {
    for (_, game) in games() {
        let mobile = |kind: &&PieceKind| kind.letter != 'K' && kind.dead_ranks == 0;
        let screen = game.kinds.iter().filter(mobile).max_by_key(|kind| kind.count);
        let PieceKind { letter: screen, count, .. } = screen.expect("a piece that can always move");
        for (side, color) in SIDES {
            let (mut refused, mut taken) = (0, 0);
            // The king's rank is the last for the enemy, so what is dead there comes promoted.
            let forms = game.kinds.iter().filter(|kind| kind.letter != 'K').flat_map(|kind| {
                let plain = (kind.dead_ranks == 0).then_some((kind, false));
                plain.into_iter().chain(kind.promoted.map(|_| (kind, true)))
            });
            for (kind, promoted) in forms {
                // Small games have few pieces of a kind.
                let spare = *count as i32 - i32::from(kind.letter == *screen);
                for screens in 0..=spare.min(2) {
                    // From the far end of the king's rank.
                    let sketch = Sketch::of(game);
                    let king = sketch.corner(side);
                    let end = Square { file: game.files + 1 - king.file, ..king };
                    let piece = Piece { colour: side.other(), letter: kind.letter, promoted };
                    let sketch =
                        (0..screens).fold(sketch.set(end, Some(piece)), |sketch, place| {
                            sketch.put(
                                Square { file: game.files / 2 + place, ..king },
                                side,
                                *screen,
                            )
                        });
                    assert_eq!(sketch.clone().turn(side).faults(), [], "its own check is answered");
                    let own = State::from_sfen(game, &sketch.clone().turn(side).sfen());
                    let in_check = own.expect("a position that the engine took").in_check();
                    let due =
                        if in_check { vec![PositionError::OpponentInCheck(color)] } else { vec![] };
                    let waits = sketch.turn(side.other());
                    assert_eq!(waits.faults(), due, "{}: {}", game.name, waits.sfen());
                    refused += usize::from(in_check);
                    taken += usize::from(!in_check);
                }
            }
            assert!(refused > 0 && taken > 0, "{}: {refused} refused, {taken} taken", game.name);
        }
    }
}

/// Random positions with any faults are refused by both or by neither.
#[test]
fn both_refuse_the_same_positions() {
    for (rules, game) in games() {
        let mut rng = seeded_rng(0);
        let mut taken = 0;
        let tries = if cfg!(debug_assertions) { 200 } else { 5_000 };
        for _ in 0..tries {
            let pieces = rng.random_range(0..=40);
            let setup = RandomSetup { in_hand: 0.3, ..RandomSetup::with_pieces(pieces) };
            let sfen = random_sfen(rules, setup, &mut rng);
            let ours = Position::from_sfen(rules, &sfen);
            let theirs = State::from_sfen(game, &sfen);
            assert_eq!(ours.is_ok(), theirs.is_ok(), "{}: {sfen}: {ours:?}", rules.name());
            taken += usize::from(ours.is_ok());
        }
        assert!(taken > 0 && taken < tries, "{} took {taken}", rules.name());
    }
}
