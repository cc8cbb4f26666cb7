//! Commands for people, who play at the terminal without a protocol.

use crate::board_view::BoardView;
use crate::handle_line::THINKING_TIME_FOR_PEOPLE;
use crate::help::{closest, list_handicaps};
use crate::job::{Job, SearchDisplay};
use crate::move_notation::Notation;
use crate::piece_glyphs::Script;
use crate::player::{Answer, Options, SearchRequest};
use crate::position_view::{describe_position, format_last_move};
use crate::session::{SearchKind, SearchPurpose, Session};
use crate::wrap::wrap;
use games::describe_state;
use platform::Instant;
use records::{
    EndReason, GameEnd, GameResult, PositionTextError, format_western, handicap_position,
    play_moves, read_move,
};
use rules::{Color, Move, Outcome, Piece, Position, Rules, quoted};
use search::skill::{MAX_ELO, MAX_LEVEL, MIN_ELO};
use search::{Control, Limits};
use std::sync::Arc;

impl Session {
    /// Handles the commands that only people have. Returns false if the line, which consists of the words, is none.
    pub(crate) fn handle_person_command(&mut self, words: &[&str], line: &str) -> bool {
        match *words {
            ["play", ref sides @ ..] => self.play_sides(sides),
            ["level", ref level @ ..] => self.set_level(level),
            ["hint", ..] => self.start_hint(),
            ["resign", ..] => self.resign(),
            // A file name may have spaces.
            [command @ ("save" | "save!"), ..] => {
                let name = line.trim_start().strip_prefix(command).unwrap_or_default().trim();
                self.save(name, command == "save!");
            }
            ["load", ..] => {
                self.load(line.trim_start().strip_prefix("load").unwrap_or_default().trim());
            }
            _ => return false,
        }
        true
    }

    /// Greets a person at a terminal, and shows the board.
    pub fn greet(&self) {
        if let Some(width) = self.output.terminal_width() {
            self.output.draw(greeting(self.options.variant, width) + "\n\n");
            self.show_position();
        }
    }

    /// Shows the position after it has changed: all about it, or only the board to a person at a terminal.
    pub(crate) fn show_position(&self) {
        let Some(width) = self.output.terminal_width() else { return self.show_details() };
        let notation = self.protocol.notation();
        let board = BoardView::new(&self.position, Script::Letters, notation);
        self.output.draw(board.compact(width).to_string());
        let state = describe_state(&self.position);
        match self.game_end() {
            Some(end) => self.tell_end(&end),
            None if state != "ongoing" => self.output.tell(format!("{}.", capitalize(&state))),
            None => {}
        }
    }

    /// Shows the board and all details of the position.
    pub(crate) fn show_details(&self) {
        let notation = self.protocol.notation();
        let text = describe_position(&self.position, Script::Letters, notation);
        if self.output.terminal_width().is_some() {
            self.output.draw(text);
        } else {
            self.output.print(anstream::adapter::strip_str(text.trim_end()));
        }
        if let Some(end) = self.game_end().filter(|_| !self.is_client) {
            self.tell_end(&end);
        }
    }

    /// Says which move was played last, for a person at a terminal.
    fn tell_last_move(&self) {
        if self.output.terminal_width().is_some()
            && let Some(last_move) = format_last_move(&self.position, Notation::Usi)
        {
            let side = capitalize(&(!self.position.side()).to_string());
            self.output.tell(format!("{side} played {last_move}."));
        }
    }

    /// Returns how the game has ended, if it has.
    pub(crate) fn game_end(&self) -> Option<GameEnd> {
        self.end.clone().or_else(|| GameEnd::by_rule(&self.position))
    }

    /// Says how the game has ended, and at a terminal what a person can do then.
    fn tell_end(&self, end: &GameEnd) {
        if self.output.terminal_width().is_some() {
            self.output.tell(format!(
                "{} Type 'undo' to go back, 'new' for another game, or 'save FILE' to keep this one.",
                describe_end(end)
            ));
        } else if self.end.is_some() {
            self.output.tell(describe_end(end));
        }
    }

