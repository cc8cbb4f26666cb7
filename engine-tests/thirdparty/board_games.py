#!/usr/bin/env python3
"""Plays on the board in a real browser: `board_games.py PROGRAM [FOLDER]`.

With a folder, the board is the static site in it, and the program only knows the puzzles; what does not depend on
what answers the page, a server or a worker, is left out. Needs the Python package playwright, Debian's chromium, and
axe-core in the directory of the environment variable AXE (axe.min.js). Plays a whole game against the engine by clicks
(Shosu Shogi on the site, else Cannon Shogi), and checks drops, promotions, both sides, set-up, analysis, puzzles,
reloading in mid-game, a phone with touch, the keyboard alone and accessibility. Prints how long the page and an answer
of the engine take.

The page shows what the program answers some time after a click. So a test waits for what must appear (`expect`,
`wait_for_selector`), and looks at what must not change once everything is answered (`settle`).
"""

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from browser import launch, serve
from playwright.sync_api import expect, sync_playwright

# Patience on a busy machine, in milliseconds.
TIMEOUT = 60_000
expect.set_options(timeout=TIMEOUT)
MAX_PLIES = 400
RANDOM = random.Random(1)


class Program:
    """A running board on a free port. Without a data folder it gets one of its own."""

    def __init__(self, command, data=None, hash_size=8):
        self.command = command
        self.own_data = None if data else tempfile.TemporaryDirectory()
        environment = {**os.environ, "XDG_DATA_HOME": data or self.own_data.name}
        arguments = [command, "board", "--no-open", "--port", "0", "--hash", str(hash_size)]
        self.started = time.monotonic()
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Board: (http://127\.0\.0\.1:\d+/#key=\w+)\n", line)
        assert found, f"first line: {line!r}"
        self.address = found[1]

    def memory_mib(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) >> 10 for line in status.splitlines() if line.startswith("VmRSS"))

    def close(self):
        self.process.kill()
        self.process.wait()
        if self.own_data:
            self.own_data.cleanup()


class Site:
    """The static site in a folder, served below a path."""

    def __init__(self, command, folder):
        self.command = command
        self.parent = tempfile.TemporaryDirectory()
        (Path(self.parent.name) / "board").symlink_to(Path(folder).resolve())
        self.started = time.monotonic()
        self.server, address = serve(self.parent.name)
        self.address = f"{address}/board/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.parent.cleanup()


def open_page(context, program):
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
    page.goto(program.address)
    page.wait_for_selector("[data-square]")
    show_more(page)
    return page


def show_more(page):
    """Unfolds what is folded for somebody who has not played yet."""
    page.evaluate("document.querySelectorAll('details.more').forEach((details) => { details.open = true; })")


def evaluate_module(page, file, code, argument=None):
    """Returns the value of JavaScript code about a module `m` of the page and an argument `a`."""
    # The program serves all modules as one.
    script = "document.querySelector('script[src]').src"
    module = f"import({script}).then((m) => (m.store ? m : import(new URL('{file}', {script}))))"
    return page.evaluate(f"(a) => {module}.then((m) => {code})", argument)


def send(page, command, **parameters):
    """Sends a command as the page does, and waits for its answer."""
    return evaluate_module(page, "core/connection.js", "m.request(a)", {"command": command, **parameters})


def settle(page):
    """Waits until the page shows the answers to all that it has asked, and whatever was sent before."""
    send(page, "export", format="sfen")
    page.wait_for_selector("body:not(.busy)")


def setting(page, name):
    """Returns a setting as the page knows it."""
    return evaluate_module(page, "core/store.js", "m.store.settings[a]", name)


def wait_until(is_true, what):
    """Waits for what no attribute of a page shows."""
    end = time.monotonic() + TIMEOUT / 1000
    while not is_true():
        assert time.monotonic() < end, f"after {TIMEOUT} ms: {what}"
        time.sleep(0.1)


def snapshot(page):
    """What the attributes of the page say about the game."""
    return page.evaluate(
        """() => {
            const of = (element, name) => element?.getAttribute(name);
            const squares = [...document.querySelectorAll('[data-square]')];
            return {
                status: of(document.querySelector('[data-status]'), 'data-status'),
                ended: document.querySelector('#status').classList.contains('ended'),
                text: document.querySelector('#status').textContent,
                plies: document.querySelectorAll('[data-ply]').length,
                turn: of(document.querySelector('.seat.turn'), 'data-seat'),
                sfen: document.querySelector('#sfen').value,
                pieces: Object.fromEntries(squares.filter(s => s.dataset.piece).map(s => [s.dataset.square, s.dataset.piece])),
                legal: Object.fromEntries(squares.filter(s => s.dataset.legal).map(s => [s.dataset.square, s.dataset.legal])),
                hands: Object.fromEntries(['black', 'white'].map(side => [side,
                    [...document.querySelectorAll(`[data-hand="${side}"] [data-piece]`)].map(p => p.dataset.piece)])),
            };
        }"""
    )


def set_up_game(page, variant, side, move_time="0.01", level="0"):
    """Starts a game, by default of the weakest, fastest engine. `side` is the person's."""
    page.click("#tab-button-game")
    show_more(page)
    page.select_option("#variant", variant)
    agree_if_asked(page)
    # Each answer draws the form again.
    settle(page)
    page.select_option("#tab-game select >> nth=0", side)
    settle(page)
    if side != "both":
        page.fill("#tab-game input[type=number]", move_time)
        page.press("#tab-game input[type=number]", "Tab")
        settle(page)
        page.fill("#tab-game input[type=range]", level)
        settle(page)
    start_new_game(page)
    assert page.input_value("#variant") == variant
    assert page.locator("[data-ply]").count() <= 1 and not snapshot(page)["ended"]


