#!/usr/bin/env python3
"""Opens the static site of the board: `board_site.py FOLDER`.

Checks what only the site does: it works without a network once loaded, and from a web server that is not trusted;
settings of several tabs are kept; games are in links; a board that fails starts again with its game, and an engine
with its next search; an engine outlives the searches that are stopped, where it can; what earlier and later versions,
other sites and other scripts have stored or sent does no harm; what cannot be stored is reported; it can be installed;
an open page goes on with its version when there is a new one, and says so. Prints when the first move is possible.
Needs the Python package playwright and Debian's chromium.
"""

import json
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
    for language in ["ja", "zh-Hans", "zh-Hant", "en"]:
        page.select_option("#language", language)
        page.wait_for_selector(f'html[lang="{language}"] [data-square="10g"][data-piece]')
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
    host = version_folder(folder) / "host.js"
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


# Reads or writes the user's data in a database.
STORE = """async ([name, text]) => {
    const result = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore("board");
    const database = await result(opening);
    const store = database.transaction("board", "readwrite").objectStore("board");
    const value = await result(text === null ? store.get("user_data") : store.put(text, "user_data"));
    database.close();
    return value;
}"""


def open_with(context, site, name, text, script="() => {}"):
    """Opens the site after data was stored under its origin."""
    page = context.new_page()
    page.goto(f"{site.address}service-worker.js")
    page.evaluate(STORE, [name, text])
    page.evaluate(script)
    page.close()
    return open_page(context, site)


def stored(page, name="ozutsu /board/"):
    return json.loads(page.evaluate(STORE, [name, None]))


def other_versions(browser, site):
    """Data of version 0.3 is taken over. What a newer version has stored stays."""
    context = browser.new_context()
    old = {"settings": {"pieceSet": "letters"}, "puzzles": {"shogi": {"tried": [1], "solved": [1]}}}
    page = open_with(context, site, "ozutsu", json.dumps(old), "() => { localStorage['ozutsu-language'] = 'ja'; }")
    page.wait_for_selector("html[lang=ja]")
    wait_until(lambda: setting(page, "pieceSet") == "letters", "the old settings are read")
    save_setting(page, "board", "green")
    wait_until(lambda: stored(page)["settings"].get("board") == "green", "a setting is stored")
    assert stored(page)["puzzles"] == old["puzzles"] and stored(page, "ozutsu") == old
    assert page.evaluate("Object.keys(localStorage)") == ["ozutsu-language"]
    context.close()

    context = browser.new_context()
    newer = {"settings": {"level": 7}, "openings": [1], "puzzle_rating": "high"}
    page = open_with(context, site, "ozutsu /board/", json.dumps(newer))
    assert setting(page, "level") == 7
    save_setting(page, "board", "green")
    wait_until(lambda: stored(page)["settings"].get("board") == "green", "a setting is stored")
    kept = stored(page)
    kept["settings"] = {"level": kept["settings"]["level"]}
    assert {**kept, **newer} == kept, kept
    context.close()

    context = browser.new_context()
    page = open_with(context, site, "ozutsu /board/", "[1]")
    expect(page.locator("#problem")).to_contain_text("what is stored stays as it is")
    save_setting(page, "board", "green")
    play_moves(page, "7g7f")
    assert stored(page) == [1]
    context.close()


def games_of_version_0_4_0(browser, site):
    """Each game that was stored with the rest is stored by itself, and there again in another tab."""
    context = browser.new_context(locale="en-GB")
    person = {"kind": "person"}
    game = {"id": 1, "variant": "shogi", "players": [person, person], "time": None, "moves": 1, "end": None, "saved": 1}
    old = {"settings": {"level": 7}, "recent": [{**game, "pgn": '[Variant "shogi"]\n\n1. P-7f *\n'}]}
    page = open_with(context, site, "ozutsu /board/", json.dumps(old))
    wait_until(lambda: "recent" not in stored(page), "the game is stored by itself")
    assert stored(page)["settings"]["level"] == 7
    play_moves(page, "7g7f")
    games = page.locator("[data-recent]")
    expect(games).to_have_count(2)
    other = open_page(context, site)
    expect(other.locator("[data-recent]")).to_have_count(2)
    other.click("#tab-button-game")
    other.click('[data-recent="1"]')
    expect(other.locator("[data-ply]")).to_have_count(1)
    other.click("#tab-button-game")
    other.locator("#recent li", has=other.locator('[data-recent="1"]')).locator(".link").click()
    expect(games).to_have_count(1)
    context.close()


def other_scripts(context, site):
    """Messages of others on the channel do nothing."""
    page = open_page(context, site)
    before = setting(page, "pieceSet")
    page.evaluate(
        """async () => {
            const channel = new BroadcastChannel("ozutsu /board/");
            const messages = [null, 1n, {}, { Settings: { pieceSet: "none" } }, "", "{", '{"Opening":{}}', "[1]"];
            for (const message of messages) channel.postMessage(message);
        }"""
    )
    play_moves(page, "7g7f")
    assert setting(page, "pieceSet") == before and not page.errors, page.errors
    page.close()


