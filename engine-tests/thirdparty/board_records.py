"""Browser tests of games' records: files, headers, comments, drawings and pictures. `board_games.py` runs them."""

import re
from pathlib import Path

from board_games import (
    open_page,
    play_moves,
    send,
    set_up_game,
    settle,
    square,
    start_analysis,
    stop_analysis,
)
from playwright.sync_api import expect

PROGRAMS = Path(__file__).resolve().parents[2] / "crates/records/tests/programs"
THREE_GAMES = """[White "Ann"]\n[Black "Bo"]\n[Date "2026.01.02"]\n[Variant "shogi"]\n\n1. c3c4 g7g6 1-0\n
[White "Cy"]\n[Variant "shosu"]\n\n1. a3a4 *\n\n[Black "Di"]\n[Variant "shogi"]\n\n*\n"""


def run(browser, program, page):
    files_are_opened_and_saved(page)
    a_game_is_chosen_from_a_file(page)
    a_bad_file_changes_nothing(page)
    headers_are_edited(page)
    comments_and_marks_are_written(page)
    circles_and_arrows_are_drawn(page)
    a_finger_draws_with_the_pencil(browser, program)
    a_line_is_previewed(page)
    the_graph_and_the_list_say_more(page)
    pictures_are_saved_and_copied(browser, program)


def choose_file(page, name, content):
    page.set_input_files("#file", {"name": name, "mimeType": "", "buffer": content})


def drop_file(page, name, content):
    """Drops a file on the page."""
    page.evaluate(
        """([name, bytes]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
          for (const type of ["dragover", "drop"])
            document.querySelector("#board").dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
        }""",
        [name, list(content)],
    )


