// Moving pieces by click, drag and touch, from the board and from the hand.

import { send, say } from "../core/connection.js";
import { button, byId, closest, handOf, handPieceAround, html, render, squareAround, squareAt } from "../core/dom.js";
import { shownPieces, squareElement, targetsOf } from "./board.js";
import { editHand, editSquare } from "../panels/editor.js";
import { tryInLesson } from "../panels/mistakes.js";
import { hideMovement, showMovement } from "./movement.js";
import { pieceElement, pieceName } from "./pieces.js";
import { cancelPremove, mayPremove, setPremove } from "./premove.js";
import { skipGlide } from "./glide.js";
import { changed, found, game, on, ownSide, pieceSide, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Side } from "../messages.d.ts" */
/** @import { Selection } from "../core/store.js" */

const DRAG_DISTANCE = 5;
const LONG_PRESS = 450;

/** @typedef {{ x: number, y: number, piece: string, selection: Selection, pointer: number, isFinger: boolean, ghost: HTMLElement | null, timer?: number }} Press */

/** @type {Press | null} The press that may become a drag. */
let press = null;
/** @type {number | null} When a long press began that showed a movement, as the time stamp of its event. */
let longPressStart = null;
/** Whether the click that follows a drag or a long press must be ignored. */
let ignoreClick = false;

export function initPointer() {
  const area = byId("table");
  area.addEventListener("click", click);
  area.addEventListener("pointerdown", startPress);
  // A drag can leave the board and end outside of it.
  window.addEventListener("pointermove", movePress);
  window.addEventListener("pointerup", endPress);
  window.addEventListener("pointercancel", cancelPress);
  on("game", cancelPress);
  // In another position or game nothing is selected, and the choice would be another.
  on("flip game", closePromotion);
  on("state editor", () => store.selection || closePromotion());
  area.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
    const hand = handPieceAround(event.target);
    if (store.editor && hand) editHand(handOf(hand), found(hand.dataset.piece), -1);
    cancelPremove();
    if (hand || squareAround(event.target)) event.preventDefault();
  });
}

function click(/** @type {MouseEvent} */ event) {
  if (ignoreClick) {
    ignoreClick = false;
    return;
  }
  const square = squareAround(event.target);
  const inHand = handPieceAround(event.target);
  if (square) activateSquare(found(square.dataset.square));
  else if (inHand) activateHand(handOf(inHand), found(inHand.dataset.piece));
}

/** Selects the piece on a square, or moves the selected piece there. */
export function activateSquare(/** @type {string} */ square) {
  if (store.editor) {
    editSquare(square);
    return;
  }
  hideMovement();
  const piece = shownPieces()[square];
  const { selection, premove } = store;
  const isOwn = piece && mayMove(pieceSide(piece));
  if (premove && (!piece || premove.square === square || premove.to === square)) cancelPremove();
  else if (selection && targetsOf(selection).has(square)) moveTo(square);
  else if (selection?.square === square) choose(null);
  else if (isOwn) choose({ square });
  else if (selection && mayPremove(sideOf(selection))) moveInAdvance(selection, square);
  else if (selection) tryMove(selection, square);
  else if (piece) showMovement(square);
}

/** Selects a piece in hand. */
export function activateHand(/** @type {Side} */ side, /** @type {string} */ letter) {
  if (store.editor) {
    editHand(side, letter);
    return;
  }
  const { selection } = store;
  const isSelected = selection?.side === side && selection.letter === letter;
  choose(isSelected || !mayMove(side) ? null : { side, letter });
}

/** Whether pieces of a side can be selected: those that are to move, or those of a person who waits. */
const mayMove = (/** @type {Side} */ side) => (side === store.state.side && mayPlay(side)) || mayPremove(side);

/** Whether a person at this page plays a side. */
const mayPlay = (/** @type {Side} */ side) => {
  const { seats, free } = store.state;
  return seats ? seats.own === side : free || (ownSide() ?? side) === side;
};

const sideOf = (/** @type {Selection} */ selection) =>
  selection.side ?? pieceSide(shownPieces()[found(selection.square)]);

