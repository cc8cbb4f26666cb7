#!/usr/bin/env python3
"""Draw the terminal output of a command as an SVG: terminal.py COLUMNS OZUTSU ARGUMENTS... > picture.svg

Runs the command in a pseudo-terminal of this width. Understands the control sequences that Ozutsu prints:
colors, bold, faint and reversed text, and clearing the line.
"""

import itertools
import os
import pty
import re
import shlex
import sys
import unicodedata
from xml.sax.saxutils import escape

FONT_SIZE, CELL_WIDTH, LINE_HEIGHT, MARGIN = 13, 7.8, 15, 14
BACKGROUND, FOREGROUND, FAINT = "#1b1f26", "#d7dae0", "#6b7380"
COLORS = {31: "#e5686f", 32: "#8fc379", 33: "#e0b86a", 34: "#6aa9ee", 35: "#c07fd9", 36: "#56b6c2"}
TOKEN = re.compile(r"\x1b\[([\d;]*)([A-Za-z])|(.)", re.DOTALL)


def terminal_output(columns: int, command: list[str]) -> str:
    """Return what a command writes to a terminal."""
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
    """Return the rows of the screen: characters with their SGR codes."""
    rows, style = [[]], frozenset()
    for codes, command, character in TOKEN.findall(text):
        if command == "m":
            for code in map(int, (codes or "0").split(";")):
                style = style | {code} if code else frozenset()
        elif command == "K":
            rows[-1].clear()
        elif character == "\r":
            continue
        elif character == "\n":
            rows.append([])
        elif character:
            rows[-1].append((character, style))
    return rows


def width(character: str) -> int:
    """Return the number of columns of a character."""
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def draw(y: int, row: list[tuple[str, frozenset[int]]]) -> str:
    """Return the SVG of a row: the boxes behind reversed text, then the text in runs of one style.

    Places every character by itself, so that columns line up in any font.
    """
    offsets = itertools.accumulate((width(character) for character, _ in row), initial=0)
    columns = [(MARGIN + offset * CELL_WIDTH, *cell) for offset, cell in zip(offsets, row)]
    boxes, texts = "", ""
    for style, group in itertools.groupby(columns, key=lambda cell: cell[2]):
        color = next((COLORS[code] for code in style if code in COLORS), FAINT if 2 in style else FOREGROUND)
        run = list(group)
        if 7 in style:
            box_width = CELL_WIDTH * sum(width(character) for _, character, _ in run)
            boxes += f'<rect x="{run[0][0]:.1f}" y="{y - FONT_SIZE}" width="{box_width:.1f}" height="{LINE_HEIGHT}" fill="{color}"/>\n'
            color = BACKGROUND
        visible = [(f"{x:.1f}", character) for x, character, _ in run if character != " "]
        if visible:
            bold = ' font-weight="bold"' if 1 in style else ""
            xs, text = " ".join(x for x, _ in visible), escape("".join(c for _, c in visible))
            texts += f'<text x="{xs}" y="{y}" fill="{color}"{bold}>{text}</text>\n'
    return boxes + texts


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit("usage: terminal.py COLUMNS OZUTSU ARGUMENTS... > picture.svg")
    columns, command = int(sys.argv[1]), sys.argv[2:]
    prompt = shlex.join(["ozutsu", *command[1:]])
    rows = cells(f"\x1b[2m$\x1b[0m {prompt}\n\n" + terminal_output(columns, command).rstrip())
    width_px, height_px = round(columns * CELL_WIDTH + 2 * MARGIN), len(rows) * LINE_HEIGHT + 2 * MARGIN
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width_px} {height_px}" width="{width_px}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{FONT_SIZE}">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
    )
    for number, row in enumerate(rows):
        print(draw(MARGIN + number * LINE_HEIGHT + FONT_SIZE, row), end="")
    print("</svg>")


if __name__ == "__main__":
    main()
