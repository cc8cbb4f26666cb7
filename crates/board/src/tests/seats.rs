//! Games between two people on two devices.

use super::saved_tables::load_again;
use super::*;
use crate::saved_table::SavedTable;

pub const HOST: PageId = PageId(10);
pub const GUEST: PageId = PageId(11);
pub const WATCHER: PageId = PageId(12);

/// A game on a board of which the page of the user sits elsewhere.
pub struct Seated {
    pub rig: Rig,
    passes: [String; 3],
}

/// Invites a guest to a game in which the host has Black. Nobody is there yet.
fn invite(game: Value) -> Seated {
    let rig = table();
    let command = json!({"command": "invite", "side": "black", "game": game});
    let pass = run(&rig, command)["pass"].as_str().unwrap().to_owned();
    rig.open_seat(HOST, &pass, true);
    let asked = rig.send(HOST, &json!({"command": "invitation", "page": "http://host/#key=k"}));
    let invitation = rig.reply(HOST, &asked).unwrap();
    let pass_for = |who: &str| {
        let address = invitation[who]["address"].as_str().unwrap();
        address.strip_prefix("http://host/#seat=").unwrap().to_owned()
    };
    let passes = [pass.clone(), pass_for("player"), pass_for("watcher")];
    Seated { rig, passes }
}

/// Starts a game of shogi with both players and one who watches.
pub fn start_seated(time: Value) -> Seated {
    let game = invite(json!({"variant": "shogi", "players": [person(), engine()], "time": time}));
    game.open(GUEST);
    game.open(WATCHER);
    game
}

impl Seated {
    pub fn open(&self, page: PageId) {
        self.rig.open_seat(page, &self.passes[page.0 as usize - 10], page == HOST);
    }

    pub fn run(&self, page: PageId, command: Value) -> Value {
        let id = self.rig.send(page, &command);
        self.rig.work();
        self.rig.reply(page, &id).unwrap_or_else(|| panic!("{command}: no reply"))
    }

    #[track_caller]
    fn run_ok(&self, page: PageId, command: Value) {
        let reply = self.run(page, command.clone());
        assert_eq!(reply["reply"], "done", "{command}: {reply}");
    }

    #[track_caller]
    fn refused(&self, page: PageId, command: Value) -> String {
        error(self.run(page, command))
    }

    /// Plays moves by turns, Black first.
    fn play(&self, moves: &str) {
        for mv in moves.split_whitespace() {
            let node = self.state(WATCHER)["last_node"].clone();
            let side = self.state(WATCHER)["side"].clone();
            let is_mover = |page: &&PageId| self.state(**page)["seats"]["own"] == side;
            let page = *[HOST, GUEST].iter().find(is_mover).unwrap();
            self.run_ok(page, json!({"command": "play", "node": node, "move": mv}));
        }
    }

    /// Returns the last state that a page got.
    pub fn state(&self, page: PageId) -> Value {
        let mut board = self.rig.board.borrow_mut();
        let messages = &board.backend().messages[&page];
        messages.iter().rfind(|message| message["message"] == "state").unwrap().clone()
    }

    fn node(&self, page: PageId) -> Value {
        self.state(page)["node"].clone()
    }
}

#[test]
fn each_page_plays_its_own_side_alone() {
    let game = start_seated(json!(null));
    for (page, own) in [(HOST, json!("black")), (GUEST, json!("white")), (WATCHER, json!(null))] {
        let state = game.state(page);
        assert_eq!(
            (&state["seats"]["own"], &state["seats"]["connected"]),
            (&own, &json!([true, true]))
        );
        assert_eq!(state["legal"] == json!([]), page != HOST);
    }
    let first = json!({"command": "play", "node": 0, "move": "7g7f"});
    assert_eq!(game.refused(GUEST, first.clone()), "others_turn");
    assert_eq!(game.refused(WATCHER, first.clone()), "only_watching");
    game.run_ok(HOST, first);
    let second = json!({"command": "play", "node": 1, "move": "3c3d"});
    assert_eq!(game.refused(HOST, second.clone()), "others_turn");
    game.run_ok(GUEST, second);
    assert_eq!(game.node(WATCHER), 2);
    assert!(game.state(GUEST)["legal"] == json!([]) && game.state(HOST)["legal"] != json!([]));
    // Each resigns for itself, also when it is not to move.
    game.run_ok(GUEST, json!({"command": "resign"}));
    assert_eq!(
        game.state(HOST)["end"],
        json!({"winner": "black", "draw": false, "reason": "resignation"})
    );
    let late = json!({"command": "play", "node": 2, "move": "2g2f"});
    assert_eq!(game.refused(HOST, late), "game_over");
}

