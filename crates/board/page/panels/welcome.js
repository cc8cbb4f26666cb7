// What somebody needs who opens the board for the first time: what the game is, two ways to begin, and what is special.

import { say } from "../core/connection.js";
import { button, buttons, html, list } from "../core/dom.js";
import { gameTitle, store } from "../core/store.js";
import { texts } from "../core/texts.js";
import { jumps } from "../board/marks.js";
import { pieceElement, pieceName } from "../board/pieces.js";
import { startExercise } from "./exercises.js";

/** @import { GameInfo } from "../messages.d.ts" */

/** Whether no game was played on this board yet. */
export const isFirstVisit = () => !store.hello.guest && store.gameCount === 0;

/** Returns what a game is and where it comes from. */
export function gameOrigin(/** @type {GameInfo} */ { name, files, ranks, about }) {
  return html("p", {}, html("strong", {}, gameTitle(name)), texts.game.origin(files, ranks, texts.translation(about)));
}

/** Returns the introduction to the game on the board. `begin` starts a game. */
export function welcome(/** @type {GameInfo} */ info, /** @type {() => Promise<unknown>} */ begin) {
  const t = texts.welcome;
  const play = async () => {
    if (await begin()) say(t.begin);
  };
  const jumpers = info.pieces.filter((piece) => jumps(piece) && !piece.id.startsWith("+"));
  return html(
    "div",
    { id: "welcome" },
    gameOrigin(info),
    buttons(
      button({ id: "play", class: "primary", onclick: play }, t.play),
      store.exercises.length > 0 && button({ id: "exercises", onclick: () => startExercise(1) }, t.learn),
    ),
    list([
      t.goal,
      t.drops,
      ...(info.promotion_ranks > 0 ? [t.promotion(info.promotion_ranks)] : []),
      ...(jumpers.length > 0 ? [t.jumpers] : []),
    ]),
    html(
      "div",
      { class: "jumpers" },
      jumpers.map(({ id }) => html("span", {}, pieceElement(id, { upright: true }), pieceName(id))),
    ),
    html("p", { class: "muted" }, texts.game.piecesHint),
  );
}
