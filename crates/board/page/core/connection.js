// Talks to the program: receives its messages and sends commands.

import { ask } from "./confirm.js";
import { byId } from "./dom.js";
import { keep, readKept } from "../kept.js";
import { openLink } from "../link.js";
import { GUEST_SETTINGS } from "./keptkeys.js";
import { changed, DEFAULT_SETTINGS, gameTitle, store } from "./store.js";
import { adoptLanguage, texts } from "./texts.js";
import { worded } from "./words.js";

const TABLE_KEY = "ozutsu-table";
const RETRY_DELAY = 1500;
/** The largest request in bytes, as the server takes it. */
const MAX_REQUEST = 2 ** 22;

/** @import { Command, CommandError, Message, Notice, Reply } from "../messages.d.ts" */
/** @import { TitleOf } from "./english.js" */
/**
 * The reply to a command that is carried out.
 * @template {Command["command"]} C
 * @typedef {Extract<Reply, { reply: C extends "edit" ? "edited" : C extends "export" ? "text" : C extends "save" ? "file" : C extends "movement" ? "movement" : C extends "preview" ? "preview" : C extends "invite" ? "invited" : C extends "invitation" ? "invitation" : C extends "read_puzzles" ? "done" | "invalid_puzzles" : "done" }>} ReplyTo
 */

/** @type {((request: string) => void) | null} Sends a request as JSON; null while there is no connection. */
let postRequest = null;

/**
 * The requests without an answer, by number: the functions that take the answer.
 * @type {Map<number, (reply: Reply | null) => void>}
 */
const waiting = new Map();
let lastRequest = 0;

/** Whether the tree has changed and its state has not arrived. */
let isTreeNew = false;
/** Whether the program has been told the time zone since the page was connected. */
let isOffsetSent = false;

/** @type {{ [M in Message as M["message"]]: (message: M) => void }} */
const handlers = {
  hello(message) {
    store.hello = message;
    isOffsetSent = false;
    // A reloaded page returns to its table.
    if (message.table) keep("sessionStorage", TABLE_KEY, message.table);
    changed("hello");
    if (message.guest) takeGuestSettings();
  },
  exercises({ exercises }) {
    // The state of the game that has them follows at once.
    store.exercises = exercises;
  },
  tree({ count, nodes }) {
    // The state that goes with it follows at once.
    store.tree.length = Math.min(store.tree.length, count);
    for (const node of nodes) store.tree[node.node] = node;
    isTreeNew = true;
  },
  state(message) {
    const previous = store.state;
    store.state = message;
    if (previous?.node !== message.node || previous?.sfen !== message.sfen) {
      store.selection = null;
      store.hint = null;
    }
    // What was said about the position before is of no use any more.
    if (previous && (previous.node !== message.node || (message.end && !previous.end))) {
      say("");
      clearFieldErrors();
    }
    // First, so that nothing of the game before is drawn with the pieces of this one.
    if (previous?.game !== message.game || previous.variant !== message.variant) {
      Object.assign(store, { variant: message.variant, isFlipped: false, editor: null });
      changed("game");
    }
    if (isTreeNew) changed("tree");
    isTreeNew = false;
    changed("state");
  },
  headers({ headers }) {
    store.headers = headers;
    changed("headers");
  },
  file({ file }) {
    store.file = file;
    changed("file");
  },
  analysis(message) {
    store.analysis = message;
    changed("analysis");
  },
  notice({ notice }) {
    if (notice.kind === "hint") {
      store.hint = { ...notice, isMoveShown: false };
      changed("hint");
    }
    if (notice.kind === "judged") {
      store.judged = notice;
      changed("judged");
    }
    say(/** @type {(notice: Notice, title: TitleOf) => string} */ (texts.notices[notice.kind])(notice, gameTitle));
  },
  mistakes({ mistakes }) {
    store.mistakes = mistakes;
    changed("mistakes");
  },
  settings({ settings }) {
    store.settings = { ...DEFAULT_SETTINGS, ...settings };
    adoptLanguage(/** @type {string} */ (settings.language));
    changed("settings");
    // The program dates games. Pages in two time zones must not answer each other for ever.
    const utcOffset = -new Date().getTimezoneOffset();
    const isNew = !isOffsetSent && settings.utcOffset !== utcOffset;
    isOffsetSent = true;
    if (isNew) send("settings", { changes: { utcOffset } });
  },
  puzzles({ puzzles, rating }) {
    store.puzzles = puzzles;
    store.puzzleRating = rating;
    changed("puzzles");
  },
  games({ games }) {
    store.games = games;
    changed("games");
  },
  problem({ problem }) {
    showProblem(problem ? worded(texts.problems, problem) : "");
  },
  key() {
    // The link has taken it.
  },
  reply({ id, reply }) {
    waiting.get(id)?.(reply);
    waiting.delete(id);
  },
  refused({ error }) {
    refusal = errorText(error);
    showProblem(refusal);
  },
};

