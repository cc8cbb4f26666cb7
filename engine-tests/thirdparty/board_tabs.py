#!/usr/bin/env python3
"""Opens many tabs of the board in one browser, and restarts the program: `board_tabs.py PROGRAM [CHROMIUM]`.

Checks that twelve tabs load and play, that a setting changed in one tab reaches the others, that settings
survive a restart on another port, and that the program gives memory back once the tabs are closed. Prints
the program's memory. Needs the Python package playwright and Debian's chromium.
"""

import sys
import tempfile

from board_games import Program, evaluate_module, open_page, send, setting, wait_until
from browser import launch
from playwright.sync_api import sync_playwright

TABS = 12
HASH = 64


def main():
    command = sys.argv[1]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright, *sys.argv[2:])
        context = browser.new_context()
        program = Program(command, data, HASH)
        before = program.memory_mib()
        pages = [open_page(context, program) for _ in range(TABS)]
        for page in pages:
            send(page, "analyse", on=True, lines=1)
        for page in pages:
            # Each has an engine with its table.
            page.wait_for_selector('[data-pv="1"][data-depth]', state="attached")
        wait_until(lambda: program.memory_mib() > before + TABS * HASH // 2, "the engines have their tables")
        during = program.memory_mib()
        tables = {evaluate_module(page, "core/store.js", "m.store.hello.table") for page in pages}
        assert len(tables) == TABS, tables
        send(pages[0], "settings", changes={"pieceSet": "letters"})
        for page in pages:
            wait_until(lambda page=page: setting(page, "pieceSet") == "letters", "a setting reaches every tab")
            page.close()
        wait_until(lambda: program.memory_mib() < before + 2 * HASH, "memory is given back")
        after = program.memory_mib()
        print(f"memory: {before} MiB at the start, {during} MiB with {TABS} tabs, {after} MiB after they have closed")
        program.close()
        program = Program(command, data, HASH)
        page = open_page(browser.new_context(), program)
        assert setting(page, "pieceSet") == "letters"
        program.close()
        browser.close()
    print("all passed")


if __name__ == "__main__":
    main()
