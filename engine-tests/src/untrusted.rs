//! Checks of what anybody may have written, one for each parser: what is accepted is sound, what is refused has a message
//! of one line, and nothing panics. The fuzz targets in `fuzz/` and the tests call them with the inputs that they make.

use crate::reference::{GameState, RuleSet};
use eval::network::{InputMap, Network, NetworkError, Weights};
use eval::{EvalFile, Evaluator, MAX_EVALUATION, Parameters};
use games::{ImportOptions, diagram_warnings, import_diagram, to_toml};
use ozutsu_learn::game_files::ScoredGame;
use records::book::{Book, BookTable};
use records::{Format, Hints};
use rules::{GameSpec, Move, Movement, Position, Rules};
use study::puzzles::read_puzzles;
use vampirc_usi::{EngineMessage, Go, GuiMessage, Parsed, Protocol};

/// Splits an input into a game, which its first byte selects, and the rest.
fn game_and_rest(data: &[u8]) -> Option<(&'static Rules, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((games::all().nth(usize::from(first) % games::names().len())?, rest))
}

/// As [`game_and_rest`], for inputs that are text.
fn game_and_text(data: &[u8]) -> Option<(&'static Rules, &str)> {
    let (rules, rest) = game_and_rest(data)?;
    Some((rules, str::from_utf8(rest).ok()?))
}

/// Asserts that an error has a message of one line.
fn assert_one_line(error: &impl ToString) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
}

/// Asserts that an error in a text has a message of one line and points into the text.
fn assert_points_into(text: &str, offset: usize, error: &impl ToString) {
    assert!(text.is_char_boundary(offset), "offset in {text:?}: {offset}");
    assert_one_line(error);
}

/// Opening books, to be played from and to be merged.
pub fn check_book(data: &[u8]) {
    let Some((rules, bytes)) = game_and_rest(data) else { return };
    if let Err(error) = Book::read(bytes, rules) {
        assert_one_line(&error);
    }
    if let Err(error) = BookTable::new(rules).read(bytes) {
        assert_one_line(&error);
    }
}

/// The beginning of the files of networks.
const NETWORK: &[u8] = b"OZNN";

/// Files of networks and of parameters: what is accepted evaluates positions. The checksum of a network's file refuses
/// nearly all inputs, so that what follows the first four bytes is read as weights, too.
pub fn check_evaluation(data: &[u8]) {
    let Some((rules, bytes)) = game_and_rest(data) else { return };
    check_evaluation_file(rules, bytes);
    if let Some(weights) = bytes.strip_prefix(NETWORK) {
        match network_of(rules, weights) {
            Ok(network) => check_evaluation_file(rules, &network.to_bytes()),
            Err(error) => assert_one_line(&error),
        }
    }
}

/// Returns a small network. Its weights are the bytes as numbers of 16 bits, repeated.
pub fn network_of(rules: &Rules, bytes: &[u8]) -> Result<Network, NetworkError> {
    let network = Network::zeroed(InputMap::new(rules), Network::LANES, Network::LANES);
    let mut weights = network.weights();
    let numbers = bytes.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
    let mut numbers = numbers.cycle();
    let Weights { rows, threat_rows, biases, output_weights, .. } = &mut weights;
    for part in [rows, threat_rows, biases, output_weights] {
        part.iter_mut().zip(&mut numbers).for_each(|(weight, number)| *weight = number);
    }
    network.with_weights(weights)
}

fn check_evaluation_file(rules: &'static Rules, bytes: &[u8]) {
    let file = match EvalFile::parse(rules, bytes) {
        Ok(file) => file,
        Err(error) => return assert_one_line(&error),
    };
    let position = Position::start(rules);
    let board = position.board();
    let derived = Parameters::derived(rules);
    let parameters = file.parameters.as_ref().unwrap_or(&derived);
    let evaluation = Evaluator::new(parameters, file.network.as_ref(), board).evaluate(board);
    assert!(evaluation.abs() <= MAX_EVALUATION);
}

/// Movements in Betza notation.
pub fn check_movement(text: &str) {
    if let Err(error) = text.parse::<Movement>() {
        assert_points_into(text, error.offset, &error);
    }
}

