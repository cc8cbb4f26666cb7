//! Random movements and random rule sets, to test the rules beyond the built-in games.

use crate::differential::convert_spec;
use crate::random_play::seeded_rng;
use crate::reference::{Board, GameState, Piece, Side, Square};
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::spec::*;

/// Returns a random valid movement of one to three terms.
pub fn random_movement(rng: &mut impl Rng) -> String {
    loop {
        let terms = rng.random_range(1..=3);
        let text: String = (0..terms).map(|_| random_term(rng)).collect();
        if text.parse::<rules::Movement>().is_ok() {
            return text;
        }
    }
}

/// Returns a random valid movement along all eight lines, each with its own mode, screens and range.
pub fn random_eight_line_movement(rng: &mut impl Rng) -> String {
    let mut text = String::new();
    for line in ["fR", "bR", "lR", "rR", "flB", "frB", "blB", "brB"] {
        let (directions, atom) = line.split_at(line.len() - 1);
        let mode = ["", "m", "c"].choose(rng).expect("not empty");
        let hop = ["", "p", "p2", "pp"].choose(rng).expect("not empty");
        let shortest = if *hop == "p2" { 3 } else { 2 };
        text += &format!("{directions}{mode}{hop}{atom}{}", rng.random_range(shortest..=9));
    }
    text
}

/// Returns a random term of a movement. It may be invalid, as its directions are drawn independently.
pub fn random_term(rng: &mut impl Rng) -> String {
    let atom = *b"WFDNAHCZGRBQKRBQ".choose(rng).expect("not empty") as char;
    let is_line = "WFKRBQ".contains(atom);
    let range = if is_line && rng.random_bool(0.4) { rng.random_range(1..=9) } else { 0 };
    let longest = if range > 0 {
        range
    } else if "RBQ".contains(atom) {
        9
    } else {
        1
    };
    let mut modifiers: Vec<&str> = Vec::new();
    if is_line && longest > 1 && rng.random_bool(0.6) {
        modifiers.push(["p", "p2", "pp"].choose(rng).expect("not empty"));
    }
    if !is_line && rng.random_bool(0.4) {
        modifiers.push("n");
    }
    if rng.random_bool(0.4) {
        modifiers.push(["m", "c"].choose(rng).expect("not empty"));
    }
    let directions = ["f", "b", "l", "r", "s", "v", "ff", "bb", "ll", "rr", "fl", "br", "fs", "bs"];
    for _ in 0..*[0, 0, 0, 1, 1, 2, 3].choose(rng).expect("not empty") {
        modifiers.push(directions.choose(rng).expect("not empty"));
    }
    modifiers.shuffle(rng);
    let range = if range > 0 { range.to_string() } else { String::new() };
    format!("{}{atom}{range}", modifiers.concat())
}

/// Returns a random game named after its seed: a board of any size, kings, pawns, and two other
/// pieces with random movements.
pub fn random_spec(seed: u64) -> GameSpec {
    let mut rng = seeded_rng(seed);
    let files = rng.random_range(4..=10);
    let ranks = rng.random_range(4..=10);
    let two_pawns =
        *[TwoPawns::Allowed, TwoPawns::DropForbidden, TwoPawns::DropLimit(2), TwoPawns::Forbidden]
            .choose(&mut rng)
            .expect("not empty");
    let mut pieces: Vec<PieceSpec> = vec![
        random_piece('A', &mut rng),
        random_piece('B', &mut rng),
        random_pawn(two_pawns, &mut rng),
        PieceSpec::new('K', "King", "王", random_king_movement(&mut rng)).role(Role::King),
    ];
    if rng.random_bool(0.5) {
        for piece in &mut pieces {
            piece.confined_to = random_squares(files, ranks, &mut rng);
            if let Some(promotion) = &mut piece.promotion {
                promotion.confined_to = random_squares(files, ranks, &mut rng);
            }
        }
    }
    let mut spec = GameSpec {
        promotion_ranks: random_ranks(ranks, 3, &mut rng),
        mandatory_promotion: if rng.random_bool(0.2) {
            MandatoryPromotion::Always
        } else {
            MandatoryPromotion::OnDeadRanks
        },
        pieces,
        pawn_drop_mate: *[PawnDropMate::Allowed, PawnDropMate::Forbidden]
            .choose(&mut rng)
            .expect("not empty"),
        two_pawns,
        repetition: *[
            Repetition::Draw,
            Repetition::BlackLoses,
            Repetition::WhiteLoses,
            Repetition::RepeaterLoses,
            Repetition::RepeaterWins,
        ]
        .choose(&mut rng)
        .expect("not empty"),
        repetition_count: rng.random_range(2..=5),
        perpetual_check: *[PerpetualCheck::Allowed, PerpetualCheck::Loses]
            .choose(&mut rng)
            .expect("not empty"),
        stalemate: *[Stalemate::Loses, Stalemate::Draw].choose(&mut rng).expect("not empty"),
        goal_ranks: if rng.random_bool(0.3) {
            random_ranks(ranks, 1, &mut rng)
        } else {
            SideRanks::default()
        },
        facing_kings: *[
            FacingKings::Allowed,
            FacingKings::Allowed,
            FacingKings::ForbiddenOnFiles,
            FacingKings::ForbiddenOnFilesAndRanks,
        ]
        .choose(&mut rng)
        .expect("not empty"),
        check_limit: *[
            CheckLimit::None,
            CheckLimit::None,
            CheckLimit::Consecutive(1),
            CheckLimit::Consecutive(3),
        ]
        .choose(&mut rng)
        .expect("not empty"),
        ..GameSpec::new(format!("random-{seed}"), files, ranks)
    };
    loop {
        spec.start_sfen = random_start_sfen(&spec, &mut rng);
        let start = GameState::from_sfen(convert_spec(&spec), &spec.start_sfen);
        if start.is_ok_and(|start| start.position().goal_winner().is_none()) {
            return spec;
        }
    }
}

