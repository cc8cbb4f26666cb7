//! Completes the commands of a person who types them.

use crate::person::help::{command_names, help_topics};
use crate::player::{Protocol, list_options};
use records::{handicaps, play_moves};
use rules::{Position, Rules};

/// What the completion of a line depends on.
#[derive(Clone, Debug)]
pub struct Completion {
    position: Position,
}

impl Completion {
    pub fn new(position: Position) -> Self {
        Self { position }
    }

    /// Returns the texts that can take the place of the end of a line, sorted, and the byte at which that begins.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(' ').map_or(0, |space| space + 1);
        let words: Vec<&str> = line[..start].split_whitespace().collect();
        let rules = self.position.rules();
        let mut start = start;
        let mut candidates: Vec<String> = match words[..] {
            [] => {
                let mut candidates: Vec<_> = command_names().map(str::to_owned).collect();
                // Without a letter, the moves would hide the commands.
                if !line.trim().is_empty() {
                    candidates.extend(legal_moves(&self.position));
                }
                candidates
            }
            ["new"] => games::names().map(str::to_owned).chain(handicap_names(rules)).collect(),
            ["new", first, ..] => {
                let arguments = line.trim_start()["new".len()..].trim_start();
                let first_start = line.len() - arguments.len();
                match games::by_name(first) {
                    Some(rules) => {
                        let rest = &line[first_start + first.len()..];
                        start = line.len() - rest.trim_start().len();
                        handicap_names(rules).collect()
                    }
                    None => {
                        start = first_start;
                        handicap_names(rules).collect()
                    }
                }
            }
            ["piece" | "pieces"] => {
                let names = rules.piece_infos().iter().map(|piece| &piece.unpromoted.name);
                names.map(|name| name.to_lowercase()).collect()
            }
            ["play"] => ["black", "white", "both", "none"].map(str::to_owned).into(),
            ["level"] => vec!["elo".into()],
            ["help"] => help_topics().map(str::to_owned).collect(),
            ["position"] => ["startpos", "sfen", "fen"].map(str::to_owned).into(),
            ["setoption"] => vec!["name".into()],
            ["setoption", "name"] => {
                list_options(Protocol::default(), rules).map(|option| option.name).collect()
            }
            ["setoption", "name", _] => vec!["value".into()],
            ["go"] => GO_LIMITS.map(str::to_owned).into(),
            [first, ..] if command_names().any(|name| name == first) => vec![],
            // Moves after moves.
            ref moves => {
                let mut position = self.position.clone();
                match play_moves(&mut position, moves.iter().copied()) {
                    Ok(()) => legal_moves(&position).collect(),
                    Err(_) => vec![],
                }
            }
        };
        let typed = &line[start..];
        candidates.retain(|candidate| candidate.starts_with(typed));
        candidates.sort_unstable();
        candidates.dedup();
        (start, candidates)
    }
}

const GO_LIMITS: [&str; 6] = ["depth", "infinite", "mate", "movetime", "nodes", "perft"];

fn legal_moves(position: &Position) -> impl Iterator<Item = String> + use<> {
    let rules = position.rules();
    let moves = position.legal_moves().to_vec();
    moves.into_iter().map(|mv| rules.usi(mv).to_string())
}

fn handicap_names(rules: &'static Rules) -> impl Iterator<Item = String> {
    handicaps(rules).map(|handicap| handicap.english.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(line: &str) -> String {
        let position = Position::start(games::by_name("shogi").unwrap());
        let (start, candidates) = Completion::new(position).complete(line);
        format!("{}|{}", &line[..start], candidates.join("|"))
    }

    #[test]
    fn commands_and_moves_are_completed() {
        for (line, expected) in [
            ("un", "|undo"),
            ("7g", "|7g7f"),
            ("7g7f 3c", "7g7f |3c3d"),
            ("2g2e 3c", "2g2e |"),
            ("play b", "play |black|both"),
            ("new cannonsh", "new |cannonshogi|cannonshosu"),
            ("new bi", "new |bishop"),
            ("new shogi rook and", "new shogi |rook and bishop|rook and left lance"),
            ("new rook and b", "new |rook and bishop"),
            (" new e b", " new |"),
            ("help le", "help |level"),
            ("go mo", "go |movetime"),
            ("setoption name Thr", "setoption name |Threads"),
            ("undo 2", "undo |"),
            ("大筒", "|"),
        ] {
            assert_eq!(complete(line), expected, "{line}");
        }
        let all = complete("");
        assert!(all.contains("|hint|") && !all.contains("7g7f"), "{all}");
    }
}
