// The pieces in hand.

import { hintOrigin } from "./board.js";
import { button, byId, classes, html, render } from "../core/dom.js";
import { isSamePlace } from "../core/gestures.js";
import { pieceElement, pieceName } from "./pieces.js";
import { bottomSide, drawOn, handLetters, otherSide, SIDES, store, sideName } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Side } from "../messages.d.ts" */

/** Draws both hands whenever they change. */
export function initHands() {
  drawOn("state gesture hint editor flip settings", () => {
    drawHand(byId("hand-bottom"), bottomSide());
    drawHand(byId("hand-top"), otherSide(bottomSide()));
  });
}

/** The counts of a hand by letter: of the editor, or of the shown position. */
const shownHand = (/** @type {Side} */ side) => (store.editor ?? store.state).hands[SIDES.indexOf(side)];

function drawHand(/** @type {HTMLElement} */ element, /** @type {Side} */ side) {
  const hand = shownHand(side);
  // The editor shows every kind.
  const shown = handLetters().filter((letter) => hand[letter] || store.editor);
  render(
    element,
    { "data-hand": side, role: "group", "aria-label": texts.hand(sideName(side)) },
    shown.map((letter) => handPiece(side, letter, hand[letter] ?? 0)),
  );
}

function handPiece(/** @type {Side} */ side, /** @type {string} */ letter, /** @type {number} */ count) {
  const isSelected = isSamePlace(store.gesture.selection, { side, letter });
  const piece = side === "black" ? letter : letter.toLowerCase();
  const isHinted = side === store.state.side && hintOrigin() === `${letter}*`;
  return button(
    {
      class: classes("hand-piece", { selected: isSelected, hinted: isHinted, none: !count }),
      key: letter,
      "data-piece": letter,
      "data-count": count,
      "aria-pressed": String(isSelected),
      "aria-label": [
        texts.handPiece(pieceName(piece), sideName(side), count),
        ...(isHinted ? [texts.squareNotes.hinted] : []),
      ].join(", "),
    },
    pieceElement(piece),
    count > 1 ? html("span", { class: "count", "aria-hidden": "true" }, count) : null,
  );
}
