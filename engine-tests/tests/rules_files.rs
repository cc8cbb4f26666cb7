//! Random games written to rules files and read back.

use engine_tests::random_rules::random_spec;
use proptest::prelude::*;
use rules::{Position, Rules, perft};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_games_survive_their_files(seed: u64) {
        let spec = random_spec(seed);
        let text = games::to_toml(&spec);
        let file = games::parse(&text);
        prop_assert_eq!(&file.errors, &[], "{}", text);
        prop_assert_eq!(&file.games[0].spec, &spec);
        let leaves = |spec| perft(&mut Position::start(Rules::build(spec).unwrap()), 2);
        prop_assert_eq!(leaves(&file.games[0].spec), leaves(&spec));
    }
}
