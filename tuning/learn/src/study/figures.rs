//! The figures of a report. They are serialised as `docs/json.md` describes.

use super::facts::{COMPARED_PLIES, Place};
use super::games::{LEVELS, StudySettings};
use super::totals::{KindTotals, Totals, sum};
use super::values::{AllValues, ValueEstimates, in_centipawns};
use eval::LOGISTIC_SCALE;
use records::EndReason;
use rules::spec::{Impasse, PerpetualCheck};
use rules::{Color, Piece, PieceKind, Position, Rules};
use serde::Serialize;
use trials::{Estimate, GameCounts, Share, Tally};

/// The half-width of the interval for which the number of games is given.
const WANTED_ERROR: f64 = 0.02;

/// Who wins.
#[derive(Clone, Debug, Serialize)]
pub struct Balance {
    /// The first player's share of the points from the start position, at all strengths.
    pub first: Option<PointsShare>,
    /// The same from openings that both sides choose.
    pub openings: Option<PointsShare>,
    pub levels: Vec<LevelBalance>,
    /// The share of draws of all games.
    pub draws: Option<Share>,
    /// How far ahead the first player is from the start position, in centipawns.
    pub advantage: Option<Estimate>,
    /// The first player's share from the start position if draws were won by the second, and by the first.
    pub draws_to_second: Option<Share>,
    pub draws_to_first: Option<Share>,
}

/// A share of the points.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PointsShare {
    #[serde(flatten)]
    pub share: Share,
    /// Games after which the interval is ±2%.
    pub games_needed: u64,
}

/// Who wins at one strength.
#[derive(Clone, Debug, Serialize)]
pub struct LevelBalance {
    pub nodes: u64,
    pub first: Option<PointsShare>,
    pub openings: Option<PointsShare>,
}

/// How games go.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    pub plies: Option<Estimate>,
    /// Legal moves in a position.
    pub branching: Option<Estimate>,
    pub captures: Option<Estimate>,
    pub drops: Option<Estimate>,
    pub promotions: Option<Estimate>,
    pub lead_changes: Option<Estimate>,
    /// The moves after which the winner was ahead by three pawns for good.
    pub decided: Option<Estimate>,
    /// The same as a share of the game.
    pub decided_part: Option<Estimate>,
    pub ends: Vec<EndShare>,
    /// Ends that the rules speak of, and no game had.
    pub unused_ends: Vec<EndReason>,
    pub mates: Vec<MateShare>,
    pub skill: Vec<Skill>,
    pub variety: Variety,
}

/// How often games end in one way.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EndShare {
    pub reason: EndReason,
    pub draw: bool,
    #[serde(flatten)]
    pub share: Share,
}

/// How often a kind of piece gives mate, of all mates.
#[derive(Clone, Debug, Serialize)]
pub struct MateShare {
    pub piece: String,
    pub name: String,
    #[serde(flatten)]
    pub share: Share,
}

/// What better play wins.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Skill {
    /// Nodes of the weaker player. The stronger one has twice as many.
    pub nodes: u64,
    pub games: u64,
    /// The stronger player's points.
    pub score: f64,
    pub elo: Option<Estimate>,
}

/// How much openings differ.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Variety {
    pub plies: usize,
    /// Different positions after these plies.
    pub positions: usize,
    /// How many openings lead to the most common one.
    pub most_common: Option<Share>,
}

/// A kind of piece, promoted ones of their own.
#[derive(Clone, Debug, Serialize)]
pub struct PieceReport {
    /// As in SFEN, of the first player.
    pub piece: String,
    pub name: String,
    pub promoted: bool,
    pub on_board: ValueEstimates,
    /// Of unpromoted kinds.
    pub in_hand: Option<ValueEstimates>,
    /// The mean numbers a game.
    pub moves: f64,
    pub captures: f64,
    pub captured: f64,
    pub drops: f64,
    pub promotions: f64,
    /// Share of promotions of the moves that could promote.
    pub promotion_taken: Option<Estimate>,
    /// Games in which a piece of the kind could promote.
    pub promotion_reached: Option<Share>,
    /// Share of the pieces of the start position that have not moved at the end of the game.
    pub at_home: Option<Estimate>,
    /// Games in which no piece of the kind moves or is dropped; of kinds that a player has at the start.
    pub idle: Option<Share>,
}

