//! Movement notation: XBetza text compiled to a [`Movement`].
//!
//! A movement is the union of its terms. A term is modifiers (small letters), an atom (a capital)
//! and perhaps a range:
//!
//! | part | letters | meaning |
//! |---|---|---|
//! | leaps | `W F D N A H C Z G` | to (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) (3,1) (3,2) (3,3) |
//! | lines | `R B Q K` | orthogonal, diagonal and all slides; `K` is one step of `Q` |
//! | range | `1`..`9` after `W F K R B Q` | the most squares the term reaches |
//! | mode | `m`, `c` | only to empty squares, only captures; neither: both |
//! | hop | `p` | beyond exactly one piece of either side: the empty squares there, and the first enemy met |
//! | hop | `pp` | beyond one piece or more: every square there that is empty or holds an enemy |
//! | direction | `f b l r`, `s v` | forward, backward, left, right; `s` is `lr`, `v` is `fb` |
//!
//! Hops need a term that can reach two squares. A range counts the squares jumped too, so `pR2` is
//! a short cannon, and `mFpB2` a step that hops an occupied neighbour. `mRcpR` is the Chinese
//! cannon, `pR` a leaping cannon, and `ppR` (our extension) one that jumps over any number.
//!
//! Directions read as the moving side sees them; letters add up. On diagonals a letter is two
//! lines (`f`: both forward ones) and a pair such as `fr`, with nothing between, just one; `s` and
//! `v` have no meaning.
//! On oblique leaps a letter is four of the eight (`f`: all forward; `v`: the four steep; `s`: the
//! four flat), and the pairs `ff bb ll rr` are the two most that way, `fs bs` the two flat ones.
//! A letter that adds no direction is a fault, like all that is not described here.
//!
//! ```
//! use rules::Movement;
//! let knight: Movement = "ffN".parse()?;
//! assert_eq!(knight.leaps.len(), 2);
//! let fault = "FfsX".parse::<Movement>().unwrap_err();
//! assert_eq!(fault.to_string(), "unknown letter 'X' at character 4 of the movement");
//! # Ok::<(), rules::MovementError>(())
//! ```

use std::fmt;
use std::str::FromStr;

/// Where a piece may go, as its own side sees the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// Jumps to a square whatever stands between; what is one step along a line is a ray instead.
    pub leaps: Vec<Leap>,
    /// What it does along each of the eight lines, in the order of [`Heading::ALL`].
    pub rays: [Ray; 8],
}

/// A jump by a fixed vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leap {
    /// Ranks towards the opponent.
    pub forward: i8,
    /// Files to the mover's right.
    pub right: i8,
    /// Whether it may go to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub capture: bool,
}

/// What a piece does along a line in one direction: how far it gets in each way, 0 for not at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ray {
    /// With nothing between.
    pub slide: Reach,
    /// Beyond exactly one piece.
    pub hop: Reach,
    /// Beyond one piece or more.
    pub over: Reach,
}

/// How many squares away a piece may move to an empty square and may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reach {
    /// The farthest empty square.
    pub quiet: u8,
    /// The farthest capture.
    pub capture: u8,
}

impl Reach {
    fn join(&mut self, quiet: u8, capture: u8) {
        self.quiet = self.quiet.max(quiet);
        self.capture = self.capture.max(capture);
    }
}

/// The range of a term without one: farther than any board is wide.
pub(crate) const UNLIMITED: u8 = 9;

/// One of the eight directions of the lines through a square, as the moving side sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    /// Ranks towards the opponent per step.
    pub forward: i8,
    /// Files to the right per step.
    pub right: i8,
}

impl Heading {
    /// Clockwise from forward; the odd ones are diagonal.
    pub const ALL: [Self; 8] = [
        Self { forward: 1, right: 0 },
        Self { forward: 1, right: 1 },
        Self { forward: 0, right: 1 },
        Self { forward: -1, right: 1 },
        Self { forward: -1, right: 0 },
        Self { forward: -1, right: -1 },
        Self { forward: 0, right: -1 },
        Self { forward: 1, right: -1 },
    ];

    const fn is_diagonal(self) -> bool {
        self.forward != 0 && self.right != 0
    }
}

/// Why a text is no movement, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovementError {
    /// The byte offset of the fault.
    pub at: usize,
    /// What is wrong there.
    pub fault: MovementFault,
}