    /// If the game has ended, says so and returns true. In a pipe, positions in which only the rules end it can be
    /// searched.
    pub(crate) fn refuse_after_end(&self) -> bool {
        let by_rule =
            || GameEnd::by_rule(&self.position).filter(|_| self.output.terminal_width().is_some());
        let end = self.end.clone().or_else(by_rule);
        if let Some(end) = &end {
            self.output.tell(format!("The game is over. {}", describe_end(end)));
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
            self.output.tell(format!(
                "it is {}'s turn, and the engine is thinking; 'stop' makes it move",
                capitalize(&side.to_string())
            ));
            return true;
        }
        self.finish_searches();
        if self.print_refusal() {
            return true;
        }
        if let Some(end) = &self.end {
            self.output
                .tell(format!("The game is over. {} 'undo' takes it back.", describe_end(end)));
            return true;
        }
        let mut position = self.position.clone();
        match play_moves(&mut position, words.iter().copied()) {
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
                self.output.tell(format!("{} cannot be played: {reason}", quoted(&text)));
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
        rules.parse_move(word).is_ok() || read_move(&self.position, word).is_ok() || is_western()
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
            _ if plies.is_empty() => self.output.tell("undo: there is no move to take back"),
            Some(count) if (1..=plies.len()).contains(&count) => {
                let mut position = self.position.clone();
                while position.ply() > plies[count - 1] {
                    position.undo_move();
                }
                self.replace_position(position);
                self.show_position();
            }
            _ => self.output.tell(format!(
                "undo: invalid number {}: expected 1 to {}",
                quoted(words.first().unwrap_or(&"")),
                plies.len()
            )),
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
                    let names: Vec<_> = games::names().collect();
                    let similar = closest(name, games::names())
                        .map(|name| format!("; did you mean '{name}'?"));
                    return self.output.tell(format!(
                        "new: unknown game {}: expected one of {}{}",
                        quoted(name),
                        names.join(", "),
                        similar.unwrap_or_default()
                    ));
                }
            },
        };
        let start = if handicap.is_empty() {
            Position::start(rules)
        } else if let Some(start) = handicap_position(rules, &handicap) {
            start
        } else {
            let expected = list_handicaps(rules);
            return self
                .output
                .tell(format!("new: unknown handicap {}. {expected}", quoted(&handicap)));
        };
        self.finish_searches();
        self.options.variant = rules;
        self.replace_position(start);
        self.reload_eval();
        self.queue_new_game();
        if self.output.terminal_width().is_some() {
            let handicap = match &*handicap {
                "" => String::new(),
                pieces => format!(", handicap {pieces}"),
            };
            self.output.tell(format!("New game of {}{handicap}.", rules.title()));
        }
        self.show_position();
        self.answer_move();
    }

    /// Answers `play`: the engine plays these sides from now on.
    fn play_sides(&mut self, words: &[&str]) {
        let sides = match words {
            [] => return self.tell_sides(),
            [side, ..] => match side.to_lowercase().as_str() {
                "black" => [true, false],
                "white" => [false, true],
                "both" => [true; 2],
                "none" => [false; 2],
                _ => {
                    return self.output.tell(format!(
                        "play: invalid side {}: expected black, white, both or none",
                        quoted(side)
                    ));
                }
            },
        };
        self.finish_searches();
        self.engine_plays = sides;
        self.tell_sides();
        self.answer_move();
    }

    /// Says which sides the engine plays.
    pub(crate) fn tell_sides(&self) {
        self.output.tell(match self.engine_plays {
            [false, false] => "The engine plays no side; 'go' lets it play a move.",
            [true, false] => "The engine plays Black.",
            [false, true] => "The engine plays White.",
            [true, true] => "The engine plays both sides; 'stop' ends that.",
        });
    }

    /// Answers `level`.
    fn set_level(&mut self, words: &[&str]) {
        let number = |word: &str, min, max| match word.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(format!("level: invalid number {}: expected {min} to {max}", quoted(word))),
        };
        let options = &mut self.options;
        let result = match *words {
            [] => Ok(()),
            ["elo", elo, ..] => number(elo, MIN_ELO, MAX_ELO)
                .map(|elo| (options.limit_strength, options.elo) = (true, elo)),
            ["elo"] => {
                Err(format!("level: expected a number from {MIN_ELO} to {MAX_ELO} after elo"))
            }
            [level, ..] => number(level, 0, MAX_LEVEL)
                .map(|level| (options.limit_strength, options.skill_level) = (false, level)),
        };
        match result {
            Ok(()) => self.output.tell(describe_level(&self.options)),
            Err(error) => self.output.tell(error),
        }
    }

    /// Answers `resign`.
    fn resign(&mut self) {
        if let Some(end) = self.game_end() {
            return self.output.tell(format!("The game is over. {}", describe_end(&end)));
        }
        self.finish_searches();
        let loser = match self.engine_plays {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => self.position.side(),
        };
        self.end_game(GameEnd::new(GameResult::Win(!loser), EndReason::Resignation));
    }

    fn end_game(&mut self, end: GameEnd) {
        self.end = Some(end.clone());
        self.tell_end(&end);
    }

    /// Answers `hint`: searches at full strength, and shows the move.
    fn start_hint(&mut self) {
        if self.is_engine_thinking() {
            return self.output.tell("hint: the engine is thinking about its move");
        }
        if self.refuse_after_end() {
            return;
        }
        if self.output.terminal_width().is_some() {
            self.output.tell("Thinking ...");
        }
        let full_strength =
            Options { skill_level: MAX_LEVEL, limit_strength: false, ..self.options.clone() };
        self.think(full_strength, SearchPurpose::Hint, SearchDisplay::Nothing);
    }

    /// Shows the move of a search for a hint.
    pub(crate) fn show_hint(&self, answer: &Answer) {
        match answer {
            Answer::Move { best, ponder } => {
                let western = format_western(&self.position, *best);
                let mut text = format!("Hint: {western} ({})", self.position.rules().usi(*best));
                let mut after = self.position.clone();
                if let Some(reply) = ponder
                    && after.try_move(*best).is_ok()
                {
                    text += &format!(", expecting {}", format_western(&after, *reply));
                }
                self.output.tell(text);
            }
            Answer::Win => self.output.tell("Hint: a win can be declared"),
            Answer::Resign | Answer::Mate(_) => self.output.tell("Hint: there is no move"),
        }
    }

    /// Returns whether the engine plays the side to move.
    fn will_answer(&self) -> bool {
        self.engine_plays[self.position.side().index()]
            && self.end.is_none()
            && self.position.outcome() == Outcome::Ongoing
            && !self.has_input_ended()
    }

    /// Lets the engine think about its move if it plays the side to move.
    pub(crate) fn answer_move(&mut self) {
        if self.is_client || !self.will_answer() {
            return;
        }
        let display = if self.output.terminal_width().is_some() {
            let side = capitalize(&self.position.side().to_string());
            self.output.tell(format!("{side} is thinking ..."));
            SearchDisplay::Nothing
        } else {
            SearchDisplay::Lines
        };
        self.think(self.options.clone(), SearchPurpose::Move, display);
    }

    /// Searches the position for the time that people wait for an answer.
    fn think(&mut self, options: Options, purpose: SearchPurpose, display: SearchDisplay) {
        let control = Arc::new(Control::default());
        let limits = Limits {
            move_time: Some(THINKING_TIME_FOR_PEOPLE),
            clock_start: Some(Instant::now()),
            multi_pv: 1,
            ..Limits::default()
        };
        let request = SearchRequest {
            position: self.position.clone(),
            limits,
            control: Arc::clone(&control),
            protocol: self.protocol,
            options,
            is_mate_search: false,
        };
        let job = Job::Search { request: Box::new(request), display };
        self.start_search(control, job, SearchKind::Limited, purpose);
    }

    /// Plays the answer of a search that a person asked for, and shows the board.
    pub(crate) fn play_answer(&mut self, answer: &Answer) {
        let side = self.position.side();
        match answer {
            Answer::Move { best, .. } => {
                if self.position.try_move(*best).is_ok() {
                    self.tell_last_move();
                    self.show_position();
                    self.answer_move();
                }
            }
            // Otherwise the engine has only given its opinion.
            _ if !self.engine_plays[side.index()] => {}
            Answer::Resign => {
                self.end_game(GameEnd::new(GameResult::Win(!side), EndReason::Resignation));
            }
            Answer::Win => {
                self.end_game(GameEnd::new(GameResult::Win(side), EndReason::Declaration))
            }
            Answer::Mate(_) => {}
        }
    }

    /// If the last `position` command was refused, says so and returns true.
    pub(crate) fn print_refusal(&self) -> bool {
        if let Some(reason) = &self.refusal {
            self.output.tell(format!("the last position was refused: {reason}"));
        }
        self.refusal.is_some()
    }
}

