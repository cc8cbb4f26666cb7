"""Random input: every call returns or raises an ordinary exception, and never PanicException, which is none."""

import os
import random

import ozutsu
import pytest
from ozutsu import pyffish

# More for a long run: OZUTSU_FUZZ=100000 pytest tests/test_fuzz.py
ROUNDS = int(os.environ.get("OZUTSU_FUZZ", "400"))
GAMES = ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"]
WORDS = [
    "7g7f", "P*5e", "P@e5", "c3c4", "+", "*", "▲７六歩", "同　銀", "成", "(77)", "startpos", "moves", "position", "sfen",
    "fen", "b", "w", "-", "1", "0", "99999999999999999999", "[", "]", "[Pp]", "/", "9", "10", "10/", "+P", "K", "k", "\n",
    "\t", "\0", "\ud7ff", "😀", "é", "#KIF", "手数", "変化：1手", "まで", "V2.2", "PI", "+7776FU", "%TORYO", "[Event \"x\"]",
    "1.", "{", "}", "(", ")", "1-0", "//", "shogi", "shosu", "chess", "=", "!?", "x", "name = ", "[a:shogi]", "maxRank = 9",
    "files = 9", "[[pieces]]",
]  # fmt: skip


def text(rng: random.Random, bases: list[str]) -> str:
    """Return words, or a valid text with a few changes."""
    if rng.random() < 0.4:
        return rng.choice(["", " "]).join(rng.choices(WORDS, k=rng.randrange(12)))
    characters = list(rng.choice(bases))
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(characters) + 1)
        characters[at : at + rng.randrange(3)] = rng.choice(WORDS)
    return "".join(characters)


def number(rng: random.Random) -> int:
    return rng.choice([-1, 0, 1, 2, 3, 255, 2**31, 2**32, 2**63, 2**64, 10**30])


def texts_of(position: ozutsu.Position) -> list[str]:
    record = ozutsu.Record(position)
    of_shogi = ("csa", "jkf")
    formats = [name for name in ozutsu.Record.formats() if name not in of_shogi or position.game.name == "shogi"]
    return [position.sfen(), position.fen(), *map(record.text, formats)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_random_input(seed, tmp_path):
    rng = random.Random(seed)
    engine = ozutsu.Engine(hash=1)
    toml = ozutsu.Game("shogi").to_toml()
    refused = 0
    for _ in range(ROUNDS):
        game = rng.choice(GAMES)
        position = ozutsu.Position(game)
        for _ in range(rng.randrange(60)):
            if moves := position.legal_moves():
                position.push(rng.choice(moves))
        bases = texts_of(position)
        moves = [move.uci for move in position.moves]
        some = [text(rng, moves or ["7g7f"]) for _ in range(2)]
        fuzzed, node = text(rng, bases), ozutsu.Record(position).root
        limits = {"depth": rng.choice([0, 1, 2]), "nodes": rng.choice([0, 1, 500])}
        calls = [
            lambda: ozutsu.Game(fuzzed),
            lambda: ozutsu.Game.load(fuzzed),
            lambda: ozutsu.Game.parse(text(rng, [toml])),
            lambda: ozutsu.Game(game).handicap(fuzzed),
            lambda: ozutsu.Position(game, fuzzed).perft(1),
            lambda: ozutsu.Position(game, fuzzed, some)._repr_svg_(),
            lambda: ozutsu.Position(rng.choice(GAMES), position.sfen(), moves),
            lambda: ozutsu.Move(game, some[0]),
            lambda: position.is_legal(ozutsu.Move(game, some[0])),
            lambda: position.parse_move(some[0]),
            lambda: position.copy().push(some[1]),
            lambda: position.piece_at(some[0]),
            lambda: position.perft(rng.choice([0, 1, -1, 101, 2**40])),
            lambda: ozutsu.Record.parse(fuzzed, game=game),
            lambda: ozutsu.Record.parse(fuzzed.encode("utf-16")),
            lambda: ozutsu.Record.parse(rng.randbytes(rng.randrange(50))),
            lambda: ozutsu.Record.parse(fuzzed, format=rng.choice(ozutsu.Record.formats())),
            lambda: ozutsu.Record(position).text(rng.choice([*ozutsu.Record.formats(), "x"])),
            lambda: ozutsu.Record(position).write(tmp_path / rng.choice(["a.kif", "b.csa", "c", "missing/d.pgn"])),
            lambda: ozutsu.Record(position).set_end(rng.choice(["black", "x"]), rng.choice(["mate", "x"])),
            lambda: node.add(some[0]).add(some[1]),
            lambda: ozutsu.Engine(threads=rng.choice([-1, 0, 1025, 2**70]), hash=number(rng)),
            lambda: engine.search(position, multipv=rng.choice([0, 1, 2, 601]), **limits).result,
            lambda: engine.search(position, depth=1, searchmoves=some).result,
            lambda: (
                engine.search(
                    position, depth=number(rng), nodes=10, movetime=number(rng) if number(rng) < 3 else 1
                ).result
            ),
            lambda: engine.mate(
                position, nodes=rng.choice([-1, 0, 1, 2000]), plies=rng.choice([None, 0, 1, 2**32 - 1])
            ),
            lambda: pyffish.legal_moves(game, fuzzed, some),
            lambda: pyffish.legal_moves(fuzzed, position.fen(), []),
            lambda: pyffish.get_fen(game, position.fen(), some),
            lambda: pyffish.get_san(game, fuzzed, some[0], False, number(rng)),
            lambda: pyffish.get_san_moves(game, pyffish.start_fen(game), [*moves, *some]),
            lambda: pyffish.validate_fen(fuzzed, game),
            lambda: pyffish.is_capture(game, position.fen(), [], some[0]),
            lambda: pyffish.game_result(game, fuzzed, []),
            lambda: pyffish.load_variant_config(fuzzed),
        ]
        for call in calls:
            try:
                call()
            except (ValueError, OverflowError, OSError):
                refused += 1
    assert refused > ROUNDS


def test_arguments_of_other_types():
    position, engine = ozutsu.Position(), ozutsu.Engine(hash=1)
    for value in [None, 1, 1.5, b"7g7f", [], {}, object(), position, engine, "\ud800"]:
        for call in [
            ozutsu.Game.parse,
            ozutsu.Game.load,
            position.push,
            position.piece_at,
            engine.search,
            engine.mate,
            ozutsu.Record,
        ]:
            if (value, call) in [(position, engine.search), (position, engine.mate), (position, ozutsu.Record)]:
                continue
            with pytest.raises((TypeError, ValueError, OSError)):
                call(value)
    for value in [None, 1, b"x", "x"]:
        assert position != value and position.game != value and position.legal_moves()[0] != value
