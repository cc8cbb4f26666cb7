#!/usr/bin/env python3
"""Write the pieces of a game as the board draws them: pieces.py OZUTSU GAME FOLDER

Writes an SVG file for each piece of the first player, named as PyChess asks: wP.svg, w+P.svg. Needs playwright and
Debian's Chromium, which `.ci/run clients` installs.
"""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "thirdparty"))
from board_games import Program, open_page, set_up_game
from browser import launch

# The letter of each piece, a promoted one with a p before it, and its shapes.
PIECES = """() => [...document.querySelectorAll("#sprite symbol[id^=piece-black-]")].map((symbol) =>
    [symbol.id.replace("piece-black-", ""), symbol.innerHTML])"""
GRADIENT = "() => document.querySelector('#sprite #wood').outerHTML"


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit("usage: pieces.py OZUTSU GAME FOLDER")
    command, game, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    # Says which games there are.
    if subprocess.run([command, "show", "--variant", game], stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit(2)
    folder.mkdir(parents=True, exist_ok=True)
    program = Program(command)
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = open_page(browser, program)
            set_up_game(page, game, "both")
            gradient, pieces = page.evaluate(GRADIENT), page.evaluate(PIECES)
            browser.close()
    finally:
        program.close()
    for letter, shapes in pieces:
        start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        name = f"w{letter.replace('p', '+')}.svg"
        (folder / name).write_text(f"{start}<defs>{gradient}</defs>{shapes}</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
