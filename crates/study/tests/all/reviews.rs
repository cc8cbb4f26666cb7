//! Reviews of games: marks, missed mates, tried moves, and what is written into the record.

use mate::MateSolver;
use records::{Format, GameRecord, Hints, Score, read_text, write};
use rules::Color;
use search::{Control, Engine, Limits};
use study::review::{GameReview, Mark, ReviewLimits, Reviewer, annotate};

/// Calls a function with a reviewer of 4,000 nodes a position.
fn with_reviewer<T>(run: impl FnOnce(&mut Reviewer<'_>) -> T) -> T {
    let (mut engine, mut solver) = (Engine::new(), MateSolver::new(1).unwrap());
    let limits = ReviewLimits { nodes: Some(4_000), ..ReviewLimits::default() };
    let (engine, solver) = (&mut engine, &mut solver);
    run(&mut Reviewer { engine, solver, limits, control: &Control::default() })
}

fn game(line: &str) -> GameRecord {
    let hints = Hints { rules: games::by_name("shogi"), ..Hints::default() };
    read_text(line, &hints).unwrap().remove(0)
}

/// White does not recapture the bishop.
const BLUNDER: &str = "startpos moves 7g7f 3c3d 8h2b+ 9c9d";
/// Black mates, but later than with the best move.
const LONGER_MATE: &str = "sfen ln5+R1/6+P1p/1ppp+N2G1/p4gssk/4pg1pn/P1P3P2/1P1P4L/1RSb+p4/LK3s2+l b GN3Pbp 1 \
    moves N*2f";
/// Black drops the gold elsewhere.
const MATE_IN_ONE: &str = "sfen 8k/9/8P/9/9/9/9/9/K8 b G 1 moves G*5e";

#[test]
fn the_best_move_is_never_marked() {
    let review: GameReview = with_reviewer(|reviewer| {
        let mut game = game("startpos");
        // The game of the review itself, move by move: another search, of the next position, may
        // judge these moves worse than the search that preferred them.
        for _ in 0..12 {
            let best = reviewer.review_game(&game, |_, _| {}).unwrap().last_position().best();
            let last = game.last_node();
            let mut cursor = game.cursor();
            cursor.go_to(last);
            cursor.play(best.unwrap()).unwrap();
        }
        reviewer.review_game(&game, |_, _| {}).unwrap()
    });
    assert_eq!(review.moves.len(), 12);
    for judged in &review.moves {
        assert_eq!(judged.before.best(), Some(judged.mv));
        assert_eq!((judged.lost, judged.mark, judged.missed_mate), (0.0, None, None));
    }
    assert!(review.sides.iter().all(|side| side.accuracy() == Some(100.0)));
}

/// The command line reviews with a new engine, the board with one that has played.
#[test]
fn what_was_searched_before_changes_no_mark() {
    let game = game(BLUNDER);
    let [fresh, used] = with_reviewer(|reviewer| {
        let fresh = reviewer.review_game(&game, |_, _| {}).unwrap();
        let engine = &mut *reviewer.engine;
        engine.use_mate_presearch = false;
        engine.rule_options.draw_score = 900;
        engine.time_options.factor = 0.01;
        let position = rules::Position::start(games::by_name("shosu").unwrap());
        let limits = Limits { depth: Some(5), multi_pv: 3, ..Limits::default() };
        engine.search(&position, &limits, reviewer.control, &mut ());
        [fresh, reviewer.review_game(&game, |_, _| {}).unwrap()]
    });
    assert_eq!(fresh, used);
}

#[test]
fn reviews_are_reproducible_and_stop() {
    let game = game(BLUNDER);
    let reviews = with_reviewer(|reviewer| {
        let mut seen = Vec::new();
        let first = reviewer.review_game(&game, |_, judged| seen.push(judged.clone())).unwrap();
        assert_eq!(seen, first.moves);
        let second = reviewer.review_game(&game, |_, _| {}).unwrap();
        let control = reviewer.control;
        let stopped = reviewer.review_game(&game, |_, _| control.stop()).unwrap();
        assert_eq!(stopped.moves[..], first.moves[..1]);
        assert_eq!(reviewer.review_game(&game, |_, _| {}), None);
        [first, second]
    });
    assert_eq!(reviews[0], reviews[1]);
}

#[test]
fn a_mistake_shows_what_was_better_and_lets_one_try_again() {
    with_reviewer(|reviewer| {
        let mut record = game(BLUNDER);
        let last = record.last_node();
        record.notes_mut(last).comments.push("mine".into());
        let review = reviewer.review_game(&record, |_, _| {}).unwrap();
        let blunder = &review.moves[3];
        assert_eq!((blunder.mark, blunder.is_mistake()), (Some(Mark::Blunder), true));
        let parent = record.main_line().nth(2).unwrap();
        let position = record.position(parent);
        let mut judge = |mv| reviewer.judge_move(&position, blunder.before.clone(), mv);
        assert!(!judge(blunder.before.best().unwrap()).is_mistake());
        let again = judge(blunder.mv);
        assert_eq!((again.mark, again.is_mistake()), (Some(Mark::Blunder), true));
        // The better line is in the record, as a variation and in words.
        annotate(&mut record, &review, Format::Pgn);
        assert_eq!(record.variations(parent).len(), 1);
        let text = write(&record, Format::Pgn).unwrap().replace("\n", " ");
        assert!(text.contains("{Ozutsu: blunder, ") && text.contains("; best was "), "{text}");
        annotate(&mut record, &review, Format::Kif);
        let text = write(&record, Format::Kif).unwrap();
        assert!(text.contains("変化：4手") && !text.contains("blunder"), "{text}");
        // What the analysis says of the position is in one place, before the comments of people.
        let last = text.split_once("９四歩(93)").unwrap().1;
        let lines: Vec<_> = last.lines().skip(1).take(6).collect();
        let starts =
            ["*??", "*#評価値=", "*#深さ=", "*#読み筋=▲", "*mine", "*Ozutsu: 大悪手、勝率を"];
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{text}");
        }
        assert!(lines[5].contains("%下げました。最善手は△"), "{text}");
    });
}