impl PointsShare {
    fn of(counts: GameCounts) -> Option<Self> {
        let games_needed = counts.games_needed(WANTED_ERROR)?;
        Some(Self { share: counts.points_share()?, games_needed })
    }
}

impl Balance {
    pub(super) fn new(settings: &StudySettings, totals: &Totals) -> Self {
        let (start, openings) = (sum(&totals.start), sum(&totals.openings));
        let level = |level: usize| LevelBalance {
            nodes: settings.level_nodes(level),
            first: PointsShare::of(totals.start[level]),
            openings: PointsShare::of(totals.openings[level]),
        };
        let first = PointsShare::of(start);
        let [_, drawn, won] = start.0;
        Self {
            first,
            openings: PointsShare::of(openings),
            levels: (0..LEVELS).map(level).collect(),
            draws: (start + openings).draw_share(),
            advantage: first.and_then(|first| advantage(first.share)),
            draws_to_second: Share::of(won, start.games()),
            draws_to_first: Share::of(won + drawn, start.games()),
        }
    }
}

/// Returns the score at which the evaluation expects this share of the points, if it is finite.
fn advantage(Share { share, low, high, .. }: Share) -> Option<Estimate> {
    let scale = in_centipawns(LOGISTIC_SCALE.into());
    let centipawns = |share: f64| scale * (share / (1.0 - share)).ln();
    let value = Estimate { value: centipawns(share), low: centipawns(low), high: centipawns(high) };
    [value.value, value.low, value.high].into_iter().all(f64::is_finite).then_some(value)
}

impl Course {
    pub(super) fn new(settings: &StudySettings, totals: &Totals) -> Self {
        let games = totals.all_games().games();
        let mut ends: Vec<_> = (totals.ends.iter())
            .filter_map(|&(reason, draw, count)| {
                Some(EndShare { reason, draw, share: Share::of(count, games)? })
            })
            .collect();
        ends.sort_by(|one, other| other.share.share.total_cmp(&one.share.share));
        let most_common = totals.opening_keys.values().max().copied().unwrap_or(0);
        Self {
            plies: totals.plies.estimate(),
            branching: totals.branching.estimate(),
            captures: totals.captures.estimate(),
            drops: totals.drops.estimate(),
            promotions: totals.promotions.estimate(),
            lead_changes: totals.lead_changes.estimate(),
            decided: totals.decided_at.estimate(),
            decided_part: totals.decided_part.estimate(),
            ends,
            unused_ends: unused_ends(settings.rules, totals),
            mates: mates(settings.rules, totals),
            skill: skill(settings, totals),
            variety: Variety {
                plies: COMPARED_PLIES,
                positions: totals.opening_keys.len(),
                most_common: Share::of(most_common, totals.opening_keys.values().sum()),
            },
        }
    }
}

/// Returns the ends that the rules of a game speak of, and none of its games had.
fn unused_ends(rules: &Rules, totals: &Totals) -> Vec<EndReason> {
    let spec = rules.spec();
    let has_goal = Color::BOTH.into_iter().any(|color| !rules.goal_squares(color).is_empty());
    let possible = [
        (EndReason::Mate, true),
        (EndReason::NoLegalMove, true),
        (EndReason::Repetition, true),
        (EndReason::PerpetualCheck, spec.perpetual_check == PerpetualCheck::Loses),
        (EndReason::GoalReached, has_goal),
        (EndReason::Declaration, spec.impasse != Impasse::None),
    ];
    let is_unused = |reason| totals.ends.iter().all(|(other, ..)| *other != reason);
    let unused =
        possible.into_iter().filter(|&(reason, is_possible)| is_possible && is_unused(reason));
    unused.map(|(reason, _)| reason).collect()
}

