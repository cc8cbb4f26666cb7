//! A game record: a start position, tags, and a tree of legal moves with their annotations.

use crate::drawing::Drawing;
use crate::ending::GameEnd;
use crate::error::RecordError;
use crate::game_times::TimeControl;
use crate::tags::{self, Tags};
use crate::warning::Warning;
use rules::{Color, IllegalMove, Move, Position, Rules, Setup};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Duration;

/// A game record.
///
/// The moves form a tree. Its root is the start position; the first child of each node continues
/// the line unless the game ended there, the others start variations. Nodes live in a vector and
/// are named by [`NodeId`], so records of any length and depth are cheap to clone and drop. Every
/// move was legal when it was added.
#[derive(Clone, Debug)]
pub struct GameRecord {
    start: Position,
    /// What the record says about the game as a whole.
    pub tags: Tags,
    nodes: Vec<Node>,
    /// Warnings of the reader.
    warnings: Vec<Warning>,
}

/// A game that was read and the last of its lines in the file.
pub(crate) type ReadGame = Result<(GameRecord, usize), RecordError>;

/// The name of a node within its record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

impl NodeId {
    /// The node of the start position, which has no move.
    pub const ROOT: Self = Self(0);

    /// Returns the index of the node in its record, 0 for the root. A node has a higher index than
    /// its parent.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A move and everything said about it, or the start position and what is said before the first
/// move.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move, or `None` for the root.
    mv: Option<Move>,
    parent: NodeId,
    children: Vec<NodeId>,
    ply: usize,
    /// What is said about the move.
    pub notes: Notes,
}

/// What a record says about one move.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// Comments, one element for each line of a KIF or CSA comment or each braced comment of PGN.
    pub comments: Vec<String>,
    /// Bookmarks (しおり), which KIF and KI2 have beside comments; other formats have them as comments.
    pub bookmarks: Vec<String>,
    /// Numeric annotation glyphs of PGN: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`, 5 is `!?`, 6
    /// is `?!`.
    pub glyphs: Vec<u8>,
    /// Circles and arrows on the board.
    pub drawings: Vec<Drawing>,
    /// The time spent on the move.
    pub elapsed: Option<Duration>,
    /// The time left on the mover's clock after the move.
    pub clock: Option<Duration>,
    /// The evaluation of the position after the move, or of the search that chose the move.
    pub evaluation: Option<Evaluation>,
    /// How the game ended after the move. The moves recorded after it are then variations.
    pub end: Option<GameEnd>,
}

/// An evaluation reported by an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The score from Black's point of view.
    pub score: Score,
    pub depth: Option<u32>,
}

/// A score from Black's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Score {
    Centipawns(i32),
    Mate {
        /// The side that mates.
        winner: Color,
        /// The number of plies until mate; 0 if unknown.
        plies: u32,
    },
}

impl Notes {
    /// Returns the comments, and the bookmarks as KIF writes them.
    pub fn comments_and_bookmarks(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let bookmarks = self.bookmarks.iter().map(|bookmark| format!("&{bookmark}").into());
        self.comments.iter().map(|comment| comment.as_str().into()).chain(bookmarks)
    }
}

impl Node {
    /// Returns the move, or `None` for the root.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Returns the node before the move, or `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.mv.map(|_| self.parent)
    }

    /// Returns the moves recorded after this one, the main continuation first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Returns the number of moves from the start position to this node.
    pub fn ply(&self) -> usize {
        self.ply
    }
}

impl GameRecord {
    /// Creates a record without moves that starts from a position. The moves before it are
    /// forgotten.
    pub fn new(start: &Position) -> Self {
        let fresh = Setup::from(start).build(start.rules());
        // A mating side without a king may have moved last. Such a position cannot be set up, so
        // it keeps its past.
        let start = fresh.unwrap_or_else(|_| start.clone());
        let root = Node {
            mv: None,
            parent: NodeId::ROOT,
            children: Vec::new(),
            ply: 0,
            notes: Notes::default(),
        };
        Self { start, tags: Tags::default(), nodes: vec![root], warnings: Vec::new() }
    }

    /// Creates a record of the moves made since a position was set up.
    pub fn from_history(position: &Position) -> Self {
        let mut start = position.clone();
        position.moves().for_each(|_| start.undo_move());
        let mut record = Self::new(&start);
        position.moves().fold(NodeId::ROOT, |node, mv| record.add_move(node, mv));
        record
    }

    pub fn rules(&self) -> &'static Rules {
        self.start.rules()
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns whether the game starts from the game's own start position.
    pub fn is_standard_start(&self) -> bool {
        same_start(&self.start, &Position::start(self.rules()))
    }