/** Takes the settings that the browser keeps where the program keeps none. */
function takeGuestSettings() {
  try {
    Object.assign(store.settings, JSON.parse(readKept("localStorage", GUEST_SETTINGS) ?? "{}"));
  } catch {
    // Another version may have written something else.
  }
  changed("settings");
}

/** @type {string | null} Why the program does not serve this page; null if it does. */
let refusal = null;
/** Whether the program refuses the key or the pass of this page, which says so and waits for another. */
let isKeyRefused = false;

/** Connects to the program, and again whenever the connection breaks. */
export function connect() {
  isKeyRefused = false;
  const post = openLink(readKept("sessionStorage", TABLE_KEY) ?? "", {
    onOpen() {
      postRequest = post;
      say("");
      showProblem("");
      document.body.classList.remove("offline");
    },
    onMessage(json) {
      /** @type {Message} */
      const message = JSON.parse(json);
      /** @type {(message: Message) => void} */ (handlers[message.message])(message);
    },
    onRefused(isSeat) {
      isKeyRefused = true;
      document.body.classList.add("offline");
      postRequest = null;
      showProblem(isSeat ? texts.seats.gone : texts.keyRefused);
    },
    onClose(reason) {
      postRequest = null;
      document.body.classList.add("offline");
      // Nobody will answer what was asked.
      for (const answer of waiting.values()) answer(null);
      waiting.clear();
      if (refusal !== null) return;
      failure = reason ?? null;
      if (failure === null) setTimeout(connect, RETRY_DELAY);
      sayOffline();
    },
  });
}

/** @type {string | null} Why the program, which runs in this page, has failed; null if it cannot be reached. */
let failure = null;

/** Says that there is no connection. A program in this page that has failed starts again if the person wants it. */
async function sayOffline() {
  // The page says why.
  if (refusal !== null || isKeyRefused) return;
  if (failure === null) {
    say(texts.offline, true);
    return;
  }
  say(texts.failed, true);
  if (await ask(texts.restartQuestion(failure), texts.restart, texts.notNow)) connect();
}

/**
 * Sends a command. Returns the reply, or null after an error that was shown to the person. The page then shows
 * what the command has changed, for these messages come before the reply. An error is shown at the input element
 * to which it belongs, if there is one.
 * @template {Command["command"]} C
 * @param {C} command
 * @param {Omit<Extract<Command, { command: C }>, "command">} [parameters]
 * @param {HTMLElement | null} [input]
 * @param {(reason: string) => string} [describe] Words an error that is not shown at an input element.
 * @returns {Promise<ReplyTo<C> | null>}
 */
export async function send(command, parameters, input = null, describe = texts.illegal) {
  const reply = await request(/** @type {any} */ ({ command, ...parameters }));
  if (input) clearFieldErrors();
  if (reply?.reply !== "error") return /** @type {ReplyTo<typeof command>} */ (reply);
  if (input) showError(input, errorText(reply.error));
  else say(describe(errorText(reply.error)), true);
  return null;
}

/**
 * Sends a command. Returns the reply, or null if there is none.
 * @param {Command} command
 * @returns {Promise<Reply | null>}
 */
export async function request(command) {
  if (!postRequest) {
    sayOffline();
    return null;
  }
  const json = JSON.stringify({ id: lastRequest + 1, request: command });
  if (new Blob([json]).size > MAX_REQUEST) {
    say(texts.tooLong, true);
    return null;
  }
  lastRequest += 1;
  postRequest(json);
  const reply = await new Promise((resolve) => {
    waiting.set(lastRequest, resolve);
    showWaiting();
  });
  showWaiting();
  return reply;
}

/** Marks the page as busy while commands run. */
function showWaiting() {
  document.body.classList.toggle("busy", waiting.size > 0);
}

/** Why the program refuses something. */
const errorText = (/** @type {CommandError} */ error) => worded(texts.errors, error, gameTitle);

/** Shows an error below an input element. */
function showError(/** @type {HTMLElement} */ input, /** @type {string} */ text) {
  input.setAttribute("aria-invalid", "true");
  const note = document.createElement("p");
  note.className = "field-error";
  note.setAttribute("role", "alert");
  note.textContent = text;
  input.closest("label, #position-line")?.append(note);
}

function clearFieldErrors() {
  for (const input of document.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  for (const note of document.querySelectorAll(".field-error")) note.remove();
}

/** Shows what is wrong until that is no more. */
function showProblem(/** @type {string} */ text) {
  byId("problem").textContent = text;
}

let clearing = 0;

/** Shows a message. What a person did wrong looks like an error. */
export function say(/** @type {string} */ text, isError = false) {
  clearTimeout(clearing);
  byId("notice").textContent = text;
  byId("notice").classList.toggle("error", isError);
  if (text) clearing = setTimeout(() => say(""), 8000);
}
