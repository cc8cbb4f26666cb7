//! Real lines, and strategies for messages.

#![allow(dead_code, reason = "each test program takes what it needs")]

use std::time::Duration;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use vampirc_usi::*;

/// Lines that GUIs and runners send.
pub const GUI_LINES: &[&str] = &[
    "usi",
    "debug on",
    "isready",
    "setoption name USI_Hash value 256",
    "setoption name USI_Ponder value true",
    "setoption name Clear Hash",
    "setoption name Skill Level value 7",
    "setoption name BookFile value C:\\Program Files\\Engine  2\\book.db",
    "setoption name BookFile value <empty>",
    "setoption name BookFile value ",
    "setoption name UCI_Variant value cannonshogi",
    "register later",
    "register name Stefan MK code 4359874324",
    "usinewgame",
    "position startpos",
    "position startpos moves",
    "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e",
    "position sfen startpos moves 7g7f",
    "position sfen 8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "position sfen lnsgkqgsnl/1rc1ii1cb1/pppppppppp/2d4d2/10/10/2D4D2/PPPPPPPPPP/1BC1II1CR1/\
     LNSGQKGSNL b - 1 moves 10h10g :c:d 1h1g 05a5b",
    "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P2 1",
    "position fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1 \
     moves 7g7f",
    "go",
    "go btime 60000 wtime 50000 byoyomi 10000",
    "go btime 40000 wtime 50000 binc 10000 winc 10000",
    "go ponder btime 60000 wtime 50000 byoyomi 10000",
    "go btime 300000.0 wtime -35 byoyomi 0",
    "go infinite searchmoves 7g7f 2g2f",
    "go depth 12 nodes 1000000 movetime 5000",
    "go movestogo 40 btime 1000 wtime 1000",
    "go mate 60000",
    "go mate infinite",
    "go mate",
    "go perft 4",
    "stop",
    "ponderhit",
    "ponderhit btime 58000 wtime 50000 binc 10000 winc 10000",
    "gameover",
    "gameover win",
    "gameover lose",
    "gameover draw",
    "quit",
    "uci",
    "ucinewgame",
    "bench 16 1 13",
    "d",
];

/// Lines that engines print.
pub const ENGINE_LINES: &[&str] = &[
    "id name Glaurung Shogi 0.1",
    "id author Tord Romstad",
    "id author ",
    "option name USI_Hash type spin default 256 min 1 max 33554432",
    "option name USI_Ponder type check default false",
    "option name USI_Ponder type check",
    "option name Style type combo default Normal var Solid var Normal var Very Risky",
    "option name LearningFile type filename default /shogi/my-shogi-engine/learn.bin",
    "option name BookFile type string default <empty>",
    "option name BookFile type string default",
    "option name ResetLearning type button",
    "option name Clear Hash type button",
    "option name NodesLimit type spin default 0 min 0 max 9223372036854775807",
    "usiok",
    "readyok",
    "copyprotection checking",
    "registration error",
    "info depth 2 score cp 214 time 1242 nodes 2124 nps 34928 pv 2g2f 8c8d 2f2e",
    "info depth 5 seldepth 9 multipv 1 score cp 31 lowerbound nodes 9210 nps 460500 \
     hashfull 3 time 20 pv 7g7f",
    "info time 77 nodes 9253 depth 3 score mate +5 seldepth 8 pv G*8f 9f9g 8f8g 9g9h 8g8h",
    "info score mate -0",
    "info score mate +",
    "info depth 1 score cp -5 nodes 30 upperbound time 1",
    "info currmove 2g2f currmovenumber 1",
    "info nodes 120000 nps 116391 hashfull 104 cpuload 998",
    "info refutation 8h2b+ 1c2b",
    "info currline 1 7g7f 3c3d",
    "info depth 13 seldepth 20 score cp 20 wdl 540 12 448 nodes 5 pv 7g7f 3c3d rep_draw",
    "info depth 30 score cp 0 pv 10j10i :a:b",
    "info string variant cannonshogi files 9 ranks 9 pocket 9 template shogi startpos \
     lnsgkgsnl/9 b - 1",
    "info string 定跡に一致しました　(7g7f)",
    "bestmove 7g7f",
    "bestmove 2g2f ponder 4c4d",
    "bestmove 8h2b+ ponder resign",
    "bestmove resign",
    "bestmove win",
    "bestmove (none)",
    "checkmate G*8f 9f9g 8f8g 9g9h 8g8h",
    "checkmate nomate",
    "checkmate timeout",
    "checkmate notimplemented",
    "Nodes searched: 30",
    "uciok",
];