    /// Returns the node with an index, if there is one.
    pub fn node_id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index))
    }

    /// Returns a node.
    ///
    /// # Panics
    /// If the node belongs to another, larger record.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// Returns what is said about a move, for editing.
    ///
    /// # Panics
    /// If the node belongs to another, larger record.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        &mut self.nodes[id.0].notes
    }

    /// Returns the number of moves in the tree.
    pub fn move_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the nodes of the main line after the root. The line stops where the game ended.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        let next = |&id: &NodeId| self.continuation(id);
        std::iter::successors(next(&NodeId::ROOT), next)
    }

    /// Returns the node that continues the line of a node, if the game did not end there.
    pub fn continuation(&self, id: NodeId) -> Option<NodeId> {
        let node = self.node(id);
        node.children.first().copied().filter(|_| node.notes.end.is_none())
    }

    /// Returns the nodes after a node that start variations.
    pub fn variations(&self, id: NodeId) -> &[NodeId] {
        let skipped = usize::from(self.continuation(id).is_some());
        &self.node(id).children[skipped..]
    }

    /// Returns how deep variations are nested: 0 without any.
    pub(crate) fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        // A node is stored after its parent.
        for (index, node) in self.nodes.iter().enumerate() {
            let parent = depths.get(node.parent.0).copied().unwrap_or_default();
            let is_variation = index > 0 && self.continuation(node.parent) != Some(NodeId(index));
            depths.push(parent + usize::from(is_variation));
        }
        depths.into_iter().max().unwrap_or_default()
    }

    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line().filter_map(|id| self.node(id).mv)
    }

    /// Calls `visit` with each move of the main line, the position before it and its node. Returns the position after
    /// the last move.
    pub fn replay(&self, mut visit: impl FnMut(&Position, NodeId, Move)) -> Position {
        let mut position = self.start.clone();
        for id in self.main_line() {
            if let Some(mv) = self.node(id).mv {
                visit(&position, id, mv);
                position.do_move(mv);
            }
        }
        position
    }

    /// Returns the last node of the main line, which is the root if there are no moves.
    pub fn last_node(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// Returns how the game ended, if the record says so.
    pub fn end(&self) -> Option<&GameEnd> {
        self.node(self.last_node()).notes.end.as_ref()
    }

    /// Returns what the reader of the record took otherwise than it is written, or did not know.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> + '_ {
        let other_word = |node: &Node| Some(node.notes.end.as_ref()?.other_word()?.to_owned());
        let ends = self.nodes.iter().filter_map(other_word).map(Warning::UnknownEnd);
        self.warnings.iter().cloned().chain(ends)
    }

    /// Adds a warning of the reader.
    pub(crate) fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }

    /// Records how the game ended after the last move of the main line.
    pub fn set_end(&mut self, end: GameEnd) {
        let last = self.last_node();
        self.notes_mut(last).end = Some(end);
    }

    /// Returns the position at a node, with the moves that lead to it.
    pub fn position(&self, id: NodeId) -> Position {
        let mut place = Place::start(self);
        place.go_to(self, id);
        place.position
    }

    /// Returns the side that made the move of a node, or that moves second at the start.
    pub fn mover(&self, id: NodeId) -> Color {
        let first = self.start.side();
        if self.node(id).ply % 2 == 1 { first } else { !first }
    }

    /// Returns the time spent on a move: as recorded, or by the mover's clock before and after it.
    pub fn time_spent(&self, id: NodeId) -> Option<Duration> {
        let notes = &self.node(id).notes;
        if notes.elapsed.is_some() {
            return notes.elapsed;
        }
        let left = notes.clock?;
        let control = self.time_control(id).and_then(TimeControl::parse);
        let previous = self.node(self.node(id).parent()?).parent().filter(|&id| id != NodeId::ROOT);
        let before = match previous {
            Some(previous) => self.node(previous).notes.clock?,
            None => control?.main(),
        };
        let increment = control.map_or(Duration::ZERO, TimeControl::increment);
        before.saturating_add(increment).checked_sub(left)
    }

    /// Returns the time control of the side that made the move of a node.
    fn time_control(&self, id: NodeId) -> Option<&str> {
        let own =
            [tags::BLACK_TIME_CONTROL, tags::WHITE_TIME_CONTROL].map(|key| self.tags.get(key));
        if own == [None; 2] {
            return self.tags.get(tags::TIME_CONTROL);
        }
        own[self.mover(id).index()].or_else(|| self.tags.get(tags::TIME_CONTROL))
    }

    /// Returns for each node the time that the mover of its move has spent so far, in the order of
    /// the nodes' indices.
    pub(crate) fn total_times(&self) -> Vec<Duration> {
        let mut totals: Vec<Duration> = Vec::with_capacity(self.nodes.len());
        // A node is stored after its parent.
        for node in &self.nodes {
            let previous = node.parent().and_then(|parent| self.node(parent).parent());
            let before = previous.map_or(Duration::ZERO, |id| totals[id.0]);
            totals.push(before.saturating_add(node.notes.elapsed.unwrap_or_default()));
        }
        totals
    }

    /// Removes the times of a game in which no move took any: some programs write them without a clock.
    pub(crate) fn remove_zero_times(&mut self) {
        let times = |notes: &Notes| [notes.elapsed, notes.end.as_ref().and_then(|end| end.elapsed)];
        let has_time =
            |node: &Node| times(&node.notes).into_iter().flatten().any(|time| !time.is_zero());
        if self.nodes.iter().any(has_time) {
            return;
        }
        for node in &mut self.nodes {
            node.notes.elapsed = None;
            node.notes.end.iter_mut().for_each(|end| end.elapsed = None);
        }
    }

    /// Removes a move and all moves after it. Does nothing for the root. Returns for each node its new name, by its old
    /// index, or `None` if it was removed.
    pub fn remove(&mut self, id: NodeId) -> Vec<Option<NodeId>> {
        let mut new_ids: Vec<Option<NodeId>> = Vec::with_capacity(self.nodes.len());
        let mut kept = Vec::with_capacity(self.nodes.len());
        for (index, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            // A node is stored after its parent.
            let is_root = index == 0;
            let parent = if is_root { Some(NodeId::ROOT) } else { new_ids[node.parent.0] };
            let new_id = parent.filter(|_| index != id.0 || is_root).map(|parent| {
                node.parent = parent;
                kept.push(node);
                NodeId(kept.len() - 1)
            });
            new_ids.push(new_id);
        }
        for node in &mut kept {
            node.children = node.children.iter().filter_map(|child| new_ids[child.0]).collect();
        }
        self.nodes = kept;
        new_ids
    }

    /// Makes the line through a node the main line. An end recorded before the node is removed,
    /// because the main line would stop there.
    pub fn promote(&mut self, id: NodeId) {
        let mut child = id;
        while let Some(parent) = self.node(child).parent() {
            let node = &mut self.nodes[parent.0];
            node.notes.end = None;
            if let Some(index) = node.children.iter().position(|&other| other == child) {
                node.children[..=index].rotate_right(1);
            }
            child = parent;
        }
    }

    pub fn cursor(&mut self) -> Cursor<'_> {
        Cursor { place: Place::start(self), record: self }
    }

    /// Adds a move after a node, unless it is recorded there already, and returns its node. The move must
    /// be legal in the position of the node.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let children = &self.node(parent).children;
        if let Some(&child) = children.iter().find(|&&child| self.node(child).mv == Some(mv)) {
            return child;
        }
        let id = NodeId(self.nodes.len());
        let ply = self.node(parent).ply + 1;
        self.nodes.push(Node {
            mv: Some(mv),
            parent,
            children: Vec::new(),
            ply,
            notes: Notes::default(),
        });
        self.nodes[parent.0].children.push(id);
        id
    }
}

