//! Solving puzzles: a person plays the attacker's moves, and the solution has the replies.
//!
//! While a puzzle is being solved, the main line of the record is the beginning of its solution: other
//! moves are not played, unless they mate at once. At every move of the attacker except the last, the
//! stored puzzles have only one that mates as soon.

use crate::command_error::CommandError;
use crate::exercise::exercises;
use crate::game::Game;
use crate::line_view::line_texts;
use crate::lookup::find_rules;
use crate::messages::{
    ProofView, PuzzleChoice, PuzzleHint, PuzzleProgress, PuzzleSource, PuzzleView, Refutation,
    Reply, Verdict,
};
use crate::mode::Mode;
use crate::notation::MoveText;
use crate::puzzle_attempt::{HintLevel, PuzzleAttempt};
use crate::puzzle_list::{
    check_number, choose, choose_for_streak, difficulty, move_count, puzzles,
};
use crate::puzzle_rating::puzzle_rating;
use crate::step::{CommandResult, Step};
use crate::table::Table;
use crate::user_data::{Change, UserData};
use crate::work::refute;
use platform::Instant;
use rules::{Color, Move, Outcome};
use std::sync::Arc;
use study::puzzles::{Proof, Puzzle, PuzzleKind};

impl Table {
    /// Returns the attacker of the puzzle that is being solved, if there is one.
    pub fn puzzle_solver(&self) -> Option<Color> {
        let puzzle = self.mode.puzzle()?;
        let is_solving = puzzle.progress == PuzzleProgress::Solving;
        is_solving.then(|| puzzle.puzzle.position.side())
    }

    /// Refuses what makes no sense while a puzzle is being solved.
    pub fn check_not_solving(&self) -> Result<(), CommandError> {
        if self.puzzle_solver().is_some() { Err(CommandError::Solving) } else { Ok(()) }
    }

    /// Shows the puzzle that a person has chosen.
    pub fn start_puzzle(
        &mut self,
        choice: &PuzzleChoice,
        user_data: &UserData,
    ) -> Result<(), CommandError> {
        match choice.source {
            PuzzleSource::Own => return self.start_own_puzzle(choice),
            PuzzleSource::Exercise => return self.start_exercise(choice),
            PuzzleSource::Stored => {}
        }
        let rules = find_rules(&choice.variant)?;
        let is_same_game = std::ptr::eq(rules, self.game.rules());
        let is_previous =
            |puzzle: &&PuzzleAttempt| is_same_game && puzzle.source == PuzzleSource::Stored;
        let previous = self.mode.puzzle().filter(is_previous);
        let solved = previous.and_then(PuzzleAttempt::solved_streak).unwrap_or_default();
        let streak = choice.streak.then_some(solved);
        let number = match streak {
            Some(solved) => choose_for_streak(rules, solved)?,
            None => choose(rules, choice, previous.map(|puzzle| puzzle.number), user_data)?,
        };
        let puzzle = Arc::new(puzzles(rules)[number - 1].clone());
        let attempt = PuzzleAttempt::new(puzzle, PuzzleSource::Stored, number);
        self.show_puzzle(PuzzleAttempt { streak, ..attempt });
        Ok(())
    }

    /// Shows a puzzle.
    pub fn show_puzzle(&mut self, attempt: PuzzleAttempt) {
        self.analyse_game(Game::from_position(&attempt.puzzle.position));
        self.analysing = false;
        self.mode = Mode::Puzzle(attempt);
    }

    /// Plays a move of the solution and the reply to it. Any other move is not played, and the page is
    /// told why it is wrong.
    pub fn try_solution(&mut self, mv: Move, now: Instant) -> CommandResult {
        let position = self.game.position();
        position.validate_move(mv)?;
        let ply = self.game.node(self.game.shown()).ply();
        let text = MoveText::new(position, mv);
        let usi = position.rules().usi(mv).to_string();
        let mut after = position.clone();
        after.do_move(mv);
        let is_mate = after.outcome() == Outcome::Mate;
        let revision = self.game.revision();
        let proof = self.mode.puzzle().map(|attempt| self.puzzle_proof(attempt));
        let attempt = self.mode.puzzle_mut().ok_or(CommandError::NoPuzzle)?;
        let (kind, line) = (attempt.puzzle.kind, &attempt.puzzle.line);
        if !attempt.is_solution(ply, mv, is_mate) {
            attempt.wrong_moves += 1;
            let refutation = match kind {
                PuzzleKind::Win => Some(Refutation::NotTheSolution),
                PuzzleKind::Mate if !after.in_check() => Some(Refutation::NoCheck),
                PuzzleKind::Mate => None,
            };
            let is_refuted = refutation.is_some();
            attempt.verdict = Some(Verdict::Wrong { mv: usi, text, refutation });
            if is_refuted {
                return Ok(Step::Reply(Reply::Done));
            }
            let (id, plies) = ((revision, attempt.wrong_moves), line.len() - ply);
            let is_proven = proof == Some(ProofView::Done(Proof::Proven));
            let refute = move || refute(&after, plies, is_proven);
            return Ok(Step::work(refute, move |table, refutation, _| {
                table.take_refutation(id, refutation);
                Ok(Reply::Done)
            }));
        }
        attempt.verdict = Some(Verdict::Right { text });
        attempt.hint = HintLevel::None;
        let reply = line.get(ply + 1).copied().filter(|_| !is_mate);
        if reply.is_none() {
            attempt.progress = PuzzleProgress::Solved;
        }
        for mv in [mv].into_iter().chain(reply) {
            self.play(mv, now)?;
        }
        Ok(Step::Reply(Reply::Done))
    }

