#!/usr/bin/env python3
"""Play through cshogi, as its users do: its engine class in two games, and its command line for shogi.

    python3 cshogi_games.py OZUTSU

cshogi itself judges the moves and results of shogi; it does not know the other game, of which it only
passes on what is said. Needs `pip install cshogi`. The exit status is 0 when all went as it should.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import cshogi
from cshogi.usi import Engine
from cshogi.usi.Engine import InfoListener


def play(path: str, game: str, plies: int) -> list[str]:
    """The engine against itself through the class; its moves."""
    engine = Engine(path)
    assert engine.name.startswith("Ozutsu "), engine.name
    engine.setoption("USI_Hash", 8)
    engine.setoption("UCI_Variant", game)
    engine.isready()
    engine.usinewgame()
    moves: list[str] = []
    told = InfoListener()
    board = cshogi.Board() if game == "shogi" else None
    while len(moves) < plies:
        engine.position(moves)
        best, ponder = engine.go(btime=1000, wtime=1000, binc=20, winc=20, listener=told.listen())
        assert told.pv[0] == best and isinstance(told.score, int), (best, told.info)
        if best in ("resign", "win"):
            break
        if board:
            assert board.is_legal(board.move_from_usi(best)), (board.sfen(), best)
            board.push_usi(best)
        moves.append(best)
    # A search is stopped and pondering is hit as well.
    engine.position(moves[:2])
    engine.proc.stdin.write(b"go ponder btime 1000 wtime 1000\n")
    engine.ponderhit()
    while not engine.proc.stdout.readline().startswith(b"bestmove"):
        pass
    engine.gameover("draw")
    engine.quit()
    return moves


def mate(path: str) -> None:
    """The problem solver through the class."""
    engine = Engine(path)
    engine.setoption("UCI_Variant", "shogi")
    engine.isready()
    engine.position(sfen="sfen 8k/9/8P/9/9/9/9/9/K8 b G 1")
    assert engine.go_mate(byoyomi=10000) == "G*1b"
    engine.quit()


def match(path: str, folder: str) -> str:
    """Two games of shogi by the command line, with clocks and pondering; what it printed."""
    options = "UCI_Variant:shogi,USI_Hash:8"
    command = [sys.executable, "-m", "cshogi.cli", path, path, "--games", "2", "--ponder"]
    command += ["--options1", options, "--options2", options, "--time", "3000", "--inc", "30"]
    command += ["--csa", folder]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout


def main() -> None:
    path = str(Path(sys.argv[1]).resolve())
    for game in ("shogi", "cannonshogi"):
        moves = play(path, game, 40)
        print(f"cshogi.usi.Engine, {game}: {len(moves)} moves")
        assert len(moves) > 10, moves
    mate(path)
    with tempfile.TemporaryDirectory() as folder:
        told = match(path, folder)
        records = [file.read_text() for file in Path(folder).iterdir()]
    print(told, end="")
    assert "2 of 2 games finished." in told, told
    for fault in ("反則", "切れ負け"):
        assert fault not in told, told
    assert len(records) == 2 and all("%" in record for record in records), records


if __name__ == "__main__":
    main()