/// Returns what a person needs to know to play, wrapped for a terminal.
pub fn greeting(variant: &'static Rules, width: usize) -> String {
    let start = Position::start(variant);
    let legal = start.legal_moves();
    let is_pawn = |mv: &&Move| start.moved_piece(**mv).map(Piece::kind) == variant.pawn_kind();
    let example = legal.iter().find(is_pawn).or(legal.first());
    let text = format!(
        "Ozutsu {}, playing {}. Type a move such as {} to play it, 'go' to let the engine move, 'play white' to \
         play against it, or 'help' for all commands.",
        env!("CARGO_PKG_VERSION"),
        variant.title(),
        example.map(|&mv| variant.usi(mv).to_string()).unwrap_or_default(),
    );
    wrap(&text, width)
}

/// Describes the end of a game in a sentence.
pub(crate) fn describe_end(end: &GameEnd) -> String {
    let reason = end.describe(["Black", "White"]);
    match end.result.winner() {
        Some(winner) => format!("{} wins: {reason}.", capitalize(&winner.to_string())),
        None => format!("{}.", capitalize(&reason)),
    }
}

/// Describes how strong the engine plays.
pub(crate) fn describe_level(options: &Options) -> String {
    match (options.limit_strength, options.skill_level) {
        (true, _) => format!("The engine plays with a rating of {}.", options.elo),
        (false, MAX_LEVEL) => format!("The engine plays at full strength, level {MAX_LEVEL}."),
        (false, level) => format!("The engine plays at level {level} of {MAX_LEVEL}."),
    }
}

