//! Which positions may be set up, and by what name each fault is refused.

use engine_tests::play::{Draw, Leaning, chance, choose, random_sfen};
use engine_tests::properties::agrees;
use engine_tests::reference::{Board, Colour, Game, Kind, Piece, Square, State};
use engine_tests::translate;
use engine_tests::twin::Twin;
use rand::prelude::*;
use rules::{Color, Fault, Position, Rules, SfenFault};

const BLACK: Colour = Colour::Black;
const WHITE: Colour = Colour::White;
const SIDES: [(Colour, Color); 2] = [(BLACK, Color::Black), (WHITE, Color::White)];

fn games() -> impl Iterator<Item = (&'static Rules, &'static Game)> {
    Rules::all().map(|rules| (rules, translate::game(rules.name())))
}

/// A position that is put together piece by piece, each side's king in its right corner.
#[derive(Clone)]
struct Sketch {
    game: &'static Game,
    board: Board,
    hands: String,
    turn: Colour,
}

impl Sketch {
    fn of(game: &'static Game) -> Self {
        let board = Board::empty(game.files, game.ranks);
        let sketch = Self { game, board, hands: String::new(), turn: BLACK };
        let [one, other] = [sketch.corner(BLACK), sketch.corner(WHITE)];
        sketch.put(one, BLACK, 'K').put(other, WHITE, 'K')
    }

    fn corner(&self, side: Colour) -> Square {
        match side {
            Colour::Black => Square { file: 1, rank: self.game.ranks },
            Colour::White => Square { file: self.game.files, rank: 1 },
        }
    }

    fn set(mut self, square: Square, piece: Option<Piece>) -> Self {
        self.board.put(square, piece);
        self
    }

    fn put(self, square: Square, colour: Colour, letter: char) -> Self {
        self.set(square, Some(Piece { colour, letter, promoted: false }))
    }

    fn without_king(self, side: Colour) -> Self {
        let corner = self.corner(side);
        self.set(corner, None)
    }

    fn hold(mut self, colour: Colour, letter: char, count: usize) -> Self {
        if count > 0 {
            self.hands += &format!("{count}{}", Piece { colour, letter, promoted: false });
        }
        self
    }

    fn turn(mut self, turn: Colour) -> Self {
        self.turn = turn;
        self
    }

    fn sfen(&self) -> String {
        let hands = if self.hands.is_empty() { "-" } else { &self.hands };
        format!("{} {} {hands} 1", self.board.rows(), self.turn.letter())
    }

    /// What the engine finds wrong, and whether the reference refuses it as well.
    fn faults(&self) -> Vec<Fault> {
        let (rules, sfen) = (Rules::named(self.game.name).expect("a game of ours"), self.sfen());
        let faults = match Position::from_sfen(rules, &sfen) {
            Ok(_) => Vec::new(),
            Err(error) => {
                assert_eq!(error.at, sfen.len(), "{sfen}");
                let said = error.to_string();
                match error.fault {
                    SfenFault::Illegal(faults) => {
                        let named = faults.iter().all(|fault| said.contains(&fault.to_string()));
                        assert!(named && !said.contains('\n'), "{said}");
                        faults
                    }
                    other => panic!("{}: {sfen}: {other:?}", rules.name()),
                }
            }
        };
        let theirs = State::from_sfen(self.game, &sfen);
        assert_eq!(faults.is_empty(), theirs.is_ok(), "{}: {sfen}: {faults:?}", rules.name());
        faults
    }

    fn middle(&self) -> Square {
        Square { file: self.game.files / 2, rank: self.game.ranks / 2 + 1 }
    }
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
            assert_eq!(sketch.faults(), [Fault::TwoKings(color)], "{}", game.name);
        }
    }
}

#[test]
fn the_side_not_to_move_must_have_a_king() {
    for (_, game) in games() {
        for (side, color) in SIDES {
            let sketch = Sketch::of(game).without_king(side);
            assert_eq!(sketch.clone().turn(side.other()).faults(), [Fault::NoKing(color)]);
            assert_eq!(sketch.clone().turn(side).faults(), [], "a mate problem may lack it");
            let none = sketch.without_king(side.other());
            assert_eq!(none.turn(side.other()).faults(), [Fault::NoKing(color)]);
        }
    }
}

