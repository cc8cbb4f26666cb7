// What a person's clicks, drags, presses and keys on the board mean.

import assert from "node:assert/strict";
import test from "node:test";
import { LONG_PRESS, NO_GESTURE, nextGesture, pieceFrom } from "../core/gestures.js";

const BOARD = {
  game: "0 shogi",
  node: 0,
  parent: undefined,
  sfen: "start",
  pieces: { "7g": "P", "8h": "B", "3c": "p", "2b": "b", "5i": "K" },
  legal: ["7g7f", "8h2b", "8h2b+", "8h7g+", "P*5e"],
  side: "black",
  movable: ["black"],
  waiting: null,
  isEdited: false,
  isDrawnOn: true,
  isWhiteBelow: false,
  files: 9,
  ranks: 9,
  zone: 3,
  promotable: ["P", "B"],
};
const LINE = { ...BOARD, legal: [], side: "white", movable: ["black"], waiting: "black" };
const PAWN = { side: "black", letter: "P" };

const at = (square) => ({ square });
const position = (changes) => ({ kind: "position", board: { ...BOARD, ...changes } });
const click = (place) => ({ kind: "click", at: typeof place === "string" ? at(place) : place });
const down = (place, more = {}) => ({
  ...{ kind: "down", button: 0, color: "green", pointer: 1, isFinger: false, x: 0, y: 0, time: 1000 },
  ...{ at: typeof place === "string" ? at(place) : place, ...more },
});
const move = (over, x = 20, pointer = 1) => ({ kind: "move", over, pointer, x, y: 0 });
const up = (over, time = 2000, pointer = 1) => ({ kind: "up", over, pointer, time });

/** Returns the last gesture, and the commands of all events. */
function after(board, ...events) {
  let { gesture } = nextGesture(NO_GESTURE, { kind: "position", board });
  const commands = [];
  for (const event of events) {
    const step = nextGesture(gesture, event);
    gesture = Object.freeze(step.gesture);
    if (step.command) commands.push(step.command);
  }
  return { ...gesture, commands };
}

const played = (move, isDragged = false) => [{ kind: "play", move, isDragged }];

test("two clicks move a piece, from the board and from the hand", () => {
  assert.deepEqual(after(BOARD, click("7g")).selection, at("7g"));
  const moved = after(BOARD, click("7g"), click("7f"));
  assert.deepEqual(moved.commands, played("7g7f"));
  assert.equal(moved.selection, null);
  assert.deepEqual(after(BOARD, click(PAWN), click("5e")).commands, played("P*5e"));
});

test("a click on the chosen piece puts it back, one on another piece chooses that", () => {
  assert.equal(after(BOARD, click("7g"), click("7g")).selection, null);
  assert.equal(after(BOARD, click(PAWN), click(PAWN)).selection, null);
  assert.deepEqual(after(BOARD, click("7g"), click("5i")).selection, at("5i"));
  assert.deepEqual(after(BOARD, click(PAWN), click("5i")).selection, at("5i"));
});

test("pieces of the opponent are not chosen, but show how they move", () => {
  const clicked = after(BOARD, click("3c"));
  assert.equal(clicked.selection, null);
  assert.deepEqual(clicked.shown, at("3c"));
  assert.equal(after(BOARD, click("5e")).shown, null, "an empty square");
  assert.equal(after(BOARD, click("3c"), click("7g")).shown, null);
  const letter = { side: "white", letter: "P" };
  assert.equal(after(BOARD, click("7g"), click(letter)).selection, null);
});

test("an illegal move is tried, and the piece shows how it moves", () => {
  const tried = after(BOARD, click("7g"), click("7e"));
  assert.deepEqual(tried.commands, played("7g7e"));
  assert.deepEqual([tried.selection, tried.shown], [null, at("7g")]);
  const dropped = after(BOARD, click(PAWN), click("3c"));
  assert.deepEqual([dropped.commands, dropped.shown], [played("P*3c"), null]);
});

test("a drag moves a piece", () => {
  const dragged = after(BOARD, down("7g"), move("7g"), move("7f", 40));
  assert.deepEqual(dragged.drag, { at: at("7g"), piece: "P", isFinger: false, over: "7f" });
  assert.deepEqual([dragged.selection, dragged.press.x], [at("7g"), 40]);
  const dropped = after(BOARD, down("7g"), move("7f"), up("7f"));
  assert.deepEqual(dropped.commands, played("7g7f", true));
  assert.deepEqual([dropped.drag, dropped.press, dropped.selection], [null, null, null]);
  assert.deepEqual(after(BOARD, down(PAWN), move("5e"), up("5e")).commands, played("P*5e", true));
});

