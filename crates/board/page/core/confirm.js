// Questions in a dialog.

import { button, byId, html, render } from "./dom.js";

/** Whether a key is down. Its repeats and its release must not answer the question that it opens. */
let isKeyDown = false;
const noteKey = (/** @type {KeyboardEvent} */ { type }) => {
  isKeyDown = type === "keydown";
};
addEventListener("keydown", noteKey, true);
addEventListener("keyup", noteKey, true);

/** Declines the question that is asked, if there is one. */
let declineLast = (/** @type {null} */ _event) => {};

/** Asks a question in a dialog. Returns whether the person agrees. Another question takes its place. */
export function ask(/** @type {string} */ question, /** @type {string} */ agree, /** @type {string} */ decline) {
  declineLast(null);
  return new Promise((resolve) => {
    const dialog = byId("confirm-dialog");
    let isKeyOld = isKeyDown;
    dialog.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      isKeyOld &&= event.repeat;
    };
    dialog.onkeyup = () => {
      isKeyOld = false;
    };
    const answer = (/** @type {boolean} */ agrees) => (/** @type {MouseEvent | null} */ event) => {
      if (isKeyOld && event?.detail === 0) return;
      dialog.close();
      resolve(agrees);
    };
    declineLast = answer(false);
    // This event comes later than an answer, when there may be another question.
    dialog.onclose = () => dialog.open || resolve(false);
    dialog.setAttribute("aria-labelledby", "confirm-question");
    render(
      dialog,
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