/// Games of moves in any notation, a word each.
pub fn check_moves(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    let mut position = Position::start(rules);
    for word in text.split_whitespace().take(200) {
        check_move(&position, word);
        let read = records::parse_move(&position, word);
        match &read {
            Ok(mv) => assert!(position.legal_moves().contains(mv), "{word}"),
            Err(error) => assert_one_line(error),
        }
        if let Ok(mv) = read {
            position.do_move(mv);
            assert!(position.is_consistent());
        }
    }
}

/// A move of USI and of UCI: one that is accepted is written as it was read, but for capital and small letters, and one that
/// is not legal changes nothing.
pub fn check_move(position: &Position, text: &str) {
    let rules = position.rules();
    let (usi, uci) = (rules.parse_usi(text), rules.parse_uci(text));
    let written_usi = usi.map(|mv| usual_usi(&rules.usi(mv).to_string()));
    let written_uci = uci.map(|mv| rules.uci(mv).to_string().to_lowercase());
    let results = [(usi, written_usi, usual_usi(text)), (uci, written_uci, text.to_lowercase())];
    for (parsed, written, expected) in results {
        match parsed {
            Err(error) => assert_points_into(text, error.offset, &error),
            Ok(mv) => {
                assert_eq!(written, Ok(expected), "written as parsed: {text}");
                try_move(position, mv, text);
            }
        }
    }
}

/// Returns a USI move without what other programs write differently.
fn usual_usi(text: &str) -> String {
    let text = text.strip_suffix('=').unwrap_or(text).replace(':', "10").to_lowercase();
    let mut usual = String::new();
    for character in text.chars() {
        if character != '0' || usual.ends_with(|last: char| last.is_ascii_digit()) {
            usual.push(character);
        }
    }
    usual
}

/// Makes a move if it is legal, and undoes it.
fn try_move(position: &Position, mv: Move, text: &str) {
    let context = || format!("{text} in {}", position.sfen());
    let mut after = position.clone();
    let tried = after.try_move(mv);
    assert_eq!(tried.is_ok(), position.legal_moves().contains(&mv), "legal: {}", context());
    match tried {
        Ok(()) => after.undo_move(),
        Err(reason) => assert_one_line(&reason),
    }
    assert!(after.is_consistent(), "consistent: {}", context());
    assert_eq!(after.sfen().to_string(), position.sfen().to_string(), "{}", context());
    assert!(after.keys().eq(position.keys()), "keys: {}", context());
    assert_eq!(after.table_key(), position.table_key(), "table key: {}", context());
}

/// Positions in SFEN and FEN, and with moves in any notation.
pub fn check_positions(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    check_position(rules, text);
    match records::read_position(rules, text) {
        Ok(position) => assert!(position.is_consistent()),
        Err(error) => assert_one_line(&error),
    }
}

/// A position in SFEN and in FEN. The reference, whose parser of SFEN is stricter, accepts no more than the engine.
pub fn check_position(rules: &'static Rules, text: &str) {
    let reference = |sfen: &str| {
        Some(GameState::from_sfen(RuleSet::by_name(rules.name())?, sfen).map(|state| state.sfen()))
    };
    for (format, parsed) in
        [("SFEN", Position::from_sfen(rules, text)), ("FEN", Position::from_fen(rules, text))]
    {
        let position = match parsed {
            Ok(position) => position,
            Err(error) => {
                assert_points_into(text, error.offset, &error);
                continue;
            }
        };
        let context = || format!("{format} {text:?}");
        assert!(position.is_consistent(), "consistent: {}", context());
        assert_eq!(position.validate(), [], "legal: {}", context());
        let (sfen, fen) = (position.sfen().to_string(), position.fen().to_string());
        let again = Position::from_sfen(rules, &sfen).expect("an SFEN of the engine");
        assert_eq!(again.sfen().to_string(), sfen, "round trip: {}", context());
        let again = Position::from_fen(rules, &fen).expect("a FEN of the engine");
        assert_eq!(again.fen().to_string(), fen, "round trip: {}", context());
        assert_eq!(again.table_key(), position.table_key(), "table key: {}", context());
        let accepted = reference(&sfen).is_none_or(|found| found.is_ok());
        assert!(accepted, "rejected by the reference: {}", context());
    }
    if let Some(Ok(expected)) = reference(text) {
        let found = Position::from_sfen(rules, text).map(|position| position.sfen().to_string());
        assert_eq!(found, Ok(expected), "accepted by the reference: {text:?}");
    }
}

