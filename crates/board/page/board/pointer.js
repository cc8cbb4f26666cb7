// Carries pointers, keys and the position to the gesture on the board, and its commands to the program. Draws what
// follows the pointer, and the choice of promotion.

import { send, say } from "../core/connection.js";
import { button, byId, classes, closest, html, placeAround, render, squareAt } from "../core/dom.js";
import { shownPieces, squareElement } from "./board.js";
import { LONG_PRESS, nextGesture, pieceAt } from "../core/gestures.js";
import { skipGlide } from "./glide.js";
import { pieceElement, pieceName } from "./pieces.js";
import { changed, game, isContest, isWhiteBelow, on, put, SIDES, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Side } from "../messages.d.ts" */
/** @import { BoardView, GestureCommand, GestureEvent } from "../core/gestures.js" */

/** @type {(command: Extract<GestureCommand, { kind: "edit" }>) => void} Changes the edited position. */
let edit;

/** The milliseconds for which a mouse rests on a piece to show its movement. */
const HOVER_DELAY = 550;
/** @type {Element | null} The square or the piece in hand below the mouse. */
let hovered = null;
let hoverTimer = 0;

export function initPointer(/** @type {typeof edit} */ editPlace) {
  edit = editPlace;
  on("game state editor settings flip", () => store.state && gestureOf({ kind: "position", board: boardView() }));
  on("press", drawDragged);
  on("gesture", drawDragged);
  on("gesture", drawPromotion);
  const table = byId("table");
  table.addEventListener("pointerdown", pressDown);
  table.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
    const at = placeAround(target);
    if (at) gestureOf({ kind: "click", at });
  });
  table.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
    const at = placeAround(event.target);
    gestureOf({ kind: "context", at: at ?? {} });
    if (at) event.preventDefault();
  });
  table.addEventListener("pointerover", hover);
  table.addEventListener("pointerleave", () => restOn(null));
  document.addEventListener("pointerdown", ({ target }) => {
    clearTimeout(hoverTimer);
    // A press on the board does what it means, which may be to show another movement.
    if (!table.contains(target)) gestureOf({ kind: "explain", at: null });
  });
  // A drag can leave the board and end outside of it.
  addEventListener("pointermove", (event) => {
    if (!store.gesture.press && !store.gesture.drawn) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    gestureOf({ kind: "move", over: squareAt(event), pointer, x, y });
  });
  addEventListener("pointerup", (event) => {
    const wasDragged = store.gesture.drag;
    gestureOf({ kind: "up", over: squareAt(event), pointer: event.pointerId, time: event.timeStamp });
    // The click that follows a drag arrives now or never.
    if (wasDragged) setTimeout(() => gestureOf({ kind: "settle" }), 0);
  });
  addEventListener("pointercancel", () => gestureOf({ kind: "cancel" }));
}

/** Goes on with the gesture, and carries out its command. */
export function gestureOf(/** @type {GestureEvent} */ event) {
  if (!store.state) return;
  const before = store.gesture;
  const { gesture, command } = nextGesture(before, event);
  store.gesture = gesture;
  const names = /** @type {(keyof typeof before)[]} */ (Object.keys(gesture));
  const news = new Set(names.filter((name) => gesture[name] !== before[name]));
  if (event.kind === "escape" || (news.has("selection") && event.kind !== "position")) say("");
  // Before what is drawn asks for something, so that the answer to a move comes first.
  if (command) carryOut(command);
  if (news.has("press")) changed("press");
  for (const name of /** @type {const} */ (["press", "board", "heldSince", "ignoresClick"])) news.delete(name);
  if (news.size > 0) changed("gesture");
  // The focus may have left the square to which the keyboard has led before.
  if (gesture.cursor && event.kind === "arrow") squareElement(gesture.cursor).focus();
}

function carryOut(/** @type {GestureCommand} */ command) {
  const { node } = store.state;
  if (command.kind === "edit") edit(command);
  else if (command.kind === "draw") toggleDrawing(command.drawing);
  else if (!tryInLesson(command.move)) {
    if (command.isDragged) skipGlide(command.move);
    send("play", { node, move: command.move });
  }
}

/** Takes a move that is tried in place of a mistake. Returns whether it did. */
export function tryInLesson(/** @type {string} */ move) {
  const { lesson, state, tree } = store;
  if (!lesson || state.node !== tree[lesson.mistake.node]?.parent) return false;
  put("lesson", { lesson: { ...lesson, judged: null } });
  send("try", { node: lesson.mistake.node, move });
  return true;
}

/** Adds a drawing, or removes it if it is there in this colour. */
function toggleDrawing(/** @type {import("../messages.d.ts").DrawingView} */ drawing) {
  const node = store.tree[store.state.node];
  const drawings = node.drawings ?? [];
  const old = drawings.find(({ from, to }) => from === drawing.from && to === drawing.to);
  const others = drawings.filter((other) => other !== old);
  // At once; the program then does the same.
  node.drawings = old?.color === drawing.color ? others : [...others, drawing];
  send("toggle_drawing", { node: store.state.node, drawing });
}

