//! Commands for people, who play at the terminal without a protocol: what they do to the game. Those for the engine
//! are in `opponent`, those for files in `game_files`.

use crate::language::{Language, from_chinese};
use crate::move_notation::{Notation, with_other};
use crate::person::help::{command_names, list_handicaps};
use crate::player::parse_go;
use crate::session::Session;
use crate::terminal::board_view::BoardView;
use crate::terminal::piece_glyphs::{PieceGlyphs, Script};
use crate::terminal::piece_view::{draw_pieces, find_pieces, list_pieces};
use crate::terminal::position_view::describe_position;
use crate::terminal::wrap::wrap;
use games::{UnknownGame, capitalize, describe_state, rule_sentences};
use records::{
    EndReason, GameEnd, GameResult, PositionTextError, handicap_position, parse_move, play_moves,
};
use rules::{Color, Move, Piece, Position, Rules, quoted};
use std::borrow::Cow;
use vampirc_usi::ErrorKind;

impl Session {
    /// Handles the commands that only people have. Returns false if the line, which consists of the words, is none.
    pub(crate) fn handle_person_command(&mut self, words: &[&str], line: &str) -> bool {
        match *words {
            ["play", ref sides @ ..] => self.play_sides(sides),
            ["level", ref level @ ..] => self.set_level(level),
            ["hint", ..] => self.start_hint(),
            ["pieces"] | ["piece"] => self.list_pieces(),
            ["pieces" | "piece", ref name @ ..] => self.show_pieces(&name.join(" ")),
            ["rules", ..] => self.show_rules(),
            ["kanji", ref word @ ..] => self.choose_script(word),
            ["recent", ref number @ ..] => self.recent(number),
            ["resign", ..] => self.resign(),
            // A file name may have spaces.
            [command @ ("save" | "save!"), ..] => {
                let name = line.trim_start().strip_prefix(command).unwrap_or_default().trim();
                self.save(without_quotes(name), command == "save!");
            }
            ["load", ..] => {
                let name = line.trim_start().strip_prefix("load").unwrap_or_default().trim();
                self.load(without_quotes(name));
            }
            _ => return false,
        }
        true
    }

    /// Returns what is wrong with a `go`, which is then not carried out: what a person mistypes is no wish to search.
    pub(crate) fn mistake_in_go(&self, line: &str) -> Option<String> {
        let limits = line.trim_start().strip_prefix("go")?;
        if !limits.is_empty() && !limits.starts_with(char::is_whitespace) {
            return None;
        }
        let language = self.output.language();
        let error = match parse_go(limits, self.options.variant).err()? {
            ErrorKind::UnknownToken(word) => language.fill("unknown limit {0}", &[&quoted(&word)]),
            error => error.to_string(),
        };
        Some(language.fill("go: {0}; no search is started; 'help go' lists the limits", &[&error]))
    }

    /// Answers `pieces`.
    fn list_pieces(&self) {
        let rules = self.options.variant;
        let more = "'piece {0}' shows how one moves.";
        let more = self.output.language().fill(more, &[&example_piece(rules)]);
        self.output.show(list_pieces(rules) + &more);
    }

    /// Answers `piece NAME`.
    fn show_pieces(&self, name: &str) {
        let (rules, language) = (self.options.variant, self.output.language());
        match find_pieces(rules, &from_chinese(without_quotes(name))) {
            Ok(kinds) => self.output.show(draw_pieces(rules, &kinds, language)),
            Err(error) => self.output.tell(format!("piece: {error}")),
        }
    }

    /// Answers `rules`.
    fn show_rules(&self) {
        let (rules, language) = (self.options.variant, self.output.language());
        let mut text = format!("{} ({})\n", language.title(rules), rules.name());
        let about = language.about(rules).trim_end_matches(['.', '。']);
        if !about.is_empty() {
            text += &(language.fill("{0}.", &[&about]) + "\n");
        }
        for rule in rule_sentences(rules) {
            text += &format!("  {}\n", language.text(&rule));
        }
        let more = "'pieces' lists the pieces, 'piece {0}' shows how one moves.";
        self.output.print_text(&(text + &language.fill(more, &[&example_piece(rules)])));
    }

    /// Greets a person at a terminal, and shows the board.
    pub fn greet(&self) {
        if let Some(width) = self.output.terminal_width() {
            let text = greeting(self.options.variant, self.output.language(), width);
            self.output.draw(text + "\n\n");
            self.show_position();
        }
    }

    /// Shows the position after it has changed: all about it, or only the board to a person at a terminal.
    pub(crate) fn show_position(&self) {
        let Some(width) = self.output.terminal_width() else { return self.show_details() };
        let notation = self.protocol.notation();
        let (language, script) = (self.output.language(), self.script());
        let board = BoardView::new(&self.position, script, notation).in_language(language);
        self.output.draw(board.compact(width).to_string());
        let state = describe_state(&self.position);
        match self.game_end() {
            Some(end) => self.tell_end(&end),
            None if state != "ongoing" => {
                self.output.say("{0}.", &[&capitalize(&language.text(&state))]);
            }
            None => {}
        }
    }