#[test]
fn nobody_gets_help_or_changes_the_game() {
    let game = start_seated(json!(null));
    game.play("7g7f 3c3d");
    let sfen = game.state(HOST)["sfen"].clone();
    for command in [
        json!({"command": "hint"}),
        json!({"command": "mate"}),
        json!({"command": "analyse", "on": true, "lines": 1}),
        json!({"command": "review", "move_time": 10}),
        json!({"command": "players", "players": [person(), engine()]}),
        json!({"command": "pause", "paused": true}),
        json!({"command": "remove", "node": 1}),
        json!({"command": "undo_change"}),
        json!({"command": "import", "text": "7g7f"}),
        json!({"command": "new_game", "variant": "shogi", "players": [person(), person()]}),
        json!({"command": "invite", "game": {"variant": "shogi", "players": [person(), person()]}}),
        json!({"command": "puzzle", "variant": "cannonshogi"}),
    ] {
        for page in [HOST, GUEST] {
            let refused = game.refused(page, command.clone());
            assert_eq!(refused, "between_people", "{command}");
        }
        game.refused(WATCHER, command);
    }
    let state = game.state(HOST);
    assert_eq!((&state["sfen"], &state["searching"]), (&sfen, &json!(null)));
}

#[test]
fn the_guest_gets_the_game_and_nothing_that_is_the_users() {
    let game = start_seated(json!(null));
    run_ok(&game.rig, json!({"command": "settings", "changes": {"level": 3}}));
    game.rig.board.borrow_mut().set_problem(Some(Problem::NotKept("cannot write the data".into())));
    let kinds = |page| {
        let messages = game.rig.take_messages(page);
        let kinds = messages.iter().map(|message| message["message"].as_str().unwrap().to_owned());
        (messages[0].clone(), kinds.collect::<std::collections::BTreeSet<_>>())
    };
    for page in [GUEST, WATCHER] {
        let (hello, kinds) = kinds(page);
        assert_eq!(
            kinds.into_iter().collect::<Vec<_>>(),
            ["analysis", "exercises", "file", "headers", "hello", "mistakes", "state", "tree"]
        );
        assert_eq!(
            (&hello["guest"], &hello["share"], &hello["table"]),
            (&json!(true), &json!(null), &json!(""))
        );
    }
    let (hello, host_kinds) = kinds(HOST);
    assert_eq!(hello["guest"], false);
    assert!(host_kinds.contains("settings") && host_kinds.contains("problem"));
    for command in [
        json!({"command": "settings", "changes": {"level": 3}}),
        json!({"command": "forget_puzzles", "variant": "shogi"}),
        json!({"command": "forget_game", "id": 1}),
        json!({"command": "open_game", "id": 1}),
    ] {
        game.refused(GUEST, command);
    }
    // The guest cannot invite others to the seat of the host, or to its own.
    let asked = json!({"command": "invitation", "page": "http://host/"});
    for page in [GUEST, WATCHER] {
        let invitation = game.run(page, asked.clone());
        assert_eq!(invitation["player"], json!(null), "{invitation}");
        assert!(!invitation.to_string().contains(&game.passes[0]));
    }
    // A page with the key does not come to the table.
    let name = game.rig.board.borrow().save_table(HOST, Instant::now()).unwrap().name;
    game.rig.open(PageId(20), &name);
    assert_eq!(game.rig.board.borrow().table(PageId(20)).mode.seats(), None);
    game.rig.open_seat(PageId(21), &name, true);
    assert_eq!(game.rig.take_messages(PageId(21))[0]["message"], "refused");
}

