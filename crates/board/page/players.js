// The name plates with clocks, the status line and the result.

import { byId, elements, html, setAttribute } from "./dom.js";
import { sideMark } from "./pieces.js";
import { puzzleStatus } from "./puzzles.js";
import { bottomSide, isContest, on, otherSide, SIDES, store } from "./store.js";
import { texts } from "./texts.js";

/** @import { Side } from "./messages.d.ts" */

/** When the clocks were received, to count down from there. */
let received = 0;

export function initPlayers() {
  on("state", () => {
    received = performance.now();
  });
  on("state flip editor", draw);
  setInterval(drawClocks, 200);
}

function draw() {
  if (!store.state) return;
  drawSeat(byId("seat-bottom"), bottomSide());
  drawSeat(byId("seat-top"), otherSide(bottomSide()));
  drawStatus();
  drawClocks();
}

function playerName(/** @type {Side} */ side) {
  const { puzzle } = store.state;
  if (puzzle) return puzzle.attacker === side ? texts.puzzle.solver : texts.puzzle.defender;
  const player = store.state.players[SIDES.indexOf(side)];
  if (player.kind === "engine") {
    if (player.level !== undefined) return texts.players.level(player.level);
    return player.elo === undefined ? texts.players.engine : texts.players.elo(player.elo);
  }
  return store.state.names[SIDES.indexOf(side)] ?? texts.players.person;
}

function drawSeat(/** @type {HTMLElement} */ element, /** @type {Side} */ side) {
  const { state } = store;
  const isTurn = state.side === side && !state.end && !store.editor;
  element.classList.toggle("turn", isTurn);
  setAttribute(element, "data-seat", side);
  const details = [];
  const checks = state.check_limit?.checks[SIDES.indexOf(side)];
  if (checks) details.push(texts.checks(checks, state.check_limit.limit));
  if (isTurn && state.searching === "play") details.push(texts.thinking);
  const parts = [
    sideMark(side),
    html("span", { class: "name" }, texts.side[side], html("small", {}, playerName(side))),
  ];
  if (details.length) parts.push(html("span", { class: "detail muted" }, details.join(", ")));
  if (state.clocks) parts.push(html("span", { class: "clock", "data-clock": side }));
  element.replaceChildren(...parts);
}

function drawStatus() {
  const { state } = store;
  const status = byId("status");
  setAttribute(status, "data-status", state.status);
  const isPaused = state.paused && isContest();
  status.classList.toggle("paused", isPaused);
  byId("board-frame").classList.toggle("paused", isPaused);
  const isEnd = state.end && state.node === state.last_node;
  status.classList.toggle("ended", Boolean(isEnd));
  const puzzle = puzzleStatus();
  setAttribute(status, "data-verdict", puzzle?.look || null);
  const text = isEnd ? texts.result(state.end) : isPaused ? texts.paused : state.status_text;
  status.textContent = puzzle?.text ?? text;
  document.title = `${status.textContent} · Ozutsu`;
}

function drawClocks() {
  const clocks = store.state?.clocks;
  if (!clocks) return;
  for (const element of elements(document, "[data-clock]")) {
    const index = element.dataset.clock === "black" ? 0 : 1;
    const isRunning = clocks.running === SIDES[index];
    const elapsed = isRunning ? performance.now() - received : 0;
    const main = clocks.remaining[index];
    const time = main > elapsed ? main - elapsed : Math.max(0, clocks.byoyomi[index] - Math.max(0, elapsed - main));
    element.textContent = clockText(time);
    element.classList.toggle("running", isRunning);
    element.classList.toggle("byoyomi", main <= elapsed);
  }
}

function clockText(/** @type {number} */ milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
