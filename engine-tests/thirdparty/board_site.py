#!/usr/bin/env python3
"""Opens the static site of the board: `board_site.py FOLDER`.

Checks what only the site does: it works without a network once loaded, and from a web server that is not trusted;
settings of several tabs are kept; games are in links; a board that fails starts again with its game; searches
stop at once; a new build replaces the old one. Prints when the first move is possible. Needs the Python package
playwright and Debian's chromium.
"""

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from board_games import CHROMIUM, Site, open_page, play_moves, set_up_game, snapshot
from playwright.sync_api import sync_playwright


def first_move(page, site):
    started = time.monotonic()
    page.goto(site.address)
    page.wait_for_selector('[data-square="7g"][data-piece]')
    play_moves(page, "7g7f")
    print(f"from the address to the first move: {time.monotonic() - started:.2f} s")
    # The engine answers.
    page.wait_for_selector('[data-ply="2"]', state="attached")


def without_a_network(context, page):
    page.evaluate("navigator.serviceWorker.ready")
    sfen = snapshot(page)["sfen"]
    context.set_offline(True)
    page.reload()
    page.wait_for_selector('[data-ply="2"]', state="attached")
    assert snapshot(page)["sfen"] == sfen
    set_up_game(page, "shosu", "black")
    play_moves(page, "10h10g")
    page.wait_for_selector('[data-ply="2"]', state="attached")
    context.set_offline(False)


def setting(page, name):
    return page.evaluate("name => import(new URL('store.js', document.baseURI)).then((m) => m.store.settings[name])", name)


def save_setting(page, name, value):
    page.evaluate(
        "([name, value]) => import(new URL('preferences.js', document.baseURI)).then((m) => m.saveSettings({ [name]: value }))",
        [name, value],
    )


def wait_until(is_true):
    end = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.1)


def several_tabs(context, site):
    pages = [open_page(context, site) for _ in range(2)]
    save_setting(pages[0], "pieceSet", "letters")
    save_setting(pages[1], "board", "green")
    # Each tab learns what the other has changed, and both changes are stored.
    for page in pages:
        page.wait_for_selector('html[data-board="green"]')
        wait_until(lambda page=page: setting(page, "pieceSet") == "letters")
    later = open_page(context, site)
    later.wait_for_selector('html[data-board="green"]')
    assert setting(later, "pieceSet") == "letters"
    assert not any(page.errors for page in [*pages, later]), [page.errors for page in [*pages, later]]
    for page in [*pages, later]:
        page.close()


def links(context, site):
    page = open_page(context, site)
    set_up_game(page, "shosu", "both")
    play_moves(page, "10h10g 10c10d 1h1g")
    page.click("#previous")
    page.wait_for_function("() => !document.querySelector('[data-square=\"1g\"]').dataset.piece")
    page.click("#tab-button-position")
    page.click('[data-export="link"]')
    page.wait_for_function("() => document.querySelector('#export').value !== ''")
    link = page.input_value("#export")
    assert link == f"{site.address}#variant=shosu&moves=10h10g,10c10d,1h1g&ply=2", link
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector('[data-ply="3"]', state="attached")
    other.wait_for_function("sfen => document.querySelector('#sfen').value === sfen", arg=snapshot(page)["sfen"])
    assert other.input_value("#variant") == "shosu" and other.url == site.address
    # A position, and links that hold none.
    other.goto(f"{site.address}#variant=shogi&position=8k/9/8P/9/9/9/9/9/K8_b_G_1&moves=G*1b")
    other.wait_for_selector('[data-square="1b"][data-piece="G"]')
    for bad in ["variant=shogi&moves=7g7e", "variant=nochess", "position=9/9", "variant=shogi&position=%00"]:
        other.goto(f"{site.address}#{bad}")
        other.wait_for_function("() => document.querySelector('#notice').textContent.startsWith('The link cannot be opened: ')")
        other.evaluate("document.querySelector('#notice').textContent = ''")
    other.close()
    page.close()


def failures(context, site):
    page = open_page(context, site)
    set_up_game(page, "cannonshogi", "both")
    play_moves(page, "7g7f 3c3d")
    board = next(worker for worker in page.workers if "board-worker" in worker.url)
    board.evaluate("setTimeout(() => { throw new Error('out of luck'); })")
    page.wait_for_selector("#confirm-question:has-text('out of luck')")
    page.click("#confirm-yes")
    page.wait_for_selector("body:not(.offline)")
    page.wait_for_selector('[data-ply="2"]', state="attached")
    play_moves(page, "3g3f")
    # A search is stopped at once, and another engine takes the next one.
    page.click("#tab-button-moves")
    for _ in range(2):
        page.click("#analyse")
        page.wait_for_selector('[data-pv="1"][data-depth]')
        with page.expect_worker() as engine:
            page.click("#analyse")
        page.wait_for_selector("#analyse[aria-pressed=false]")
    # Once it is ready.
    page.wait_for_timeout(1_000)
    engine.value.evaluate("void (self.onmessage = () => { throw new Error('out of luck'); })")
    page.click("#analyse")
    page.wait_for_function("() => document.querySelector('#notice').textContent.startsWith('The search failed')")
    page.click("#analyse")
    page.wait_for_selector("#analyse[aria-pressed=true]")
    page.wait_for_selector('[data-pv="1"][data-depth]')
    page.close()


def new_build(context, site, folder):
    """A change of the folder reaches the page after it was loaded twice."""
    page = open_page(context, site)
    page.evaluate("navigator.serviceWorker.ready")
    (folder / "english.js").write_text((folder / "english.js").read_text().replace('"Flip board"', '"Turn board"'))
    worker = folder / "service-worker.js"
    worker.write_text(re.sub('VERSION = ".*"', 'VERSION = "new"', worker.read_text()))
    page.reload()
    page.wait_for_selector("[data-square]")
    wait_until(lambda: [name.split()[-1] for name in page.evaluate("caches.keys()")] == ["new"])
    page.reload()
    page.wait_for_selector("[data-square]")
    assert "Turn board" in page.inner_html("#controls")
    page.close()


def untrusted_server(browser, site):
    """Without service workers, as from http and another address than this machine's."""
    context = browser.new_context(service_workers="block")
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    page = open_page(context, site)
    play_moves(page, "7g7f")
    assert not page.errors, page.errors
    context.close()


def main():
    with tempfile.TemporaryDirectory() as parent, sync_playwright() as playwright:
        folder = Path(parent) / "site"
        shutil.copytree(sys.argv[1], folder)
        site = Site(None, folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(60_000)
        first_move(page, site)
        without_a_network(context, page)
        page.close()
        several_tabs(context, site)
        links(context, site)
        failures(context, site)
        untrusted_server(browser, site)
        new_build(context, site, folder)
        browser.close()
        site.close()
    print("all passed")


if __name__ == "__main__":
    main()
