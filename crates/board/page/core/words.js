// Finds the words for what the program says in codes with values.

/**
 * The words for each code of a union: a text, or a function of the value that goes with the code and of what else the
 * words depend on.
 * @template {{ code: string, value?: any }} C
 * @template {any[]} [More=[]]
 * @typedef {{ [E in C as E["code"]]: string | (E extends { value: infer V } ? (value: V, ...more: More) => string : never) }} WordsFor
 */

/**
 * The words for a code.
 * @template {{ code: string, value?: any }} C
 * @template {any[]} More
 * @param {WordsFor<C, More>} words
 * @param {C} said
 * @param {More} more
 * @returns {string}
 */
export function worded(words, said, ...more) {
  const word = /** @type {string | ((value: any, ...more: More) => string)} */ (
    words[/** @type {C["code"]} */ (said.code)]
  );
  return typeof word === "function" ? word(said.value, ...more) : word;
}

/** The most characters of a text that a message repeats. */
const MAX_QUOTED = 60;

/** A text in quotation marks, shortened. */
export function quoted(/** @type {string} */ text) {
  const characters = [...text];
  return `'${characters.slice(0, MAX_QUOTED).join("")}${characters.length > MAX_QUOTED ? "…" : ""}'`;
}
