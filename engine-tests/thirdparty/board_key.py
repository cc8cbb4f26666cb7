#!/usr/bin/env python3
"""Checks in a browser how a page of the board gets its key: `board_key.py PROGRAM [CHROMIUM]`.

The printed address, a reload, a bookmark without the key, the token with which the program opens a browser, a restart
of the program on the same port, a key that is no longer valid, and data that cannot be written. Needs the Python
package playwright and Debian's chromium.
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from board_games import TIMEOUT, Program, evaluate_module, open_page, send, wait_until
from browser import launch
from playwright.sync_api import expect, sync_playwright

PLACE = "[data-square]"


def table_of(page):
    return evaluate_module(page, "core/store.js", "m.store.hello?.table")


def start(command, data, *more, environment=None):
    """Starts a board. Returns its process, its port and its address."""
    arguments = [command, "board", "--hash", "8", *more]
    environment = {**os.environ, "XDG_DATA_HOME": data, **(environment or {})}
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)
    address = process.stdout.readline().removeprefix("Board: ").strip()
    return process, address.split(":")[2].split("/")[0], address


def end(process):
    process.send_signal(signal.SIGTERM)
    return process.wait(timeout=30)


def reloads_and_bookmarks(browser, command, data):
    program = Program(command, data)
    context = browser.new_context()
    page = open_page(context, program)
    place = program.address.split("#")[0]
    assert page.url == place, page.url
    table = table_of(page)
    page.reload()
    page.wait_for_selector(PLACE)
    assert table_of(page) == table
    bookmark = context.new_page()
    bookmark.goto(place)
    bookmark.wait_for_selector(PLACE, timeout=TIMEOUT)
    stranger = browser.new_context().new_page()
    stranger.goto(place)
    expect(stranger.locator("#problem")).to_contain_text("Open the address that ozutsu board has printed")
    # The address, typed into the page that is there.
    stranger.goto(program.address)
    stranger.wait_for_selector(PLACE, timeout=TIMEOUT)
    expect(stranger.locator("#problem")).to_have_text("")
    program.close()


def a_token_opens_the_page_once(browser, command, data):
    folder = Path(data)
    opened, script = folder / "opened", folder / "browser.sh"
    script.write_text(f'#!/bin/sh\necho "$1" >{opened}.new\nmv {opened}.new {opened}\n')
    script.chmod(0o755)
    # The first programs that are tried to open an address.
    for name in ["xdg-open", "wslview"]:
        (folder / name).symlink_to(script)
    path = f"{data}:{os.environ['PATH']}"
    process, _, address = start(command, data, "--port", "0", environment={"PATH": path, "BROWSER": str(script)})
    wait_until(opened.exists, "the browser is opened")
    given = opened.read_text().strip()
    key = address.split("=")[1]
    assert "#token=" in given and key not in given, given
    context = browser.new_context()
    page = context.new_page()
    page.goto(given)
    page.wait_for_selector(PLACE, timeout=TIMEOUT)
    assert page.evaluate("localStorage.getItem('ozutsu-key')") == key
    page.reload()
    page.wait_for_selector(PLACE, timeout=TIMEOUT)
    late = browser.new_context().new_page()
    late.goto(given)
    expect(late.locator("#problem")).not_to_have_text("")
    assert end(process) == 0


def a_tab_survives_a_restart(browser, command, data):
    process, port, address = start(command, data, "--no-open", "--port", "0")
    page = browser.new_context().new_page()
    page.goto(address)
    page.wait_for_selector(PLACE, timeout=TIMEOUT)
    table = table_of(page)
    send(page, "new_game", variant="shogi", players=[{"kind": "person"}, {"kind": "person"}])
    send(page, "play", node=0, move="7g7f")
    assert end(process) == 0
    page.wait_for_selector("body.offline", timeout=TIMEOUT)
    process, _, again = start(command, data, "--no-open", "--port", port)
    assert again == address
    expect(page.locator("body")).not_to_have_class("offline")
    assert table_of(page) == table
    page.wait_for_selector('[data-square="7f"][data-piece="P"]', timeout=TIMEOUT)
    assert evaluate_module(page, "core/store.js", "m.store.state.node") == 1
    assert end(process) == 0
    # Another key: the page says so, and goes on when another tab has it.
    (Path(data) / "ozutsu/board.key").unlink()
    process, _, address = start(command, data, "--no-open", "--port", port)
    expect(page.locator("#problem")).not_to_have_text("")
    other = page.context.new_page()
    other.goto(address)
    expect(page.locator("#problem")).to_have_text("")
    expect(page.locator("body")).not_to_have_class("offline")
    assert end(process) == 0


def what_cannot_be_kept_is_shown(browser, command, data):
    file = Path(data) / "ozutsu/board.json"
    file.mkdir(parents=True)
    process, _, address = start(command, data, "--no-open", "--port", "0")
    page = browser.new_context().new_page()
    page.goto(address)
    problem = page.locator("#problem")
    expect(problem).to_contain_text("not a regular file")
    evaluate_module(page, "core/connection.js", "m.send('settings', { changes: { theme: 'dark' } })")
    page.reload()
    expect(problem).to_contain_text("not a regular file")
    file.rmdir()
    expect(problem).to_have_text("")
    assert '"dark"' in file.read_text()
    assert end(process) == 0


def main():
    with sync_playwright() as playwright:
        browser = launch(playwright, *sys.argv[2:])
        for check in [
            reloads_and_bookmarks,
            a_token_opens_the_page_once,
            a_tab_survives_a_restart,
            what_cannot_be_kept_is_shown,
        ]:
            with tempfile.TemporaryDirectory() as data:
                check(browser, sys.argv[1], data)
        browser.close()
    print("all passed")


if __name__ == "__main__":
    main()
