// The position editor: pieces are placed on the board itself.

import { say, send } from "../core/connection.js";
import { button, buttons, byId, html, render, select } from "../core/dom.js";
import { chosenPlayers, chosenTime } from "./gamechoice.js";
import { galleryPiece, pieceElement, pieceName } from "../board/pieces.js";
import { pieceSide } from "../core/moves.js";
import { replaceGame } from "../core/replacegame.js";
import { changed, drawOn, game, on, pieceInfo, put, sideName, sideNames, SIDES, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { GestureCommand } from "../core/gestures.js" */
/** @import { Editor } from "../core/store.js" */

const REMOVE = "";

/** The game of the edited position, as JSON. */
let editedGame = "";

export function initEditor() {
  drawOn("state editor settings", drawEditor);
  on("hello", () => {
    if (!store.editor) return;
    // The connection was broken, so that the last change may not be checked; or the rules are others.
    if (JSON.stringify(game()) === editedGame) change();
    else closeEditor();
  });
}

const closeEditor = () => put("editor", { editor: null });

function enter() {
  const { state } = store;
  editedGame = JSON.stringify(game());
  store.editor = {
    brush: null,
    pieces: { ...state.pieces },
    hands: [{ ...state.hands[0] }, { ...state.hands[1] }],
    side: state.side,
    error: null,
  };
  change();
}

/** Changes the position: moves a dragged piece, which a null target removes, or does at a place what the brush does. */
export function editPlace(/** @type {Extract<GestureCommand, { kind: "edit" }>} */ { at, to, count }) {
  if (!store.editor) return;
  const { pieces, hands, brush } = store.editor;
  const { square, side, letter } = at;
  if (side && letter) {
    const hand = hands[SIDES.indexOf(side)];
    const next = (hand[letter] ?? 0) + (count ?? (brush === REMOVE ? -1 : 1));
    if (next <= 0) delete hand[letter];
    else hand[letter] = Math.min(next, pieceInfo(letter).count);
  } else if (square && to !== undefined) {
    const piece = pieces[square];
    delete pieces[square];
    if (to) pieces[to] = piece;
  } else if (!square || brush === null) return;
  else if (brush === REMOVE || pieces[square] === brush) delete pieces[square];
  else pieces[square] = brush;
  change();
}

/** Asks the program for the SFEN of the position and what is wrong with it. Returns the answer, or null without one. */
async function change() {
  changed("editor");
  if (!store.editor) return null;
  const { pieces, hands, side } = store.editor;
  const reply = await send("edit", { variant: store.state.variant, pieces, hands, side });
  if (!reply || !store.editor) return null;
  Object.assign(store.editor, { sfen: reply.sfen, error: reply.error });
  changed("editor");
  return reply;
}

/** Shows the position for analysis. */
const analyseEdited = () => use("set_up");

/** Starts a game from the position with the chosen players. */
export const playEdited = () => use("new_game", { players: chosenPlayers(), time: chosenTime() });

async function use(/** @type {"set_up" | "new_game"} */ command, parameters = {}) {
  // The last change may not be checked yet, or without a connection not at all.
  const checked = await change();
  if (checked?.error) say(texts.position.invalid(texts.positionError(checked.error)), true);
  if (!checked || checked.error) return;
  const { sfen } = checked;
  await replaceGame(command, /** @type {any} */ ({ variant: store.state.variant, sfen, ...parameters }));
}

function drawEditor() {
  const { editor } = store;
  render(byId("editor"), {}, editor ? editorElements(editor) : closedElements());
}

function closedElements() {
  if (store.state.seats) return [];
  return [html("h2", {}, texts.position.editor), button({ id: "edit", onclick: enter }, texts.position.edit)];
}

function editorElements(/** @type {Editor} */ editor) {
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
          game().pieces.map((info) => brushButton(editor, side === "black" ? info.id : info.id.toLowerCase())),
        ),
      ),
      html("div", { class: "gallery" }, brushButton(editor, REMOVE)),
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

function brushButton(/** @type {Editor} */ editor, /** @type {string} */ piece) {
  const label = piece ? texts.piece(sideName(pieceSide(piece)), pieceName(piece)) : texts.position.remove;
  return galleryPiece(piece ? pieceElement(piece) : "×", label, {
    "data-brush": piece,
    "aria-pressed": String(piece === editor.brush),
    onclick: () => {
      editor.brush = piece;
      drawEditor();
    },
  });
}
