#!/usr/bin/env python3
"""Exchange records of random games with python-shogi, cshogi and Fairy-Stockfish (pyffish).

    python3 record_readers.py OZUTSU VARIANTS_INI

Games of shogi are written by `ozutsu convert` as KIF, KI2 and CSA and read by python-shogi and cshogi, and
written by cshogi and read by `ozutsu convert`. json-kifu-format, whose folder the environment variable JKF names, turns
our KIF into the same JKF as `ozutsu convert`. Games of every variant that pyffish knows are written as PGN
with our moves, which must be those that pyffish played, and with its moves in five notations, which `ozutsu
convert` must read. VARIANTS_INI defines the variants that Fairy-Stockfish does not have built in. All programs must agree on
every move.

Needs `pip install cshogi pyffish python-shogi`, and node with `npm install json-kifu-format`. The exit status is 0
if they agree.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import cshogi
import pyffish
import shogi.CSA
import shogi.KIF
from cshogi import CSA, KI2, KIF

GAMES = 40
PLIES = 120
VARIANTS = ("shogi", "cannonshogi", "shosucourier", "cannonshosu")
# Reads KIF and compares it with JKF of the same name, and writes it as JKF.
JKF_SCRIPT = """
const assert = require("assert"), fs = require("fs");
const { Parsers } = require(process.argv[1]);
for (const name of process.argv.slice(2)) {
    const jkf = Parsers.parseKIF(fs.readFileSync(`${name}.kifu`, "utf8"));
    // What is undefined there is missing in the text.
    const theirs = JSON.parse(JSON.stringify(jkf));
    const ours = JSON.parse(fs.readFileSync(`${name}.jkf`, "utf8"));
    assert.deepStrictEqual(ours.moves, theirs.moves, name);
    if (theirs.initial?.data) theirs.initial.data.hands = theirs.initial.data.hands.map(held);
    assert.deepStrictEqual(ours.initial, theirs.initial ?? { preset: "HIRATE" }, name);
    fs.writeFileSync(`${name}-theirs.jkf`, JSON.stringify(jkf));
}
function held(hand) {
    return Object.fromEntries(Object.entries(hand).filter(([, count]) => count > 0));
}
"""
NOTATIONS = ("SAN", "LAN", "SHOGI_HODGES", "SHOGI_HODGES_NUMBER", "SHOGI_HOSKING")


class Converter:
    """Runs `ozutsu convert` in a folder."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder

    def convert(self, *arguments: str) -> str:
        command = [self.program, "convert", "--force", *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    def usi_moves(self, *arguments: str) -> list[list[str]]:
        """Return the moves of each game of a file in USI notation."""
        lines = self.convert(*arguments, "--to", "usi", "-").splitlines()
        positions = [line for line in lines if line.startswith("position ")]
        return [line.partition(" moves ")[2].split() for line in positions]


def random_shogi_game(seed: int) -> tuple[str, list[str]]:
    """Return a start position and moves in USI. Every other game starts after some moves."""
    rng = random.Random(seed)
    board = cshogi.Board()
    for _ in range(rng.randrange(10, 80) if seed % 2 else 0):
        board.push(rng.choice(list(board.legal_moves)))
    start = " ".join(board.sfen().split()[:3] + ["1"])
    board = cshogi.Board(start)
    moves = []
    while len(moves) < PLIES and not board.is_game_over() and board.is_draw() == cshogi.NOT_REPETITION:
        move = rng.choice(list(board.legal_moves))
        moves.append(cshogi.move_to_usi(move))
        board.push(move)
    return start, moves


def check_shogi(converter: Converter) -> int:
    """Compare games of shogi in both directions and return the number of moves."""
    games = [random_shogi_game(seed) for seed in range(GAMES)]
    games = [(start, moves) for start, moves in games if moves]
    lines = [f"position sfen {start} moves {' '.join(moves)}" for start, moves in games]
    (converter.folder / "games.usi").write_text("\n".join(lines) + "\n")
    for extension in ("kif", "kifu", "ki2", "csa", "jkf"):
        converter.convert("--variant", "shogi", "games.usi", f"ours.{extension}", "--split")
    names = [f"ours-{number:0{len(str(len(games)))}}" for number in range(1, len(games) + 1)]
    command = ["node", "-e", JKF_SCRIPT, str(Path(os.environ["JKF"]).resolve()), *names]
    subprocess.run(command, cwd=converter.folder, check=True, timeout=300)
    for number, (start, moves) in enumerate(games):
        def ours(extension: str) -> str:
            return str(converter.folder / f"{names[number]}.{extension}")

        found = {
            "python-shogi KIF": shogi.KIF.Parser.parse_file(ours("kif"))[0]["moves"],
            "python-shogi KIFU": shogi.KIF.Parser.parse_file(ours("kifu"))[0]["moves"],
            "cshogi CSA": usi_of(CSA.Parser.parse_file(ours("csa"))[0].moves),
        }
        if start == cshogi.STARTING_SFEN:
            # cshogi does not read diagrams, and python-shogi loses pieces in White's hand.
            found["cshogi KIF"] = usi_of(KIF.Parser.parse_file(ours("kif")).moves)
            found["python-shogi CSA"] = shogi.CSA.Parser.parse_file(ours("csa"))[0]["moves"]
        for reader, read in found.items():
            assert read == moves, (reader, number, start, read, moves)
        # cshogi's reader of KI2 does not understand all that its writer writes, so the texts are compared.
        text = Path(ours("ki2")).read_text(encoding="cp932")
        ours_in_ki2 = [re.sub(r"\s", "", move) for move in re.findall("[▲△]([^▲△\n]+)", text)]
        assert ours_in_ki2 == ki2_texts(start, moves), (number, start, moves)
        for name, writer in (("kif", write_kif), ("ki2", write_ki2), ("csa", write_csa)):
            path = converter.folder / f"theirs.{name}"
            writer(path, start, moves)
            assert converter.usi_moves(path.name) == [moves], (name, number, start, moves)
        assert converter.usi_moves(f"{names[number]}-theirs.jkf") == [moves], (number, start, moves)
    return sum(len(moves) for _, moves in games)


def usi_of(moves: list[int]) -> list[str]:
    return [cshogi.move_to_usi(move) for move in moves]


def write_kif(path: Path, start: str, moves: list[str]) -> None:
    exporter = KIF.Exporter(str(path))
    board = cshogi.Board(start)
    exporter.header(["Alice", "Bob"], handicap=None if start == cshogi.STARTING_SFEN else board)
    for move in moves:
        exporter.move(board.push_usi(move), 61, 3700)
    exporter.end("resign")
    exporter.close()


def write_ki2(path: Path, start: str, moves: list[str]) -> None:
    # The exporter has no start positions.
    header = KIF.board_to_bod(cshogi.Board(start)) + "\n" if start != cshogi.STARTING_SFEN else ""
    marks = "▲△" if cshogi.Board(start).turn == cshogi.BLACK else "△▲"
    texts = [marks[ply % 2] + text for ply, text in enumerate(ki2_texts(start, moves))]
    path.write_text(header + "\n".join(texts) + "\n")


def ki2_texts(start: str, moves: list[str]) -> list[str]:
    """Return the moves as cshogi writes them in KI2, without their marks."""
    board = cshogi.Board(start)
    texts = []
    for move in moves:
        texts.append(re.sub(r"[▲△\s]", "", KI2.move_to_ki2(board.move_from_usi(move), board)))
        board.push_usi(move)
    return texts


def write_csa(path: Path, start: str, moves: list[str]) -> None:
    exporter = CSA.Exporter(str(path), encoding="utf-8")
    board = cshogi.Board(start)
    exporter.info(board.copy(), names=["Alice", "Bob"], version="V2.2")
    for move in moves:
        exporter.move(board.push_usi(move), time=7)
    exporter.endgame("%TORYO")
    exporter.close()


def random_ffish_game(variant: str, seed: int) -> list[str]:
    """Return moves in UCI. Drops of pawns are left out, because Fairy-Stockfish allows those that mate."""
    rng = random.Random(seed)
    fen = pyffish.start_fen(variant)
    moves: list[str] = []
    while len(moves) < PLIES:
        legal = [move for move in pyffish.legal_moves(variant, fen, []) if not move.startswith("P@")]
        if not legal:
            break
        moves.append(rng.choice(legal))
        fen = pyffish.get_fen(variant, fen, moves[-1:])
    return moves


def check_variant(converter: Converter, variant: str) -> int:
    """Compare PGN of a variant in both directions and return the number of moves."""
    fen = pyffish.start_fen(variant)
    games = [random_ffish_game(variant, seed) for seed in range(GAMES // 4)]
    (converter.folder / "moves.txt").write_text(
        "".join(f'[Variant "{variant}"]\n\n{" ".join(moves)} *\n\n' for moves in games)
    )
    expected = converter.usi_moves("moves.txt")
    assert [len(moves) for moves in expected] == [len(moves) for moves in games]
    # Our PGN in their hands.
    converter.convert("moves.txt", "ours.pgn")
    for number, text in enumerate((converter.folder / "ours.pgn").read_text().split('[Event "')[1:]):
        words = text.rsplit("]\n", 1)[1].split()
        played = [word for word in words if not word.endswith(".") and word != "*"]
        assert played == games[number], (variant, number, played, games[number])
    # Their PGN in ours.
    for notation in NOTATIONS:
        code = getattr(pyffish, f"NOTATION_{notation}")
        text = "".join(
            f'[Variant "{variant.capitalize()}"]\n\n'
            f"{numbered(pyffish.get_san_moves(variant, fen, moves, False, code))} *\n\n"
            for moves in games
        )
        (converter.folder / "theirs.pgn").write_text(text)
        assert converter.usi_moves("theirs.pgn") == expected, (variant, notation)
    return sum(len(moves) for moves in games)


def numbered(moves: list[str]) -> str:
    """Return the moves with move numbers, as PGN has them."""
    return " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: record_readers.py OZUTSU VARIANTS_INI")
    program = str(Path(sys.argv[1]).resolve())
    pyffish.load_variant_config(Path(sys.argv[2]).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        converter = Converter(program, Path(folder))
        print(f"KIF, KI2, CSA and JKF with three programs: {check_shogi(converter)} moves")
        for variant in VARIANTS:
            print(f"PGN with pyffish, {variant}: {check_variant(converter, variant)} moves")


if __name__ == "__main__":
    main()
