//! Character encodings of record files: UTF-8, UTF-16 and Shift_JIS.

use crate::error::{RecordError, RecordErrorKind, WriteError};
use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};

/// Decodes the bytes of a file. A byte order mark decides; without one, the text is UTF-8 if it is
/// valid, and Shift_JIS otherwise.
pub fn decode(bytes: &[u8]) -> Result<String, RecordError> {
    let (encoding, start) = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => (encoding, length),
        None if std::str::from_utf8(bytes).is_ok() => (UTF_8, 0),
        None => (SHIFT_JIS, 0),
    };
    match encoding.decode_without_bom_handling_and_without_replacement(&bytes[start..]) {
        Some(text) => Ok(text.into_owned()),
        None => Err(RecordError::new(1, RecordErrorKind::Encoding)),
    }
}

/// Encodes text in Shift_JIS, the encoding of `.kif` and `.csa` files.
pub fn encode_shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    let (bytes, _, has_unmappable) = SHIFT_JIS.encode(text);
    if !has_unmappable {
        return Ok(bytes.into_owned());
    }
    let is_unmappable = |c: &char| SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2;
    let first = text.chars().find(is_unmappable).unwrap_or(char::REPLACEMENT_CHARACTER);
    Err(WriteError::NotInShiftJis(first))
}
