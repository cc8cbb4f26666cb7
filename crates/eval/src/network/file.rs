//! Network files: a header, the weights and a checksum, all little-endian.
//!
//! | Bytes | Content |
//! |---|---|
//! | 4 | `OZNN` |
//! | 2 | version of the format, 1 |
//! | 2 | kind of network: always the bytes 1 and 1 |
//! | 8 | hash of the inputs ([`InputMap::hash`]) |
//! | 2 | width: hidden units of each side |
//! | 2 | threat width: how many of them have threat inputs |
//! | 2 each | weights of the piece rows, row by row |
//! | 2 each | weights of the threat rows, row by row |
//! | 2 each | biases of the hidden units |
//! | 2 each | output weights: the side to move's units, then the opponent's |
//! | 4 | output bias |
//! | 8 | FNV-1a hash of all preceding bytes |

use super::{InputMap, Network, Weights};
use platform::{FNV_START, fnv1a};
use rules::Rules;

pub const MAGIC: [u8; 4] = *b"OZNN";
const VERSION: u16 = 1;
const HEADER_SIZE: usize = 20;
const CHECKSUM_SIZE: usize = 8;
/// The largest supported width.
const MAX_WIDTH: usize = 2_048;

/// Why a file cannot be used as a network for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    #[error("not a network file: expected it to start with OZNN")]
    Magic,
    #[error("network format version {0}; expected version {VERSION}")]
    Version(u16),
    #[error("the header has sizes or a kind of network that is not supported")]
    Header,
    #[error("the network is for a game with another board or other pieces")]
    Game,
    #[error("the file has {found} bytes; expected {expected}")]
    Length { found: usize, expected: usize },
    #[error("the file ends after {0} bytes, within its header")]
    Short(usize),
    #[error("the checksum does not match: the file is damaged")]
    Checksum,
    #[error("the weights are too large: sums could overflow")]
    Weights,
}

impl Network {
    /// Parses the content of a network file for a game.
    pub fn from_bytes(rules: &Rules, bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Magic);
        }
        if bytes.len() < HEADER_SIZE {
            return Err(NetworkError::Short(bytes.len()));
        }
        let u16_at = |offset: usize| u16::from_le_bytes([bytes[offset], bytes[offset + 1]]);
        match u16_at(4) {
            VERSION => {}
            other => return Err(NetworkError::Version(other)),
        }
        let (width, threat_width) = (usize::from(u16_at(16)), usize::from(u16_at(18)));
        let is_valid_width = |width: usize| width <= MAX_WIDTH && width.is_multiple_of(Self::LANES);
        if bytes[6..8] != [1, 1]
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
        let network = Self::zeroed(inputs, width, threat_width);
        let expected = network.file_length();
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (content, checksum) = bytes.split_at(expected - CHECKSUM_SIZE);
        if checksum != fnv1a(FNV_START, content).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let (numbers, output_bias) = content.split_last_chunk().expect("the length was checked");
        let (numbers, output_bias) = (&numbers[HEADER_SIZE..], i32::from_le_bytes(*output_bias));
        let mut numbers = numbers.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
        let [rows, threat_rows, biases, output_weights] =
            network.weight_counts().map(|count| numbers.by_ref().take(count).collect());
        network.with_weights(Weights { rows, threat_rows, biases, output_weights, output_bias })
    }

    /// Returns the content of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.file_length());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([1, 1]);
        bytes.extend(self.inputs.hash().to_le_bytes());
        bytes.extend((self.width as u16).to_le_bytes());
        bytes.extend((self.threat_width as u16).to_le_bytes());
        let Weights { rows, threat_rows, biases, output_weights, output_bias } = self.weights();
        for part in [rows, threat_rows, biases, output_weights] {
            bytes.extend(part.into_iter().flat_map(i16::to_le_bytes));
        }
        bytes.extend(output_bias.to_le_bytes());
        bytes.extend(fnv1a(FNV_START, &bytes).to_le_bytes());
        bytes
    }

    fn file_length(&self) -> usize {
        let weights: usize = self.weight_counts().iter().sum();
        HEADER_SIZE + 2 * weights + 4 + CHECKSUM_SIZE
    }
}
