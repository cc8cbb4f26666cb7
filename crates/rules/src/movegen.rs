//! Move generation: whole target sets at once, listed or just counted.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::guard::Guard;
use crate::mv::{Move, Origin};
use crate::piece::{Color, Kind, Piece};
use crate::rules::{Mover, Swarm};
use crate::spec::{CheckLimit, PawnDropMate, TwoPawns};
use crate::square::Square;
use arrayvec::ArrayVec;

/// The most moves a list holds. A game that might need more is refused when it is built.
pub const MAX_MOVES: usize = 3072;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Which moves to generate. In check each stage gives the evasions of its sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Every move.
    All,
    /// Captures.
    Captures,
    /// Moves on the board that do not capture, promotions among them.
    Quiets,
    /// Drops.
    Drops,
}

/// How much of the law a generator heeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Law {
    /// Movements, promotion, dead squares and the two-pawn rule.
    Pseudo,
    /// The king's safety and pawn-drop mate as well; the limit of checks is seen to by the caller.
    Legal,
}

/// One who takes moves as sets, and so can see to what the moves of a set have in common but once.
pub trait Sink {
    /// Moves from a square to others, without and with promotion.
    fn moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard);
    /// The same from many squares, each moved by the same change of its index.
    fn shifted(&mut self, shift: i8, plain: Bitboard, promoting: Bitboard);
    /// Drops of a kind.
    fn drops(&mut self, kind: Kind, to: Bitboard);
    /// Whether more moves would change nothing.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

impl Sink for MoveList {
    #[inline]
    fn moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        self.extend(promoting.into_iter().map(|to| Move::promotion(from, to)));
        self.extend(plain.into_iter().map(|to| Move::board(from, to)));
    }

    #[inline]
    fn shifted(&mut self, shift: i8, plain: Bitboard, promoting: Bitboard) {
        self.extend(promoting.into_iter().map(|to| Move::promotion(to.shifted(-shift), to)));
        self.extend(plain.into_iter().map(|to| Move::board(to.shifted(-shift), to)));
    }

    #[inline]
    fn drops(&mut self, kind: Kind, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::drop(kind, to)));
    }
}

/// How many moves there are.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl Sink for Count {
    #[inline]
    fn moves(&mut self, _: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(plain.count() + promoting.count());
    }

    #[inline]
    fn shifted(&mut self, _: i8, plain: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(plain.count() + promoting.count());
    }

    #[inline]
    fn drops(&mut self, _: Kind, to: Bitboard) {
        self.0 += u64::from(to.count());
    }
}

/// Whether there is any move.
#[derive(Default)]
pub(crate) struct Any(pub bool);

impl Sink for Any {
    #[inline]
    fn moves(&mut self, _: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 |= (plain | promoting).any();
    }

    #[inline]
    fn shifted(&mut self, _: i8, plain: Bitboard, promoting: Bitboard) {
        self.0 |= (plain | promoting).any();
    }

    #[inline]
    fn drops(&mut self, _: Kind, to: Bitboard) {
        self.0 |= to.any();
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0
    }
}

impl Board {
    /// Gives a sink every move of a stage.
    #[inline]
    pub(crate) fn generate<S: Sink>(&self, law: Law, stage: Stage, guard: &Guard, sink: &mut S) {
        Generator { board: self, guard, law, us: self.side() }.run(stage, sink);
    }

    /// Those of some vacant squares to which a kind in hand may be dropped, but for pawn-drop mate.
    #[inline]
    fn droppable(&self, color: Color, kind: Kind, vacant: Bitboard) -> Bitboard {
        let rules = self.rules();
        let to = vacant.without(rules.dead(color, kind));
        if rules.pawn() == Some(kind) && rules.two_pawns != TwoPawns::Allowed {
            to.without(self.pieces_of(color, kind).files())
        } else {
            to
        }
    }

    /// Whether dropping a pawn on a square, which is legal otherwise, gives mate.
    #[inline(never)]
    pub(crate) fn drop_mates(&self, pawn: Kind, to: Square) -> bool {
        if self.king_escapes_drop(pawn, to) {
            return false;
        }
        let (mut next, mut guard) = (*self, Guard::open());
        next.advance(Move::drop(pawn, to), &mut guard, &mut ());
        guard.checkers().any() && !next.has_legal_move(&guard)
    }

