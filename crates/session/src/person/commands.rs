//! The commands of people: what they do to the game, and show of it. Those for the engine are in `opponent`, those for
//! files in `save_load`.

use crate::backend::Backend;
use crate::language::{Language, from_chinese};
use crate::move_notation::{Notation, with_other};
use crate::person::Person;
use crate::person::help::list_handicaps;
use crate::person::opponent::set_level;
use crate::rules_files::eval_file_name;
use crate::terminal::board_view::BoardView;
use crate::terminal::piece_glyphs::{PieceGlyphs, Script};
use crate::terminal::piece_view::{draw_pieces, find_pieces, list_pieces};
use crate::terminal::position_view::describe_position;
use crate::terminal::wrap::wrap;
use games::{UnknownGame, capitalize, describe_state, rule_sentences};
use records::{
    EndReason, GameEnd, GameResult, PositionTextError, handicap_position, parse_move, play_moves,
};
use rules::{Color, ImpasseClaim, Move, Piece, Position, Rules, quoted};
use vampirc_usi::{ErrorKind, Go, command_word};

impl Person {
    /// Handles the commands that only people have. Returns false if the line, which consists of the words, is none.
    pub fn handle_command(&mut self, backend: &mut Backend, words: &[&str], line: &str) -> bool {
        match *words {
            ["play", ref sides @ ..] => self.play_sides(backend, sides),
            ["level", ref level @ ..] => set_level(backend, level),
            ["hint", ..] => self.start_hint(backend),
            ["pieces"] | ["piece"] => tell_pieces(backend),
            ["pieces" | "piece", ref name @ ..] => show_pieces(backend, &name.join(" ")),
            ["rules", ..] => show_rules(backend),
            ["kanji", ref word @ ..] => self.choose_script(backend, word),
            ["recent", ref number @ ..] => self.recent(backend, number),
            ["resign", ..] => self.resign(backend),
            ["claim", ..] => self.claim(backend),
            // A file name may have spaces.
            [command @ ("save" | "save!"), ..] => {
                let name = line.trim_start().strip_prefix(command).unwrap_or_default().trim();
                self.save(backend, without_quotes(name), command == "save!");
            }
            ["load", ..] => {
                let name = line.trim_start().strip_prefix("load").unwrap_or_default().trim();
                self.load(backend, without_quotes(name));
            }
            _ => return false,
        }
        true
    }

    /// Greets a person at a terminal, and shows the board.
    pub fn greet(&self, backend: &Backend) {
        if let Some(width) = backend.output.terminal_width() {
            let text = greeting(backend.options.variant, backend.output.language(), width);
            backend.output.draw(text + "\n\n");
            self.show_position(backend);
        }
    }

    /// Shows the position after it has changed: all about it, or only the board to a person at a terminal.
    pub fn show_position(&self, backend: &Backend) {
        let Some(width) = backend.output.terminal_width() else {
            return self.show_details(backend);
        };
        let notation = backend.protocol().into();
        let (language, script) = (backend.output.language(), self.script(backend));
        let board = BoardView::new(&backend.position, script, notation).in_language(language);
        backend.output.draw(board.compact(width).to_string());
        let state = describe_state(&backend.position);
        match self.game_end(backend) {
            Some(end) => self.tell_end(backend, &end),
            None if state != "ongoing" => {
                backend.output.say("{0}.", &[&capitalize(&language.text(&state))]);
            }
            None => {}
        }
    }

    /// Returns how pieces are drawn: as the person has chosen, otherwise as in their language.
    pub fn script(&self, backend: &Backend) -> Script {
        let rules = backend.options.variant;
        let width = PieceGlyphs::new(rules, Script::Kanji).width() * usize::from(rules.files()) + 4;
        let fits = backend.output.terminal_width().is_none_or(|columns| width <= columns);
        let has_kanji = backend.output.language().has_kanji();
        let usual = if has_kanji && fits { Script::Kanji } else { Script::Letters };
        self.script.unwrap_or(usual)
    }

    /// Answers `kanji`: draws pieces as kanji from now on, or as letters again.
    fn choose_script(&mut self, backend: &Backend, words: &[&str]) {
        self.script = match words {
            [] | ["on"] => Some(Script::Kanji),
            ["off"] => Some(Script::Letters),
            [word, ..] => {
                let word = quoted(word);
                return backend
                    .output
                    .tell(format!("kanji: invalid word {word}: expected on or off"));
            }
        };
        self.show_position(backend);
    }

