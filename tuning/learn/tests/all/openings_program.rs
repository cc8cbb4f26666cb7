//! Openings of a game from a file.

use crate::common::{MINICANNON, stdout};
use rules::Position;

#[test]
fn openings_are_generated() {
    let arguments = "openings --variant minicannon --count 3 --plies 3 --nodes 100 --rules";
    let text = stdout(&arguments.split(' ').chain([MINICANNON]).collect::<Vec<_>>(), &[]);
    games::load(MINICANNON.as_ref());
    let rules = games::by_name("minicannon").unwrap();
    let openings: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(openings.len(), 3, "{text}");
    for opening in openings {
        let moves = opening.strip_prefix("minicannon startpos moves ").expect(opening);
        let mut position = Position::start(rules);
        for text in moves.split(' ') {
            position.try_move(rules.parse_usi(text).unwrap()).unwrap();
        }
        assert_eq!(position.ply(), 3);
    }
}
