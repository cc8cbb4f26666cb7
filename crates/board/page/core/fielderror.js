// Errors that are shown below the input elements to which they belong.

import { html } from "./dom.js";
import { put, store } from "./store.js";

/** @import { Properties } from "./dom.js" */

/** Shows an error at the input element with an id, and at no other; or at none. */
export function setFieldError(/** @type {{ id: string, text: string } | null} */ error) {
  if (error || store.fieldError) put("field", { fieldError: error });
}

/**
 * Returns an input element with an id, and its error if it has one.
 * @type {(tag: "input" | "textarea", properties: Properties) => [HTMLElement, HTMLElement | null]}
 */
export function checkedInput(tag, properties) {
  const error = store.fieldError?.id === properties.id ? store.fieldError : null;
  return [
    html(tag, { ...properties, "aria-invalid": error && "true" }),
    error && html("p", { class: "field-error", role: "alert" }, error.text),
  ];
}
