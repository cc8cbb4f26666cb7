// What the browser keeps for the page, if it lets pages keep something.

/** @typedef {"localStorage" | "sessionStorage"} Storage */

/**
 * Returns what is kept under a key, or null.
 * @param {Storage} storage
 * @param {string} key
 */
export function readKept(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a key, or removes what is kept if it is null. Returns whether the browser has done so.
 * @param {Storage} storage
 * @param {string} key
 * @param {string} text
 */
export function keep(storage, key, text) {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
