#!/usr/bin/env python3
"""Run a small shogi tournament in ShogiArena with its default settings.

    python3 shogiarena_tournament.py OZUTSU

Needs `pip install shogiarena`. The exit status is 0 if every game ends without an error, an illegal move
or a loss on time.
"""

import json
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = 4
ENGINE = """\
name: "{name}"
engine_path: "{path}"
working_directory: "{folder}"
options:
  UCI_Variant: shogi
  USI_Hash: 8
"""
TOURNAMENT = f"""\
experiment_name: "ozutsu"
engines:
  - engine_path: "a.yaml"
  - engine_path: "b.yaml"
tournament:
  scheduler: "round_robin"
  games_per_pair: {GAMES}
  num_parallel: 1
rules:
  time_control:
    time_ms: 2000
    increment_ms: 20
dashboard:
  enabled: false
"""


def run_shogiarena(folder: Path, *arguments: str) -> None:
    """Run ShogiArena in a folder."""
    program = Path(sys.executable).with_name("shogiarena")
    command = [str(program), "--output-dir", str(folder / "out"), *arguments]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stdout}\n{result.stderr}")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: shogiarena_tournament.py OZUTSU")
    path = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for letter in "ab":
            text = ENGINE.format(name=f"Ozutsu {letter}", path=path, folder=path.parent)
            (folder / f"{letter}.yaml").write_text(text)
        (folder / "tournament.yaml").write_text(TOURNAMENT)
        run_shogiarena(folder, "run", "tournament", "tournament.yaml", "--run-dir", "run")
        status = json.loads((folder / "run" / "completion_status.json").read_text())
        with sqlite3.connect(folder / "run" / "game.db") as database:
            results = database.execute("SELECT game_result, num_moves FROM game").fetchall()
        database.close()
    for result, plies in results:
        print(f"ShogiArena: {result} after {plies} moves")
    assert status["status"] == "clean" and status["completed"] == GAMES, status
    assert status["error_games"] == 0 and not status["timeouts_by_origin"], status
    for result, _ in results:
        faults = ("illegal", "time", "error", "abort", "foul", "invalid")
        assert not any(fault in result.lower() for fault in faults), results


if __name__ == "__main__":
    main()
