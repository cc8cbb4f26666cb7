// A small board with the position after the moves of a line, while the pointer rests on one of them.

import { positionDrawing } from "../board/picture.js";
import { request } from "../core/connection.js";
import { byId, closest, elements, isFocusedByKeyboard, render, setProperties } from "../core/dom.js";
import { analysisLines, on, store } from "../core/store.js";

const DELAY = 150;
/** The distance of the board from the move and from the edges of the window. */
const GAP = 8;

/** @type {HTMLElement | null} The move on which the pointer rests. */
let rested = null;
/** The moves whose position is shown. */
let shown = "";
let timer = 0;

export function initPreview() {
  const lines = byId("analysis");
  lines.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse") rest(closest(event.target, ".pv-move"), DELAY);
  });
  lines.addEventListener("pointerleave", () => rest(null));
  lines.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    if (isFocusedByKeyboard()) rest(closest(event.target, ".pv-move"));
  });
  lines.addEventListener("focusout", () => rest(null));
  // The lines of a running analysis change below the pointer.
  on("state analysis", () => {
    if (!rested?.isConnected || store.analysis?.node !== store.state.node) rest(null);
    else if (!byId("preview").hidden) show(rested);
  });
}

function rest(/** @type {HTMLElement | null} */ move, delay = 0) {
  if (move === rested) return;
  rested = move;
  shown = "";
  clearTimeout(timer);
  render(byId("preview"), { hidden: true });
  if (move) timer = setTimeout(() => show(move), delay);
}

async function show(/** @type {HTMLElement} */ move) {
  const number = Number(closest(move, "[data-pv]")?.dataset.pv);
  const line = analysisLines().find(({ pv }) => pv === number);
  const moves = line?.moves.slice(
    0,
    elements(/** @type {Element} */ (move.parentElement), ".pv-move").indexOf(move) + 1,
  );
  const wanted = moves?.join(" ");
  if (!moves || !wanted || wanted === shown) return;
  const reply = await request({ command: "preview", node: store.state.node, moves });
  // The line may be another one meanwhile.
  if (rested !== move || reply?.reply !== "preview") return;
  shown = wanted;
  const preview = byId("preview");
  render(preview, { hidden: false }, positionDrawing(reply));
  const box = move.getBoundingClientRect();
  const below = box.bottom + GAP;
  const top = below + preview.offsetHeight <= innerHeight ? below : box.top - GAP - preview.offsetHeight;
  const left = Math.min(box.left, innerWidth - preview.offsetWidth - GAP);
  setProperties(preview, {
    hidden: false,
    style: { left: `${Math.max(GAP, left)}px`, top: `${Math.max(GAP, top)}px` },
  });
}
