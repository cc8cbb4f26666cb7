// What the browser keeps for the page, if it lets pages keep something.

import { scope } from "./scope.js";

/** @typedef {"localStorage" | "sessionStorage"} Storage */

/** The key of a guest's settings. */
export const GUEST_SETTINGS = "ozutsu-guest-settings";
/** The key of what this tab has sent and the program has perhaps not got. */
export const UNSENT = "ozutsu-unsent";

/** Returns what is kept under a key, or null. */
export function readKept(/** @type {Storage} */ storage, /** @type {string} */ key) {
  try {
    // Version 0.3 kept it without the scope.
    return (window[storage].getItem(key + scope) ?? window[storage].getItem(key)) || null;
  } catch {
    return null;
  }
}

/** Keeps a text under a key, or nothing if it is null. Returns whether the browser has done so. */
export function keep(/** @type {Storage} */ storage, /** @type {string} */ key, /** @type {string | null} */ text) {
  try {
    // An empty text keeps what is without the scope from being read again.
    window[storage].setItem(key + scope, text ?? "");
    return true;
  } catch {
    return false;
  }
}