def start_new_game(page):
    page.click("#new")
    agree_if_asked(page)
    settle(page)


def agree_if_asked(page):
    """Agrees to lose the moves of an unfinished game. The page asks at once."""
    if page.locator("#confirm-yes").is_visible():
        page.click("#confirm-yes")


def square(page, name):
    return page.locator(f'[data-square="{name}"]')


def choose_random_move(page, side, wanted=lambda kind: True):
    """Clicks a random piece with moves and one of its targets. Returns whether it dropped or promoted."""
    before = snapshot(page)
    is_own = str.isupper if side == "black" else str.islower
    origins = [("square", name) for name, piece in before["pieces"].items() if is_own(piece.strip("+"))]
    origins += [("hand", piece) for piece in before["hands"][side]]
    RANDOM.shuffle(origins)
    # Drops first, or they would be rare.
    origins.sort(key=lambda origin: origin[0] == "square")
    for kind, name in origins:
        if kind == "square":
            square(page, name).click()
        else:
            page.click(f'[data-hand="{side}"] [data-piece="{name}"]')
        targets = snapshot(page)["legal"]
        if not targets:
            page.keyboard.press("Escape")
            continue
        captures = [target for target, legal in targets.items() if legal == "capture"]
        target = RANDOM.choice(captures or sorted(targets))
        square(page, target).click()
        choice = page.locator("[data-promote]")
        promotes = choice.count() > 0 and choice.first.is_visible()
        if promotes:
            page.click('[data-promote="true"]')
        return {"drop": kind == "hand", "promotion": promotes}
    raise AssertionError(f"no move in {before}")


def play_whole_game(page, variant, side):
    """Plays random moves against the engine until the game ends."""
    set_up_game(page, variant, side)
    seen = {"drop": 0, "promotion": 0}
    while True:
        # A person's turn, or the end.
        page.wait_for_function(
            "side => document.querySelector('#status.ended') || document.querySelector(`.seat.turn[data-seat=${side}]`)",
            arg=side,
        )
        state = snapshot(page)
        if state["ended"]:
            break
        if state["plies"] > MAX_PLIES:
            page.click("#resign")
            page.click("#confirm-yes")
            page.wait_for_selector("#status.ended")
            break
        for kind, happened in choose_random_move(page, side).items():
            seen[kind] += happened
        page.wait_for_function(
            "plies => document.querySelectorAll('[data-ply]').length > plies", arg=state["plies"]
        )
    state = snapshot(page)
    print(f"{variant}, {side}: {state['plies']} plies, {seen}: {state['text']}", flush=True)
    # In English or Japanese.
    assert state["text"].endswith((".", "）")), state


def play_moves(page, moves):
    """Plays moves given in USI by clicks, with the promotion that they say."""
    for move in moves.split():
        plies = page.locator("[data-ply]").count()
        origin, target, promotion = re.fullmatch(r"([A-Z]\*|\d+[a-z])(\d+[a-z])(\+?)", move).groups()
        if origin.endswith("*"):
            side = snapshot(page)["turn"]
            page.click(f'[data-hand="{side}"] [data-piece="{origin[0]}"]')
        else:
            square(page, origin).click()
        square(page, target).click()
        choice = page.locator(f'[data-promote="{str(bool(promotion)).lower()}"]')
        if choice.count() and choice.is_visible():
            choice.click()
        page.wait_for_function("plies => document.querySelectorAll('[data-ply]').length > plies", arg=plies)


def drops_promotions_and_reasons(page):
    set_up_game(page, "shogi", "both")
    # The size of the pieces in hand fits the game.
    assert page.evaluate("document.querySelector('main').style.getPropertyValue('--kinds')") == "7"
    play_moves(page, "7g7f 3c3d 8h2b+")
    assert snapshot(page)["pieces"]["2b"] == "+B"
    play_moves(page, "3a2b B*5e")
    state = snapshot(page)
    assert state["pieces"]["5e"] == "B" and state["pieces"]["2b"] == "s", state
    assert state["status"] == "ongoing"
    # An illegal try says why, and changes nothing.
    square(page, "8c").click()
    square(page, "8e").click()
    expect(page.locator("#notice")).to_contain_text("cannot move there")
    page.wait_for_selector("#movement-card:not([hidden])")
    settle(page)
    assert snapshot(page)["sfen"] == state["sfen"] and page.locator("#movement-card").is_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).to_have_text("")
    # A drag.
    square(page, "8c").drag_to(square(page, "8d"))
    expect(page.locator("[data-ply]")).to_have_count(6)
    # Navigation, and a variation.
    page.click("#first")
    page.wait_for_selector('[data-square="7f"]:not([data-piece])')
    play_and_expect_variation(page)
    page.click("#undo")
    page.wait_for_selector("#move-list .variation", state="detached")
    page.click("#last")
    page.wait_for_selector('[data-ply="6"][aria-current]', state="attached")


def play_and_expect_variation(page):
    square(page, "2g").click()
    square(page, "2f").click()
    page.wait_for_selector("#move-list .variation", state="attached")


