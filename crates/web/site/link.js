// Carries messages to and from the board, which runs in a worker of this page.

import { keep, readKept } from "./kept.js";

/** The table of this tab, for when the page is loaded again. */
const SAVED_KEY = "ozutsu-saved-table";

/**
 * Opens the board. Calls `onMessage` with each message as JSON, and `onClose` once, with the reason, if the board
 * cannot be opened or fails. Returns a function that sends a request as JSON.
 */
export function openLink(table, { onOpen, onMessage, onClose }) {
  const worker = new Worker(new URL("./board-worker.js", import.meta.url), { type: "module" });
  let isOpen = false;
  const fail = (reason) => {
    worker.terminate();
    // Perhaps it is the table that cannot be opened.
    if (!isOpen) keep("sessionStorage", SAVED_KEY, null);
    onClose(reason);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message ?? "");
  };
  worker.onmessage = ({ data }) => {
    if (data.failed !== undefined) {
      fail(data.failed);
      return;
    }
    if (!isOpen) onOpen();
    isOpen = true;
    // Without room the table is lost when the page is closed.
    if (data.saved && !keep("sessionStorage", SAVED_KEY, data.saved)) keep("sessionStorage", SAVED_KEY, null);
    data.messages.forEach(onMessage);
  };
  worker.postMessage({ open: table, saved: readKept("sessionStorage", SAVED_KEY) });
  return (request) => worker.postMessage({ request });
}

// The page works without a network once it was loaded, if the browser lets it.
navigator.serviceWorker?.register(new URL("./service-worker.js", import.meta.url)).catch(() => {});
