use super::*;
use crate::features::{FeatureVisitor, visit_threats};
use crate::threats::Threats;
use crate::{Evaluator, MAX_EVALUATION, Parameters};
use rules::{Board, Color, Move, Position, Rules, SplitMix64};

/// Returns a weight up to this size.
fn random_weight(random: &mut SplitMix64, largest: usize) -> i16 {
    random.below(2 * largest + 1) as i16 - largest as i16
}

/// Returns the network's output alone.
fn output(state: &mut NetworkState<'_>, board: &Board) -> i32 {
    let mut threats = Threats::new(Parameters::of(board.rules()));
    threats.update(board);
    state.evaluate(board, threats.lists())
}

/// Returns the output of a new state.
fn new_output(network: &Network, board: &Board) -> i32 {
    output(&mut NetworkState::new(network, board), board)
}

fn random_network(rules: &Rules, width: usize, threat_width: usize) -> Network {
    let mut random = SplitMix64::new(7);
    let network = Network::zeroed(InputMap::new(rules), width, threat_width);
    let mut weights = network.weights();
    weights.rows.iter_mut().for_each(|weight| *weight = random_weight(&mut random, 90));
    weights.threat_rows.iter_mut().for_each(|weight| *weight = random_weight(&mut random, 20));
    weights.biases.iter_mut().for_each(|bias| *bias = random_weight(&mut random, 200));
    weights.output_weights.iter_mut().for_each(|weight| *weight = random_weight(&mut random, 120));
    weights.output_bias = random_weight(&mut random, 3_000).into();
    network.with_weights(weights).unwrap()
}

/// Plays random games of every variant, with null moves and undone moves, and calls `check` with most
/// positions and the incrementally updated state.
fn play_random_games(
    shape: (usize, usize),
    mut check: impl FnMut(&Reference<'_>, &Position, &mut NetworkState<'_>),
) {
    for rules in games::all() {
        let network = random_network(rules, shape.0, shape.1);
        let reference = Reference::new(&network);
        let mut random = SplitMix64::new(u64::from(rules.files()));
        for _ in 0..4 {
            let mut position = Position::start(rules);
            let mut state = NetworkState::new(&network, position.board());
            for _ in 0..160 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                match random.below(10) {
                    0 if !position.in_check() && position.last_move() != Some(Move::NULL) => {
                        position.do_null_move_observed(&mut state);
                    }
                    1 | 2 if position.ply() > 0 => position.undo_move_observed(&mut state),
                    _ => {
                        let mv = moves[random.below(moves.len())];
                        position.do_move_observed(mv, &mut state);
                    }
                }
                // As in a search, not every position is evaluated, so that updates span several moves.
                if random.below(3) > 0 {
                    check(&reference, &position, &mut state);
                }
            }
        }
    }
}

/// Computes a network's output from its definition.
struct Reference<'a> {
    network: &'a Network,
    weights: Weights,
}

impl<'a> Reference<'a> {
    fn new(network: &'a Network) -> Self {
        Self { network, weights: network.weights() }
    }

    /// Returns the sum of a side's biases and piece rows.
    fn accumulator(&self, board: &Board, color: Color) -> Vec<i64> {
        let Self { network: Network { inputs, width, .. }, weights } = self;
        let mut units: Vec<i64> = weights.biases.iter().map(|&bias| bias.into()).collect();
        inputs.for_each_row(board, inputs.view(board, color), |row| {
            for (unit, sum) in units.iter_mut().enumerate() {
                *sum += i64::from(weights.rows[row * width + unit]);
            }
        });
        units
    }

    fn output(&self, board: &Board) -> i32 {
        let units = Color::BOTH.map(|color| self.accumulator(board, color));
        let mut threats = ThreatSums { reference: self, units };
        visit_threats(board, &mut threats);
        let [black, white] = threats.units;
        let (own, other) =
            if board.side() == Color::Black { (black, white) } else { (white, black) };
        let sum: i64 = own
            .iter()
            .chain(&other)
            .zip(&self.weights.output_weights)
            .map(|(unit, weight)| unit.clamp(&0, &255).pow(2) * i64::from(*weight))
            .sum();
        let output = sum / 255 + i64::from(self.weights.output_bias);
        (output * i64::from(crate::LOGISTIC_SCALE) / (255 * 64)) as i32
    }
}

/// Adds threats to the hidden units of both sides.
struct ThreatSums<'a> {
    reference: &'a Reference<'a>,
    units: [Vec<i64>; 2],
}

