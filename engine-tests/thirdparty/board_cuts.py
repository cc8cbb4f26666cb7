#!/usr/bin/env python3
"""Two people play over bad lines: `board_cuts.py PROGRAM [--seconds N] [--seed N]`, a minute by default.

Each has a browser, and a proxy to the program that at random delays, swallows or cuts what passes. Pages are loaded
again, and the program is stopped in its tracks for a while. Now and then all is well for a moment: then both pages and
the program must agree on the game, and every move that was made must be in it, once and at its place. Needs the Python
package playwright and Debian's chromium.
"""

import argparse
import os
import random
import re
import signal
import tempfile
import time

from board_games import evaluate_module, wait_until
from board_heard import Line, connection, exported
from board_proxy import Proxy
from board_tabs import invite, open_address
from browser import launch
from playwright.sync_api import Error, expect, sync_playwright

# After so many moves someone resigns.
MAX_PLIES = 60

# What a person at the page sees: the moves that they can make, how many were made, and whether the game is over.
SEEN = """(() => {
    const { state, unsent } = m.store;
    const isTurn = state.seats?.own === state.side && state.node === state.last_node && !state.end && !unsent;
    const kept = sessionStorage.getItem("ozutsu-unsent") ?? "";
    return { moves: isTurn ? state.legal : [], plies: state.last_node, isOver: Boolean(state.end), kept };
})()"""

MOVE = re.compile(r"(?:(?P<drop>\w)\*|(?P<origin>\d+\w))(?P<target>\d+\w)(?P<promotes>\+?)")


class Person:
    def __init__(self, page, proxy, side):
        self.page, self.proxy, self.side = page, proxy, side
        self.stopped_until = 0

    def seen(self):
        return evaluate_module(self.page, "core/store.js", SEEN)

    def move(self, choice, made):
        """Clicks a move if it is this person's turn, and notes it by its number."""
        seen = self.seen()
        number = seen["plies"] + 1
        # What was made is on its way.
        if not seen["moves"] or number in made:
            return
        move = choice.choice(seen["moves"])
        parts = MOVE.fullmatch(move)
        origin = f'[data-square="{parts["origin"]}"]'
        if parts["drop"]:
            origin = f'[data-hand="{self.side}"] [data-piece="{parts["drop"]}"]'
        self.page.click(origin)
        self.page.click(f'[data-square="{parts["target"]}"]')
        question = self.page.locator("#promotion")
        if question.is_visible():
            question.locator(f'[data-promote="{"true" if parts["promotes"] else "false"}"]').click()
        # News may have ended the selection before the second click.
        seen = self.seen()
        if seen["plies"] >= number or f'"{move}' in seen["kept"].replace("\\", ""):
            made[number] = move

    def disturb(self, choice):
        """Does something to the line, for some seconds."""
        if time.monotonic() < self.stopped_until:
            return
        self.heal()
        kind = choice.choice(["up", "down", "both", "cut", "slow", "reload", "good", "good"])
        if kind == "cut":
            self.proxy.cut()
        elif kind == "reload":
            # The browser would wait for what was swallowed.
            self.proxy.cut()
            self.page.reload()
            self.page.wait_for_selector("[data-square]")
        elif kind == "slow":
            self.proxy.latency = choice.uniform(0.1, 1)
        elif kind != "good":
            self.proxy.swallows = {"up", "down"} if kind == "both" else {kind}
        self.stopped_until = time.monotonic() + choice.uniform(0.5, 8)

    def heal(self):
        # No line loses bytes and carries those after them.
        if self.proxy.swallows:
            self.proxy.cut()
        self.proxy.swallows = set()
        self.proxy.latency = 0


def expect_agreement(people, made):
    """Waits until the pages have no complaint, and compares them with the program and with what was done."""
    for person in people:
        person.heal()
    for person in people:
        expect(person.page.locator("body:not(.offline):not(.busy) [data-square]").first).to_be_visible()
        expect(connection(person.page)).to_have_text(re.compile("^$|was lost for"))
    plies = max(made, default=0)
    for person in people:
        what = f"{person.side} sees {plies} moves: {made}"
        wait_until(lambda person=person: person.seen()["plies"] == plies, what)
    texts = [exported(person.page) for person in people]
    moves = texts[0].partition("moves ")[2].split()
    assert texts[0] == texts[1] and moves == [made[number] for number in sorted(made)], (texts, made)
    pieces = [evaluate_module(person.page, "core/store.js", "m.store.state.pieces") for person in people]
    assert pieces[0] == pieces[1], pieces


def start_game(browser, line, choice):
    """Invites someone to a game. Returns the two people."""
    host = open_address(browser, line.address)
    timing = choice.choice(["move", "clock"])
    link, _ = invite(host, "black", timing)
    proxy = Proxy(line.proxy.target[1])
    guest = open_address(browser, link.replace(str(line.proxy.port), str(proxy.port)))
    host.keyboard.press("Escape")
    guests_side = evaluate_module(guest, "core/store.js", "m.store.state.seats.own")
    sides = ["white", "black"] if guests_side == "black" else ["black", "white"]
    return [Person(host, line.proxy, sides[0]), Person(guest, proxy, sides[1])]


def play_game(people, line, choice, end):
    """Plays until the game is over or it is time. Returns how often it was compared, and how many moves it has."""
    made, checks = {}, 0
    check_at = time.monotonic() + 20
    while time.monotonic() < end:
        for person in people:
            if choice.random() < 0.2:
                person.disturb(choice)
            try:
                person.move(choice, made)
            except Error as error:
                # Something covers the square, or the page is being loaded.
                assert "Timeout" in str(error) or "context was destroyed" in str(error), error
        if choice.random() < 0.02:
            os.kill(line.process.pid, signal.SIGSTOP)
            time.sleep(choice.uniform(0.5, 8))
            os.kill(line.process.pid, signal.SIGCONT)
        time.sleep(choice.uniform(0, 0.3))
        if time.monotonic() > check_at:
            expect_agreement(people, made)
            checks += 1
            check_at = time.monotonic() + 20
        if len(made) >= MAX_PLIES or any(person.seen()["isOver"] for person in people):
            break
    expect_agreement(people, made)
    loser = choice.choice(people)
    if not loser.seen()["isOver"]:
        # Where no answer comes back, it is done all the same, once.
        loser.proxy.swallows = {choice.choice(["up", "down"])}
        loser.page.click("#resign")
        loser.page.click("#confirm-yes")
        expect(connection(loser.page)).not_to_have_text("")
        expect_agreement(people, made)
    for person in people:
        person.page.wait_for_selector("#status.ended")
    results = {evaluate_module(person.page, "core/store.js", "m.store.state.end.winner") for person in people}
    assert len(results) == 1, results
    return checks + 2, len(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    choice = random.Random(arguments.seed)
    end = time.monotonic() + arguments.seconds
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = launch(playwright)
        line = Line(arguments.program, data)
        games = checks = moves = 0
        while time.monotonic() < end:
            people = start_game(browser, line, choice)
            more_checks, more_moves = play_game(people, line, choice, end)
            games, checks, moves = games + 1, checks + more_checks, moves + more_moves
            print(f"game {games}: {more_moves} moves, {more_checks} comparisons", flush=True)
            for person in people:
                person.page.context.close()
            people[1].proxy.close()
        browser.close()
        line.close()
    print(f"{games} games, {moves} moves, {checks} comparisons")
    assert moves > 0, "nobody has moved"


if __name__ == "__main__":
    main()
