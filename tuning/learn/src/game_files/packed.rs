//! Packed self-play files: four bytes per move.
//!
//! A file begins with the line `ozutsu-games 1 GAME INPUTS`, with the name of the game and the hash of its
//! board and pieces ([`InputMap::hash_of`]) in hexadecimal digits. Games follow. All numbers are
//! little-endian:
//!
//! | Bytes | Content |
//! |---|---|
//! | 3 | length of the fields between the next and the last |
//! | 1 | exclusive or of the bytes of the length, so that damage is not taken for an incomplete game |
//! | 1 | result and end reason: their numbers in [`RESULTS`] + 4 × in [`SelfPlayEnd::ALL`], + 128 with quiet lines |
//! | 2 | number of moves in the opening |
//! | 2 | number of moves played after it |
//! | 2 each | the opening: [`Move::bits`] |
//! | 4 each | the moves played and the scores of the searches that chose them |
//! | any | quiet lines, which version 0.3.0 could add, and which are not read |
//! | 4 | low half of the 64-bit FNV-1a hash of these fields |

use super::scored_game::RESULTS;
use super::{ParseGameError, ScoredGame, ScoredMove, SelfPlayEnd};
use eval::network::InputMap;
use platform::{FNV_START, fnv1a};
use rules::{Move, Position, Rules};

pub(super) const MAGIC: &str = "ozutsu-games";
const VERSION: u32 = 1;
const LENGTH_SIZE: usize = 4;
const HASH_SIZE: usize = 4;
/// Marks games with quiet lines.
const QUIET_LINES: u8 = 128;
/// Size of the result, end reason and numbers of moves.
const COUNTS_SIZE: usize = 5;

/// Returns the first line of a file of a game's packed games.
pub fn packed_header(rules: &Rules) -> String {
    format!("{MAGIC} {VERSION} {} {:016x}\n", rules.name(), InputMap::hash_of(rules))
}

/// Returns the rules that the first line of a packed file names.
pub(super) fn parse_header(line: &str) -> Result<&'static Rules, ParseGameError> {
    let fields: Vec<_> = line.split_whitespace().collect();
    let [MAGIC, version, game, inputs] = fields[..] else {
        return Err(ParseGameError::Header);
    };
    if version.parse() != Ok(VERSION) {
        return Err(ParseGameError::Version(version.into()));
    }
    let rules = games::by_name(game).ok_or_else(|| ParseGameError::UnknownGame(game.into()))?;
    if u64::from_str_radix(inputs, 16) != Ok(InputMap::hash_of(rules)) {
        return Err(ParseGameError::OtherPieces(game.into()));
    }
    Ok(rules)
}

/// Returns the length of the first packed game of `bytes`, which may have only its beginning. Returns
/// `None` if not even its length is complete.
pub fn game_length(bytes: &[u8]) -> Option<Result<usize, ParseGameError>> {
    let &[a, b, c, check] = bytes.first_chunk::<LENGTH_SIZE>()?;
    let length = u32::from_le_bytes([a, b, c, 0]) as usize;
    let is_intact = check == a ^ b ^ c;
    Some(is_intact.then_some(LENGTH_SIZE + length + HASH_SIZE).ok_or(ParseGameError::Damaged))
}

/// Returns whether the hash of a complete game matches its fields.
pub(super) fn is_intact(game: &[u8]) -> bool {
    let fields = game.get(LENGTH_SIZE..).unwrap_or_default();
    fields.split_last_chunk().is_some_and(|(fields, found)| hash(fields) == *found)
}

fn hash(fields: &[u8]) -> [u8; HASH_SIZE] {
    (fnv1a(FNV_START, fields) as u32).to_le_bytes()
}