/** @returns {BoardView} What gestures need to know. */
function boardView() {
  const { state, tree, editor } = store;
  const { files, ranks, pieces, promotion_ranks: zone } = game();
  const waiting = waitingSide();
  return {
    game: `${state.game} ${state.variant}`,
    node: state.node,
    parent: tree[state.node]?.parent,
    sfen: state.sfen,
    pieces: shownPieces(),
    legal: editor ? [] : state.legal,
    side: state.side,
    movable: SIDES.filter((side) => (side === state.side && mayPlay(side)) || side === waiting),
    waiting,
    isEdited: Boolean(editor),
    isDrawnOn: !state.seats && !editor,
    isWhiteBelow: isWhiteBelow(),
    ...{ files, ranks, zone },
    promotable: pieces.filter(({ id }) => id.startsWith("+")).map(({ id }) => id.slice(1)),
  };
}

/** Whether a person at this page plays a side. */
const mayPlay = (/** @type {Side} */ side) => {
  const { seats, free, by_link } = store.state;
  return seats ? seats.own === side : free || (by_link ?? side) === side;
};

/** The side that may move in advance: that of the only person here while the other one is to move. */
function waitingSide() {
  const { state, settings } = store;
  const isPlayed = isContest() && !state.paused && !state.by_link && state.node === state.last_node;
  return settings.premoves && isPlayed && state.person !== state.side ? state.person : null;
}

function pressDown(/** @type {PointerEvent} */ event) {
  if (closest(event.target, "#promotion")) return;
  const { button, pointerId: pointer, clientX: x, clientY: y, timeStamp: time } = event;
  const isFinger = event.pointerType !== "mouse";
  const isRed = event.shiftKey || event.ctrlKey;
  const color = isRed && event.altKey ? "yellow" : isRed ? "red" : event.altKey ? "blue" : "green";
  const at = placeAround(event.target) ?? {};
  gestureOf({ kind: "down", at, button, color, pointer, isFinger, x, y, time });
  if (isFinger) setTimeout(() => gestureOf({ kind: "hold", time }), LONG_PRESS);
}

function hover(/** @type {PointerEvent} */ event) {
  if (event.pointerType === "mouse") restOn(closest(event.target, "[data-square], [data-hand] [data-piece]"), event);
}

/** Shows the movement of the piece on which the mouse rests. */
function restOn(/** @type {Element | null} */ element, { buttons } = { buttons: 0 }) {
  if (element === hovered) return;
  hovered = element;
  clearTimeout(hoverTimer);
  if (store.gesture.shown) gestureOf({ kind: "explain", at: null });
  const at = placeAround(element);
  if (!at || buttons || !store.settings.hover) return;
  hoverTimer = setTimeout(() => store.gesture.selection || gestureOf({ kind: "explain", at }), HOVER_DELAY);
}

/** Draws the piece that follows the pointer. */
function drawDragged() {
  const { drag, press } = store.gesture;
  const size = drag && byId("board").querySelector("[data-square]").getBoundingClientRect().width;
  const style = { left: `${press?.x}px`, top: `${press?.y}px`, width: `${size}px`, height: `${size}px` };
  const look = { class: classes("ghost", { finger: drag?.isFinger }), style };
  render(byId("dragged"), {}, drag && html("div", look, pieceElement(drag.piece)));
}

/** The square of the choice of promotion that is shown. */
let asked = /** @type {string | null} */ (null);

/** Draws the choice of promotion over its square, within the board. */
function drawPromotion() {
  const { board, promotion } = store.gesture;
  const before = asked;
  asked = promotion?.to ?? null;
  const dialog = byId("promotion");
  if (!promotion) {
    render(dialog, { hidden: true });
    if (before) squareElement(before)?.focus();
    return;
  }
  const piece = pieceAt(board, promotion.at) ?? "";
  const [frame, target] = [byId("board-frame"), squareElement(promotion.to)].map((box) => box.getBoundingClientRect());
  const left = Math.min(Math.max(0, target.left - frame.left - target.width / 2), frame.width - 2 * target.width - 12);
  render(
    dialog,
    {
      "aria-label": texts.promotion,
      style: { left: `${left}px`, top: `${target.top - frame.top - 6}px`, "--size": `${target.width}px` },
    },
    promotionOption(true, `+${piece}`, texts.promote(pieceName(`+${piece}`))),
    promotionOption(false, piece, texts.doNotPromote(pieceName(piece))),
  );
  if (asked !== before) /** @type {HTMLElement} */ (dialog.firstElementChild).focus();
}

function promotionOption(/** @type {boolean} */ promotes, /** @type {string} */ piece, /** @type {string} */ label) {
  const onclick = () => gestureOf({ kind: "promote", promotes });
  const properties = { "data-promote": String(promotes), "aria-label": label, title: label, onclick };
  return button(properties, pieceElement(piece), html("span", {}, pieceName(piece)));
}
