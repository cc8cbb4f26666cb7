//! Zobrist keys: one fixed random number for each element of a position. A position's key is the
//! XOR of its elements' keys.

use crate::piece::{Color, Hand, Piece, PieceKind};
use crate::random::SplitMix64;
use crate::square::{SQUARE_COUNT, Square};

/// The maximum number of pieces of a kind in hand.
pub(crate) const MAX_HAND_COUNT: usize = 31;

/// The number of counts of consecutive checks that have keys, zero included. A game's check limit
/// must be lower.
pub(crate) const CHECK_COUNTS: usize = 16;

struct Keys {
    pieces: [[[u64; SQUARE_COUNT]; PieceKind::COUNT]; 2],
    hands: [[[u64; MAX_HAND_COUNT + 1]; PieceKind::BASE_COUNT]; 2],
    check_counts: [[u64; CHECK_COUNTS]; 2],
    side: u64,
}

static KEYS: Keys = keys();

/// Returns the key of a piece on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.color().index()][piece.kind().index()][square.index()]
}

/// Returns the key of the number of pieces of a kind in a side's hand. It is 0 for no pieces.
#[inline]
pub(crate) fn hand_count(color: Color, kind: PieceKind, count: u8) -> u64 {
    KEYS.hands[color.index()][kind.unpromoted().index()][usize::from(count) % (MAX_HAND_COUNT + 1)]
}

/// Returns the key of a side's hand.
pub(crate) fn hand(color: Color, hand: &Hand) -> u64 {
    hand.iter().fold(0, |key, (kind, count)| key ^ hand_count(color, kind, count))
}

/// Returns the key for White to move.
#[inline]
pub(crate) fn side() -> u64 {
    KEYS.side
}

/// Returns the key of both sides' counts of consecutive checks. It is 0 if both are zero.
#[inline]
pub(crate) fn check_counts(counts: [u8; 2]) -> u64 {
    let [black, white] = counts.map(|count| usize::from(count) % CHECK_COUNTS);
    KEYS.check_counts[0][black] ^ KEYS.check_counts[1][white]
}

/// Fills the array with random numbers from index `from`; earlier elements stay zero.
const fn fill<const N: usize>(numbers: &mut [u64; N], from: usize, random: &mut SplitMix64) {
    let mut i = from;
    while i < N {
        numbers[i] = random.next_u64();
        i += 1;
    }
}

const fn keys() -> Keys {
    let mut random = SplitMix64::new(0x6F7A_7574_7375);
    let mut keys = Keys {
        pieces: [[[0; SQUARE_COUNT]; PieceKind::COUNT]; 2],
        hands: [[[0; MAX_HAND_COUNT + 1]; PieceKind::BASE_COUNT]; 2],
        check_counts: [[0; CHECK_COUNTS]; 2],
        side: random.next_u64(),
    };
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < PieceKind::COUNT {
            fill(&mut keys.pieces[color][kind], 0, &mut random);
            if kind < PieceKind::BASE_COUNT {
                fill(&mut keys.hands[color][kind], 1, &mut random);
            }
            kind += 1;
        }
        fill(&mut keys.check_counts[color], 1, &mut random);
        color += 1;
    }
    keys
}