/// Returns whether two positions of a game have the same pieces, side to move and move number, whatever the
/// moves before them.
pub(crate) fn same_start(left: &Position, right: &Position) -> bool {
    left.sfen().to_string() == right.sfen().to_string()
}

/// Two records are equal if they say the same, in the same order of variations, however they were read.
impl PartialEq for GameRecord {
    fn eq(&self, other: &Self) -> bool {
        let same_start =
            self.rules().name() == other.rules().name() && same_start(&self.start, &other.start);
        if !same_start || self.tags != other.tags || self.nodes.len() != other.nodes.len() {
            return false;
        }
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (self.node(left), other.node(right));
            let same = left.mv == right.mv
                && left.notes == right.notes
                && left.children.len() == right.children.len();
            if !same {
                return false;
            }
            pairs.extend(left.children.iter().copied().zip(right.children.iter().copied()));
        }
        true
    }
}

/// A node of a record together with the position there.
#[derive(Clone, Debug)]
pub struct Place {
    node: NodeId,
    position: Position,
}

impl Place {
    /// Returns the start of a record.
    pub fn start(record: &GameRecord) -> Self {
        Self { node: NodeId::ROOT, position: record.start.clone() }
    }

    pub fn node(&self) -> NodeId {
        self.node
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn into_position(self) -> Position {
        self.position
    }

    /// Goes to another node of the record, over the last one that both lines share.
    pub fn go_to(&mut self, record: &GameRecord, target: NodeId) {
        let mut path = Vec::new();
        let mut node = target;
        loop {
            self.go_to_ply(record, record.node(node).ply);
            if self.node == node {
                break;
            }
            path.push(node);
            node = record.node(node).parent;
        }
        for node in path.into_iter().rev() {
            self.position.do_move(record.node(node).mv.expect("the root is above the path"));
            self.node = node;
        }
    }

    /// Goes back to an earlier ply of the line, if it is later.
    fn go_to_ply(&mut self, record: &GameRecord, ply: usize) {
        while record.node(self.node).ply > ply {
            self.position.undo_move();
            self.node = record.node(self.node).parent;
        }
    }

    /// Takes the new name of its node, after [`GameRecord::remove`] has removed others.
    pub fn rename(&mut self, new_ids: &[Option<NodeId>]) {
        self.node = new_ids[self.node.0].expect("the node was not removed");
    }
}

/// A place in a record at which moves are added. It is how records are built:
///
/// ```
/// use records::GameRecord;
/// use rules::{Position, Rules};
///
/// let shogi = games::by_name("shogi").unwrap();
/// let mut record = GameRecord::new(&Position::start(shogi));
/// let mut cursor = record.cursor();
/// cursor.play(shogi.parse_usi("7g7f")?)?;
/// cursor.go_to_ply(0);
/// cursor.play(shogi.parse_usi("2g2f")?)?;
/// assert_eq!(record.move_count(), 2);
/// assert_eq!(record.moves().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cursor<'a> {
    record: &'a mut GameRecord,
    place: Place,
}