    /// Whether the other king can step out of the way of a pawn drop, which most often is so and
    /// is quick to see. Steps that might give a check too many do not count.
    fn king_escapes_drop(&self, pawn: Kind, to: Square) -> bool {
        let (us, them) = (self.side(), !self.side());
        let Some(king) = self.king(them).filter(|_| self.rules().check_limit == CheckLimit::None)
        else {
            return false;
        };
        let occupied = self.occupied() | Bitboard::of(to);
        let behind = occupied.without(Bitboard::of(king));
        let threats = self.rules().threats(us, pawn, to, behind);
        self.king_steps(them, king, occupied, Bitboard::ALL).without(threats).any()
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self, guard: &Guard) -> bool {
        if self.may_check() {
            let mut any = Any::default();
            self.generate(Law::Legal, Stage::All, guard, &mut any);
            any.0
        } else {
            let mut list = MoveList::new();
            self.list(Law::Legal, Stage::All, guard, &mut list);
            !list.is_empty()
        }
    }

    /// How many legal moves the side to move has.
    #[inline]
    pub(crate) fn count_legal(&self, guard: &Guard) -> u64 {
        if self.may_check() {
            let mut count = Count::default();
            self.generate(Law::Legal, Stage::All, guard, &mut count);
            count.0
        } else {
            let mut list = MoveList::new();
            self.list(Law::Legal, Stage::All, guard, &mut list);
            list.len() as u64
        }
    }

    /// Gives a sink the legal moves of a stage.
    #[inline]
    pub(crate) fn give<S: Sink>(&self, stage: Stage, guard: &Guard, sink: &mut S) {
        if self.may_check() {
            self.generate(Law::Legal, stage, guard, sink);
        } else {
            self.give_singly(stage, guard, sink);
        }
    }

    /// The same where each move has to be asked whether it gives check.
    #[cold]
    fn give_singly<S: Sink>(&self, stage: Stage, guard: &Guard, sink: &mut S) {
        let mut list = MoveList::new();
        self.list(Law::Legal, stage, guard, &mut list);
        for mv in list {
            let to = Bitboard::of(mv.to());
            match mv.origin() {
                Origin::Hand(kind) => sink.drops(kind, to),
                Origin::Board(from) if mv.is_promotion() => sink.moves(from, Bitboard::EMPTY, to),
                Origin::Board(from) => sink.moves(from, to, Bitboard::EMPTY),
            }
        }
    }

    /// Appends the moves of a stage to a list, the limit of checks heeded by law.
    #[inline]
    pub(crate) fn list(&self, law: Law, stage: Stage, guard: &Guard, list: &mut MoveList) {
        let start = list.len();
        self.generate(law, stage, guard, list);
        if law == Law::Legal && !self.may_check() {
            let checks = self.check_info();
            let mut place = 0;
            list.retain(|mv| {
                place += 1;
                place <= start || !self.gives_check(*mv, &checks)
            });
        }
    }
}

struct Generator<'a> {
    board: &'a Board,
    guard: &'a Guard,
    law: Law,
    us: Color,
}

