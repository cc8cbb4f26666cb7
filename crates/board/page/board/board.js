// The board: its squares, pieces, highlights and coordinates.

import { byId, elements, focusedElement, html, render, setAttribute } from "../core/dom.js";
import { pieceElement, pieceName } from "./pieces.js";
import {
  found,
  game,
  gameTitle,
  isWhiteBelow,
  on,
  parseMove,
  pieceSide,
  shownExercise,
  store,
  sideName,
} from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Selection } from "../core/store.js" */

let shape = "";

/** Draws the board whenever something on it changes. */
export function initBoard() {
  on("state selection premove unsent hint editor flip settings", drawBoard);
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

/** The legal moves from a square or a hand, by target: whether the move exists without and with promotion. */
export function targetsOf(/** @type {Selection | null} */ selection) {
  /** @type {Map<string, { plain?: string, promotion?: string }>} */
  const targets = new Map();
  if (!selection || store.editor) return targets;
  for (const move of store.state.legal) {
    const { drop, from, to, promotes } = parseMove(move);
    const matches = selection.square
      ? from === selection.square
      : drop === selection.letter && selection.side === store.state.side;
    if (matches) targets.set(to, { ...targets.get(to), [promotes ? "promotion" : "plain"]: move });
  }
  return targets;
}

function drawBoard() {
  if (!store.state) return;
  const { files, ranks, pieces } = game();
  const kinds = pieces.filter((info) => info.count).length - 1;
  const wanted = `${files}x${ranks} ${kinds} ${isWhiteBelow()} ${store.settings.notation}`;
  if (wanted !== shape) {
    shape = wanted;
    build(files, ranks, kinds);
  }
  const frame = byId("board-frame");
  frame.classList.toggle("coordinates", store.settings.coordinates);
  setAttribute(byId("board"), "aria-label", texts.board(gameTitle(game().name)));
  const targets = targetsOf(store.selection);
  for (const square of elements(byId("board"), "[data-square]")) drawSquare(square, targets);
}

/** Creates the squares in the order in which the board is seen. */
function build(/** @type {number} */ files, /** @type {number} */ ranks, /** @type {number} */ kinds) {
  const [fileNumbers, rankLetters] = [
    Array.from({ length: files }, (_, index) => String(files - index)),
    Array.from({ length: ranks }, (_, index) => String.fromCharCode(97 + index)),
  ];
  if (isWhiteBelow()) {
    fileNumbers.reverse();
    rankLetters.reverse();
  }
  const { style } = found(document.querySelector("main"));
  for (const [name, value] of Object.entries({ files, ranks, kinds })) style.setProperty(`--${name}`, String(value));
  render(
    byId("files"),
    fileNumbers.map((file) => html("span", {}, file)),
  );
  render(
    byId("ranks"),
    rankLetters.map((rank) => html("span", {}, texts.rank(rank))),
  );
  const focused = focusedElement()?.dataset?.square;
  const board = byId("board");
  board.setAttribute("role", "grid");
  board.replaceChildren(
    ...rankLetters.map((rank) =>
      html(
        "div",
        { role: "row", class: "row" },
        fileNumbers.map((file) =>
          html("div", { role: "gridcell", class: "square", tabindex: "-1", "data-square": file + rank }),
        ),
      ),
    ),
  );
  const stop = (focused && squareElement(focused)) || board.querySelector("[data-square]");
  stop.tabIndex = 0;
  if (focused) stop.focus();
}

function drawSquare(/** @type {HTMLElement} */ element, /** @type {ReturnType<typeof targetsOf>} */ targets) {
  const square = element.dataset.square ?? "";
  const { state, selection, settings } = store;
  const piece = shownPieces()[square];
  if (element.dataset.piece !== piece || element.dataset.look !== look()) {
    element.dataset.look = look();
    setAttribute(element, "data-piece", piece);
    element.replaceChildren(...(piece ? [pieceElement(piece)] : []));
  }
  const isTarget = targets.has(square);
  setAttribute(element, "data-legal", isTarget ? (piece ? "capture" : "move") : null);
  const unplayed = store.premove ? [store.premove.square, store.premove.to] : (store.unsent?.match(/\d+[a-z]/g) ?? []);
  const { verdict } = (!store.editor && state.node === state.last_node && state.puzzle) || { verdict: null };
  const wrong = verdict?.kind === "wrong" ? parseMove(verdict.move) : null;
  /** @type {{ [name: string]: boolean }} */
  const marks = {
    hinted: hintOrigin() === square,
    wrong: wrong?.from === square || wrong?.to === square,
    selected: selection?.square === square,
    last: !store.editor && state.last_move.includes(square),
    premove: unplayed.includes(square),
    goal: !store.editor && state.puzzle?.progress === "solving" && shownExercise()?.target === square,
    check: !store.editor && state.check === square,
    checker: !store.editor && state.checkers.includes(square),
    "show-target": isTarget && settings.targets,
  };
  for (const [name, isSet] of Object.entries(marks)) element.classList.toggle(name, isSet);
  setAttribute(element, "aria-selected", marks.selected ? "true" : null);
  const notes = Object.entries(texts.squareNotes).filter(([note]) => marks[note] || element.dataset.legal === note);
  const name = piece && texts.piece(sideName(pieceSide(piece)), pieceName(piece));
  setAttribute(element, "aria-label", [texts.square(square, name), ...notes.map(([, text]) => text)].join(", "));
}

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

/** What a drawn piece depends on besides its letter. */
const look = () => `${isWhiteBelow()} ${store.state.variant}`;
