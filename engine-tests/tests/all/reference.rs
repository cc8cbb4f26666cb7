//! Tests of the reference itself: movement diagrams and the tables of perft counts. Games that depend on
//! their history, illegal positions and impasse claims are tested together with the engine's.

use engine_tests::data;
use engine_tests::random_play::sample_size;
use engine_tests::reference::{Board, GameState, Movement, Piece, RuleSet, Side, Square};
use rayon::prelude::*;

/// Perft counts above this are skipped.
const MAX_LEAVES: u64 = 5_000;

/// Asserts that the piece `@` with a movement has the targets in a diagram, as Black and, with the
/// diagram rotated, as White.
///
/// The ranks of the diagram are separated by spaces. Targets are `x`, an empty square, and
/// `E`, an enemy. The others are no targets: `.` is empty, `e` an enemy and `o` an own piece.
fn assert_targets(text: &str, diagram: &str) {
    let rows: Vec<&str> = diagram.split_whitespace().collect();
    let (files, ranks) = (rows[0].len() as i32, rows.len() as i32);
    let mut board = Board::empty(files, ranks);
    let mut rotated_board = board.clone();
    let mut from = None;
    let mut expected = Vec::new();
    let rotate = |at: Square| Square { file: files + 1 - at.file, rank: ranks + 1 - at.rank };
    for (rank, row) in (1..).zip(&rows) {
        assert_eq!(row.len() as i32, files);
        for (file, c) in (1..=files).rev().zip(row.chars()) {
            let square = Square { file, rank };
            let is_own = match c {
                '@' | 'o' => true,
                'e' | 'E' => false,
                _ => {
                    assert!(".x".contains(c));
                    expected.extend((c == 'x').then_some(square));
                    continue;
                }
            };
            let side = if is_own { Side::Black } else { Side::White };
            let piece = Piece { side, letter: 'P', promoted: false };
            board.set(square, Some(piece));
            rotated_board.set(rotate(square), Some(Piece { side: side.opponent(), ..piece }));
            expected.extend((c == 'E').then_some(square));
            from = if c == '@' { Some(square) } else { from };
        }
    }
    let from = from.unwrap();
    let movement = Movement::parse(text).unwrap();
    expected.sort();
    assert_eq!(movement.targets(&board, from, Side::Black), expected, "{text}");
    let mut rotated: Vec<Square> = expected.into_iter().map(rotate).collect();
    rotated.sort();
    assert_eq!(movement.targets(&rotated_board, rotate(from), Side::White), rotated, "{text}");
}

#[test]
fn movements_match_their_diagrams() {
    data::rows("movements.tsv").for_each(|[text, diagram]| assert_targets(&text, &diagram));
}

#[test]
fn attacks_of_lines_and_cannons() {
    let board = Board::from_sfen(7, 1, "1p1CP1p").unwrap();
    let from = Square { file: 4, rank: 1 };
    let attacks = |text| {
        let squares = Movement::parse(text).unwrap().attacks(&board, from, Side::Black);
        squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(attacks("R"), "5a 6a");
    assert_eq!(attacks("mR"), "");
    assert_eq!(attacks("mRcpR"), "1a 2a 7a");
    assert_eq!(attacks("pR2"), "2a");
}

#[test]
fn piece_counts_match_the_start_positions() {
    for rule_set in RuleSet::all() {
        let state = GameState::start(rule_set);
        for piece_rules in rule_set.pieces {
            let board = state.position().board();
            let count =
                board.pieces().filter(|(_, piece)| piece.letter == piece_rules.letter).count();
            assert_eq!(count, piece_rules.count, "{} {}", rule_set.name, piece_rules.letter);
            let can_be_in_hand = rule_set.hand_order.contains(piece_rules.letter);
            assert_eq!(can_be_in_hand, piece_rules.letter != 'K');
        }
    }
}

/// Its tables list hands in another order, so the SFEN is parsed and written again.
#[test]
fn perft_matches_the_tables() {
    let mut games: Vec<&str> = games::names().collect();
    games.sort_unstable();
    assert_eq!(data::games_in("perft"), games, "files in data/perft");
    RuleSet::all().par_iter().for_each(|rule_set| {
        let rows = data::perft(rule_set.name);
        assert!(!rows.is_empty());
        for row in rows {
            let state = GameState::from_sfen(rule_set, &row.sfen).unwrap();
            let sfen = state.sfen();
            assert_eq!(GameState::from_sfen(rule_set, &sfen).unwrap().sfen(), sfen);
            assert_eq!(sfen.split(' ').next(), row.sfen.split(' ').next(), "board of the SFEN");
            for (depth, count) in
                (1..).zip(row.counts).filter(|&(_, count)| count <= sample_size(MAX_LEAVES))
            {
                assert_eq!(state.perft(depth), count, "{} {sfen} depth {depth}", rule_set.name);
            }
        }
    });
}
