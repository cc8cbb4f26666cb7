//! A network's accumulators along the moves of a search, updated lazily.

use super::lanes::{self, Lanes, ThreatList};
use super::{InputMap, Network, View};
use crate::features::{FeatureVisitor, visit_threats};
use arrayvec::ArrayVec;
use rules::{Board, Color, Observer, Piece, PieceKind, Square};

/// The maximum number of changes by one move: a capture removes two pieces, adds one and changes a
/// hand.
const MAX_CHANGES: usize = 4;

/// The accumulators of the positions from the root to the current one: for each side the sums of
/// biases and active piece rows.
///
/// A move only records its changes. When a position is evaluated, accumulators are updated from the
/// last position that has them, or refreshed from the board if there is none or if mirroring has
/// changed since. A refresh starts from the accumulator of the last one in the same view, as few
/// pieces differ. Moves before the first position must not be undone.
#[derive(Clone, Debug)]
pub struct NetworkState<'a> {
    network: &'a Network,
    king: PieceKind,
    /// One entry for each position, the current one last.
    stack: Vec<Entry>,
    /// By entry, color and chunk of hidden units.
    accumulators: Vec<Lanes>,
    /// The threats of each side in the evaluated position.
    threats: [ThreatList; 2],
    /// The last refresh of each side, without and with mirroring.
    refreshed: [[Refreshed; 2]; 2],
    /// The rows to add and to subtract in a refresh.
    added: Vec<usize>,
    removed: Vec<usize>,
}

/// An accumulator of a board.
#[derive(Clone, Debug)]
struct Refreshed {
    /// None stands for an empty board.
    board: Option<Board>,
    accumulator: Vec<Lanes>,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The changes by the move to this position.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// Whether each side's view is mirrored.
    mirrored: [bool; 2],
    /// Whether each side's accumulator is up to date.
    is_computed: [bool; 2],
}

/// An input that a move has changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    input: ChangedInput,
    is_added: bool,
}

#[derive(Clone, Copy, Debug)]
enum ChangedInput {
    Piece(Piece, Square),
    /// Whether the side holds at least `count` pieces.
    Hand {
        color: Color,
        kind: PieceKind,
        count: u8,
    },
}

impl Change {
    #[inline]
    fn row(&self, network: &Network, view: View) -> Option<usize> {
        match self.input {
            ChangedInput::Piece(piece, square) => {
                Some(network.inputs.piece_row(view, piece, square))
            }
            ChangedInput::Hand { color, kind, count } => {
                network.inputs.hand_row(view, color, kind, count)
            }
        }
    }
}