/// What can be wrong with movement text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MovementFault {
    /// There is nothing.
    Empty,
    /// A letter that means nothing.
    Unknown(char),
    /// The text ends, or a range stands, where an atom is due.
    AtomExpected,
    /// `m` or `c` after another.
    SecondMode,
    /// A third `p`, or one apart from the first.
    MisplacedHop,
    /// A hop on a term that reaches one square, or leaps.
    CannotHop(char),
    /// A range that is zero, or on a leap.
    BadRange(char),
    /// A direction that the atom does not have.
    NoSuchDirection(char),
    /// A direction that adds nothing to those before it.
    RepeatedDirection(char),
}

impl fmt::Display for MovementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            MovementFault::Empty => return f.write_str("the movement is empty"),
            MovementFault::Unknown(c) => write!(f, "unknown letter '{}'", c.escape_debug()),
            MovementFault::AtomExpected => f.write_str("an atom such as W or R expected"),
            MovementFault::SecondMode => f.write_str("a second mode (leave both out for both)"),
            MovementFault::MisplacedHop => f.write_str("a hop is p or pp, in one place"),
            MovementFault::CannotHop(c) => write!(f, "'{c}' has no room for a hop"),
            MovementFault::BadRange(c) => write!(f, "a range of {c} is not possible"),
            MovementFault::NoSuchDirection(c) => write!(f, "direction '{c}' unknown to this atom"),
            MovementFault::RepeatedDirection(c) => write!(f, "direction '{c}' adds nothing"),
        }?;
        write!(f, " at character {} of the movement", self.at + 1)
    }
}

impl std::error::Error for MovementError {}

impl FromStr for Movement {
    type Err = MovementError;

    fn from_str(text: &str) -> Result<Self, MovementError> {
        let mut parser = Parser { text, at: 0 };
        let mut movement = Self::default();
        if text.is_empty() {
            return Err(parser.fault(MovementFault::Empty));
        }
        while parser.peek().is_some() {
            let term = parser.term()?;
            movement.add(&term)?;
        }
        Ok(movement)
    }
}

impl Movement {
    fn add(&mut self, term: &Term) -> Result<(), MovementError> {
        let quiet = term.mode != Some('c');
        let capture = term.mode != Some('m');
        match term.atom {
            Atom::Line { orthogonal, diagonal, range } => {
                let chosen = term.headings(orthogonal, diagonal)?;
                let reach = |wanted: bool| if wanted { range } else { 0 };
                for (ray, _) in self.rays.iter_mut().zip(chosen).filter(|&(_, chosen)| chosen) {
                    let way = match term.hops {
                        0 => &mut ray.slide,
                        1 => &mut ray.hop,
                        _ => &mut ray.over,
                    };
                    way.join(reach(quiet), reach(capture));
                }
            }
            Atom::Leap(long, short) => {
                for (forward, right) in term.leaps(long, short)? {
                    self.add_leap(Leap { forward, right, quiet, capture });
                }
            }
        }
        Ok(())
    }

