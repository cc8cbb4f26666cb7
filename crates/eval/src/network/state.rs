//! A network's accumulators along the moves of a search, updated lazily.

use super::lanes::{self, Lanes, ThreatList};
use super::{Network, View};
use arrayvec::ArrayVec;
use rules::{Board, Color, Observer, Piece, PieceKind, Square};

/// The most inputs that a move adds, and the most that it removes: a capture removes two pieces and adds one and a
/// piece in hand.
const MAX_CHANGES: usize = 2;

/// The accumulators of the positions from the root to the current one: for each side the sums of
/// biases and active piece rows.
///
/// A move only records its changes. When a position is evaluated, accumulators are updated from the
/// last position that has them, or refreshed from the board if there is none or if mirroring has
/// changed since. A refresh starts from the accumulator of the last one in the same view, as few
/// pieces differ. The positions before it in the same view are updated from it, backwards, because the
/// next positions to be evaluated are likely to follow from them.
///
/// Moves before the first position must not be undone.
#[derive(Clone, Debug)]
pub(crate) struct NetworkState<'a> {
    network: &'a Network,
    king: PieceKind,
    /// One entry for each position, the current one last.
    stack: Vec<Entry>,
    /// By entry, color and chunk of hidden units.
    accumulators: Vec<Lanes>,
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

/// The state of one position.
#[derive(Clone, Debug)]
struct Entry {
    /// The inputs that the move to this position has added and removed.
    changes: Changes,
    /// Whether each side's view is mirrored.
    mirrored: [bool; 2],
    /// Whether each side's accumulator is up to date.
    is_computed: [bool; 2],
}

/// The inputs that a move has added and removed.
#[derive(Clone, Debug, Default)]
struct Changes {
    added: ArrayVec<ChangedInput, MAX_CHANGES>,
    removed: ArrayVec<ChangedInput, MAX_CHANGES>,
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

impl ChangedInput {
    /// Returns the row of weights of the input.
    #[inline(always)]
    fn row(self, network: &Network, view: View) -> &[Lanes] {
        let row = match self {
            Self::Piece(piece, square) => network.inputs.piece_row(view, piece, square),
            Self::Hand { color, kind, count } => {
                let row = network.inputs.hand_row(view, color, kind, count);
                row.unwrap_or(network.zero_row())
            }
        };
        let chunks = network.biases.len();
        &network.rows[row * chunks..][..chunks]
    }
}

impl<'a> NetworkState<'a> {
    /// Starts with a position as the root.
    pub fn new(network: &'a Network, board: &Board) -> Self {
        let mirrored = Color::BOTH.map(|color| network.inputs.view(board, color).mirrored);
        let empty = Refreshed { board: None, accumulator: network.biases.clone() };
        let root = Entry { changes: Changes::default(), mirrored, is_computed: [false; 2] };
        Self {
            network,
            king: board.rules().king_kind(),
            stack: vec![root],
            accumulators: vec![Lanes::ZERO; 2 * network.biases.len()],
            refreshed: std::array::from_fn(|_| std::array::from_fn(|_| empty.clone())),
            added: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// Returns the network's output for the side to move, in the evaluation's units. `threats` are those of
    /// the position, Black's first.
    pub fn evaluate(&mut self, board: &Board, threats: [&ThreatList; 2]) -> i32 {
        for color in Color::BOTH {
            self.update(board, color);
        }
        let chunks = self.network.biases.len();
        let start = (self.stack.len() - 1) * 2 * chunks;
        let (black, white) = self.accumulators[start..][..2 * chunks].split_at(chunks);
        self.network.output(board.side(), [black, white], threats)
    }

    /// Brings one side's accumulator of the current position up to date.
    #[inline]
    fn update(&mut self, board: &Board, color: Color) {
        let last = self.stack.len() - 1;
        let side = color.index();
        let view = View { color, mirrored: self.stack[last].mirrored[side] };
        let mut from = last;
        while !self.stack[from].is_computed[side] {
            if from == 0 || self.stack[from - 1].mirrored[side] != view.mirrored {
                self.refresh(board, view);
                (from..last).rev().for_each(|index| self.update_entry(index + 1, index, view));
                return;
            }
            from -= 1;
        }
        (from..last).for_each(|index| self.update_entry(index, index + 1, view));
    }

    /// Computes one side's accumulator of a position from that of the position before or after it.
    #[inline]
    fn update_entry(&mut self, from: usize, to: usize, view: View) {
        let (network, side) = (self.network, view.color.index());
        let chunks = network.biases.len();
        let (before, after) = self.accumulators.split_at_mut(from.max(to) * 2 * chunks);
        let before = &mut before[(2 * from.min(to) + side) * chunks..][..chunks];
        let after = &mut after[side * chunks..][..chunks];
        let Changes { added, removed } = &self.stack[from.max(to)].changes;
        let (from_sums, to_sums, added, removed) = if from < to {
            (before, after, added, removed)
        } else {
            (after, before, removed, added)
        };
        match (&added[..], &removed[..]) {
            // A null move.
            ([], []) => to_sums.copy_from_slice(from_sums),
            // A move to an empty square, or a drop.
            ([a], [b]) => {
                let (added, removed) = ([a.row(network, view)], [b.row(network, view)]);
                lanes::add_rows(from_sums, added, removed, to_sums);
            }
            // A capture.
            ([a, b], [c, d]) => {
                let added = [a.row(network, view), b.row(network, view)];
                let removed = [c.row(network, view), d.row(network, view)];
                lanes::add_rows(from_sums, added, removed, to_sums);
            }
            _ => unreachable!("a move adds as many inputs as it removes"),
        }
        self.stack[to].is_computed[side] = true;
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
    fn top_mut(&mut self) -> &mut Entry {
        self.stack.last_mut().expect("the stack is never empty")
    }
}

impl Observer for NetworkState<'_> {
    #[inline]
    fn move_started(&mut self, _: &Board) {
        let mirrored = self.top_mut().mirrored;
        self.stack.push(Entry { changes: Changes::default(), mirrored, is_computed: [false; 2] });
        let needed = self.stack.len() * 2 * self.network.biases.len();
        if self.accumulators.len() < needed {
            self.accumulators.resize(2 * needed, Lanes::ZERO);
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        if piece.kind() == self.king {
            let color = piece.color();
            let mirrored = self.network.inputs.king_view(color, square).mirrored;
            self.top_mut().mirrored[color.index()] = mirrored;
        }
        self.top_mut().changes.added.push(ChangedInput::Piece(piece, square));
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.top_mut().changes.removed.push(ChangedInput::Piece(piece, square));
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let input = ChangedInput::Hand { color, kind, count: before.max(after) };
        let Changes { added, removed } = &mut self.top_mut().changes;
        if after > before { added.push(input) } else { removed.push(input) }
    }

    #[inline]
    fn move_undone(&mut self, _: &Board) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }
}
