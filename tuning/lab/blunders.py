#!/usr/bin/env python3
"""Cut games off after a random move: blunders.py OZUTSU GAME GAMES STEP > LINES

Reads games of a game from a file, and writes for every STEP-th position of each a line of USI that ends with a random
move there. Many such moves have one good answer, which `ozutsu puzzles --kind win --last 1` finds.
"""

import random
import re
import subprocess
import sys


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__.splitlines()[0])
    ozutsu, game, games, step = *sys.argv[1:4], int(sys.argv[4])
    convert = [ozutsu, "convert", games, "--variant", game, "--to", "usi", "-"]
    lines = subprocess.run(convert, capture_output=True, text=True, check=True).stdout.splitlines()
    session = subprocess.Popen([ozutsu, "--variant", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    choice = random.Random(1)
    print(f"setoption name UCI_Variant value {game}")
    for line in lines:
        found = re.fullmatch(r"(position .*) moves (.*)", line.strip())
        if not found:
            continue
        moves = found[2].split()
        # The last moves of a game are those of a mate.
        for count in range(20, len(moves) - 10, step):
            start = " ".join([found[1], "moves", *moves[:count]])
            session.stdin.write(f"{start}\nmoves\n")
            session.stdin.flush()
            legal = session.stdout.readline().split()
            print(start, choice.choice(legal))
    session.stdin.close()
    session.wait()


if __name__ == "__main__":
    main()
