//! What a report says in words, and only where the games leave no doubt.

use super::facts::COMPARED_PLIES;
use super::figures::{is_at_start, kinds, letter, name};
use super::games::{LEVELS, StudySettings};
use super::totals::{SHORT_GAME, Totals, sum};
use records::EndReason;
use rules::{PieceKind, Rules};
use serde::Serialize;
use std::array;
use trials::{GameCounts, Share, Z_95};

/// A remark on something that most inventors would not want.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Note {
    pub topic: Topic,
    /// The piece that it is about, as in SFEN.
    pub piece: Option<String>,
    pub text: String,
}

/// What a note is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// One side wins more.
    Balance,
    /// Games end in draws.
    Draws,
    /// Many games end in one way that is no mate.
    Ends,
    /// Games end within a few moves.
    ShortGames,
    /// Better play does not win more.
    Skill,
    /// Openings are the same.
    Openings,
    /// A piece does not move.
    IdlePiece,
    /// A piece never can promote.
    UnreachedPromotion,
    /// A piece can promote, and does not.
    RefusedPromotion,
}

/// A note needs a figure that is this number of standard deviations beyond its limit. A report compares some fifty
/// figures with limits; with this distance, less than one in forty reports has a note by chance alone.
const DEVIATIONS: f64 = 3.5;

/// The limits beyond which a figure is worth a note.
const MAX_IMBALANCE: f64 = 0.02;
const MAX_DRAWS: f64 = 0.35;
const MAX_OTHER_ENDS: f64 = 0.2;
const MAX_SHORT_GAMES: f64 = 0.1;
const MAX_SAME_OPENINGS: f64 = 0.5;
/// Above the games of shogi in which no lance moves, about a third.
const MAX_IDLE: f64 = 0.35;
const MIN_PROMOTION_REACHED: f64 = 0.05;
const MIN_PROMOTION_TAKEN: f64 = 0.05;
const MIN_ELO_OF_DOUBLING: f64 = 30.0;
/// Pairs of games after which equal scores in all of them are no accident.
const MIN_EQUAL_PAIRS: u64 = 12;

/// The ends by which few games should end, and their words.
const OTHER_ENDS: [(EndReason, &str); 4] = [
    (EndReason::Repetition, "by repetition"),
    (EndReason::PerpetualCheck, "by perpetual check"),
    (EndReason::NoLegalMove, "by stalemate"),
    (EndReason::MoveLimit, "at the limit of moves"),
];

/// Returns a share with an interval beyond which a note is sure.
fn within(count: u64, all: u64) -> Option<Share> {
    Share::within(count, all, DEVIATIONS)
}

fn shown(count: u64, all: u64) -> String {
    Share::of(count, all).map_or_else(String::new, |share| share.to_string())
}

/// Returns the notes, those on the balance first.
pub(super) fn notes(settings: &StudySettings, totals: &Totals) -> Vec<Note> {
    let rules = settings.rules;
    let games = totals.all_games();
    let [_, drawn, _] = games.0;
    let note = |topic, text| Note { topic, piece: None, text };
    let mut notes = Vec::new();
    // Where the share depends on how well both play, that of all games says nothing.
    let balance = trend_note(settings, totals).or_else(|| balance_note(totals));
    notes.extend(balance.map(|text| note(Topic::Balance, text)));

    let exceeds = |count, games, limit| within(count, games).is_some_and(|share| share.low > limit);
    if exceeds(drawn, games.games(), MAX_DRAWS) {
        let draws = shown(drawn, games.games());
        notes.push(note(Topic::Draws, format!("{draws} of the games are drawn.")));
    }
    for (reason, words) in OTHER_ENDS {
        let ends = totals.ends.iter().filter(|(other, ..)| *other == reason);
        let count = ends.map(|(.., count)| count).sum();
        if exceeds(count, games.games(), MAX_OTHER_ENDS) {
            let share = shown(count, games.games());
            notes.push(note(Topic::Ends, format!("{share} of the games end {words}.")));
        }
    }
    if exceeds(totals.short_games, games.games(), MAX_SHORT_GAMES) {
        let share = shown(totals.short_games, games.games());
        let text = format!("{share} of the games are over after {SHORT_GAME} moves or fewer.");
        notes.push(note(Topic::ShortGames, text));
    }
    notes.extend(skill_note(totals).map(|text| note(Topic::Skill, text)));
    let openings = totals.opening_keys.values().sum();
    let most_common = totals.opening_keys.values().max().copied().unwrap_or(0);
    if exceeds(most_common, openings, MAX_SAME_OPENINGS) {
        let share = shown(most_common, openings);
        let text =
            format!("{share} of the openings lead to one position after {COMPARED_PLIES} moves.");
        notes.push(note(Topic::Openings, text));
    }
    notes.extend(kinds(rules).filter_map(|kind| piece_note(rules, kind, totals)));
    notes
}

