//! First values for any game, from its movements alone.
//!
//! A piece is worth what it threatens on boards filled at random, forward squares more than
//! others and far ones more than near ones. The factors make standard shogi's pieces come out near their
//! usual values, a pawn at about a hundred.

use crate::layout::*;
use rules::{Bitboard, Color, PieceKind, Rules, SplitMix64, Square};

/// How full the boards are on which movements are tried, in eighths, and how many there are of each.
const FILLINGS: [u64; 3] = [2, 3, 4];
const BOARDS: usize = 16;

/// A game's parameters.
pub(crate) fn values(rules: &Rules) -> Box<[i16; PARAMETER_COUNT]> {
    let mut values = Box::new([0; PARAMETER_COUNT]);
    let mut set = |index: usize, value: f64| values[index] = value.round() as i16;
    let worth: Vec<f64> = (0..PieceKind::COUNT)
        .map(|index| {
            let kind = PieceKind::from_index(index);
            if rules.piece_form(kind).is_some() { worth(rules, kind) } else { 0.0 }
        })
        .collect();
    for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
        // Part of a promotion's gain is already in the piece that may promote.
        let own = worth[kind.index()];
        let promoted = worth[kind.promoted().index()];
        let value =
            if rules.can_promote(kind) { own + 0.10 * (promoted - own).max(0.0) } else { own };
        set(PIECE.at(kind.index(), 0), value);
        for count in 0..16 {
            let each = if rules.is_line_piece(kind) { 7.0 } else { 3.0 };
            set(MOBILITY.at(kind.index(), count), each * count as f64);
        }
        set(HANGING.at(kind.index(), 0), -0.14 * value);
        for attacker in
            rules.piece_kinds().filter(|&attacker| worth[attacker.index()] < 0.7 * value)
        {
            set(ATTACK_BOUND.at(attacker.index(), kind.index()), 0.08 * value);
        }
        if !kind.is_promoted() {
            set(HAND.at(kind.index(), 0), 1.12 * value + 10.0);
            for number in 1..4 {
                set(HAND.at(kind.index(), number), 1.08 * value);
            }
            set(DROP_CHECK.at(kind.index(), 0), 18.0);
            set(DROP_CHECK.at(kind.index(), 1), 30.0);
        }
        place(rules, kind, value, &mut set);
        distances(kind, value, &mut set);
    }
    king_safety(rules, &mut set);
    set(TEMPO.at(0, 0), 25.0);
    for block in BY_TURN {
        let (waiting, moving) = values[block.range()].split_at_mut(block.range().len() / 2);
        moving.copy_from_slice(waiting);
    }
    values
}

/// What a kind is worth by its threats.
fn worth(rules: &Rules, kind: PieceKind) -> f64 {
    let mut random = SplitMix64::new(0x4F7A_7574_7375);
    let (mut sum, mut count) = (0.0, 0.0);
    for filling in FILLINGS {
        for _ in 0..BOARDS {
            let occupied: Bitboard = rules
                .board()
                .into_iter()
                .filter(|_| (random.next_u64() >> 8) % 8 < filling)
                .collect();
            for from in rules.board() {
                let threats = rules.attacks(Color::Black, kind, from, occupied);
                let moves = rules.targets(Color::Black, kind, from, occupied);
                sum += threats.into_iter().map(|to| square_worth(from, to)).sum::<f64>();
                // A move that cannot capture is worth a part of one that can.
                sum += 0.35
                    * moves
                        .without(threats)
                        .into_iter()
                        .map(|to| square_worth(from, to))
                        .sum::<f64>();
                count += 1.0;
            }
        }
    }
    sum / count
}

