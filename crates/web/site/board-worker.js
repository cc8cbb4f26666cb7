// The board of a page: handles its requests at once, and has engines in other workers.

import { Engine } from "./engine.js";
import { loadModule, start } from "./host.js";
import { openStorage } from "./storage.js";

const TICK = 100;

let module;
let call;
let storage;
/** What the board asked for in the last event. */
let actions;
const engines = new Map();
/** Other pages with the same storage. */
const others = new BroadcastChannel("ozutsu");
/** Resolves when the changes that the board has asked to store are stored. */
let storing = Promise.resolve();
let isStoring = false;

self.onmessage = ({ data }) => guard(() => (data.open === undefined ? handle({ request: data.request }) : open(data)));

async function open({ open: table, saved }) {
  [module, storage] = await Promise.all([loadModule(), openStorage()]);
  call = await start(module, (json) => {
    actions = JSON.parse(json);
  });
  handle({ open: { table, saved, user_data: storage.stored } });
  others.onmessage = ({ data }) => guard(() => handle({ change: data }));
  setInterval(() => guard(() => handle("tick")), TICK);
}

/** Runs a function. If it fails, the page is told why, and the worker ends. */
async function guard(run) {
  try {
    await run();
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
    close();
  }
}

/** Gives an event to the board and carries out what it asks for. */
function handle(event) {
  actions = [];
  call("board_event", JSON.stringify(event));
  const messages = [];
  let saved;
  for (const action of actions) {
    if (action === "work") setTimeout(() => guard(() => handle("work")));
    else if (action.send) messages.push(action.send);
    else if (action.keep) saved = action.keep;
    else if (action.save) save(action.save);
    else if (action.search) engineOf(action.search.table).search(action.search.job, action.search.hash);
    else if (action.stop) engineOf(action.stop.table).stop();
    else if (action.free) free(action.free.table);
  }
  if (messages.length > 0 || saved) answer({ messages, saved });
}

/** Sends messages to the page, after what they say is stored is. */
async function answer(message) {
  if (isStoring) await storing;
  postMessage(message);
}

/** Stores a change of the user's data, and tells the other pages. */
function save(change) {
  isStoring = true;
  const stored = storage.update((userData) => {
    call("board_event", JSON.stringify({ store: { user_data: userData, change } }));
    return JSON.stringify(actions[0].store);
  });
  const done = stored.then(
    () => others.postMessage(change),
    // There is no room: what changes is lost with the page.
    () => {},
  );
  storing = Promise.all([storing, done]);
  const last = storing;
  last.then(() => {
    isStoring = storing !== last;
  });
}

function engineOf(table) {
  if (!engines.has(table)) {
    const report = (job, json) => guard(() => handle({ report: { table, job, report: JSON.parse(json) } }));
    const crash = (job) => guard(() => handle({ crashed: { table, job } }));
    engines.set(table, new Engine(module, report, crash));
  }
  return engines.get(table);
}

function free(table) {
  engines.get(table)?.end();
  engines.delete(table);
}
