// The board of a page: handles its requests at once, and has engines in other workers.

import { Engine } from "./engine.js";
import { loadModule, start } from "./host.js";
import { scope } from "./scope.js";
import { openStorage } from "./storage.js";

const TICK = 100;
/** The milliseconds after which storing is tried again. */
const RETRY = 2000;

let module;
/** Calls the module once it is loaded. */
let call;
let storage;
/** What the board asked for in the last event. */
let actions;
const engines = new Map();
/** Other pages with the same storage. */
const others = new BroadcastChannel(`ozutsu${scope}`);
/** What they have sent before the board is open. What was read may lack it. */
const early = [];
others.onmessage = ({ data }) => early.push(data);
/** The changes of the user's data that are not stored with the names of what they change, the oldest first. */
const unstored = [];
/** Resolves when storing them was tried; null if nobody tries. */
let storing = null;
/** Whether it will be tried again. */
let willRetry = false;
/** Why the user's data and the table cannot be kept; null if they can. */
const problems = { storage: null, table: null };

self.onmessage = ({ data }) =>
  guard(() => {
    if (data.open !== undefined) return open(data);
    if (data.isHidden) return call && handle("hide");
    if (data.isKept !== undefined) return report("table", data.isKept ? null : "sessionStorage is full or forbidden");
    return handle({ request: data.request });
  });

async function open({ open: table, saved }) {
  [module, storage] = await Promise.all([loadModule(new URL("./ozutsu.wasm", import.meta.url)), openStorage()]);
  call = await start(module, (json) => {
    actions = JSON.parse(json);
  });
  handle({ open: { table, saved, games: storage.games, user_data: storage.stored } });
  if (storage.error) report("storage", storage.error);
  early.forEach(takeChange);
  others.onmessage = ({ data }) => takeChange(data);
  setInterval(() => guard(() => handle("tick")), TICK);
}

/** Takes what another page has sent. Another version may send what this one does not know. */
function takeChange(data) {
  if (typeof data === "string") guard(() => handle({ change: data }));
}

/** Runs a function. If it fails, the page is told why, and the worker ends. */
async function guard(run) {
  try {
    await run();
  } catch (error) {
    postMessage({ failed: String(error.message ?? error), isLoaded: call !== undefined });
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
  if (storing) await storing;
  postMessage(message);
}

/** Stores a change of the user's data. */
function save(change) {
  unstored.push(change);
  storing ??= store();
}

/** Stores what has changed, and tells the other pages. Tries again later if that fails. */
async function store() {
  while (unstored.length > 0) {
    const [{ name }] = unstored;
    const end = unstored.findIndex((other) => other.name !== name);
    const changes = unstored.slice(0, end < 0 ? unstored.length : end).map(({ change }) => change);
    try {
      await storage.update(name, (stored) => {
        call("board_event", JSON.stringify({ store: { stored, changes } }));
        const [{ stored: text, unreadable }] = actions;
        if (unreadable) throw new Error(unreadable);
        return text;
      });
    } catch (error) {
      report("storage", error);
      if (!willRetry) setTimeout(retry, RETRY);
      willRetry = true;
      break;
    }
    unstored.splice(0, changes.length);
    for (const change of changes) others.postMessage(JSON.stringify(change));
    report("storage", null);
  }
  storing = null;
}

function retry() {
  willRetry = false;
  if (unstored.length > 0) storing ??= store();
}

/** Lets the board say why something cannot be kept. */
function report(what, problem) {
  if (String(problem) === String(problems[what])) return;
  problems[what] = problem;
  const reason = problems.storage ?? problems.table;
  guard(() => handle({ problem: reason && String(reason) }));
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
