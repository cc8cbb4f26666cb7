//! The engine's movement parser and attack tables against the reference, for random movements and
//! those of the games.

use engine_tests::differential::engine_square;
use engine_tests::random_play::{sample_size, seeded_rng};
use engine_tests::random_rules::{random_eight_line_movement, random_movement, random_term};
use engine_tests::reference::{Board, Movement, Piece, Side, Square};
use rand::prelude::*;
use rand::rngs::StdRng;
use rayon::prelude::*;
use rules::spec::*;
use rules::{Bitboard, Color, PieceKind, Rules};

const GAMES: u64 = 12;
const BOARDS: usize = 20;
const TEXTS: usize = 400_000;

/// The letters of the pieces besides the king: as many as a game may have.
const LETTERS: &str = "ABCDEFGHIJLMNOP";

/// Builds a game with as many random movements as possible. Only its tables are used, so its start
/// position has just the kings. Returns the movement texts: plain and promoted for each letter.
fn rules_with_random_movements(seed: u64) -> (&'static Rules, Vec<String>) {
    let mut rng = seeded_rng(seed);
    let (files, ranks) = (rng.random_range(3..=10), rng.random_range(3..=10));
    let text = |_| match seed % 2 {
        0 => random_movement(&mut rng),
        _ => random_eight_line_movement(&mut rng),
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
        let king = |side| Some(Piece { side, letter: 'K', promoted: false });
        board.set(Square { file: 1, rank: ranks }, king(Side::Black));
        board.set(Square { file: files, rank: 1 }, king(Side::White));
        format!("{} b - 1", board.sfen())
    };
    let spec = GameSpec {
        name: format!("random-movements-{seed}"),
        files: files as u8,
        ranks: ranks as u8,
        promotion_ranks: 1.into(),
        start_sfen: start,
        pieces,
        impasse: Impasse::None,
        ..games::by_name("shogi").expect("a built-in game").spec().clone()
    };
    (Rules::build(&spec).unwrap_or_else(|error| panic!("{spec:?}: {error}")), texts)
}

/// Returns a board with random pieces and one of `side` on `from`.
fn random_board(rules: &Rules, from: Square, side: Side, rng: &mut StdRng) -> Board {
    let mut board = Board::empty(rules.files().into(), rules.ranks().into());
    let density = rng.random_range(0.0..0.8);
    for square in board.squares() {
        if rng.random_bool(density) {
            let side = if rng.random() { Side::Black } else { Side::White };
            board.set(square, Some(Piece { side, letter: 'P', promoted: false }));
        }
    }
    board.set(from, Some(Piece { side, letter: 'P', promoted: false }));
    board
}

fn bitboard(squares: impl IntoIterator<Item = Square>) -> Bitboard {
    squares.into_iter().map(engine_square).collect()
}

/// Asserts that the engine's tables have the targets and attacks that the reference finds, from a
/// random square of a random board.
fn compare_on_random_board(rules: &'static Rules, kind: PieceKind, text: &str, rng: &mut StdRng) {
    let movement = Movement::parse(text).expect(text);
    for color in Color::BOTH {
        let side = [Side::Black, Side::White][color.index()];
        let empty = Board::empty(rules.files().into(), rules.ranks().into());
        let from = empty.squares().choose(rng).expect("a board has squares");
        let board = random_board(rules, from, side, rng);
        let context = || format!("{text} of {side:?} on {from} in {}", board.sfen());
        let occupied = bitboard(board.pieces().map(|(square, _)| square));
        let own = board.pieces().filter(|(_, piece)| piece.side == side);
        let own = bitboard(own.map(|(square, _)| square));

        let targets = rules.targets(color, kind, engine_square(from), occupied).without(own);
        let expected = bitboard(movement.targets(&board, from, side));
        assert_eq!(targets, expected, "targets of {}", context());

        // The engine's attacks include protected pieces, the reference's only enemies: make all
        // other pieces enemies.
        let mut enemies_only = board.clone();
        for (square, piece) in board.pieces().filter(|&(square, _)| square != from) {
            enemies_only.set(square, Some(Piece { side: side.opponent(), ..piece }));
        }
        let attacks = rules.attacks(color, kind, engine_square(from), occupied);
        let expected = bitboard(movement.attacks(&enemies_only, from, side));
        assert_eq!(attacks, expected, "attacks of {}", context());
    }
}

#[test]
fn tables_of_random_movements_match_the_reference() {
    (0..sample_size(GAMES)).into_par_iter().for_each(|seed| {
        let (rules, texts) = rules_with_random_movements(seed);
        let mut rng = seeded_rng(seed);
        for (index, text) in texts.iter().enumerate() {
            let plain = PieceKind::base(1 + index / 2);
            let kind = if index % 2 == 0 { plain } else { plain.promoted() };
            for _ in 0..BOARDS {
                compare_on_random_board(rules, kind, text, &mut rng);
            }
        }
    });
}

#[test]
fn tables_of_the_games_match_the_reference() {
    let games: Vec<_> = games::all().collect();
    games.into_par_iter().for_each(|rules| {
        let mut rng = seeded_rng(0);
        for kind in rules.piece_kinds() {
            let text = &rules.piece_form(kind).expect("a kind has a form").betza;
            for _ in 0..10 * BOARDS {
                compare_on_random_board(rules, kind, text, &mut rng);
            }
        }
    });
}

/// Returns one or two random terms with up to four random edits.
fn random_movement_text(characters: &[char], rng: &mut StdRng) -> String {
    let mut text: Vec<char> = (0..rng.random_range(1..=2))
        .flat_map(|_| random_term(rng).chars().collect::<Vec<_>>())
        .collect();
    for _ in 0..*[0, 0, 1, 2, 4].choose(rng).expect("not empty") {
        let index = rng.random_range(0..=text.len());
        match rng.random_range(0..3) {
            0 => text.insert(index, *characters.choose(rng).expect("not empty")),
            1 if index < text.len() => drop(text.remove(index)),
            _ if index < text.len() => {
                text[index] = *characters.choose(rng).expect("not empty");
            }
            _ => {}
        }
    }
    text.into_iter().collect()
}

#[test]
fn both_parsers_accept_the_same_movements() {
    let mut rng = seeded_rng(0);
    let mut accepted = 0;
    let characters: Vec<char> = "fblrsvmcnpppWFDNAHCZGRBQK0123456789x é".chars().collect();
    for _ in 0..TEXTS {
        let text = random_movement_text(&characters, &mut rng);
        let engine = text.parse::<rules::Movement>();
        let reference = Movement::parse(&text);
        assert_eq!(engine.is_ok(), reference.is_some(), "'{text}': {engine:?} {reference:?}");
        match engine {
            Ok(_) => accepted += 1,
            Err(error) => {
                assert!(text.is_char_boundary(error.offset), "offset in '{text}': {error:?}");
                assert!(!error.to_string().is_empty(), "message for '{text}': {error:?}");
            }
        }
    }
    // The comparison needs many valid and many invalid texts; about two of five are valid.
    assert!((TEXTS / 4..TEXTS / 2).contains(&accepted), "{accepted} of {TEXTS} are valid");
}
