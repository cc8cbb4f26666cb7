// Carries messages to and from the board, which runs in a worker of this page.

import { keep, readKept } from "./kept.js";
import "./update.js";

/** The table of this tab, for when the page is loaded again. */
const SAVED_KEY = "ozutsu-saved-table";

/**
 * Opens the board. Calls `onMessage` with each message as JSON, and `onClose` once, with the reason, if the board
 * cannot be opened or fails. Returns what sends a request as JSON, and says that what was sent has arrived.
 */
export function openLink(table, { onOpen, onMessage, onClose }) {
  const worker = new Worker(new URL("./board-worker.js", import.meta.url), { type: "module" });
  let isOpen = false;
  let isKept = true;
  const fail = (reason) => {
    worker.terminate();
    onClose(reason);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message ?? "board-worker.js cannot be loaded");
  };
  worker.onmessage = ({ data }) => {
    if (data.failed !== undefined) {
      // Perhaps it is the table that cannot be opened.
      if (data.isLoaded && !isOpen) keep("sessionStorage", SAVED_KEY, null);
      fail(data.failed);
      return;
    }
    if (!isOpen) onOpen();
    isOpen = true;
    if (data.saved) keepTable(data.saved);
    data.messages.forEach(onMessage);
  };
  /** Without room the table is lost when the page is closed. */
  const keepTable = (text) => {
    const wasKept = isKept;
    isKept = keep("sessionStorage", SAVED_KEY, text);
    if (!isKept) keep("sessionStorage", SAVED_KEY, null);
    if (isKept !== wasKept) worker.postMessage({ isKept });
  };
  document.addEventListener("visibilitychange", () => document.hidden && worker.postMessage({ isHidden: true }));
  worker.postMessage({ open: table, saved: readKept("sessionStorage", SAVED_KEY) });
  return { post: (request) => worker.postMessage({ request }), hasArrived: () => true };
}