def drags_that_end_elsewhere(page):
    """A drag that ends outside the board, or that a second finger interrupts, leaves nothing behind."""
    set_up_game(page, "shogi", "both")
    box = square(page, "7g").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(1200, 400, steps=5)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".ghost, .selected")).to_have_count(0)
    page.evaluate(
        """() => {
          const fire = (type, name, pointerId, offset = 0) => {
            const element = document.querySelector(`[data-square="${name}"]`);
            const { x, y } = element.getBoundingClientRect();
            const position = { clientX: x + 9 + offset, clientY: y + 9 };
            element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch", pointerId, ...position }));
          };
          fire("pointerdown", "2g", 1);
          fire("pointermove", "2g", 1, 20);
          fire("pointerdown", "5g", 2);
          fire("pointermove", "5g", 2, 20);
          fire("pointerup", "2g", 1);
          fire("pointerup", "5g", 2);
        }"""
    )
    settle(page)
    assert page.locator(".ghost, .selected, [data-ply]").count() == 0


def movement_hints(page):
    set_up_game(page, "cannonshogi", "both")
    square(page, "4h").hover()
    expect(page.locator("#movement-card")).to_contain_text("Iron Cannon")
    page.wait_for_selector(".square .screen-mark")
    page.mouse.move(1, 1)
    page.wait_for_selector("#movement-card", state="hidden")


