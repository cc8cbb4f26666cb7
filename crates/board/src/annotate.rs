//! What people say about a game and its moves: headers, comments, marks and drawings.

use crate::command_error::CommandError;
use crate::lookup::find_square;
use crate::messages::{DrawingView, Headers};
use crate::table::Table;
use records::tags::normalize;
use records::{Drawing, NodeId, glyph_from_mark, glyph_mark};

/// The longest comment in characters.
pub const MAX_COMMENT: usize = 10_000;
/// The most drawings at a node.
const MAX_DRAWINGS: usize = 200;

/// The longest header in characters.
pub const MAX_HEADER: usize = 200;

impl Table {
    /// Changes what the record says about the game as a whole.
    pub fn set_headers(&mut self, mut headers: Headers) -> Result<(), CommandError> {
        let fields = headers.fields();
        if fields.iter().any(|(_, value)| value.chars().count() > MAX_HEADER) {
            return Err(CommandError::TooLong(MAX_HEADER));
        }
        let tags = self.game.tags_mut();
        for (key, value) in fields {
            match value.trim() {
                "" => {
                    tags.remove(key);
                }
                value => tags.set(key, normalize(key, value)),
            }
        }
        Ok(())
    }

    /// Writes the comment on a move.
    pub fn set_comment(&mut self, node: NodeId, text: &str) -> Result<(), CommandError> {
        if text.chars().count() > MAX_COMMENT {
            return Err(CommandError::TooLong(MAX_COMMENT));
        }
        let mut comments: Vec<_> = text.trim().lines().map(str::to_owned).collect();
        let bookmarks = comments.extract_if(.., |line| line.starts_with('&'));
        let bookmarks = bookmarks.map(|line| line[1..].to_owned()).collect();
        let notes = self.game.notes_mut(node);
        (notes.comments, notes.bookmarks) = (comments, bookmarks);
        Ok(())
    }

    /// Marks a move, or takes its mark away.
    pub fn set_mark(&mut self, node: NodeId, mark: &str) -> Result<(), CommandError> {
        let glyph = glyph_from_mark(mark);
        if (glyph.is_none() && !mark.is_empty()) || node == NodeId::ROOT {
            return Err(CommandError::Invalid(format!("'{mark}' is not a mark of a move")));
        }
        let glyphs = &mut self.game.notes_mut(node).glyphs;
        glyphs.retain(|&glyph| glyph_mark(glyph).is_none());
        glyphs.extend(glyph);
        Ok(())
    }

    /// Adds a drawing to a node, or gives it another colour. Removes it if it is there in this one.
    pub fn toggle_drawing(
        &mut self,
        node: NodeId,
        drawing: &DrawingView,
    ) -> Result<(), CommandError> {
        let square = |name: &String| find_square(self.game.rules(), name);
        let DrawingView { color, from, to } = drawing;
        let to = to.as_ref().map(square).transpose()?;
        let drawing = Drawing { color: *color, from: square(from)?, to };
        let drawings = &mut self.game.notes_mut(node).drawings;
        let is_there = drawings.contains(&drawing);
        drawings.retain(|old| (old.from, old.to) != (drawing.from, drawing.to));
        if !is_there && drawings.len() >= MAX_DRAWINGS {
            let error = format!("expected {MAX_DRAWINGS} drawings at most");
            return Err(CommandError::Invalid(error));
        }
        if !is_there {
            drawings.push(drawing);
        }
        Ok(())
    }
}
