// Playing and navigating with the keyboard.

import { toggleAnalysis } from "./analysis.js";
import { isFocusedByKeyboard, placeAround } from "../core/dom.js";
import { gestureOf } from "../board/pointer.js";
import { flip, hint, showTab } from "./controls.js";
import { step, undoChange } from "./movelist.js";
import { startNewGame } from "./newgame.js";
import { startNextPuzzle } from "./startpuzzle.js";
import { ask } from "../core/dialog.js";
import { send } from "../core/connection.js";
import { store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Place } from "../core/gestures.js" */

/** @type {{ [key: string]: [columns: number, rows: number] }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {{ [key: string]: number }} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
/** @type {{ [key: string]: () => void }} */
const SHORTCUTS = { n: newGameByKey, f: flip, u: undoByKey, h: hint, a: analyseByKey, p: startNextPuzzle };

export function initKeyboard() {
  document.addEventListener("keydown", (event) => {
    // Letters mean the same with Caps Lock.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const target = /** @type {HTMLElement} */ (event.target);
    const isOther = target.closest("input, select, textarea") || document.querySelector("dialog[open]");
    if (event.altKey || !store.state || isOther) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isUndo = key === "z" && !event.shiftKey && !store.editor;
    if (isControl ? isUndo && undoChange() : handle(key, target)) event.preventDefault();
  });
}

/** Handles a key and returns whether it meant something. */
function handle(/** @type {string} */ key, /** @type {HTMLElement} */ target) {
  if (key === "Escape") {
    gestureOf({ kind: "escape" });
    return true;
  }
  if (target.closest("#promotion")) return false;
  const at = placeAround(target);
  if (at && handleAt(key, at)) return true;
  if (STEPS[key]) step(STEPS[key]);
  else if (store.settings.letterKeys && SHORTCUTS[key]) SHORTCUTS[key]();
  else return false;
  return true;
}

/** Handles a key on a square or on a piece in hand. */
function handleAt(/** @type {string} */ key, /** @type {Place} */ at) {
  const { square } = at;
  if (square && ARROWS[key] && isFocusedByKeyboard()) {
    const [columns, rows] = ARROWS[key];
    gestureOf({ kind: "arrow", square, columns, rows });
  } else if (key === "Enter" || key === " ") gestureOf({ kind: "activate", at });
  else if (key === "m" && store.settings.letterKeys) gestureOf({ kind: "explain", at });
  else return false;
  return true;
}

/** The moves of the game stay while a position is edited. */
function undoByKey() {
  if (!store.editor) send("undo");
}

function analyseByKey() {
  if (!store.state.analysing) showTab("moves");
  toggleAnalysis();
}

/** A key can be hit by accident, so that it asks also where nothing would be lost. */
async function newGameByKey() {
  const { seats, unsaved } = store.state;
  if (seats || unsaved || (await ask(texts.confirmByKey, texts.newGame, texts.keepPlaying))) startNewGame();
}
