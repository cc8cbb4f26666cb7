#!/usr/bin/env python3
"""Clicks on the board at random: `board_clicks.py PROGRAM SECONDS [SEED]`.

Clicks and drags on whatever the page shows, types keys and texts, reloads, and changes the size of the
window. Fails if the page reports an error, the program ends, or a game can no longer be played. Prints the
program's memory every minute. Needs the Python package playwright and Debian's chromium.
"""

import random
import sys
import time

from board_games import Program, evaluate_module, open_page, play_whole_game, send
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


def click(page, choice):
    """Clicks on the middle of a random element, or on what covers it."""
    points = page.eval_on_selector_all(
        CLICKABLE,
        """elements => elements.map(e => e.getBoundingClientRect())
            .filter(r => r.width > 0 && r.height > 0 && r.top >= 0 && r.bottom <= window.innerHeight)
            .map(r => [r.left + r.width / 2, r.top + r.height / 2])""",
    )
    if points:
        page.mouse.click(*choice.choice(points))


def drag(page, choice):
    size = page.viewport_size
    page.mouse.move(choice.uniform(0, size["width"]), choice.uniform(0, size["height"]))
    page.mouse.down(button=choice.choice(["left", "left", "right"]))
    page.mouse.move(choice.uniform(0, size["width"]), choice.uniform(0, size["height"]), steps=3)
    page.mouse.up()


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


def click_at_random(program, seconds, choice):
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = open_page(browser.new_context(viewport={"width": 1280, "height": 800}), program)
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.on("download", lambda download: download.cancel())
        start = report = time.monotonic()
        actions = 0
        while time.monotonic() < start + seconds:
            act(page, choice)
            actions += 1
            time.sleep(0.05)
            assert program.process.poll() is None, "the program ended"
            # The browser logs refused commands, whose status is 4xx, and streams that end with a reload.
            errors = [e for e in page.errors if "status of 4" not in e and "ERR_INCOMPLETE" not in e]
            assert not errors, f"after {actions} actions: {errors}"
            if time.monotonic() > report + 60:
                report += 60
                minutes = (report - start) / 60
                print(f"{minutes:.0f} min: {actions} actions, {program.memory_mib()} MiB", flush=True)
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
    print(f"{actions} actions, and a whole game after them")


def main():
    program = Program(sys.argv[1])
    try:
        seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
        click_at_random(program, float(sys.argv[2]), random.Random(seed))
    finally:
        program.close()


if __name__ == "__main__":
    main()
