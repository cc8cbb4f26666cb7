//! What the tests of the search share: positions by name and text, and searches of them.

#![allow(dead_code, reason = "no test uses all of it")]

use rules::{Move, Position, Rules};
use search::{Control, Engine, Limits, Reporter, STACK_SIZE, Score, SearchInfo, SearchResult};
use std::thread;

/// A game by its name.
pub fn game(name: &str) -> &'static Rules {
    Rules::by_name(name).unwrap_or_else(|| panic!("no game {name}"))
}

/// The games on whose boards, and by whose rules, positions and expectations here are written. A new
/// game need not fit them.
pub fn games() -> impl Iterator<Item = &'static Rules> {
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"]
        .map(game)
        .into_iter()
}

/// A position of a game, and moves made from there.
pub fn position(name: &str, sfen: &str, moves: &str) -> Position {
    let rules = game(name);
    let position = Position::from_sfen(rules, sfen);
    let mut position = position.unwrap_or_else(|why| panic!("{name}: {sfen}: {why}"));
    for text in moves.split_whitespace() {
        let mv = usi(&position, text);
        position.try_move(mv).unwrap_or_else(|why| panic!("{name}: {sfen}: {text}: {why}"));
    }
    position
}

/// A move of a position's board.
pub fn usi(position: &Position, text: &str) -> Move {
    position.rules().parse_usi(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// The same text for boards of nine and of ten files: the first is for the games of nine.
pub fn by_width<'a>(rules: &Rules, nine: &'a str, ten: &'a str) -> &'a str {
    if rules.files() == 9 { nine } else { ten }
}

/// A search to a depth.
pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// A search of so many nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Runs something where there is stack enough for a search.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let result = thread.expect("a thread").join();
        result.unwrap_or_else(|why| std::panic::resume_unwind(why))
    })
}

/// What an engine finds that nobody listens to.
pub fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> SearchResult {
    with_stack(|| engine.search(position, limits, &Control::default(), &mut ()))
}

/// What a new engine finds.
pub fn find(position: &Position, limits: &Limits) -> SearchResult {
    search(&mut Engine::new(), position, limits)
}

/// What a single move is worth in a search to a depth.
pub fn worth(engine: &mut Engine, position: &Position, text: &str, depth: u32) -> Score {
    let moves = vec![usi(position, text)];
    let found = search(
        engine,
        position,
        &Limits { depth: Some(depth), search_moves: moves, ..Limits::default() },
    );
    assert_eq!(found.best_move, Some(usi(position, text)), "{}", position.sfen());
    found.score
}

/// One who remembers all that was told.
#[derive(Debug, Default)]
pub struct Log {
    pub infos: Vec<SearchInfo>,
    pub troubles: Vec<String>,
}

impl Reporter for Log {
    fn info(&mut self, info: &SearchInfo) {
        self.infos.push(info.clone());
    }

    fn warning(&mut self, text: &str) {
        self.troubles.push(text.to_owned());
    }
}
