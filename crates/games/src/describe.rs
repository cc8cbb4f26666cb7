//! Descriptions of the state of a game and of its special rules, for people and scripts.

use rules::spec::*;
use rules::{Color, ImpasseClaim, Outcome, Position, Rules};

/// Describes the state of a game: `ongoing`, `check`, `mate`, `stalemate`, `stalemate draw`,
/// `repetition draw`, `repetition, black loses`, `perpetual check, black loses`, `king at its goal,
/// black wins` (or white), or `impasse, ` followed by the possible claim.
pub fn describe_state(position: &Position) -> String {
    let side = position.side();
    match (position.outcome(), position.impasse_claim()) {
        (Outcome::Ongoing, Some(ImpasseClaim::Win)) => format!("impasse, {side} may claim a win"),
        (Outcome::Ongoing, Some(ImpasseClaim::Draw)) => {
            "impasse, either side may claim a draw".into()
        }
        (Outcome::Ongoing, None) if position.in_check() => "check".into(),
        (outcome, _) => outcome.to_string(),
    }
}

/// Returns the name of a side in a sentence.
pub fn side_name(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

/// Returns a text with a capital at its beginning.
pub fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Describes the rules that differ between games, each in a few words. Without a pawn, none are about it.
pub fn describe_rules(rules: &Rules) -> Vec<String> {
    let mut texts = Vec::new();
    if rules.pawn_kind().is_some() {
        texts.push(match rules.spec().two_pawns {
            TwoPawns::Allowed => "two pawns allowed on a file".into(),
            TwoPawns::DropForbidden | TwoPawns::DropLimit(1) => {
                "no drop of a second pawn on a file".into()
            }
            TwoPawns::DropLimit(limit) => format!("no pawn drop on a file with {limit} pawns"),
            TwoPawns::Forbidden => "no two pawns on a file".into(),
        });
        texts.push(match rules.spec().pawn_drop_mate {
            PawnDropMate::Allowed => "mate by a pawn drop allowed".into(),
            PawnDropMate::Forbidden => "no mate by a pawn drop".into(),
        });
    }
    texts.push(describe_repetition(rules));
    if rules.spec().stalemate == Stalemate::Draw {
        texts.push("stalemate is a draw".into());
    }
    match &rules.spec().goal_ranks {
        SideRanks::Farthest(0) => {}
        SideRanks::Farthest(1) => texts.push("a king wins on the last rank".into()),
        SideRanks::Farthest(count) => {
            texts.push(format!("a king wins on the last {count} ranks"));
        }
        SideRanks::Named { black, white } => {
            let ranks =
                |letters: &str| if letters.is_empty() { "none" } else { letters }.to_owned();
            let (black, white) = (ranks(black), ranks(white));
            texts.push(format!("a king wins on its goal: rank {black}, {white} for White"));
        }
    }
    if rules.spec().mandatory_promotion == MandatoryPromotion::Always {
        texts.push("promotion is mandatory".into());
    }
    if let CheckLimit::Consecutive(limit) = rules.spec().check_limit {
        texts.push(format!("at most {limit} checks in a row"));
    }
    match rules.spec().facing_kings {
        FacingKings::Allowed => {}
        FacingKings::ForbiddenOnFiles => {
            texts.push("the kings may not face each other on a file".into());
        }
        FacingKings::ForbiddenOnFilesAndRanks => {
            texts.push("the kings may not face each other on a file or rank".into());
        }
    }
    texts.extend(confined_pieces(rules).map(|(name, squares)| match squares.texts(rules) {
        [black, white] if black == white => format!("the {name} stays on {black}"),
        [black, white] => format!("the {name} stays on {black}, White's on {white}"),
    }));
    match &rules.spec().impasse {
        Impasse::None => {}
        Impasse::BothKingsEntered { min_points, .. } => {
            texts.push(format!("impasse at {min_points} points"))
        }
        Impasse::EnteringKing { min_points: [black, white], .. } => {
            texts.push(format!("declaration at {black} points, {white} for White"));
        }
    }
    texts
}

/// Returns the names of the pieces that are confined to a part of the board, and the squares.
pub fn confined_pieces(rules: &Rules) -> impl Iterator<Item = (&str, &SideSquares)> {
    rules.spec().pieces.iter().flat_map(|piece| {
        let promoted = piece.promotion.as_ref().map(|form| (&form.name, &form.confined_to));
        let forms = [Some((&piece.name, &piece.confined_to)), promoted];
        forms.into_iter().flatten().filter_map(|(name, squares)| Some((&**name, squares.as_ref()?)))
    })
}

fn describe_repetition(rules: &Rules) -> String {
    let result = match rules.spec().repetition {
        Repetition::Draw => "repetition is a draw",
        Repetition::BlackLoses => "Black loses by repetition",
        Repetition::WhiteLoses => "White loses by repetition",
        Repetition::RepeaterLoses => "the side that repeats a position loses",
        Repetition::RepeaterWins => "the side that repeats a position wins",
    };
    let count = match rules.repetition_count() {
        4 => String::new(),
        count => format!(" at {count} occurrences"),
    };
    let perpetual_check = match rules.spec().perpetual_check {
        PerpetualCheck::Allowed => "",
        PerpetualCheck::Loses => ", perpetual check loses",
    };
    format!("{result}{count}{perpetual_check}")
}

/// Returns what the rules say, as sentences.
pub fn rule_sentences(rules: &'static Rules) -> Vec<String> {
    let first = side_name(Position::start(rules).side());
    let aim = format!("{first} moves first, and checkmate wins.");
    let zone = match &rules.spec().promotion_ranks {
        SideRanks::Farthest(0) => "There is no promotion zone.".into(),
        SideRanks::Farthest(1) => {
            "A piece can promote if its move begins or ends on the last rank.".into()
        }
        SideRanks::Farthest(count) => {
            format!("A piece can promote if its move begins or ends on the last {count} ranks.")
        }
        SideRanks::Named { black, white } => {
            format!(
                "A piece can promote if its move begins or ends on the ranks {black} (Black) or {white} (White)."
            )
        }
    };
    let captured = "A captured piece joins the other side, and can be dropped instead of a move.";
    let sentence = |text: String| capitalize(&text) + ".";
    let others = describe_rules(rules).into_iter().map(sentence);
    [aim, zone, captured.into()].into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(game: &str, sfen: &str, moves: &str) -> String {
        let rules = crate::by_name(game).unwrap();
        let mut position = Position::from_sfen(rules, sfen).unwrap();
        for mv in moves.split_whitespace() {
            position.try_move(rules.parse_usi(mv).unwrap()).unwrap();
        }
        describe_state(&position)
    }

    #[test]
    fn every_outcome_has_a_description() {
        let start = crate::by_name("shogi").unwrap().start_sfen();
        assert_eq!(state("shogi", start, ""), "ongoing");
        assert_eq!(state("shogi", "4k4/9/9/9/9/9/9/9/4R3K w - 1", ""), "check");
        assert_eq!(state("shogi", "k8/1G7/K8/9/9/9/9/9/9 w - 1", ""), "mate");
        assert_eq!(state("shogi", "k8/9/1G7/4B4/9/9/9/9/8K w - 1", ""), "stalemate");
        let shuffle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
        assert_eq!(state("shogi", start, &shuffle), "repetition draw");
        let perpetual = "9f9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a";
        let state = state("shogi", "4k4/9/9/9/9/R8/9/9/8K b - 1", perpetual);
        assert_eq!(state, "perpetual check, black loses");
    }

    #[test]
    fn rules_name_the_goal_and_the_limit_of_pawns() {
        for (keys, expected) in [
            ("goal-ranks = 1", "a king wins on the last rank"),
            ("goal-ranks = { black = 'a', white = '' }", "goal: rank a, none for White"),
            ("facing-kings = 'forbidden-on-files'", "the kings may not face each other on a file"),
            ("two-pawns = { drop-limit = 1 }", "no drop of a second pawn on a file"),
        ] {
            let example = include_str!("../../rules/examples/minicannon.toml");
            let file = crate::parse(&format!("{keys}\n{example}"));
            let rules = file.games[0].rules;
            assert!(describe_rules(rules).iter().any(|text| text.ends_with(expected)), "{keys}");
        }
    }

    #[test]
    fn rules_name_the_pieces_that_are_confined() {
        let example = include_str!("../../rules/examples/minicannon.toml");
        let confined =
            example.replace("movement = \"K\"", "movement = \"K\"\nconfined-to = '4d-5e'").replace(
                "movement = \"mRcpRF\"",
                "movement = \"mRcpRF\", confined-to = { black = '1a', white = '2b' }",
            );
        let texts = describe_rules(crate::parse(&confined).games[0].rules);
        for expected in [
            "the King stays on 4d-5e, White's on 1a-2b",
            "the Flying Cannon stays on 1a, White's on 2b",
        ] {
            assert!(texts.iter().any(|text| text == expected), "{texts:?}");
        }
    }

    #[test]
    fn rules_name_the_side_that_moves_first() {
        let example = include_str!("../../rules/examples/minicannon.toml");
        let white_first = example.replace("/KGSCR\"", "/KGSCR w - 1\"");
        for (text, first) in [(example, "Black"), (&*white_first, "White")] {
            let sentences = rule_sentences(crate::parse(text).games[0].rules);
            assert!(sentences[0].starts_with(&format!("{first} moves first")), "{sentences:?}");
        }
    }

    #[test]
    fn rules_without_a_pawn_are_not_about_it() {
        let example = include_str!("../../rules/examples/minicannon.toml");
        let file = crate::parse(&example.replace("role = \"pawn\"", ""));
        let rules = file.games[0].rules;
        assert_eq!(describe_rules(rules), ["repetition is a draw, perpetual check loses"]);
    }

    #[test]
    fn impasse_names_the_possible_claim() {
        let entered = "K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1";
        assert_eq!(state("shogi", entered, ""), "impasse, black may claim a win");
        let checked = "K7r/PPPPPPPPP/+P8/9/9/9/9/9/8k b R2B4G 1";
        assert_eq!(state("shogi", checked, ""), "check");
        let even = "K8/9/9/9/9/9/9/9/8k b RBUACI2G2S2N2L5Prbuaci2g2s2n2l5p 1";
        assert_eq!(state("taihoshogi", even, ""), "impasse, either side may claim a draw");
        let ahead = "K8/9/9/9/9/9/9/9/8k b RBUACI2G2S2N2L5Prbua 1";
        assert_eq!(state("taihoshogi", ahead, ""), "impasse, black may claim a win");
    }
}