#[test]
fn a_missed_mate_is_a_mistake_even_in_a_won_game() {
    let review = with_reviewer(|reviewer| reviewer.review_game(&game(MATE_IN_ONE), |_, _| {}));
    let review = review.unwrap();
    assert_eq!(review.moves[0].missed_mate, Some(1));
    assert!(review.moves[0].is_mistake());
    assert_eq!(review.sides[0].missed_mates, 1);
}

/// A shallow search of the position after the move does not see the mate.
#[test]
fn a_longer_mate_is_no_mistake() {
    let review = with_reviewer(|reviewer| {
        reviewer.limits = ReviewLimits { depth: Some(4), nodes: Some(2_000_000), time: None };
        reviewer.review_game(&game(LONGER_MATE), |_, _| {})
    });
    let review = review.unwrap();
    let judged = &review.moves[0];
    assert!(judged.before.mate_plies.is_some() && judged.before.best() != Some(judged.mv));
    let Score::Mate { winner: Color::Black, plies } = judged.after.evaluation.score else {
        panic!("{judged:?}")
    };
    assert_eq!((judged.after.line.len(), judged.after.mate_plies), (plies as usize, None));
    assert_eq!((judged.lost, judged.mark, judged.missed_mate), (0.0, None, None));
    assert_eq!(review.sides[0].accuracy(), Some(100.0));
}

#[test]
fn marks_of_people_stay_where_the_analysis_has_none() {
    let mut record = game(BLUNDER);
    let review = with_reviewer(|reviewer| reviewer.review_game(&record, |_, _| {}));
    let mut review = review.unwrap();
    let nodes: Vec<_> = record.main_line().collect();
    let blunder = Mark::Blunder.glyph();
    record.notes_mut(nodes[0]).glyphs.push(blunder);
    assert_eq!([0, 3].map(|ply| review.moves[ply].mark), [None, Some(Mark::Blunder)]);
    annotate(&mut record, &review, Format::Pgn);
    let mut glyphs = |ply: usize| record.notes_mut(nodes[ply]).glyphs.clone();
    assert_eq!([glyphs(0), glyphs(3)], [[blunder], [blunder]]);
    // Another analysis replaces the marks of this one alone.
    review.moves[3].mark = None;
    annotate(&mut record, &review, Format::Pgn);
    let mut glyphs = |ply: usize| record.notes_mut(nodes[ply]).glyphs.clone();
    assert_eq!((glyphs(0), glyphs(3)), (vec![blunder], Vec::new()));
}

#[test]
fn marks_of_people_stay_beside_a_missed_mate() {
    let mut record = game(MATE_IN_ONE);
    let review = with_reviewer(|reviewer| reviewer.review_game(&record, |_, _| {}));
    let mut review = review.unwrap();
    review.moves[0].mark = None;
    let node = record.last_node();
    record.notes_mut(node).glyphs.push(Mark::Mistake.glyph());
    for format in [Format::Pgn, Format::Pgn, Format::Kif, Format::Kif] {
        annotate(&mut record, &review, format);
        let notes = record.notes_mut(node);
        assert_eq!(notes.glyphs, [Mark::Mistake.glyph()]);
        assert!(notes.comments.iter().any(|comment| comment.starts_with("Ozutsu: ")));
    }
}