def a_first_hint_hides_the_move(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    page.click("#hint")
    page.wait_for_selector(".hinted")
    assert page.locator("#lines [data-pv]").count() == 0


def engine_size(page):
    """The engine gets another table and other threads, and goes on."""
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    start_analysis(page)
    page.click("#settings")
    page.select_option("#settings-dialog #hash", "16")
    threads = page.locator("#settings-dialog #threads option")
    if threads.count():
        page.select_option("#settings-dialog #threads", threads.last.get_attribute("value"))
    page.keyboard.press("Escape")
    settle(page)
    assert setting(page, "hash") == 16
    play_moves(page, "7g7f")
    page.wait_for_selector('[data-pv="1"][data-depth]')
    stop_analysis(page)


def opening_book(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    page.click("#openings summary")
    moves = page.locator("#book-moves li")
    expect(moves.first).to_have_attribute("data-move", re.compile(".+"))
    move = moves.first.get_attribute("data-move")
    moves.first.locator("button").click()
    page.wait_for_selector('[data-ply="1"]', state="attached")
    assert snapshot(page)["pieces"][move[2:4]], move
    # Not while a game is played.
    set_up_game(page, "shogi", "black")
    expect(page.locator("#openings")).to_be_hidden()
    settle(page)
    assert setting(page, "openings") is True


def analysis(page):
    problem = "8k/9/8P/9/9/9/9/9/K8 b G 1"
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-position")
    page.fill("#sfen", problem)
    page.press("#sfen", "Enter")
    expect(page.locator("[data-square][data-piece]")).to_have_count(3)
    page.click("#tab-button-moves")
    start_analysis(page)
    page.wait_for_selector('[data-pv="1"][data-depth][data-score^="mate"]')
    page.wait_for_selector('[data-pv="2"]')
    stop_analysis(page)
    page.click("#mate")
    expect(page.locator("#notice")).to_have_text("There is a mate in 1.")
    # The line of the mate search is drawn once.
    page.wait_for_selector("#mate[aria-pressed=false]")
    page.click('[data-pv="1"] .pv-move')
    page.wait_for_selector("#status.ended")
    assert snapshot(page)["status"] == "mate"
    page.click("#review")
    page.wait_for_selector("#move-list .score")
    page.wait_for_selector('[data-review="black"] [data-accuracy="100"]')
    page.click("#undo")
    page.wait_for_selector("#accuracy", state="hidden")
    page.click("#tab-button-position")
    for bad in ["", "9/9 b - 1", "not a position"]:
        page.evaluate("document.querySelector('.field-error')?.remove()")
        page.fill("#sfen", bad)
        page.press("#sfen", "Enter")
        page.wait_for_selector("#position-line .field-error")


def start_analysis(page):
    page.click("#analyse")
    page.wait_for_selector("#analyse[aria-pressed=true]")


def stop_analysis(page):
    page.click("#analyse")
    page.wait_for_selector("#analyse[aria-pressed=false]")


def editor_and_formats(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f 3c3d")
    page.click("#tab-button-position")
    sfen = snapshot(page)["sfen"]
    for export in ["usi", "pgn", "kif", "sfen"]:
        page.click("#tab-button-position")
        page.evaluate("document.querySelector('#export').value = ''")
        page.click(f'[data-export="{export}"]')
        expect(page.locator("#export")).not_to_have_value("")
        text = page.input_value("#export")
        set_up_game(page, "shogi", "both")
        page.click("#tab-button-position")
        page.fill("#import", text)
        page.click("#read")
        expect(page.locator("#sfen")).to_have_value(sfen)
        # The list of moves is shown after the position.
        settle(page)
    reading_does_not_lose_a_game(page)
    page.click("#tab-button-position")
    sfen = page.input_value("#sfen")
    page.click("#edit")
    # Nothing is taken away before something is chosen.
    square(page, "5i").click()
    settle(page)
    assert snapshot(page)["pieces"]["5i"] == "K"
    page.click("text=Clear board")
    expect(page.locator("#editor-verdict")).to_have_text("White, not to move, has no king.")
    page.click("text=Cancel")
    expect(page.locator("#sfen")).to_have_value(sfen)
    page.click("#edit")
    page.click("text=Clear board")
    for piece, name in [("K", "5i"), ("k", "5a"), ("+R", "1a")]:
        page.click(f'[data-brush="{piece}"]')
        square(page, name).click()
    page.click('[data-hand="black"] [data-piece="P"]')
    page.click('[data-hand="black"] [data-piece="P"]')
    page.click('[data-brush=""]')
    page.click('[data-hand="black"] [data-piece="P"]')
    # The side that is not to move is in check.
    page.wait_for_selector("#editor-done[disabled]")
    page.click('[data-brush="+R"]')
    square(page, "1a").click()
    square(page, "1i").click()
    page.click("#editor-done:not([disabled])")
    expect(page.locator("#sfen")).to_have_value(re.compile("^4k4/9/9/9/9/9/9/9/4K3\\+R b P"))
    with page.expect_download() as download:
        page.click('[data-export="svg"]')
    assert b"<svg" in Path(download.value.path()).read_bytes()
    # A choice of another game that is taken back leaves the editor open; a new game closes it.
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    page.click("#tab-button-position")
    page.click("#edit")
    page.select_option("#variant", "cannonshosu")
    page.click("#confirm-no")
    expect(page.locator("#variant")).to_have_value("shogi")
    settle(page)
    assert page.locator(".editing").count() == 1 and page.input_value("#variant") == "shogi"
    set_up_game(page, "cannonshosu", "both")
    expect(page.locator(".editing")).to_have_count(0)
    page.click("#tab-button-position")
    page.click("#edit")
    set_up_game(page, "shogi", "both")
    assert not page.errors, page.errors


def reading_does_not_lose_a_game(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "2g2f")
    page.click("#tab-button-position")
    page.fill("#import", "position startpos moves 9g9f")
    page.click("#read")
    page.click("#confirm-no")
    settle(page)
    assert snapshot(page)["pieces"]["2f"] == "P"
    page.click("#read")
    page.click("#confirm-yes")
    page.wait_for_selector('[data-square="9f"][data-piece="P"]')
    settle(page)
    page.click("#tab-button-position")
    # A game that was read is not lost, for its text remains.
    page.select_option("#variant", "shosu")
    page.wait_for_selector('[data-square="10h"]')
    page.fill("#import", "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d")
    page.click("#read")
    expect(page.locator("#notice")).to_have_text("This is a game of Shogi.")
    expect(page.locator("#variant")).to_have_value("shogi")
    settle(page)


def reload_in_mid_game(page):
    set_up_game(page, "shosu", "both")
    play_moves(page, "10h10g 10c10d 1h1g")
    before = snapshot(page)
    page.reload()
    page.wait_for_selector('[data-ply="3"]', state="attached")
    assert snapshot(page)["sfen"] == before["sfen"]
    page.click("#flip")
    expect(page.locator("[data-square]").first).to_have_attribute("data-square", "1j")
    page.click("#flip")


def several_tabs(context, page, program):
    sfen = snapshot(page)["sfen"]
    other = open_page(context, program)
    set_up_game(other, "cannonshosu", "both")
    play_moves(other, "1h1g")
    settle(page)
    assert snapshot(page)["sfen"] == sfen
    assert not other.errors, other.errors
    other.close()


def stored_puzzle_lines(program, game):
    """Returns the stored puzzles of a game as lines of EPD."""
    arguments = [program.command, "puzzles", "--stored", game]
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.splitlines()


def solution_of(line):
    """Returns the solution of a line of EPD, as moves in USI."""
    return re.search(r"; pv ([^;]*);", line)[1].split()


def stored_puzzles(program, game):
    """Returns the solutions of the stored puzzles of a game."""
    return [solution_of(line) for line in stored_puzzle_lines(program, game)]


def wait_for_puzzle(page, previous=0):
    """Waits for another puzzle than the previous one, and returns its number."""
    page.wait_for_function(
        "previous => /^Puzzle \\d+ of/.test(document.querySelector('#tab-puzzles h2').textContent)"
        " && !document.querySelector('#tab-puzzles h2').textContent.startsWith(`Puzzle ${previous} of`)",
        arg=previous,
    )
    page.wait_for_selector("body:not(.busy)")
    return int(page.inner_text("#tab-puzzles h2").split()[1])


def solve_puzzle(page, solution):
    for move in solution[::2]:
        assert not page.inner_text("#status").startswith("Solved")
        play_moves(page, move)
    page.wait_for_function("() => document.querySelector('#status').textContent.startsWith('Solved')")


def puzzles(page, program):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-puzzles")
    expect(page.locator("#tab-puzzles")).to_contain_text("Puzzles of Shogi")
    page.select_option("#variant", "cannonshogi")
    solutions = stored_puzzles(program, "cannonshogi")
    page.select_option("#puzzle-goal", "mate")
    settle(page)
    page.select_option("#puzzle-length", "3")
    settle(page)
    rating = int(page.get_attribute("#puzzle-rating", "data-rating"))
    page.click("#puzzle-next")
    number = wait_for_puzzle(page)
    state, solution = snapshot(page), solutions[number - 1]
    assert len(solution) == 5, solution
    attacker = state["turn"]
    assert page.get_attribute("#seat-bottom", "data-seat") == attacker
    # A wrong move is not played, and the page says why it is wrong.
    choose_wrong_move(page, attacker, solution[0])
    page.wait_for_selector("#status[data-verdict=wrong]")
    expect(page.locator("#status")).to_have_text(re.compile(r" is wrong: .*\. Try again\.$"))
    settle(page)
    assert snapshot(page)["sfen"] == state["sfen"]
    # A hint shows the piece, another one the move.
    page.click("#hint")
    page.wait_for_selector(".hinted")
    page.click("#puzzle-hint")
    page.wait_for_selector("#overlay > g, #overlay > circle[fill=none]", state="attached")
    expect(page.locator("#status")).to_have_text(re.compile("^Hint: (?!consider)"))
    # A reloaded page keeps the puzzle.
    play_moves(page, solution[0])
    page.wait_for_selector("#status[data-verdict=right]")
    page.reload()
    page.wait_for_selector('[data-ply="2"]', state="attached")
    expect(page.locator("#tab-button-puzzles")).to_have_attribute("aria-selected", "true")
    assert page.get_attribute("#seat-bottom", "data-seat") == attacker
    page.click("#undo")
    page.wait_for_selector('[data-ply="1"]', state="detached")
    solve_puzzle(page, solution)
    expect(page.locator("#status")).to_have_text("Solved with a hint, after 1 wrong move!")
    page.click("#tab-button-puzzles")
    page.wait_for_selector('.puzzle-count[data-solved="1"]')
    # It was not solved at once.
    assert int(page.get_attribute("#puzzle-rating", "data-rating")) < rating
    # The next one is given up.
    page.keyboard.press("p")
    wait_for_puzzle(page, number)
    page.click("#solution")
    page.wait_for_selector(".puzzle-solution")
    expect(page.locator("[data-ply]")).to_have_count(5)
    page.click("#last")
    page.wait_for_selector("#status.ended")
    page.click("#puzzle-again")
    page.wait_for_selector("#puzzle-solution")
    page.click("#puzzle-analyse")
    page.click("#confirm-yes")
    page.click("#tab-button-moves")
    page.wait_for_selector('[data-pv="1"][data-depth]')
    stop_analysis(page)
    page.click("#tab-button-puzzles")
    page.wait_for_selector('.puzzle-count[data-tried="2"][data-solved="1"]')
    page.select_option("#puzzle-length", "")
    settle(page)
    # A win is solved by its best move.
    page.select_option("#puzzle-goal", "win")
    settle(page)
    page.click("#puzzle-next")
    number = wait_for_puzzle(page, number)
    expect(page.locator(".puzzle-goal")).to_contain_text(" wins")
    solve_puzzle(page, solutions[number - 1])
    expect(page.locator("#status")).to_have_text("Solved!")
    page.select_option("#puzzle-goal", "")
    settle(page)


def streak(page, program):
    """Solves puzzles in a row until one is not solved at once."""
    solutions = stored_puzzles(program, "cannonshogi")
    page.click("#puzzle-streak")
    for solved in range(2):
        page.wait_for_selector(f'#streak[data-solved="{solved}"][data-over="false"]')
        # No help, and no other puzzle instead.
        assert page.locator("#hint, #puzzle-hint, #next-puzzle, #puzzle-next, #puzzle-again").count() == 0
        page.keyboard.press("h")
        number = wait_for_puzzle(page)
        solve_puzzle(page, solutions[number - 1])
        page.wait_for_selector(f'#streak[data-solved="{solved + 1}"]')
        page.click("#tab-button-puzzles")
        page.click("#streak-next")
        wait_for_puzzle(page, number)
    # A reloaded page goes on with it.
    page.reload()
    page.wait_for_selector('#streak[data-solved="2"][data-over="false"]', state="attached")
    page.click("#tab-button-puzzles")
    number = wait_for_puzzle(page)
    choose_wrong_move(page, snapshot(page)["turn"], solutions[number - 1][0])
    page.wait_for_selector('#streak[data-solved="2"][data-over="true"]')
    # It stays lost.
    page.reload()
    page.wait_for_selector('#streak[data-solved="2"][data-over="true"]', state="attached")
    page.click("#tab-button-puzzles")
    page.wait_for_selector('#puzzle-best-streak[data-best="2"]')
    page.wait_for_selector("#puzzle-again")


def exercises(page):
    """Does exercises: with a wrong move, with a hint, and those of one piece."""
    page.click("#tab-button-game")
    page.click("#exercises")
    heading = page.locator("#tab-puzzles h2").first
    expect(heading).to_contain_text("Exercise 1 of")
    expect(page.locator("#status")).to_contain_text("Move the Rook to the marked square")
    # The rook moves somewhere else.
    target = page.locator(".square.goal").get_attribute("data-square")
    page.click('.square[data-piece="R"]')
    page.locator(f'.square[data-legal]:not([data-square="{target}"])').last.click()
    page.wait_for_selector('#status[data-verdict="wrong"]')
    assert page.locator(".square.goal").count() == 1
    page.click('.square[data-piece="R"]')
    page.click(f'.square[data-square="{target}"]')
    page.wait_for_selector('#status[data-verdict="right"]')
    assert page.locator(".square.goal").count() == 0
    page.click("#exercise-next")
    expect(heading).to_contain_text("Exercise 2 of")
    page.click("#tab-button-game")
    page.click('.gallery-piece[aria-label="Iron Cannon"]')
    page.click("#exercise-piece")
    expect(page.locator("#tab-puzzles .puzzle-goal")).to_contain_text("Iron Cannon")


def own_puzzles(page, program):
    """Reads puzzles from pasted text and from a file, and solves them."""
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-puzzles")
    gold = 'shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; dm 1; pv G*1b; id "head gold"'
    flawed = "shogi 8k/9/7PP/9/9/9/9/9/K8 b 2G 1; pv G*2a 1a2a G*2b"
    # Nothing is read from a text with a wrong line.
    page.fill("#own-text", f"{gold}\nshogi startpos; pv 7g7e\n")
    page.click("#own-read")
    expect(page.locator("#own-errors li")).to_have_text(re.compile("^line 2: '7g7e' is not a legal move here"))
    settle(page)
    assert page.locator("#own-next").count() == 0
    page.fill("#own-text", f"{gold}\n{flawed}\n")
    page.click("#own-read")
    page.wait_for_selector("#own-errors li", state="detached")
    expect(page.locator("#tab-puzzles h2").first).to_have_text("Your puzzle 1 of 2")
    expect(page.locator(".puzzle-name")).to_have_text("head gold")
    page.wait_for_selector('#puzzle-proof[data-proof="proven"]')
    choose_wrong_move(page, "black", "G*1b")
    page.wait_for_selector("#status[data-verdict=wrong]")
    solve_puzzle(page, ["G*1b"])
    page.keyboard.press("p")
    page.wait_for_selector('#puzzle-proof[data-proof="shorter"]')
    page.click("#puzzle-hint")
    page.wait_for_selector(".hinted")
    # A reloaded page keeps the puzzles.
    page.reload()
    page.wait_for_selector("[data-square]")
    page.click("#tab-button-puzzles")
    page.wait_for_selector('[data-own-solved="1"][data-own-tried="2"]')
    page.click("#puzzle-solution")
    page.wait_for_selector(".puzzle-solution")
    # Puzzles of another game, by White, from a file that the program has written.
    lines = stored_puzzle_lines(program, "cannonshogi")
    numbers = [number for number, line in enumerate(lines) if " w " in line]
    chosen = [lines[number] for number in numbers[:2]]
    page.set_input_files("#own-file", {"name": "puzzles.epd", "mimeType": "text/plain", "buffer": "\n".join(chosen).encode()})
    expect(page.locator("#tab-puzzles h2").first).to_have_text("Your puzzle 1 of 2")
    page.wait_for_selector('#seat-bottom[data-seat="white"]')
    expect(page.locator("#variant")).to_have_value("cannonshogi")
    solve_puzzle(page, solution_of(chosen[0]))
    page.click("#own-next")
    expect(page.locator("#tab-puzzles h2").first).to_have_text("Your puzzle 2 of 2")
    solve_puzzle(page, solution_of(chosen[1]))
    page.set_input_files("#own-file", {"name": "picture.png", "mimeType": "image/png", "buffer": bytes(range(256))})
    expect(page.locator("#own-errors p")).to_have_text(re.compile("^picture.png cannot be read"))
    assert not page.errors, page.errors


def choose_wrong_move(page, side, right):
    """Tries a move of another piece than that of the solution."""
    is_own = str.isupper if side == "black" else str.islower
    for name, piece in snapshot(page)["pieces"].items():
        if not is_own(piece.strip("+")) or right.startswith(name):
            continue
        square(page, name).click()
        targets = snapshot(page)["legal"]
        if targets:
            square(page, next(iter(targets))).click()
            choice = page.locator('[data-promote="false"]')
            if choice.count() and choice.is_visible():
                choice.click()
            return
        page.keyboard.press("Escape")
    raise AssertionError("only the solution is legal")


def save_setting(page, label):
    """Turns a setting on or off."""
    page.click("#settings")
    page.locator("#settings-dialog").get_by_label(label).click()
    page.keyboard.press("Escape")
    page.wait_for_selector("#settings-dialog", state="hidden")


def keyboard_only(page):
    set_up_game(page, "shogi", "both")
    # A square has the arrow keys only if the keyboard has led to it.
    page.keyboard.press("Shift")
    square(page, "9a").focus()
    for key in ["ArrowDown"] * 6 + ["ArrowRight"] * 2:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-square="7f"][data-legal="move"]')
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-ply="1"]', state="attached")
    assert snapshot(page)["pieces"]["7f"] == "P"
    # A new game would lose the move, so there is a question.
    page.keyboard.press("n")
    page.wait_for_selector("#confirm-no:focus")
    page.keyboard.press("Escape")
    page.wait_for_selector("#confirm-yes", state="hidden")
    settle(page)
    assert snapshot(page)["plies"] == 1
    # As with Caps Lock.
    page.keyboard.press("U")
    page.wait_for_selector('[data-ply="1"]', state="detached")
    # A key can be hit by accident: it asks also if nothing would be lost.
    page.keyboard.press("n")
    page.wait_for_selector("#confirm-no:focus")
    page.keyboard.press("Escape")
    # How a piece moves is said, too.
    square(page, "7g").focus()
    page.keyboard.press("m")
    expect(page.locator("#announcement")).to_contain_text("Pawn: ")
    page.keyboard.press("Escape")
    # Letters can be turned off, the other keys stay.
    save_setting(page, "Letters are keys")
    for key in ["n", "f", "m"]:
        page.keyboard.press(key)
    assert not page.locator("#confirm-dialog[open], #movement-card:visible").count()
    assert page.locator('#seat-bottom[data-seat="black"]').count() == 1
    save_setting(page, "Letters are keys")
    # Tab reaches the board and everything else.
    reached = set()
    page.evaluate("document.activeElement.blur()")
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.dataset.square || ''"))
    assert {"variant", "new", "settings", "language", "first"} <= reached, reached
    # Arrow keys go along the toolbar.
    page.keyboard.press("Shift")
    page.focus("#first")
    for name in ["previous", "next", "last", "flip", "undo", "hint"]:
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id") == name


def phone(browser, program, width, height):
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, has_touch=True, is_mobile=True)
    page = open_page(context, program)
    set_up_game(page, "cannonshosu", "both")
    nothing_is_off_screen(page, width)
    square(page, "1h").tap()
    square(page, "1e").tap()
    expect(page.locator("#movement-card")).to_contain_text("Not possible")
    square(page, "1h").tap()
    square(page, "1g").tap()
    page.wait_for_selector('[data-ply="1"]', state="attached")
    box = square(page, "5h").bounding_box()
    assert box["width"] > 0.08 * width, box
    page.click("#tab-button-puzzles")
    page.click("#puzzle-next")
    page.click("#confirm-yes")
    number = wait_for_puzzle(page)
    controls = page.locator("#controls").bounding_box()
    assert controls["height"] < 50 and controls["y"] + controls["height"] < height, controls
    solve_puzzle(page, stored_puzzles(program, "cannonshosu")[number - 1])
    for tab in ["game", "moves", "puzzles", "position"]:
        page.click(f"#tab-button-{tab}")
        nothing_is_off_screen(page, width)
    assert not page.errors, page.errors
    context.close()