#[test]
fn each_page_has_its_own_place() {
    let game = start_seated(json!(null));
    game.play("7g7f 3c3d 2g2f");
    game.run_ok(HOST, json!({"command": "go_to", "node": 1}));
    game.run_ok(WATCHER, json!({"command": "go_to", "node": 0}));
    assert_eq!([HOST, GUEST, WATCHER].map(|page| game.node(page)), [json!(1), json!(3), json!(0)]);
    let sfen =
        |page| game.run(page, json!({"command": "export", "format": "sfen"}))["text"].clone();
    assert!(sfen(HOST) != sfen(GUEST) && sfen(HOST) == game.state(HOST)["sfen"]);
    // A move does not take those who look elsewhere along, and cannot be played there.
    game.run_ok(GUEST, json!({"command": "play", "node": 3, "move": "8c8d"}));
    assert_eq!([HOST, GUEST, WATCHER].map(|page| game.node(page)), [json!(1), json!(4), json!(0)]);
    assert_eq!(game.state(HOST)["legal"], json!([]));
    let early = json!({"command": "play", "node": 1, "move": "2g2f"});
    assert_eq!(game.refused(HOST, early), "not_at_end");
    game.run_ok(HOST, json!({"command": "go_to", "node": 4}));
    game.run_ok(HOST, json!({"command": "play", "node": 4, "move": "2f2e"}));
    assert_eq!([HOST, GUEST, WATCHER].map(|page| game.node(page)), [json!(5), json!(5), json!(0)]);
    // What is taken back is shown to nobody.
    game.run_ok(GUEST, json!({"command": "go_to", "node": 4}));
    game.run_ok(HOST, json!({"command": "undo"}));
    game.run_ok(GUEST, json!({"command": "answer", "question": "take_back", "accept": true}));
    assert_eq!([HOST, GUEST, WATCHER].map(|page| game.node(page)), [json!(4), json!(4), json!(0)]);
}

#[test]
fn a_look_elsewhere_concerns_its_page_alone() {
    let game = start_seated(json!(null));
    game.play("7g7f 3c3d");
    let pages = [HOST, GUEST, WATCHER];
    pages.iter().for_each(|&page| drop(game.rig.take_messages(page)));
    game.run_ok(WATCHER, json!({"command": "go_to", "node": 1}));
    let [host, guest, watcher] = pages.map(|page| game.rig.take_messages(page));
    assert_eq!((host, guest), (Vec::new(), Vec::new()));
    let kinds = Vec::from_iter(watcher.iter().map(|message| message["message"].clone()));
    assert_eq!((kinds, &watcher[0]["node"]), (vec![json!("state"), json!("reply")], &json!(1)));
}

#[test]
fn seats_are_kept_when_they_change_and_with_their_moves() {
    let game = start_seated(json!(null));
    let restore = || {
        let kept = std::mem::take(&mut game.rig.board.borrow_mut().backend().kept_tables);
        let other = table();
        other.board.borrow_mut().restore_tables(kept, Instant::now());
        other
    };
    assert_eq!(restore().board.borrow_mut().backend().passes, game.passes);
    game.play("7g7f 3c3d");
    game.rig.tick(Instant::now() + Duration::from_secs(5));
    let other = restore();
    other.open_seat(GUEST, &game.passes[1], false);
    let messages = other.take_messages(GUEST);
    let state = messages.iter().rfind(|message| message["message"] == "state").unwrap();
    assert_eq!(state["last_node"], 2);
}

#[test]
fn a_page_too_many_is_told_so_and_cut_off() {
    let game = start_seated(json!(null));
    let watchers = (100..).map(PageId).take(100);
    watchers.for_each(|page| game.rig.open_seat(page, &game.passes[2], false));
    assert_eq!(game.rig.board.borrow_mut().backend().cut_off, [PageId(199)]);
    let messages = game.rig.take_messages(PageId(199));
    assert_eq!(messages[0]["error"]["code"], "too_many_pages");
}