def save(page, extension):
    """Saves the game. Returns the name and the bytes of the file."""
    page.click("#tab-button-position")
    page.select_option("#save-format", extension)
    with page.expect_download() as download:
        page.click("#save-file")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def files_are_opened_and_saved(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-position")
    shift_jis = (PROGRAMS / "kifu_for_windows.kif").read_text().encode("shift_jis")
    choose_file(page, "記録.kif", shift_jis)
    # The moves are what a reader wants to see.
    expect(page.locator("#tab-moves")).to_be_visible()
    plies = page.locator("[data-ply]").count()
    assert plies > 2
    seat = page.locator("#seat-bottom .name small")
    name = seat.inner_text()
    for extension in ["kif", "ki2", "kifu", "csa", "pgn"]:
        saved, content = save(page, extension)
        assert saved == f"記録.{extension}"
        if extension in ["kif", "ki2"]:
            content.decode("shift_jis")
        set_up_game(page, "shogi", "both")
        drop_file(page, saved, content)
        expect(page.locator("[data-ply]")).to_have_count(plies)
        expect(seat).to_have_text(name)
        # The answer comes after the new position, and then the list of moves is shown.
        settle(page)
    saved, content = save(page, "usi")
    assert content.startswith(b"setoption name UCI_Variant value shogi\n"), content
    expect(page.locator("#notice")).to_have_text(re.compile("^Saved, but this format has no place for tags"))


def a_game_is_chosen_from_a_file(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-position")
    choose_file(page, "three.pgn", THREE_GAMES.encode())
    games = page.locator("#file-games .recent-game")
    expect(games).to_have_count(3)
    expect(games.nth(0)).to_have_attribute("aria-current", "true")
    expect(games.nth(0)).to_have_text(re.compile("1. Ann – Bo.*2026/01/02 · 2 moves · Black wins"))
    expect(games.nth(1)).to_contain_text("Shosu Shogi · 1 move")
    games.nth(1).click()
    expect(page.locator("#tab-moves [data-ply]")).to_have_count(1)
    expect(page.locator("#variant")).to_have_value("shosu")
    play_moves(page, "10c10d")
    page.click("#tab-button-position")
    games.nth(2).click()
    expect(page.locator("[data-ply]")).to_have_count(0)
    settle(page)
    page.click("#tab-button-position")
    expect(games.nth(1)).to_contain_text("2 moves")
    page.get_by_label("All 3 games").check()
    name, content = save(page, "pgn")
    assert name == "three.pgn" and content.count(b"[Variant ") == 3 and b"a8a7" in content, content
    # A format for one game says so.
    page.select_option("#save-format", "kif")
    page.click("#save-file")
    expect(page.locator("#notice")).to_contain_text("can hold only one game")
    page.get_by_label("All 3 games").uncheck()
    # A page that is loaded again has the file.
    page.reload()
    page.wait_for_selector("[data-square]")
    expect(games).to_have_count(3)
    send(page, "import", text="1. c3c4", variant="shogi")
    expect(games).to_have_count(0)


def a_bad_file_changes_nothing(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    page.click("#tab-button-position")
    drop_file(page, "bad.kif", "手合割：平手\n1 ７六歩(66)\n".encode())
    page.click("#confirm-yes")
    expect(page.locator("#notice")).to_have_text(re.compile(r"^bad.kif cannot be opened: line 2: '７六歩\(66\)' is not a legal"))
    settle(page)
    expect(page.locator("[data-ply]")).to_have_count(1)
    expect(page.locator("#tab-position")).to_be_visible()


def headers_are_edited(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-position")
    page.click("#headers summary")
    for name, value in [("black", "羽生"), ("white", "佐藤"), ("event", "Final"), ("time_control", "10分+秒読み30秒")]:
        page.fill(f"#header-{name}", value)
        page.press(f"#header-{name}", "Tab")
    expect(page.locator("#header-time_control")).to_have_value("600 byoyomi 30")
    expect(page.locator("#seat-bottom .name small")).to_have_text("羽生")
    text = save(page, "kif")[1].decode("shift_jis")
    assert "先手：羽生" in text and "棋戦：Final" in text and "持ち時間：10分+秒読み30秒" in text, text
    page.locator("#board").click(position={"x": 3, "y": 3})
    page.keyboard.press("Control+z")
    expect(page.locator("#header-time_control")).to_have_value("")
    page.click("#headers summary")


def export(page, format):
    return send(page, "export", format=format)["text"]


def comments_and_marks_are_written(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    # Before the first move, too.
    page.click("#write-comment")
    page.keyboard.type("A test")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#move-list .comment")).to_have_text("A test")
    play_moves(page, "7g7f 3c3d")
    page.click("#write-comment")
    page.keyboard.type("First line\nsecond line")
    # What is typed survives news of the program.
    send(page, "settings", changes={"level": 3})
    expect(page.locator("#comment")).to_be_focused()
    expect(page.locator("#comment")).to_have_value("First line\nsecond line")
    page.click("#first")
    expect(page.locator("#move-list .comment")).to_have_text(["A test", "First line", "second line"])
    page.click("#last")
    page.select_option("#mark", "?!")
    expect(page.locator('[data-ply="2"] .text')).to_have_text("P-3d?!")
    text = export(page, "pgn").replace("\n", " ")
    assert "{A test} 1. c3c4 g7g6 $6 {First line} {second line} *" in text, text
    assert "*First line\n*second line\n" in export(page, "kif")
    # Escape ends the comment and loses nothing.
    page.click("#write-comment")
    page.fill("#comment", "other")
    page.keyboard.press("Escape")
    expect(page.locator("#move-list .comment")).to_have_text(["A test", "other"])
    page.locator("body").click(position={"x": 1, "y": 1})
    page.keyboard.press("Control+z")
    expect(page.locator("#move-list .comment")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(page.locator('[data-ply="2"] .text')).to_have_text("P-3d")
    page.keyboard.press("Control+z")
    # The text alone would be an error while there are several.
    expect(page.locator("#move-list .comment")).to_have_text(["A test"])
    send(page, "import", text="1. c3c4 {a} {b}", variant="shogi")
    expect(page.locator("#move-list .comment")).to_have_text(["a", "b"])


def drag_right(page, start, end, *keys, meanwhile=lambda: None):
    """Draws with the right button, from a square to another. Does something while the button is down."""
    places = [page.locator(f'[data-square="{name}"]').bounding_box() for name in [start, end]]
    for key in keys:
        page.keyboard.down(key)
    for box, press in zip(places, [page.mouse.down, page.mouse.up]):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        press(button="right")
        if press == page.mouse.down:
            meanwhile()
    for key in keys:
        page.keyboard.up(key)


def circles_and_arrows_are_drawn(page):
    set_up_game(page, "shogi", "both")
    play_moves(page, "7g7f")
    circles, arrows = page.locator("#overlay circle:not(.star)"), page.locator("#overlay g")
    drag_right(page, "5e", "5e")
    expect(circles).to_have_count(1)
    drag_right(page, "8h", "2b", "Shift")
    expect(arrows).to_have_count(1)
    drag_right(page, "5e", "4d", "Alt")
    drag_right(page, "1a", "1b", "Shift", "Alt")
    expect(arrows).to_have_count(3)
    settle(page)
    expected = "c3c4 {[%csl Ge5] [%cal Rb2h8,Be5f6,Yi9i8]}"
    assert expected in export(page, "pgn").replace("\n", " "), export(page, "pgn")
    # The same again removes it; another colour replaces it.
    drag_right(page, "5e", "5e")
    expect(circles).to_have_count(0)
    # News of the program do not end it.
    drag_right(page, "8h", "2b", meanwhile=lambda: send(page, "set_comment", node=1, text="x"))
    settle(page)
    assert "Gb2h8" in export(page, "pgn") and "Rb2h8" not in export(page, "pgn")
    # Nothing is drawn to a place outside of the board, and pieces stay.
    box = page.locator("#panel").bounding_box()
    page.mouse.move(*[page.locator('[data-square="1a"]').bounding_box()[name] + 9 for name in "xy"])
    page.mouse.down(button="right")
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.up(button="right")
    expect(arrows).to_have_count(3)
    # They belong to the position.
    page.click("#first")
    expect(arrows).to_have_count(0)
    page.click("#last")
    expect(arrows).to_have_count(3)
    text = export(page, "pgn")
    set_up_game(page, "shogi", "both")
    send(page, "import", text=text, variant="shogi")
    expect(arrows).to_have_count(3)


def a_finger_draws_with_the_pencil(browser, program):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = open_page(context, program)
    set_up_game(page, "shogi", "both")
    page.tap("#pencil")
    expect(page.locator("#pencil")).to_have_attribute("data-color", "green")
    square(page, "7g").tap()
    expect(page.locator("#overlay circle:not(.star)")).to_have_count(1)
    assert page.locator(".selected").count() == 0
    for color in ["red", "blue", "yellow"]:
        page.tap("#pencil")
        expect(page.locator("#pencil")).to_have_attribute("data-color", color)
    page.tap("#pencil")
    expect(page.locator("#pencil")).to_have_attribute("aria-pressed", "false")
    square(page, "7g").tap()
    expect(page.locator(".selected")).to_have_count(1)
    assert not page.errors, page.errors
    context.close()


def a_line_is_previewed(page):
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-moves")
    start_analysis(page)
    moves = page.locator('[data-pv="1"] .pv-move')
    expect(moves.nth(2)).to_be_attached()
    stop_analysis(page)
    sfen = page.input_value("#sfen")
    moves.nth(1).hover()
    expect(page.locator("#preview")).to_be_visible()
    # All pieces of the start position, after a move of each side, with the squares of the last one.
    assert page.locator("#preview use").count() >= 38
    settle(page)
    assert page.input_value("#sfen") == sfen and page.locator("[data-ply]").count() == 0
    page.mouse.move(1, 1)
    expect(page.locator("#preview")).to_be_hidden()
    page.keyboard.press("Shift")
    moves.nth(0).focus()
    expect(page.locator("#preview")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-ply]")).to_have_count(1)
    expect(page.locator("#preview")).to_be_hidden()


def the_graph_and_the_list_say_more(page):
    text = """[Variant "shogi"]\n\n1. c3c4 {+0.31/9 5.2s} g7g6 $4 {-4.00/9 65s} 2. b2h8+ {+4.00/9 3700s} *"""
    send(page, "import", text=text, variant="shogi")
    page.click("#tab-button-moves")
    expect(page.locator("#move-list .time")).to_have_text(["0:05", "1:05", "1:01:40"])
    expect(page.locator('#graph [data-mark="??"]')).to_have_count(1)
    box = page.locator("#graph").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.66, box["y"] + 20)
    expect(page.locator("#graph-value")).to_have_text("2. P-3d?? +4.0")
    page.mouse.move(1, 1)
    expect(page.locator("#graph-value")).to_have_count(0)


def pictures_are_saved_and_copied(browser, program):
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    page = open_page(context, program)
    set_up_game(page, "shogi", "both")
    page.click("#tab-button-position")
    with page.expect_download() as download:
        page.click('[data-export="png"]')
    assert download.value.suggested_filename == "shogi.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.click('[data-export="picture"]')
    expect(page.locator("#notice")).to_have_text("Copied.")
    size = page.evaluate(
        """async () => {
          const [item] = await navigator.clipboard.read();
          const { width, height } = await createImageBitmap(await item.getType("image/png"));
          return [width, height];
        }"""
    )
    assert size == [2 * (9 * 50 + 2 * 96), 2 * (9 * 50 + 2 * 26)], size
    assert not page.errors, page.errors
    context.close()
