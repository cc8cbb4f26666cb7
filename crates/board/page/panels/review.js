// How well both sides played, once the game is reviewed.

import { byId, html, render } from "../core/dom.js";
import { sideMark } from "../board/pieces.js";
import { on, SIDES, store, sideName } from "../core/store.js";
import { texts } from "../core/texts.js";

export function initReview() {
  on("state", drawReview);
}

function drawReview() {
  const sides = store.state.review;
  byId("accuracy").hidden = !sides;
  if (!sides) return;
  const { analysis } = texts;
  const marks = /** @type {[keyof typeof analysis.marks, string][]} */ (Object.entries(analysis.marks));
  const heads = marks.map(([mark, name]) => headCell(name, analysis.symbols[mark], name));
  const rows = sides.map((side, index) => {
    const cells = marks.map(([mark]) => html("td", { class: side[mark] ? "" : "muted" }, side[mark]));
    const accuracy = side.accuracy === null ? "–" : `${Math.round(side.accuracy)}%`;
    return html(
      "tr",
      { "data-review": SIDES[index] },
      html("th", { scope: "row" }, sideMark(SIDES[index]), " ", sideName(SIDES[index])),
      html("td", { "data-accuracy": side.accuracy ?? "" }, accuracy),
      cells,
    );
  });
  const head = html("tr", {}, html("td"), headCell(analysis.accuracyHint, analysis.accuracy), heads);
  render(byId("accuracy"), html("table", {}, html("thead", {}, head), html("tbody", {}, rows)));
}

const headCell = (/** @type {string} */ title, /** @type {string} */ text, label = "") =>
  html("th", { scope: "col", "aria-label": label || null, title }, text);
