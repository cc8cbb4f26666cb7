"""The program `ozutsu` of the wheel."""

import os
import signal
import subprocess
import sysconfig
from pathlib import Path

import ozutsu
import pytest

PROGRAM = Path(sysconfig.get_path("scripts"), "ozutsu" + (".exe" if os.name == "nt" else ""))


def run(*arguments, input=None):
    return subprocess.run([PROGRAM, *arguments], input=input, capture_output=True, text=True, timeout=60)


def test_commands():
    assert run("perft", "--variant", "shogi", "3").stdout == "Nodes searched: 25470\n"
    assert run("--version").stdout.startswith(f"ozutsu {ozutsu.__version__}")
    refused = run("perft", "--variant", "chess", "3")
    assert refused.returncode == 2 and "chess" in refused.stderr


def test_session():
    session = run(input="usi\nisready\nposition startpos\ngo depth 2\nquit\n")
    assert session.returncode == 0 and "usiok" in session.stdout and "bestmove " in session.stdout


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c():
    search = subprocess.Popen([PROGRAM, "go"], stdout=subprocess.PIPE, text=True)
    assert search.stdout.readline().startswith("info ")
    search.send_signal(signal.SIGINT)
    assert "bestmove " in search.communicate(timeout=60)[0] and search.returncode == 130
