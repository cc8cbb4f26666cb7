// Carries messages to and from the program: over a WebSocket to the server that has sent this page.
//
// The server wants a key. It comes from the address (`#key=`), or from the server in exchange for a token that is valid
// once (`#token=`). A page with the pass of a seat in a game between two people (`#seat=`) needs none. An empty pass
// leaves the seat. Only what the server has accepted is kept: the key for the pages that are opened without it, the
// pass for this tab.

import { forgetOwnSeat } from "./core/ownseats.js";
import { keep, readKept, UNSENT } from "./kept.js";

const KEY = "ozutsu-key";
const SEAT = "ozutsu-seat";
/** The version of the scripts for which the page was loaded again. */
const LOADED = "ozutsu-loaded";
/** The milliseconds between two questions whether the connection works, and after which one without answer is broken. */
const PING_INTERVAL = 1000;
const SILENCE = 6000;

/** The version of these scripts, which names their folder. */
const SCRIPTS = new URL(import.meta.url).pathname.split("/").at(-2);

/** Returns a secret in the address; null if there is none. */
const inAddress = (/** @type {string} */ name) => new RegExp(`[#&]${name}=([^&]*)`).exec(location.hash)?.[1] ?? null;

/** The key that is shown, also where the browser keeps nothing. */
let key = inAddress("key") ?? readKept("localStorage", KEY);
let token = inAddress("token");
/** The pass that is shown, or null. */
let seat = (inAddress("seat") ?? readKept("sessionStorage", SEAT)) || null;

/** Whether the server refuses what is shown, so that the page waits for another key. */
let isRefused = false;

// What was done at one table is not for another one.
if (inAddress("seat") !== null && seat !== readKept("sessionStorage", SEAT)) keep("sessionStorage", UNSENT, null);
if (inAddress("seat") === "") keepSeat();
// The printed address or the link of a seat, opened in a page that is there. Another table may be another game, and
// another person's settings.
addEventListener("hashchange", (event) => {
  if (["key", "token", "seat"].every((name) => inAddress(name) === null)) return;
  // What else the address holds is for the page that is loaded again.
  event.stopImmediatePropagation();
  location.reload();
});
// Another page has the key.
addEventListener("storage", (event) => {
  if (event.key === KEY && isRefused) location.reload();
});

/** Removes the secrets from the address. */
function cleanAddress() {
  const rest = location.hash
    .slice(1)
    .split("&")
    .filter((part) => !/^(key|token|seat)=/.test(part));
  history.replaceState(null, "", location.pathname + location.search + (rest.join("&") && `#${rest.join("&")}`));
}

/** Keeps the pass for this tab. Where the browser keeps nothing, the address does. */
function keepSeat() {
  if (keep("sessionStorage", SEAT, seat) || seat === null) cleanAddress();
}

/** Leaves a seat that is not there. The page loaded again is where it was before. */
function leaveSeat() {
  if (seat === readKept("sessionStorage", SEAT)) {
    keep("sessionStorage", SEAT, null);
    keep("sessionStorage", UNSENT, null);
  }
  if (seat !== null) forgetOwnSeat(seat);
  seat = null;
}

/** Takes the kept key in place of another one, which the server refuses. Returns whether there is one. */
function tryKeptKey() {
  const refused = key;
  [key, token] = [readKept("localStorage", KEY), null];
  return key !== null && key !== refused;
}

/**
 * Opens a connection for the pages at a table. Calls `onOpen` once the server has accepted the page, `onMessage` with
 * each message as JSON, and `onClose` once if the connection cannot be opened or breaks.
 * @param {string} table
 * @param {{ onOpen: () => void, onMessage: (json: string) => void, onClose: (reason?: string) => void }} listeners
 * @returns {{ post: (request: string) => void, hasArrived: (time: number) => boolean }} Sends a request as JSON, and
 *   says whether what was sent before a time has surely arrived.
 */
export function openLink(table, { onOpen, onMessage, onClose }) {
  const socket = new WebSocket(String(new URL("socket", document.baseURI)).replace("http", "ws"));
  let isAccepted = false;
  let isOver = false;
  let asked = performance.now();
  /** When the last question was sent that is answered. What was sent before has arrived. */
  let answered = -Infinity;
  let isAnswered = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    // A broken connection is not closed by a message.
    socket.close();
    onClose();
  };
  const timer = setInterval(() => {
    if (!isAnswered && performance.now() - asked >= SILENCE) end();
    else if (isAnswered) {
      isAnswered = false;
      asked = performance.now();
      socket.send("ping");
    }
  }, PING_INTERVAL);
  socket.onopen = () => socket.send(JSON.stringify({ table, key, token, seat }));
  socket.onmessage = ({ data }) => {
    if (isOver) return;
    if (data === "pong") {
      answered = asked;
      isAnswered = true;
      return;
    }
    /** @type {import("./messages.d.ts").Message | null} */
    const message = isAccepted && token === null ? null : JSON.parse(data);
    if (message?.message === "refused" && ["key", "no_seat"].includes(message.error.code)) {
      isOver = isRefused = true;
      clearInterval(timer);
      cleanAddress();
      if (message.error.code === "no_seat") leaveSeat();
      else if (tryKeptKey()) {
        isRefused = false;
        onClose();
        return;
      }
    } else if (message?.message === "hello") {
      if (message.scripts !== SCRIPTS && readKept("sessionStorage", LOADED) !== message.scripts) {
        keep("sessionStorage", LOADED, message.scripts);
        location.reload();
        return;
      }
      isAccepted = isAnswered = true;
      if (!message.guest && token === null) keep("localStorage", KEY, key);
      keepSeat();
      onOpen();
    } else if (message?.message === "key") {
      [key, token] = [message.key, null];
      keep("localStorage", KEY, key);
      return;
    }
    onMessage(data);
  };
  socket.onclose = end;
  return { post: (request) => socket.send(request), hasArrived: (time) => time <= answered };
}