#[test]
fn no_king_in_hand() {
    for (_, game) in games() {
        for (side, color) in SIDES {
            let sketch = Sketch::of(game).hold(side, 'K', 1);
            assert_eq!(sketch.faults(), [Fault::KingInHand(color)], "{}", game.name);
        }
    }
}

#[test]
fn no_more_of_a_kind_than_the_set_holds() {
    for (_, game) in games() {
        for kind in game.kinds.iter().filter(|kind| kind.letter != 'K') {
            let (letter, set) = (kind.letter, kind.count);
            let many = [Fault::TooMany { letter, found: set as u32 + 1, set: set as u8 }];
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
                let fault =
                    Fault::DeadSquare { letter: kind.letter, square: engine_square(square) };
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
    for (_, game) in games().filter(|(rules, _)| rules.pawn().is_some()) {
        for (side, color) in SIDES {
            let sketch = Sketch::of(game);
            let one = sketch.middle();
            let other = Square { rank: one.rank + 1, ..one };
            let pawns = sketch.clone().put(one, side, 'P').put(other, side, 'P');
            let fault = Fault::TwoPawns { color, file: one.file as u8 };
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
        let mobile = |kind: &&Kind| kind.letter != 'K' && kind.dead_ranks == 0;
        let screen = game.kinds.iter().filter(mobile).max_by_key(|kind| kind.count);
        let screen = screen.expect("a piece that can always move").letter;
        for (side, color) in SIDES {
            let (mut refused, mut taken) = (0, 0);
            // The king's rank is the last for the enemy, so what is dead there comes promoted.
            let forms = game.kinds.iter().filter(|kind| kind.letter != 'K').flat_map(|kind| {
                let plain = (kind.dead_ranks == 0).then_some((kind, false));
                plain.into_iter().chain(kind.promoted.map(|_| (kind, true)))
            });
            for (kind, promoted) in forms {
                for screens in 0..=2 {
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
                                screen,
                            )
                        });
                    assert_eq!(sketch.clone().turn(side).faults(), [], "its own check is answered");
                    let own = State::from_sfen(game, &sketch.clone().turn(side).sfen());
                    let in_check = own.expect("a position that the engine took").is_check();
                    let due = if in_check { vec![Fault::OpponentInCheck(color)] } else { vec![] };
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
        let mut chance = chance(0);
        let mut taken = 0;
        let tries = if cfg!(debug_assertions) { 200 } else { 5_000 };
        for _ in 0..tries {
            let pieces = chance.random_range(0..=40);
            let draw = Draw { in_hand: 0.3, ..Draw::of(pieces) };
            let sfen = random_sfen(rules, draw, &mut chance);
            let ours = Position::from_sfen(rules, &sfen);
            let theirs = State::from_sfen(game, &sfen);
            assert_eq!(ours.is_ok(), theirs.is_ok(), "{}: {sfen}: {ours:?}", rules.name());
            taken += usize::from(ours.is_ok());
        }
        assert!(taken > 0 && taken < tries, "{} took {taken}", rules.name());
    }
}

#[test]
fn faults_of_writing_have_names_and_places() {
    let said = |game: &str, sfen: &str| {
        let rules = Rules::named(game).expect("a game of ours");
        Position::from_sfen(rules, sfen).map(|_| ()).expect_err(sfen).to_string()
    };
    for (game, sfen, due) in [
        ("shogi", "", "the board missing at character 1 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9/9", "the side to move missing at character 18 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b", "the hands missing at character 20 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9 b - 1", "8 ranks, not 9 at character 1 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9/9/9 b - 1", "10 ranks, not 9 at character 1 of the position"),
        (
            "shogi",
            "9/9/8/9/9/9/9/9/9 b - 1",
            "rank c has 8 squares, not 9 at character 5 of the position",
        ),
        (
            "shosu",
            "10/9k1/10/10/10/10/10/10/10/10 b - 1",
            "rank b has 11 squares, not 10 at character 4 of the position",
        ),
        ("shogi", "k8/9/9/4q4/9/9/9/9/8K b - 1", "'q' not expected at character 9 of the position"),
        (
            "shogi",
            "k8/9/9/4+g4/9/9/9/9/8K b - 1",
            "'g' has no promoted form at character 10 of the position",
        ),
        (
            "shogi",
            "k8/9/9/4+/9/9/9/9/8K b - 1",
            "the piece that is promoted missing at character 10 of the position",
        ),
        ("shogi", "k8/9/9/0k8/9/9/9/9/8K b - 1", "'0' not expected at character 8 of the position"),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K x - 1",
            "the side to move is one of two letters at character 21 of the position",
        ),
        ("shogi", "k8/9/9/9/9/9/9/9/8K b +R 1", "'+' not expected at character 23 of the position"),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K b 0R 1",
            "no such count in hand at character 23 of the position",
        ),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K b P99R 1",
            "no such count in hand at character 26 of the position",
        ),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K b - one",
            "the move number is none at character 25 of the position",
        ),
        ("shogi", "k8/9/9/9/9/9/9/9/8K b - 1 more", "surplus text at character 27 of the position"),
    ] {
        assert_eq!(said(game, sfen), due, "{sfen}");
    }
    let all = said("shogi", "k7P/9/9/9/9/9/9/9/7KK b 3R 1");
    let faults = "black has more than one king; 3 pieces of the kind R, but the set holds 2; \
                  the unpromoted P on 1a could never move";
    assert_eq!(all, faults);
}

