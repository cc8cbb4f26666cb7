// The position editor: pieces are placed on the board itself.

import { send } from "../core/connection.js";
import { button, buttons, byId, html, render, select } from "../core/dom.js";
import { chosenPlayers, chosenTime } from "./gamechoice.js";
import { galleryPiece, pieceElement, pieceName } from "../board/pieces.js";
import { replaceGame } from "../core/replacegame.js";
import { changed, game, on, pieceInfo, pieceSide, sideName, sideNames, SIDES, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Side } from "../messages.d.ts" */

const REMOVE = "";

/** @type {string | null} What a click places: an SFEN letter, REMOVE, or null before one is chosen. */
let brush = null;

export function initEditor() {
  byId("tab-position").append(html("div", { id: "editor" }));
  on("state editor settings", drawEditor);
  on("hello", closeEditor);
}

function closeEditor() {
  store.editor = null;
  changed("editor");
}

function enter() {
  const { state } = store;
  store.editor = {
    pieces: { ...state.pieces },
    hands: [{ ...state.hands[0] }, { ...state.hands[1] }],
    side: state.side,
    error: null,
  };
  store.selection = null;
  brush = null;
  change();
}

/** Places the chosen piece on a square, or moves a dragged piece; a null square removes it. */
export function editSquare(/** @type {string | null} */ square, from = "") {
  if (!store.editor) return;
  const { pieces } = store.editor;
  if (from) {
    const piece = pieces[from];
    delete pieces[from];
    if (square) pieces[square] = piece;
  } else if (brush === null || !square) return;
  else if (brush === REMOVE || pieces[square] === brush) delete pieces[square];
  else pieces[square] = brush;
  change();
}

/** Adds a piece to a hand, or takes one away. */
export function editHand(/** @type {Side} */ side, /** @type {string} */ letter, count = brush === REMOVE ? -1 : 1) {
  if (!store.editor) return;
  const hand = store.editor.hands[SIDES.indexOf(side)];
  const most = pieceInfo(letter).count;
  const next = (hand[letter] ?? 0) + count;
  if (next <= 0) delete hand[letter];
  else hand[letter] = Math.min(next, most);
  change();
}

/** Asks the program for the SFEN of the position and what is wrong with it. */
async function change() {
  changed("editor");
  if (!store.editor) return;
  const { pieces, hands, side } = store.editor;
  const reply = await send("edit", { variant: store.state.variant, pieces, hands, side });
  if (!reply || !store.editor) return;
  store.editor.sfen = reply.sfen;
  store.editor.error = reply.error;
  byId("sfen").value = reply.sfen;
  drawEditor();
}

/** Shows the position for analysis. */
const analyseEdited = () => use("set_up");

/** Starts a game from the position with the chosen players. */
const playEdited = () => use("new_game", { players: chosenPlayers(), time: chosenTime() });

async function use(/** @type {"set_up" | "new_game"} */ command, parameters = {}) {
  // The last change may not be checked yet.
  await change();
  if (!store.editor || store.editor.error) return;
  await replaceGame(
    command,
    /** @type {any} */ ({ variant: store.state.variant, sfen: store.editor.sfen, ...parameters }),
  );
}

function drawEditor() {
  if (!store.state) return;
  const { editor } = store;
  document.body.classList.toggle("editing", Boolean(editor));
  render(byId("editor"), editor ? editorElements(editor) : closedElements());
}

function closedElements() {
  if (store.state.seats) return [];
  return [html("h2", {}, texts.position.editor), button({ id: "edit", onclick: enter }, texts.position.edit)];
}

function editorElements(/** @type {NonNullable<typeof store.editor>} */ editor) {
  const { error } = editor;
  return [
    html("h2", {}, texts.position.editor),
    html("p", { class: "muted" }, texts.position.editHint),
    html(
      "div",
      { class: "palette", role: "group", "aria-label": texts.position.palette },
      ["black", "white"].map((side) =>
        html(
          "div",
          { class: "gallery" },
          game().pieces.map((info) => brushButton(side === "black" ? info.id : info.id.toLowerCase())),
        ),
      ),
      html("div", { class: "gallery" }, brushButton(REMOVE)),
    ),
    select(texts.position.sideToMove, Object.entries(sideNames()), editor.side, (side) => {
      editor.side = side;
      change();
    }),
    buttons(
      button(
        {
          onclick: () => {
            Object.assign(editor, { pieces: {}, hands: [{}, {}] });
            change();
          },
        },
        texts.position.clear,
      ),
      button(
        { id: "editor-done", class: "primary", disabled: Boolean(error), onclick: analyseEdited },
        texts.position.done,
      ),
      button({ id: "editor-play", disabled: Boolean(error), onclick: playEdited }, texts.position.play),
      button({ onclick: closeEditor }, texts.position.cancel),
    ),
    html(
      "p",
      { id: "editor-verdict", role: "status", class: error ? "error" : "" },
      error ? texts.position.invalid(texts.positionError(error)) : texts.position.valid,
    ),
  ];
}

function brushButton(/** @type {string} */ piece) {
  const label = piece ? texts.piece(sideName(pieceSide(piece)), pieceName(piece)) : texts.position.remove;
  return galleryPiece(piece ? pieceElement(piece) : "×", label, {
    "data-brush": piece,
    "aria-pressed": String(piece === brush),
    onclick: () => {
      brush = piece;
      drawEditor();
    },
  });
}
