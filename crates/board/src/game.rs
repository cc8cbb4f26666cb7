//! The record of a table's game together with the shown position and the one at the end of the main line.
//!
//! Both positions are kept, so that showing or playing a move costs the same however long the game is.

use crate::notation::MoveText;
use records::{EndReason, GameEnd, GameRecord, GameResult, Node, NodeId, Notes, Place};
use rules::{IllegalMove, Move, Position, Rules};
use std::collections::BTreeSet;
use std::iter;

/// The nodes that have changed since the pages last got them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeChanges {
    /// All of them may have.
    All,
    /// Those with these indices, and nodes were added or removed at the end.
    Some(BTreeSet<usize>),
}

/// A game record with its shown position.
#[derive(Clone, Debug)]
pub struct Game {
    record: GameRecord,
    /// The moves as people write them, by index of the node.
    texts: Vec<MoveText>,
    shown: Place,
    last: Place,
    /// Counts the changes after which a node has another number.
    revision: u64,
    /// Counts all changes of the record.
    version: u64,
    /// Whether moves were played since the game was created or read.
    has_new_moves: bool,
    /// The English name of the handicap with which the game began.
    handicap: Option<&'static str>,
    changes: TreeChanges,
}

impl Game {
    /// Shows the start of a record.
    pub fn new(mut record: GameRecord) -> Self {
        let mut texts = vec![MoveText::default()];
        let mut cursor = record.cursor();
        for index in 1.. {
            let Some(id) = cursor.record().node_id(index) else { break };
            let node = cursor.record().node(id);
            let (Some(mv), Some(parent)) = (node.mv(), node.parent()) else { break };
            cursor.go_to(parent);
            texts.push(MoveText::next(cursor.position(), mv));
        }
        let sfen = record.start().sfen().to_string();
        let handicap = records::handicaps(record.rules()).find(|start| start.sfen == sfen);
        let start = Place::start(&record);
        let mut last = start.clone();
        last.go_to(&record, record.last_node());
        Self {
            record,
            texts,
            shown: start,
            last,
            revision: 0,
            version: 0,
            has_new_moves: false,
            handicap: handicap.map(|start| start.english),
            changes: TreeChanges::All,
        }
    }

    /// Creates a game without moves.
    pub fn from_position(start: &Position) -> Self {
        Self::new(GameRecord::new(start))
    }

    /// Continues the revision and version numbers of the game that this one replaces.
    pub fn follow(&mut self, previous: &Self) {
        self.revision = previous.revision + 1;
        self.version = previous.version + 1;
        self.changes = TreeChanges::All;
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.record.rules()
    }

    /// Returns the record.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the record for a change of its tags.
    pub fn tags_mut(&mut self) -> &mut records::Tags {
        self.version += 1;
        &mut self.record.tags
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        self.record.node(id)
    }