impl Generator<'_> {
    #[inline]
    fn run<S: Sink>(&self, stage: Stage, sink: &mut S) {
        let board = self.board;
        if stage == Stage::Drops {
            return self.drops(sink);
        }
        let to = match stage {
            Stage::Captures => board.pieces(!self.us),
            Stage::Quiets => board.vacant(),
            _ => board.rules().board.without(board.pieces(self.us)),
        };
        self.king(to, sink);
        if self.law == Law::Legal
            && self.guard.allowed().is_empty()
            && self.guard.special().is_empty()
        {
            return;
        }
        if stage != Stage::All {
            return self.by_piece(to, sink);
        }
        for swarm in &board.rules().swarms {
            self.swarm(swarm, to, sink);
        }
        for mover in &board.rules().movers {
            self.movers(mover, to, sink);
            if sink.is_full() {
                return;
            }
        }
        self.drops(sink);
    }

    /// Moves piece by piece: quicker than kind by kind where most pieces have no such move.
    #[inline]
    fn by_piece<S: Sink>(&self, to: Bitboard, sink: &mut S) {
        let board = self.board;
        let (allowed, special) = self.leave();
        let to_all = to & allowed;
        let king = board.king(self.us).map_or(Bitboard::EMPTY, Bitboard::of);
        let pieces = board.pieces(self.us).without(king);
        let tables = &board.rules().tables;
        let occupied = board.occupied();
        let mut give = |from: Square, kind: Kind, arrivals: Bitboard| {
            if arrivals.any() {
                let (plain, promoting) = self.promotions(kind, Some(from), arrivals);
                sink.moves(from, plain, promoting);
            }
        };
        let ordinary = pieces.without(special);
        ordinary.without(board.liners()).each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let leaps = &tables.leaps[self.us.index()][piece.kind().index()];
                give(from, piece.kind(), leaps[from.index()] & to_all);
            }
        });
        (ordinary & board.liners()).each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let targets = tables.targets(self.us, piece.kind(), from, occupied);
                give(from, piece.kind(), targets & to_all);
            }
        });
        (pieces & special).each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let targets = tables.targets(self.us, piece.kind(), from, occupied);
                give(from, piece.kind(), targets & to & self.guard.allowed_from(from));
            }
        });
    }

    #[inline]
    fn king<S: Sink>(&self, to: Bitboard, sink: &mut S) {
        let board = self.board;
        let Some(king) = board.king(self.us) else { return };
        let steps = match self.law {
            Law::Legal => board.king_steps(self.us, king, board.occupied(), to),
            Law::Pseudo => {
                board.rules().targets(self.us, board.rules().king(), king, board.occupied())
            }
        };
        sink.moves(king, steps & to, Bitboard::EMPTY);
    }

    /// Where a piece that needs no asking singly may go, and which ones need it.
    #[inline]
    fn leave(&self) -> (Bitboard, Bitboard) {
        match self.law {
            Law::Legal => (self.guard.allowed(), self.guard.special()),
            Law::Pseudo => (Bitboard::ALL, Bitboard::EMPTY),
        }
    }

    #[inline]
    fn swarm<S: Sink>(&self, swarm: &Swarm, to: Bitboard, sink: &mut S) {
        let (allowed, special) = self.leave();
        let pieces = self.board.pieces_of(self.us, swarm.kind);
        for &(shift, from) in &swarm.steps[self.us.index()] {
            let arrivals = (pieces.without(special) & from).shift(shift) & to & allowed;
            let (plain, promoting) = self.promotions(swarm.kind, None, arrivals);
            sink.shifted(shift, plain, promoting);
        }
        if (pieces & special).any() {
            self.singly(swarm.kind, pieces & special, to, sink);
        }
    }

    #[inline]
    fn movers<S: Sink>(&self, mover: &Mover, to: Bitboard, sink: &mut S) {
        let pieces = self.board.alike(&mover.kinds) & self.board.pieces(self.us);
        if pieces.is_empty() {
            return;
        }
        let (allowed, special) = self.leave();
        let (kind, dest) = (mover.kinds[0], to & allowed);
        let tables = &self.board.rules().tables;
        // Divided here, that each loop is short: it is run for every piece of every position.
        if mover.steps {
            let leaps = &tables.leaps[self.us.index()][kind.index()];
            let targets = |from: Square| leaps[from.index()];
            self.each(mover, kind, pieces.without(special), dest, targets, sink);
        } else {
            let occupied = self.board.occupied();
            let targets = |from| tables.targets(self.us, kind, from, occupied);
            self.each(mover, kind, pieces.without(special), dest, targets, sink);
        }
        if (pieces & special).any() {
            self.singly(kind, pieces & special, to, sink);
        }
    }

    #[inline]
    fn each<S: Sink>(
        &self,
        mover: &Mover,
        kind: Kind,
        pieces: Bitboard,
        dest: Bitboard,
        targets: impl Fn(Square) -> Bitboard,
        sink: &mut S,
    ) {
        if mover.promotes {
            pieces.each(|from| {
                let (plain, promoting) = self.promotions(kind, Some(from), targets(from) & dest);
                sink.moves(from, plain, promoting);
            });
        } else {
            pieces.each(|from| sink.moves(from, targets(from) & dest, Bitboard::EMPTY));
        }
    }

    /// The moves of pieces each of which has squares of its own allowed to it.
    #[cold]
    #[inline(never)]
    fn singly<S: Sink>(&self, kind: Kind, pieces: Bitboard, to: Bitboard, sink: &mut S) {
        for from in pieces {
            let targets = self.board.rules().targets(self.us, kind, from, self.board.occupied());
            let arrivals = targets & to & self.guard.allowed_from(from);
            let (plain, promoting) = self.promotions(kind, Some(from), arrivals);
            sink.moves(from, plain, promoting);
        }
    }

    /// Divides arrivals into those that may stay unpromoted and those that may promote.
    #[inline]
    fn promotions(&self, kind: Kind, from: Option<Square>, to: Bitboard) -> (Bitboard, Bitboard) {
        let rules = self.board.rules();
        if !rules.promotes(kind) {
            return (to, Bitboard::EMPTY);
        }
        let zone = rules.zone(self.us);
        let promoting = if from.is_some_and(|from| zone.has(from)) { to } else { to & zone };
        (to.without(rules.dead(self.us, kind)), promoting)
    }

    #[inline]
    fn drops<S: Sink>(&self, sink: &mut S) {
        let board = self.board;
        let hand = board.hand(self.us);
        if hand.is_empty() {
            return;
        }
        let (allowed, _) = self.leave();
        let vacant = board.vacant() & allowed;
        if vacant.is_empty() {
            return;
        }
        for (kind, _) in hand.iter() {
            let mut to = board.droppable(self.us, kind, vacant);
            if self.law == Law::Legal && board.rules().pawn() == Some(kind) {
                to = self.without_drop_mates(kind, to);
            }
            sink.drops(kind, to);
        }
    }

    /// Pawn drops without those that mate, where mating by one is forbidden.
    #[inline]
    fn without_drop_mates(&self, pawn: Kind, to: Bitboard) -> Bitboard {
        let board = self.board;
        let king = match board.king(!self.us) {
            Some(king) if board.rules().pawn_drop_mate == PawnDropMate::Forbidden => king,
            _ => return to,
        };
        let tables = &board.rules().tables;
        let mut checks = tables.leapers(self.us, pawn, king) | tables.aimers(self.us, pawn, king);
        // A pawn may also check as the screen of a cannon that had none.
        if tables.has_hops {
            board.each_aim(self.us, king, |_, hits, between| {
                if !hits.with(0) && hits.with(1) && (between & board.occupied()).is_empty() {
                    checks |= between;
                }
            });
        }
        (checks & to).into_iter().fold(to, |to, square| {
            if board.drop_mates(pawn, square) { to.without(Bitboard::of(square)) } else { to }
        })
    }
}

