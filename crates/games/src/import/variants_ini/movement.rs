//! Movements in Fairy-Stockfish's dialect of Betza notation and in XBetza, translated to
//! [ours](rules::betza).
//!
//! The dialects differ from ours where a letter selects leaps: a single letter before an oblique leap selects
//! two leaps (`fN` is the knight of shogi, our `ffN`) instead of four. Lame leaps pass the same squares in
//! Fairy-Stockfish as here; XBetza does not say which squares an oblique one passes.

use rules::MAX_BOARD_SIZE;
use rules::betza::{Direction, Leap, LeapKind, Movement, Reach};
use std::collections::BTreeMap;

/// The distance of a line without a limit: the longest on any board.
const UNLIMITED: u8 = MAX_BOARD_SIZE - 1;

/// A step as ranks towards the opponent and files to the right.
type Step = (i8, i8);

/// What a term does with the squares it reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    Quiet,
    Capture,
}

/// Terms of one mode. A later term replaces an earlier one in the same direction.
#[derive(Default)]
struct ModeMoves {
    leaps: BTreeMap<Step, LeapKind>,
    slides: BTreeMap<Step, u8>,
    hops: BTreeMap<Step, u8>,
}

/// Translates a movement of Fairy-Stockfish, or returns what is wrong with it.
pub(super) fn translate(text: &str) -> Result<(Movement, String), String> {
    let movement = parse(text)?;
    let ours = to_our_notation(&movement, text)
        .ok_or_else(|| format!("no notation of ours selects the same leaps as '{text}'"))?;
    Ok((movement, ours))
}

/// Translates a movement of XBetza. Its terms do not affect each other, unlike Fairy-Stockfish's.
pub(crate) fn from_xbetza(text: &str) -> Result<String, String> {
    let (mut rest, mut ours) = (text, String::new());
    while let Some(atom) = rest.find(|letter: char| letter.is_ascii_uppercase()) {
        let (term, range) = rest.split_at(atom + 1);
        let has_range = range.starts_with(|c: char| c.is_ascii_digit() || term.ends_with(c));
        let (term, next) = rest.split_at(term.len() + usize::from(has_range));
        if term.contains('n') && term.contains(['N', 'C', 'L', 'Z', 'J']) {
            return Err(format!("'n' before an oblique leap, in '{term}', is not supported"));
        }
        ours += &translate(term)?.1;
        rest = next;
    }
    if rest.is_empty() { Ok(ours) } else { Err(parse(rest).unwrap_err()) }
}

/// Reads a movement, or returns what is wrong with it.
fn parse(text: &str) -> Result<Movement, String> {
    let mut modes: [ModeMoves; 2] = Default::default();
    let mut letters = text.trim_end().chars().peekable();
    if letters.peek().is_none() {
        return Err("the movement is empty".into());
    }
    let mut term = Term::default();
    while let Some(letter) = letters.next() {
        match letter {
            'm' => term.modes.push(Mode::Quiet),
            'c' => term.modes.push(Mode::Capture),
            'p' if term.hops => return Err("repeated 'p' is not supported".into()),
            'p' => term.hops = true,
            'f' | 'b' | 'v' | 'r' | 'l' | 's' | 'h' => {
                let pairs = |next: &char| *next == letter || is_pair(letter, *next);
                let second = letters.next_if(pairs).unwrap_or(letter);
                term.directions.push((letter, second));
            }
            'g' => return Err("grasshopper moves ('g') are not supported".into()),
            'n' => term.lame = true,
            'i' => return Err("initial moves ('i') are not supported".into()),
            'e' => return Err("en passant captures ('e') are not supported".into()),
            _ => {
                let atom = Atom::from_letter(letter).ok_or_else(|| {
                    format!("unknown letter '{}' in '{text}'", letter.escape_debug())
                })?;
                let is_range = |next: &char| next.is_ascii_digit() || *next == letter;
                let range = letters.next_if(is_range);
                std::mem::take(&mut term).add_to(&mut modes, letter, atom, range)?;
            }
        }
    }
    if !term.modes.is_empty() || !term.directions.is_empty() || term.hops || term.lame {
        return Err(format!("expected an atom such as W or R at the end of '{text}'"));
    }
    Ok(to_movement(modes))
}

