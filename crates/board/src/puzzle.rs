//! Solving puzzles: a person plays the attacker's moves, and the solution has the replies.
//!
//! While a puzzle is being solved, the main line of the record is the beginning of its solution: other
//! moves are not played, unless they mate at once. At every move of the attacker except the last, the
//! stored puzzles have only one that mates as soon.

use crate::game_info::find_rules;
use crate::line_view::line_texts;
use crate::messages::{
    ProofView, PuzzleChoice, PuzzleGoal, PuzzleHint, PuzzleProgress, PuzzleSource, PuzzleView,
    Refutation, Verdict,
};
use crate::puzzle_attempt::{HintLevel, PuzzleAttempt};
use crate::puzzle_list::{choose, difficulty, move_count, puzzles};
use crate::state::TableState;
use records::GameRecord;
use records::format_western;
use rules::{Color, Move, Outcome, Position};
use std::sync::Arc;
use study::puzzles::{MateFinder, MateOptions, PuzzleKind};

/// The nodes after which the search for a reply to a wrong move is given up. A fraction of a second.
const REFUTATION_NODES: u64 = 2_000;

impl TableState {
    /// Returns the attacker of the puzzle that is being solved, if there is one.
    pub fn puzzle_solver(&self) -> Option<Color> {
        let puzzle = self.puzzle.as_ref()?;
        let is_solving = puzzle.progress == PuzzleProgress::Solving;
        is_solving.then(|| puzzle.puzzle.position.side())
    }

    /// Refuses what makes no sense while a puzzle is being solved.
    pub fn check_not_solving(&self) -> Result<(), String> {
        match self.puzzle_solver() {
            Some(_) => Err("solve the puzzle first, or show its solution".into()),
            None => Ok(()),
        }
    }

    /// Shows the puzzle that a person has chosen.
    pub fn start_puzzle(&mut self, choice: &PuzzleChoice) -> Result<(), String> {
        if choice.source == PuzzleSource::Own {
            return self.start_own_puzzle(choice);
        }
        let rules = find_rules(&choice.variant)?;
        let is_same_game = std::ptr::eq(rules, self.rules());
        let is_previous =
            |puzzle: &&PuzzleAttempt| is_same_game && puzzle.source == PuzzleSource::Stored;
        let previous = self.puzzle.as_ref().filter(is_previous).map(|puzzle| puzzle.number);
        let number = choose(rules, choice, previous)?;
        let puzzle = Arc::new(puzzles(rules)[number - 1].clone());
        self.show_puzzle(PuzzleAttempt::new(puzzle, PuzzleSource::Stored, number));
        Ok(())
    }

    /// Shows a puzzle.
    pub fn show_puzzle(&mut self, attempt: PuzzleAttempt) {
        self.analyse_record(GameRecord::new(&attempt.puzzle.position));
        self.analysing = false;
        self.puzzle = Some(attempt);
    }

    /// Plays a move of the solution and the reply to it. Any other move is not played, and the page is
    /// told why it is wrong.
    pub fn try_solution(&mut self, mv: Move) -> Result<(), String> {
        let position = self.position();
        position.validate_move(mv).map_err(|reason| reason.to_string())?;
        let ply = self.record.node(self.current).ply();
        let text = format_western(&position, mv);
        let Some(attempt) = &self.puzzle else { return Ok(()) };
        let is_proven = self.puzzle_proof(attempt) == ProofView::Proven;
        let Some(attempt) = &mut self.puzzle else { return Ok(()) };
        let (kind, line) = (attempt.puzzle.kind, &attempt.puzzle.line);
        let mut after = position.clone();
        after.do_move(mv);
        let is_mate = after.outcome() == Outcome::Mate;
        if line.get(ply) != Some(&mv) && !is_mate {
            attempt.wrong_moves += 1;
            let refutation = match kind {
                PuzzleKind::Win => Refutation::NotTheSolution,
                PuzzleKind::Mate => match refutation(&after, line.len() - ply) {
                    Refutation::Unknown if !is_proven => Refutation::NotTheSolution,
                    refutation => refutation,
                },
            };
            let mv = position.rules().usi(mv).to_string();
            attempt.verdict = Some(Verdict::Wrong { mv, text, refutation });
            return Ok(());
        }
        attempt.verdict = Some(Verdict::Right { text });
        attempt.hint = HintLevel::None;
        let reply = line.get(ply + 1).copied().filter(|_| !is_mate);
        if reply.is_none() {
            attempt.progress = PuzzleProgress::Solved;
        }
        for mv in [mv].into_iter().chain(reply) {
            self.play(mv).map_err(|reason| reason.to_string())?;
        }
        Ok(())
    }

