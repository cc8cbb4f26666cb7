#!/usr/bin/env python3
"""Checks in a browser that the board hears a person, or says that it does not: `board_heard.py PROGRAM [CHROMIUM]`.

Between the browser and the program is a proxy that delays, swallows or cuts what passes, and the program is stopped in
its tracks. A move, a resignation and a comment must arrive once, and the page must say until then that they have not.
Also what a page loads, and what a proxy can log of it. Needs the Python package playwright and Debian's chromium.
"""

import os
import re
import signal
import sys
import tempfile

from board_games import evaluate_module, play_moves, send, settle, snapshot, square, wait_until
from board_key import end, start
from board_proxy import Proxy
from board_tabs import invite, open_address, plies
from browser import launch
from playwright.sync_api import expect, sync_playwright

UNSENT = re.compile("No connection. Your move is sent when it is back")
PEOPLE = [{"kind": "person"}, {"kind": "person"}]


class Line:
    """A program behind a proxy that admits only pages of its own address."""

    def __init__(self, command, data, *more):
        self.process, port, address = start(command, data, "--no-open", "--port", "0", "--host", "localhost", *more)
        self.proxy = Proxy(port)
        self.key = address.split("=")[1]
        self.place = f"http://localhost:{self.proxy.port}/"
        self.address = f"{self.place}#key={self.key}"

    def open(self, browser, **options):
        page = open_address(browser, self.address, **options)
        send(page, "new_game", variant="shogi", players=PEOPLE)
        page.click("#tab-button-moves")
        return page

    def close(self):
        self.proxy.close()
        assert end(self.process) == 0


def connection(page):
    return page.locator("#connection")


def make_move(page, origin, target):
    square(page, origin).click()
    square(page, target).click()


def exported(page):
    """The game as the program has it. A page asks nothing while it has no connection."""
    replies = []
    wait_until(lambda: replies.append(send(page, "export", format="usi")) or replies[-1], "a reply")
    return replies[-1]["text"]


def agrees(page, moves):
    """Waits until the page shows so many moves and no complaint, and compares it with the program."""
    expect(connection(page)).to_have_text("")
    expect(page.locator("body")).not_to_have_class(re.compile("offline"))
    expect(plies(page)).to_have_count(moves)
    expect(page.locator(".square.premove")).to_have_count(0)
    text = exported(page)
    assert len(text.partition("moves ")[2].split()) == moves, text
    assert not page.locator("#notice.error").is_visible() or not page.inner_text("#notice.error")


def swallowed_moves_arrive_once(browser, command, data):
    line = Line(command, data)
    page = line.open(browser)
    count = 0
    for ways in [{"up", "down"}, {"up"}, {"down"}]:
        for origin, target in [("7g", "7f"), ("3c", "3d")] if count % 4 == 0 else [("2g", "2f"), ("8c", "8d")]:
            line.proxy.swallows = ways
            make_move(page, origin, target)
            expect(connection(page)).to_have_text(UNSENT)
            if ways != {"down"}:
                expect(page.locator(".square.premove")).to_have_count(2)
            # Another try is not a second move.
            make_move(page, origin, target)
            line.proxy.swallows = set()
            count += 1
            agrees(page, count)
        if count == 4:
            send(page, "new_game", variant="shogi", players=PEOPLE)
            count = 0
    line.close()


def what_is_done_without_a_connection_is_done_later(browser, command, data):
    line = Line(command, data)
    page = line.open(browser)
    play_moves(page, "7g7f")
    line.proxy.swallows = {"up", "down"}
    page.click("#write-comment")
    page.fill("#comment", "to be kept")
    page.keyboard.press("Control+Enter")
    expect(connection(page)).to_contain_text("What you have done is sent when it is back")
    page.click("#resign")
    page.click("#confirm-yes")
    line.proxy.swallows = set()
    page.wait_for_selector("#status.ended")
    expect(page.locator("#move-list .comment")).to_have_text("to be kept")
    expect(connection(page)).to_have_text("")
    line.close()


def what_is_done_later_reaches_no_other_game(browser, command, data):
    """Another page at the table begins a game before a resignation arrives."""
    line = Line(command, data)
    page = line.open(browser)
    play_moves(page, "7g7f")
    table = page.evaluate("sessionStorage['ozutsu-table']")
    line.proxy.swallows = {"up", "down"}
    page.click("#resign")
    page.click("#confirm-yes")
    context = browser.new_context(locale="en-GB")
    context.add_init_script(f"sessionStorage['ozutsu-table'] ??= '{table}'")
    other = context.new_page()
    other.goto(line.address.replace(str(line.proxy.port), str(line.proxy.target[1])))
    other.wait_for_selector("[data-square]")
    send(other, "new_game", variant="shogi", players=PEOPLE)
    expect(connection(page)).to_contain_text("What you have done is sent when it is back")
    line.proxy.swallows = set()
    expect(page.locator("#notice")).to_contain_text("the board has changed meanwhile")
    expect(plies(page)).to_have_count(0)
    expect(page.locator("#status.ended")).to_have_count(0)
    context.close()
    line.close()


def an_unsent_move_survives_a_reload(browser, command, data):
    line = Line(command, data)
    page = line.open(browser)
    line.proxy.swallows = {"up", "down"}
    make_move(page, "7g", "7f")
    expect(connection(page)).to_have_text(UNSENT)
    line.proxy.swallows = set()
    page.reload()
    page.wait_for_selector("[data-square]")
    agrees(page, 1)
    assert evaluate_module(page, "core/connection.js", "sessionStorage.getItem('ozutsu-unsent')") in [None, "[]"]
    line.close()