/// Returns how many more games the first player has won than lost.
fn lead(GameCounts([lost, _, won]): GameCounts) -> i64 {
    won as i64 - lost as i64
}

/// Returns which player wins more, and a function that shows the first player's games from that player's point of view.
fn winning_side(counts: GameCounts) -> (&'static str, fn(GameCounts) -> GameCounts) {
    if lead(counts) > 0 { ("first", |counts| counts) } else { ("second", GameCounts::turned) }
}

/// Returns what is to say about who wins: of all games, or else from one kind of opening.
fn balance_note(totals: &Totals) -> Option<String> {
    let both: [_; LEVELS] = array::from_fn(|level| totals.start[level] + totals.openings[level]);
    let places = [
        (both, "at level strength"),
        (totals.start, "from the start position, at level strength"),
        (totals.openings, "after openings that both sides choose, at level strength"),
    ];
    // No note where the strongest players win more with the other side.
    let mut places = places.into_iter().filter_map(|(levels, place)| {
        let counts = sum(&levels);
        let is_contradicted = lead(counts).signum() * lead(levels[LEVELS - 1]).signum() < 0;
        (!is_contradicted).then_some((counts, place))
    });
    let (counts, place) = places.find(|(counts, _)| {
        counts.points_share_within(DEVIATIONS).is_some_and(|share| {
            share.low > 0.5 + MAX_IMBALANCE || share.high < 0.5 - MAX_IMBALANCE
        })
    })?;
    let (side, view) = winning_side(counts);
    let share = view(counts).points_share()?;
    Some(format!("The {side} player wins {share} of the points {place}."))
}

/// Returns what is to say if one side wins the more, the better both play.
fn trend_note(settings: &StudySettings, totals: &Totals) -> Option<String> {
    let at_level = |level: usize| totals.start[level] + totals.openings[level];
    let (side, view) = winning_side(at_level(LEVELS - 1));
    let (weakest, strongest) = (view(at_level(0)), view(at_level(LEVELS - 1)));
    let weak = weakest.points_share_within(DEVIATIONS)?;
    let strong = strongest.points_share_within(DEVIATIONS)?;
    let error = f64::hypot(weak.high - weak.share, strong.share - strong.low);
    if strong.low <= 0.5 + MAX_IMBALANCE || strong.share - weak.share <= error {
        return None;
    }
    let (weak, strong) = (weakest.points_share()?, strongest.points_share()?);
    let [weak_nodes, strong_nodes] = [0, LEVELS - 1].map(|level| settings.level_nodes(level));
    Some(format!(
        "The better both play, the more the {side} player wins: {weak} of the points with \
         {weak_nodes} nodes a move, {strong} with {strong_nodes}."
    ))
}

/// Returns what is to say if better play does not win more.
fn skill_note(totals: &Totals) -> Option<String> {
    // The level with most games.
    let tally = totals.skill.iter().max_by_key(|tally| tally.pair_count())?;
    let pairs = tally.pair_count();
    if tally.pairs[2] == pairs && pairs >= MIN_EQUAL_PAIRS {
        let text = "The player who searches twice as much does not win more: every pair of games \
                    with changed colours was equal.";
        return Some(text.into());
    }
    let elo = tally.elo()?;
    let (value, error) = (elo.value, elo.error());
    (value + error * DEVIATIONS / Z_95 < MIN_ELO_OF_DOUBLING).then(|| {
        format!("Better play hardly wins: twice the search gains {value:.0} ±{error:.0} Elo.")
    })
}