impl FeatureVisitor for ThreatSums<'_> {
    fn visit(&mut self, side: Color, parameter: usize, count: i32) {
        let Reference { network: Network { inputs, threat_width, .. }, weights } = self.reference;
        for perspective in Color::BOTH {
            let Some(row) = inputs.threat_row(perspective, side, parameter) else { continue };
            for unit in 0..*threat_width {
                let weight = weights.threat_rows[row * threat_width + unit];
                self.units[perspective.index()][unit] += i64::from(count) * i64::from(weight);
            }
        }
    }
}

#[test]
fn incremental_updates_equal_the_reference() {
    let mut compared = 0;
    for shape in [(32, 0), (64, 32), (96, 96)] {
        play_random_games(shape, |reference, position, state| {
            let board = position.board();
            let incremental = output(state, board);
            let refreshed = new_output(reference.network, board);
            assert_eq!(incremental, refreshed, "{}", position.sfen());
            assert_eq!(incremental, reference.output(board), "{}", position.sfen());
            compared += 1;
        });
    }
    assert!(compared > 4_000, "{compared}");
}

/// The same number in every build: with AVX2, without it, and for other processors. Only some games, so
/// that adding a game does not change it.
#[test]
fn evaluations_are_the_same_in_every_build() {
    const GAMES: [&str; 3] = ["cannonshogi", "cannonshosu", "shogi"];
    let mut signature = 0_u64;
    for shape in [(32, 0), (64, 32), (96, 96)] {
        play_random_games(shape, |_, position, state| {
            if !GAMES.contains(&position.rules().name()) {
                return;
            }
            let value = output(state, position.board());
            signature = signature.wrapping_mul(31).wrapping_add(value as u64);
        });
    }
    assert_eq!(signature, 2_573_542_398_803_269_489);
}

#[test]
fn rows_are_distinct_and_within_the_layer() {
    play_random_games((32, 32), |reference, position, _| {
        let (inputs, board) = (&reference.network.inputs, position.board());
        for color in Color::BOTH {
            let mut rows = Vec::new();
            inputs.for_each_row(board, inputs.view(board, color), |row| rows.push(row));
            let in_hand: usize = Color::BOTH
                .iter()
                .flat_map(|&side| board.hand(side).iter())
                .map(|(_, count)| usize::from(count))
                .sum();
            assert_eq!(rows.len(), board.occupied().count() as usize + in_hand);
            assert!(rows.iter().all(|&row| row < inputs.row_count()));
            rows.sort_unstable();
            rows.dedup();
            assert_eq!(rows.len(), board.occupied().count() as usize + in_hand);
        }
        struct ThreatRowCheck<'a>(&'a InputMap);
        impl FeatureVisitor for ThreatRowCheck<'_> {
            fn visit(&mut self, side: Color, parameter: usize, _: i32) {
                for perspective in Color::BOTH {
                    let row = self.0.threat_row(perspective, side, parameter);
                    assert!(row.is_some_and(|row| row < self.0.threat_row_count()), "{parameter}");
                    let other = self.0.threat_row(!perspective, side, parameter);
                    assert_eq!(row.map(|row| self.0.opponent_threat_row(row)), other);
                }
            }
        }
        visit_threats(board, &mut ThreatRowCheck(inputs));
    });
}

#[test]
fn a_side_without_a_king_is_evaluated() {
    let rules = games::by_name("shogi").unwrap();
    let network = random_network(rules, 32, 32);
    let position = Position::from_sfen(rules, "4k4/9/9/9/9/9/9/9/R8 b 2G 1").unwrap();
    let value = new_output(&network, position.board());
    assert_eq!(value, Reference::new(&network).output(position.board()));
}

#[test]
fn sums_of_many_threats_saturate() {
    let rules = games::by_name("shogi").unwrap();
    let board = *Position::start(rules).board();
    let zeroed = Network::zeroed(InputMap::new(rules), 32, 32);
    for sign in [1, -1] {
        let mut weights = zeroed.weights();
        weights.threat_rows.fill(sign * 127);
        weights.biases.fill(sign * 32_000);
        weights.output_weights.fill(100);
        let network = zeroed.clone().with_weights(weights).unwrap();
        let value = new_output(&network, &board);
        assert_eq!(value, Reference::new(&network).output(&board));
        assert_eq!(value > 0, sign > 0);
    }
}