    /// Returns how pieces are drawn: as the person has chosen, otherwise as in their language.
    pub(crate) fn script(&self) -> Script {
        let rules = self.options.variant;
        let width = PieceGlyphs::new(rules, Script::Kanji).width() * usize::from(rules.files()) + 4;
        let fits = self.output.terminal_width().is_none_or(|columns| width <= columns);
        let has_kanji = self.output.language().has_kanji();
        let usual = if has_kanji && fits { Script::Kanji } else { Script::Letters };
        self.script.filter(|_| !self.is_client).unwrap_or(usual)
    }

    /// Answers `kanji`: draws pieces as kanji from now on, or as letters again.
    fn choose_script(&mut self, words: &[&str]) {
        self.script = match words {
            [] | ["on"] => Some(Script::Kanji),
            ["off"] => Some(Script::Letters),
            [word, ..] => {
                let word = quoted(word);
                return self.output.tell(format!("kanji: invalid word {word}: expected on or off"));
            }
        };
        self.show_position();
    }

    /// Shows the board and all details of the position.
    pub(crate) fn show_details(&self) {
        let notation = self.protocol.notation();
        let width = self.output.terminal_width();
        let terminal = width.map(|width| (width, self.output.terminal_height()));
        let text = describe_position(&self.position, self.script(), notation, terminal);
        self.output.show(text);
        if let Some(end) = self.game_end().filter(|_| !self.is_client) {
            self.tell_end(&end);
        }
    }

    /// Says which move was played last, for a person at a terminal.
    pub(crate) fn tell_last_move(&self) {
        let language = self.output.language();
        let mut before = self.position.clone();
        if self.output.terminal_width().is_some()
            && let Some(mv) = self.position.last_move()
        {
            before.undo_move();
            let text = match language {
                Language::English => Notation::Usi.format_with_western(&before, mv),
                _ => with_other(language.move_text(&before, mv), before.rules().usi(mv)),
            };
            self.output.say("{0} played {1}.", &[&language.side(before.side()), &text]);
        }
    }

    /// Returns how the game has ended, if it has.
    pub(crate) fn game_end(&self) -> Option<GameEnd> {
        self.end.clone().or_else(|| GameEnd::by_rule(&self.position))
    }

    /// Says how the game has ended, and at a terminal what a person can do then.
    fn tell_end(&self, end: &GameEnd) {
        if self.output.terminal_width().is_some() {
            let language = self.output.language();
            let next =
                " Type 'undo' to go back, 'new' for another game, or 'save FILE' to keep this one.";
            self.output.tell(language.describe_end(end) + &language.text(next));
        } else if self.end.is_some() {
            self.output.tell(Language::English.describe_end(end));
        }
    }

    /// If the game has ended, says so and returns true. In a pipe, positions in which only the rules end it can be
    /// searched.
    pub(crate) fn refuse_after_end(&self) -> bool {
        let by_rule =
            || GameEnd::by_rule(&self.position).filter(|_| self.output.terminal_width().is_some());
        let end = self.end.clone().or_else(by_rule);
        if let Some(end) = &end {
            let end = self.output.language().describe_end(end);
            self.output.say("The game is over. {0}", &[&end]);
        }
        end.is_some()
    }

    /// Plays the moves of a line and shows the board. Returns false if the line does not begin with a
    /// move.
    pub(crate) fn play_line(&mut self, words: &[&str]) -> bool {
        if !words.first().is_some_and(|word| self.is_move_text(word)) {
            return false;
        }
        let side = self.position.side();
        if self.is_engine_thinking() && self.engine_plays[side.index()] {
            self.output.say(
                "it is {0}'s turn, and the engine is thinking; 'stop' makes it move",
                &[&self.output.language().side(side)],
            );
            return true;
        }
        self.finish_searches();
        if self.print_refusal() {
            return true;
        }
        if let Some(end) = &self.end {
            let language = self.output.language();
            let end = language.describe_end(end) + &language.text(" 'undo' takes it back.");
            self.output.say("The game is over. {0}", &[&end]);
            return true;
        }
        let mut position = self.position.clone();
        // KIF has a space between 同 and the piece.
        let line = words.join(" ").replace("同 ", "同");
        let line = if line.is_ascii() { line } else { from_chinese(&line) };
        match play_moves(&mut position, line.split(' ')) {
            Ok(()) => {
                self.replace_position(position);
                self.tell_last_move();
                // At a terminal, the board is shown after the answer.
                if !self.will_answer() || self.output.terminal_width().is_none() {
                    self.show_position();
                }
                self.answer_move();
            }
            Err(PositionTextError::Move { text, reason, .. })
                if words.len() == 1 && self.output.terminal_width().is_some() =>
            {
                let reason = self.output.language().refusal(&reason);
                self.output.say("{0} cannot be played: {1}", &[&quoted(&text), &reason]);
            }
            Err(PositionTextError::Move { number, text, reason }) => {
                let reason = self.output.language().refusal(&reason);
                self.output.say(
                    "move {0}, {1}: {2}; the position is unchanged",
                    &[&number, &quoted(&text), &reason],
                );
            }
            Err(error) => self.output.tell(format!("{error}; the position is unchanged")),
        }
        true
    }