    /// Shows the piece of the next move, or the move if the piece is shown already.
    pub fn hint_in_puzzle(&mut self) {
        self.current = self.record.last_node();
        if let Some(attempt) = &mut self.puzzle {
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
        if let Some(attempt) = &mut self.puzzle {
            (attempt.verdict, attempt.hint) = (None, HintLevel::None);
        }
    }

    /// Adds the rest of the solution to the record. The shown position stays, so that the person can go
    /// through the moves.
    pub fn show_solution(&mut self) -> Result<(), String> {
        let Some(attempt) = &mut self.puzzle else {
            return Err("there is no puzzle on the board".into());
        };
        if attempt.progress != PuzzleProgress::Solving {
            return Err("the puzzle is over".into());
        }
        attempt.progress = PuzzleProgress::GivenUp;
        let line = attempt.puzzle.line.clone();
        self.clear_verdict();
        let shown = self.record.last_node();
        self.current = shown;
        for &mv in &line[self.record.node(shown).ply()..] {
            self.play(mv).map_err(|reason| reason.to_string())?;
        }
        self.current = shown;
        Ok(())
    }

    /// Analyses the shown position of a puzzle, which is given up if it is not solved.
    pub fn analyse_puzzle(&mut self) -> Result<(), String> {
        let Some(attempt) = &mut self.puzzle else {
            return Err("there is no puzzle on the board".into());
        };
        if attempt.progress == PuzzleProgress::Solving {
            attempt.progress = PuzzleProgress::GivenUp;
        }
        self.clear_verdict();
        self.analysing = true;
        Ok(())
    }

    /// Describes the puzzle to the page.
    pub fn puzzle_view(&self) -> Option<PuzzleView> {
        let attempt = self.puzzle.as_ref()?;
        let PuzzleAttempt { puzzle, source, progress, number, .. } = attempt;
        let (source, progress, number) = (*source, *progress, *number);
        let own = self.own_puzzles.get(number).filter(|_| source == PuzzleSource::Own);
        let rules = puzzle.position.rules();
        let is_over = progress != PuzzleProgress::Solving;
        let next = puzzle.line.get(self.record.node(self.record.last_node()).ply());
        let hint = next.filter(|_| !is_over && attempt.hint != HintLevel::None).map(|&mv| {
            let usi = rules.usi(mv).to_string();
            let origin = mv.from().map_or_else(|| usi[..2].into(), |square| square.to_string());
            let is_shown = attempt.hint == HintLevel::Move;
            PuzzleHint { origin, mv: is_shown.then_some(usi) }
        });
        Some(PuzzleView {
            source,
            number,
            count: match source {
                PuzzleSource::Stored => puzzles(rules).len(),
                PuzzleSource::Own => self.own_puzzles.view().map_or(0, |view| view.count),
            },
            name: own.map_or_else(String::new, |own| own.name.clone()),
            goal: match puzzle.kind {
                PuzzleKind::Mate => PuzzleGoal::Mate,
                PuzzleKind::Win => PuzzleGoal::Win,
            },
            proof: self.puzzle_proof(attempt),
            attacker: puzzle.position.side().into(),
            moves: move_count(puzzle),
            difficulty: difficulty(puzzle),
            nodes: puzzle.nodes,
            progress,
            wrong_moves: attempt.wrong_moves,
            has_used_hint: attempt.has_used_hint,
            verdict: attempt.verdict.clone(),
            hint,
            solution: is_over.then(|| line_texts(&puzzle.position, &puzzle.line).1),
        })
    }
}

/// Returns why a wrong move fails. `after` is the position after it, and `plies` is the number of plies in
/// which the right move mates.
fn refutation(after: &Position, plies: usize) -> Refutation {
    if !after.in_check() {
        return Refutation::NoCheck;
    }
    let options = MateOptions { proof_nodes: REFUTATION_NODES, ..MateOptions::default() };
    let mut finder = match MateFinder::new(options) {
        Ok(finder) => finder,
        Err(_) => return Refutation::Unknown,
    };
    match finder.longest_defence(after, plies as u32) {
        Some(reply) => Refutation::Reply { text: format_western(after, reply) },
        None => Refutation::Unknown,
    }
}
