//! Random games of every game are written in every format and read back.

use rand::prelude::*;
use rand::rngs::StdRng;
use records::EndReason::{self, *};
use records::{
    Drawing, DrawingColor, Evaluation, Format, GameEnd, GameRecord, GameResult, Hints, NodeId,
    Notes, Score, read, read_text, tags, write, write_all,
};
use rules::{Color, Position, Rules};
use std::path::Path;
use std::time::Duration;

/// What a format can express.
#[derive(Clone, Copy, Default)]
struct Abilities {
    tags: bool,
    variations: bool,
    comments: bool,
    bookmarks: bool,
    glyphs: bool,
    drawings: bool,
    times: bool,
    clocks: bool,
    /// Numbers of start positions other than 1.
    move_numbers: bool,
    evaluations: bool,
    /// Ends of variations.
    inner_ends: bool,
    end_times: bool,
}

const ALL: Abilities = Abilities {
    tags: true,
    variations: true,
    comments: true,
    bookmarks: true,
    glyphs: true,
    drawings: false,
    times: true,
    clocks: true,
    move_numbers: true,
    evaluations: true,
    inner_ends: true,
    end_times: true,
};

fn random_notes(rng: &mut StdRng, rules: &Rules, can: Abilities) -> Notes {
    let mut notes = Notes::default();
    if can.comments && rng.random_bool(0.2) {
        let texts = [
            "a good move",
            "好手です。",
            "& so on",
            "see the diagram [a], (b) and +1",
            "二枚、100手",
            // As programs write scores, times and marks.
            "#評価値=55",
            "* 108",
            "+0.31/9 5s",
            "?!",
            "#深さ=3",
        ];
        notes.comments =
            (0..rng.random_range(1..3)).map(|_| (*texts.choose(rng).unwrap()).to_owned()).collect();
    }
    if can.bookmarks && rng.random_bool(0.1) {
        notes.bookmarks.push("序盤".to_owned());
    }
    if can.glyphs && rng.random_bool(0.1) {
        notes.glyphs.push(rng.random_range(1..20));
    }
    if can.drawings && rng.random_bool(0.2) {
        let squares: Vec<_> = rules.board_squares().into_iter().collect();
        let [circles, arrows] = [rng.random_range(0..3), rng.random_range(0..3)];
        // Formats write the circles first.
        for index in 0..circles + arrows {
            notes.drawings.push(Drawing {
                color: *DrawingColor::ALL.choose(rng).unwrap(),
                from: *squares.choose(rng).unwrap(),
                to: (index >= circles).then(|| *squares.choose(rng).unwrap()),
            });
        }
    }
    if can.times && rng.random_bool(0.7) {
        notes.elapsed = Some(Duration::from_millis(rng.random_range(0..5_000_000)));
    }
    if can.clocks && rng.random_bool(0.2) {
        notes.clock = Some(Duration::from_millis(rng.random_range(0..10_000_000)));
    }
    if can.evaluations && rng.random_bool(0.4) {
        let score = match rng.random_range(0..3) {
            0 => Score::Mate {
                winner: *Color::BOTH.choose(rng).unwrap(),
                plies: rng.random_range(1..30),
            },
            _ => Score::Centipawns(rng.random_range(-3000..3000)),
        };
        let depth = rng.random_bool(0.5).then(|| rng.random_range(1..40));
        notes.evaluation = Some(Evaluation { score, depth });
    }
    notes
}

