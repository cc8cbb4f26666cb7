//! The words of a line, and the one place where lenient and strict reading part.
//!
//! Every message is read by one function. Where it meets a fault it could pass over, it calls
//! [`Words::fault`]; that notes the fault and goes on, or stops there when reading strictly.

use crate::error::{Error, ErrorKind};
use crate::text::{self, is_blank};
use crate::word::Word;

/// What an error calls the value of an option.
const VALUE: &str = "a value or `<empty>`";

/// A word and where it begins.
#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub text: &'a str,
    pub offset: usize,
}

/// Reads a line word by word.
#[derive(Debug)]
pub struct Words<'a> {
    line: &'a str,
    offset: usize,
    strict: bool,
    faults: Vec<Error>,
}

impl<'a> Words<'a> {
    /// Begins with the first line of `text`, whose line ending is no part of the message.
    pub fn new(text: &'a str, strict: bool) -> Result<Self, Error> {
        let (line, more) = text.split_once('\n').unwrap_or((text, ""));
        let second = line.len() + 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut words = Self { line, offset: 0, strict, faults: Vec::new() };
        if !more.is_empty() {
            words.fault(second, ErrorKind::ManyLines)?;
        }
        Ok(words)
    }

    /// The faults passed over so far.
    pub fn into_faults(self) -> Vec<Error> {
        self.faults
    }

    /// Notes a fault that can be passed over; reading strictly, stops there.
    pub fn fault(&mut self, offset: usize, kind: ErrorKind) -> Result<(), Error> {
        self.note(Error::new(offset, kind))
    }

    fn note(&mut self, error: Error) -> Result<(), Error> {
        if self.strict {
            return Err(error);
        }
        self.faults.push(error);
        Ok(())
    }

    /// Notes a word that means nothing where it stands.
    pub fn unknown(&mut self, word: Token<'_>) -> Result<(), Error> {
        // One that was found in the place of something else is noted already.
        if self.faults.last().is_some_and(|fault| fault.offset == word.offset) {
            return Ok(());
        }
        self.fault(word.offset, ErrorKind::UnknownWord(word.text.to_owned()))
    }

    /// The error of finding whatever comes next in place of `what`.
    pub fn missing(&self, what: &'static str) -> Error {
        match self.peek() {
            Some(word) => Error::expected(word.offset, what, Some(word.text)),
            None => Error::expected(self.offset, what, None),
        }
    }

