// What the browser keeps for the page, if it lets pages keep something.

/** @typedef {"localStorage" | "sessionStorage"} Storage */

/** Returns what is kept under a key, or null. */
export function readKept(/** @type {Storage} */ storage, /** @type {string} */ key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, or removes it if it is null. Returns whether the browser has done so. */
export function keep(/** @type {Storage} */ storage, /** @type {string} */ key, /** @type {string | null} */ text) {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