    /// Returns whether a word is a move in any notation, legal or not.
    fn is_move_text(&self, word: &str) -> bool {
        let rules = self.options.variant;
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
            || parse_move(&self.position, &from_chinese(word)).is_ok()
            || is_western()
            || is_japanese()
    }

    /// Answers `undo`.
    pub(crate) fn undo(&mut self, words: &[&str]) {
        self.finish_searches();
        if self.print_refusal() {
            return;
        }
        if self.end.take().is_some() {
            self.show_position();
            return self.answer_move();
        }
        let mut position = self.position.clone();
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
            None | Some(0) => self.output.say(
                "undo: invalid number {0}: expected the number of moves to take back",
                &[&quoted(words.first().unwrap_or(&""))],
            ),
            Some(_) if plies.is_empty() => {
                self.output.say("undo: there is no move to take back", &[]);
            }
            Some(count) if count <= plies.len() => {
                let mut position = self.position.clone();
                while position.ply() > plies[count - 1] {
                    position.undo_move();
                }
                self.replace_position(position);
                self.show_position();
            }
            Some(_) if plies.len() == 1 => {
                self.output.say("undo: only one move can be taken back", &[]);
            }
            Some(_) => self.output.say(
                "undo: only {0} moves can be taken back; 'undo {0}' goes to the start",
                &[&plies.len()],
            ),
        }
    }

    /// Answers `new`: starts a game, of another kind and with a handicap if the line names them.
    pub(crate) fn new_game(&mut self, words: &[&str]) {
        let current = self.options.variant;
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
                    return self.output.tell(format!("new: {unknown}{hint}"));
                }
            },
        };
        let start = if handicap.is_empty() {
            Position::start(rules)
        } else if let Some(start) = handicap_position(rules, &handicap) {
            start
        } else {
            let expected = list_handicaps(rules);
            let error = "new: unknown handicap {0}. {1}";
            return self.output.say(error, &[&quoted(&handicap), &expected]);
        };
        self.finish_searches();
        self.options.variant = rules;
        self.begin_game(start);
        self.reload_eval();
        self.queue_new_game();
        if self.output.terminal_width().is_some() {
            let language = self.output.language();
            let handicap = match &*handicap {
                "" => String::new(),
                pieces => language.fill(", handicap {0}", &[&pieces]),
            };
            self.output.say("New game of {0}{1}.", &[&language.title(rules), &handicap]);
        }
        self.show_position();
        self.answer_move();
    }

    /// Answers `resign`.
    fn resign(&mut self) {
        if let Some(end) = self.game_end() {
            let end = self.output.language().describe_end(&end);
            return self.output.say("The game is over. {0}", &[&end]);
        }
        self.finish_searches();
        let loser = match self.engine_plays {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => self.position.side(),
        };
        self.end_game(GameEnd::new(GameResult::Win(!loser), EndReason::Resignation));
    }

    pub(crate) fn end_game(&mut self, end: GameEnd) {
        self.end = Some(end.clone());
        self.tell_end(&end);
    }

    /// If the last `position` command was refused, says so and returns true.
    pub(crate) fn print_refusal(&self) -> bool {
        if let Some(reason) = &self.refusal {
            self.output.tell(format!("the last position was refused: {reason}"));
        }
        self.refusal.is_some()
    }
}

/// Returns a line of a person with the name of its command in lower case. `?` asks for the help.
pub(crate) fn with_command_name(line: &str) -> Cow<'_, str> {
    let start = line.trim_start();
    let word = start.split_whitespace().next().unwrap_or_default();
    let lower = if word == "?" { "help".into() } else { word.to_ascii_lowercase() };
    if lower == word || !command_names().any(|name| name == lower) {
        return line.into();
    }
    Cow::Owned(lower + &start[word.len()..])
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
    let text = language.fill(
        "Ozutsu {0}, playing {1}. Type a move such as {2} to play it, 'go' to let the engine move, 'play white' to \
         play against it, 'pieces' and 'rules' for how the game is played, or 'help' for all commands.",
        &[
            &env!("CARGO_PKG_VERSION"),
            &language.title(variant),
            &example.unwrap_or_default(),
        ],
    );
    wrap(&text, width)
}
