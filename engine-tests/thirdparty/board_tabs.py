#!/usr/bin/env python3
"""Opens many tabs of the board, and plays between two browsers: `board_tabs.py PROGRAM [CHROMIUM]`.

Checks that twelve tabs load and play, that a setting changed in one tab reaches the others, that settings
survive a restart on another port, and that the program gives memory back once the tabs are closed. Prints
the program's memory. Two people play, each in a browser of their own, while a third one watches, and then by
links. Needs the Python package playwright and Debian's chromium.
"""

import re
import sys
import tempfile
from pathlib import Path

from board_games import (
    TIMEOUT,
    Program,
    evaluate_module,
    open_page,
    play_moves,
    send,
    set_up_game,
    setting,
    settle,
    show_more,
    snapshot,
    square,
    wait_until,
)
from board_key import end, start
from browser import launch
from playwright.sync_api import expect, sync_playwright

TABS = 12
HASH = 64


def open_address(browser, address, **options):
    """Opens a page in a browser of its own."""
    page = browser.new_context(locale="en-GB", **options).new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(address)
    page.wait_for_selector("[data-square]")
    show_more(page)
    return page


def invite(page, side, timing):
    """Starts a game with another person. Returns the links to the other seat and to watch."""
    page.click("#tab-button-game")
    show_more(page)
    page.click("#invite")
    page.select_option("#invite-dialog select >> nth=0", side)
    page.select_option("#invite-dialog select >> nth=1", timing)
    page.click("#invite-start")
    page.wait_for_selector("#invite-dialog .qr")
    return page.input_value("#player-link"), page.input_value("#watcher-link")


def plies(page):
    return page.locator("[data-ply]")


def try_to_move(page, origin, target):
    """Clicks a move that the page must not play."""
    before = snapshot(page)["sfen"]
    square(page, origin).click()
    square(page, target).click()
    settle(page)
    assert snapshot(page)["sfen"] == before
    page.keyboard.press("Escape")