def nothing_is_off_screen(page, width):
    found = page.evaluate("document.documentElement.scrollWidth")
    assert found <= width, f"the page is {found} pixels wide instead of {width}"


WINDOWS = [(1280, 720), (1280, 800), (1440, 900), (1536, 730), (1680, 1050), (1920, 1080), (1024, 768), (844, 390)]
BOXES = """() => Object.fromEntries(['#board', '#hand-top', '#hand-bottom', '#seat-top', '#seat-bottom', '#panel', '#controls']
    .map(id => [id, document.querySelector(id).getBoundingClientRect()]).map(([id, box]) => [id, [box.left, box.top, box.right, box.bottom]]))"""


def overlap(one, other):
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def choose_timing(page, timing):
    page.select_option("#tab-game select:has(option[value=clock])", timing)
    settle(page)


def layout(browser, program):
    """The board stays where it is to the pixel, nothing covers anything, and all of it is in the window."""
    for size in WINDOWS:
        context = browser.new_context(viewport=dict(zip(("width", "height"), size)), reduced_motion="reduce")
        page = open_page(context, program)
        set_up_game(page, "cannonshogi", "black", "1")
        page.click("#tab-button-game")
        choose_timing(page, "clock")
        start_new_game(page)
        choose_timing(page, "move")
        page.click("#tab-button-game")
        before = page.evaluate(BOXES)
        assert page.locator(".seat .clock").count() == 2
        for seat in ["#seat-top", "#seat-bottom"]:
            clock, outer = (page.locator(found).bounding_box() for found in [f"{seat} .clock", seat])
            right, bottom = (clock[at] + clock[size] - outer[at] - outer[size] for at, size in [("x", "width"), ("y", "height")])
            assert clock["x"] >= outer["x"] and clock["y"] >= outer["y"] and max(right, bottom) <= 0, (size, clock, outer)
        names = list(before)
        for index, one in enumerate(names):
            assert 0 <= before[one][0] and before[one][2] <= size[0] and before[one][3] <= size[1], (size, one, before[one])
            for other in names[index + 1 :]:
                assert not overlap(before[one], before[other]), (size, one, other, before)
        square(page, "7g").click()
        square(page, "7f").click()
        page.wait_for_selector(".seat .detail")
        for _ in range(5):
            assert page.evaluate(BOXES)["#board"] == before["#board"], size
            page.wait_for_timeout(50)
        page.wait_for_selector('[data-ply="2"]', state="attached")
        page.click("#tab-button-moves")
        start_analysis(page)
        page.wait_for_selector('[data-pv="1"][data-depth]')
        assert page.evaluate(BOXES)["#board"] == before["#board"], size
        # A count of checks appears.
        send(page, "set_up", variant="shosu", sfen="9k/10/10/10/10/10/10/10/10/K7R1 b - 1")
        before = page.evaluate(BOXES)
        play_moves(page, "2j1j")
        expect(page.locator(".seat .detail")).to_contain_text("checks in a row: 1")
        assert page.evaluate(BOXES)["#board"] == before["#board"], size
        assert not page.errors, page.errors
        context.close()