impl ScoredGame {
    /// Appends the packed game to `bytes`.
    pub fn pack(&self, bytes: &mut Vec<u8>) {
        let length = COUNTS_SIZE + 2 * self.opening.len() + 4 * self.moves.len();
        let [a, b, c, _] = (length as u32).to_le_bytes();
        bytes.extend([a, b, c, a ^ b ^ c]);
        let start = bytes.len();
        let end = SelfPlayEnd::ALL.iter().position(|&known| known == self.end);
        bytes.push((self.result_number() + 4 * end.expect("all reasons")) as u8);
        bytes.extend((self.opening.len() as u16).to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.extend(self.opening.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        for ScoredMove { mv, score } in &self.moves {
            bytes.extend(mv.bits().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        bytes.extend(hash(&bytes[start..]));
    }

    /// Reads a packed game and checks that its moves are legal.
    pub fn unpack(rules: &'static Rules, bytes: &[u8]) -> Result<Self, ParseGameError> {
        if game_length(bytes) != Some(Ok(bytes.len())) || !is_intact(bytes) {
            return Err(ParseGameError::Damaged);
        }
        let fields = &bytes[LENGTH_SIZE..bytes.len() - HASH_SIZE];
        let (&[numbers, a, b, c, d], moves) =
            fields.split_first_chunk().ok_or(ParseGameError::Damaged)?;
        let opening_size = 2 * usize::from(u16::from_le_bytes([a, b]));
        let played_size = 4 * usize::from(u16::from_le_bytes([c, d]));
        let split = moves.split_at_checked(opening_size).and_then(|(opening, rest)| {
            let (played, lines) = rest.split_at_checked(played_size)?;
            (lines.is_empty() || numbers & QUIET_LINES != 0).then_some((opening, played))
        });
        let (opening, played) = split.ok_or(ParseGameError::Damaged)?;
        let numbers = usize::from(numbers & !QUIET_LINES);
        let (result, end) = (RESULTS.get(numbers % 4), SelfPlayEnd::ALL.get(numbers / 4));
        let (Some(&(winner, _)), Some(&end)) = (result, end) else {
            return Err(ParseGameError::Damaged);
        };
        let mut record = Self {
            rules,
            winner,
            end,
            opening: Vec::with_capacity(opening_size / 2),
            moves: Vec::with_capacity(played_size / 4),
        };
        let mut position = Position::start(rules);
        for &bits in opening.as_chunks().0 {
            record.opening.push(play(&mut position, bits)?);
        }
        for &[a, b, c, d] in played.as_chunks().0 {
            let mv = play(&mut position, [a, b])?;
            record.moves.push(ScoredMove { mv, score: i16::from_le_bytes([c, d]) });
        }
        Ok(record)
    }
}

/// Plays a move if it is legal.
fn play(position: &mut Position, bits: [u8; 2]) -> Result<Move, ParseGameError> {
    let (ply, bits) = (position.ply() + 1, u16::from_le_bytes(bits));
    let mv = Move::from_bits(bits).filter(|&mv| position.try_move(mv).is_ok());
    mv.ok_or_else(|| ParseGameError::InvalidMove { ply, text: format!("{bits:04x}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_lines_are_skipped() {
        let game = ScoredGame::parse("shogi\t1-0\trules\t7g7f\t3c3d:5 8h2b+:-3").unwrap();
        let mut bytes = Vec::new();
        game.pack(&mut bytes);
        let mut fields = bytes[LENGTH_SIZE..bytes.len() - HASH_SIZE].to_vec();
        let with_lines = |fields: &[u8]| {
            let [a, b, c, _] = (fields.len() as u32).to_le_bytes();
            [&[a, b, c, a ^ b ^ c], fields, &hash(fields)].concat()
        };
        assert_eq!(with_lines(&fields), bytes);
        fields.extend([0, 1, 7, 7]);
        assert!(ScoredGame::unpack(game.rules, &with_lines(&fields)).is_err());
        fields[0] |= QUIET_LINES;
        let read = ScoredGame::unpack(game.rules, &with_lines(&fields)).unwrap();
        assert_eq!(read.to_string(), game.to_string());
    }
}
