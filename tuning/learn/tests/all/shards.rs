//! Games depend only on their seed, round-trip through text, and survive a killed run.

use crate::common::{built_in_games, fresh_path, quick_openings, quick_options, random_games};
use eval::{EvalSource, Evaluator};
use ozutsu_learn::depth_counts::DepthCounts;
use ozutsu_learn::game_files::{ScoredGame, SelfPlayEnd, SelfPlayWriter, read_games};
use ozutsu_learn::play::{
    GameOpenings, MoveSampler, Player, Relabeler, SelfPlayFile, SelfPlayOptions, SelfPlayProgress,
    SelfPlayer, label_by_teachers,
};
use rules::{Color, Rules};
use search::{Control, Engine, Limits};
use std::collections::HashSet;
use std::fs;
use std::process;

fn shard(rules: &'static Rules, games: u64, threads: usize) -> SelfPlayFile {
    SelfPlayFile { rules, options: quick_options(), seed: 7, games, threads }
}

#[test]
fn games_round_trip_through_text() {
    for rules in built_in_games() {
        let record = SelfPlayer::new(quick_options()).unwrap().play_game(rules, 5);
        assert!((8..=10).contains(&record.opening.len()));
        assert!(!record.moves.is_empty(), "{record}");
        let text = record.to_string();
        let read = ScoredGame::parse(&text).unwrap();
        assert_eq!(read.to_string(), text);
        assert_eq!((read.winner, read.end), (record.winner, record.end));
        assert_eq!((read.opening, read.moves), (record.opening, record.moves));
    }
}

#[test]
fn openings_of_good_moves_are_drawn() {
    let rules = games::by_name("shogi").unwrap();
    let sampler = MoveSampler { plies: 6..=8, nodes: 200, ..MoveSampler::default() };
    let openings = GameOpenings { sampler, ..quick_openings(0..=0) };
    let options = SelfPlayOptions { openings, ..quick_options() };
    let mut player = SelfPlayer::new(options.clone()).unwrap();
    let games: Vec<_> = (0..8).map(|seed| player.play_game(rules, seed).to_string()).collect();
    let mut openings = HashSet::new();
    for (seed, text) in (0..).zip(&games) {
        let again = SelfPlayer::new(options.clone()).unwrap().play_game(rules, seed);
        assert_eq!(again.to_string(), *text);
        let game = ScoredGame::parse(text).unwrap();
        assert!((6..=8).contains(&game.opening.len()));
        openings.insert(game.opening);
    }
    assert!(openings.len() > 6, "{openings:?}");
    // At temperature 0 the best moves are played, which do not depend on the seed.
    let sampler = MoveSampler { plies: 6..=6, temperature: 0.0, ..options.openings.sampler };
    let openings = GameOpenings { sampler, ..options.openings };
    let mut player = SelfPlayer::new(SelfPlayOptions { openings, ..options }).unwrap();
    assert_eq!(player.play_game(rules, 1).opening, player.play_game(rules, 2).opening);
}

/// A search that is stopped in an iteration has the score of the one before.
#[test]
fn relabelled_scores_are_of_completed_depths() {
    let rules = games::by_name("shogi").unwrap();
    let mut depths_seen = HashSet::new();
    for (mut game, nodes) in random_games(rules, 12, 3).into_iter().zip((300..).step_by(150)) {
        game.moves.truncate(1);
        let player = Player { soft_nodes: nodes, hard_nodes: nodes, ..Player::default() };
        let depths = Relabeler::new(&player).unwrap().relabel(&mut game, || false);
        let is_depth = |depth: &u32| {
            let mut counts = DepthCounts::default();
            counts.add(*depth);
            counts == depths
        };
        let depth = (1..20).find(is_depth).expect("a completed iteration");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut engine = Engine::on_calling_thread().unwrap().with_hash(16);
        let position = game.position_after_opening();
        let result = engine.search(&position, &limits, &Control::default(), &mut ());
        assert_eq!(i32::from(game.moves[0].score), result.score.raw(), "{nodes} nodes, {depth}");
        depths_seen.insert(depth);
    }
    assert!(depths_seen.len() > 1, "{depths_seen:?}");
}