def two_people(browser, command, data):
    """A game with clocks: a move each, own places, questions, and connections that are lost."""
    process, port, address = start(command, data, "--variant", "shogi", "--no-open", "--port", "0")
    host = open_address(browser, address)
    link, watch = invite(host, "white", "clock")
    expect(host.locator("#status")).to_contain_text("Waiting")
    guest = open_address(browser, link, viewport={"width": 390, "height": 844}, has_touch=True)
    expect(host.locator("#invite-dialog")).to_be_hidden()
    watcher = open_address(browser, watch)
    # Names are told and kept.
    guest.click("#tab-button-game")
    guest.fill(".own-name", "Bob")
    guest.press(".own-name", "Enter")
    expect(host.locator("#seat-top .name small")).to_have_text("Bob")
    key = address.split("key=")[1]
    assert guest.evaluate("localStorage.getItem('ozutsu-key')") is None
    assert key not in link + watch and link != watch and "#" not in guest.url, guest.url
    # Each plays its own side, which is below.
    for page, own in [(host, "white"), (guest, "black")]:
        expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", own)
        expect(page.locator("#hint, #pause, #analyse, #tab-button-puzzles:visible")).to_have_count(0)
    expect(watcher.locator("#undo, #draw, #resign")).to_have_count(0)
    try_to_move(host, "7g", "7f")
    try_to_move(watcher, "7g", "7f")
    play_moves(guest, "7g7f")
    for page in [host, watcher]:
        expect(plies(page)).to_have_count(1)
    play_moves(host, "3c3d")
    expect(plies(guest)).to_have_count(2)
    # Each has its own place, and the board turned for one is turned for no other.
    host.keyboard.press("Home")
    expect(square(host, "7g")).to_have_attribute("data-piece", "P")
    host.keyboard.press("f")
    play_moves(guest, "2g2f")
    expect(plies(host)).to_have_count(3)
    assert snapshot(host)["pieces"].get("7g") == "P" and snapshot(guest)["pieces"].get("2f") == "P"
    expect(guest.locator("#seat-bottom")).to_have_attribute("data-seat", "black")
    host.keyboard.press("f")
    host.keyboard.press("End")
    # What one asks, the other declines or accepts; a move answers, too.
    guest.click("#undo")
    expect(guest.locator("#question")).to_contain_text("You have asked")
    host.click("#decline")
    expect(guest.locator("#notice")).to_contain_text("The move stays")
    guest.click("#undo")
    host.click("#accept")
    for page in [host, guest, watcher]:
        expect(plies(page)).to_have_count(2)
    host.click("#draw")
    expect(guest.locator("#question")).to_contain_text("offers a draw")
    expect(watcher.locator("#question")).to_have_text("")
    play_moves(guest, "6g6f")
    expect(host.locator("#question")).to_have_text("")
    # A setting of the guest is the guest's.
    evaluate_module(guest, "core/preferences.js", "m.saveSettings({ pieceSet: 'letters' })")
    settle(guest)
    assert setting(host, "pieceSet") != "letters"
    # A page that is gone stops the clocks, and finds its seat by its tab alone.
    guest.goto("about:blank")
    expect(watcher.locator("#status")).to_contain_text("Waiting")
    expect(host.locator("#status")).to_contain_text("Your move")
    expect(host.locator("#seat-top")).to_contain_text("not connected")
    expect(host.locator(".clock.running")).to_have_count(0)
    # What two minutes later can be claimed is said. The page may be early; the program is not.
    expect(host.locator("#question")).to_contain_text("After two minutes you may claim")
    expect(host.locator("#claim-win, #claim-draw")).to_have_count(0)
    evaluate_module(host, "core/store.js", "((m.store.state.seats.absence = 0), m.changed('state'))")
    expect(host.locator("#claim-win")).to_have_text("Claim the win")
    host.click("#claim-draw")
    expect(host.locator("#notice")).to_contain_text("has not been away for two minutes")
    guest.goto(address.split("#")[0])
    guest.wait_for_selector("[data-square]")
    assert setting(guest, "pieceSet") == "letters"
    expect(host.locator(".clock.running")).to_have_attribute("data-clock", "white")
    play_moves(host, "4c4d")
    # The program starts again: all come back.
    assert end(process) == 0
    guest.wait_for_selector("body.offline")
    process, _, _ = start(command, data, "--no-open", "--port", port)
    for page in [host, guest, watcher]:
        expect(page.locator("body")).not_to_have_class(re.compile("offline"))
    expect(guest.locator(".clock.running")).to_have_attribute("data-clock", "black")
    play_moves(guest, "2g2f")
    # It is killed: the seats stay, and perhaps not the last moves.
    process.kill()
    process.wait(timeout=30)
    for page in [host, guest]:
        page.wait_for_selector("body.offline")
    process, _, _ = start(command, data, "--no-open", "--port", port)
    for page, own in [(host, "white"), (guest, "black")]:
        expect(page.locator("body")).not_to_have_class(re.compile("offline"))
        expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", own)
    # The end, and another game with the sides changed.
    host.click("#resign")
    host.click("#confirm-yes")
    for page in [host, guest, watcher]:
        page.wait_for_selector("#status.ended")
    guest.click("#new")
    host.click("#accept")
    expect(host.locator("#seat-bottom")).to_have_attribute("data-seat", "black")
    play_moves(host, "7g7f")
    expect(plies(guest)).to_have_count(1)
    # The own board of the host is as it was, with the games among the recent ones.
    host.click("#tab-button-game")
    host.click("#leave")
    host.wait_for_selector("#invite")
    assert evaluate_module(host, "core/store.js", "m.store.state.seats") is None
    expect(host.locator("[data-recent]")).to_have_count(2)
    expect(guest.locator("#seat-top")).to_contain_text("not connected")
    expect(host.locator("[data-recent]").first).to_contain_text("Bob")
    expect(host.locator("[data-recent]").first).to_contain_text("on two devices")
    host.locator("[data-recent]").first.click()
    expect(guest.locator("#seat-top")).not_to_contain_text("not connected")
    expect(host.locator("#seat-bottom")).to_have_attribute("data-seat", "black")
    # A look at the link for watching leaves the way back to one's own seat.
    guest.goto("about:blank")
    guest.goto(watch)
    expect(guest.locator("#tab-game")).to_contain_text("You watch")
    guest.click("#tab-button-game")
    guest.click("#own-seats .recent-game")
    expect(guest.locator("#seat-bottom")).to_have_attribute("data-seat", "white")
    expect(guest.locator("#own-seats")).to_have_count(0)
    assert end(process) == 0