/// Returns whether two direction letters belong together: one along the file, one along the rank.
fn is_pair(first: char, second: char) -> bool {
    let vertical = |letter: char| "fbvh".contains(letter);
    let horizontal = |letter: char| "rlsh".contains(letter);
    vertical(first) && horizontal(second) || horizontal(first) && vertical(second)
}

/// An atom: its leaps as pairs of a longer and a shorter distance, and whether they repeat.
struct Atom {
    leaps: &'static [(i8, i8)],
    slides: bool,
}

/// The atoms that leap, with their distances.
static LEAP_ATOMS: [(char, [(i8, i8); 1]); 7] = [
    ('D', [(2, 0)]),
    ('N', [(2, 1)]),
    ('A', [(2, 2)]),
    ('H', [(3, 0)]),
    ('C', [(3, 1)]),
    ('Z', [(3, 2)]),
    ('G', [(3, 3)]),
];

impl Atom {
    fn from_letter(letter: char) -> Option<Self> {
        let leaps: &[(i8, i8)] = match letter {
            'W' | 'R' => &[(1, 0)],
            'F' | 'B' => &[(1, 1)],
            'K' | 'Q' => &[(1, 0), (1, 1)],
            'L' => return Self::from_letter('C'),
            'J' => return Self::from_letter('Z'),
            _ => &LEAP_ATOMS.iter().find(|atom| atom.0 == letter)?.1,
        };
        Some(Self { leaps, slides: "RBQ".contains(letter) })
    }
}

/// The modifiers before an atom.
#[derive(Default)]
struct Term {
    modes: Vec<Mode>,
    hops: bool,
    lame: bool,
    directions: Vec<(char, char)>,
}

