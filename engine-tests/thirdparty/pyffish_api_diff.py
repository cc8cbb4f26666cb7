#!/usr/bin/env python3
"""Compare ozutsu.pyffish with pyffish itself.

    random_positions 1 5000 shogi cannonshogi shosucourier cannonshosu | pyffish_api_diff.py VARIANTS_INI

VARIANTS_INI defines the variants that Fairy-Stockfish does not have built in. The lines of standard input are those of
pyffish_diff.py: variant <TAB> SFEN <TAB> our legal moves. In each position the script compares the legal moves with those
of the line, which pyffish_diff.py compares with pyffish's, and in some of them

- whether the side to move is in check, the validation of the FEN, whether material suffices, and the result;
- for a move the FEN and SFEN after it, whether it captures and gives check, and what it captures;
- the end of the game when both sides move to and fro, where such moves exist.

Differences of the classes in KNOWN are counted, and all others printed. The exit status is 0 if at least one position was
read and there are no others.
"""

import random
import re
import sys
from collections import Counter
from pathlib import Path

import pyffish
from ozutsu import pyffish as ours
from pyffish_diff import board_rows, fen_of, mates, usi_of

KNOWN = {
    "pawn drop mate": "pyffish lists pawn drops that mate, which the rules forbid, and scores them as losses; ours leaves "
    "them out",
    "no-progress count": "pyffish counts the moves without capture or pawn move in the FEN, which no rule of these games "
    "needs; ours writes 0",
    "order in hand": "ours writes the pieces in hand in the order of the game, pyffish in its own",
    "ongoing game": "game_result of pyffish is a loss also where there are legal moves; ours is an error",
}
# The share of positions in which everything is compared, and of those in which both sides move to and fro. pyffish needs
# milliseconds for each call.
EVERYTHING = 0.2
CYCLES = 0.02


class Comparison:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.known: Counter[str] = Counter()
        self.unknown = 0

    def check(self, what: str, place: tuple[object, ...], our: object, their: object, known: str = "") -> None:
        """Count a comparison, with the class of difference that may explain its failure."""
        self.counts[what] += 1
        if our == their:
            return
        if known:
            self.known[known] += 1
            return
        self.unknown += 1
        print(what, *place, "ours", our, "theirs", their, sep="\t")


def without_count(fen: str) -> list[str]:
    """Return a FEN without the count of moves without progress."""
    fields = fen.split()
    return [*fields[:4], *fields[5:]]


def sorted_hands(text: str) -> str:
    """Return a FEN or an SFEN with the pieces in hand in alphabetic order."""
    if "[" in text:
        board, rest = text.split("[")
        hands, rest = rest.split("]")
        return f"{board}[{''.join(sorted(hands))}]{rest}"
    board, side, hands, number = text.split()
    return " ".join([board, side, *sorted(re.findall(r"\d*[A-Za-z-]", hands)), number])


def compare_moves(comparison: Comparison, variant: str, sfen: str, moves: list[str], listed: str) -> None:
    rows = board_rows(sfen)
    in_usi = sorted(usi_of(len(rows[0]), len(rows), move) for move in moves)
    comparison.check("legal moves", (variant, sfen), in_usi, sorted(listed.split()))


def compare_move(comparison: Comparison, variant: str, sfen: str, fen: str, move: str) -> None:
    place = (variant, sfen, move)
    comparison.check("captures", place, *(m.is_capture(variant, fen, [], move) for m in (ours, pyffish)))
    comparison.check("piece captured", place, *(m.piece_to_partner(variant, fen, [move]) for m in (ours, pyffish)))
    comparison.check("gives check", place, *(m.gives_check(variant, fen, [move]) for m in (ours, pyffish)))
    for what, as_sfen in (("FEN", False), ("SFEN", True)):
        our, their = (module.get_fen(variant, fen, [move], False, as_sfen) for module in (ours, pyffish))
        if not as_sfen:
            comparison.check("count in FEN", place, our.split()[4], their.split()[4], "no-progress count")
            our, their = (" ".join(without_count(text)) for text in (our, their))
        comparison.check(what, place, our, their, "order in hand" * (sorted_hands(our) == sorted_hands(their)))


