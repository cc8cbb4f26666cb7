//! Reading a movement's text.
//!
//! ```text
//! movement  := term+
//! term      := modifier* atom range?
//! modifier  := f b l r s v  |  m c  |  p pp
//! atom      := W F D N A H C Z G  R B Q K
//! ```

use super::{Hop, Movement, Step, Term};
use std::fmt;

/// Why a movement text cannot be read, and the byte where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    pub at: usize,
    pub expected: String,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: expected {}", self.at, self.expected)
    }
}

fn fault<T>(at: usize, expected: &str) -> Result<T, PositionError> {
    Err(PositionError { at, expected: expected.to_owned() })
}

/// More squares than any line has.
const TO_THE_EDGE: i32 = i32::MAX;

impl Movement {
    pub fn parse(text: &str) -> Result<Self, PositionError> {
        if text.is_empty() {
            return fault(0, "a movement");
        }
        let letters: Vec<(usize, char)> = text.char_indices().collect();
        let mut terms = Vec::new();
        let mut rest = letters.as_slice();
        while !rest.is_empty() {
            let (term, used) = read_term(rest, text.len())?;
            terms.push(term);
            rest = &rest[used..];
        }
        Ok(Self(terms))
    }
}

/// Reads one term; says how many letters it took.
fn read_term(letters: &[(usize, char)], end: usize) -> Result<(Term, usize), PositionError> {
    let mut directions = Vec::new();
    let mut mode = None;
    let mut hop = Hop::None;
    let mut i = 0;
    let letter = |i: usize| letters.get(i).map(|&(_, c)| c);
    let offset = |i: usize| letters.get(i).map_or(end, |&(at, _)| at);

    while let Some(c) = letter(i) {
        match c {
            'f' | 'b' | 'l' | 'r' | 's' | 'v' => directions.push((offset(i), c)),
            'm' | 'c' if mode.is_some() => return fault(offset(i), "only one of m and c"),
            'm' | 'c' => mode = Some(c),
            'p' if hop != Hop::None => return fault(offset(i), "only one p or pp"),
            'p' if letter(i + 1) == Some('p') => {
                hop = Hop::Any;
                i += 1;
            }
            'p' => hop = Hop::One,
            _ => break,
        }
        i += 1;
    }

    let atom = letter(i).unwrap_or(' ');
    let steps = match atom {
        'W' | 'R' => orthogonal(1, &directions)?,
        'D' => orthogonal(2, &directions)?,
        'H' => orthogonal(3, &directions)?,
        'F' | 'B' => diagonal(1, &directions)?,
        'A' => diagonal(2, &directions)?,
        'G' => diagonal(3, &directions)?,
        'N' => oblique(1, 2, &directions)?,
        'C' => oblique(1, 3, &directions)?,
        'Z' => oblique(2, 3, &directions)?,
        'K' | 'Q' => {
            if let Some(&(at, _)) = directions.iter().find(|(_, c)| "sv".contains(*c)) {
                return fault(at, "only f b l r before K and Q");
            }
            [orthogonal(1, &directions)?, diagonal(1, &directions)?].concat()
        }
        _ => return fault(offset(i), "a modifier or an atom"),
    };
    let atom_at = offset(i);
    i += 1;

    let mut reach = if "RBQ".contains(atom) { TO_THE_EDGE } else { 1 };
    if let Some(digit) = letter(i).filter(char::is_ascii_digit) {
        if !"WFKRBQ".contains(atom) {
            return fault(offset(i), "no range after a leap");
        }
        if digit == '0' {
            return fault(offset(i), "a range of 1 to 9");
        }
        reach = digit as i32 - '0' as i32;
        i += 1;
    }
    if hop != Hop::None && reach < 2 {
        return fault(atom_at, "a line of two squares or more after p");
    }
    let term = Term { steps, reach, moves: mode != Some('c'), captures: mode != Some('m'), hop };
    Ok((term, i))
}

/// The steps of W D H and of R.
fn orthogonal(n: i32, letters: &[(usize, char)]) -> Result<Vec<Step>, PositionError> {
    let all = [(0, n), (0, -n), (-n, 0), (n, 0)];
    choose(&all, letters, &[], |unit, step| unit.chars().all(|letter| side(letter, step)))
}

/// The steps of F A G and of B: fl fr bl br are one diagonal each, other letters two.
fn diagonal(n: i32, letters: &[(usize, char)]) -> Result<Vec<Step>, PositionError> {
    let all = [(-n, n), (n, n), (-n, -n), (n, -n)];
    if let Some(&(at, _)) = letters.iter().find(|(_, c)| "sv".contains(*c)) {
        return fault(at, "f b l r or a pair of them before a diagonal atom");
    }
    choose(&all, letters, &["fl", "fr", "bl", "br"], |unit, step| {
        unit.chars().all(|letter| side(letter, step))
    })
}

/// The eight leaps of N C Z: ff bb ll rr fs bs are two each, other letters four.
fn oblique(small: i32, big: i32, letters: &[(usize, char)]) -> Result<Vec<Step>, PositionError> {
    let mut all = Vec::new();
    for (x, y) in [(small, big), (big, small)] {
        all.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
    }
    choose(&all, letters, &["ff", "bb", "ll", "rr", "fs", "bs"], |unit, step| {
        let (right, forward) = step;
        let steep = forward.abs() > right.abs();
        match unit {
            "ff" => side('f', step) && steep,
            "bb" => side('b', step) && steep,
            "ll" => side('l', step) && !steep,
            "rr" => side('r', step) && !steep,
            "fs" => side('f', step) && !steep,
            "bs" => side('b', step) && !steep,
            "v" => steep,
            "s" => !steep,
            _ => unit.chars().all(|letter| side(letter, step)),
        }
    })
}

/// Reads letters from the left, two at once where they stand together and make a pair. Each
/// reading must add a direction.
fn choose(
    all: &[Step],
    letters: &[(usize, char)],
    pairs: &[&str],
    belongs: impl Fn(&str, Step) -> bool,
) -> Result<Vec<Step>, PositionError> {
    if letters.is_empty() {
        return Ok(all.to_vec());
    }
    let mut chosen = Vec::new();
    let mut rest = letters;
    while let [(at, first), after @ ..] = rest {
        rest = after;
        let mut unit = first.to_string();
        if let [(next_at, second), after @ ..] = rest {
            let pair = format!("{first}{second}");
            if *next_at == at + 1 && pairs.contains(&pair.as_str()) {
                unit = pair;
                rest = after;
            }
        }
        let named = all.iter().copied().filter(|&step| belongs(&unit, step));
        let new: Vec<Step> = named.filter(|step| !chosen.contains(step)).collect();
        if new.is_empty() {
            return fault(*at, "a direction not named before");
        }
        chosen.extend(new);
    }
    Ok(chosen)
}

/// Whether a step goes to the side that a direction letter names.
fn side(letter: char, (right, forward): Step) -> bool {
    match letter {
        'f' => forward > 0,
        'b' => forward < 0,
        'l' => right < 0,
        'r' => right > 0,
        's' => right != 0,
        _ => forward != 0,
    }
}
