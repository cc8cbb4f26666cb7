//! The bytes of record files: gzip, and the encodings UTF-8, UTF-16, Shift_JIS and EUC-JP.

use crate::error::{RecordError, RecordErrorKind, WriteError};
use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS, UTF_8};
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The start of a file of packed games, which only `ozutsu-learn` reads.
const PACKED_GAMES: &[u8] = b"ozutsu-games ";

/// The first bytes of a file in the format of gzip.
const GZIP: &[u8] = b"\x1f\x8b";

/// A gzip file may unpack to this many times its size. Records unpack to about ten times theirs.
const MAX_RATIO: usize = 100;
/// A small file may unpack to this many bytes.
const MAX_OF_SMALL: usize = 16 << 20;

/// The first bytes of other compressed files, and the programs that unpack them.
const COMPRESSED: [(&[u8], &str); 4] = [
    (b"PK\x03\x04", "unzip"),
    (b"BZh", "bunzip2"),
    (b"\xfd7zXZ\0", "unxz"),
    (b"\x28\xb5\x2f\xfd", "unzstd"),
];

/// Decodes the bytes of a file, and unpacks it first if gzip has compressed it. A byte order mark decides on the
/// encoding; without one, the text is in the first of UTF-8, Shift_JIS and EUC-JP in which it is valid. Lone carriage
/// returns become line breaks, and the byte order marks of files that were joined are removed.
pub fn decode(bytes: &[u8]) -> Result<String, RecordError> {
    if bytes.starts_with(GZIP) {
        return decode_plain(&unpack(bytes)?);
    }
    decode_plain(bytes)
}

/// Unpacks a file of gzip.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>, RecordError> {
    let limit = bytes.len().saturating_mul(MAX_RATIO).max(MAX_OF_SMALL);
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(limit as u64 + 1)
        .read_to_end(&mut unpacked)
        .map_err(|_| RecordError::new(1, RecordErrorKind::Damaged))?;
    if unpacked.len() > limit {
        return Err(RecordError::new(1, RecordErrorKind::TooLarge(limit >> 20)));
    }
    Ok(unpacked)
}

/// Returns the name of a file without `.gz` at its end.
pub fn without_gz(path: &Path) -> PathBuf {
    let is_packed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    if is_packed { path.with_extension("") } else { path.to_owned() }
}

/// Compresses the bytes of a file as gzip does, if its name ends in `.gz`.
pub fn pack(bytes: Vec<u8>, path: &Path) -> Vec<u8> {
    if without_gz(path) == path {
        return bytes;
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&bytes).and_then(|()| packer.finish()).expect("memory is written to")
}

fn decode_plain(bytes: &[u8]) -> Result<String, RecordError> {
    if bytes.starts_with(PACKED_GAMES) {
        return Err(RecordError::new(1, RecordErrorKind::PackedGames));
    }
    // A file that was compressed twice.
    let again = [(GZIP, "gunzip")];
    let mut formats = COMPRESSED.iter().chain(&again);
    if let Some((_, program)) = formats.find(|(start, _)| bytes.starts_with(start)) {
        return Err(RecordError::new(1, RecordErrorKind::Compressed(program)));
    }
    let decode = |encoding: &'static Encoding, bytes| {
        encoding.decode_without_bom_handling_and_without_replacement(bytes)
    };
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => decode(encoding, &bytes[length..]),
        None => [UTF_8, SHIFT_JIS, EUC_JP].iter().find_map(|encoding| decode(encoding, bytes)),
    };
    let text = text.ok_or(RecordError::new(1, RecordErrorKind::Encoding))?;
    let text = if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.into_owned()
    };
    Ok(if text.contains("\n\u{feff}") { text.replace("\n\u{feff}", "\n") } else { text })
}

/// Encodes text in Shift_JIS, the encoding of `.kif` and `.ki2` files. A first line that names the
/// encoding is changed to name this one.
pub fn encode_shift_jis(text: &str) -> Result<Vec<u8>, WriteError> {
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let name = if first.starts_with("'CSA") { "encoding=SHIFT_JIS" } else { "encoding=Shift_JIS" };
    let first = if first.starts_with("#KIF") || first.starts_with("'CSA") {
        first.replace("encoding=UTF-8", name)
    } else {
        first.to_owned()
    };
    let text = first + rest;
    let (bytes, _, has_unmappable) = SHIFT_JIS.encode(&text);
    // Their bytes are read as \ and ~.
    let is_lossy = |c: &char| matches!(c, '¥' | '‾');
    let is_unmappable = |c: &char| SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2;
    match text.chars().find(|c| is_lossy(c) || (has_unmappable && is_unmappable(c))) {
        None => Ok(bytes.into_owned()),
        Some(first) => Err(WriteError::NotInShiftJis(first)),
    }
}
