// Links that hold a position or a game.

import assert from "node:assert/strict";
import test from "node:test";
import { readGameLink, startOf, writeGameLink } from "../core/gamelink.js";

test("a link holds a game, and the move that is shown", () => {
  for (const [variant, usi, ply, link] of [
    ["shogi", "position startpos", 0, "#variant=shogi"],
    ["shogi", "position startpos moves 7g7f 8c8d", 2, "#variant=shogi&moves=7g7f,8c8d"],
    ["shogi", "position startpos moves 7g7f 8h2b+", 1, "#variant=shogi&moves=7g7f,8h2b+&ply=1"],
    [
      "shosu",
      "position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1 moves G*1b",
      0,
      "#variant=shosu&position=8k/9/8P/9/9/9/9/9/K8_b_G_1&moves=G*1b&ply=0",
    ],
  ]) {
    assert.equal(writeGameLink(variant, `${usi}\n`, ply), link);
    const isLast = !link.includes("ply");
    assert.deepEqual(readGameLink(link), { variant, text: usi, ply: isLast ? null : ply, play: null, id: "" });
    // As some programs pass it on.
    assert.deepEqual(readGameLink(`#${encodeURI(link.slice(1)).replaceAll("+", "%2B")}`), readGameLink(link));
  }
});

test("a game without moves has a link", () => {
  // The program writes the word before the moves even if there are none.
  assert.equal(writeGameLink("shogi", "position startpos moves", 0), "#variant=shogi");
  const sfen = "8k/9/8P/9/9/9/9/9/K8 b G 1";
  const link = "#variant=shogi&position=8k/9/8P/9/9/9/9/9/K8_b_G_1";
  assert.equal(writeGameLink("shogi", `position sfen ${sfen} moves`, 0), link);
});

test("a rematch begins where the game began", () => {
  assert.equal(startOf("position startpos moves 7g7f\n"), null);
  for (const moves of ["", " moves", " moves G*1b\n"])
    assert.equal(startOf(`position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1${moves}`), "8k/9/8P/9/9/9/9/9/K8 b G 1");
});

test("links of people are read, too", () => {
  const text = "position startpos moves 7g7f 3c3d";
  assert.deepEqual(readGameLink("#moves=7g7f%203c3d"), { variant: null, text, ply: null, play: null, id: "" });
  const sfen = "8k/9/8P/9/9/9/9/9/K8 b G 1";
  assert.equal(readGameLink(`#sfen=${encodeURI(sfen)}`)?.text, `position sfen ${sfen}`);
  assert.equal(readGameLink("#position=%E0%A4%A")?.text, "position sfen %E0%A4%A");
});

test("a link of a game by links says who plays on", () => {
  const usi = "position startpos moves 7g7f";
  const link = writeGameLink("shogi", usi, null, "white", "1f");
  assert.equal(link, "#variant=shogi&moves=7g7f&play=white&game=1f");
  assert.deepEqual(readGameLink(link), { variant: "shogi", text: usi, ply: null, play: "white", id: "1f" });
  // White sends the first link.
  assert.equal(writeGameLink("shosu", "position startpos", null, "black"), "#variant=shosu&play=black");
  assert.equal(readGameLink("#variant=shosu&play=green")?.play, null);
});

test("other hashes are no links", () => {
  for (const hash of ["", "#", "#top", "#ply=3", "#key=moves"]) assert.equal(readGameLink(hash), null);
});
