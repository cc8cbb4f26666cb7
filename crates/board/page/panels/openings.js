// The moves of the opening book in the shown position.

import { send } from "../core/connection.js";
import { button, byId, html, render } from "../core/dom.js";
import { saveSettings } from "../core/preferences.js";
import { scoreText } from "./analysis.js";
import { on, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { BookMoveView } from "../messages.d.ts" */

export function initOpenings() {
  const openings = byId("openings");
  openings.append(html("summary", {}, texts.openings.title), html("ol", { id: "book-moves" }));
  openings.addEventListener("toggle", () => {
    const { open } = /** @type {HTMLDetailsElement} */ (openings);
    if (open !== store.settings.openings) saveSettings({ openings: open });
  });
  on("state settings", drawOpenings);
}

function drawOpenings() {
  if (!store.state) return;
  const { book } = store.state;
  const openings = /** @type {HTMLDetailsElement} */ (byId("openings"));
  openings.hidden = !book.length;
  openings.open = store.settings.openings;
  const games = book.reduce((sum, move) => sum + move.games, 0);
  render(
    byId("book-moves"),
    book.map((move) => bookMove(move, games)),
  );
}

/** A move, with its score, its games and its share of all games. */
function bookMove(/** @type {BookMoveView} */ { move, text, score, games }, /** @type {number} */ all) {
  const share = all && games / all;
  return html(
    "li",
    { key: move, "data-move": move, "data-games": games },
    score && html("span", { class: `score ${score.chance >= 0.5 ? "black" : "white"}` }, scoreText(score)),
    button({ class: "pv-move", onclick: () => send("play", { node: store.state.node, move }) }, texts.move(text)),
    games > 0 && html("meter", { value: share, "aria-hidden": "true" }),
    games > 0 && html("span", { class: "muted" }, texts.openings.games(games, Math.round(share * 100))),
  );
}