#[test]
fn a_take_back_is_asked_of_the_other() {
    let game = start_seated(json!({"main": 60_000}));
    assert_eq!(game.refused(HOST, json!({"command": "undo"})), "nothing_to_undo");
    game.play("7g7f 3c3d");
    let question = |page| game.state(page)["seats"]["question"].clone();
    let undo = || json!({"command": "undo"});
    let answer =
        |accept: bool| json!({"command": "answer", "question": "take_back", "accept": accept});
    assert_eq!(game.refused(GUEST, answer(true)), "no_question");
    game.run_ok(HOST, undo());
    let asked = json!({"side": "black", "question": "take_back"});
    assert_eq!([HOST, GUEST, WATCHER].map(question), [asked.clone(), asked, json!(null)]);
    assert_eq!(game.refused(HOST, answer(true)), "no_question");
    assert_eq!(game.refused(WATCHER, answer(true)), "only_watching");
    // Declined: both hear of it, and nothing has changed.
    game.run_ok(GUEST, answer(false));
    let declined = |page| {
        let messages = game.rig.take_messages(page);
        let is_declined =
            |m: &Value| m["notice"] == json!({"kind": "declined", "question": "take_back"});
        messages.iter().any(is_declined)
    };
    assert!(declined(HOST) && game.node(GUEST) == 2 && question(GUEST) == json!(null));
    // Withdrawn by the one who asks, and by a move.
    game.run_ok(HOST, undo());
    game.run_ok(HOST, answer(false));
    assert_eq!(game.refused(GUEST, answer(true)), "no_question");
    game.run_ok(GUEST, undo());
    game.run_ok(HOST, json!({"command": "play", "node": 2, "move": "2g2f"}));
    assert_eq!(question(GUEST), json!(null));
    // Black's last move is alone; White's last one goes with the reply.
    game.run_ok(HOST, undo());
    game.run_ok(GUEST, answer(true));
    assert_eq!(game.node(WATCHER), 2);
    game.play("2g2f");
    game.run_ok(GUEST, undo());
    game.run_ok(HOST, answer(true));
    assert_eq!((game.node(WATCHER), game.state(GUEST)["side"].clone()), (json!(1), json!("white")));
    assert_eq!(game.state(GUEST)["clocks"]["running"], "white");
}

#[test]
fn draws_and_new_games_are_asked_of_the_other() {
    let game = start_seated(json!({"main": 60_000}));
    game.play("7g7f 3c3d");
    let answer = |question| json!({"command": "answer", "question": question, "accept": true});
    game.run_ok(HOST, json!({"command": "draw"}));
    // The offer stands after the move of the player who made it.
    game.play("2g2f");
    assert_eq!(game.state(GUEST)["seats"]["question"]["question"], "draw");
    // Another question declines it, and an answer to it comes too late.
    game.run_ok(GUEST, json!({"command": "undo"}));
    assert_eq!(game.refused(HOST, answer("draw")), "no_question");
    game.run_ok(HOST, json!({"command": "draw"}));
    assert_eq!(game.state(HOST)["end"], json!(null));
    // Whoever asks the same agrees.
    game.run_ok(GUEST, json!({"command": "draw"}));
    assert_eq!(game.state(HOST)["end"]["draw"], true);
    for (page, command) in [(HOST, "draw"), (GUEST, "undo"), (HOST, "resign")] {
        assert_eq!(game.refused(page, json!({"command": command})), "game_over");
    }
    game.run_ok(GUEST, json!({"command": "rematch"}));
    game.run_ok(HOST, answer("new_game"));
    let state = game.state(HOST);
    assert_eq!((&state["seats"]["own"], &state["end"]), (&json!("white"), &json!(null)));
    assert_eq!((&state["node"], &state["clocks"]["running"]), (&json!(0), &json!("black")));
    assert_eq!(state["seats"]["question"], json!(null));
    game.play("2g2f");
    // The first game is among those of the user.
    game.rig.work();
    let messages = game.rig.take_messages(PAGE);
    let games = messages.iter().rfind(|message| message["message"] == "games").unwrap();
    assert_eq!(games["games"][0]["end"]["draw"], true);
}