fn random_piece(letter: char, rng: &mut StdRng) -> PieceSpec {
    let plain = PieceSpec::new(letter, "Piece", "駒", &random_movement(rng));
    let piece = plain.dead_ranks(rng.random_range(0..=2));
    if rng.random_bool(0.7) {
        piece.promotes_to("Promoted", "成", &random_movement(rng))
    } else {
        piece
    }
}

/// Returns up to `max` ranks for each side, usually the farthest ones.
fn random_ranks(ranks: u8, max: u8, rng: &mut StdRng) -> SideRanks {
    if rng.random_bool(0.7) {
        return SideRanks::Farthest(rng.random_range(0..=max));
    }
    let mut letters = || -> String {
        let count = rng.random_range(0..=max).into();
        let mut letters = ('a'..).take(ranks.into()).sample(rng, count);
        letters.sort_unstable();
        letters.into_iter().collect()
    };
    SideRanks::Named { black: letters(), white: letters() }
}

/// Returns squares to which a piece is confined, for one piece of three.
fn random_squares(files: u8, ranks: u8, rng: &mut StdRng) -> Option<SideSquares> {
    let square = |rng: &mut StdRng| Square {
        file: rng.random_range(1..=files).into(),
        rank: rng.random_range(1..=ranks).into(),
    };
    let list = |rng: &mut StdRng| {
        let rectangles = (0..3).map(|_| format!("{}-{}", square(rng), square(rng)));
        let rectangles = rectangles.collect::<Vec<_>>().join(" ");
        format!("{rectangles} {}", square(rng))
    };
    match rng.random_range(0..6) {
        0 => Some(SideSquares::Turned(list(rng))),
        1 => Some(SideSquares::Named { black: list(rng), white: list(rng) }),
        _ => None,
    }
}

fn random_pawn(two_pawns: TwoPawns, rng: &mut StdRng) -> PieceSpec {
    let movements_on_one_file = ["fW", "fR", "vR2", "mfRcfpR", "fD"];
    let movement = match rng.random_range(0..4) {
        // A pawn that changes files could move behind another pawn, which is illegal here.
        _ if two_pawns == TwoPawns::Forbidden => {
            movements_on_one_file.choose(rng).copied().map(str::to_owned)
        }
        0 => Some("fsW".to_owned()),
        1 => Some("fK".to_owned()),
        _ => Some(random_movement(rng)),
    };
    PieceSpec::new('P', "Pawn", "歩", &movement.expect("not empty"))
        .promotes_to("Tokin", "と", "WfF")
        .dead_ranks(rng.random_range(0..=1))
        .role(Role::Pawn)
}

fn random_king_movement(rng: &mut StdRng) -> &'static str {
    ["K", "K", "K", "W", "F", "WfF", "KN", "WD", "FH", "NZ"].choose(rng).expect("not empty")
}

/// Returns the SFEN of a random start position, which may be illegal. No side has two pawns on a file.
fn random_start_sfen(spec: &GameSpec, rng: &mut StdRng) -> String {
    let (files, ranks) = (i32::from(spec.files), i32::from(spec.ranks));
    let copies = if files * ranks < 30 { 1 } else { 2 };
    let mut board = Board::empty(files, ranks);
    for side in [Side::Black, Side::White] {
        let pawns = (1..=files).filter(|_| rng.random_bool(0.7)).map(|file| ('P', Some(file)));
        let pawns: Vec<_> = pawns.collect();
        let others =
            ['A', 'B'].into_iter().flat_map(|letter| [(letter, None); 2][..copies].to_vec());
        for (letter, file) in [('K', None)].into_iter().chain(others).chain(pawns) {
            let fits = |square: &Square| {
                board.piece_on(*square).is_none() && file.is_none_or(|file| file == square.file)
            };
            if let Some(square) = board.squares().filter(fits).choose(rng) {
                board.set(square, Some(Piece { side, letter, promoted: false }));
            }
        }
    }
    format!("{} {} - 1", board.sfen(), if rng.random() { 'b' } else { 'w' })
}
