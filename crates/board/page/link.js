// Carries messages to and from the program: over a WebSocket to the server that has sent this page.
//
// The server wants a key. It comes from the address (`#key=`), or by the first message in exchange for a token that
// is valid once (`#token=`), and is kept for the pages that are opened without it. A page with the pass of a seat in a
// game between two people (`#seat=`, kept for this tab) needs none. An empty pass leaves the seat.

import { LAST_SEAT } from "./core/keptkeys.js";
import { keep, readKept } from "./kept.js";

const KEY = "ozutsu-key";
const SEAT = "ozutsu-seat";

/** The key, also where the browser keeps nothing. */
let key = readKept("localStorage", KEY);
/** @type {string | null} */
let token = null;
/** @type {string | null} */
let seat = readKept("sessionStorage", SEAT);

/**
 * Tries again once there is another key; null while the server accepts the one that there is.
 * @type {(() => void) | null}
 */
let tryAgain = null;

takeFromAddress();
// The printed address or the link of a seat, opened in a page that is there.
addEventListener("hashchange", () => {
  const before = seat;
  if (!takeFromAddress()) return;
  // Another table may be another game, and another person's settings.
  if (seat !== before) location.reload();
  else tryAgain?.();
});
// Another page has the key.
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  key = event.newValue;
  tryAgain?.();
});

/** Takes the key, the token or the pass from the address, which forgets it. Returns whether there was one. */
function takeFromAddress() {
  const parts = location.hash.slice(1).split("&");
  const take = (/** @type {string} */ name) =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const found = take("key");
  const [foundToken, foundSeat] = [take("token"), take("seat")];
  if (found === null && foundToken === null && foundSeat === null) return false;
  token = foundToken;
  if (found !== null) keepKey(found);
  if (foundSeat !== null) seat = foundSeat || null;
  if (seat !== null) keep("localStorage", LAST_SEAT, seat);
  // Where the browser keeps nothing, the address keeps the pass.
  if (foundSeat !== null && !keep("sessionStorage", SEAT, seat)) return true;
  const rest = parts.filter((part) => !/^(key|token|seat)=/.test(part)).join("&");
  history.replaceState(null, "", location.pathname + location.search + (rest && `#${rest}`));
  return true;
}

function keepKey(/** @type {string} */ text) {
  key = text;
  keep("localStorage", KEY, text);
}

/**
 * Opens a connection for the pages at a table. Calls `onMessage` with each message as JSON, and `onClose` once if the
 * connection cannot be opened or breaks. If the server refuses the key or the pass, calls `onRefused` instead, and
 * `onClose` once there is another key. Returns a function that sends a request as JSON.
 * @param {string} table
 * @param {{ onOpen: () => void, onMessage: (json: string) => void, onClose: (reason?: string) => void,
 *   onRefused: (isSeat: boolean) => void }} listeners
 */
export function openLink(table, { onOpen, onMessage, onClose, onRefused }) {
  tryAgain = null;
  const hasToken = token !== null;
  const query = new URLSearchParams({
    table,
    key: key ?? "",
    ...(token === null ? {} : { token }),
    ...(seat === null ? {} : { seat }),
  });
  token = null;
  const address = new URL(`socket?${query}`, document.baseURI);
  const socket = new WebSocket(String(address).replace("http", "ws"));
  let wasOpen = false;
  socket.onopen = () => {
    wasOpen = true;
    onOpen();
  };
  socket.onmessage = ({ data }) => {
    if (hasToken) takeKey(data);
    onMessage(data);
  };
  socket.onclose = async () => {
    if (!wasOpen && (await isRefused(address))) {
      onRefused(seat !== null);
      // The page loaded again is at its own table.
      if (seat !== null && seat === readKept("localStorage", LAST_SEAT)) keep("localStorage", LAST_SEAT, null);
      seat = null;
      keep("sessionStorage", SEAT, null);
      tryAgain = onClose;
    } else {
      onClose();
    }
  };
  return (/** @type {string} */ request) => socket.send(request);
}

function takeKey(/** @type {string} */ json) {
  /** @type {import("./messages.d.ts").Message} */
  const message = JSON.parse(json);
  if (message.message === "key") keepKey(message.key);
}

/** Whether the server is there and does not accept the key. The socket itself does not tell. */
async function isRefused(/** @type {URL} */ address) {
  try {
    return (await fetch(address)).status === 403;
  } catch {
    return false;
  }
}
