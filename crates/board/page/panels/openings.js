// The moves of the opening book in the shown position.

import { send } from "../core/connection.js";
import { button, byId, html, render } from "../core/dom.js";
import { saveSettings } from "../core/preferences.js";
import { scoreText } from "./analysis.js";
import { store, drawOn } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { BookMoveView } from "../messages.d.ts" */

export function initOpenings() {
  drawOn("state settings", drawOpenings);
}

function drawOpenings() {
  const { book } = store.state;
  const games = book.reduce((sum, move) => sum + move.games, 0);
  const ontoggle = (/** @type {{ target: HTMLDetailsElement }} */ { target: { open } }) => {
    if (open !== store.settings.openings) saveSettings({ openings: open });
  };
  render(
    byId("openings"),
    { hidden: !book.length, open: store.settings.openings, ontoggle },
    html("summary", {}, texts.openings.title),
    html(
      "ol",
      { id: "book-moves" },
      book.map((move) => bookMove(move, games)),
    ),
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