def notation_is_chosen_beside_the_language(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    play_moves(page, "7g7f")
    move = page.locator('[data-ply="1"]')
    expect(move).to_contain_text("P-7f")
    for notation, text, rank in [("japanese", "７六歩", "一"), ("language", "P-7f", "a")]:
        page.click("#settings")
        page.select_option("#settings-dialog #notation", notation)
        page.keyboard.press("Escape")
        expect(move).to_contain_text(text)
        expect(page.locator("#ranks span").first).to_have_text(rank)


def japanese(browser, program):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="ja-JP", reduced_motion="reduce")
    page = open_page(context, program)
    assert page.get_attribute("html", "lang") == "ja"
    expect(page.locator("#new")).to_have_text("新しい対局")
    set_up_game(page, "shogi", "both")
    expect(square(page, "5i")).to_have_attribute("aria-label", "5九、先手の玉将")
    # The person's choice stays.
    page.select_option("#language", "en")
    page.wait_for_selector('html[lang="en"]')
    page.wait_for_selector("[data-square]")
    expect(page.locator("#new")).to_have_text("New game")
    page.reload()
    page.wait_for_selector("[data-square]")
    # The program has the choice, too.
    settle(page)
    assert page.get_attribute("html", "lang") == "en" and setting(page, "language") == "en"
    assert not page.errors, page.errors
    context.close()


