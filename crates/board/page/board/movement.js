// Shows how the piece on a square moves: marks on the board with screens, and a card.

import { send } from "../core/connection.js";
import { byId, handPieceAround, html, isFocusedByKeyboard, render, squareAround, svg } from "../core/dom.js";
import { shownPieces, squareElement } from "./board.js";
import { describeMovement, markShape, movementCard } from "./marks.js";
import { on, pieceInfo, store } from "../core/store.js";
import { kindName } from "../core/texts.js";

/** @import { PieceView } from "../messages.d.ts" */

const HOVER_DELAY = 550;
/** The distance of the card from the edges of the window or the panel. */
const CARD_GAP = 8;
/** @type {("both" | "quiet" | "capture" | "screen")[]} */
const MODES = ["both", "quiet", "capture", "screen"];

let cardTimer = 0;
/** @type {HTMLElement | null} */
let hovered = null;
let requests = 0;

export function initMovement() {
  const table = byId("table");
  table.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "mouse") return;
    const element = squareAround(event.target) ?? handPieceAround(event.target);
    if (element === hovered) return;
    hovered = element;
    clearTimeout(cardTimer);
    hideMovement();
    if (!element || event.buttons || !store.settings.hover || store.selection || store.editor) return;
    cardTimer = setTimeout(() => showMovement(element.dataset.square, element.dataset.piece), HOVER_DELAY);
  });
  table.addEventListener("pointerleave", () => {
    hovered = null;
    clearTimeout(cardTimer);
    hideMovement();
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(cardTimer);
    // A press on the board does what it means, which may be to show another movement.
    if (!table.contains(/** @type {Node} */ (event.target))) hideMovement();
  });
  on("selection flip editor game", () => {
    clearTimeout(cardTimer);
    hideMovement();
  });
}

/** Shows how a piece moves: the one on a square, or one in hand. */
export async function showMovement(/** @type {string | null | undefined} */ square, letter = "") {
  hideMovement();
  requests += 1;
  const request = requests;
  const piece = square ? shownPieces()[square] : letter;
  if (!piece || store.editor) return;
  const info = pieceInfo(piece);
  const reply = square ? await send("movement", { square }) : null;
  if (request !== requests) return;
  for (const mode of reply ? MODES : []) {
    for (const target of reply?.[mode] ?? []) {
      const isScreen = mode === "screen";
      const shape = markShape(mode, 10, 10, isScreen ? 8 : 3.5);
      const mark = svg("svg", { class: "movement", viewBox: "0 0 20 20", "aria-hidden": "true" }, shape);
      // A screen is marked below the piece, so that it can be seen.
      squareElement(target)?.[isScreen ? "prepend" : "append"](mark);
    }
  }
  if (square) squareElement(square)?.classList.add("shows-movement");
  showCard(info, square);
}

export function hideMovement() {
  requests += 1;
  for (const mark of document.querySelectorAll("svg.movement")) mark.remove();
  document.querySelector(".shows-movement")?.classList.remove("shows-movement");
  byId("movement-card").hidden = true;
}

/** Shows the card at the foot of the panel, or on a phone below the board, whose marks are part of it. */
function showCard(/** @type {PieceView} */ info, /** @type {string | null | undefined} */ square) {
  const card = byId("movement-card");
  const [board, panel] = [byId("board"), byId("panel")].map((element) => element.getBoundingClientRect());
  const isBeside = panel.left > board.right;
  // The card can cover the reason why a move was refused.
  const notice = byId("notice");
  const reason = !isBeside && notice.classList.contains("error") && html("p", { class: "error" }, notice.textContent);
  render(card, reason, movementCard(info));
  card.classList.toggle("marked", !isBeside && Boolean(square));
  card.hidden = false;
  if (isFocusedByKeyboard()) byId("announcement").textContent = `${kindName(info)}: ${describeMovement(info)}`;
  if (isBeside)
    placeCard(card, panel.left + CARD_GAP, panel.width - 2 * CARD_GAP, () =>
      Math.max(CARD_GAP, panel.bottom - card.offsetHeight - CARD_GAP),
    );
  else
    placeCard(
      card,
      CARD_GAP,
      innerWidth - 2 * CARD_GAP,
      () => Math.min(board.bottom, innerHeight - card.offsetHeight) + CARD_GAP / 2,
    );
}

/**
 * Places the card. Its width decides its height, on which the top may depend.
 * @type {(card: HTMLElement, left: number, width: number, top: () => number) => void}
 */
const placeCard = (card, left, width, top) => {
  card.style.left = `${left}px`;
  card.style.width = `${width}px`;
  card.style.top = `${top()}px`;
};
