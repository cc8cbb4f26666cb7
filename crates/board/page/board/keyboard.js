// Playing and navigating with the keyboard.

import { toggleAnalysis } from "../panels/analysis.js";
import { byId, handOf, handPieceAround, isFocusedByKeyboard, squareAround } from "../core/dom.js";
import { activateHand, activateSquare, choose, closePromotion } from "./pointer.js";
import { flip, hint, showTab } from "../panels/controls.js";
import { hideMovement, showMovement } from "./movement.js";
import { step, undoChange } from "../panels/movelist.js";
import { startNewGame } from "../panels/newgame.js";
import { cancelPremove } from "./premove.js";
import { startNextPuzzle } from "../panels/startpuzzle.js";
import { ask } from "../core/confirm.js";
import { send } from "../core/connection.js";
import { found, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @type {{ [key: string]: [columns: number, rows: number] }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {{ [key: string]: number }} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
/** @type {{ [key: string]: () => void }} */
const SHORTCUTS = { n: newGameByKey, f: flip, u: () => send("undo"), h: hint, a: analyseByKey, p: startNextPuzzle };

export function initKeyboard() {
  document.addEventListener("keydown", (event) => {
    // Letters mean the same with Caps Lock.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || !store.state || target.closest("input, select, textarea, dialog")) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl ? key === "z" && !event.shiftKey && undoChange() : handle(key, target)) event.preventDefault();
  });
}

/** Handles a key and returns whether it meant something. */
function handle(/** @type {string} */ key, /** @type {HTMLElement} */ target) {
  if (key === "Escape") {
    closePromotion();
    choose(null);
    cancelPremove();
    hideMovement();
    return true;
  }
  if (target.closest("#promotion")) return false;
  const square = squareAround(target);
  if (square) return handleOnSquare(key, square) || go(key) || shortcut(key);
  const inHand = handPieceAround(target);
  if (inHand && key === "m" && store.settings.letterKeys) {
    showMovement(null, inHand.dataset.piece);
    return true;
  }
  if (inHand && (key === "Enter" || key === " ")) {
    activateHand(handOf(inHand), found(inHand.dataset.piece));
    return true;
  }
  return go(key) || shortcut(key);
}

/** Shows another position. */
function go(/** @type {string} */ key) {
  if (STEPS[key]) step(STEPS[key]);
  return Boolean(STEPS[key]);
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

function shortcut(/** @type {string} */ key) {
  if (!store.settings.letterKeys) return false;
  SHORTCUTS[key]?.();
  return Boolean(SHORTCUTS[key]);
}

function handleOnSquare(/** @type {string} */ key, /** @type {HTMLElement} */ square) {
  if (ARROWS[key] && isFocusedByKeyboard()) {
    moveSquareFocus(square, ...ARROWS[key]);
    return true;
  }
  if (key === "Enter" || key === " ") {
    activateSquare(found(square.dataset.square));
    return true;
  }
  if (key === "m" && store.settings.letterKeys) {
    showMovement(square.dataset.square);
    return true;
  }
  return false;
}

/** Moves the focus to a neighbouring square. One square of the board is in the tab order. */
function moveSquareFocus(/** @type {HTMLElement} */ square, /** @type {number} */ columns, /** @type {number} */ rows) {
  const board = byId("board");
  const lines = [...board.children];
  const row = lines.indexOf(found(square.parentElement));
  const column = [...found(square.parentElement).children].indexOf(square);
  const next = lines[row + rows]?.children[column + columns];
  if (!next) return;
  square.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
