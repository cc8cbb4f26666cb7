// The move list with its variations, and what can be done with a move.

import { send } from "../core/connection.js";
import { button, byId, dropdown, field, html, render } from "../core/dom.js";
import { checkedInput } from "../core/fielderror.js";
import { scoreText } from "./analysis.js";
import { tryInLesson } from "../board/pointer.js";
import { hidesEvaluations, lineFrom, on, shownLine, sideNames, store, drawOn } from "../core/store.js";
import { texts, timeText } from "../core/texts.js";

const MARKS = ["", "!", "?", "!!", "??", "!?", "?!"];

export function initMoveList() {
  drawTyped();
  on("field", drawTyped);
  on("tree", () => {
    if (written !== null && store.tree[written]?.move !== writtenMove) written = null;
  });
  drawOn("tree settings", drawMoveList);
  on("game", () => {
    written = null;
  });
  // Sends the comment that is being written.
  addEventListener("pagehide", () => byId("comment")?.blur());
  let hid = false;
  on("state", () => {
    // Evaluations appear in the list once the game is over.
    if (hid !== hidesEvaluations()) drawMoveList();
    hid = hidesEvaluations();
    showCurrent();
  });
  // The graph and the lines above the list take their room from it. Whoever reads elsewhere stays there.
  const list = byId("move-list");
  let isCurrentVisible = true;
  let height = 0;
  list.addEventListener("scroll", () => {
    // What a new height hides is not left.
    if (list.clientHeight === height) isCurrentVisible = currentOverlap() === 0;
  });
  new ResizeObserver(() => {
    height = list.clientHeight;
    if (isCurrentVisible) scrollToCurrent();
  }).observe(list);
  byId("table").addEventListener("wheel", turn, { passive: false });
}

/** The pixels by which a wheel turns from notch to notch, and the milliseconds after which a turn is another one. */
const NOTCH = 100;
const TURN_PAUSE = 200;
/** How far the wheel has turned since the last step, and when. */
let turned = 0;
let turnedAt = -Infinity;

/** Goes through the moves: one for each notch, also where a notch is many small turns. */
function turn(/** @type {WheelEvent} */ event) {
  if (!store.state || event.ctrlKey || !event.deltaY) return;
  event.preventDefault();
  const isNew = event.timeStamp - turnedAt > TURN_PAUSE || turned * event.deltaY < 0;
  turnedAt = event.timeStamp;
  const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? NOTCH / 3 : 1);
  turned = isNew ? NOTCH * Math.sign(pixels) : turned + pixels;
  if (Math.abs(turned) < NOTCH) return;
  turned = Math.sign(turned);
  step(turned);
}

function drawTyped() {
  const input = checkedInput("input", {
    id: "typed-move",
    "aria-label": texts.moves.type,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: texts.moves.typeHint,
  });
  render(byId("typed"), { onsubmit: playTyped }, field(texts.moves.type, input));
}

/** Plays the move that the person has typed. */
async function playTyped(/** @type {Event} */ event) {
  event.preventDefault();
  const input = byId("typed-move");
  if (!store.state || !input.value.trim()) return;
  const move = texts.typedMove(input.value.trim());
  if (tryInLesson(move) || (await send("play", { node: store.state.node, move }, input.id))) input.value = "";
}

/** Shows the position some moves before or after the one that is shown or comes next. */
export function step(/** @type {number} */ count) {
  const before = store.place ?? store.state.node;
  const line = shownLine(before);
  const node = line[Math.min(Math.max(line.indexOf(before) + count, 0), line.length - 1)];
  if (node !== before) goTo(node);
}

/** Goes to a node. The list shows it at once; the program hears of it after its answer for the node before. */
export async function goTo(/** @type {number} */ node) {
  const isUnderWay = store.place !== null;
  store.place = node;
  showCurrent();
  if (isUnderWay) return;
  for (let told = null; store.place !== null && store.place !== told; ) {
    told = store.place;
    if (!(await send("go_to", { node: told }))) break;
  }
  store.place = null;
  showCurrent();
}

function drawMoveList() {
  const list = byId("move-list");
  const properties = { role: "group", "aria-label": texts.moves.list, tabindex: "0" };
  if (store.tree.length < 2) {
    render(list, properties, comments(0), html("p", { class: "muted" }, texts.moves.empty));
    return;
  }
  const wasCurrentVisible = currentOverlap() === 0;
  const start = button({ class: "move start", "data-node": 0, onclick: () => goTo(0) }, texts.moves.start);
  render(list, properties, start, comments(0), html("div", { class: "line" }, lineElements(0, true)));
  showCurrent();
  // Evaluations can take another line.
  if (wasCurrentVisible) scrollToCurrent();
}

/** @returns {any[]} Returns the elements of a line after a node, with the variations in blocks of their own. */
function lineElements(/** @type {number} */ after, /** @type {boolean} */ isMain) {
  const { tree } = store;
  const line = lineFrom(after);
  const last = line[line.length - 1];
  const { end } = tree[last];
  return [
    line.map((node, index) => [index > 0 && [moveElement(node, isMain), comments(node), variations(line[index - 1])]]),
    end && html("p", { class: "result" }, texts.result(end, sideNames())),
    // What was played after the end.
    variations(last),
  ];
}