    fn rest(&self) -> &'a str {
        self.line.get(self.offset..).unwrap_or_default()
    }

    /// The next word, left where it is.
    pub fn peek(&self) -> Option<Token<'a>> {
        let rest = self.rest().trim_start_matches(is_blank);
        let text = rest.split(is_blank).next().filter(|word| !word.is_empty())?;
        Some(Token { text, offset: self.line.len() - rest.len() })
    }

    /// Takes the next word.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, Error> {
        let word = self.peek();
        let (start, end) = word
            .map_or((self.line.len(), self.line.len()), |w| (w.offset, w.offset + w.text.len()));
        let blanks = self.line.get(self.offset..start).unwrap_or_default();
        let wanted = if self.offset == 0 || word.is_none() { "" } else { " " };
        if blanks != wanted {
            self.fault(self.offset, ErrorKind::Blanks)?;
        }
        self.offset = end;
        Ok(word)
    }

    /// Takes the rest of the line as free text.
    pub fn text(&mut self) -> Result<String, Error> {
        let (raw, offset) = (self.rest(), self.offset);
        self.offset = self.line.len();
        let text = text::clean(raw);
        let tidy = if text.is_empty() { Some(raw) } else { raw.strip_prefix(' ') };
        if tidy != Some(&text) {
            self.fault(offset, ErrorKind::Blanks)?;
        }
        Ok(text)
    }

    /// Takes the rest of the line as an option's value.
    pub fn text_value(&mut self) -> Result<String, Error> {
        self.due(VALUE)?;
        self.text().map(text::value)
    }

    /// Takes a value that ends where one of `ends` begins. Its first word is never one of them, so
    /// that a value can be called `default`.
    pub fn phrase_value(&mut self, ends: &[&str]) -> Result<String, Error> {
        self.due(VALUE)?;
        let mut value = self.next()?.map_or_else(String::new, |word| word.text.to_owned());
        let more = self.phrase(ends)?;
        if !more.is_empty() {
            value = format!("{value} {more}");
        }
        Ok(text::value(value))
    }

    /// The whole line as free text, for a command that is not ours to read.
    pub fn whole(&mut self) -> String {
        self.offset = self.line.len();
        text::clean(self.line)
    }

    /// Takes words up to and with `keyword`, which must come; those before it mean nothing.
    pub fn find(&mut self, keyword: &str, what: &'static str) -> Result<(), Error> {
        while let Some(word) = self.next()? {
            if word.text == keyword {
                return Ok(());
            }
            self.unknown(word)?;
        }
        Err(self.missing(what))
    }

    /// Takes the words before any of `ends`, joined by single spaces.
    pub fn phrase(&mut self, ends: &[&str]) -> Result<String, Error> {
        let mut phrase = String::new();
        while let Some(word) = self.peek().filter(|word| !ends.contains(&word.text)) {
            self.next()?;
            if !phrase.is_empty() {
                phrase.push(' ');
            }
            phrase.push_str(word.text);
        }
        Ok(phrase)
    }

    /// Takes an option's name: what stands before `end`. USI allows one word; clients send more.
    pub fn name(&mut self, end: &str) -> Result<String, Error> {
        let Some(first) = self.peek().filter(|word| word.text != end) else {
            return Err(self.missing("an option's name"));
        };
        let name = self.phrase(&[end])?;
        if name != first.text {
            self.fault(first.offset + first.text.len(), ErrorKind::SpaceInName)?;
        }
        Ok(name)
    }

    /// Takes the next word if it reads as a `T`.
    pub fn optional<T: Word>(&mut self) -> Result<Option<T>, Error> {
        let Some((word, value)) = self.peek().and_then(|w| Some((w, T::read(w.text)?))) else {
            return Ok(None);
        };
        self.next()?;
        let write = value.spell();
        if write != word.text {
            let found = word.text.to_owned();
            self.fault(word.offset, ErrorKind::Spelling { found, write })?;
        }
        Ok(Some(value))
    }

    /// Takes the next word, which must read as a `T`.
    pub fn required<T: Word>(&mut self) -> Result<T, Error> {
        self.optional()?.ok_or_else(|| self.missing(T::WHAT))
    }

    /// Takes the value of `key` into `slot`. If there is none, what stands in its place is left
    /// there: it may be the next keyword.
    pub fn attribute<T: Word>(
        &mut self,
        slot: &mut Option<T>,
        key: Token<'_>,
    ) -> Result<(), Error> {
        match self.optional()? {
            Some(value) => self.repeated(key, slot.replace(value).is_some()),
            None => self.absent(T::WHAT),
        }
    }

    /// Notes that `what` is not there.
    pub fn absent(&mut self, what: &'static str) -> Result<(), Error> {
        self.note(self.missing(what))
    }

    /// Notes whether `key` came `again`.
    pub fn repeated(&mut self, key: Token<'_>, again: bool) -> Result<(), Error> {
        if again {
            self.fault(key.offset, ErrorKind::Repeated(key.text.to_owned()))
        } else {
            Ok(())
        }
    }

    /// Takes the words after `key` that read as `T`s into `list`: at least one.
    pub fn list<T: Word>(&mut self, list: &mut Vec<T>, key: Token<'_>) -> Result<(), Error> {
        self.repeated(key, !list.is_empty())?;
        list.clear();
        while let Some(item) = self.optional()? {
            list.push(item);
        }
        if list.is_empty() { self.absent(T::WHAT) } else { Ok(()) }
    }

    /// Notes whether the line ends where `what` is due.
    pub fn due(&mut self, what: &'static str) -> Result<(), Error> {
        if self.peek().is_none() { self.absent(what) } else { Ok(()) }
    }

    /// Takes the rest of the line into `list`: a line of play must never be cut short, so every
    /// word counts.
    pub fn list_to_end<T: Word>(&mut self, list: &mut Vec<T>) -> Result<(), Error> {
        while self.peek().is_some() {
            list.push(self.required()?);
        }
        self.end()
    }

    /// Ends the line: whatever is left means nothing.
    pub fn end(&mut self) -> Result<(), Error> {
        while let Some(word) = self.next()? {
            self.unknown(word)?;
        }
        Ok(())
    }
}
