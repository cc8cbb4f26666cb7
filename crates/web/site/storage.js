// Stores the user's data in the browser, as text.

import { scope } from "./scope.js";

const STORE = "board";
const KEY = "user_data";
/** The database of version 0.3, which all sites of a host shared. */
const OLD_NAME = "ozutsu";

/** Opens the database. Gives the error instead if that fails, and then stores nothing. */
export async function openStorage() {
  try {
    const database = await open(`ozutsu ${scope}`, (request) => request.result.createObjectStore(STORE));
    let stored = await read(database);
    if (stored === undefined) {
      const old = await readOld();
      if (old !== undefined) await update(database, (now) => now ?? old);
      stored = await read(database);
    }
    return { stored, update: (change) => update(database, change) };
  } catch (error) {
    return { error, update: () => Promise.reject(error) };
  }
}

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
  return checked(await result(database.transaction(STORE).objectStore(STORE).get(KEY)));
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

/** Replaces what is stored by what `change` makes of it, while no other page does. Fails if there is no room. */
async function update(database, change) {
  const transaction = database.transaction(STORE, "readwrite");
  const store = transaction.objectStore(STORE);
  const request = store.get(KEY);
  let failure = null;
  request.onsuccess = () => {
    try {
      store.put(change(checked(request.result)), KEY);
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