/** Plays the selected piece to a square as soon as the opponent has moved. */
async function moveInAdvance(/** @type {Selection} */ selection, /** @type {string} */ square) {
  const promotes = !mayPromote(selection, square) || (await askPromotion(square));
  if (promotes !== null) setPremove(selection, square, promotes);
  choose(null);
}

/** Whether a piece may promote by a move that is not yet known to be legal. */
function mayPromote(/** @type {Selection} */ selection, /** @type {string} */ to) {
  const { square } = selection;
  const { pieces, ranks, promotion_ranks: zone } = game();
  const piece = square && shownPieces()[square];
  if (!piece || !pieces.some(({ id }) => id === `+${piece.toUpperCase()}`)) return false;
  const isInZone = (/** @type {string} */ name) => {
    const rank = name.charCodeAt(name.length - 1) - "a".charCodeAt(0);
    return pieceSide(piece) === "black" ? rank < zone : rank >= ranks - zone;
  };
  return isInZone(square) || isInZone(to);
}

export function choose(/** @type {Selection | null} */ selection) {
  if (selection) cancelPremove();
  say("");
  store.selection = selection;
  closePromotion();
  changed("selection");
}

/** Plays the selected piece to one of its targets, after the choice of promotion if there is one. */
async function moveTo(/** @type {string} */ square) {
  const { plain, promotion } = found(targetsOf(store.selection).get(square));
  const promotes = plain && promotion ? await askPromotion(square) : Boolean(promotion);
  if (promotes !== null) playMove(found(promotes ? promotion : plain));
}

/** Tries an illegal move, to learn from the program why it is illegal. */
function tryMove(/** @type {Selection} */ selection, /** @type {string} */ square) {
  playMove((selection.square ?? `${selection.letter}*`) + square);
  if (selection.square) showMovement(selection.square);
}

function playMove(/** @type {string} */ move) {
  choose(null);
  if (!tryInLesson(move)) send("play", { node: store.state.node, move });
}

/** @type {((promotes: boolean | null) => void) | null} Ends the question whether to promote. */
let answerPromotion = null;

/**
 * Asks whether to promote. Returns null if the person does not choose.
 * @type {(square: string) => Promise<boolean | null>}
 */
function askPromotion(square) {
  const piece = shownPieces()[found(store.selection?.square)];
  const promoted = `+${piece}`;
  const dialog = byId("promotion");
  /** @type {(promotes: boolean, drawn: string, label: string) => HTMLElement} */
  const option = (promotes, drawn, label) =>
    button(
      {
        "data-promote": String(promotes),
        "aria-label": label,
        title: label,
        onclick: () => answerPromotion?.(promotes),
      },
      pieceElement(drawn),
      html("span", {}, pieceName(drawn)),
    );
  render(
    dialog,
    option(true, promoted, texts.promote(pieceName(promoted))),
    option(false, piece, texts.doNotPromote(pieceName(piece))),
  );
  dialog.setAttribute("aria-label", texts.promotion);
  placePromotion(dialog, squareElement(square));
  dialog.hidden = false;
  dialog.firstElementChild.focus();
  return new Promise((resolve) => {
    answerPromotion = (promotes) => {
      dialog.hidden = true;
      answerPromotion = null;
      squareElement(square)?.focus();
      resolve(promotes);
    };
  });
}

export function closePromotion() {
  answerPromotion?.(null);
}

/** Puts the choice over its square, within the board. */
function placePromotion(/** @type {HTMLElement} */ dialog, /** @type {HTMLElement} */ square) {
  const [frame, target] = [byId("board-frame").getBoundingClientRect(), square.getBoundingClientRect()];
  const left = Math.min(Math.max(0, target.left - frame.left - target.width / 2), frame.width - 2 * target.width - 12);
  dialog.style.left = `${left}px`;
  dialog.style.top = `${target.top - frame.top - 6}px`;
  dialog.style.setProperty("--size", `${target.width}px`);
}