/// Returns a random record with what the format can express.
fn random_record(rules: &'static Rules, seed: u64, can: Abilities) -> GameRecord {
    let mut rng = StdRng::seed_from_u64(seed);
    let start = match seed % 4 {
        0 => {
            let handicaps: Vec<_> = records::handicaps(rules).collect();
            Position::from_sfen(rules, &handicaps.choose(&mut rng).unwrap().sfen).unwrap()
        }
        1 => {
            let mut position = Position::start(rules);
            for _ in 0..rng.random_range(1..100) {
                let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
                position.do_move(mv);
            }
            position
        }
        _ => Position::start(rules),
    };
    let board = start.sfen().to_string();
    let board = board.rsplit_once(' ').unwrap().0;
    let start = if can.move_numbers { start } else { Position::from_sfen(rules, board).unwrap() };
    let mut record = GameRecord::new(&start);
    if can.tags {
        record.tags.set(tags::BLACK, "Alice \"A\" \\ 先手");
        record.tags.set(tags::WHITE, "Bob");
        record.tags.set(tags::EVENT, "名人戦 第1局");
        record.tags.set(tags::DATE, "2026/01/02 10:00:00");
        record.tags.set(tags::END_DATE, "2026/01/02 11:00:00");
        record
            .tags
            .set(tags::TIME_CONTROL, ["600+10", "600 byoyomi 30", "40/9000"][seed as usize % 3]);
        record.tags.set("Remark", "anything: at all");
    }
    let can_root =
        Abilities { comments: can.comments, drawings: can.drawings, ..Abilities::default() };
    let root = random_notes(&mut rng, rules, can_root);
    *record.notes_mut(NodeId::ROOT) = root;
    let mut cursor = record.cursor();
    let length = rng.random_range(0..160);
    let mut main = 0;
    for step in 0..length {
        if can.variations && main > 0 && rng.random_bool(0.05) {
            let node = cursor.node();
            let ply = cursor.record().node(node).ply();
            cursor.go_to_ply(rng.random_range(0..=ply));
        }
        let Some(&mv) = cursor.position().legal_moves().choose(&mut rng) else { break };
        let before = cursor.record().move_count();
        cursor.play(mv).unwrap();
        if cursor.record().move_count() > before {
            *cursor.notes_mut() = random_notes(&mut rng, rules, can);
        }
        main = step + 1;
    }
    let last = record.last_node();
    let mut ids = vec![last];
    if can.inner_ends {
        let inner = record.position(last).ply();
        // The last node of any variation of the first move.
        let mut id = NodeId::ROOT;
        while let Some(&child) = record.node(id).children().last() {
            id = child;
        }
        if inner > 0 {
            ids.push(id);
        }
    }
    for id in ids {
        let side = record.position(id).side();
        let ends: [(EndReason, GameResult); 19] = [
            (Resignation, GameResult::Win(!side)),
            (Unknown, GameResult::Win(!side)),
            (Unknown, GameResult::Win(side)),
            (Mate, GameResult::Win(!side)),
            (TimeForfeit, GameResult::Win(!side)),
            (TimeForfeit, GameResult::Win(side)),
            (IllegalMove, GameResult::Win(!side)),
            (IllegalMove, GameResult::Win(side)),
            (Repetition, GameResult::Draw),
            (Repetition, GameResult::Win(side)),
            (NoLegalMove, GameResult::Draw),
            (GoalReached, GameResult::Win(!side)),
            (Impasse, GameResult::Draw),
            (Declaration, GameResult::Win(side)),
            (Interruption, GameResult::Unknown),
            (MoveLimit, GameResult::Draw),
            (NoLegalMove, GameResult::Win(!side)),
            (PerpetualCheck, GameResult::Win(side)),
            (Adjudication, GameResult::Win(side)),
        ];
        let &(reason, result) = ends.choose(&mut rng).unwrap();
        let mut end = GameEnd::new(result, reason);
        // KIF has the time beside the reason.
        if can.end_times && reason != Unknown && rng.random_bool(0.5) {
            end.elapsed = Some(Duration::from_millis(rng.random_range(0..200_000)));
        }
        record.notes_mut(id).end = Some(end);
    }
    // A variation shows how the game could have gone on.
    if can.variations && seed.is_multiple_of(3) && last != NodeId::ROOT {
        let mut cursor = record.cursor();
        cursor.go_to(last);
        for _ in 0..rng.random_range(1..4) {
            let Some(&mv) = cursor.position().legal_moves().choose(&mut rng) else { break };
            cursor.play(mv).unwrap();
            *cursor.notes_mut() = random_notes(&mut rng, rules, can);
        }
    }
    record
}

/// Writes and reads random records; `prepare` removes what the format cannot express in some games.
fn round_trip(format: Format, can: Abilities, games: &[&str], prepare: fn(&mut GameRecord)) {
    for (number, rules) in games::all().filter(|rules| games.contains(&rules.name())).enumerate() {
        for seed in 0..40 {
            let mut record = random_record(rules, 1000 * number as u64 + seed, can);
            prepare(&mut record);
            let text = write(&record, format).unwrap();
            let hints = Hints { rules: Some(rules), ..Hints::default() };
            // KIF and KI2 in Shift_JIS.
            let file = Path::new("game").with_extension(format.extension());
            let games = read(&format.encode(text.clone(), &file).0, &hints)
                .unwrap_or_else(|error| panic!("{} {seed}: {error}\n{text}", rules.name()));
            assert_eq!(games.len(), 1);
            if games[0] != record {
                let again = write(&games[0], format).unwrap();
                panic!("{} {seed}: {text}\nand read back: {again}", rules.name());
            }
        }
    }
}