    /// Returns what is said about a move, for a change.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.mark_changed(id);
        self.record.notes_mut(id)
    }

    /// Returns the moves as people write them, by index of the node.
    pub fn texts(&self) -> &[MoveText] {
        &self.texts
    }

    /// Returns a number that changes when nodes get other numbers.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns a number that changes with the record.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the English name of the handicap with which the game began.
    pub fn handicap(&self) -> Option<&'static str> {
        self.handicap
    }

    /// Returns whether moves were played since the game was created or read.
    pub fn has_new_moves(&self) -> bool {
        self.has_new_moves
    }

    /// Sets whether moves were played, for a game that was saved.
    pub fn set_has_new_moves(&mut self, has_new_moves: bool) {
        self.has_new_moves = has_new_moves;
    }

    /// Returns whether the main line begins with that of another game.
    pub fn continues(&self, other: &Self) -> bool {
        let start = |game: &Self| game.record.start().sfen().to_string();
        let moves = |game: &Self| game.record.moves().collect::<Vec<_>>();
        self.rules().name() == other.rules().name()
            && start(self) == start(other)
            && moves(self).starts_with(&moves(other))
    }

    /// Plays the moves by which another game goes on after this one, which keeps what is said about its own. Returns
    /// `None` if this game is over or the other one does not continue it.
    pub fn continued_by(mut self, other: &Self) -> Option<Self> {
        if self.end().is_some() || !other.continues(&self) {
            return None;
        }
        self.show(self.last());
        let mut new_moves = other.record.moves().skip(self.record.moves().count());
        let is_played = new_moves.all(|mv| self.play(mv).is_ok());
        self.has_new_moves = other.has_new_moves;
        is_played.then_some(self)
    }

    /// Returns the shown node.
    pub fn shown(&self) -> NodeId {
        self.shown.node()
    }

    /// Returns the shown position.
    pub fn position(&self) -> &Position {
        self.shown.position()
    }

    /// Returns the last node of the main line.
    pub fn last(&self) -> NodeId {
        self.last.node()
    }

    /// Returns the position at the end of the main line.
    pub fn last_position(&self) -> &Position {
        self.last.position()
    }

    /// Returns whether the end of the main line is shown.
    pub fn is_last_shown(&self) -> bool {
        self.shown() == self.last()
    }

    /// Returns how the game ended, if it has.
    pub fn end(&self) -> Option<&GameEnd> {
        self.node(self.last()).notes.end.as_ref()
    }

    /// Returns the position at any node. Costs as much as the way there from the shown one.
    pub fn position_at(&self, id: NodeId) -> Position {
        let mut place = self.shown.clone();
        place.go_to(&self.record, id);
        place.into_position()
    }

    /// Shows a node.
    pub fn show(&mut self, id: NodeId) {
        self.shown.go_to(&self.record, id);
    }

    /// Plays a move in the shown position and shows the position after it.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position().validate_move(mv)?;
        let text = MoveText::next(self.position(), mv);
        let was_last = self.is_last_shown() && self.end().is_none();
        let parent = self.shown();
        let node = self.record.add_move(parent, mv);
        self.shown.go_to(&self.record, node);
        if was_last {
            self.last.go_to(&self.record, node);
        }
        if node.index() == self.texts.len() {
            self.has_new_moves = true;
            self.texts.push(text);
            self.mark_changed(parent);
            self.mark_changed(node);
        }
        Ok(())
    }

    /// Ends the game and shows its last position.
    pub fn set_end(&mut self, result: GameResult, reason: EndReason) {
        self.notes_mut(self.last()).end = Some(GameEnd::new(result, reason));
        self.show(self.last());
    }

    /// Ends the game if the rules say that it is over.
    pub fn end_by_rule(&mut self) {
        if self.end().is_none()
            && let Some(end) = GameEnd::by_rule(self.last_position())
        {
            self.notes_mut(self.last()).end = Some(end);
        }
    }

    /// Removes a move and all moves after it. If the shown one is among them, the one before is shown.
    pub fn remove(&mut self, id: NodeId) {
        let Some(before) = self.node(id).parent() else { return };
        for place in [&mut self.shown, &mut self.last] {
            let parent = |&node: &NodeId| self.record.node(node).parent();
            if iter::successors(Some(place.node()), parent).any(|node| node == id) {
                place.go_to(&self.record, before);
            }
        }
        let new_ids = self.record.remove(id);
        self.shown.rename(&new_ids);
        self.last.rename(&new_ids);
        self.last.go_to(&self.record, self.record.last_node());
        let mut kept = new_ids.iter().map(Option::is_some);
        self.texts.retain(|_| kept.next().unwrap_or_default());
        let is_at_the_end = new_ids[id.index()..].iter().all(Option::is_none);
        self.revision += 1;
        self.mark_changed(before);
        if !is_at_the_end {
            self.changes = TreeChanges::All;
        }
        self.end_by_rule();
    }

    /// Makes the line through a node the main line.
    pub fn promote(&mut self, id: NodeId) {
        self.record.promote(id);
        self.last.go_to(&self.record, self.record.last_node());
        self.mark_changed(id);
        self.changes = TreeChanges::All;
        self.end_by_rule();
    }

    /// Returns whether other moves than those of the game follow a node of the main line.
    pub fn has_lines_after(&self, id: NodeId) -> bool {
        iter::successors(Some(id), |&node| self.record.continuation(node))
            .any(|node| !self.record.variations(node).is_empty())
    }

    /// Takes back how the game ended after a node, or its move after it, and shows the node. With `alone`, the other moves
    /// after it are removed, too.
    pub fn go_on_after(&mut self, id: NodeId, alone: bool) {
        if let Some(next) = self.record.continuation(id) {
            self.remove(next);
        }
        while alone && let Some(&next) = self.node(id).children().first() {
            self.remove(next);
        }
        self.notes_mut(id).end = None;
        self.last.go_to(&self.record, self.record.last_node());
        self.show(id);
    }

    fn mark_changed(&mut self, id: NodeId) {
        self.version += 1;
        if let TreeChanges::Some(nodes) = &mut self.changes {
            nodes.insert(id.index());
        }
    }

    /// Returns the changes since the last call, or `None` if there are none.
    pub fn take_changes(&mut self) -> Option<TreeChanges> {
        let changes = std::mem::replace(&mut self.changes, TreeChanges::Some(BTreeSet::new()));
        (changes != TreeChanges::Some(BTreeSet::new())).then_some(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(moves: &str) -> Game {
        let rules = games::by_name("shogi").unwrap();
        let mut game = Game::from_position(&Position::start(rules));
        for mv in moves.split_whitespace() {
            game.play(rules.parse_usi(mv).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn moves_are_written_in_both_notations() {
        let game = game("7g7f 3c3d 8h2b+");
        let [western, kanji] = [
            game.texts().iter().map(|text| text.western.as_str()).collect::<Vec<_>>().join(" "),
            game.texts().iter().map(|text| text.japanese.as_str()).collect::<Vec<_>>().join(" "),
        ];
        assert_eq!(western, " P-7f P-3d Bx2b+");
        assert_eq!(kanji, " ▲７六歩 △３四歩 ▲２二角成");
    }

    /// Compares the cached positions and texts with those computed from the record.
    fn assert_consistent(game: &Game) {
        let record = game.record();
        assert_eq!(game.last(), record.last_node());
        for (node, position) in
            [(game.shown(), game.position()), (game.last(), game.last_position())]
        {
            let expected = record.position(node);
            assert_eq!(position.sfen().to_string(), expected.sfen().to_string());
            assert!(position.keys().eq(expected.keys()));
        }
        let fresh = Game::new(record.clone());
        assert_eq!(game.texts(), fresh.texts());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn positions_follow_every_change(actions in proptest::collection::vec((0..6, any::<usize>()), 1..60)) {
            let mut game = game("7g7f 3c3d");
            for (action, number) in actions {
                let id = game.record().node_id(number % game.texts().len()).unwrap();
                match action {
                    0 => game.show(id),
                    1 => game.remove(id),
                    2 => game.promote(id),
                    3 => game.set_end(GameResult::Draw, EndReason::Agreement),
                    4 => game.go_on_after(id, number % 2 == 0),
                    _ => {
                        let legal = game.position().legal_moves();
                        let mv = legal[number % legal.len()];
                        game.play(mv).unwrap();
                    }
                }
                assert_consistent(&game);
            }
        }
    }
}
