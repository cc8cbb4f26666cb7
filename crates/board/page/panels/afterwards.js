// What a person does after a game: another one with the sides changed, a review, and a file.

import { send } from "../core/connection.js";
import { button, byId, render } from "../core/dom.js";
import { replaceGame } from "../core/replacegame.js";
import { otherSide, store, drawOn } from "../core/store.js";
import { texts } from "../core/texts.js";
import { startReview } from "./analysis.js";
import { showTab } from "./controls.js";
import { saveGame } from "./files.js";
import { chosenTime } from "./gamechoice.js";

export function initAfterwards() {
  drawOn("state editor", drawAfterwards);
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
function playAgain() {
  const { seats, variant, players, handicap, by_link } = store.state;
  if (seats) {
    send("rematch");
    return;
  }
  const [black, white] = players;
  replaceGame("new_game", {
    variant,
    players: handicap ? players : [white, black],
    handicap: (handicap && store.handicap) || null,
    time: store.state.clocks ? chosenTime() : null,
    by_link: by_link && otherSide(by_link),
    name: store.settings.name,
  });
}

/** Judges the moves, and shows them. */
function reviewGame() {
  showTab("moves");
  startReview();
}