/// Lines of USI and UCI, from clients and from engines.
pub fn check_protocol(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    for line in text.lines() {
        for protocol in [Protocol::Usi, Protocol::Uci] {
            match GuiMessage::parse(line, protocol, rules) {
                Err(error) => assert_one_line(&error),
                Ok(Parsed { message: GuiMessage::Go(go), .. })
                    if !go.searchmoves.contains(&Move::NULL) =>
                {
                    let written = go.format(protocol, rules);
                    let again = GuiMessage::parse(&written, protocol, rules);
                    let message = GuiMessage::Go(go);
                    assert_eq!(again, Ok(Parsed { message, warning: None }), "{line}");
                }
                Ok(_) => {}
            }
            if let EngineMessage::Info(info) = EngineMessage::parse(line, protocol) {
                let again = EngineMessage::parse(&info.format(protocol), protocol);
                assert_eq!(again, EngineMessage::Info(info), "{line}");
            }
        }
        if let Err(error) = Go::parse_strictly(line, rules) {
            assert_one_line(&error);
        }
    }
}

/// Positions in EPD, and puzzles.
pub fn check_puzzles(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    if let Err(errors) = records::read_epd(text, rules) {
        errors.iter().for_each(assert_one_line);
    }
    match read_puzzles(text, rules) {
        Ok(puzzles) => {
            for (puzzle, id) in puzzles {
                let line = puzzle.epd(&id).to_string();
                let again = read_puzzles(&line, rules).expect("a line of a puzzle");
                assert_eq!(again[0].0.epd(&id).to_string(), line);
            }
        }
        Err(errors) => errors.iter().for_each(assert_one_line),
    }
}

/// Files of games in all formats: what is read is written so that it is read back as the same game.
pub fn check_records(data: &[u8]) {
    let games = match records::read(data, &Hints::default()) {
        Ok(games) => games,
        Err(error) => return assert_one_line(&error),
    };
    for game in games.iter().take(4) {
        for format in Format::names().filter_map(Format::from_name) {
            // CSA and JKF have no games but shogi.
            let Ok(text) = records::write(game, format) else { continue };
            let rules = Some(game.rules());
            let hints = Hints { format: Some(format), rules, kif_rules: rules };
            let again = records::read_text(&text, &hints)
                .unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name()));
            assert_eq!(again.len(), 1, "{text}");
            assert!(again[0].moves().eq(game.moves()), "{}\n{text}", format.name());
        }
    }
}

/// Rules files: ours, `variants.ini` of Fairy-Stockfish, and Interactive Diagrams. Every game that is accepted can be
/// played, and written as a file that is accepted.
pub fn check_rules_file(text: &str) {
    let file = games::parse(text);
    file.errors.iter().for_each(|error| assert_one_line(&error.message));
    for game in &file.games {
        check_game(game.rules.spec());
    }
    let options = ImportOptions { name: "diagram".into(), ..ImportOptions::default() };
    match import_diagram(text, &options) {
        Ok(rules) => check_game(rules.spec()),
        Err(errors) => errors.iter().for_each(|error| assert_one_line(&error.message)),
    }
    diagram_warnings(text).iter().for_each(|warning| assert_one_line(&warning.message));
}

fn check_game(spec: &GameSpec) {
    let rules = Rules::build(spec).expect("a game that was accepted");
    let mut position = Position::start(rules);
    for ply in 0..8 {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        position.do_move(mv);
        assert!(position.is_consistent());
    }
    let written = to_toml(spec);
    let again = games::parse(&written);
    assert!(again.errors.is_empty(), "{:?}\n{written}", again.errors);
    assert_eq!(again.games[0].rules.spec(), spec, "{written}");
}

/// Lines of self-play games and of match logs.
pub fn check_self_play(text: &str) {
    for line in text.lines() {
        match ScoredGame::parse(line) {
            Ok(game) => {
                let written = game.to_string();
                let again = ScoredGame::parse(&written).expect("a line of a game");
                assert_eq!(again.to_string(), written);
            }
            Err(error) => assert_one_line(&error),
        }
        if let Err(error) = ScoredGame::parse_match(line) {
            assert_one_line(&error);
        }
    }
}
