//! Network files: a header, the weights and a checksum, all little-endian.
//!
//! | Bytes | Content |
//! |---|---|
//! | 4 | `OZNN` |
//! | 2 | version of the format, 1 |
//! | 1 | 1 if the output is added to the linear evaluation, 0 if it replaces it |
//! | 1 | number of output buckets |
//! | 8 | hash of the inputs ([`InputMap::hash`]) |
//! | 2 | width: hidden units of each side |
//! | 2 | threat width: how many of them have threat inputs |
//! | 2 each | weights of the piece rows, row by row |
//! | 2 each | weights of the threat rows, row by row |
//! | 2 each | biases of the hidden units |
//! | 2 each | output weights by bucket: the side to move's units, then the opponent's |
//! | 4 each | output biases by bucket |
//! | 8 | FNV-1a hash of all preceding bytes |

use super::{InputMap, Network, Weights};
use rules::{FNV_START, Rules, fnv1a};
use std::fmt;

const MAGIC: [u8; 4] = *b"OZNN";
const VERSION: u16 = 1;
const HEADER_SIZE: usize = 20;
const CHECKSUM_SIZE: usize = 8;
/// The largest supported width.
const MAX_WIDTH: usize = 2_048;
/// The largest supported number of output buckets.
const MAX_BUCKETS: usize = 16;

/// Why a file cannot be used as a network for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file does not start with `OZNN`.
    Magic,
    /// The file has a format version that is not supported.
    Version(u16),
    /// The header has unsupported values.
    Header,
    /// The network is for other pieces or another board.
    Game,
    /// The file's length does not match its header.
    Length {
        /// Bytes in the file.
        found: usize,
        /// Bytes according to the header.
        expected: usize,
    },
    /// The checksum does not match: the file is damaged.
    Checksum,
    /// The weights are so large that sums could overflow.
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
            Self::Weights => f.write_str("the weights are too large: sums could overflow"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Parses the content of a network file for a game.
    pub fn from_bytes(rules: &Rules, bytes: &[u8]) -> Result<Self, NetworkError> {
        if bytes.len() < HEADER_SIZE || bytes[..4] != MAGIC {
            return Err(NetworkError::Magic);
        }
        let u16_at = |offset: usize| u16::from_le_bytes([bytes[offset], bytes[offset + 1]]);
        match u16_at(4) {
            VERSION => {}
            other => return Err(NetworkError::Version(other)),
        }
        let (adds_to_linear, buckets) = (bytes[6], usize::from(bytes[7]));
        let (width, threat_width) = (usize::from(u16_at(16)), usize::from(u16_at(18)));
        let is_valid_width = |width: usize| width <= MAX_WIDTH && width.is_multiple_of(Self::LANES);
        if adds_to_linear > 1
            || !(1..=MAX_BUCKETS).contains(&buckets)
            || !is_valid_width(width)
            || !is_valid_width(threat_width)
            || width == 0
            || threat_width > width
        {
            return Err(NetworkError::Header);
        }
        let inputs = InputMap::new(rules);
        if bytes[8..16] != inputs.hash().to_le_bytes() {
            return Err(NetworkError::Game);
        }
        let network = Self::zeroed(inputs, adds_to_linear == 1, width, threat_width, buckets);
        let expected = network.file_length();
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (content, checksum) = bytes.split_at(expected - CHECKSUM_SIZE);
        if checksum != fnv1a(FNV_START, content).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let (numbers, output_biases) =
            content[HEADER_SIZE..].split_at(2 * network.weight_counts().iter().sum::<usize>());
        let mut numbers = numbers.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
        let [rows, threat_rows, biases, output_weights] =
            network.weight_counts().map(|count| numbers.by_ref().take(count).collect());
        let output_biases =
            output_biases.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        network.with_weights(Weights { rows, threat_rows, biases, output_weights, output_biases })
    }

    /// Returns the content of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.file_length());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([u8::from(self.adds_to_linear), self.output_biases.len() as u8]);
        bytes.extend(self.inputs.hash().to_le_bytes());
        bytes.extend((self.width as u16).to_le_bytes());
        bytes.extend((self.threat_width as u16).to_le_bytes());
        let Weights { rows, threat_rows, biases, output_weights, output_biases } = self.weights();
        for part in [rows, threat_rows, biases, output_weights] {
            bytes.extend(part.into_iter().flat_map(i16::to_le_bytes));
        }
        bytes.extend(output_biases.into_iter().flat_map(i32::to_le_bytes));
        bytes.extend(fnv1a(FNV_START, &bytes).to_le_bytes());
        bytes
    }

    fn file_length(&self) -> usize {
        let weights: usize = self.weight_counts().iter().sum();
        HEADER_SIZE + 2 * weights + 4 * self.buckets() + CHECKSUM_SIZE
    }
}