fn all_games() -> Vec<&'static str> {
    games::names().collect()
}

#[test]
fn kif_keeps_everything() {
    round_trip(Format::Kif, ALL, &all_games(), |_| {});
}

#[test]
fn ki2_keeps_all_but_times() {
    let can = Abilities { times: false, end_times: false, ..ALL };
    round_trip(Format::Ki2, can, &all_games(), |_| {});
}

#[test]
fn csa_keeps_the_main_line() {
    let can = Abilities {
        variations: false,
        bookmarks: false,
        inner_ends: false,
        move_numbers: false,
        ..ALL
    };
    round_trip(Format::Csa, can, &["shogi"], resign_where_csa_is_vague);
}

/// CSA cannot tell why some games ended.
fn resign_where_csa_is_vague(record: &mut GameRecord) {
    for id in
        (0..=record.move_count()).filter_map(|index| record.node_id(index)).collect::<Vec<_>>()
    {
        let side = record.position(id).side();
        if let Some(end) = &mut record.notes_mut(id).end {
            let is_vague = matches!(
                (end.reason, end.result),
                (NoLegalMove | Adjudication | PerpetualCheck | GoalReached | Unknown, _)
                    | (TimeForfeit | Repetition, GameResult::Win(_))
            );
            if is_vague {
                (end.reason, end.result) = (Resignation, GameResult::Win(!side));
            }
        }
    }
}

#[test]
fn jkf_keeps_everything() {
    let can = Abilities { bookmarks: false, move_numbers: false, ..ALL };
    round_trip(Format::Jkf, can, &["shogi"], resign_where_csa_is_vague);
}

#[test]
fn pgn_keeps_everything() {
    let can =
        Abilities { bookmarks: false, drawings: true, inner_ends: false, end_times: false, ..ALL };
    round_trip(Format::Pgn, can, &all_games(), |_| {});
}

#[test]
fn game_courier_keeps_the_main_line() {
    let can = Abilities {
        variations: false,
        bookmarks: false,
        drawings: true,
        inner_ends: false,
        end_times: false,
        ..ALL
    };
    round_trip(Format::GameCourier, can, &all_games(), |_| {});
}

#[test]
fn usi_keeps_the_moves() {
    round_trip(Format::Usi, Abilities::default(), &all_games(), |record| {
        let last = record.last_node();
        record.notes_mut(last).end = None;
    });
}

/// Whatever game the reader takes for the default, files name theirs.
#[test]
fn files_of_games_in_any_order_are_read_back() {
    let of_game = |seed: u64, rules: &'static Rules| {
        // A few bare moves, which can be written in every format.
        let moves = random_record(rules, seed, Abilities::default());
        let mut record = GameRecord::new(moves.start());
        let mut cursor = record.cursor();
        for mv in moves.moves().take(20) {
            cursor.play(mv).unwrap();
        }
        record
    };
    let games: Vec<_> = games::all().zip(0..).map(|(rules, seed)| of_game(seed, rules)).collect();
    let all_rules = Vec::from_iter(games::all());
    let mut defaults = all_rules.iter().cycle();
    let mut files: Vec<Vec<GameRecord>> = games.iter().map(|game| vec![game.clone()]).collect();
    for first in &games {
        for second in &games {
            files.push(vec![first.clone(), second.clone()]);
            files.push(vec![first.clone(), second.clone(), first.clone(), games[0].clone()]);
        }
    }
    for format in [Format::Usi, Format::Pgn, Format::MatchLog, Format::GameCourier] {
        for file in &files {
            let text = write_all(file, format).unwrap();
            // Any game is the default of some files of every format.
            for &default in defaults.by_ref().take(2) {
                let hints = Hints { rules: Some(default), ..Hints::default() };
                assert_eq!(&read_text(&text, &hints).unwrap(), file, "{}: {text}", default.name());
            }
        }
    }
}

#[test]
fn match_logs_keep_names_and_results() {
    round_trip(Format::MatchLog, Abilities::default(), &all_games(), |record| {
        record.tags.set(tags::BLACK, "A");
        record.tags.set(tags::WHITE, "B 2");
    });
}