test("the click after a drag means nothing, and the next one does", () => {
  const dragged = [down("7g"), move("7f"), up("7f")];
  assert.equal(after(BOARD, ...dragged, click("5i")).selection, null);
  assert.deepEqual(after(BOARD, ...dragged, click("5i"), click("5i")).selection, at("5i"));
  assert.deepEqual(after(BOARD, ...dragged, { kind: "settle" }, click("5i")).selection, at("5i"));
});

test("a press that hardly moves is a click", () => {
  const pressed = after(BOARD, down("7g"), move("7g", 4), up("7g"), click("7g"));
  assert.deepEqual([pressed.selection, pressed.drag], [at("7g"), null]);
});

test("a drag that ends elsewhere puts the piece back", () => {
  for (const end of [up(null), up("7g"), { kind: "cancel" }, down("5e", { pointer: 2 })]) {
    const ended = after(BOARD, down("7g"), move("7f"), end);
    assert.deepEqual([ended.commands, ended.drag, ended.selection], [[], null, null], JSON.stringify(end));
  }
  assert.ok(after(BOARD, down("7g"), move("7f"), up("7f", 2000, 2)).drag, "another finger");
  const captured = [down("7g"), move("7f"), position({ node: 1, parent: 0, pieces: { "7g": "p" } }), up("7f")];
  assert.deepEqual(after(BOARD, ...captured).commands, []);
});

test("the opponent's pieces cannot be dragged", () => {
  assert.deepEqual(
    [after(BOARD, down("3c"), move("3d")).drag, after(BOARD, down("5e"), move("5d")).press],
    [null, null],
  );
});

test("a move that may promote asks first", () => {
  const asked = after(BOARD, click("8h"), click("2b"));
  assert.deepEqual([asked.commands, asked.promotion.to], [[], "2b"]);
  for (const [promotes, move] of [
    [true, "8h2b+"],
    [false, "8h2b"],
  ]) {
    const chosen = after(BOARD, click("8h"), click("2b"), { kind: "promote", promotes });
    assert.deepEqual([chosen.commands, chosen.promotion], [played(move), null]);
  }
  const dragged = after(BOARD, down("8h"), move("2b"), up("2b"), { kind: "promote", promotes: true });
  assert.deepEqual(dragged.commands, played("8h2b+", true));
  assert.deepEqual(after(BOARD, click("8h"), click("7g")).commands, played("8h7g+"), "it must promote");
});

test("the choice of promotion ends with its position", () => {
  for (const event of [
    { kind: "escape" },
    click("5i"),
    position({ node: 1, parent: 0 }),
    position({ game: "1 shogi" }),
    position({ isWhiteBelow: true }),
  ]) {
    const ended = after(BOARD, click("8h"), click("2b"), event, { kind: "promote", promotes: true });
    assert.deepEqual([ended.promotion, ended.commands], [null, []], JSON.stringify(event));
  }
  assert.ok(after(BOARD, click("8h"), click("2b"), position({})).promotion);
});

test("a move in advance is played when it is legal after the opponent's move", () => {
  const premove = [click("7g"), click("7f")];
  assert.deepEqual(after(LINE, ...premove).premove, { square: "7g", to: "7f", promotes: true });
  const reply = { node: 1, parent: 0 };
  const replied = after(LINE, ...premove, position(reply));
  assert.deepEqual([replied.commands, replied.premove], [played("7g7f"), null]);
  assert.deepEqual(after(LINE, ...premove, position({ ...reply, legal: [] })).commands, []);
  const takenBack = after(LINE, ...premove, position({ node: 1, parent: undefined }));
  assert.deepEqual([takenBack.commands, takenBack.premove], [[], null]);
  assert.deepEqual(after(LINE, down(PAWN), move("5e"), up("5e"), position(reply)).commands, played("P*5e"));
});

