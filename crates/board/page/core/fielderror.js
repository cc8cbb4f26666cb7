// Errors that are shown below the input elements to which they belong.

import { html } from "./dom.js";
import { changed, store } from "./store.js";

/** Shows an error at the input element with an id, and at no other; or at none. */
export function setFieldError(/** @type {{ id: string, text: string } | null} */ error) {
  if (!error && !store.fieldError) return;
  store.fieldError = error;
  changed("field");
}

/** The attribute of an input element that has an error. */
export const invalidity = (/** @type {string} */ id) => (store.fieldError?.id === id ? "true" : null);

/** The error of an input element, or nothing. */
export const fieldError = (/** @type {string} */ id) =>
  store.fieldError?.id === id && html("p", { class: "field-error", role: "alert" }, store.fieldError.text);
