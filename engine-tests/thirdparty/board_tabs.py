#!/usr/bin/env python3
"""Opens many tabs of the board in one browser, and restarts the program: `board_tabs.py PROGRAM [CHROMIUM]`.

Checks that twelve tabs load and play, that a setting changed in one tab reaches the others, that settings
survive a restart on another port, and that the program gives memory back once the tabs are closed. Prints
the program's memory. Needs the Python package playwright and Debian's chromium.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

TABS = 12
HASH = 64
TIMEOUT = 60_000


class Program:
    """A running board on a free port, with its own data folder."""

    def __init__(self, command, data):
        arguments = [command, "board", "--no-open", "--port", "0", "--hash", str(HASH)]
        environment = {**os.environ, "XDG_DATA_HOME": data}
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)
        found = re.fullmatch(r"Board: (http://127\.0\.0\.1:\d+/\?key=\w+)\n", self.process.stdout.readline())
        assert found
        self.address = found[1]

    def memory_mib(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) >> 10 for line in status.splitlines() if line.startswith("VmRSS"))

    def close(self):
        self.process.kill()
        self.process.wait()


def open_page(context, program):
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(program.address)
    page.wait_for_selector("[data-square]")
    return page


def run(page, command):
    """Sends a command as the page does."""
    return page.evaluate(
        "async ([name, parameters]) => (await import('/connection.js')).send(name, parameters)",
        [command.pop("command"), command],
    )


def main():
    command = sys.argv[1]
    chromium = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context()
        program = Program(command, data)
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
        time.sleep(15)
        after = program.memory_mib()
        print(f"memory: {before} MiB at the start, {during} MiB with {TABS} tabs, {after} MiB after they have closed")
        assert during > before + TABS * HASH // 2, "the engines have no tables"
        assert after < before + 2 * HASH, "memory is not given back"
        program.close()
        program = Program(command, data)
        page = open_page(browser.new_context(), program)
        assert page.evaluate("() => import('/store.js').then(m => m.store.settings.pieceSet)") == "letters"
        program.close()
        browser.close()
    print("all passed")


if __name__ == "__main__":
    main()
