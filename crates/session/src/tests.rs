//! Tests of sessions by their lines: lines in, lines out. The tests play the engine.

use crate::backend::Flow;
use crate::language::Language;
use crate::output::Output;
use crate::player::{Answer, SearchRequest};
use crate::session::Session;
use crate::task::{SearchDisplay, Task};
use eval::EvalSource;
use records::GameResult;
use rules::{Color, Move, SplitMix64};
use std::fs;
use std::mem;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// A terminal of 60 columns that keeps its text, whether a protocol has begun, and the language of the person.
#[derive(Clone, Default)]
struct Terminal(Arc<Mutex<String>>, Arc<Mutex<bool>>, Language);

impl Output for Terminal {
    fn print_line(&self, line: String) {
        self.draw(line + "\n");
    }

    fn draw(&self, text: String) {
        *self.0.lock().unwrap() += &anstream::adapter::strip_str(&text).to_string();
    }

    fn terminal_width(&self) -> Option<usize> {
        (!*self.1.lock().unwrap()).then_some(60)
    }

    fn language(&self) -> Language {
        self.2
    }

    fn begin_protocol(&self) {
        *self.1.lock().unwrap() = true;
    }
}

struct Person {
    session: Session,
    terminal: Terminal,
}

impl Person {
    fn new(game: &str) -> Self {
        Self::speaking(game, Language::English)
    }

    fn speaking(game: &str, language: Language) -> Self {
        let terminal = Terminal(Arc::default(), Arc::default(), language);
        let rules = games::by_name(game).unwrap();
        let session = Session::new(rules, Box::new(terminal.clone()));
        Self { session, terminal }
    }

    /// Types lines. Returns the text on the terminal.
    fn type_lines(&mut self, lines: &str) -> String {
        for line in lines.lines() {
            self.session.handle_line(line);
            if line != "stop" {
                self.answer_stopped();
            }
        }
        let text = mem::take(&mut *self.terminal.0.lock().unwrap());
        assert!(!text.contains("info string"), "{text}");
        text
    }

    /// Answers the search under way with a move. Returns the text on the terminal.
    fn answer(&mut self, usi: &str) -> String {
        let best = self.session.backend.options.variant.parse_usi(usi).unwrap();
        self.answer_with(Answer::Move { best, ponder: None })
    }

    fn answer_with(&mut self, answer: Answer) -> String {
        self.search().expect("a search is under way");
        self.session.finish_task(Ok(Some(answer)));
        self.type_lines("")
    }

    /// Ends the tasks before the search under way, and returns that.
    fn search(&mut self) -> Option<(SearchRequest, SearchDisplay)> {
        loop {
            if let Task::Search { request, display } = &*self.session.next_task()? {
                return Some(((**request).clone(), *display));
            }
            self.session.finish_task(Ok(None));
        }
    }

    /// Answers the searches that a command has stopped with a legal move.
    fn answer_stopped(&mut self) {
        while let Some((request, _)) = self.search()
            && request.control.is_stopped()
        {
            let best = request.position.legal_moves().first().copied();
            let answer = best.map_or(Answer::Resign, |best| Answer::Move { best, ponder: None });
            self.session.finish_task(Ok(Some(answer)));
        }
    }

    fn is_searching(&mut self) -> bool {
        self.search().is_some()
    }