    /// Shows the board and all details of the position.
    pub fn show_details(&self, backend: &Backend) {
        let notation = backend.protocol().into();
        let width = backend.output.terminal_width();
        let terminal = width.map(|width| (width, backend.output.terminal_height()));
        let (script, language) = (self.script(backend), backend.output.language());
        let text = describe_position(&backend.position, script, notation, terminal, language);
        backend.output.show(text);
        if let Some(end) = self.game_end(backend) {
            self.tell_end(backend, &end);
        }
    }

    /// Says which move was played last, for a person at a terminal.
    pub fn tell_last_move(&self, backend: &Backend) {
        let language = backend.output.language();
        let mut before = backend.position.clone();
        if backend.output.is_terminal()
            && let Some(mv) = backend.position.last_move()
        {
            before.undo_move();
            let text = match language {
                Language::English => Notation::Usi.format_with_western(&before, mv),
                _ => with_other(language.move_text(&before, mv), before.rules().usi(mv)),
            };
            backend.output.say("{0} played {1}.", &[&language.side(before.side()), &text]);
        }
    }

    /// Returns how the game has ended, if it has.
    pub fn game_end(&self, backend: &Backend) -> Option<GameEnd> {
        self.end.clone().or_else(|| GameEnd::by_rule(&backend.position))
    }

    /// Says how the game has ended, and at a terminal what a person can do then.
    fn tell_end(&self, backend: &Backend, end: &GameEnd) {
        if backend.output.is_terminal() {
            let language = backend.output.language();
            let next =
                " Type 'undo' to go back, 'new' for another game, or 'save FILE' to keep this one.";
            backend.output.tell(language.describe_end(end) + &language.text(next));
        } else if self.end.is_some() {
            backend.output.tell(Language::English.describe_end(end));
        }
    }

    /// If the game has ended, says so and returns true. In a pipe, positions in which only the rules end it can be
    /// searched.
    pub fn refuse_after_end(&self, backend: &Backend) -> bool {
        let counts = self.end.is_some() || backend.output.is_terminal();
        let end = self.game_end(backend).filter(|_| counts);
        end.iter().for_each(|end| tell_over(backend, end, ""));
        end.is_some()
    }

    /// Plays the moves of a line and shows the board. Returns false if the line does not begin with a
    /// move.
    pub fn play_line(&mut self, backend: &mut Backend, words: &[&str]) -> bool {
        if !words.first().is_some_and(|word| is_move_text(backend, word)) {
            return false;
        }
        let side = backend.position.side();
        if backend.is_thinking() && self.engine_plays[side.index()] {
            backend.output.say(
                "it is {0}'s turn, and the engine is thinking; 'stop' makes it move",
                &[&backend.output.language().side(side)],
            );
            return true;
        }
        if backend.print_refusal() {
            return true;
        }
        if let Some(end) = &self.end {
            tell_over(backend, end, " 'undo' takes it back.");
            return true;
        }
        let mut position = backend.position.clone();
        // KIF has a space between 同 and the piece.
        let line = from_chinese(&words.join(" ").replace("同 ", "同"));
        match play_moves(&mut position, line.split(' ')) {
            Ok(()) => {
                backend.finish_searches();
                backend.replace_position(position);
                self.tell_last_move(backend);
                // At a terminal, the board is shown after the answer.
                if !self.will_answer(backend) || !backend.output.is_terminal() {
                    self.show_position(backend);
                }
                self.answer_move(backend);
            }
            Err(PositionTextError::Move { text, reason, .. })
                if words.len() == 1 && backend.output.is_terminal() =>
            {
                let reason = backend.output.language().refusal(&reason);
                backend.output.say("{0} cannot be played: {1}", &[&quoted(&text), &reason]);
            }
            Err(PositionTextError::Move { number, text, reason }) => {
                let reason = backend.output.language().refusal(&reason);
                backend.output.say(
                    "move {0}, {1}: {2}; the position is unchanged",
                    &[&number, &quoted(&text), &reason],
                );
            }
            Err(error) => backend.output.tell(format!("{error}; the position is unchanged")),
        }
        true
    }