    /// Says why a wrong move fails, unless the person has gone on meanwhile. The move is identified by the
    /// revision of the game and the number of wrong moves.
    fn take_refutation(&mut self, id: (u64, usize), found: Refutation) {
        let revision = self.game.revision();
        let Some(attempt) = self.mode.puzzle_mut() else { return };
        let now = (revision, attempt.wrong_moves);
        if let Some(Verdict::Wrong { refutation, .. }) = &mut attempt.verdict
            && now == id
        {
            *refutation = Some(found);
        }
    }

    /// Shows the piece of the next move, or the move if the piece is shown already.
    pub fn hint_in_puzzle(&mut self) {
        self.game.show(self.game.last());
        if let Some(attempt) = self.mode.puzzle_mut() {
            attempt.has_used_hint = true;
            attempt.verdict = None;
            attempt.hint = match attempt.hint {
                HintLevel::None => HintLevel::Piece,
                _ => HintLevel::Move,
            };
        }
    }

    /// Forgets what was said about the last move, because it was taken back.
    pub fn clear_verdict(&mut self) {
        if let Some(attempt) = self.mode.puzzle_mut() {
            (attempt.verdict, attempt.hint) = (None, HintLevel::None);
        }
    }

    /// Adds the rest of the solution to the record. The shown position stays, so that the person can go
    /// through the moves.
    pub fn show_solution(&mut self, now: Instant) -> Result<(), CommandError> {
        let attempt = self.mode.puzzle_mut().ok_or(CommandError::NoPuzzle)?;
        if attempt.progress != PuzzleProgress::Solving {
            return Err(CommandError::PuzzleOver);
        }
        attempt.progress = PuzzleProgress::GivenUp;
        let line = attempt.puzzle.line.clone();
        self.clear_verdict();
        let shown = self.game.last();
        self.game.show(shown);
        for &mv in &line[self.game.node(shown).ply()..] {
            self.play(mv, now)?;
        }
        self.game.show(shown);
        Ok(())
    }

    /// Analyses the shown position of a puzzle, which is given up if it is not solved.
    pub fn analyse_puzzle(&mut self) -> Result<(), CommandError> {
        let attempt = self.mode.puzzle_mut().ok_or(CommandError::NoPuzzle)?;
        if attempt.progress == PuzzleProgress::Solving {
            attempt.progress = PuzzleProgress::GivenUp;
        }
        self.clear_verdict();
        self.analysing = true;
        Ok(())
    }

    /// Describes the puzzle to the page.
    pub fn puzzle_view(&self) -> Option<PuzzleView> {
        let attempt = self.mode.puzzle()?;
        let PuzzleAttempt { puzzle, source, progress, number, .. } = attempt;
        let (source, progress, number) = (*source, *progress, *number);
        let own = self.own_puzzles.get(number).filter(|_| source == PuzzleSource::Own);
        let rules = puzzle.position.rules();
        let is_over = progress != PuzzleProgress::Solving;
        let next = puzzle.line.get(self.game.node(self.game.last()).ply());
        let hint = next.filter(|_| !is_over && attempt.hint != HintLevel::None).map(|&mv| {
            let usi = rules.usi(mv).to_string();
            let origin = mv.from().map_or_else(|| usi[..2].into(), |square| square.to_string());
            let is_shown = attempt.hint == HintLevel::Move;
            let text = is_shown.then(|| MoveText::new(self.game.last_position(), mv));
            PuzzleHint { origin, mv: is_shown.then_some(usi), text }
        });
        Some(PuzzleView {
            source,
            number,
            count: match source {
                PuzzleSource::Stored => puzzles(rules).len(),
                PuzzleSource::Own => self.own_puzzles.view().map_or(0, |view| view.count),
                PuzzleSource::Exercise => exercises(rules).len(),
            },
            name: own.map_or_else(String::new, |own| own.name.clone()),
            goal: puzzle.kind,
            proof: self.puzzle_proof(attempt),
            attacker: puzzle.position.side(),
            moves: move_count(puzzle),
            difficulty: difficulty(puzzle),
            nodes: puzzle.nodes,
            rating: puzzle_rating(puzzle),
            progress,
            streak: attempt.streak_view(),
            wrong_moves: attempt.wrong_moves,
            has_used_hint: attempt.has_used_hint,
            verdict: attempt.verdict.clone(),
            hint,
            solution: is_over.then(|| line_texts(&puzzle.position, &puzzle.line).1),
        })
    }
}

