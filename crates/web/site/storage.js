// Stores the user's data in the browser.

const STORE = "board";
const KEY = "user_data";

/** Opens the database. Without one, for example in a private window, nothing is stored. */
export async function openStorage() {
  try {
    const database = await result(
      Object.assign(indexedDB.open("ozutsu", 1), {
        onupgradeneeded: (event) => event.target.result.createObjectStore(STORE),
      }),
    );
    const stored = await result(database.transaction(STORE).objectStore(STORE).get(KEY));
    return { stored, update: (change) => update(database, change) };
  } catch {
    return { stored: undefined, update: async () => {} };
  }
}

/** Replaces what is stored by what `change` makes of it, while no other page does. Fails if there is no room. */
function update(database, change) {
  const transaction = database.transaction(STORE, "readwrite");
  const store = transaction.objectStore(STORE);
  const request = store.get(KEY);
  request.onsuccess = () => store.put(change(request.result), KEY);
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