def without_an_answer(browser, program):
    """Until the program has sent something, the page does what it can without it."""
    context = browser.new_context(reduced_motion="reduce", locale="ja-JP")
    context.route_web_socket("**/socket*", lambda socket: None)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    # Controls are inert until the texts have come.
    requests = []
    page.route("**/japanese.js", lambda request: requests.append(request))
    with page.expect_request("**/japanese.js"):
        page.goto(program.address)
    assert page.evaluate("document.body.inert")
    # The request is known before it is routed.
    while not requests:
        page.wait_for_timeout(10)
    requests[0].continue_()
    page.click("#settings")
    page.wait_for_selector("#settings-dialog[open]")
    for name in ["効果音", "動けるマスを表示する"]:
        page.locator("#settings-dialog").get_by_label(name).click()
    page.keyboard.press("Escape")
    for tab in ["game", "moves", "puzzles", "position"]:
        page.click(f"#tab-button-{tab}")
    show_more(page)
    for button in page.query_selector_all("#new, #set-sfen, #read, #tab-position [data-export]"):
        button.click()
    for key in ["n", "f", "u", "h", "a", "p", "ArrowLeft", "Enter", "Escape"]:
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert not page.errors, page.errors
    context.close()


def premoves(page):
    # Time for a few clicks on a busy machine.
    set_up_game(page, "shogi", "black", "5", level="20")
    play_moves(page, "7g7f")
    square(page, "2g").click()
    square(page, "2f").click()
    page.wait_for_selector('[data-square="2f"].premove')
    page.wait_for_selector('[data-ply="3"]', state="attached")
    assert snapshot(page)["pieces"]["2f"] == "P"
    # While the engine thinks, moves are cancelled: it has more time than that takes.
    set_up_game(page, "shogi", "black", "60", level="20")
    play_moves(page, "7g7f")
    cancel_premove(page, lambda: page.keyboard.press("Escape"))
    cancel_premove(page, lambda: square(page, "5e").click())
    # After a move is taken back, it is not played in its place.
    cancel_premove(page, lambda: page.keyboard.press("u"))
    page.wait_for_timeout(300)
    pieces = snapshot(page)["pieces"]
    assert (pieces["2g"], pieces["9g"]) == ("P", "P"), pieces
    # A piece that may promote asks at once, and does what was chosen.
    set_up_game(page, "shogi", "black", "8", level="20")
    send(page, "set_up", variant="shogi", sfen="4k4/9/9/7P1/9/9/9/9/4K4 b - 1")
    page.click("#tab-button-game")
    page.click("#play-here")
    # The game that begins takes back what was picked up before.
    settle(page)
    play_moves(page, "5i5h")
    square(page, "2d").click()
    square(page, "2c").click()
    page.wait_for_selector("#promotion:not([hidden])")
    page.click('[data-promote="false"]')
    page.wait_for_selector('[data-square="2c"].premove')
    page.wait_for_selector('[data-ply="3"]', state="attached")
    assert snapshot(page)["pieces"]["2c"] == "P"