/** @type {number | null} The node whose comment is being written. */
let written = null;
/** Its move: another page can delete moves, and others get their numbers. */
let writtenMove = /** @type {string | null | undefined} */ (null);

const comments = (/** @type {number} */ node) =>
  node === written
    ? commentInput(node)
    : (store.tree[node].comments ?? []).map((comment) =>
        html("p", { class: "comment muted", ondblclick: () => writeComment(node) }, comment),
      );

function commentInput(/** @type {number} */ node) {
  const text = (store.tree[node].comments ?? []).join("\n");
  return html("textarea", {
    id: "comment",
    rows: 3,
    maxlength: store.hello.limits.comment,
    value: text,
    "aria-label": texts.moves.comment,
    onblur: (/** @type {{ target: HTMLTextAreaElement }} */ { target }) => {
      if (written !== null && target.value !== text) send("set_comment", { node, text: target.value });
      writeComment(null);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      // An input method has its own use of the keys.
      const isEnd = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
      if (isEnd && !event.isComposing) byId("comment").blur();
    },
  });
}

/** Lets the person write the comment on a move, or ends that. */
function writeComment(/** @type {number | null} */ node) {
  if (node === written || (node !== null && store.state.seats)) return;
  written = node;
  writtenMove = node === null ? null : store.tree[node]?.move;
  drawMoveList();
  byId("comment")?.focus();
  byId("comment")?.scrollIntoView({ block: "nearest" });
}

/** Returns the other lines that begin after a node. */
const variations = (/** @type {number} */ node) =>
  store.tree[node].children
    .filter((child) => child !== store.tree[node].next)
    .map((child) =>
      html(
        "div",
        { key: `variation ${child}`, class: "variation", role: "group", "aria-label": texts.moves.variation },
        moveElement(child, false),
        comments(child),
        lineElements(child, false),
      ),
    );

function moveElement(/** @type {number} */ index, /** @type {boolean} */ isMain) {
  const node = store.tree[index];
  return button(
    {
      class: `move ${node.side}`,
      key: `move ${index}`,
      "data-node": index,
      "data-ply": isMain ? node.ply : null,
      onclick: () => goTo(index),
    },
    html("span", { class: "number" }, `${node.number}.`),
    " ",
    html("span", { class: "text" }, texts.move(node.text) + (node.mark ?? "")),
    node.evaluation && !hidesEvaluations() ? html("span", { class: "score" }, scoreText(node.evaluation)) : null,
    node.elapsed !== undefined &&
      html("span", { class: "time", title: texts.moves.time }, timeText(Math.floor(node.elapsed / 1000))),
  );
}

function showCurrent() {
  const list = byId("move-list");
  const before = list.querySelector("[aria-current]");
  const current = list.querySelector(`[data-node="${store.place ?? store.state?.node}"]`);
  if (current !== before) {
    before?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    scrollToCurrent();
  }
  drawActions();
}

/** How far the shown move is above (negative) or below the visible part of the list. */
function currentOverlap() {
  const list = byId("move-list");
  const current = list.querySelector("[aria-current]");
  if (!current) return 0;
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  return Math.min(0, top - list.scrollTop) || Math.max(0, bottom - list.scrollTop - list.clientHeight);
}

function scrollToCurrent() {
  const overlap = currentOverlap();
  if (overlap) byId("move-list").scrollTop += overlap + 8 * Math.sign(overlap);
}

/** Undoes the last change of the move tree. Returns whether there is one. */
export function undoChange() {
  if (store.state.undoable) send("undo_change");
  return store.state.undoable;
}

function markSelect(/** @type {number} */ node, /** @type {string} */ value) {
  const label = texts.moves.mark;
  const options = MARKS.map((mark) => [mark, mark || "–"]);
  return dropdown({ id: "mark", "aria-label": label, title: label, value }, options, (mark) =>
    send("set_mark", { node, mark }),
  );
}

/** Offers what can be done with the shown move where the program allows it, and to undo that. */
function drawActions() {
  const { state, tree } = store;
  const node = tree[state?.node];
  const isMove = state?.free && node?.move;
  const isAnnotated = state && !state.puzzle && !state.seats;
  render(
    byId("move-actions"),
    {},
    isAnnotated && button({ id: "write-comment", onclick: () => writeComment(state.node) }, texts.moves.comment),
    isAnnotated && node?.move && markSelect(state.node, node.mark ?? ""),
    isMove &&
      !lineFrom(0).includes(state.node) &&
      button({ id: "promote", onclick: () => send("promote", { node: state.node }) }, texts.moves.promote),
    isMove && button({ id: "remove", onclick: () => send("remove", { node: state.node }) }, texts.moves.remove),
    state?.undoable && button({ id: "undo-change", title: "Ctrl+Z", onclick: undoChange }, texts.moves.undoChange),
  );
}
