//! The Betza parser: reads a movement term by term and combines the terms.

use super::{Leap, LeapKind, Movement, MovementError, MovementErrorKind, Reach};
use std::str::FromStr;

/// The range of a line term without an explicit range: the longest distance on any board.
const UNLIMITED: u8 = 9;

impl FromStr for Movement {
    type Err = MovementError;

    fn from_str(text: &str) -> Result<Self, MovementError> {
        let mut parser = Parser { text, offset: 0 };
        let mut movement = Self::default();
        if text.is_empty() {
            return Err(parser.error(MovementErrorKind::MissingAtom));
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
                let chosen = term.line_directions(orthogonal, diagonal)?;
                let distance = |allowed: bool| if allowed { range } else { 0 };
                for (ray, _) in self.rays.iter_mut().zip(chosen).filter(|&(_, chosen)| chosen) {
                    let reach = match term.hop {
                        Hop::None => &mut ray.slide,
                        Hop::One => &mut ray.hop_one,
                        Hop::Two => &mut ray.hop_two,
                        Hop::Any => &mut ray.hop_any,
                    };
                    reach.extend_to(distance(quiet), distance(capture));
                }
            }
            Atom::Leap(long, short) => {
                for (forward, right) in term.leaps(long, short)? {
                    self.add_leap(Leap { forward, right, quiet, capture, kind: term.leap_kind });
                }
            }
        }
        Ok(())
    }

    fn add_leap(&mut self, new: Leap) {
        let same = |old: &&mut Leap| {
            (old.forward, old.right, old.kind) == (new.forward, new.right, new.kind)
        };
        match self.leaps.iter_mut().find(same) {
            Some(old) => {
                old.quiet |= new.quiet;
                old.capture |= new.capture;
            }
            None => self.leaps.push(new),
        }
    }
}

impl Reach {
    /// Raises the distances to at least these.
    fn extend_to(&mut self, quiet: u8, capture: u8) {
        self.quiet = self.quiet.max(quiet);
        self.capture = self.capture.max(capture);
    }
}

/// What an atom stands for: lines up to a range, or all leaps with these two distances, the longer
/// first.
#[derive(Clone, Copy)]
pub(super) enum Atom {
    Line { orthogonal: bool, diagonal: bool, range: u8 },
    Leap(i8, i8),
}

/// Over how many pieces a term jumps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hop {
    None,
    One,
    Two,
    Any,
}

pub(super) struct Term {
    /// The direction letters with their byte offsets.
    pub directions: Vec<(usize, char)>,
    /// `m` or `c`, if any.
    pub mode: Option<char>,
    pub hop: Hop,
    pub leap_kind: LeapKind,
    pub atom: Atom,
}

struct Parser<'a> {
    text: &'a str,
    offset: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    fn error(&self, kind: MovementErrorKind) -> MovementError {
        MovementError { offset: self.offset, kind }
    }

    fn term(&mut self) -> Result<Term, MovementError> {
        let (mut directions, mut mode, mut lame) = (Vec::new(), None, None);
        let (mut hop, mut hop_offset) = (Hop::None, self.offset);
        let letter = loop {
            let letter = self.peek().ok_or_else(|| self.error(MovementErrorKind::MissingAtom))?;
            match letter {
                'f' | 'b' | 'l' | 'r' | 's' | 'v' => directions.push((self.offset, letter)),
                'm' | 'c' if mode.is_some() => {
                    return Err(self.error(MovementErrorKind::RepeatedMode));
                }
                'm' | 'c' => mode = Some(letter),
                'p' if hop == Hop::None => (hop, hop_offset) = (Hop::One, self.offset),
                'p' if hop == Hop::One && hop_offset + 1 == self.offset => hop = Hop::Any,
                '2' if hop == Hop::One && hop_offset + 1 == self.offset => hop = Hop::Two,
                'p' => return Err(self.error(MovementErrorKind::MisplacedHop)),
                '0'..='9' if hop != Hop::None => {
                    return Err(self.error(MovementErrorKind::MisplacedHop));
                }
                'n' if lame.is_some() => return Err(self.error(MovementErrorKind::RepeatedLame)),
                'n' => lame = Some(self.offset),
                '0'..='9' => return Err(self.error(MovementErrorKind::MissingAtom)),
                _ => break letter,
            }
            self.offset += 1;
        };
        let mut atom = self.atom(letter)?;
        self.offset += 1;
        if self.peek() == Some(letter) {
            return Err(self.error(MovementErrorKind::RepeatedAtom(letter)));
        }
        self.range(&mut atom)?;
        let shortest = match hop {
            Hop::None => 0,
            Hop::One | Hop::Any => 2,
            Hop::Two => 3,
        };
        let reach = if let Atom::Line { range, .. } = atom { range } else { 0 };
        if reach < shortest {
            let kind = MovementErrorKind::CannotHop(letter);
            return Err(MovementError { offset: hop_offset, kind });
        }
        if let (Some(offset), Atom::Line { .. }) = (lame, atom) {
            return Err(MovementError { offset, kind: MovementErrorKind::CannotBeLame(letter) });
        }
        let leap_kind = if lame.is_some() { LeapKind::Lame } else { LeapKind::Free };
        Ok(Term { directions, mode, hop, leap_kind, atom })
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
            _ => return Err(self.error(MovementErrorKind::UnknownLetter(letter))),
        })
    }

    fn range(&mut self, atom: &mut Atom) -> Result<(), MovementError> {
        let Some(digit) = self.peek().filter(char::is_ascii_digit) else { return Ok(()) };
        match atom {
            Atom::Line { range, .. } if digit != '0' => *range = digit as u8 - b'0',
            _ => return Err(self.error(MovementErrorKind::InvalidRange(digit))),
        }
        self.offset += 1;
        Ok(())
    }
}