    /// Answers `undo`.
    pub fn undo(&mut self, backend: &mut Backend, words: &[&str]) {
        if backend.print_refusal() {
            return;
        }
        if self.end.take().is_some() {
            backend.finish_searches();
            self.show_position(backend);
            return self.answer_move(backend);
        }
        let mut position = backend.position.clone();
        // The plies before each move that can be taken back, the last one first.
        let mut plies = Vec::new();
        while position.last_move().is_some() {
            position.undo_move();
            // The answers of the engine are taken back with the moves that they answer.
            let is_engine = |color: Color| self.engine_plays[color.index()];
            if !is_engine(position.side()) || is_engine(!position.side()) {
                plies.push(position.ply());
            }
        }
        let count = words.first().map_or(Some(1), |word| word.parse().ok());
        match count {
            None | Some(0) => backend.output.say(
                "undo: invalid number {0}: expected the number of moves to take back",
                &[&quoted(words.first().unwrap_or(&""))],
            ),
            Some(_) if plies.is_empty() => {
                backend.output.say("undo: there is no move to take back", &[]);
            }
            Some(count) if count <= plies.len() => {
                let mut position = backend.position.clone();
                while position.ply() > plies[count - 1] {
                    position.undo_move();
                }
                backend.finish_searches();
                backend.replace_position(position);
                self.show_position(backend);
            }
            Some(_) if plies.len() == 1 => {
                backend.output.say("undo: only one move can be taken back", &[]);
            }
            Some(_) => backend.output.say(
                "undo: only {0} moves can be taken back; 'undo {0}' goes to the start",
                &[&plies.len()],
            ),
        }
    }

    /// Answers `new`: starts a game, of another kind and with a handicap if the line names them.
    pub fn new_game(&mut self, backend: &mut Backend, words: &[&str]) {
        let current = backend.options.variant;
        let (rules, handicap) = match words {
            [] => (current, String::new()),
            [name, handicap @ ..] => match games::by_name(name) {
                Some(rules) => (rules, handicap.join(" ")),
                None if handicap_position(current, &words.join(" ")).is_some() => {
                    (current, words.join(" "))
                }
                None => {
                    let unknown = UnknownGame((*name).to_owned());
                    let hint = games::hint(name, games::names());
                    return backend.output.tell(format!("new: {unknown}{hint}"));
                }
            },
        };
        let start = if handicap.is_empty() {
            Position::start(rules)
        } else if let Some(start) = handicap_position(rules, &handicap) {
            start
        } else {
            let expected = list_handicaps(rules, backend.output.language());
            let error = "new: unknown handicap {0}. {1}";
            return backend.output.say(error, &[&quoted(&handicap), &expected]);
        };
        self.set_up(backend, start);
        if backend.output.is_terminal() {
            let language = backend.output.language();
            let handicap = match &*handicap {
                "" => String::new(),
                pieces => language.fill(", handicap {0}", &[&pieces]),
            };
            backend.output.say("New game of {0}{1}.", &[&language.title(rules), &handicap]);
        }
        self.show_position(backend);
        self.answer_move(backend);
    }

    /// Answers `resign`.
    fn resign(&mut self, backend: &mut Backend) {
        if let Some(end) = self.game_end(backend) {
            return tell_over(backend, &end, "");
        }
        backend.finish_searches();
        let loser = match self.engine_plays {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => backend.position.side(),
        };
        self.end_game(backend, GameEnd::new(GameResult::Win(!loser), EndReason::Resignation));
    }

    /// Answers `claim`.
    fn claim(&mut self, backend: &mut Backend) {
        if let Some(end) = self.game_end(backend) {
            return tell_over(backend, &end, "");
        }
        let side = backend.position.side();
        let claim = backend.position.impasse_claim();
        let (result, reason) = match claim.filter(|_| !self.engine_plays[side.index()]) {
            Some(ImpasseClaim::Win) => (GameResult::Win(side), EndReason::Declaration),
            Some(ImpasseClaim::Draw) => (GameResult::Draw, EndReason::Impasse),
            None => return backend.output.say("Nothing can be claimed now.", &[]),
        };
        backend.finish_searches();
        self.end_game(backend, GameEnd::new(result, reason));
    }

    pub fn end_game(&mut self, backend: &Backend, end: GameEnd) {
        self.end = Some(end.clone());
        self.tell_end(backend, &end);
    }
}

/// Says that the game is over, and what can be done.
fn tell_over(backend: &Backend, end: &GameEnd, next: &str) {
    let language = backend.output.language();
    let end = language.describe_end(end) + &language.text(next);
    backend.output.say("The game is over. {0}", &[&end]);
}

