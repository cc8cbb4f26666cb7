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
  const { analysis } = texts;
  const marks = /** @type {[keyof typeof analysis.marks, string][]} */ (Object.entries(analysis.marks));
  render(
    byId("accuracy"),
    { hidden: !sides },
    sides?.map((side, index) => {
      const accuracy = side.accuracy === null ? "–" : `${Math.round(side.accuracy)}%`;
      const counts = marks.map(([mark, name]) =>
        html(
          "span",
          { class: side[mark] ? "" : "muted", title: name },
          `${side[mark]}`,
          html("abbr", { "aria-label": name }, analysis.symbols[mark]),
        ),
      );
      return html(
        "p",
        { "data-review": SIDES[index] },
        sideMark(SIDES[index]),
        html("span", { class: "unseen" }, `${sideName(SIDES[index])} ${analysis.accuracy}`),
        html(
          "strong",
          { "data-accuracy": side.accuracy ?? "", title: `${analysis.accuracy}: ${analysis.accuracyHint}` },
          accuracy,
        ),
        counts,
      );
    }),
  );
}
