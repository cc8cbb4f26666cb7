//! A text's words, each with its place.

use super::{SfenError, SfenErrorKind};

/// A stretch of the text and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl Word<'_> {
    pub fn error(&self, offset: usize, kind: SfenErrorKind) -> SfenError {
        SfenError { offset: self.at + offset, kind }
    }
}

/// The text's words, blanks between them of any number.
pub(super) struct Words<'a> {
    pub text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub fn due(&mut self, what: &'static str) -> Result<Word<'a>, SfenError> {
        let end = self.text.len();
        self.next().ok_or(SfenError { offset: end, kind: SfenErrorKind::Missing(what) })
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let text = self.text[start..].split_whitespace().next()?;
        self.at = start + text.len();
        Some(Word { text, at: start })
    }
}
