"""Browser tests of keys, the wheel and screen readers. `board_games.py` runs them."""

from board_games import (
    agree_if_asked,
    evaluate_module,
    open_page,
    play_moves,
    send,
    set_up_game,
    settle,
    snapshot,
    square,
    wait_until,
)
from playwright.sync_api import expect

LINES = "position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e"


def run(browser, program, page):
    keys_do_not_answer_the_questions_they_open(page)
    keys_are_those_of_an_open_dialog(page)
    arrow_keys_follow_the_mouse(page)
    the_wheel_goes_one_move_a_notch(page)
    changes_of_the_tree_are_undone(page)
    screen_readers_hear(page)
    comments_before_the_first_move_are_shown(page)
    play_from_a_position_has_the_chosen_side_and_clocks(page)
    forced_colours_show_targets(browser, program)
    the_engine_moves_at_once(page)
    the_last_seconds_are_counted(page)
    the_last_seconds_are_spoken(page)
    a_random_side_is_one_of_both(page)


def press_slowly(page, key):
    page.keyboard.down(key)
    page.wait_for_timeout(100)
    page.keyboard.up(key)


def keys_do_not_answer_the_questions_they_open(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    page.click("#tab-button-game")
    page.fill("#sfen", "8k/9/8P/9/9/9/9/9/K8 b G 1")
    press_slowly(page, "Enter")
    expect(page.locator("#confirm-yes")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-square][data-piece]")).to_have_count(3)
    # A button, too.
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    for key in ["Enter", "Space"]:
        page.focus("#new")
        press_slowly(page, key)
        expect(page.locator("#confirm-no")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#confirm-no")).to_be_hidden()
    settle(page)
    assert snapshot(page)["plies"] == 1


def keys_are_those_of_an_open_dialog(page):
    """Also where the page has the focus, as after a click on the text of the dialog in some browsers."""
    page.click("#settings")
    page.wait_for_selector("#settings-dialog[open]")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    page.wait_for_selector("#settings-dialog", state="hidden")
    expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", "black")


def arrow_keys_follow_the_mouse(page):
    send(page, "import", text=LINES, variant="shogi")
    settle(page)
    last = 6
    for selector in ['[data-square="5e"]', "#tab-button-moves", "#flip", '[data-square="7f"]']:
        page.click(selector)
        for key, node in [("ArrowLeft", last - 1), ("Home", 0), ("ArrowDown", 1), ("End", last)]:
            page.keyboard.press(key)
            page.wait_for_selector(f'[data-node="{node}"][aria-current]', state="attached")
        page.keyboard.press("Escape")


def the_wheel_goes_one_move_a_notch(page):
    send(page, "import", text=LINES, variant="shogi")
    send(page, "go_to", node=0)
    settle(page)
    turn = """deltas => { for (const deltaY of deltas)
        document.querySelector('#board').dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true })) }"""
    for deltas, node in [([100], 1), ([40, 40, 40], 2), ([120], 3), ([-20] * 4, 2)]:
        page.wait_for_timeout(300)
        page.evaluate(turn, deltas)
        settle(page)
        page.wait_for_selector(f'[data-node="{node}"][aria-current]', state="attached")


def changes_of_the_tree_are_undone(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    play_moves(page, "7g7f 3c3d 2g2f")
    page.click('[data-node="2"]')
    page.wait_for_selector('[data-node="2"][aria-current]')
    page.click("#remove")
    expect(page.locator("[data-ply]")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator("[data-ply]")).to_have_count(3)
    page.click("#remove")
    expect(page.locator("[data-ply]")).to_have_count(1)
    page.click("#undo-change")
    expect(page.locator("[data-ply]")).to_have_count(3)


def screen_readers_hear(page):
    set_up_game(page, "shogi", "black")
    slider = page.locator("#tab-game input[type=range]")
    expect(slider).to_have_attribute("aria-valuetext", "Level 0: Beginner")
    play_moves(page, "7g7f")
    expect(page.locator("#announcement[aria-live]")).to_contain_text("White: ")
    # Where the piece of a hint is, in puzzles and exercises, too.
    send(page, "puzzle", variant="shogi", source="exercise", number=1)
    send(page, "hint")
    origin = evaluate_module(page, "core/store.js", "m.store.state.puzzle.hint.origin")
    expect(page.locator("#announcement")).to_contain_text(f"{origin}, Black ")
    # A piece in hand that is to be dropped.
    send(page, "set_up", variant="shogi", sfen="8k/9/8P/9/9/9/9/9/K8 b G 1")
    page.click("#hint")
    piece = page.locator('[data-hand="black"] [data-piece="G"].hinted')
    expect(piece).to_have_attribute("aria-label", "Black Gold in hand, 1, hint")


def comments_before_the_first_move_are_shown(page):
    send(page, "import", text='[Variant "shogi"]\n\n{A famous game} 1. P-7f P-3d *', variant="shogi")
    expect(page.locator("#move-list .comment").first).to_have_text("A famous game")


def play_from_a_position_has_the_chosen_side_and_clocks(page):
    set_up_game(page, "shogi", "white")
    timing = "#tab-game select:has(option[value=clock])"
    page.select_option(timing, "clock")
    settle(page)
    page.click("#tab-button-position")
    page.click("#edit")
    page.click("#editor-play:not([disabled])")
    settle(page)
    agree_if_asked(page)
    expect(page.locator(".seat .clock")).to_have_count(2)
    expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", "white")
    page.click("#tab-button-game")
    page.select_option(timing, "move")
    settle(page)


def forced_colours_show_targets(browser, program):
    context = browser.new_context(forced_colors="active", reduced_motion="reduce")
    page = open_page(context, program)
    set_up_game(page, "shogi", "both")
    square(page, "7g").click()
    page.wait_for_selector('[data-square="7f"][data-legal]')
    style = "([name, pseudo, what]) => getComputedStyle(document.querySelector(`[data-square='${name}']`), pseudo)[what]"
    assert page.evaluate(style, ["7g", None, "outlineStyle"]) == "solid"
    assert page.evaluate(style, ["7f", "::after", "borderTopStyle"]) == "solid"
    assert page.evaluate(style, ["5e", None, "outlineStyle"]) == "none"
    context.close()


def the_engine_moves_at_once(page):
    set_up_game(page, "shogi", "black", "600", level="20")
    play_moves(page, "7g7f")
    # At first it has no move.
    expect(page.locator("#move-now")).to_be_visible()
    wait_until(lambda: click_if_there(page, "#move-now") or page.locator("[data-ply]").count() == 2, "the engine moves")
    expect(page.locator("[data-ply]")).to_have_count(2)
    expect(page.locator("#move-now")).to_have_count(0)


def click_if_there(page, selector):
    page.evaluate("selector => document.querySelector(selector)?.click()", selector)
    settle(page)


def the_last_seconds_are_counted(page):
    person = {"kind": "person"}
    clocks = {"main": 600_000, "increment": 0, "byoyomi": 10_000}
    send(page, "new_game", variant="shogi", players=[person, person], time=clocks)
    expect(page.locator(".clock.running")).to_have_count(1)
    assert page.locator(".clock.last").count() == 0
    send(page, "new_game", variant="shogi", players=[person, person], time={**clocks, "main": 0})
    expect(page.locator('.clock.running.last[data-clock="black"]')).to_have_count(1)
    send(page, "resign")
    expect(page.locator(".clock.last")).to_have_count(0)


def the_last_seconds_are_spoken(page):
    page.evaluate("() => { window.spoken = []; speechSynthesis.speak = (said) => spoken.push([said.lang, said.text]); }")
    send(page, "settings", changes={"spoken": True})
    person = {"kind": "person"}
    clocks = {"main": 0, "increment": 0, "byoyomi": 20_000}
    send(page, "new_game", variant="shogi", players=[person, person], time=clocks)
    wait_until(lambda: page.evaluate("spoken.length") == 1, "20 seconds are spoken")
    # Of the other side, too.
    play_moves(page, "7g7f")
    wait_until(lambda: page.evaluate("spoken.length") == 2, "20 seconds are spoken again")
    send(page, "new_game", variant="shogi", players=[person, person], time={**clocks, "byoyomi": 3_000})
    expect(page.locator('[data-status="ended"], .ended')).to_have_count(1)
    languages, texts = zip(*page.evaluate("spoken"))
    assert set(languages) == {"en"} and texts[:2] == ("20 seconds", "20 seconds"), texts
    # On a busy machine one may be left out.
    last = list(texts[2:])
    assert len(last) >= 2 and last == [text for text in "321" if text in last], texts
    send(page, "settings", changes={"spoken": False})


def a_random_side_is_one_of_both(page):
    sides = set()
    for _ in range(30):
        set_up_game(page, "shogi", "random")
        sides.add(page.get_attribute("#seat-bottom", "data-seat"))
        if len(sides) == 2:
            break
    # By chance one side alone once in a billion.
    assert sides == {"black", "white"}
    set_up_game(page, "shogi", "both")
