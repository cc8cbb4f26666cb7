// Pieces glide from where they were to where they are.

import { squareElement } from "./board.js";
import { elements, handOf } from "../core/dom.js";
import { parseMove, pieceSide } from "../core/moves.js";
import { on, store } from "../core/store.js";

/** @import { TableView } from "../messages.d.ts" */

const DURATION = 170;
/** The most squares that a move empties or fills. A position that differs in more is shown at once. */
const MAX_CHANGES = 2;

/** @type {string | null} The square to which a person has just dragged a piece, which needs no animation. */
let dragged = null;

/** Shows a move at once. */
export function skipGlide(/** @type {string} */ move) {
  dragged = parseMove(move).to;
}

export function initGlide() {
  let handBoxes = new Map();
  on("state", () => {
    const { previous, state: now } = store;
    const moves = previous?.game === now.game && isWanted() ? changedPieces(previous.pieces, now.pieces) : [];
    const isOwnDrag = dragged !== null && now.last_move.at(-1) === dragged;
    dragged = null;
    if (!isOwnDrag)
      for (const { from, to, piece } of moves)
        glide(from ? squareElement(from)?.getBoundingClientRect() : handBoxes.get(handKey(piece)), to);
    handBoxes = new Map(
      elements(document, "[data-hand] [data-piece]").map((element) => [
        `${handOf(element)} ${element.dataset.piece}`,
        element.getBoundingClientRect(),
      ]),
    );
  });
}

const isWanted = () =>
  store.settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches && !store.editor;

const handKey = (/** @type {string} */ piece) => `${pieceSide(piece)} ${piece.toUpperCase()}`;

/** Returns the pieces that stand on another square than before. Those without an origin come from a hand. */
export function changedPieces(/** @type {TableView["pieces"]} */ before, /** @type {TableView["pieces"]} */ now) {
  const left = Object.keys(before).filter((square) => before[square] !== now[square]);
  const arrived = Object.keys(now).filter((square) => before[square] !== now[square]);
  if (arrived.length > MAX_CHANGES || left.length > MAX_CHANGES) return [];
  const kind = (/** @type {string} */ piece) => piece.replace("+", "");
  return arrived.map((to) => ({
    to,
    piece: now[to],
    from: left.find((square) => square !== to && kind(before[square]) === kind(now[to])),
  }));
}

function glide(/** @type {DOMRect} */ origin, /** @type {string} */ to) {
  const piece = squareElement(to)?.querySelector(".piece");
  if (!piece || !origin) return;
  const target = squareElement(to).getBoundingClientRect();
  const [dx, dy] = [
    origin.left + origin.width / 2 - target.left - target.width / 2,
    origin.top + origin.height / 2 - target.top - target.height / 2,
  ];
  const turn = piece.classList.contains("turned") ? " rotate(180deg)" : "";
  piece.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)${turn}`, zIndex: 3 },
      { transform: `translate(0, 0)${turn}`, zIndex: 3 },
    ],
    { duration: DURATION, easing: "ease-out" },
  );
}