#[test]
fn those_who_watch_take_no_room_from_the_players() {
    let game = start_seated(json!(null));
    let is_refused = |page, pass: &str| {
        game.rig.open_seat(page, pass, false);
        game.rig.take_messages(page)[0]["message"] == "refused"
    };
    let refused = (1_000..1_200).filter(|&page| is_refused(PageId(page), &game.passes[2])).count();
    assert_eq!(refused, 101);
    game.rig.close(GUEST);
    assert!(!is_refused(PageId(2_000), &game.passes[1]));
}

#[test]
fn the_end_answers_what_was_asked() {
    let game = start_seated(json!({"main": 60_000}));
    game.play("7g7f");
    game.run_ok(HOST, json!({"command": "draw"}));
    game.rig.tick(Instant::now() + Duration::from_secs(100));
    assert_eq!(game.state(GUEST)["end"]["reason"], "time");
    assert_eq!(game.state(GUEST)["seats"]["question"], json!(null));
    let accept = |question| json!({"command": "answer", "question": question, "accept": true});
    assert_eq!(game.refused(GUEST, accept("draw")), "no_question");
    // A new game can be asked for, and a move in the old one answers that.
    game.run_ok(GUEST, json!({"command": "rematch"}));
    game.run_ok(HOST, accept("new_game"));
    game.run_ok(HOST, json!({"command": "rematch"}));
    game.play("7g7f");
    assert_eq!(game.refused(GUEST, accept("new_game")), "no_question");
}

#[test]
fn clocks_wait_for_a_player_who_is_not_connected() {
    let game = invite(json!({"variant": "shogi", "players": [person(), person()],
        "time": {"main": 60_000}}));
    let clocks = |page| game.state(page)["clocks"]["running"].clone();
    let first = json!({"command": "play", "node": 0, "move": "7g7f"});
    assert_eq!(clocks(HOST), json!(null));
    game.open(GUEST);
    assert_eq!(clocks(HOST), "black");
    game.run_ok(HOST, first);
    game.rig.close(GUEST);
    let state = game.state(HOST);
    assert_eq!(
        (&state["seats"]["is_waiting"], &state["seats"]["connected"]),
        (&json!(true), &json!([true, false]))
    );
    assert_eq!(clocks(HOST), json!(null));
    // Much later nobody has lost on time. A page that watches takes no seat.
    game.open(WATCHER);
    game.rig.tick(Instant::now() + Duration::from_secs(100));
    assert_eq!((&game.state(WATCHER)["end"], clocks(HOST)), (&json!(null), json!(null)));
    game.open(GUEST);
    assert_eq!(clocks(HOST), "white");
    assert!(game.state(GUEST)["clocks"]["remaining"][1].as_u64().unwrap() > 50_000);
    game.run_ok(GUEST, json!({"command": "play", "node": 1, "move": "3c3d"}));
    // Silence counts from its beginning.
    let heard = Instant::now();
    game.rig.board.borrow_mut().close(HOST, heard, heard + Duration::from_secs(50));
    assert!(game.state(GUEST)["clocks"]["remaining"][0].as_u64().unwrap() > 50_000);
    game.open(HOST);
    // A player who is connected may move, while the clocks stand still.
    game.rig.close(GUEST);
    game.run_ok(HOST, json!({"command": "play", "node": 2, "move": "2g2f"}));
    assert_eq!(clocks(HOST), json!(null));
    game.open(GUEST);
    assert_eq!(clocks(HOST), "white");
    game.run_ok(GUEST, json!({"command": "play", "node": 3, "move": "8c8d"}));
    // With two pages of a seat, one may go.
    game.rig.open_seat(PageId(20), &game.passes[1], false);
    game.rig.close(GUEST);
    assert_eq!(clocks(HOST), "black");
    // Without clocks nothing waits.
    let game = invite(json!({"variant": "shogi", "players": [person(), person()]}));
    game.run_ok(HOST, json!({"command": "play", "node": 0, "move": "7g7f"}));
    assert_eq!(game.state(HOST)["seats"]["is_waiting"], false);
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let game = start_seated(json!({"main": 60_000}));
    game.play("7g7f 3c3d");
    let saved: Vec<SavedTable> = through_json(&game.rig.board.borrow().save_tables(Instant::now()));
    let again = Seated { rig: table(), passes: game.passes.clone() };
    again.rig.board.borrow_mut().restore_tables(saved, Instant::now());
    assert!(again.rig.board.borrow_mut().backend().passes.contains(&game.passes[1]));
    again.open(GUEST);
    assert_eq!(again.state(GUEST)["seats"]["is_waiting"], true);
    again.open(HOST);
    let state = again.state(HOST);
    assert_eq!(
        (&state["seats"]["own"], &state["node"], &state["paused"]),
        (&json!("black"), &json!(2), &json!(false))
    );
    again.open(WATCHER);
    again.play("2g2f 8c8d");
    // What saved tables had before there were seats.
    let mut old =
        serde_json::to_value(table().board.borrow().save_table(PAGE, Instant::now()).unwrap())
            .unwrap();
    old.as_object_mut().unwrap().remove("seats");
    assert!(serde_json::from_value::<SavedTable>(old).is_ok());
}

