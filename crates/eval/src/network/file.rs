//! Network files: little-endian, a header, the weights, and a checksum.
//!
//! | Bytes | Content |
//! |---|---|
//! | 4 | `OZNN` |
//! | 2 | version of the format, 1 |
//! | 1 | what the network's output is added to: 0 nothing, 1 the linear evaluation |
//! | 1 | number of output buckets |
//! | 8 | hash of the inputs ([`InputMap::hash`]) |
//! | 2 | width: hidden units of each side |
//! | 2 | threat width: how many of them see threats |
//! | 2 each | weights of the accumulated rows, row by row |
//! | 2 each | weights of the threat rows, row by row |
//! | 2 each | biases of the hidden units |
//! | 2 each | output weights by bucket: the side to move's units, then the opponent's |
//! | 4 each | output biases by bucket |
//! | 8 | FNV-1a hash of all bytes before |

use super::{InputMap, Network};
use rules::Rules;
use std::fmt;

const MAGIC: [u8; 4] = *b"OZNN";
const VERSION: u16 = 1;
const HEADER: usize = 20;
const CHECKSUM: usize = 8;
/// The widest network that is read. Widths are multiples of [`Network::LANES`].
const MAX_WIDTH: usize = 2_048;
/// The largest number of output buckets.
const MAX_BUCKETS: usize = 16;

/// Why a file is not a network for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file does not start with `OZNN`.
    Magic,
    /// The file has a format version that is not supported.
    Version(u16),
    /// The header has sizes that are not supported.
    Header,
    /// The network is for other pieces or another board.
    Game,
    /// The file has another length than its header says.
    Length {
        /// Bytes in the file.
        found: usize,
        /// Bytes that the header asks for.
        expected: usize,
    },
    /// The checksum does not match: the file is damaged.
    Checksum,
    /// Weights are so large that sums could overflow.
    Weights,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("not a network file: expected it to start with OZNN"),
            Self::Version(found) => {
                write!(f, "network format version {found}; expected version {VERSION}")
            }
            Self::Header => f.write_str("unsupported network sizes in the header"),
            Self::Game => {
                f.write_str("the network is for a game with another board or other pieces")
            }
            Self::Length { found, expected } => {
                write!(f, "the file has {found} bytes; expected {expected}")
            }
            Self::Checksum => f.write_str("the checksum does not match: the file is damaged"),
            Self::Weights => f.write_str("weights are too large"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Reads a network for a game.
    pub fn from_bytes(rules: &Rules, bytes: &[u8]) -> Result<Self, NetworkError> {
        if bytes.len() < HEADER || bytes[..4] != MAGIC {
            return Err(NetworkError::Magic);
        }
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        match u16_at(4) {
            VERSION => {}
            other => return Err(NetworkError::Version(other)),
        }
        let (base, buckets) = (bytes[6], usize::from(bytes[7]));
        let (width, threat_width) = (usize::from(u16_at(16)), usize::from(u16_at(18)));
        let fits = |width: usize| width <= MAX_WIDTH && width.is_multiple_of(Self::LANES);
        if base > 1
            || !(1..=MAX_BUCKETS).contains(&buckets)
            || !fits(width)
            || !fits(threat_width)
            || width == 0
            || threat_width > width
        {
            return Err(NetworkError::Header);
        }
        let inputs = InputMap::new(rules);
        if bytes[8..16] != inputs.hash().to_le_bytes() {
            return Err(NetworkError::Game);
        }
        let mut network = Self::zeroed(inputs, base == 1, width, threat_width, buckets);
        let expected = network.file_length();
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (content, checksum) = bytes.split_at(expected - CHECKSUM);
        if checksum != fnv(content).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let mut rest = &content[HEADER..];
        let parts = [
            &mut network.rows,
            &mut network.threat_rows,
            &mut network.biases,
            &mut network.output_weights,
        ];
        for part in parts {
            let (numbers, after) = rest.split_at(2 * part.len());
            for (weight, bytes) in part.iter_mut().zip(numbers.chunks_exact(2)) {
                *weight = i16::from_le_bytes([bytes[0], bytes[1]]);
            }
            rest = after;
        }
        for (bias, bytes) in network.output_biases.iter_mut().zip(rest.chunks_exact(4)) {
            *bias = i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        if network.can_overflow() { Err(NetworkError::Weights) } else { Ok(network) }
    }

    /// Returns the network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.file_length());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([u8::from(self.adds_to_linear), self.output_biases.len() as u8]);
        bytes.extend(self.inputs.hash().to_le_bytes());
        bytes.extend((self.width as u16).to_le_bytes());
        bytes.extend((self.threat_width as u16).to_le_bytes());
        for part in [&self.rows, &self.threat_rows, &self.biases, &self.output_weights] {
            bytes.extend(part.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(fnv(&bytes).to_le_bytes());
        bytes
    }

    fn file_length(&self) -> usize {
        let weights = self.rows.len()
            + self.threat_rows.len()
            + self.biases.len()
            + self.output_weights.len();
        HEADER + 2 * weights + 4 * self.output_biases.len() + CHECKSUM
    }
}

/// The 64-bit FNV-1a hash.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
