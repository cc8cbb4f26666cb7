//! Games that nobody plays: random movements by the grammar of [`rules::betza`], random rules.

use crate::random_play::seeded_rng;
use crate::reference::State;
use crate::reference::{Board, Colour, Piece, Square};
use crate::translate::translate;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::spec::*;

/// A random movement that can be read: one to three terms.
pub fn movement(rng: &mut impl Rng) -> String {
    loop {
        let terms = rng.random_range(1..=3);
        let text: String = (0..terms).map(|_| term(rng)).collect();
        if text.parse::<rules::Movement>().is_ok() {
            return text;
        }
    }
}

/// A random movement that does something else along every line.
pub fn star(rng: &mut impl Rng) -> String {
    let mut text = String::new();
    for line in ["fR", "bR", "lR", "rR", "flB", "frB", "blB", "brB"] {
        let (directions, atom) = line.split_at(line.len() - 1);
        let mode = ["", "m", "c"].choose(rng).expect("modes");
        let hop = ["", "p", "pp"].choose(rng).expect("hops");
        text += &format!("{directions}{mode}{hop}{atom}{}", rng.random_range(2..=9));
    }
    text
}

/// A term of a movement, whose directions may contradict each other.
pub fn term(rng: &mut impl Rng) -> String {
    let atom = *b"WFDNAHCZGRBQKRBQ".choose(rng).expect("atoms") as char;
    let is_line = "WFKRBQ".contains(atom);
    let range = if is_line && rng.random_bool(0.4) { rng.random_range(1..=9) } else { 0 };
    let reaches = if range > 0 {
        range
    } else if "RBQ".contains(atom) {
        9
    } else {
        1
    };
    let mut parts: Vec<&str> = Vec::new();
    if is_line && reaches > 1 && rng.random_bool(0.6) {
        parts.push(["p", "pp"].choose(rng).expect("hops"));
    }
    if rng.random_bool(0.4) {
        parts.push(["m", "c"].choose(rng).expect("modes"));
    }
    let directions = ["f", "b", "l", "r", "s", "v", "ff", "bb", "ll", "rr", "fl", "br", "fs", "bs"];
    for _ in 0..*[0, 0, 0, 1, 1, 2, 3].choose(rng).expect("numbers") {
        parts.push(directions.choose(rng).expect("directions"));
    }
    parts.shuffle(rng);
    let digits = if range > 0 { range.to_string() } else { String::new() };
    format!("{}{atom}{digits}", parts.concat())
}

/// A game of kings, pawns and two kinds with random movements, on a board of any size; its name
/// has the seed. It stays for the life of the program.
pub fn game(seed: u64) -> GameSpec<'static> {
    let mut rng = seeded_rng(seed);
    let files = rng.random_range(4..=10);
    let ranks = rng.random_range(4..=10);
    let two_pawns = *[TwoPawns::Allowed, TwoPawns::DropForbidden, TwoPawns::Forbidden]
        .choose(&mut rng)
        .expect("answers");
    let pieces: Vec<PieceSpec<'static>> = vec![
        piece('A', &mut rng),
        piece('B', &mut rng),
        pawn(two_pawns, &mut rng),
        PieceSpec::new('K', "King", "王", king(&mut rng)).role(Role::King),
    ];
    let mut spec = GameSpec {
        name: String::leak(format!("invented-{seed}")),
        title: "",
        about: "",
        files,
        ranks,
        promotion_ranks: rng.random_range(0..=3),
        start_sfen: "",
        pieces: Vec::leak(pieces),
        pawn_drop_mate: *[PawnDropMate::Allowed, PawnDropMate::Forbidden]
            .choose(&mut rng)
            .expect("answers"),
        two_pawns,
        repetition: *[Repetition::Draw, Repetition::PerpetualCheckLoses]
            .choose(&mut rng)
            .expect("answers"),
        check_limit: *[
            CheckLimit::None,
            CheckLimit::None,
            CheckLimit::Consecutive(1),
            CheckLimit::Consecutive(3),
        ]
        .choose(&mut rng)
        .expect("answers"),
        impasse: Impasse::None,
    };
    loop {
        let start = start(&spec, &mut rng);
        spec.start_sfen = String::leak(start);
        if State::from_sfen(translate(&spec), spec.start_sfen).is_ok() {
            return spec;
        }
    }
}

fn piece(letter: char, rng: &mut StdRng) -> PieceSpec<'static> {
    let plain = PieceSpec::new(letter, "Piece", "駒", String::leak(movement(rng)));
    let piece = plain.dead_ranks(rng.random_range(0..=2));
    if rng.random_bool(0.7) {
        piece.promotes_to("Promoted", "成", String::leak(movement(rng)))
    } else {
        piece.dead_ranks(0)
    }
}

fn pawn(two_pawns: TwoPawns, rng: &mut StdRng) -> PieceSpec<'static> {
    let on_its_file = ["fW", "fR", "vR2", "mfRcfpR", "fD"];
    let text = match rng.random_range(0..4) {
        // Where two may never stand on a file, they had better stay on theirs.
        _ if two_pawns == TwoPawns::Forbidden => {
            on_its_file.choose(rng).copied().map(str::to_owned)
        }
        0 => Some("fsW".to_owned()),
        1 => Some("fK".to_owned()),
        _ => Some(movement(rng)),
    };
    PieceSpec::new('P', "Pawn", "歩", String::leak(text.expect("movements")))
        .promotes_to("Tokin", "と", "WfF")
        .dead_ranks(rng.random_range(0..=1))
        .role(Role::Pawn)
}

fn king(rng: &mut StdRng) -> &'static str {
    ["K", "K", "K", "W", "F", "WfF", "KN", "WD", "FH", "NZ"].choose(rng).expect("kings")
}

/// A random start position, which may not be a legal one. No side has two pawns on a file.
fn start(spec: &GameSpec<'_>, rng: &mut StdRng) -> String {
    let (files, ranks) = (i32::from(spec.files), i32::from(spec.ranks));
    let of_each = if files * ranks < 30 { 1 } else { 2 };
    let mut board = Board::empty(files, ranks);
    for colour in [Colour::Black, Colour::White] {
        let pawns = (1..=files).filter(|_| rng.random_bool(0.7)).map(|file| ('P', Some(file)));
        let pawns: Vec<_> = pawns.collect();
        let others =
            ['A', 'B'].into_iter().flat_map(|letter| [(letter, None); 2][..of_each].to_vec());
        for (letter, file) in [('K', None)].into_iter().chain(others).chain(pawns) {
            let fits = |square: &Square| {
                board.at(*square).is_none() && file.is_none_or(|file| file == square.file)
            };
            if let Some(square) = board.squares().filter(fits).choose(rng) {
                board.put(square, Some(Piece { colour, letter, promoted: false }));
            }
        }
    }
    format!("{} {} - 1", board.rows(), if rng.random() { 'b' } else { 'w' })
}
