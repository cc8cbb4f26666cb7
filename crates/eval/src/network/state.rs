//! A network's accumulators along the moves of a search, updated lazily.

use super::{Network, View};
use crate::features::{FeatureVisitor, visit_threats};
use arrayvec::ArrayVec;
use rules::{Board, Color, Observer, Piece, PieceKind, Square};

/// The maximum number of changes by one move: a capture removes two pieces, adds one and changes a hand.
const MAX_CHANGES: usize = 4;

/// The accumulators of the positions from the root to the current one: for each side the sums of
/// biases and active piece rows.
///
/// A move only records its changes. When a position is evaluated, its accumulators are updated from the
/// last position that has them, or refreshed from the board if there is none or if mirroring has changed
/// since. Moves before the first position must not be undone.
#[derive(Clone, Debug)]
pub struct NetworkState<'a> {
    network: &'a Network,
    /// One entry for each position, the current one last.
    stack: Vec<Entry>,
    /// By entry, colour and hidden unit.
    accumulators: Vec<i16>,
    /// Accumulators plus threats of the evaluated position, by colour and hidden unit.
    units: Vec<i16>,
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

#[derive(Clone, Copy, Debug)]
enum Change {
    Piece {
        piece: Piece,
        square: Square,
        is_added: bool,
    },
    /// The row for holding at least `count` pieces changes.
    Hand {
        color: Color,
        kind: PieceKind,
        count: u8,
        is_added: bool,
    },
}

impl<'a> NetworkState<'a> {
    /// Starts with a position as the root.
    pub fn new(network: &'a Network, board: &Board) -> Self {
        let root = Entry {
            changes: ArrayVec::new(),
            mirrored: mirrored(network, board),
            is_computed: [false; 2],
        };
        let width = network.width;
        Self {
            network,
            stack: vec![root],
            accumulators: vec![0; 2 * width],
            units: vec![0; 2 * width],
        }
    }

    /// Returns the network's output for the side to move, in the evaluation's units.
    ///
    /// Also passes the threats of the position to `visitor`, for the linear evaluation. Skips them if
    /// neither the network nor the linear evaluation uses them.
    pub fn evaluate(&mut self, board: &Board, visitor: &mut impl FeatureVisitor) -> i32 {
        let (width, threat_width) = self.network.widths();
        for color in Color::BOTH {
            self.update(board, color);
        }
        let start = (self.stack.len() - 1) * 2 * width;
        self.units.copy_from_slice(&self.accumulators[start..start + 2 * width]);
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
        if from == last {
            return;
        }
        let width = self.network.width;
        let (before, current) = self.accumulators.split_at_mut((2 * last + side) * width);
        let current = &mut current[..width];
        current.copy_from_slice(&before[(2 * from + side) * width..][..width]);
        let view = View { color, mirrored };
        for change in self.stack[from + 1..].iter().flat_map(|entry| &entry.changes) {
            apply(self.network, view, *change, current);
        }
        self.stack[last].is_computed[side] = true;
    }

    /// Computes one side's accumulator of the current position from the board.
    #[cold]
    fn refresh(&mut self, board: &Board, view: View) {
        let last = self.stack.len() - 1;
        let (width, side) = (self.network.width, view.color.index());
        let accumulator = &mut self.accumulators[(2 * last + side) * width..][..width];
        accumulator.copy_from_slice(&self.network.biases);
        self.network
            .inputs
            .for_each_row(board, view, |row| add(accumulator, self.network.row(row)));
        self.stack[last].is_computed[side] = true;
    }

    #[inline]
    fn record(&mut self, change: Change) {
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
        if self.accumulators.len() < needed {
            self.accumulators.resize(2 * needed, 0);
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        self.record(Change::Piece { piece, square, is_added: true });
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.record(Change::Piece { piece, square, is_added: false });
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let (count, is_added) = (before.max(after), after > before);
        self.record(Change::Hand { color, kind, count, is_added });
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

/// Adds the rows of threats to both sides' units and passes the threats on to `next`.
struct ThreatRows<'a, V> {
    network: &'a Network,
    black: &'a mut [i16],
    white: &'a mut [i16],
    next: &'a mut V,
}

impl<V: FeatureVisitor> FeatureVisitor for ThreatRows<'_, V> {
    #[inline]
    fn visit(&mut self, side: Color, parameter: usize, count: i32) {
        self.next.visit(side, parameter, count);
        let views = [(Color::Black, &mut *self.black), (Color::White, &mut *self.white)];
        for (perspective, units) in views {
            if let Some(row) = self.network.inputs.threat_row(perspective, side, parameter) {
                add_multiple(units, self.network.threat_row(row), count as i16);
            }
        }
    }
}

#[inline]
fn mirrored(network: &Network, board: &Board) -> [bool; 2] {
    Color::BOTH.map(|color| network.inputs.view(board, color).mirrored)
}

#[inline]
fn apply(network: &Network, view: View, change: Change, accumulator: &mut [i16]) {
    let (row, is_added) = match change {
        Change::Piece { piece, square, is_added } => {
            (Some(network.inputs.piece_row(view, piece, square)), is_added)
        }
        Change::Hand { color, kind, count, is_added } => {
            (network.inputs.hand_row(view, color, kind, count), is_added)
        }
    };
    match row {
        Some(row) if is_added => add(accumulator, network.row(row)),
        Some(row) => subtract(accumulator, network.row(row)),
        None => {}
    }
}

/// Adds a row. Sums wrap while changes are applied, but do not overflow once all are.
#[inline]
fn add(accumulator: &mut [i16], row: &[i16]) {
    accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
}

#[inline]
fn subtract(accumulator: &mut [i16], row: &[i16]) {
    accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
}

/// Adds a threat row `count` times. Sums saturate, because the number of threats is not limited and
/// their sum can overflow.
#[inline]
fn add_multiple(units: &mut [i16], row: &[i16], count: i16) {
    let product = |weight: i16| weight.wrapping_mul(count);
    units.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.saturating_add(product(weight)));
}