#[test]
fn the_number_of_threads_does_not_change_a_shard() {
    let rules = games::by_name("cannonshogi").unwrap();
    let (one, two) = (fresh_path("one.txt"), fresh_path("two.txt"));
    shard(rules, 6, 1).play_missing(&one, |_| true).unwrap();
    shard(rules, 6, 2).play_missing(&two, |_| true).unwrap();
    assert_eq!(fs::read_to_string(one).unwrap(), fs::read_to_string(two).unwrap());
}

#[test]
fn a_shard_of_a_killed_run_is_completed() {
    let rules = games::by_name("shogi").unwrap();
    for name in ["killed.txt", "killed.games"] {
        let path = fresh_path(name);
        let [end_of_first, end_of_third] = [1, 3].map(|games| {
            shard(rules, games, 1).play_missing(&path, |_| true).unwrap();
            fs::metadata(&path).unwrap().len() as usize
        });
        shard(rules, 5, 2).play_missing(&path, |_| true).unwrap();
        let complete = fs::read(&path).unwrap();
        fs::write(&path, &complete[..end_of_third - 10]).unwrap();
        assert_eq!(read_games(&path).unwrap().len(), 2);
        let mut counts = Vec::new();
        let progress = shard(rules, 5, 1)
            .play_missing(&path, |progress| {
                counts.push((progress.games, progress.new_games));
                true
            })
            .unwrap();
        assert_eq!(fs::read(&path).unwrap(), complete);
        assert_eq!((progress.games, progress.new_games), (5, 3));
        assert_eq!(counts, [(2, 0), (3, 1), (4, 2), (5, 3)]);
        let again = shard(rules, 5, 1).play_missing(&path, |_| true).unwrap();
        assert_eq!(SelfPlayProgress { games: 5, ..SelfPlayProgress::default() }, again);
        // The first game of a killed run, and before it.
        for length in [0, 3, 30, 60] {
            fs::write(&path, &complete[..length]).unwrap();
            shard(rules, 1, 1).play_missing(&path, |_| true).unwrap();
            let first = &complete[..end_of_first];
            assert_eq!(fs::read(&path).unwrap(), first, "{name} from {length} bytes");
        }
    }
}

/// Two processes would store every game twice.
#[test]
fn a_file_that_another_process_writes_is_refused() {
    let rules = games::by_name("shogi").unwrap();
    let path = fresh_path("locked.games");
    let writer = SelfPlayWriter::open(&path, rules).unwrap();
    let error = shard(rules, 1, 1).play_missing(&path, |_| true).unwrap_err().to_string();
    let expected = format!("locked.games is in use by another process, number {}", process::id());
    assert!(error.ends_with(&expected), "{error}");
    drop(writer);
    shard(rules, 1, 1).play_missing(&path, |_| true).unwrap();
}

