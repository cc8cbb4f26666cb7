//! Differential testing: the engine's rules and the
//! [reference implementation](mod@crate::reference) on the same games.
//!
//! [`LockstepGame`] plays every move in both, [`assert_agreement`] compares the two positions.
//! [`reference_rules`] and [`convert_spec`] give the reference the rules of a game.

use crate::reference::{
    self, Claim, FacingLines, GameState, ImpasseRule, PieceRules, RepetitionLoser, RuleSet,
};
use rules::spec::*;
use rules::{Color, ImpasseClaim, Move, Outcome, Position, Rules};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A game played move by move in both the engine and the reference.
#[derive(Clone, Debug)]
pub struct LockstepGame {
    pub position: Position,
    pub reference: GameState,
    first_sfen: String,
}

impl LockstepGame {
    /// Starts a built-in game from its start position.
    pub fn start(rules: &'static Rules) -> Self {
        Self::from_sfen(rules, rules.start_sfen())
    }

    /// Starts a built-in game from a position.
    ///
    /// # Panics
    /// If the engine or the reference rejects the position.
    pub fn from_sfen(rules: &'static Rules, sfen: &str) -> Self {
        Self::with_rules(rules, reference_rules(rules.name()), sfen)
    }

    /// Starts a game from a position, with the same rules compiled for the engine and converted for
    /// the reference.
    ///
    /// # Panics
    /// If the engine or the reference rejects the position.
    pub fn with_rules(rules: &'static Rules, rule_set: &'static RuleSet, sfen: &str) -> Self {
        let position = Position::from_sfen(rules, sfen)
            .unwrap_or_else(|error| panic!("{}: {sfen}: {error}", rules.name()));
        let reference = GameState::from_sfen(rule_set, sfen)
            .unwrap_or_else(|error| panic!("{}: {sfen}: {error}", rule_set.name));
        Self { position, reference, first_sfen: sfen.to_owned() }
    }

    pub fn rules(&self) -> &'static Rules {
        self.position.rules()
    }

    /// Plays a move, which must be legal for the engine.
    ///
    /// # Panics
    /// If the move is not legal for the reference.
    pub fn play(&mut self, mv: Move) {
        let text = self.rules().usi(mv).to_string();
        let played = self.reference.play(&text);
        played.unwrap_or_else(|error| panic!("{error}\n{}", self.transcript()));
        self.position.do_move(mv);
    }

    /// Plays moves in USI text, separated by spaces.
    ///
    /// # Panics
    /// If a move is not legal for both.
    pub fn play_all(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let fail = |error: String| -> ! { panic!("{text}: {error}\n{}", self.transcript()) };
            let mv = self.rules().parse_usi(text).unwrap_or_else(|error| fail(error.to_string()));
            self.position.validate_move(mv).unwrap_or_else(|error| fail(error.to_string()));
            self.play(mv);
        }
    }

    /// Returns what is needed to replay the game, for assertion messages: its name, first position and
    /// moves, and the movements if it is not a built-in game.
    pub fn transcript(&self) -> String {
        let rules = self.rules();
        let moves: String = self.position.moves().map(|mv| format!(" {}", rules.usi(mv))).collect();
        let mut text = format!("{}: sfen {} moves{moves}", rules.name(), self.first_sfen);
        if games::by_name(rules.name()).is_none() {
            for piece in rules.piece_infos() {
                let promoted = piece.promoted.as_ref().map_or("-", |form| &form.betza);
                text += &format!("\n{} {} {promoted}", piece.letter, piece.unpromoted.betza);
            }
        }
        format!("{text}\ncurrent position: {}", self.position.sfen())
    }
}

/// Returns the moves that the engine considers pseudo-legal, from all pairs of squares and all drops.
fn pseudo_legal_moves(position: &Position) -> Vec<Move> {
    let board = position.rules().board_squares();
    let from_board = position.pieces(position.side()).into_iter().flat_map(|from| {
        board.into_iter().flat_map(move |to| [Move::normal(from, to), Move::promotion(from, to)])
    });
    let in_hand = position.hand(position.side());
    let drops =
        in_hand.iter().flat_map(|(kind, _)| board.into_iter().map(move |to| Move::drop(kind, to)));
    from_board.chain(drops).filter(|&mv| position.is_pseudo_legal(mv)).collect()
}

