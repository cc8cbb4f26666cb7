#!/usr/bin/env python3
"""Draw the pieces of the built-in games and a capture by a cannon for docs, as the board does: game_pieces.py OZUTSU

Needs playwright and Debian's Chromium, which `.ci/run clients` installs.
"""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "engine-tests/thirdparty"))
from board_games import Program, evaluate_module, open_page, send, set_up_game, settle
from browser import launch

FOLDER = ROOT / "docs/games"
# A capture in the start position: the piece that is jumped over has a circle.
CAPTURE = [{"color": "blue", "from": "6b"}, {"color": "red", "from": "6h", "to": "6a"}]
# The piece sets, and their gradients for the pieces of the first player.
SETS = {"kanji": "wood", "symbols": "dark"}
# The size of a piece, the room for the letters above, and the most pieces in a row.
SIZE, TOP, COLUMNS = 64, 22, 12

DRAWN = """gradient => ({
    gradient: document.querySelector(`#sprite #${gradient}`).outerHTML,
    pieces: [...document.querySelectorAll("#sprite symbol[id^=piece-black-]")].map((symbol) =>
        [symbol.id.replace("piece-black-", ""), symbol.innerHTML]),
})"""


def draw(page, game):
    """Returns a picture of the pieces of a game: in columns by letter, each with its promoted form below."""
    set_up_game(page, game, "both")
    gradients, drawn = [], {}
    for name, gradient in SETS.items():
        send(page, "settings", changes={"pieceSet": name})
        settle(page)
        found = page.evaluate(DRAWN, gradient)
        gradients.append(found["gradient"])
        drawn[name] = dict(found["pieces"])
    letters = [letter for letter in drawn["kanji"] if not letter.startswith("p")]
    blocks = [letters[start : start + COLUMNS] for start in range(0, len(letters), COLUMNS)]
    rows = [(name, prefix) for prefix in ("", "p") for name in SETS]
    height = TOP + len(rows) * SIZE
    parts = []
    for block, block_letters in enumerate(blocks):
        for column, letter in enumerate(block_letters):
            x, y = column * SIZE, block * height
            parts.append(f'<text x="{x + SIZE // 2}" y="{y + 16}">{letter}</text>')
            for row, (name, prefix) in enumerate(rows):
                shapes = drawn[name].get(prefix + letter)
                if shapes:
                    place = f"translate({x} {y + TOP + row * SIZE}) scale({SIZE / 100})"
                    parts.append(f'<g transform="{place}">{shapes}</g>')
    width = min(len(letters), COLUMNS) * SIZE
    style = "text{font:600 14px sans-serif;text-anchor:middle;fill:#808080}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height * len(blocks)}">',
        f"<style>{style}</style><defs>{''.join(gradients)}</defs>",
        *parts,
        "</svg>\n",
    ])


def draw_capture(page):
    """Returns a picture of the start position of Cannon Shogi with a capture."""
    set_up_game(page, "cannonshogi", "both")
    for drawing in CAPTURE:
        send(page, "toggle_drawing", node=0, drawing=drawing)
    settle(page)
    return evaluate_module(page, "board/picture.js", "m.boardPicture()") + "\n"


def pictures(browser, program):
    """Returns all pictures by the names of their files."""
    games = subprocess.run([program.command, "games"], capture_output=True, text=True, check=True).stdout
    built_in = {line.split()[0] for line in games.splitlines() if line}
    names = [path.stem for path in sorted(FOLDER.glob("*.md")) if path.stem in built_in]
    page = open_page(browser.new_context(), program)
    drawn = {"capture.svg": draw_capture(page)} | {f"{name}.svg": draw(page, name) for name in names}
    send(page, "settings", changes={"pieceSet": None})
    page.context.close()
    return drawn


def check(browser, program):
    """Fails if a picture in docs/games is not that of the board."""
    for name, picture in pictures(browser, program).items():
        assert (FOLDER / name).read_text("utf-8") == picture, f"docs/games/{name}: run picture/game_pieces.py"


def main():
    program = Program(sys.argv[1])
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for name, picture in pictures(browser, program).items():
                (FOLDER / name).write_text(picture, "utf-8")
            browser.close()
    finally:
        program.close()


if __name__ == "__main__":
    main()
