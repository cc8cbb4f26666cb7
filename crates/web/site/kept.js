// What the browser keeps for the site, if it lets pages keep something.

import { scope } from "./scope.js";

/** Returns what is kept under a key, or null. */
export function readKept(storage, key) {
  try {
    // Version 0.3 kept it without the path.
    return (window[storage].getItem(`${key} ${scope}`) ?? window[storage].getItem(key)) || null;
  } catch {
    return null;
  }
}

/** Keeps a text under a key, or nothing if it is null. Returns whether the browser has done so. */
export function keep(storage, key, text) {
  try {
    // An empty text keeps what is without the path from being read again.
    window[storage].setItem(`${key} ${scope}`, text ?? "");
    return true;
  } catch {
    return false;
  }
}