    /// Returns the moves that were played.
    fn moves(&self) -> String {
        let rules = self.session.backend.options.variant;
        let moves = self.session.backend.position.moves().map(|mv| rules.usi(mv).to_string());
        moves.collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn the_engine_answers_for_the_side_that_it_plays() {
    let mut person = Person::new("shogi");
    assert_eq!(person.type_lines("play white"), "The engine plays White.\n");
    assert!(!person.is_searching());
    let text = person.type_lines("7g7f");
    assert_eq!(text, "Black played 7g7f (P-7f).\nWhite is thinking ...\n");
    // The engine's turn is not the person's.
    let text = person.type_lines("3c3d");
    assert!(text.contains("it is White's turn"), "{text}");
    let text = person.answer("8c8d");
    assert!(text.starts_with("White played 8c8d (P-8d).\n  △ White, in hand: none\n"), "{text}");
    assert_eq!(person.moves(), "7g7f 8c8d");
    assert!(!person.is_searching());
    person.type_lines("2g2f");
    person.answer("3c3d");
    // The answer is taken back with the move.
    person.type_lines("undo");
    assert_eq!(person.moves(), "7g7f 8c8d");
    person.type_lines("undo 2");
    assert_eq!(person.moves(), "7g7f 8c8d", "only one is left");
    // So is a move that is not yet answered.
    person.type_lines("2g2f\nundo");
    assert_eq!(person.moves(), "7g7f 8c8d");
    assert!(!person.is_searching());
    person.type_lines("play black");
    assert_eq!(person.answer("2g2f").lines().next(), Some("Black played 2g2f (P-2f)."));
    person.type_lines("play none\n4a3b");
    assert!(!person.is_searching());
    person.session.handle_line("usi");
    assert_eq!(person.session.person.engine_plays, [false; 2]);
    person.session.handle_line("8c8d");
    let text = mem::take(&mut *person.terminal.0.lock().unwrap());
    assert!(text.contains("info string move 1, '8c8d': "), "{text}");
}

#[test]
fn the_engine_plays_against_itself_until_it_is_stopped() {
    let mut person = Person::new("shogi");
    person.type_lines("play both");
    person.answer("7g7f");
    person.answer("3c3d");
    let text = person.type_lines("stop");
    assert!(text.starts_with("The engine plays no side"), "{text}");
    person.answer("2g2f");
    assert_eq!(person.moves(), "7g7f 3c3d 2g2f");
    assert!(!person.is_searching());
    assert!(!person.session.handle_interrupt());
}

#[test]
fn the_end_of_a_game_names_the_winner_and_what_can_be_done() {
    let mut person = Person::new("shogi");
    let text = person.type_lines("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nG*5b");
    assert!(text.ends_with(
        "\nBlack wins: White is mated. Type 'undo' to go back, 'new'\n\
         for another game, or 'save FILE' to keep this one.\n"
    ));
    assert_eq!(person.type_lines("go"), "The game is over. Black wins: White is mated.\n");
    assert_eq!(person.type_lines("hint"), "The game is over. Black wins: White is mated.\n");
    assert!(!person.is_searching());
    let text = person.type_lines("d");
    assert!(text.contains("\nState: mate\nResult: Black wins\n"), "{text}");
    let text = person.type_lines("position sfen 4k4/9/9/9/9/9/9/9/4R3K w - 1");
    assert!(text.ends_with("\nCheck.\n"), "{text}");
}

#[test]
fn a_person_claims_an_impasse() {
    let mut person = Person::new("shogi");
    assert_eq!(person.type_lines("claim").trim(), "Nothing can be claimed now.");
    let position = "position sfen +L+NSGKGS+N+L/1R5B1/PPPPPPPPP/9/9/9/9/4k4/9 b RB2g2s2n2l9p 1";
    person.type_lines(position);
    let text = person.type_lines("claim");
    assert!(text.starts_with("Black wins: White loses by declaration."), "{text}");
    person.type_lines("undo");
    assert_eq!(person.session.person.end, None);
}

#[test]
fn a_person_or_the_engine_can_resign() {
    let mut person = Person::new("shogi");
    let text = person.type_lines("play white\n7g7f\nresign");
    let end = "\nWhite wins: Black resigns. Type 'undo' to go back, 'new' for";
    assert!(text.contains(end), "{text}");
    assert!(!person.is_searching());
    let text = person.type_lines("2g2f");
    assert!(text.starts_with("The game is over. White wins: Black resigns."), "{text}");
    assert_eq!(person.moves(), "7g7f");
    // The engine thinks again.
    person.type_lines("undo");
    let text = person.answer_with(Answer::Resign);
    assert!(text.starts_with("Black wins: White resigns."), "{text}");
    person.type_lines("undo");
    let text = person.answer_with(Answer::Win);
    assert!(text.starts_with("White wins: Black loses by declaration."), "{text}");
    person.type_lines("new\nplay none\nresign");
    assert_eq!(person.session.person.end.as_ref().unwrap().result, GameResult::Win(Color::White));
    person.type_lines("new");
    assert_eq!(person.session.person.end, None);
}

#[test]
fn levels_weaken_moves_but_not_hints() {
    let mut person = Person::new("shogi");
    let text = person.type_lines("level 3\nlevel elo 1200\nlevel\nlevel 21\nlevel elo\nlevel x");
    assert_eq!(
        text,
        "The engine plays at level 3 of 20.\n\
         The engine plays with a rating of 1200.\n\
         The engine plays with a rating of 1200.\n\
         level: invalid number '21': expected 0 to 20\n\
         level: expected a number from 600 to 3000 after elo\n\
         level: invalid number 'x': expected 0 to 20\n"
    );
    let text = person.type_lines("level 0\nhint");
    assert!(text.ends_with("\nThinking ...\n"), "{text}");
    let (request, display) = person.search().unwrap();
    assert_eq!((request.options.skill(), display), (None, SearchDisplay::Nothing));
    assert_eq!(person.answer("7g7f"), "Hint: P-7f (7g7f)\n");
    person.type_lines("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nhint");
    assert_eq!(person.answer("G*5b"), "Hint: G*5b\n");
    person.type_lines("new");
    assert_eq!(person.moves(), "");
    person.type_lines("go");
    assert_ne!(person.search().unwrap().0.options.skill(), None);
    // A hint that another command stops is not shown.
    person.type_lines("hint");
    let text = person.type_lines("new");
    assert!(!text.contains("Hint"), "{text}");
}

#[test]
fn handicaps_are_named_after_the_game_or_alone() {
    let mut person = Person::new("cannonshogi");
    let text = person.type_lines("new shogi rook and bishop");
    assert!(text.starts_with("New game of Shogi, handicap rook and bishop.\n"), "{text}");
    let sfen = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(person.session.backend.position.sfen().to_string(), sfen);
    person.type_lines("play white\nnew Rook");
    assert!(person.is_searching(), "White moves first");
    let before = person.session.backend.position.sfen().to_string();
    let text = person.type_lines("new shogi queen\nnew shogo");
    assert!(text.contains("unknown handicap 'queen'. Handicaps in shogi: left\nlance;"), "{text}");
    assert!(text.ends_with("mean 'shogi'?)\n"), "{text}");
    assert_eq!(person.session.backend.position.sfen().to_string(), before);
}

#[test]
fn kept_games_are_listed_in_the_language_of_the_person() {
    let folder = tempfile::tempdir().unwrap();
    let mut person = Person::speaking("shogi", Language::Japanese);
    person.session.keep_games(folder.path().into());
    person.type_lines("7g7f\nnew");
    let text = person.type_lines("recent");
    assert!(text.contains("\nrecent 1 で一局目に戻ります。"), "{text}");
}

#[test]
fn errors_are_plain_text() {
    let mut person = Person::new("shogi");
    for (line, expected) in [
        ("8c8d", "'8c8d' cannot be played: the piece belongs to the opponent\n"),
        ("udno", "unknown command 'udno'; did you mean 'undo'?\n"),
        ("og", "unknown command 'og'; did you mean 'go'?\n"),
        ("nwe", "unknown command 'nwe'; did you mean 'new'?\n"),
        ("play red", "play: invalid side 'red': expected black, white, both or\nnone\n"),
        ("bench 0", "bench: invalid depth '0': expected a number of at least 1\n"),
        ("help udno", "unknown command 'udno'; did you mean 'undo'?\n"),
    ] {
        assert_eq!(person.type_lines(line), expected, "{line}");
    }
    let text = person.type_lines("setoption name UCI_Variant value shosu");
    assert!(text.contains("Black to move") && !text.contains("startpos"), "{text}");
}

/// Some Windows shells send the mark before the first line.
#[test]
fn a_faulty_go_after_a_byte_order_mark_is_explained() {
    let mut person = Person::new("shogi");
    let text = person.type_lines("\u{feff}go dpeth 3");
    assert!(text.starts_with("go: unknown limit 'dpeth'; no search is started;"), "{text}");
    assert!(person.type_lines("\u{feff}GO dpeth 3").starts_with("go: unknown limit"));
    let text = person.type_lines("\u{feff}setoption");
    assert!(text.starts_with("setoption: expected 'setoption name NAME"), "{text}");
    assert!(!person.is_searching());
    person.session.handle_line("usi");
    person.session.handle_line("\u{feff}go depth");
    let text = mem::take(&mut *person.terminal.0.lock().unwrap());
    assert!(text.ends_with("; searching to depth 4\n"), "{text}");
}

#[test]
fn every_go_of_a_program_starts_a_search_that_ends() {
    for (line, is_mate_search, moves) in [
        ("go depth", false, 0),
        ("go depth abc", false, 0),
        ("go movetime nan", false, 0),
        ("go btime", false, 0),
        ("go perft", false, 0),
        ("go mate soon", true, 0),
        ("go nodes x searchmoves 7g7f", false, 1),
    ] {
        let mut person = Person::new("shogi");
        person.session.handle_line("usi");
        person.session.handle_line(line);
        let (request, _) = person.search().expect(line);
        assert!(request.limits.has_limit() && !request.limits.infinite, "{line}");
        let found = (request.is_mate_search, request.limits.search_moves.len());
        assert_eq!(found, (is_mate_search, moves), "{line}");
    }
}

#[test]
fn a_program_need_not_send_usi() {
    const THREE_SECONDS: Option<Duration> = Some(Duration::from_secs(3));
    for first in ["usinewgame", "position startpos"] {
        let mut person = Person::new("shogi");
        // In a pipe.
        person.terminal.begin_protocol();
        person.session.handle_line(first);
        person.session.handle_line("go btime 1000.5 wtime 1000 byoyomi 10");
        assert!(person.search().expect(first).0.limits.clock.is_some());
        person.answer("7g7f");
        person.session.handle_line("go");
        assert!(person.search().unwrap().0.limits.infinite, "{first}");
        person.answer("7g7f");
        assert_eq!(person.moves(), "", "{first}");
        // A person at a pipe.
        person.session.handle_line("new");
        person.session.handle_line("go");
        assert_eq!(person.search().unwrap().0.limits.move_time, THREE_SECONDS, "{first}");
        let mut person = Person::new("shogi");
        person.type_lines(first);
        person.type_lines("go");
        assert_eq!(person.search().unwrap().0.limits.move_time, THREE_SECONDS, "{first}");
        assert!(person.type_lines("go fast").contains("unknown limit"));
    }
}

#[test]
fn a_mistyped_line_does_not_stop_a_search() {
    for line in ["undo 9", "undo x", "position startps", "position startpos moves 7g7e"] {
        let mut person = Person::new("shogi");
        person.type_lines("play white\n7g7f");
        assert!(!person.type_lines(line).is_empty(), "{line}");
        person.answer("3c3d");
        assert_eq!(person.moves(), "7g7f 3c3d", "{line}");
    }
    let mut person = Person::new("shogi");
    let text = person.type_lines("go\n7g7e");
    assert!(text.contains("'7g7e' cannot be played"), "{text}");
    person.answer("7g7f");
    assert_eq!(person.moves(), "7g7f");
    // Valid lines stop it.
    person.type_lines("go\nundo");
    assert!(!person.is_searching());
    assert_eq!(person.moves(), "");
}

#[test]
fn searches_that_people_wait_for_finish_after_the_end_of_input() {
    // At the end of the input nobody plays on, so the engine only shows its move.
    for (line, expected) in [("go", ""), ("hint", "Hint: P-7f (7g7f)\n")] {
        let mut person = Person::new("shogi");
        person.type_lines(line);
        person.session.end_input();
        let (request, _) = person.search().unwrap();
        assert_eq!(request.limits.move_time, Some(Duration::from_secs(3)));
        assert!(!request.control.is_stopped() && !person.session.has_ended(), "{line}");
        assert_eq!((person.answer("7g7f"), person.moves()), (expected.into(), String::new()));
        assert!(person.session.has_ended());
    }
}

#[test]
fn readyok_comes_after_the_end_of_input() {
    let mut person = Person::new("shogi");
    person.type_lines("usi");
    person.session.handle_line("isready");
    person.session.end_input();
    assert!(person.session.is_client_waiting() && !person.session.has_ended());
    person.session.finish_task(Ok(None));
    assert!(person.session.has_ended());
}

#[test]
fn people_see_searches_as_a_table() {
    for (first_line, expected) in [
        ("d", SearchDisplay::Table(60)),
        ("usi", SearchDisplay::Lines),
        ("uci", SearchDisplay::Lines),
    ] {
        let mut person = Person::new("shogi");
        person.session.handle_line(first_line);
        person.session.handle_line("go depth 1");
        assert_eq!(person.search().unwrap().1, expected, "{first_line}");
    }
}

#[test]
fn isready_after_gameover_clears_the_last_game() {
    let mut session = Person::new("shogi").session;
    // Handles lines and finishes their tasks. Returns for each task whether it is `NewGame`.
    let mut tasks = |lines: &str| {
        lines.lines().for_each(|line| assert_eq!(session.handle_line(line), Flow::Continue));
        let mut are_new_games = Vec::new();
        while let Some(task) = session.next_task() {
            are_new_games.push(matches!(*task, Task::NewGame));
            session.finish_task(Ok(None));
        }
        are_new_games
    };
    assert_eq!(tasks("usi\ngameover win\nisready"), [true, false]);
    assert_eq!(tasks("isready"), [false], "only once");
    assert_eq!(tasks("gameover\ngo depth 1"), [false]);
    assert_eq!(tasks("isready"), [false], "a new game has started");
}

#[test]
fn another_game_is_set_up_before_go() {
    let mut session = Person::new("shogi").session;
    for line in ["usi", "setoption name UCI_Variant value shosu", "setoption name EvalFile value"] {
        session.handle_line(line);
        let task = session.next_task();
        let is_set_up = matches!(task.as_deref(), Some(Task::SetUp { prints_readyok: false, .. }));
        assert_eq!(is_set_up, line != "usi", "{line}");
        session.finish_task(Ok(None));
    }
}

#[test]
fn options_set_during_a_search_are_applied_before_the_next_go() {
    let mut session = Person::new("shogi").session;
    for line in ["usi", "go infinite", "setoption name USI_Hash value 2", "isready"] {
        session.handle_line(line);
    }
    assert!(!session.is_client_waiting(), "readyok does not wait for the search");
    session.finish_task(Ok(None));
    let task = session.next_task();
    let Some(Task::SetUp { options, prints_readyok: false }) = task.as_deref() else {
        panic!("{task:?}")
    };
    assert_eq!(options.hash, 2);
}

#[test]
fn a_ponderhit_stops_only_a_search_without_an_end() {
    for (line, is_stopped) in [("go ponder", true), ("go ponder mate", false)] {
        let mut person = Person::new("shogi");
        for line in ["usi", line, "ponderhit"] {
            person.session.handle_line(line);
        }
        let (request, _) = person.search().expect(line);
        assert_eq!(request.control.is_stopped(), is_stopped, "{line}");
    }
}

#[test]
fn the_greeting_names_the_evaluation_beside_the_rules_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("greeted.toml");
    let text = include_str!("../../rules/examples/minicannon.toml");
    fs::write(&file, text.replace("\"minicannon\"", "\"greeted\"")).unwrap();
    let rules = games::load(&file).games[0];
    let greeting = || crate::greeting(rules, Language::English, 1_000);
    assert!(!greeting().contains("The engine plays with"), "{}", greeting());
    let eval = file.with_extension("eval");
    fs::write(&eval, EvalSource::OfGame.to_file(rules).to_bytes()).unwrap();
    assert!(greeting().ends_with(" The engine plays with greeted.eval."), "{}", greeting());
    // It is not used.
    fs::write(&eval, "tempo").unwrap();
    assert!(!greeting().contains("The engine plays with"), "{}", greeting());
}

#[test]
fn a_session_survives_random_commands() {
    const LINES: &str = "go\ngo infinite\ngo mate\nhint\nstop\nplay black\nplay white\nplay both\nplay none\nundo\n\
        undo 2\nundo 7\nclaim\nresign\nnew\nnew shogi\nnew shosu rook\nnew bishop\nlevel 3\nlevel elo 900\nd\nmoves\nhelp\n\
        help new\nposition startpos\nposition sfen 8k/9/8P/9/9/9/9/9/K8 b G 1 moves G*1b\nload /none.kif\nsave\nhlep\n\
        recent\npieces\npiece pawn\nrules\nkanji\nkanji off\n同歩";
    let lines: Vec<&str> = LINES.lines().collect();
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
        let languages = [Language::English, Language::Japanese, Language::Traditional];
        let mut person = Person::speaking("shogi", languages[seed as usize % 3]);
        for _ in 0..300 {
            let legal: Vec<Move> = person.session.backend.position.legal_moves().to_vec();
            let rules = person.session.backend.options.variant;
            let text = match below(4) {
                0 if person.is_searching() => {
                    let (request, _) = person.search().unwrap();
                    let legal = request.position.legal_moves().to_vec();
                    person.answer_with(match below(20) {
                        0 => Answer::Resign,
                        1 => Answer::Win,
                        _ if legal.is_empty() => Answer::Resign,
                        _ => Answer::Move { best: legal[below(legal.len())], ponder: None },
                    })
                }
                1 | 2 if !legal.is_empty() => {
                    person.type_lines(&rules.usi(legal[below(legal.len())]).to_string())
                }
                _ => person.type_lines(lines[below(lines.len())]),
            };
            // Only an SFEN is wider.
            let is_too_wide = |line: &&str| line.width() > 60 && !line.contains("SFEN");
            assert_eq!(text.lines().find(is_too_wide), None, "{text}");
            if let Some((request, _)) = person.search() {
                let now = person.session.backend.position.sfen().to_string();
                assert_eq!(request.position.sfen().to_string(), now, "seed {seed}");
            }
        }
    }
}