impl Table {
    /// Shows an exercise: the one with the number of the choice, or else the one after the exercise on the board.
    fn start_exercise(&mut self, choice: &PuzzleChoice) -> Result<(), CommandError> {
        let rules = find_rules(&choice.variant)?;
        let exercises = exercises(rules);
        let is_same_game = std::ptr::eq(rules, self.game.rules());
        let shown = self.mode.puzzle().filter(|attempt| is_same_game && attempt.exercise.is_some());
        let next = shown.map_or(1, |attempt| attempt.number % exercises.len() + 1);
        let number = check_number(choice.number.unwrap_or(next), exercises.len())?;
        self.show_puzzle(PuzzleAttempt::at_exercise(&exercises[number - 1], number));
        Ok(())
    }

    /// Shows one of the person's own puzzles.
    pub fn start_own_puzzle(&mut self, choice: &PuzzleChoice) -> Result<(), CommandError> {
        let previous = self.mode.puzzle().filter(|puzzle| puzzle.source == PuzzleSource::Own);
        let previous = previous.map(|puzzle| puzzle.number);
        let number = self.own_puzzles.choose(choice.number, previous)?;
        self.show_own_puzzle(number);
        Ok(())
    }

    /// Shows the puzzle with a number.
    pub fn show_own_puzzle(&mut self, number: usize) {
        if let Some(own) = self.own_puzzles.get(number) {
            let attempt = PuzzleAttempt::new(Arc::clone(&own.puzzle), PuzzleSource::Own, number);
            self.show_puzzle(attempt);
        }
    }

    /// Counts the puzzle on the board as tried or solved if it is.
    pub fn count_puzzle(&mut self) {
        let Some(attempt) = self.mode.puzzle_mut().filter(|puzzle| puzzle.is_tried()) else {
            return;
        };
        let (number, is_solved, streak) =
            (attempt.number, attempt.is_solved(), attempt.solved_streak());
        if attempt.counted.replace(is_solved) == Some(is_solved) {
            return;
        }
        match attempt.source {
            PuzzleSource::Own => {
                self.own_puzzles.tried.insert(number);
                if is_solved {
                    self.own_puzzles.solved.insert(number);
                }
            }
            PuzzleSource::Stored => {
                let variant = self.game.rules().name().to_owned();
                let rating = puzzle_rating(&attempt.puzzle).expect("stored puzzles are rated");
                let streak =
                    streak.map(|solved| Change::Streak { variant: variant.clone(), solved });
                self.data_changes.push(Change::Puzzle { variant, number, rating, is_solved });
                self.data_changes.extend(streak);
            }
            PuzzleSource::Exercise => {}
        }
    }

    /// Returns the puzzle on the board if its solution is not proven yet.
    pub fn unproven_puzzle(&self) -> Option<&Arc<Puzzle>> {
        let attempt = self.mode.puzzle()?;
        (self.puzzle_proof(attempt) == ProofView::Pending).then_some(&attempt.puzzle)
    }

    /// Returns whether the solution of a puzzle is proven.
    pub fn puzzle_proof(&self, attempt: &PuzzleAttempt) -> ProofView {
        match attempt.source {
            PuzzleSource::Stored => ProofView::Done(Proof::Proven),
            PuzzleSource::Exercise => ProofView::NotApplicable,
            PuzzleSource::Own => {
                let own = self.own_puzzles.get(attempt.number);
                own.map_or(ProofView::Done(Proof::Unknown), |own| own.proof)
            }
        }
    }

    /// Takes the result of the proof of the puzzle on the board, and its rating, which it keeps if it has
    /// one.
    pub fn take_proof(&mut self, proof: Proof, nodes: Option<u64>) {
        let Some(attempt) = self.mode.puzzle_mut() else { return };
        let puzzles = &mut self.own_puzzles.puzzles;
        let Some(own) = attempt.number.checked_sub(1).and_then(|index| puzzles.get_mut(index))
        else {
            return;
        };
        own.proof = ProofView::Done(proof);
        if own.puzzle.nodes.is_none() {
            let puzzle = Arc::new(Puzzle { nodes, ..(*own.puzzle).clone() });
            (own.puzzle, attempt.puzzle) = (Arc::clone(&puzzle), puzzle);
        }
    }
}