/// What [`Board::gives_check`] needs to know of a position, whichever the move.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    king: Option<Square>,
    /// The moves that leave the other king as it is: all others uncover a check.
    covers: Guard,
}

impl Board {
    /// What is to know once before asking which moves give check.
    pub fn check_info(&self) -> CheckInfo {
        CheckInfo { king: self.king(!self.side()), covers: Guard::against(self) }
    }

    /// The squares on which a piece that comes from a square or the hand, to be of a kind, might
    /// give check: few of all, so that fewer need be asked about.
    #[inline]
    pub fn possible_checks(&self, from: Option<Square>, kind: Kind, info: &CheckInfo) -> Bitboard {
        let Some(king) = info.king else { return Bitboard::EMPTY };
        let (us, tables) = (self.side(), &self.rules().tables);
        let covers = from.map_or(info.covers.allowed(), |from| info.covers.allowed_from(from));
        tables.leapers(us, kind, king) | tables.aimers(us, kind, king) | !covers
    }

    /// Whether a pseudo-legal move gives check, by the piece moved or by others that it uncovers
    /// or serves as a screen.
    #[inline]
    pub fn gives_check(&self, mv: Move, info: &CheckInfo) -> bool {
        let Some(king) = info.king else { return false };
        let (us, to) = (self.side(), mv.to());
        let (moved, covers, occupied) = match mv.origin() {
            Origin::Hand(kind) => (Piece::new(us, kind), info.covers.allowed(), self.occupied()),
            Origin::Board(from) => {
                let Some(piece) = self.piece_on(from) else { return false };
                let kind = piece.kind();
                let kind = if mv.is_promotion() { kind.promoted() } else { kind };
                let occupied = self.occupied().without(Bitboard::of(from));
                (Piece::new(us, kind), info.covers.allowed_from(from), occupied)
            }
        };
        !covers.has(to) || self.rules().tables.hits(us, moved.kind(), to, king, occupied)
    }
}