def a_stopped_program_is_noticed(browser, command, data):
    line = Line(command, data)
    page = line.open(browser)
    os.kill(line.process.pid, signal.SIGSTOP)
    expect(page.locator("body")).to_have_class(re.compile("offline"))
    expect(connection(page)).not_to_have_text("")
    make_move(page, "7g", "7f")
    expect(connection(page)).to_have_text(UNSENT)
    os.kill(line.process.pid, signal.SIGCONT)
    agrees(page, 1)
    line.close()


def two_people_agree_after_a_broken_connection(browser, command, data):
    """The clocks wait for the one that is gone, which is said to both."""
    line = Line(command, data)
    host = open_address(browser, line.address)
    link, _ = invite(host, "black", "clock")
    direct = link.replace(str(line.proxy.port), str(line.proxy.target[1]))
    guest = open_address(browser, direct)
    host.keyboard.press("Escape")
    play_moves(host, "7g7f")
    expect(plies(guest)).to_have_count(1)
    play_moves(guest, "3c3d")
    expect(plies(host)).to_have_count(2)
    line.proxy.swallows = {"up", "down"}
    expect(guest.locator("#status")).to_contain_text("Waiting")
    expect(guest.locator(".clock.running")).to_have_count(0)
    make_move(host, "3g", "3f")
    expect(connection(host)).to_have_text(UNSENT)
    line.proxy.swallows = set()
    expect(connection(host)).to_have_text(re.compile(r"The connection was lost for \d+ s"))
    expect(plies(guest)).to_have_count(3)
    for page in [host, guest]:
        expect(page.locator(".clock.running")).to_have_attribute("data-clock", "white")
    line.close()


def steps_are_the_pages(browser, command, data):
    """Quick keys are as many moves, however long the way to the program is."""
    line = Line(command, data)
    page = line.open(browser)
    play_moves(page, "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e")
    line.proxy.latency = 0.3
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    # The list follows at once.
    assert page.get_attribute('[data-ply="1"]', "aria-current") == "step"
    expect(page.locator("#sfen")).to_have_value(re.compile(" 2$"))
    settle(page)
    state = snapshot(page)
    assert state["pieces"].get("7f") == "P" and state["pieces"].get("3c") == "p", state
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-ply="5"][aria-current]')).to_be_visible()
    settle(page)
    assert send(page, "export", format="sfen")["text"].endswith(" 6")
    line.close()


def other_scripts_load_the_page_again(browser, command, data):
    line = Line(command, data)
    page = line.open(browser)
    loads = []
    page.on("load", lambda: loads.append(1))
    # As after an update of the program.
    page.route_web_socket("**/socket", lambda socket: change_version(socket, loads))
    line.proxy.cut()
    wait_until(lambda: len(loads) == 1 or page.wait_for_timeout(50), "the page is loaded again")
    agrees(page, 0)
    assert len(loads) == 1
    line.close()


def change_version(socket, loads):
    server = socket.connect_to_server()
    new = '"scripts":"0123456789abcdef"'
    change = lambda text: text if loads else re.sub(r'"scripts":"\w+"', new, text, count=1)  # noqa: E731
    server.on_message(lambda text: socket.send(change(text)))


def a_page_is_few_requests_without_secrets(browser, command, data):
    line = Line(command, data)
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(line.address)
    page.wait_for_selector("[data-square]")
    # The page, its styles, its script, and the socket. Another language than English is a request more.
    first = len(line.proxy.log)
    assert first <= 4, line.proxy.log
    page.reload()
    page.wait_for_selector("[data-square]")
    assert len(line.proxy.log) <= first + 2, line.proxy.log
    assert not any(word in text for text in line.proxy.log for word in ["key", "table", "seat", line.key])
    line.close()


def only_accepted_secrets_are_kept(browser, command, data):
    """A wrong link neither locks the owner out nor takes a seat away."""
    line = Line(command, data)
    page = line.open(browser)
    for wrong in ["#key=0", "#seat=0", "#seat=0&key=0", "#token=0"]:
        page.goto("about:blank")
        page.goto(line.place + wrong)
        if "seat" in wrong:
            expect(page.locator("#problem")).to_contain_text("no longer there")
        else:
            page.wait_for_selector("[data-square]")
        page.goto("about:blank")
        page.goto(line.place)
        page.wait_for_selector("[data-square]")
        expect(page.locator("#problem")).to_have_text("")
        assert page.evaluate("localStorage.getItem('ozutsu-key')") == line.key
    link, watch = invite(page, "black", "move")
    assert "#" not in page.url
    own = page.evaluate("sessionStorage.getItem('ozutsu-seat')")
    for other in ["#seat=0", watch[watch.index("#") :]]:
        page.goto("about:blank")
        page.goto(line.place + other)
        page.wait_for_selector("#problem:not(:empty), [data-square]")
        assert own in page.evaluate("localStorage.getItem('ozutsu-seats')")
    line.close()


CHECKS = [
    a_page_is_few_requests_without_secrets,
    only_accepted_secrets_are_kept,
    steps_are_the_pages,
    swallowed_moves_arrive_once,
    what_is_done_without_a_connection_is_done_later,
    what_is_done_later_reaches_no_other_game,
    an_unsent_move_survives_a_reload,
    a_stopped_program_is_noticed,
    two_people_agree_after_a_broken_connection,
    other_scripts_load_the_page_again,
]


def main():
    with sync_playwright() as playwright:
        browser = launch(playwright, *sys.argv[2:])
        for check in CHECKS:
            with tempfile.TemporaryDirectory() as data:
                check(browser, sys.argv[1], data)
            print(check.__name__, flush=True)
        browser.close()
    print("all passed")


if __name__ == "__main__":
    main()
