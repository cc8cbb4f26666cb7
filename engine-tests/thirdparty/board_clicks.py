#!/usr/bin/env python3
"""Uses the board at random: `board_clicks.py PROGRAM [--seconds N] [--seed N]`, a minute by default.

Two pages, one with a mouse and one with touch: clicks, taps and drags on whatever they show, keys, texts, the wheel,
reloads, other sizes of the window, and restarts of the program on the same port. Fails if a page reports an error or
shows another position than the program has, if the program ends, or if a game can no longer be played. Prints the
program's memory every minute. Needs the Python package playwright and Debian's chromium.
"""

import argparse
import random
import tempfile
import time

from board_games import evaluate_module, open_page, play_whole_game, send
from board_key import end, start
from browser import launch
from playwright.sync_api import Error, sync_playwright

TEXTS = [
    "",
    "startpos moves 2g2f",
    "4k4/9/9/9/9/9/9/9/4K4 b RBP 1",
    "1. c3c4 c7c6 2. c4c5",
    "V2.2\nPI\n+\n+7776FU\n",
    "手合割：平手\n1 ７六歩(77)\n",
    "-1",
    "99999999999999999999",
    "\u0000\uffff𝄞",
    "x" * 5000,
]
KEYS = "ArrowLeft ArrowRight Home End Escape Enter Tab Space Control+z Control+y ? f n u".split()
SIZES = [(1280, 800), (390, 844), (800, 600), (320, 568)]
# Elements that react to clicks.
CLICKABLE = "[data-square], [data-piece], button, [role=tab], summary, [data-ply], input[type=checkbox]"


# What the page draws, in the words of the message "state", if it draws the position of the table.
DRAWN = """async (m) => {
    const { store } = m;
    // Another language has loaded the page again.
    if (!store.state) return { isTables: false };
    const squares = [...document.querySelectorAll("#board [data-square][data-piece]")];
    const hand = (side) => [...document.querySelectorAll(`[data-hand="${side}"] [data-piece]`)]
        .map((piece) => [piece.dataset.piece, Number(piece.dataset.count)]);
    return {
        isTables: !store.editor && !document.querySelector(".preview, dialog[open]") && !document.body.classList.contains("busy"),
        sfen: store.state.sfen,
        node: store.state.node,
        pieces: Object.fromEntries(squares.map((square) => [square.dataset.square, square.dataset.piece])),
        expected: store.state.pieces,
        hands: ["black", "white"].map((side) => Object.fromEntries(hand(side))),
        expectedHands: store.state.hands,
    };
}"""


class Board:
    """A program that is started again on the same port."""

    def __init__(self, command):
        self.command = command
        self.data = tempfile.TemporaryDirectory()
        self.process, self.port, self.address = start(command, self.data.name, "--no-open", "--port", "0")

    def end(self):
        assert end(self.process) == 0

    def start_again(self):
        more = ["--no-open", "--port", self.port]
        self.process, _, self.address = start(self.command, self.data.name, *more)

    def memory_mib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) >> 10 for line in status if line.startswith("VmRSS"))

    def close(self):
        self.process.kill()
        self.process.wait()
        self.data.cleanup()


def click(page, choice):
    """Clicks or taps on the middle of a random element, or on what covers it."""
    points = page.eval_on_selector_all(
        CLICKABLE,
        """elements => elements.map(e => e.getBoundingClientRect())
            .filter(r => r.width > 0 && r.height > 0 && r.top >= 0 && r.bottom <= window.innerHeight)
            .map(r => [r.left + r.width / 2, r.top + r.height / 2])""",
    )
    if points and page.has_touch:
        page.touchscreen.tap(*choice.choice(points))
    elif points:
        page.mouse.click(*choice.choice(points))


def drag(page, choice):
    size = page.viewport_size
    place = lambda: (choice.uniform(0, size["width"]), choice.uniform(0, size["height"]))  # noqa: E731
    page.mouse.move(*place())
    page.mouse.down(button=choice.choice(["left", "left", "right"]))
    page.mouse.move(*place(), steps=3)
    page.mouse.up()
    page.mouse.wheel(0, choice.choice([-300, -100, 0, 100]))


def type_text(page, choice):
    fields = [e for e in page.query_selector_all("input[type=text], input[type=number], textarea") if e.is_visible()]
    if fields:
        field = choice.choice(fields)
        # Fails in fields for numbers if the text is none.
        field.fill(choice.choice(TEXTS), timeout=500)
        field.press("Enter", timeout=500)


