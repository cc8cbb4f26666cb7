#!/usr/bin/env python3
"""Cut games off after a random move: blunders.py GAME GAMES STEP > LINES

Reads games of a game from a file, and writes for every STEP-th position of each a line of USI that ends with a random
move there. Many such moves have one good answer, which `ozutsu puzzles --kind win --last 1` finds. Needs the Python
package.
"""

import random
import sys

import ozutsu


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.splitlines()[0])
    game, path, step = sys.argv[1], sys.argv[2], int(sys.argv[3])
    choice = random.Random(1)
    print(f"setoption name UCI_Variant value {game}")
    for record in ozutsu.Record.read(path, game=game):
        position, moves = record.start, record.moves
        start = position.sfen()
        # The last moves of a game are those of a mate.
        cuts = range(20, len(moves) - 10, step)
        for ply, move in enumerate(moves):
            if ply in cuts:
                blunder = choice.choice(position.legal_moves())
                print("position sfen", start, "moves", *(move.usi for move in position.moves), blunder.usi)
            position.push(move)


if __name__ == "__main__":
    main()