/// Returns a text with a capital at its beginning.
fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::JobQueue;
    use crate::{JobDone, Output};
    use std::mem;
    use std::sync::Mutex;

    /// A terminal of 60 columns that keeps its text, and whether a protocol has begun.
    #[derive(Clone, Default)]
    struct Terminal(Arc<Mutex<String>>, Arc<Mutex<bool>>);

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

        fn begin_protocol(&self) {
            *self.1.lock().unwrap() = true;
        }
    }

    /// Keeps the searches, which the test answers.
    #[derive(Clone, Default)]
    struct Searches(Arc<Mutex<Vec<(SearchRequest, SearchDisplay)>>>);

    impl JobQueue for Searches {
        fn push(&mut self, job: Job) {
            if let Job::Search { request, display } = job {
                self.0.lock().unwrap().push((*request, display));
            }
        }

        fn wait(&mut self) -> Option<JobDone> {
            // A stopped search answers with a legal move.
            let (request, _) = self.0.lock().unwrap().pop()?;
            let best = *request.position.legal_moves().first()?;
            Some(Some(Answer::Move { best, ponder: None }))
        }
    }

    struct Person {
        session: Session,
        terminal: Terminal,
        searches: Searches,
    }

    impl Person {
        fn new(game: &str) -> Self {
            let (terminal, searches) = (Terminal::default(), Searches::default());
            let rules = games::by_name(game).unwrap();
            let session =
                Session::new(rules, Box::new(terminal.clone()), Box::new(searches.clone()));
            Self { session, terminal, searches }
        }

        /// Types lines. Returns the text on the terminal.
        fn type_lines(&mut self, lines: &str) -> String {
            for line in lines.lines() {
                self.session.handle_line(line);
            }
            let text = mem::take(&mut *self.terminal.0.lock().unwrap());
            assert!(!text.contains("info string"), "{text}");
            text
        }

        /// Answers the search under way with a move. Returns the text on the terminal.
        fn answer(&mut self, usi: &str) -> String {
            let best = self.session.options.variant.parse_usi(usi).unwrap();
            self.answer_with(Answer::Move { best, ponder: None })
        }

        fn answer_with(&mut self, answer: Answer) -> String {
            self.searches.0.lock().unwrap().pop().expect("a search is under way");
            // New games are jobs, too, and end first.
            while !matches!(
                self.session.pending_jobs.front(),
                Some(crate::session::PendingJob::Search(_))
            ) {
                self.session.finish_job(None);
            }
            self.session.finish_job(Some(answer));
            self.type_lines("")
        }

        fn is_searching(&self) -> bool {
            !self.searches.0.lock().unwrap().is_empty()
        }

        /// Returns the moves that were played.
        fn moves(&self) -> String {
            let rules = self.session.options.variant;
            let moves = self.session.position.moves().map(|mv| rules.usi(mv).to_string());
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
        assert!(
            text.starts_with("White played 8c8d (P-8d).\n  △ White, in hand: none\n"),
            "{text}"
        );
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
        assert_eq!(person.session.engine_plays, [false; 2]);
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
        assert_eq!(person.session.end.as_ref().unwrap().result, GameResult::Win(Color::White));
        person.type_lines("new");
        assert_eq!(person.session.end, None);
    }

    #[test]
    fn levels_weaken_moves_but_not_hints() {
        let mut person = Person::new("shogi");
        let text =
            person.type_lines("level 3\nlevel elo 1200\nlevel\nlevel 21\nlevel elo\nlevel x");
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
        let (request, display) = person.searches.0.lock().unwrap()[0].clone();
        assert_eq!((request.options.skill(), display), (None, SearchDisplay::Nothing));
        assert_eq!(person.answer("7g7f"), "Hint: P-7f (7g7f)\n");
        assert_eq!(person.moves(), "");
        person.type_lines("go");
        assert_ne!(person.searches.0.lock().unwrap()[0].0.options.skill(), None);
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
        assert_eq!(person.session.position.sfen().to_string(), sfen);
        person.type_lines("play white\nnew Rook");
        assert!(person.is_searching(), "White moves first");
        let before = person.session.position.sfen().to_string();
        let text = person.type_lines("new shogi queen\nnew shogo");
        assert!(
            text.contains("unknown handicap 'queen'. Handicaps in shogi: left\nlance;"),
            "{text}"
        );
        assert!(text.ends_with("mean 'shogi'?\n"), "{text}");
        assert_eq!(person.session.position.sfen().to_string(), before);
    }

    #[test]
    fn errors_are_plain_text() {
        let mut person = Person::new("shogi");
        for (line, expected) in [
            ("8c8d", "'8c8d' cannot be played: the piece belongs to the opponent\n"),
            ("udno", "unknown command 'udno'; did you mean 'undo'?\n"),
            ("play red", "play: invalid side 'red': expected black, white, both or\nnone\n"),
            ("bench 0", "bench: invalid depth '0': expected a number of at least 1\n"),
            ("help udno", "unknown command 'udno'; did you mean 'undo'?\n"),
        ] {
            assert_eq!(person.type_lines(line), expected, "{line}");
        }
        let text = person.type_lines("setoption name UCI_Variant value shosu");
        assert!(text.contains("Black to move") && !text.contains("startpos"), "{text}");
    }
}
