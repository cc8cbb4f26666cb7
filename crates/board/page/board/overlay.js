// What is drawn over the board: star points and arrows.

import { placeOf } from "./board.js";
import { byId, render, svg } from "../core/dom.js";
import { parseMove } from "../core/moves.js";
import { placedPiece } from "./pieces.js";
import { analysisLines, game, store, drawOn } from "../core/store.js";

const ARROW_COLOURS = ["#1f7a34", "#2b6cb0", "#8a5a00"];
const MAX_ARROWS = 3;
/** The colours of the person's drawings. */
export const INKS = { green: "#2b8a3e", red: "#c92a2a", blue: "#1864ab", yellow: "#e67700" };

export function initOverlay() {
  drawOn("state tree analysis hint flip editor settings gesture", drawOverlay);
}

function drawOverlay() {
  const { files, ranks, promotion_ranks: zone } = game();
  render(byId("overlay"), { viewBox: `0 0 ${files} ${ranks}` }, starPoints(files, ranks, zone), arrows(), drawings());
}

/** Dots at the corners of the promotion zones, as on wooden boards. */
function starPoints(/** @type {number} */ files, /** @type {number} */ ranks, /** @type {number} */ zone) {
  if (files < 7 || zone * 2 >= ranks) return [];
  const columns = [3, files - 3];
  return columns.flatMap((x) =>
    [zone, ranks - zone].map((y) => svg("circle", { cx: x, cy: y, r: 0.055, class: "star" })),
  );
}

function arrows() {
  const { state, hint, editor, settings } = store;
  if (editor) return [];
  const { hint: puzzleHint } = state.puzzle ?? {};
  if (puzzleHint?.move && state.node === state.last_node) return [moveArrow(puzzleHint.move, ARROW_COLOURS[0], 1)];
  if (hint?.node === state.node && hint.isMoveShown) return [moveArrow(hint.move, ARROW_COLOURS[0], 1)];
  if (!settings.arrows) return [];
  const lines = analysisLines()
    .filter((line) => line.moves.length)
    .slice(0, MAX_ARROWS);
  return lines.map((line, index) => moveArrow(line.moves[0], ARROW_COLOURS[index], 0.85 - index * 0.22)).reverse();
}

/** What the person has drawn at the shown node, and is drawing. */
export function drawings() {
  const { state, tree, gesture, editor } = store;
  if (editor) return [];
  const shown = [...(tree[state.node].drawings ?? []), ...(gesture.drawn ? [gesture.drawn] : [])];
  return shown.map(({ color, from, to }) => (to ? arrow(from, to, INKS[color], 0.8) : circle(from, INKS[color], 0.8)));
}

const centre = (/** @type {string} */ square) => placeOf(square).map((corner) => corner + 0.5);

/** @type {(move: string, colour: string, opacity: number) => SVGElement} */
function moveArrow(move, colour, opacity) {
  const { drop, from, to } = parseMove(move);
  if (from) return arrow(from, to, colour, opacity);
  const [x, y] = centre(to);
  return svg("g", { opacity }, placedPiece(store.state.side, drop, x, y, 0.76), circle(to, colour, 1));
}

/** @type {(square: string, colour: string, opacity: number) => SVGElement} */
function circle(square, colour, opacity) {
  const [cx, cy] = centre(square);
  return svg("circle", { cx, cy, r: 0.42, fill: "none", stroke: colour, "stroke-width": 0.1, opacity });
}

/** @type {(from: string, to: string, colour: string, opacity: number) => SVGElement} */
function arrow(from, to, colour, opacity) {
  const [x2, y2] = centre(to);
  const [x1, y1] = centre(from);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - dx * 0.36, y2 - dy * 0.36];
  const ends = { x1: x1 + dx * 0.2, y1: y1 + dy * 0.2, x2: bx, y2: by };
  const head = `M${x2} ${y2}L${bx - dy * 0.2} ${by + dx * 0.2}L${bx + dy * 0.2} ${by - dx * 0.2}Z`;
  return svg(
    "g",
    { opacity },
    svg("line", { ...ends, stroke: colour, "stroke-width": 0.13, "stroke-linecap": "round" }),
    svg("path", { d: head, fill: colour }),
  );
}