def cancel_premove(page, cancel):
    square(page, "9g").click()
    square(page, "9f").click()
    page.wait_for_selector('[data-square="9f"].premove')
    cancel()
    page.wait_for_selector(".premove", state="detached")


def accessibility(page):
    page.evaluate((Path(os.environ["AXE"]) / "axe.min.js").read_text())
    usual = page.viewport_size
    for theme, width in [("light", usual["width"]), ("dark", usual["width"]), ("light", 1000), ("light", 360)]:
        page.set_viewport_size({**usual, "width": width})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for tab in ["game", "moves", "puzzles", "position"]:
            page.click(f"#tab-button-{tab}")
            found = page.evaluate("axe.run().then(result => result.violations)")
            serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
            details = [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in serious]
            assert not serious, f"{theme}, {width} pixels, {tab}: {details}"
    page.set_viewport_size(usual)


def measure_answer(page):
    """Returns the time from a click to the engine's move, less the time that the engine may think."""
    set_up_game(page, "shogi", "black")
    square(page, "7g").click()
    started = time.monotonic()
    square(page, "7f").click()
    page.wait_for_selector('[data-ply="2"]', state="attached")
    return time.monotonic() - started - 0.01


def main():
    # These need the functions above.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "picture"))
    import board_input
    import board_look
    import board_records
    import board_state
    import game_pieces

    is_site = len(sys.argv) > 2
    program = Site(*sys.argv[1:3]) if is_site else Program(sys.argv[1])
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            page = open_page(context, program)
            print(f"from the command to the page: {time.monotonic() - program.started:.2f} s, browser included")
            print(f"from a click to the engine's answer: {measure_answer(page):.3f} s more than it thinks")
            drops_promotions_and_reasons(page)
            if not is_site:
                drags_that_end_elsewhere(page)
                movement_hints(page)
                a_first_hint_hides_the_move(page)
            engine_size(page)
            opening_book(page)
            analysis(page)
            editor_and_formats(page)
            reload_in_mid_game(page)
            several_tabs(context, page, program)
            puzzles(page, program)
            streak(page, program)
            exercises(page)
            own_puzzles(page, program)
            if not is_site:
                premoves(page)
                keyboard_only(page)
                notation_is_chosen_beside_the_language(page)
            board_state.run(browser, program, page)
            board_records.run(browser, program, page)
            if not is_site:
                board_input.run(browser, program, page)
                accessibility(page)
                for size in [(390, 844), (360, 740)]:
                    phone(browser, program, *size)
                layout(browser, program)
                board_look.run(browser, program)
                japanese(browser, program)
                game_pieces.check(browser, program)
                without_an_answer(browser, program)
            expected = [error for error in page.errors if "ERR_INCOMPLETE" not in error]
            assert not expected, expected
            assert page.locator("#variant option").count() >= 6
            play_whole_game(page, *(("shosu", "white") if is_site else ("cannonshogi", "black")))
            assert not page.errors, page.errors
            browser.close()
    finally:
        program.close()
    print("all passed")


if __name__ == "__main__":
    main()
