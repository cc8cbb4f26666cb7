// The name plates with clocks, and what is told of moves to those who do not see the board.

import { announce, byId, classes, html, render } from "../core/dom.js";
import { pieceFrom } from "../core/gestures.js";
import { hintOrigin } from "./board.js";
import { pieceName, sideMark } from "./pieces.js";
import { play, speak } from "./sounds.js";
import {
  bottomSide,
  drawOn,
  followsByMove,
  isOwnTurn,
  on,
  otherSide,
  ownSide,
  SIDES,
  standing,
  store,
  sideName,
} from "../core/store.js";
import { playerText, texts, timeText } from "../core/texts.js";

/** @import { ClockView, Side } from "../messages.d.ts" */

/** The seconds before the end of a side's time that are counted, and those that are spoken, too. */
const LAST = 10;
const SPOKEN = [30, 20];

/** When the clocks were received, to count down from there. */
let received = 0;

export function initPlayers() {
  on("state", () => {
    received = performance.now();
    // A screen reader hears of the move that has been played, whoever played it.
    const { previous, state, tree } = store;
    const move = tree[state.node];
    if (followsByMove(previous, state)) announce(texts.played(sideName(move.side), texts.move(move.text), standing()));
    if (previous?.game === state.game && previous.last_node !== state.last_node && isOwnTurn()) notify();
    const hint = state.puzzle?.hint;
    if (hint && !hint.move && hint.origin !== previous?.puzzle?.hint?.origin) announceHint();
  });
  on("hint", () => {
    if (!store.hint?.isMoveShown) announceHint();
  });
  drawOn("state flip editor", drawSeats);
  setInterval(() => {
    if (!store.state?.clocks) return;
    drawSeats();
    countDown(store.state.clocks);
  }, 200);
}

/** Tells a screen reader which piece the hint is about, if it belongs to the shown position. */
function announceHint() {
  const origin = hintOrigin();
  if (origin === null) return;
  const { state } = store;
  const piece = texts.piece(sideName(state.side), pieceName(pieceFrom(state, origin)));
  announce(origin.endsWith("*") ? piece : texts.square(origin, piece));
}

/** Tells that it is the person's move, if the page is hidden and the person wants to know. */
function notify() {
  if (!document.hidden || !store.settings.notify || globalThis.Notification?.permission !== "granted") return;
  const { tree, state } = store;
  const body = texts.move(tree[state.last_node].text);
  const { href: icon } = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  try {
    const notification = new Notification(texts.yourMove.now, { body, tag: `ozutsu-${state.game}`, icon });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Some browsers for phones let only service workers tell something.
  }
}

function drawSeats() {
  drawSeat(byId("seat-bottom"), bottomSide());
  drawSeat(byId("seat-top"), otherSide(bottomSide()));
}

function playerName(/** @type {Side} */ side) {
  const { puzzle, players, names } = store.state;
  if (puzzle) return puzzle.attacker === side ? texts.puzzle.solver : texts.puzzle.defender;
  const own = ownSide();
  if (own === side) return texts.players.you;
  const index = SIDES.indexOf(side);
  return playerText(players[index], names[index] ?? (own && texts.players.other));
}

function drawSeat(/** @type {HTMLElement} */ element, /** @type {Side} */ side) {
  const { state } = store;
  const isTurn = state.side === side && !state.end && !store.editor;
  const details = [];
  const checks = state.check_limit?.checks[SIDES.indexOf(side)];
  if (checks) details.push(texts.checks(checks, state.check_limit?.limit ?? 0));
  if (isTurn && state.searching === "play") details.push(texts.thinking);
  if (state.seats?.connected[SIDES.indexOf(side)] === false) details.push(texts.seats.away);
  render(
    element,
    { class: classes("seat", { turn: isTurn }), "data-seat": side },
    sideMark(side),
    html("span", { class: "name" }, sideName(side), html("small", {}, playerName(side))),
    details.length > 0 && html("span", { class: "detail muted" }, details.join(", ")),
    state.clocks && clockElement(state.clocks, side),
  );
}

/** The milliseconds that are left to a side, whether they are those of its byoyomi, and whether they are its last. */
function timeLeft(/** @type {ClockView} */ clocks, /** @type {Side} */ side) {
  const index = SIDES.indexOf(side);
  const elapsed = clocks.running === side ? performance.now() - received : 0;
  const main = clocks.remaining[index];
  const isByoyomi = main <= elapsed;
  const time = isByoyomi ? Math.max(0, clocks.byoyomi[index] - Math.max(0, elapsed - main)) : main - elapsed;
  return { seconds: Math.ceil(time / 1000), isByoyomi, isLast: isByoyomi || clocks.byoyomi[index] === 0 };
}

function clockElement(/** @type {ClockView} */ clocks, /** @type {Side} */ side) {
  const isRunning = clocks.running === side;
  const { seconds, isByoyomi, isLast } = timeLeft(clocks, side);
  const isCounted = isRunning && isLast && seconds <= LAST;
  const look = classes("clock", { running: isRunning, byoyomi: isByoyomi, last: isCounted });
  return html("span", { class: look, "data-clock": side }, timeText(seconds));
}

/** The side and the second that were counted last. */
let counted = "";

/** Counts the last seconds of a person's time aloud. */
function countDown(/** @type {ClockView} */ clocks) {
  const side = clocks.running;
  if (!side || store.state.players[SIDES.indexOf(side)].kind !== "person" || ownSide() === otherSide(side)) return;
  const { seconds, isByoyomi, isLast } = timeLeft(clocks, side);
  const isCounted = isLast && seconds > 0 && (seconds <= LAST || SPOKEN.includes(seconds));
  const second = `${side} ${seconds}`;
  if (isCounted && second !== counted) {
    const byoyomi = isByoyomi ? clocks.control.byoyomi / 1000 : 0;
    if (!speak(texts.countdown(seconds, byoyomi)) && seconds <= LAST) play("tick");
  }
  counted = second;
}