test("a move in advance asks for promotion where a piece may promote", () => {
  const ask = [click("8h"), click("2b")];
  assert.equal(after(LINE, ...ask).promotion.to, "2b");
  for (const [promotes, move] of [
    [true, "8h2b+"],
    [false, "8h2b"],
  ]) {
    const chosen = after(LINE, ...ask, { kind: "promote", promotes });
    assert.deepEqual(chosen.premove, { square: "8h", to: "2b", promotes });
    const reply = nextGesture(chosen, position({ node: 1, parent: 0 }));
    assert.deepEqual([reply.command], played(move));
  }
  assert.equal(after({ ...LINE, pieces: { "5i": "K" } }, click("5i"), click("5b")).promotion, null, "kings do not");
  const white = { ...LINE, side: "black", movable: ["white"], waiting: "white" };
  assert.ok(after(white, click("2b"), click("7g")).promotion, "White's zone is at the other end");
  assert.equal(after(white, click("3c"), click("3d")).promotion, null);
});

test("a move in advance is taken back by a click, another choice, the right button and Escape", () => {
  const premove = [click("7g"), click("7f")];
  for (const event of [
    click("7g"),
    click("7f"),
    click("5e"),
    click("5i"),
    { kind: "context", at: at("5e") },
    { kind: "escape" },
  ])
    assert.equal(after(LINE, ...premove, event).premove, null, JSON.stringify(event));
  assert.ok(after(LINE, ...premove, position(LINE)).premove);
  // Some browsers send this event at a long press, which shows a movement: before the timer or after it.
  const press = down("8h", { isFinger: true });
  for (const events of [[press], [press, { kind: "hold", time: 1000 }]])
    assert.ok(after(LINE, ...premove, ...events, { kind: "context", at: at("8h") }).premove);
});

test("the right button draws circles and arrows in the colour of its keys", () => {
  const right = { button: 2, color: "red" };
  const drawing = after(BOARD, down("7g", right), move("7f"), move("7e"));
  assert.deepEqual([drawing.drawn, drawing.press], [{ color: "red", from: "7g", to: "7e" }, null]);
  const draw = (to, ...events) =>
    assert.deepEqual(after(BOARD, ...events).commands, [{ kind: "draw", drawing: { color: "red", from: "7g", to } }]);
  draw(null, down("7g", right), up("7g"));
  draw("7e", down("7g", right), move("7e"), up("7e"));
  draw(null, down("7g", right), move("7e"), move("7g"), up("7g"));
  for (const end of [up(null), { kind: "cancel" }, position({ isEdited: true }), position({ game: "1 shogi" })]) {
    const ended = after(BOARD, down("7g", right), move("7e"), end);
    assert.deepEqual([ended.drawn, ended.commands], [null, []], JSON.stringify(end));
  }
});

test("nothing is drawn in an edited position or over a move in advance", () => {
  assert.equal(after({ ...BOARD, isDrawnOn: false }, down("7g", { button: 2 })).drawn, null);
  assert.equal(after(LINE, click("7g"), click("7f"), down("7g", { button: 2 })).drawn, null);
  assert.equal(after(BOARD, down(PAWN, { button: 2 })).drawn, null);
});

test("a finger draws with the pencil, whose colours follow each other", () => {
  const pencil = { kind: "pencil" };
  const colors = [1, 2, 3, 4, 5].map((count) => after(BOARD, ...Array(count).fill(pencil)).pencil);
  assert.deepEqual(colors, ["green", "red", "blue", "yellow", null]);
  const finger = { isFinger: true };
  const drawn = after(BOARD, pencil, down("7g", finger), move("7e"), up("7e"), click("7e"));
  assert.deepEqual(drawn.commands, [{ kind: "draw", drawing: { color: "green", from: "7g", to: "7e" } }]);
  assert.equal(after(BOARD, pencil, click("7g")).selection, null);
  assert.deepEqual(after(BOARD, pencil, click(PAWN)).selection, PAWN);
  assert.equal(after(BOARD, pencil, position({ game: "1 shogi" })).pencil, null);
});

test("a long press of a finger shows a movement, and the click after it means nothing", () => {
  const held = [down("7g", { isFinger: true }), { kind: "hold", time: 1000 }];
  const shown = after(BOARD, ...held, up("7g", 1000 + LONG_PRESS + 1), click("7g"));
  assert.deepEqual([shown.shown, shown.selection], [at("7g"), null]);
  assert.deepEqual(after(BOARD, ...held, up("7g", 1200), click("7g")).selection, at("7g"), "the timer was early");
  assert.equal(after(BOARD, down("7g"), { kind: "hold", time: 500 }).shown, null, "the time of another press");
  assert.equal(after(BOARD, down("7g"), move("7f"), { kind: "hold", time: 1000 }).shown, null, "a drag");
  assert.equal(after(BOARD, down("5e"), { kind: "hold", time: 1000 }).shown, null, "no piece");
});

