//! Reads the definition of an Interactive Diagram of chessvariants.com.
//!
//! A definition consists of settings, `files=9`, and pieces, `name:ID:move:image:squares`. The
//! squares are those of the first player, who is Black here; the diagram's symmetry gives the
//! other's. A piece that others promote to has the ID `+R`, or is `promoOffset` lines below them.

use super::variants_ini::movement::from_xbetza;
use crate::describe::capitalize;
use crate::notes::dead_ranks;
use crate::rules_file::{Draft, KeyLines, LineError};
use rules::spec::*;
use rules::{PieceKind, Rules, SpecErrorKind, Square, board_sfen};
use std::collections::HashMap;

/// Settings that a diagram lacks, and values that replace its own.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    pub name: String,
    /// The depth of the promotion zone, by default that of the diagram.
    pub promotion_ranks: Option<u8>,
    /// The letter of the pawn, or `-` for none (`none` on the command line). Must be given if a piece has the
    /// letter `P`.
    pub pawn: Option<char>,
    /// Whether a pawn drop may give mate.
    pub pawn_drop_mate: PawnDropMate,
    /// Whether a side may have two unpromoted pawns on a file.
    pub two_pawns: TwoPawns,
    /// Whether a repetition by perpetual check loses.
    pub perpetual_check: PerpetualCheck,
}

/// A piece line of a diagram.
struct DiagramPiece<'a> {
    line: usize,
    name: &'a str,
    id: String,
    movement: &'a str,
    squares: &'a str,
}

struct Diagram<'a> {
    /// The settings with their lines, by name.
    settings: HashMap<&'a str, (usize, &'a str)>,
    pieces: Vec<DiagramPiece<'a>>,
}

/// Returns the game that a diagram defines, or all errors in it.
pub fn import_diagram(
    text: &str,
    options: &ImportOptions,
) -> Result<&'static Rules, Vec<LineError>> {
    let draft = Diagram::split(text).game(options).map_err(|error| vec![error])?;
    Ok(draft.check(Draft::line_error)?.rules)
}

/// Returns what the game of a diagram does otherwise than the diagram.
pub fn diagram_warnings(text: &str) -> Vec<LineError> {
    let settings = Diagram::split(text).settings;
    let mut warnings = Vec::new();
    if !settings.contains_key("holdingsType") {
        let message = "the diagram has no holdingsType; here captured pieces go into the hand";
        warnings.push(error(1, message));
    }
    if let Some(&(line, _)) = settings.get("promoChoice").filter(|(_, value)| !value.is_empty()) {
        let message = "promoChoice is ignored; here each piece has one promoted form";
        warnings.push(error(line, message));
    }
    warnings
}

/// Returns the line of the first piece of a text that looks like a diagram.
pub(crate) fn first_piece_line(text: &str) -> Option<usize> {
    let pieces = Diagram::split(text).pieces;
    // A movement has a capital letter; times of records, which have colons, too, do not.
    let has_movement =
        |piece: &&DiagramPiece<'_>| piece.movement.contains(|c: char| c.is_ascii_uppercase());
    pieces.iter().find(has_movement).map(|piece| piece.line)
}

fn error(line: usize, message: impl Into<String>) -> LineError {
    LineError { line, message: message.into() }
}

