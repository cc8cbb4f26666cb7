// Talks to the program: receives its messages and sends commands.

import { ask } from "./dialog.js";
import { setFieldError } from "./fielderror.js";
import { GUEST_SETTINGS, keep, readKept, UNSENT } from "../kept.js";
import { openLink } from "../link.js";
import { changed, DEFAULT_SETTINGS, gameTitle, put, store } from "./store.js";
import { adoptLanguage, texts } from "./texts.js";
import { worded } from "./words.js";

const TABLE_KEY = "ozutsu-table";
const RETRY_DELAY = 1500;
/** The milliseconds after which the person is told that a command may not have arrived. */
const LATE = 3000;
/** The milliseconds for which something is said. */
const SAID = 8000;
/** The commands that only ask for something, as in `Command::is_query`. They are not sent again. */
const QUERIES = new Set(["edit", "export", "export_games", "find_games", "invitation", "movement", "preview", "save"]);
/** @import { Command, CommandError, Message, Notice, Reply } from "../messages.d.ts" */
/** @import { TitleOf } from "./english.js" */
/**
 * The reply to a command that is carried out.
 * @template {Command["command"]} C
 * @typedef {Extract<Reply, { reply: C extends "edit" ? "edited" : C extends "export" ? "text" : C extends "save" ? "file" : C extends "movement" ? "movement" : C extends "preview" ? "preview" : C extends "invite" ? "invited" : C extends "invitation" ? "invitation" : C extends "open_game" ? "done" | "invited" : C extends "find_games" ? "games" : C extends "export_games" ? "file" : C extends "read_puzzles" ? "done" | "invalid_puzzles" : "done" }>} ReplyTo
 */

/** @type {ReturnType<typeof openLink> | null} Sends requests; null while there is no connection. */
let link = null;

/** @typedef {{ json: string, command: Command, at: number, resolve: (reply: Reply | null) => void }} Waiting */

