"""Browser tests of the layout and the language. `board_games.py` runs them."""

import re

from board_games import (
    evaluate_module,
    nothing_is_off_screen,
    open_page,
    send,
    set_up_game,
    setting,
    settle,
    square,
    start_analysis,
    stop_analysis,
)
from playwright.sync_api import expect


def run(browser, program):
    the_card_covers_no_square_of_a_phone(browser, program)
    the_list_of_moves_has_room(browser, program)
    the_shown_move_is_seen(browser, program)
    what_is_pressed_is_large(browser, program)
    japanese_is_that_of_the_field(browser, program)
    chinese_is_that_of_its_script(browser, program)
    every_language_fits(browser, program)


def box(page, selector):
    found = page.locator(selector).bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def the_card_covers_no_square_of_a_phone(browser, program):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = open_page(context, program)
    set_up_game(page, "cannonshogi", "both")
    for name in ["2b", "5a", "1a"]:
        square(page, name).tap()
        page.wait_for_selector("#movement-card:not([hidden])")
        assert box(page, "#movement-card")[1] >= box(page, "#board")[3], name
    page.locator("#status-line").tap()
    page.wait_for_selector("#movement-card", state="hidden")
    # The counts are above or below the characters, which tell cannons apart.
    for side, hand, corner in [("black", "2U", 1), ("white", "2u", 3)]:
        send(page, "set_up", variant="cannonshogi", sfen=f"4k4/9/9/9/9/9/9/9/4K4 b {hand} 1")
        piece = f'[data-hand="{side}"] [data-piece="U"]'
        count, whole = box(page, f"{piece} .count"), box(page, piece)
        height = whole[3] - whole[1]
        assert abs(count[corner] - whole[corner]) < 0.2 * height and count[3] - count[1] < 0.5 * height, side
    # A puzzle that is started far below is seen.
    page.click("#tab-button-puzzles")
    page.locator("#puzzle-next").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.click("#puzzle-next")
    page.wait_for_selector("#puzzle-again", state="attached")
    page.wait_for_function("() => document.querySelector('#board').getBoundingClientRect().top > -2")
    context.close()


SEEN_ROWS = """() => {
    const list = document.querySelector("#move-list").getBoundingClientRect();
    const panel = document.querySelector("#tab-moves").getBoundingClientRect();
    const rows = [...document.querySelectorAll("#move-list .move.black")].map((row) => row.getBoundingClientRect());
    const isSeen = ({ top, bottom }) => [list, panel].every((box) => top >= box.top - 1 && bottom <= box.bottom + 1);
    return rows.filter(isSeen).length;
}"""


def the_list_of_moves_has_room(browser, program):
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = open_page(context, program)
    page.click("#tab-button-game")
    # What the pointer shows is said where it is seen at once.
    expect(page.get_by_text("rest the pointer on one on the board")).to_be_in_viewport()
    moves = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f"
    send(page, "import", text=f"position startpos moves {moves}", variant="shogi")
    settle(page)
    page.click("#tab-button-moves")
    start_analysis(page)
    page.select_option("#analysis select", "5")
    page.wait_for_selector('[data-pv="5"]')
    top, bottom = box(page, "#move-list")[1::2]
    row = box(page, "#move-list .move.black >> nth=0")
    assert bottom - top >= 3 * (row[3] - row[1]), (top, bottom, row)
    page.select_option("#analysis select", "2")
    expect(page.locator("#lines [data-pv]")).to_have_count(2)
    page.select_option("#analysis select", "3")
    stop_analysis(page)
    # After a review eight rows are seen at once, while the line for positions is folded, as it is at first.
    page.evaluate("document.querySelector('#more-position').open = false")
    moves += " 8g8f 8b8f 3i3h 7a7b 9g9f 9c9d 6g6f 1c1d"
    # A rook is given away: a mistake, whose button takes a row, however slow the machine is.
    send(page, "import", text=f"position startpos moves {moves} 2d2c+ 3b2c", variant="shogi")
    settle(page)
    send(page, "review", move_time=100)
    page.wait_for_selector("#accuracy [data-accuracy]")
    expect(page.locator("#mistakes")).to_be_visible()
    settle(page)
    rows = page.evaluate(SEEN_ROWS)
    assert rows >= 8, rows
    context.close()
    context = browser.new_context(viewport={"width": 844, "height": 390}, reduced_motion="reduce")
    page = open_page(context, program)
    send(page, "import", text=f"position startpos moves {moves}", variant="shogi")
    settle(page)
    page.click("#tab-button-moves")
    rows = page.evaluate(SEEN_ROWS)
    assert rows >= 3, rows
    context.close()


