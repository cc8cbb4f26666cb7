//! Resolves the direction letters of a term to line directions or leaps.

use super::parse::Term;
use super::{Direction, MovementError, MovementErrorKind};

impl Term {
    /// Returns which of [`Direction::ALL`] a line term selects. Its orthogonal and its diagonal
    /// part interpret the letters separately.
    pub fn line_directions(
        &self,
        orthogonal: bool,
        diagonal: bool,
    ) -> Result<[bool; 8], MovementError> {
        if let Some(&(offset, letter)) = self.directions.iter().find(|d| "sv".contains(d.1))
            && diagonal
        {
            return Err(MovementError {
                offset,
                kind: MovementErrorKind::InvalidDirection(letter),
            });
        }
        let matches = |letter: char, direction: Direction| match letter {
            'f' => direction.forward > 0,
            'b' => direction.forward < 0,
            'l' => direction.right < 0,
            'r' => direction.right > 0,
            's' => direction.right != 0,
            _ => direction.forward != 0,
        };
        let mut chosen = [false; 8];
        for (on_diagonals, wanted) in [(false, orthogonal), (true, diagonal)] {
            if !wanted {
                continue;
            }
            let part = self.select(
                Direction::ALL,
                |direction| direction.is_diagonal() == on_diagonals,
                |a, b| on_diagonals && "fb".contains(a) && "lr".contains(b),
                |first, second, direction| {
                    matches(first, direction)
                        && second.is_none_or(|second| matches(second, direction))
                },
            )?;
            chosen = std::array::from_fn(|i| chosen[i] || part[i]);
        }
        Ok(chosen)
    }

    /// Returns the vectors of a leap term, as ranks forward and files right.
    pub fn leaps(&self, long: i8, short: i8) -> Result<Vec<(i8, i8)>, MovementError> {
        // All rotations and reflections of the vector: eight, or four for straight and diagonal
        // leaps.
        let mut all = Vec::new();
        for (a, b) in [(long, short), (short, long)] {
            for (forward, right) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
                if !all.contains(&(forward, right)) {
                    all.push((forward, right));
                }
            }
        }
        if short == 0 || short == long {
            let unit = |direction: Direction| (direction.forward * long, direction.right * long);
            let chosen = self.line_directions(short == 0, short == long)?;
            let applies = Direction::ALL.into_iter().zip(chosen).filter(|&(_, chosen)| chosen);
            return Ok(applies.map(|(direction, _)| unit(direction)).collect());
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
                let matches_first = match first {
                    'f' => forward > 0,
                    'b' => forward < 0,
                    'l' => right < 0,
                    'r' => right > 0,
                    's' => !steep(vector),
                    _ => steep(vector),
                };
                matches_first
                    && match second {
                        Some('f' | 'b') => steep(vector),
                        Some(_) => !steep(vector),
                        None => true,
                    }
            },
        )?;
        Ok(eight.into_iter().zip(chosen).filter(|&(_, chosen)| chosen).map(|(v, _)| v).collect())
    }

    /// Returns which of eight candidates the direction letters select: the union over all letters
    /// and pairs, or every applicable candidate if there are no letters.
    fn select<T: Copy>(
        &self,
        all: [T; 8],
        applies: impl Fn(&T) -> bool,
        is_pair: impl Fn(char, char) -> bool,
        matches: impl Fn(char, Option<char>, T) -> bool,
    ) -> Result<[bool; 8], MovementError> {
        if self.directions.is_empty() {
            return Ok(all.map(|item| applies(&item)));
        }
        let mut chosen = [false; 8];
        let mut letters = self.directions.iter().peekable();
        while let Some(&(offset, first)) = letters.next() {
            let pairs = |next: &&(usize, char)| next.0 == offset + 1 && is_pair(first, next.1);
            let second = letters.next_if(pairs).map(|next| next.1);
            let before = chosen;
            for (chosen, item) in chosen.iter_mut().zip(all) {
                *chosen |= applies(&item) && matches(first, second, item);
            }
            if chosen == before {
                return Err(MovementError {
                    offset,
                    kind: MovementErrorKind::RedundantDirection(first),
                });
            }
        }
        Ok(chosen)
    }
}
