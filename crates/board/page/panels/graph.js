// The graph of the evaluation over the game.

import { byId, html, render, svg } from "../core/dom.js";
import { scoreText } from "./analysis.js";
import { goTo } from "./movelist.js";
import { hidesEvaluations, lineFrom, on, store } from "../core/store.js";
import { texts } from "../core/texts.js";

const WIDTH = 300,
  HEIGHT = 70;

/** @type {number | null} The node at the pointer. */
let pointed = null;

export function initGraph() {
  on("tree state", drawGraph);
}

function point(/** @type {number | null} */ node) {
  if (node === pointed) return;
  pointed = node;
  drawGraph();
}

function drawGraph() {
  const { state, tree } = store;
  const line = lineFrom(0);
  const evaluated = line.filter((node) => tree[node]?.evaluation);
  const graph = byId("graph");
  const isHidden = !state || evaluated.length < 2 || (hidesEvaluations() && state.searching !== "review");
  if (isHidden) {
    render(graph, { hidden: true });
    return;
  }
  const x = (/** @type {number} */ node) => (tree[node].ply / Math.max(1, line.length - 1)) * WIDTH;
  const y = (/** @type {number} */ node) => (1 - (tree[node].evaluation?.chance ?? 0.5)) * HEIGHT;
  const points = evaluated.map((node) => `${x(node).toFixed(1)} ${y(node).toFixed(1)}`);
  const [first, last] = [x(evaluated[0]), x(evaluated[evaluated.length - 1])];
  const nodeAt = (/** @type {MouseEvent} */ event) => {
    const box = graph.getBoundingClientRect();
    return line[Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))];
  };
  const at = pointed !== null && line.includes(pointed) ? tree[pointed] : null;
  const marked = evaluated.filter((node) => tree[node].mark);
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": texts.analysis.graph,
      onclick: (/** @type {MouseEvent} */ event) => goTo(nodeAt(event)),
      onpointermove: (/** @type {PointerEvent} */ event) => point(nodeAt(event)),
      onpointerleave: () => point(null),
    },
    svg("path", { class: "area", d: `M${first} ${HEIGHT / 2}L${points.join("L")}L${last} ${HEIGHT / 2}Z` }),
    svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "curve", d: `M${points.join("L")}` }),
    // A line without length is a dot, round however the graph is stretched.
    marked.map((node) => svg("path", { class: "mark", "data-mark": tree[node].mark, d: `M${x(node)} ${y(node)}h0` })),
    line.includes(state.node) && svg("path", { class: "now", d: `M${x(state.node)} 0V${HEIGHT}` }),
    at && svg("path", { class: "pointed", d: `M${x(at.node)} 0V${HEIGHT}` }),
  );
  const value = at && [
    at.move && `${at.number}.`,
    texts.move(at.text) + (at.mark ?? ""),
    at.evaluation && scoreText(at.evaluation),
  ];
  // It stays inside of the graph.
  const share = at && (100 * x(at.node)) / WIDTH;
  const style = { left: `${share}%`, transform: `translateX(-${share}%)` };
  render(
    graph,
    { hidden: false },
    drawing,
    value && html("span", { id: "graph-value", style }, value.filter(Boolean).join(" ")),
  );
}
