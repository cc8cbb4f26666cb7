//! Games that end by what went before: `data/histories.tsv`.

use engine_tests::data;
use engine_tests::properties::{agrees, outcome};
use engine_tests::twin::Twin;
use rules::{Position, Rules};

#[test]
fn every_history_ends_as_it_should() {
    let rows = data::histories();
    assert!(!rows.is_empty());
    for row in rows {
        let rules = Rules::by_name(&row.game).unwrap_or_else(|| panic!("no game {}", row.game));
        let mut twin = Twin::from_sfen(rules, &row.position);
        twin.play_all(&row.moves);
        let story = twin.story();
        assert_eq!(outcome(twin.position.outcome()), row.outcome, "{story}");
        assert_eq!(twin.position.count_legal_moves(), row.legal, "{story}");
        agrees(&twin);

        // Set up afresh the same position has no checks behind it, and nothing is forbidden.
        if let Some(limit) = row.note.strip_prefix("the check limit forbids ") {
            let sfen = twin.position.sfen().to_string();
            let free =
                Position::from_sfen(rules, &sfen).expect("a position played").count_legal_moves();
            assert_eq!(limit, format!("{} of {free} moves", free - row.legal), "{story}");
        }
    }
}