#[test]
fn damaged_and_foreign_packed_games_are_refused() {
    let rules = games::by_name("shogi").unwrap();
    let path = fresh_path("damaged.games");
    shard(rules, 2, 1).play_missing(&path, |_| true).unwrap();
    let sound = fs::read(&path).unwrap();
    let header = sound.iter().position(|&byte| byte == b'\n').unwrap();
    let error = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = read_games(&path).unwrap_err().to_string();
        // A writer keeps what it cannot read.
        assert!(SelfPlayWriter::open(&path, rules).is_err(), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
        error.split_once(".games, ").unwrap().1.to_owned()
    };
    for byte in [header + 2, header + 4, header + 5, header + 40, sound.len() - 1] {
        let mut damaged = sound.clone();
        damaged[byte] ^= 0x40;
        let error = error(&damaged);
        assert!(["game 1: damaged", "game 2: damaged"].contains(&&*error), "{byte}: {error}");
    }
    let text = String::from_utf8_lossy(&sound[..header]).into_owned();
    for (from, to, expected) in [
        (" 1 ", " 2 ", "packed games of version '2' are not supported"),
        ("shogi", "chess", "unknown game 'chess'; --rules FILE adds the games of a file"),
        (
            "shogi",
            "cannonshogi",
            "the games are of a game 'cannonshogi' with another board or other pieces",
        ),
        (" shogi", "", "expected a header of packed games"),
    ] {
        let bytes = [text.replace(from, to).as_bytes(), &sound[header..]].concat();
        assert_eq!(error(&bytes), format!("line 1: {expected}"));
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_kept() {
    let rules = games::by_name("shogi").unwrap();
    let path = fresh_path("foreign.txt");
    for content in ["notes", "notes\nwithout an end", "shosu\t1-0\trules\t\t\n", "shogitest\t"] {
        fs::write(&path, content).unwrap();
        let error = shard(rules, 1, 1).play_missing(&path, |_| true).unwrap_err();
        let expected = "foreign.txt: not a self-play file of shogi; choose another file";
        assert!(error.to_string().ends_with(expected), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    // The first game of a killed run.
    fs::write(&path, "sho").unwrap();
    shard(rules, 1, 1).play_missing(&path, |_| true).unwrap();
    assert_eq!(read_games(&path).unwrap().len(), 1);
}

#[test]
fn parse_errors_name_the_invalid_field() {
    let error = |line: &str| ScoredGame::parse(line).unwrap_err().to_string();
    assert_eq!(error("shogi"), "expected five fields: game, result, end, opening, moves");
    assert_eq!(
        error("chess\t1-0\trules\t\t"),
        "unknown game 'chess'; --rules FILE adds the games of a file"
    );
    assert_eq!(error("shogi\t2-0\trules\t\t"), "unknown result '2-0', expected 1-0, 0-1 or 1/2");
    assert_eq!(error("shogi\t1-0\ttimeout\t\t"), "unknown end reason 'timeout'");
    let invalid_move =
        |ply, text| format!("ply {ply}: '{text}' is not a legal move with a valid score");
    assert_eq!(error("shogi\t1-0\trules\t7g7f 7g7f\t"), invalid_move(2, "7g7f"));
    assert_eq!(error("shogi\t1-0\trules\t7g7f\t3c3d"), invalid_move(2, "3c3d"));
    assert_eq!(error("shogi\t1-0\trules\t7g7f\t3c3d:1 2g2f:x"), invalid_move(3, "2g2f:x"));
    let record = ScoredGame::parse("shogi\t1/2\tlength\t7g7f\t3c3d:-31").unwrap();
    assert_eq!((record.end, record.moves[0].score), (SelfPlayEnd::MaxPlies, -31));
}

#[test]
fn lines_of_match_logs_are_games_without_scores() {
    let parse = ScoredGame::parse_match;
    let line = |result, moves| format!("shogi\tone\ttwo\t{result}\tone resigns\t{moves}");
    let game = parse(&line("0-1", "startpos moves 7g7f 3c3d")).unwrap();
    assert_eq!((game.winner, game.end), (Some(Color::White), SelfPlayEnd::Match));
    let moves: Vec<_> =
        game.moves.iter().map(|mv| (game.rules.usi(mv.mv).to_string(), mv.score)).collect();
    assert_eq!(moves, [("7g7f".into(), 0), ("3c3d".into(), 0)]);
    assert_eq!(parse(&line("1/2-1/2", "startpos")).unwrap().winner, None);
    let error = |result, moves| parse(&line(result, moves)).unwrap_err().to_string();
    let unfinished = "expected a game from the start position with a result";
    assert_eq!(error("*", "startpos"), unfinished);
    assert_eq!(error("1-0", "sfen 8k/9/9/9/9/9/9/9/K8 b G 1"), unfinished);
    let illegal = error("1-0", "startpos moves 7g7f 7g7f");
    assert!(illegal.contains("7g7f"), "{illegal}");
}

#[test]
fn teachers_replace_scores_that_are_not_decided() {
    let teachers = [EvalSource::OfGame, EvalSource::Linear];
    let [mut replaced, mut kept] = [0, 0];
    for rules in built_in_games() {
        for old in random_games(rules, 3, 9) {
            let mut game = old.clone();
            label_by_teachers(&mut game, &teachers);
            let mut position = game.position_after_opening();
            for (scored, before) in game.moves.iter().zip(&old.moves) {
                assert_eq!(scored.mv, before.mv);
                if before.score.abs() >= 4_000 {
                    assert_eq!(scored.score, before.score);
                    kept += 1;
                } else {
                    let [first, second] = teachers.each_ref().map(|teacher| {
                        let (parameters, network) = teacher.resolve(rules);
                        let board = position.board();
                        Evaluator::new(parameters, network, board).evaluate(board)
                    });
                    assert_eq!(i32::from(scored.score), (first + second) / 2);
                    replaced += 1;
                }
                position.do_move(scored.mv);
            }
        }
    }
    assert!(replaced > 100 && kept > 10, "{replaced}, {kept}");
}
