// Shows how a piece moves: marks on the board with screens, and a card.

import { request } from "../core/connection.js";
import { announce, byId, classes, html, isFocusedByKeyboard, render, setProperties } from "../core/dom.js";
import { pieceAt } from "../core/gestures.js";
import { describeMovement, movementCard } from "./marks.js";
import { on, pieceInfo, put, store } from "../core/store.js";
import { kindName } from "../core/texts.js";

/** @import { Place } from "../core/gestures.js" */

/** The distance of the card from the edges of the window or the panel. */
const CARD_GAP = 8;

/** The place whose movement is shown, or will be. */
let followed = /** @type {Place | null} */ (null);

export function initMovement() {
  on("gesture", followGesture);
  on("movement", drawCard);
}

async function followGesture() {
  const { shown } = store.gesture;
  if (shown === followed) return;
  followed = shown;
  showMovement(null);
  if (!shown) return;
  // A move can have taken the piece away meanwhile, which is nobody's mistake.
  const reply = shown.square ? await request({ command: "movement", square: shown.square }) : null;
  if (followed === shown) showMovement({ at: shown, squares: reply?.reply === "movement" ? reply : null });
}

function showMovement(/** @type {typeof store.movement} */ movement) {
  if (store.movement !== movement) put("movement", { movement });
}

/** Draws the card at the foot of the panel, or on a phone below the board, whose marks are part of it. */
function drawCard() {
  const card = byId("movement-card");
  const { movement, notice } = store;
  const piece = movement && pieceAt(store.gesture.board, movement.at);
  if (!piece) {
    render(card, { hidden: true });
    return;
  }
  const info = pieceInfo(piece);
  const [board, panel] = [byId("board"), byId("panel")].map((element) => element.getBoundingClientRect());
  const isBeside = panel.left > board.right;
  const [left, width] = isBeside
    ? [panel.left + CARD_GAP, panel.width - 2 * CARD_GAP]
    : [CARD_GAP, innerWidth - 2 * CARD_GAP];
  const properties = {
    hidden: false,
    class: classes("", { marked: !isBeside && movement.at.square }),
    style: { left: `${left}px`, width: `${width}px` },
  };
  // The card can cover the reason why a move was refused.
  const reason = !isBeside && notice.isError && html("p", { class: "error" }, notice.text);
  render(card, properties, reason, movementCard(info));
  const { offsetHeight } = card;
  // The width decides the height.
  const top = isBeside
    ? Math.max(CARD_GAP, panel.bottom - offsetHeight - CARD_GAP)
    : Math.min(board.bottom, innerHeight - offsetHeight) + CARD_GAP / 2;
  setProperties(card, { ...properties, style: { ...properties.style, top: `${top}px` } });
  if (isFocusedByKeyboard()) announce(`${kindName(info)}: ${describeMovement(info)}`);
}