#[test]
fn files_round_trip() {
    for rules in games::all() {
        for (width, threat_width) in [(32, 0), (64, 32)] {
            let network = random_network(rules, width, threat_width);
            let bytes = network.to_bytes();
            let read = Network::from_bytes(rules, &bytes).unwrap();
            assert_eq!(read.to_bytes(), bytes, "{}", rules.name());
            let board = *Position::start(rules).board();
            assert_eq!(
                Reference::new(&read).output(&board),
                Reference::new(&network).output(&board)
            );
        }
    }
}

#[test]
fn only_games_with_the_same_pieces_share_networks() {
    for one in games::all() {
        let bytes = random_network(one, 32, 0).to_bytes();
        for other in games::all() {
            let shosu = ["shosu", "shosucourier"];
            let same = one.name() == other.name()
                || shosu.contains(&one.name()) && shosu.contains(&other.name());
            let expected = if same { None } else { Some(NetworkError::Game) };
            let found = Network::from_bytes(other, &bytes).err();
            assert_eq!(found, expected, "{} as {}", one.name(), other.name());
        }
    }
}

#[test]
fn damaged_files_are_refused() {
    let rules = games::by_name("shogi").unwrap();
    let bytes = random_network(rules, 32, 32).to_bytes();
    let read = |bytes: &[u8]| Network::from_bytes(rules, bytes).map(|_| ()).unwrap_err();
    let changed = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        read(&bytes)
    };
    assert_eq!(read(b""), NetworkError::Magic);
    assert_eq!(read(b"not a network at all"), NetworkError::Magic);
    assert_eq!(read(&bytes[..10]), NetworkError::Short(10));
    assert_eq!(changed(4, 2), NetworkError::Version(2));
    assert_eq!(changed(6, 0), NetworkError::Header);
    assert_eq!(changed(7, 0), NetworkError::Header);
    assert_eq!(changed(9, !bytes[9]), NetworkError::Game);
    assert_eq!(changed(16, 33), NetworkError::Header);
    assert_eq!(changed(18, 64), NetworkError::Header);
    let (found, expected) = (bytes.len() - 1, bytes.len());
    assert_eq!(read(&bytes[..found]), NetworkError::Length { found, expected });
    assert_eq!(read(&bytes[..20]), NetworkError::Length { found: 20, expected });
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(read(&longer), NetworkError::Length { found: expected + 1, expected });
    let mut random = SplitMix64::new(3);
    for _ in 0..200 {
        let at = 20 + random.below(bytes.len() - 20);
        assert_eq!(changed(at, bytes[at] ^ 1 << random.below(8)), NetworkError::Checksum);
    }
    for length in 0..bytes.len().min(2_000) {
        assert!(Network::from_bytes(rules, &bytes[..length]).is_err());
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let rules = games::by_name("shogi").unwrap();
    let valid = random_network(rules, 32, 32);
    let refused = |change: &dyn Fn(&mut Weights)| {
        let mut weights = valid.weights();
        change(&mut weights);
        valid.clone().with_weights(weights).err()
    };
    assert_eq!(refused(&|_| {}), None);
    let too_large = Some(NetworkError::Weights);
    assert_eq!(refused(&|weights| weights.rows[5] = 5_000), too_large);
    assert_eq!(refused(&|weights| weights.biases[0] = i16::MAX), too_large);
    assert_eq!(refused(&|weights| weights.threat_rows[5] = 128), too_large);
    assert_eq!(refused(&|weights| weights.output_weights.fill(2_000)), too_large);
    assert_eq!(refused(&|weights| weights.output_bias = i32::MIN), too_large);
    let mut bytes = valid.to_bytes();
    let end = bytes.len() - 8;
    bytes[20..22].copy_from_slice(&5_000_i16.to_le_bytes());
    let checksum = platform::fnv1a(platform::FNV_START, &bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(Network::from_bytes(rules, &bytes).err(), too_large);
}

#[test]
fn evaluators_add_networks_to_the_linear_evaluation() {
    for rules in games::all() {
        let parameters = Parameters::of(rules);
        for threat_width in [0, 32] {
            let network = random_network(rules, 32, threat_width);
            let reference = Reference::new(&network);
            let mut random = SplitMix64::new(1);
            let mut position = Position::start(rules);
            let new = |board| Evaluator::new(parameters, Some(&network), board);
            let mut evaluator = new(position.board());
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let board = position.board();
                let linear = Evaluator::new(parameters, None, board).evaluate(board);
                let expected = linear + reference.output(board);
                let expected = expected.clamp(-MAX_EVALUATION, MAX_EVALUATION);
                assert_eq!(evaluator.evaluate(board), expected, "{}", position.sfen());
                position.do_move_observed(moves[random.below(moves.len())], &mut evaluator);
            }
        }
    }
}