#[test]
fn games_that_are_not_over_stay_when_tables_are_many() {
    let game = invite(json!({"variant": "shogi", "players": [person(), person()]}));
    game.rig.close(HOST);
    for number in 100..150 {
        game.rig.open(PageId(number), &format!("table{number}"));
        game.rig.close(PageId(number));
    }
    game.open(HOST);
    assert_eq!(game.state(HOST)["seats"]["own"], "black");
    game.run_ok(HOST, json!({"command": "resign"}));
    game.rig.close(HOST);
    for number in 200..250 {
        game.rig.open(PageId(number), &format!("table{number}"));
        game.rig.close(PageId(number));
    }
    assert!(game.rig.board.borrow_mut().backend().passes.is_empty());
}

#[test]
fn who_stays_away_can_lose_a_game_with_clocks() {
    let claim = |draw: bool| json!({"command": "claim_absence", "draw": draw});
    let absence = |game: &Seated| game.state(HOST)["seats"]["absence"].clone();
    for (time, draw, expected) in [
        (json!({"main": 60_000}), false, json!(["black", false, "abandonment"])),
        (json!({"main": 60_000}), true, json!([null, true, "other"])),
        (json!(null), false, json!(null)),
    ] {
        let game = start_seated(time.clone());
        let leave = |seconds| {
            let left = Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
            game.rig.board.borrow_mut().close(GUEST, left, Instant::now());
        };
        game.play("7g7f");
        leave(300);
        assert_eq!(game.refused(HOST, claim(draw)), "not_absent", "the game has not begun");
        game.open(GUEST);
        game.play("3c3d");
        assert_eq!(absence(&game), json!(null));
        leave(100);
        assert_eq!(game.refused(HOST, claim(draw)), "not_absent");
        assert_eq!(absence(&game).is_null(), time.is_null());
        game.open(GUEST);
        leave(121);
        assert_eq!(game.refused(WATCHER, claim(draw)), "only_watching");
        if time.is_null() {
            assert_eq!(
                game.refused(HOST, claim(draw)),
                "not_absent",
                "there is no hurry without clocks"
            );
            continue;
        }
        assert_eq!(absence(&game), 0);
        game.run_ok(HOST, claim(draw));
        let end = &game.state(HOST)["end"];
        assert_eq!(json!([end["winner"], end["draw"], end["reason"]]), expected);
    }
}

#[test]
fn the_names_of_both_stay_with_their_sides_changed() {
    let game = invite(json!({"variant": "shogi", "players": [person(), person()], "name": "Ann"}));
    game.open(GUEST);
    game.open(WATCHER);
    game.run_ok(GUEST, json!({"command": "name", "name": " Bob\n"}));
    assert_eq!(game.state(HOST)["names"], json!(["Ann", "Bob"]));
    game.refused(WATCHER, json!({"command": "name", "name": "Eve"}));
    game.run_ok(GUEST, json!({"command": "rematch"}));
    game.run_ok(HOST, json!({"command": "rematch"}));
    assert_eq!(game.state(HOST)["names"], json!(["Bob", "Ann"]));
}