pub fn square() -> impl Strategy<Value = Square> {
    let side = 1..=Square::MAX;
    (side.clone(), side).prop_filter_map("on the board", |(file, rank)| Square::new(file, rank))
}

pub fn mv() -> impl Strategy<Value = Move> {
    let piece = proptest::char::range('A', 'Z').prop_filter_map("a letter", Piece::new);
    prop_oneof![
        (square(), square(), any::<bool>()).prop_map(|(from, to, promote)| Move::Board {
            from,
            to,
            promote
        }),
        (piece, square()).prop_map(|(piece, to)| Move::Drop { piece, to }),
    ]
}

pub fn line() -> impl Strategy<Value = Vec<Move>> {
    vec(mv(), 1..6)
}

/// A line or none.
fn lines() -> impl Strategy<Value = Vec<Move>> {
    prop_oneof![Just(Vec::new()), line()]
}

pub fn time() -> impl Strategy<Value = Duration> {
    any::<u64>().prop_map(Duration::from_millis)
}

/// Text of one line in any script, with anything inside but control characters.
pub fn text() -> impl Strategy<Value = String> {
    "\\PC{0,20}".prop_map(|text| text.trim().to_owned())
}

/// A word that is none of `reserved`.
pub fn word(reserved: &'static [&'static str]) -> impl Strategy<Value = String> {
    "[!-~あ-ん]{1,8}".prop_filter("reserved", move |word| !reserved.contains(&word.as_str()))
}

/// Words that are none of `reserved`.
pub fn words(reserved: &'static [&'static str]) -> impl Strategy<Value = String> {
    vec(word(reserved), 1..5).prop_map(|words| words.join(" "))
}

/// The value of an option, which is never literally `<empty>`.
fn value() -> impl Strategy<Value = String> {
    text().prop_filter("stands for nothing", |text| text != "<empty>")
}

/// One of a combo's texts: its first word may be a keyword.
fn choice() -> impl Strategy<Value = String> {
    let keys = &["default", "var", "<empty>"];
    prop_oneof![
        Just(String::new()),
        Just("default".to_owned()),
        Just("var".to_owned()),
        words(keys)
    ]
}

fn clock() -> impl Strategy<Value = Clock> {
    (of(time()), of(time()), of(time()), of(time()), of(time()), any::<Option<u32>>()).prop_map(
        |(btime, wtime, byoyomi, binc, winc, movestogo)| Clock {
            btime,
            wtime,
            byoyomi,
            binc,
            winc,
            movestogo,
        },
    )
}

fn go() -> impl Strategy<Value = Go> {
    let mate = prop_oneof![Just(MateLimit::Infinite), time().prop_map(MateLimit::Within)];
    let limits =
        (of(time()), any::<Option<u32>>(), any::<Option<u64>>(), of(mate), any::<Option<u32>>());
    (any::<bool>(), clock(), limits, any::<bool>(), lines()).prop_map(
        |(ponder, clock, (movetime, depth, nodes, mate, perft), infinite, searchmoves)| Go {
            ponder,
            clock,
            movetime,
            depth,
            nodes,
            mate,
            perft,
            infinite,
            searchmoves,
        },
    )
}

fn position() -> impl Strategy<Value = Position> {
    let start = prop_oneof![
        Just(Start::Startpos),
        words(&["moves", "startpos"]).prop_map(Start::Sfen),
        words(&["moves"]).prop_map(Start::Fen),
    ];
    (start, lines()).prop_map(|(start, moves)| Position { start, moves })
}

fn register() -> impl Strategy<Value = Register> {
    let text = || words(&["name", "code"]);
    prop_oneof![
        Just(Register::Later),
        text().prop_map(Register::Name),
        text().prop_map(Register::Code),
        (text(), text()).prop_map(|(name, code)| Register::NameAndCode { name, code }),
    ]
}