def compare_state(comparison: Comparison, variant: str, sfen: str, fen: str, moves: list[str]) -> None:
    place = (variant, sfen)
    comparison.check("valid", place, *(m.validate_fen(fen, variant) for m in (ours, pyffish)))
    comparison.check("material", place, *(m.has_insufficient_material(variant, fen, []) for m in (ours, pyffish)))
    comparison.check("immediate end", place, *(m.is_immediate_game_end(variant, fen, [])[0] for m in (ours, pyffish)))
    comparison.check("in check", place, *(m.gives_check(variant, fen, []) for m in (ours, pyffish)))
    extra = set(pyffish.legal_moves(variant, fen, [])) - set(moves)
    drops = all("@" in move and mates(variant, fen, move) for move in extra)
    comparison.check("moves that only pyffish has", place, set(), extra, "pawn drop mate" * drops)
    try:
        result: object = ours.game_result(variant, fen, [])
    except ours.error:
        result = "error"
    comparison.check("result", place, result, pyffish.game_result(variant, fen, []), "ongoing game" * bool(moves))


def back(move: str) -> str:
    """Return the move from the target square to the start square."""
    middle = next(index for index, letter in enumerate(move) if index > 0 and letter.isalpha())
    return move[middle:] + move[:middle]


def to_and_fro(variant: str, fen: str, rng: random.Random) -> list[str] | None:
    """Return four moves after which the position is the same, if some are found."""
    for _ in range(8):
        moves: list[str] = []
        for ply in range(4):
            legal = ours.legal_moves(variant, fen, moves)
            if ply < 2:
                quiet = [move for move in legal if "@" not in move and "+" not in move]
                quiet = [move for move in quiet if not ours.is_capture(variant, fen, moves, move)]
                # Checks are rare, and make perpetual check.
                checks = [move for move in quiet if ours.gives_check(variant, fen, [*moves, move])]
                move = rng.choice(checks or quiet or [""])
            else:
                move = back(moves[ply - 2])
            if move not in legal:
                break
            moves.append(move)
        if len(moves) == 4:
            return moves
    return None


def compare_ends(comparison: Comparison, variant: str, sfen: str, fen: str, rng: random.Random) -> None:
    cycle = to_and_fro(variant, fen, rng)
    if cycle is None:
        return
    game = cycle * 3
    # Only after all moves has a position occurred four times.
    for length in (8, 11, 12):
        place = (variant, sfen, " ".join(game[:length]))
        our, their = (module.is_optional_game_end(variant, fen, game[:length]) for module in (ours, pyffish))
        comparison.check("optional end", place, our[0], their[0])
        if our[0] and their[0]:
            comparison.check("result of the end", place, our[1], their[1])


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: pyffish_api_diff.py VARIANTS_INI < positions.tsv")
    pyffish.load_variant_config(Path(sys.argv[1]).read_text(encoding="utf-8"))
    comparison, positions, rng = Comparison(), Counter[str](), random.Random(1)
    for line in sys.stdin:
        variant, sfen, listed = line.split("\t")
        positions[variant] += 1
        fen = fen_of(sfen)
        moves = ours.legal_moves(variant, fen, [])
        comparison.check("FEN of SFEN", (variant, sfen), ours.get_fen(variant, sfen, []), fen)
        compare_moves(comparison, variant, sfen, moves, listed)
        if not moves or rng.random() < EVERYTHING:
            compare_state(comparison, variant, sfen, fen, moves)
            if moves:
                compare_move(comparison, variant, sfen, fen, rng.choice(moves))
        if rng.random() < CYCLES:
            compare_ends(comparison, variant, sfen, fen, rng)
    for name, count in sorted(comparison.known.items()):
        print(f"known difference: {name}: {count}: {KNOWN[name]}")
    failed = comparison.unknown > 0 or not positions
    print(
        f"pyffish_api_diff: {'FAILED' if failed else 'ok'}: positions: "
        + ", ".join(f"{variant} {count}" for variant, count in positions.items())
        + "; compared: "
        + ", ".join(f"{what} {count}" for what, count in comparison.counts.items())
        + f"; {comparison.unknown} differences; pyffish {'.'.join(map(str, pyffish.version()))}"
    )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