impl Term {
    fn add_to(
        mut self,
        modes: &mut [ModeMoves; 2],
        letter: char,
        atom: Atom,
        range: Option<char>,
    ) -> Result<(), String> {
        let steps_along_lines = atom.leaps.iter().all(|&(long, _)| long == 1);
        if self.hops && !steps_along_lines {
            return Err(format!("'p' before {letter} is not supported"));
        }
        if range.is_some() && !steps_along_lines {
            return Err(format!(
                "repeated leaps ({letter}{letter} or {letter}2) are not supported"
            ));
        }
        // In Fairy-Stockfish, the lame forms of the other leaps never move.
        if self.lame && !"NADZJ".contains(letter) {
            return Err(format!("'n' before {letter} is not supported"));
        }
        let leap_kind = if self.lame { LeapKind::Lame } else { LeapKind::Free };
        let distance = range.and_then(|range| range.to_digit(10)).unwrap_or(0) as u8;
        if self.hops && distance == 1 {
            return Err(format!("grasshopper moves (p{letter}1) are not supported"));
        }
        let distance = if distance == 0 { UNLIMITED } else { distance };
        if self.modes.is_empty() {
            self.modes = vec![Mode::Quiet, Mode::Capture];
        }
        for &(long, short) in atom.leaps {
            let is_orthogonal = atom.leaps.len() == 1 && short == 0;
            let steps = selected_steps(long, short, &self.directions, is_orthogonal);
            if steps.is_empty() {
                let directions: String = self.directions.iter().flat_map(|d| [d.0, d.1]).collect();
                return Err(format!("the directions '{directions}' select no move of {letter}"));
            }
            for &mode in &self.modes {
                let moves = &mut modes[mode as usize];
                for &step in &steps {
                    if self.hops {
                        moves.hops.insert(step, distance);
                    } else if atom.slides || range.is_some() {
                        moves.slides.insert(step, distance);
                    } else {
                        moves.leaps.insert(step, leap_kind);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the steps of an atom that the direction pairs select; all of them if there are no pairs.
fn selected_steps(long: i8, short: i8, pairs: &[(char, char)], is_orthogonal: bool) -> Vec<Step> {
    let is_selected = |step: Step, is_steep: bool| {
        pairs.iter().any(|&(first, second)| {
            if is_orthogonal {
                // The letters of a pair select separately, as in `fsW`.
                [first, second].iter().any(|&c| selects(c, c, step, is_steep))
            } else {
                selects(first, second, step, is_steep)
            }
        })
    };
    let mut steps = Vec::new();
    for (is_steep, forward, right) in [(true, long, short), (false, short, long)] {
        for step in [(forward, right), (forward, -right), (-forward, right), (-forward, -right)] {
            if (pairs.is_empty() || is_selected(step, is_steep)) && !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// Returns whether a pair of letters selects a step. The second letter is the direction of the
/// longer distance, which is along the file if `is_steep`; the first letter is the direction of the
/// shorter one, or repeats the second to leave it open.
fn selects(first: char, second: char, step: Step, is_steep: bool) -> bool {
    let (forward, right) = step;
    let points = |letter: char| match letter {
        'f' => forward >= 0,
        'b' => forward <= 0,
        'r' => right >= 0,
        'l' => right <= 0,
        _ => true,
    };
    match (first, second) {
        // One of the two sets of four oblique leaps that turn into each other by rotation.
        ('h', 'r' | 'l') => {
            let is_oblique = forward != 0 && right != 0 && forward.abs() != right.abs();
            let turns_right = ((forward > 0) == (right > 0)) == is_steep;
            !is_oblique || turns_right == (second == 'r')
        }
        ('h', _) | ('v' | 's', 'h') => false,
        ('v' | 's', _) if first != second => false,
        (_, 'h') => points(first),
        _ => "fbv".contains(second) == is_steep && points(second) && points(first),
    }
}

/// Combines the moves of both modes. In each direction the longest distance counts.
fn to_movement(mut modes: [ModeMoves; 2]) -> Movement {
    let mut movement = Movement::default();
    for (mode, moves) in modes.iter_mut().enumerate() {
        let reach_of = |reach: &mut Reach, distance: u8| {
            let reach = if mode == 0 { &mut reach.quiet } else { &mut reach.capture };
            *reach = distance.max(*reach);
        };
        moves.align_slides_with_hops();
        for (ray, direction) in movement.rays.iter_mut().zip(Direction::ALL) {
            let step = (direction.forward, direction.right);
            let leap = moves.leaps.contains_key(&step).then_some(1);
            let slide = moves.slides.get(&step).copied();
            reach_of(&mut ray.slide, leap.max(slide).unwrap_or(0));
            reach_of(&mut ray.hop_one, moves.hops.get(&step).copied().unwrap_or(0));
        }
        for (&(forward, right), &kind) in
            moves.leaps.iter().filter(|(step, _)| step.0.abs().max(step.1.abs()) > 1)
        {
            let (quiet, capture) = (mode == 0, mode == 1);
            let same = |l: &&mut Leap| (l.forward, l.right, l.kind) == (forward, right, kind);
            match movement.leaps.iter_mut().find(same) {
                Some(leap) => {
                    (leap.quiet, leap.capture) = (leap.quiet || quiet, leap.capture || capture)
                }
                None => movement.leaps.push(Leap { forward, right, quiet, capture, kind }),
            }
        }
    }
    movement
}

impl ModeMoves {
    /// Applies a property of Fairy-Stockfish's move tables: if a piece slides in some direction of a
    /// group of lines and hops in some direction of the same group, it does both in all directions
    /// in which it does either. The groups are the two directions along the file, the two along the
    /// rank, and the four diagonals.
    fn align_slides_with_hops(&mut self) {
        let group = |&(forward, right): &Step| match (forward, right) {
            (_, 0) => 0,
            (0, _) => 1,
            _ => 2,
        };
        for number in 0..3 {
            let in_group = |step: &&Step| group(step) == number;
            if self.slides.keys().any(|s| in_group(&s)) && self.hops.keys().any(|s| in_group(&s)) {
                let steps: Vec<Step> =
                    self.slides.keys().chain(self.hops.keys()).filter(in_group).copied().collect();
                for step in steps {
                    let longest = self.slides.get(&step).max(self.hops.get(&step)).copied();
                    let longest = longest.unwrap_or(0);
                    self.slides.insert(step, longest);
                    self.hops.insert(step, longest);
                }
            }
        }
    }
}

/// Writes a movement in our notation, or returns `None` if our notation cannot express it. Keeps
/// `text` if it already means the same in our notation.
fn to_our_notation(movement: &Movement, text: &str) -> Option<String> {
    let means_the_same =
        |text: &str| text.parse::<Movement>().is_ok_and(|parsed| is_same(&parsed, movement));
    if means_the_same(text) {
        return Some(text.into());
    }
    write(movement).filter(|written| means_the_same(written))
}

/// Returns whether two movements are equal up to the order of their leaps.
fn is_same(a: &Movement, b: &Movement) -> bool {
    a.rays == b.rays
        && a.leaps.len() == b.leaps.len()
        && a.leaps.iter().all(|leap| b.leaps.contains(leap))
}

/// How a term moves. Slides are written first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Slide,
    Hop,
    Leap,
    LameLeap,
}

fn write(movement: &Movement) -> Option<String> {
    // The steps of each term by way, whether it is diagonal, atom of a single step or leap, mode and range.
    let mut terms: BTreeMap<(Way, bool, char, &str, u8), Vec<Step>> = BTreeMap::new();
    let mut add = |way, diagonal, atom, reach: Reach, step| {
        let modes: &[_] = if reach.quiet == reach.capture {
            &[("", reach.quiet)]
        } else {
            &[("m", reach.quiet), ("c", reach.capture)]
        };
        for &(mode, range) in modes.iter().filter(|(_, range)| *range > 0) {
            terms.entry((way, diagonal, atom, mode, range)).or_default().push(step);
        }
    };
    for (ray, Direction { forward, right }) in movement.rays.iter().zip(Direction::ALL) {
        let diagonal = forward != 0 && right != 0;
        let atom = if diagonal { 'F' } else { 'W' };
        add(Way::Slide, diagonal, atom, ray.slide, (forward, right));
        add(Way::Hop, diagonal, atom, ray.hop_one, (forward, right));
    }
    for &Leap { forward, right, quiet, capture, kind } in &movement.leaps {
        let (a, b) = (forward.abs(), right.abs());
        let atom = LEAP_ATOMS.iter().find(|atom| atom.1 == [(a.max(b), a.min(b))]);
        let reach = Reach { quiet: quiet.into(), capture: capture.into() };
        let way = if kind == LeapKind::Lame { Way::LameLeap } else { Way::Leap };
        add(way, false, atom.expect("an atom for each leap").0, reach, (forward, right));
    }
    let mut text = String::new();
    for ((way, diagonal, atom, mode, range), steps) in terms {
        text += &direction_letters(atom, &steps)?;
        text += mode;
        text += match way {
            Way::Slide | Way::Leap => "",
            Way::Hop => "p",
            Way::LameLeap => "n",
        };
        let line = if diagonal { 'B' } else { 'R' };
        match range {
            1 => text.push(atom),
            UNLIMITED => text.push(line),
            _ => text += &format!("{line}{range}"),
        }
    }
    Some(text)
}

/// Returns direction letters that select exactly these steps of an atom in our notation, if any.
fn direction_letters(atom: char, wanted: &[Step]) -> Option<String> {
    const SELECTORS: [&str; 16] =
        ["f", "b", "l", "r", "s", "v", "fl", "fr", "bl", "br", "ff", "bb", "ll", "rr", "fs", "bs"];
    let selected = |letters: &str| -> Option<Vec<Step>> {
        let movement: Movement = format!("{letters}{atom}").parse().ok()?;
        let rays = movement.rays.iter().zip(Direction::ALL);
        let steps = rays.filter(|(ray, _)| ray.is_step()).map(|(_, d)| (d.forward, d.right));
        Some(movement.leaps.iter().map(|leap| (leap.forward, leap.right)).chain(steps).collect())
    };
    // Adds one selector at a time, shorter texts first.
    let mut candidates = vec![String::new()];
    for _ in 0..=4 {
        let mut longer = Vec::new();
        for letters in &candidates {
            let Some(steps) = selected(letters) else { continue };
            let is_subset = steps.iter().all(|step| wanted.contains(step));
            if is_subset && steps.len() == wanted.len() {
                return Some(letters.clone());
            }
            if is_subset || letters.is_empty() {
                longer.extend(SELECTORS.map(|selector| format!("{letters}{selector}")));
            }
        }
        candidates = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(text: &str) -> Result<String, String> {
        translate(text).map(|(_, ours)| ours)
    }

    #[test]
    fn equal_notation_is_kept() {
        for text in ["K", "WfF", "FfW", "FsfW", "mRcpR", "mRpRmFpB2", "KAD", "RmF", "fRffN"] {
            assert_eq!(ours(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn different_notation_is_translated() {
        let cases = [
            // One letter selects two oblique leaps.
            ("fN", "ffN"),
            ("fNsW", "lrWffN"),
            ("fsN", "fsN"),
            // Shorter distances replace longer ones in the same direction.
            ("RW2", "R2"),
            ("W3", "R3"),
            ("WW", "R"),
            ("R0", "R"),
            ("mcR", "R"),
            ("L", "C"),
            ("J", "Z"),
            ("fRrbBlbF", "brBblFfR"),
            ("pW", "pR"),
            // Slides and hops along the same lines take part in each other's directions.
            ("fRpR", "vRpR"),
            ("fRbpR", "fbRfbpR"),
            // Of two leaps to the same square the later one counts.
            ("NnfN", "sbbNffnN"),
            ("cNmnN", "cNmnN"),
            ("fnNnA", "ffnNnA"),
        ];
        for (text, expected) in cases {
            let expected: Movement = expected.parse().unwrap();
            let translated = ours(text).unwrap();
            assert!(is_same(&translated.parse().unwrap(), &expected), "{text}: {translated}");
        }
    }

    #[test]
    fn terms_of_xbetza_are_translated_one_by_one() {
        for (text, expected) in [
            ("fNsW", "ffNsW"),
            ("nAfmnD", "nAfmnD"),
            ("WWfF", "RfF"),
            ("fhNFF", "fNB"),
            ("fRpR", "fRpR"),
            ("RW2", "RW2"),
        ] {
            assert_eq!(from_xbetza(text).as_deref(), Ok(expected));
        }
        assert_eq!(from_xbetza("WgR"), Err("grasshopper moves ('g') are not supported".into()));
        let oblique = "'n' before an oblique leap, in 'nN', is not supported";
        assert_eq!(from_xbetza("WnN"), Err(oblique.into()));
        assert_eq!(from_xbetza("W[R]"), Err("unknown letter '[' in '[R'".into()));
        assert_eq!(
            from_xbetza("Wf"),
            Err("expected an atom such as W or R at the end of 'f'".into())
        );
    }

    #[test]
    fn errors_name_what_is_not_supported() {
        let cases = [
            ("", "the movement is empty"),
            ("gR", "grasshopper moves ('g') are not supported"),
            ("pR1", "grasshopper moves (pR1) are not supported"),
            ("nH", "'n' before H is not supported"),
            ("nW", "'n' before W is not supported"),
            ("Nn", "expected an atom such as W or R at the end of 'Nn'"),
            ("fmWifmnD", "initial moves ('i') are not supported"),
            ("fmWfceF", "en passant captures ('e') are not supported"),
            ("NN", "repeated leaps (NN or N2) are not supported"),
            ("A2", "repeated leaps (AA or A2) are not supported"),
            ("pN", "'p' before N is not supported"),
            ("R x", "unknown letter ' ' in 'R x'"),
            ("Rfs", "expected an atom such as W or R at the end of 'Rfs'"),
            ("svN", "the directions 'sv' select no move of N"),
            ("ppR", "repeated 'p' is not supported"),
            ("frN", "no notation of ours selects the same leaps as 'frN'"),
        ];
        for (text, message) in cases {
            assert_eq!(ours(text), Err(message.into()), "{text}");
        }
    }
}