fn mates(rules: &'static Rules, totals: &Totals) -> Vec<MateShare> {
    let all = totals.mates.iter().sum();
    let mut mates: Vec<_> = rules
        .piece_kinds()
        .filter_map(|kind| {
            let count = totals.mates[kind.index()];
            let share = Share::of(count, all).filter(|_| count > 0)?;
            Some(MateShare { piece: letter(rules, kind), name: name(rules, kind), share })
        })
        .collect();
    mates.sort_by(|one, other| other.share.share.total_cmp(&one.share.share));
    mates
}

fn skill(settings: &StudySettings, totals: &Totals) -> Vec<Skill> {
    let of_level = |(level, tally): (usize, &Tally)| {
        (tally.pair_count() > 0).then(|| Skill {
            nodes: settings.level_nodes(level),
            games: tally.game_count(),
            score: tally.score(),
            elo: tally.elo(),
        })
    };
    totals.skill.iter().enumerate().filter_map(of_level).collect()
}

/// Returns the kinds of a game but the king, each before its promoted form.
pub(super) fn kinds(rules: &'static Rules) -> impl Iterator<Item = PieceKind> {
    let unpromoted = rules.piece_kinds().filter(|kind| !kind.is_promoted());
    unpromoted.filter(|&kind| kind != rules.king_kind()).flat_map(|kind| {
        let promoted = rules.can_promote(kind).then(|| kind.promoted());
        [Some(kind), promoted].into_iter().flatten()
    })
}

impl PieceReport {
    pub(super) fn all(rules: &'static Rules, totals: &Totals, values: &AllValues) -> Vec<Self> {
        kinds(rules).map(|kind| Self::new(rules, kind, totals, values)).collect()
    }

    fn new(rules: &'static Rules, kind: PieceKind, totals: &Totals, values: &AllValues) -> Self {
        let games = totals.all_games().games();
        let KindTotals {
            moves,
            captures,
            captured,
            drops,
            promotions,
            promotion_taken,
            at_home,
            idle_games,
            games_with_promotion_chance,
        } = totals.kinds[kind.index()];
        let a_game = |count: u64| count as f64 / games.max(1) as f64;
        let is_promotable = rules.can_promote(kind);
        Self {
            piece: letter(rules, kind),
            name: name(rules, kind),
            promoted: kind.is_promoted(),
            on_board: values.at(Place::Board(kind)),
            in_hand: (!kind.is_promoted()).then(|| values.at(Place::Hand(kind))),
            moves: a_game(moves),
            captures: a_game(captures),
            captured: a_game(captured),
            drops: a_game(drops),
            promotions: a_game(promotions),
            promotion_taken: promotion_taken.estimate(),
            promotion_reached: Share::of(games_with_promotion_chance, games)
                .filter(|_| is_promotable),
            at_home: at_home.estimate(),
            idle: Share::of(idle_games, games).filter(|_| is_at_start(rules, kind)),
        }
    }
}

/// Returns whether a player has a piece of a kind at the start, on the board or in hand.
pub(super) fn is_at_start(rules: &'static Rules, kind: PieceKind) -> bool {
    let start = Position::start(rules);
    let in_hand = |color| !kind.is_promoted() && start.hand(color).count(kind) > 0;
    let on_board = start.placed_pieces().any(|(piece, _)| piece.kind() == kind);
    on_board || Color::BOTH.into_iter().any(in_hand)
}

/// Returns the letter of a kind in SFEN, of the first player.
pub(super) fn letter(rules: &Rules, kind: PieceKind) -> String {
    rules.piece_sfen(Piece::new(Color::Black, kind)).to_string()
}

pub(super) fn name(rules: &Rules, kind: PieceKind) -> String {
    rules.piece_form(kind).map_or_else(String::new, |form| form.name.clone())
}
