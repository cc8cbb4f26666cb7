//! A game played twice, by the engine and by the reference.

use crate::reference::{Game, State};
use crate::translate;
use rules::{Move, Position, Rules};

/// The same game in both.
#[derive(Clone, Debug)]
pub struct Twin {
    pub position: Position,
    pub state: State,
    set_up: String,
}

impl Twin {
    /// A game of ours from its start position.
    pub fn start(rules: &'static Rules) -> Self {
        Self::from_sfen(rules, rules.start_sfen())
    }

    /// A game of ours from a position.
    ///
    /// # Panics
    /// If either refuses the position.
    pub fn from_sfen(rules: &'static Rules, sfen: &str) -> Self {
        Self::of(rules, translate::game(rules.name()), sfen)
    }

    /// A game that both know, from a position.
    ///
    /// # Panics
    /// If either refuses the position.
    pub fn of(rules: &'static Rules, game: &'static Game, sfen: &str) -> Self {
        let position = Position::from_sfen(rules, sfen)
            .unwrap_or_else(|why| panic!("{}: {sfen}: {why}", rules.name()));
        let state = State::from_sfen(game, sfen)
            .unwrap_or_else(|why| panic!("{}: {sfen}: {why}", game.name));
        Self { position, state, set_up: sfen.to_owned() }
    }

    pub fn rules(&self) -> &'static Rules {
        self.position.rules()
    }

    /// Plays a move that the engine holds to be legal.
    ///
    /// # Panics
    /// If the reference does not.
    pub fn play(&mut self, mv: Move) {
        let text = self.rules().usi(mv).to_string();
        self.state.play(&text).unwrap_or_else(|why| panic!("{why}\n{}", self.story()));
        self.position.do_move(mv);
    }

    /// Plays moves in USI text, separated by blanks.
    ///
    /// # Panics
    /// If the engine or the reference holds one to be illegal.
    pub fn play_all(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let refused = |why: String| -> ! { panic!("{text}: {why}\n{}", self.story()) };
            let mv = self.rules().parse_usi(text).unwrap_or_else(|why| refused(why.to_string()));
            self.position.validate_move(mv).unwrap_or_else(|why| refused(why.to_string()));
            self.play(mv);
        }
    }

    /// All it takes to play the game again.
    pub fn story(&self) -> String {
        let rules = self.rules();
        let moves: String = self.position.moves().map(|mv| format!(" {}", rules.usi(mv))).collect();
        let mut story = format!("{}: sfen {} moves{moves}", rules.name(), self.set_up);
        if Rules::by_name(rules.name()).is_none() {
            for piece in rules.piece_infos() {
                let promoted = piece.promoted.as_ref().map_or("-", |form| &form.notation);
                story += &format!("\n{} {} {promoted}", piece.letter, piece.unpromoted.notation);
            }
        }
        format!("{story}\nnow {}", self.position.sfen())
    }
}
