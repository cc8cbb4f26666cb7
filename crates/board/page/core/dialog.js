// Dialogs, and questions in one.

import { button, byId, classes, elements, html, render } from "./dom.js";
import { on, store } from "./store.js";

/**
 * Shows a dialog with a heading, or draws it again.
 * @param {string} id
 * @param {import("./dom.js").Properties} properties
 * @param {HTMLElement} heading
 * @param {any[]} children
 */
export function showDialog(id, properties, heading, ...children) {
  const dialog = byId(id);
  const said = html("p", { class: "said", role: "alert" });
  const body = html("div", { class: "dialog" }, heading, said, children);
  render(dialog, { ...properties, "aria-labelledby": heading.id }, body);
  if (!dialog.open) dialog.showModal();
}

// An open dialog also shows what the person is told: the page behind it is dim and silent.
on("said", () => {
  const { text, isError } = store.notice;
  for (const said of elements(document, "dialog[open] .said"))
    render(said, { class: classes("said", { error: isError }), role: "alert" }, text);
});

export const closeDialog = (/** @type {string} */ id) => byId(id).close();

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
    let isKeyOld = isKeyDown;
    const answer = (/** @type {boolean} */ agrees) => (/** @type {MouseEvent | null} */ event) => {
      if (isKeyOld && event?.detail === 0) return;
      closeDialog("confirm-dialog");
      resolve(agrees);
    };
    declineLast = answer(false);
    const properties = {
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        isKeyOld &&= event.repeat;
      },
      onkeyup: () => {
        isKeyOld = false;
      },
      // This event comes later than an answer, when there may be another question.
      onclose: () => {
        if (!byId("confirm-dialog").open) resolve(false);
      },
    };
    showDialog(
      "confirm-dialog",
      properties,
      html("p", { id: "confirm-question" }, question),
      html(
        "div",
        { class: "buttons end" },
        button({ id: "confirm-no", autofocus: true, onclick: answer(false) }, decline),
        button({ id: "confirm-yes", class: "primary", onclick: answer(true) }, agree),
      ),
    );
  });
}