/// Returns what is to say about a kind of piece: the first of what applies.
fn piece_note(rules: &'static Rules, kind: PieceKind, totals: &Totals) -> Option<Note> {
    let games = totals.all_games().games();
    let facts = &totals.kinds[kind.index()];
    let name = name(rules, kind);
    let note = |topic, text| Some(Note { topic, piece: Some(letter(rules, kind)), text });
    // A promoted piece, or one that begins in nobody's army, may be rare.
    if is_at_start(rules, kind) && within(facts.idle_games, games)?.low > MAX_IDLE {
        let games = shown(facts.idle_games, games);
        return note(Topic::IdlePiece, format!("No {name} moves in {games} of the games."));
    }
    if !rules.can_promote(kind) {
        return None;
    }
    let with_chance = facts.games_with_promotion_chance;
    if within(with_chance, games)?.high < MIN_PROMOTION_REACHED {
        let games = shown(games - with_chance, games);
        let text = format!("No {name} ever can promote in {games} of the games.");
        return note(Topic::UnreachedPromotion, text);
    }
    let taken = facts.promotion_taken.estimate()?;
    let (value, error) = (taken.value, taken.error());
    // Where nobody promotes, the error is 0; the number of chances says how sure that is.
    let chances = facts.promotion_taken.whole() as u64;
    let is_sure = within(facts.promotions, chances)?.high < MIN_PROMOTION_TAKEN;
    if is_sure && value + error * DEVIATIONS / Z_95 < MIN_PROMOTION_TAKEN {
        let (value, error) = (100.0 * value, 100.0 * error);
        let text = format!(
            "The {name} promotes in only {value:.0}% ±{error:.0} of the moves that could promote it."
        );
        return note(Topic::RefusedPromotion, text);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_wins_more_the_better_both_play_is_noted() {
        let rules = games::by_name("cannonshogi").unwrap();
        let settings = StudySettings { rules, seed: 1, nodes: 100 };
        let counts = |won, lost| GameCounts([lost, 10, won]);
        let note = |weak: GameCounts, strong: GameCounts| {
            let mut totals = Totals::new();
            (totals.start[0], totals.openings[LEVELS - 1]) = (weak, strong);
            trend_note(&settings, &totals)
        };
        let even = counts(400, 400);
        assert_eq!(
            note(even, counts(140, 50)).as_deref(),
            Some(
                "The better both play, the more the first player wins: 50% ±3 of the points with \
                 100 nodes a move, 72% ±6 with 1600."
            )
        );
        let second = note(even, counts(50, 140)).unwrap();
        assert!(second.contains("the second player wins: 50% ±3 "), "{second}");
        // Too few games, no difference between the levels, a smaller share at the highest level, no games at the lowest.
        assert_eq!(note(even, counts(14, 5)), None);
        assert_eq!(note(counts(560, 200), counts(140, 50)), None);
        assert_eq!(note(counts(700, 60), counts(140, 50)), None);
        assert_eq!(note(GameCounts::default(), counts(140, 50)), None);
    }

    #[test]
    fn a_side_that_the_strongest_players_do_not_favour_is_not_noted() {
        let note = |strongest: GameCounts| {
            let mut totals = Totals::new();
            totals.start = [GameCounts([400, 0, 100]), GameCounts::default(), strongest];
            balance_note(&totals)
        };
        let expected = "The second player wins 80% ±4 of the points at level strength.";
        assert_eq!(note(GameCounts::default()).as_deref(), Some(expected));
        assert!(note(GameCounts([10, 0, 9])).is_some());
        assert_eq!(note(GameCounts([9, 0, 10])), None);
    }

    #[test]
    fn a_piece_of_the_start_that_moves_in_few_games_is_noted() {
        let in_hand = "name = \"hand\"\nfiles = 3\nranks = 4\npromotion-ranks = 0\n\
                       start = \"1k1/3/3/1K1 b Rr 1\"\n\
                       [[piece]]\nletter = \"R\"\nname = \"Rook\"\nmovement = \"R\"\n\
                       [[piece]]\nletter = \"K\"\nname = \"King\"\nmovement = \"K\"\nrole = \"king\"\n";
        let in_hand = games::parse(in_hand).games[0].rules;
        let shogi = games::by_name("shogi").unwrap();
        let is_noted = |rules: &'static Rules, letter: char, idle_games: u64| {
            let kind = rules.kind_from_letter(letter).unwrap();
            let mut totals = Totals::new();
            totals.start[0] = GameCounts([1_000, 0, 1_000]);
            totals.kinds[kind.index()].idle_games = idle_games;
            piece_note(rules, kind, &totals).is_some_and(|note| note.topic == Topic::IdlePiece)
        };
        assert!(is_noted(shogi, 'L', 800) && is_noted(in_hand, 'R', 800));
        // As often as in shogi.
        assert!(!is_noted(shogi, 'L', 640) && !is_noted(in_hand, 'R', 640));
    }

    #[test]
    fn a_few_promotions_that_nobody_took_are_no_note() {
        let rules = games::by_name("shogi").unwrap();
        let lance = rules.piece_kinds().find(|&kind| letter(rules, kind) == "L").unwrap();
        let note = |chances: u64| {
            let mut totals = Totals::new();
            totals.start[0] = GameCounts([chances, 0, chances]);
            let facts = &mut totals.kinds[lance.index()];
            facts.games_with_promotion_chance = 2 * chances;
            (0..chances).for_each(|_| facts.promotion_taken.add(0.0, 1.0));
            piece_note(rules, lance, &totals).map(|note| note.text)
        };
        assert_eq!(note(40), None);
        assert!(note(400).unwrap().contains("promotes in only 0% ±0"));
    }
}
