"""Browser tests of what the page knows and how it draws it. `board_games.py` runs them."""

import re

from board_games import (
    agree_if_asked,
    evaluate_module,
    open_page,
    play_moves,
    send,
    set_up_game,
    settle,
    square,
    start_analysis,
    stop_analysis,
    wait_until,
)
from playwright.sync_api import expect


def run(browser, program, page):
    escape_keeps_a_comment(page)
    a_comment_is_kept_when_the_page_goes(page)
    a_promotion_choice_ends_with_its_game(page)
    errors_stay_while_the_pointer_moves(page)
    a_piece_that_is_gone_is_no_mistake(page)
    the_result_stays_after_further_moves(page)
    ends_and_read_games_are_kept(page)
    a_press_on_a_line_plays_it(page)
    controls_keep_the_focus(page)
    the_list_does_not_jump_during_a_review(page)
    whites_view_survives_a_reload(page)
    the_chosen_game_survives_a_reconnection(browser, program)
    a_new_page_begins_as_chosen(browser, program)
    the_person_is_spoken_to(page)
    a_rematch_has_the_same_times_and_handicap(page)


def escape_keeps_a_comment(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    page.click("#tab-button-moves")
    page.click("#write-comment")
    page.fill("#comment", "not lost")
    # The key ends what an input method composes, and not the comment.
    page.eval_on_selector(
        "#comment",
        "input => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }))",
    )
    expect(page.locator("#comment")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#move-list .comment")).to_have_text("not lost")
    expect(page.locator("#comment")).to_have_count(0)


def a_comment_is_kept_when_the_page_goes(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    page.click("#tab-button-moves")
    page.click("#write-comment")
    page.fill("#comment", "half written")
    page.reload()
    page.click("#tab-button-moves")
    expect(page.locator("#move-list .comment")).to_have_text("half written")


def a_promotion_choice_ends_with_its_game(page):
    set_up_game(page, "shogi", "both")
    send(page, "set_up", variant="shogi", sfen="4k4/9/9/4P4/9/9/9/9/4K4 b - 1")
    square(page, "5d").click()
    square(page, "5c").click()
    expect(page.locator("#promotion")).to_be_visible()
    # The same position in another game.
    send(page, "set_up", variant="shogi", sfen="4k4/9/9/4P4/9/9/9/9/4K4 b - 1")
    expect(page.locator("#promotion")).to_be_hidden()
    expect(page.locator(".square.selected")).to_have_count(0)


def errors_stay_while_the_pointer_moves(page):
    """A look at a piece asks the program, but is no news to anybody."""
    set_up_game(page, "shogi", "both")
    page.fill("#sfen", "not a position")
    page.press("#sfen", "Enter")
    error = page.locator("#position-line .field-error")
    expect(error).to_be_visible()
    square(page, "8h").hover()
    expect(page.locator("#movement-card")).to_contain_text("Bishop")
    settle(page)
    expect(error).to_be_visible()
    page.mouse.move(1, 1)
    page.fill("#sfen", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
    page.press("#sfen", "Enter")
    expect(error).to_have_count(0)


def a_piece_that_is_gone_is_no_mistake(page):
    """The pointer rests on a piece that a move takes away meanwhile."""
    set_up_game(page, "shogi", "both")
    evaluate_module(page, "core/store.js", "m.store.state.pieces['5e'] = 'P'")
    square(page, "5e").hover()
    expect(page.locator("#movement-card")).to_contain_text("Pawn")
    settle(page)
    assert page.text_content("#notice") == ""
    page.mouse.move(1, 1)


def the_result_stays_after_further_moves(page):
    """The main line ends where the game did; what is played then is a variation, and links show it."""
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    page.click("#resign")
    page.click("#confirm-yes")
    page.wait_for_selector("#status.ended")
    page.click("#tab-button-moves")
    square(page, "3c").click()
    square(page, "3d").click()
    page.wait_for_selector('.variation [aria-current="step"]')
    expect(page.locator("#move-list .result")).to_have_text("Black wins. White resigns.")
    expect(page.locator("[data-ply]")).to_have_count(1)
    page.click("#tab-button-position")
    page.click('[data-export="link"]')
    expect(page.locator("#export")).to_have_value(re.compile(r"#variant=shogi&moves=7g7f,3c3d$"))


def recent(page):
    return page.locator("#recent .recent-game").first


def ends_and_read_games_are_kept(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    page.click("#tab-button-game")
    expect(recent(page)).to_contain_text("1 move · not finished")
    page.click("#resign")
    page.click("#confirm-yes")
    expect(recent(page)).to_contain_text("1 move · Black wins. White resigns.")
    page.click("#tab-button-position")
    page.fill("#import", '[Black "Habu"]\n[White "Sato"]\n[Variant "shogi"]\n\n1. P-7f P-3d 2. P-2f *')
    page.click("#read")
    # The moves are what a reader wants to see.
    expect(page.locator("#tab-moves [data-ply]")).to_have_count(3)
    expect(page.locator("#tab-moves")).to_be_visible()
    page.click("#tab-button-game")
    expect(recent(page)).to_contain_text(re.compile("Habu.*Sato|Sato.*Habu"))


def a_press_on_a_line_plays_it(page):
    """Also while new lines arrive many times a second."""
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    start_analysis(page)
    first = page.locator('[data-pv="1"] .pv-move').first
    expect(first).to_be_visible()
    for plies in [1, 2]:
        expect(first).to_be_visible()
        box = first.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.wait_for_timeout(300)
        page.mouse.up()
        expect(page.locator("[data-ply]")).to_have_count(plies)
    page.mouse.move(1, 1)
    stop_analysis(page)


def controls_keep_the_focus(page):
    set_up_game(page, "shogi", "black")
    page.click("#tab-button-game")
    for selector in ["#tab-game input[type=range]", "#tab-game select >> nth=1"]:
        page.focus(selector)
        focused = page.evaluate_handle("document.activeElement")
        for level in [3, 4]:
            send(page, "settings", changes={"level": level})
            settle(page)
        assert page.evaluate("element => element === document.activeElement", focused), selector
    expect(page.locator("#tab-game input[type=range]")).to_have_value("4")
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    start_analysis(page)
    page.focus("#analysis select")
    focused = page.evaluate_handle("document.activeElement")
    for move in ["7g7f", "3c3d"]:
        send(page, "play", node=evaluate_module(page, "core/store.js", "m.store.state.node"), move=move)
        page.wait_for_selector('[data-pv="1"]')
    assert page.evaluate("element => element === document.activeElement", focused)
    stop_analysis(page)
    play_moves(page, "8h2b+ 3a2b")
    page.focus('[data-hand="black"] [data-piece="B"]')
    play_moves(page, "2g2f")
    page.focus('[data-hand="black"] [data-piece="B"]')
    send(page, "go_to", node=4)
    settle(page)
    assert page.evaluate("document.activeElement.dataset.piece") == "B"


def the_list_does_not_jump_during_a_review(page):
    set_up_game(page, "shogi", "both")
    moves = " ".join(["2h3h 8b7b 3h2h 7b8b"] * 2 + ["7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 9g9f 9c9d"])
    send(page, "import", text=f"position startpos moves {moves}", variant="shogi")
    settle(page)
    page.click("#tab-button-moves")
    page.click("#review")
    page.wait_for_selector("#review-progress")
    page.evaluate("document.querySelector('#move-list').scrollTop = 0")
    for count in [2, 4]:
        page.wait_for_function("count => document.querySelectorAll('#move-list .score').length >= count", arg=count)
        assert page.evaluate("document.querySelector('#move-list').scrollTop") == 0
    page.click("#review")
    page.wait_for_selector("#review[aria-pressed=false]")


def whites_view_survives_a_reload(page):
    set_up_game(page, "shogi", "white")
    expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", "white")
    page.reload()
    page.wait_for_selector("[data-square]")
    settle(page)
    expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", "white")
    page.click("#flip")
    expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", "black")
    set_up_game(page, "shogi", "black")
    expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", "black")


def the_chosen_game_survives_a_reconnection(browser, program):
    if not hasattr(program, "process"):
        return
    context = browser.new_context(reduced_motion="reduce")
    sockets = []

    def connect(socket):
        socket.connect_to_server()
        sockets.append(socket)

    context.route_web_socket("**/socket*", connect)
    page = open_page(context, program)
    set_up_game(page, "shosu", "both")
    sockets[-1].close()
    page.wait_for_selector("body.offline")
    page.wait_for_selector("body:not(.offline)")
    wait_until(lambda: len(sockets) == 2, "the page connects again")
    settle(page)
    expect(page.locator("#variant")).to_have_value("shosu")
    page.click("#new")
    agree_if_asked(page)
    settle(page)
    expect(square(page, "10h")).to_have_attribute("data-piece", re.compile("."))
    context.close()


# A page that is hidden, in a browser that tells what pages want to tell.
HIDDEN = """() => {
    window.told = [];
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    window.Notification = class {
        static permission = "granted";
        constructor(title, { body, tag }) { window.told.push(`${title} ${body}`); window.tag = tag; }
    };
}"""


def the_person_is_spoken_to(page):
    set_up_game(page, "shogi", "black")
    status = page.locator("#status")
    expect(status).to_have_text("Your move")
    send(page, "settings", changes={"notify": True})
    page.evaluate(HIDDEN)
    play_moves(page, "7g7f")
    wait_until(lambda: page.title() == "● Your move · Ozutsu", "the engine has moved")
    assert re.fullmatch(r"Your move \S+", page.evaluate("window.told[0]")), page.evaluate("window.told")
    # The next move of the same game takes its place, and no other game does.
    assert evaluate_module(page, "core/store.js", "window.tag === `ozutsu-${m.store.state.game}`")
    page.evaluate("delete document.hidden")
    page.keyboard.press("ArrowLeft")
    expect(status).to_have_text("Your move. This is an earlier position.")
    assert page.title().startswith("● Your move")
    page.keyboard.press("End")
    expect(status).to_have_text("Your move")
    page.click("#resign")
    page.click("#confirm-yes")
    expect(status).to_have_text("You lose. Black resigns.")
    expect(status).to_have_attribute("data-outcome", "lost")
    with page.expect_download():
        page.click("#save-game")
    page.click("#again")
    expect(page.locator("#seat-bottom")).to_have_attribute("data-seat", "white")
    expect(page.locator("#afterwards button")).to_have_count(0)
    send(page, "settings", changes={"notify": False})


def a_rematch_has_the_same_times_and_handicap(page):
    """Whatever is chosen for the next game."""
    set_up_game(page, "shogi", "both")
    people = [{"kind": "person"}, {"kind": "person"}]
    send(page, "new_game", variant="shogi", players=people, handicap="rook", time={"main": 600_000})
    page.click("#resign")
    page.click("#confirm-yes")
    page.click("#again")
    expect(page.locator("#afterwards button")).to_have_count(0)
    state = evaluate_module(page, "core/store.js", "m.store.state")
    assert state["handicap"] == "rook" and state["clocks"]["control"]["main"] == 600_000, state


def a_new_page_begins_as_chosen(browser, program):
    """A new table has the side and the strength that were chosen last."""
    if not hasattr(program, "process"):
        return
    context = browser.new_context(reduced_motion="reduce")
    page = open_page(context, program)
    set_up_game(page, "shogi", "white", level="3")
    # With a name of its own it does not get a table that another page has left.
    context.add_init_script("sessionStorage['ozutsu-table'] ??= 'another-table'")
    other = open_page(context, program)
    expect(other.locator("#seat-bottom")).to_have_attribute("data-seat", "white")
    expect(other.locator("#seat-top .name small")).to_have_text("Engine, level 3")
    set_up_game(page, "shogi", "black", "1", level="5")
    assert not page.errors + other.errors, page.errors + other.errors
    context.close()
