// What moves on the board between two positions, which sound goes with it, and what the players are called.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = { documentElement: {}, createElement: () => ({ append() {}, setAttribute() {} }) };
globalThis.navigator ??= { language: "en", languages: ["en"] };
const { changedPieces } = await import("../board/glide.js");
const { soundOf } = await import("../board/sounds.js");
const { parseMove } = await import("../core/moves.js");
const { store } = await import("../core/store.js");
const { playerText } = await import("../core/texts.js");

test("moves are split into their parts", () => {
  assert.deepEqual(parseMove("7g7f"), { drop: undefined, from: "7g", to: "7f", promotes: false });
  assert.deepEqual(parseMove("10b2j+"), { drop: undefined, from: "10b", to: "2j", promotes: true });
  assert.deepEqual(parseMove("P*5e"), { drop: "P", from: undefined, to: "5e", promotes: false });
});

test("a moved piece glides from its square, also when it promotes", () => {
  assert.deepEqual(changedPieces({ "7g": "P" }, { "7f": "P" }), [{ to: "7f", piece: "P", from: "7g" }]);
  assert.deepEqual(changedPieces({ "8h": "B", "2b": "r" }, { "2b": "+B" }), [{ to: "2b", piece: "+B", from: "8h" }]);
});

test("a dropped piece comes from the hand", () => {
  assert.deepEqual(changedPieces({}, { "5e": "P" }), [{ to: "5e", piece: "P", from: undefined }]);
});

test("another position is shown at once", () => {
  assert.deepEqual(changedPieces({ "1a": "l", "2a": "n", "3a": "s" }, { "1b": "l", "2b": "n", "3b": "s" }), []);
});

test("sounds are those of moves, captures, checks and ends", () => {
  store.tree = [{}, { parent: 0 }, { parent: 1 }];
  const before = {
    game: 1,
    variant: "shogi",
    node: 0,
    last_node: 1,
    pieces: { "7g": "P", "7f": "p" },
    check: null,
    end: null,
  };
  assert.equal(soundOf(before, { ...before, node: 1, pieces: { "7f": "P", "7g": "p" } }), "move");
  assert.equal(soundOf(before, { ...before, node: 1, pieces: { "7f": "P" } }), "capture");
  assert.equal(soundOf(before, { ...before, node: 1, check: "5a" }), "check");
  assert.equal(soundOf(before, { ...before, end: { winner: "black" } }), "end");
  assert.equal(soundOf(before, { ...before, node: 2 }), null);
  assert.equal(soundOf(before, { ...before, last_node: 2 }), "move", "an earlier position is shown");
  assert.equal(soundOf(before, { ...before, game: 2, node: 1 }), null);
  assert.equal(soundOf(before, { ...before, game: 2, end: { winner: "black" } }), null);
});

test("an engine is called by its strength, a person by the name", () => {
  const engine = { kind: "engine", move_time: 1000 };
  assert.equal(playerText(engine), "Engine");
  assert.equal(playerText({ ...engine, level: 5 }), "Engine, level 5");
  assert.equal(playerText({ ...engine, elo: 1500 }), "Engine, rating 1500");
  assert.deepEqual([playerText({ kind: "person" }, "Ada"), playerText({ kind: "person" }, null)], ["Ada", "Person"]);
});
