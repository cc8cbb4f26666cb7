#!/usr/bin/env python3
"""Measure the Python package beside pyffish, cshogi and python-shogi: a table of times and of speeds relative to pyffish.

    python3 python_speed.py [DEPTH [GAMES]]

Each library counts the leaves of perft from the start position of shogi, by recursion in Python with its own fastest calls, and
plays random games of at most 100 moves. Ours is measured with its classes, by `ozutsu.pyffish` as pyffish is, and for perft by
its own function, as the others have none. Times are processor time, the rounds of all libraries alternate, and the best of
each counts, because machines are busy. Slow libraries get a share of the games, and the times are for all.
"""

import random
import sys
import time
from collections.abc import Callable

import cshogi
import ozutsu
import pyffish
import shogi
from ozutsu import pyffish as our_pyffish

ROUNDS = 3
MAX_PLIES = 100


def perft_of_functions(module, fen: str, depth: int) -> int:
    """Count by functions that take a FEN and moves."""

    def count(moves: list[str], depth: int) -> int:
        legal = module.legal_moves("shogi", fen, moves)
        return len(legal) if depth == 1 else sum(count([*moves, move], depth - 1) for move in legal)

    return count([], depth)


def games_of_functions(module, fen: str, games: int) -> None:
    rng = random.Random(1)
    for _ in range(games):
        moves: list[str] = []
        while len(moves) < MAX_PLIES and (legal := module.legal_moves("shogi", fen, moves)):
            moves.append(rng.choice(legal))


def perft_of_board(board, legal_moves: Callable, depth: int) -> int:
    legal = list(legal_moves(board))
    if depth == 1:
        return len(legal)
    leaves = 0
    for move in legal:
        board.push(move)
        leaves += perft_of_board(board, legal_moves, depth - 1)
        board.pop()
    return leaves


def games_of_boards(new_board: Callable, legal_moves: Callable, games: int) -> None:
    rng = random.Random(1)
    for _ in range(games):
        board = new_board()
        for _ in range(MAX_PLIES):
            legal = list(legal_moves(board))
            if not legal:
                break
            board.push(rng.choice(legal))


def our_board():
    return ozutsu.Position("shogi")


def methods_legal_moves(board):
    return board.legal_moves()


def property_legal_moves(board):
    return board.legal_moves


def main() -> None:
    depth, games = (
        int(sys.argv[index]) if len(sys.argv) > index else default for index, default in ((1, 4), (2, 10_000))
    )
    fen = pyffish.start_fen("shogi")
    # The name, the depth that it counts to in reasonable time, the share of the games, perft and games.
    libraries = [
        ("ozutsu, Position.perft", 0, 0, lambda depth: our_board().perft(depth), None),
        (
            "ozutsu, Position",
            0,
            1,
            lambda depth: perft_of_board(our_board(), methods_legal_moves, depth),
            lambda games: games_of_boards(our_board, methods_legal_moves, games),
        ),
        (
            "cshogi",
            0,
            1,
            lambda depth: perft_of_board(cshogi.Board(), property_legal_moves, depth),
            lambda games: games_of_boards(cshogi.Board, property_legal_moves, games),
        ),
        (
            "python-shogi",
            2,
            100,
            lambda depth: perft_of_board(shogi.Board(), property_legal_moves, depth),
            lambda games: games_of_boards(shogi.Board, property_legal_moves, games),
        ),
        (
            "ozutsu.pyffish",
            1,
            10,
            lambda depth: perft_of_functions(our_pyffish, fen, depth),
            lambda games: games_of_functions(our_pyffish, fen, games),
        ),
        (
            "pyffish",
            1,
            100,
            lambda depth: perft_of_functions(pyffish, fen, depth),
            lambda games: games_of_functions(pyffish, fen, games),
        ),
    ]
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for name, shallower, share, perft, play in libraries:
            for what, work in (
                ("perft", lambda: perft(max(depth - shallower, 1))),
                ("games", play and (lambda: play(max(games // share, 1)))),
            ):
                if work is None:
                    continue
                start = time.process_time()
                leaves = work()
                seconds = time.process_time() - start
                # Seconds for a million leaves, or for all games.
                scaled = seconds / leaves * 1e6 if what == "perft" else seconds * games / max(games // share, 1)
                best[name, what] = min(best.get((name, what), scaled), scaled)
    print(f"{'':24} {'s per million leaves':>20} {'speed':>11} {f's for {games} games':>20} {'speed':>11}")
    for name, *_ in libraries:
        columns = [f"{name:24}"]
        for what in ("perft", "games"):
            seconds = best.get((name, what))
            columns.append(
                f"{seconds:20.3f} {best['pyffish', what] / seconds:11.1f}" if seconds else f"{'-':>20} {'-':>11}"
            )
        print(*columns)


if __name__ == "__main__":
    main()
