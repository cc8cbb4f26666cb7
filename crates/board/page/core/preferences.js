// The settings of the person, which the program keeps, or the browser of a guest.

import { send } from "./connection.js";
import { GUEST_SETTINGS, keep } from "../kept.js";
import { put, store } from "./store.js";

/** Returns what saves a value as a setting. */
export const saver = (/** @type {string} */ name) => (/** @type {any} */ value) => saveSettings({ [name]: value });

/** Changes settings at once, here and for the next visit. */
export async function saveSettings(/** @type {{ [name: string]: any }} */ changes) {
  put("settings", { settings: { ...store.settings, ...changes } });
  if (store.hello?.guest) keep("localStorage", GUEST_SETTINGS, JSON.stringify(store.settings));
  else await send("settings", { changes });
}