/// Returns the error of a mistyped `go`, which then starts no search.
pub(crate) fn mistake_in_go(backend: &Backend, line: &str) -> Option<String> {
    let (_, limits) = line.split_once("go").filter(|_| command_word(line) == "go")?;
    let language = backend.output.language();
    let error = match Go::parse_strictly(limits, backend.options.variant).err()? {
        ErrorKind::UnknownToken(word) => language.fill("unknown limit {0}", &[&quoted(&word)]),
        error => language.error(&error.to_string()),
    };
    Some(language.fill("go: {0}; no search is started; 'help go' lists the limits", &[&error]))
}

/// Answers `pieces`.
fn tell_pieces(backend: &Backend) {
    let rules = backend.options.variant;
    let more = "'piece {0}' shows how one moves.";
    let more = backend.output.language().fill(more, &[&example_piece(rules)]);
    backend.output.show(list_pieces(rules) + &more);
}

/// Answers `piece NAME`.
fn show_pieces(backend: &Backend, name: &str) {
    let (rules, language) = (backend.options.variant, backend.output.language());
    match find_pieces(rules, &from_chinese(without_quotes(name))) {
        Ok(kinds) => backend.output.show(draw_pieces(rules, &kinds, language)),
        Err(error) => backend.output.tell(format!("piece: {error}")),
    }
}

/// Answers `rules`.
fn show_rules(backend: &Backend) {
    let (rules, language) = (backend.options.variant, backend.output.language());
    let mut text = format!("{} ({})\n", language.title(rules), rules.name());
    let about = language.about(rules).trim_end_matches(['.', '。']);
    if !about.is_empty() {
        text += &(language.fill("{0}.", &[&about]) + "\n");
    }
    for rule in rule_sentences(rules) {
        text += &format!("  {}\n", language.text(&rule));
    }
    let more = "'pieces' lists the pieces, 'piece {0}' shows how one moves.";
    backend.output.print_text(&(text + &language.fill(more, &[&example_piece(rules)])));
}

/// Returns whether a word is a move in any notation, legal or not.
fn is_move_text(backend: &Backend, word: &str) -> bool {
    let rules = backend.options.variant;
    let is_western = || {
        word.starts_with(|first: char| first == '+' || first.is_ascii_uppercase())
            && word.contains(['-', 'x', '*'])
            && word.contains(|c: char| c.is_ascii_digit())
    };
    // A square is named by digits or in kanji; 同 is that of the last move.
    let is_japanese = || {
        let first = word.trim_start_matches(['▲', '△', '☗', '☖']).chars().next();
        !word.is_ascii()
            && first.is_some_and(|c| "同〇一二三四五六七八九".contains(c) || c.is_numeric())
    };
    rules.parse_move(word).is_ok()
        || parse_move(&backend.position, &from_chinese(word)).is_ok()
        || is_western()
        || is_japanese()
}

/// Removes quotation marks around the name of a file: unlike in a shell, they are not needed here.
fn without_quotes(name: &str) -> &str {
    let inner = |mark| name.strip_prefix(mark)?.strip_suffix(mark);
    inner('"').or_else(|| inner('\'')).unwrap_or(name)
}

/// Returns the name of the piece of a game that is explained first: a cannon if there is one.
fn example_piece(rules: &Rules) -> String {
    let names = || rules.piece_infos().iter().map(|piece| piece.unpromoted.name.as_str());
    let cannon = names().find(|name| name.ends_with("Cannon"));
    cannon.or_else(|| names().next()).unwrap_or_default().to_lowercase()
}

/// Returns what a person needs to know to play, wrapped for a terminal.
pub fn greeting(variant: &'static Rules, language: Language, width: usize) -> String {
    let start = Position::start(variant);
    let legal = start.legal_moves();
    let is_pawn = |mv: &&Move| start.moved_piece(**mv).map(Piece::kind) == variant.pawn_kind();
    let example = legal.iter().find(is_pawn).or(legal.first());
    let example = example.map(|&mv| match language {
        Language::English => variant.usi(mv).to_string(),
        _ => language.move_text(&start, mv),
    });
    let mut text = language.fill(
        "Ozutsu {0}, playing {1}. Type a move such as {2} to play it, 'go' to let the engine move, 'play white' to \
         play against it, 'pieces' and 'rules' for how the game is played, or 'help' for all commands.",
        &[
            &env!("CARGO_PKG_VERSION"),
            &language.title(variant),
            &example.unwrap_or_default(),
        ],
    );
    if let Some(file) = eval_file_name(variant) {
        text += &language.fill(" The engine plays with {0}.", &[&file]);
    }
    wrap(&text, width)
}
