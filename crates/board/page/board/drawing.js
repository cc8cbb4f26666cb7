// Circles and arrows of the person, drawn with the right button, or with a finger while the pencil is on.

import { send } from "../core/connection.js";
import { byId, squareAround, squareAt } from "../core/dom.js";
import { changed, found, on, store } from "../core/store.js";

/** @import { DrawingView } from "../messages.d.ts" */

/** The colours in the order in which the pencil has them. */
const PENCILS = /** @type {const} */ (["green", "red", "blue", "yellow", null]);

export function initDrawing() {
  const table = byId("table");
  // Before the pieces hear of it.
  table.addEventListener("pointerdown", startDrawing, true);
  table.addEventListener(
    "click",
    (/** @type {MouseEvent} */ event) => {
      if (store.pencil && mayDraw() && squareAround(event.target)) event.stopPropagation();
    },
    true,
  );
  addEventListener("pointermove", moveDrawing);
  addEventListener("pointerup", endDrawing);
  addEventListener("pointercancel", cancelDrawing);
  on("game editor", cancelDrawing);
}

/** Whether the person may draw on the board. A click first takes a premove back. */
export const mayDraw = () => Boolean(store.state && !store.state.seats && !store.editor && !store.premove);

/** Takes the next pencil, and after the last one none. */
export function nextPencil() {
  store.pencil = PENCILS[(PENCILS.indexOf(store.pencil) + 1) % PENCILS.length];
  changed("pencil");
}

/** @returns {DrawingView["color"]} */
const colorOf = (/** @type {PointerEvent} */ { shiftKey, ctrlKey, altKey }) => {
  const isRed = shiftKey || ctrlKey;
  return isRed && altKey ? "yellow" : isRed ? "red" : altKey ? "blue" : "green";
};

function startDrawing(/** @type {PointerEvent} */ event) {
  const isRight = event.button === 2;
  const from = squareAround(event.target)?.dataset.square;
  if (!from || !mayDraw()) return;
  if (!isRight && !store.pencil) return;
  event.stopPropagation();
  store.drawn = { color: isRight ? colorOf(event) : found(store.pencil), from, to: null };
  changed("drawn");
}

function moveDrawing(/** @type {PointerEvent} */ event) {
  if (!store.drawn) return;
  const square = squareAt(event)?.dataset.square ?? null;
  const to = square === store.drawn.from ? null : square;
  if (to === store.drawn.to) return;
  store.drawn.to = to;
  changed("drawn");
}

/** Adds what is drawn, or removes it if it is there in this colour. */
function endDrawing(/** @type {PointerEvent} */ event) {
  const { drawn, state, tree } = store;
  if (!drawn || !squareAt(event)) {
    cancelDrawing();
    return;
  }
  const node = tree[state.node];
  const drawings = node.drawings ?? [];
  const isSame = (/** @type {DrawingView} */ { from, to }) => from === drawn.from && to === drawn.to;
  const old = drawings.find(isSame);
  const others = drawings.filter((drawing) => !isSame(drawing));
  // At once; the program then does the same.
  node.drawings = old?.color === drawn.color ? others : [...others, drawn];
  cancelDrawing();
  send("toggle_drawing", { node: state.node, drawing: drawn });
}

function cancelDrawing() {
  if (!store.drawn) return;
  store.drawn = null;
  changed("drawn");
}