/// Asserts that engine and reference agree on the SFEN, pseudo-legal and legal moves, checkers,
/// consecutive checks, which moves give check, the outcome and the impasse claim.
pub fn assert_agreement(game: &LockstepGame) {
    let LockstepGame { position, reference, .. } = game;
    let rules = game.rules();
    let transcript = || game.transcript();
    assert_eq!(position.sfen().to_string(), reference.sfen(), "SFEN: {}", transcript());

    let sorted_usi = |moves: &[Move]| {
        let mut texts: Vec<_> = moves.iter().map(|&mv| rules.usi(mv).to_string()).collect();
        texts.sort();
        texts
    };
    let expected = reference.pseudo_legal_moves();
    let pseudo = pseudo_legal_moves(position);
    assert_eq!(sorted_usi(&pseudo), expected, "pseudo-legal moves: {}", transcript());
    let expected = reference.legal_moves();
    assert_eq!(sorted_usi(&position.legal_moves()), expected, "legal moves: {}", transcript());

    assert_eq!(position.in_check(), reference.in_check(), "in check: {}", transcript());
    let mut checkers: Vec<_> = position.checkers().into_iter().map(|s| s.to_string()).collect();
    let mut expected: Vec<_> = reference.checkers().iter().map(ToString::to_string).collect();
    checkers.sort();
    expected.sort();
    assert_eq!(checkers, expected, "checkers: {}", transcript());

    // The engine counts checks only in games that limit them.
    let counts = Color::BOTH.map(|color| u32::from(position.consecutive_checks(color)));
    let is_counted = reference.rule_set().check_limit.is_some();
    let expected = if is_counted { reference.consecutive_checks() } else { [0; 2] };
    assert_eq!(counts, expected, "consecutive checks: {}", transcript());

    let reference_position = reference.position();
    let us = reference_position.side_to_move();
    let gives_check: BTreeMap<String, bool> = reference_position
        .pseudo_legal_moves()
        .into_iter()
        .map(|mv| (mv.to_string(), reference_position.after(mv).consecutive_checks(us) > 0))
        .collect();
    let info = position.check_info();
    for &mv in &pseudo {
        let text = rules.usi(mv).to_string();
        let expected = gives_check[&text];
        assert_eq!(
            position.gives_check(mv, &info),
            expected,
            "gives_check of {text}: {}",
            transcript()
        );
    }

    let outcome = outcome_name(position.outcome());
    assert_eq!(outcome, reference.outcome(), "outcome: {}", transcript());
    let claim = reference_claim(position.impasse_claim());
    assert_eq!(claim, reference.impasse_claim(), "impasse claim: {}", transcript());
}

/// Returns the name of an outcome in `data/histories.tsv` and in the reference.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ongoing => "ongoing",
        Outcome::Mate => "mate",
        Outcome::Stalemate => "stalemate",
        Outcome::StalemateDraw => "stalemate-draw",
        Outcome::RepetitionDraw => "repetition-draw",
        Outcome::RepetitionLoss(Color::Black) => "repetition loses b",
        Outcome::RepetitionLoss(Color::White) => "repetition loses w",
        Outcome::GoalReached(Color::Black) => "goal b",
        Outcome::GoalReached(Color::White) => "goal w",
        Outcome::PerpetualCheck(Color::Black) => "perpetual-check loses b",
        Outcome::PerpetualCheck(Color::White) => "perpetual-check loses w",
    }
}

/// Converts a square of the reference to the engine's.
pub fn engine_square(square: reference::Square) -> rules::Square {
    rules::Square::new(square.file as u8 - 1, square.rank as u8 - 1)
}

/// Converts a square of the engine to the reference's.
pub fn reference_square(square: rules::Square) -> reference::Square {
    reference::Square { file: i32::from(square.file()) + 1, rank: i32::from(square.rank()) + 1 }
}

/// Returns the reference's name for an impasse claim.
pub fn reference_claim(claim: Option<ImpasseClaim>) -> Claim {
    match claim {
        None => Claim::None,
        Some(ImpasseClaim::Draw) => Claim::Draw,
        Some(ImpasseClaim::Win) => Claim::Win,
    }
}

/// Returns the reference's rules of a built-in game: the [`RuleSet`] of that name if there is one, else
/// the engine's spec, converted.
///
/// # Panics
/// If there is no such game, or its spec cannot be converted.
pub fn reference_rules(name: &str) -> &'static RuleSet {
    static CONVERTED: Mutex<BTreeMap<String, &'static RuleSet>> = Mutex::new(BTreeMap::new());
    if let Some(rule_set) = RuleSet::by_name(name) {
        return rule_set;
    }
    let mut converted = CONVERTED.lock().expect("no conversion panicked");
    converted
        .entry(name.to_owned())
        .or_insert_with(|| convert_spec(games::by_name(name).expect("the name of a game").spec()))
}

