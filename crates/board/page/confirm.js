// Asks before something is lost.

import { button, byId, html } from "./dom.js";
import { store } from "./store.js";
import { texts } from "./texts.js";

/** Declines the question that is asked, if there is one. */
let declineLast = () => {};

/** Asks a question in a dialog. Returns whether the person agrees. Another question takes its place. */
export function ask(/** @type {string} */ question, /** @type {string} */ agree, /** @type {string} */ decline) {
  declineLast();
  return new Promise((resolve) => {
    const dialog = byId("confirm-dialog");
    const answer = (/** @type {boolean} */ agrees) => () => {
      dialog.close();
      resolve(agrees);
    };
    declineLast = answer(false);
    // This event comes later than an answer, when there may be another question.
    dialog.onclose = () => dialog.open || resolve(false);
    dialog.setAttribute("aria-labelledby", "confirm-question");
    dialog.replaceChildren(
      html(
        "div",
        { class: "dialog" },
        html("p", { id: "confirm-question" }, question),
        html(
          "div",
          { class: "buttons end" },
          button({ id: "confirm-no", autofocus: true, onclick: answer(false) }, decline),
          button({ id: "confirm-yes", class: "primary", onclick: answer(true) }, agree),
        ),
      ),
    );
    dialog.showModal();
  });
}

/** Asks a question if moves of an unfinished game would be lost. Returns whether to go on: not before there is a game. */
export async function askBeforeLoss(/** @type {string} */ question, /** @type {string} */ agree) {
  if (!store.state) return false;
  return !store.state.unsaved || ask(question, agree, texts.keepPlaying);
}
