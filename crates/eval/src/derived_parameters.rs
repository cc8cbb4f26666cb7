//! Evaluation parameters derived from the movements of a game's pieces, for games that have not been
//! tuned and as a starting point for tuning.
//!
//! The value of a piece is a weighted count of the squares it attacks, averaged over randomly filled
//! boards. Forward squares weigh more than others, and distant squares more than near ones. The weights
//! give the pieces of standard shogi about their usual values, with a pawn at about 100.

use crate::layout::*;
use rules::{Bitboard, Color, PieceKind, Rules, SplitMix64, Square};

/// The fractions of occupied squares on the random boards, in eighths.
const FILL_EIGHTHS: [u64; 3] = [2, 3, 4];
/// The number of random boards for each of [`FILL_EIGHTHS`].
const BOARDS_PER_FILL: usize = 16;

/// Derives the parameters of a game, in the order of [`layout`](crate::layout).
pub(crate) fn derive(rules: &Rules) -> Box<[i16; PARAMETER_COUNT]> {
    let mut values = Box::new([0; PARAMETER_COUNT]);
    let mut set = |index: usize, value: f64| values[index] = value.round() as i16;
    let attack_values: Vec<f64> = (0..PieceKind::COUNT)
        .map(|index| {
            let kind = PieceKind::from_index(index);
            if rules.piece_form(kind).is_some() { attack_value(rules, kind) } else { 0.0 }
        })
        .collect();
    for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
        // The value of a piece that can promote includes part of the promotion gain.
        let base = attack_values[kind.index()];
        let promoted = attack_values[kind.promoted().index()];
        let value =
            if rules.can_promote(kind) { base + 0.10 * (promoted - base).max(0.0) } else { base };
        set(PIECE.at(kind.index(), 0), value);
        for count in 0..MOBILITY.shape().1 {
            let each = if rules.has_line_captures(kind) { 7.0 } else { 3.0 };
            set(MOBILITY.at(kind.index(), count), each * count as f64);
        }
        set(HANGING.at(kind.index(), 0), -0.14 * value);
        for attacker in
            rules.piece_kinds().filter(|&attacker| attack_values[attacker.index()] < 0.7 * value)
        {
            set(ATTACK_BOUND.at(attacker.index(), kind.index()), 0.08 * value);
        }
        if !kind.is_promoted() {
            set(HAND.at(kind.index(), 0), 1.12 * value + 10.0);
            for number in 1..HAND.shape().1 {
                set(HAND.at(kind.index(), number), 1.08 * value);
            }
            set(DROP_CHECK.at(kind.index(), 0), 18.0);
            set(DROP_CHECK.at(kind.index(), 1), 30.0);
        }
        set_squares(rules, kind, value, &mut set);
        set_king_distances(kind, value, &mut set);
    }
    set_king_attack(rules, &mut set);
    set(TEMPO.at(0, 0), 25.0);
    for block in BLOCKS_BY_TURN {
        let (opponent, to_move) = values[block.range()].split_at_mut(block.range().len() / 2);
        to_move.copy_from_slice(opponent);
    }
    values
}

/// Returns the value of a kind by the squares it attacks, averaged over the squares it can move to and random boards.
fn attack_value(rules: &Rules, kind: PieceKind) -> f64 {
    let mut random = SplitMix64::new(0x4F7A_7574_7375);
    let (mut sum, mut count) = (0.0, 0.0);
    for fill in FILL_EIGHTHS {
        for _ in 0..BOARDS_PER_FILL {
            let occupied: Bitboard = rules
                .board_squares()
                .into_iter()
                .filter(|_| (random.next_u64() >> 8) % 8 < fill)
                .collect();
            for from in rules.region(Color::Black, kind) {
                let attacks = rules.attacks(Color::Black, kind, from, occupied);
                let moves = rules.targets(Color::Black, kind, from, occupied);
                sum += attacks.into_iter().map(|to| square_value(from, to)).sum::<f64>();
                // Moves that cannot capture count less.
                sum += 0.35
                    * moves
                        .without(attacks)
                        .into_iter()
                        .map(|to| square_value(from, to))
                        .sum::<f64>();
                count += 1.0;
            }
        }
    }
    sum / count
}

