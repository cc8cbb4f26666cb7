// The move list with its variations, and what can be done with a move.

import { send } from "./connection.js";
import { button, byId, html } from "./dom.js";
import { scoreText } from "./analysis.js";
import { tryInLesson } from "./mistakes.js";
import { hidesEvaluations, lineFrom, on, store } from "./store.js";
import { texts } from "./texts.js";

export function initMoveList() {
  byId("tab-moves").append(
    html("div", { id: "analysis" }),
    html("div", { id: "graph" }),
    html("div", { id: "accuracy", hidden: true }),
    html("div", { id: "mistakes", hidden: true }),
    html("div", { id: "move-list", role: "group", "aria-label": texts.moves.list, tabindex: "0" }),
    html(
      "div",
      { class: "buttons" },
      html(
        "form",
        { id: "typed", onsubmit: playTyped },
        html(
          "label",
          { class: "field" },
          html("span", {}, texts.moves.type),
          html("input", {
            id: "typed-move",
            autocomplete: "off",
            spellcheck: "false",
            placeholder: texts.moves.typeHint,
          }),
        ),
      ),
      html("div", { id: "move-actions", class: "buttons" }),
    ),
  );
  on("tree settings", draw);
  let hid = false;
  on("state", () => {
    // Evaluations appear in the list once the game is over.
    if (hid !== hidesEvaluations()) draw();
    hid = hidesEvaluations();
    showCurrent();
  });
  // The graph and the lines above the list take their room from it.
  new ResizeObserver(scrollToCurrent).observe(byId("move-list"));
  byId("table").addEventListener(
    "wheel",
    (/** @type {WheelEvent} */ event) => {
      if (!store.state || event.ctrlKey || Math.abs(event.deltaY) < 4) return;
      event.preventDefault();
      step(event.deltaY > 0 ? 1 : -1);
    },
    { passive: false },
  );
}

/** Plays the move that the person has typed. */
async function playTyped(/** @type {Event} */ event) {
  event.preventDefault();
  const input = byId("typed-move");
  if (!store.state || !input.value.trim()) return;
  if (tryInLesson(input.value) || (await send("play", { node: store.state.node, move: input.value.trim() }, input)))
    input.value = "";
}

/** The nodes from the start position to the shown one, and on along its continuation. */
function shownLine() {
  const { tree, state } = store;
  const line = lineFrom(state.node);
  for (let node = tree[state.node]?.parent; node !== undefined; node = tree[node].parent) line.unshift(node);
  return line;
}

/** Shows the position some moves before or after the shown one. */
export function step(/** @type {number} */ count) {
  const line = shownLine();
  const index = line.indexOf(store.state.node) + count;
  const node = line[Math.min(Math.max(index, 0), line.length - 1)];
  if (node !== store.state.node) send("go_to", { node });
}

function draw() {
  if (!store.state) return;
  const list = byId("move-list");
  if (store.tree.length < 2) {
    list.replaceChildren(html("p", { class: "muted" }, texts.moves.empty));
    return;
  }
  const start = button(
    { class: "move start", "data-node": 0, onclick: () => send("go_to", { node: 0 }) },
    texts.moves.start,
  );
  list.replaceChildren(start, html("div", { class: "line" }, lineElements(0, true)));
  showCurrent();
}

/** Returns the elements of a line after a node, with the variations in blocks of their own. */
function lineElements(/** @type {number} */ after, /** @type {boolean} */ isMain) {
  const { tree } = store;
  const line = lineFrom(after);
  /** @type {HTMLElement[]} */
  const elements = [];
  for (const node of line.slice(1)) {
    elements.push(moveElement(node, isMain));
    for (const comment of tree[node].comments ?? []) elements.push(html("p", { class: "comment muted" }, comment));
    for (const other of tree[tree[node].parent].children.slice(1)) {
      elements.push(
        html(
          "div",
          { class: "variation", role: "group", "aria-label": texts.moves.variation },
          moveElement(other, false),
          lineElements(other, false),
        ),
      );
    }
  }
  const { end } = tree[line.at(-1)];
  if (end) elements.push(html("p", { class: "result" }, texts.result(end)));
  return elements;
}

function moveElement(/** @type {number} */ index, /** @type {boolean} */ isMain) {
  const node = store.tree[index];
  return button(
    {
      class: `move ${node.side}`,
      "data-node": index,
      "data-ply": isMain ? node.ply : null,
      onclick: () => send("go_to", { node: index }),
    },
    html("span", { class: "number" }, `${node.number}.`),
    " ",
    html("span", { class: "text" }, node.text + (node.mark ?? "")),
    node.evaluation && !hidesEvaluations() ? html("span", { class: "score" }, scoreText(node.evaluation)) : null,
  );
}

function showCurrent() {
  const list = byId("move-list");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.querySelector(`[data-node="${store.state?.node}"]`);
  current?.setAttribute("aria-current", "step");
  scrollToCurrent();
  drawActions();
}

function scrollToCurrent() {
  const list = byId("move-list");
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 8;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
}

/** Offers to promote or delete the shown move where the program allows it. */
function drawActions() {
  const { state, tree } = store;
  const node = tree[state?.node];
  if (!node?.move || !state.free) {
    byId("move-actions").replaceChildren();
    return;
  }
  byId("move-actions").replaceChildren(
    lineFrom(0).includes(state.node)
      ? ""
      : button({ onclick: () => send("promote", { node: state.node }) }, texts.moves.promote),
    button({ onclick: () => send("remove", { node: state.node }) }, texts.moves.remove),
  );
}