#[test]
fn handicaps_are_those_of_the_rules() {
    let board = |name: &str, ranks: &str| {
        let rules = Rules::named(name).expect("a game of ours");
        let (_, rest) = rules.start().split_once("/p").expect("White's pawns");
        format!("{ranks}/p{}", rest.replace(" b ", " w "))
    };
    let expected = [
        (
            "shogi",
            [
                "lnsgkgsn1/1r5b1",
                "lnsgkgsnl/1r7",
                "lnsgkgsnl/7b1",
                "lnsgkgsn1/7b1",
                "lnsgkgsnl/9",
                "1nsgkgsn1/9",
                "2sgkgs2/9",
            ],
        ),
        (
            "cannonshogi",
            [
                "lnsgkgsn1/1rci1uab1",
                "lnsgkgsnl/1rci1ua2",
                "lnsgkgsnl/2ci1uab1",
                "lnsgkgsn1/2ci1uab1",
                "lnsgkgsnl/2ci1ua2",
                "1nsgkgsn1/2ci1ua2",
                "2sgkgs2/2ci1ua2",
            ],
        ),
        (
            "taihoshogi",
            [
                "lnsgkgsn1/1rci1uab1",
                "lnsgkgsnl/1rci1ua2",
                "lnsgkgsnl/2ci1uab1",
                "lnsgkgsn1/2ci1uab1",
                "lnsgkgsnl/2ci1ua2",
                "1nsgkgsn1/2ci1ua2",
                "2sgkgs2/2ci1ua2",
            ],
        ),
        (
            "shosu",
            [
                "lnsgkqgsn1/1r6b1",
                "lnsgkqgsnl/1r8",
                "lnsgkqgsnl/8b1",
                "lnsgkqgsn1/8b1",
                "lnsgkqgsnl/10",
                "1nsgkqgsn1/10",
                "2sgkqgs2/10",
            ],
        ),
        (
            "cannonshosu",
            [
                "lnsgkqgsn1/1rc1ii1cb1",
                "lnsgkqgsnl/1rc1ii1c2",
                "lnsgkqgsnl/2c1ii1cb1",
                "lnsgkqgsn1/2c1ii1cb1",
                "lnsgkqgsnl/2c1ii1c2",
                "1nsgkqgsn1/2c1ii1c2",
                "2sgkqgs2/2c1ii1c2",
            ],
        ),
    ];
    for (name, ranks) in expected {
        let due = ranks.map(|ranks| board(name, ranks));
        let found: Vec<_> =
            Rules::named(name).expect("a game").handicaps().map(|(_, sfen)| sfen).collect();
        assert_eq!(found, due, "{name}");
    }
    let names: Vec<_> =
        Rules::named("shogi").expect("shogi").handicaps().map(|(name, _)| name).collect();
    assert_eq!(
        names[..5],
        ["left lance", "bishop", "rook", "rook and left lance", "rook and bishop"]
    );
}

#[test]
fn handicaps_set_up_and_play() {
    for rules in Rules::all() {
        for (name, sfen) in rules.handicaps() {
            let mut twin = Twin::from_sfen(rules, &sfen);
            assert_eq!(twin.position.side(), Color::White, "{name}");
            let mut chance = chance(0);
            for _ in 0..if cfg!(debug_assertions) { 2 } else { 20 } {
                agrees(&twin);
                let Some(mv) = choose(&twin.position, Leaning::FIGHT, &mut chance) else { break };
                twin.play(mv);
            }
        }
    }
}
