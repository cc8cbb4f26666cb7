#!/usr/bin/env python3
"""Opens the static site of the board: `board_site.py FOLDER`.

Checks what only the site does: it works without a network once loaded, and from a web server that is not trusted;
settings of several tabs are kept; games are in links; a board that fails starts again with its game, and an engine
with its next search; an engine outlives the searches that are stopped, where it can; a new build replaces the old
one. Prints when the first move is possible. Needs the Python package playwright and Debian's chromium.
"""

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from board_games import (
    Site,
    evaluate_module,
    open_page,
    play_moves,
    set_up_game,
    setting,
    snapshot,
    start_analysis,
    stop_analysis,
    wait_until,
)
from browser import launch
from playwright.sync_api import expect, sync_playwright


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


def save_setting(page, name, value):
    evaluate_module(page, "core/preferences.js", "m.saveSettings({ [a[0]]: a[1] })", [name, value])


def several_tabs(context, site):
    pages = [open_page(context, site) for _ in range(2)]
    save_setting(pages[0], "pieceSet", "letters")
    save_setting(pages[1], "board", "green")
    # Each tab learns what the other has changed, and both changes are stored.
    for page in pages:
        page.wait_for_selector('html[data-board="green"]')
        wait_until(lambda page=page: setting(page, "pieceSet") == "letters", "a setting reaches every tab")
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
    page.wait_for_selector('[data-square="1g"]:not([data-piece])')
    page.click("#tab-button-position")
    page.click('[data-export="link"]')
    link = f"{site.address}#variant=shosu&moves=10h10g,10c10d,1h1g&ply=2"
    expect(page.locator("#export")).to_have_value(link)
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector('[data-ply="3"]', state="attached")
    expect(other.locator("#sfen")).to_have_value(snapshot(page)["sfen"])
    expect(other.locator("#variant")).to_have_value("shosu")
    assert other.url == site.address
    # A position, and links that hold none.
    other.goto(f"{site.address}#variant=shogi&position=8k/9/8P/9/9/9/9/9/K8_b_G_1&moves=G*1b")
    other.wait_for_selector('[data-square="1b"][data-piece="G"]')
    for bad in ["variant=shogi&moves=7g7e", "variant=nochess", "position=9/9", "variant=shogi&position=%00"]:
        other.goto(f"{site.address}#{bad}")
        expect(other.locator("#notice")).to_contain_text("The link cannot be opened: ")
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
    # A search that was stopped leaves the engine and its hash table to the next one.
    page.click("#tab-button-moves")
    for move in ["3g3f", "7c7d"]:
        analyse_after(page, move)
        stop_analysis(page)
    [engine] = [worker for worker in page.workers if "engine-worker" in worker.url]
    engine.evaluate(
        """() => {
            const { onmessage } = self;
            self.onmessage = (event) => {
                if (!event.data.job) onmessage(event);
                else throw new Error("out of luck");
            };
        }"""
    )
    page.click("#analyse")
    expect(page.locator("#notice")).to_have_text("The search failed.")
    page.wait_for_selector("#analyse[aria-pressed=false]")
    analyse_after(page, "7f7e")
    page.close()


def analyse_after(page, move):
    """Plays a move and waits for lines of the position after it."""
    play_moves(page, move)
    start_analysis(page)
    page.wait_for_selector('[data-pv="1"][data-depth]')


def without_suspension(browser, site, folder):
    """In a browser whose modules cannot be suspended, another engine takes the place of one that is stopped."""
    host = folder / "host.js"
    script = host.read_text()
    host.write_text("delete WebAssembly.Suspending;\n" + script)
    context = browser.new_context(service_workers="block")
    page = open_page(context, site)
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    for move in ["7g7f", "3c3d"]:
        analyse_after(page, move)
        with page.expect_worker():
            stop_analysis(page)
    assert not page.errors, page.errors
    context.close()
    host.write_text(script)


def new_build(context, site, folder):
    """A change of the folder reaches the page after it was loaded twice."""
    page = open_page(context, site)
    page.evaluate("navigator.serviceWorker.ready")
    (folder / "core" / "english.js").write_text((folder / "core" / "english.js").read_text().replace('"Flip board"', '"Turn board"'))
    worker = folder / "service-worker.js"
    worker.write_text(re.sub('VERSION = ".*"', 'VERSION = "new"', worker.read_text()))
    page.reload()
    page.wait_for_selector("[data-square]")
    is_new = lambda: [name.split()[-1] for name in page.evaluate("caches.keys()")] == ["new"]
    wait_until(is_new, "the new build has replaced the old one")
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
        browser = launch(playwright)
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
        without_suspension(browser, site, folder)
        new_build(context, site, folder)
        browser.close()
        site.close()
    print("all passed")


if __name__ == "__main__":
    main()
