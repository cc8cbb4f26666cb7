//! Parses movement notation and finds targets and attacks square by square on a mailbox board.
//!
//! ```text
//! movement  := term+
//! term      := modifier* atom range?
//! modifier  := f b l r s v  |  m c  |  p p2 pp  |  n
//! atom      := W F D N A H C Z G  R B Q K
//! ```
//!
//! The notation is a dialect of Betza's: `m` moves only, `c` captures only, `p` jumps exactly one
//! piece (the screen), `p2` exactly two, `pp` one or more; a leap with `n` is blocked by any piece on its way.

use super::mailbox::{Board, Piece, Side, Square};
use std::collections::BTreeSet;

/// A step to the right and forward, as the mover sees the board.
type Step = (i32, i32);

/// How many screens a term needs: pieces jumped over on the line to the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screens {
    /// A slide, a step or a leap.
    None,
    /// `p`.
    One,
    /// `p2`.
    Two,
    /// `pp`.
    OneOrMore,
}

#[derive(Clone, Debug)]
struct Term {
    steps: Vec<Step>,
    /// Maximum number of repetitions of a step.
    range: i32,
    moves: bool,
    captures: bool,
    screens: Screens,
    /// Whether a piece on the way blocks a leap.
    lame: bool,
}

/// A parsed movement.
#[derive(Clone, Debug)]
pub struct Movement(Vec<Term>);

impl Movement {
    /// Parses a movement. Returns `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let letters: Vec<char> = text.chars().collect();
        let mut terms = Vec::new();
        let mut rest = letters.as_slice();
        while !rest.is_empty() {
            let (term, length) = parse_term(rest)?;
            terms.push(term);
            rest = &rest[length..];
        }
        (!terms.is_empty()).then_some(Self(terms))
    }

    /// Returns the squares, sorted, to which a piece of `side` on `square` may go: empty squares and
    /// enemies that it captures.
    pub fn targets(&self, board: &Board, square: Square, side: Side) -> Vec<Square> {
        let mut found = BTreeSet::new();
        self.visit_targets(board, square, side, |to| {
            found.insert(to);
        });
        found.into_iter().collect()
    }

    /// Returns whether `target` is among the targets.
    pub fn reaches(&self, board: &Board, square: Square, side: Side, target: Square) -> bool {
        let mut found = false;
        self.visit_targets(board, square, side, |to| found |= to == target);
        found
    }

    /// Returns the squares, sorted, that a piece of `side` on `square` attacks: enemies that it
    /// captures, and empty squares on which it would capture a king.
    pub fn attacks(&self, board: &Board, square: Square, side: Side) -> Vec<Square> {
        let king = Piece { side: side.opponent(), letter: 'K', promoted: false };
        let is_attacked = |&to: &Square| match board.piece_on(to) {
            Some(piece) => piece.side != side && self.reaches(board, square, side, to),
            None => {
                let mut with_king = board.clone();
                with_king.set(to, Some(king));
                self.reaches(&with_king, square, side, to)
            }
        };
        board.squares().filter(|&to| to != square).filter(is_attacked).collect()
    }

    /// Visits every target, some of them more than once.
    fn visit_targets(
        &self,
        board: &Board,
        square: Square,
        side: Side,
        mut visit: impl FnMut(Square),
    ) {
        for term in &self.0 {
            for &(right, forward) in &term.steps {
                let mut to = square;
                let mut screens = 0;
                for _ in 0..term.range {
                    let from = to;
                    to = to.step(side, right, forward);
                    if !board.contains(to) {
                        break;
                    }
                    if term.lame
                        && squares_on_way(from, to).iter().any(|&s| board.piece_on(s).is_some())
                    {
                        break;
                    }
                    let has_screens = match term.screens {
                        Screens::None => screens == 0,
                        Screens::One => screens == 1,
                        Screens::Two => screens == 2,
                        Screens::OneOrMore => screens >= 1,
                    };
                    let is_allowed = match board.piece_on(to) {
                        None => term.moves,
                        Some(piece) => {
                            screens += 1;
                            term.captures && piece.side != side
                        }
                    };
                    if has_screens && is_allowed {
                        visit(to);
                    }
                }
            }
        }
    }
}

/// Returns the squares that a piece passes on a leap if it steps on square by square: straight as long as one distance
/// is longer than the other, then diagonally.
pub fn squares_on_way(from: Square, to: Square) -> Vec<Square> {
    let mut passed = Vec::new();
    let mut at = from;
    loop {
        let (files, ranks) = (to.file - at.file, to.rank - at.rank);
        if files.abs() >= ranks.abs() {
            at.file += files.signum();
        }
        if ranks.abs() >= files.abs() {
            at.rank += ranks.signum();
        }
        if at == to {
            return passed;
        }
        passed.push(at);
    }
}

/// A range longer than any line.
const UNLIMITED: i32 = i32::MAX;