impl Cursor<'_> {
    pub fn position(&self) -> &Position {
        &self.place.position
    }

    pub fn node(&self) -> NodeId {
        self.place.node
    }

    pub fn record(&self) -> &GameRecord {
        self.record
    }

    /// Returns what is said about the move at the cursor, for editing.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.record.notes_mut(self.place.node)
    }

    pub fn set_tag(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.record.tags.set(key, value);
    }

    /// Adds a warning of the reader.
    pub(crate) fn warn(&mut self, warning: Warning) {
        self.record.warn(warning);
    }

    /// Plays a move and moves to its node. A move that is already recorded here is not added again;
    /// a new one becomes the last variation.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, IllegalMove> {
        self.place.position.validate_move(mv)?;
        Ok(self.play_legal(mv))
    }

    /// Plays a move that is known to be legal. See [`Self::play`].
    pub(crate) fn play_legal(&mut self, mv: Move) -> NodeId {
        self.place.position.do_move(mv);
        self.place.node = self.record.add_move(self.place.node, mv);
        self.place.node
    }

    /// Moves back to the start position or to an earlier ply of the present line. Does nothing if
    /// the cursor is at an earlier ply already.
    pub fn go_to_ply(&mut self, ply: usize) {
        self.place.go_to_ply(self.record, ply);
    }

    /// Moves to any node of the record.
    pub fn go_to(&mut self, target: NodeId) {
        self.place.go_to(self.record, target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::end_reason::{EndReason, GameResult};

    /// Plays lines from the start position and returns the record.
    fn record(lines: &[&str]) -> GameRecord {
        let rules = games::by_name("shogi").unwrap();
        let mut record = GameRecord::new(&Position::start(rules));
        let mut cursor = record.cursor();
        for line in lines {
            cursor.go_to_ply(0);
            for mv in line.split(' ') {
                cursor.play(rules.parse_usi(mv).unwrap()).unwrap();
            }
        }
        record
    }

    #[test]
    fn a_position_has_the_record_of_its_moves() {
        let found = record(&["7g7f 3c3d 2g2f"]);
        assert_eq!(GameRecord::from_history(&found.position(found.last_node())), found);
    }

    #[test]
    fn removed_moves_take_the_moves_after_them_along() {
        let mut found = record(&["7g7f 3c3d 2g2f", "2g2f 8c8d", "7g7f 8c8d"]);
        let second = found.main_line().nth(1).unwrap();
        found.remove(second);
        assert_eq!(found, record(&["7g7f 8c8d", "2g2f 8c8d"]));
        found.remove(NodeId::ROOT);
        assert_eq!(found.move_count(), 4);
    }

    #[test]
    fn a_promoted_variation_becomes_the_main_line() {
        let mut found = record(&["7g7f 3c3d 2g2f", "2g2f 8c8d", "7g7f 8c8d"]);
        let first = found.main_line().next().unwrap();
        let variation = found.node(first).children()[1];
        found.notes_mut(first).end = Some(GameEnd::new(GameResult::Draw, EndReason::Agreement));
        found.promote(variation);
        assert_eq!(found.last_node(), variation);
        assert_eq!(found.variations(first).len(), 1);
    }
}