function startPress(/** @type {PointerEvent} */ event) {
  if (event.button !== 0 || closest(event.target, "#promotion")) return;
  // A second finger cancels the drag of the first.
  cancelPress();
  ignoreClick = false;
  longPressStart = null;
  const square = squareAround(event.target)?.dataset.square;
  const inHand = handPieceAround(event.target);
  const side = inHand ? handOf(inHand) : undefined;
  const letter = inHand?.dataset.piece;
  const piece = square ? shownPieces()[square] : side && (side === "black" ? letter : letter?.toLowerCase());
  if (!piece) return;
  /** @type {Selection} */
  const selection = square ? { square } : { side, letter };
  press = {
    x: event.clientX,
    y: event.clientY,
    piece,
    selection,
    pointer: event.pointerId,
    isFinger: event.pointerType !== "mouse",
    ghost: null,
  };
  if (press.isFinger) press.timer = setTimeout(() => longPress(event.timeStamp, square, letter), LONG_PRESS);
}

/** @type {(start: number, square: string | undefined, letter: string | undefined) => void} */
const longPress = (start, square, letter) => {
  press = null;
  longPressStart = start;
  ignoreClick = true;
  showMovement(square, letter);
};

function movePress(/** @type {PointerEvent} */ event) {
  if (!press || press.pointer !== event.pointerId) return;
  const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (!press.ghost && distance < DRAG_DISTANCE) return;
  press.ghost ??= beginDrag(press);
  if (!press.ghost) {
    press = null;
    return;
  }
  press.ghost.style.left = `${event.clientX}px`;
  press.ghost.style.top = `${event.clientY}px`;
  const target = squareAt(event);
  document.querySelector(".drag-target")?.classList.remove("drag-target");
  target?.classList.add("drag-target");
}

/** Returns what follows the pointer, or null if the piece cannot be moved. */
function beginDrag(/** @type {Press} */ press) {
  clearTimeout(press.timer);
  const canMove = store.editor ? press.selection.square : mayMove(pieceSide(press.piece));
  if (!canMove) return null;
  hideMovement();
  if (!store.editor) choose(press.selection);
  const size = byId("board").querySelector("[data-square]").getBoundingClientRect().width;
  const ghost = html("div", { class: press.isFinger ? "ghost finger" : "ghost" }, pieceElement(press.piece));
  ghost.style.width = `${size}px`;
  ghost.style.height = `${size}px`;
  document.body.append(ghost);
  if (press.selection.square) squareElement(press.selection.square).classList.add("dragged");
  return ghost;
}

function endPress(/** @type {PointerEvent} */ event) {
  if (press && press.pointer !== event.pointerId) return;
  // On a busy device the timer can come before the end of a press that was short.
  if (longPressStart !== null && event.timeStamp - longPressStart < LONG_PRESS) ignoreClick = false;
  longPressStart = null;
  const released = finishPress();
  if (!released?.ghost) return;
  ignoreClick = true;
  // The click that follows arrives now or never.
  setTimeout(() => {
    ignoreClick = false;
  }, 0);
  const square = squareAt(event)?.dataset.square;
  const { selection, piece } = released;
  // The move that has arrived meanwhile may have captured the piece.
  const isGone = selection.square && shownPieces()[selection.square] !== piece;
  if (store.editor) editSquare(square ?? null, selection.square);
  else if (!square || square === selection.square || isGone) choose(null);
  else {
    // Such a move has ended the selection.
    store.selection = selection;
    if (targetsOf(selection).has(square)) {
      skipGlide(square);
      moveTo(square);
    } else if (mayPremove(sideOf(selection))) moveInAdvance(selection, square);
    else tryMove(selection, square);
  }
}

function cancelPress() {
  if (finishPress()?.ghost) choose(null);
}

function finishPress() {
  const finished = press;
  press = null;
  if (!finished) return null;
  clearTimeout(finished.timer);
  finished.ghost?.remove();
  document.querySelector(".drag-target")?.classList.remove("drag-target");
  document.querySelector(".dragged")?.classList.remove("dragged");
  return finished;
}
