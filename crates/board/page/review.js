// How well both sides played, once the game is reviewed.

import { byId, html, render } from "./dom.js";
import { sideMark } from "./pieces.js";
import { on, SIDES, store, sideName } from "./store.js";
import { texts } from "./texts.js";

export function initReview() {
  on("state", draw);
}

function draw() {
  const sides = store.state.review;
  byId("accuracy").hidden = !sides;
  if (!sides) return;
  const { analysis } = texts;
  const marks = /** @type {[keyof typeof analysis.marks, string][]} */ (Object.entries(analysis.marks));
  render(
    byId("accuracy"),
    html(
      "table",
      {},
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          html("td"),
          html("th", { scope: "col", title: analysis.accuracyHint }, analysis.accuracy),
          marks.map(([mark, name]) =>
            html("th", { scope: "col", "aria-label": name, title: name }, analysis.symbols[mark]),
          ),
        ),
      ),
      html(
        "tbody",
        {},
        sides.map((side, index) =>
          html(
            "tr",
            { "data-review": SIDES[index] },
            html("th", { scope: "row" }, sideMark(SIDES[index]), " ", sideName(SIDES[index])),
            html(
              "td",
              { "data-accuracy": side.accuracy ?? "" },
              side.accuracy === null ? "–" : `${Math.round(side.accuracy)}%`,
            ),
            marks.map(([mark]) => html("td", { class: side[mark] ? "" : "muted" }, side[mark])),
          ),
        ),
      ),
    ),
  );
}
