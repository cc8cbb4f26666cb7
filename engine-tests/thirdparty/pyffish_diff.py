#!/usr/bin/env python3
"""Compare our legal moves with those of Fairy-Stockfish, through its Python module pyffish.

    python3 pyffish_diff.py VARIANTS_INI [KNOWN_DIFFERENCES] < positions.tsv

VARIANTS_INI teaches Fairy-Stockfish the games it does not know. Each line on standard input is

    variant <TAB> SFEN <TAB> our legal moves in USI text, separated by spaces

Each difference is printed as one line (`-` stands for no moves; a move we list twice counts as only ours):

    variant <TAB> SFEN <TAB> moves only ours <TAB> moves only theirs

KNOWN_DIFFERENCES lists, in the same form with a fifth column that says why, the differences to tolerate;
blank lines and lines starting with `#` are skipped. The last line printed is a summary. The exit status is 0
when at least one position was read and nothing but known differences was found, else 1.

Needs Python 3.11 and `pip install pyffish`. Fairy-Stockfish generates a pawn drop that mates like any other move
and only scores it as lost afterwards, so such drops are taken out here: those that give check and leave no reply, by
its own moves. Its score is not asked, for it overlooks mates in which the pawn is a cannon's screen; how often it did
so is told in the summary.
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
    sys.exit("pyffish_diff: pyffish is missing: pip install pyffish")

# The games that it can be taught; VARIANTS_INI gives the pieces our letters.
GAMES = ("shogi", "cannonshogi", "shosucourier", "cannonshosu")
# Where a pawn drop may mate, and where other pieces need screens.
PAWN_MAY_MATE = {"cannonshogi"}
CANNONS = {"cannonshosu"}


def fen_of(sfen: str) -> str:
    """The FEN of an SFEN: Black is FEN's `w`, hands are repeated letters in brackets, and full moves are counted."""
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


def usi_of(size: int, move: str) -> str:
    """USI text of a pyffish move: `a1a10+`, `P@e5`; on a board of `size` files and ranks."""

    def square(text: str) -> str:
        return f"{size - (ord(text[0]) - ord('a'))}{chr(ord('a') + size - int(text[1:]))}"

    if drop := re.fullmatch(r"([A-Z])@([a-j]\d+)", move):
        return f"{drop[1]}*{square(drop[2])}"
    if step := re.fullmatch(r"([a-j]\d+)([a-j]\d+)(\+?)", move):
        return square(step[1]) + square(step[2]) + step[3]
    raise ValueError(f"pyffish's move {move!r} is neither a drop nor a board move")


def mating_squares(variant: str, sfen: str) -> Iterator[str]:
    """The USI squares on which a pawn of the side to move might mate."""
    board, side = sfen.split()[:2]
    king, forward = ("k", -1) if side == "b" else ("K", 1)
    rows = [re.sub(r"\d+", lambda run: "." * int(run[0]), row).replace("+", "") for row in board.split("/")]
    size = len(rows)
    rank = next((rank for rank, row in enumerate(rows) if king in row), None)
    if rank is None:
        raise ValueError("no king to attack")
    column = rows[rank].index(king)
    # Where there are cannons, a pawn on any line with the king may be a screen.
    steps = [(0, -forward)] if variant not in CANNONS else itertools.product((-1, 0, 1), repeat=2)
    for right, down in steps:
        for far in range(1, 2 if variant not in CANNONS else size):
            x, y = column + right * far, rank + down * far
            if (right, down) != (0, 0) and 0 <= x < size and 0 <= y < size:
                yield f"{size - x}{chr(ord('a') + y)}"


def mates(variant: str, fen: str, move: str) -> bool:
    """Whether this move gives check and leaves no reply."""
    return pyffish.gives_check(variant, fen, [move]) and not pyffish.legal_moves(variant, fen, [move])


def their_moves(variant: str, sfen: str) -> tuple[list[str], int]:
    """Fairy-Stockfish's legal moves in USI text, and how many mating pawn drops its score lets pass."""
    fen = fen_of(sfen)
    # legal_moves leaves out pieces that it does not know without an error, so have the FEN checked first.
    if (status := pyffish.validate_fen(fen, variant)) != pyffish.FEN_OK:
        raise ValueError(f"pyffish refuses the FEN {fen!r} (validate_fen: {status})")
    size = sfen.split()[0].count("/") + 1
    moves = {usi_of(size, move): move for move in pyffish.legal_moves(variant, fen, [])}
    overlooked = 0
    if variant not in PAWN_MAY_MATE:
        for square in mating_squares(variant, sfen):
            move = moves.get(f"P*{square}")
            if move and mates(variant, fen, move):
                del moves[f"P*{square}"]
                overlooked += pyffish.game_result(variant, fen, [move]) <= 0
    return list(moves), overlooked


def minus(left: list[str], right: list[str]) -> str:
    """The moves of `left` that `right` lacks, sorted; `-` for none."""
    return " ".join(sorted((Counter(left) - Counter(right)).elements())) or "-"


def read_known(path: Path) -> set[tuple[str, ...]]:
    """The known differences: (variant, SFEN, moves only ours, moves only theirs), moves sorted."""
    known = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 5 or not columns[4].strip():
            sys.exit(f"pyffish_diff: {path}:{number}: expected five columns, the last saying why")
        variant, sfen, ours, theirs, _ = columns
        known.add((variant, sfen, minus(ours.split(), []), minus(theirs.split(), [])))
    return known


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: pyffish_diff.py VARIANTS_INI [KNOWN_DIFFERENCES] < positions.tsv")
    pyffish.load_variant_config(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for variant in GAMES:
        if variant not in pyffish.variants():  # pyffish crashes when asked about one
            sys.exit(f"pyffish_diff: after reading {sys.argv[1]}, pyffish still does not know {variant}")
    known = read_known(Path(sys.argv[2])) if len(sys.argv) == 3 else set()

    positions: Counter[str] = Counter()
    moves = differences = tolerated = overlooked = 0
    for number, line in enumerate(sys.stdin, 1):
        try:
            if line.count("\t") != 2:
                raise ValueError("expected three columns")
            variant, sfen, text = line.rstrip("\n").split("\t")
            if variant not in GAMES:
                raise ValueError(f"no comparison for the game {variant!r}")
            ours = text.split()
            theirs, passed = their_moves(variant, sfen)
        except ValueError as error:
            sys.exit(f"pyffish_diff: input line {number}: {error}")
        positions[variant] += 1
        moves += len(ours)
        overlooked += passed
        difference = (variant, sfen, minus(ours, theirs), minus(theirs, ours))
        if difference[2:] == ("-", "-"):
            continue
        if difference in known:
            tolerated += 1
        else:
            differences += 1
            print(*difference, sep="\t")

    counts = ", ".join(f"{variant} {count}" for variant, count in positions.items()) or "none"
    failed = differences > 0 or not positions
    print(
        f"pyffish_diff: {'FAILED' if failed else 'ok'}: positions: {counts}; {moves} moves; "
        f"{differences} differences, {tolerated} known ones tolerated; {overlooked} mating pawn drops that its score "
        f"lets pass; pyffish {'.'.join(map(str, pyffish.version()))}"
    )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
