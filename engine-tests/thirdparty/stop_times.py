#!/usr/bin/env python3
"""Measures the time from `stop` to `bestmove`: `stop_times.py OZUTSU [--stops N] [--threads N ...] [--load N ...]`.

Stops searches of the start positions of all games in turn, each after 5 to 50 ms, with each number of threads, alone and
beside each number of other searches. Prints the median, what 99% and 99.9% of the times do not exceed, and the largest,
in milliseconds. The exit status is 1 if a search is answered twice.
"""

import argparse
import random
import subprocess
import time
from contextlib import ExitStack, contextmanager


def start(program, output):
    return subprocess.Popen([program], stdin=subprocess.PIPE, stdout=output, text=True, bufsize=1)


class Engine:
    """A session in USI."""

    def __init__(self, program, threads):
        self.process = start(program, subprocess.PIPE)
        self.send(f"usi\nsetoption name Threads value {threads}")
        declared = next(line for line in self.read_to("usiok") if " UCI_Variant " in line)
        self.games = declared.split(" var ")[1:]

    def send(self, lines):
        self.process.stdin.write(lines + "\n")

    def read_to(self, end):
        """Reads lines up to one that begins with `end`."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(end):
                return lines
        raise SystemExit(f"the program has ended: {lines[-3:]}")

    def stop_time(self, game):
        """Stops a search and returns the milliseconds to its answer."""
        self.send(f"setoption name UCI_Variant value {game}\nusinewgame\nisready")
        self.read_to("readyok")
        self.send("go infinite")
        time.sleep(random.uniform(0.005, 0.05))
        stopped = time.perf_counter()
        self.send("stop")
        self.read_to("bestmove")
        taken = time.perf_counter() - stopped
        self.send("isready")
        if any(line.startswith("bestmove") for line in self.read_to("readyok")):
            raise SystemExit(f"{game}: a search has two answers")
        return taken * 1000

    def quit(self):
        self.send("quit")
        self.process.wait()


@contextmanager
def other_search(program):
    """Runs a search without an end beside what is measured."""
    process = start(program, subprocess.DEVNULL)
    process.stdin.write("usi\ngo infinite\n")
    try:
        yield
    finally:
        process.stdin.write("quit\n")
        process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--stops", type=int, default=1000, help="searches of each row")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2, 8])
    parser.add_argument("--load", type=int, nargs="+", default=[0, 2], help="numbers of other searches")
    arguments = parser.parse_args()
    print("threads  others  median     99%   99.9%  largest")
    for load in arguments.load:
        with ExitStack() as others:
            for _ in range(load):
                others.enter_context(other_search(arguments.program))
            for threads in arguments.threads:
                random.seed(1)
                engine = Engine(arguments.program, threads)
                games = engine.games
                times = sorted(engine.stop_time(games[number % len(games)]) for number in range(arguments.stops))
                engine.quit()
                median, most, nearly_all = (times[int(part * (len(times) - 1))] for part in (0.5, 0.99, 0.999))
                row = f"{threads:7} {load:7} {median:7.1f} {most:7.1f} {nearly_all:7.1f} {times[-1]:8.1f}"
                print(row, flush=True)


if __name__ == "__main__":
    main()
