#!/usr/bin/env python3
"""Opens many tabs of the board in one browser, and restarts the program: `board_tabs.py PROGRAM [CHROMIUM]`.

Checks that twelve tabs load and play, that a setting changed in one tab reaches the others, that settings
survive a restart on another port, and that the program gives memory back once the tabs are closed. Prints
the program's memory. Needs the Python package playwright and Debian's chromium.
"""

import sys
import tempfile
import time

from board_games import Program, open_page
from playwright.sync_api import sync_playwright

TABS = 12
HASH = 64


def run(page, command):
    """Sends a command as the page does."""
    return page.evaluate(
        "async ([name, parameters]) => (await import('/connection.js')).send(name, parameters)",
        [command.pop("command"), command],
    )


def wait_for_memory_below(program, limit):
    """Returns the program's memory in MiB once it is below a limit, or after a minute."""
    end = time.monotonic() + 60
    while (memory := program.memory_mib()) >= limit and time.monotonic() < end:
        time.sleep(1)
    return memory


def main():
    command = sys.argv[1]
    chromium = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context()
        program = Program(command, data, HASH)
        before = program.memory_mib()
        pages = [open_page(context, program) for _ in range(TABS)]
        for page in pages:
            # Each has an engine with its table.
            run(page, {"command": "analyse", "on": True, "lines": 1})
        for page in pages:
            page.wait_for_function("() => document.body.textContent.length > 0")
        run(pages[0], {"command": "settings", "changes": {"pieceSet": "letters"}})
        time.sleep(3)
        during = program.memory_mib()
        tables = {page.evaluate("() => import('/store.js').then(m => m.store.hello.table)") for page in pages}
        assert len(tables) == TABS, tables
        kept = {page.evaluate("() => import('/store.js').then(m => m.store.settings.pieceSet)") for page in pages}
        assert kept == {"letters"}, kept
        for page in pages:
            page.close()
        limit = before + 2 * HASH
        after = wait_for_memory_below(program, limit)
        print(f"memory: {before} MiB at the start, {during} MiB with {TABS} tabs, {after} MiB after they have closed")
        assert during > before + TABS * HASH // 2, "the engines have no tables"
        assert after < limit, "memory is not given back"
        program.close()
        program = Program(command, data, HASH)
        page = open_page(browser.new_context(), program)
        assert page.evaluate("() => import('/store.js').then(m => m.store.settings.pieceSet)") == "letters"
        program.close()
        browser.close()
    print("all passed")


if __name__ == "__main__":
    main()
