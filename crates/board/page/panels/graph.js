// The graph of the evaluation over the game.

import { send } from "../core/connection.js";
import { byId, render, svg } from "../core/dom.js";
import { scoreText } from "./analysis.js";
import { hidesEvaluations, lineFrom, on, store } from "../core/store.js";
import { texts } from "../core/texts.js";

const WIDTH = 300,
  HEIGHT = 70;

export function initGraph() {
  on("tree state", draw);
}

function draw() {
  const { state, tree } = store;
  const line = lineFrom(0);
  const evaluated = line.filter((node) => tree[node]?.evaluation);
  const graph = byId("graph");
  const isHidden = !state || evaluated.length < 2 || (hidesEvaluations() && state.searching !== "review");
  graph.hidden = isHidden;
  if (isHidden) return;
  const x = (/** @type {number} */ node) => (tree[node].ply / Math.max(1, line.length - 1)) * WIDTH;
  const y = (/** @type {number} */ node) => (1 - (tree[node].evaluation?.chance ?? 0.5)) * HEIGHT;
  const points = evaluated.map((node) => `${x(node).toFixed(1)} ${y(node).toFixed(1)}`);
  const [first, last] = [x(evaluated[0]), x(evaluated[evaluated.length - 1])];
  const title = tree[state.node]?.evaluation;
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": texts.analysis.graph,
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = graph.getBoundingClientRect();
        const ply = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
        send("go_to", { node: line[ply] });
      },
    },
    svg("path", { class: "area", d: `M${first} ${HEIGHT / 2}L${points.join("L")}L${last} ${HEIGHT / 2}Z` }),
    svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "curve", d: `M${points.join("L")}` }),
    line.includes(state.node) && svg("path", { class: "now", d: `M${x(state.node)} 0V${HEIGHT}` }),
    svg("title", {}, title ? scoreText(title) : texts.analysis.graph),
  );
  render(graph, drawing);
}
