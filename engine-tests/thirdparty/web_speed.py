#!/usr/bin/env python3
"""Compares nodes per second: `web_speed.py FOLDER PROGRAM [--fairy-stockfish FOLDER] [--rounds N] [--time MS]`.

FOLDER is what `crates/web/build --worker` has written, and PROGRAM a build for the same machine, such as a portable one.
They search the start position and a later one of each game in turn, each for the same time: the program, the worker in
Node and in Chromium, and with --fairy-stockfish the npm package fairy-stockfish-nnue.wasm in Node. Prints the median
of each, and of its ratio to the program in the same round. Needs node, the Python package playwright and Debian's
chromium.
"""

import argparse
import pathlib
import re
import statistics
import subprocess

from browser import launch, serve
from playwright.sync_api import sync_playwright

POSITIONS = {
    "shogi": ["startpos", "startpos moves g3g4 c7c6 h3h4 h7h6 h4h5 h6h5 h2h5 d9d8"],
    "cannonshogi": ["startpos", "startpos moves e3e4 e7e6 i3i4 i7i6"],
}

SEARCH = """async ([worker, lines]) => new Promise((resolve) => {
    window.engine ??= new Worker(worker);
    let info = "";
    window.engine.onmessage = ({ data }) => {
        info = data.startsWith("info") && data.includes(" nps ") ? data : info;
        if (data.startsWith("bestmove")) resolve(info);
    };
    lines.forEach((line) => window.engine.postMessage(line));
})"""


class Command:
    """An engine that reads and writes lines."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def search(self, lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        info = ""
        for line in self.process.stdout:
            if line.startswith("info") and " nps " in line:
                info = line
            if line.startswith("bestmove"):
                return info
        raise SystemExit(f"{self.process.args} has ended")


class Page:
    """The worker in Chromium."""

    def __init__(self, page):
        self.page = page

    def search(self, lines):
        return self.page.evaluate(SEARCH, ["ozutsu.worker.js", lines])


def nodes_per_second(info):
    return int(re.search(r" nps (\d+)", info).group(1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--fairy-stockfish", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--time", type=int, default=2_000)
    arguments = parser.parse_args()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(serve(arguments.folder.resolve())[1] + "/README.md")
        engines = {
            "program": Command(arguments.program),
            "Node": Command("node", arguments.folder / "ozutsu.js"),
            "Chromium": Page(page),
        }
        if arguments.fairy_stockfish:
            script = arguments.fairy_stockfish / "uci.js"
            engines["Fairy-Stockfish in Node"] = Command("node", "--no-experimental-fetch", script)
        for game, positions in POSITIONS.items():
            speeds = {name: [] for name in engines}
            for _ in range(arguments.rounds):
                for position in positions:
                    for name, engine in engines.items():
                        lines = ["uci", f"setoption name UCI_Variant value {game}", "ucinewgame"]
                        lines += [f"position {position}", f"go movetime {arguments.time}"]
                        speeds[name].append(nodes_per_second(engine.search(lines)))
            for name, found in speeds.items():
                ratio = statistics.median(mine / theirs for mine, theirs in zip(found, speeds["program"]))
                print(f"{game:12} {name:24} {statistics.median(found):10.0f} nps, {ratio:6.1%} of the program's")


if __name__ == "__main__":
    main()