test("a movement is shown and hidden", () => {
  const explain = (place) => ({ kind: "explain", at: place });
  assert.deepEqual(after(BOARD, explain(at("3c"))).shown, at("3c"));
  assert.deepEqual(after(BOARD, explain(PAWN)).shown, PAWN);
  assert.equal(after(BOARD, explain(at("5e"))).shown, null);
  assert.equal(after({ ...BOARD, isEdited: true }, explain(at("3c"))).shown, null);
  for (const event of [explain(null), { kind: "escape" }, click("7g"), position({ isWhiteBelow: true })])
    assert.equal(after(BOARD, explain(at("3c")), event).shown, null, JSON.stringify(event));
  assert.deepEqual(after(BOARD, explain(at("3c")), position({})).shown, at("3c"));
  assert.equal(after(BOARD, explain(at("3c")), position({ pieces: {} })).shown, null);
});

test("the keyboard leads from square to square and moves pieces", () => {
  const arrow = (square, columns, rows) => ({ kind: "arrow", square, columns, rows });
  assert.equal(after(BOARD, arrow("7g", 1, 0)).cursor, "6g");
  assert.equal(after(BOARD, arrow("7g", 0, -1)).cursor, "7f");
  assert.equal(after({ ...BOARD, isWhiteBelow: true }, arrow("7g", 1, 0)).cursor, "8g");
  assert.equal(after({ ...BOARD, isWhiteBelow: true }, arrow("7g", 0, -1)).cursor, "7h");
  for (const [square, ...way] of [
    ["9a", -1, 0],
    ["9a", 0, -1],
    ["1i", 1, 0],
    ["1i", 0, 1],
  ])
    assert.equal(after(BOARD, arrow(square, ...way)).cursor, square);
  const ten = { ...BOARD, files: 10, ranks: 10 };
  assert.equal(after(ten, arrow("9j", -1, 0)).cursor, "10j");
  const keys = [at("7g"), at("7f")].map((place) => ({ kind: "activate", at: place }));
  assert.deepEqual(after(BOARD, ...keys).commands, played("7g7f"));
});

test("a piece to be moved or dropped is one of the side to move", () => {
  assert.equal(pieceFrom(BOARD, "8h"), "B");
  assert.equal(pieceFrom(BOARD, "P*"), "P");
  assert.equal(pieceFrom({ ...BOARD, side: "white" }, "2b"), "b");
  assert.equal(pieceFrom({ ...BOARD, side: "white" }, "P*"), "p");
});

test("clicks and drags in the editor change the position", () => {
  const edited = { ...BOARD, isEdited: true, legal: [] };
  const edits = (...events) => after(edited, ...events).commands;
  assert.deepEqual(edits(click("5e")), [{ kind: "edit", at: at("5e") }]);
  assert.deepEqual(edits(click(PAWN)), [{ kind: "edit", at: PAWN }]);
  assert.deepEqual(edits({ kind: "context", at: PAWN }), [{ kind: "edit", at: PAWN, count: -1 }]);
  assert.deepEqual(edits({ kind: "context", at: at("5e") }), []);
  assert.deepEqual(edits(down("3c"), move("5e"), up("5e")), [{ kind: "edit", at: at("3c"), to: "5e" }]);
  assert.deepEqual(edits(down("3c"), move(null), up(null)), [{ kind: "edit", at: at("3c"), to: null }]);
  assert.deepEqual(edits(down(PAWN), move("5e"), up("5e")), []);
  assert.equal(after(BOARD, click("7g"), position({ isEdited: true })).selection, null);
});

test("another position ends a choice, another game everything but the place of the keyboard", () => {
  assert.equal(after(BOARD, click("7g"), position({ node: 1, parent: 0 })).selection, null);
  assert.equal(after(BOARD, click("7g"), position({ sfen: "other" })).selection, null);
  assert.deepEqual(after(BOARD, click("7g"), position({})).selection, at("7g"));
  const arrow = { kind: "arrow", square: "7g", columns: 0, rows: -1 };
  const next = after(BOARD, arrow, down("7g"), move("7f"), position({ game: "1 shogi" }));
  assert.deepEqual([next.drag, next.press, next.selection, next.cursor], [null, null, null, "7f"]);
});