/// What it is worth to threaten one square from another.
fn square_worth(from: Square, to: Square) -> f64 {
    let forward = f64::from(from.rank()) - f64::from(to.rank());
    let aside = f64::from(from.file().abs_diff(to.file()));
    let distance = forward.abs().max(aside);
    let direction = if forward > 0.0 {
        118.0
    } else if forward == 0.0 {
        80.0
    } else {
        88.0
    };
    let leap = if (forward.abs(), aside) == (2.0, 1.0) { 1.3 } else { 1.0 };
    direction * leap * (1.0 + 0.18 * (distance - 1.0))
}

/// What a kind gains by where it stands: a little forward, a little towards the middle.
fn place(rules: &Rules, kind: PieceKind, value: f64, set: &mut impl FnMut(usize, f64)) {
    let (ranks, files) = (rules.ranks(), rules.files());
    let short = if rules.is_line_piece(kind) { 0.0 } else { 1.0 };
    for rank in 0..ranks {
        let advance = 1.0 - f64::from(rank) / f64::from(ranks - 1);
        for file in 0..files.div_ceil(2) {
            let middle = f64::from(file) / f64::from(files / 2) - 0.5;
            let gain = short * (0.06 * value.min(500.0) * (advance - 0.3)) + 6.0 * middle;
            set(on_square(kind, rank, file), gain);
        }
    }
}

/// What a kind gains by being near the kings: defenders by their own, attackers by the other.
fn distances(kind: PieceKind, value: f64, set: &mut impl FnMut(usize, f64)) {
    let weight = (value / 500.0).clamp(0.1, 1.2);
    let far = i32::from(rules::MAX_BOARD_SIZE) - 1;
    for ahead in -far..=far {
        for aside in 0..rules::MAX_BOARD_SIZE {
            let near = 1.0 / f64::from(ahead.abs().max(aside.into()).max(1));
            set(near_king(OWN_KING, kind, ahead, aside), 45.0 * weight * near);
            set(near_king(OTHER_KING, kind, ahead, aside), 90.0 * weight * near);
        }
    }
}

fn king_safety(rules: &Rules, set: &mut impl FnMut(usize, f64)) {
    for hits in 0..24 {
        set(RING_HITS.at(0, hits), 9.0 * hits as f64 + 0.8 * (hits * hits) as f64);
    }
    for attackers in 0..9 {
        set(RING_ATTACKERS.at(0, attackers), 6.0 * (attackers * attackers) as f64);
    }
    for held in 0..HELD {
        for count in 0..9 {
            let urgent = 0.6 + 0.15 * held as f64;
            set(RING_WEAK.at(held, count), 22.0 * urgent * count as f64);
            set(ESCAPES.at(held, count), -6.0 * urgent * count.min(4) as f64);
        }
    }
    for hits in 1_usize..8 {
        for count in 0..4_usize {
            let with = |count: usize| hits >> count.min(2) & 1 != 0;
            // One piece more or fewer between would be a check.
            let loaded = with(count + 1) || count > 0 && with(count - 1);
            set(AIM.at(hits, count), if loaded && !with(count) { 22.0 } else { 0.0 });
        }
    }
    // A king is at home on its last ranks, and away from the middle file.
    let last = rules.ranks() - 1;
    for rank in 0..=last {
        for file in 0..FOLDED as u8 {
            let home = -28.0 * f64::from((last - rank).min(5));
            set(on_square(rules.king_kind(), rank, file), home - 8.0 * f64::from(file));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    #[test]
    fn shogi_pieces_come_out_in_their_order() {
        let rules = Rules::by_name("shogi").unwrap();
        let parameters = Parameters::derived(rules);
        let value = |letter| parameters.piece(rules.kind_from_letter(letter).unwrap());
        let order: Vec<i32> = "PNLSGBR".chars().map(value).collect();
        assert!(order.is_sorted(), "{order:?}");
    }

    #[test]
    fn every_piece_of_every_game_is_worth_something() {
        for rules in Rules::all() {
            let parameters = Parameters::derived(rules);
            for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
                let name = &rules.piece_form(kind).unwrap().name;
                assert!(parameters.piece(kind) >= 60, "{name} of {}", rules.name());
            }
        }
    }
}