/// Every message from a GUI that is USI.
pub fn gui_message() -> impl Strategy<Value = GuiMessage> {
    let result = prop_oneof![Just(GameResult::Win), Just(GameResult::Lose), Just(GameResult::Draw)];
    prop_oneof![
        Just(GuiMessage::Usi),
        any::<bool>().prop_map(GuiMessage::Debug),
        Just(GuiMessage::IsReady),
        (word(&["value"]), of(value()))
            .prop_map(|(name, value)| GuiMessage::SetOption(SetOption { name, value })),
        register().prop_map(GuiMessage::Register),
        Just(GuiMessage::UsiNewGame),
        position().prop_map(GuiMessage::Position),
        go().prop_map(GuiMessage::Go),
        Just(GuiMessage::Stop),
        clock().prop_map(GuiMessage::PonderHit),
        of(result).prop_map(GuiMessage::GameOver),
        Just(GuiMessage::Quit),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    let value = prop_oneof![
        any::<i32>().prop_map(ScoreValue::Cp),
        any::<Option<u32>>().prop_map(|plies| ScoreValue::Mate(Mate::Win(plies))),
        any::<Option<u32>>().prop_map(|plies| ScoreValue::Mate(Mate::Loss(plies))),
        Just(ScoreValue::Mate(Mate::Loss(Some(0)))),
    ];
    let bound = prop_oneof![Just(Bound::Lower), Just(Bound::Upper)];
    (value, of(bound)).prop_map(|(value, bound)| Score { value, bound })
}

/// Every `info` that is USI.
pub fn info() -> impl Strategy<Value = Info> {
    let count = || any::<Option<u32>>();
    let depths = (count(), count(), count(), of(score()));
    let work = (any::<Option<u64>>(), any::<Option<u64>>(), count(), count(), of(time()));
    let line = (any::<Option<u32>>(), line()).prop_map(|(cpu, moves)| CurrLine { cpu, moves });
    let moves = (of(mv()), count(), lines(), of(line), lines());
    (depths, work, moves, of(text())).prop_map(
        |(
            (depth, seldepth, multipv, score),
            (nodes, nps, hashfull, cpuload, time),
            (currmove, currmovenumber, refutation, currline, pv),
            string,
        )| Info {
            depth,
            seldepth,
            multipv,
            score,
            nodes,
            nps,
            hashfull,
            cpuload,
            time,
            currmove,
            currmovenumber,
            other: Vec::new(),
            refutation,
            currline,
            pv,
            string,
        },
    )
}

fn option_kind() -> impl Strategy<Value = OptionKind> {
    let number = || any::<Option<i64>>();
    prop_oneof![
        any::<Option<bool>>().prop_map(|default| OptionKind::Check { default }),
        (number(), number(), number()).prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (of(choice()), vec(choice(), 0..4))
            .prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        of(value()).prop_map(|default| OptionKind::String { default }),
        of(value()).prop_map(|default| OptionKind::Filename { default }),
    ]
}

/// Every message from an engine that is USI.
pub fn engine_message() -> impl Strategy<Value = EngineMessage> {
    let status = || {
        prop_oneof![Just(CheckStatus::Checking), Just(CheckStatus::Ok), Just(CheckStatus::Error)]
    };
    let best = prop_oneof![
        (mv(), of(mv())).prop_map(|(best, ponder)| BestMove::Move { best, ponder }),
        Just(BestMove::Resign),
        Just(BestMove::Win),
        Just(BestMove::NoMove),
    ];
    let checkmate = prop_oneof![
        line().prop_map(Checkmate::Moves),
        Just(Checkmate::NoMate),
        Just(Checkmate::Timeout),
        Just(Checkmate::NotImplemented),
    ];
    prop_oneof![
        text().prop_map(EngineMessage::IdName),
        text().prop_map(EngineMessage::IdAuthor),
        (word(&["type"]), option_kind())
            .prop_map(|(name, kind)| EngineMessage::Option(EngineOption { name, kind })),
        Just(EngineMessage::UsiOk),
        Just(EngineMessage::ReadyOk),
        status().prop_map(EngineMessage::CopyProtection),
        status().prop_map(EngineMessage::Registration),
        info().prop_map(EngineMessage::Info),
        best.prop_map(EngineMessage::BestMove),
        checkmate.prop_map(EngineMessage::Checkmate),
    ]
}