impl<'a> NetworkState<'a> {
    /// Starts with a position as the root.
    pub fn new(network: &'a Network, board: &Board) -> Self {
        let mirrored = Color::BOTH.map(|color| network.inputs.view(board, color).mirrored);
        let empty = Refreshed { board: None, accumulator: network.biases.clone() };
        let root = Entry { changes: ArrayVec::new(), mirrored, is_computed: [false; 2] };
        Self {
            network,
            king: board.rules().king_kind(),
            stack: vec![root],
            accumulators: vec![Lanes::ZERO; 2 * network.biases.len()],
            threats: [ThreatList::new(), ThreatList::new()],
            refreshed: std::array::from_fn(|_| std::array::from_fn(|_| empty.clone())),
            added: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// Returns the network's output for the side to move, in the evaluation's units.
    ///
    /// Also passes the threats of the position to `visitor`, for the linear evaluation.
    pub fn evaluate(&mut self, board: &Board, visitor: &mut impl FeatureVisitor) -> i32 {
        for color in Color::BOTH {
            self.update(board, color);
        }
        self.threats.iter_mut().for_each(ThreatList::clear);
        let network = self.network;
        if network.threat_width > 0 {
            let inputs = &network.inputs;
            let [black, white] = &mut self.threats;
            visit_threats(board, &mut ThreatCollector { inputs, black, white, next: visitor });
            self.threats.iter_mut().for_each(|list| list.fill_up(network.zero_threat_row()));
        } else {
            visit_threats(board, visitor);
        }
        let chunks = network.biases.len();
        let start = (self.stack.len() - 1) * 2 * chunks;
        let (black, white) = self.accumulators[start..][..2 * chunks].split_at(chunks);
        network.output(board.side(), [black, white], self.threats.each_ref())
    }

    /// Brings one side's accumulator of the current position up to date.
    #[inline]
    fn update(&mut self, board: &Board, color: Color) {
        let last = self.stack.len() - 1;
        let side = color.index();
        let mirrored = self.stack[last].mirrored[side];
        let mut from = last;
        while !self.stack[from].is_computed[side] {
            if from == 0 || self.stack[from - 1].mirrored[side] != mirrored {
                return self.refresh(board, View { color, mirrored });
            }
            from -= 1;
        }
        for index in from + 1..=last {
            self.update_entry(index, View { color, mirrored });
        }
    }

    /// Computes one side's accumulator of a position from that of the position before it.
    #[inline]
    fn update_entry(&mut self, index: usize, view: View) {
        let (network, entry) = (self.network, &mut self.stack[index]);
        let (chunks, side) = (network.biases.len(), view.color.index());
        let (before, current) = self.accumulators.split_at_mut(index * 2 * chunks);
        let from = &before[(2 * index - 2 + side) * chunks..][..chunks];
        let to = &mut current[side * chunks..][..chunks];
        let row = |row: usize| &network.rows[row * chunks..][..chunks];
        let mut added = ArrayVec::<_, MAX_CHANGES>::new();
        let mut removed = ArrayVec::<_, MAX_CHANGES>::new();
        for change in &entry.changes {
            if let Some(row) = change.row(network, view) {
                let rows = if change.is_added { &mut added } else { &mut removed };
                rows.push(row);
            }
        }
        match (&added[..], &removed[..]) {
            // A move to an empty square or a drop, then a capture.
            (&[a], &[b]) => lanes::add_rows(from, [a].map(row), [b].map(row), to),
            (&[a, b], &[c, d]) => lanes::add_rows(from, [a, b].map(row), [c, d].map(row), to),
            (added, removed) => {
                to.copy_from_slice(from);
                lanes::change_rows(to, &network.rows, [added, removed]);
            }
        }
        entry.is_computed[side] = true;
    }

    /// Computes one side's accumulator of the current position from the board.
    #[cold]
    fn refresh(&mut self, board: &Board, view: View) {
        let (network, last) = (self.network, self.stack.len() - 1);
        let (chunks, side) = (network.biases.len(), view.color.index());
        let accumulator = &mut self.accumulators[(2 * last + side) * chunks..][..chunks];
        let refreshed = &mut self.refreshed[side][usize::from(view.mirrored)];
        self.added.clear();
        self.removed.clear();
        network.inputs.for_each_changed_row(refreshed.board.as_ref(), board, view, |row, added| {
            if added { self.added.push(row) } else { self.removed.push(row) }
        });
        lanes::change_rows(&mut refreshed.accumulator, &network.rows, [&self.added, &self.removed]);
        refreshed.board = Some(*board);
        accumulator.copy_from_slice(&refreshed.accumulator);
        self.stack[last].is_computed[side] = true;
    }

    #[inline]
    fn record(&mut self, input: ChangedInput, is_added: bool) {
        if let Some(entry) = self.stack.last_mut() {
            entry.changes.push(Change { input, is_added });
        }
    }
}

impl Observer for NetworkState<'_> {
    #[inline]
    fn move_started(&mut self, _: &Board) {
        let mirrored = self.stack.last().map_or([false; 2], |entry| entry.mirrored);
        self.stack.push(Entry { changes: ArrayVec::new(), mirrored, is_computed: [false; 2] });
        let needed = self.stack.len() * 2 * self.network.biases.len();
        if self.accumulators.len() < needed {
            self.accumulators.resize(2 * needed, Lanes::ZERO);
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        if piece.kind() == self.king
            && let Some(entry) = self.stack.last_mut()
        {
            let color = piece.color();
            entry.mirrored[color.index()] = self.network.inputs.king_view(color, square).mirrored;
        }
        self.record(ChangedInput::Piece(piece, square), true);
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.record(ChangedInput::Piece(piece, square), false);
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let count = before.max(after);
        self.record(ChangedInput::Hand { color, kind, count }, after > before);
    }

    #[inline]
    fn move_undone(&mut self, _: &Board) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }
}

/// Collects the threats of both sides and passes them on to `next`.
struct ThreatCollector<'a, V> {
    inputs: &'a InputMap,
    black: &'a mut ThreatList,
    white: &'a mut ThreatList,
    next: &'a mut V,
}

impl<V: FeatureVisitor> FeatureVisitor for ThreatCollector<'_, V> {
    #[inline]
    fn visit(&mut self, side: Color, parameter: usize, count: i32) {
        self.next.visit(side, parameter, count);
        let threats = match side {
            Color::Black => &mut *self.black,
            Color::White => &mut *self.white,
        };
        threats.push(self.inputs.own_threat_row(parameter), count);
    }
}