/// Parses one term. Returns it with the number of characters read.
fn parse_term(letters: &[char]) -> Option<(Term, usize)> {
    let mut directions = Vec::new();
    let mut mode = None;
    let mut screens = Screens::None;
    let mut lame = false;
    let mut i = 0;
    let letter = |i: usize| letters.get(i).copied();

    while let Some(c) = letter(i) {
        match c {
            'f' | 'b' | 'l' | 'r' | 's' | 'v' => directions.push((i, c)),
            // At most one of `m` and `c`, and one of `p` and `pp`.
            'm' | 'c' if mode.is_some() => return None,
            'm' | 'c' => mode = Some(c),
            'p' if screens != Screens::None => return None,
            'p' if letter(i + 1) == Some('p') => {
                screens = Screens::OneOrMore;
                i += 1;
            }
            'p' if letter(i + 1) == Some('2') => {
                screens = Screens::Two;
                i += 1;
            }
            'p' => screens = Screens::One,
            'n' if lame => return None,
            'n' => lame = true,
            _ => break,
        }
        i += 1;
    }

    let atom = letter(i)?;
    let steps = match atom {
        'W' | 'R' => orthogonal_steps(1, &directions)?,
        'D' => orthogonal_steps(2, &directions)?,
        'H' => orthogonal_steps(3, &directions)?,
        'F' | 'B' => diagonal_steps(1, &directions)?,
        'A' => diagonal_steps(2, &directions)?,
        'G' => diagonal_steps(3, &directions)?,
        'N' => oblique_steps(1, 2, &directions)?,
        'C' => oblique_steps(1, 3, &directions)?,
        'Z' => oblique_steps(2, 3, &directions)?,
        'K' | 'Q' if directions.iter().any(|(_, c)| "sv".contains(*c)) => return None,
        'K' | 'Q' => [orthogonal_steps(1, &directions)?, diagonal_steps(1, &directions)?].concat(),
        _ => return None,
    };
    i += 1;
    // An atom twice is a rider in other notations.
    if letter(i) == Some(atom) {
        return None;
    }

    let mut range = if "RBQ".contains(atom) { UNLIMITED } else { 1 };
    if let Some(digit) = letter(i).filter(char::is_ascii_digit) {
        // Leaps have no range.
        if !"WFKRBQ".contains(atom) || digit == '0' {
            return None;
        }
        range = digit as i32 - '0' as i32;
        i += 1;
    }
    // There is no room for a screen before the next square.
    if screens != Screens::None && range < 2 || screens == Screens::Two && range < 3 {
        return None;
    }
    // Only leaps can be lame.
    if lame && "WFKRBQ".contains(atom) {
        return None;
    }
    let (moves, captures) = (mode != Some('c'), mode != Some('m'));
    Some((Term { steps, range, moves, captures, screens, lame }, i))
}

/// Returns the selected steps of `W`, `D`, `H` and `R`.
fn orthogonal_steps(n: i32, letters: &[(usize, char)]) -> Option<Vec<Step>> {
    let all = [(0, n), (0, -n), (-n, 0), (n, 0)];
    select_steps(&all, letters, &[], |selector, step| selector.chars().all(|c| points_to(c, step)))
}

/// Returns the selected steps of `F`, `A`, `G` and `B`. Each of `fl fr bl br` selects one diagonal,
/// a single letter two.
fn diagonal_steps(n: i32, letters: &[(usize, char)]) -> Option<Vec<Step>> {
    let all = [(-n, n), (n, n), (-n, -n), (n, -n)];
    if letters.iter().any(|(_, c)| "sv".contains(*c)) {
        return None;
    }
    select_steps(&all, letters, &["fl", "fr", "bl", "br"], |selector, step| {
        selector.chars().all(|c| points_to(c, step))
    })
}

/// Returns the selected leaps of `N`, `C` and `Z`. Each of `ff bb ll rr fs bs` selects two of the
/// eight, a single letter four.
fn oblique_steps(short: i32, long: i32, letters: &[(usize, char)]) -> Option<Vec<Step>> {
    let mut all = Vec::new();
    for (x, y) in [(short, long), (long, short)] {
        all.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
    }
    select_steps(&all, letters, &["ff", "bb", "ll", "rr", "fs", "bs"], |selector, step| {
        let (right, forward) = step;
        let is_steep = forward.abs() > right.abs();
        match selector {
            "ff" => points_to('f', step) && is_steep,
            "bb" => points_to('b', step) && is_steep,
            "ll" => points_to('l', step) && !is_steep,
            "rr" => points_to('r', step) && !is_steep,
            "fs" => points_to('f', step) && !is_steep,
            "bs" => points_to('b', step) && !is_steep,
            "v" => is_steep,
            "s" => !is_steep,
            _ => selector.chars().all(|c| points_to(c, step)),
        }
    })
}

/// Returns the steps that the direction letters select, each with its place in the text; all of them if
/// there are no letters.
///
/// Reads selectors from the left: two adjacent letters if they are one of `pairs`, else one letter. Each
/// selector must select at least one new step.
fn select_steps(
    all: &[Step],
    letters: &[(usize, char)],
    pairs: &[&str],
    selects: impl Fn(&str, Step) -> bool,
) -> Option<Vec<Step>> {
    if letters.is_empty() {
        return Some(all.to_vec());
    }
    let mut selected = Vec::new();
    let mut rest = letters;
    while let [(at, first), after @ ..] = rest {
        rest = after;
        let mut selector = first.to_string();
        if let [(next_at, second), after @ ..] = rest {
            let pair = format!("{first}{second}");
            if *next_at == at + 1 && pairs.contains(&pair.as_str()) {
                selector = pair;
                rest = after;
            }
        }
        let matching = all.iter().copied().filter(|&step| selects(&selector, step));
        let new: Vec<Step> = matching.filter(|step| !selected.contains(step)).collect();
        if new.is_empty() {
            return None;
        }
        selected.extend(new);
    }
    Some(selected)
}

/// Returns whether a step goes in the direction of a letter; `s` is left or right, `v` forward or
/// back.
fn points_to(letter: char, (right, forward): Step) -> bool {
    match letter {
        'f' => forward > 0,
        'b' => forward < 0,
        'l' => right < 0,
        'r' => right > 0,
        's' => right != 0,
        _ => forward != 0,
    }
}
