//! The tables in `data/perft/`. The crate `rules` compares them with its perft.

use engine_tests::data;

#[test]
fn every_game_has_a_table_and_every_table_a_game() {
    let mut games: Vec<&str> = games::names().collect();
    games.sort_unstable();
    assert_eq!(data::games_in("perft"), games, "files in data/perft");
}