/** @type {Map<string, Waiting>} The requests without an answer by name, in the order in which they were made. */
const waiting = new Map();
/** What the names of this page's requests begin with. */
const PAGE = Math.random().toString(36).slice(2);
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
    Object.assign(store, { previous, state: message });
    if (previous?.node !== message.node || previous?.sfen !== message.sfen) store.hint = null;
    // What was said about the position before is of no use any more.
    if (previous && (previous.node !== message.node || (message.end && !previous.end))) {
      say("");
      setFieldError(null);
    }
    // First, so that nothing of the game before is drawn with the pieces of this one.
    if (previous?.game !== message.game || previous.variant !== message.variant) {
      const { variant } = message;
      // Another game may not have the chosen handicap.
      const handicap = variant === store.variant ? store.handicap : "";
      Object.assign(store, { variant, handicap, isFlipped: false, editor: null, place: null });
      changed("game");
    }
    if (isTreeNew) changed("tree");
    isTreeNew = false;
    changed("state");
    const now = performance.now();
    if (lostAt !== null && message.clocks && !message.end)
      lost = { seconds: Math.round((now - lostAt) / 1000), until: now + SAID };
    lostAt = null;
  },
  headers: ({ headers }) => put("headers", { headers }),
  file: ({ file }) => put("file", { file }),
  analysis: (analysis) => put("analysis", { analysis }),
  notice({ notice }) {
    if (notice.kind === "hint") put("hint", { hint: { ...notice, isMoveShown: false } });
    const { lesson } = store;
    if (notice.kind === "judged" && lesson?.mistake.node === notice.node)
      put("lesson", { lesson: { ...lesson, judged: notice } });
    say(/** @type {(notice: Notice, title: TitleOf) => string} */ (texts.notices[notice.kind])(notice, gameTitle));
  },
  mistakes: ({ mistakes }) => put("mistakes", { mistakes }),
  settings({ settings }) {
    adoptLanguage(/** @type {string} */ (settings.language));
    put("settings", { settings: { ...DEFAULT_SETTINGS, ...settings } });
    // The program dates games. Pages in two time zones must not answer each other for ever.
    const utcOffset = -new Date().getTimezoneOffset();
    const isNew = !isOffsetSent && settings.utcOffset !== utcOffset;
    isOffsetSent = true;
    if (isNew) send("settings", { changes: { utcOffset } });
  },
  puzzles: ({ puzzles, rating }) => put("puzzles", { puzzles, puzzleRating: rating }),
  games: ({ games, count }) => put("games", { games, gameCount: count }),
  problem({ problem }) {
    showProblem(problem ? worded(texts.problems, problem) : "");
  },
  rules_changed: ({ files }) => put("rules", { changedRules: files }),
  key() {
    // The link has taken it.
  },
  reply({ id, reply }) {
    answer(id, reply);
  },
  refused({ error }) {
    refusal = errorText(error);
    showProblem(refusal);
    disconnect(false);
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
/** @type {string | null} Why the program, which runs in this page, has failed; null if it cannot be reached. */
let failure = null;
/** Whether the connection cannot be opened or is broken. */
let isOffline = false;
/** When the connection broke; null once the page shows the game again. */
let lostAt = /** @type {number | null} */ (null);
/** For how long the last connection was lost in a game with clocks, and until when that is said. */
let lost = { seconds: 0, until: 0 };

/** Connects to the program, and again whenever the connection breaks. */
export function connect() {
  refusal = failure = null;
  const opened = openLink(readKept("sessionStorage", TABLE_KEY) ?? "", {
    onOpen() {
      link = opened;
      showProblem("");
      isOffline = false;
      for (const request of waiting.values()) post(request);
      showConnection();
    },
    onMessage(json) {
      /** @type {Message} */
      const message = JSON.parse(json);
      /** @type {(message: Message) => void} */ (handlers[message.message])(message);
    },
    onClose(reason) {
      failure = reason ?? null;
      disconnect(failure !== null);
      if (failure !== null) askToRestart(failure);
      else if (refusal === null) setTimeout(connect, RETRY_DELAY);
    },
  });
}

/** Notes that there is no connection. What asks for something, or all if it is not to be sent again, has no answer. */
function disconnect(/** @type {boolean} */ isForGood) {
  link = null;
  if (store.state) lostAt ??= performance.now();
  isOffline = true;
  for (const [id, { command }] of [...waiting]) if (isForGood || QUERIES.has(command.command)) answer(id, null);
  showConnection();
}

/** Offers to start a program in this page again that has failed. */
async function askToRestart(/** @type {string} */ reason) {
  if (await ask(texts.restartQuestion(reason), texts.restart, texts.notNow)) connect();
}

function post(/** @type {Waiting} */ request) {
  request.at = performance.now();
  link?.post(request.json);
}

/** Ends a request. */
function answer(/** @type {string} */ id, /** @type {Reply | null} */ reply) {
  waiting.get(id)?.resolve(reply);
  waiting.delete(id);
  keepUnanswered();
  if (waiting.size === 0) showConnection();
}

/** The requests that the tab keeps, as JSON. */
let kept = readKept("sessionStorage", UNSENT) ?? "[]";
// What the page had not sent before it was loaded again.
for (const [id, json] of JSON.parse(kept))
  waiting.set(id, { json, command: JSON.parse(json).request, at: performance.now(), resolve: sayError });

setInterval(showConnection, 500);

/** Says whether there is a connection, whether commands run, and whether what the person has done waits for it. */
function showConnection() {
  const isLate = (/** @type {Waiting} */ { command, at }) =>
    !QUERIES.has(command.command) && (!link || (performance.now() - at >= LATE && !link.hasArrived(at)));
  const late = [...waiting].filter(([, request]) => isLate(request));
  const [move] = late.flatMap(([, { command }]) => (command.command === "play" ? [command.move] : []));
  const wasLost = performance.now() < lost.until ? texts.lostFor(lost.seconds) : "";
  const text =
    refusal !== null || (late.length === 0 && !isOffline)
      ? wasLost
      : failure !== null
        ? texts.failed
        : late.length === 0
          ? texts.offline
          : texts.unsent(move !== undefined);
  const connection = { text, isOffline, isBusy: link !== null && waiting.size > 0 };
  if (JSON.stringify(connection) !== JSON.stringify(store.connection)) put("connection", { connection });
  if (store.unsent !== move) put("unsent", { unsent: move });
}

/** Keeps what has no answer yet, for the page may be loaded again before it is sent. */
function keepUnanswered() {
  const unanswered = [...waiting].filter(([, { command }]) => !QUERIES.has(command.command));
  const json = JSON.stringify(unanswered.map(([id, request]) => [id, request.json]));
  if (json !== kept) keep("sessionStorage", UNSENT, json);
  kept = json;
}

/**
 * Sends a command. Returns the reply, or null after an error that was shown to the person. The page then shows
 * what the command has changed, for these messages come before the reply. An error is shown at the input element
 * to which it belongs, if there is one.
 * @template {Command["command"]} C
 * @param {C} command
 * @param {Omit<Extract<Command, { command: C }>, "command">} [parameters]
 * @param {string | null} [input] Its id.
 * @param {(reason: string) => string} [describe] Words an error that is not shown at an input element.
 * @returns {Promise<ReplyTo<C> | null>}
 */
export async function send(command, parameters, input = null, describe = texts.illegal) {
  const reply = await request(/** @type {any} */ ({ command, ...parameters }));
  if (input) setFieldError(null);
  if (reply?.reply !== "error") return /** @type {ReplyTo<typeof command>} */ (reply);
  if (input) setFieldError({ id: input, text: errorText(reply.error) });
  else say(describe(errorText(reply.error)), true);
  return null;
}

/**
 * Sends a command, now or when there is a connection again. Returns the reply, or null if there is none.
 * @param {Command} command
 * @returns {Promise<Reply | null>}
 */
export async function request(command) {
  const isSame = (/** @type {Command} */ other) =>
    command.command === "play" && other.command === "play" && command.node === other.node;
  const isRepeated = [...waiting.values()].some((other) => isSame(other.command));
  const isLost = !link && (refusal !== null || failure !== null || QUERIES.has(command.command));
  if (isRepeated || isLost) return null;
  const id = `${PAGE}-${lastRequest + 1}`;
  // A command without an answer may still begin another game.
  const game = waiting.size > 0 ? undefined : store.state?.game;
  const json = JSON.stringify({ id, game, request: command });
  if (new Blob([json]).size > store.hello?.limits.request) {
    sayTooLong();
    return null;
  }
  lastRequest += 1;
  return new Promise((resolve) => {
    const request = { json, command, at: 0, resolve };
    waiting.set(id, request);
    keepUnanswered();
    post(request);
    showConnection();
  });
}

function sayError(/** @type {Reply | null} */ reply) {
  if (reply?.reply === "error") say(texts.illegal(errorText(reply.error)), true);
}

/** Why the program refuses something. */
const errorText = (/** @type {CommandError} */ error) => worded(texts.errors, error, gameTitle);

/** Shows what is wrong until that is no more. */
function showProblem(/** @type {string} */ problem) {
  put("said", { problem });
}

let clearing = 0;

/** Says that something is too long to send, and how long a file may be. */
export const sayTooLong = () => say(texts.tooLong(Math.floor(largestFile() / 1e6)), true);

/** Returns the most bytes of a file: a request has it in base64, and little else. */
export const largestFile = () => 0.75 * store.hello?.limits.request;

/** Shows a message. What a person did wrong looks like an error. */
export function say(/** @type {string} */ text, isError = false) {
  clearTimeout(clearing);
  put("said", { notice: { text, isError } });
  if (text) clearing = setTimeout(() => say(""), SAID);
}