def games_are_found_and_saved(browser, command, data):
    """The first visit, more games than are shown, and a restart on another port."""
    process, _, address = start(command, data, "--variant", "cannonshogi", "--no-open", "--port", "0")
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(address)
    expect(page.locator("#welcome")).to_contain_text("Silver Cannon")
    expect(page.locator("#tab-game select >> nth=0")).to_be_hidden()
    expect(page.locator("#sfen")).to_be_hidden()
    page.click("#exercises")
    expect(page.locator("#status")).to_contain_text("Move the")
    page.click("#tab-button-game")
    page.click("#play")
    expect(page.locator("#status")).to_have_text("Your move")
    expect(page.locator("#notice")).to_contain_text("Click one")
    show_more(page)
    for file in range(1, 7):
        set_up_game(page, "shogi", "both")
        play_moves(page, f"{file}g{file}f")
    set_up_game(page, "shosu", "both")
    play_moves(page, "10h10g")
    assert end(process) == 0
    process, _, address = start(command, data, "--variant", "shogi", "--no-open", "--port", "0")
    page = open_address(browser, address)
    games = page.locator("[data-recent]")
    expect(games).to_have_count(5)
    page.click("#more-games")
    expect(games).to_have_count(7)
    page.fill("#find-games", "shosu")
    expect(games).to_have_count(1)
    with page.expect_download() as download:
        page.click("#export-games")
    assert download.value.suggested_filename == "ozutsu-games.pgn"
    assert 'Variant "shosu"' in Path(download.value.path()).read_text()
    page.fill("#find-games", "no such game")
    expect(page.locator("#recent")).to_contain_text("No game")
    # Who has played finds the setup, with times that are often played.
    expect(page.locator("#welcome")).to_have_count(0)
    page.select_option("#tab-game select:has(option[value=clock])", label="3 min + 2 s a move")
    expect(page.locator("#tab-game input[type=number] >> nth=0")).to_have_value("3")
    assert setting(page, "increment") == 2 and setting(page, "timing") == "clock"
    assert end(process) == 0


def send_back(page):
    """Returns the link that holds the game after a move."""
    page.click("#send-back")
    link = page.input_value("#sent-link")
    page.click("#invite-dialog .primary")
    return link


def a_game_by_links(browser, command, data):
    """Each person has a board of their own, and sends the other a link after each move."""
    process, _, address = start(command, data, "--variant", "shogi", "--no-open", "--port", "0")
    first, second = [open_address(browser, address) for _ in range(2)]
    # As on the site, where nobody can be invited to a table.
    evaluate_module(first, "core/store.js", "m.store.hello.invites = false")
    first.click("#invite")
    first.select_option("#invite-dialog select", "black")
    first.click("#invite-start")
    expect(first.locator("#hint, #pause, #draw, #resign, #analyse")).to_have_count(0)
    play_moves(first, "7g7f")
    try_to_move(first, "3c", "3d")
    second.goto(send_back(first))
    expect(plies(second)).to_have_count(1)
    expect(second.locator("#seat-bottom")).to_have_attribute("data-seat", "white")
    play_moves(second, "3c3d")
    # Until it is sent, the move can be another one.
    second.click("#undo")
    expect(plies(second)).to_have_count(1)
    expect(second.locator("#send-back")).to_have_count(0)
    play_moves(second, "8c8d")
    first.goto(send_back(second))
    expect(plies(first)).to_have_count(2)
    first.reload()
    first.wait_for_selector('[data-square="8d"][data-piece="p"]')
    play_moves(first, "2g2f")
    assert re.search(r"#variant=shogi&moves=7g7f,8c8d,2g2f&play=white&game=\w+$", send_back(first))
    assert end(process) == 0


def main():
    command = sys.argv[1]
    with sync_playwright() as playwright:
        browser = launch(playwright, *sys.argv[2:])
        for check in [two_people, a_game_by_links, games_are_found_and_saved]:
            with tempfile.TemporaryDirectory() as data:
                check(browser, command, data)
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
