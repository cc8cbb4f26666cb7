// What follows a game: another one with the sides changed, a review with how well both sides played, and a file.

import { sideMark } from "../board/pieces.js";
import { send } from "../core/connection.js";
import { button, byId, html, render } from "../core/dom.js";
import { startOf } from "../core/gamelink.js";
import { drawOn, on, otherSide, SIDES, sideName, store } from "../core/store.js";
import { texts } from "../core/texts.js";
import { startReview } from "./analysis.js";
import { showTab } from "./controls.js";
import { saveGame } from "./files.js";
import { startNewGame } from "./newgame.js";

export function initAfterwards() {
  drawOn("state editor", drawAfterwards);
  on("state", drawReview);
}

function drawAfterwards() {
  const { state, editor } = store;
  const { seats } = state;
  const isEnd = state.end && state.node === state.last_node && !state.puzzle && !editor;
  const t = texts.afterwards;
  render(
    byId("afterwards"),
    {},
    isEnd && [
      (!seats || seats.own) && button({ id: "again", onclick: playAgain }, t.again),
      !seats && !state.review && button({ id: "review-game", onclick: reviewGame }, t.review),
      button({ id: "save-game", onclick: saveGame }, texts.files.save),
    ],
  );
}

/** Starts the game again with the sides changed, unless one has a handicap, or asks the other player for that. */
async function playAgain() {
  const { variant, players, handicap, by_link, clocks, seats } = store.state;
  const isStartKnown = seats || handicap;
  const game = isStartKnown ? null : await send("export", { format: "usi" });
  if (!isStartKnown && !game) return;
  const [black, white] = players;
  startNewGame({
    variant,
    players: handicap ? players : [white, black],
    handicap,
    sfen: game && startOf(game.text),
    time: clocks?.control,
    by_link: by_link && otherSide(by_link),
  });
}

/** Judges the moves, and shows them. */
function reviewGame() {
  showTab("moves");
  startReview();
}

/** Shows how well both sides played, once the game is reviewed. */
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
