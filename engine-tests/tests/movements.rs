//! Random movements by the documented grammar: the engine's tables against the slow walker.

use engine_tests::invent;
use engine_tests::random_play::seeded_rng;
use engine_tests::reference::movement::Movement;
use engine_tests::reference::{Board, Colour, Piece, Square};
use rand::prelude::*;
use rand::rngs::StdRng;
use rayon::prelude::*;
use rules::spec::*;
use rules::{Bitboard, Color, Rules, rulesets};

const GAMES: u64 = if cfg!(debug_assertions) { 2 } else { 40 };
const BOARDS: usize = if cfg!(debug_assertions) { 4 } else { 20 };
const TEXTS: usize = if cfg!(debug_assertions) { 10_000 } else { 400_000 };

/// As many kinds as a game may have beside the king.
const LETTERS: &str = "ABCDEFGHIJLMNOP";

/// A game of two kings that has nothing but pieces to look at.
fn museum(seed: u64) -> (&'static Rules, Vec<String>) {
    let mut rng = seeded_rng(seed);
    let (files, ranks) = (rng.random_range(3..=10), rng.random_range(3..=10));
    let text = |_| match seed % 2 {
        0 => invent::movement(&mut rng),
        _ => invent::star(&mut rng),
    };
    let texts: Vec<String> = (0..2 * LETTERS.len()).map(text).collect();
    let king = PieceSpec::new('K', "King", "王", "K").role(Role::King);
    let pairs = LETTERS.chars().zip(texts.chunks(2));
    let pieces = pairs.map(|(letter, pair)| {
        PieceSpec::new(letter, "Plain", "駒", &pair[0]).promotes_to("Promoted", "成", &pair[1])
    });
    let pieces: Vec<_> = std::iter::once(king).chain(pieces).collect();
    let start = {
        let mut board = Board::empty(files, ranks);
        let king = |colour| Some(Piece { colour, letter: 'K', promoted: false });
        board.put(Square { file: 1, rank: ranks }, king(Colour::Black));
        board.put(Square { file: files, rank: 1 }, king(Colour::White));
        format!("{} b - 1", board.rows())
    };
    let spec = GameSpec {
        name: &format!("museum-{seed}"),
        files: files as u8,
        ranks: ranks as u8,
        promotion_ranks: 1,
        start_sfen: &start,
        pieces: &pieces,
        impasse: Impasse::None,
        ..rulesets::SHOGI
    };
    (Rules::build(&spec).unwrap_or_else(|why| panic!("{spec:?}: {why}")), texts)
}

/// A board with some pieces, the first of them on the square asked about.
fn occupied(rules: &Rules, from: Square, colour: Colour, rng: &mut StdRng) -> Board {
    let mut board = Board::empty(rules.files().into(), rules.ranks().into());
    let density = rng.random_range(0.0..0.8);
    for square in board.squares() {
        if rng.random_bool(density) {
            let colour = if rng.random() { Colour::Black } else { Colour::White };
            board.put(square, Some(Piece { colour, letter: 'P', promoted: false }));
        }
    }
    board.put(from, Some(Piece { colour, letter: 'P', promoted: false }));
    board
}

fn bits(squares: impl IntoIterator<Item = Square>) -> Bitboard {
    let square = |s: Square| rules::Square::new(s.file as u8 - 1, s.rank as u8 - 1);
    squares.into_iter().map(square).collect()
}

fn compare(rules: &'static Rules, kind: rules::PieceKind, text: &str, rng: &mut StdRng) {
    let movement = Movement::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    for color in Color::BOTH {
        let colour = [Colour::Black, Colour::White][color.index()];
        let empty = Board::empty(rules.files().into(), rules.ranks().into());
        let from = empty.squares().choose(rng).expect("a board has squares");
        let board = occupied(rules, from, colour, rng);
        let seen = || format!("{text} of {colour:?} on {from} in {}", board.rows());
        let at = rules::Square::new(from.file as u8 - 1, from.rank as u8 - 1);
        let all = bits(board.pieces().map(|(square, _)| square));
        let own = board.pieces().filter(|(_, piece)| piece.colour == colour);
        let own = bits(own.map(|(square, _)| square));

        let targets = rules.targets(color, kind, at, all).without(own);
        assert_eq!(targets, bits(movement.targets(&board, from, colour)), "{}", seen());

        // A threat is one whosever piece stands there, so let all others be hostile.
        let mut hostile = board.clone();
        for (square, piece) in board.pieces().filter(|&(square, _)| square != from) {
            hostile.put(square, Some(Piece { colour: colour.other(), ..piece }));
        }
        let threats = rules.attacks(color, kind, at, all);
        assert_eq!(threats, bits(movement.attacks(&hostile, from, colour)), "{}", seen());
    }
}

#[test]
fn random_movements_reach_and_threaten_what_the_walker_says() {
    (0..GAMES).into_par_iter().for_each(|seed| {
        let (rules, texts) = museum(seed);
        let mut rng = seeded_rng(seed);
        for (place, text) in texts.iter().enumerate() {
            let base = rules::PieceKind::base(1 + place / 2);
            let kind = if place % 2 == 0 { base } else { base.promoted() };
            for _ in 0..BOARDS {
                compare(rules, kind, text, &mut rng);
            }
        }
    });
}

#[test]
fn our_movements_reach_and_threaten_what_the_walker_says() {
    let games: Vec<_> = Rules::all().collect();
    games.into_par_iter().for_each(|rules| {
        let mut rng = seeded_rng(0);
        for kind in rules.piece_kinds() {
            let text = &rules.piece_form(kind).expect("a kind has a form").notation;
            for _ in 0..10 * BOARDS {
                compare(rules, kind, text, &mut rng);
            }
        }
    });
}

#[test]
fn both_read_the_same_movements() {
    let mut rng = seeded_rng(0);
    let mut read = 0;
    let letters: Vec<char> = "fblrsvmcpppWFDNAHCZGRBQK0123456789x é".chars().collect();
    for _ in 0..TEXTS {
        let mut text: Vec<char> = (0..rng.random_range(1..=2))
            .flat_map(|_| invent::term(&mut rng).chars().collect::<Vec<_>>())
            .collect();
        for _ in 0..*[0, 0, 1, 2, 4].choose(&mut rng).expect("numbers") {
            let place = rng.random_range(0..=text.len());
            match rng.random_range(0..3) {
                0 => text.insert(place, *letters.choose(&mut rng).expect("letters")),
                1 if place < text.len() => drop(text.remove(place)),
                _ if place < text.len() => {
                    text[place] = *letters.choose(&mut rng).expect("letters");
                }
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        let ours = text.parse::<rules::Movement>();
        let theirs = Movement::parse(&text);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "'{text}': {ours:?} {theirs:?}");
        match ours {
            Ok(_) => read += 1,
            Err(error) => {
                assert!(text.is_char_boundary(error.offset), "'{text}': {error:?}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
    // About two of five are movements; neither these nor the others may be all.
    assert!((TEXTS / 4..TEXTS / 2).contains(&read), "{read} of {TEXTS} are read");
}