SHOWN_MOVE_IS_SEEN = """() => {
    const [list, row] = ["#move-list", "#move-list [aria-current]"].map(name => document.querySelector(name))
        .map(element => element.getBoundingClientRect());
    return list.height && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
}"""


def the_shown_move_is_seen(browser, program):
    """Whatever takes room from the list: what is opened after it, and evaluations in lines of their own."""
    moves = " ".join(["2h3h 8b7b 3h2h 7b8b"] * 10)
    for width, height in [(1024, 768), (1280, 800), (844, 390)]:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page = open_page(context, program)
        send(page, "import", text=f"position startpos moves {moves}", variant="shogi")
        settle(page)
        page.click("#tab-button-moves")
        page.wait_for_function(SHOWN_MOVE_IS_SEEN)
        send(page, "review", move_time=10)
        page.wait_for_selector("#accuracy [data-accuracy]")
        settle(page)
        page.wait_for_function(SHOWN_MOVE_IS_SEEN)
        context.close()


# What is pressed and is smaller than a size, other than what is in a text or has the size of the board. The buttons
# below the board are in one row.
SMALL = """least => [...document.querySelectorAll("button, select, summary, input:not([type=checkbox]), .check")]
    .filter(element => element.checkVisibility() && !element.matches(".hand-piece, .pv-move, .square"))
    .map(element => [element, element.getBoundingClientRect()])
    .filter(([element, { width, height }]) => height < least - 0.5 || width < (element.matches(".icon") ? 24 : least - 0.5))
    .map(([{ tagName, id, className }, { width, height }]) => `${tagName} ${id} ${className}: ${width} x ${height}`)"""


def what_is_pressed_is_large(browser, program):
    for width, height, is_touched, least in [(320, 568, True, 40), (390, 664, True, 40), (1024, 768, False, 24)]:
        viewport = {"width": width, "height": height}
        context = browser.new_context(viewport=viewport, has_touch=is_touched, is_mobile=is_touched)
        page = open_page(context, program)
        set_up_game(page, "cannonshogi", "both")
        send(page, "import", text="position startpos moves 7h5h 7c6c", variant="cannonshogi")
        settle(page)
        for tab in ["game", "moves", "puzzles", "position"]:
            page.click(f"#tab-button-{tab}")
            assert page.evaluate(SMALL, least) == [], (width, tab)
        page.click("#settings")
        page.wait_for_selector("#settings-dialog[open]")
        assert page.evaluate(SMALL, least) == [], width
        # The board takes most of a phone.
        left, _, right, _ = box(page, "#board")
        assert not is_touched or right - left > 0.85 * width, (left, right)
        context.close()


