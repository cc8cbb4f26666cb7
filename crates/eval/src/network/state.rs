//! The hidden sums of a network along the moves of a search, updated lazily.

use super::{Network, View};
use crate::features::{FeatureVisitor, visit_threats};
use arrayvec::ArrayVec;
use rules::{Board, Color, Observer, Piece, PieceKind, Square};

/// The most changes of one move: a capture with promotion removes two pieces, adds one and changes a
/// hand.
const MAX_CHANGES: usize = 4;

/// Hidden sums of the positions from the root to the current one.
///
/// A move only notes what it changed. Sums are computed when a position is evaluated, from the last
/// position before it that has them; or from the board, if that side's view has been mirrored since
/// or no such position is left.
#[derive(Clone, Debug)]
pub struct NetworkState<'a> {
    network: &'a Network,
    /// One entry for each position, the current one last.
    stack: Vec<Entry>,
    /// The hidden sums, by entry, colour and unit.
    sums: Vec<i16>,
    /// The hidden sums of the current position including threats, by colour and unit.
    units: Vec<i16>,
}

#[derive(Clone, Debug)]
struct Entry {
    /// What the move to this position changed.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// Both sides' views.
    mirrored: [bool; 2],
    /// Whether the sums of each side's view are computed.
    is_computed: [bool; 2],
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Piece {
        piece: Piece,
        square: Square,
        is_added: bool,
    },
    /// The count at which "holds at least this many" changes.
    Hand {
        color: Color,
        kind: PieceKind,
        count: u8,
        is_added: bool,
    },
}

impl<'a> NetworkState<'a> {
    /// Starts at a position.
    pub fn new(network: &'a Network, board: &Board) -> Self {
        let root = Entry {
            changes: ArrayVec::new(),
            mirrored: mirrored(network, board),
            is_computed: [false; 2],
        };
        let width = network.width;
        Self { network, stack: vec![root], sums: vec![0; 2 * width], units: vec![0; 2 * width] }
    }

    /// Returns the network's output for the side to move, in the evaluation's units.
    ///
    /// `visitor` receives the threats of the position, unless the network neither sees them nor is
    /// added to the linear evaluation, which does.
    pub fn evaluate(&mut self, board: &Board, visitor: &mut impl FeatureVisitor) -> i32 {
        let (width, threat_width) = self.network.widths();
        for color in Color::BOTH {
            self.compute(board, color);
        }
        let start = (self.stack.len() - 1) * 2 * width;
        self.units.copy_from_slice(&self.sums[start..start + 2 * width]);
        let (black, white) = self.units.split_at_mut(width);
        if threat_width > 0 {
            let mut threats = ThreatRows {
                network: self.network,
                black: &mut black[..threat_width],
                white: &mut white[..threat_width],
                next: visitor,
            };
            visit_threats(board, &mut threats);
        } else if self.network.adds_to_linear {
            visit_threats(board, visitor);
        }
        let (own, other) = match board.side() {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        let bucket = self.network.inputs.bucket(board, self.network.buckets());
        self.network.output(bucket, own, other)
    }

    /// Computes the sums of one side's view of the current position.
    #[inline]
    fn compute(&mut self, board: &Board, color: Color) {
        let last = self.stack.len() - 1;
        let side = color.index();
        let mirrored = self.stack[last].mirrored[side];
        let mut from = last;
        while !self.stack[from].is_computed[side] {
            if from == 0 || self.stack[from - 1].mirrored[side] != mirrored {
                return self.compute_from_board(board, View { color, mirrored });
            }
            from -= 1;
        }
        if from == last {
            return;
        }
        let width = self.network.width;
        let (before, current) = self.sums.split_at_mut((2 * last + side) * width);
        let current = &mut current[..width];
        current.copy_from_slice(&before[(2 * from + side) * width..][..width]);
        let view = View { color, mirrored };
        for change in self.stack[from + 1..].iter().flat_map(|entry| &entry.changes) {
            apply(self.network, view, *change, current);
        }
        self.stack[last].is_computed[side] = true;
    }

    #[cold]
    fn compute_from_board(&mut self, board: &Board, view: View) {
        let last = self.stack.len() - 1;
        let (width, side) = (self.network.width, view.color.index());
        let sums = &mut self.sums[(2 * last + side) * width..][..width];
        sums.copy_from_slice(&self.network.biases);
        self.network.inputs.for_each_row(board, view, |row| add(sums, self.network.row(row)));
        self.stack[last].is_computed[side] = true;
    }

    #[inline]
    fn note(&mut self, change: Change) {
        if let Some(entry) = self.stack.last_mut() {
            entry.changes.push(change);
        }
    }
}

impl Observer for NetworkState<'_> {
    #[inline]
    fn move_started(&mut self, _: &Board) {
        let mirrored = self.stack.last().map_or([false; 2], |entry| entry.mirrored);
        self.stack.push(Entry { changes: ArrayVec::new(), mirrored, is_computed: [false; 2] });
        let needed = self.stack.len() * 2 * self.network.width;
        if self.sums.len() < needed {
            self.sums.resize(2 * needed, 0);
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        self.note(Change::Piece { piece, square, is_added: true });
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.note(Change::Piece { piece, square, is_added: false });
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let (count, is_added) = (before.max(after), after > before);
        self.note(Change::Hand { color, kind, count, is_added });
    }

    #[inline]
    fn move_made(&mut self, after: &Board) {
        let mirrored = mirrored(self.network, after);
        if let Some(entry) = self.stack.last_mut() {
            entry.mirrored = mirrored;
        }
    }

    #[inline]
    fn move_undone(&mut self, _: &Board) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }
}

/// Adds the rows of threats to both sides' units, and reports them onward.
struct ThreatRows<'a, V> {
    network: &'a Network,
    black: &'a mut [i16],
    white: &'a mut [i16],
    next: &'a mut V,
}

impl<V: FeatureVisitor> FeatureVisitor for ThreatRows<'_, V> {
    #[inline]
    fn visit(&mut self, side: Color, parameter: usize, times: i32) {
        self.next.visit(side, parameter, times);
        let views = [(Color::Black, &mut *self.black), (Color::White, &mut *self.white)];
        for (perspective, units) in views {
            if let Some(row) = self.network.inputs.threat(perspective, side, parameter) {
                add_times(units, self.network.threat_row(row), times as i16);
            }
        }
    }
}

#[inline]
fn mirrored(network: &Network, board: &Board) -> [bool; 2] {
    Color::BOTH.map(|color| network.inputs.view(board, color).mirrored)
}

#[inline]
fn apply(network: &Network, view: View, change: Change, sums: &mut [i16]) {
    let (row, is_added) = match change {
        Change::Piece { piece, square, is_added } => {
            (Some(network.inputs.piece(view, piece, square)), is_added)
        }
        Change::Hand { color, kind, count, is_added } => {
            (network.inputs.hand(view, color, kind, count), is_added)
        }
    };
    match row {
        Some(row) if is_added => add(sums, network.row(row)),
        Some(row) => subtract(sums, network.row(row)),
        None => {}
    }
}

#[inline]
fn add(sums: &mut [i16], row: &[i16]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
}

#[inline]
fn subtract(sums: &mut [i16], row: &[i16]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
}

#[inline]
fn add_times(sums: &mut [i16], row: &[i16], times: i16) {
    let product = |weight: i16| weight.wrapping_mul(times);
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(product(*weight)));
}
