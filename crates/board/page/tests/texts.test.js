// Both languages have the same texts, and every text says something.

import assert from "node:assert/strict";
import test from "node:test";
import { english } from "../core/english.js";
import { japanese } from "../core/japanese.js";

/** Returns the names of all texts below an object, with the kind of each: a function with its parameters, or words. */
function names(texts, path = "") {
  return Object.entries(texts).flatMap(([name, text]) => {
    const here = `${path}${name}`;
    if (Array.isArray(text)) return [`${here}: ${text.length} entries`];
    if (typeof text === "object") return names(text, `${here}.`);
    return [`${here}: ${typeof text === "function" ? `${text.length} parameters` : "words"}`];
  });
}

/** Calls the function with each text that is words, and its name. */
function eachText(texts, check, path = "") {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === "string") check(`${path}${name}`, text);
    else if (typeof text === "object") eachText(text, check, `${path}${name}.`);
  }
}

test("no text is missing in a language", () => {
  assert.deepEqual(names(japanese), names(english));
});

test("no text is empty, except what a move without a limit adds", () => {
  for (const texts of [english, japanese]) {
    eachText(texts, (name, text) => assert.ok(text.trim() || name === "movement.mode.both", name));
  }
});

test("Japanese texts are Japanese", () => {
  const same = new Set(["analysis.symbols.inaccuracies", "analysis.symbols.mistakes", "analysis.symbols.blunders"]);
  eachText(japanese, (name, text) => {
    const isLatin = !/[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
    assert.ok(
      !isLatin ||
        same.has(name) ||
        name.startsWith("position.") ||
        name.includes("keyList") ||
        text === "" ||
        name === "movement.mode.both",
      `${name}: ${text}`,
    );
  });
});

test("a result without a reason is given once", () => {
  const mate = { winner: "black", draw: false, text: "White is mated" };
  assert.equal(english.result(mate, english.side), "Black wins. White is mated.");
  for (const [texts, win, draw, expected] of [
    [english, "Black wins", "draw", ["Black wins.", "Draw."]],
    [japanese, "先手の勝ち", "引き分け", ["先手の勝ち", "引き分け"]],
  ]) {
    const results = [
      { winner: "black", draw: false, text: win },
      { winner: null, draw: true, text: draw },
    ];
    assert.deepEqual(
      results.map((end) => texts.result(end, texts.side)),
      expected,
    );
  }
});

test("English lists and numbers are written as in sentences", () => {
  assert.match(english.puzzle.none("A", ["B", "C", "D"]), /Choose B, C or D at the top/);
  assert.match(english.puzzle.count(1, 1, 1), /there is 1\.$/);
  assert.equal(english.position.invalid("black has no king"), "Black has no king.");
});

test("scores are written as in each language", () => {
  assert.deepEqual([english.score("+", 134), english.score("−", 3), english.mateScore("−", 5)], ["+1.3", "0.0", "−#3"]);
  assert.deepEqual(
    [japanese.score("+", 134), japanese.score("−", 0), japanese.mateScore("+", 5)],
    ["+134", "0", "+詰5"],
  );
});
