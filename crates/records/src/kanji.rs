//! Abbreviations of the kanji names of pieces.

/// Usual one-character abbreviations of two-character names.
const ABBREVIATIONS: &[(&str, &str)] = &[
    ("玉将", "玉"),
    ("王将", "王"),
    ("飛車", "飛"),
    ("角行", "角"),
    ("金将", "金"),
    ("銀将", "銀"),
    ("桂馬", "桂"),
    ("香車", "香"),
    ("歩兵", "歩"),
    ("妃将", "妃"),
];

/// Abbreviations for promoted pieces. A promoted silver is 全 even in games that name it a gold.
const PROMOTED_ABBREVIATIONS: &[(&str, &str)] = &[
    ("龍王", "龍"),
    ("龍馬", "馬"),
    ("酔象", "象"),
    ("成銀", "全"),
    ("金将", "全"),
    ("成桂", "圭"),
    ("跳馬", "跳"),
    ("成香", "杏"),
    ("竪行", "竪"),
    ("と金", "と"),
];

/// Returns the usual one-character abbreviation of a piece's kanji name, if there is one.
///
/// ```
/// assert_eq!(records::abbreviate_kanji("金将", false), Some("金"));
/// assert_eq!(records::abbreviate_kanji("金将", true), Some("全"));
/// assert_eq!(records::abbreviate_kanji("金砲", false), None);
/// ```
pub fn abbreviate_kanji(name: &str, is_promoted: bool) -> Option<&'static str> {
    let abbreviations = if is_promoted { PROMOTED_ABBREVIATIONS } else { ABBREVIATIONS };
    abbreviations.iter().find(|(full, _)| *full == name).map(|&(_, short)| short)
}

/// Returns the last two characters of a piece's kanji name. This drops only the prefix 成 ("promoted").
pub fn last_two_kanji(name: &str) -> &str {
    name.char_indices().rev().nth(1).map_or(name, |(start, _)| &name[start..])
}