def select(page, choice):
    fields = [e for e in page.query_selector_all("select") if e.is_visible()]
    if fields:
        field = choice.choice(fields)
        values = field.eval_on_selector_all("option:not([disabled])", "options => options.map(o => o.value)")
        # A page that does not know the games yet has none to choose.
        if values:
            field.select_option(choice.choice(values), timeout=500)


def act(page, choice):
    number = choice.random()
    try:
        if number < 0.7:
            click(page, choice)
        elif number < 0.8:
            page.keyboard.press(choice.choice(KEYS))
        elif number < 0.88:
            drag(page, choice)
        elif number < 0.93:
            type_text(page, choice)
        elif number < 0.98:
            select(page, choice)
        elif number < 0.99:
            width, height = choice.choice(SIZES)
            page.set_viewport_size({"width": width, "height": height})
        else:
            page.reload()
            page.wait_for_selector("[data-square]")
    except Error as error:
        # An element was gone, covered or moved before the click, or another language loaded the page again:
        # random clicks do that.
        expected = ["Timeout", "attached", "visible", "type=number", "context was destroyed", "ERR_ABORTED"]
        assert any(words in str(error) for words in expected), error


def check_position(page):
    """Compares what the page draws with the position that the program exports. Returns whether it draws that."""
    for _ in range(50):
        try:
            reply = send(page, "export", format="sfen")
            drawn = evaluate_module(page, "core/store.js", f"({DRAWN})(m)")
        except Error as error:
            assert "context was destroyed" in str(error), error
            return False
        if not reply or not drawn["isTables"]:
            return False
        # The engine may have moved between the two.
        if reply["text"] == drawn["sfen"]:
            break
    assert reply["text"] == drawn["sfen"], drawn
    assert drawn["pieces"] == drawn["expected"], drawn
    assert drawn["hands"] == drawn["expectedHands"], drawn
    return True


def check_errors(page, actions):
    # The browser logs connections that break with the program or a reload.
    expected = [
        "ERR_INCOMPLETE",
        "ERR_CONNECTION",
        "WebSocket connection to",
        "status of 403",
        "fetch dynamically imported module",
    ]
    errors = [error for error in page.errors if not any(words in error for words in expected)]
    assert not errors, f"after {actions} actions: {errors}"


def act_at_random(board, seconds, choice):
    with sync_playwright() as playwright:
        browser = launch(playwright)
        pages = []
        for has_touch in [False, True]:
            context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=has_touch)
            page = open_page(context, board)
            page.has_touch = has_touch
            page.on("dialog", lambda dialog: dialog.dismiss())
            page.on("download", lambda download: download.cancel())
            pages.append(page)
        begin = report = time.monotonic()
        actions = checks = restarts = 0
        while time.monotonic() < begin + seconds:
            page = choice.choice(pages)
            act(page, choice)
            actions += 1
            time.sleep(0.05)
            assert board.process.poll() is None, "the program ended"
            check_errors(page, actions)
            if actions % 10 == 0:
                checks += check_position(page)
            if choice.random() < 1 / 300:
                board.end()
                for page in pages:
                    # A page that was being loaded, such as in another language, shows the browser's error or has no
                    # board.
                    page.wait_for_selector("body.offline, body.neterror, body:not(:has([data-square]))")
                incomplete = [page for page in pages if not page.query_selector("body.offline")]
                board.start_again()
                restarts += 1
                for page in incomplete:
                    page.reload()
                for page in pages:
                    page.wait_for_selector("body:not(.offline) [data-square]")
            if time.monotonic() > report + 60:
                report += 60
                minutes = (report - begin) / 60
                print(f"{minutes:.0f} min: {actions} actions, {board.memory_mib()} MiB", flush=True)
        page = pages[0]
        page.set_viewport_size({"width": 1280, "height": 800})
        page.reload()
        page.wait_for_selector("[data-square]")
        # With the settings of a first visit.
        names = evaluate_module(page, "core/store.js", "Object.keys(m.store.settings)")
        send(page, "settings", changes=dict.fromkeys(names))
        page.reload()
        page.wait_for_selector("[data-square]")
        play_whole_game(page, "cannonshogi", "black")
        browser.close()
    print(f"{actions} actions, {checks} positions, {restarts} restarts, and a whole game after them")
    assert checks > 0, "no page has drawn the position of its table"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    board = Board(arguments.program)
    try:
        act_at_random(board, arguments.seconds, random.Random(arguments.seed))
    finally:
        board.close()


if __name__ == "__main__":
    main()
