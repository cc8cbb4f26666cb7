// The board: its squares, pieces, highlights and coordinates.

import { byId, classes, elements, focusedElement, html, render, setProperties, svg } from "../core/dom.js";
import { targetsFrom } from "../core/gestures.js";
import { markShape } from "./marks.js";
import { parseMove, pieceSide } from "../core/moves.js";
import { pieceElement, pieceName } from "./pieces.js";
import {
  found,
  game,
  gameTitle,
  handLetters,
  isHalted,
  isWhiteBelow,
  shownExercise,
  store,
  sideName,
  drawOn,
} from "../core/store.js";
import { texts } from "../core/texts.js";

/** Draws the board whenever something on it changes. */
export function initBoard() {
  drawOn("state gesture movement unsent hint editor flip settings", drawBoard);
}

/**
 * The element of a square.
 * @param {string} square
 * @returns {HTMLElement}
 */
export const squareElement = (square) => byId("board").querySelector(`[data-square="${square}"]`);

/** The column and the row of a square from the upper left corner of the board as it is seen. */
export function placeOf(/** @type {string} */ square) {
  const { files, ranks } = game();
  const [, file, rank] = found(/^(\d+)([a-z])$/.exec(square));
  const [column, row] = [files - Number(file), rank.charCodeAt(0) - 97];
  return isWhiteBelow() ? [files - 1 - column, ranks - 1 - row] : [column, row];
}

/** The pieces on the board by square: those of the editor, or those of the shown position. */
export const shownPieces = () => store.editor?.pieces ?? store.state.pieces;

/** The numbers of the files from the left and the letters of the ranks from above, as the board is seen. */
export function shownCoordinates() {
  const files = Array.from({ length: game().files }, (_, index) => String(index + 1));
  const ranks = Array.from({ length: game().ranks }, (_, index) => String.fromCharCode(97 + index));
  (isWhiteBelow() ? ranks : files).reverse();
  return { files, ranks };
}

function drawBoard() {
  const { files, ranks } = shownCoordinates();
  const sizes = { "--files": files.length, "--ranks": ranks.length, "--kinds": handLetters().length };
  setProperties(byId("main"), { style: sizes });
  const { coordinates } = store.settings;
  setProperties(byId("board-frame"), { class: classes("", { coordinates, paused: isHalted() }) });
  const spans = (/** @type {string[]} */ names) => names.map((name) => html("span", {}, name));
  render(byId("files"), {}, spans(files));
  render(byId("ranks"), {}, spans(ranks.map((rank) => texts.rank(rank))));
  const focused = focusedElement()?.dataset.square;
  const targets = targetsFrom(store.gesture.board, store.gesture.selection);
  const squares = ranks.map((rank) => files.map((file) => file + rank));
  // One square is in the tab order: that to which the keyboard has led.
  const wanted = focused ?? store.gesture.cursor ?? "";
  const stop = squares.flat().includes(wanted) ? wanted : squares[0][0];
  const board = byId("board");
  setProperties(board, { role: "grid", "aria-label": texts.board(gameTitle(game().name)) });
  if (board.childElementCount !== ranks.length) {
    const row = () => html("div", { role: "row", class: "row" });
    render(board, null, squares.map(row));
  }
  const drawn = new Map(elements(board, "[data-square]").map((element) => [element.dataset.square, element]));
  squares.forEach((row, index) => {
    const cells = row.map((square) => squareCell(square, targets, square === stop, drawn.get(square)));
    render(board.children[index], null, cells);
  });
  // The board has been turned.
  if (focused && focusedElement()?.dataset.square !== focused) squareElement(focused)?.focus();
}

/** @type {WeakMap<HTMLElement, string>} What each square was last drawn from. */
const looks = new WeakMap();

/**
 * Returns a square: that which is shown if it has not changed, as most have not when something is chosen or dragged.
 * @type {(square: string, targets: ReturnType<typeof targetsFrom>, isStop: boolean, shown?: HTMLElement) => HTMLElement}
 */
function squareCell(square, targets, isStop, shown) {
  const { state, gesture, movement, unsent, editor, settings } = store;
  const { selection, drag, premove } = gesture;
  const piece = shownPieces()[square];
  const isTarget = targets.has(square);
  const legal = isTarget ? (piece ? "capture" : "move") : null;
  const unplayed = premove ? [premove.square, premove.to] : (unsent?.match(/\d+[a-z]/g) ?? []);
  const { verdict } = (!editor && state.node === state.last_node && state.puzzle) || { verdict: null };
  const wrong = verdict?.kind === "wrong" ? parseMove(verdict.move) : null;
  /** @type {{ [name: string]: boolean }} */
  const marks = {
    hinted: hintOrigin() === square,
    wrong: wrong?.from === square || wrong?.to === square,
    selected: selection?.square === square,
    last: !editor && state.last_move.includes(square),
    premove: unplayed.includes(square),
    goal: !editor && state.puzzle?.progress === "solving" && shownExercise()?.target === square,
    check: !editor && state.check === square,
    checker: !editor && state.checkers.includes(square),
    "show-target": isTarget && settings.targets,
    dragged: drag?.at.square === square,
    "drag-target": drag?.over === square,
    "shows-movement": movement?.at.square === square,
  };
  const notes = Object.entries(texts.squareNotes).filter(([note]) => marks[note] || legal === note);
  const name = piece && texts.piece(sideName(pieceSide(piece)), pieceName(piece));
  const properties = {
    key: square,
    role: "gridcell",
    class: classes("square", marks),
    tabindex: isStop ? "0" : "-1",
    "data-square": square,
    "data-piece": piece,
    "data-legal": legal,
    "aria-selected": marks.selected ? "true" : null,
    "aria-label": [texts.square(square, name), ...notes.map(([, text]) => text)].join(", "),
  };
  const isScreen = movement?.squares?.screen.includes(square);
  const modes = MODES.filter((mode) => movement?.squares?.[mode].includes(square));
  const look = JSON.stringify([properties, isScreen, modes, isWhiteBelow()]);
  if (shown && looks.get(shown) === look) return shown;
  const cell = html(
    "div",
    properties,
    // A screen is marked below the piece, so that it can be seen.
    isScreen && movementMark("screen", 8),
    piece && pieceElement(piece),
    modes.map((mode) => movementMark(mode, 3.5)),
  );
  looks.set(shown ?? cell, look);
  return cell;
}

const MODES = /** @type {const} */ (["both", "quiet", "capture"]);

const movementMark = (/** @type {string} */ mode, /** @type {number} */ radius) =>
  svg(
    "svg",
    { key: mode, class: "movement", viewBox: "0 0 20 20", "aria-hidden": "true" },
    markShape(mode, 10, 10, radius),
  );

/** Where the piece is that the hint is about, or its letter with a `*` if it is in hand. */
export function hintOrigin() {
  const { hint, state, editor } = store;
  if (editor) return null;
  const puzzleHint = state.node === state.last_node ? state.puzzle?.hint : null;
  if (puzzleHint) return puzzleHint.origin;
  if (hint?.node !== state.node) return null;
  const { drop, from } = parseMove(hint.move);
  return from ?? `${drop}*`;
}
