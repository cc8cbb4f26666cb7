#!/usr/bin/env python3
"""Play games with cshogi: shogi and cannonshogi with its engine class, shogi with its command line.

    python3 cshogi_games.py OZUTSU

In shogi, cshogi checks the moves and results. It does not know cannonshogi and only passes the moves on.
Needs `pip install cshogi`. The exit status is 0 if all games and checks succeed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import cshogi
from cshogi.usi import Engine
from cshogi.usi.Engine import InfoListener


def play_game(path: str, game: str, plies: int) -> list[str]:
    """Play the engine against itself with cshogi's engine class and return the moves."""
    engine = Engine(path)
    assert engine.name.startswith("Ozutsu "), engine.name
    engine.setoption("USI_Hash", 8)
    engine.setoption("UCI_Variant", game)
    engine.isready()
    engine.usinewgame()
    moves: list[str] = []
    info = InfoListener()
    board = cshogi.Board() if game == "shogi" else None
    pondered = {"ponderhit": 0, "stop": 0}
    while len(moves) < plies:
        engine.position(moves)
        best, ponder = engine.go(btime=1000, wtime=1000, binc=20, winc=20, listener=info.listen())
        if best in ("resign", "win"):
            break
        assert info.pv[0] == best and isinstance(info.score, int), (best, info.info)
        if board:
            assert board.is_legal(board.move_from_usi(best)), (board.sfen(), best)
            board.push_usi(best)
        moves.append(best)
        if ponder:
            # In turn: the opponent plays the expected move, or another one.
            command = ("ponderhit", "stop")[len(moves) % 2]
            engine.position([*moves, ponder])
            engine.proc.stdin.write(b"go ponder btime 1000 wtime 1000 binc 20 winc 20\n")
            getattr(engine, command)()
            while not (line := engine.proc.stdout.readline()).startswith(b"bestmove"):
                assert line, moves
            pondered[command] += 1
    assert min(pondered.values()) > 5, pondered
    engine.gameover("draw")
    engine.quit()
    return moves


def solve_mate(path: str) -> None:
    """Solve a mate problem with cshogi's engine class."""
    engine = Engine(path)
    engine.setoption("UCI_Variant", "shogi")
    engine.isready()
    engine.position(sfen="sfen 8k/9/8P/9/9/9/9/9/K8 b G 1")
    assert engine.go_mate(byoyomi=10000) == "G*1b"
    engine.quit()


def play_match(path: str, folder: str) -> str:
    """Play two games of shogi on cshogi's command line, with clocks, and return its output.

    Without `--ponder`: two threads of cshogi send `go ponder` and `ponderhit`, sometimes in the wrong order, and cshogi
    then waits for ever.
    """
    options = "UCI_Variant:shogi,USI_Hash:8"
    command = [sys.executable, "-m", "cshogi.cli", path, path, "--games", "2"]
    command += ["--options1", options, "--options2", options, "--time", "3000", "--inc", "30"]
    command += ["--csa", folder]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: cshogi_games.py OZUTSU")
    path = str(Path(sys.argv[1]).resolve())
    for game in ("shogi", "cannonshogi"):
        moves = play_game(path, game, 40)
        print(f"cshogi.usi.Engine, {game}: {len(moves)} moves")
        assert len(moves) > 10, moves
    solve_mate(path)
    with tempfile.TemporaryDirectory() as folder:
        output = play_match(path, folder)
        records = [file.read_text() for file in Path(folder).iterdir()]
    print(output, end="")
    assert "2 of 2 games finished." in output, output
    # An illegal move, a loss on time.
    for fault in ("反則", "切れ負け"):
        assert fault not in output, output
    assert len(records) == 2 and all("%" in record for record in records), records


if __name__ == "__main__":
    main()
