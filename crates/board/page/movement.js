// Shows how the piece on a square moves: marks on the board with screens, and a card.

import { send } from "./connection.js";
import { byId } from "./dom.js";
import { shownPieces, squareElement } from "./board.js";
import { movementCard } from "./marks.js";
import { on, pieceInfo, store } from "./store.js";

const HOVER_DELAY = 550;
/** The distance of the card from the edges of the window or the panel. */
const GAP = 8;
/** The width in pixels up to which the panel is below the board, as in layout.css. */
const NARROW = 900;
const CLASSES = { moves: "can-move", captures: "can-capture", threats: "can-threaten", screens: "is-screen" };

let timer;
let hovered = null;
let requests = 0;

export function initMovement() {
  const table = byId("table");
  table.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const element = event.target.closest("[data-square], [data-hand] [data-piece]");
    if (element === hovered) return;
    hovered = element;
    clearTimeout(timer);
    hideMovement();
    if (!element || event.buttons || !store.settings.hover || store.selection || store.editor) return;
    timer = setTimeout(() => showMovement(element.dataset.square, element.dataset.piece), HOVER_DELAY);
  });
  table.addEventListener("pointerleave", () => {
    hovered = null;
    clearTimeout(timer);
    hideMovement();
  });
  table.addEventListener("pointerdown", () => clearTimeout(timer));
  on("selection flip editor game", () => {
    clearTimeout(timer);
    hideMovement();
  });
}

/** Shows how a piece moves: the one on a square, or one in hand. */
export async function showMovement(square, letter) {
  hideMovement();
  requests += 1;
  const request = requests;
  const piece = square ? shownPieces()[square] : letter;
  if (!piece || store.editor) return;
  const info = pieceInfo(piece);
  const reply = square ? await send("movement", { square }) : null;
  if (request !== requests) return;
  for (const [list, name] of Object.entries(reply ? CLASSES : {})) {
    for (const target of reply[list]) squareElement(target)?.classList.add(name);
  }
  if (square) squareElement(square)?.classList.add("shows-movement");
  showCard(info, square);
}

export function hideMovement() {
  requests += 1;
  for (const name of [...Object.values(CLASSES), "shows-movement"]) {
    for (const element of document.querySelectorAll(`.square.${name}`)) element.classList.remove(name);
  }
  byId("movement-card").hidden = true;
}

/** Shows the card over the panel, or on a phone on the half of the screen where the piece is not. */
function showCard(info, square) {
  const card = byId("movement-card");
  card.replaceChildren(movementCard(info));
  card.hidden = false;
  if (innerWidth <= NARROW) {
    const isLow = square && squareElement(square).getBoundingClientRect().top > innerHeight / 2;
    place(card, GAP, isLow ? GAP : innerHeight - card.offsetHeight - GAP, innerWidth - 2 * GAP);
  } else {
    const panel = byId("panel").getBoundingClientRect();
    place(card, panel.left + GAP, panel.top + GAP, panel.width - 2 * GAP);
  }
}

function place(card, left, top, width) {
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
  card.style.width = `${width}px`;
}