#[test]
fn a_recent_game_between_seats_leads_back_to_them() {
    let game = start_seated(json!({"main": 60_000}));
    game.play("7g7f 3c3d");
    game.rig.tick(Instant::now() + Duration::from_secs(5));
    game.rig.work();
    // Without its table, as when there were too many.
    let mut kept = UserData::default();
    kept.add_games(game.rig.recent());
    let id = kept.recent[0].info.id;
    let again = Seated {
        rig: board_with(games::by_name("shogi").unwrap(), kept),
        passes: game.passes.clone(),
    };
    let open = json!({"command": "open_game", "id": id});
    for _ in 0..2 {
        assert_eq!(run(&again.rig, open.clone())["pass"], game.passes[0]);
    }
    [HOST, GUEST, WATCHER].into_iter().for_each(|page| again.open(page));
    again.play("2g2f");
    assert_eq!(again.state(HOST)["seats"]["own"], "black");
    // It is the same game among the recent ones, and to be looked at once it is over.
    again.run_ok(GUEST, json!({"command": "resign"}));
    again.rig.tick(Instant::now() + Duration::from_secs(5));
    again.rig.work();
    assert_eq!(run(&again.rig, open)["reply"], "done");
    assert_eq!(nodes(&again.rig).len(), 4);
}

#[test]
fn a_game_of_links_has_one_side_here() {
    let table = table();
    let text = "position startpos moves 7g7f";
    run_ok(&table, json!({"command": "import", "text": text, "by_link": "white"}));
    let view = state(&table);
    assert_eq!(
        (view.by_link, view.free, view.legal.is_empty()),
        (Some(Color::White), false, false)
    );
    // The other's move stays; the own one can be taken back until it is sent.
    assert_eq!(error(run(&table, json!({"command": "undo"}))), "nothing_to_undo");
    for help in ["hint", "mate"] {
        let refused = error(run(&table, json!({"command": help})));
        assert_eq!(refused, "between_people");
    }
    play(&table, "3c3d");
    let reply = run(&table, json!({"command": "play", "node": 2, "move": "2g2f"}));
    assert_eq!(error(reply), "others_turn");
    run_ok(&table, json!({"command": "undo"}));
    play(&table, "8c8d");
    // The answer takes the place of the game among the recent ones, too.
    let recent = |seconds| {
        table.tick(Instant::now() + Duration::from_secs(seconds));
        table.work();
        let messages = table.take_messages(PAGE);
        messages.iter().rfind(|message| message["message"] == "games").unwrap()["games"].clone()
    };
    assert_eq!(recent(10)[0]["moves"], 2);
    let text = "position startpos moves 7g7f 8c8d 2g2f";
    run_ok(&table, json!({"command": "import", "text": text, "by_link": "white"}));
    play(&table, "8d8e");
    assert_eq!(
        recent(20).as_array().unwrap().iter().map(|game| &game["moves"]).collect::<Vec<_>>(),
        [&json!(4)]
    );
    let again = load_again(&table);
    assert_eq!(state(&again).by_link, Some(Color::White));
    run_ok(&again, json!({"command": "resign"}));
    assert_eq!(end(&again), (Some(Color::Black), EndReason::Resignation));
    // After its end the game is like any other.
    run_ok(&again, json!({"command": "analyse", "on": true, "lines": 1}));
    start(&again, "shogi", person(), person());
    assert_eq!(state(&again).by_link, None);
}

#[test]
fn those_who_watch_do_one_thing_at_a_time() {
    let game = start_seated(json!(null));
    game.play("7g7f");
    let export = json!({"command": "export", "format": "kif"});
    let first = game.rig.send(WATCHER, &export);
    assert_eq!(game.refused(WATCHER, export.clone()), "busy");
    assert_eq!(game.rig.reply(WATCHER, &first).unwrap()["reply"], "text");
    assert_eq!(game.run(WATCHER, export)["reply"], "text");
    let invitation =
        |length| json!({"command": "invitation", "page": format!("http://{}", "x".repeat(length))});
    assert_eq!(game.run(WATCHER, invitation(400))["reply"], "invitation");
    assert_eq!(game.refused(WATCHER, invitation(600)), "address");
}
