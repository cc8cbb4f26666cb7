// Talks to the program: receives its messages and sends commands.

import { byId } from "./dom.js";
import { changed, store } from "./store.js";
import { texts } from "./texts.js";

const TABLE_KEY = "ozutsu-table";

/** A move tree that waits for its state. */
let newTree = null;

/** The commands whose effect the page does not show yet, each with the number of the update that has it. */
let waiting = [];

let runningCommands = 0;

const handlers = {
  hello(message) {
    store.hello = message;
    // A new stream begins with the present state, whatever its number.
    waiting.forEach((command) => { command.update = 0; });
    // A reloaded page returns to its table.
    sessionStorage.setItem(TABLE_KEY, message.table);
    changed("hello");
  },
  tree(message) {
    // The state that goes with it follows at once.
    newTree = message.nodes;
  },
  state(message) {
    const previous = store.state;
    store.state = message;
    const isTreeNew = newTree !== null;
    if (isTreeNew) store.tree = newTree;
    newTree = null;
    if (previous?.node !== message.node || previous?.sfen !== message.sfen) {
      store.selection = null;
      store.hint = null;
    }
    // What was said about the position before is of no use any more.
    if (previous && (previous.node !== message.node || (message.end && !previous.end))) say("");
    // First, so that nothing of the game before is drawn with the pieces of this one.
    if (previous && previous.variant !== message.variant) changed("game");
    if (isTreeNew) changed("tree");
    changed("state");
    const shown = waiting.filter(({ update }) => update <= message.update);
    waiting = waiting.filter((command) => !shown.includes(command));
    shown.forEach(({ resolve }) => resolve());
  },
  analysis(message) {
    store.analysis = message;
    changed("analysis");
  },
  evaluation(message) {
    if (store.tree[message.node]) store.tree[message.node].evaluation = message.evaluation;
    changed("tree");
  },
  notice({ notice }) {
    if (notice.kind === "hint") {
      store.hint = notice;
      changed("hint");
    }
    say(texts.notices[notice.kind](notice));
  },
};

/** Opens the stream of messages. The browser opens it again if it breaks. */
export function connect() {
  const table = sessionStorage.getItem(TABLE_KEY) ?? "";
  const events = new EventSource(`/events?table=${encodeURIComponent(table)}`);
  events.onmessage = (event) => {
    const message = JSON.parse(event.data);
    handlers[message.message](message);
  };
  events.onopen = () => document.body.classList.remove("offline");
  events.onerror = () => {
    document.body.classList.add("offline");
    say(texts.offline, true);
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  };
}

/**
 * Sends a command. Returns the reply once the page shows what the command has changed, or null after an error
 * that was shown to the person.
 */
export async function send(command, parameters = {}) {
  countCommands(1);
  try {
    const reply = await post(command, parameters);
    if (reply?.update > store.state.update) {
      await new Promise((resolve) => { waiting.push({ update: reply.update, resolve }); });
    }
    return reply;
  } finally {
    countCommands(-1);
  }
}

/** Marks the page as busy while commands run. */
function countCommands(change) {
  runningCommands += change;
  document.body.classList.toggle("busy", runningCommands > 0);
}

async function post(command, parameters) {
  const table = encodeURIComponent(store.hello.table);
  try {
    const response = await fetch(`/command?table=${table}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ command, ...parameters }),
    });
    if (!response.ok) throw new Error(await response.text());
    const reply = await response.json();
    if (reply.reply !== "error") return reply;
    say(texts.illegal(reply.error), true);
  } catch (error) {
    say(error instanceof TypeError ? texts.offline : error.message, true);
  }
  return null;
}

let clearing;

/** Shows a message. What a person did wrong looks like an error. */
export function say(text, isError = false) {
  clearTimeout(clearing);
  byId("notice").textContent = text;
  byId("notice").classList.toggle("error", isError);
  if (text) clearing = setTimeout(() => say(""), 8000);
}