/// Returns the value of attacking one square from another.
fn square_value(from: Square, to: Square) -> f64 {
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
    let knight_jump = if (forward.abs(), aside) == (2.0, 1.0) { 1.3 } else { 1.0 };
    direction * knight_jump * (1.0 + 0.18 * (distance - 1.0))
}

/// Sets the values of squares: a little more for forward ranks and central files.
fn set_squares(rules: &Rules, kind: PieceKind, value: f64, set: &mut impl FnMut(usize, f64)) {
    let (ranks, files) = (rules.ranks(), rules.files());
    let advance_weight = if rules.has_line_captures(kind) { 0.0 } else { 1.0 };
    for rank in 0..ranks {
        let advance = 1.0 - f64::from(rank) / f64::from(ranks - 1);
        for file in 0..files.div_ceil(2) {
            let centrality = f64::from(file) / f64::from(files / 2) - 0.5;
            let bonus = advance_weight * (0.06 * value.min(500.0) * (advance - 0.3));
            set(square_index(kind, rank, file), bonus + 6.0 * centrality);
        }
    }
}

/// Sets the values of king distances: pieces near either king are worth more, to defend or attack it.
fn set_king_distances(kind: PieceKind, value: f64, set: &mut impl FnMut(usize, f64)) {
    let weight = (value / 500.0).clamp(0.1, 1.2);
    let farthest = i32::from(rules::MAX_BOARD_SIZE) - 1;
    for ahead in -farthest..=farthest {
        for beside in 0..rules::MAX_BOARD_SIZE {
            let proximity = 1.0 / f64::from(ahead.abs().max(beside.into()).max(1));
            let index = |block| king_distance_index(block, kind, ahead, beside);
            set(index(OWN_KING), 45.0 * weight * proximity);
            set(index(OTHER_KING), 90.0 * weight * proximity);
        }
    }
}

/// Sets the values of attacks on the king, and of the squares the king itself stands on.
fn set_king_attack(rules: &Rules, set: &mut impl FnMut(usize, f64)) {
    for attacks in 0..RING_HITS.shape().1 {
        set(RING_HITS.at(0, attacks), 9.0 * attacks as f64 + 0.8 * (attacks * attacks) as f64);
    }
    for attackers in 0..RING_ATTACKERS.shape().1 {
        set(RING_ATTACKERS.at(0, attackers), 6.0 * (attackers * attackers) as f64);
    }
    for hand_size in 0..HAND_SIZES {
        for count in 0..RING_WEAK.shape().1 {
            let danger = 0.6 + 0.15 * hand_size as f64;
            set(RING_WEAK.at(hand_size, count), 22.0 * danger * count as f64);
            set(ESCAPES.at(hand_size, count), -6.0 * danger * count.min(4) as f64);
        }
    }
    for hop_class in 1..AIM.shape().0 {
        for count in 0..AIM.shape().1 {
            let attacks_over = |screens: usize| hop_class >> screens.min(2) & 1 != 0;
            // One screen more or fewer would give check.
            let is_near = attacks_over(count + 1) || count > 0 && attacks_over(count - 1);
            let value = if is_near && !attacks_over(count) { 22.0 } else { 0.0 };
            set(AIM.at(hop_class, count), value);
        }
    }
    // A king is safest on its home ranks and near an edge file.
    let last = rules.ranks() - 1;
    for rank in 0..=last {
        for file in 0..FILES_FROM_EDGE as u8 {
            let exposure = 28.0 * f64::from((last - rank).min(5)) + 8.0 * f64::from(file);
            set(square_index(rules.king_kind(), rank, file), -exposure);
        }
    }
}

#[cfg(test)]
mod tests {

    use crate::Parameters;

    #[test]
    fn shogi_pieces_have_their_usual_order() {
        let rules = games::by_name("shogi").unwrap();
        let parameters = Parameters::derived(rules);
        let value =
            |letter| parameters.piece_values().on_board(rules.kind_from_letter(letter).unwrap());
        let order: Vec<i32> = "PNLSGBR".chars().map(value).collect();
        assert!(order.is_sorted(), "{order:?}");
    }

    #[test]
    fn every_piece_has_a_value() {
        for rules in games::all() {
            let parameters = Parameters::derived(rules);
            for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
                let name = &rules.piece_form(kind).unwrap().name;
                assert!(
                    parameters.piece_values().on_board(kind) >= 60,
                    "{name} of {}",
                    rules.name()
                );
            }
        }
    }
}