impl<'a> Diagram<'a> {
    /// Splits a definition into settings and pieces. Other lines (HTML tags) are ignored.
    fn split(text: &'a str) -> Self {
        let mut diagram = Self { settings: HashMap::new(), pieces: Vec::new() };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, content) in (1..).zip(text.lines().map(str::trim)) {
            if content.starts_with(['<', '#', '/']) {
                continue;
            }
            let colon = content.find(':').unwrap_or(content.len());
            match content.find('=').filter(|&equals| equals < colon) {
                Some(equals) if content.matches('=').count() == 1 => {
                    // There may be spaces around the equals sign.
                    let key = content[..equals].split_whitespace().next_back();
                    let value = content[equals + 1..].split_whitespace().next();
                    let (key, value) = (key.unwrap_or_default(), value.unwrap_or_default());
                    diagram.settings.insert(key, (line, value));
                }
                // Settings may also share a line, separated by spaces.
                Some(_) => {
                    let pairs = content.split_whitespace().filter_map(|pair| pair.split_once('='));
                    diagram.settings.extend(pairs.map(|(key, value)| (key, (line, value))));
                }
                None if colon < content.len() => {
                    let mut fields = content.split(':').map(str::trim);
                    let mut field = || fields.next().unwrap_or_default();
                    let (name, id, movement, _image, squares) =
                        (field(), field(), field(), field(), field());
                    let id = match id {
                        "" => name.chars().take(1).collect::<String>().to_uppercase(),
                        id => id.to_uppercase(),
                    };
                    diagram.pieces.push(DiagramPiece { line, name, id, movement, squares });
                }
                None => {}
            }
        }
        diagram
    }

    /// Returns the value of a numeric setting.
    fn number(&self, key: &str) -> Result<Option<u8>, LineError> {
        let Some(&(line, text)) = self.settings.get(key) else { return Ok(None) };
        let expected = || error(line, format!("{key}: found '{text}', expected a whole number"));
        text.parse().map(Some).map_err(|_| expected())
    }

    /// Returns the number of files or ranks, which is 8 if the diagram does not give it.
    fn board_size(&self, key: &str) -> Result<u8, LineError> {
        let size = self.number(key)?.unwrap_or(8);
        let (min, max) = BOARD_SIZES.into_inner();
        if BOARD_SIZES.contains(&size) {
            return Ok(size);
        }
        let line = self.settings.get(key).map_or(1, |&(line, _)| line);
        let kind = SpecErrorKind::OutOfRange { found: size, min, max };
        Err(error(line, format!("{key}: {kind}")))
    }

    fn game(&self, options: &ImportOptions) -> Result<Draft, LineError> {
        if self.pieces.is_empty() {
            return Err(error(1, "no pieces, expected lines of name:ID:move:image:squares"));
        }
        if let Some(piece) = self.pieces.get(PieceKind::COUNT) {
            return Err(error(piece.line, format!("more than {} pieces", PieceKind::COUNT)));
        }
        let (files, ranks) = (self.board_size("files")?, self.board_size("ranks")?);
        let mut lines = KeyLines::default();
        for key in ["files", "ranks"] {
            lines.insert(None, key, self.settings.get(key).map_or(1, |&(line, _)| line));
        }
        lines.insert(None, "", self.pieces[0].line);
        let promotions = self.promotions()?;
        let king = self.king()?;
        let mut pieces = Vec::new();
        let mut board = vec![vec![None; usize::from(files)]; usize::from(ranks)];
        for (index, piece) in self.pieces.iter().enumerate() {
            if promotions.values().any(|&promoted| promoted == index) {
                let is_wrong = if promotions.contains_key(&index) {
                    "cannot promote again"
                } else if !piece.squares.is_empty() {
                    "cannot stand in the start position"
                } else {
                    continue;
                };
                let message = format!("{}: a promoted form {is_wrong}", piece.name);
                return Err(error(piece.line, message));
            }
            let promoted = promotions.get(&index).map(|&promoted| &self.pieces[promoted]);
            let mut spec = piece_spec(piece, promoted)?;
            if index == king {
                spec.role = Role::King;
            } else if options.pawn == Some(spec.letter) {
                spec.role = Role::Pawn;
            }
            lines.insert(Some(pieces.len()), "", piece.line);
            if let Some(promoted) = promoted {
                lines.insert(Some(pieces.len()), "promotes-to", promoted.line);
            }
            self.place(piece, spec.letter, &mut board)?;
            pieces.push(spec);
        }
        if let Some(pawn) = options.pawn.filter(|&pawn| pawn != '-')
            && !pieces.iter().any(|piece| piece.letter == pawn)
        {
            return Err(error(
                self.pieces[0].line,
                format!("--pawn: no piece has the ID '{pawn}'"),
            ));
        }
        let asks_for_pawn =
            options.pawn.is_none() && pieces.iter().any(|piece| piece.letter == 'P');
        if asks_for_pawn {
            let message = "a diagram does not say whether the rules for pawns apply to piece 'P'; \
                           give --pawn P, or --pawn none";
            return Err(error(self.pieces[0].line, message));
        }
        let zone =
            options.promotion_ranks.map_or_else(|| self.number("promoZone"), |n| Ok(Some(n)))?;
        if zone.is_none() && !promotions.is_empty() {
            let message = "the diagram does not give the depth of the promotion zone; \
                           give --promotion-ranks N";
            return Err(error(self.pieces[0].line, message));
        }
        let piece_on = |square: Square| {
            board[usize::from(square.rank())][usize::from(files - 1 - square.file())]
        };
        let spec = GameSpec {
            promotion_ranks: zone.unwrap_or(0).into(),
            start_sfen: format!("{} b - 1", board_sfen(files, ranks, piece_on)),
            pawn_drop_mate: options.pawn_drop_mate,
            two_pawns: options.two_pawns,
            perpetual_check: options.perpetual_check,
            pieces,
            ..GameSpec::new(&options.name, files, ranks)
        };
        Ok(Draft { spec, lines })
    }

    /// Returns the indices of the promoted forms by those of the pieces.
    fn promotions(&self) -> Result<HashMap<usize, usize>, LineError> {
        let mut promotions = HashMap::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            if let Some(base) = piece.id.strip_prefix('+') {
                let Some(base) = self.pieces.iter().position(|piece| piece.id == base) else {
                    let message =
                        format!("no piece has the ID '{base}', which '{}' names", piece.id);
                    return Err(error(piece.line, message));
                };
                promotions.insert(base, index);
            }
        }
        let count = usize::from(self.number("maxPromote")?.unwrap_or(0));
        let offset = usize::from(self.number("promoOffset")?.unwrap_or(0));
        if promotions.is_empty() && offset > 0 {
            let promoting = self.pieces.iter().enumerate().take(count);
            for (index, DiagramPiece { name, .. }) in promoting {
                let promoted = index + offset;
                if promoted >= self.pieces.len() {
                    let (number, found) = (promoted + 1, self.pieces.len());
                    let message = format!(
                        "promoOffset: {name} would promote to piece {number}, but there are {found}"
                    );
                    return Err(error(self.settings["promoOffset"].0, message));
                }
                promotions.insert(index, promoted);
            }
        }
        Ok(promotions)
    }

    /// Returns the index of the royal piece: the one that `royal` names by number or ID, or else the
    /// one with the ID `K`.
    fn king(&self) -> Result<usize, LineError> {
        let with_id = |id: &str| self.pieces.iter().position(|piece| piece.id == id);
        let Some(&(line, royal)) = self.settings.get("royal") else {
            let message = "no royal piece, expected a line royal=ID or a piece with the ID 'K'";
            return with_id("K").ok_or_else(|| error(self.pieces[0].line, message));
        };
        let index = match royal.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|&index| index < self.pieces.len()),
            Err(_) => with_id(&royal.to_uppercase()),
        };
        index.ok_or_else(|| error(line, format!("royal: no piece has the number or ID '{royal}'")))
    }

    /// Puts the pieces of both sides on the board, whose first row is the farthest rank.
    fn place(
        &self,
        piece: &DiagramPiece<'_>,
        letter: char,
        board: &mut [Vec<Option<char>>],
    ) -> Result<(), LineError> {
        let (ranks, files) = (board.len(), board[0].len());
        let (own, other) = match piece.squares.split_once(",,") {
            Some((own, other)) => (own, Some(other)),
            None => (piece.squares, None),
        };
        let own = parse_squares(own, files, ranks).map_err(|text| error(piece.line, text))?;
        let symmetry = self.settings.get("symmetry").map_or("mirror", |&(_, value)| value);
        let other = match (other, symmetry) {
            (Some(other), _) => {
                parse_squares(other, files, ranks).map_err(|text| error(piece.line, text))?
            }
            (None, "none") => Vec::new(),
            (None, "rotate") => {
                own.iter().map(|&(file, rank)| (files - 1 - file, ranks - 1 - rank)).collect()
            }
            (None, _) => own.iter().map(|&(file, rank)| (file, ranks - 1 - rank)).collect(),
        };
        let sides = [(own, letter), (other, letter.to_ascii_lowercase())];
        for (squares, letter) in sides {
            for (file, rank) in squares {
                let square = &mut board[ranks - 1 - rank][file];
                if let Some(occupant) = square.replace(letter) {
                    let name = format!("{}{}", (b'a' + file as u8) as char, rank + 1);
                    let message = format!("square {name} already has a piece '{occupant}'");
                    return Err(error(piece.line, message));
                }
            }
        }
        Ok(())
    }
}

