// Stores the user's data in the browser, as texts by name: one for each game, and one for the rest.

import { scope } from "./scope.js";

const STORE = "board";
const KEY = "user_data";
/** The names of games. */
const GAMES = IDBKeyRange.bound("game ", "game!", false, true);
/** The database of version 0.3, which all sites of a host shared. */
const OLD_NAME = "ozutsu";

/** Opens the database. Gives the error instead if that fails, and then stores nothing. */
export async function openStorage() {
  try {
    const database = await open(`ozutsu${scope}`, (request) => request.result.createObjectStore(STORE));
    let stored = await read(database);
    if (stored === undefined) {
      const old = await readOld();
      if (old !== undefined) await update(database, KEY, (now) => now ?? old);
      stored = await read(database);
    }
    const games = (await result(objects(database).getAll(GAMES))).filter((text) => typeof text === "string");
    return { stored, games, update: (name, change) => update(database, name, change) };
  } catch (error) {
    return { error, games: [], update: () => Promise.reject(error) };
  }
}

const objects = (database, mode = "readonly") => database.transaction(STORE, mode).objectStore(STORE);

/** Opens a database, whatever its version. One that is new is set up. */
async function open(name, setUp) {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => setUp(request);
  const database = await result(request);
  // A newer version of the site changes it.
  database.onversionchange = () => database.close();
  return database;
}

async function read(database) {
  return checked(await result(objects(database).get(KEY)));
}

/** Returns what is stored. Fails if that is no text. */
function checked(stored) {
  if (stored !== undefined && typeof stored !== "string") throw new Error(`stored as ${typeof stored}, not as text`);
  return stored;
}

/** Returns what version 0.3 has stored. */
async function readOld() {
  try {
    const database = await open(OLD_NAME, (request) => request.transaction.abort());
    return await read(database).finally(() => database.close());
  } catch {
    return undefined;
  }
}

/** Replaces what is stored under a name by what `change` makes of it, while no other page does. Fails without room. */
async function update(database, name, change) {
  const store = objects(database, "readwrite");
  const { transaction } = store;
  const request = store.get(name);
  let failure = null;
  request.onsuccess = () => {
    try {
      const text = change(checked(request.result));
      if (text === null) store.delete(name);
      else store.put(text, name);
    } catch (error) {
      failure = error;
      transaction.abort();
    }
  };
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(failure ?? transaction.error);
  });
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
