//! Positions and moves as text.

use rules::Position;

/// Position and legal moves are what they were after being written and read again.
pub fn round_trips(position: &Position, story: &dyn Fn() -> String) {
    let rules = position.rules();
    let sfen = position.sfen().to_string();
    let again =
        Position::from_sfen(rules, &sfen).unwrap_or_else(|why| panic!("{why}: {}", story()));
    assert_eq!(again.sfen().to_string(), sfen, "{}", story());
    assert_eq!(again.key(), position.key(), "{}", story());

    // Only what a text cannot say, the checks in a row, tells the two apart.
    let counted = rules::Color::BOTH.iter().any(|&color| position.consecutive_checks(color) > 0);
    assert_eq!(again.table_key() != position.table_key(), counted, "{}", story());
    if !counted {
        assert_eq!(again.legal_moves(), position.legal_moves(), "{}", story());
    }

    let fen = position.fen().to_string();
    let again = Position::from_fen(rules, &fen).unwrap_or_else(|why| panic!("{why}: {}", story()));
    assert_eq!(again.fen().to_string(), fen, "{}", story());
    assert_eq!(again.key(), position.key(), "{fen}: {}", story());

    for mv in position.legal_moves() {
        let (usi, uci) = (rules.usi(mv).to_string(), rules.uci(mv).to_string());
        assert_eq!(rules.parse_usi(&usi), Ok(mv), "{usi}: {}", story());
        assert_eq!(rules.parse_uci(&uci), Ok(mv), "{uci}: {}", story());
    }
}