def other_sites(context, site, folder):
    """Two sites on one host have their own settings, files and games in a tab."""
    (Path(site.parent.name) / "other").symlink_to(folder.resolve())
    page = open_page(context, site)
    save_setting(page, "board", "blue")
    play_moves(page, "7g7f")
    page.goto(site.address.replace("/board/", "/other/"))
    page.wait_for_selector("[data-square]")
    page.evaluate("navigator.serviceWorker.ready")
    assert setting(page, "board") == "wood" and page.locator("[data-ply]").count() == 0
    version = version_folder(folder).name
    names = {f"ozutsu /{name}/ {version}" for name in ["board", "other"]}
    assert set(page.evaluate("caches.keys()")) == names, page.evaluate("caches.keys()")
    page.goto(site.address)
    page.wait_for_selector("html[data-board=blue]")
    page.wait_for_selector('[data-ply="1"]', state="attached")
    assert not page.errors, page.errors
    page.close()


def no_room(context, site):
    """What cannot be stored is reported, and stored as soon as it can be."""
    page = open_page(context, site)
    board = next(worker for worker in page.workers if "board-worker" in worker.url)
    board.evaluate(
        """() => {
            self.put = IDBObjectStore.prototype.put;
            IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
        }"""
    )
    save_setting(page, "board", "paper")
    expect(page.locator("#problem")).to_contain_text("QuotaExceededError: no room")
    save_setting(page, "board", "green")
    board.evaluate("() => { IDBObjectStore.prototype.put = self.put; }")
    expect(page.locator("#problem")).to_have_text("")
    assert stored(page)["settings"]["board"] == "green"
    # After the time in which storing is tried again.
    page.wait_for_timeout(2500)
    save_setting(page, "board", "paper")
    wait_until(lambda: stored(page)["settings"]["board"] == "paper", "a later setting is stored")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('no room'); }; }")
    play_moves(page, "7g7f")
    expect(page.locator("#problem")).to_contain_text("sessionStorage is full")
    page.close()


def installation(page, folder):
    client = page.context.new_cdp_session(page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == [], manifest["errors"]
    errors = [error["errorId"] for error in client.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(errors) <= {"in-incognito"}, errors
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-OFL", "LICENSES-OTHERS"]:
        assert "ermission" in (version_folder(folder) / name).read_text(), name


def version_folder(folder):
    """The folder of a site that has its files."""
    [version] = [path for path in folder.iterdir() if path.is_dir()]
    return version


def new_build(browser, site, folder):
    """An open page goes on with its files when the server has those of a new version alone, and says that it has."""
    context = browser.new_context()
    page = open_page(context, site)
    page.evaluate("navigator.serviceWorker.ready")
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    old = version_folder(folder)
    new = old.rename(folder / ("f" * 16))
    english = new / "core" / "english.js"
    english.write_text(english.read_text().replace('"Flip board"', '"Turn board"'))
    for name in ["index.html", "service-worker.js"]:
        (folder / name).write_text((folder / name).read_text().replace(old.name, new.name))
    other = open_page(context, site)
    for each in [page, other]:
        expect(each.locator("#update")).to_contain_text("new version")
        assert "Flip board" in each.inner_html("#controls")
    # This needs a script that was not loaded before.
    page.click("#tab-button-moves")
    start_analysis(page)
    page.wait_for_selector('[data-pv="1"][data-depth]')
    assert all(old.name in worker.url for worker in page.workers if site.address in worker.url)
    stop_analysis(page)
    names = [f"ozutsu /board/ {version.name}" for version in [old, new]]
    page.click("#update-now")
    page.wait_for_selector('[data-ply="1"]', state="attached")
    assert "Turn board" in page.inner_html("#controls") and page.locator("#update").count() == 0
    other.click("#update-later")
    assert other.locator("#update").count() == 0 and set(other.evaluate("caches.keys()")) == set(names)
    other.close()
    page.reload()
    page.wait_for_selector("[data-square]")
    wait_until(lambda: page.evaluate("caches.keys()") == names[1:], "the old files are removed after their last page")
    assert not page.errors and not other.errors, page.errors + other.errors
    context.close()


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
        installation(page, folder)
        page.close()
        several_tabs(context, site)
        links(context, site)
        failures(context, site)
        other_scripts(context, site)
        other_sites(context, site, folder)
        no_room(context, site)
        context.close()
        other_versions(browser, site)
        games_of_version_0_4_0(browser, site)
        untrusted_server(browser, site)
        without_suspension(browser, site, folder)
        new_build(browser, site, folder)
        browser.close()
        site.close()
    print("all passed")


if __name__ == "__main__":
    main()
