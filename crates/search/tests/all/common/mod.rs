//! Helpers for the search tests.

use rules::{Move, Position, Rules};
use search::{Control, Engine, Limits, Reporter, Score, SearchInfo, SearchResult};

/// Deep enough to find the shortest mates of the tests in spite of pruning and reductions.
pub const FULL_DEPTH: u32 = 14;

/// Returns the rules of a game.
pub fn rules_of(name: &str) -> &'static Rules {
    games::by_name(name).unwrap_or_else(|| panic!("unknown game {name}"))
}

/// Returns the games for which the positions and expected results of the tests are written. New games
/// need not be added.
pub fn games() -> impl Iterator<Item = &'static Rules> {
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"]
        .map(rules_of)
        .into_iter()
}

/// Sets up a position and plays moves from it.
pub fn position(name: &str, sfen: &str, moves: &str) -> Position {
    let rules = rules_of(name);
    let position = Position::from_sfen(rules, sfen);
    let mut position = position.unwrap_or_else(|error| panic!("{name}: {sfen}: {error}"));
    for text in moves.split_whitespace() {
        let mv = parse_move(&position, text);
        position.try_move(mv).unwrap_or_else(|error| panic!("{name}: {sfen}: {text}: {error}"));
    }
    position
}

/// Parses a move in USI notation.
pub fn parse_move(position: &Position, text: &str) -> Move {
    position.rules().parse_usi(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns `nine` for boards with nine files, else `ten`.
pub fn by_width<'a>(rules: &Rules, nine: &'a str, ten: &'a str) -> &'a str {
    if rules.files() == 9 { nine } else { ten }
}

/// Limits a search by depth.
pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Limits a search by nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Searches without a reporter.
pub fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> SearchResult {
    engine.search(position, limits, &Control::default(), &mut ())
}

/// Searches with a new engine.
pub fn fresh_search(position: &Position, limits: &Limits) -> SearchResult {
    search(&mut Engine::new(), position, limits)
}

/// Returns the score of a move from a search restricted to it.
pub fn move_score(engine: &mut Engine, position: &Position, text: &str, depth: u32) -> Score {
    let moves = vec![parse_move(position, text)];
    let result = search(
        engine,
        position,
        &Limits { depth: Some(depth), search_moves: moves, ..Limits::default() },
    );
    assert_eq!(result.best_move(), Some(parse_move(position, text)), "{}", position.sfen());
    result.score
}

/// Records all infos and warnings.
#[derive(Debug, Default)]
pub struct ReportLog {
    pub infos: Vec<SearchInfo>,
    pub warnings: Vec<String>,
}

impl Reporter for ReportLog {
    fn info(&mut self, info: &SearchInfo) {
        self.infos.push(info.clone());
    }

    fn warning(&mut self, text: &str) {
        self.warnings.push(text.to_owned());
    }
}
