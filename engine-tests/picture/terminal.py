#!/usr/bin/env python3
"""Turns what a terminal shows into a picture: terminal.py COLUMNS OZUTSU WORDS... > picture.svg

The command runs in a pseudo-terminal of so many columns. Only what our programs print is understood:
colours, bold, faint and reversed text, and rows that are begun anew.
"""

import itertools
import os
import pty
import re
import shlex
import sys
import unicodedata
from xml.sax.saxutils import escape

SIZE, WIDTH, HEIGHT, MARGIN = 13, 7.8, 15, 14
PAPER, INK, FAINT = "#1b1f26", "#d7dae0", "#6b7380"
COLORS = {31: "#e5686f", 32: "#8fc379", 33: "#e0b86a", 34: "#6aa9ee", 35: "#c07fd9", 36: "#56b6c2"}
TOKEN = re.compile(r"\x1b\[([\d;]*)([A-Za-z])|(.)", re.DOTALL)


def output(columns: int, command: list[str]) -> str:
    """What a command writes on a terminal."""
    os.environ.update(COLUMNS=str(columns), TERM="xterm-256color")
    chunks = []

    def read(end: int) -> bytes:
        chunks.append(os.read(end, 1 << 16))
        return chunks[-1]

    with open(os.devnull, "w") as null:
        out = os.dup(1)
        os.dup2(null.fileno(), 1)
        pty.spawn(["sh", "-c", f'stty cols {columns}; exec "$@"', "sh", *command], read)
        os.dup2(out, 1)
    return b"".join(chunks).decode()


def cells(text: str) -> list[list[tuple[str, frozenset[int]]]]:
    """The rows of a screen: characters, each with what is said of its looks."""
    rows, style = [[]], frozenset()
    for codes, order, character in TOKEN.findall(text):
        if order == "m":
            for code in map(int, (codes or "0").split(";")):
                style = style | {code} if code else frozenset()
        elif order == "K":
            rows[-1].clear()
        elif character == "\r":
            continue
        elif character == "\n":
            rows.append([])
        elif character:
            rows[-1].append((character, style))
    return rows


def width(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def draw(y: int, row: list[tuple[str, frozenset[int]]]) -> str:
    """A row: first what is behind reversed text, then each run of one style, every character in
    its column, whatever font the reader has."""
    places = itertools.accumulate((width(character) for character, _ in row), initial=0)
    columns = [(MARGIN + place * WIDTH, *cell) for place, cell in zip(places, row)]
    boxes, texts = "", ""
    for style, group in itertools.groupby(columns, key=lambda cell: cell[2]):
        color = next((COLORS[code] for code in style if code in COLORS), FAINT if 2 in style else INK)
        run = list(group)
        if 7 in style:
            size = WIDTH * sum(width(character) for _, character, _ in run)
            boxes += f'<rect x="{run[0][0]:.1f}" y="{y - SIZE}" width="{size:.1f}" height="{HEIGHT}" fill="{color}"/>\n'
            color = PAPER
        seen = [(f"{x:.1f}", character) for x, character, _ in run if character != " "]
        if seen:
            bold = ' font-weight="bold"' if 1 in style else ""
            xs, text = " ".join(x for x, _ in seen), escape("".join(c for _, c in seen))
            texts += f'<text x="{xs}" y="{y}" fill="{color}"{bold}>{text}</text>\n'
    return boxes + texts


def main() -> None:
    columns, command = int(sys.argv[1]), sys.argv[2:]
    shown = shlex.join(["ozutsu", *command[1:]])
    rows = cells(f"\x1b[2m$\x1b[0m {shown}\n\n" + output(columns, command).rstrip())
    across, down = round(columns * WIDTH + 2 * MARGIN), len(rows) * HEIGHT + 2 * MARGIN
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>'
    )
    for number, row in enumerate(rows):
        print(draw(MARGIN + number * HEIGHT + SIZE, row), end="")
    print("</svg>")


main()
