// The line below the board: whose move it is or how the game ended, and what the person is told. Marks the page with what
// concerns all of it.

import { byId, classes, render, setProperties } from "../core/dom.js";
import { puzzleStatus } from "./puzzles.js";
import { isHalted, isOwnTurn, on, sideNames, standing, store, drawOn } from "../core/store.js";
import { texts } from "../core/texts.js";

export function initStatus() {
  drawOn("state flip editor", drawStatus);
  on("said", drawSaid);
  on("connection editor dropping game", drawMarks);
}

function drawStatus() {
  const { state } = store;
  const { person: own } = state;
  const isEnd = state.end && state.node === state.last_node;
  const puzzle = puzzleStatus();
  const paused = isHalted();
  const text = isEnd && state.end ? texts.result(state.end, sideNames(), own) : paused ? pauseText() : turnText();
  const said = puzzle?.text ?? text;
  render(
    byId("status"),
    {
      class: classes("", { paused, ended: isEnd }),
      "data-status": state.status,
      "data-outcome": isEnd && own && state.end?.winner ? (state.end.winner === own ? "won" : "lost") : null,
      "data-verdict": puzzle?.look || null,
    },
    said,
  );
  document.title = `${isOwnTurn() ? "● " : ""}${said} · Ozutsu`;
}

/** Whose move it is: that of the only person here also while earlier moves are shown. */
function turnText() {
  const { state } = store;
  if (!isOwnTurn()) return standing();
  if (state.node !== state.last_node) return texts.yourMove.later;
  const { code } = state.standing;
  return code === "to_move" ? texts.yourMove.now : code === "in_check" ? texts.yourMove.inCheck : standing();
}

const pauseText = () => (store.state.seats?.is_waiting ? texts.seats.waiting : texts.paused);

function drawSaid() {
  const { notice, problem } = store;
  render(byId("notice"), { class: classes("", { error: notice.isError }) }, notice.text);
  render(byId("problem"), {}, problem);
}

function drawMarks() {
  const { connection, editor, isDropping } = store;
  const { isOffline, isBusy, text } = connection;
  render(byId("connection"), {}, text);
  const marks = { offline: isOffline, busy: isBusy, editing: editor, dropping: isDropping };
  setProperties(document.body, { class: classes("", marks) });
}
