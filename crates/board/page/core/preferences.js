// The settings of the person, which the program keeps.

import { send } from "./connection.js";
import { changed, store } from "./store.js";

/** Changes settings at once, here and for the next visit. */
export function saveSettings(/** @type {{ [name: string]: any }} */ changes) {
  Object.assign(store.settings, changes);
  changed("settings");
  return send("settings", { changes });
}