    fn add_leap(&mut self, new: Leap) {
        let same = |old: &&mut Leap| (old.forward, old.right) == (new.forward, new.right);
        match self.leaps.iter_mut().find(same) {
            Some(old) => {
                old.quiet |= new.quiet;
                old.capture |= new.capture;
            }
            None => self.leaps.push(new),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

#[derive(Clone, Copy)]
enum Atom {
    Line { orthogonal: bool, diagonal: bool, range: u8 },
    Leap(i8, i8),
}

struct Term {
    /// Direction letters with their places in the text.
    directions: Vec<(usize, char)>,
    mode: Option<char>,
    hops: u8,
    atom: Atom,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn fault(&self, fault: MovementFault) -> MovementError {
        MovementError { at: self.at, fault }
    }

    fn term(&mut self) -> Result<Term, MovementError> {
        let (mut directions, mut mode, mut hops) = (Vec::new(), None, Vec::new());
        let letter = loop {
            let letter = self.peek().ok_or_else(|| self.fault(MovementFault::AtomExpected))?;
            match letter {
                'f' | 'b' | 'l' | 'r' | 's' | 'v' => directions.push((self.at, letter)),
                'm' | 'c' if mode.is_some() => return Err(self.fault(MovementFault::SecondMode)),
                'm' | 'c' => mode = Some(letter),
                'p' if hops.len() == 2 || hops.last().is_some_and(|&last| last + 1 != self.at) => {
                    return Err(self.fault(MovementFault::MisplacedHop));
                }
                'p' => hops.push(self.at),
                '0'..='9' => return Err(self.fault(MovementFault::AtomExpected)),
                _ => break letter,
            }
            self.at += 1;
        };
        let mut atom = self.atom(letter)?;
        self.at += 1;
        self.range(&mut atom)?;
        if let Some(&at) = hops.first()
            && !matches!(atom, Atom::Line { range: 2.., .. })
        {
            return Err(MovementError { at, fault: MovementFault::CannotHop(letter) });
        }
        Ok(Term { directions, mode, hops: hops.len() as u8, atom })
    }

    fn atom(&self, letter: char) -> Result<Atom, MovementError> {
        let line = |orthogonal, diagonal, range| Atom::Line { orthogonal, diagonal, range };
        Ok(match letter {
            'W' => line(true, false, 1),
            'F' => line(false, true, 1),
            'K' => line(true, true, 1),
            'R' => line(true, false, UNLIMITED),
            'B' => line(false, true, UNLIMITED),
            'Q' => line(true, true, UNLIMITED),
            'D' => Atom::Leap(2, 0),
            'N' => Atom::Leap(2, 1),
            'A' => Atom::Leap(2, 2),
            'H' => Atom::Leap(3, 0),
            'C' => Atom::Leap(3, 1),
            'Z' => Atom::Leap(3, 2),
            'G' => Atom::Leap(3, 3),
            _ => return Err(self.fault(MovementFault::Unknown(letter))),
        })
    }

    fn range(&mut self, atom: &mut Atom) -> Result<(), MovementError> {
        let Some(digit) = self.peek().filter(char::is_ascii_digit) else { return Ok(()) };
        match atom {
            Atom::Line { range, .. } if digit != '0' => *range = digit as u8 - b'0',
            _ => return Err(self.fault(MovementFault::BadRange(digit))),
        }
        self.at += 1;
        Ok(())
    }
}

impl Term {
    /// Which of [`Heading::ALL`] a term along lines takes: the orthogonal part and the diagonal
    /// part read the letters each in its own way.
    fn headings(&self, orthogonal: bool, diagonal: bool) -> Result<[bool; 8], MovementError> {
        if let Some(&(at, letter)) = self.directions.iter().find(|d| "sv".contains(d.1))
            && diagonal
        {
            return Err(MovementError { at, fault: MovementFault::NoSuchDirection(letter) });
        }
        let goes = |letter: char, heading: Heading| match letter {
            'f' => heading.forward > 0,
            'b' => heading.forward < 0,
            'l' => heading.right < 0,
            'r' => heading.right > 0,
            's' => heading.right != 0,
            _ => heading.forward != 0,
        };
        let mut chosen = [false; 8];
        for (on_diagonals, wanted) in [(false, orthogonal), (true, diagonal)] {
            if !wanted {
                continue;
            }
            let part = self.select(
                Heading::ALL,
                |heading| heading.is_diagonal() == on_diagonals,
                |a, b| on_diagonals && "fb".contains(a) && "lr".contains(b),
                |first, second, heading| {
                    goes(first, heading) && second.is_none_or(|second| goes(second, heading))
                },
            )?;
            chosen = std::array::from_fn(|i| chosen[i] || part[i]);
        }
        Ok(chosen)
    }

    /// The vectors, as ranks forward and files right, that a leaping term takes.
    fn leaps(&self, long: i8, short: i8) -> Result<Vec<(i8, i8)>, MovementError> {
        // The eight ways to turn and mirror the vector; straight and diagonal leaps have four.
        let mut all = Vec::new();
        for (a, b) in [(long, short), (short, long)] {
            for (forward, right) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
                if !all.contains(&(forward, right)) {
                    all.push((forward, right));
                }
            }
        }
        if short == 0 || short == long {
            let unit = |heading: Heading| (heading.forward * long, heading.right * long);
            let chosen = self.headings(short == 0, short == long)?;
            let kept = Heading::ALL.into_iter().zip(chosen).filter(|&(_, chosen)| chosen);
            return Ok(kept.map(|(heading, _)| unit(heading)).collect());
        }
        let eight: [(i8, i8); 8] = std::array::from_fn(|i| all[i]);
        let steep = |(forward, right): (i8, i8)| forward.abs() > right.abs();
        let is_pair =
            |a: char, b: char| matches!((a, b), ('f' | 'b', 's')) || a == b && !"sv".contains(a);
        let chosen = self.select(
            eight,
            |_| true,
            is_pair,
            |first, second, vector| {
                let (forward, right) = vector;
                let towards = match first {
                    'f' => forward > 0,
                    'b' => forward < 0,
                    'l' => right < 0,
                    'r' => right > 0,
                    's' => !steep(vector),
                    _ => steep(vector),
                };
                towards
                    && match second {
                        Some('f' | 'b') => steep(vector),
                        Some(_) => !steep(vector),
                        None => true,
                    }
            },
        )?;
        Ok(eight.into_iter().zip(chosen).filter(|&(_, chosen)| chosen).map(|(v, _)| v).collect())
    }

    /// Adds up what the direction letters choose among eight possibilities; all, if there are none.
    fn select<T: Copy>(
        &self,
        all: [T; 8],
        kept: impl Fn(&T) -> bool,
        is_pair: impl Fn(char, char) -> bool,
        chooses: impl Fn(char, Option<char>, T) -> bool,
    ) -> Result<[bool; 8], MovementError> {
        if self.directions.is_empty() {
            return Ok(all.map(|item| kept(&item)));
        }
        let mut chosen = [false; 8];
        let mut letters = self.directions.iter().peekable();
        while let Some(&(at, first)) = letters.next() {
            let pairs = |next: &&(usize, char)| next.0 == at + 1 && is_pair(first, next.1);
            let second = letters.next_if(pairs).map(|next| next.1);
            let before = chosen;
            for (chosen, item) in chosen.iter_mut().zip(all) {
                *chosen |= kept(&item) && chooses(first, second, item);
            }
            if chosen == before {
                return Err(MovementError { at, fault: MovementFault::RepeatedDirection(first) });
            }
        }
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Vec<(i8, i8)> {
        let movement: Movement = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let steps = movement.rays.iter().zip(Heading::ALL).filter(|(r, _)| r.slide.capture > 0);
        let mut vectors: Vec<_> = steps.map(|(_, h)| (h.forward, h.right)).collect();
        vectors.extend(movement.leaps.iter().map(|leap| (leap.forward, leap.right)));
        vectors.sort_unstable();
        vectors
    }

    #[test]
    fn the_strings_of_the_games_pages() {
        let gold = [(-1, 0), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        assert_eq!(drawn("WfF"), gold);
        assert_eq!(drawn("FfsW"), [(-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);
        assert_eq!(drawn("ffN"), [(2, -1), (2, 1)]);
        assert_eq!(drawn("bFfW"), [(-1, -1), (-1, 1), (1, 0)]);
        let lance: Movement = "fR".parse().unwrap();
        assert_eq!(lance.rays[0].slide, Reach { quiet: 9, capture: 9 });
        assert_eq!(lance.rays[1..], [Ray::default(); 7]);
        let general: Movement = "RFAcpR".parse().unwrap();
        assert_eq!(general.leaps.len(), 4);
        assert_eq!(general.rays[0].hop, Reach { quiet: 0, capture: 9 });
        assert_eq!(general.rays[1].slide, Reach { quiet: 1, capture: 1 });
        for text in ["WvR", "WsR", "mRcpR", "mBcpB", "BWDcpB", "Q", "BW", "RF"] {
            drawn(text);
        }
    }

    #[test]
    fn directions() {
        assert_eq!(drawn("frF"), [(1, 1)]);
        assert_eq!(drawn("rfF"), [(-1, 1), (1, -1), (1, 1)]);
        assert_eq!(drawn("fcrF"), [(-1, 1), (1, -1), (1, 1)], "apart they make no pair");
        assert_eq!(drawn("fK"), [(1, -1), (1, 0), (1, 1)]);
        assert_eq!(drawn("flK"), [(0, -1), (1, -1), (1, 0)]);
        assert_eq!(drawn("fsN"), [(1, -2), (1, 2)]);
        assert_eq!(drawn("llN"), [(-1, -2), (1, -2)]);
        assert_eq!(drawn("vN").len(), 4);
        assert_eq!(drawn("frN").len(), 6);
        assert_eq!(drawn("fD"), [(2, 0)]);
        assert_eq!(drawn("blA"), [(-2, -2)]);
    }

    #[test]
    fn faults_have_their_place() {
        use MovementFault::*;
        let cases = [
            ("", 0, Empty),
            ("WfX", 2, Unknown('X')),
            ("Wf", 2, AtomExpected),
            ("2R", 0, AtomExpected),
            ("mcR", 1, SecondMode),
            ("pW", 0, CannotHop('W')),
            ("cpN", 1, CannotHop('N')),
            ("pppR", 2, MisplacedHop),
            ("pfpR", 2, MisplacedHop),
            ("R0", 1, BadRange('0')),
            ("N2", 1, BadRange('2')),
            ("R12", 2, AtomExpected),
            ("fsF", 1, NoSuchDirection('s')),
            ("vQ", 0, NoSuchDirection('v')),
            ("ffW", 1, RepeatedDirection('f')),
            ("vfW", 1, RepeatedDirection('f')),
            ("fbvW", 2, RepeatedDirection('v')),
            ("W fF", 1, Unknown(' ')),
            ("Wé", 1, Unknown('é')),
        ];
        for (text, at, fault) in cases {
            let error = text.parse::<Movement>().unwrap_err();
            assert_eq!(error, MovementError { at, fault }, "{text}");
        }
    }
}
