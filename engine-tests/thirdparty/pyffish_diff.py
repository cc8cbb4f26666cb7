#!/usr/bin/env python3
"""Compare our legal moves with those of Fairy-Stockfish, through its Python module pyffish.

    python3 pyffish_diff.py VARIANTS_INI < positions.tsv

VARIANTS_INI defines the variants that Fairy-Stockfish does not have built in. Each line of standard input is

    variant <TAB> SFEN <TAB> our legal moves in USI text, separated by spaces

Each difference is printed as one line (`-` means no moves; a move that we list twice counts as only ours):

    variant <TAB> SFEN <TAB> moves only ours <TAB> moves only theirs

The last line printed is a summary. The exit status is 0 if at least one position was read and there are no
differences, else 1.

Needs Python 3.11 and `pip install pyffish`. Fairy-Stockfish generates pawn drops that mate like other moves and
only scores them as losses afterwards, so this script removes the pawn drops that give check and leave no reply by
Fairy-Stockfish's own moves. It does not use the score, which misses mates in which the pawn is a cannon's screen;
the summary says how often.
"""

import itertools
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

try:
    import pyffish
except ImportError:
    sys.exit("pyffish_diff: pyffish is not installed: pip install pyffish")

# Variants in which a pawn drop may mate.
PAWN_DROP_MATE_ALLOWED = {"cannonshogi", "hoppers", "tenfiles", "tencannons", "yarileaps", "palace"}
# Variants with cannons in which it must not: a dropped pawn could mate by becoming a screen.
WITH_CANNONS = {"cannonshosu", "minicannon", "toricannon", "eurocannon", "yarilances"}
# Variants whose pawn has another letter.
PAWN_LETTERS = {"toricannon": "S"}


def fen_of(sfen: str) -> str:
    """Convert an SFEN to FEN: Black is `w`, hands are letters in brackets, and the number counts full moves."""
    try:
        board, side, hands, number = sfen.split()
        side, move = {"b": "w", "w": "b"}[side], (int(number) + 1) // 2
    except (KeyError, ValueError):
        raise ValueError("malformed SFEN") from None
    if hands == "-":
        hands = ""
    elif not re.fullmatch(r"(\d*[A-Za-z])+", hands):
        raise ValueError("malformed hands")
    pocket = "".join(piece * int(count or 1) for count, piece in re.findall(r"(\d*)([A-Za-z])", hands))
    return f"{board}[{pocket}] {side} - - 0 {move}"


def board_rows(sfen: str) -> list[str]:
    """Return the ranks of the board from the top, with a character for each square."""
    rows = sfen.split()[0].split("/")
    return [re.sub(r"\d+", lambda run: "." * int(run[0]), row).replace("+", "") for row in rows]


def usi_of(files: int, ranks: int, move: str) -> str:
    """Convert a pyffish move, such as `a1a10+` or `P@e5`, to USI text."""

    def square(text: str) -> str:
        return f"{files - (ord(text[0]) - ord('a'))}{chr(ord('a') + ranks - int(text[1:]))}"

    if drop := re.fullmatch(r"([A-Z])@([a-j]\d+)", move):
        return f"{drop[1]}*{square(drop[2])}"
    if step := re.fullmatch(r"([a-j]\d+)([a-j]\d+)(\+?)", move):
        return square(step[1]) + square(step[2]) + step[3]
    raise ValueError(f"pyffish's move {move!r} is neither a drop nor a move on the board")


def checking_squares(variant: str, sfen: str) -> Iterator[str]:
    """Yield the USI squares on which a dropped pawn might give check: a superset of those where it mates."""
    king, forward = ("k", -1) if sfen.split()[1] == "b" else ("K", 1)
    rows = board_rows(sfen)
    files, ranks = len(rows[0]), len(rows)
    rank = next((rank for rank, row in enumerate(rows) if king in row), None)
    if rank is None:
        raise ValueError("the opponent has no king")
    column = rows[rank].index(king)
    # With cannons, a pawn on any line with the king may become a screen.
    steps = [(0, -forward)] if variant not in WITH_CANNONS else itertools.product((-1, 0, 1), repeat=2)
    for right, down in steps:
        for distance in range(1, 2 if variant not in WITH_CANNONS else max(files, ranks)):
            x, y = column + right * distance, rank + down * distance
            if (right, down) != (0, 0) and 0 <= x < files and 0 <= y < ranks:
                yield f"{files - x}{chr(ord('a') + y)}"


def mates(variant: str, fen: str, move: str) -> bool:
    """Return whether this move gives check and leaves no reply."""
    return pyffish.gives_check(variant, fen, [move]) and not pyffish.legal_moves(variant, fen, [move])


def their_moves(variant: str, sfen: str) -> tuple[list[str], int]:
    """Return Fairy-Stockfish's legal moves in USI text, and how many mating pawn drops its score misses."""
    fen = fen_of(sfen)
    # legal_moves silently ignores unknown pieces, so validate the FEN first.
    if (status := pyffish.validate_fen(fen, variant)) != pyffish.FEN_OK:
        raise ValueError(f"pyffish rejects the FEN {fen!r} (validate_fen: {status})")
    rows = board_rows(sfen)
    files, ranks = len(rows[0]), len(rows)
    moves = {usi_of(files, ranks, move): move for move in pyffish.legal_moves(variant, fen, [])}
    missed = 0
    if variant not in PAWN_DROP_MATE_ALLOWED:
        pawn = PAWN_LETTERS.get(variant, "P")
        for square in checking_squares(variant, sfen):
            move = moves.get(f"{pawn}*{square}")
            if move and mates(variant, fen, move):
                del moves[f"{pawn}*{square}"]
                missed += pyffish.game_result(variant, fen, [move]) <= 0
    return list(moves), missed


def only_in(left: list[str], right: list[str]) -> str:
    """Return the moves of `left` that `right` lacks, sorted and separated by spaces; `-` for none."""
    return " ".join(sorted((Counter(left) - Counter(right)).elements())) or "-"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: pyffish_diff.py VARIANTS_INI < positions.tsv")
    pyffish.load_variant_config(Path(sys.argv[1]).read_text(encoding="utf-8"))
    known_variants = set(pyffish.variants())

    positions: Counter[str] = Counter()
    moves = differences = missed = 0
    for number, line in enumerate(sys.stdin, 1):
        try:
            if line.count("\t") != 2:
                raise ValueError("expected three columns")
            variant, sfen, text = line.rstrip("\n").split("\t")
            if variant not in known_variants:  # pyffish crashes on an unknown variant
                raise ValueError(f"pyffish does not know the variant {variant!r}")
            ours = text.split()
            theirs, missed_mates = their_moves(variant, sfen)
        except ValueError as error:
            sys.exit(f"pyffish_diff: input line {number}: {error}")
        positions[variant] += 1
        moves += len(ours)
        missed += missed_mates
        difference = (only_in(ours, theirs), only_in(theirs, ours))
        if difference != ("-", "-"):
            differences += 1
            print(variant, sfen, *difference, sep="\t")

    counts = ", ".join(f"{variant} {count}" for variant, count in positions.items()) or "none"
    failed = differences > 0 or not positions
    print(
        f"pyffish_diff: {'FAILED' if failed else 'ok'}: positions: {counts}; {moves} moves; "
        f"{differences} differences; {missed} mating pawn drops that its score misses; "
        f"pyffish {'.'.join(map(str, pyffish.version()))}"
    )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
