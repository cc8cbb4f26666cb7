//! Proptest strategies for messages.

use super::values::{combo_value, line, moves, mv, text, time, token, tokens, value};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use vampirc_usi::*;

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
    (any::<bool>(), clock(), limits, any::<bool>(), moves()).prop_map(
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
        tokens(&["moves", "startpos"]).prop_map(Start::Sfen),
        tokens(&["moves"]).prop_map(Start::Fen),
    ];
    (start, moves()).prop_map(|(start, moves)| Position { start, moves })
}

/// Any message from a GUI except `Other`.
pub fn gui_message() -> impl Strategy<Value = GuiMessage> {
    let result = prop_oneof![Just(GameResult::Win), Just(GameResult::Lose), Just(GameResult::Draw)];
    prop_oneof![
        Just(GuiMessage::Usi),
        any::<bool>().prop_map(GuiMessage::Debug),
        Just(GuiMessage::IsReady),
        (token(&["value"]), of(value()))
            .prop_map(|(name, value)| GuiMessage::SetOption(SetOption { name, value })),
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

/// Any `info` without unknown tokens.
pub fn info() -> impl Strategy<Value = Info> {
    let count = || any::<Option<u32>>();
    let depths = (count(), count(), count(), of(score()));
    let work = (any::<Option<u64>>(), any::<Option<u64>>(), count(), count(), of(time()));
    let moves = (of(mv()), count(), moves());
    (depths, work, moves, of(text())).prop_map(
        |(
            (depth, seldepth, multipv, score),
            (nodes, nps, hashfull, cpuload, time),
            (currmove, currmovenumber, pv),
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
        (of(combo_value()), vec(combo_value(), 0..4))
            .prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        of(value()).prop_map(|default| OptionKind::String { default }),
        of(value()).prop_map(|default| OptionKind::Filename { default }),
    ]
}

/// Any message from an engine except `Other`.
pub fn engine_message() -> impl Strategy<Value = EngineMessage> {
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
        (token(&["type"]), option_kind())
            .prop_map(|(name, kind)| EngineMessage::Option(EngineOption { name, kind })),
        Just(EngineMessage::UsiOk),
        Just(EngineMessage::ReadyOk),
        info().prop_map(EngineMessage::Info),
        best.prop_map(EngineMessage::BestMove),
        checkmate.prop_map(EngineMessage::Checkmate),
    ]
}