/// Converts an engine spec to a [`RuleSet`] without an impasse rule. The result is leaked.
///
/// # Panics
/// If the letter of the king is not `K`, which the reference requires.
pub fn convert_spec(spec: &GameSpec) -> &'static RuleSet {
    let convert_piece = |piece: &PieceSpec| {
        assert_eq!(piece.role == Role::King, piece.letter == 'K', "{}", spec.name);
        PieceRules {
            letter: piece.letter,
            movement: leak(&piece.movement),
            promoted: piece.promotion.as_ref().map(|promotion| leak(&promotion.movement)),
            count: piece_count(&spec.start_sfen, piece.letter),
            squares: convert_squares(piece.confined_to.as_ref(), spec),
            promoted_squares: convert_squares(
                piece.promotion.as_ref().and_then(|promotion| promotion.confined_to.as_ref()),
                spec,
            ),
            dead_ranks: piece.dead_ranks.into(),
        }
    };
    let letters = spec.pieces.iter().map(|piece| piece.letter);
    let pawns = spec.pieces.iter().filter(|piece| piece.role == Role::Pawn);
    let rule_set = RuleSet {
        name: leak(&spec.name),
        files: spec.files.into(),
        ranks: spec.ranks.into(),
        zones: convert_ranks(&spec.promotion_ranks, spec.ranks),
        promotion_is_mandatory: spec.mandatory_promotion == MandatoryPromotion::Always,
        start_sfen: leak(&spec.start_sfen),
        hand_order: leak(&letters.filter(|&letter| letter != 'K').collect::<String>()),
        pieces: Vec::leak(spec.pieces.iter().map(convert_piece).collect()),
        pawns: leak(&pawns.map(|piece| piece.letter).collect::<String>()),
        pawn_drop_mate_allowed: spec.pawn_drop_mate == PawnDropMate::Allowed,
        pawn_drop_limit: match spec.two_pawns {
            TwoPawns::Allowed => None,
            TwoPawns::DropForbidden | TwoPawns::Forbidden => Some(1),
            TwoPawns::DropLimit(limit) => Some(limit.into()),
        },
        two_pawns_allowed: spec.two_pawns != TwoPawns::Forbidden,
        perpetual_check_loses: spec.perpetual_check == PerpetualCheck::Loses,
        repetition_count: spec.repetition_count.into(),
        repetition_loser: match spec.repetition {
            Repetition::Draw => RepetitionLoser::Nobody,
            Repetition::BlackLoses => RepetitionLoser::Black,
            Repetition::WhiteLoses => RepetitionLoser::White,
            Repetition::RepeaterLoses => RepetitionLoser::Repeater,
            Repetition::RepeaterWins => RepetitionLoser::Opponent,
        },
        stalemate_draws: spec.stalemate == Stalemate::Draw,
        goals: convert_ranks(&spec.goal_ranks, spec.ranks),
        forbidden_facing: match spec.facing_kings {
            FacingKings::Allowed => FacingLines::None,
            FacingKings::ForbiddenOnFiles => FacingLines::Files,
            FacingKings::ForbiddenOnFilesAndRanks => FacingLines::FilesAndRanks,
        },
        check_limit: match spec.check_limit {
            CheckLimit::None => None,
            CheckLimit::Consecutive(limit) => Some(limit.into()),
        },
        impasse: ImpasseRule::None,
    };
    Box::leak(Box::new(rule_set))
}

/// Returns the numbers of each side's ranks, from the top of the board.
fn convert_ranks(side_ranks: &SideRanks, ranks: u8) -> [&'static [i32]; 2] {
    let ranks = i32::from(ranks);
    let [black, white]: [Vec<i32>; 2] = match side_ranks {
        &SideRanks::Farthest(count) => {
            let count = i32::from(count);
            [(1..=count).collect(), (ranks - count + 1..=ranks).collect()]
        }
        SideRanks::Named { black, white } => [black, white].map(|letters| {
            (1..=ranks).filter(|&rank| letters.contains(char::from(b'`' + rank as u8))).collect()
        }),
    };
    [Vec::leak(black), Vec::leak(white)]
}

/// Returns the squares of each side.
fn convert_squares(
    squares: Option<&SideSquares>,
    spec: &GameSpec,
) -> Option<[&'static [reference::Square]; 2]> {
    let listed = |text: &str| -> Vec<reference::Square> {
        let rectangle = |item: &str| {
            let mut corners = item.split('-').map(|corner| corner.parse().expect("a square"));
            let one: reference::Square = corners.next().expect("a first square");
            let other = corners.next().unwrap_or(one);
            let range = |a: i32, b: i32| a.min(b)..=a.max(b);
            range(one.file, other.file).flat_map(move |file| {
                range(one.rank, other.rank).map(move |rank| reference::Square { file, rank })
            })
        };
        text.split_whitespace().flat_map(rectangle).collect()
    };
    let [black, white] = match squares? {
        SideSquares::Named { black, white } => [listed(black), listed(white)],
        SideSquares::Turned(text) => {
            let turned = listed(text).into_iter().map(|square| reference::Square {
                file: i32::from(spec.files) + 1 - square.file,
                rank: i32::from(spec.ranks) + 1 - square.rank,
            });
            [listed(text), turned.collect()]
        }
    };
    Some([Vec::leak(black), Vec::leak(white)])
}

/// Returns the number of pieces with this letter on the board and in hand.
fn piece_count(sfen: &str, letter: char) -> usize {
    let fields: Vec<&str> = sfen.split_whitespace().collect();
    let on_board = fields[0].matches(|c: char| c.eq_ignore_ascii_case(&letter)).count();
    let in_hand = fields[2].match_indices(|c: char| c.eq_ignore_ascii_case(&letter));
    let counts = in_hand.map(|(index, _)| {
        let before = &fields[2][..index];
        let digits = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        before[digits..].parse().unwrap_or(1)
    });
    on_board + counts.sum::<usize>()
}

fn leak(text: &str) -> &'static str {
    String::leak(text.to_owned())
}
