// Files with games: opened by a button or dropped on the page, and saved; what they say about the game as a whole.

import { largestFile, say, sayTooLong, send } from "../core/connection.js";
import { button, buttons, byId, checkbox, gameEntry, html, render, select } from "../core/dom.js";
import { checkedInput } from "../core/fielderror.js";
import { replaceGame } from "../core/replacegame.js";
import { changed, gameTitle, on, put, SIDES, sideName, store, drawOn } from "../core/store.js";
import { texts } from "../core/texts.js";
import { worded } from "../core/words.js";
import { showTab } from "./controls.js";

/** @import { GameSummary, Headers, Reply } from "../messages.d.ts" */

/** The extensions of the files that are saved, with the names of the formats. */
const FORMATS = [
  ["kif", "KIF (.kif)"],
  ["kifu", "KIF UTF-8 (.kifu)"],
  ["ki2", "KI2 (.ki2)"],
  ["ki2u", "KI2 UTF-8 (.ki2u)"],
  ["csa", "CSA (.csa)"],
  ["jkf", "JKF (.jkf)"],
  ["pgn", "PGN (.pgn)"],
  ["usi", "USI (.usi)"],
  ["gamecourier", "Game Courier (.gamecourier)"],
  ["tsv", "ozutsu-match (.tsv)"],
];

let extension = "kif";
/** Whether all games of the file are saved. */
let savesAll = false;

export function initFiles() {
  drawOn("state file headers field", drawFiles);
  on("file", drawGames);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  });
  addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || setDropping(false));
  addEventListener("drop", (event) => {
    setDropping(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    if (store.state?.seats) return;
    openGameFile(file);
  });
}

const setDropping = (/** @type {boolean} */ isDropping) => put("dropping", { isDropping });

function drawFiles() {
  const t = texts.files;
  const count = store.file?.games.length ?? 0;
  // A game between two devices is not replaced or annotated.
  const isFixed = Boolean(store.state.seats);
  render(
    byId("file-panel"),
    {},
    html("h2", {}, t.title),
    buttons(
      !isFixed && button({ id: "open-file", onclick: () => byId("file").click() }, t.open),
      fileInput("file", t.open, openGameFile),
      select(t.format, FORMATS, extension, (chosen) => (extension = chosen), "save-format"),
      button({ id: "save-file", onclick: saveGame }, t.save),
      count > 1 && checkbox(t.all(count), savesAll, (all) => (savesAll = all)),
    ),
    !isFixed &&
      html(
        "details",
        { id: "headers" },
        html("summary", {}, t.headers),
        html("div", { class: "header-fields" }, headerInputs()),
      ),
  );
}

/** What the person has typed and the program has not confirmed yet. @type {Partial<Headers>} */
const typed = {};

function headerInputs() {
  const fields = texts.files.fields;
  const names = /** @type {(keyof Headers)[]} */ ([...SIDES, ...Object.keys(fields)]);
  return names.map((name) => {
    const id = `header-${name}`;
    const label = name === "black" || name === "white" ? sideName(name) : fields[name];
    const onchange = (/** @type {{ target: HTMLInputElement }} */ { target }) => {
      const { value } = target;
      typed[name] = value;
      send("set_headers", { headers: { ...store.headers, ...typed } }, id).then(() => {
        if (typed[name] !== value) return;
        // The program may have written it in another way.
        delete typed[name];
        changed("headers");
      });
    };
    const value = typed[name] ?? store.headers[name];
    const input = checkedInput("input", { id, maxlength: store.hello.limits.header, value, onchange });
    return html("label", { class: "field", key: name }, html("span", {}, label), input);
  });
}

/** Draws the list of games, if the file has several. */
function drawGames() {
  const { file } = store;
  const games = file && file.games.length > 1 ? file.games : [];
  const isMixed = games.some(({ variant }) => variant !== games[0].variant);
  render(
    byId("file-games"),
    {},
    file && games.length > 0 && html("h2", {}, texts.files.games(games.length, file.name)),
    html(
      "ul",
      { class: "recent" },
      games.map((game, index) => fileGameElement(game, index, index === file?.shown, isMixed)),
    ),
  );
}

/** @type {(game: GameSummary, index: number, isShown: boolean, hasTitle: boolean) => HTMLElement} */
function fileGameElement({ variant, headers, moves, end }, index, isShown, hasTitle) {
  const title = hasTitle && gameTitle(variant);
  const details = [title, headers.event, headers.date, texts.recent.moves(moves), end && texts.result(end, texts.side)];
  const properties = { key: `game ${index}`, "aria-current": isShown ? "true" : null, onclick: () => showGame(index) };
  return gameEntry(properties, `${index + 1}. ${headers.black || "?"} – ${headers.white || "?"}`, "", details);
}

async function showGame(/** @type {number} */ index) {
  if (await send("show_file_game", { index })) showTab("moves");
}

/** Returns a hidden input for a file, which a button clicks.
 * @param {string} id
 * @param {string} label
 * @param {(file: File) => unknown} onchosen
 */
export function fileInput(id, label, onchosen) {
  const onchange = async () => {
    const input = byId(id);
    const [file] = input.files;
    if (file) await onchosen(file);
    // The same file can be chosen again once it is edited.
    input.value = "";
  };
  return html("input", { type: "file", id, hidden: true, tabindex: "-1", "aria-label": label, onchange });
}

/** Returns what a function reads from a file, or says why it cannot be read and returns null.
 * @param {File} file
 * @param {(file: File) => Promise<string>} read
 */
export async function contentOf(file, read) {
  if (file.size > largestFile()) {
    sayTooLong();
    return null;
  }
  try {
    return await read(file);
  } catch {
    say(texts.files.bad(file.name, texts.files.unreadable), true);
    return null;
  }
}

/** Opens a file. The program knows its format and its encoding. */
async function openGameFile(/** @type {File} */ file) {
  const content = await contentOf(file, readAsBase64);
  if (content === null) return;
  const bad = (/** @type {string} */ reason) => texts.files.bad(file.name, reason);
  if (await replaceGame("open_file", { name: file.name, content, variant: store.variant }, null, bad)) showRead();
}

/** @returns {Promise<string>} */
const readAsBase64 = (/** @type {File} */ file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** Shows the moves of the game that was read, or the games if there are several. */
export function showRead() {
  const isList = (store.file?.games.length ?? 0) > 1;
  showTab(isList ? "position" : "moves");
  if (isList) byId("file-games").scrollIntoView({ block: "nearest" });
}

/** Saves the game, or all games of its file, in the chosen format. */
export async function saveGame() {
  const all = savesAll && (store.file?.games.length ?? 0) > 1;
  const reply = await send("save", { extension, all });
  if (reply) download(reply);
}

/** Lets the browser save a file of the program, and says what is not as a person expects. */
export function download(/** @type {Extract<Reply, { reply: "file" }>} */ { name, content, warning }) {
  say(warning ? texts.files.warning(worded(texts.saveWarnings, warning)) : "");
  saveAs(
    name,
    Uint8Array.from(atob(content), (character) => character.charCodeAt(0)),
  );
}

/** Lets the browser save a file. */
export function saveAs(/** @type {string} */ name, /** @type {BlobPart} */ content, type = "application/octet-stream") {
  const href = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