/// Returns the spec of a piece. Its dead ranks are those from which it has no move.
fn piece_spec(
    piece: &DiagramPiece<'_>,
    promoted: Option<&DiagramPiece<'_>>,
) -> Result<PieceSpec, LineError> {
    let mut letters = piece.id.chars();
    let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next()) else {
        let (name, id) = (piece.name, &piece.id);
        let message = format!("{name}: the ID '{id}' is not a capital letter from A to Z");
        return Err(error(piece.line, message));
    };
    let movement = |form: &DiagramPiece<'_>| match from_xbetza(form.movement) {
        Ok(movement) if movement.is_empty() => {
            let message = format!("{}: no movement, expected Betza notation, as in WfF", form.name);
            Err(error(form.line, message))
        }
        result => result.map_err(|text| error(form.line, format!("{}: {text}", form.name))),
    };
    let mut spec = PieceSpec::new(letter, &title_case(piece.name), "", &movement(piece)?);
    if let Some(promoted) = promoted {
        spec = spec.promotes_to(&title_case(promoted.name), "", &movement(promoted)?);
        spec.dead_ranks = spec.movement.parse().as_ref().map_or(0, dead_ranks);
    }
    Ok(spec)
}

/// Returns a name as those of the built-in games, by which the board finds the picture of a piece.
fn title_case(name: &str) -> String {
    name.split(' ').map(capitalize).collect::<Vec<_>>().join(" ")
}

/// Parses a list of squares and ranges of squares: `b1,i1,a2-j2`. Files and ranks count from 0.
fn parse_squares(text: &str, files: usize, ranks: usize) -> Result<Vec<(usize, usize)>, String> {
    let mut squares = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let square = |text: &str| -> Option<(usize, usize)> {
            let mut chars = text.chars();
            let file = (chars.next()? as usize).checked_sub('a' as usize)?;
            let rank = chars.as_str().parse::<usize>().ok()?.checked_sub(1)?;
            (file < files && rank < ranks).then_some((file, rank))
        };
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (Some(first), Some(last)) = (square(first), square(last)) else {
            return Err(format!("'{part}' is not a square of the {files}x{ranks} board, as in a1"));
        };
        if first.0 > last.0 || first.1 > last.1 {
            return Err(format!("'{part}': expected the lower left square first"));
        }
        for rank in first.1..=last.1 {
            squares.extend((first.0..=last.0).map(|file| (file, rank)));
        }
    }
    Ok(squares)
}