def japanese_is_that_of_the_field(browser, program):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="ja-JP", reduced_motion="reduce")
    page = open_page(context, program)
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-game")
    page.select_option("#tab-game select:has(option[value=rook])", "rook")
    page.click("#new")
    expect(page.locator("#seat-top .name")).to_contain_text("上手")
    expect(page.locator("#status")).to_have_text("上手の手番")
    page.click("#resign")
    page.click("#confirm-yes")
    expect(page.locator("#status")).to_have_text("下手の勝ち（上手の投了）")
    # A mate is counted in plies, and other scores in centipawns.
    send(page, "set_up", variant="shogi", sfen="8k/9/8P/9/9/9/9/9/K8 b G 1")
    page.click("#tab-button-moves")
    start_analysis(page)
    expect(page.locator('[data-pv="1"] .score')).to_have_text("+詰1")
    send(page, "set_up", variant="shogi", sfen="lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
    expect(page.locator('[data-pv="1"] .score')).to_have_text(re.compile(r"^[≥≤]?\+\d{3,}$"))
    stop_analysis(page)
    # Squares and ranks are written in Japanese.
    page.fill("#sfen", "4k4/9/9/9/9/9/9/9/4K3N b - 1x")
    page.press("#sfen", "Enter")
    expect(page.locator(".field-error")).not_to_have_text(re.compile("[a-i]段"))
    page.fill("#sfen", "N3k4/9/9/9/9/9/9/9/4K4 b - 1")
    page.press("#sfen", "Enter")
    expect(page.locator(".field-error")).to_contain_text("9一")
    page.click("#tab-button-position")
    with page.expect_download() as download:
        page.click('[data-export="svg"]')
    text = open(download.value.path(), encoding="utf-8").read()
    outlines = evaluate_module(page, "board/kanji.js", "['九', 'i'].map((character) => m.OUTLINES[character])")
    # Nothing of it needs a font.
    assert [outline in text for outline in outlines] == [True, False] and "<text" not in text
    context.close()


def chinese_is_that_of_its_script(browser, program):
    # The language of the browser, that of the page, a button, a king, a move, a handicap, a title, and an error.
    for locale, code, new, king, move, handicap, title, error in [
        ("zh-CN", "zh-Hans", "新对局", "5九，先手的玉将", "▲７六步", "让飞车", "炮将棋", "该棋子走不到那里"),
        ("zh-HK", "zh-Hant", "新對局", "5九，先手的玉將", "▲７六步", "讓飛車", "砲將棋", "該棋子走不到那裡"),
    ]:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=locale, reduced_motion="reduce")
        page = open_page(context, program)
        assert page.get_attribute("html", "lang") == code
        expect(page.locator("#new")).to_have_text(new)
        expect(page.locator("#variant option[value=cannonshogi]")).to_have_text(title)
        set_up_game(page, "shogi", "both")
        expect(square(page, "5i")).to_have_attribute("aria-label", king)
        # Moves are typed as they are shown.
        page.click("#tab-button-moves")
        page.fill("#typed-move", "７六步")
        page.press("#typed-move", "Enter")
        expect(page.locator('[data-ply="1"] .text')).to_have_text(move)
        page.fill("#typed-move", "3c3e")
        page.press("#typed-move", "Enter")
        expect(page.locator(".field-error")).to_contain_text(error)
        page.click("#tab-button-game")
        page.select_option("#tab-game select:has(option[value=rook])", "rook")
        expect(page.locator("#tab-game option[value=rook]")).to_contain_text(handicap)
        page.click("#new")
        page.click("#confirm-yes")
        expect(page.locator("#seat-top .name")).to_contain_text("上手")
        # The choice of a language is kept.
        for language in ["ja", code]:
            page.select_option("#language", language)
            # The page is loaded again.
            page.wait_for_selector(f'html[lang="{language}"]')
            page.wait_for_selector("[data-square]")
            settle(page)
        assert setting(page, "language") == code and not page.errors, page.errors
        send(page, "settings", changes={"language": None})
        context.close()


# What shows less than all of its text, other than fields that scroll.
CUT_OFF = """() => [...document.querySelectorAll('button, h1, h2, h3, p, li, label > span, .name, .detail')]
    .filter(element => element.clientWidth && element.scrollWidth > element.clientWidth + 1 && element.tagName !== 'SELECT')
    .map(element => `${element.tagName} ${element.id} ${element.className}: ${element.textContent.slice(0, 40)}`)"""


def every_language_fits(browser, program):
    for width, height in [(360, 740), (1280, 800)]:
        for code in ["en", "ja", "zh-Hans", "zh-Hant"]:
            viewport = {"width": width, "height": height}
            context = browser.new_context(viewport=viewport, locale=code, reduced_motion="reduce")
            page = open_page(context, program)
            set_up_game(page, "cannonshosu", "both")
            for tab in ["game", "moves", "puzzles", "position"]:
                page.click(f"#tab-button-{tab}")
                nothing_is_off_screen(page, width)
                assert page.evaluate(CUT_OFF) == [], (code, width, tab)
            page.click("#settings")
            page.wait_for_selector("#settings-dialog[open]")
            nothing_is_off_screen(page, width)
            assert page.evaluate(CUT_OFF) == [], (code, width)
            assert not page.errors, page.errors
            context.close()
